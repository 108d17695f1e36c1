//! What a packed board is worth, as whoever is to move on it sees it.

use super::stops_at_majority;
use crate::evaluate::Evaluation;
use crate::game::Kalah;
use crate::packed::{Lanes, Packed, Sowing, is_bare};

/// The worth of boards in one game with so many stones in all.
#[derive(Clone, Debug)]
pub(super) struct Worth<L> {
    pub(super) sowing: Sowing<L>,
    pub(super) game: Kalah,
    pub(super) total: i32,
    unit: i32,
}

impl<L: Lanes> Worth<L> {
    pub(super) fn new(game: Kalah, pits: usize, total: u32) -> Self {
        let unit = game.evaluation.unit();
        Self { sowing: Sowing::new(game.rules, pits), game, total: total as i32, unit }
    }

    /// The result, if the game is over.
    #[inline(always)]
    pub(super) fn result(&self, board: Packed<L>) -> Option<i32> {
        let (own, other) = (self.sowing.kalah(board.own), self.sowing.kalah(board.other));
        if stops_at_majority(self.game.rules) {
            if 2 * own > self.total {
                return Some(self.total * self.unit);
            }
            if 2 * other > self.total {
                return Some(-self.total * self.unit);
            }
        }
        let pits = Packed { own: self.sowing.in_pits(board.own), other: self.sowing.in_pits(board.other) };
        if !is_bare(self.game.rules, pits) {
            return None;
        }
        // What is left goes to its owner.
        let margin = i32::from(board.own.sum()) - i32::from(board.other.sum());
        Some(self.unit * if stops_at_majority(self.game.rules) { margin.signum() * self.total } else { margin })
    }

    /// A guess at a board where the game goes on.
    #[inline(always)]
    pub(super) fn guess(&self, board: Packed<L>) -> i32 {
        match self.game.evaluation {
            Evaluation::Chapter => self.sowing.kalah(board.own) - self.sowing.kalah(board.other),
            evaluation => self.careful_guess(evaluation, board),
        }
    }

    fn careful_guess(&self, evaluation: Evaluation, board: Packed<L>) -> i32 {
        let (mut own, mut other) = ([0_u8; 16], [0_u8; 16]);
        let pits = self.sowing.pits();
        for (lane, (own, other)) in (0..pits).zip(own.iter_mut().zip(&mut other)) {
            *own = board.own.lane(lane);
            *other = board.other.lane(lane);
        }
        let kalah = |side| self.sowing.kalah(side) as u32;
        let (own, other) = (&own[..pits as usize], &other[..pits as usize]);
        evaluation.of(self.game.rules, own, kalah(board.own), other, kalah(board.other))
    }

    /// Between which values every game ends that goes on from here, and every guess lies.
    #[inline(always)]
    pub(super) fn bounds(&self, board: Packed<L>) -> (i32, i32) {
        if stops_at_majority(self.game.rules) {
            return (-self.total * self.unit, self.total * self.unit);
        }
        let (own, other) = (self.sowing.kalah(board.own), self.sowing.kalah(board.other));
        ((2 * own - self.total) * self.unit, (self.total - 2 * other) * self.unit)
    }
}
