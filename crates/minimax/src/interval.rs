//! Between which values something lies.

use std::ops::RangeInclusive;

use crate::Player;

/// All values from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) low: i32,
    pub(crate) high: i32,
}

impl Interval {
    pub(crate) const EVERYTHING: Self = Self { low: i32::MIN, high: i32::MAX };

    pub(crate) fn point(value: i32) -> Self {
        Self { low: value, high: value }
    }

    /// What a player has before he has looked at any move: the worst there is.
    pub(crate) fn nothing_yet(player: Player) -> Self {
        Self::point(match player {
            Player::First => i32::MIN,
            Player::Second => i32::MAX,
        })
    }

    pub(crate) fn is_point(self) -> bool {
        self.low == self.high
    }

    /// Where the better of two values lies, for that player.
    pub(crate) fn better(self, other: Self, player: Player) -> Self {
        match player {
            Player::First => Self { low: self.low.max(other.low), high: self.high.max(other.high) },
            Player::Second => Self { low: self.low.min(other.low), high: self.high.min(other.high) },
        }
    }

    /// What lies in both. Two intervals that have nothing in common, which only a game that
    /// contradicts itself gives, leave a point.
    pub(crate) fn within(self, other: Self) -> Self {
        let low = self.low.max(other.low);
        Self { low, high: self.high.min(other.high).max(low) }
    }
}

impl From<RangeInclusive<i32>> for Interval {
    fn from(range: RangeInclusive<i32>) -> Self {
        let (low, high) = range.into_inner();
        Self { low, high: high.max(low) }
    }
}
