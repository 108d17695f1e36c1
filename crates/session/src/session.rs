//! A circuit, all that was done to it, and the moment that is looked at.

use std::sync::Arc;

use kiber_engine::{Event, Micros, Simulator, What};
use kiber_netlist::Circuit;
use kiber_script::{Mark, Player};
use kiber_trace::{Recorder as _, Recording, Since};

use crate::deed::{self, Deed};
use crate::stop::Stop;
use crate::watcher::Watcher;

/// How much a session keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most instants of one deed: a time that is let pass ends where they are used up, and what does not
    /// settle is given up.
    pub instants: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { instants: 100_000 }
    }
}

/// A place in what has happened: a deed, of which 0 is the power-up, and one of its instants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// The number of the deed.
    pub deed: usize,
    /// The number of the instant among the deed's.
    pub instant: usize,
}

/// Whether a circuit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Nothing moves, and nothing is about to.
    Settled,
    /// Something moves, or is about to.
    Moving,
    /// It goes on for ever, with this period in microseconds.
    Oscillating(Micros),
}

/// A circuit under somebody's hands.
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) circuit: Arc<Circuit>,
    pub(crate) limits: Limits,
    /// Never empty: the power-up comes first.
    pub(crate) deeds: Vec<Deed>,
    pub(crate) recording: Recording,
    /// How it stands at the end of the last deed.
    pub(crate) at_end: Player,
    pub(crate) here: Moment,
    /// How long after that instant, before the next.
    pub(crate) past: Micros,
    /// The circuit as it stands where the cursor is.
    pub(crate) shown: Player,
    pub(crate) stops: Vec<Stop>,
}

impl Session {
    /// Switches a circuit on.
    pub fn new(circuit: Arc<Circuit>) -> Self {
        Self::with_limits(circuit, Limits::default())
    }

    /// Switches a circuit on, and keeps no more than that.
    pub fn with_limits(circuit: Arc<Circuit>, limits: Limits) -> Self {
        let seen = std::cell::Cell::new(0);
        let start = Simulator::new(Arc::clone(&circuit)).state();
        let mut watcher = Watcher::new((0, start), limits.instants, &seen);
        let mut player = Player::power_up(Arc::clone(&circuit), &mut watcher);
        player.simulator_mut().set_limit(u64::try_from(limits.instants).unwrap_or(u64::MAX));
        let simulator = player.simulator();
        let (recording, instants) = watcher.into_parts((simulator.now(), simulator.state()));
        let lines = recording.sections.first().map(|section| deed::lines(&circuit, section, &[])).unwrap_or_default();
        let power_up = Deed {
            step: None,
            before: None,
            title: "power-up".to_owned(),
            start: 0,
            is_cut: seen.get() > instants.len(),
            instants: instants.iter().map(|&(at, _)| at).collect(),
            states: instants.into_iter().map(|(_, state)| state).collect(),
            freed_at: None,
            lines,
        };
        let mut session = Self {
            circuit,
            limits,
            deeds: vec![power_up],
            recording,
            at_end: player.clone(),
            here: Moment::default(),
            past: 0,
            shown: player,
            stops: Vec::new(),
        };
        session.here = session.last();
        session
    }

    /// The circuit.
    pub fn circuit(&self) -> &Arc<Circuit> {
        &self.circuit
    }

    /// The circuit as it stands where the cursor is.
    pub fn simulator(&self) -> &Simulator {
        self.shown.simulator()
    }

    /// Whether it moves, where the cursor is.
    pub fn motion(&self) -> Motion {
        if self.here == self.last_of(self.here.deed) && self.past == 0 {
            let events = self.events(self.here.deed);
            if let Some(What::Oscillates(oscillation)) = events.last().map(|event| &event.what) {
                return Motion::Oscillating(oscillation.period);
            }
        }
        if self.simulator().is_settled() { Motion::Settled } else { Motion::Moving }
    }

    /// All that was done, the power-up first.
    pub fn deeds(&self) -> &[Deed] {
        &self.deeds
    }

    /// Where the cursor is; perhaps some time after that instant.
    pub fn here(&self) -> Moment {
        self.here
    }

    /// The last moment there is.
    pub fn last(&self) -> Moment {
        self.last_of(self.deeds.len().saturating_sub(1))
    }

    /// The last moment of a deed.
    pub fn last_of(&self, deed: usize) -> Moment {
        let instants = self.deeds.get(deed).map_or(0, |deed| deed.instants.len());
        Moment { deed, instant: instants.saturating_sub(1) }
    }

    /// Microseconds since power-up, where the cursor is.
    pub fn time(&self) -> Micros {
        self.shown.simulator().now()
    }

    /// Microseconds since the deed began in which the cursor is.
    pub fn time_in_deed(&self) -> Micros {
        self.time().saturating_sub(self.deeds.get(self.here.deed).map_or(0, Deed::start))
    }

    /// Goes to a moment; to the nearest one if there is none such.
    pub fn go_to(&mut self, moment: Moment) {
        let deed = moment.deed.min(self.deeds.len().saturating_sub(1));
        let instant = moment.instant.min(self.last_of(deed).instant);
        self.here = Moment { deed, instant };
        self.past = 0;
        self.show();
    }

    /// One instant back; whether there was one.
    pub fn back(&mut self) -> bool {
        let Moment { deed, instant } = self.here;
        let to = match (deed, instant) {
            _ if self.past > 0 => self.here,
            (0, 0) => return false,
            (_, 0) => self.last_of(deed - 1),
            _ => Moment { deed, instant: instant - 1 },
        };
        self.go_to(to);
        true
    }

    /// One instant forward; whether there was one.
    pub fn forward(&mut self) -> bool {
        match self.next_moment() {
            Some(next) => {
                self.go_to(next);
                true
            }
            None => false,
        }
    }

    /// Back to the end of the deed before; whether there was one.
    pub fn back_deed(&mut self) -> bool {
        if self.here.deed == 0 {
            return false;
        }
        self.go_to(self.last_of(self.here.deed - 1));
        true
    }

    /// Forward to the end of this deed, or if it is there already, of the next; whether there was one.
    pub fn forward_deed(&mut self) -> bool {
        let end = self.last_of(self.here.deed);
        let to = if self.here < end {
            end
        } else if self.here.deed + 1 < self.deeds.len() {
            self.last_of(self.here.deed + 1)
        } else {
            return false;
        };
        self.go_to(to);
        true
    }

    pub(crate) fn next_moment(&self) -> Option<Moment> {
        let Moment { deed, instant } = self.here;
        if self.here < self.last_of(deed) {
            Some(Moment { deed, instant: instant + 1 })
        } else {
            (deed + 1 < self.deeds.len()).then_some(Moment { deed: deed + 1, instant: 0 })
        }
    }

    /// Everything that happened, to the end.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// What happened in one deed.
    pub fn events(&self, deed: usize) -> &[Event] {
        self.recording.sections.get(deed).map_or(&[], |section| &section.events)
    }

    /// What happened in one deed, as the trace tells it, with the times in microseconds since the deed began.
    pub fn event_lines(&self, deed: usize) -> &[(Micros, String)] {
        self.deeds.get(deed).map_or(&[], Deed::lines)
    }

    /// What was recorded up to the cursor.
    pub fn past_recording(&self) -> Recording {
        let mut recording = self.recording.clone();
        recording.sections.truncate(self.here.deed + 1);
        let now = self.time();
        if let Some(section) = recording.sections.last_mut() {
            section.events.retain(|event| event.at <= now);
        }
        recording
    }

    /// Since when each part stands as it does, where the cursor is.
    pub fn since(&self) -> Since {
        let mut since = Since::new();
        let now = self.time();
        for section in self.recording.sections.iter().take(self.here.deed + 1) {
            since.begin_section(&section.title, section.start);
            for event in section.events.iter().take_while(|event| event.at <= now) {
                kiber_engine::Sink::event(&mut since, event.clone());
            }
        }
        since
    }

    /// Lets the shown circuit stand as it does where the cursor is.
    pub(crate) fn show(&mut self) {
        let Moment { deed, instant } = self.here;
        if self.past == 0 && self.here == self.last() {
            self.shown.clone_from(&self.at_end);
            return;
        }
        // At the end of a deed more is known than how the circuit stands.
        let next = self.deeds.get(deed + 1).filter(|_| self.past == 0 && self.here == self.last_of(deed));
        let end = next.and_then(|next| next.before.clone());
        if let Some(mark) = end.or_else(|| self.mark_at(deed, instant)) {
            self.shown.back(&mark);
            self.shown.simulator_mut().wait(self.past, &mut ());
        }
    }

    pub(crate) fn mark_at(&self, deed: usize, instant: usize) -> Option<Mark> {
        let deed = self.deeds.get(deed)?;
        let state = deed.states.get(instant)?.clone();
        Some(Mark::at(state, deed.start + deed.instants.get(instant)?))
    }
}
