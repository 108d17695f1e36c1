//! Why something could not be done.

use std::ops::Range;

use kiber_engine::{ActionError, Fault, TurnError};
use kiber_netlist::{Circuit, Finding, NetId, PartId, Severity};
use kiber_trace::words;

use crate::show::{contact_name, part_name};
use crate::step::{Step, Target};

/// Why a step could not be done. Nothing has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The action is not for a part of that kind.
    WrongKind(PartId),
    /// The button is already held down.
    AlreadyPressed(PartId),
    /// The button is not pressed.
    NotPressed(PartId),
    /// The fault is there already.
    AlreadyBroken(Fault),
    /// Nothing is broken there.
    NothingToMend(Target),
    /// The part is not joined to that net.
    NotOnNet(PartId, NetId),
    /// The selector has no place of that number.
    NoSuchPlace(PartId, u16),
    /// The fuse is whole.
    NotBlown(PartId),
    /// A part cannot take its turn in an order.
    Turn(TurnError),
    /// The clock would run further than it can count.
    TooLate,
}

impl From<TurnError> for Refusal {
    fn from(error: TurnError) -> Self {
        Self::Turn(error)
    }
}

impl From<ActionError> for Refusal {
    fn from(error: ActionError) -> Self {
        match error {
            ActionError::WrongKind(part) => Self::WrongKind(part),
            ActionError::AlreadyPressed(part) => Self::AlreadyPressed(part),
            ActionError::NotPressed(part) => Self::NotPressed(part),
            ActionError::FaultUnchanged(fault) => Self::AlreadyBroken(fault),
            ActionError::NotOnNet(part, net) => Self::NotOnNet(part, net),
            ActionError::NoSuchPlace(part, place) => Self::NoSuchPlace(part, place),
            ActionError::NotBlown(part) => Self::NotBlown(part),
        }
    }
}

impl Refusal {
    /// What is wrong, in a sentence without a full stop.
    pub fn message(&self, circuit: &Circuit) -> String {
        match *self {
            Self::WrongKind(part) => format!("that cannot be done to {}", part_name(circuit, part)),
            Self::AlreadyPressed(part) => format!("{} is already pressed", part_name(circuit, part)),
            Self::NotPressed(part) => format!("{} is not pressed", part_name(circuit, part)),
            Self::AlreadyBroken(fault) => format!("that is broken already: {}", words::fault(circuit, &fault)),
            Self::NothingToMend(target) => match target {
                Target::Part(part) => format!("nothing is broken at {}", part_name(circuit, part)),
                Target::Contact(contact) => format!("{} is not broken", contact_name(circuit, contact)),
                Target::Wire(part, net) => {
                    format!("the wire of {} is not off at {}", net_name(circuit, net), part_name(circuit, part))
                }
            },
            Self::NotOnNet(part, net) => {
                format!("{} is not joined to the net {}", part_name(circuit, part), net_name(circuit, net))
            }
            Self::NoSuchPlace(part, place) => format!("{} has no place {place}", part_name(circuit, part)),
            Self::NotBlown(part) => format!("{} is not blown", part_name(circuit, part)),
            Self::Turn(error) => turn_message(error, circuit),
            Self::TooLate => "the clock would run further than it can count".to_owned(),
        }
    }

    /// Which of the step's targets is meant.
    pub(crate) fn index(&self, step: &Step) -> Option<usize> {
        let (Step::Act { on, .. } | Step::InOrder { on, .. }) = step else { return None };
        if let (Self::Turn(error), Step::InOrder { turns, .. }) = (*self, step) {
            // The places of a step's turns follow those of its targets.
            return turns.iter().position(|turn| turn.part == turn_part(error)).map(|turn| on.len() + turn);
        }
        let wanted = match *self {
            Self::WrongKind(part)
            | Self::AlreadyPressed(part)
            | Self::NotPressed(part)
            | Self::NoSuchPlace(part, _)
            | Self::NotBlown(part) => Target::Part(part),
            Self::NotOnNet(part, net) => Target::Wire(part, net),
            Self::NothingToMend(target) => target,
            Self::AlreadyBroken(fault) => match fault {
                Fault::ContactStuckOpen(contact) | Fault::ContactWelded { contact, .. } => Target::Contact(contact),
                Fault::WireOff(part, net) => Target::Wire(part, net),
                Fault::CoilOpen(part) | Fault::CoilShorted(part) | Fault::ArmatureStuck(part) => Target::Part(part),
            },
            Self::Turn(_) | Self::TooLate => return None,
        };
        on.iter().position(|&target| target == wanted)
    }

    /// The code of the finding, a row of [`CODES`](crate::CODES).
    pub fn code(&self) -> &'static str {
        match self {
            Self::WrongKind(_) => "script-wrong-kind",
            Self::AlreadyPressed(_) => "script-already-pressed",
            Self::NotPressed(_) => "script-not-pressed",
            Self::AlreadyBroken(_) => "script-already-broken",
            Self::NothingToMend(_) => "script-nothing-to-mend",
            Self::NotOnNet(..) => "script-unknown-net",
            Self::NoSuchPlace(..) => "script-unknown-place",
            Self::NotBlown(_) => "script-not-blown",
            Self::Turn(_) => "script-not-asked",
            Self::TooLate => "script-too-late",
        }
    }

    /// The refusal as a finding at a place of the script's text.
    pub fn finding(&self, circuit: &Circuit, span: Range<usize>) -> Finding {
        Finding::new(self.code(), Severity::Error, span, self.message(circuit))
    }
}

fn net_name(circuit: &Circuit, net: NetId) -> &str {
    circuit.nets.get(net).map_or("?", |net| &net.name)
}

fn turn_part(error: TurnError) -> PartId {
    match error {
        TurnError::NoMechanism(part)
        | TurnError::Stuck(part)
        | TurnError::NotAsked(part)
        | TurnError::UnderWay(part)
        | TurnError::AtRest(part)
        | TurnError::NothingBetween(part)
        | TurnError::Committed(part) => part,
    }
}

fn turn_message(error: TurnError, circuit: &Circuit) -> String {
    let part = part_name(circuit, turn_part(error));
    match error {
        TurnError::NoMechanism(_) => format!("nothing of {part} moves"),
        TurnError::Stuck(_) => format!("the armature of {part} is stuck"),
        TurnError::NotAsked(_) => format!("nothing asks {part} to move when its turn comes"),
        TurnError::UnderWay(_) => format!("{part} is under way when its turn comes, so it cannot leave"),
        TurnError::AtRest(_) => format!("{part} is at rest when its turn comes: it has to leave first"),
        TurnError::NothingBetween(_) => format!("{part} moves no contact before it arrives, so it cannot go on"),
        TurnError::Committed(_) => format!("{part} does not fall back: its coil has not changed its mind"),
    }
}
