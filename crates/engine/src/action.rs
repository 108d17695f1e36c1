//! What a hand does at one instant.

use std::fmt;

use kiber_netlist::{NetId, PartId, PartKind};

use crate::agenda::NEVER;
use crate::event::{Sink, What};
use crate::fault::Fault;
use crate::mechanism::{Place, PlaceRule, Request};
use crate::plan::MechanismId;
use crate::simulator::Simulator;

/// A thing that a hand does at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Press a button and keep it pressed.
    Press(PartId),
    /// Free a button.
    Free(PartId),
    /// Put a toggle on; nothing happens if it is.
    TurnOn(PartId),
    /// Put a toggle off; nothing happens if it is.
    TurnOff(PartId),
    /// Flip a toggle.
    Flip(PartId),
    /// Turn a selector to a place; nothing happens if it is turned there.
    Turn(PartId, u16),
    /// Put a new fuse in the place of a blown one.
    Replace(PartId),
    /// Switch a source on or off; nothing happens if it is.
    Source(PartId, bool),
    /// Break something.
    Break(Fault),
    /// Mend something.
    Mend(Fault),
}

/// Why an action cannot be done. Nothing has happened then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionError {
    /// The part is no button, toggle, selector, source, relay or fuse, whichever the action needs.
    WrongKind(PartId),
    /// The button is already held down.
    AlreadyPressed(PartId),
    /// The button is not pressed.
    NotPressed(PartId),
    /// The fault is there already, or is not there to be mended.
    FaultUnchanged(Fault),
    /// The part has no pin on that net.
    NotOnNet(PartId, NetId),
    /// The selector has no place of that number.
    NoSuchPlace(PartId, u16),
    /// The fuse is whole.
    NotBlown(PartId),
}

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WrongKind(_) => "this cannot be done to a part of that kind",
            Self::AlreadyPressed(_) => "the button is already pressed",
            Self::NotPressed(_) => "the button is not pressed",
            Self::FaultUnchanged(_) => "that fault is there already, or is not there to be mended",
            Self::NotOnNet(..) => "the part has no pin on that net",
            Self::NoSuchPlace(..) => "the selector has no such place",
            Self::NotBlown(_) => "the fuse is not blown",
        })
    }
}

impl std::error::Error for ActionError {}

impl Simulator {
    /// Checks actions that are to be done at one instant, in their order.
    pub(crate) fn check(&self, actions: &[Action]) -> Result<(), ActionError> {
        for (at, &action) in actions.iter().enumerate() {
            match action {
                Action::Press(part) | Action::Free(part) => {
                    if !matches!(self.kind(part), Some(PartKind::Button(_))) {
                        return Err(ActionError::WrongKind(part));
                    }
                    let pressed_by = |action: &Action| match *action {
                        Action::Press(other) if other == part => Some(true),
                        Action::Free(other) if other == part => Some(false),
                        _ => None,
                    };
                    let pressed = actions[..at].iter().rev().find_map(pressed_by).unwrap_or_else(|| self.is_held(part));
                    match (action, pressed) {
                        (Action::Press(_), true) => return Err(ActionError::AlreadyPressed(part)),
                        (Action::Free(_), false) => return Err(ActionError::NotPressed(part)),
                        _ => {}
                    }
                }
                Action::TurnOn(part) | Action::TurnOff(part) | Action::Flip(part) => {
                    if !matches!(self.kind(part), Some(PartKind::Toggle(_))) {
                        return Err(ActionError::WrongKind(part));
                    }
                }
                Action::Turn(part, place) => match self.kind(part) {
                    Some(PartKind::Selector(selector)) if u32::from(place) < selector.places => {}
                    Some(PartKind::Selector(_)) => return Err(ActionError::NoSuchPlace(part, place)),
                    _ => return Err(ActionError::WrongKind(part)),
                },
                Action::Replace(part) => {
                    if !matches!(self.kind(part), Some(PartKind::Fuse(_))) {
                        return Err(ActionError::WrongKind(part));
                    }
                    if !self.is_blown(part) || actions[..at].contains(&action) {
                        return Err(ActionError::NotBlown(part));
                    }
                }
                Action::Source(part, _) => {
                    if !matches!(self.kind(part), Some(PartKind::Source(_))) {
                        return Err(ActionError::WrongKind(part));
                    }
                }
                Action::Break(fault) => {
                    self.check_fault(fault)?;
                    if self.faults.contains(&fault) || actions[..at].contains(&action) {
                        return Err(ActionError::FaultUnchanged(fault));
                    }
                }
                Action::Mend(fault) => {
                    if !self.faults.contains(&fault) || actions[..at].contains(&action) {
                        return Err(ActionError::FaultUnchanged(fault));
                    }
                }
            }
        }
        Ok(())
    }

    fn check_fault(&self, fault: Fault) -> Result<(), ActionError> {
        match fault {
            Fault::CoilOpen(part) | Fault::CoilShorted(part) => match self.kind(part) {
                Some(PartKind::Relay(_) | PartKind::Stepper(_)) => Ok(()),
                _ => Err(ActionError::WrongKind(part)),
            },
            Fault::ArmatureStuck(part) => match self.plan.of_part(part).mechanism {
                Some(_) if self.plan.of_part(part).fuse.is_none() => Ok(()),
                _ => Err(ActionError::WrongKind(part)),
            },
            Fault::WireOff(part, net) => {
                if self.plan.circuit.nets_of(part).contains(&net) {
                    Ok(())
                } else {
                    Err(ActionError::NotOnNet(part, net))
                }
            }
            Fault::ContactStuckOpen(_) | Fault::ContactWelded { .. } => Ok(()),
        }
    }

    /// Does a checked action; true if it changes the wiring.
    pub(crate) fn perform<S: Sink>(&mut self, action: Action, sink: &mut S) -> bool {
        match action {
            Action::Press(part) | Action::TurnOn(part) => self.hand(part, true, sink),
            Action::Free(part) | Action::TurnOff(part) => self.hand(part, false, sink),
            Action::Flip(part) => self.hand(part, !self.is_held(part), sink),
            Action::Turn(part, place) => self.turn_to(part, place, sink),
            Action::Replace(part) => return self.replace(part, sink),
            Action::Source(part, on) => return self.switch(part, on, sink),
            Action::Break(fault) => return self.set_fault(fault, true, sink),
            Action::Mend(fault) => return self.set_fault(fault, false, sink),
        }
        false
    }

    #[inline]
    fn hand<S: Sink>(&mut self, part: PartId, operated: bool, sink: &mut S) {
        let Some(mechanism) = self.plan.of_part(part).mechanism else { return };
        if self.is_held(part) == operated {
            return;
        }
        self.tell(sink, || What::Hand { part, operated });
        self.motion.set_request(&self.plan, mechanism, if operated { Request::Operate } else { Request::Release });
    }

    fn turn_to<S: Sink>(&mut self, part: PartId, place: u16, sink: &mut S) {
        let Some(mechanism) = self.plan.of_part(part).mechanism else { return };
        let goal = Place::seat(usize::from(place));
        if self.motion.goal(mechanism) == goal {
            return;
        }
        self.tell(sink, || What::Turned { part, to: place });
        self.motion.turn(&self.plan, mechanism, goal);
    }

    fn replace<S: Sink>(&mut self, part: PartId, sink: &mut S) -> bool {
        let Some(mechanism) = self.plan.of_part(part).mechanism else { return false };
        self.motion.put(mechanism, Place::RELEASED);
        self.tell(sink, || What::Replaced { part });
        true
    }

    fn switch<S: Sink>(&mut self, part: PartId, on: bool, sink: &mut S) -> bool {
        let Some(source) = self.plan.of_part(part).source else { return false };
        let index = kiber_netlist::Id::index(source);
        if self.source_on[index] == on {
            return false;
        }
        let mut switched = self.source_on.to_vec();
        switched[index] = on;
        self.source_on = switched.into();
        self.tell(sink, || What::Source { part, on });
        true
    }

    fn set_fault<S: Sink>(&mut self, fault: Fault, present: bool, sink: &mut S) -> bool {
        let mut faults = self.faults.to_vec();
        match (faults.binary_search(&fault), present) {
            (Err(at), true) => faults.insert(at, fault),
            (Ok(at), false) => {
                faults.remove(at);
            }
            _ => return false,
        }
        self.faults = faults.into();
        self.tell(sink, || What::Fault { fault, present });
        if let Fault::ArmatureStuck(part) = fault
            && let Some(mechanism) = self.plan.of_part(part).mechanism
        {
            self.release_or_hold(mechanism, present);
        }
        true
    }

    /// A stuck armature has no appointment; one that comes free begins its move anew.
    fn release_or_hold(&mut self, mechanism: MechanismId, stuck: bool) {
        let index = kiber_netlist::Id::index(mechanism);
        let movement = self.plan.movement(mechanism);
        let place = self.motion.places[index];
        self.motion.since[index] = self.motion.now;
        let due = match movement.rule(place) {
            _ if stuck => NEVER,
            PlaceRule::Travel { time, .. } => self.motion.now.saturating_add(time),
            PlaceRule::Seat { .. } => movement
                .departure(place, self.motion.asks[index])
                .map_or(NEVER, |departure| self.motion.now.saturating_add(departure.after)),
        };
        self.motion.agenda.set(mechanism, due);
    }
}
