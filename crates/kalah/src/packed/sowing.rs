//! All moves of a packed board, by tables.

use super::{Lanes, Packed, is_bare};
use crate::rules::Rules;

/// What a move made of a board, still as the mover sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sown<L> {
    pub(crate) board: Packed<L>,
    /// Whether the mover moves again.
    pub(crate) again: bool,
}

/// The moves of one set of rules on boards of one size, as tables.
#[derive(Clone, Debug)]
pub(crate) struct Sowing<L> {
    rules: Rules,
    pits: u32,
    /// The bytes of the pits.
    in_pits: L,
    /// For each pit and number of stones: what sowing adds to each side, and where the last one falls
    /// (own pits from 0, the kalah, the other pits).
    strokes: Vec<[Stroke<L>; 256]>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Stroke<L> {
    own: L,
    other: L,
    last: u8,
}

impl<L: Lanes> Sowing<L> {
    /// The most pits a side that fit.
    pub(crate) const MOST_PITS: usize = L::COUNT as usize - 1;

    /// The tables for so many pits a side, at most [`Sowing::MOST_PITS`].
    pub(crate) fn new(rules: Rules, pits: usize) -> Self {
        let pits = pits.clamp(1, Self::MOST_PITS) as u32;
        let in_pits = (0..pits).fold(L::default(), |all, pit| all | L::one(pit, 0xFF));
        let strokes = (0..pits).map(|pit| {
            let mut strokes = [Stroke { last: pit as u8, ..Stroke::default() }; 256];
            let mut sown = strokes[0];
            for stroke in strokes.iter_mut().skip(1) {
                sown.last = if u32::from(sown.last) == 2 * pits { 0 } else { sown.last + 1 };
                match u32::from(sown.last) {
                    own if own <= pits => sown.own = sown.own + L::one(own, 1),
                    other => sown.other = sown.other + L::one(other - pits - 1, 1),
                }
                *stroke = sown;
            }
            strokes
        });
        Self { rules, pits, in_pits, strokes: strokes.collect() }
    }

    pub(crate) fn rules(&self) -> Rules {
        self.rules
    }

    pub(crate) fn pits(&self) -> u32 {
        self.pits
    }

    /// The pits of one side, without its kalah.
    #[inline(always)]
    pub(crate) fn in_pits(&self, side: L) -> L {
        side & self.in_pits
    }

    /// The stones in the kalah of one side.
    #[inline(always)]
    pub(crate) fn kalah(&self, side: L) -> i32 {
        i32::from(side.lane(self.pits))
    }

    /// Whether the game is over where there are so many stones in all: nobody can or need move.
    #[inline(always)]
    pub(crate) fn is_over(&self, board: Packed<L>, total: u32) -> bool {
        let has_majority = |side: L| 2 * u32::from(side.lane(self.pits)) > total;
        let is_won = self.rules == Rules::Wetherell && (has_majority(board.own) || has_majority(board.other));
        is_won || is_bare(self.rules, Packed { own: self.in_pits(board.own), other: self.in_pits(board.other) })
    }

    /// The board after sowing from a pit that is not empty.
    #[inline(always)]
    pub(crate) fn sow(&self, board: Packed<L>, pit: u32) -> Sown<L> {
        match self.rules {
            Rules::Wetherell => self.sow_on(board, pit),
            Rules::Standard => self.sow_once(board, pit, false),
            Rules::StandardEmptyCapture => self.sow_once(board, pit, true),
        }
    }

    #[inline(always)]
    fn stroke(&self, board: Packed<L>, pit: u32) -> (Packed<L>, u32, u8) {
        let stones = board.own.lane(pit);
        let stroke = &self.strokes[pit as usize][usize::from(stones)];
        let sown = Packed { own: board.own.without(pit) + stroke.own, other: board.other + stroke.other };
        (sown, u32::from(stroke.last), stones)
    }

    /// Wetherell's move: on from an own pit that was not empty, and twos and threes captured.
    #[inline(always)]
    fn sow_on(&self, mut board: Packed<L>, mut pit: u32) -> Sown<L> {
        loop {
            let (sown, last, stones) = self.stroke(board, pit);
            board = sown;
            if last < self.pits {
                let went_round = u32::from(stones) > self.pits - pit;
                if went_round && board.own.lane(last) >= 2 {
                    pit = last;
                    continue;
                }
            } else if last > self.pits {
                board = self.capture(board, last - self.pits - 1);
            }
            return Sown { board, again: false };
        }
    }

    /// Takes the twos and threes from this pit of the other side on, backwards.
    #[inline(always)]
    fn capture(&self, board: Packed<L>, last: u32) -> Packed<L> {
        // A byte is 0 here exactly where the pit holds 2 or 3.
        let kept = (board.other ^ L::every(2)) & L::every(0xFE);
        let run = (kept << (8 * (L::COUNT - 1 - last))).high_zeros().min(last + 1);
        if run == 0 {
            return board;
        }
        let before = last + 1 - run;
        // A kalah follows the last pit, so that neither shift is as wide as the number.
        let upper = L::every(0xFF) << (8 * before);
        let taken = upper & (L::every(0xFF) << (8 * (last + 1))).inverted();
        let stones = (board.other & taken).sum();
        Packed { own: board.own + L::one(self.pits, stones), other: board.other & taken.inverted() }
    }

    /// The standard move: again for a last stone in the kalah, cross capture for one in an empty pit.
    #[inline(always)]
    fn sow_once(&self, board: Packed<L>, pit: u32, captures_alone: bool) -> Sown<L> {
        let (mut board, last, _) = self.stroke(board, pit);
        if last < self.pits && board.own.lane(last) == 1 {
            let opposite = self.pits - 1 - last;
            let stones = board.other.lane(opposite);
            if captures_alone || stones > 0 {
                board.own = board.own.without(last) + L::one(self.pits, stones + 1);
                board.other = board.other.without(opposite);
            }
        }
        Sown { board, again: last == self.pits }
    }
}
