//! The one error type of this crate.

use std::fmt;

use crate::rules::Setup;

/// Why there is no such game, position or move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// No game has so many pits a side.
    Pits {
        /// What was asked for.
        pits: usize,
    },
    /// No game starts with so many stones in a pit.
    Stones {
        /// What was asked for.
        stones: u32,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pits { pits } => write!(f, "a side has 1 to {} pits, not {pits}", Setup::MOST_PITS),
            Self::Stones { stones } => write!(f, "a pit starts with 1 to {} stones, not {stones}", Setup::MOST_STONES),
        }
    }
}

impl std::error::Error for Error {}
