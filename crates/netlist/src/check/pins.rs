//! Pins that lead nowhere, and parts that are bridged by a single net.

use std::collections::BTreeSet;

use crate::check::names::check_look_alikes;
use crate::check::wiring::{Link, Pin, PinOf, Wiring};
use crate::circuit::{Coil, ContactForm, PartKind, RelayAction};
use crate::ids::{ContactId, Id, NetId, PartId};
use crate::near::fold;
use crate::read::reader::Reader;

pub(crate) fn check_pins(reader: &mut Reader<'_>, wiring: &Wiring<'_>) {
    check_net_names(reader, wiring);
    check_lone_pins(reader, wiring);
    check_bridged(reader, wiring);
    check_fed_only_by_itself(reader, wiring);
}

fn check_net_names(reader: &mut Reader<'_>, wiring: &Wiring<'_>) {
    let nets = wiring.circuit.nets.rows().iter().enumerate();
    let named = nets
        .filter_map(|(index, net)| Some((net.name.as_str(), wiring.pins_on(NetId::from_index(index)).next()?.place)));
    check_look_alikes(reader, "nets", named);
}

fn check_lone_pins(reader: &mut Reader<'_>, wiring: &Wiring<'_>) {
    let circuit = wiring.circuit;
    for (id, net) in circuit.nets.iter() {
        let mut pins = wiring.pins_on(id);
        let (Some(&pin), None) = (pins.next(), pins.next()) else { continue };
        if wiring.is_asked(id) {
            continue;
        }
        if let PinOf::Contact(contact) = pin.of
            && is_spare(wiring, contact, id)
        {
            continue;
        }
        let part = &circuit.parts[pin.part];
        let (code, message) = match pin.of {
            PinOf::Coil => ("coil-end-nowhere", format!("the coil of `{}` has an end that leads nowhere", part.name)),
            _ => ("single-pin-net", format!("nothing else is on the net `{}`", net.name)),
        };
        let meant = near_net(reader, wiring, id);
        let finding = reader.warning(code, pin.place, message);
        finding.label = match pin.of {
            PinOf::Coil => "no other pin is on this net".to_owned(),
            PinOf::Contact(contact) => format!("only {} touches it", circuit.contact_shown(contact)),
            _ => format!("only {} touches it", part.name),
        };
        finding.help = meant.or_else(|| match pin.of {
            PinOf::Contact(contact) => match circuit.contacts[contact].form {
                ContactForm::Changeover { common, .. } if common != id => {
                    Some("a side of a change-over contact that is not wired may be left out".to_owned())
                }
                _ => None,
            },
            _ => None,
        });
    }
}

/// A contact that is wired nowhere at all: kept for later, and nobody's mistake.
fn is_spare(wiring: &Wiring<'_>, contact: ContactId, net: NetId) -> bool {
    match &wiring.circuit.contacts[contact].form {
        // A place of a switch that nothing hangs on is a place like others.
        ContactForm::Wafer { common, .. } if *common != net => true,
        form => form.nets().all(|net| wiring.is_lone(net)),
    }
}

/// A net whose name differs from this one only in case or in look-alike letters, so that a slip of
/// the keyboard is likelier than a plan.
fn near_net(reader: &mut Reader<'_>, wiring: &Wiring<'_>, lone: NetId) -> Option<String> {
    if !reader.may_suggest() {
        return None;
    }
    let nets = &wiring.circuit.nets;
    let folded = fold(&nets[lone].name);
    let near = nets.iter().find(|(id, net)| *id != lone && fold(&net.name) == folded);
    near.map(|(_, net)| format!("did you mean the net `{}`?", net.name))
}

fn check_bridged(reader: &mut Reader<'_>, wiring: &Wiring<'_>) {
    let circuit = wiring.circuit;
    let wires = wiring.merged(|link| matches!(link, Link::Wire(_)));
    // A wire from pole to pole bridges everything; it is reported once, as a short.
    let shorted: BTreeSet<usize> = wiring
        .links()
        .filter(|(link, [plus, minus])| matches!(link, Link::Source(_)) && wires.joins(plus.net, minus.net))
        .map(|(_, [plus, _])| wires.group(plus.net))
        .collect();
    for (link, [a, b]) in wiring.links() {
        let name = match link {
            // Both poles on one net are a short, which is reported as such.
            Link::Source(_) => continue,
            Link::Wire(_) if a.net != b.net => continue,
            _ if !wires.joins(a.net, b.net) => continue,
            _ if a.net != b.net && shorted.contains(&wires.group(a.net)) => continue,
            Link::Contact { contact, .. } => circuit.contact_shown(contact),
            Link::Load(part) | Link::Diode(part) | Link::Fuse(part) | Link::Wire(part) => {
                circuit.parts[part].name.clone()
            }
        };
        let what = if a.of == PinOf::Coil { "the coil of " } else { "" };
        let [a_net, b_net] = [a.net, b.net].map(|net| &circuit.nets[net].name);
        let message = if a.net == b.net {
            format!("both ends of {what}`{name}` are on the net `{a_net}`")
        } else {
            format!("a wire joins both ends of {what}`{name}`, `{a_net}` and `{b_net}`")
        };
        let finding = reader.warning("both-pins-one-net", b.place, message);
        finding.second = Some((a.place.range(), "the other end".to_owned()));
        finding.help = Some("no current will ever go through it".to_owned());
    }
}

/// A relay whose coil hangs on its own make contacts alone can hold, but never operate. One that may
/// stand operated from the start can release, at least.
fn check_fed_only_by_itself(reader: &mut Reader<'_>, wiring: &Wiring<'_>) {
    for (id, part) in wiring.circuit.parts.iter() {
        let PartKind::Relay(relay) = &part.kind else { continue };
        let coils = match relay.action {
            RelayAction::Bistable { operated: true } | RelayAction::Impulse { operated: true } => continue,
            RelayAction::Polarized { .. } => continue,
            // The other winding only resets it.
            RelayAction::Bistable { operated: false } => relay.coils.get(..1).unwrap_or_default(),
            _ => relay.coils.as_slice(),
        };
        let Some(place) = fed_only_by_itself(wiring, id, coils) else { continue };
        let message = format!("`{}` can never operate: only its own make contact leads to its coil", part.name);
        let finding = reader.warning("never-operates", place.place, message);
        finding.label = "nothing else feeds this end".to_owned();
        finding.help = Some("a self-hold needs something in parallel that starts it, a button for instance".to_owned());
    }
}

fn fed_only_by_itself(wiring: &Wiring<'_>, id: PartId, coils: &[Coil]) -> Option<Pin> {
    let mut starved = None;
    for coil in coils {
        let end = [coil.plus, coil.minus].into_iter().find_map(|net| {
            if wiring.is_loose(net) {
                return None;
            }
            let mut coil_pin = None;
            let mut own_makes = 0;
            for pin in wiring.pins_on(net) {
                match pin.of {
                    PinOf::Coil if pin.part == id && coil_pin.is_none() => coil_pin = Some(*pin),
                    PinOf::Contact(contact) if pin.part == id && closes_only_operated(wiring, contact, net) => {
                        own_makes += 1;
                    }
                    _ => return None,
                }
            }
            coil_pin.filter(|_| own_makes > 0)
        });
        starved = Some(end?);
    }
    starved
}

/// Whether the contact joins this net to anything only while its part is operated.
fn closes_only_operated(wiring: &Wiring<'_>, contact: ContactId, net: NetId) -> bool {
    match wiring.circuit.contacts[contact].form {
        ContactForm::Make(..) => true,
        ContactForm::Break(..) | ContactForm::Left(..) | ContactForm::Right(..) | ContactForm::Wafer { .. } => false,
        ContactForm::Changeover { common, break_side, make_side, .. } => {
            make_side == Some(net) && break_side != Some(net) || common == net && break_side.is_none()
        }
    }
}
