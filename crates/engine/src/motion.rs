//! Where every mechanism stands and what it is about to do.

use std::cmp::Ordering;

use kiber_netlist::Id;

use crate::agenda::{Agenda, NEVER};
use crate::electricity::Electricity;
use crate::event::{Event, Micros, Sink, What};
use crate::history::{History, Standing};
use crate::mechanism::{Place, Request};
use crate::plan::{CapacitorId, Drive, Mechanism, MechanismId, Plan};

/// The mechanisms of a running circuit, and its clock.
#[derive(Clone, Debug)]
pub(crate) struct Motion {
    pub(crate) now: Micros,
    /// By mechanism.
    pub(crate) places: Vec<Place>,
    /// By mechanism: what it asks for, and since when.
    pub(crate) asks: Vec<Request>,
    pub(crate) since: Vec<Micros>,
    pub(crate) agenda: Agenda,
    /// By mechanism, whether its armature is stuck; empty while none is.
    pub(crate) stuck: Vec<bool>,
    /// By mechanism, where a hand turns it; empty if hands turn nothing.
    goals: Vec<Place>,
    /// By capacitor, how it stands: due since when it moves.
    charges: Vec<Standing>,
    history: History,
    settling: bool,
    sets_out_again: bool,
    taken: Vec<MechanismId>,
}

impl Motion {
    /// Everything in its start place at time 0.
    pub(crate) fn new(plan: &Plan) -> Self {
        let places: Vec<Place> = plan.mechanisms.iter().map(|(_, mechanism)| mechanism.start).collect();
        let count = places.len();
        Self {
            now: 0,
            asks: plan
                .mechanisms
                .iter()
                .map(|(id, mechanism)| match mechanism.drive {
                    Drive::Hand if mechanism.start == Place::OPERATED => Request::Operate,
                    // What letting go would move has not been let go yet: the first currents decide.
                    Drive::Coil { .. } if plan.movement(id).departure(mechanism.start, Request::Release).is_some() => {
                        Request::Nothing
                    }
                    Drive::Hand | Drive::Coil { .. } => Request::Release,
                    Drive::Turned | Drive::Fuse => Request::Nothing,
                })
                .collect(),
            goals: match plan.mechanisms.rows().iter().any(|mechanism| matches!(mechanism.drive, Drive::Turned)) {
                true => places.clone(),
                false => Vec::new(),
            },
            places,
            since: vec![0; count],
            agenda: Agenda::new(count),
            stuck: Vec::new(),
            charges: vec![Standing::of_capacitor(0, None); plan.capacitors.len()],
            history: History::new(count),
            settling: false,
            sets_out_again: false,
            taken: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn place(&self, mechanism: MechanismId) -> Place {
        self.places[mechanism.index()]
    }

    #[inline]
    pub(crate) fn standing(&self, mechanism: MechanismId) -> Standing {
        let index = mechanism.index();
        Standing {
            place: self.places[index],
            asks: self.asks[index],
            since: self.since[index],
            due: self.agenda.due(mechanism),
            goal: self.goal(mechanism),
        }
    }

    /// A capacitor holds this from now on, or moves from it since a moment.
    pub(crate) fn set_charge(&mut self, capacitor: CapacitorId, microvolts: i64, since: Option<Micros>) {
        let standing = Standing::of_capacitor(microvolts, since);
        let before = std::mem::replace(&mut self.charges[capacitor.index()], standing);
        if self.settling && before != standing {
            let number = MechanismId::from_index(self.places.len() + capacitor.index());
            self.history.note(number, before, standing);
        }
    }

    /// Where a hand turns it; the first place for all others.
    #[inline]
    pub(crate) fn goal(&self, mechanism: MechanismId) -> Place {
        goal(&self.goals, mechanism)
    }

    /// The mechanisms that hands turn.
    pub(crate) fn turned<'a>(&self, plan: &'a Plan) -> impl Iterator<Item = MechanismId> + use<'a> {
        let turned = |(id, mechanism): (MechanismId, &Mechanism)| match mechanism.drive {
            Drive::Turned => Some(id),
            _ => None,
        };
        let any = !self.goals.is_empty();
        plan.mechanisms.iter().filter(move |_| any).filter_map(turned)
    }

    /// A hand turns it to this seat from now on.
    pub(crate) fn turn(&mut self, plan: &Plan, mechanism: MechanismId, goal: Place) {
        let before = self.standing(mechanism);
        self.restore_goal(mechanism, goal);
        if before.place.is_seat() {
            self.set_request(plan, mechanism, towards(before.place, goal));
        } else {
            self.note(mechanism, before);
        }
    }

    /// As it was when a state was taken: at rest where it is turned to.
    pub(crate) fn restore_goal(&mut self, mechanism: MechanismId, goal: Place) {
        let index = mechanism.index();
        if let Some(known) = self.goals.get_mut(index) {
            *known = goal;
            self.asks[index] = Request::Nothing;
        }
    }

    /// What it asks for from now on, without a timer.
    pub(crate) fn set_asks(&mut self, mechanism: MechanismId, asks: Request) {
        self.asks[mechanism.index()] = asks;
    }

    /// Puts it into a seat from outside, asking for nothing.
    pub(crate) fn put(&mut self, mechanism: MechanismId, place: Place) {
        let before = self.standing(mechanism);
        self.places[mechanism.index()] = place;
        self.asks[mechanism.index()] = Request::Nothing;
        self.agenda.set(mechanism, NEVER);
        self.note(mechanism, before);
    }

    pub(crate) fn is_stuck(&self, mechanism: MechanismId) -> bool {
        self.stuck.get(mechanism.index()).copied().unwrap_or(false)
    }

    /// From now on changes are logged, to recognise a state that comes back.
    #[inline]
    pub(crate) fn start_settling(&mut self) {
        self.history.start(self.now);
        self.settling = true;
    }

    pub(crate) fn end_settling(&mut self) {
        self.settling = false;
    }

    /// Lets time pass without anything happening: everything stands to the clock as before.
    pub(crate) fn pass_over(&mut self, span: Micros) {
        self.now += span;
        self.agenda.postpone(span);
        for since in &mut self.since {
            *since = since.wrapping_add(span);
        }
        for charge in self.charges.iter_mut().filter(|charge| charge.due != NEVER) {
            charge.due = charge.due.wrapping_add(span);
        }
    }

    /// All that is due now moves.
    #[inline]
    pub(crate) fn move_due<S: Sink>(&mut self, plan: &Plan, electricity: &mut Electricity, sink: &mut S) {
        self.agenda.take(self.now, &mut self.taken);
        for at in 0..self.taken.len() {
            self.move_on(plan, electricity, self.taken[at], sink);
        }
    }

    /// A mechanism that is due leaves its seat or arrives.
    #[inline]
    fn move_on<S: Sink>(&mut self, plan: &Plan, electricity: &mut Electricity, mechanism: MechanismId, sink: &mut S) {
        let index = mechanism.index();
        let from = self.places[index];
        let mut asks = self.asks[index];
        let movement = plan.movement(mechanism);
        let mut to = movement.onward(from, asks).to;
        if from.is_seat() && to != from {
            if self.settling && self.history.leaves(mechanism) {
                self.sets_out_again = true;
            }
            if movement.leaps {
                to = self.goal(mechanism);
            }
        }
        if !self.goals.is_empty() && to.is_seat() && matches!(plan.mechanisms[mechanism].drive, Drive::Turned) {
            asks = towards(to, self.goals[index]);
        }
        let after = movement.onward(to, asks).after;
        let due = match (to.is_seat(), after) {
            (false, _) => self.now.saturating_add(after),
            (true, NEVER) => NEVER,
            // No sooner than it has reached the seat, and as long as asked for all that time.
            (true, _) => self.now.saturating_add(after.saturating_sub(self.asked_for(mechanism))),
        };
        // Its appointment is off the agenda already; the log wants it as it was.
        let before = Standing {
            place: from,
            asks: self.asks[index],
            since: self.since[index],
            due: self.now,
            goal: self.goal(mechanism),
        };
        self.places[index] = to;
        self.asks[index] = asks;
        self.agenda.set(mechanism, due);
        self.note(mechanism, before);
        electricity.moved(plan, mechanism, from, to);
        let drive = plan.mechanisms[mechanism].drive;
        // A fuse that blows is told once it is known what it fed.
        if S::WANTS && !matches!(drive, Drive::Fuse) {
            sink.event(Event { at: self.now, what: What::Moved { part: plan.mechanisms[mechanism].part, from, to } });
        }
    }

    /// For how long it has asked for what it asks for. A restored state may have set the beginning before
    /// time 0, from where the difference wraps back.
    #[inline]
    pub(crate) fn asked_for(&self, mechanism: MechanismId) -> Micros {
        self.now.wrapping_sub(self.since[mechanism.index()])
    }

    /// What drives a mechanism asks for this from now on.
    #[inline]
    pub(crate) fn set_request(&mut self, plan: &Plan, mechanism: MechanismId, asks: Request) {
        let index = mechanism.index();
        if self.asks[index] == asks {
            return;
        }
        let before = self.standing(mechanism);
        self.asks[index] = asks;
        self.since[index] = self.now;
        if before.place.is_seat() && !self.is_stuck(mechanism) {
            let after = plan.movement(mechanism).onward(before.place, asks).after;
            self.agenda.set(mechanism, self.now.saturating_add(after));
        }
        self.note(mechanism, before);
    }

    #[inline]
    fn note(&mut self, mechanism: MechanismId, before: Standing) {
        if self.settling {
            self.history.note(mechanism, before, self.standing(mechanism));
        }
    }

    /// Notes that an instant is over. If the state is one that was before, returns when that was and
    /// who has moved since.
    #[inline]
    pub(crate) fn note_instant(&mut self, plan: &Plan) -> Option<(Micros, Vec<MechanismId>)> {
        let Self { places, asks, since, agenda, history, sets_out_again, now, goals, charges, .. } = self;
        let standing = |mechanism: MechanismId| {
            let index = mechanism.index();
            // Capacitors are numbered after the mechanisms.
            if let Some(charge) = index.checked_sub(places.len()).and_then(|capacitor| charges.get(capacitor)) {
                return *charge;
            }
            Standing {
                place: places[index],
                asks: asks[index],
                since: since[index],
                due: agenda.due(mechanism),
                goal: goal(goals, mechanism),
            }
        };
        let pending = || {
            let mut pending = agenda.pending();
            let moving = charges.iter().enumerate().filter(|(_, charge)| charge.due != NEVER);
            pending.extend(moving.map(|(capacitor, _)| MechanismId::from_index(places.len() + capacitor)));
            pending
        };
        if *sets_out_again {
            *sets_out_again = false;
            history.expect_returns(standing, &pending());
        }
        let relative = |mechanism, standing, now| crate::state::relative(plan, mechanism, standing, now);
        let (then, mut moved) = history.instant(*now, standing, relative, pending)?;
        moved.retain(|mechanism| mechanism.index() < places.len());
        Some((then, moved))
    }
}

#[inline]
fn goal(goals: &[Place], mechanism: MechanismId) -> Place {
    goals.get(mechanism.index()).copied().unwrap_or_default()
}

/// Which way a seat lies from another.
pub(crate) fn towards(from: Place, goal: Place) -> Request {
    match from.cmp(&goal) {
        Ordering::Less => Request::Operate,
        Ordering::Equal => Request::Nothing,
        Ordering::Greater => Request::Reverse,
    }
}
