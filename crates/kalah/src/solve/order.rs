//! In which order moves are tried.

use crate::packed::{Lanes, Packed, Sowing};
use crate::rules::Rules;

/// A way to put moves in order, the promising ones first.
///
/// None is best for every position: one may need ten times the work of another, and which one that is
/// cannot be told beforehand. What is proved in one order is of use in any other. The weights were found
/// by counting the positions that proofs of whole games need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// What a move gains, and an extra move; rather from pits near the kalah.
    Gain,
    /// The same, and what it leaves: stones on the own side, and little to gain for the other player.
    Safety,
}

impl Order {
    /// The orders worth trying by these rules, the best first.
    pub(super) fn all(rules: Rules) -> &'static [Self] {
        match rules {
            Rules::Wetherell => &[Self::Gain, Self::Safety],
            // Extra moves decide: whoever has them gives little away.
            Rules::Standard | Rules::StandardEmptyCapture => &[Self::Gain],
        }
    }

    /// How good a move from this pit looks that gains so much, leaves so many stones in the pits, and
    /// leaves them so to whoever is then to move; `again` if that is the mover.
    #[inline(always)]
    pub(super) fn promise<L: Lanes>(
        self,
        sowing: &Sowing<L>,
        pit: u32,
        gain: i32,
        after: Packed<L>,
        stones: i32,
        again: bool,
    ) -> i32 {
        let common = 4 * gain + if again { 6 } else { 0 };
        match self {
            Self::Gain if sowing.rules() == Rules::Wetherell => common + 2 * pit as i32,
            Self::Gain => common + pit as i32,
            Self::Safety => {
                let own = i32::from(after.own.sum());
                let left = if again { 2 * own - stones } else { stones - 2 * own };
                let reply = if again { 0 } else { best_gain(sowing, after) };
                common + 3 * pit as i32 + left - 2 * reply
            }
        }
    }
}

/// The most that a single move gains at once.
#[inline(always)]
fn best_gain<L: Lanes>(sowing: &Sowing<L>, pits: Packed<L>) -> i32 {
    let mut best = 0;
    let mut left = pits.own;
    while let Some(pit) = left.first() {
        left = left.without(pit);
        best = best.max(sowing.kalah(sowing.sow(pits, pit).board.own));
    }
    best
}
