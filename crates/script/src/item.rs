//! What a script is made of: one item a line, and one body of items a file.

use std::ops::Range;

use crate::script::ReadyStep;

/// A line of a script, or what it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    /// The number of the line, from 1.
    pub(crate) number: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A step, by its number among the script's.
    Step(u32),
    /// The items from the next one up to `end` are done so often.
    Repeat { times: u32, end: u32 },
    /// All items of a file.
    Include(u32),
    /// A heading, by its number among the script's.
    Heading(u32),
    /// A line that could not be read. Scripts with such a line are not played.
    Unknown,
}

impl Item {
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
