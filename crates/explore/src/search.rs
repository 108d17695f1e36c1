//! The search: breadth first, block after block, by as many threads as were asked for.
//!
//! States are numbered in the order in which a search by one thread alone would find them: the
//! threads look at parts of a block, and what they found is put in by one of them, part after part.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::edges::Edges;
use crate::limits::{GaveUp, Limits, Progress};
use crate::model::{Model, Use};
use crate::odd::OddStates;
use crate::races::Unjudged;
use crate::runs::Run;
use crate::store::{Origin, Store, hash_of};
use crate::worker::{Batch, CANDIDATE, Found, Incident, Trouble, Worker, is_same_race};

/// How many states a thread takes at a time, unless the rules are so many that a part of so many
/// states could lead to more new ones than `MOST_IN_PART`.
const PART: u32 = 64;
const MOST_IN_PART: u32 = 1 << 14;
/// How many parts are looked at between two looks at the limits; no more threads are of any use.
const PARTS: usize = 64;
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
    pub(crate) races_given_up: Vec<(usize, Unjudged, At)>,
    /// By rule: whether it was ever enabled.
    pub(crate) fired: Vec<bool>,
    pub(crate) gave_up: Option<GaveUp>,
}

/// A rule that cannot be done.
#[derive(Debug)]
pub(crate) struct Stuck {
    pub(crate) rule: u16,
    /// How many of its lines were done.
    pub(crate) lines: u16,
    pub(crate) trouble: Trouble,
    /// What was done before the rule.
    pub(crate) before: Box<Run>,
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

    /// About how many bytes more it takes to judge properties on the graph of all transitions.
    pub(crate) fn bytes_to_judge(&self) -> usize {
        const A_STATE: usize = 64;
        self.edges.as_ref().map_or(0, |_| self.store.len() * A_STATE)
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
        if let Some((state, rule, lines, trouble)) = &batch.trouble {
            let before = Box::new(Run::to(self, *state));
            return Err(Stuck { rule: *rule, lines: *lines, trouble: trouble.clone(), before });
        }
        // What was found in earlier states has shorter runs to it, be it an incident or a state.
        let mut incidents = batch.found.iter().peekable();
        renumbered.clear();
        let (width, mark_width) = (model.layout.words(), model.mark_words());
        let mut words = vec![0; width];
        for (candidate, &(parent, rule)) in batch.origins.iter().enumerate() {
            while let Some(found) = incidents.next_if(|found| found.state <= parent) {
                self.take_incident(found);
            }
            words.copy_from_slice(&batch.words[candidate * width..(candidate + 1) * width]);
            if let Some(local) = model.layout.odd(&words).and_then(Batch::local_odd) {
                model.layout.write_odd(self.odd.insert(batch.odd[local].clone()), &mut words);
            }
            let (number, new) = self.store.insert(hash_of(&words), &words, Origin { parent, rule });
            renumbered.push(number);
            if new {
                self.orbits += u64::from(self.odd.is_orbit(model.layout.odd(&words)));
                self.mark(model, number, &batch.marks[candidate * mark_width..(candidate + 1) * mark_width]);
            }
        }
        incidents.for_each(|found| self.take_incident(found));
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
        } else if batch.stopped {
            self.gave_up = Some(GaveUp::Stopped);
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
            Incident::RaceGivenUp(property, why) => {
                if !self.races_given_up.iter().any(|(known, ..)| known == property) {
                    self.races_given_up.push((*property, *why, at));
                }
            }
        }
    }
}

/// Explores all that can be reached. `watch` is told how far it is after every state that the thread
/// of the caller has looked at, and ends it by saying `false`.
pub(crate) fn search(
    model: &Model,
    limits: &Limits,
    threads: usize,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Result<Space, Stuck> {
    let mut space = Space::new(model);
    let mut workers = vec![Worker::new(model)];
    space.start(model, &mut workers[0]);
    let part = (MOST_IN_PART / model.book.rules.len().max(1) as u32).clamp(1, PART);
    let batches: Vec<Mutex<Batch>> = (0..PARTS).map(|_| Mutex::new(Batch::default())).collect();
    let mut renumbered = Vec::new();
    while space.gave_up.is_none() {
        let found = space.store.len() as u32;
        let first = space.expanded;
        if first == found {
            break;
        }
        let end = found.min(first + PARTS as u32 * part);
        let parts = (end - first).div_ceil(part) as usize;
        // What fits into two parts is not worth a second thread.
        let wanted = if parts > 2 { threads.min(parts) } else { 1 };
        while workers.len() < wanted {
            workers.push(Worker::new(model));
        }
        let block = Block { model, space: &space, batches: &batches, first, end, part };
        block.look(workers.get_mut(..wanted.max(1)).unwrap_or_default(), watch);
        for (at, batch) in batches.iter().enumerate().take(parts) {
            let batch = batch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            space.take_in(model, &batch, &mut renumbered)?;
            if space.gave_up.is_some() {
                break;
            }
            space.expanded = end.min(first + (at as u32 + 1) * part);
        }
        if space.gave_up.is_none() {
            space.gave_up = limits.passed(&space, watch);
        }
    }
    Ok(space)
}

/// The states `first..end`, looked at in parts; what comes of each part goes to its batch.
#[derive(Clone, Copy)]
struct Block<'a> {
    model: &'a Model,
    space: &'a Space,
    batches: &'a [Mutex<Batch>],
    first: u32,
    end: u32,
    part: u32,
}

impl Block<'_> {
    fn look(self, workers: &mut [Worker], watch: &mut dyn FnMut(&Progress) -> bool) {
        let Some((own, others)) = workers.split_first_mut() else { return };
        let (next, stopped, done) = (AtomicUsize::new(0), AtomicBool::new(false), AtomicU64::new(0));
        let known = Progress::of(self.space);
        let mut own_goes_on = |more| {
            let transitions = known.transitions + done.fetch_add(more, Ordering::Relaxed) + more;
            if !stopped.load(Ordering::Relaxed) && !watch(&Progress { transitions, ..known }) {
                stopped.store(true, Ordering::Relaxed);
            }
            !stopped.load(Ordering::Relaxed)
        };
        let goes_on = |more| {
            done.fetch_add(more, Ordering::Relaxed);
            !stopped.load(Ordering::Relaxed)
        };
        if others.is_empty() {
            return self.work(own, &next, &mut own_goes_on);
        }
        thread::scope(|scope| {
            for worker in others {
                scope.spawn(|| self.work(worker, &next, &mut { goes_on }));
            }
            self.work(own, &next, &mut own_goes_on);
        });
    }

    /// Takes one part after another. A part that is begun after the search was stopped says so.
    fn work(self, worker: &mut Worker, next: &AtomicUsize, goes_on: &mut dyn FnMut(u64) -> bool) {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let start = self.first + at as u32 * self.part;
            let Some(batch) = self.batches.get(at).filter(|_| start < self.end) else { break };
            let mut batch = batch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let states = start..self.end.min(start + self.part);
            worker.expand(self.model, self.space, states, &mut batch, goes_on);
        }
    }
}
