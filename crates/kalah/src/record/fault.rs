//! What is wrong with the text of a game.

use std::fmt;

use crate::error::{Error, Fault};
use crate::position::Side;

/// Why a text is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// Where in the line, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub mistake: Mistake,
}

/// What is wrong with a line of the text of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mistake {
    /// A line `Name: value` with a name that says nothing.
    UnknownName {
        /// The name.
        name: String,
    },
    /// Two lines with the same name.
    Twice {
        /// The name.
        name: &'static str,
    },
    /// A name without which there is no game, before the first move.
    Missing {
        /// The name.
        name: &'static str,
    },
    /// A value that is no number.
    NoNumber {
        /// The name.
        name: &'static str,
        /// The value.
        found: String,
    },
    /// The first position cannot be read.
    Position(Fault),
    /// The game or the move that is written does not exist.
    Game(Error),
    /// A line with a name after the first move.
    Late {
        /// The name.
        name: &'static str,
    },
    /// A word that is no move.
    NoMove {
        /// The word; nothing at the end of the text.
        found: String,
    },
    /// Turns are numbered one after the other.
    Number {
        /// The number that is due.
        due: usize,
        /// The word that stands there.
        found: String,
    },
    /// A move without the number that goes before it.
    NumberDue {
        /// The number that is due.
        due: usize,
        /// The word that stands there.
        found: String,
    },
    /// Dots for a move of South where he is to move.
    NotSkipped,
    /// No dots for South's move where the game begins with North's.
    Skipped,
    /// Moves that are joined by a comma, but the first gives no extra move.
    NotAgain {
        /// Who made the move before the comma.
        side: Side,
    },
    /// Moves that are not joined by a comma, but the first gives an extra move.
    Again {
        /// Who moves again.
        side: Side,
    },
    /// The game ends in another way.
    OtherResult {
        /// The result that is written.
        written: String,
        /// The result of the moves.
        played: String,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.mistake)
    }
}

impl std::error::Error for RecordError {}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName { name } => {
                write!(f, "no line begins with `{name}:`; there are {}", super::read::NAMES.join(", "))
            }
            Self::Twice { name } => write!(f, "`{name}:` is there already"),
            Self::Missing { name } => write!(f, "before the moves `{name}:` is missing"),
            Self::NoNumber { name, found } => write!(f, "`{name}:` is followed by a number, not `{found}`"),
            Self::Position(fault) => write!(f, "{fault}"),
            Self::Game(error) => write!(f, "{error}"),
            Self::Late { name } => write!(f, "`{name}:` stands before the moves"),
            Self::NoMove { found } if found.is_empty() => write!(f, "the number of a pit is due after this"),
            Self::NoMove { found } => write!(f, "a move is the number of a pit, not `{found}`"),
            Self::Number { due, found } => write!(f, "the next turn is number {due}, not `{found}`"),
            Self::NumberDue { due, found } => {
                write!(f, "every line of moves begins with its number: `{due}.` is due, not `{found}`")
            }
            Self::NotSkipped => write!(f, "South is to move, so that `...` skips a move"),
            Self::Skipped => write!(f, "North is to move first: `...` stands for South's move"),
            Self::NotAgain { side } => write!(f, "{side}'s move gives no extra move, so no comma follows it"),
            Self::Again { side } => write!(f, "{side} moves again, so a comma joins the moves: `3,6`"),
            Self::OtherResult { written, played } => {
                write!(f, "the result is {played} by these moves, not `{written}`")
            }
        }
    }
}
