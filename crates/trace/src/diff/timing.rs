//! The same at another time.

use std::collections::{BTreeMap, BTreeSet};

use kiber_engine::Micros;

use super::align::later;
use super::difference::Kind;
use super::finding::{Finding, at, clause, span};
use super::inside::{Inside, Pair};
use super::movements::position;
use super::order::Exchanged;
use super::rows::Row;
use crate::written::Words;

/// More shifts than this in a section are told in one sentence.
const MOST: usize = 8;

/// Events that are all as much later, or earlier.
#[derive(Clone, Debug)]
struct Shift<'w> {
    by: i64,
    pairs: Vec<Pair<'w>>,
    /// Whether nothing comes behind them that is not as late.
    to_the_end: bool,
    /// Whether what comes behind them is late in another way.
    then_otherwise: bool,
}

/// Tells what comes at another time than `shift` microseconds later.
pub(super) fn find<'w>(
    inside: &Inside<'w>,
    pairs: &[Pair<'w>],
    exchanged: &Exchanged<'w>,
    shift: i64,
    findings: &mut Vec<Finding>,
) {
    // Since when an event that is as much later follows from something that is told already.
    let mut explained: BTreeMap<i64, Micros> = BTreeMap::new();
    for &(by, from) in &exchanged.shifts {
        let since = explained.entry(by).or_insert(from);
        *since = from.min(*since);
    }
    let matched: BTreeSet<(usize, usize)> = pairs.iter().map(|pair| (pair.a.number, pair.b.number)).collect();
    let mut left: Vec<Pair<'w>> = Vec::new();
    // The same without what only waited until all had settled.
    let mut first_hand: Vec<Pair<'w>> = Vec::new();
    let mut waited: BTreeSet<i64> = BTreeSet::new();
    for &pair in pairs {
        let by = later(pair.a, pair.b);
        // That it settles says only when the last thing before it happened.
        if let Words::Settled = pair.a.line.words
            && let (Some(before_a), Some(before_b)) = (above(inside.rows_a, pair.a), above(inside.rows_b, pair.b))
        {
            let is_matched = match (before_a, before_b) {
                (Some(a), Some(b)) => matched.contains(&(a.number, b.number)),
                (a, b) => a.is_none() && b.is_none(),
            };
            if !is_matched {
                // It waited for something that only one of them has, and that is told already.
                explained.entry(by).or_insert(pair.a.since());
            }
            waited.insert(by);
            continue;
        }
        let is_explained = explained.get(&by).is_some_and(|&from| pair.a.since() >= from);
        if !is_explained && !pair.a.line.who.is_some_and(|who| exchanged.parts.contains(who)) {
            left.push(pair);
            if by == shift || !waited.contains(&by) {
                first_hand.push(pair);
            }
        }
    }
    let mut found = in_a_row(&left, shift);
    if found.len() > 1 {
        let (in_a_row, by_part) = (in_a_row(&first_hand, shift), by_part(&first_hand, shift));
        found = if in_a_row.len() < by_part.len() { in_a_row } else { by_part };
    }
    found.sort_by_key(|shift| shift.pairs.first().map(|pair| pair.a.number));
    let is_alone = findings.is_empty() && found.len() == 1;
    if found.len() > MOST {
        findings.extend(all_in_one(&found));
    } else {
        findings.extend(found.iter().filter_map(|shift| sentence(shift, is_alone)));
    }
}

/// The line right above one that says that all has settled, if it is of the same instant; the start of
/// a section is no line.
fn above<'w>(rows: &'w [Row<'w>], settled: &Row<'_>) -> Option<Option<&'w Row<'w>>> {
    let at = rows.binary_search_by_key(&settled.number, |row| row.number).ok()?;
    match at.checked_sub(1).and_then(|above| rows.get(above)) {
        Some(row) => (row.since() == settled.since()).then_some(Some(row)),
        None => (settled.since() == 0).then_some(None),
    }
}

/// Shifts as time goes on: from here to there everything is later.
fn in_a_row<'w>(pairs: &[Pair<'w>], shift: i64) -> Vec<Shift<'w>> {
    let runs: Vec<&[Pair<'w>]> = pairs.chunk_by(|one, two| by(one) == by(two)).collect();
    let mut shifts = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        let late = run.first().map_or(shift, by) - shift;
        let next = runs.get(index + 1).and_then(|run| run.first()).map(by);
        if late != 0 {
            shifts.push(Shift {
                by: late,
                pairs: run.to_vec(),
                to_the_end: next.is_none(),
                then_otherwise: next.is_some_and(|next| next != shift),
            });
        }
    }
    shifts
}

/// Shifts of one part each.
fn by_part<'w>(pairs: &[Pair<'w>], shift: i64) -> Vec<Shift<'w>> {
    let mut parts: BTreeMap<&str, Vec<Pair<'w>>> = BTreeMap::new();
    for &pair in pairs {
        parts.entry(pair.a.line.who.unwrap_or_default()).or_default().push(pair);
    }
    parts.values().flat_map(|pairs| in_a_row(pairs, shift)).collect()
}

fn by(pair: &Pair<'_>) -> i64 {
    later(pair.a, pair.b)
}

fn sentence(shift: &Shift<'_>, is_alone: bool) -> Option<Finding> {
    let (first, last) = (shift.pairs.first()?, shift.pairs.last()?);
    let by = late(shift.by);
    let from = at(first.a.since());
    let is_one_part = shift.pairs.iter().all(|pair| pair.a.line.who == first.a.line.who);
    let (pair, message) = if is_one_part {
        let arrival = shift.pairs.iter().find(|pair| position(pair.a).is_some()).unwrap_or(first);
        let (was, is) = (at(arrival.a.since()), at(arrival.b.since()));
        (arrival, format!("{} {by} ({is} instead of {was})", clause(arrival.a)))
    } else if shift.to_the_end && is_alone {
        (first, format!("{by} from {from} on, nothing else changed"))
    } else if shift.to_the_end || shift.then_otherwise {
        (first, format!("from {from} on everything is {by}"))
    } else if first.a.since() == last.a.since() {
        (first, format!("everything at {from} is {by}"))
    } else {
        (first, format!("from {from} to {} everything is {by}", at(last.a.since())))
    };
    Some(Finding { since: first.a.since(), ..Finding::at(Kind::Timing, Some(pair.a), Some(pair.b), message) })
}

fn all_in_one(shifts: &[Shift<'_>]) -> Option<Finding> {
    let first = shifts.first()?.pairs.first()?;
    let count: usize = shifts.iter().map(|shift| shift.pairs.len()).sum();
    let (least, most) = (shifts.iter().map(|shift| shift.by).min()?, shifts.iter().map(|shift| shift.by).max()?);
    let by = match (least < 0, most < 0) {
        (true, false) => format!("by up to {} and up to {}", late(least), late(most)),
        (false, _) => format!("{} to {}", span(least.unsigned_abs()), late(most)),
        (true, true) => format!("{} to {}", span(most.unsigned_abs()), late(least)),
    };
    let message = format!("from {} on {count} events come {by}", at(first.a.since()));
    Some(Finding { part: None, ..Finding::at(Kind::Timing, Some(first.a), Some(first.b), message) })
}

/// `1 ms later`, `0.25 ms earlier`.
fn late(by: i64) -> String {
    format!("{} {}", span(by.unsigned_abs()), if by < 0 { "earlier" } else { "later" })
}
