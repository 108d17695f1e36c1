//! What a game has to say of itself to be searched.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The one who moves first and wants the greatest value.
    First,
    /// The other one, who wants the least value.
    Second,
}

impl Player {
    /// The other player.
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A game of two players with open information, without chance, in which every game ends.
///
/// Values are whole numbers **as the first player sees them**, whoever is to move: what is good for
/// him is positive. A position knows who is to move, so that a player may move twice in a row.
pub trait Game {
    /// A position, with whoever is to move in it. Equal positions have equal futures.
    type Position: Clone + Eq + Hash + Debug;
    /// A move.
    type Move: Copy + Eq + Debug;

    /// Who is to move.
    fn player(&self, position: &Self::Position) -> Player;

    /// Puts the legal moves into `moves`, which is emptied first, always in the same order; none
    /// exactly when the game is over.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, chosen: Self::Move) -> Self::Position;

    /// The value of a game that is over.
    fn result(&self, position: &Self::Position) -> i32;

    /// A guess at the value of a game that is not over, for a search that stops there.
    fn evaluate(&self, position: &Self::Position) -> i32;

    /// Between which values every game ends that goes on from here, and every evaluation lies of
    /// this position and of those after it.
    ///
    /// The narrower, the less a search has to look at.
    fn bounds(&self, position: &Self::Position) -> RangeInclusive<i32>;
}
