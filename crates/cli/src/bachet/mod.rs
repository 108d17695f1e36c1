//! `kiber bachet`: the game of Bachet.

mod arguments;
mod compare;
mod machine;
mod names;
mod play;
mod seat;
mod series;
mod size;
mod solve;

use kiber_bachet::Rules;

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;

pub(crate) use arguments::Typed;

// The size of a game and the players' names, for whoever else speaks of Bachet.
pub(crate) use names::{must_be_able, player};
pub(crate) use size::{Size, rules_words};

/// What was asked for, with everything settled.
#[derive(Debug, PartialEq)]
pub(crate) enum Asked {
    Play(play::Sitting),
    Solve(Rules),
    Analyse { rules: Rules, left: u32 },
    Match(series::Series),
    Compare(compare::Comparing),
}

pub(crate) fn run(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    match asked {
        Asked::Play(sitting) => play::run(io, manner, sitting),
        Asked::Solve(rules) => solve::solve(io, manner, *rules),
        Asked::Analyse { rules, left } => solve::analyse(io, manner, *rules, *left),
        Asked::Match(asked) => series::run(io, manner, asked),
        Asked::Compare(asked) => compare::run(io, manner, asked),
    }
}
