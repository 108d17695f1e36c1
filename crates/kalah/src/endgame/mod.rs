//! Endgame tables: the value of every position with few stones in its pits.

mod build;
mod file;

use crate::packed::{Lanes, Large, Packed, Ranking, Small, Sowing, is_bare, positions_up_to};
use crate::position::Position;
use crate::rules::Rules;

pub use file::TableError;

/// The value of every position with at most so many stones in its pits, for one set of rules and one
/// number of pits.
///
/// A value is the margin that the stones in the pits still make when both play as well as possible to
/// the end, nobody stopping at a majority; stones in the kalahs change nothing about it. One byte a
/// position: 86 million positions with six pits a side and up to 18 stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameTable {
    rules: Rules,
    pits: u32,
    stones: u32,
    ranking: Ranking,
    /// By the number of the position; a value is a byte in two's complement.
    values: Vec<u8>,
}

impl EndgameTable {
    /// The most stones in play: a value has to fit into a byte.
    pub const MOST_STONES: u32 = 127;

    /// How many positions, and so how many bytes, a table has; none if there can be no such table.
    pub fn positions(pits: usize, stones: u32) -> Option<u64> {
        if stones > Self::MOST_STONES || pits == 0 || pits > Sowing::<Large>::MOST_PITS {
            return None;
        }
        positions_up_to(u32::try_from(pits).ok()?, stones)
    }

    /// The most stones for which a table is worth its while where a game starts with so many stones in
    /// its pits, and takes up at most so many bytes.
    pub fn worthwhile(pits: usize, in_pits: u32, most_bytes: u64) -> u32 {
        // Beyond this a table takes longer to build than it saves.
        const MOST_POSITIONS: u64 = 100_000_000;
        let most = MOST_POSITIONS.min(most_bytes);
        let fits = |&stones: &u32| Self::positions(pits, stones).is_some_and(|positions| positions <= most);
        let wanted = (in_pits / 2).saturating_sub(2).min(Self::MOST_STONES);
        (0..=wanted).take_while(fits).last().unwrap_or(0)
    }

    /// The rules of the moves.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The pits of a side.
    pub fn pits(&self) -> usize {
        self.pits as usize
    }

    /// The most stones in play.
    pub fn stones(&self) -> u32 {
        self.stones
    }

    /// The margin of a game, South's stones less North's, when both go on from here as well as they can
    /// to the end; none for a position with more stones in its pits, or of another board.
    pub fn value(&self, position: &Position) -> Option<i32> {
        if position.pits() != self.pits() {
            return None;
        }
        let future = match Packed::<Small>::new(position) {
            Some(board) => self.future_of(board),
            None => self.future_of(Packed::<Large>::new(position)?),
        };
        Some(position.margin() + future? * position.to_move().sign())
    }

    fn future_of<L: Lanes>(&self, board: Packed<L>) -> Option<i32> {
        let sowing = Sowing::new(self.rules, self.pits());
        let pits = Packed { own: sowing.in_pits(board.own), other: sowing.in_pits(board.other) };
        let stones = u32::from(pits.own.sum()) + u32::from(pits.other.sum());
        (stones <= self.stones).then(|| self.future(self.ranking.rank(pits)))
    }

    /// What the mover still gains where the position has this number.
    #[inline(always)]
    pub(crate) fn future(&self, rank: u64) -> i32 {
        i32::from(self.values[rank as usize] as i8)
    }
}

/// What the mover still gains, when the values after every move are known.
#[inline(always)]
fn future_by_moves<L: Lanes>(
    sowing: &Sowing<L>,
    ranking: &Ranking,
    pits: Packed<L>,
    known: impl Fn(u64) -> i32,
) -> i32 {
    if is_bare(sowing.rules(), pits) {
        return i32::from(pits.own.sum()) - i32::from(pits.other.sum());
    }
    let mut best = i32::MIN;
    let mut left = pits.own;
    while let Some(pit) = left.first() {
        left = left.without(pit);
        let sown = sowing.sow(pits, pit);
        let gain = sowing.kalah(sown.board.own);
        let after = Packed { own: sowing.in_pits(sown.board.own), other: sown.board.other };
        let future =
            if sown.again { gain + known(ranking.rank(after)) } else { gain - known(ranking.rank(after.turned())) };
        best = best.max(future);
    }
    best
}

#[cfg(test)]
mod tests;
