//! Parts that arrive in another order.

use std::collections::BTreeSet;

use super::align::later;
use super::difference::Kind;
use super::finding::{Finding, clause};
use super::inside::Pair;
use super::matching::longest_in_order;
use crate::written::Words;

/// The most parts out of order that a partner is looked for.
const MOST: usize = 64;

/// What is explained by parts that have exchanged places, and so is not told again as times.
#[derive(Debug, Default)]
pub(super) struct Exchanged<'w> {
    pub(super) parts: BTreeSet<&'w str>,
    /// How much later something of theirs is, and since when in the first trace.
    pub(super) shifts: Vec<(i64, u64)>,
}

/// Finds the fewest arrivals that are out of order. Times that were equal, or are, are in no order.
pub(super) fn find<'w>(pairs: &[Pair<'w>], findings: &mut Vec<Finding>) -> Exchanged<'w> {
    let mut arrivals: Vec<Pair<'w>> = pairs.iter().copied().filter(is_arrival).collect();
    arrivals.sort_by_key(|pair| (pair.a.since(), pair.b.since()));
    let times: Vec<u64> = arrivals.iter().map(|pair| pair.b.since()).collect();
    let in_order = longest_in_order(&times);
    let mut exchanged = Exchanged::default();
    if in_order.len() == arrivals.len() {
        return exchanged;
    }
    let mut kept = in_order.iter().copied().peekable();
    let mut moved = Vec::new();
    for (at, pair) in arrivals.iter().enumerate() {
        if kept.next_if_eq(&at).is_none() {
            moved.push(*pair);
        }
    }
    let kept: Vec<Pair<'w>> = in_order.iter().filter_map(|&at| arrivals.get(at).copied()).collect();
    let mut told = BTreeSet::new();
    for &one in moved.iter().take(MOST) {
        let swapped = kept.iter().copied().filter(|two| {
            let (was, is) = (one.a.since().cmp(&two.a.since()), one.b.since().cmp(&two.b.since()));
            was.is_ne() && was == is.reverse()
        });
        let Some(two) = swapped.min_by_key(|two| two.a.since().abs_diff(one.a.since())) else { continue };
        let (first, second) = if one.b.since() < two.b.since() { (one, two) } else { (two, one) };
        for pair in [one, two] {
            exchanged.parts.extend(pair.a.line.who);
            exchanged.shifts.push((later(pair.a, pair.b), pair.a.since().min(pair.b.since())));
        }
        let message = sentence(&first, &second);
        if told.insert(message.clone()) {
            findings.push(Finding::at(Kind::Order, Some(first.a), Some(first.b), message));
        }
    }
    if let Some(more) = moved.len().checked_sub(MOST).filter(|&more| more > 0) {
        let first = moved.get(MOST);
        let message = format!("{more} more arrivals come in another order");
        findings.push(Finding::at(Kind::Order, first.map(|pair| pair.a), first.map(|pair| pair.b), message));
        exchanged.parts.extend(moved.iter().filter_map(|pair| pair.a.line.who));
    }
    exchanged
}

fn is_arrival(pair: &Pair<'_>) -> bool {
    match pair.b.line.words {
        Words::Move(it) => it.step.is_arrival() && !it.armature,
        Words::Hand(..) | Words::Turned { .. } => true,
        _ => false,
    }
}

/// `P13 now operates before P12`.
fn sentence(first: &Pair<'_>, second: &Pair<'_>) -> String {
    let (first_clause, second_clause) = (clause(first.b), clause(second.b));
    let (first_who, does) = first_clause.split_once(' ').unwrap_or((&first_clause, ""));
    let (second_who, also) = second_clause.split_once(' ').unwrap_or((&second_clause, ""));
    let now = match does.split_once(' ') {
        Some(("is", does)) => format!("is now {does}"),
        _ => format!("now {does}"),
    };
    if does == also {
        format!("{first_who} {now} before {second_who}")
    } else {
        format!("{first_who} {now} before {second_who} {also}")
    }
}
