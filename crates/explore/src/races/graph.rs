//! Every order of moves, as a graph: states between moves, and whose move leads where.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use kiber_engine::{Place, Stroke, Untimed};

/// A move from one state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    /// Whose move, by place in the graph's members.
    pub(super) member: u32,
    pub(super) stroke: Stroke,
}

/// The states that some mechanisms can pass through while all others stand still. State 0 is the start.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// The numbers of the mechanisms.
    pub(super) members: Vec<usize>,
    /// How many words a state has: two bits for each member.
    words: usize,
    keys: Vec<u64>,
    table: HashTable<u32>,
    /// In the order of the states they come from.
    pub(super) edges: Vec<Edge>,
    first_edges: Vec<u32>,
    successor: Vec<u64>,
    /// How many states were looked at; the others have no moves here.
    looked_at: usize,
}

const PLACES_IN_WORD: usize = 32;

impl Graph {
    /// Lets the members move in every order from where they stand, looking at so many states at most.
    /// Members that `halves` says yes to leave and arrive, the others move whole.
    pub(super) fn explore(
        &mut self,
        untimed: &mut Untimed,
        members: &[usize],
        halves: impl Fn(usize) -> bool,
        most_states: usize,
    ) {
        self.members.clear();
        self.members.extend_from_slice(members);
        self.words = members.len().div_ceil(PLACES_IN_WORD).max(1);
        self.keys.clear();
        self.table.clear();
        self.edges.clear();
        self.first_edges.clear();
        let mut start = vec![0; self.words];
        for (member, &mechanism) in members.iter().enumerate() {
            set_place(&mut start, member, untimed.places().get(mechanism).copied().unwrap_or_default());
        }
        self.state_of(&start);
        self.looked_at = 0;
        while self.looked_at < self.count().min(most_states) {
            self.expand(untimed, self.looked_at as u32, &halves);
            self.looked_at += 1;
        }
        self.first_edges.resize(self.count() + 1, self.edges.len() as u32);
    }

    fn expand(&mut self, untimed: &mut Untimed, state: u32, halves: &impl Fn(usize) -> bool) {
        self.first_edges.push(self.edges.len() as u32);
        self.stand_in(untimed, state);
        let mut successor = std::mem::take(&mut self.successor);
        successor.clear();
        successor.extend_from_slice(self.key(state));
        for member in 0..self.members.len() {
            let mechanism = self.members[member];
            if !untimed.is_restless(mechanism) {
                continue;
            }
            let strokes: &[Stroke] = if halves(mechanism) {
                &[Stroke::Leaves, Stroke::Arrives, Stroke::FallsBack]
            } else {
                &[Stroke::Whole]
            };
            let place = place_in(&successor, member);
            for &stroke in strokes {
                if let Some(to) = untimed.destination(mechanism, stroke) {
                    set_place(&mut successor, member, to);
                    let to = self.state_of(&successor);
                    self.edges.push(Edge { from: state, to, member: member as u32, stroke });
                }
            }
            set_place(&mut successor, member, place);
        }
        self.successor = successor;
    }

    /// Puts the members where they are in a state.
    pub(super) fn stand_in(&self, untimed: &mut Untimed, state: u32) {
        let key = self.key(state);
        untimed.put(self.members.iter().enumerate().map(|(member, &mechanism)| (mechanism, place_in(key, member))));
    }

    /// The number of a state, a new one if it was not there before.
    fn state_of(&mut self, key: &[u64]) -> u32 {
        let Self { keys, table, words, .. } = self;
        let words = *words;
        let known = |state: u32| keys.get(state as usize * words..(state as usize + 1) * words).unwrap_or_default();
        match table.entry(hash(key), |&state| known(state) == key, |&state| hash(known(state))) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(place) => {
                let new = (keys.len() / words) as u32;
                place.insert(new);
                keys.extend_from_slice(key);
                new
            }
        }
    }

    fn key(&self, state: u32) -> &[u64] {
        let start = state as usize * self.words;
        self.keys.get(start..start + self.words).unwrap_or_default()
    }

    /// The number of states.
    pub(super) fn count(&self) -> usize {
        self.keys.len() / self.words.max(1)
    }

    /// Whether all states were looked at.
    pub(super) fn is_whole(&self) -> bool {
        self.looked_at == self.count()
    }

    /// Whether nothing can move in a state.
    pub(super) fn rests(&self, state: u32) -> bool {
        (state as usize) < self.looked_at && self.out(state).is_empty()
    }

    /// Where a member is in a state.
    pub(super) fn place(&self, state: u32, member: usize) -> Place {
        place_in(self.key(state), member)
    }

    /// The moves out of a state.
    pub(super) fn out(&self, state: u32) -> &[Edge] {
        let state = state as usize;
        match (self.first_edges.get(state), self.first_edges.get(state + 1)) {
            (Some(&first), Some(&end)) => self.edges.get(first as usize..end as usize).unwrap_or_default(),
            _ => &[],
        }
    }
}

fn place_in(key: &[u64], member: usize) -> Place {
    let word = key.get(member / PLACES_IN_WORD).copied().unwrap_or_default();
    Place((word >> (2 * (member % PLACES_IN_WORD)) & 3) as u8)
}

fn set_place(key: &mut [u64], member: usize, place: Place) {
    if let Some(word) = key.get_mut(member / PLACES_IN_WORD) {
        let shift = 2 * (member % PLACES_IN_WORD);
        *word = *word & !(3 << shift) | u64::from(place.0 & 3) << shift;
    }
}

fn hash(key: &[u64]) -> u64 {
    let mixed = key.iter().fold(0u64, |hash, &word| (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed ^ (mixed >> 32)
}
