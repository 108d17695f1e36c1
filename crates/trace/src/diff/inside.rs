//! The inside of a section that both traces have: what every part did, compared.

use std::collections::BTreeMap;

use super::align::{Aligned, Track, align, later};
use super::difference::Kind;
use super::finding::Finding;
use super::rows::Row;
use super::standing::Standing;
use super::{coils, contacts, lamps, movements, order, outcomes, timing};

/// One track of one part in both traces.
#[derive(Debug)]
pub(super) struct Compared<'w> {
    /// The part or the contact; empty for the whole circuit.
    pub(super) who: &'w str,
    pub(super) track: Track,
    pub(super) a: Vec<&'w Row<'w>>,
    pub(super) b: Vec<&'w Row<'w>>,
    pub(super) aligned: Aligned,
}

impl<'w> Compared<'w> {
    /// The events that both have.
    pub(super) fn pairs(&self) -> impl Iterator<Item = Pair<'w>> {
        self.aligned.pairs.iter().filter_map(|&(a, b)| Some(Pair { a: *self.a.get(a)?, b: *self.b.get(b)? }))
    }

    /// The events that only one has: those of the first trace, and those of the second in their place.
    pub(super) fn hunks(&self) -> impl Iterator<Item = (&[&'w Row<'w>], &[&'w Row<'w>])> {
        self.aligned.hunks.iter().map(|hunk| {
            let a = self.a.get(hunk.a.clone()).unwrap_or_default();
            let b = self.b.get(hunk.b.clone()).unwrap_or_default();
            (a, b)
        })
    }
}

/// The same event in both traces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'w> {
    pub(super) a: &'w Row<'w>,
    pub(super) b: &'w Row<'w>,
}

/// What is known while a section, or a window of one, is compared.
#[derive(Debug)]
pub(super) struct Inside<'w> {
    pub(super) rows_a: &'w [Row<'w>],
    pub(super) rows_b: &'w [Row<'w>],
    /// How everything stood before.
    pub(super) before_a: &'w Standing,
    pub(super) before_b: &'w Standing,
    pub(super) tracks: Vec<Compared<'w>>,
}

impl<'w> Inside<'w> {
    /// One track of a part, if anything is told in it.
    pub(super) fn track(&self, who: &str, track: Track) -> Option<&Compared<'w>> {
        let found = self.tracks.binary_search_by(|compared| (compared.who, compared.track).cmp(&(who, track)));
        found.ok().and_then(|found| self.tracks.get(found))
    }
}

/// Compares lines of the same section. The second trace is `shift` microseconds later when they begin;
/// the findings come with how much later it is in the end.
pub(super) fn compare<'w>(
    (rows_a, before_a): (&'w [Row<'w>], &'w Standing),
    (rows_b, before_b): (&'w [Row<'w>], &'w Standing),
    shift: i64,
    ignore_times: bool,
) -> (Vec<Finding>, i64) {
    let mut grouped: BTreeMap<(&str, Track), [Vec<&Row<'_>>; 2]> = BTreeMap::new();
    for (which, rows) in [rows_a, rows_b].into_iter().enumerate() {
        for row in rows {
            let key = (row.line.who.unwrap_or_default(), Track::of(&row.line.words));
            grouped.entry(key).or_default()[which].push(row);
        }
    }
    let tracks = grouped.into_iter().map(|((who, track), [a, b])| {
        let aligned = align(&a, &b, shift);
        Compared { who, track, a, b, aligned }
    });
    let inside = Inside { rows_a, rows_b, before_a, before_b, tracks: tracks.collect() };
    let mut findings = Vec::new();
    outcomes::find(&inside, &mut findings);
    if !outcomes::is_refused(&inside) {
        let oscillating = outcomes::oscillating_otherwise(&inside);
        for compared in &inside.tracks {
            let is_said = oscillating.contains(&compared.who);
            match compared.track {
                Track::Lamp => lamps::find(&inside, compared, &mut findings),
                Track::Move if !is_said => {
                    movements::find(&inside, compared, &mut findings);
                    contacts::find(compared, &mut findings);
                }
                Track::Hand => contacts::find(compared, &mut findings),
                Track::Coil if !is_said => coils::find(&inside, compared, &mut findings),
                _ => {}
            }
        }
    }
    let mut pairs: Vec<Pair<'_>> = inside.tracks.iter().flat_map(Compared::pairs).collect();
    pairs.sort_by_key(|pair| pair.a.number);
    let exchanged = order::find(&pairs, &mut findings);
    if !ignore_times && !outcomes::find_period(&pairs, &mut findings) {
        timing::find(&inside, &pairs, &exchanged, shift, &mut findings);
        if !findings.iter().any(|finding| matches!(finding.kind, Kind::Timing | Kind::Order)) {
            outcomes::find_spans(&pairs, &mut findings);
        }
    }
    let end = pairs.last().map_or(shift, |pair| later(pair.a, pair.b));
    findings.sort_by_key(|finding| finding.since);
    (findings, end)
}
