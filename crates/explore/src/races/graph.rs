//! Every order of moves, as a graph: states between moves, and whose move leads where.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use kiber_engine::{Place, Untimed};
use kiber_netlist::PartId;

use super::groups::Group;
use super::places::{Packing, hash};
use super::stops::Stops;
use super::ties::{Sets, Ties};
use super::web::{Move, Space, Web};

/// The states that some mechanisms can pass through while all others stand still.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    members: Vec<usize>,
    web: Web,
    packing: Packing,
    words: usize,
    /// The first fuse that was found to carry too much.
    pub(super) overloaded: Option<PartId>,
    keys: Vec<u64>,
    table: HashTable<u32>,
    successor: Vec<u64>,
    moves: Vec<(Move, Place)>,
}

impl Space for Graph {
    fn web(&self) -> &Web {
        &self.web
    }

    fn members(&self) -> &[usize] {
        &self.members
    }

    fn place(&self, state: u32, member: usize) -> Place {
        self.packing.place_in(self.key(state), member)
    }
}

impl Graph {
    /// Lets the members of a group move in every order from where they stand, looking at so many states
    /// at most. They stop where `stops` says. With `ties`, those that could hinder each other also move at
    /// one instant.
    pub(super) fn explore(
        &mut self,
        untimed: &mut Untimed,
        group: &Group,
        stops: &Stops,
        ties: bool,
        most_states: usize,
    ) {
        self.members.clear();
        self.members.extend_from_slice(&group.members);
        self.packing = Packing::of(untimed, &self.members, false);
        self.words = self.packing.words(self.members.len());
        self.overloaded = None;
        self.web.clear();
        self.keys.clear();
        self.table.clear();
        let ties = ties.then(|| Ties::new(group));
        let mut start = vec![0; self.words];
        for (member, &mechanism) in self.members.iter().enumerate() {
            self.packing.set_place(&mut start, member, untimed.places().get(mechanism).copied().unwrap_or_default());
        }
        self.state_of(&start);
        while self.web.looked_at() < self.web.count().min(most_states) {
            self.expand(untimed, stops, ties.as_ref());
        }
    }

    /// Looks at the next state.
    fn expand(&mut self, untimed: &mut Untimed, stops: &Stops, ties: Option<&Ties>) {
        let packing = self.packing;
        let state = self.web.looked_at() as u32;
        self.web.next_state();
        self.stand_in(untimed, state);
        if let Some(fuse) = untimed.overloaded() {
            self.overloaded = self.overloaded.or(Some(fuse));
            self.web.leave_out();
        }
        let mut successor = std::mem::take(&mut self.successor);
        let mut moves = std::mem::take(&mut self.moves);
        successor.clear();
        successor.extend_from_slice(self.key(state));
        moves.clear();
        for (member, &mechanism) in self.members.iter().enumerate() {
            if untimed.is_restless(mechanism) {
                let possible = stops.moves(untimed, mechanism);
                moves.extend(possible.map(|(stroke, to)| ((member, stroke), to)));
            }
        }
        for &((member, stroke), to) in &moves {
            let place = packing.place_in(&successor, member);
            packing.set_place(&mut successor, member, to);
            let to = self.state_of(&successor);
            self.web.push(to, &[(member, stroke)]);
            packing.set_place(&mut successor, member, place);
        }
        if let Some(ties) = ties {
            let Sets { sets, whole } = ties.sets(&moves);
            if !whole {
                self.web.leave_out();
            }
            for set in sets {
                let before = successor.clone();
                for &(at, to) in &set {
                    packing.set_place(&mut successor, at.0, to);
                }
                let to = self.state_of(&successor);
                let set: Vec<Move> = set.into_iter().map(|(at, _)| at).collect();
                self.web.push(to, &set);
                successor = before;
            }
        }
        self.successor = successor;
        self.moves = moves;
    }

    /// The number of a state, a new one if it was not there before.
    fn state_of(&mut self, key: &[u64]) -> u32 {
        let Self { keys, table, words, web, .. } = self;
        let words = *words;
        let known = |state: u32| keys.get(state as usize * words..(state as usize + 1) * words).unwrap_or_default();
        let hash_of = |key: &[u64]| hash(key.iter().copied());
        match table.entry(hash_of(key), |&state| known(state) == key, |&state| hash_of(known(state))) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(place) => {
                let new = web.count() as u32;
                place.insert(new);
                keys.extend_from_slice(key);
                web.set_count(new as usize + 1);
                new
            }
        }
    }

    fn key(&self, state: u32) -> &[u64] {
        let start = state as usize * self.words;
        self.keys.get(start..start + self.words).unwrap_or_default()
    }
}
