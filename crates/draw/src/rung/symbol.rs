//! What stands in a line: contacts, loads, rails.

use kiber_engine::ContactSide;
use kiber_explain::{Route, Through};
use kiber_netlist::{Circuit, ContactForm, Id, NetId, PartId, PartKind};

use super::{Piece, Shows, named, one_line};
use crate::live::Live;

/// One thing on a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// The pole at which a way begins.
    From(NetId),
    /// The pole at which it ends.
    To(NetId),
    /// What is passed, whether it conducts and whether current flows through it.
    Step { through: Through, from: NetId, closed: bool, carries: bool },
}

/// What is on a route, from its first source's plus to its minus; none where there is no source.
pub(super) fn items(circuit: &Circuit, route: &Route, live: &Live) -> Option<Vec<Item>> {
    let (source, rest) = route.steps.split_first()?;
    let carries = |net: NetId| live.carrying.get(net.index()).copied().unwrap_or(false);
    let mut items = vec![Item::From(source.to)];
    for step in rest {
        let kind = step.through.part(circuit).and_then(|part| circuit.parts.get(part)).map(|part| &part.kind);
        if matches!(kind, Some(PartKind::Wire(_))) {
            continue;
        }
        let carries = match step.through {
            Through::Contact(contact, side) => {
                let sides = live.contacts.get(contact.index()).map_or(&[][..], Vec::as_slice);
                sides.iter().any(|known| known.side == side && known.carries)
            }
            Through::Winding(part, winding) => live.winding(part, winding),
            Through::Part(part) => {
                let part_carries = live.parts.get(part.index()).is_some_and(|part| part.carries);
                part_carries && carries(step.from) && carries(step.to)
            }
        };
        items.push(Item::Step { through: step.through, from: step.from, closed: step.closed, carries });
    }
    items.push(Item::To(source.from));
    Some(items)
}

impl Item {
    /// Whether current flows through it; a rail says nothing.
    pub(super) fn carries(self) -> Option<bool> {
        match self {
            Self::From(_) | Self::To(_) => None,
            Self::Step { carries, .. } => Some(carries),
        }
    }

    pub(super) fn piece(self, circuit: &Circuit) -> Piece {
        match self {
            Self::From(net) => Piece { text: format!("{} ", net_shown(circuit, net)), shows: Shows::Rail(net) },
            Self::To(net) => Piece { text: format!(" {}", net_shown(circuit, net)), shows: Shows::Rail(net) },
            Self::Step { through: Through::Contact(contact, side), closed, carries, .. } => {
                let mut name = String::new();
                if is_break(circuit, contact, side) {
                    name.push('/');
                }
                if let Some(known) = circuit.contacts.get(contact) {
                    name.push_str(&named(circuit, known.part));
                    name.push('/');
                    name.push_str(&known.name);
                }
                if let ContactSide::Place(place) = side {
                    name.push_str(&format!(" {place}"));
                }
                let text = if closed { format!("[{name}]") } else { format!("┤{name}├") };
                Piece { text, shows: Shows::Contact { contact, side, closed, carries } }
            }
            Self::Step { through: Through::Winding(part, winding), carries, .. } => {
                let coils = circuit.parts.get(part).map(|part| part.kind.coils());
                let coil = coils.and_then(|mut coils| coils.nth(winding)).map(|coil| coil.name.as_str());
                let text = match coil {
                    Some(coil) if !coil.is_empty() => format!("({} {coil})", named(circuit, part)),
                    _ => format!("({})", named(circuit, part)),
                };
                Piece { text, shows: Shows::Part { part, carries } }
            }
            Self::Step { through: Through::Part(part), from, closed, carries } => {
                Piece { text: of_part(circuit, part, from, closed), shows: Shows::Part { part, carries } }
            }
        }
    }
}

fn net_shown(circuit: &Circuit, net: NetId) -> String {
    one_line(circuit.nets.get(net).map_or("", |net| net.name.as_str()))
}

fn of_part(circuit: &Circuit, part: PartId, from: NetId, closed: bool) -> String {
    let name = named(circuit, part);
    match circuit.parts.get(part).map(|part| &part.kind) {
        Some(PartKind::Lamp(_)) => format!("(⊗ {name})"),
        Some(PartKind::Diode(diode)) if diode.anode == from => format!("▷{name}▏"),
        Some(PartKind::Diode(_)) => format!("▕{name}◁"),
        Some(PartKind::Fuse(_)) if !closed => format!("┤{name} blown├"),
        Some(PartKind::Source(_)) if !closed => format!("┤{name} off├"),
        Some(PartKind::Source(_)) => format!("▏{name}▕"),
        _ => format!("({name})"),
    }
}

/// Whether a side is closed at rest.
fn is_break(circuit: &Circuit, contact: kiber_netlist::ContactId, side: ContactSide) -> bool {
    match circuit.contacts.get(contact).map(|contact| &contact.form) {
        Some(ContactForm::Break(..)) => true,
        Some(ContactForm::Changeover { .. }) => side == ContactSide::Break,
        _ => false,
    }
}
