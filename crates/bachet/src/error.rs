//! The one error type of this crate.

use std::fmt;

/// Why a game cannot be played so, or why a search was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A game without objects.
    NoObjects,
    /// A game in which a move takes nothing.
    TakesNothing,
    /// A machine with more strategies than can be listed.
    TooManyStrategies {
        /// The most there may be.
        most: usize,
    },
    /// A take that the rules do not allow.
    IllegalTake {
        /// What was to be taken.
        take: u32,
        /// What there was.
        left: u32,
        /// The most that a move may take.
        most: u32,
    },
    /// A move asked for when none is due: the game is over, or the other side is to move.
    OutOfTurn,
    /// The caller's `should_stop` said so.
    Stopped {
        /// Memory states found so far.
        memory_states: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoObjects => f.write_str("a game needs at least one object"),
            Self::TakesNothing => f.write_str("a move has to take at least one object"),
            Self::TooManyStrategies { most } => {
                write!(f, "a machine for so large a game would need more than {most} strategies")
            }
            Self::IllegalTake { take, left, most } => {
                write!(f, "{take} cannot be taken where {left} are left and a move takes 1 to {most}")
            }
            Self::OutOfTurn => f.write_str("no move is due: the game is over, or the other side is to move"),
            Self::Stopped { memory_states } => write!(f, "given up after {memory_states} memory states"),
        }
    }
}

impl std::error::Error for Error {}
