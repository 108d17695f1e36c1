//! Which game of Kalah is played, and with how many pits and stones.

use crate::error::Error;

/// The rules of the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rules {
    /// The rules of C. Wetherell's *Etudes for Programmers* (1978), chapter 14: sowing goes on from an
    /// own pit, twos and threes are captured, no extra move.
    #[default]
    Wetherell,
    /// Standard Kalah: an extra move for a last stone in the own kalah; a last stone in an empty own
    /// pit captures the opposite pit, unless that is empty.
    Standard,
    /// Standard Kalah with *empty capture*: the last stone in an empty own pit goes to the kalah even
    /// if the opposite pit is empty (Irving, Donkers and Uiterwijk, "Solving Kalah", 2000).
    StandardEmptyCapture,
}

/// A game: its rules, its pits, and the stones in each at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    rules: Rules,
    pits: usize,
    stones: u32,
}

impl Setup {
    /// The most pits a side.
    pub const MOST_PITS: usize = 100;
    /// The most stones a pit.
    pub const MOST_STONES: u32 = 1000;

    /// A game with so many pits a side, and so many stones in each at the start.
    ///
    /// # Errors
    /// [`Error::Pits`] and [`Error::Stones`] for none or too many.
    pub fn new(rules: Rules, pits: usize, stones: u32) -> Result<Self, Error> {
        if pits == 0 || pits > Self::MOST_PITS {
            return Err(Error::Pits { pits });
        }
        if stones == 0 || stones > Self::MOST_STONES {
            return Err(Error::Stones { stones });
        }
        Ok(Self { rules, pits, stones })
    }

    /// The rules of the moves.
    pub fn rules(self) -> Rules {
        self.rules
    }

    /// The pits of a side.
    pub fn pits(self) -> usize {
        self.pits
    }

    /// The stones in each pit at the start.
    pub fn stones(self) -> u32 {
        self.stones
    }
}
