//! The way through a script, line by line: into its repeats and includes and out of them.

use std::iter::FusedIterator;
use std::ops::Range;
use std::sync::Arc;

use crate::around::{Around, Include, Round};
use crate::item::{Item, What};
use crate::script::{ReadyStep, Script};
use crate::step::Step;

/// Where a walk is in one repeat or one file.
#[derive(Clone, Copy, Debug)]
struct Frame {
    file: u32,
    first: u32,
    next: u32,
    end: u32,
    round: u32,
    times: u32,
    is_file: bool,
}

/// A walk through a script. It keeps its place in a stack of its own, as deep as repeats and includes
/// are nested.
#[derive(Debug)]
pub(crate) struct Walk<'s> {
    script: &'s Script,
    frames: Vec<Frame>,
    heading: Option<u32>,
    /// Whether the heading has come since somebody last asked.
    is_new: bool,
}

impl<'s> Walk<'s> {
    pub(crate) fn new(script: &'s Script) -> Self {
        let mut walk = Self { script, frames: Vec::with_capacity(4), heading: None, is_new: false };
        walk.enter(0);
        walk
    }

    fn enter(&mut self, file: u32) {
        let end = self.script.bodies.get(file as usize).map_or(0, |body| body.len() as u32);
        self.frames.push(Frame { file, first: 0, next: 0, end, round: 1, times: 1, is_file: true });
    }

    /// The next line that holds a step.
    pub(crate) fn step(&mut self) -> Option<(Item, &'s ReadyStep)> {
        loop {
            let frame = self.frames.last_mut()?;
            if frame.next >= frame.end {
                if frame.round < frame.times {
                    frame.round += 1;
                    frame.next = frame.first;
                } else {
                    self.frames.pop();
                }
                continue;
            }
            let item = self.script.item(frame.file, frame.next)?;
            frame.next += 1;
            match item.what {
                What::Step(step) => return Some((item, self.script.steps.get(step as usize)?)),
                What::Heading(heading) => (self.heading, self.is_new) = (Some(heading), true),
                What::Repeat { times, end } => {
                    let (file, first) = (frame.file, frame.next);
                    frame.next = end;
                    self.frames.push(Frame { file, first, next: first, end, round: 1, times, is_file: false });
                }
                What::Include(file) => self.enter(file),
                What::Unknown => {}
            }
        }
    }

    /// The heading that has come since this was last asked, the last one if there were several.
    pub(crate) fn new_heading(&mut self) -> Option<&'s Arc<str>> {
        if !std::mem::take(&mut self.is_new) {
            return None;
        }
        self.heading()
    }

    fn heading(&self) -> Option<&'s Arc<str>> {
        self.script.headings.get(self.heading? as usize)
    }

    /// Comes to the place of another walk through the same script.
    pub(crate) fn come_to(&mut self, other: &Self) {
        self.frames.clone_from(&other.frames);
        (self.heading, self.is_new) = (other.heading, other.is_new);
    }

    /// What stands around the line where the walk is.
    pub(crate) fn around(&self) -> Around {
        let mut around = Around { heading: self.heading().cloned(), ..Around::default() };
        let mut before: Option<&Frame> = None;
        for frame in &self.frames {
            around.file = frame.file as usize;
            if !frame.is_file {
                around.rounds.push(Round { number: frame.round, of: frame.times });
            } else if let Some(before) = before
                && let Some(line) = self.script.item(before.file, before.next.wrapping_sub(1))
            {
                around.includes.push(Include { file: before.file as usize, line: line.number(), span: line.span() });
            }
            before = Some(frame);
        }
        around
    }
}

/// Every step of a script in the order in which it is done, those of a repeat in every round.
///
/// An item is the number of the line (from 1) in its file, the bytes of that file that it stands in,
/// and the step. What stands around it, [`Lines::around`] says. However often a repeat goes round,
/// nothing of it is copied.
///
/// ```
/// # let circuit = kiber_netlist::read(r#"Circuit(title: "", parts: {
/// #     "G1": Source(plus: "+", minus: "-"), "S1": Button(contacts: {"1": Make("+", "a")}),
/// #     "H1": Lamp(pins: ("a", "-")) })"#).circuit.unwrap();
/// let script = kiber_script::parse("repeat 1000000 {\n    press S1\n}", &circuit).0.unwrap();
/// let mut lines = script.lines();
/// assert_eq!(lines.nth(1).map(|(line, _, _)| line), Some(2));
/// assert_eq!(lines.around().rounds_in_words().as_deref(), Some("in round 2 of 1000000"));
/// assert_eq!(script.len(), 1_000_000);
/// ```
#[derive(Debug)]
pub struct Lines<'s>(Walk<'s>);

impl<'s> Lines<'s> {
    pub(crate) fn new(script: &'s Script) -> Self {
        Self(Walk::new(script))
    }

    /// What stands around the line that came last.
    pub fn around(&self) -> Around {
        self.0.around()
    }
}

impl<'s> Iterator for Lines<'s> {
    type Item = (usize, Range<usize>, &'s Step);

    fn next(&mut self) -> Option<Self::Item> {
        let (item, ready) = self.0.step()?;
        Some((item.number(), item.span(), &ready.step))
    }
}

impl FusedIterator for Lines<'_> {}
