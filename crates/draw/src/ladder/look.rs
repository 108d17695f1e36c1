//! What a symbol looks like, as far as the circuit decides it.

use kiber_engine::ContactSide;
use kiber_netlist::{Circuit, ContactForm, ContactId, Current, Follows, Id, PartId, PartKind, RelayAction};

use super::geometry::What;

/// What is drawn for a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) form: Form,
    pub(crate) actuator: Actuator,
    /// What a pointer is told.
    pub(crate) title: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A side of a contact with the word for the side, and whether it is closed while its part rests.
    Side(ContactId, ContactSide, SideWord, bool),
    Changeover(ContactId),
    Winding(PartId, Option<usize>, CoilMark, &'static str),
    Lamp(PartId),
    Resistor(PartId),
    Capacitor(PartId),
    Diode(PartId),
    Fuse(PartId),
    Source(PartId, Current),
    Link(PartId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SideWord {
    Make,
    Break,
    Left,
    Right,
    Place(u16),
}

impl std::fmt::Display for SideWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Make => f.write_str("make"),
            Self::Break => f.write_str("break"),
            Self::Left => f.write_str("left"),
            Self::Right => f.write_str("right"),
            Self::Place(place) => write!(f, "place:{place}"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CoilMark {
    Plain,
    SlowToOperate,
    SlowToRelease,
    Remanent,
    Polarized,
    Impulse,
    Stepper,
    Alternating,
}

/// What moves a contact, if a hand does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actuator {
    None,
    Push,
    Toggle,
    Turn,
}

impl Look {
    pub(crate) fn of(circuit: &Circuit, what: What) -> Option<Self> {
        let actuator = |contact: ContactId| {
            let part = circuit.contacts.get(contact).and_then(|row| circuit.parts.get(row.part));
            match part.map(|part| &part.kind) {
                Some(PartKind::Button(_)) => Actuator::Push,
                Some(PartKind::Toggle(_)) => Actuator::Toggle,
                Some(PartKind::Selector(_)) => Actuator::Turn,
                _ => Actuator::None,
            }
        };
        Some(match what {
            What::Changeover(contact) => {
                let bridging = matches!(
                    circuit.contacts.get(contact).map(|row| &row.form),
                    Some(ContactForm::Changeover { bridging: true, .. })
                );
                let before = if bridging { ", make before break" } else { "" };
                let title = format!("{} change-over{before}", circuit.contact_shown(contact));
                Self { form: Form::Changeover(contact), actuator: actuator(contact), title }
            }
            What::Side(contact, side) => {
                let word = side_word(circuit, contact, side);
                let is_closed = rests_closed(circuit, contact, side);
                let title = format!("{} {word}", circuit.contact_shown(contact));
                Self { form: Form::Side(contact, side, word, is_closed), actuator: actuator(contact), title }
            }
            What::Winding(part, winding) => {
                let row = circuit.parts.get(part)?;
                let several = row.kind.coils().count() > 1;
                let class = if matches!(row.kind, PartKind::Stepper(_)) { "stepper" } else { "relay" };
                let form = Form::Winding(part, several.then_some(winding), coil_mark(&row.kind), class);
                let coil = row.kind.coils().nth(winding)?;
                let title = format!(
                    "{} {}, {} Ω, operates at {} mA",
                    row.kind.noun(),
                    row.shown(),
                    coil.ohms.nominal,
                    coil.operate_ma.nominal
                );
                Self { form, actuator: Actuator::None, title }
            }
            What::Part(part) => {
                let row = circuit.parts.get(part)?;
                let form = match &row.kind {
                    PartKind::Lamp(_) => Form::Lamp(part),
                    PartKind::Resistor(_) => Form::Resistor(part),
                    PartKind::Capacitor(_) => Form::Capacitor(part),
                    PartKind::Diode(_) => Form::Diode(part),
                    PartKind::Fuse(_) => Form::Fuse(part),
                    PartKind::Source(source) => Form::Source(part, source.current),
                    _ => return None,
                };
                Self { form, actuator: Actuator::None, title: format!("{} {}", row.kind.noun(), row.shown()) }
            }
            What::Link(part, _) => {
                let title = format!("wire {}", circuit.parts.get(part)?.shown());
                Self { form: Form::Link(part), actuator: Actuator::None, title }
            }
        })
    }
}

fn side_word(circuit: &Circuit, contact: ContactId, side: ContactSide) -> SideWord {
    match (circuit.contacts.get(contact).map(|row| &row.form), side) {
        (Some(ContactForm::Left(..)), _) => SideWord::Left,
        (Some(ContactForm::Right(..)), _) => SideWord::Right,
        (_, ContactSide::Break) => SideWord::Break,
        (_, ContactSide::Make) => SideWord::Make,
        (_, ContactSide::Place(place)) => SideWord::Place(place),
    }
}

/// Drawings show every part at rest: a switch in its first place, a relay without current.
fn rests_closed(circuit: &Circuit, contact: ContactId, side: ContactSide) -> bool {
    let follows = circuit.contacts.get(contact).map(|row| row.follows).unwrap_or_default();
    match side {
        ContactSide::Break => true,
        ContactSide::Make => false,
        ContactSide::Place(place) => place == 0 && follows == Follows::Main,
    }
}

fn coil_mark(kind: &PartKind) -> CoilMark {
    match kind {
        PartKind::Stepper(_) => CoilMark::Stepper,
        PartKind::Relay(relay) => match relay.action {
            RelayAction::Neutral if relay.ac => CoilMark::Alternating,
            RelayAction::Neutral => CoilMark::Plain,
            RelayAction::OnDelay => CoilMark::SlowToOperate,
            RelayAction::OffDelay => CoilMark::SlowToRelease,
            RelayAction::Bistable { .. } => CoilMark::Remanent,
            RelayAction::Impulse { .. } => CoilMark::Impulse,
            RelayAction::Polarized { .. } => CoilMark::Polarized,
        },
        _ => CoilMark::Plain,
    }
}

impl Form {
    /// The part of a symbol that is a part, by its index.
    pub(crate) fn part(self) -> Option<usize> {
        match self {
            Self::Side(..) | Self::Changeover(_) => None,
            Self::Winding(part, ..)
            | Self::Lamp(part)
            | Self::Resistor(part)
            | Self::Capacitor(part)
            | Self::Diode(part)
            | Self::Fuse(part)
            | Self::Source(part, _)
            | Self::Link(part) => Some(part.index()),
        }
    }

    /// The class of its group.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Side(..) | Self::Changeover(_) => "contact",
            Self::Winding(_, _, _, class) => class,
            Self::Lamp(_) => "lamp",
            Self::Resistor(_) => "resistor",
            Self::Capacitor(_) => "capacitor",
            Self::Diode(_) => "diode",
            Self::Fuse(_) => "fuse",
            Self::Source(..) => "source",
            Self::Link(_) => "link",
        }
    }
}
