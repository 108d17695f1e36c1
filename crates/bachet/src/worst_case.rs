//! The most games that a machine can lose, over every person who plays by the rules.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;

use crate::error::Error;
use crate::memory::Memory;
use crate::rules::LastObject;
use crate::strategies::Strategies;

/// What every honest person and every series of games can make of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorstCase {
    /// The memory states that games reach, the first one included.
    pub memory_states: usize,
    /// Those from which no game is ever lost again.
    pub unbeatable: usize,
    /// Games over all memory states, a game being what both took, turn by turn. At most
    /// [`u64::MAX`].
    pub games: u64,
    /// Those that the machine resigned. At most [`u64::MAX`].
    pub resigned: u64,
    /// The most games that can be lost from the start; `None` if there is no limit.
    pub losses: Option<u64>,
}

/// How far a search has come, for whoever waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Memory states found.
    pub memory_states: usize,
    /// Memory states all of whose games are known.
    pub done: usize,
}

/// The games that start in one memory state.
#[derive(Default)]
struct Games {
    played: u64,
    resigned: u64,
    /// The memory relay that each way of losing operates; `None` where nothing was left to punish.
    lost: BTreeSet<Option<usize>>,
}

impl WorstCase {
    /// Follows every game from every memory state that games reach.
    ///
    /// `should_stop` is asked once for every memory state.
    ///
    /// # Errors
    /// [`Error::Stopped`] when `should_stop` says so.
    pub fn new(strategies: &Strategies, mut should_stop: impl FnMut(Found) -> bool) -> Result<Self, Error> {
        let mut found = IndexSet::from([Memory::new()]);
        let mut losses_to: Vec<Vec<usize>> = Vec::new();
        let (mut games, mut resigned) = (0_u64, 0_u64);
        while let Some(memory) = found.get_index(losses_to.len()).cloned() {
            if should_stop(Found { memory_states: found.len(), done: losses_to.len() }) {
                return Err(Error::Stopped { memory_states: found.len() });
            }
            let here = Games::from(strategies, &memory);
            games = games.saturating_add(here.played);
            resigned = resigned.saturating_add(here.resigned);
            let next = here.lost.into_iter().map(|relay| {
                let mut next = memory.clone();
                relay.map(|relay| next.insert(relay));
                found.insert_full(next).0
            });
            losses_to.push(next.collect());
        }
        let from = longest_ways(&losses_to);
        Ok(Self {
            memory_states: found.len(),
            unbeatable: from.iter().filter(|&&losses| losses == Some(0)).count(),
            games,
            resigned,
            losses: from.first().copied().flatten(),
        })
    }
}

/// The most losses from each state on.
///
/// A loss leads to a state found later, since it adds to what is remembered; one that leads back to
/// the same state can be repeated for ever.
fn longest_ways(losses_to: &[Vec<usize>]) -> Vec<Option<u64>> {
    let mut from = vec![None; losses_to.len()];
    for (state, next) in losses_to.iter().enumerate().rev() {
        let mut most = Some(0);
        for &next in next {
            let after = if next > state { from.get(next).copied().flatten() } else { None };
            most = most.zip(after).map(|(most, after): (u64, u64)| most.max(after + 1));
        }
        if let Some(slot) = from.get_mut(state) {
            *slot = most;
        }
    }
    from
}

impl Games {
    /// Every game that starts in this memory state; which games come to the same position with the
    /// same move to punish makes no difference from there on.
    fn from(strategies: &Strategies, memory: &Memory) -> Self {
        let rules = strategies.rules();
        let person_loses_last = rules.last() == LastObject::Loses;
        let mut games = Self::default();
        // By position of the person: what a punishment would operate, and in how many ways.
        let mut open: BTreeMap<u32, BTreeMap<Option<usize>, u64>> =
            BTreeMap::from([(rules.objects(), BTreeMap::from([(None, 1)]))]);
        while let Some((position, ways)) = open.pop_last() {
            for take in rules.takes(position) {
                let left = position - take;
                if left == 0 {
                    games.end(&ways, !person_loses_last);
                    continue;
                }
                let answer = strategies.answer(memory, left).and_then(|number| strategies.list().get(number));
                let Some(strategy) = answer else {
                    games.end(&ways, true);
                    games.resigned = ways.values().fold(games.resigned, |sum, &ways| sum.saturating_add(ways));
                    continue;
                };
                let moved = ways.iter().map(|(&before, &ways)| (strategy.stores.or(before), ways));
                if left == strategy.take {
                    games.end(&moved.fold(BTreeMap::new(), add_ways), person_loses_last);
                } else {
                    let there = open.entry(left - strategy.take).or_default();
                    *there = moved.fold(std::mem::take(there), add_ways);
                }
            }
        }
        games
    }

    fn end(&mut self, ways: &BTreeMap<Option<usize>, u64>, machine_lost: bool) {
        self.played = ways.values().fold(self.played, |sum, &ways| sum.saturating_add(ways));
        if machine_lost {
            self.lost.extend(ways.keys());
        }
    }
}

fn add_ways(
    mut all: BTreeMap<Option<usize>, u64>,
    (stores, ways): (Option<usize>, u64),
) -> BTreeMap<Option<usize>, u64> {
    let sum = all.entry(stores).or_default();
    *sum = sum.saturating_add(ways);
    all
}
