//! The set of states found: each stored whole, found by its hash, confirmed word by word.

use hashbrown::HashTable;

use crate::segments::Segments;

/// Where a state was first reached from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) parent: u32,
    pub(crate) rule: u16,
}

/// All states found, numbered in the order in which they were found.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    states: Segments<u64>,
    table: HashTable<u32>,
    parents: Segments<u32>,
    rules: Segments<u16>,
}

impl Store {
    pub(crate) fn new(words: usize) -> Self {
        Self {
            states: Segments::new(words),
            table: HashTable::new(),
            parents: Segments::new(1),
            rules: Segments::new(1),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn state(&self, number: u32) -> &[u64] {
        self.states.row(number as usize)
    }

    /// From where a state was first reached; of the first state, itself.
    pub(crate) fn origin(&self, number: u32) -> Origin {
        Origin { parent: self.parents.row(number as usize)[0], rule: self.rules.row(number as usize)[0] }
    }

    pub(crate) fn find(&self, hash: u64, state: &[u64]) -> Option<u32> {
        self.table.find(hash, |&number| self.states.row(number as usize) == state).copied()
    }

    /// The number of a state, and whether it is new.
    pub(crate) fn insert(&mut self, hash: u64, state: &[u64], origin: Origin) -> (u32, bool) {
        if let Some(known) = self.find(hash, state) {
            return (known, false);
        }
        let number = self.states.len() as u32;
        self.states.push(state);
        self.parents.push(&[origin.parent]);
        self.rules.push(&[origin.rule]);
        let states = &self.states;
        self.table.insert_unique(hash, number, |&number| hash_of(states.row(number as usize)));
        (number, true)
    }

    /// How many bytes are reserved, beyond the states themselves and with them.
    pub(crate) fn bytes(&self) -> usize {
        self.states.bytes() + self.parents.bytes() + self.rules.bytes() + self.table.allocation_size()
    }
}

/// The hash of a state, the same on every machine.
pub(crate) fn hash_of(words: &[u64]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    words.iter().fold(FACTOR, |hash, &word| {
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        (product as u64) ^ (product >> 64) as u64
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_found_whole() {
        let mut store = Store::new(2);
        for index in 0..5_000u64 {
            let state = [index % 100, index / 7];
            let known = store.find(hash_of(&state), &state);
            let origin = Origin { parent: index as u32, rule: 3 };
            let (number, new) = store.insert(hash_of(&state), &state, origin);
            assert_eq!(known.is_none(), new);
            assert_eq!(known.unwrap_or(number), number);
            assert_eq!(store.state(number), state);
        }
        // However alike the hashes, the words decide.
        let (a, new_a) = store.insert(7, &[1, u64::MAX], Origin { parent: 0, rule: 0 });
        let (b, new_b) = store.insert(7, &[2, u64::MAX], Origin { parent: 0, rule: 0 });
        assert!(new_a && new_b && a != b);
    }
}
