//! What a lane of a diagram is about.

use kiber_engine::ContactSide;
use kiber_netlist::{Circuit, ContactForm, ContactId, Id, PartId, PartKind};

/// A part or a contact that a diagram shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A part with all that can be seen of it: of a relay, the current in its coil and its armature.
    Part(PartId),
    /// A contact of a part.
    Contact(ContactId),
}

/// What is drawn in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// The current that drives a part's armature.
    Coil(PartId),
    /// Where a part stands.
    Stand(PartId),
    /// How bright a lamp is.
    Lamp(PartId),
    /// Whether a source is on.
    Source(PartId),
    /// Whether a fuse is whole.
    Fuse(PartId),
    /// Whether a side of a contact is closed.
    Side(ContactId, ContactSide),
    /// Which place a wafer's wiper touches.
    Wiper(ContactId),
}

/// How the values of a lane are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Low is 0 and high is 1: released and operated, free and pressed, open and closed, off and on.
    TwoLevels,
    /// Left, centre and right, from below.
    ThreeLevels,
    /// Numbers in the lane.
    Places,
    /// Off, dim, lit.
    Light,
    /// As high as the current.
    Current,
}

impl Subject {
    /// The lanes for it; none for a part in which nothing can be seen to happen.
    pub(crate) fn aspects(self, circuit: &Circuit) -> Vec<Aspect> {
        match self {
            Self::Part(part) => match circuit.parts.get(part).map(|part| &part.kind) {
                Some(PartKind::Relay(_) | PartKind::Stepper(_)) => vec![Aspect::Coil(part), Aspect::Stand(part)],
                Some(PartKind::Button(_) | PartKind::Toggle(_) | PartKind::Selector(_)) => vec![Aspect::Stand(part)],
                Some(PartKind::Lamp(_)) => vec![Aspect::Lamp(part)],
                Some(PartKind::Source(_)) => vec![Aspect::Source(part)],
                Some(PartKind::Fuse(_)) => vec![Aspect::Fuse(part)],
                _ => Vec::new(),
            },
            Self::Contact(contact) => match circuit.contacts.get(contact).map(|contact| &contact.form) {
                Some(ContactForm::Break(..)) => vec![Aspect::Side(contact, ContactSide::Break)],
                Some(ContactForm::Changeover { break_side, make_side, .. }) => {
                    let sides = [(ContactSide::Break, break_side), (ContactSide::Make, make_side)];
                    let wired = sides.into_iter().filter(|(_, net)| net.is_some());
                    wired.map(|(side, _)| Aspect::Side(contact, side)).collect()
                }
                Some(ContactForm::Wafer { .. }) => vec![Aspect::Wiper(contact)],
                Some(_) => vec![Aspect::Side(contact, ContactSide::Make)],
                None => Vec::new(),
            },
        }
    }

    /// Whether there is nothing of it that a diagram could show: a wire, a resistor.
    pub fn is_still(self, circuit: &Circuit) -> bool {
        self.aspects(circuit).is_empty()
    }

    /// The part, or the part of the contact.
    pub fn part(self, circuit: &Circuit) -> Option<PartId> {
        match self {
            Self::Part(part) => Some(part),
            Self::Contact(contact) => Some(circuit.contacts.get(contact)?.part),
        }
    }
}

impl Aspect {
    /// How it is drawn.
    pub(crate) fn shape(self, circuit: &Circuit) -> Shape {
        match self {
            Self::Coil(_) => Shape::Current,
            Self::Lamp(_) => Shape::Light,
            Self::Wiper(_) => Shape::Places,
            Self::Stand(part) => match circuit.parts.get(part).map(|part| &part.kind) {
                Some(PartKind::Stepper(_) | PartKind::Selector(_)) => Shape::Places,
                Some(PartKind::Relay(relay)) => match relay.action {
                    kiber_netlist::RelayAction::Polarized { .. } => Shape::ThreeLevels,
                    _ => Shape::TwoLevels,
                },
                _ => Shape::TwoLevels,
            },
            Self::Source(_) | Self::Fuse(_) | Self::Side(..) => Shape::TwoLevels,
        }
    }

    /// What stands at the head of its lane, in the names that scripts use.
    pub(crate) fn name(self, circuit: &Circuit) -> String {
        let part_name = |part: PartId| circuit.parts.get(part).map_or_else(String::new, |part| part.name.clone());
        let contact_name = |contact: ContactId| {
            circuit
                .contacts
                .get(contact)
                .map_or_else(String::new, |row| format!("{}/{}", part_name(row.part), row.name))
        };
        match self {
            Self::Coil(part) => format!("{} coil", part_name(part)),
            Self::Stand(part) | Self::Lamp(part) | Self::Source(part) | Self::Fuse(part) => part_name(part),
            Self::Wiper(contact) => contact_name(contact),
            Self::Side(contact, side) => {
                let is_changeover = circuit
                    .contacts
                    .get(contact)
                    .is_some_and(|contact| matches!(contact.form, ContactForm::Changeover { .. }));
                match side {
                    _ if !is_changeover => contact_name(contact),
                    ContactSide::Break => format!("{} break", contact_name(contact)),
                    _ => format!("{} make", contact_name(contact)),
                }
            }
        }
    }

    /// The label of its part, if people see another word than the name.
    pub(crate) fn label(self, circuit: &Circuit) -> Option<String> {
        match self {
            Self::Stand(part) | Self::Lamp(part) | Self::Source(part) | Self::Fuse(part) => {
                circuit.parts.get(part)?.label.clone()
            }
            _ => None,
        }
    }
}

/// Every part of a circuit, in its order.
pub(crate) fn parts(circuit: &Circuit) -> impl Iterator<Item = PartId> {
    (0..circuit.parts.len()).map(PartId::from_index)
}
