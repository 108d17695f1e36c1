//! Lamps that flash, that stay lit, or that are dim.

use std::collections::BTreeSet;

use kiber_engine::{LampLevel, Nanoamps};

use super::difference::Kind;
use super::finding::{Finding, amps, and, at, goes, span, times};
use super::inside::{Compared, Inside};
use super::rows::Row;
use super::states::{Change, Episodes, changes};
use crate::words::lamp_level;
use crate::written::Words;

pub(super) fn find(inside: &Inside<'_>, lamp: &Compared<'_>, findings: &mut Vec<Finding>) {
    let who = lamp.who;
    // A lamp that nothing was told of is off.
    let before = |standing: &super::standing::Standing| Some(standing.of(who).lamp.unwrap_or(LampLevel::Off));
    for change in changes(lamp, (before(inside.before_a), before(inside.before_b)), level) {
        findings.push(finding(who, &change));
    }
    currents(lamp, findings);
}

fn finding(who: &str, change: &Change<'_, '_, LampLevel>) -> Finding {
    match change {
        Change::Comes(it) | Change::Went(it) => {
            let Episodes { first, count, lasted, .. } = it;
            let (what, is_flash) = flash(it);
            let (often, in_all) = (times(*count), if *count > 1 { " in all" } else { "" });
            let what = lamp_level(what);
            let lasting = format!(" for {}{in_all} from {} on", span(*lasted), at(first.since()));
            let when = format!("{often}{lasting}");
            match (change, is_flash) {
                (Change::Comes(_), true) => {
                    Finding::at(Kind::Flash, None, Some(first), format!("{who} flashes{often}: {what}{lasting}"))
                }
                (Change::Comes(_), false) => {
                    Finding::at(Kind::Flash, None, Some(first), format!("{who} goes {what}{when}"))
                }
                (_, true) => Finding::at(
                    Kind::Flash,
                    Some(first),
                    None,
                    format!("{who} no longer flashes (it was {what}{when})"),
                ),
                (_, false) => {
                    Finding::at(Kind::Flash, Some(first), None, format!("{who} no longer goes {what} (it did{when})"))
                }
            }
        }
        Change::Misses { row, to, stays } => {
            let (went, when) = (went(*to), at(row.since()));
            let message = match stays {
                Some(stays) if stays == to => format!("{who} is {} already (it {went} at {when})", lamp_level(*to)),
                stays => {
                    let stays = lamp_level(stays.unwrap_or(LampLevel::Off));
                    format!("{who} stays {stays} (it {went} at {when})")
                }
            };
            Finding::at(Kind::Stays, Some(row), None, message)
        }
        Change::Gains { row, to, stayed } => {
            let when = at(row.since());
            let message = match stayed {
                Some(stayed) if stayed == to => {
                    format!("{who} {} only now, at {when} (it was {} already)", goes(*to), lamp_level(*to))
                }
                stayed => {
                    let stayed = lamp_level(stayed.unwrap_or(LampLevel::Off));
                    format!("{who} is {} from {when} on (it stayed {stayed})", lamp_level(*to))
                }
            };
            Finding::at(Kind::Stays, None, Some(row), message)
        }
        Change::Words(a, b) => {
            // The same once more, which only a trace that somebody has changed says.
            let rows = if b.is_empty() { a } else { b };
            let lit = lamp_level(rows.iter().find_map(|row| level(row)).unwrap_or(LampLevel::Off));
            let no_longer = if b.is_empty() { "no longer " } else { "" };
            let message = format!("{who} is {no_longer}said to be {lit} once more");
            Finding::at(Kind::Stays, a.first().copied(), b.first().copied(), message)
        }
        Change::Instead(a, b) => {
            let list = |rows: &[&Row<'_>]| {
                let levels: Vec<&str> = rows.iter().filter_map(|row| level(row)).map(lamp_level).collect();
                and(&levels)
            };
            let last = |rows: &[&Row<'_>]| match rows.last().map(|row| row.line.words) {
                Some(Words::Lamp(level, current)) => (level, current),
                _ => (LampLevel::Off, Nanoamps(0)),
            };
            let ((level_a, current_a), (level_b, current_b)) = (last(a), last(b));
            let kind = if level_a == level_b { Kind::Flash } else { Kind::Stays };
            let currents = match (kind, current_a.0, current_b.0) {
                (Kind::Flash, ..) | (_, 0, _) | (.., 0) => String::new(),
                _ => format!(" ({} instead of {})", amps(current_b, false), amps(current_a, false)),
            };
            let message = format!("{who} is {} instead of {}{currents}", list(b), list(a));
            Finding::at(kind, a.first().copied(), b.first().copied(), message)
        }
    }
}

/// How a lamp came to such a level.
fn went(level: LampLevel) -> &'static str {
    match level {
        LampLevel::Off => "went off",
        LampLevel::Dim => "went dim",
        LampLevel::Lit => "came on",
    }
}

/// The level that a lamp has between, and whether that is a flash: brighter than before.
fn flash(it: &Episodes<'_, LampLevel>) -> (LampLevel, bool) {
    let brightness = |level: &LampLevel| match level {
        LampLevel::Off => 0,
        LampLevel::Dim => 1,
        LampLevel::Lit => 2,
    };
    let rest = it.rest.unwrap_or(LampLevel::Off);
    let furthest = it.states.iter().copied().max_by_key(|level| i32::abs(brightness(level) - brightness(&rest)));
    let level = furthest.unwrap_or(LampLevel::Lit);
    (level, brightness(&level) > brightness(&rest))
}

fn level(row: &Row<'_>) -> Option<LampLevel> {
    match row.line.words {
        Words::Lamp(level, _) => Some(level),
        _ => None,
    }
}

/// Lamps that are lit as before, with another current.
fn currents(lamp: &Compared<'_>, findings: &mut Vec<Finding>) {
    let mut told = BTreeSet::new();
    for pair in lamp.pairs() {
        if let (Words::Lamp(_, a), Words::Lamp(_, b)) = (pair.a.line.words, pair.b.line.words)
            && a != b
            && told.insert((a.0, b.0))
        {
            let message = format!("{} takes {} instead of {}", lamp.who, amps(b, false), amps(a, false));
            findings.push(Finding::at(Kind::Value, Some(pair.a), Some(pair.b), message));
        }
    }
}
