//! Coils that get another current.

use std::collections::BTreeSet;

use super::align::Track;
use super::difference::Kind;
use super::finding::{Finding, amps, at, span};
use super::inside::{Compared, Inside};
use super::movements::moves_otherwise;
use super::rows::Row;
use super::standing::Driven;
use crate::written::{Coil, Step, Words};

pub(super) fn find(inside: &Inside<'_>, coil: &Compared<'_>, findings: &mut Vec<Finding>) {
    let who = coil.who;
    // What its part does is told with the current, and once is enough.
    if moves_otherwise(inside, who) {
        return;
    }
    let mut told = BTreeSet::new();
    for pair in coil.pairs() {
        let (Some(a), Some(b)) = (driven(pair.a), driven(pair.b)) else { continue };
        if (a.current, a.partial) != (b.current, b.partial) && told.insert((a.current.0, b.current.0, b.partial)) {
            let message = format!("{} {}", gets(a.coil, who), instead(b, a));
            findings.push(Finding::at(Kind::Value, Some(pair.a), Some(pair.b), message));
        }
    }
    let (before_a, before_b) = (inside.before_a.of(who).coil, inside.before_b.of(who).coil);
    for found in &coil.aligned.hunks {
        let rest = |rows: &[&Row<'_>], start: usize, before: Option<Driven>| {
            rows.get(..start).and_then(|rows| driven(rows.last()?)).or(before)
        };
        let rests = (rest(&coil.a, found.a.start, before_a), rest(&coil.b, found.b.start, before_b));
        let a = coil.a.get(found.a.clone()).unwrap_or_default();
        let b = coil.b.get(found.b.clone()).unwrap_or_default();
        findings.extend(hunk(inside, who, (a, b), rests));
    }
}

/// Lines that only one of the traces has, or both and not the same. Above them the coil got what `rests`
/// says.
fn hunk(
    inside: &Inside<'_>,
    who: &str,
    (a, b): (&[&Row<'_>], &[&Row<'_>]),
    (rest_a, rest_b): (Option<Driven>, Option<Driven>),
) -> Option<Finding> {
    let ends = |rows: &[&Row<'_>]| rows.last().and_then(|row| driven(row));
    let first_b = b.first().copied();
    let finding = match (ends(a), ends(b)) {
        (None, None) => return None,
        (Some(before), Some(now)) => {
            let mut message = format!("{} {}", gets(now.coil, who), instead(now, before));
            if before.asks != now.asks {
                message.push_str(&format!(", and {}", asks(now)));
            }
            Finding::at(Kind::Value, a.first().copied(), first_b, message)
        }
        (None, Some(now)) => {
            let first = first_b?;
            let driven = driven(first)?;
            let (name, when) = (gets(driven.coil, who), at(first.since()));
            if b.len() > 1 && rest_b.is_none_or(|rest| rest.asks == now.asks) {
                let lasted = span(b.get(1)?.since().saturating_sub(first.since()));
                let still = if inside.track(who, Track::Move).is_none() { ", and nothing moves" } else { "" };
                let often = if b.len() > 3 { format!(", and {} times more", b.len() / 2 - 1) } else { String::new() };
                let current = amps(driven.current, driven.partial);
                let message = format!("{name} {current} for {lasted} from {when} on{often}{still}");
                Finding::at(Kind::Flash, None, Some(first), message)
            } else {
                let (name, current) = (name_of(now.coil, who), amps(now.current, now.partial));
                let get = get_s(now.coil);
                let message = match rest_a == Some(now) {
                    true => format!("{name} {get} {current} only from {when} on (as before already)"),
                    false => format!("{name} now {get} {current} from {when} on, and {}", asks(now)),
                };
                Finding::at(Kind::Value, None, Some(first), message)
            }
        }
        (Some(before), None) => {
            let first = a.first().copied()?;
            let from = driven(first)?;
            let when = at(first.since());
            let message = if a.len() > 1 && rest_b.is_none_or(|rest| rest.asks == before.asks) {
                let (name, current) = (name_of(from.coil, who), amps(from.current, from.partial));
                format!("{name} no longer {} {current} (it did from {when} on)", get_s(from.coil))
            } else {
                let current = amps(before.current, before.partial);
                let name = name_of(before.coil, who);
                match rest_b {
                    Some(rest) if rest == before => {
                        format!("{} {current} already (it did from {when} on)", gets(before.coil, who))
                    }
                    Some(rest) => {
                        let keep = if is_both(rest.coil) { "keep" } else { "keeps" };
                        let kept = amps(rest.current, rest.partial);
                        let it = if rest.coil == before.coil { "it".to_owned() } else { name };
                        format!("{} {keep} {kept} ({it} got {current} from {when} on)", name_of(rest.coil, who))
                    }
                    None => format!("{name} no longer {} {current}", get_s(before.coil)),
                }
            };
            Finding::at(Kind::Value, Some(first), None, message)
        }
    };
    Some(finding)
}

/// Why a part moves otherwise, if its coil tells it: `: its coil gets 16 mA instead of 48 mA`. The line
/// is that of a move which only the first trace has, or only the second.
///
/// What moves a part is what its coil gets when it starts. When it arrives that may be something else: an
/// armature on its way goes on.
pub(super) fn cause(inside: &Inside<'_>, who: &str, a: Option<&Row<'_>>, b: Option<&Row<'_>>) -> String {
    let Some(row) = a.or(b) else { return String::new() };
    let moves = inside.track(who, Track::Move);
    let moves = moves.map_or(&[][..], |moves| if a.is_some() { &moves.a } else { &moves.b });
    let Some(start) = moves.iter().rev().find(|it| it.number <= row.number && is_start(it)) else {
        return String::new();
    };
    let coil = inside.track(who, Track::Coil);
    let (rows_a, rows_b) = coil.map_or((&[][..], &[][..]), |coil| (&coil.a[..], &coil.b[..]));
    let (before_a, before_b) = (inside.before_a.of(who).coil, inside.before_b.of(who).coil);
    let drive = |rows: &[&Row<'_>], before: Option<Driven>| {
        rows.iter().rev().find(|it| it.number < start.number).and_then(|it| driven(it)).or(before)
    };
    let until = |rows: &[&Row<'_>], before: Option<Driven>| {
        rows.iter().rev().find(|it| it.since() <= row.since()).and_then(|it| driven(it)).or(before)
    };
    let (drives, other) = match a.is_some() {
        true => (drive(rows_a, before_a), until(rows_b, before_b)),
        false => (drive(rows_b, before_b), until(rows_a, before_a)),
    };
    let Some(drives) = drives else { return String::new() };
    if a.is_some() {
        // A pulse of the right current that is too short.
        if let Some(start) = rows_b.iter().position(|it| driven(it) == Some(drives))
            && let (Some(from), Some(to)) = (rows_b.get(start), rows_b.get(start + 1))
            && from.since() < to.since()
        {
            let lasted = span(to.since().saturating_sub(from.since()));
            return format!(
                ": its {} {} for {lasted} only",
                gets_of(drives.coil),
                amps(drives.current, drives.partial)
            );
        }
    }
    if other.is_some_and(|other| other.asks == drives.asks) {
        return String::new();
    }
    let (was, is) = if a.is_some() { (Some(drives), other) } else { (other, Some(drives)) };
    let nothing = |driven: Option<Driven>| driven.is_none_or(|driven| driven.current.0 == 0);
    match (was, is) {
        (_, None) if nothing(was) => String::new(),
        (_, is) if nothing(was) && nothing(is) => String::new(),
        (was, is) if nothing(is) => {
            let coil = is.or(was).map_or(Coil::Only, |driven| driven.coil);
            format!(": its {} no current", gets_of(coil))
        }
        (was, Some(now)) if nothing(was) => {
            let (still, word) = (if a.is_some() { "still " } else { "" }, now.coil.word());
            format!(": its {word} {still}{} {}", get_s(now.coil), amps(now.current, now.partial))
        }
        (Some(before), Some(now)) if (before.current, before.partial) != (now.current, now.partial) => {
            format!(": its {} {}", gets_of(now.coil), instead(now, before))
        }
        _ => String::new(),
    }
}

/// Whether an armature leaves its seat with this line, because its coil has asked for it.
fn is_start(row: &Row<'_>) -> bool {
    matches!(row.line.words, Words::Move(it) if !it.armature && matches!(it.step, Step::Starts | Step::AtOnce))
}

/// `16 mA instead of 48 mA`.
fn instead(now: Driven, before: Driven) -> String {
    format!("{} instead of {}", amps(now.current, now.partial), amps(before.current, before.partial))
}

/// Whether the word for it is that for both coils.
fn is_both(coil: Coil) -> bool {
    coil == Coil::Neither
}

fn name_of(coil: Coil, who: &str) -> String {
    format!("the {} of {who}", coil.word())
}

/// `the coil of K1 gets`, `the coils of K1 get`.
pub(super) fn gets(coil: Coil, who: &str) -> String {
    format!("{} {}", name_of(coil, who), get_s(coil))
}

/// `coil gets`, `coils get`.
fn gets_of(coil: Coil) -> String {
    format!("{} {}", coil.word(), get_s(coil))
}

fn get_s(coil: Coil) -> &'static str {
    if is_both(coil) { "get" } else { "gets" }
}

/// `asks to operate`, `ask for nothing`.
fn asks(driven: Driven) -> String {
    let words = driven.asks.words();
    match words.strip_prefix("asks") {
        Some(rest) if is_both(driven.coil) => format!("ask{rest}"),
        _ => words.to_owned(),
    }
}

fn driven(row: &Row<'_>) -> Option<Driven> {
    match row.line.words {
        Words::Coil { coil, current, partial, asks } => Some(Driven { coil, current, partial, asks }),
        _ => None,
    }
}
