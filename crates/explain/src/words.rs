//! Answers in plain sentences.

use std::fmt::Write as _;

use kiber_engine::{ContactSide, LampLevel, Nanoamps, Request, Simulator};
use kiber_netlist::{Circuit, ContactForm, ContactId, PartId, PartKind};

use crate::answer::{Answer, Held, Sneak, Standing};
use crate::carry::{Path, PathStep};
use crate::lack::{Lack, MOST_MOVES, Move};
use crate::net::{Joined, NetAnswer};
use crate::ways::Through;

/// So many sets are told.
const MOST_TOLD: usize = 8;

/// The answer as sentences, one a line.
pub fn sentences(simulator: &Simulator, answer: &Answer) -> Vec<String> {
    let words = Words { circuit: simulator.circuit(), answer };
    let mut lines = vec![words.standing()];
    words.held(&mut lines);
    words.paths(&mut lines);
    words.sneaks(&mut lines);
    words.starved(&mut lines);
    if let Some(lack) = &answer.lack {
        words.lack(lack, &mut lines);
    }
    lines
}

/// What is to be said of a contact itself: which of its sides are closed, and what each carries; one a line.
pub fn contact_sentences(simulator: &Simulator, contact: ContactId) -> Vec<String> {
    let circuit = simulator.circuit();
    let rows = simulator.contact_currents().into_iter().filter(|row| row.contact == contact);
    let closed = rows.filter(|row| simulator.is_side_closed(contact, row.side));
    let told: Vec<String> = closed
        .map(|row| {
            let side = side_name(circuit, contact, row.side);
            match row.current {
                Some(current) => format!("{side} is closed and carries {current}."),
                None => format!("{side} is closed, in a short circuit."),
            }
        })
        .collect();
    match circuit.contacts.get(contact) {
        Some(known) if told.is_empty() => vec![format!("{}/{} is open.", circuit.parts[known.part].name, known.name)],
        _ => told,
    }
}

/// The answer about a net as sentences, one a line.
pub fn net_sentences(simulator: &Simulator, answer: &NetAnswer) -> Vec<String> {
    let circuit = simulator.circuit();
    let name = circuit.nets.get(answer.net).map_or("", |net| net.name.as_str());
    // To the millivolt, and never "-0".
    let volts = answer.volts.map(|volts| (volts * 1000.0).round() / 1000.0 + 0.0);
    let mut lines = vec![match volts {
        Some(volts) => format!("Net {name} is at {volts} V."),
        None => format!("Net {name} floats: nothing drives it."),
    }];
    lines.extend(match &answer.joined {
        Some(Joined { source, plus, through: ways }) => {
            let source = &circuit.parts[*source].name;
            let pole = if *plus { "plus" } else { "minus" };
            let ways: Vec<String> = ways.iter().map(|&way| through(circuit, way)).collect();
            Some(match ways.as_slice() {
                [] => format!("It is {source} {pole}."),
                ways => format!("It is joined to {source} {pole} through {}.", ways.join(", ")),
            })
        }
        None if answer.volts.is_some() => Some("No closed contacts lead from it to a pole, only loads.".to_owned()),
        None => None,
    });
    lines
}

/// What current goes through, as a trace writes it: `K1/2 make`, `coil of K1`, `H1`.
pub fn through(circuit: &Circuit, through: Through) -> String {
    match through {
        Through::Contact(contact, side) => side_name(circuit, contact, side),
        Through::Winding(part, winding) => {
            let kind = &circuit.parts[part].kind;
            let name = &circuit.parts[part].name;
            let coils = kind.coils().count();
            match kind.coils().nth(winding).map(|coil| coil.name.as_str()) {
                Some(winding) if coils > 1 && !winding.is_empty() => format!("coil {winding} of {name}"),
                _ => format!("coil of {name}"),
            }
        }
        Through::Part(part) => circuit.parts[part].name.clone(),
    }
}

/// What would have to be done: `K3 operates`, `S1 pressed`, `SA1 at 2`, `G2 on`.
pub fn move_words(circuit: &Circuit, what: Move) -> String {
    let name = &circuit.parts[what.part()].name;
    let Move::To { part, stand, .. } = what else { return format!("{name} switched on") };
    let word = match (&circuit.parts[part].kind, stand.at) {
        (PartKind::Button(_), 0) => "free",
        (PartKind::Button(_), _) => "pressed",
        (PartKind::Toggle(_), 0) => "off",
        (PartKind::Toggle(_), _) => "on",
        (PartKind::Fuse(_), _) => "replaced",
        (PartKind::Selector(_) | PartKind::Stepper(_), at) => return format!("{name} at {at}"),
        (PartKind::Relay(relay), at) => match relay.action {
            kiber_netlist::RelayAction::Polarized { .. } => {
                ["left", "centre", "right"].get(usize::from(at)).copied().unwrap_or("")
            }
            _ if at == 0 => "released",
            _ => "operated",
        },
        _ => "moved",
    };
    format!("{name} {word}")
}

fn side_name(circuit: &Circuit, contact: ContactId, side: ContactSide) -> String {
    let known = &circuit.contacts[contact];
    let mut name = format!("{}/{}", circuit.parts[known.part].name, known.name);
    let _ = match (&known.form, side) {
        (ContactForm::Changeover { .. }, ContactSide::Make) => write!(name, " make"),
        (ContactForm::Changeover { .. }, ContactSide::Break) => write!(name, " break"),
        (_, ContactSide::Place(place)) => write!(name, " at {place}"),
        _ => Ok(()),
    };
    name
}

struct Words<'a> {
    circuit: &'a Circuit,
    answer: &'a Answer,
}

impl Words<'_> {
    fn name(&self, part: PartId) -> &str {
        &self.circuit.parts[part].name
    }

    fn standing(&self) -> String {
        let name = self.name(self.answer.part);
        let currents: Vec<String> = self.answer.carried.iter().map(|carried| carried.current.to_string()).collect();
        let current = if currents.is_empty() { Nanoamps(0).to_string() } else { currents.join(" and ") };
        match self.answer.standing {
            Standing::Lamp(level) => {
                let word = match level {
                    LampLevel::Off => "off",
                    LampLevel::Dim => "dim",
                    LampLevel::Lit => "lit",
                };
                format!("{name} is {word}: {current}.")
            }
            Standing::Mechanism { stand, asks } => {
                let where_it_is = match (&self.circuit.parts[self.answer.part].kind, stand.towards) {
                    (PartKind::Stepper(_), _) => format!("at {}", stand.at),
                    (PartKind::Relay(relay), towards) => {
                        let words: &[&str] = match relay.action {
                            kiber_netlist::RelayAction::Polarized { .. } => &["left", "centre", "right"],
                            _ => &["released", "operated"],
                        };
                        let word = |at: u16| words.get(usize::from(at)).copied().unwrap_or_default();
                        match towards {
                            Some(to) => format!("on its way to {}", word(to)),
                            None => word(stand.at).to_owned(),
                        }
                    }
                    _ => String::new(),
                };
                let asks = match asks {
                    Request::Operate => "enough to operate",
                    Request::Nothing if self.answer.carried.is_empty() => "and none is needed to stay",
                    Request::Nothing => "between release and operate, so it stays as it is",
                    Request::Release => "too little to hold",
                    Request::Reverse => "which drives it the other way",
                };
                format!("{name} is {where_it_is}: {current} in its coil, {asks}.")
            }
        }
    }

    fn held(&self, lines: &mut Vec<String>) {
        let name = self.name(self.answer.part);
        lines.extend(match &self.answer.held {
            Some(Held::Current { own_contacts }) if !own_contacts.is_empty() => {
                let contacts: Vec<String> = own_contacts
                    .iter()
                    .map(|&contact| format!("{name}/{}", self.circuit.contacts[contact].name))
                    .collect();
                Some(format!("It holds itself, through {}.", contacts.join(", ")))
            }
            Some(Held::Until(span)) => {
                Some(format!("Nothing holds it: it starts to release in {}.{:03} ms.", span / 1000, span % 1000))
            }
            Some(Held::Keeps) => Some("It keeps its place without current.".to_owned()),
            Some(Held::Stuck) => Some("Its armature is stuck.".to_owned()),
            Some(Held::Current { .. }) | None => None,
        });
    }

    fn paths(&self, lines: &mut Vec<String>) {
        for carried in &self.answer.carried {
            let several = carried.paths.len() > 1;
            for path in &carried.paths {
                let share = carried.current.0.unsigned_abs() as f64 * path.share;
                let of_it = if several { " of it" } else { "" };
                lines.push(format!("{}{of_it} flows by {}.", Nanoamps(share as i64), self.path(path)));
            }
        }
    }

    fn path(&self, path: &Path) -> String {
        let last = path.steps.len().saturating_sub(1);
        let words = |(at, step): (usize, &PathStep)| {
            let name = through(self.circuit, step.through);
            let is_source = matches!(step.through, Through::Part(part)
                if matches!(self.circuit.parts[part].kind, PartKind::Source(_)));
            match (is_source, at) {
                (true, 0) => format!("{name} plus"),
                (true, at) if at == last => format!("{name} minus"),
                _ if step.backwards && !matches!(step.through, Through::Contact(..)) => format!("{name} backwards"),
                _ => name,
            }
        };
        path.steps.iter().enumerate().map(words).collect::<Vec<_>>().join(", ")
    }

    fn sneaks(&self, lines: &mut Vec<String>) {
        // Several paths through one load backwards have one cure.
        let mut told: Vec<&Sneak> = Vec::new();
        for sneak in &self.answer.sneaks {
            if told.iter().any(|told| told.backwards == sneak.backwards) {
                continue;
            }
            told.push(sneak);
            let load = through(self.circuit, sneak.backwards);
            let mut line = format!("That is a sneak path: it leads backwards through the {load}.");
            let contacts: Vec<String> = sneak
                .contacts
                .iter()
                .map(|&contact| {
                    let known = &self.circuit.contacts[contact];
                    format!("{}/{}", self.name(known.part), known.name)
                })
                .collect();
            match (contacts.as_slice(), sneak.diode) {
                ([], false) => {}
                ([], true) => line.push_str(" A diode in series with that would cut it."),
                (contacts, diode) => {
                    let diode = if diode { ", and so would a diode in series with that" } else { "" };
                    let _ = write!(line, " Opening {} would cut it{diode}.", contacts.join(" or "));
                }
            }
            lines.push(line);
        }
    }

    fn starved(&self, lines: &mut Vec<String>) {
        let Some(starved) = &self.answer.starved else { return };
        if starved.shares_with.is_empty() {
            return;
        }
        let others: Vec<String> =
            starved.shares_with.iter().map(|&other| format!("the {}", through(self.circuit, other))).collect();
        lines.push(format!("It needs {}; the voltage is shared with {}.", starved.needs, others.join(", ")));
    }

    fn lack(&self, lack: &Lack, lines: &mut Vec<String>) {
        let what = match self.answer.standing {
            Standing::Lamp(_) => "be lit",
            Standing::Mechanism { .. } => "operate",
        };
        match lack.sets.as_slice() {
            [] if !lack.can_be => {
                lines.push(format!("Nothing that can move would let it {what}."));
            }
            [] if lack.at_least > MOST_MOVES => {
                lines.push(format!("At least {} mechanisms would have to move for it to {what}.", lack.at_least));
            }
            [] => lines.push(format!(
                "At least {} would have to move for it to {what}; there are too many to try all.",
                lack.at_least
            )),
            sets => {
                let set = |set: &Vec<Move>| {
                    set.iter().map(|&what| move_words(self.circuit, what)).collect::<Vec<_>>().join(" and ")
                };
                lines.push(format!("It would {what} with {}.", set(&sets[0])));
                lines.extend(sets.iter().skip(1).take(MOST_TOLD - 1).map(|other| format!("Or with {}.", set(other))));
                if sets.len() > MOST_TOLD || !lack.all {
                    lines.push("There are more ways.".to_owned());
                }
            }
        }
    }
}
