//! `kiber kalah`: Kalah by Wetherell's rules and by the standard ones.

mod analyse;
mod arguments;
mod contest;
mod outlook;
mod perft;
mod play;
mod solve;
mod start;
mod table;
mod wording;

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;

pub(crate) use arguments::Typed;

/// What was asked for, with everything settled.
#[derive(Debug, PartialEq)]
pub(crate) enum Asked {
    Solve(solve::Solving),
    Perft(perft::Counting),
    Analyse(analyse::Analysing),
    Play(Box<play::Sitting>),
    Match(contest::Series),
}

pub(crate) fn run(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    match asked {
        Asked::Solve(asked) => solve::run(io, manner, asked),
        Asked::Perft(asked) => perft::run(io, manner, asked),
        Asked::Analyse(asked) => analyse::run(io, manner, asked),
        Asked::Play(asked) => play::run(io, manner, asked),
        Asked::Match(asked) => contest::run(io, manner, asked),
    }
}
