//! A memory of positions that were searched before.

use crate::Game;
use crate::hashing::hash_of;
use crate::interval::Interval;

/// How many positions share a place.
const WAYS: usize = 2;

/// A transposition table: what was found out about positions, for when they come up again.
///
/// It is bounded, grows as it fills, and holds the positions themselves, which are compared: a
/// position is never taken for another. What it forgets costs time and never changes an answer. A
/// table belongs to one game; searches of that game may share it, to whatever depth they go.
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    places: Vec<[Option<Entry<G>>; WAYS]>,
    most_places: usize,
    stored: usize,
}

#[derive(Debug)]
struct Entry<G: Game> {
    position: G::Position,
    /// How many moves deep it was searched; [`TO_THE_END`] for all.
    depth: u32,
    known: Known<G::Move>,
}

/// A depth that no search comes to the bottom of.
pub(crate) const TO_THE_END: u32 = u32::MAX;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<M> {
    /// Where its value lies for the depth asked for.
    pub(crate) value: Interval,
    /// Where its true value lies, and its value for any greater depth.
    pub(crate) truth: Interval,
    /// The move to look at first.
    pub(crate) best: Option<M>,
}

impl<G: Game> Table<G> {
    /// A table of at most about so many positions; of two at least.
    ///
    /// A position takes its own size and about 32 bytes.
    pub fn new(most_positions: usize) -> Self {
        let most_places = most_positions.max(WAYS).div_ceil(WAYS);
        // A power of two, so that a hash finds its place by its last bits.
        let most_places = if most_places.is_power_of_two() { most_places } else { most_places.next_power_of_two() / 2 };
        Self { places: Vec::new(), most_places, stored: 0 }
    }

    /// How many positions are stored.
    pub fn len(&self) -> usize {
        self.stored
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.stored == 0
    }

    /// How many positions it holds at most.
    pub fn most_positions(&self) -> usize {
        self.most_places * WAYS
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places.clear();
        self.stored = 0;
    }

    /// What is known of a position that is to be searched so many moves deep.
    pub(crate) fn look_up(&self, position: &G::Position, depth: u32) -> Known<G::Move> {
        let mut known = Known { value: Interval::EVERYTHING, truth: Interval::EVERYTHING, best: None };
        let place = self.place(position).and_then(|place| self.places.get(place));
        for entry in place.into_iter().flatten().flatten().filter(|entry| entry.position == *position) {
            // What holds for the true value holds for every depth from the one at which it was found;
            // a value that was guessed at some depth holds for no other.
            if depth >= entry.depth {
                known.truth = known.truth.within(entry.known.truth);
            }
            if depth == entry.depth {
                known.value = known.value.within(entry.known.value);
            }
            known.best = known.best.or(entry.known.best);
        }
        known.value = known.value.within(known.truth);
        known
    }

    /// Notes what a search so many moves deep found.
    pub(crate) fn store(&mut self, position: G::Position, depth: u32, known: Known<G::Move>) {
        if self.places.is_empty() {
            self.resize(16.min(self.most_places));
        } else if self.stored > self.places.len() && self.places.len() < self.most_places {
            self.resize(self.places.len() * 2);
        }
        self.put(Entry { position, depth, known });
    }

    fn put(&mut self, mut entry: Entry<G>) {
        let place = self.place(&entry.position);
        let Some([deep, latest]) = place.and_then(|place| self.places.get_mut(place)) else { return };
        for stored in [&mut *deep, &mut *latest].into_iter().flatten() {
            if stored.position == entry.position && stored.depth == entry.depth {
                entry.known.value = entry.known.value.within(stored.known.value);
                entry.known.truth = entry.known.truth.within(stored.known.truth);
                stored.known = entry.known;
                return;
            }
        }
        // The deeper search is worth more, and the latest is the likeliest to be asked for.
        let to_latest = match deep {
            Some(stored) if stored.depth > entry.depth => Some(entry),
            _ => deep.replace(entry),
        };
        if to_latest.is_some() {
            self.stored += usize::from(latest.is_none());
            *latest = to_latest;
        } else {
            self.stored += 1;
        }
    }

    fn resize(&mut self, places: usize) {
        let before = std::mem::take(&mut self.places);
        self.places.resize_with(places, || [None, None]);
        self.stored = 0;
        // The latest first, so that the deep ones find their place again.
        for entry in before.into_iter().flat_map(|[deep, latest]| [latest, deep]).flatten() {
            self.put(entry);
        }
    }

    fn place(&self, position: &G::Position) -> Option<usize> {
        let last = self.places.len().checked_sub(1)?;
        Some(hash_of(position) as usize & last)
    }
}

impl<G: Game> Clone for Entry<G> {
    fn clone(&self) -> Self {
        Self { position: self.position.clone(), depth: self.depth, known: self.known }
    }
}
