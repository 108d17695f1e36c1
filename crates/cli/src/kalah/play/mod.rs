//! `kiber kalah play`: a game with a person.

mod session;
mod words;

use std::path::PathBuf;
use std::time::Duration;

use kiber_kalah::{Engine, Side};

use super::start::Start;
use super::wording::title;
use crate::io::{ExitStatus, Io};
use crate::lines::Lines;
use crate::problem::Problem;
use crate::request::Manner;
use crate::words::{count, heading, wrapped};
use session::Session;

/// What was asked for.
#[derive(Debug, PartialEq)]
pub(crate) struct Sitting {
    pub(crate) start: Start,
    /// A written game to go on with.
    pub(crate) load: Option<PathBuf>,
    /// The side the person plays; none for both.
    pub(crate) you: Option<Side>,
    pub(crate) machine: Engine,
    /// How long the machine may think about a move.
    pub(crate) most_time: Option<Duration>,
    pub(crate) seed: u64,
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Sitting) -> Result<ExitStatus, Problem> {
    let record = match &asked.load {
        Some(path) => session::read(path).map_err(Problem::Message)?,
        None => asked.start.record().map_err(|error| Problem::message(error.to_string()))?,
    };
    let Io { input, output: out, errors, terminal } = io;
    writeln!(out, "{}", heading(&title(record.rules(), record.start()), manner.color))?;
    for line in wrapped(&beginning(asked), 80) {
        writeln!(out, "{line}")?;
    }
    let mut session = Session::new(record, asked, manner.progress);
    session.begin(*out, *errors)?;
    out.flush()?;
    let mut lines: Lines<'_> =
        if terminal.input && terminal.output { Lines::edited(())? } else { Lines::plain(*input) };
    while let Some(line) = lines.next()? {
        let go_on = session.line(&line, *out, *errors)?;
        out.flush()?;
        if !go_on {
            break;
        }
    }
    Ok(ExitStatus::SUCCESS)
}

/// Who plays, and how to begin.
fn beginning(asked: &Sitting) -> String {
    let Engine { evaluation, depth } = asked.machine;
    let machine = match depth {
        0 => "moves at random".to_owned(),
        depth => format!("looks {} ahead ({evaluation} evaluation)", count(depth.into(), "move")),
    };
    let who = match asked.you {
        Some(side) => format!("You are {side}; the machine {machine}."),
        None => format!("You move for both sides; the machine only gives hints: it {machine}."),
    };
    let seed = asked.seed;
    format!("{who} Seed {seed} plays the same again. Type the number of a pit; `help` shows every word, `quit` leaves.")
}
