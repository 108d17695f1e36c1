//! Which game of Kalah is played, and with how many pits and stones.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::position::Position;

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

impl Rules {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Wetherell, Self::Standard, Self::StandardEmptyCapture];

    /// The name that texts and commands use: `wetherell`, `standard`, `standard-empty`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wetherell => "wetherell",
            Self::Standard => "standard",
            Self::StandardEmptyCapture => "standard-empty",
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rules {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|rules| rules.name() == name);
        found.ok_or_else(|| Error::UnknownRules { name: name.to_owned() })
    }
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

    /// All stones of the game: they only change places.
    pub fn total(self) -> u32 {
        // At most 2 x 100 x 1000.
        2 * self.pits as u32 * self.stones
    }

    /// Whether a game of this setup can go on from a position.
    ///
    /// # Errors
    /// [`Error::OtherPits`] and [`Error::OtherTotal`] for a board of another game, [`Error::Over`] if
    /// nobody has a move any more.
    pub fn check(self, position: &Position) -> Result<(), Error> {
        if position.pits() != self.pits {
            return Err(Error::OtherPits { pits: position.pits(), setup: self });
        }
        if position.total() != self.total() {
            return Err(Error::OtherTotal { stones: position.total(), setup: self });
        }
        match position.ending(self.rules) {
            Some(ending) => Err(Error::Over { position: position.clone(), ending }),
            None => Ok(()),
        }
    }
}
