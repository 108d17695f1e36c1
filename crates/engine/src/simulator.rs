//! The clock: hands act, contacts move, currents are solved, and time goes on to what is due next.

use std::sync::Arc;

use kiber_netlist::{Circuit, Id, PartId, PartKind};

use crate::action::{Action, ActionError};
use crate::agenda::{Agenda, NEVER};
use crate::electricity::{Changes, Electricity, Wiring};
use crate::event::{Event, Micros, Oscillation, Sink, What};
use crate::fault::Fault;
use crate::history::{History, Standing};
use crate::mechanism::{Place, PlaceRule, Request};
use crate::plan::{Drive, LoadId, LoadKind, MechanismId, Plan};
use crate::watch::Watch;

/// How settling ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome {
    /// Nothing travels and no timer runs.
    Settled,
    /// It never will: the state has come back. Time stands one period after it was there first.
    Oscillates(Arc<Oscillation>),
    /// Neither, within so many instants; see [`Simulator::set_limit`].
    GaveUp(u64),
}

/// How many answers each zone may remember unless told otherwise.
const REMEMBERED: usize = 1 << 14;

/// How many instants one settling may take unless told otherwise.
const INSTANTS: u64 = 8_000_000;

/// A circuit that runs.
///
/// Whatever happens is handed to the [`Sink`] given with each call; `()` wants to know nothing and
/// costs nothing.
#[derive(Clone, Debug)]
pub struct Simulator {
    pub(crate) plan: Arc<Plan>,
    pub(crate) electricity: Electricity,
    pub(crate) now: Micros,
    pub(crate) places: Vec<Place>,
    pub(crate) asks: Vec<Request>,
    /// Since when each mechanism asks for what it asks for.
    pub(crate) since: Vec<Micros>,
    pub(crate) agenda: Agenda,
    pub(crate) source_on: Arc<[bool]>,
    pub(crate) faults: Arc<[Fault]>,
    /// By mechanism, whether its armature is stuck; empty while none is.
    pub(crate) stuck: Vec<bool>,
    history: History,
    changes: Changes,
    taken: Vec<MechanismId>,
    pub(crate) watch: Watch,
    pub(crate) remembered: usize,
    pub(crate) large_only: bool,
    limit: u64,
    settling: bool,
    sets_out_again: bool,
}

impl Simulator {
    /// The circuit with its parts in their start places and the supply not yet on;
    /// [`Simulator::power_up`] starts it.
    pub fn new(circuit: Arc<Circuit>) -> Self {
        let plan = Arc::new(Plan::new(circuit));
        let source_on: Arc<[bool]> = plan.sources.iter().map(|(_, source)| source.on_at_start).collect();
        let faults: Arc<[Fault]> = Arc::new([]);
        let wiring = Arc::new(Wiring::new(&plan, &source_on, &faults, false));
        let places: Vec<Place> = plan.mechanisms.iter().map(|(_, mechanism)| mechanism.start).collect();
        let place = |mechanism: MechanismId| places[mechanism.index()];
        let electricity = Electricity::new(&plan, wiring, place, REMEMBERED);
        let asks = plan
            .mechanisms
            .iter()
            .map(|(_, mechanism)| match mechanism.start {
                Place::OPERATED => Request::Operate,
                _ => Request::Release,
            })
            .collect();
        let count = places.len();
        Self {
            electricity,
            now: 0,
            places,
            asks,
            since: vec![0; count],
            agenda: Agenda::new(count),
            source_on,
            faults,
            stuck: Vec::new(),
            history: History::new(count),
            changes: Changes::default(),
            taken: Vec::new(),
            watch: Watch::new(&plan),
            remembered: REMEMBERED,
            large_only: false,
            limit: INSTANTS,
            settling: false,
            sets_out_again: false,
            plan,
        }
    }

    /// The circuit that runs.
    pub fn circuit(&self) -> &Arc<Circuit> {
        &self.plan.circuit
    }

    /// Microseconds since power-up.
    pub fn now(&self) -> Micros {
        self.now
    }

    /// Whether nothing travels and no timer runs.
    pub fn is_settled(&self) -> bool {
        self.agenda.is_empty()
    }

    /// The most answers each zone remembers; 0 switches remembering off. Results never depend on it.
    pub fn remember(&mut self, answers: usize) {
        self.remembered = answers;
        self.electricity.set_capacity(answers);
    }

    /// Solves every zone, also the small ones, step by step from what changed, as large zones always
    /// are. Results never depend on it; it is there to be compared, and asked for before
    /// [`Simulator::power_up`].
    pub fn solve_step_by_step(&mut self, on: bool) {
        self.large_only = on;
        self.rewire();
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
            if self.agenda.next() != Some(self.now) {
                self.solve(sink);
            }
        }
        self.run_due(self.now, sink);
        Ok(())
    }

    /// Runs until nothing moves, and tells the sink so.
    pub fn settle<S: Sink>(&mut self, sink: &mut S) -> Outcome {
        self.catch_up::<S>();
        self.history.start(self.now);
        self.settling = true;
        let outcome = self.settle_within(sink);
        self.settling = false;
        outcome
    }

    fn settle_within(&mut self, sink: &mut impl Sink) -> Outcome {
        let mut instants = 0;
        while let Some(due) = self.agenda.next() {
            if instants == self.limit {
                return Outcome::GaveUp(instants);
            }
            instants += 1;
            self.now = due;
            self.step(sink);
            // An instant is over when nothing more is due at it.
            if self.agenda.next() == Some(self.now) {
                continue;
            }
            if let Some((then, moved)) = self.note_instant() {
                let mut parts: Vec<PartId> =
                    moved.into_iter().map(|mechanism| self.plan.mechanisms[mechanism].part).collect();
                parts.sort_unstable();
                let oscillation = Arc::new(Oscillation { period: self.now - then, parts });
                self.tell(sink, || What::Oscillates(Arc::clone(&oscillation)));
                return Outcome::Oscillates(oscillation);
            }
        }
        self.tell(sink, || What::Settled);
        Outcome::Settled
    }

    #[inline]
    fn note_instant(&mut self) -> Option<(Micros, Vec<MechanismId>)> {
        let Self { places, asks, since, agenda, history, plan, sets_out_again, now, .. } = self;
        let standing = |mechanism: MechanismId| Standing {
            place: places[mechanism.index()],
            asks: asks[mechanism.index()],
            since: since[mechanism.index()],
            due: agenda.due(mechanism),
        };
        if *sets_out_again {
            *sets_out_again = false;
            history.expect_returns(standing, &agenda.pending());
        }
        let relative = |mechanism, standing, now| crate::state::relative(plan, mechanism, standing, now);
        history.instant(*now, standing, relative, || agenda.pending())
    }

    /// Lets exactly so much time pass; what is due at its last instant happens.
    pub fn wait<S: Sink>(&mut self, span: Micros, sink: &mut S) {
        self.catch_up::<S>();
        let end = self.now.saturating_add(span);
        self.run_due(end, sink);
        self.now = end;
    }

    /// Does all that is due up to and including `end`.
    fn run_due(&mut self, end: Micros, sink: &mut impl Sink) {
        while let Some(due) = self.agenda.next() {
            if due > end {
                break;
            }
            self.now = due;
            self.step(sink);
        }
    }

    /// All that is due now happens together; then the currents are solved once.
    fn step(&mut self, sink: &mut impl Sink) {
        let mut taken = std::mem::take(&mut self.taken);
        self.agenda.take(self.now, &mut taken);
        for &mechanism in &taken {
            self.move_on(mechanism, sink);
        }
        self.taken = taken;
        self.solve(sink);
    }

    pub(crate) fn standing(&self, mechanism: MechanismId) -> Standing {
        let index = mechanism.index();
        Standing {
            place: self.places[index],
            asks: self.asks[index],
            since: self.since[index],
            due: self.agenda.due(mechanism),
        }
    }

    #[inline]
    fn note(&mut self, mechanism: MechanismId, before: Standing) {
        if self.settling {
            self.history.note(mechanism, before, self.standing(mechanism));
        }
    }

    /// A mechanism that is due leaves its seat or arrives.
    fn move_on<S: Sink>(&mut self, mechanism: MechanismId, sink: &mut S) {
        let index = mechanism.index();
        // Its appointment is off the agenda already; the log wants it as it was.
        let before = Standing { due: self.now, ..self.standing(mechanism) };
        let from = before.place;
        let asks = before.asks;
        let plan = Arc::clone(&self.plan);
        let movement = plan.movement(mechanism);
        let mut to = match movement.rule(from) {
            PlaceRule::Travel { next, .. } => next,
            PlaceRule::Seat { .. } => match movement.departure(from, asks) {
                Some(departure) => {
                    if self.settling && self.history.leaves(mechanism) {
                        self.sets_out_again = true;
                    }
                    departure.to
                }
                None => from,
            },
        };
        // A travel without time is no stop on the way.
        let due = loop {
            match movement.rule(to) {
                PlaceRule::Travel { next, time: 0 } => to = next,
                PlaceRule::Travel { time, .. } => break self.now.saturating_add(time),
                // No sooner than it has reached the seat, and as long as asked for all that time.
                PlaceRule::Seat { .. } => {
                    break movement.departure(to, asks).map_or(NEVER, |departure| {
                        // Wraps back where a restored state set `since` before time 0.
                        self.since[index].wrapping_add(departure.after).max(self.now)
                    });
                }
            }
        };
        self.places[index] = to;
        self.agenda.set(mechanism, due);
        self.note(mechanism, before);
        self.electricity.moved(&plan, mechanism, from, to);
        if S::WANTS {
            sink.event(Event { at: self.now, what: What::Moved { part: plan.mechanisms[mechanism].part, from, to } });
        }
    }

    /// What drives a mechanism asks for something else from now on.
    #[inline]
    pub(crate) fn set_request(&mut self, mechanism: MechanismId, asks: Request) {
        let index = mechanism.index();
        if self.asks[index] == asks {
            return;
        }
        let before = self.standing(mechanism);
        self.asks[index] = asks;
        self.since[index] = self.now;
        let movement = self.plan.movement(mechanism);
        if let PlaceRule::Seat { .. } = movement.rule(before.place)
            && !self.is_stuck(mechanism)
        {
            let due = movement
                .departure(before.place, asks)
                .map_or(NEVER, |departure| self.now.saturating_add(departure.after));
            self.agenda.set(mechanism, due);
        }
        self.note(mechanism, before);
    }

    pub(crate) fn is_stuck(&self, mechanism: MechanismId) -> bool {
        self.stuck.get(mechanism.index()).copied().unwrap_or(false)
    }

    /// Solves the currents and passes on what they decide.
    fn solve<S: Sink>(&mut self, sink: &mut S) {
        let mut changes = std::mem::take(&mut self.changes);
        changes.clear();
        let plan = Arc::clone(&self.plan);
        self.electricity.solve(&plan, S::WANTS || self.watch.wants_loads(), &mut changes);
        if changes.everything {
            for mechanism in plan.mechanisms.ids() {
                if matches!(plan.mechanisms[mechanism].drive, Drive::Coil { .. }) {
                    changes.touched.push(mechanism);
                }
            }
        }
        for &(mechanism, asks) in &changes.requests {
            self.set_request(mechanism, asks);
        }
        for at in 0..changes.touched.len() {
            let mechanism = changes.touched[at];
            let asks = self.electricity.request(&plan, mechanism);
            self.set_request(mechanism, asks);
        }
        self.watch_shorts(sink);
        if S::WANTS || self.watch.wants_loads() {
            self.watch_loads(&mut changes, sink);
        }
        self.changes = changes;
    }

    /// Solves after a state was put in place: requests are what the currents say, and no timer starts.
    pub(crate) fn solve_silently(&mut self) {
        let mut changes = std::mem::take(&mut self.changes);
        changes.clear();
        let plan = Arc::clone(&self.plan);
        self.electricity.solve(&plan, false, &mut changes);
        for mechanism in plan.mechanisms.ids() {
            if matches!(plan.mechanisms[mechanism].drive, Drive::Coil { .. }) {
                self.asks[mechanism.index()] = self.electricity.request(&plan, mechanism);
                self.since[mechanism.index()] = self.now;
            }
        }
        self.changes = changes;
        self.watch_shorts(&mut ());
        self.watch.restored();
    }

    #[inline]
    pub(crate) fn tell<S: Sink>(&self, sink: &mut S, what: impl FnOnce() -> What) {
        if S::WANTS {
            sink.event(Event { at: self.now, what: what() });
        }
    }

    /// Applies faults and source switches: a new network, with the contacts where they are.
    pub(crate) fn rewire(&mut self) {
        let wiring = Arc::new(Wiring::new(&self.plan, &self.source_on, &self.faults, self.large_only));
        self.place_network(wiring);
        self.stuck.clear();
        for fault in self.faults.iter() {
            if let Fault::ArmatureStuck(part) = *fault
                && let Some(mechanism) = self.plan.of_part(part).mechanism
            {
                self.stuck.resize(self.places.len(), false);
                self.stuck[mechanism.index()] = true;
            }
        }
    }

    /// Starts a network with the contacts where the mechanisms stand; it is solved with the next step.
    pub(crate) fn place_network(&mut self, wiring: Arc<Wiring>) {
        let places = &self.places;
        let standing = std::mem::take(&mut self.electricity.standing);
        self.electricity = Electricity::new(&self.plan, wiring, |mechanism| places[mechanism.index()], self.remembered);
        self.electricity.standing = standing;
        // A relay may have lost its coils, and a zone that has a new number starts afresh.
        self.electricity.recheck = true;
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
