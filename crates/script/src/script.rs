//! A whole script: every line parsed once, however often it stands there.

use std::fmt;
use std::ops::Range;

use kiber_netlist::{Circuit, Fingerprint, PartId};

use crate::plan::Plan;
use crate::step::{Step, Target, Verb};

/// A script that has been read for one circuit.
///
/// Lines with the same text share one step, so that a script of hundreds of thousands of lines is
/// small and quickly done.
#[derive(Clone, Debug, Default)]
pub struct Script {
    pub(crate) steps: Vec<ReadyStep>,
    pub(crate) lines: Vec<Line>,
}

/// A step with all that is known of it beforehand.
#[derive(Clone, Debug)]
pub(crate) struct ReadyStep {
    pub(crate) step: Step,
    pub(crate) plan: Plan,
    /// Where in the line each target or claim is written; empty for a step without text.
    pub(crate) places: Vec<Range<u32>>,
}

/// A line that holds a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) number: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) step: u32,
}

impl Line {
    pub(crate) fn number(self) -> usize {
        self.number as usize
    }

    pub(crate) fn span(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Where the step's target or claim of that index is written; the whole line if that is not known.
    pub(crate) fn place(self, step: &ReadyStep, index: usize) -> Range<usize> {
        match step.places.get(index) {
            Some(place) => (self.start + place.start) as usize..(self.start + place.end) as usize,
            None => self.span(),
        }
    }
}

impl Script {
    /// A script of steps that a program made; its lines are numbered from 1 and have no text.
    pub fn from_steps(steps: impl IntoIterator<Item = Step>, circuit: &Circuit) -> Self {
        let mut script = Self::default();
        for step in steps {
            let place = script.push_step(step, Vec::new(), circuit);
            let number = script.lines.len() as u32 + 1;
            script.lines.push(Line { number, start: 0, end: 0, step: place });
        }
        script
    }

    pub(crate) fn push_step(&mut self, step: Step, places: Vec<Range<u32>>, circuit: &Circuit) -> u32 {
        let plan = Plan::new(&step, circuit);
        self.steps.push(ReadyStep { step, plan, places });
        self.steps.len() as u32 - 1
    }

    /// Every step in order, with the number of its line (from 1) and the bytes of the text it
    /// stands in.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = (usize, Range<usize>, &Step)> {
        self.lines.iter().map(|line| (line.number(), line.span(), &self.steps[line.step as usize].step))
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is no step.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The fingerprint of what the script does: its actions in order, however they are written. Comments
    /// and expectations change nothing that happens, and are no part of it.
    pub fn fingerprint(&self, circuit: &Circuit) -> Fingerprint {
        let actions = || self.lines().map(|(_, _, step)| step).filter(|step| !matches!(step, Step::Expect(_)));
        Fingerprint::of(&fmt::from_fn(|f| actions().try_for_each(|step| writeln!(f, "{}", step.shown(circuit)))))
    }

    /// Shows the script, one step a line, with the names of that circuit; comments are gone.
    pub fn shown<'a>(&'a self, circuit: &'a Circuit) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| self.lines().try_for_each(|(_, _, step)| writeln!(f, "{}", step.shown(circuit))))
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
