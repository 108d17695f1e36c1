//! The one error type of this crate.

use std::fmt;

/// Why a machine cannot be built, taught or read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A game with too many moves to be laid out.
    TooManyMoves {
        /// The most there may be.
        most: usize,
    },
    /// A game in which the machine never has to choose.
    NoBoxes,
    /// A schedule that puts beads in, so that the contents of the boxes have no end.
    GrowsWithoutEnd,
    /// More contents of the boxes can be reached than may be followed.
    TooManyStates {
        /// The most that were allowed.
        most: usize,
        /// How many contents the boxes could have altogether; many of them are never reached.
        contents: f64,
    },
    /// A machine with so many moves that not even the games of one content can be followed.
    TooLarge {
        /// How many kinds of beads it has: one for each move of each box.
        kinds: usize,
    },
    /// A schedule that cannot be read; says why.
    Schedule(String),
    /// A saved machine that cannot be read.
    Saved {
        /// The line, from 1; 0 for the file as a whole.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// Boxes of one machine put into another.
    OtherMachine,
    /// The caller's `should_stop` said so.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyMoves { most } => {
                write!(f, "the game has more than {most} moves over all its positions, too many to lay out")
            }
            Self::NoBoxes => f.write_str("the machine never has to choose in this game: it needs no box"),
            Self::GrowsWithoutEnd => {
                f.write_str("this schedule puts beads in, so the boxes can hold any number; only simulation tells")
            }
            Self::TooManyStates { most, contents } => {
                write!(f, "more than {most} contents of the boxes can be reached (of {contents:.4e} that there are)")
            }
            Self::TooLarge { kinds } => {
                write!(f, "a machine with {kinds} kinds of beads is too large to be followed from content to content")
            }
            Self::Schedule(why) => f.write_str(why),
            Self::Saved { line: 0, why } => f.write_str(why),
            Self::Saved { line, why } => write!(f, "line {line}: {why}"),
            Self::OtherMachine => f.write_str("the beads are those of another machine"),
            Self::Stopped => f.write_str("given up"),
        }
    }
}

impl std::error::Error for Error {}
