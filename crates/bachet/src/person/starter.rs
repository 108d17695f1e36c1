//! A machine in the person's chair.

use super::{Person, Seen};
use crate::error::Error;
use crate::memory::Memory;
use crate::rules::Rules;
use crate::strategies::Strategies;

/// A learning machine that plays the person's part, so that machine can play against machine.
///
/// It has a strategy for every move of the one who starts, tries them from 1 up, and never again makes
/// one that a game was lost by. It cannot resign at a panel: with nothing left to try it takes 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starter {
    strategies: Strategies,
    memory: Memory,
    moves: Vec<usize>,
}

impl Starter {
    /// A machine that has learned nothing yet.
    ///
    /// # Errors
    /// [`Error::TooManyStrategies`] where the game has too many moves to list.
    pub fn new(rules: Rules) -> Result<Self, Error> {
        // A list of strategies leaves out the first position, which is the other side's.
        let with_the_first = rules.with_objects(rules.objects().saturating_add(1))?;
        Ok(Self { strategies: Strategies::every_move(with_the_first)?, memory: Memory::new(), moves: Vec::new() })
    }

    /// The moves it will never make again, by their numbers in [`Starter::strategies`].
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Its strategies, those of the whole heap first.
    pub fn strategies(&self) -> &Strategies {
        &self.strategies
    }
}

impl Person for Starter {
    fn takes(&mut self, seen: &Seen) -> Option<u32> {
        let answer = self.strategies.answer(&self.memory, seen.left);
        self.moves.extend(answer);
        let strategy = answer.and_then(|number| self.strategies.list().get(number));
        strategy.map(|strategy| strategy.take).or((seen.left > 0).then_some(1))
    }

    fn game_over(&mut self, won: bool) {
        if !won && let Some(relay) = self.strategies.punished(&self.moves) {
            self.memory.insert(relay);
        }
        self.moves.clear();
    }
}
