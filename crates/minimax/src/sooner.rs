//! The same game for players who, among equal values, want to win sooner and lose later.

use std::ops::RangeInclusive;

use crate::{Game, Player};

/// A game whose values tell how long it took, too.
///
/// A value of the game underneath is multiplied by a unit that is larger than any number of moves, and
/// brought nearer to 0 by the number of moves; so values compare as before, and among equal ones the
/// sooner win and the later loss is the better. A draw is a draw, however long.
#[derive(Debug)]
pub(crate) struct Sooner<'g, G: Game> {
    pub(crate) game: &'g G,
    unit: i32,
}

/// A position, and how many moves after the first it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Timed<P> {
    pub(crate) position: P,
    pub(crate) plies: u32,
}

impl<'g, G: Game> Sooner<'g, G> {
    /// The game from a position on.
    pub(crate) fn new(game: &'g G, position: &G::Position) -> Self {
        let (low, high) = game.bounds(position).into_inner();
        let widest = low.unsigned_abs().max(high.unsigned_abs()).min(i32::MAX as u32 - 1);
        Self { game, unit: i32::MAX / (widest as i32 + 1) }
    }

    /// The value of the game underneath, and after how many moves it was given.
    pub(crate) fn parts(&self, timed: i32) -> (i32, u32) {
        let sign = timed.signum();
        let size = timed.saturating_abs();
        let value = size / self.unit + i32::from(size % self.unit > 0);
        (sign * value, value.saturating_mul(self.unit).saturating_sub(size).unsigned_abs())
    }

    /// A value given after so many moves; of very many, as if it were fewer.
    fn timed(&self, value: i32, plies: u32) -> i32 {
        let plies = i32::try_from(plies).unwrap_or(i32::MAX).min(self.unit - 1);
        value.saturating_mul(self.unit).saturating_sub(value.signum() * plies)
    }
}

impl<G: Game> Game for Sooner<'_, G> {
    type Position = Timed<G::Position>;
    type Move = G::Move;

    fn player(&self, timed: &Self::Position) -> Player {
        self.game.player(&timed.position)
    }

    fn moves(&self, timed: &Self::Position, moves: &mut Vec<G::Move>) {
        self.game.moves(&timed.position, moves);
    }

    fn play(&self, timed: &Self::Position, chosen: G::Move) -> Self::Position {
        Timed { position: self.game.play(&timed.position, chosen), plies: timed.plies.saturating_add(1) }
    }

    fn result(&self, timed: &Self::Position) -> i32 {
        self.timed(self.game.result(&timed.position), timed.plies)
    }

    fn evaluate(&self, timed: &Self::Position) -> i32 {
        self.timed(self.game.evaluate(&timed.position), timed.plies)
    }

    fn bounds(&self, timed: &Self::Position) -> RangeInclusive<i32> {
        let (low, high) = self.game.bounds(&timed.position).into_inner();
        // The soonest is now, the latest is as late as can be told.
        let low = self.timed(low, if low < 0 { timed.plies } else { u32::MAX });
        let high = self.timed(high, if high > 0 { timed.plies } else { u32::MAX });
        low..=high
    }
}
