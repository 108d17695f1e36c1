//! An island with capacitors: its equations, and how it goes by them.

use std::sync::Arc;

use kiber_netlist::Id;

use crate::decay::{Course, Ending, Network, Store};
use crate::event::Micros;
use crate::plan::{CapacitorId, DiodeId, LoadId};
use crate::solve::{Branch, DiodeBranch, Solver};

use super::{Charges, Held, microvolts};

/// The equations of an island, but for the voltages of its capacitors.
///
/// Loads and diodes are in the order of the circuit and nodes are numbered as they appear, so that
/// equal islands have equal equations whatever else there is and whatever came before.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Equations {
    pub(super) nodes: usize,
    pub(super) branches: Vec<Branch>,
    pub(super) diodes: Vec<DiodeBranch>,
    pub(super) stores: Vec<Store>,
    pub(super) loads: Vec<LoadId>,
    pub(super) diode_ids: Vec<DiodeId>,
    pub(super) capacitors: Vec<CapacitorId>,
    /// See [`Solver`]: conducting diodes with a trace of resistance.
    pub(super) soft: bool,
}

/// An island with capacitors as it goes from a moment on, until a diode changes over.
#[derive(Debug)]
pub(crate) struct Island {
    pub(super) equations: Equations,
    /// None while it rests.
    pub(crate) course: Option<Course>,
    /// How long after the capacitors began to move.
    pub(super) begins_after: Micros,
}

/// What became of an island at an instant.
pub(super) enum Update {
    /// It goes on, or rests, as before.
    Kept(Arc<Island>),
    /// It moves from here on, or came to rest.
    New(Arc<Island>),
    /// A short circuit through diodes.
    Conflict,
}

impl Charges {
    /// Brings an island up to date: the one with these equations, now.
    pub(super) fn update(&mut self, equations: Equations, solver: &mut Solver) -> Update {
        let Some(&first) = equations.capacitors.first() else { return Update::Conflict };
        let former = &self.before[first.index()];
        if let Some((island, _)) = former.island.clone()
            && island.equations == equations
        {
            let Some((course, since)) = island.course.as_ref().zip(former.since) else {
                self.keep(&equations);
                return Update::Kept(island);
            };
            let after = self.now.wrapping_sub(since);
            if after < island.begins_after.saturating_add(course.lasts) {
                self.keep(&equations);
                return Update::Kept(island);
            }
            let start: Vec<i64> =
                equations.capacitors.iter().map(|capacitor| self.before[capacitor.index()].microvolts).collect();
            return match follow(&equations, course, island.begins_after, after, solver) {
                Followed::Goes(course, begins_after) => {
                    self.go(equations, Some(*course), &start, Some(since), begins_after)
                }
                Followed::Rests(ends) => self.rest(equations, &ends),
                Followed::Conflict => Update::Conflict,
            };
        }
        if self.adopt
            && let Some(update) = self.adopt(&equations, solver)
        {
            return update;
        }
        let start: Vec<i64> = equations.capacitors.iter().map(|&capacitor| self.rounded(capacitor)).collect();
        self.start(equations, &start, solver)
    }

    /// What a capacitor held when this instant began, as it is rounded where its equations change.
    fn rounded(&self, capacitor: CapacitorId) -> i64 {
        let held = &self.before[capacitor.index()];
        match held.since {
            Some(_) => microvolts(held.volts(self.now)),
            None => held.microvolts,
        }
    }

    fn keep(&mut self, equations: &Equations) {
        for capacitor in &equations.capacitors {
            self.held[capacitor.index()].clone_from(&self.before[capacitor.index()]);
        }
    }

    /// A capacitor that no current can reach keeps what it holds.
    pub(super) fn isolate(&mut self, capacitor: CapacitorId) {
        let held = Held { microvolts: self.rounded(capacitor), since: None, island: None };
        self.held[capacitor.index()] = held;
    }

    /// An island that was put in place goes on as it did; none if its capacitors do not agree.
    fn adopt(&mut self, equations: &Equations, solver: &mut Solver) -> Option<Update> {
        let own = || equations.capacitors.iter().map(|capacitor| &self.before[capacitor.index()]);
        let since = own().next()?.since;
        if own().any(|held| held.since != since || held.island.is_some()) {
            return None;
        }
        let start: Vec<i64> = own().map(|held| held.microvolts).collect();
        let Some(since) = since else { return Some(self.rest(equations.clone(), &start)) };
        let course = course(equations, &volts(&start), solver)?;
        Some(match follow(equations, &course, 0, self.now.wrapping_sub(since), solver) {
            Followed::Goes(course, begins_after) => {
                self.go(equations.clone(), Some(*course), &start, Some(since), begins_after)
            }
            Followed::Rests(ends) => self.rest(equations.clone(), &ends),
            Followed::Conflict => Update::Conflict,
        })
    }

    /// Begins anew from these voltages; at once at rest if that is where they are.
    fn start(&mut self, equations: Equations, start: &[i64], solver: &mut Solver) -> Update {
        let Some(course) = course(&equations, &volts(start), solver) else { return Update::Conflict };
        if course.lasts == 0 {
            return self.rest(equations, &ends(&course, start.len()));
        }
        self.go(equations, Some(course), start, Some(self.now), 0)
    }

    fn rest(&mut self, equations: Equations, ends: &[i64]) -> Update {
        self.go(equations, None, ends, None, 0)
    }

    fn go(
        &mut self,
        equations: Equations,
        course: Option<Course>,
        start: &[i64],
        since: Option<Micros>,
        begins_after: Micros,
    ) -> Update {
        let island = Arc::new(Island { equations, course, begins_after });
        for ((capacitor, &microvolts), store) in island.equations.capacitors.iter().zip(start).zip(0..) {
            self.held[capacitor.index()] = Held { microvolts, since, island: Some((Arc::clone(&island), store)) };
        }
        Update::New(island)
    }
}

/// Where a course has led to.
enum Followed {
    /// It goes on by this one, which began so long after the first.
    Goes(Box<Course>, Micros),
    /// At rest, at these voltages.
    Rests(Vec<i64>),
    Conflict,
}

/// Follows an island through the diodes that change over. Its voltages go on as they are: rounding
/// them there could undo what just made the diode change, again and again.
fn follow(
    equations: &Equations,
    from: &Course,
    mut begins_after: Micros,
    after: Micros,
    solver: &mut Solver,
) -> Followed {
    let count = equations.stores.len();
    let mut next: Option<Course> = None;
    loop {
        let now = next.as_ref().unwrap_or(from);
        let ends_after = begins_after.saturating_add(now.lasts);
        if after < ends_after {
            return Followed::Goes(Box::new(now.clone()), begins_after);
        }
        if now.ending == Ending::Rest {
            return Followed::Rests(ends(now, count));
        }
        let volts: Vec<f64> = (0..count).map(|store| now.voltage(store, now.lasts)).collect();
        let Some(course) = course(equations, &volts, solver) else { return Followed::Conflict };
        next = Some(course);
        begins_after = ends_after;
    }
}

fn volts(microvolts: &[i64]) -> Vec<f64> {
    microvolts.iter().map(|&microvolts| microvolts as f64 / 1e6).collect()
}

fn ends(course: &Course, count: usize) -> Vec<i64> {
    (0..count).map(|store| microvolts(course.voltage_at_end(store))).collect()
}

fn course(equations: &Equations, volts: &[f64], solver: &mut Solver) -> Option<Course> {
    let Equations { nodes, branches, diodes, stores, .. } = equations;
    Course::new(solver, Network { nodes: *nodes, branches, diodes, stores }, volts)
}

impl Island {
    /// Its first capacitor; there is no island without.
    pub(super) fn first(&self) -> CapacitorId {
        self.equations.capacitors.first().copied().unwrap_or(CapacitorId::from_index(0))
    }

    /// Its loads, each with its number among them.
    pub(super) fn loads(&self) -> impl Iterator<Item = (LoadId, u32)> + '_ {
        self.equations.loads.iter().copied().zip(0..)
    }

    /// Which of its diodes conduct, while it moves.
    pub(super) fn conducting(&self) -> impl Iterator<Item = (DiodeId, bool)> + '_ {
        let conducting = self.course.as_ref().map(|course| &course.conducting);
        self.equations.diode_ids.iter().copied().zip(conducting.into_iter().flatten().copied())
    }
}
