//! `state PART` and `state NET`: one thing in full.

use std::io::{self, Write};

use kiber_engine::Simulator;
use kiber_netlist::{Circuit, ContactForm, ContactId, NetId, Part, PartId, PartKind, Relay};
use kiber_trace::words;

use super::state::{partial_words, row};
use super::words::condition;
use crate::words::{contact_name, plain, wrapped};

/// A part in full: its condition, its currents, its contacts and the potentials at its pins.
pub(super) fn write_part(out: &mut dyn Write, circuit: &Circuit, simulator: &Simulator, id: PartId) -> io::Result<()> {
    let part = &circuit.parts[id];
    let potentials = simulator.potentials();
    let mut title = part.name.clone();
    if let Some(label) = part.label.as_ref().filter(|label| **label != part.name) {
        title.push_str(&format!(" ({})", plain(label)));
    }
    let stands = condition(circuit, simulator, id);
    let kind = part.kind.name().to_lowercase();
    writeln!(out, "  {title}: {kind}{}{stands}", if stands.is_empty() { "" } else { ", " })?;
    if let PartKind::Relay(relay) = &part.kind {
        coils(out, circuit, simulator, id, relay)?;
    } else {
        current(out, simulator, id, part)?;
    }
    if let Some(left) = simulator.remaining(id) {
        line(out, "moves in", &words::millis(left))?;
    }
    for &contact in circuit.contacts_of(id) {
        write_contact(out, circuit, simulator, contact)?;
    }
    let nets: Vec<String> = circuit.nets_of(id).into_iter().map(|net| net_words(circuit, &potentials, net)).collect();
    row(out, "nets", &nets)?;
    let faults: Vec<String> = simulator
        .faults()
        .iter()
        .filter(|fault| part_of(circuit, fault) == id)
        .map(|fault| words::fault(circuit, fault))
        .collect();
    if !faults.is_empty() {
        row(out, "faults", &faults)?;
    }
    if let Some(note) = &part.note {
        line(out, "note", note)?;
    }
    Ok(())
}

/// One contact: its form, its nets and which of its sides conduct.
pub(super) fn write_contact(
    out: &mut dyn Write,
    circuit: &Circuit,
    simulator: &Simulator,
    id: ContactId,
) -> io::Result<()> {
    let net = |net: NetId| circuit.nets[net].name.as_str();
    let word = |closed: bool| if closed { "closed" } else { "open" };
    let text = match &circuit.contacts[id].form {
        ContactForm::Make(a, b) => format!("make, {} to {}: {}", net(*a), net(*b), word(simulator.is_closed(id))),
        ContactForm::Break(a, b) => {
            format!("break, {} to {}: {}", net(*a), net(*b), word(simulator.is_break_closed(id)))
        }
        ContactForm::Changeover { common, break_side, make_side, bridging } => {
            let side = |name: &str, side: &Option<NetId>, closed: bool| match side {
                Some(to) => format!("{name} side to {} {}", net(*to), word(closed)),
                None => format!("no {name} side"),
            };
            format!(
                "change-over{}, {}: {}, {}",
                if *bridging { " (bridging)" } else { "" },
                net(*common),
                side("break", break_side, simulator.is_break_closed(id)),
                side("make", make_side, simulator.is_closed(id)),
            )
        }
        ContactForm::Left(..) | ContactForm::Right(..) | ContactForm::Wafer { .. } => String::new(),
    };
    line(out, &contact_name(circuit, id), &text)
}

/// A net: its potential and what is joined to it.
pub(super) fn write_net(out: &mut dyn Write, circuit: &Circuit, simulator: &Simulator, id: NetId) -> io::Result<()> {
    let potentials = simulator.potentials();
    writeln!(out, "  net {}", net_words(circuit, &potentials, id))?;
    let joined: Vec<String> = circuit
        .parts
        .iter()
        .filter(|(_, part)| part.kind.own_pins().contains(&id))
        .map(|(_, part)| part.name.clone())
        .chain(circuit.contacts.iter().filter(|(_, contact)| contact.form.nets().any(|net| net == id)).map(
            |(contact, _)| {
                let word = if conducts_at(circuit, simulator, contact, id) { "closed" } else { "open" };
                format!("{} {word}", contact_name(circuit, contact))
            },
        ))
        .collect();
    row(out, "joined to", &joined)
}

/// Whether a contact conducts from this net to another just now.
fn conducts_at(circuit: &Circuit, simulator: &Simulator, contact: ContactId, net: NetId) -> bool {
    match &circuit.contacts[contact].form {
        ContactForm::Make(..) | ContactForm::Left(..) | ContactForm::Right(..) | ContactForm::Wafer { .. } => {
            simulator.is_closed(contact)
        }
        ContactForm::Break(..) => simulator.is_break_closed(contact),
        ContactForm::Changeover { common, break_side, make_side, .. } => {
            let break_closed = simulator.is_break_closed(contact);
            let make_closed = simulator.is_closed(contact);
            (break_closed && (*common == net || *break_side == Some(net)))
                || (make_closed && (*common == net || *make_side == Some(net)))
        }
    }
}

fn coils(out: &mut dyn Write, circuit: &Circuit, simulator: &Simulator, id: PartId, relay: &Relay) -> io::Result<()> {
    for (winding, coil) in relay.coils.iter().enumerate() {
        let current = if simulator.is_partial(id, winding) {
            partial_words(circuit, simulator, id, relay, winding)
        } else {
            simulator.current(id, winding).to_string()
        };
        let title = if coil.name.is_empty() { "coil".to_string() } else { format!("coil {}", coil.name) };
        let (plus, minus) = (&circuit.nets[coil.plus].name, &circuit.nets[coil.minus].name);
        let rating = format!("{} ohms, operates at {} mA", coil.ohms.nominal, coil.operate_ma.nominal);
        line(out, &title, &format!("{plus} to {minus}: {current}; {rating}"))?;
    }
    let asks = words::request(&circuit.parts[id].kind, simulator.asks(id));
    line(out, "armature", &format!("{asks}; releases below {} mA", relay.release_ma.nominal))?;
    let (operate, release, transfer) = (relay.operate_ms, relay.release_ms, relay.transfer_ms);
    let text = format!(
        "operates in {} ms, releases in {} ms, {} ms of it transfer",
        operate.nominal, release.nominal, transfer.nominal
    );
    line(out, "times", &text)
}

fn current(out: &mut dyn Write, simulator: &Simulator, id: PartId, part: &Part) -> io::Result<()> {
    let rating = match &part.kind {
        PartKind::Lamp(lamp) => format!("; rated {} V, {} A", lamp.volts.nominal, lamp.amps.nominal),
        PartKind::Source(source) => format!("; {} V", source.volts.nominal),
        PartKind::Resistor(resistor) => format!("; {} ohms", resistor.ohms.nominal),
        PartKind::Diode(diode) => format!("; drop {} V", diode.drop_volts),
        _ => return Ok(()),
    };
    let current = simulator.current(id, 0);
    line(out, "current", &format!("{current}{rating}"))
}

fn line(out: &mut dyn Write, title: &str, text: &str) -> io::Result<()> {
    let mut lead = title;
    for line in wrapped(text, 80 - 19) {
        writeln!(out, "  {lead:15}  {line}")?;
        lead = "";
    }
    Ok(())
}

fn net_words(circuit: &Circuit, potentials: &[Option<f64>], net: NetId) -> String {
    use kiber_netlist::Id;
    let name = &circuit.nets[net].name;
    match potentials.get(net.index()).copied().flatten() {
        // Adding 0 turns -0 into 0.
        Some(volts) => format!("{name} at {} V", (volts * 1000.0).round() / 1000.0 + 0.0),
        None => format!("{name} floating"),
    }
}

fn part_of(circuit: &Circuit, fault: &kiber_engine::Fault) -> PartId {
    use kiber_engine::Fault;
    match *fault {
        Fault::ContactStuckOpen(contact) | Fault::ContactWelded { contact, .. } => circuit.contacts[contact].part,
        Fault::CoilOpen(part) | Fault::CoilShorted(part) | Fault::WireOff(part, _) | Fault::ArmatureStuck(part) => part,
    }
}
