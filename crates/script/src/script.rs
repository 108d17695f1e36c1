//! A whole script: every line parsed once, however often it stands there or is done.

use std::ops::Range;
use std::sync::Arc;

use kiber_netlist::{Circuit, PartId};

use crate::item::{Item, What};
use crate::plan::Plan;
use crate::step::{Step, Target, Verb};
use crate::walk::Lines;

/// A script that has been read for one circuit.
///
/// Lines with the same text share one step, a repeat keeps its body once, and so is a file that is
/// included several times. So a script of hundreds of thousands of lines is small and quickly done.
#[derive(Clone, Debug)]
pub struct Script {
    pub(crate) steps: Vec<ReadyStep>,
    /// The items of each file; the first is the script itself.
    pub(crate) bodies: Vec<Vec<Item>>,
    pub(crate) headings: Vec<Arc<str>>,
    /// The files, each after all those that it includes; the script itself comes last.
    pub(crate) bottom_up: Vec<u32>,
    pub(crate) len: u64,
}

/// A step with all that is known of it beforehand.
#[derive(Clone, Debug)]
pub(crate) struct ReadyStep {
    pub(crate) step: Step,
    pub(crate) plan: Plan,
    /// Where in the line each target or claim is written; empty for a step without text.
    pub(crate) places: Vec<Range<u32>>,
}

impl Default for Script {
    /// A script that does nothing.
    fn default() -> Self {
        Self { steps: Vec::new(), bodies: vec![Vec::new()], headings: Vec::new(), bottom_up: vec![0], len: 0 }
    }
}

impl Script {
    /// A script of steps that a program made; its lines are numbered from 1 and have no text.
    pub fn from_steps(steps: impl IntoIterator<Item = Step>, circuit: &Circuit) -> Self {
        let mut script = Self::default();
        let mut body = Vec::new();
        for step in steps {
            let what = What::Step(script.push_step(step, Vec::new(), circuit));
            body.push(Item { number: body.len() as u32 + 1, start: 0, end: 0, what });
        }
        script.len = body.len() as u64;
        script.bodies = vec![body];
        script
    }

    pub(crate) fn push_step(&mut self, step: Step, places: Vec<Range<u32>>, circuit: &Circuit) -> u32 {
        let plan = Plan::new(&step, circuit);
        self.steps.push(ReadyStep { step, plan, places });
        self.steps.len() as u32 - 1
    }

    pub(crate) fn item(&self, file: u32, index: u32) -> Option<Item> {
        self.bodies.get(file as usize)?.get(index as usize).copied()
    }

    /// Every step in the order in which it is done, those of a repeat in every round.
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(self)
    }

    /// How many steps are done, those of a repeat in every round; more than can be counted is the most
    /// that can.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is no step.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// The buttons that a step presses, holds or frees.
pub(crate) fn buttons(step: &Step) -> Option<(Verb, impl Iterator<Item = PartId>)> {
    match step {
        Step::Act { verb: verb @ (Verb::Press | Verb::Hold | Verb::Free), on, .. }
        | Step::InOrder { verb: verb @ (Verb::Press | Verb::Hold | Verb::Free), on, .. } => {
            let parts = on.iter().filter_map(|target| match *target {
                Target::Part(part) => Some(part),
                _ => None,
            });
            Some((*verb, parts))
        }
        _ => None,
    }
}
