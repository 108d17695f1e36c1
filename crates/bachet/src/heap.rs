//! Bachet as a game that any search can play.

use std::ops::RangeInclusive;

use kiber_minimax::{Game, Player};

use crate::rules::{LastObject, Rules};

/// A position with whoever is to move in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heap {
    /// The objects left.
    pub left: u32,
    /// Who is to move.
    pub player: Player,
}

impl Heap {
    /// Where a game starts.
    pub fn start(rules: Rules) -> Self {
        Self { left: rules.objects(), player: Player::First }
    }
}

/// A game is worth 1 to the player who wins it and −1 to the other; what goes on is guessed to be 0,
/// so that a search must come to the end of the game.
impl Game for Rules {
    type Position = Heap;
    type Move = u32;

    fn player(&self, position: &Heap) -> Player {
        position.player
    }

    fn moves(&self, position: &Heap, moves: &mut Vec<u32>) {
        moves.clear();
        moves.extend(self.takes(position.left));
    }

    fn play(&self, position: &Heap, take: u32) -> Heap {
        Heap { left: position.left.saturating_sub(take), player: position.player.other() }
    }

    fn result(&self, position: &Heap) -> i32 {
        // Whoever would be next has not taken the last object.
        let next_wins = self.last() == LastObject::Loses;
        if (position.player == Player::First) == next_wins { 1 } else { -1 }
    }

    fn evaluate(&self, _: &Heap) -> i32 {
        0
    }

    fn bounds(&self, _: &Heap) -> RangeInclusive<i32> {
        -1..=1
    }
}
