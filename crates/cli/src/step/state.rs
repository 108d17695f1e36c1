//! `state`: how the whole circuit stands, in 80 columns.

use std::io::{self, Write};

use kiber_engine::{Place, Request, Simulator};
use kiber_netlist::{Circuit, Part, PartId, PartKind, Relay};
use kiber_trace::words;

use super::panel;
use super::words::place_word;
use crate::words::listed;

/// Writes the table.
pub(super) fn write(out: &mut dyn Write, circuit: &Circuit, simulator: &Simulator) -> io::Result<()> {
    panel::write(out, circuit, simulator)?;
    write_rows(out, circuit, simulator)?;
    let still = if simulator.is_settled() { "settled" } else { "not settled" };
    writeln!(out, "  {:15}  {}, {still}", "time", words::millis(simulator.now()))
}

/// A row for each kind of part and how it stands. Where no panel shows them, labels stand beside names.
pub(super) fn write_rows(out: &mut dyn Write, circuit: &Circuit, simulator: &Simulator) -> io::Result<()> {
    let shown = |part: &Part| match &part.label {
        Some(label) if circuit.panel.is_empty() && *label != part.name => format!("{} ({label})", part.name),
        _ => part.name.clone(),
    };
    let mut relays: [Vec<String>; 3] = Default::default();
    let mut hands: [Vec<String>; 4] = Default::default();
    let mut lamps: [Vec<String>; 3] = Default::default();
    let mut sources: [Vec<String>; 2] = Default::default();
    for (id, part) in circuit.parts.iter() {
        match &part.kind {
            PartKind::Relay(relay) => {
                let place = simulator.place(id);
                let row = match place {
                    Place::OPERATED => &mut relays[0],
                    Place::RELEASED => &mut relays[1],
                    _ => &mut relays[2],
                };
                row.push(relay_words(circuit, simulator, id, relay));
            }
            PartKind::Toggle(_) => hands[usize::from(!simulator.is_held(id))].push(shown(part)),
            PartKind::Button(_) => hands[2 + usize::from(!simulator.is_held(id))].push(shown(part)),
            PartKind::Lamp(_) => {
                let row = match simulator.lamp(id) {
                    kiber_engine::LampLevel::Lit => &mut lamps[0],
                    kiber_engine::LampLevel::Dim => &mut lamps[1],
                    kiber_engine::LampLevel::Off => &mut lamps[2],
                };
                row.push(shown(part));
            }
            PartKind::Source(_) if simulator.source_is_on(id) => {
                let current = simulator.current(id, 0);
                sources[0].push(format!("{} {current}", part.name));
            }
            PartKind::Source(_) => sources[1].push(part.name.clone()),
            _ => {}
        }
    }
    let shorts: Vec<String> = simulator.shorts().iter().map(|short| words::short(circuit, short)).collect();
    let faults: Vec<String> = simulator.faults().iter().map(|fault| words::fault(circuit, fault)).collect();
    let [operated, released, moving] = relays;
    let [on, off, pressed, free] = hands;
    let [lit, dim, dark] = lamps;
    let [sources_on, sources_off] = sources;
    let rows = [
        ("relays operated", operated),
        ("relays moving", moving),
        ("relays released", released),
        ("lamps lit", lit),
        ("lamps dim", dim),
        ("lamps off", dark),
        ("toggles on", on),
        ("toggles off", off),
        ("buttons pressed", pressed),
        ("buttons free", free),
        ("sources on", sources_on),
        ("sources off", sources_off),
        ("faults", faults),
        ("shorts", shorts),
    ];
    for (title, items) in rows {
        if !items.is_empty() {
            row(out, title, &items)?;
        }
    }
    Ok(())
}

/// A title and items, whole items wrapped.
pub(super) fn row(out: &mut dyn Write, title: &str, items: &[String]) -> io::Result<()> {
    let mut lead = title;
    for line in listed(items, 80 - 19) {
        writeln!(out, "  {lead:15}  {line}")?;
        lead = "";
    }
    Ok(())
}

/// A relay with the current of its coils where that is neither 0 nor the rated one, and what it is
/// about to do.
fn relay_words(circuit: &Circuit, simulator: &Simulator, id: PartId, relay: &Relay) -> String {
    let mut text = circuit.parts[id].name.clone();
    for (winding, coil) in relay.coils.iter().enumerate() {
        if simulator.is_partial(id, winding) {
            let separator = if coil.name.is_empty() { String::new() } else { format!(" {}", coil.name) };
            text.push_str(&format!("{separator} {}", partial_words(circuit, simulator, id, relay, winding)));
        }
    }
    let place = simulator.place(id);
    if let Some(left) = simulator.remaining(id) {
        let doing = match (place, simulator.asks(id)) {
            (Place::OPERATED, _) => "releasing",
            (Place::RELEASED, _) => "operating",
            (_, Request::Nothing | Request::Operate | Request::Release | Request::Reverse) => place_word(place),
        };
        text.push_str(&format!(" ({doing}, {} left)", words::millis(left)));
    }
    text
}

/// `16 mA of 48`, or the current alone where it is not clear what a whole source would drive.
pub(super) fn partial_words(
    circuit: &Circuit,
    simulator: &Simulator,
    id: PartId,
    relay: &Relay,
    winding: usize,
) -> String {
    let current = simulator.current(id, winding);
    let Some(ohms) = relay.coils.get(winding).map(|coil| coil.ohms.nominal) else { return current.to_string() };
    let mut rated: Vec<f64> = circuit
        .parts
        .rows()
        .iter()
        .filter_map(|part| match &part.kind {
            PartKind::Source(source) => Some(source),
            _ => None,
        })
        .filter(|source| (source.current == kiber_netlist::Current::Ac) == relay.ac)
        .map(|source| source.volts.nominal / ohms * 1000.0)
        .collect();
    rated.sort_by(f64::total_cmp);
    rated.dedup();
    match rated[..] {
        [rated] => format!("{current} of {}", (rated * 1000.0).round() / 1000.0),
        _ => current.to_string(),
    }
}
