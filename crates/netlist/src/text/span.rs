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

    /// The same bytes counted from elsewhere: `from` becomes `to`. What begins before `from` stays.
    pub(crate) fn moved(self, from: u32, to: u32) -> Self {
        match (self.start.checked_sub(from), self.end.checked_sub(from)) {
            (Some(start), Some(end)) => Self { start: start.saturating_add(to), end: end.saturating_add(to) },
            _ => self,
        }
    }

    /// The first byte as a place of its own.
    pub(crate) fn beginning(self) -> Self {
        Self { start: self.start, end: self.start }
    }

    /// The first byte.
    pub(crate) fn start(self) -> u32 {
        self.start
    }

    /// The byte behind the last.
    pub(crate) fn end(self) -> u32 {
        self.end
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
    /// The place of the text's first byte where several texts are counted as one.
    base: u32,
}

impl<'s> Source<'s> {
    /// The text that pieces are measured against.
    pub fn new(text: &'s str) -> Self {
        Self::at(text, 0)
    }

    /// The same, for a text whose first byte counts as byte `base`.
    pub(crate) fn at(text: &'s str, base: u32) -> Self {
        Self { text, base }
    }

    /// The place of bytes of this text.
    pub(crate) fn span(self, bytes: Range<usize>) -> Span {
        let base = self.base as usize;
        Span::new(bytes.start.saturating_add(base), bytes.end.saturating_add(base))
    }

    /// The place of a slice of this text.
    pub fn span_of(self, slice: &str) -> Span {
        let start = (slice.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len());
        self.span(start..(start + slice.len()).min(self.text.len()))
    }
}
