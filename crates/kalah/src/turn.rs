//! A move and all that it did.

use std::fmt;

use crate::ending::Ending;
use crate::error::Error;
use crate::moves::Step;
use crate::position::{Position, Side};
use crate::rules::Rules;

/// A place of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A pit, numbered from 1 from its owner's left to his right.
    Pit(Side, usize),
    /// A kalah.
    Kalah(Side),
}

impl Place {
    /// The place with that index in [`Position::places`].
    fn of(index: usize, pits: usize) -> Self {
        let (side, index) = if index > pits { (Side::North, index - pits - 1) } else { (Side::South, index) };
        if index == pits { Self::Kalah(side) } else { Self::Pit(side, index + 1) }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pit(side, pit) => write!(f, "{side}'s pit {pit}"),
            Self::Kalah(side) => write!(f, "{side}'s kalah"),
        }
    }
}

/// One sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lap {
    /// The pit that was emptied, one of the mover's, numbered from 1 from his left to his right.
    pub from: usize,
    /// How many stones it held.
    pub stones: u32,
    /// Where the last one fell.
    pub last: Place,
    /// How many stones lay there before.
    pub before: u32,
}

/// A pit that was emptied into the mover's kalah.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// Whose pit it was: the mover's own only for the capturing stone of the standard rules.
    pub side: Side,
    /// The pit, numbered from 1 from its owner's left to his right.
    pub pit: usize,
    /// How many stones it held.
    pub stones: u32,
}

/// A move and all that it did.
///
/// By Wetherell's rules it is a whole turn with all its sowings; by the standard rules an extra move is
/// a move of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who moved.
    pub side: Side,
    /// The pit he moved from.
    pub pit: usize,
    /// The sowings in order; at least one.
    pub laps: Vec<Lap>,
    /// The captures in order.
    pub captures: Vec<Capture>,
    /// Whether the same side moves again.
    pub extra_move: bool,
    /// Why the game is over, if it is.
    pub ending: Option<Ending>,
    /// The position after the move, nothing swept yet.
    pub after: Position,
    /// The board at the end of the game if it is over: what was left is with its owners.
    pub swept: Option<Position>,
}

impl Turn {
    /// How many stones were captured.
    pub fn captured(&self) -> u32 {
        self.captures.iter().map(|capture| capture.stones).sum()
    }
}

impl Position {
    /// Moves from a pit, and tells all that the move did.
    ///
    /// # Errors
    /// [`Error::NoSuchPit`], [`Error::EmptyPit`], and [`Error::Over`] if the game is over.
    pub fn play(&self, rules: Rules, pit: usize) -> Result<Turn, Error> {
        let (side, pits) = (self.to_move(), self.pits());
        let (mut laps, mut captures) = (Vec::new(), Vec::new());
        let after = self.moved(rules, pit, &mut |step| match step {
            Step::Sown { from, stones, last, before } => {
                if let Place::Pit(_, from) = Place::of(from, pits) {
                    laps.push(Lap { from, stones, last: Place::of(last, pits), before });
                }
            }
            Step::Captured { from, stones } => {
                if let Place::Pit(side, pit) = Place::of(from, pits) {
                    captures.push(Capture { side, pit, stones });
                }
            }
        })?;
        let ending = after.ending(rules);
        let swept = ending.map(|ending| after.swept(ending));
        let extra_move = ending.is_none() && after.to_move() == side;
        Ok(Turn { side, pit, laps, captures, extra_move, ending, after, swept })
    }
}
