//! A circuit as the page is told of it.

use std::borrow::Cow;

use kiber_engine::ContactSide;
use kiber_netlist::{Circuit, ContactForm, Id, PartId, PartKind, RelayAction};

use crate::protocol::{Contact, Description, PanelItem, Part, Roles};

/// So many things stand in a row of a panel that the circuit does not describe.
const ROW: usize = 8;

/// Describes a circuit, with its drawing.
pub fn describe(circuit: &Circuit, name: &str, file: Option<String>, drawing: String) -> Description {
    let part = |(id, part): (PartId, &kiber_netlist::Part)| Part {
        name: part.name.clone(),
        label: part.label.clone(),
        kind: kind_word(&part.kind),
        note: part.note.clone(),
        contacts: circuit.contacts_of(id).iter().map(|contact| contact.index()).collect(),
        places: match &part.kind {
            PartKind::Stepper(stepper) => Some(stepper.places),
            PartKind::Selector(selector) => Some(selector.places),
            _ => None,
        },
        rest: rest_word(&part.kind),
    };
    let contact = |contact: &kiber_netlist::Contact| Contact {
        name: format!("{}/{}", circuit.parts[contact.part].name, contact.name),
        part: contact.part.index(),
        form: form_word(&contact.form),
        sides: sides(&contact.form),
    };
    Description {
        name: name.to_owned(),
        title: circuit.title.clone(),
        file,
        nets: circuit.nets.rows().iter().map(|net| net.name.clone()).collect(),
        parts: circuit.parts.iter().map(part).collect(),
        contacts: circuit.contacts.rows().iter().map(contact).collect(),
        panel: panel(circuit),
        roles: circuit.roles.as_ref().filter(|roles| !roles.lamps.is_empty()).map(roles),
        drawing,
    }
}

fn kind_word(kind: &PartKind) -> &'static str {
    match kind {
        PartKind::Relay(relay) => match relay.action {
            RelayAction::Neutral => "relay",
            RelayAction::OnDelay | RelayAction::OffDelay => "delay",
            RelayAction::Bistable { .. } => "bistable",
            RelayAction::Impulse { .. } => "impulse",
            RelayAction::Polarized { .. } => "polarized",
        },
        other => other.noun(),
    }
}

/// The word for a part at rest, as [`kiber_draw::Live`] has it.
fn rest_word(kind: &PartKind) -> &'static str {
    match kind {
        PartKind::Relay(relay) => match relay.action {
            RelayAction::Polarized { centre: true, .. } => "centre",
            RelayAction::Polarized { centre: false, .. } => "left",
            _ => "released",
        },
        PartKind::Stepper(_) | PartKind::Selector(_) => "at 0",
        PartKind::Button(_) => "free",
        PartKind::Toggle(_) | PartKind::Source(_) | PartKind::Lamp(_) => "off",
        PartKind::Fuse(_) => "whole",
        PartKind::Resistor(_) | PartKind::Capacitor(_) | PartKind::Diode(_) | PartKind::Wire(_) => "-",
    }
}

fn form_word(form: &ContactForm) -> &'static str {
    match form {
        ContactForm::Make(..) => "make",
        ContactForm::Break(..) => "break",
        ContactForm::Changeover { .. } => "changeover",
        ContactForm::Left(..) => "left",
        ContactForm::Right(..) => "right",
        ContactForm::Wafer { .. } => "wafer",
    }
}

/// The word for a side of a contact.
pub(crate) fn side_word(form: &ContactForm, side: ContactSide) -> Cow<'static, str> {
    match (form, side) {
        (ContactForm::Left(..), _) => "left".into(),
        (ContactForm::Right(..), _) => "right".into(),
        (_, ContactSide::Make) => "make".into(),
        (_, ContactSide::Break) => "break".into(),
        (_, ContactSide::Place(place)) => format!("place:{place}").into(),
    }
}

/// The sides of a contact that are wired.
pub(crate) fn wired_sides(form: &ContactForm) -> Vec<ContactSide> {
    match form {
        ContactForm::Make(..) | ContactForm::Left(..) | ContactForm::Right(..) => vec![ContactSide::Make],
        ContactForm::Break(..) => vec![ContactSide::Break],
        ContactForm::Changeover { break_side, make_side, .. } => {
            let sides = [break_side.map(|_| ContactSide::Break), make_side.map(|_| ContactSide::Make)];
            sides.into_iter().flatten().collect()
        }
        ContactForm::Wafer { places, .. } => {
            let wired = places.iter().zip(0u16..).filter(|(net, _)| net.is_some());
            wired.map(|(_, place)| ContactSide::Place(place)).collect()
        }
    }
}

fn sides(form: &ContactForm) -> Vec<Cow<'static, str>> {
    wired_sides(form).into_iter().map(|side| side_word(form, side)).collect()
}

/// The panel that the circuit describes or, where it describes none, its lamps and then what hands work.
fn panel(circuit: &Circuit) -> Vec<Vec<PanelItem>> {
    if !circuit.panel.is_empty() {
        let item =
            |item: &kiber_netlist::PanelItem| PanelItem { part: item.part.index(), caption: item.caption.clone() };
        return circuit.panel.iter().map(|row| row.iter().map(item).collect()).collect();
    }
    let rows_of = |wanted: fn(&PartKind) -> bool| {
        let parts = circuit.parts.iter().filter(move |(_, part)| wanted(&part.kind));
        let items: Vec<PanelItem> =
            parts.map(|(id, _)| PanelItem { part: id.index(), caption: String::new() }).collect();
        items.chunks(ROW).map(<[PanelItem]>::to_vec).collect::<Vec<_>>()
    };
    let mut rows = rows_of(|kind| matches!(kind, PartKind::Lamp(_)));
    rows.extend(rows_of(|kind| matches!(kind, PartKind::Button(_) | PartKind::Toggle(_) | PartKind::Selector(_))));
    rows
}

fn roles(roles: &kiber_netlist::Roles) -> Roles {
    let all = |parts: &[PartId]| parts.iter().map(|part| part.index()).collect();
    let one = |part: Option<PartId>| part.map(PartId::index);
    Roles {
        lamps: all(&roles.lamps),
        toggles: all(&roles.toggles),
        move_button: roles.move_button.index(),
        punish: roles.punish.index(),
        reward: one(roles.reward),
        reset: roles.reset.index(),
        won: one(roles.won),
        lost: one(roles.lost),
        memory: all(&roles.memory),
        take: roles.take,
    }
}
