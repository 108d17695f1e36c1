//! Why a game is over, and where its stones are then.

use std::fmt;

use crate::position::{Position, Side};
use crate::rules::Rules;

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// Wetherell: more than half of all stones lie in that side's kalah. Nothing is swept.
    Majority(Side),
    /// Wetherell: that side is to move and has no stone in its pits.
    CannotMove(Side),
    /// Standard: that side has no stone in its pits, whoever is to move.
    Bare(Side),
    /// Standard: neither side has a stone in its pits.
    BothBare,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Majority(side) => write!(f, "{side} has more than half of all stones"),
            Self::CannotMove(side) => write!(f, "{side} is to move and has no stone"),
            Self::Bare(side) => write!(f, "{side} has no stone left in the pits"),
            Self::BothBare => write!(f, "nobody has a stone left in the pits"),
        }
    }
}

impl Position {
    /// Why the game is over, if it is.
    ///
    /// By Wetherell's rules it is over as soon as a kalah holds more than half of all stones, and when
    /// whoever is to move has no stone in his pits; by the standard rules as soon as either side has
    /// none.
    pub fn ending(&self, rules: Rules) -> Option<Ending> {
        match rules {
            Rules::Wetherell => {
                let has_majority = |&side: &Side| self.kalah(side) > self.total() / 2;
                match [Side::South, Side::North].iter().find(|side| has_majority(side)) {
                    Some(&side) => Some(Ending::Majority(side)),
                    None => self.is_bare(self.to_move()).then(|| Ending::CannotMove(self.to_move())),
                }
            }
            Rules::Standard | Rules::StandardEmptyCapture => {
                match (self.is_bare(Side::South), self.is_bare(Side::North)) {
                    (true, true) => Some(Ending::BothBare),
                    (true, false) => Some(Ending::Bare(Side::South)),
                    (false, true) => Some(Ending::Bare(Side::North)),
                    (false, false) => None,
                }
            }
        }
    }

    /// The board once the game has ended so: the stones left in the pits go to their owner's kalah,
    /// but after a majority everything stays where it is.
    #[must_use]
    pub fn swept(&self, ending: Ending) -> Self {
        match ending {
            Ending::Majority(_) => self.clone(),
            Ending::CannotMove(_) | Ending::Bare(_) | Ending::BothBare => self.with_pits_swept(),
        }
    }

    /// What the game is worth to South, if it is over.
    ///
    /// By Wetherell's rules "a win counts all stones": as many as there are on the board, negative if
    /// North has won, 0 for a draw. By the standard rules the margin: South's stones less North's once
    /// the board is swept.
    pub fn result(&self, rules: Rules) -> Option<i32> {
        let margin = self.swept(self.ending(rules)?).margin();
        Some(match rules {
            Rules::Wetherell => margin.signum() * self.total() as i32,
            Rules::Standard | Rules::StandardEmptyCapture => margin,
        })
    }
}
