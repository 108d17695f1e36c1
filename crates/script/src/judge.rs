//! Whether what is expected is the case, and what is instead.

use std::sync::Arc;

use kiber_engine::{LampLevel, Oscillation, Outcome};
use kiber_netlist::{ContactForm, ContactId, PartId, PartKind};
use kiber_trace::words;

use crate::play::Player;
use crate::show::{contact_name, part_name};
use crate::step::{Claim, Condition, Happening};

/// An expectation that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What was expected.
    pub claim: Claim,
    /// What is the case, and what was expected, in a sentence without a full stop.
    pub message: String,
}

impl Player {
    pub(crate) fn judge(&mut self, claim: &Claim) -> Option<Failure> {
        let holds = match *claim {
            Claim::Part(part, condition) => self.is_in(part, condition),
            Claim::Contact(contact, closed) => self.conducts(contact) == closed,
            Claim::Circuit(Happening::Settled) => self.simulator.is_settled(),
            Claim::Circuit(Happening::Oscillating) => self.is_oscillating(),
            Claim::Circuit(Happening::Short) => !self.happened.shorts.is_empty(),
        };
        if holds {
            return None;
        }
        let circuit = Arc::clone(self.simulator.circuit());
        let message = match *claim {
            Claim::Part(part, _) => {
                format!("{} is {}, expected {}", part_name(&circuit, part), self.found(part), claim.word())
            }
            Claim::Contact(contact, closed) => {
                format!(
                    "{} is {}, expected {}",
                    contact_name(&circuit, contact),
                    self.found_contact(contact, !closed),
                    claim.word()
                )
            }
            Claim::Circuit(happening) => self.found_circuit(happening),
        };
        Some(Failure { claim: *claim, message })
    }

    fn is_in(&self, part: PartId, condition: Condition) -> bool {
        let simulator = &self.simulator;
        match condition {
            Condition::Blown => simulator.is_blown(part),
            Condition::Whole => !simulator.is_blown(part),
            Condition::Lit => simulator.lamp(part) == LampLevel::Lit,
            Condition::Dim => simulator.lamp(part) == LampLevel::Dim,
            Condition::Pressed => simulator.is_held(part),
            Condition::Free => !simulator.is_held(part),
            Condition::On => self.is_on(part) == Some(true),
            Condition::Off => match self.is_on(part) {
                Some(on) => !on,
                None => simulator.lamp(part) == LampLevel::Off,
            },
            _ => condition.position().is_some_and(|position| simulator.stand(part).is_at(position)),
        }
    }

    /// Whether a toggle or a source is on; nothing for other parts.
    fn is_on(&self, part: PartId) -> Option<bool> {
        match self.simulator.circuit().parts.get(part)?.kind {
            PartKind::Source(_) => Some(self.simulator.source_is_on(part)),
            PartKind::Toggle(_) => Some(self.simulator.is_held(part)),
            _ => None,
        }
    }

    /// Whether a contact conducts; a change-over is judged by its make side.
    fn conducts(&self, contact: ContactId) -> bool {
        match self.simulator.circuit().contacts.get(contact).map(|contact| &contact.form) {
            Some(ContactForm::Break(..)) => self.simulator.is_break_closed(contact),
            _ => self.simulator.is_closed(contact),
        }
    }

    /// Left alone, a circuit whose time was up may go on for ever; only running it on tells.
    fn is_oscillating(&mut self) -> bool {
        !self.happened.oscillations.is_empty() || self.oscillates_unwatched().is_some()
    }

    /// How the circuit would go on for ever, where the last action let a time pass and waited for
    /// nothing more.
    pub(crate) fn oscillates_unwatched(&mut self) -> Option<Arc<Oscillation>> {
        if !self.happened.timed {
            return None;
        }
        match self.left_alone() {
            Outcome::Oscillates(oscillation) => Some(Arc::clone(oscillation)),
            _ => None,
        }
    }

    fn left_alone(&mut self) -> &Outcome {
        let simulator = &self.simulator;
        self.happened.left_alone.get_or_insert_with(|| simulator.clone().settle(&mut ()))
    }

    /// What a part is at this moment.
    fn found(&mut self, part: PartId) -> String {
        match self.simulator.circuit().parts.get(part).map(|part| &part.kind) {
            Some(PartKind::Relay(_) | PartKind::Stepper(_) | PartKind::Selector(_) | PartKind::Fuse(_)) => {
                words::stand(self.simulator.circuit(), part, self.simulator.stand(part)).into_owned()
            }
            Some(PartKind::Lamp(_)) => {
                let level = words::lamp_level(self.simulator.lamp(part));
                format!("{level} ({})", self.simulator.current(part, 0))
            }
            Some(PartKind::Button(_)) if self.simulator.is_held(part) => "pressed".to_owned(),
            Some(PartKind::Button(_)) => "free".to_owned(),
            _ if self.is_on(part) == Some(true) => "on".to_owned(),
            _ => "off".to_owned(),
        }
    }

    fn found_contact(&self, contact: ContactId, closed: bool) -> &'static str {
        let form = self.simulator.circuit().contacts.get(contact).map(|contact| &contact.form);
        let is_changeover = matches!(form, Some(ContactForm::Changeover { .. }));
        match (is_changeover, closed) {
            (true, true) => "closed on its make side",
            (true, false) if self.simulator.is_break_closed(contact) => "closed on its break side only",
            (true, false) => "open on both sides",
            (false, true) => "closed",
            (false, false) => "open",
        }
    }

    fn found_circuit(&mut self, expected: Happening) -> String {
        let circuit = Arc::clone(self.simulator.circuit());
        if expected == Happening::Short {
            return "there was no short circuit, expected short".to_owned();
        }
        let timed = self.happened.timed;
        let found = if let Some(oscillation) = self.happened.oscillations.last() {
            format!("it {}", words::oscillation(&circuit, oscillation))
        } else if let Some(instants) = self.happened.gave_up {
            format!("it is still moving after {instants} instants")
        } else if self.simulator.is_settled() {
            "it is settled".to_owned()
        } else if timed && expected == Happening::Oscillating {
            "it is still moving, and settles when left alone".to_owned()
        } else {
            "it is still moving".to_owned()
        };
        format!("{found}, expected {}", Claim::Circuit(expected).word())
    }
}
