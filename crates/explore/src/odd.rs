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

    /// Whether the state of this number, if there is one, is an orbit.
    pub(crate) fn is_orbit(&self, number: Option<u32>) -> bool {
        number.is_some_and(|number| self.state(number).orbit)
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

/// Puts the circuit into the one state that stands for all that its orbit goes through: the least of
/// them. It stands somewhere on the orbit before.
pub(crate) fn to_least_on_orbit(simulator: &mut Simulator) {
    let mut least = simulator.state();
    go_round(simulator, |simulator, _| {
        let state = simulator.state();
        if state < least {
            least = state;
        }
        true
    });
    simulator.restore(&least, 0);
}

/// Lets a circuit that stands on an orbit go round once and shows each instant of it, with the time
/// since it set out, for as long as `look` says yes.
pub(crate) fn go_round(simulator: &mut Simulator, mut look: impl FnMut(&Simulator, Micros) -> bool) {
    let (first, start) = (simulator.state(), simulator.now());
    while look(simulator, simulator.now() - start) {
        let Some(next) = simulator.until_next() else { return };
        simulator.wait(next, &mut ());
        if simulator.state() == first {
            return;
        }
    }
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
