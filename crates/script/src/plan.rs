//! A step made ready to be done many times.

use kiber_engine::{Action, Micros};
use kiber_netlist::{Circuit, PartId, PartKind};

use crate::step::{Claim, Step, Target, Turn, Verb};

/// What a player does for a step, found once however often the step is done.
#[derive(Clone, Debug)]
pub(crate) enum Plan {
    /// Hands and sources, then what follows.
    Hands { actions: Box<[Action]>, then: Then },
    /// Faults, which depend on how the circuit stands.
    Faults { verb: Verb, on: Box<[Target]>, then: Then },
    /// Time.
    Wait(Micros),
    /// Expectations.
    Expect(Box<[Claim]>),
}

/// What follows an action.
#[derive(Clone, Debug)]
pub(crate) enum Then {
    /// Let these move in this order, then do what follows.
    Order(Box<[Turn]>, Box<Then>),
    /// Let the circuit settle.
    Settle,
    /// Let exactly so much time pass.
    Pass(Micros),
    /// Let it settle, free these, let it settle.
    Free(Box<[Action]>),
    /// Let exactly so much time pass, free these, let it settle.
    PassAndFree(Micros, Box<[Action]>),
}

impl Plan {
    pub(crate) fn new(step: &Step, circuit: &Circuit) -> Self {
        match step {
            Step::Wait(span) => Self::Wait(*span),
            Step::Expect(claims) => Self::Expect(claims.as_slice().into()),
            Step::Act { verb, on, lasting } => Self::act(*verb, on, *lasting, circuit),
            Step::InOrder { verb, on, turns } => {
                let mut plan = Self::act(*verb, on, None, circuit);
                if let Self::Hands { then, .. } | Self::Faults { then, .. } = &mut plan {
                    let after = std::mem::replace(then, Then::Settle);
                    *then = Then::Order(turns.as_slice().into(), Box::new(after));
                }
                plan
            }
        }
    }

    fn act(verb: Verb, on: &[Target], lasting: Option<Micros>, circuit: &Circuit) -> Self {
        let after = || lasting.map_or(Then::Settle, Then::Pass);
        match verb {
            Verb::Press => {
                let free: Box<[Action]> = parts(on).map(Action::Free).collect();
                let then = match lasting {
                    Some(span) => Then::PassAndFree(span, free),
                    None => Then::Free(free),
                };
                Self::Hands { actions: parts(on).map(Action::Press).collect(), then }
            }
            Verb::Flip => Self::hands(on, Action::Flip, after()),
            Verb::Hold => Self::hands(on, Action::Press, after()),
            Verb::Free => Self::hands(on, Action::Free, after()),
            Verb::Set(place) => Self::hands(on, |part| Action::Turn(part, place), after()),
            Verb::Replace => Self::hands(on, Action::Replace, after()),
            Verb::On => Self::hands(on, |part| switch(circuit, part, true), after()),
            Verb::Off => Self::hands(on, |part| switch(circuit, part, false), after()),
            Verb::Break | Verb::Weld | Verb::Short | Verb::Cut | Verb::Stick | Verb::Mend => {
                Self::Faults { verb, on: on.into(), then: after() }
            }
        }
    }

    fn hands(on: &[Target], action: impl Fn(PartId) -> Action, then: Then) -> Self {
        Self::Hands { actions: parts(on).map(action).collect(), then }
    }
}

/// The parts among the targets. A hand has nothing to do with contacts and wires, and text that
/// says otherwise is refused before it gets here.
fn parts(on: &[Target]) -> impl Iterator<Item = PartId> {
    on.iter().filter_map(|target| match *target {
        Target::Part(part) => Some(part),
        Target::Contact(_) | Target::Wire(..) => None,
    })
}

fn switch(circuit: &Circuit, part: PartId, on: bool) -> Action {
    match (circuit.parts.get(part).map(|part| &part.kind), on) {
        (Some(PartKind::Source(_)), _) => Action::Source(part, on),
        (_, true) => Action::TurnOn(part),
        (_, false) => Action::TurnOff(part),
    }
}
