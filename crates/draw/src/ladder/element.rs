//! What is drawn of a circuit: what has pins, each between nets.

use kiber_engine::ContactSide;
use kiber_netlist::{Circuit, ContactForm, ContactId, NetId, PartId, PartKind};

use super::geometry::What;

/// Something with two pins, or a change-over with three.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) what: What,
    /// The part that it belongs to.
    pub(crate) part: PartId,
    /// Its pins; of a change-over, common and break side.
    pub(crate) pins: [NetId; 2],
    /// The make side of a change-over.
    pub(crate) third: Option<NetId>,
    pub(crate) sort: Sort,
}

/// How an element takes part in the order of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// It conducts, or may: contacts, diodes, fuses, wires.
    Way,
    /// A contact by which a relay holds itself: it leads to the relay's own coil.
    Hold,
    /// It takes a current: windings, lamps, resistors, capacitors.
    Load,
    /// A source.
    Source,
}

/// What has pins, in the order of the circuit, and what has too few to be drawn.
pub(crate) fn elements(circuit: &Circuit, split_changeovers: bool) -> (Vec<Element>, Vec<LeftOut>) {
    let (mut elements, mut left_out) = (Vec::new(), Vec::new());
    for (part, row) in circuit.parts.iter() {
        let mut push = |what, pins, third, sort| elements.push(Element { what, part, pins, third, sort });
        match &row.kind {
            PartKind::Wire(wire) => {
                for (number, pins) in wire.pins.windows(2).enumerate() {
                    if let &[from, to] = pins {
                        push(What::Link(part, number), [from, to], None, Sort::Way);
                    }
                }
            }
            PartKind::Relay(_) | PartKind::Stepper(_) => {
                for (winding, coil) in row.kind.coils().enumerate() {
                    push(What::Winding(part, winding), [coil.plus, coil.minus], None, Sort::Load);
                }
            }
            kind => {
                let sort = match kind {
                    PartKind::Source(_) => Sort::Source,
                    PartKind::Diode(_) | PartKind::Fuse(_) => Sort::Way,
                    _ => Sort::Load,
                };
                if let &[from, to] = kind.own_pins().as_slice() {
                    push(What::Part(part), [from, to], None, sort);
                }
            }
        }
        let contacts = circuit.contacts_of(part);
        let has_pins = !row.kind.own_pins().is_empty();
        if contacts.is_empty() && !has_pins {
            left_out.push(LeftOut::Part(part));
        }
        let coils: Vec<NetId> = row.kind.coils().flat_map(|coil| [coil.plus, coil.minus]).collect();
        for &contact in contacts {
            if !push_contact(circuit, contact, &coils, split_changeovers, &mut elements) {
                left_out.push(LeftOut::Contact(contact));
            }
        }
    }
    (elements, left_out)
}

/// What is not drawn, since nothing is joined to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// A part without pins.
    Part(PartId),
    /// A contact of which no side is wired.
    Contact(ContactId),
}

fn push_contact(
    circuit: &Circuit,
    contact: ContactId,
    coils: &[NetId],
    split_changeovers: bool,
    elements: &mut Vec<Element>,
) -> bool {
    let Some(row) = circuit.contacts.get(contact) else { return false };
    let part = row.part;
    let before = elements.len();
    let holds = |ends: [NetId; 2]| ends.iter().filter(|end| coils.contains(end)).count() == 1;
    let mut side = |side, pins: [NetId; 2]| {
        let sort = if holds(pins) && side != ContactSide::Break { Sort::Hold } else { Sort::Way };
        elements.push(Element { what: What::Side(contact, side), part, pins, third: None, sort });
    };
    match &row.form {
        &ContactForm::Make(a, b) | &ContactForm::Left(a, b) | &ContactForm::Right(a, b) => {
            side(ContactSide::Make, [a, b]);
        }
        &ContactForm::Break(a, b) => side(ContactSide::Break, [a, b]),
        &ContactForm::Changeover { common, break_side, make_side, .. } => match (break_side, make_side) {
            (Some(break_side), Some(make_side))
                if !split_changeovers && common != break_side && common != make_side && break_side != make_side =>
            {
                elements.push(Element {
                    what: What::Changeover(contact),
                    part,
                    pins: [common, break_side],
                    third: Some(make_side),
                    sort: Sort::Way,
                });
            }
            (break_side, make_side) => {
                if let Some(net) = break_side {
                    side(ContactSide::Break, [common, net]);
                }
                if let Some(net) = make_side {
                    side(ContactSide::Make, [common, net]);
                }
            }
        },
        ContactForm::Wafer { common, places, .. } => {
            for (net, place) in places.iter().zip(0..) {
                if let Some(net) = *net {
                    side(ContactSide::Place(place), [*common, net]);
                }
            }
        }
    }
    elements.len() > before
}
