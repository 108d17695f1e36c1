//! What the scripts of each circuit never made it do.

use std::io::{self, Write};

use kiber_engine::ContactSide;
use kiber_netlist::{Circuit, ContactForm, PartId, PartKind};
use kiber_script::{Condition, Coverage, PartCovered, SideCovered};
use serde_json::{Value, json};

use super::suite::Case;
use super::trial::{Loaded, Trial};
use crate::words::{contact_name, count, wrapped};

const WIDTH: usize = 79;
/// How wide the column of names is.
const NAMES: usize = 8;

/// A circuit and what its scripts covered of it.
pub(super) struct Covered {
    name: String,
    coverage: Coverage,
}

/// What the scripts of each circuit covered together, in the order of the circuits.
pub(super) fn of(circuits: &[Loaded], cases: &[Case], trials: &[Trial]) -> Vec<Covered> {
    let of_circuit = |(number, circuit): (usize, &Loaded)| {
        let own = cases.iter().zip(trials).filter(|(case, _)| case.circuit == Ok(number));
        let mut all = own.filter_map(|(_, trial)| match trial {
            Trial::Played(played) => played.coverage.as_ref(),
            Trial::Broken(_) => None,
        });
        let mut coverage = all.next()?.clone();
        all.for_each(|other| coverage.add(other));
        Some(Covered { name: circuit.name(), coverage })
    };
    circuits.iter().enumerate().filter_map(of_circuit).collect()
}

/// How much of what there is was covered.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    sides: usize,
    closed: usize,
    opened: usize,
    carried: usize,
    /// How many there are of each group, and how many did all that they can come to do.
    relays: (usize, usize),
    hands: (usize, usize),
    lamps: (usize, usize),
}

impl Counts {
    fn of(coverage: &Coverage) -> Self {
        let mut counts = Self::default();
        for side in coverage.sides() {
            counts.sides += 1;
            counts.closed += usize::from(side.closed);
            counts.opened += usize::from(side.opened);
            counts.carried += usize::from(side.carried);
        }
        for rows in by_part(coverage) {
            let Some(first) = rows.first() else { continue };
            let group = match coverage.circuit().parts[first.part].kind {
                PartKind::Relay(_) | PartKind::Stepper(_) => &mut counts.relays,
                PartKind::Lamp(_) => &mut counts.lamps,
                _ => &mut counts.hands,
            };
            group.0 += usize::from(rows.iter().all(|row| row.reached));
            group.1 += 1;
        }
        counts
    }

    fn add(&mut self, other: Self) {
        self.sides += other.sides;
        self.closed += other.closed;
        self.opened += other.opened;
        self.carried += other.carried;
        for (own, other) in
            [(&mut self.relays, other.relays), (&mut self.hands, other.hands), (&mut self.lamps, other.lamps)]
        {
            own.0 += other.0;
            own.1 += other.1;
        }
    }

    /// `41 of 43 contact sides closed, 42 opened, 40 carried current; 5 of 6 relays operated and released`.
    fn words(&self) -> String {
        let Self { sides, closed, opened, carried, relays, hands, lamps } = self;
        let mut words = Vec::new();
        if *sides > 0 {
            let of = count(*sides as u64, "contact side");
            words.push(format!("{closed} of {of} closed, {opened} opened, {carried} carried current"));
        }
        let mut add = |&(done, all): &(usize, usize), things: String, did: &str| {
            if all > 0 {
                words.push(format!("{done} of {things} {did}"));
            }
        };
        add(relays, count(relays.1 as u64, "relay"), "operated and released");
        add(hands, format!("{} buttons and switches", hands.1), "worked");
        add(lamps, count(lamps.1 as u64, "lamp"), "lit");
        words.join("; ")
    }
}

/// Tells of all circuits, and in the end of all together.
pub(super) fn tell(out: &mut dyn Write, all: &[Covered]) -> io::Result<()> {
    let mut together = Counts::default();
    for Covered { name, coverage } in all {
        let counts = Counts::of(coverage);
        together.add(counts);
        writeln!(out, "Coverage of {name} by {}:", count(coverage.runs() as u64, "script"))?;
        if coverage.sides().next().is_none() && coverage.parts().next().is_none() {
            writeln!(out, "  nothing in it can move, be lit or be fed\n")?;
            continue;
        }
        let mut told = false;
        for (part, clauses) in lacking(coverage) {
            told = true;
            let name = &coverage.circuit().parts[part].name;
            for (number, line) in wrapped(&clauses.join("; "), WIDTH - NAMES - 2).iter().enumerate() {
                writeln!(out, "  {:<NAMES$}{line}", if number == 0 { name.as_str() } else { "" })?;
            }
        }
        if !told {
            writeln!(out, "  all of it")?;
        }
        indented(out, &counts.words())?;
        writeln!(out)?;
    }
    if all.len() > 1 {
        writeln!(out, "Coverage of all {} circuits:", all.len())?;
        indented(out, &together.words())?;
        writeln!(out)?;
    }
    Ok(())
}

fn indented(out: &mut dyn Write, words: &str) -> io::Result<()> {
    wrapped(words, WIDTH - 2).iter().try_for_each(|line| writeln!(out, "  {line}"))
}

/// What each part never did, if there is anything: first itself, then its contacts.
fn lacking(coverage: &Coverage) -> Vec<(PartId, Vec<String>)> {
    let circuit = coverage.circuit();
    let mut all: Vec<(PartId, Vec<String>)> = Vec::new();
    let sides: Vec<&SideCovered> = coverage.sides().filter(|side| !side.is_whole()).collect();
    for part in circuit.parts.ids() {
        let mut clauses = Vec::new();
        let rows: Vec<&PartCovered> = coverage.parts().filter(|row| row.part == part && !row.reached).collect();
        if !rows.is_empty() {
            clauses.push(format!("never {}", conditions(&rows)));
        }
        let mut groups: Vec<(&'static str, Vec<String>)> = Vec::new();
        for side in sides.iter().filter(|side| circuit.contacts[side.contact].part == part) {
            let (words, name) = (never(side), side_name(circuit, side));
            match groups.iter_mut().find(|(known, _)| *known == words) {
                Some((_, names)) => names.push(name),
                None => groups.push((words, vec![name])),
            }
        }
        clauses.extend(groups.into_iter().map(|(words, names)| format!("{} never {words}", names.join(", "))));
        if !clauses.is_empty() {
            all.push((part, clauses));
        }
    }
    all
}

/// `operated or released`, `at 1, 3..7`.
fn conditions(rows: &[&PartCovered]) -> String {
    let places: Vec<u16> = rows
        .iter()
        .filter_map(|row| match row.condition {
            Condition::At(place) => Some(place),
            _ => None,
        })
        .collect();
    if places.is_empty() {
        let words: Vec<String> = rows.iter().map(|row| row.word()).collect();
        return words.join(" or ");
    }
    let mut ranges: Vec<(u16, u16)> = Vec::new();
    for place in places {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(place) => *last = place,
            _ => ranges.push((place, place)),
        }
    }
    let shown = |(first, last)| if first == last { format!("{first}") } else { format!("{first}..{last}") };
    format!("at {}", ranges.into_iter().map(shown).collect::<Vec<_>>().join(", "))
}

/// What a side of a contact never did.
fn never(side: &SideCovered) -> &'static str {
    match (side.closed, side.opened, side.carried) {
        (false, false, false) => "closed, opened or carried current",
        (false, false, true) => "closed or opened",
        (false, true, false) => "closed or carried current",
        (false, true, true) => "closed",
        (true, false, false) => "opened or carried current",
        (true, false, true) => "opened",
        (true, true, _) => "carried current",
    }
}

/// `K1/1`, `K1/2 make`, `SA1/a at 3`.
fn side_name(circuit: &Circuit, side: &SideCovered) -> String {
    let name = contact_name(circuit, side.contact);
    match side_word(circuit, side) {
        Some(word) => format!("{name} {word}"),
        None => name,
    }
}

/// Which side of a contact it is, where it has several.
fn side_word(circuit: &Circuit, side: &SideCovered) -> Option<String> {
    let is_changeover = matches!(circuit.contacts[side.contact].form, ContactForm::Changeover { .. });
    match side.side {
        ContactSide::Place(place) => Some(format!("at {place}")),
        ContactSide::Make => is_changeover.then(|| "make".to_owned()),
        ContactSide::Break => is_changeover.then(|| "break".to_owned()),
    }
}

/// All of it for a program.
pub(super) fn value(all: &[Covered]) -> Value {
    all.iter().map(circuit_value).collect()
}

fn circuit_value(Covered { name, coverage }: &Covered) -> Value {
    let circuit = coverage.circuit();
    let counts = Counts::of(coverage);
    let parts = by_part(coverage).into_iter().filter_map(|rows| {
        let never: Vec<String> = rows.iter().filter(|row| !row.reached).map(PartCovered::word).collect();
        let part = rows.first()?.part;
        (!never.is_empty()).then(|| json!({ "part": circuit.parts[part].name, "never": never }))
    });
    let sides = coverage.sides().filter(|side| !side.is_whole()).map(|side| {
        let done = [(side.closed, "closed"), (side.opened, "opened"), (side.carried, "carried")];
        let never: Vec<&str> = done.iter().filter(|(done, _)| !done).map(|&(_, word)| word).collect();
        json!({ "contact": contact_name(circuit, side.contact), "side": side_word(circuit, side), "never": never })
    });
    let share = |(done, all): (usize, usize)| json!({ "all": all, "done": done });
    json!({
        "circuit": name,
        "scripts": coverage.runs(),
        "contact_sides": {
            "all": counts.sides,
            "closed": counts.closed,
            "opened": counts.opened,
            "carried": counts.carried,
        },
        "relays": share(counts.relays),
        "hands": share(counts.hands),
        "lamps": share(counts.lamps),
        "parts": parts.collect::<Vec<Value>>(),
        "contacts": sides.collect::<Vec<Value>>(),
    })
}

/// The rows of each part together.
fn by_part(coverage: &Coverage) -> Vec<Vec<PartCovered>> {
    let mut all: Vec<Vec<PartCovered>> = Vec::new();
    for row in coverage.parts() {
        match all.last_mut() {
            Some(rows) if rows.first().is_some_and(|first| first.part == row.part) => rows.push(row.clone()),
            _ => all.push(vec![row.clone()]),
        }
    }
    all
}
