//! What an action did, in short: a line for each instant at which something moved or shone.

use std::collections::BTreeMap;
use std::io::{self, Write};

use kiber_engine::{Event, LampLevel, Mechanics, Micros, Place, What};
use kiber_netlist::{Circuit, PartId, PartKind};
use kiber_trace::{Ending, Section, words};

use crate::words::{count, names, wrapped};

/// The most instants that are told one by one.
const MOST_LINES: usize = 30;

/// Writes what happened in a section.
pub(super) fn write(out: &mut dyn Write, circuit: &Circuit, section: &Section) -> io::Result<()> {
    let instants = instants(circuit, section);
    for (at, all) in instants.iter().take(MOST_LINES) {
        let mut lead = format!("+{}", words::millis(at.saturating_sub(section.start)));
        for line in wrapped(&all.join("; "), 80 - 16) {
            writeln!(out, "  {lead:>12}  {line}")?;
            lead.clear();
        }
    }
    if instants.len() > MOST_LINES {
        let more = count((instants.len() - MOST_LINES) as u64, "instant");
        writeln!(out, "  … and {more} more; `trace 1` shows all")?;
    }
    let now = words::millis(section.end);
    writeln!(out, "  {:>12}  {}, at {now}", "", standing(section, instants.is_empty()))
}

/// What happened in a section, in a line: `press KN1: P1 operated; L2 off; settled after 13.000 ms`.
pub(super) fn in_a_line(circuit: &Circuit, section: &Section) -> String {
    let mut told: Vec<String> = instants(circuit, section).into_iter().flat_map(|(_, all)| all).collect();
    let after = match section.end.saturating_sub(section.start) {
        0 => "at once".to_owned(),
        span => format!("after {}", words::millis(span)),
    };
    let standing = match (&section.ending, told.is_empty()) {
        (Ending::Told, true) => "nothing else happens".to_owned(),
        _ => format!("{} {after}", standing(section, told.is_empty())),
    };
    told.push(standing);
    format!("{}: {}", section.title, told.join("; "))
}

/// The instants at which something moved or shone, and what.
fn instants(circuit: &Circuit, section: &Section) -> Vec<(Micros, Vec<String>)> {
    let mut instants: Vec<(Micros, Vec<String>)> = Vec::new();
    let mut mechanics = BTreeMap::new();
    for event in &section.events {
        let Some(words) = event_words(circuit, event, &mut mechanics) else { continue };
        match instants.last_mut() {
            Some((at, all)) if *at == event.at => all.push(words),
            _ => instants.push((event.at, vec![words])),
        }
    }
    instants
}

/// How a section ended.
fn standing(section: &Section, nothing_moved: bool) -> String {
    match &section.ending {
        Ending::TimeUp { still: true } => "time is up, nothing moves".to_string(),
        Ending::TimeUp { still: false } => "time is up, still moving".to_string(),
        Ending::GaveUp(instants) => format!("still moving, given up after {instants} instants"),
        Ending::Refused => "nothing done".to_string(),
        Ending::Told if section.events.last().is_some_and(|event| matches!(event.what, What::Oscillates(_))) => {
            "it would go on for ever".to_string()
        }
        Ending::Told if nothing_moved => "nothing else happens".to_string(),
        Ending::Told => "settled".to_string(),
    }
}

fn event_words(
    circuit: &Circuit,
    event: &Event,
    mechanics: &mut BTreeMap<PartId, Option<Mechanics>>,
) -> Option<String> {
    let name = |part| &circuit.parts[part].name;
    let words = match &event.what {
        What::Moved { part, from, to } => {
            if !matches!(circuit.parts[*part].kind, PartKind::Relay(_) | PartKind::Stepper(_)) {
                return None;
            }
            let mechanics = mechanics.entry(*part).or_insert_with(|| Mechanics::of(circuit, *part)).as_ref()?;
            arrives(mechanics, *from, *to)
                .then(|| format!("{} {}", name(*part), words::stand(circuit, *part, mechanics.stand(*to))))?
        }
        What::Coil { part, current, partial: true, .. } => format!("{} has {current}", name(*part)),
        What::Blown { part, fed } if fed.is_empty() => format!("{} blown", name(*part)),
        What::Blown { part, fed } => format!("{} blown, which fed {}", name(*part), names(circuit, fed)),
        What::BothCoils { part, driven: true } => format!("both coils of {} driven, it stays", name(*part)),
        What::BothCoils { driven: false, .. } | What::Turned { .. } | What::Replaced { .. } => return None,
        What::Coil { .. } | What::Hand { .. } | What::Source { .. } | What::Fault { .. } | What::Settled => {
            return None;
        }
        What::Lamp { part, level: LampLevel::Dim, current } => format!("{} dim, {current}", name(*part)),
        What::Lamp { part, level, .. } => format!("{} {}", name(*part), words::lamp_level(*level)),
        What::ShortBegan(short) => format!("{} begins", words::short(circuit, short)),
        What::ShortEnded(short, lasted) => {
            format!("{} ends after {}", words::short(circuit, short), words::millis(*lasted))
        }
        What::OverloadBegan { part, current } => format!("{} overloaded, {current}", name(*part)),
        What::OverloadEnded { part, .. } => format!("{} no longer overloaded", name(*part)),
        What::Oscillates(oscillation) => words::oscillation(circuit, oscillation),
    };
    Some(words)
}

/// Whether a move brings the contacts to rest in a position; an armature that moves besides them does not.
fn arrives(mechanics: &Mechanics, from: Place, to: Place) -> bool {
    let (before, after) = (mechanics.stand(from), mechanics.stand(to));
    to.is_seat() && (before.towards.is_some() || before.at != after.at)
}
