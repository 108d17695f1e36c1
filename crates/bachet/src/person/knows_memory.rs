//! A person who knows what a machine has learned.

use super::{Opponent, Person, Seen};
use crate::memory::Memory;
use crate::rules::{LastObject, Rules};
use crate::strategies::Strategies;

/// A person who knows the machine's strategies and reads its memory, and so knows every answer.
///
/// Such a person makes the machine lose whenever it still can be made to, by the least take that does.
/// Where it cannot, or where no strategies are known, the play is [`Opponent::PerfectFixed`] with 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnowsMemory {
    strategies: Option<Strategies>,
    /// The memory last read, and what to take in each position against it.
    known: Option<(Memory, Vec<Option<u32>>)>,
}

impl KnowsMemory {
    /// A person who knows these strategies, or that there are none to know.
    pub fn new(strategies: Option<Strategies>) -> Self {
        Self { strategies, known: None }
    }
}

impl Person for KnowsMemory {
    fn takes(&mut self, seen: &Seen) -> Option<u32> {
        let place = usize::try_from(seen.left).ok()?;
        let Some(strategies) = self.strategies.as_ref().filter(|strategies| strategies.rules() == seen.rules) else {
            return fallback(seen.rules, seen.left);
        };
        if self.known.as_ref().is_none_or(|(memory, _)| *memory != seen.memory) {
            self.known = Some((seen.memory.clone(), strategies.forced_wins(&seen.memory)));
        }
        let forced = self.known.as_ref().and_then(|(_, takes)| takes.get(place).copied().flatten());
        forced.or_else(|| fallback(seen.rules, seen.left))
    }
}

fn fallback(rules: Rules, left: u32) -> Option<u32> {
    Opponent::PerfectFixed { take: 1 }.choices(rules, left).next()
}

impl Strategies {
    /// The least take by which a person can force a loss of the machine in this game, for each number
    /// of objects left when the person is to move, from 0 up; `None` where no take does.
    ///
    /// The machine's answers are known, since nothing is learned in mid-game.
    pub fn forced_wins(&self, memory: &Memory) -> Vec<Option<u32>> {
        let rules = self.rules();
        let taker_wins = rules.last() == LastObject::Wins;
        let mut takes: Vec<Option<u32>> = vec![None];
        // Whether the person wins with so many left; with none left the machine took the last one.
        let mut wins = vec![!taker_wins];
        for left in 1..=rules.objects() {
            let take = rules.takes(left).find(|take| {
                let position = left - take;
                if position == 0 {
                    return taker_wins;
                }
                let answer = self.answer(memory, position).and_then(|number| self.list().get(number));
                // A machine without an answer resigns.
                answer.is_none_or(|answer| wins.get((position - answer.take) as usize).is_some_and(|&wins| wins))
            });
            takes.push(take);
            wins.push(take.is_some());
        }
        takes
    }
}
