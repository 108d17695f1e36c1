//! What is too wide for the page is folded: cut into bands where few bars are cut.

use std::collections::BTreeSet;
use std::ops::Range;

use super::band::{Band, Known, Laid};
use super::graph::Graph;

/// What a bar that is cut costs, and what a band does: each is a place at which the eye has to jump.
const BAR: f64 = 6.0;
const BAND: f64 = 60.0;
/// What a band costs that is as good as empty; the last may have others beside it.
const EMPTY: f64 = 90.0;
/// What margins take up, to begin with, and how often that is put right.
const MARGINS: i32 = 90;
const TRIES: usize = 6;
/// By how much less is tried next, at least.
const LEAST_STEP: i32 = 8;

/// A component, with its paths from left to right.
pub(crate) struct Component {
    pub(crate) graph: Graph,
    pub(crate) order: Vec<usize>,
    /// The number of its first path.
    pub(crate) first: usize,
    /// The columns with which the author wants a band to begin.
    pub(crate) begins: BTreeSet<usize>,
}

impl Component {
    /// Its bands, laid out, each with its first column; none wider than the most, but for single paths.
    pub(crate) fn fold(&self, known: &Known<'_>, most: i32) -> Vec<(usize, Laid)> {
        let at_nodes = self.graph.paths_at_nodes();
        let spans = self.spans(&at_nodes);
        let over = bars_over(&spans, self.order.len());
        let columns = self.band(0..self.order.len(), &spans).measure(known);
        let mut room = most - MARGINS;
        let mut tries = 0;
        loop {
            tries += 1;
            let cuts = self.cuts(&columns, &over, room);
            let lay_out = |columns: Range<usize>| (columns.start, self.band(columns, &spans).lay_out(known));
            let single = |columns: &Range<usize>| columns.len() == 1;
            let only: Vec<bool> = cuts.iter().map(single).collect();
            let bands: Vec<(usize, Laid)> = cuts.into_iter().map(lay_out).collect();
            let wide = bands.iter().zip(&only).filter(|(_, single)| !**single).map(|((_, laid), _)| laid.width).max();
            match wide {
                Some(wide) if wide > most && tries < TRIES => room = (room - (wide - most).max(LEAST_STEP)).max(1),
                _ => return bands,
            }
        }
    }

    /// Of each node: the positions of its paths.
    fn spans(&self, at_nodes: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut position = vec![0; self.graph.paths.len()];
        for (at, &path) in self.order.iter().enumerate() {
            if let Some(position) = position.get_mut(path) {
                *position = at;
            }
        }
        let places = |paths: &Vec<usize>| {
            let mut places: Vec<usize> = paths.iter().filter_map(|&path| position.get(path).copied()).collect();
            places.sort_unstable();
            places
        };
        at_nodes.iter().map(places).collect()
    }

    /// The cheapest way to cut: each end with the best start before it.
    fn cuts(&self, columns: &[[i32; 2]], over: &[usize], room: i32) -> Vec<Range<usize>> {
        let count = self.order.len();
        let at = |column: usize| columns.get(column).copied().unwrap_or_default();
        let mut best: Vec<(f64, usize)> = vec![(f64::INFINITY, 0); count + 1];
        if let Some(first) = best.first_mut() {
            first.0 = 0.0;
        }
        for end in 1..=count {
            let bars = if end == count { 0 } else { over.get(end).copied().unwrap_or_default() };
            let mut found = (f64::INFINITY, end - 1);
            for start in (0..end).rev() {
                let wide = at(end - 1)[1] - at(start)[0];
                let is_single = start + 1 == end;
                if wide > room && !is_single {
                    break;
                }
                let empty = (1.0 - f64::from(wide) / f64::from(room.max(1))).clamp(0.0, 1.0);
                let before = best.get(start).map_or(f64::INFINITY, |best| best.0);
                let cost =
                    before + BAR * bars as f64 + BAND + EMPTY * if end == count { empty * empty / 2.0 } else { empty };
                if cost < found.0 {
                    found = (cost, start);
                }
                // No band goes on over a column with which another is to begin.
                if self.begins.contains(&start) {
                    break;
                }
            }
            if let Some(best) = best.get_mut(end) {
                *best = found;
            }
        }
        let mut bands = Vec::new();
        let mut end = count;
        while end > 0 {
            let start = best.get(end).map_or(0, |best| best.1).min(end - 1);
            bands.push(start..end);
            end = start;
        }
        bands.reverse();
        bands
    }

    /// The band of some of its columns.
    fn band<'b>(&'b self, columns: Range<usize>, spans: &[Vec<usize>]) -> Band<'b> {
        let elsewhere = |places: &Vec<usize>| {
            // Places are in order, so those before the band come first.
            let before = places.partition_point(|&at| at < columns.start);
            let inside = places.partition_point(|&at| at < columns.end);
            if before == inside {
                return [None; 2];
            }
            let number = |at: usize| places.get(at).map(|at| self.first + at);
            [before.checked_sub(1).and_then(number), number(inside)]
        };
        let elsewhere = spans.iter().map(elsewhere).collect();
        let paths = self.order.get(columns.clone()).unwrap_or_default();
        Band { graph: &self.graph, columns: paths, first: self.first + columns.start, elsewhere }
    }
}

/// How many bars would be cut before each column.
fn bars_over(spans: &[Vec<usize>], columns: usize) -> Vec<usize> {
    let (mut begin, mut end) = (vec![0usize; columns + 1], vec![0usize; columns + 1]);
    for places in spans {
        if let (Some(&first), Some(&last)) = (places.first(), places.last())
            && let (Some(begin), Some(end)) = (begin.get_mut(first), end.get_mut(last))
        {
            *begin += 1;
            *end += 1;
        }
    }
    let mut open = 0;
    let mut over = Vec::with_capacity(columns + 1);
    for column in 0..=columns {
        // What ends in the column before is not cut, nor is what begins in this one.
        over.push(open - if column == 0 { 0 } else { end.get(column - 1).copied().unwrap_or_default() });
        open = over.last().copied().unwrap_or_default() + begin.get(column).copied().unwrap_or_default();
    }
    over
}
