//! A circuit without time: hands act, and whoever is asked to move does so when told.
//!
//! What the order of moves may change is asked here. The currents are those of the engine; only the
//! clock is left out.

use std::sync::Arc;

use kiber_netlist::{Circuit, Id, PartId};

use crate::action::{Action, ActionError};
use crate::mechanism::{Movement, Place, PlaceRule, Request};
use crate::motion::towards;
use crate::plan::{Drive, FusePlan, MechanismId};
use crate::simulator::Simulator;

mod influence;
mod turns;

pub use influence::Influence;
pub use turns::TurnError;

/// How a mechanism moves when its turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stroke {
    /// From its seat to the next in one step, or from between its seats to where it is bound.
    Whole,
    /// It leaves its seat.
    Leaves,
    /// It is under way and stays so: from one place of its travel to the next, where a contact with a
    /// moment of its own moves.
    GoesOn,
    /// It arrives where it is bound.
    Arrives,
    /// Back to the seat it left, since its coil changed its mind.
    FallsBack,
}

impl Stroke {
    /// Where a mechanism that stands in `place` and asks for `asks` gets by this stroke; none if it
    /// does not ask for it.
    pub(crate) fn destination(self, movement: &Movement, place: Place, asks: Request) -> Option<Place> {
        let departure = movement.departure(place, asks);
        match (self, movement.rule(place)) {
            (Self::Whole, PlaceRule::Seat { .. }) => departure.map(|departure| movement.next_seat(departure.to)),
            (Self::Leaves, PlaceRule::Seat { .. }) => departure.map(|departure| departure.to),
            (Self::Whole | Self::Arrives, PlaceRule::Travel { .. }) => Some(movement.next_seat(place)),
            (Self::GoesOn, PlaceRule::Travel { next, .. }) => (!next.is_seat()).then_some(next),
            (Self::FallsBack, PlaceRule::Travel { .. }) => {
                // It changed its mind if, once there, it would leave again, and would not set out on
                // this way from where it came.
                movement.departure(movement.next_seat(place), asks)?;
                let before = seat_before(movement, place)?;
                let again = movement.departure(before, asks);
                let same_way = again.is_some_and(|departure| leads_through(movement, departure.to, place));
                (!same_way).then_some(before)
            }
            _ => None,
        }
    }
}

/// The only seat from which a mechanism gets to a place between seats; none if there are several, as on
/// a stepper's way home: nobody falls back there.
fn seat_before(movement: &Movement, place: Place) -> Option<Place> {
    let leads_there = |&seat: &Place| {
        let departures =
            [Request::Operate, Request::Release, Request::Reverse].map(|asks| movement.departure(seat, asks));
        departures.into_iter().flatten().any(|departure| leads_through(movement, departure.to, place))
    };
    let mut before = (0..movement.seats).map(Place::seat).filter(leads_there);
    before.next().filter(|_| before.next().is_none())
}

/// Whether a way that begins between seats comes through a place before it ends.
fn leads_through(movement: &Movement, first: Place, place: Place) -> bool {
    let mut at = first;
    for _ in 0..movement.places.len() {
        match movement.rule(at) {
            PlaceRule::Travel { .. } if at == place => return true,
            PlaceRule::Travel { next, .. } => at = next,
            PlaceRule::Seat { .. } => break,
        }
    }
    false
}

/// The part whose contacts a hand moves.
fn hand_of(action: Action) -> Option<PartId> {
    match action {
        Action::Press(part)
        | Action::Free(part)
        | Action::TurnOn(part)
        | Action::TurnOff(part)
        | Action::Flip(part)
        | Action::Turn(part, _) => Some(part),
        Action::Replace(_) | Action::Source(..) | Action::Break(_) | Action::Mend(_) => None,
    }
}

/// A circuit without time.
///
/// Its mechanisms (relays, steppers, buttons, toggles, selectors, fuses) are numbered from 0 in the
/// order of the circuit. A settled state is its places; what each coil asks for follows from them, and
/// what a selector asks for from where hands have turned it.
///
/// Nothing waits for a capacitor here: a circuit that has one means something else with a clock.
#[derive(Clone, Debug)]
pub struct Untimed {
    simulator: Simulator,
}

impl Untimed {
    /// The circuit with its parts in their start places and its sources as they are at power-up.
    pub fn new(circuit: Arc<Circuit>) -> Self {
        let mut untimed = Self { simulator: Simulator::new(circuit) };
        untimed.solve();
        untimed
    }

    /// The circuit.
    pub fn circuit(&self) -> &Arc<Circuit> {
        self.simulator.circuit()
    }

    /// The circuit as it stands, to ask for currents and contacts. Its clock means nothing.
    pub fn simulator(&self) -> &Simulator {
        &self.simulator
    }

    /// Takes over places, sources and faults; what was under way starts anew. A simulator of another
    /// circuit is not taken over.
    pub fn stand_as(&mut self, other: &Simulator) {
        let own = &mut self.simulator;
        if own.motion.places.len() != other.motion.places.len() || own.source_on.len() != other.source_on.len() {
            return;
        }
        let rewired = own.source_on != other.source_on || own.faults != other.faults;
        if rewired {
            own.source_on = Arc::clone(&other.source_on);
            own.faults = Arc::clone(&other.faults);
            own.motion.places.copy_from_slice(&other.motion.places);
            own.rewire();
        } else {
            for index in 0..own.motion.places.len() {
                let (from, to) = (own.motion.places[index], other.motion.places[index]);
                if from != to {
                    own.motion.places[index] = to;
                    own.electricity.moved(&own.plan, MechanismId::from_index(index), from, to);
                }
            }
        }
        for (id, mechanism) in own.plan.mechanisms.iter() {
            match mechanism.drive {
                Drive::Hand => own.motion.asks[id.index()] = other.motion.asks[id.index()],
                Drive::Turned => own.motion.restore_goal(id, other.motion.goal(id)),
                Drive::Coil { .. } | Drive::Fuse => {}
            }
        }
        self.solve();
    }

    /// Does all actions at one instant: hands move at once, those that take time to get only as far
    /// as between their contacts.
    ///
    /// # Errors
    /// All actions are checked before any is done; if one cannot be done, none is.
    pub fn act(&mut self, actions: &[Action]) -> Result<(), ActionError> {
        let own = &mut self.simulator;
        own.check(actions)?;
        let mut rewire = false;
        for &action in actions {
            rewire |= own.perform(action, &mut ());
        }
        // Only the clock would look at what became due.
        own.motion.agenda.clear();
        if rewire {
            own.rewire();
        }
        for &action in actions {
            let Some(mechanism) = hand_of(action).and_then(|part| own.plan.of_part(part).mechanism) else { continue };
            if own.motion.is_stuck(mechanism) {
                continue;
            }
            let (place, asks) = (own.motion.place(mechanism), own.motion.asks[mechanism.index()]);
            let movement = own.plan.movement(mechanism);
            if let Some(mut to) = Stroke::Leaves.destination(movement, place, asks) {
                if movement.leaps {
                    to = own.motion.goal(mechanism);
                }
                while let PlaceRule::Travel { next, time: 0 } = movement.rule(to) {
                    to = next;
                }
                own.motion.places[mechanism.index()] = to;
                own.electricity.moved(&own.plan, mechanism, place, to);
            }
        }
        self.solve();
        Ok(())
    }

    /// How many mechanisms there are.
    pub fn count(&self) -> usize {
        self.simulator.motion.places.len()
    }

    /// The part that a mechanism is; none if there are not so many.
    pub fn part(&self, mechanism: usize) -> Option<PartId> {
        self.simulator.plan.mechanisms.rows().get(mechanism).map(|mechanism| mechanism.part)
    }

    /// The number of a part's mechanism, if it has one.
    pub fn number(&self, part: PartId) -> Option<usize> {
        self.simulator.plan.of_part(part).mechanism.map(Id::index)
    }

    /// Where each mechanism stands.
    pub fn places(&self) -> &[Place] {
        &self.simulator.motion.places
    }

    /// What each mechanism asks for.
    pub fn asks(&self) -> &[Request] {
        &self.simulator.motion.asks
    }

    /// How many places a mechanism has, those between its seats included.
    pub fn place_count(&self, mechanism: usize) -> usize {
        self.movement(mechanism).map_or(0, |movement| movement.places.len())
    }

    /// The first fuse that carries more than its rating, so that it may blow.
    pub fn overloaded(&self) -> Option<PartId> {
        let Simulator { plan, motion, .. } = &self.simulator;
        let blows = |fuse: &&FusePlan| motion.asks[fuse.mechanism.index()] == Request::Operate;
        plan.fuses.rows().iter().find(blows).map(|fuse| fuse.part)
    }

    fn movement(&self, mechanism: usize) -> Option<&Movement> {
        (mechanism < self.count()).then(|| self.simulator.plan.movement(MechanismId::from_index(mechanism)))
    }

    /// Whether a mechanism could take a stroke now: it is under way, or its coil asks it to go.
    #[inline]
    pub fn is_restless(&self, mechanism: usize) -> bool {
        let motion = &self.simulator.motion;
        let (Some(&place), Some(&asks)) = (motion.places.get(mechanism), motion.asks.get(mechanism)) else {
            return false;
        };
        let id = MechanismId::from_index(mechanism);
        let goes = !place.is_seat() || self.simulator.plan.movement(id).departure(place, asks).is_some();
        goes && !motion.is_stuck(MechanismId::from_index(mechanism))
    }

    /// Where a mechanism gets by a stroke; none if it cannot take it now.
    pub fn destination(&self, mechanism: usize, stroke: Stroke) -> Option<Place> {
        if !self.is_restless(mechanism) {
            return None;
        }
        let id = MechanismId::from_index(mechanism);
        let motion = &self.simulator.motion;
        stroke.destination(self.simulator.plan.movement(id), motion.place(id), motion.asks[mechanism])
    }

    /// Puts mechanisms where they are said to be, at one instant, and solves the currents once.
    /// Mechanisms that do not exist are left out.
    #[inline]
    pub fn put(&mut self, places: impl IntoIterator<Item = (usize, Place)>) {
        let own = &mut self.simulator;
        let mut changed = false;
        for (mechanism, to) in places {
            let Some(place) = own.motion.places.get_mut(mechanism) else { continue };
            let from = std::mem::replace(place, to);
            if from != to {
                changed = true;
                own.electricity.moved(&own.plan, MechanismId::from_index(mechanism), from, to);
            }
        }
        if changed {
            self.solve();
        }
    }

    /// The circuit as it stands, with a clock: whatever is asked to move began to be asked at time 0.
    pub fn timed(&self) -> Simulator {
        let mut timed = self.simulator.clone();
        timed.electricity.charges.set_clock(0);
        timed.go_to(0);
        timed.motion.since.fill(0);
        timed.motion.agenda.clear();
        for mechanism in 0..self.count() {
            if self.is_restless(mechanism) {
                let id = MechanismId::from_index(mechanism);
                timed.make_appointment(id, timed.motion.place(id));
            }
        }
        timed.watch_restored();
        timed
    }

    /// Whether the circuit has capacitors. Without a clock they neither charge nor discharge: each is
    /// on its way from what it held, and never gets anywhere.
    pub fn has_capacitors(&self) -> bool {
        self.simulator.has_capacitors()
    }

    /// Whether a source is shorted as things stand.
    pub fn is_shorted(&self) -> bool {
        !self.simulator.electricity.standing.is_empty()
    }

    /// Currents, and what they make the coils ask for; and what selectors ask for where they stand.
    fn solve(&mut self) {
        for mechanism in self.simulator.motion.turned(&self.simulator.plan) {
            let motion = &mut self.simulator.motion;
            let (place, goal) = (motion.place(mechanism), motion.goal(mechanism));
            motion.set_asks(mechanism, if place.is_seat() { towards(place, goal) } else { Request::Nothing });
        }
        self.simulator.find_currents(false);
        self.simulator.set_fuses_silently();
        let Simulator { plan, electricity, motion, changes, .. } = &mut self.simulator;
        for &(mechanism, asks) in &changes.requests {
            motion.asks[mechanism.index()] = asks;
        }
        if changes.everything {
            let driven = plan.mechanisms.iter().filter(|(_, mechanism)| matches!(mechanism.drive, Drive::Coil { .. }));
            changes.touched.extend(driven.map(|(id, _)| id));
        }
        for &mechanism in &changes.touched {
            motion.asks[mechanism.index()] = electricity.request(plan, mechanism);
        }
        self.simulator.set_slugs_silently();
    }
}
