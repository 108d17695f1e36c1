//! How a section ends, and what goes wrong in it.

use std::collections::BTreeSet;

use super::align::Track;
use super::difference::Kind;
use super::finding::{Finding, amps, at, clause, span};
use super::inside::{Compared, Inside, Pair};
use super::rows::Row;
use crate::words::millis;
use crate::written::{Hand, Names, Words};

pub(super) fn find(inside: &Inside<'_>, findings: &mut Vec<Finding>) {
    let is_refused = is_refused(inside);
    for compared in &inside.tracks {
        match compared.track {
            _ if is_refused && compared.track != Track::Outcome => {}
            Track::Outcome => findings.extend(compared.hunks().filter_map(|(a, b)| outcome(a, b))),
            Track::Short => shorts(compared, findings),
            Track::Hand | Track::Other => {
                let (a, b): (Vec<_>, Vec<_>) = compared.hunks().unzip();
                let (a, b) = (a.concat(), b.concat());
                findings.extend(
                    a.iter().enumerate().filter(|&(at, row)| !ends_another(&a[..at], row)).map(|it| gone(it.1)),
                );
                findings
                    .extend(b.iter().enumerate().filter(|&(at, row)| !ends_another(&b[..at], row)).map(|it| new(it.1)));
            }
            Track::Coil | Track::Move | Track::Lamp => {}
        }
        if matches!(compared.track, Track::Outcome | Track::Other | Track::Hand) {
            findings.extend(compared.pairs().filter_map(|pair| otherwise(&pair)));
        }
    }
}

/// Whether the action can no longer be done, so that nothing else is to be told.
pub(super) fn is_refused(inside: &Inside<'_>) -> bool {
    let is_refusal = |row: &&&Row<'_>| row.line.words == Words::Refused;
    inside
        .track("", Track::Outcome)
        .is_some_and(|track| track.hunks().any(|(a, b)| a.iter().chain(b).any(|row| is_refusal(&row))))
}

/// The parts of an oscillation that only one of the traces has: what they do is told with that.
pub(super) fn oscillating_otherwise<'w>(inside: &Inside<'w>) -> BTreeSet<&'w str> {
    let mut oscillating = BTreeSet::new();
    if let Some(track) = inside.track("", Track::Outcome) {
        for row in track.hunks().flat_map(|(a, b)| a.iter().chain(b)) {
            if let Words::Oscillates { parts, .. } = row.line.words {
                oscillating.extend(parts.iter());
            }
        }
    }
    oscillating
}

/// Whether an oscillation has another period: then all of its times are other ones.
pub(super) fn find_period(pairs: &[Pair<'_>], findings: &mut Vec<Finding>) -> bool {
    let before = findings.len();
    for pair in pairs {
        if let (Words::Oscillates { period: a, .. }, Words::Oscillates { period: b, .. }) =
            (pair.a.line.words, pair.b.line.words)
            && a != b
        {
            let message = format!("oscillates with a period of {} instead of {}", millis(b), millis(a));
            findings.push(Finding::at(Kind::Timing, Some(pair.a), Some(pair.b), message));
        }
    }
    findings.len() > before
}

/// Finds what lasts longer, or shorter, where no other time is changed: it began in another section.
pub(super) fn find_spans(pairs: &[Pair<'_>], findings: &mut Vec<Finding>) {
    for pair in pairs {
        let (what, a, b) = match (pair.a.line.words, pair.b.line.words) {
            (Words::ShortEnds { sources, lasted: a, .. }, Words::ShortEnds { lasted: b, .. }) => {
                (format!("the short circuit of {}", sources.as_str()), a, b)
            }
            (Words::NoLongerOverloaded(a), Words::NoLongerOverloaded(b)) => {
                (format!("the overload of {}", pair.a.line.who.unwrap_or_default()), a, b)
            }
            _ => continue,
        };
        if a != b {
            let message = format!("{what} lasted {} instead of {}", span(b), span(a));
            findings.push(Finding::at(Kind::Timing, Some(pair.a), Some(pair.b), message));
        }
    }
}

fn outcome(a: &[&Row<'_>], b: &[&Row<'_>]) -> Option<Finding> {
    let (last_a, last_b) = (a.last().copied(), b.last().copied());
    let message = match (last_a, last_b) {
        (Some(was), Some(is)) => format!("now {} instead of {}", verb(is), doing(was)),
        (None, Some(is)) => format!("now {} as well", verb(is)),
        (Some(was), None) => format!("no longer {}", verb(was)),
        (None, None) => return None,
    };
    Some(Finding::at(Kind::Outcome, last_a, last_b, message))
}

/// How it ends, in the third person.
fn verb(row: &Row<'_>) -> String {
    match row.line.words {
        Words::Settled => "settles".to_owned(),
        Words::Oscillates { period, parts } => {
            format!("oscillates with a period of {}{}", millis(period), named(parts))
        }
        Words::TimeUp(true) => "is at rest when time is up".to_owned(),
        Words::TimeUp(false) => "is still moving when time is up".to_owned(),
        Words::GaveUp(instants) => format!("is given up after {instants} instants, still moving"),
        Words::Refused => "is refused".to_owned(),
        _ => row.line.text.to_owned(),
    }
}

fn doing(row: &Row<'_>) -> String {
    match row.line.words {
        Words::Settled => "settling".to_owned(),
        Words::Oscillates { period, parts } => {
            format!("oscillating with a period of {}{}", millis(period), named(parts))
        }
        Words::TimeUp(true) => "being at rest when time is up".to_owned(),
        Words::TimeUp(false) => "moving still when time is up".to_owned(),
        Words::GaveUp(instants) => format!("being given up after {instants} instants"),
        Words::Refused => "being refused".to_owned(),
        _ => row.line.text.to_owned(),
    }
}

fn named(parts: Names<'_>) -> String {
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.as_str()) }
}

/// Short circuits that are new or gone; the end of one is told with its beginning.
fn shorts(compared: &Compared<'_>, findings: &mut Vec<Finding>) {
    for (is_new, rows, all) in [(false, 0, &compared.a), (true, 1, &compared.b)] {
        let unmatched: Vec<&Row<'_>> =
            compared.hunks().flat_map(|(a, b)| if rows == 0 { a } else { b }.iter().copied()).collect();
        for (index, row) in unmatched.iter().enumerate() {
            let (a, b) = if is_new { (None, Some(*row)) } else { (Some(*row), None) };
            let from = at(row.since());
            let message = match row.line.words {
                Words::ShortBegins { sources, path } => {
                    let end = all.iter().filter(|it| it.number > row.number).find_map(|it| match it.line.words {
                        Words::ShortEnds { sources: also, path: along, .. } if (also, along) == (sources, path) => {
                            Some(it.since())
                        }
                        _ => None,
                    });
                    let how_long = match end {
                        Some(end) => format!("for {} from {from} on", span(end.saturating_sub(row.since()))),
                        None => format!("from {from} on"),
                    };
                    let through = through(path);
                    match is_new {
                        true => format!("{} is now shorted{through}, {how_long}", sources.as_str()),
                        false => format!("{} is no longer shorted{through} (it was {how_long})", sources.as_str()),
                    }
                }
                Words::ShortEnds { sources, path, .. } => {
                    let began = |it: &Row<'_>| match it.line.words {
                        Words::ShortBegins { sources: also, path: along } => (also, along) == (sources, path),
                        _ => false,
                    };
                    if unmatched.get(..index).is_some_and(|before| before.iter().any(|it| began(it))) {
                        continue;
                    }
                    let through = through(path);
                    match is_new {
                        true => format!("the short circuit of {}{through} ends only now, at {from}", sources.as_str()),
                        false => {
                            format!("the short circuit of {}{through} no longer ends here", sources.as_str())
                        }
                    }
                }
                _ => continue,
            };
            findings.push(Finding::at(Kind::Outcome, a, b, message));
        }
    }
}

/// Whether a line is the end of what began above, so that it is told with that.
fn ends_another(above: &[&Row<'_>], row: &Row<'_>) -> bool {
    let above = above.iter().rev().map(|row| row.line.words);
    match row.line.words {
        Words::NoLongerOverloaded(_) => above
            .into_iter()
            .find_map(|words| match words {
                Words::Overloaded(_) => Some(true),
                Words::NoLongerOverloaded(_) => Some(false),
                _ => None,
            })
            .unwrap_or(false),
        Words::BothCoils(false) => above
            .into_iter()
            .find_map(|words| if let Words::BothCoils(begins) = words { Some(begins) } else { None })
            .unwrap_or(false),
        _ => false,
    }
}

fn through(path: Names<'_>) -> String {
    if path.is_empty() { String::new() } else { format!(" through {}", path.as_str()) }
}

/// A line that only the second trace has.
fn new(row: &Row<'_>) -> Finding {
    let (who, when) = (row.line.who.unwrap_or_default(), at(row.since()));
    let message = match row.line.words {
        Words::NoLongerOverloaded(_) => format!("the overload of {who} now ends, at {when}"),
        Words::BothCoils(false) => format!("the driving of both coils of {who} now ends, at {when}"),
        Words::Overloaded(current) => format!("{who} is now overloaded, {}, from {when} on", amps(current, false)),
        Words::Blown(fed) if !fed.is_empty() => format!("{who} now blows, at {when}, and fed {}", fed.as_str()),
        Words::Fault(fault) => format!("{who} now fails: {fault}"),
        Words::Mended(fault) => format!("{who} is now mended: {fault}"),
        _ => match clause(row).strip_prefix(who).map(str::trim_start) {
            Some(does) => match does.strip_prefix("is ") {
                Some(does) => format!("{who} is now {does}, at {when}"),
                None => format!("{who} now {does}, at {when}"),
            },
            None => format!("{} is new, at {when}", clause(row)),
        },
    };
    Finding::at(kind(row), None, Some(row), message)
}

/// A line that only the first trace has.
fn gone(row: &Row<'_>) -> Finding {
    let who = row.line.who.unwrap_or_default();
    let message = match row.line.words {
        Words::Overloaded(current) => format!("{who} is no longer overloaded (it carried {})", amps(current, false)),
        Words::NoLongerOverloaded(_) => format!("the overload of {who} no longer ends here"),
        Words::BothCoils(false) => format!("the driving of both coils of {who} no longer ends here"),
        Words::Fault(fault) => format!("{who} no longer fails: {fault}"),
        Words::Mended(fault) => format!("{who} is no longer mended: {fault}"),
        Words::Hand(Hand::Free, _) => format!("{who} is no longer freed"),
        _ => match clause(row).strip_prefix(who).map(str::trim_start) {
            Some(does) => match does.strip_prefix("is ") {
                Some(does) => format!("{who} is no longer {does}"),
                None => format!("{who} no longer {does}"),
            },
            None => format!("{} is gone", clause(row)),
        },
    };
    Finding::at(kind(row), Some(row), None, message)
}

/// What a hand does changes how a part stands; all else goes wrong, or no longer does.
fn kind(row: &Row<'_>) -> Kind {
    match row.line.words {
        Words::Hand(..) | Words::TurnedTo(_) | Words::Turned { .. } | Words::Switched(_) => Kind::Stays,
        _ => Kind::Outcome,
    }
}

/// The same, but with other currents or other parts.
fn otherwise(pair: &Pair<'_>) -> Option<Finding> {
    let who = pair.a.line.who.unwrap_or_default();
    let (kind, message) = match (pair.a.line.words, pair.b.line.words) {
        (Words::Oscillates { parts: a, .. }, Words::Oscillates { parts: b, .. }) if a != b => {
            let named =
                |parts: Names<'_>| if parts.is_empty() { "nothing".to_owned() } else { parts.as_str().to_owned() };
            (Kind::Outcome, format!("oscillates: {} instead of {}", named(b), named(a)))
        }
        (Words::Turned { from: a, to, .. }, Words::Turned { from: b, .. }) if a != b => {
            (Kind::Stays, format!("{who} is turned to {to} from {b} instead of from {a}"))
        }
        (Words::GaveUp(a), Words::GaveUp(b)) if a != b => {
            (Kind::Value, format!("given up after {b} instants instead of {a}"))
        }
        (Words::Blown(a), Words::Blown(b)) if a != b => {
            let fed =
                |parts: Names<'_>| if parts.is_empty() { "nothing".to_owned() } else { parts.as_str().to_owned() };
            (Kind::Value, format!("{who} blows, and fed {} instead of {}", fed(b), fed(a)))
        }
        (Words::Overloaded(a), Words::Overloaded(b)) if a != b => {
            (Kind::Value, format!("{who} is overloaded with {} instead of {}", amps(b, false), amps(a, false)))
        }
        _ => return None,
    };
    Some(Finding::at(kind, Some(pair.a), Some(pair.b), message))
}
