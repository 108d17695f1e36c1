//! The lines of a section that both traces have, however many they are.

use std::collections::BTreeMap;
use std::io::BufRead;

use imara_diff::Token;
use kiber_engine::Micros;

use super::Error;
use super::align::later;
use super::finding::Finding;
use super::index::Filter;
use super::inside::compare;
use super::matching::matched;
use super::rows::{Row, Window};
use super::standing::Standing;
use crate::written::{ReadError, Reader};

/// The most lines of each trace that are looked at together. A section that is longer is compared in
/// windows, each from where the one before could be matched to.
const MOST_LINES: usize = 1 << 13;
/// So many lines that are the same let a window end behind them.
const FIRM: usize = 16;

/// One of the traces, read for the second time.
#[derive(Debug)]
pub(super) struct Side<'o, R> {
    reader: Reader<R>,
    filter: Filter<'o>,
    /// How everything stands where the reading has come to.
    standing: Standing,
    /// Whether the head has been read, and the title of the first section.
    began: bool,
}

impl<'o, R: BufRead> Side<'o, R> {
    pub(super) fn new(source: R, filter: Filter<'o>) -> Self {
        Self { reader: Reader::new(source), filter, standing: Standing::default(), began: false }
    }

    /// How many bytes have been read.
    pub(super) fn bytes(&self) -> u64 {
        self.reader.bytes()
    }

    /// Reads a whole section for how everything stands behind it.
    pub(super) fn skip(&mut self) -> Result<(), ReadError> {
        self.begin()?;
        while let Some(line) = self.reader.next_in_section()? {
            self.standing.take(&line);
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), ReadError> {
        if !self.began {
            self.began = true;
            // Nothing stands above the first title but headings.
            self.reader.next_in_section()?;
        }
        Ok(())
    }

    /// Fills the window from the section; whether that is over.
    fn fill(&mut self, window: &mut Window) -> Result<bool, ReadError> {
        self.begin()?;
        while window.len() < MOST_LINES {
            // The lines of a section stand one under another.
            let number = self.reader.line_number() + 1;
            match self.reader.next_in_section()? {
                None => return Ok(true),
                Some(line) if self.filter.takes(&line) => window.push(number, &line),
                Some(_) => {}
            }
        }
        Ok(false)
    }
}

/// Compares the section that both have come to, and goes behind it. At most `most` findings are given;
/// the others are counted.
pub(super) fn compare_pair<A: BufRead, B: BufRead>(
    side_a: &mut Side<'_, A>,
    side_b: &mut Side<'_, B>,
    ignore_times: bool,
    most: usize,
    findings: &mut Vec<Finding>,
) -> Result<u64, Error> {
    let (mut window_a, mut window_b) = (Window::default(), Window::default());
    let (mut over_a, mut over_b) = (false, false);
    let (mut shift, mut more) = (0, 0_u64);
    loop {
        over_a = over_a || side_a.fill(&mut window_a).map_err(Error::First)?;
        over_b = over_b || side_b.fill(&mut window_b).map_err(Error::Second)?;
        let is_whole = over_a && over_b;
        let (rows_a, rows_b) = (window_a.rows(), window_b.rows());
        if rows_a.is_empty() && rows_b.is_empty() {
            return Ok(more);
        }
        let same = rows_a.iter().zip(&rows_b).take_while(|(a, b)| {
            a.line.who == b.line.who && a.line.text == b.line.text && (ignore_times || later(a, b) == shift)
        });
        let same = same.count();
        let (end_a, end_b) = match (is_whole, same) {
            (true, _) => (rows_a.len(), rows_b.len()),
            (false, 1..) => (same, same),
            (false, 0) => cut(&rows_a, &rows_b, shift),
        };
        let (part_a, part_b) = (&rows_a[..end_a], &rows_b[..end_b]);
        if is_whole || same == 0 {
            let (found, end) = compare((part_a, &side_a.standing), (part_b, &side_b.standing), shift, ignore_times);
            shift = end;
            for finding in found {
                if findings.len() < most {
                    findings.push(finding);
                } else {
                    more += 1;
                }
            }
        }
        part_a.iter().for_each(|row| side_a.standing.take(&row.line));
        part_b.iter().for_each(|row| side_b.standing.take(&row.line));
        if is_whole {
            return Ok(more);
        }
        window_a.drop_first(end_a);
        window_b.drop_first(end_b);
    }
}

/// How many lines of each window belong together: up to the end of the most lines in a row that are
/// the same at the same time, or if there are none with the same pauses between them. All of them, if
/// there are none of these either.
fn cut(a: &[Row<'_>], b: &[Row<'_>], shift: i64) -> (usize, usize) {
    let by_time = |row: &Row<'_>, _: Micros, shift: i64| row.since().wrapping_add_signed(shift);
    let by_pause = |row: &Row<'_>, above: Micros, _: i64| row.since().saturating_sub(above);
    firm(a, b, shift, by_time).or_else(|| firm(a, b, shift, by_pause)).unwrap_or((a.len(), b.len()))
}

/// The end of the most lines in a row that are the same by their words and a time.
fn firm(
    a: &[Row<'_>],
    b: &[Row<'_>],
    shift: i64,
    time: impl Fn(&Row<'_>, Micros, i64) -> Micros,
) -> Option<(usize, usize)> {
    let mut numbers: BTreeMap<(Option<&str>, &str, Micros), u32> = BTreeMap::new();
    let (mut tokens_a, mut tokens_b) = (Vec::with_capacity(a.len()), Vec::with_capacity(b.len()));
    for (rows, tokens, shift) in [(a, &mut tokens_a, shift), (b, &mut tokens_b, 0)] {
        let mut above = 0;
        for row in rows {
            let next = numbers.len() as u32;
            let key = (row.line.who, row.line.text, time(row, above, shift));
            tokens.push(Token(*numbers.entry(key).or_insert(next)));
            above = row.since();
        }
    }
    let pairs = matched(&tokens_a, &tokens_b, numbers.len() as u32);
    let runs = pairs.chunk_by(|one, two| (one.0 + 1, one.1 + 1) == *two);
    let longest = runs.filter(|run| run.len() >= FIRM).max_by_key(|run| run.len())?;
    longest.last().map(|&(in_a, in_b)| (in_a + 1, in_b + 1))
}
