//! What has moved since settling began, so that a state that comes back is recognised.
//!
//! While a circuit settles every change is logged, which costs next to nothing. Only when some
//! mechanism sets out for the second time can a state come back at all; from then on every instant
//! is fingerprinted and looked up, the instants before it from the log. A match is confirmed
//! exactly, by walking the log back.

use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashTable;
use kiber_netlist::Id;

use crate::event::Micros;
use crate::mechanism::{Place, Request};
use crate::plan::MechanismId;

/// Where a mechanism stands and what it is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) place: Place,
    pub(crate) asks: Request,
    pub(crate) since: Micros,
    pub(crate) due: Micros,
    /// Where a hand turns it.
    pub(crate) goal: Place,
}

impl Standing {
    /// How a capacitor stands, which has a number after those of the mechanisms: at that voltage, or
    /// on its way from it since a moment.
    pub(crate) fn of_capacitor(microvolts: i64, since: Option<Micros>) -> Self {
        let due = since.unwrap_or(Micros::MAX);
        Self { place: CAPACITOR, asks: Request::Nothing, since: microvolts as Micros, due, goal: Place(0) }
    }

    /// Whether a capacitor stands so.
    pub(crate) fn is_of_capacitor(&self) -> bool {
        self.place == CAPACITOR
    }
}

/// In the place of a place: no mechanism has so many.
const CAPACITOR: Place = Place(u16::MAX);

/// A change: how a mechanism stood before it.
#[derive(Clone, Copy, Debug)]
struct Change {
    mechanism: MechanismId,
    before: Standing,
}

/// An instant after which the state was noted.
#[derive(Clone, Copy, Debug)]
struct Instant {
    at: Micros,
    /// How many changes had been logged.
    changes: u32,
    fingerprint: u64,
}

/// The log of one settling.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    changes: Vec<Change>,
    instants: Vec<Instant>,
    /// By mechanism, the settling in which it last left a seat.
    left_in: Vec<u32>,
    settling: u32,
    returns_possible: bool,
    seen: HashTable<u32>,
    now: Fingerprint,
}

/// A fingerprint of places and remaining times that is brought up to date in constant time.
///
/// Times count relative to now: a weighted sum of due times, less now times the sum of the weights.
#[derive(Clone, Copy, Debug, Default)]
struct Fingerprint {
    places: u64,
    due: u64,
    weights: u64,
}

impl Fingerprint {
    fn toggle(&mut self, mechanism: MechanismId, standing: Standing, sign: u64) {
        let mut place = mix((mechanism.index() as u64) << 8 | u64::from(standing.place.0));
        if standing.is_of_capacitor() {
            place = mix(place ^ standing.since);
        }
        self.places ^= place;
        if standing.due != Micros::MAX {
            let weight = mix(place ^ 0x5851_F42D_4C95_7F2D) | 1;
            self.due = self.due.wrapping_add(sign.wrapping_mul(weight.wrapping_mul(standing.due)));
            self.weights = self.weights.wrapping_add(sign.wrapping_mul(weight));
        }
    }

    /// Counts the due time of a mechanism that was pending before anything was counted.
    fn add_pending(&mut self, mechanism: MechanismId, standing: Standing) {
        let places = self.places;
        self.toggle(mechanism, standing, ADD);
        self.places = places;
    }

    fn at(&self, now: Micros) -> u64 {
        mix(self.places ^ self.due.wrapping_sub(now.wrapping_mul(self.weights)))
    }
}

const ADD: u64 = 1;
const TAKE: u64 = u64::MAX;

fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

impl History {
    pub(crate) fn new(mechanisms: usize) -> Self {
        Self { left_in: vec![0; mechanisms], ..Self::default() }
    }

    /// Begins a new settling at `now`.
    #[inline]
    pub(crate) fn start(&mut self, now: Micros) {
        self.changes.clear();
        self.instants.clear();
        if self.returns_possible {
            self.seen.clear();
            self.returns_possible = false;
        }
        self.settling = self.settling.wrapping_add(1);
        if self.settling == 0 {
            self.left_in.fill(0);
            self.settling = 1;
        }
        self.instants.push(Instant { at: now, changes: 0, fingerprint: 0 });
    }

    /// Notes a change of a mechanism.
    #[inline]
    pub(crate) fn note(&mut self, mechanism: MechanismId, before: Standing, after: Standing) {
        self.changes.push(Change { mechanism, before });
        if self.returns_possible {
            self.now.toggle(mechanism, before, TAKE);
            self.now.toggle(mechanism, after, ADD);
        }
    }

    /// Notes that a mechanism leaves its seat; true if it has done so before in this settling.
    #[inline]
    pub(crate) fn leaves(&mut self, mechanism: MechanismId) -> bool {
        std::mem::replace(&mut self.left_in[mechanism.index()], self.settling) == self.settling
    }

    /// From now on states may come back: fingerprints every instant so far, backwards from now.
    ///
    /// Places count relative to the present ones, which is all that comparing needs.
    pub(crate) fn expect_returns(&mut self, standing: impl Fn(MechanismId) -> Standing, pending: &[MechanismId]) {
        if self.returns_possible {
            return;
        }
        self.returns_possible = true;
        self.now = Fingerprint::default();
        for &mechanism in pending {
            self.now.add_pending(mechanism, standing(mechanism));
        }
        let mut back = self.now;
        let mut later = BTreeMap::new();
        let mut change = self.changes.len();
        for instant in self.instants.iter_mut().rev() {
            while change > instant.changes as usize {
                change -= 1;
                let Change { mechanism, before } = self.changes[change];
                let after = later.insert(mechanism, before).unwrap_or_else(|| standing(mechanism));
                back.toggle(mechanism, after, TAKE);
                back.toggle(mechanism, before, ADD);
            }
            instant.fingerprint = back.at(instant.at);
        }
        for index in 0..self.instants.len() as u32 {
            self.remember(index);
        }
    }

    fn remember(&mut self, index: u32) {
        let instants = &self.instants;
        let fingerprint = instants[index as usize].fingerprint;
        // The first of several like it is the one a state comes back to.
        if self.seen.find(fingerprint, |&at| instants[at as usize].fingerprint == fingerprint).is_none() {
            self.seen.insert_unique(fingerprint, index, |&at| instants[at as usize].fingerprint);
        }
    }

    /// Notes the state at `now`. If it is a state that was before, returns when that was and who has
    /// moved since. `relative` is a standing as seen from an instant.
    #[inline]
    pub(crate) fn instant<R: PartialEq>(
        &mut self,
        now: Micros,
        standing: impl Fn(MechanismId) -> Standing,
        relative: impl Fn(MechanismId, Standing, Micros) -> R,
        pending: impl Fn() -> Vec<MechanismId>,
    ) -> Option<(Micros, Vec<MechanismId>)> {
        self.instants.push(Instant { at: now, changes: self.changes.len() as u32, fingerprint: 0 });
        if !self.returns_possible {
            return None;
        }
        let fingerprint = self.now.at(now);
        let index = self.instants.len() - 1;
        self.instants[index].fingerprint = fingerprint;
        let instants = &self.instants;
        let earlier = self.seen.find(fingerprint, |&at| instants[at as usize].fingerprint == fingerprint).copied();
        let Some(earlier) = earlier else {
            self.remember(index as u32);
            return None;
        };
        let Instant { at: then, changes, .. } = self.instants[earlier as usize];
        // Walking back, the last one put in for a mechanism is how it stood after that instant.
        let mut stood = BTreeMap::new();
        let mut moved = BTreeSet::new();
        for change in self.changes[changes as usize..].iter().rev() {
            let after = stood.insert(change.mechanism, change.before).unwrap_or_else(|| standing(change.mechanism));
            if after.place != change.before.place {
                moved.insert(change.mechanism);
            }
        }
        let same = stood
            .iter()
            .all(|(&mechanism, &was)| relative(mechanism, was, then) == relative(mechanism, standing(mechanism), now));
        // Whoever is pending and has not changed since is nearer to its time than it was.
        let all_renewed = now == then || pending().iter().all(|mechanism| stood.contains_key(mechanism));
        if same && all_renewed {
            return Some((then, moved.into_iter().collect()));
        }
        // Another state with this fingerprint: from now on the later one is remembered.
        let instants = &self.instants;
        if let Some(at) = self.seen.find_mut(fingerprint, |&at| instants[at as usize].fingerprint == fingerprint) {
            *at = index as u32;
        }
        None
    }
}
