//! The clock: hands act, contacts move, currents are solved, and time goes on to what is due next.

use std::sync::Arc;

use kiber_netlist::{Circuit, Id, PartId, PartKind};

use crate::action::{Action, ActionError};
use crate::agenda::NEVER;
use crate::electricity::{Changes, Electricity};
use crate::event::{Event, Micros, Oscillation, Sink, What};
use crate::fault::Fault;
use crate::fuses::FuseStatus;
use crate::motion::Motion;
use crate::plan::{Drive, FuseId, LoadId, LoadKind, MechanismId, Plan};
use crate::steps::Manner;
use crate::watch::{BlownRecord, Watch};
use crate::wiring::Wiring;

/// How settling ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome {
    /// Nothing travels, no timer runs, and every capacitor is at its end value.
    Settled,
    /// It never will: the state has come back. Time stands one period after it was there first.
    Oscillates(Arc<Oscillation>),
    /// Neither, within so many instants; see [`Simulator::set_limit`].
    GaveUp(u64),
}

/// How many answers each zone may remember unless told otherwise.
const REMEMBERED: usize = 1 << 14;

/// After how many instants of a wait it is worth looking for a period.
const LONG_WAIT: u64 = 1_000;

/// How many instants one settling may take unless told otherwise.
const INSTANTS: u64 = 4_000_000;

/// A circuit that runs.
///
/// Whatever happens is handed to the [`Sink`] given with each call; `()` wants to know nothing and
/// costs nothing.
#[derive(Clone, Debug)]
pub struct Simulator {
    pub(crate) plan: Arc<Plan>,
    pub(crate) electricity: Electricity,
    pub(crate) motion: Motion,
    pub(crate) source_on: Arc<[bool]>,
    pub(crate) faults: Arc<[Fault]>,
    pub(crate) changes: Changes,
    pub(crate) watch: Watch,
    /// How each fuse is wired just now.
    pub(crate) fuses: Vec<FuseStatus>,
    /// The fuses that have blown at this instant, until they are told.
    pub(crate) blown_now: Vec<FuseId>,
    manner: Manner,
    limit: u64,
}

impl Simulator {
    /// The circuit with its parts in their start places and the supply not yet on;
    /// [`Simulator::power_up`] starts it.
    pub fn new(circuit: Arc<Circuit>) -> Self {
        let plan = Arc::new(Plan::new(circuit));
        let source_on: Arc<[bool]> = plan.sources.iter().map(|(_, source)| source.on_at_start).collect();
        let faults: Arc<[Fault]> = Arc::new([]);
        let fuses = vec![FuseStatus::Whole; plan.fuses.len()];
        let wiring = Arc::new(Wiring::new(&plan, &source_on, &faults, &fuses));
        let motion = Motion::new(&plan);
        let manner = Manner { remembered: REMEMBERED, from_nothing: false };
        Self {
            electricity: Electricity::new(Arc::clone(&plan), wiring, |mechanism| motion.place(mechanism), manner),
            watch: Watch::new(&plan, &motion.asks),
            motion,
            source_on,
            faults,
            changes: Changes::default(),
            fuses,
            blown_now: Vec::new(),
            manner,
            limit: INSTANTS,
            plan,
        }
    }

    /// The circuit that runs.
    pub fn circuit(&self) -> &Arc<Circuit> {
        &self.plan.circuit
    }

    /// Microseconds since power-up.
    pub fn now(&self) -> Micros {
        self.motion.now
    }

    /// Whether nothing travels, no timer runs and every capacitor is at its end value.
    pub fn is_settled(&self) -> bool {
        self.motion.agenda.is_empty() && !self.electricity.charges.move_on()
    }

    /// Whether the circuit has capacitors.
    pub fn has_capacitors(&self) -> bool {
        !self.plan.capacitors.is_empty()
    }

    /// The clock shows another time.
    #[inline]
    pub(crate) fn go_to(&mut self, now: Micros) {
        self.motion.now = now;
        self.electricity.charges.now = now;
    }

    /// When something is due next: a move, or what a current that moves decides.
    #[inline]
    fn next_due(&mut self) -> Option<Micros> {
        let moves = self.motion.agenda.next();
        if self.electricity.alarm == NEVER {
            return moves;
        }
        // Time may have stood still for whoever moves by hand.
        let alarm = self.electricity.alarm.max(self.motion.now);
        Some(moves.map_or(alarm, |due| due.min(alarm)))
    }

    /// The most answers each zone remembers; 0 switches remembering off. Results never depend on it.
    pub fn remember(&mut self, answers: usize) {
        self.manner.remembered = answers;
        self.electricity.set_manner(self.manner);
    }

    /// Solves every zone from nothing whenever a contact in it moves, instead of going on from its
    /// currents before. Results never depend on it; it is there to be compared, without remembering.
    pub fn solve_from_nothing(&mut self, on: bool) {
        self.manner.from_nothing = on;
        self.electricity.set_manner(self.manner);
    }

    /// The most instants one settling may take before it is given up. A circuit that oscillates is
    /// recognised by its state coming back; only one that runs through more states than this, without
    /// resting and without repeating itself, is given up.
    pub fn set_limit(&mut self, instants: u64) {
        self.limit = instants;
    }

    /// Time 0: the supply comes on and the circuit runs until it settles.
    pub fn power_up<S: Sink>(&mut self, sink: &mut S) -> Outcome {
        self.catch_up::<S>();
        self.solve(sink);
        self.settle(sink)
    }

    /// Does all actions at this one instant. Then the currents are solved and whatever is due at this
    /// instant happens; no time passes.
    ///
    /// # Errors
    /// All actions are checked before any is done; if one cannot be done, none is.
    pub fn act<S: Sink>(&mut self, actions: &[Action], sink: &mut S) -> Result<(), ActionError> {
        self.check(actions)?;
        self.catch_up::<S>();
        let mut rewire = false;
        for &action in actions {
            rewire |= self.perform(action, sink);
        }
        if rewire {
            self.rewire();
            if self.next_due() != Some(self.motion.now) {
                self.solve(sink);
            }
        }
        self.run_due(self.motion.now, sink);
        Ok(())
    }

    /// Runs until nothing moves, and tells the sink so.
    pub fn settle<S: Sink>(&mut self, sink: &mut S) -> Outcome {
        self.catch_up::<S>();
        self.motion.start_settling();
        let outcome = self.settle_within(sink);
        self.motion.end_settling();
        outcome
    }

    fn settle_within(&mut self, sink: &mut impl Sink) -> Outcome {
        let mut instants = 0;
        while let Some(due) = self.next_due() {
            if instants == self.limit {
                return Outcome::GaveUp(instants);
            }
            instants += 1;
            self.go_to(due);
            self.step(sink);
            // An instant is over when nothing more is due at it.
            if self.next_due() == Some(self.motion.now) {
                continue;
            }
            if let Some((then, moved)) = self.motion.note_instant(&self.plan) {
                let mut parts: Vec<PartId> =
                    moved.into_iter().map(|mechanism| self.plan.mechanisms[mechanism].part).collect();
                parts.sort_unstable();
                let oscillation = Arc::new(Oscillation { period: self.motion.now - then, parts });
                self.tell(sink, || What::Oscillates(Arc::clone(&oscillation)));
                return Outcome::Oscillates(oscillation);
            }
        }
        self.tell(sink, || What::Settled);
        Outcome::Settled
    }

    /// Lets exactly so much time pass; what is due at its last instant happens.
    pub fn wait<S: Sink>(&mut self, span: Micros, sink: &mut S) {
        self.catch_up::<S>();
        let end = self.motion.now.saturating_add(span);
        if S::WANTS || self.watch.wants_loads() {
            self.run_due(end, sink);
        } else {
            self.run_unheard(end, sink);
        }
        self.go_to(end);
    }

    /// As [`Simulator::run_due`], when nobody listens: once a state comes back, whole periods are
    /// passed over, since they would end where they began.
    fn run_unheard(&mut self, end: Micros, sink: &mut impl Sink) {
        let mut instants = 0;
        while let Some(due) = self.next_due() {
            if due > end {
                break;
            }
            if instants == LONG_WAIT {
                self.motion.start_settling();
            }
            instants += 1;
            self.go_to(due);
            self.step(sink);
            if instants <= LONG_WAIT || self.next_due() == Some(due) {
                continue;
            }
            let came_back = self.motion.note_instant(&self.plan);
            if let Some((then, _)) = came_back
                && then < due
                && self.watch.shorts.is_empty()
            {
                let period = due - then;
                let span = (end - due) / period * period;
                self.motion.pass_over(span);
                self.electricity.pass_over(span);
            }
            if came_back.is_some() || instants == self.limit {
                self.motion.end_settling();
                return self.run_due(end, sink);
            }
        }
        self.motion.end_settling();
    }

    /// Does all that is due up to and including `end`.
    fn run_due(&mut self, end: Micros, sink: &mut impl Sink) {
        while let Some(due) = self.next_due() {
            if due > end {
                break;
            }
            self.go_to(due);
            self.step(sink);
        }
    }

    /// All that is due now happens together; then the currents are solved once.
    #[inline]
    fn step(&mut self, sink: &mut impl Sink) {
        self.motion.move_due(&self.plan, &mut self.electricity, sink);
        self.solve(sink);
    }

    /// Solves the currents and passes on what they decide.
    #[inline]
    pub(crate) fn solve<S: Sink>(&mut self, sink: &mut S) {
        let watched = S::WANTS || self.watch.wants_loads();
        self.find_currents(watched);
        if self.fuses.is_empty() && self.plan.slugs.is_empty() {
            let Self { plan, motion, changes, .. } = self;
            for &(mechanism, asks) in &changes.requests {
                motion.set_request(plan, mechanism, asks);
            }
            if !changes.touched.is_empty() || changes.everything {
                self.work_out_requests(&[]);
            }
        } else {
            self.pass_on_with_care(sink);
        }
        self.watch_shorts(sink);
        if watched {
            self.watch_loads(sink);
        }
        if S::WANTS_SOLVED {
            sink.solved(self);
        }
    }

    /// Passes on what the currents decide where there are fuses, or windings that may be short-circuited.
    #[cold]
    #[inline(never)]
    fn pass_on_with_care<S: Sink>(&mut self, sink: &mut S) {
        let shorted = self.shorted_slugs();
        let Self { plan, motion, changes, .. } = self;
        for &(mechanism, asks) in &changes.requests {
            motion.set_request(plan, mechanism, Self::slowed(&shorted, mechanism, asks));
        }
        if !self.fuses.is_empty() {
            self.watch_fuses(sink);
        }
        let changes = &self.changes;
        if !changes.touched.is_empty() || changes.everything {
            self.work_out_requests(&shorted);
        }
        self.ask_slugs_again(&shorted);
    }

    /// Tells of fuses that have just blown, and asks all others.
    fn watch_fuses<S: Sink>(&mut self, sink: &mut S) {
        for fuse in std::mem::take(&mut self.blown_now) {
            let part = self.plan.fuses[fuse].part;
            let fed: Arc<[PartId]> = self.fed_by(fuse).into();
            self.watch.blown.push(BlownRecord { part, at: self.motion.now, fed: Arc::clone(&fed) });
            self.tell(sink, || What::Blown { part, fed });
        }
        let requests = self.fuse_requests();
        for (fuse, asks) in self.plan.fuses.rows().iter().zip(requests) {
            self.motion.set_request(&self.plan, fuse.mechanism, asks);
        }
    }

    /// Requests that no zone knows alone.
    fn work_out_requests(&mut self, shorted: &[MechanismId]) {
        let Self { plan, electricity, motion, changes, .. } = self;
        if changes.everything {
            let driven = plan.mechanisms.iter().filter(|(_, mechanism)| matches!(mechanism.drive, Drive::Coil { .. }));
            changes.touched.extend(driven.map(|(id, _)| id));
        }
        for &mechanism in &changes.touched {
            let asks = electricity.request(plan, mechanism);
            motion.set_request(plan, mechanism, Self::slowed(shorted, mechanism, asks));
        }
    }

    /// Solves after a state was put in place: requests are what the currents say, and no timer starts.
    /// Either `all` coils are asked, or only those whose currents changed.
    pub(crate) fn solve_silently(&mut self, all: bool) {
        self.electricity.restored = true;
        self.find_currents(false);
        self.set_fuses_silently();
        let Self { plan, electricity, motion, changes, .. } = self;
        if all || changes.everything {
            for (id, mechanism) in plan.mechanisms.iter() {
                if matches!(mechanism.drive, Drive::Coil { .. }) {
                    motion.asks[id.index()] = electricity.request(plan, id);
                    motion.since[id.index()] = motion.now;
                }
            }
        } else {
            for &(mechanism, asks) in &changes.requests {
                motion.asks[mechanism.index()] = asks;
            }
            for &mechanism in &changes.touched {
                motion.asks[mechanism.index()] = electricity.request(plan, mechanism);
            }
        }
        self.electricity.restored = false;
        self.set_slugs_silently();
        self.watch_restored();
    }

    /// Notes the capacitors that go otherwise than before.
    pub(crate) fn note_charges(&mut self) {
        for &capacitor in &self.changes.capacitors {
            let held = self.electricity.charges.of(capacitor);
            self.motion.set_charge(capacitor, held.microvolts, held.since);
        }
    }

    #[inline]
    pub(crate) fn tell<S: Sink>(&self, sink: &mut S, what: impl FnOnce() -> What) {
        if S::WANTS {
            sink.event(Event { at: self.motion.now, what: what() });
        }
    }

    /// Applies faults and source switches: a new network, with the contacts where they are.
    pub(crate) fn rewire(&mut self) {
        let Self { plan, motion, electricity, .. } = self;
        let wiring = Arc::new(Wiring::new(plan, &self.source_on, &self.faults, &self.fuses));
        let standing = std::mem::take(&mut electricity.standing);
        let restored = electricity.restored;
        let charges = std::mem::take(&mut electricity.charges);
        *electricity = Electricity::new(Arc::clone(plan), wiring, |mechanism| motion.place(mechanism), self.manner);
        electricity.standing = standing;
        electricity.restored = restored;
        electricity.charges = charges;
        // A relay may have lost its coils, and a zone that has a new number starts afresh.
        electricity.recheck = true;
        motion.stuck.clear();
        for fault in self.faults.iter() {
            if let Fault::ArmatureStuck(part) = *fault
                && let Some(mechanism) = plan.of_part(part).mechanism
            {
                motion.stuck.resize(motion.places.len(), false);
                motion.stuck[mechanism.index()] = true;
            }
        }
    }
}

impl Simulator {
    /// The load a part has, and of what kind.
    pub(crate) fn load_of(&self, part: PartId, winding: usize) -> Option<(LoadId, LoadKind)> {
        let first = self.plan.of_part(part).first_load?;
        let load = LoadId::from_index(first.index() + winding);
        let known = self.plan.loads.get(load)?;
        (known.part == part).then_some((load, known.kind))
    }

    /// What kind of part it is.
    pub(crate) fn kind(&self, part: PartId) -> Option<&PartKind> {
        self.plan.circuit.parts.get(part).map(|part| &part.kind)
    }
}
