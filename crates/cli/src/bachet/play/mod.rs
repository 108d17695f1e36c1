//! `kiber bachet play`: a person at the prompt against a machine that learns.

mod help;
mod row;
mod session;

use crate::io::{ExitStatus, Io};
use crate::lines::Lines;
use crate::problem::Problem;
use crate::request::Manner;
use crate::words::{heading, wrapped};

use super::machine::Machine;
use super::names::MachineName;
use super::seat::Seat;
use super::size::{Size, rules_words};
use session::Session;

/// What was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sitting {
    pub(crate) machine: MachineName,
    pub(crate) size: Size,
    /// Whether the other side starts.
    pub(crate) second: bool,
    pub(crate) seed: u64,
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Sitting) -> Result<ExitStatus, Problem> {
    let mut seat = Seat::take(io, manner, &asked.machine, asked.size, asked.seed)?;
    if asked.second {
        seat.machine = match seat.machine {
            Machine::Steady(player) => Machine::Steady(player.opening()),
            _ => {
                return Err(Problem::message(
                    "a machine lets the person start; only a player makes the first move: --against perfect --second",
                ));
            }
        };
    }
    let draws = matches!(&seat.machine, Machine::Steady(_) | Machine::Beads(_));
    let mut session = Session::new(seat);
    writeln!(io.output, "{}\n", heading(session.title(), manner.color))?;
    let who = if asked.second { "Your opponent starts." } else { "You start." };
    let text = format!("{} {who}", rules_words(session.rules()));
    wrapped(&text, 80).iter().try_for_each(|line| writeln!(io.output, "{line}"))?;
    if draws {
        writeln!(io.output, "Chance begins at {0}; --seed {0} plays the same again.", asked.seed)?;
    }
    writeln!(io.output, "Type how many you take. `help` shows what else, `quit` leaves.\n")?;
    session.begin(io.output)?;
    io.output.flush()?;
    let mut lines: Lines<'_> =
        if io.terminal.input && io.terminal.output { Lines::edited(())? } else { Lines::plain(io.input) };
    while let Some(line) = lines.next()? {
        let go_on = session.line(&line, io.output)?;
        io.output.flush()?;
        if !go_on {
            break;
        }
    }
    session.leave(io.output)?;
    Ok(ExitStatus::SUCCESS)
}
