//! `kiber step` on a terminal: the machine as a screen.
//!
//! [`Screen`] is a value: keys, the mouse and the clock change it ([`Screen::key`], [`Screen::mouse`],
//! [`Screen::tick`]), and [`Screen::draw`] shows it. Only `terminal` knows of a real terminal, of files and of
//! what time it is, so that tests work the screen without any.

mod acting;
mod board;
mod cells;
mod draw;
mod entry;
mod events;
mod files;
mod help;
mod keys;
mod layout;
mod look;
mod mouse;
mod moving;
mod pace;
mod page;
mod said;
pub(super) mod state;
mod stops;
mod terminal;
#[cfg(test)]
mod tests;
mod typed;
mod watched;

use std::path::Path;
use std::sync::Arc;

use kiber_netlist::Circuit;

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::source::Source;
use look::Look;
use state::{FileOf, Screen};

/// Works a circuit on the terminal until its user leaves.
pub(super) fn run(
    io: &mut Io<'_>,
    manner: Manner,
    given: &Path,
    source: &Source,
    circuit: Arc<Circuit>,
) -> Result<ExitStatus, Problem> {
    let file =
        FileOf { name: source.stem(), stem: source.stem(), is_on_disk: source.path.is_some(), has_changed: false };
    let mut screen = Screen::new(circuit, file, Look { color: manner.color });
    terminal::run(io.output, &mut screen, given, source)?;
    Ok(ExitStatus::SUCCESS)
}
