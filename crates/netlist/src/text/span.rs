//! Where a piece of the text lies in the whole.

use std::ops::Range;

/// Bytes of the text. Half the size of a `Range<usize>`, since there is one for every pin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// From one byte up to another.
    pub fn new(start: usize, end: usize) -> Self {
        let narrow = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        Self { start: narrow(start), end: narrow(end) }
    }

    /// The bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The whole text, against which pieces of it are measured.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    text: &'s str,
}

impl<'s> Source<'s> {
    /// The text that pieces are measured against.
    pub fn new(text: &'s str) -> Self {
        Self { text }
    }

    /// The place of a slice of this text.
    pub fn span_of(self, slice: &str) -> Span {
        let start = (slice.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len());
        Span::new(start, (start + slice.len()).min(self.text.len()))
    }
}
