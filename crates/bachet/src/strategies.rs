//! The strategies of a machine: which moves it has, in which order it tries them, and which memory
//! relay switches which of them off.

use crate::error::Error;
use crate::memory::Memory;
use crate::rules::Rules;

/// A move that a machine can make: so many objects, from one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The objects left when the machine is to move.
    pub position: u32,
    /// How many of them it takes.
    pub take: u32,
    /// The memory relay that a punishment of this move operates, by its number from 0.
    pub stores: Option<usize>,
    /// The memory relay that, operated, switches this move off.
    pub off_by: Option<usize>,
}

/// Every strategy of a machine.
///
/// The strategies of a position are its *box* (the matchbox of the bead machine). The machine answers
/// with the first one of the box that is not switched off; with none it resigns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategies {
    rules: Rules,
    list: Vec<Strategy>,
    memory_relays: usize,
}

/// The moves of the article's fourteen relays, from P1 on: position and take.
const ARTICLE: [(u32, u32); 14] =
    [(7, 1), (7, 3), (6, 1), (6, 2), (5, 1), (4, 1), (4, 2), (4, 3), (3, 1), (3, 2), (3, 3), (2, 1), (2, 2), (1, 1)];

impl Strategies {
    /// The most strategies that a list may have.
    pub const MOST: usize = 100_000;

    /// A strategy for every move that the rules allow the machine, each with a memory relay of its
    /// own.
    ///
    /// The person starts, so the highest position of the machine is one below the number of objects.
    /// Positions come from the highest down, the takes of each from 1 up, and so do the numbers of the
    /// strategies and of their memory relays.
    ///
    /// # Errors
    /// [`Error::TooManyStrategies`] for more than [`Strategies::MOST`].
    pub fn every_move(rules: Rules) -> Result<Self, Error> {
        let moves = (1..rules.objects())
            .rev()
            .flat_map(move |position| rules.takes(position).map(move |take| (position, take)));
        let moves: Vec<(u32, u32)> = moves.take(Self::MOST + 1).collect();
        if moves.len() > Self::MOST {
            return Err(Error::TooManyStrategies { most: Self::MOST });
        }
        Ok(Self::each_remembered(rules, &moves))
    }

    /// The article's fourteen relays, P1 to P14, each with a memory relay of its own.
    pub fn full_memory() -> Self {
        Self::each_remembered(Rules::ARTICLE, &ARTICLE)
    }

    /// The article's machine: its fourteen relays and the six memory relays P6', P7', P8', P9', P10'
    /// and P12', numbered in this order.
    ///
    /// Its short cut: P8' operates when everything is lost from position 4, and from then on P2 and P4
    /// take the places of P1 and P3, so that the person comes to 4.
    pub fn article() -> Self {
        let mut strategies = Self::full_memory();
        let remembered = [5, 6, 7, 8, 9, 11];
        let all_of_four_lost = remembered.iter().position(|&number| number == 7);
        for (number, strategy) in strategies.list.iter_mut().enumerate() {
            strategy.stores = remembered.iter().position(|&remembered| remembered == number);
            strategy.off_by = strategy.stores;
        }
        for number in [0, 2] {
            if let Some(strategy) = strategies.list.get_mut(number) {
                strategy.off_by = all_of_four_lost;
            }
        }
        strategies.memory_relays = remembered.len();
        strategies
    }

    fn each_remembered(rules: Rules, moves: &[(u32, u32)]) -> Self {
        let list = moves.iter().enumerate().map(|(number, &(position, take))| Strategy {
            position,
            take,
            stores: Some(number),
            off_by: Some(number),
        });
        Self { rules, list: list.collect(), memory_relays: moves.len() }
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The strategies by their numbers.
    pub fn list(&self) -> &[Strategy] {
        &self.list
    }

    /// How many memory relays there are.
    pub fn memory_relays(&self) -> usize {
        self.memory_relays
    }

    /// The strategies of a position with their numbers, in the order in which they are tried.
    pub fn of_box(&self, position: u32) -> impl Iterator<Item = (usize, &Strategy)> {
        let from = self.list.partition_point(|strategy| strategy.position > position);
        let list = self.list.iter().enumerate().skip(from);
        list.take_while(move |(_, strategy)| strategy.position == position)
    }

    /// The number of the strategy that answers a position; `None` when the machine resigns there.
    pub fn answer(&self, memory: &Memory, position: u32) -> Option<usize> {
        let is_on = |strategy: &Strategy| !strategy.off_by.is_some_and(|relay| memory.contains(relay));
        self.of_box(position).find(|(_, strategy)| is_on(strategy)).map(|(number, _)| number)
    }

    /// The memory relay that a punishment operates after these moves of one game: that of the last
    /// move that has one.
    pub fn punished(&self, moves: &[usize]) -> Option<usize> {
        moves.iter().rev().find_map(|&number| self.list.get(number).and_then(|strategy| strategy.stores))
    }
}
