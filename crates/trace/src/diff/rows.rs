//! Lines that are kept while they are compared.

use std::ops::Range;

use kiber_engine::Micros;

use crate::written::{Columns, Line};

/// A line with its number in the trace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'w> {
    pub(super) number: usize,
    pub(super) line: Line<'w>,
}

impl<'w> Row<'w> {
    pub(super) fn since(&self) -> Micros {
        self.line.since
    }

    /// The part that it is about, also if it is at one of its contacts.
    pub(super) fn part(&self) -> Option<&'w str> {
        self.line.who.map(|who| who.split_once('/').map_or(who, |(part, _)| part))
    }
}

/// Some lines in a row.
#[derive(Clone, Debug, Default)]
pub(super) struct Window {
    text: String,
    kept: Vec<Kept>,
}

#[derive(Clone, Debug)]
struct Kept {
    number: usize,
    since: Micros,
    who: Option<Range<usize>>,
    words: Range<usize>,
}

impl Window {
    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }

    pub(super) fn push(&mut self, number: usize, line: &Line<'_>) {
        let who = line.who.map(|who| self.keep(who));
        let words = self.keep(line.text);
        self.kept.push(Kept { number, since: line.since, who, words });
    }

    fn keep(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    /// The lines, understood again.
    pub(super) fn rows(&self) -> Vec<Row<'_>> {
        let text = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or_default();
        let row = |kept: &Kept| {
            let who = kept.who.as_ref().map(text);
            let line = Columns { since: kept.since, who, text: text(&kept.words) }.understood()?;
            Some(Row { number: kept.number, line })
        };
        self.kept.iter().filter_map(row).collect()
    }

    /// Lets go of the first so many lines.
    pub(super) fn drop_first(&mut self, count: usize) {
        let rest = Self::of(self.rows().get(count..).unwrap_or_default());
        *self = rest;
    }

    fn of(rows: &[Row<'_>]) -> Self {
        let mut window = Self::default();
        rows.iter().for_each(|row| window.push(row.number, &row.line));
        window
    }
}
