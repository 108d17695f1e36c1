//! A step that a program does over and over.

use kiber_engine::Action;
use kiber_netlist::Circuit;
use kiber_trace::Recorder;

use crate::plan::{Plan, Then};
use crate::play::Player;
use crate::refusal::Refusal;
use crate::step::Step;

/// A step with all that is known of it beforehand, to be done many times by [`Player::perform`].
#[derive(Clone, Debug)]
pub struct Prepared {
    step: Step,
    pub(crate) plan: Plan,
}

impl Prepared {
    /// Makes a step ready.
    pub fn new(step: Step, circuit: &Circuit) -> Self {
        let plan = Plan::new(&step, circuit);
        Self { step, plan }
    }

    /// The step.
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// What hands do for the step: at one instant and, for a press, once the circuit has settled
    /// after that. None if hands do nothing, if a time or an order was said, and for faults.
    pub fn hands(&self) -> Option<(&[Action], Option<&[Action]>)> {
        match &self.plan {
            Plan::Hands { actions, then: Then::Settle } => Some((actions, None)),
            Plan::Hands { actions, then: Then::Free(free) } => Some((actions, Some(free))),
            _ => None,
        }
    }
}

impl Player {
    /// Does a prepared action; one that only expects does nothing.
    ///
    /// # Errors
    /// When it cannot be done; then nothing has happened, and nothing is forgotten.
    pub fn perform<R: Recorder>(&mut self, prepared: &Prepared, recorder: &mut R) -> Result<(), Refusal> {
        if !R::WANTS {
            return self.act(&prepared.plan, &"", recorder);
        }
        let circuit = std::sync::Arc::clone(self.simulator.circuit());
        self.act(&prepared.plan, &prepared.step.shown(&circuit), recorder)
    }
}
