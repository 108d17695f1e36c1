//! `state`: how the whole circuit stands, in 80 columns.

use std::io::{self, Write};

use kiber_engine::{Request, Simulator};
use kiber_netlist::{Circuit, Part, PartId, PartKind, RelayAction};
use kiber_trace::words;

use super::panel;
use super::words::condition;
use crate::words::{listed, wrapped};

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
    let mut relays: [Vec<String>; 6] = Default::default();
    let mut steppers = Vec::new();
    let mut selectors = Vec::new();
    let mut fuses: [Vec<String>; 2] = Default::default();
    let mut capacitors = Vec::new();
    let mut hands: [Vec<String>; 4] = Default::default();
    let mut lamps: [Vec<String>; 3] = Default::default();
    let mut sources: [Vec<String>; 2] = Default::default();
    for (id, part) in circuit.parts.iter() {
        match &part.kind {
            PartKind::Relay(relay) => {
                let stand = simulator.stand(id);
                let is_polarized = matches!(relay.action, RelayAction::Polarized { .. });
                let row = match (stand.towards, stand.at, is_polarized) {
                    (Some(_), ..) => 2,
                    (None, 0, false) => 1,
                    (None, _, false) => 0,
                    (None, at, true) => (3 + usize::from(at)).min(5),
                };
                relays[row].push(with_drive(circuit, simulator, id, part.name.clone()));
            }
            PartKind::Stepper(_) => {
                let text = format!("{} {}", part.name, condition(circuit, simulator, id));
                steppers.push(with_drive(circuit, simulator, id, text));
            }
            PartKind::Selector(_) => selectors.push(format!("{} {}", shown(part), condition(circuit, simulator, id))),
            PartKind::Capacitor(_) => {
                let moving = if simulator.is_charging(id) { " (on its way)" } else { "" };
                capacitors.push(format!("{} {}{moving}", part.name, volts_words(simulator, id)));
            }
            PartKind::Fuse(_) => fuses[usize::from(!simulator.is_blown(id))].push(shown(part)),
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
    let [operated, released, moving, left, centre, right] = relays;
    let [blown, whole] = fuses;
    let [on, off, pressed, free] = hands;
    let [lit, dim, dark] = lamps;
    let [sources_on, sources_off] = sources;
    let rows = [
        ("relays operated", operated),
        ("relays moving", moving),
        ("relays released", released),
        ("relays left", left),
        ("relays centre", centre),
        ("relays right", right),
        ("steppers", steppers),
        ("lamps lit", lit),
        ("lamps dim", dim),
        ("lamps off", dark),
        ("toggles on", on),
        ("toggles off", off),
        ("selectors", selectors),
        ("buttons pressed", pressed),
        ("buttons free", free),
        ("sources on", sources_on),
        ("sources off", sources_off),
        ("capacitors", capacitors),
        ("fuses blown", blown),
        ("fuses whole", whole),
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
    const WIDTH: usize = 80 - 19;
    let mut lead = title;
    let too_long = items.iter().any(|item| item.chars().count() >= WIDTH);
    for line in if too_long { wrapped(&items.join(", "), WIDTH) } else { listed(items, WIDTH) } {
        writeln!(out, "  {lead:15}  {line}")?;
        lead = "";
    }
    Ok(())
}

/// A relay or a stepper with the current of its coils where that is neither 0 nor the rated one, and what
/// it is about to do.
fn with_drive(circuit: &Circuit, simulator: &Simulator, id: PartId, mut text: String) -> String {
    let kind = &circuit.parts[id].kind;
    for (winding, coil) in kind.coils().enumerate() {
        if simulator.is_partial(id, winding) {
            let separator = if coil.name.is_empty() { String::new() } else { format!(" {}", coil.name) };
            text.push_str(&format!("{separator} {}", partial_words(circuit, simulator, id, winding)));
        }
    }
    if let Some(left) = simulator.remaining(id) {
        let left = words::millis(left);
        // Where a stepper is on its way to is said already.
        if matches!(kind, PartKind::Stepper(_)) && simulator.stand(id).towards.is_some() {
            text.push_str(&format!(" ({left} left)"));
        } else {
            text.push_str(&format!(" ({}, {left} left)", doing(circuit, simulator, id)));
        }
    }
    text
}

/// The voltage of a capacitor to the millivolt: `23.4 V`.
pub(super) fn volts_words(simulator: &Simulator, id: PartId) -> String {
    // Adding 0 turns -0 into 0.
    let volts = (simulator.voltage(id).unwrap_or_default() * 1000.0).round() / 1000.0 + 0.0;
    format!("{volts} V")
}

/// What a relay or a stepper is about to do: `operating`, `on its way to operated`, `going right`.
fn doing(circuit: &Circuit, simulator: &Simulator, id: PartId) -> String {
    let (stand, kind) = (simulator.stand(id), &circuit.parts[id].kind);
    if !simulator.place(id).is_seat() {
        return match stand.towards {
            Some(_) => words::stand(circuit, id, stand).into_owned(),
            None => "armature on its way".to_string(),
        };
    }
    let asks = simulator.asks(id);
    match (asks, words::request(kind, asks).strip_prefix("asks for ")) {
        (Request::Nothing, _) => "about to move".to_string(),
        (_, Some("centre")) => "going to centre".to_string(),
        (_, Some(goal)) => format!("going {goal}"),
        (Request::Operate, None) => "operating".to_string(),
        (_, None) => "releasing".to_string(),
    }
}

/// `16 mA of 48`, or the current alone where it is not clear what a whole source would drive.
pub(super) fn partial_words(circuit: &Circuit, simulator: &Simulator, id: PartId, winding: usize) -> String {
    let current = simulator.current(id, winding);
    let kind = &circuit.parts[id].kind;
    let Some(ohms) = kind.coils().nth(winding).map(|coil| coil.ohms.nominal) else { return current.to_string() };
    let ac = matches!(kind, PartKind::Relay(relay) if relay.ac);
    let mut rated: Vec<f64> = circuit
        .parts
        .rows()
        .iter()
        .filter_map(|part| match &part.kind {
            PartKind::Source(source) => Some(source),
            _ => None,
        })
        .filter(|source| (source.current == kiber_netlist::Current::Ac) == ac)
        .map(|source| source.volts.nominal / ohms * 1000.0)
        .collect();
    rated.sort_by(f64::total_cmp);
    rated.dedup();
    match rated[..] {
        [rated] => format!("{current} of {}", (rated * 1000.0).round() / 1000.0),
        _ => current.to_string(),
    }
}
