//! Facts: what can be seen of one part or contact at one moment.

use kiber_engine::{LampLevel, Place, Simulator};
use kiber_netlist::{Circuit, ContactForm, ContactId, Id, PartId, PartKind, RelayAction};
use kiber_script::{Claim, Condition as Word};

/// One thing that is the case or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// A part that has one place for each position stands in that place.
    Stands(PartId, Place),
    /// The contacts of a part rest in that position (`true`), wherever its armature is, or do not.
    Rests(PartId, u16, bool),
    /// A fuse has blown (`true`) or not.
    Blown(PartId, bool),
    /// A lamp is that bright.
    Shines(PartId, LampLevel),
    /// A button is pressed or a toggle is on (`true`), or not.
    Held(PartId, bool),
    /// A source is on (`true`) or off.
    Feeds(PartId, bool),
    /// A contact conducts (`true`) or not; of a change-over, its make side.
    Conducts(ContactId, bool),
    /// A break contact conducts (`true`) or not.
    BreakConducts(ContactId, bool),
}

impl Fact {
    /// What a script claims of a part or a contact; nothing for what it claims of the whole circuit.
    pub(crate) fn of_claim(claim: Claim, circuit: &Circuit) -> Option<Self> {
        Some(match claim {
            Claim::Part(part, word) => {
                let kind = circuit.parts.get(part).map(|part| &part.kind);
                match (word, kind) {
                    (Word::Blown, _) => Self::Blown(part, true),
                    (Word::Whole, _) => Self::Blown(part, false),
                    (Word::Lit, _) => Self::Shines(part, LampLevel::Lit),
                    (Word::Dim, _) => Self::Shines(part, LampLevel::Dim),
                    (Word::Pressed, _) => Self::Held(part, true),
                    (Word::Free, _) => Self::Held(part, false),
                    (Word::On | Word::Off, Some(PartKind::Source(_))) => Self::Feeds(part, word == Word::On),
                    (Word::On, _) => Self::Held(part, true),
                    (Word::Off, Some(PartKind::Toggle(_))) => Self::Held(part, false),
                    (Word::Off, _) => Self::Shines(part, LampLevel::Off),
                    (position, kind) => {
                        let position = position.position()?;
                        match (kind, position) {
                            (Some(PartKind::Relay(relay)), 0) if has_two_places(relay.action) => {
                                Self::Stands(part, Place::RELEASED)
                            }
                            (Some(PartKind::Relay(relay)), 1) if has_two_places(relay.action) => {
                                Self::Stands(part, Place::OPERATED)
                            }
                            _ => Self::Rests(part, position, true),
                        }
                    }
                }
            }
            Claim::Contact(contact, closed) => match circuit.contacts.get(contact).map(|contact| &contact.form) {
                Some(ContactForm::Break(..)) => Self::BreakConducts(contact, closed),
                _ => Self::Conducts(contact, closed),
            },
            Claim::Circuit(_) => return None,
        })
    }

    /// The part or (`true`) the contact it is about.
    pub(crate) fn subject(self) -> (bool, usize) {
        match self {
            Self::Stands(part, _)
            | Self::Rests(part, ..)
            | Self::Blown(part, _)
            | Self::Shines(part, _)
            | Self::Held(part, _)
            | Self::Feeds(part, _) => (false, part.index()),
            Self::Conducts(contact, _) | Self::BreakConducts(contact, _) => (true, contact.index()),
        }
    }

    /// Whether it is the case.
    #[inline]
    pub(crate) fn holds(self, simulator: &Simulator) -> bool {
        match self {
            Self::Stands(part, place) => simulator.place(part) == place,
            Self::Rests(part, position, rests) => simulator.stand(part).is_at(position) == rests,
            Self::Blown(part, blown) => simulator.is_blown(part) == blown,
            Self::Shines(part, level) => simulator.lamp(part) == level,
            Self::Held(part, held) => simulator.is_held(part) == held,
            Self::Feeds(part, on) => simulator.source_is_on(part) == on,
            Self::Conducts(contact, closed) => simulator.is_closed(contact) == closed,
            Self::BreakConducts(contact, closed) => simulator.is_break_closed(contact) == closed,
        }
    }
}

/// Whether a relay rests in one place released and in one operated.
fn has_two_places(action: RelayAction) -> bool {
    match action {
        RelayAction::Neutral | RelayAction::OnDelay | RelayAction::OffDelay | RelayAction::Bistable { .. } => true,
        RelayAction::Impulse { .. } | RelayAction::Polarized { .. } => false,
    }
}

/// Some facts in a row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FactRange {
    start: u32,
    length: u32,
}

impl FactRange {
    pub(crate) fn new(start: usize, length: usize) -> Self {
        Self { start: start as u32, length: length as u32 }
    }

    pub(crate) fn len(self) -> usize {
        self.length as usize
    }

    #[inline]
    pub(crate) fn of(self, facts: &[Fact]) -> &[Fact] {
        let start = self.start as usize;
        facts.get(start..start + self.length as usize).unwrap_or_default()
    }

    /// How many of them are the case.
    #[inline]
    pub(crate) fn count(self, facts: &[Fact], simulator: &Simulator) -> i64 {
        self.of(facts).iter().map(|fact| i64::from(fact.holds(simulator))).sum()
    }

    /// The place, from 1, of the first that is the case; 0 if none is.
    #[inline]
    pub(crate) fn first(self, facts: &[Fact], simulator: &Simulator) -> i64 {
        self.of(facts).iter().position(|fact| fact.holds(simulator)).map_or(0, |place| place as i64 + 1)
    }
}
