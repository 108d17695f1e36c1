//! Keeps the state at each instant of an action while it is done.

use std::cell::Cell;
use std::fmt;

use kiber_engine::{Event, Micros, Simulator, Sink, State};
use kiber_trace::{Ending, Recorder, Recording};

/// Records an action, and how the circuit stands at each of its instants.
pub(crate) struct Watcher<'a> {
    recording: Recording,
    instants: Vec<(Micros, State)>,
    /// The most instants that are kept.
    most: usize,
    /// How many instants there were, kept or not.
    seen: &'a Cell<usize>,
}

impl<'a> Watcher<'a> {
    /// Begins with the instant before anything is done.
    pub(crate) fn new(before: (Micros, State), most: usize, seen: &'a Cell<usize>) -> Self {
        seen.set(1);
        Self { recording: Recording::new(), instants: vec![before], most: most.max(2), seen }
    }

    /// What was recorded, and the instants, closed by how it ended.
    pub(crate) fn into_parts(mut self, end: (Micros, State)) -> (Recording, Vec<(Micros, State)>) {
        match self.instants.last_mut() {
            Some(last) if last.0 == end.0 => *last = end,
            _ => self.instants.push(end),
        }
        (self.recording, self.instants)
    }
}

impl Sink for Watcher<'_> {
    const WANTS_SOLVED: bool = true;

    fn event(&mut self, event: Event) {
        self.recording.event(event);
    }

    fn solved(&mut self, simulator: &Simulator) {
        let now = simulator.now();
        match self.instants.last_mut() {
            Some((at, state)) if *at == now => *state = simulator.state(),
            _ => {
                self.seen.set(self.seen.get() + 1);
                if self.instants.len() < self.most {
                    self.instants.push((now, simulator.state()));
                }
            }
        }
    }
}

impl Recorder for Watcher<'_> {
    fn begin_section(&mut self, title: &dyn fmt::Display, at: Micros) {
        self.recording.begin_section(title, at);
    }

    fn end_section(&mut self, at: Micros, ending: Ending) {
        self.recording.end_section(at, ending);
    }
}
