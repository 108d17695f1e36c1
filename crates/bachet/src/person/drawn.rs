//! A person who draws every take.

use kiber_minimax::Random;

use super::{Opponent, Person, Seen};

/// An [`Opponent`] with the chance to draw from: the same seed, the same takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    opponent: Opponent,
    random: Random,
}

impl Drawn {
    /// A person of this kind, who draws from `random`.
    pub fn new(opponent: Opponent, random: Random) -> Self {
        Self { opponent, random }
    }
}

impl Person for Drawn {
    fn takes(&mut self, seen: &Seen) -> Option<u32> {
        self.opponent.draw(seen.rules, seen.left, &mut self.random)
    }
}
