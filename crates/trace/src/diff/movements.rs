//! Parts that move, or no longer do, and why where that is visible.

use super::align::Track;
use super::coils::cause;
use super::difference::Kind;
use super::finding::{Finding, and, at, span, times};
use super::inside::{Compared, Inside};
use super::rows::Row;
use super::states::{Change, Episodes, changes};
use crate::written::{Position, Words};

pub(super) fn find(inside: &Inside<'_>, part: &Compared<'_>, findings: &mut Vec<Finding>) {
    let who = part.who;
    let (before_a, before_b) = (inside.before_a.of(who), inside.before_b.of(who));
    // Where one trace has not told of it yet, it stands where the other says that it must have begun.
    let before = (before_a.position.or(before_b.start), before_b.position.or(before_a.start));
    for change in changes(part, before, position) {
        findings.push(finding(inside, who, &change));
    }
}

/// Whether a part does something else, so that what its coil does is told with that.
pub(super) fn moves_otherwise(inside: &Inside<'_>, who: &str) -> bool {
    inside.track(who, Track::Move).is_some_and(|moves| !moves.aligned.hunks.is_empty())
}

fn finding(inside: &Inside<'_>, who: &str, change: &Change<'_, '_, Position>) -> Finding {
    match change {
        Change::Comes(Episodes { states, first, count, lasted, .. }) => {
            let (does, often, lasted, when) = (verbs(states.first()), times(*count), span(*lasted), at(first.since()));
            let in_all = if *count > 1 { " in all" } else { "" };
            let because = cause(inside, who, None, Some(first));
            let message = format!("{who} now {does}{often}, for {lasted}{in_all} from {when} on{because}");
            Finding::at(Kind::Stays, None, Some(first), message)
        }
        Change::Went(Episodes { states, first, count, lasted, .. }) => {
            let (does, often, lasted, when) = (verbs(states.first()), times(*count), span(*lasted), at(first.since()));
            let in_all = if *count > 1 { " in all" } else { "" };
            let because = cause(inside, who, Some(first), None);
            let message =
                format!("{who} no longer {does} (it did{often}, for {lasted}{in_all} from {when} on){because}");
            Finding::at(Kind::Stays, Some(first), None, message)
        }
        Change::Misses { row, to, stays } => {
            let because = cause(inside, who, Some(row), None);
            let message = match stays.or(to.opposite()) {
                Some(stays) if stays == *to => {
                    format!("{who} is {to} already (it {} at {})", past(*to), at(row.since()))
                }
                Some(stays) => format!("{who} stays {stays}{because}"),
                None => format!("{who} no longer {}{because}", to.verb()),
            };
            Finding::at(Kind::Stays, Some(row), None, message)
        }
        Change::Gains { row, to, stayed } => {
            let (does, when) = (to.verb(), at(row.since()));
            let message = match stayed {
                Some(stayed) if stayed == to => format!("{who} {does} only now, at {when} (it was {to} already)"),
                _ => format!("{who} now {does}, at {when}{}", cause(inside, who, None, Some(row))),
            };
            Finding::at(Kind::Stays, None, Some(row), message)
        }
        Change::Instead(a, b) => {
            let list = |rows: &[&Row<'_>]| {
                let places = rows.iter().filter_map(|row| position(row)).map(|place| place.verb().to_string());
                shortened(places.collect())
            };
            let places = |rows: &[&Row<'_>]| rows.iter().filter_map(|row| position(row)).collect::<Vec<_>>();
            let message = match places(a) == places(b) {
                true => format!("{who} goes another way: {} instead of {}", word_list(b), word_list(a)),
                false => format!("{who} {} instead: it {} before", list(b), past_list(a)),
            };
            Finding::at(Kind::Stays, a.first().copied(), b.first().copied(), message)
        }
        Change::Words(a, b) => {
            let message = match (a.is_empty(), b.is_empty()) {
                (true, _) => format!("{who} now: {}", word_list(b)),
                (_, true) => format!("{who} no longer: {}", word_list(a)),
                _ => format!("{who} goes another way: {} instead of {}", word_list(b), word_list(a)),
            };
            Finding::at(Kind::Stays, a.first().copied(), b.first().copied(), message)
        }
    }
}

/// Where the part is after this line, if that is another place.
pub(super) fn position(row: &Row<'_>) -> Option<Position> {
    match row.line.words {
        Words::Move(it) if it.step.is_arrival() && !it.armature => Some(it.to),
        _ => None,
    }
}

/// What the moves are called in the trace.
fn word_list(rows: &[&Row<'_>]) -> String {
    let words = rows.iter().filter_map(|row| match row.line.words {
        Words::Move(it) => Some(it.words.to_owned()),
        _ => None,
    });
    shortened(words.collect())
}

fn verbs(to: Option<&Position>) -> String {
    to.map_or_else(|| "moves".to_owned(), |to| to.verb().to_string())
}

fn past(to: Position) -> String {
    match to {
        Position::Operated => "operated".to_owned(),
        Position::Released => "released".to_owned(),
        Position::Home => "came home".to_owned(),
        Position::Left => "went left".to_owned(),
        Position::Right => "went right".to_owned(),
        Position::Centre => "went to the centre".to_owned(),
        Position::At(place) => format!("went to {place}"),
        Position::Place(place) => format!("went to place {place}"),
    }
}

fn past_list(rows: &[&Row<'_>]) -> String {
    shortened(rows.iter().filter_map(|row| position(row)).map(past).collect())
}

/// The first of many, and that there were more.
fn shortened(mut all: Vec<String>) -> String {
    const MOST: usize = 4;
    if all.len() > MOST {
        let more = all.len() - (MOST - 1);
        all.truncate(MOST - 1);
        all.push(format!("{more} times more"));
    }
    and(&all)
}
