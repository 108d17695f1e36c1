//! `state PART` and `state NET`: one thing in full.

use std::io::{self, Write};

use kiber_engine::{ContactSide, Simulator};
use kiber_netlist::{Circuit, ContactForm, ContactId, NetId, Part, PartId, PartKind, Quantity, RelayAction, StepsOn};
use kiber_trace::words;

use super::state::{partial_words, row, volts_words};
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
    let kind = part.kind.noun();
    writeln!(out, "  {title}: {kind}{}{stands}", if stands.is_empty() { "" } else { ", " })?;
    match Drive::of(&part.kind) {
        Some(drive) => coils(out, circuit, simulator, id, &drive)?,
        None => current(out, simulator, id, part)?,
    }
    if let PartKind::Capacitor(capacitor) = &part.kind {
        let text = format!(
            "{}; {} F, {} ohms",
            volts_words(simulator, id),
            capacitor.farads.nominal,
            capacitor.series_ohms.nominal
        );
        line(out, "voltage", &text)?;
    }
    if let PartKind::Selector(selector) = &part.kind {
        line(out, "places", &format!("0 to {}", selector.places.saturating_sub(1)))?;
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
        ContactForm::Left(a, b) => format!("left, {} to {}: {}", net(*a), net(*b), word(simulator.is_closed(id))),
        ContactForm::Right(a, b) => format!("right, {} to {}: {}", net(*a), net(*b), word(simulator.is_closed(id))),
        ContactForm::Wafer { common, places, bridging } => {
            let touched: Vec<String> = (0..)
                .zip(places)
                .filter(|&(place, _)| simulator.is_side_closed(id, ContactSide::Place(place)))
                .filter_map(|(place, to)| to.map(|to| format!("{} at {place}", net(to))))
                .collect();
            let touched = if touched.is_empty() { "nothing".to_string() } else { touched.join(", ") };
            format!("wafer{}, {} to {touched}", if *bridging { " (bridging)" } else { "" }, net(*common))
        }
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
        ContactForm::Make(..) | ContactForm::Left(..) | ContactForm::Right(..) => simulator.is_closed(contact),
        ContactForm::Wafer { common, .. } if *common == net => simulator.is_closed(contact),
        ContactForm::Wafer { places, .. } => (0..)
            .zip(places)
            .any(|(place, to)| *to == Some(net) && simulator.is_side_closed(contact, ContactSide::Place(place))),
        ContactForm::Break(..) => simulator.is_break_closed(contact),
        ContactForm::Changeover { common, break_side, make_side, .. } => {
            let break_closed = simulator.is_break_closed(contact);
            let make_closed = simulator.is_closed(contact);
            (break_closed && (*common == net || *break_side == Some(net)))
                || (make_closed && (*common == net || *make_side == Some(net)))
        }
    }
}

/// What drives a relay or a stepper, and how fast.
struct Drive {
    operate: Quantity,
    release: Quantity,
    transfer: Quantity,
    /// What it does below which current, if it does anything.
    lets_go: Option<(&'static str, Quantity)>,
    /// Whether its armature moves besides its contacts.
    ratchet: bool,
    /// What else there is to say.
    more: Option<String>,
}

impl Drive {
    fn of(kind: &PartKind) -> Option<Self> {
        match kind {
            PartKind::Relay(relay) => Some(Self {
                operate: relay.operate_ms,
                release: relay.release_ms,
                transfer: relay.transfer_ms,
                lets_go: match relay.action {
                    RelayAction::Bistable { .. } | RelayAction::Polarized { centre: false, .. } => None,
                    RelayAction::Polarized { .. } => Some(("goes to centre", relay.release_ma)),
                    _ => Some(("releases", relay.release_ma)),
                },
                ratchet: matches!(relay.action, RelayAction::Impulse { .. }),
                more: None,
            }),
            PartKind::Stepper(stepper) => {
                let last = stepper.places.saturating_sub(1);
                let steps_on = match stepper.steps_on {
                    StepsOn::Operate => "operate",
                    StepsOn::Release => "release",
                };
                let home = match &stepper.home {
                    Some(_) => format!(", runs home in {} ms", stepper.home_ms.nominal),
                    None => String::new(),
                };
                Some(Self {
                    operate: stepper.operate_ms,
                    release: stepper.release_ms,
                    transfer: stepper.transfer_ms,
                    lets_go: Some(("releases", stepper.release_ma)),
                    ratchet: true,
                    more: Some(format!("0 to {last}, steps on {steps_on}{home}")),
                })
            }
            _ => None,
        }
    }
}

fn coils(out: &mut dyn Write, circuit: &Circuit, simulator: &Simulator, id: PartId, drive: &Drive) -> io::Result<()> {
    let kind = &circuit.parts[id].kind;
    for (winding, coil) in kind.coils().enumerate() {
        let current = if simulator.is_partial(id, winding) {
            partial_words(circuit, simulator, id, winding)
        } else {
            simulator.current(id, winding).to_string()
        };
        let title = if coil.name.is_empty() { "coil".to_string() } else { format!("coil {}", coil.name) };
        let (plus, minus) = (&circuit.nets[coil.plus].name, &circuit.nets[coil.minus].name);
        let rating = format!("{} ohms, operates at {} mA", coil.ohms.nominal, coil.operate_ma.nominal);
        line(out, &title, &format!("{plus} to {minus}: {current}; {rating}"))?;
    }
    let pulled = match (drive.ratchet, simulator.stand(id).pulled) {
        (false, _) => "",
        (true, true) => "operated; ",
        (true, false) => "released; ",
    };
    let lets_go = match &drive.lets_go {
        Some((does, current)) => format!("; {does} below {} mA", current.nominal),
        None => String::new(),
    };
    let asks = words::request(kind, simulator.asks(id));
    line(out, "armature", &format!("{pulled}{asks}{lets_go}"))?;
    let text = format!(
        "operates in {} ms, releases in {} ms, {} ms of it transfer",
        drive.operate.nominal, drive.release.nominal, drive.transfer.nominal
    );
    line(out, "times", &text)?;
    match &drive.more {
        Some(places) => line(out, "places", places),
        None => Ok(()),
    }
}

fn current(out: &mut dyn Write, simulator: &Simulator, id: PartId, part: &Part) -> io::Result<()> {
    let rating = match &part.kind {
        PartKind::Lamp(lamp) => format!("; rated {} V, {} A", lamp.volts.nominal, lamp.amps.nominal),
        PartKind::Source(source) => format!("; {} V", source.volts.nominal),
        PartKind::Resistor(resistor) => format!("; {} ohms", resistor.ohms.nominal),
        PartKind::Diode(diode) => format!("; drop {} V", diode.drop_volts),
        PartKind::Fuse(fuse) => format!("; rated {} A, blows in {} ms", fuse.amps, fuse.blow_ms),
        _ => return Ok(()),
    };
    let current = simulator.current(id, 0);
    line(out, "current", &format!("{current}{rating}"))
}

fn line(out: &mut dyn Write, title: &str, text: &str) -> io::Result<()> {
    let mut lead = title;
    if title.chars().count() > 15 {
        writeln!(out, "  {title}")?;
        lead = "";
    }
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

pub(super) fn part_of(circuit: &Circuit, fault: &kiber_engine::Fault) -> PartId {
    use kiber_engine::Fault;
    match *fault {
        Fault::ContactStuckOpen(contact) | Fault::ContactWelded { contact, .. } => circuit.contacts[contact].part,
        Fault::CoilOpen(part) | Fault::CoilShorted(part) | Fault::WireOff(part, _) | Fault::ArmatureStuck(part) => part,
    }
}
