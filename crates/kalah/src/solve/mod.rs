//! Exact solving: the value of a game when both play as well as they can, proved.

mod memory;
mod narrowing;
mod order;
mod prover;
mod solving;

use std::ops::RangeInclusive;

use kiber_minimax::Question;

use crate::endgame::EndgameTable;
use crate::error::Error;
use crate::packed::{Large, MOST_STONES, Packed, Ranking, Small, Sowing};
use crate::position::{Position, Side};
use crate::rules::Rules;
use memory::Memory;
use solving::Solving;

/// What is to be proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Who wins, or that nobody does.
    Winner,
    /// The margin of the game.
    #[default]
    Value,
    /// The margin after every move.
    EveryMove,
}

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// What is to be proved.
    pub goal: Goal,
    /// A table of the endgames; it has to serve the game.
    pub table: Option<&'a EndgameTable>,
    /// How many threads, 1 at least. What is proved does not depend on them, but how many positions are
    /// looked at does.
    pub threads: usize,
    /// How many bytes to remember proved positions in, the table not counted.
    pub most_bytes: u64,
    /// Where to begin: a guess at the margin, South's stones less North's. A good one saves work.
    pub guess: i32,
}

/// What exact solving came to. Margins are South's stones less North's at the end of the game, when it
/// goes on to the end; by Wetherell's rules, too, where a majority stops it: that never changes who wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Between which margins the true one lies, both included: proved, whether or not it was stopped.
    pub bounds: RangeInclusive<i32>,
    /// The same for each move, by pit; none when the game is over.
    pub moves: Vec<SolvedMove>,
    /// A pit by which the player to move is sure of his side of the bounds; none when the game is over.
    pub best: Option<usize>,
    /// Best moves of both sides to the end of the game, as far as there was time to find them; empty
    /// where only the winner is known.
    pub line: Vec<usize>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// Whether the caller ended it.
    pub stopped: bool,
    /// The questions that were answered about the position as a whole, in order.
    pub questions: Vec<Question>,
}

/// A move with what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedMove {
    /// The pit.
    pub pit: usize,
    /// Between which margins the game then ends.
    pub bounds: RangeInclusive<i32>,
}

impl Solution {
    /// The margin, when it is proved.
    pub fn value(&self) -> Option<i32> {
        exact(&self.bounds)
    }

    /// Who wins, when that is proved: 1 for South, −1 for North, 0 for nobody.
    pub fn winner(&self) -> Option<i32> {
        let (least, most) = (self.bounds.start().signum(), self.bounds.end().signum());
        (least == most).then_some(least)
    }
}

impl SolvedMove {
    /// The margin, when it is proved.
    pub fn value(&self) -> Option<i32> {
        exact(&self.bounds)
    }
}

fn exact(bounds: &RangeInclusive<i32>) -> Option<i32> {
    (bounds.start() == bounds.end()).then(|| *bounds.start())
}

/// Whether [`solve`] can tell all positions apart that a game from here may come to.
pub fn is_solvable(position: &Position) -> bool {
    let in_pits = position.total() - position.kalah(Side::South) - position.kalah(Side::North);
    position.total() <= MOST_STONES
        && position.pits() <= Sowing::<Large>::MOST_PITS
        && Ranking::new(position.pits() as u32, in_pits).is_some()
}

/// Whether [`solve`] can tell all positions apart that a game from here may come to, and may have so many
/// bytes to remember them in: to be asked before a table is built for it.
///
/// # Errors
/// [`Error::TooLarge`] for a board with too many positions ([`is_solvable`]), and [`Error::NoMemory`] where
/// the machine has not got the memory.
pub fn check_memory(position: &Position, most_bytes: u64) -> Result<(), Error> {
    if !is_solvable(position) {
        return Err(Error::TooLarge);
    }
    let in_pits = position.total() - position.kalah(Side::South) - position.kalah(Side::North);
    Memory::new(position.pits() as u32, in_pits, most_bytes).map(drop)
}

/// Solves a position exactly, to the end of the game.
///
/// One question after another is asked, whether the margin is at least so much, beginning with the
/// guess; each is answered by depth-first search with a memory of proved positions, which are told
/// apart exactly, so that nothing rests on a hash. `should_stop` is told how many positions this thread
/// has looked at, every few thousand of them; when it ends the work, what was proved by then stands.
///
/// # Errors
/// [`Error::TooLarge`] for a board with too many positions ([`is_solvable`]), [`Error::NoMemory`] where the
/// machine has not got the memory asked for, and [`Error::OtherTable`] for a table of another game.
pub fn solve(
    rules: Rules,
    position: &Position,
    means: &Means<'_>,
    should_stop: impl FnMut(u64) -> bool,
) -> Result<Solution, Error> {
    if means.table.is_some_and(|table| table.rules() != rules || table.pits() != position.pits()) {
        return Err(Error::OtherTable);
    }
    if let Some(board) = Packed::<Small>::new(position) {
        Ok(Solving::new(rules, position, board, means, should_stop)?.solve(position, means))
    } else if let Some(board) = Packed::<Large>::new(position) {
        Ok(Solving::new(rules, position, board, means, should_stop)?.solve(position, means))
    } else {
        Err(Error::TooLarge)
    }
}

#[cfg(test)]
mod tests;
