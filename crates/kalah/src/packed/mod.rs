//! Positions packed into two numbers: for everything that has to look at many of them.

mod lanes;
mod ranking;
mod sowing;

use crate::position::{Position, Side};
use crate::rules::Rules;

pub(crate) use lanes::Lanes;
pub(crate) use ranking::{Ranking, positions_up_to};
pub(crate) use sowing::Sowing;

/// The most stones of a board that fit: a byte holds them all.
pub(crate) const MOST_STONES: u32 = 255;

/// The bytes of a small board and of a large one.
pub(crate) type Small = u64;
pub(crate) type Large = u128;

/// A board as the player to move sees it: a byte for each pit, then one for the kalah.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Packed<L> {
    /// The side of the player to move.
    pub(crate) own: L,
    /// The other side.
    pub(crate) other: L,
}

impl<L: Lanes> Packed<L> {
    /// The board of a position; none if it does not fit.
    pub(crate) fn new(position: &Position) -> Option<Self> {
        if position.pits() > Sowing::<L>::MOST_PITS || position.total() > MOST_STONES {
            return None;
        }
        let row = |side: Side| {
            let places = position.side(side).iter().copied().chain([position.kalah(side)]);
            (0..).zip(places).fold(L::default(), |row, (lane, stones)| row | L::one(lane, stones as u8))
        };
        let (own, other) = (position.to_move(), position.to_move().other());
        Some(Self { own: row(own), other: row(other) })
    }

    /// The same board as the other player sees it.
    #[inline(always)]
    pub(crate) fn turned(self) -> Self {
        Self { own: self.other, other: self.own }
    }
}

/// Whether the game is over in a position of pits alone, so that nobody has a majority: the stones
/// left are then swept to their owners.
#[inline(always)]
pub(crate) fn is_bare<L: Lanes>(rules: Rules, pits: Packed<L>) -> bool {
    let nothing = L::default();
    match rules {
        Rules::Wetherell => pits.own == nothing,
        Rules::Standard | Rules::StandardEmptyCapture => pits.own == nothing || pits.other == nothing,
    }
}
