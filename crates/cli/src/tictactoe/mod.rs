//! `kiber tictactoe`: tic-tac-toe.

mod analyse;
mod arguments;
mod board;
mod contest;
mod play;
mod player;
mod solve;
mod tree;

use std::time::Duration;

use kiber_minimax::tictactoe::{Cut, Mark, Position};

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;

pub(crate) use arguments::Typed;

/// How many positions a search may remember: all of them.
const MOST_POSITIONS: usize = 10_000;

/// What was asked for, with everything settled.
#[derive(Debug, PartialEq)]
pub(crate) enum Asked {
    Play { you: Mark, machine: player::Kind, position: Position, seed: u64 },
    Solve { position: Position },
    Analyse { position: Position },
    Tree { position: Position, cut: Cut, picture: Option<tree::Picture> },
    Match { x: player::Kind, o: player::Kind, games: u64, seed: u64, most_time: Option<Duration> },
}

pub(crate) fn run(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    match asked {
        Asked::Play { you, machine, position, seed } => play::play(io, manner, *you, *machine, *position, *seed),
        Asked::Solve { position } => solve::solve(io, manner, *position),
        Asked::Analyse { position } => analyse::analyse(io, manner, *position),
        Asked::Tree { position, cut, picture } => tree::tree(io, manner, *position, *cut, picture.as_ref()),
        Asked::Match { x, o, games, seed, most_time } => {
            contest::contest(io, manner, [*x, *o], *games, *seed, *most_time)
        }
    }
}
