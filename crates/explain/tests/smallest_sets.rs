//! The smallest sets, against trying all sets.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot read its circuit has failed")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use kiber_engine::{LampLevel, Place, Request, Simulator, Untimed};
use kiber_netlist::{Circuit, PartId, PartKind};
use proptest::prelude::*;

/// A circuit over a handful of nets: relays that may hold each other, switches, loads and diodes.
fn any_circuit() -> impl Strategy<Value = String> {
    let net = || (0..7_usize).prop_map(|net| ["+", "-", "a", "b", "c", "d", "e"][net]);
    let contact = move || (0..4, net(), net(), net());
    let part = (0..8, net(), net(), prop::collection::vec(contact(), 1..4));
    prop::collection::vec(part, 3..9).prop_map(|parts| {
        let mut text = String::from("Circuit(title: \"\", parts: {\"G1\": Source(plus: \"+\", minus: \"-\"),");
        for (number, (kind, first, second, contacts)) in parts.into_iter().enumerate() {
            let mut all = String::new();
            for (name, (form, a, b, c)) in contacts.into_iter().enumerate() {
                let form = match form {
                    0 => format!("Make(\"{a}\", \"{b}\")"),
                    1 => format!("Break(\"{a}\", \"{b}\")"),
                    _ => format!("Changeover(common: \"{a}\", break: \"{b}\", make: \"{c}\")"),
                };
                let _ = write!(all, "\"{name}\": {form}, ");
            }
            let pins = format!("(\"{first}\", \"{second}\")");
            let part = match kind {
                0..=2 => format!("Relay(coil: {pins}, contacts: {{{all}}})"),
                3 => format!("Button(contacts: {{{all}}})"),
                4 => format!("Toggle(contacts: {{{all}}})"),
                5 => format!("Lamp(pins: {pins})"),
                6 => format!("Diode(anode: \"{first}\", cathode: \"{second}\")"),
                _ => format!("Resistor(pins: {pins}, ohms: 300.0)"),
            };
            let _ = write!(text, "\"X{number}\": {part},");
        }
        text + "})"
    })
}

fn is_so(untimed: &Untimed, part: PartId) -> bool {
    match untimed.circuit().parts[part].kind {
        PartKind::Lamp(_) => untimed.simulator().lamp(part) == LampLevel::Lit,
        _ => untimed.simulator().asks(part) == Request::Operate,
    }
}

/// Tries every set of moves, smaller ones first; the moves as parts, since each has two seats.
fn by_trying(simulator: &Simulator, subject: PartId) -> BTreeSet<BTreeSet<PartId>> {
    let circuit = Arc::clone(simulator.circuit());
    let movable: Vec<PartId> =
        circuit.parts.ids().filter(|&part| part != subject && !circuit.contacts_of(part).is_empty()).collect();
    for size in 1..=kiber_explain::MOST_MOVES {
        let mut found = BTreeSet::new();
        for bits in (0_u32..1 << movable.len()).filter(|bits| bits.count_ones() as usize == size) {
            let set: BTreeSet<PartId> =
                movable.iter().enumerate().filter(|&(at, _)| bits >> at & 1 == 1).map(|(_, &part)| part).collect();
            let mut untimed = Untimed::new(Arc::clone(&circuit));
            untimed.stand_as(simulator);
            let places: Vec<(usize, Place)> = set
                .iter()
                .map(|&part| {
                    let other =
                        if simulator.place(part) == Place::RELEASED { Place::OPERATED } else { Place::RELEASED };
                    (untimed.number(part).unwrap(), other)
                })
                .collect();
            untimed.put(places);
            if is_so(&untimed, subject) {
                found.insert(set);
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    BTreeSet::new()
}

fn check(source: &str) {
    let reading = kiber_netlist::read(source);
    let Some(circuit): Option<Circuit> = reading.circuit else { return };
    let circuit = Arc::new(circuit);
    let mut simulator = Simulator::new(Arc::clone(&circuit));
    simulator.set_limit(1000);
    let _ = simulator.power_up(&mut ());
    // On its way an armature has two seats to go to, which trying does not know of.
    if !simulator.is_settled() {
        return;
    }
    for (part, known) in circuit.parts.iter() {
        let Some(answer) = kiber_explain::why(&simulator, part) else { continue };
        let Some(lack) = answer.lack else { continue };
        match known.kind {
            PartKind::Relay(_) if simulator.asks(part) != Request::Operate => {}
            PartKind::Lamp(_) if simulator.lamp(part) != LampLevel::Lit => {}
            _ => continue,
        };
        let found: BTreeSet<BTreeSet<PartId>> =
            lack.sets.iter().map(|set| set.iter().map(|what| what.part()).collect()).collect();
        assert!(lack.all, "{source}");
        assert_eq!(found, by_trying(&simulator, part), "{} in {source}", known.name);
    }
}

proptest! {
    #[test]
    fn every_smallest_set_is_found_and_no_other(source in any_circuit()) {
        check(&source);
    }
}
