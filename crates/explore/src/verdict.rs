//! What became of each property.

use crate::book::PropertyKind;
use crate::bounds::{self, Bound};
use crate::components::Components;
use crate::limits::GaveUp;
use crate::model::{Model, Use};
use crate::races::{Race, Unjudged};
use crate::retell::wait_for;
use crate::runs::Run;
use crate::search::{At, Space};
use crate::temporal;
use crate::worker::Incident;

/// What became of a property.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The property, by its place in the book.
    pub property: usize,
    /// The answer.
    pub outcome: Outcome,
    /// Why the answer says nothing, if so.
    pub vacuous: Option<Vacuous>,
    /// Of `AtMost`: how far the counter goes.
    pub bound: Option<Bound>,
    /// Of `NoRace`: the critical races, no two of the same relays by the same rule.
    pub races: Vec<RaceFound>,
}

/// The answer to a property.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It holds in everything that can be reached.
    Proved,
    /// It does not; this run shows it.
    Refuted(Run),
    /// Not everything was seen, and what was seen does not refute it.
    GaveUp(GaveUp),
    /// After this run an action could not be judged, for this reason.
    NotJudged(Run, Unjudged),
}

/// Why a property that holds says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vacuous {
    /// The first term of its condition held at no checked moment.
    FirstTermNeverHeld,
    /// No rule that was ever used adds to its counter.
    NothingCounts,
    /// At most the first rule of the book was ever enabled.
    NothingEnabled,
}

/// A critical race and where it happens.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceFound {
    /// The shortest run to the moment before the action that starts it: `then` says the rule and how
    /// many of its lines are done before.
    pub run: Run,
    /// The rule in which it happens.
    pub rule: usize,
    /// The line of `then` that starts it, from 0.
    pub line: usize,
    /// What competes, and the two outcomes.
    pub race: Race,
}

/// The verdicts on all properties, in the order of the book.
pub(crate) fn verdicts(model: &Model, space: &Space) -> Vec<Verdict> {
    let needs_components = model
        .book
        .properties
        .iter()
        .any(|property| matches!(property.kind, PropertyKind::AtMost { .. } | PropertyKind::AlwaysPossible(_)));
    let components = space
        .edges
        .as_ref()
        .filter(|_| needs_components)
        .map(|edges| Components::new(edges, space.store.len() as u32, |_| true));
    let look = Look { model, space, components };
    (0..model.book.properties.len()).map(|property| look.verdict(property)).collect()
}

struct Look<'a> {
    model: &'a Model,
    space: &'a Space,
    components: Option<Components>,
}

impl Look<'_> {
    fn verdict(&self, property: usize) -> Verdict {
        let mut verdict = Verdict { property, outcome: Outcome::Proved, vacuous: None, bound: None, races: Vec::new() };
        let space = self.space;
        let refuted = match &self.model.book.properties[property].kind {
            PropertyKind::Never(_) => self.first(Use::Never { property }),
            PropertyKind::Unreachable(_) => self.first(Use::Unreachable { property }),
            PropertyKind::Settles => space.unsettled.map(|at| Run::to_moment(space, at)),
            PropertyKind::NoShort => space.short.map(|at| Run::to_moment(space, at)),
            PropertyKind::AtMost { counter, most } => self.at_most(*counter, *most, &mut verdict),
            PropertyKind::AlwaysPossible(_) => self.always_possible(property),
            PropertyKind::Eventually(_) => self.eventually(property),
            PropertyKind::NoRace(_) => {
                verdict.races = self.races(property);
                verdict.races.first().map(|found| found.run.clone())
            }
        };
        let not_judged = || space.races_given_up.iter().find(|(of, ..)| *of == property);
        verdict.outcome = match (refuted, space.gave_up) {
            (Some(run), _) => Outcome::Refuted(run),
            (None, Some(gave_up)) => Outcome::GaveUp(gave_up),
            (None, None) => match not_judged() {
                Some(&(_, why, at)) => Outcome::NotJudged(Run::to_moment(space, at), why),
                None => Outcome::Proved,
            },
        };
        if verdict.outcome == Outcome::Proved {
            verdict.vacuous = self.vacuous(property);
        }
        verdict
    }

    fn first(&self, use_of: Use) -> Option<Run> {
        let index = self.model.watched.iter().position(|watched| watched.use_of == use_of)?;
        let at = self.space.first[index]?;
        let mut run = Run::to_moment(self.space, at);
        let (model, space) = (self.model, self.space);
        if at.then.is_none() && space.odd.is_orbit(model.layout.odd(space.store.state(at.state))) {
            run.wait = wait_for(&model.circuit, &model.book, &run, &model.watched[index].condition);
        }
        Some(run)
    }

    fn vacuous(&self, property: usize) -> Option<Vacuous> {
        let fired = &self.space.fired;
        let others = fired.iter().skip(1).any(|&fired| fired);
        if !others && (fired.len() > 1 || !fired.contains(&true)) {
            return Some(Vacuous::NothingEnabled);
        }
        match &self.model.book.properties[property].kind {
            PropertyKind::Never(condition) if condition.first_term().is_some() => {
                let index = self.model.watched.iter().position(|at| at.use_of == Use::First { property })?;
                self.space.first[index].is_none().then_some(Vacuous::FirstTermNeverHeld)
            }
            PropertyKind::AtMost { counter, .. } => {
                let weights = bounds::weights(&self.model.book, *counter);
                let counts = fired.iter().zip(weights).any(|(&fired, weight)| fired && weight > 0);
                (!counts).then_some(Vacuous::NothingCounts)
            }
            _ => None,
        }
    }

    fn at_most(&self, counter: usize, most: u64, verdict: &mut Verdict) -> Option<Run> {
        let (edges, components) = (self.space.edges.as_ref()?, self.components.as_ref()?);
        let weights = bounds::weights(&self.model.book, counter);
        let states = self.space.store.len() as u32;
        let bound = bounds::bound(edges, components, states, &weights);
        let kept = bound.most.is_some_and(|bound| bound <= most);
        // Where a shortest run would be long, the worst there is says the same.
        let refuted = (!kept).then(|| bounds::beyond(edges, states, &weights, most).unwrap_or(bound.worst.clone()));
        // Of a part of the whole only what it refutes can be said.
        if self.space.gave_up.is_none() {
            verdict.bound = Some(bound);
        }
        refuted
    }

    /// Whether a state has not been looked at, so that nobody knows where it leads.
    fn is_open(&self, state: u32) -> bool {
        state >= self.space.expanded
    }

    fn always_possible(&self, property: usize) -> Option<Run> {
        let (edges, components) = (self.space.edges.as_ref()?, self.components.as_ref()?);
        let watched = self.model.every_state[property]?;
        // Where an open state leads nobody knows, so it may lead there.
        let holds = |state: u32| self.is_open(state) || self.space.held(watched, state);
        temporal::cut_off(edges, components, holds).map(|state| Run::to(self.space, state))
    }

    fn eventually(&self, property: usize) -> Option<Run> {
        let edges = self.space.edges.as_ref()?;
        let watched = self.model.every_state[property]?;
        let holds = |state: u32| self.space.held(watched, state);
        temporal::avoiding(edges, self.space.store.len() as u32, holds, |state| !self.is_open(state))
    }

    fn races(&self, property: usize) -> Vec<RaceFound> {
        let own = self.space.races.iter().filter_map(|found| match &found.incident {
            Incident::Race(of, race) if *of == property => Some((found, race)),
            _ => None,
        });
        own.map(|(found, race)| {
            let at = At { state: found.state, then: Some((found.rule, found.line)) };
            RaceFound {
                run: Run::to_moment(self.space, at),
                rule: usize::from(found.rule),
                line: usize::from(found.line),
                race: (**race).clone(),
            }
        })
        .collect()
    }
}
