//! The search: breadth first, block after block, by as many threads as were asked for.
//!
//! States are numbered in the order in which a search by one thread alone would find them: the
//! threads look at parts of a block, and what they found is put in by one of them, part after part.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::edges::Edges;
use crate::limits::{GaveUp, Limits, Progress};
use crate::model::{Model, Use};
use crate::odd::OddStates;
use crate::runs::Run;
use crate::store::{Origin, Store, hash_of};
use crate::worker::{Batch, CANDIDATE, Found, Incident, Trouble, Worker, is_same_race};

/// How many states a thread takes at a time, and how many are looked at between two looks at the
/// limits.
const PART: u32 = 64;
const BLOCK: u32 = 4096;
/// Blocks smaller than this are not worth a second thread.
const ALONE: u32 = 128;
/// More races than this are not kept: each is an answer by itself.
const MOST_RACES: usize = 10_000;
/// Numbers of states leave the highest bit free.
pub(crate) const MOST_STATES: u64 = (1 << 31) - (1 << 24);

/// A checked moment: in a counted state, or between two lines of a rule used in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) state: u32,
    /// The rule that is being done and how many of its lines are done.
    pub(crate) then: Option<(u16, u16)>,
}

/// All that a search found.
#[derive(Debug)]
pub(crate) struct Space {
    pub(crate) store: Store,
    pub(crate) odd: OddStates,
    pub(crate) edges: Option<Edges>,
    /// States below this number have been looked at.
    pub(crate) expanded: u32,
    pub(crate) transitions: u64,
    pub(crate) orbits: u64,
    /// By watched condition: the first checked moment at which it held.
    pub(crate) first: Vec<Option<At>>,
    /// By watched condition that every state needs: a bit for each state.
    pub(crate) bits: Vec<Vec<u64>>,
    pub(crate) short: Option<At>,
    pub(crate) unsettled: Option<At>,
    pub(crate) races: Vec<Found>,
    /// Where judging a race was given up, by property.
    pub(crate) races_given_up: Vec<(usize, At)>,
    /// By rule: whether it was ever enabled.
    pub(crate) fired: Vec<bool>,
    pub(crate) gave_up: Option<GaveUp>,
}

/// A rule that cannot be done.
#[derive(Debug)]
pub(crate) struct Stuck {
    pub(crate) rule: u16,
    pub(crate) trouble: Trouble,
    /// What was done before.
    pub(crate) before: Run,
}

impl Space {
    fn new(model: &Model) -> Self {
        Self {
            store: Store::new(model.layout.words()),
            odd: OddStates::default(),
            edges: model.keep_edges.then(Edges::new),
            expanded: 0,
            transitions: 0,
            orbits: 0,
            first: vec![None; model.watched.len()],
            bits: vec![Vec::new(); model.watched.len()],
            short: None,
            unsettled: None,
            races: Vec::new(),
            races_given_up: Vec::new(),
            fired: vec![false; model.book.rules.len()],
            gave_up: None,
        }
    }

    /// About how many bytes are taken.
    pub(crate) fn bytes(&self) -> usize {
        let bits: usize = self.bits.iter().map(|bits| bits.capacity() * 8).sum();
        self.store.bytes() + self.odd.bytes() + self.edges.as_ref().map_or(0, Edges::bytes) + bits
    }

    /// Whether a watched condition held in a state.
    pub(crate) fn held(&self, watched: usize, state: u32) -> bool {
        self.bits[watched].get(state as usize / 64).is_some_and(|word| word >> (state % 64) & 1 == 1)
    }

    /// The state after power-up.
    fn start(&mut self, model: &Model, worker: &mut Worker) {
        let happened = worker.player.happened();
        let (shorted, orbit) = (!happened.shorts.is_empty(), !happened.oscillations.is_empty());
        let at = At { state: 0, then: None };
        self.short = shorted.then_some(at);
        self.unsettled = orbit.then_some(at);
        self.gave_up = happened.gave_up.map(|instants| GaveUp::Settling { rule: None, instants });
        let marks = worker.start(model, &mut self.odd, &mut self.store, orbit);
        self.orbits += u64::from(orbit);
        self.mark(model, 0, &marks);
    }

    fn mark(&mut self, model: &Model, state: u32, marks: &[u64]) {
        for (index, watched) in model.watched.iter().enumerate() {
            let holds = marks[index / 64] >> (index % 64) & 1 == 1;
            if watched.use_of == Use::EveryState {
                let bits = &mut self.bits[index];
                let word = state as usize / 64;
                if bits.len() <= word {
                    bits.resize(word + 1, 0);
                }
                bits[word] |= u64::from(holds) << (state % 64);
            }
            if holds && self.first[index].is_none() {
                self.first[index] = Some(At { state, then: None });
            }
        }
    }

    /// Puts in what was found in some states, in their order.
    fn take_in(&mut self, model: &Model, batch: &Batch, renumbered: &mut Vec<u32>) -> Result<(), Stuck> {
        if let Some((state, rule, trouble)) = &batch.trouble {
            return Err(Stuck { rule: *rule, trouble: trouble.clone(), before: Run::to(self, *state) });
        }
        for found in &batch.found {
            self.take_incident(found);
        }
        renumbered.clear();
        let (width, mark_width) = (model.layout.words(), model.mark_words());
        let mut words = vec![0; width];
        for (candidate, &(parent, rule)) in batch.origins.iter().enumerate() {
            words.copy_from_slice(&batch.words[candidate * width..(candidate + 1) * width]);
            let mut orbit = false;
            if let Some(local) = model.layout.odd(&words).and_then(Batch::local_odd) {
                let state = batch.odd[local].clone();
                orbit = state.orbit;
                model.layout.write_odd(self.odd.insert(state), &mut words);
            }
            let (number, new) = self.store.insert(hash_of(&words), &words, Origin { parent, rule });
            renumbered.push(number);
            if new {
                self.orbits += u64::from(orbit);
                self.mark(model, number, &batch.marks[candidate * mark_width..(candidate + 1) * mark_width]);
            }
        }
        self.transitions += batch.transitions;
        if let Some(edges) = &mut self.edges {
            let target = |&target: &u32| match target & CANDIDATE {
                0 => target,
                _ => renumbered[(target & !CANDIDATE) as usize],
            };
            edges.append(&batch.degrees, batch.targets.iter().map(target), &batch.rules);
        }
        for (word, &fired) in batch.fired.iter().enumerate() {
            for bit in (0..64).filter(|bit| fired >> bit & 1 == 1) {
                self.fired[word * 64 + bit] = true;
            }
        }
        if let Some((_, rule, instants)) = batch.gave_up {
            self.gave_up = Some(GaveUp::Settling { rule: Some(usize::from(rule)), instants });
        }
        Ok(())
    }

    fn take_incident(&mut self, found: &Found) {
        let at = At { state: found.state, then: Some((found.rule, found.line + 1)) };
        match &found.incident {
            Incident::Held(watched) => {
                self.first[*watched].get_or_insert(at);
            }
            Incident::Short => {
                self.short.get_or_insert(at);
            }
            Incident::Orbit => {
                self.unsettled.get_or_insert(at);
            }
            Incident::Race(..) => {
                if self.races.len() < MOST_RACES && !self.races.iter().any(|other| is_same_race(other, found)) {
                    self.races.push(found.clone());
                }
            }
            Incident::RaceGivenUp(property) => {
                if !self.races_given_up.iter().any(|(known, _)| known == property) {
                    self.races_given_up.push((*property, at));
                }
            }
        }
    }
}

/// Explores all that can be reached. `watch` is told how far it is after every block, and ends it
/// by saying `false`.
pub(crate) fn search(
    model: &Model,
    limits: &Limits,
    threads: usize,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Result<Space, Stuck> {
    let mut space = Space::new(model);
    let mut workers: Vec<Worker> = (0..threads.max(1)).map(|_| Worker::new(model)).collect();
    space.start(model, &mut workers[0]);
    let batches: Vec<Mutex<Batch>> = (0..BLOCK / PART).map(|_| Mutex::new(Batch::default())).collect();
    let mut renumbered = Vec::new();
    while space.gave_up.is_none() {
        let found = space.store.len() as u32;
        let first = space.expanded;
        if first == found {
            break;
        }
        let end = found.min(first + BLOCK);
        look(model, &space, &mut workers, &batches, first, end);
        for (part, batch) in batches.iter().enumerate().take((end - first).div_ceil(PART) as usize) {
            let batch = batch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            space.take_in(model, &batch, &mut renumbered)?;
            if space.gave_up.is_some() {
                break;
            }
            space.expanded = end.min(first + (part as u32 + 1) * PART);
        }
        if space.gave_up.is_none() {
            space.gave_up = limits.passed(&space, watch);
        }
    }
    Ok(space)
}

/// Looks at the states `first..end`, a part in each batch.
fn look(model: &Model, space: &Space, workers: &mut [Worker], batches: &[Mutex<Batch>], first: u32, end: u32) {
    let next = AtomicUsize::new(0);
    let work = |worker: &mut Worker| {
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            let start = first + part as u32 * PART;
            let Some(batch) = batches.get(part).filter(|_| start < end) else { break };
            let mut batch = batch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            worker.expand(model, &space.store, &space.odd, start, end.min(start + PART), &mut batch);
        }
    };
    let Some((own, others)) = workers.split_first_mut() else { return };
    if end - first < ALONE || others.is_empty() {
        return work(own);
    }
    thread::scope(|scope| {
        for worker in others {
            scope.spawn(|| work(worker));
        }
        work(own);
    });
}
