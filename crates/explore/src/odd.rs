//! States that are not simply settled: under way because time was cut short, going round for ever,
//! or with something broken. Few, so each is kept as the engine gives it.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use kiber_engine::{Micros, Simulator, State};

/// A state that bits alone do not say.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct OddState {
    pub(crate) state: State,
    /// It never settles; this is the least of the states it goes through.
    pub(crate) orbit: bool,
}

/// All odd states found, numbered in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub(crate) struct OddStates {
    states: Vec<OddState>,
    table: HashTable<u32>,
}

impl OddStates {
    pub(crate) fn state(&self, number: u32) -> &OddState {
        &self.states[number as usize]
    }

    pub(crate) fn find(&self, state: &OddState) -> Option<u32> {
        self.table.find(hash_of(state), |&number| self.states[number as usize] == *state).copied()
    }

    pub(crate) fn insert(&mut self, state: OddState) -> u32 {
        if let Some(known) = self.find(&state) {
            return known;
        }
        let number = self.states.len() as u32;
        let hash = hash_of(&state);
        self.states.push(state);
        let states = &self.states;
        self.table.insert_unique(hash, number, |&number| hash_of(&states[number as usize]));
        number
    }

    /// About how many bytes they take: a byte a mechanism and some for what is under way.
    pub(crate) fn bytes(&self) -> usize {
        self.states.len() * (size_of::<OddState>() + 256)
    }
}

/// The one state that stands for all that an orbit goes through: the least of them.
///
/// The circuit stands somewhere on the orbit, and does so again afterwards. After `most` instants it
/// is given up, and the state it stands in is taken.
pub(crate) fn least_on_orbit(simulator: &mut Simulator, most: u64) -> State {
    let first = simulator.state();
    let mut least = first.clone();
    for _ in 0..most {
        let Some(next) = next_due(simulator) else { break };
        simulator.wait(next, &mut ());
        let state = simulator.state();
        if state == first {
            break;
        }
        if state < least {
            least = state;
        }
    }
    simulator.restore(&least, 0);
    least
}

fn next_due(simulator: &Simulator) -> Option<Micros> {
    simulator.circuit().parts.ids().filter_map(|part| simulator.remaining(part)).min()
}

/// A hasher without a seed.
#[derive(Default)]
struct Folding(u64);

impl Hasher for Folding {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0.rotate_left(5) ^ u64::from(byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

fn hash_of(state: &OddState) -> u64 {
    let mut hasher = Folding::default();
    state.hash(&mut hasher);
    hasher.finish()
}
