//! Coils that get another current.

use std::collections::BTreeSet;

use super::align::Track;
use super::difference::Kind;
use super::finding::{Finding, amps, at, span};
use super::inside::{Compared, Inside};
use super::movements::moves_otherwise;
use super::rows::Row;
use super::standing::Driven;
use crate::written::{Coil, Words};

pub(super) fn find(inside: &Inside<'_>, coil: &Compared<'_>, findings: &mut Vec<Finding>) {
    let who = coil.who;
    // What its part does is told with the current, and once is enough.
    if moves_otherwise(inside, who) {
        return;
    }
    let mut told = BTreeSet::new();
    for pair in coil.pairs() {
        let (Some((name, a)), Some((_, b))) = (driven(pair.a), driven(pair.b)) else { continue };
        if (a.current, a.partial) != (b.current, b.partial) && told.insert((a.current.0, b.current.0, b.partial)) {
            let message = format!("{} gets {}", name_of(name, who), instead(b, a));
            findings.push(Finding::at(Kind::Value, Some(pair.a), Some(pair.b), message));
        }
    }
    for (index, (a, b)) in coil.hunks().enumerate() {
        let before = coil.aligned.hunks.get(index).and_then(|hunk| coil.b.get(..hunk.b.start)?.last().copied());
        let rest_b = before.and_then(driven).map(|(_, driven)| driven).or(inside.before_b.of(who).coil);
        findings.extend(hunk(inside, who, (a, b), rest_b));
    }
}

fn hunk(inside: &Inside<'_>, who: &str, (a, b): (&[&Row<'_>], &[&Row<'_>]), rest: Option<Driven>) -> Option<Finding> {
    let ends = |rows: &[&Row<'_>]| rows.last().and_then(|row| driven(row));
    let first_b = b.first().copied();
    let finding = match (ends(a), ends(b)) {
        (None, None) => return None,
        (Some((coil, before)), Some((_, now))) => {
            let mut message = format!("{} gets {}", name_of(coil, who), instead(now, before));
            if before.asks != now.asks {
                message.push_str(&format!(", and {}", now.asks.words()));
            }
            Finding::at(Kind::Value, a.first().copied(), first_b, message)
        }
        (None, Some((_, now))) => {
            let first = first_b?;
            let (coil, driven) = driven(first)?;
            let (name, when) = (name_of(coil, who), at(first.since()));
            if b.len() > 1 && rest.is_none_or(|rest| rest.asks == now.asks) {
                let lasted = span(b.get(1)?.since().saturating_sub(first.since()));
                let still = if inside.track(who, Track::Move).is_none() { ", and nothing moves" } else { "" };
                let often = if b.len() > 3 { format!(", and {} times more", b.len() / 2 - 1) } else { String::new() };
                let current = amps(driven.current, driven.partial);
                let message = format!("{name} gets {current} for {lasted} from {when} on{often}{still}");
                Finding::at(Kind::Flash, None, Some(first), message)
            } else {
                let message = format!(
                    "{name} now gets {} from {when} on, and {}",
                    amps(now.current, now.partial),
                    now.asks.words()
                );
                Finding::at(Kind::Value, None, Some(first), message)
            }
        }
        (Some((_, before)), None) => {
            let first = a.first().copied()?;
            let (coil, driven) = driven(first)?;
            let (name, when) = (name_of(coil, who), at(first.since()));
            let message = if a.len() > 1 && rest.is_none_or(|rest| rest.asks == before.asks) {
                format!("{name} no longer gets {} (it did from {when} on)", amps(driven.current, driven.partial))
            } else {
                let before = amps(before.current, before.partial);
                match rest {
                    Some(rest) => {
                        let rest = amps(rest.current, rest.partial);
                        format!("{name} keeps {rest} (it got {before} from {when} on)")
                    }
                    None => format!("{name} no longer gets {before}"),
                }
            };
            Finding::at(Kind::Value, Some(first), None, message)
        }
    };
    Some(finding)
}

/// Why a part moves otherwise, if its coil tells it: `: its coil gets 16 mA instead of 48 mA`. The line
/// is that of a move which only the first trace has, or only the second.
pub(super) fn cause(inside: &Inside<'_>, who: &str, a: Option<&Row<'_>>, b: Option<&Row<'_>>) -> String {
    let Some(row) = a.or(b) else { return String::new() };
    let coil = inside.track(who, Track::Coil);
    let (rows_a, rows_b) = coil.map_or((&[][..], &[][..]), |coil| (&coil.a[..], &coil.b[..]));
    let until = |rows: &[&Row<'_>]| rows.iter().rev().find(|it| it.since() <= row.since()).and_then(|it| driven(it));
    let now_a = until(rows_a).map(|(_, it)| it).or(inside.before_a.of(who).coil);
    let now_b = until(rows_b).map(|(_, it)| it).or(inside.before_b.of(who).coil);
    let nothing = |driven: Option<Driven>| driven.is_none_or(|driven| driven.current.0 == 0);
    if a.is_some() {
        // A pulse of the right current that is too short.
        if let Some(wanted) = now_a
            && let Some(start) = rows_b.iter().position(|it| driven(it).is_some_and(|(_, it)| it == wanted))
            && let (Some(from), Some(to)) = (rows_b.get(start), rows_b.get(start + 1))
        {
            let lasted = span(to.since().saturating_sub(from.since()));
            return format!(": its coil gets {} for {lasted} only", amps(wanted.current, wanted.partial));
        }
    }
    match (now_a, now_b) {
        (_, None) if nothing(now_a) => String::new(),
        (_, now_b) if nothing(now_a) && nothing(now_b) => String::new(),
        (_, now_b) if nothing(now_b) => ": its coil gets no current".to_owned(),
        (now_a, Some(now)) if nothing(now_a) => {
            let still = if a.is_some() { "still " } else { "" };
            format!(": its coil {still}gets {}", amps(now.current, now.partial))
        }
        (Some(before), Some(now)) if (before.current, before.partial) != (now.current, now.partial) => {
            format!(": its coil gets {}", instead(now, before))
        }
        _ => String::new(),
    }
}

/// `16 mA instead of 48 mA`.
fn instead(now: Driven, before: Driven) -> String {
    format!("{} instead of {}", amps(now.current, now.partial), amps(before.current, before.partial))
}

fn name_of(coil: Coil, who: &str) -> String {
    format!("the {} of {who}", coil.word())
}

fn driven(row: &Row<'_>) -> Option<(Coil, Driven)> {
    match row.line.words {
        Words::Coil { coil, current, partial, asks } => Some((coil, Driven { current, partial, asks })),
        _ => None,
    }
}
