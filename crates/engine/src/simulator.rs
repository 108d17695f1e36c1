//! placeholder with the real interface
use std::sync::Arc;
use kiber_netlist::{Circuit, ContactId, NetId, PartId};
use crate::*;

/// A thing that a hand does at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Press a button (and keep it).
    Press(PartId),
    /// Free a button.
    Free(PartId),
    /// Put a toggle on (nothing happens if it is).
    TurnOn(PartId),
    /// Put a toggle off (nothing happens if it is).
    TurnOff(PartId),
    /// Flip a toggle.
    Flip(PartId),
    /// Switch a source on or off.
    Source(PartId, bool),
    /// Break something. Welding takes the throw on which the contact stands (see [`Simulator::weld`]).
    Break(Fault),
    /// Mend something; mending what is whole is an error.
    Mend(Fault),
}

/// Why an action cannot be done. Nothing has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionError {
    /// The part is no button, toggle, source, relay … as the action needs.
    WrongKind(PartId),
    /// The button is already held down.
    AlreadyPressed(PartId),
    /// The button is not pressed.
    NotPressed(PartId),
    /// The fault is there already, or is not there to mend.
    FaultUnchanged(Fault),
    /// The net is not joined to that part.
    NotOnNet(PartId, NetId),
}

/// How settling ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome {
    /// Nothing travels and no timer runs.
    Settled,
    /// It never will: the state has come back.
    Oscillates(Arc<Oscillation>),
    /// Neither within so many instants.
    GaveUp(u64),
}

/// A state of a circuit, settled or not: places, remaining times, sources, faults. Never absolute time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State;

/// A circuit that runs.
#[derive(Clone, Debug)]
pub struct Simulator;

#[allow(unused_variables, missing_docs, clippy::todo)]
impl Simulator {
    /// The circuit with its parts in their start places and no current yet; `power_up` starts it.
    pub fn new(circuit: Arc<Circuit>) -> Self { todo!() }
    pub fn circuit(&self) -> &Arc<Circuit> { todo!() }
    /// Time 0: the supply comes on; runs until settled.
    pub fn power_up(&mut self, sink: &mut impl Sink) -> Outcome { todo!() }
    /// All actions at this one instant; then the currents are solved and what is due at this instant happens. No time passes.
    /// All are checked before any is done.
    pub fn act(&mut self, actions: &[Action], sink: &mut impl Sink) -> Result<(), ActionError> { todo!() }
    /// Runs until nothing moves. Emits `Settled` or `Oscillates`.
    pub fn settle(&mut self, sink: &mut impl Sink) -> Outcome { todo!() }
    /// Lets exactly so much time pass; what is due at its last instant happens.
    pub fn wait(&mut self, span: Micros, sink: &mut impl Sink) { todo!() }
    /// Microseconds since power-up.
    pub fn now(&self) -> Micros { todo!() }
    pub fn is_settled(&self) -> bool { todo!() }
    pub fn state(&self) -> State { todo!() }
    /// Puts the circuit into a state taken from this circuit; `now` is what the clock shows from then on.
    pub fn restore(&mut self, state: &State, now: Micros) { todo!() }
    /// Where the mechanism of a relay, button or toggle stands; RELEASED for parts that do not move.
    pub fn place(&self, part: PartId) -> Place { todo!() }
    /// Whether a hand holds the button or has put the toggle on.
    pub fn is_held(&self, part: PartId) -> bool { todo!() }
    pub fn source_is_on(&self, part: PartId) -> bool { todo!() }
    /// How bright a lamp is; Off for other parts.
    pub fn lamp(&self, part: PartId) -> LampLevel { todo!() }
    /// The current through a lamp, resistor, diode, or relay coil (`winding` 0 first); positive from the first pin to the second. For a source: what it gives out of its plus pole.
    pub fn current(&mut self, part: PartId, winding: usize) -> Nanoamps { todo!() }
    /// Whether the current of that winding is neither 0 nor what a whole source of the circuit would drive through it.
    pub fn is_partial(&mut self, part: PartId, winding: usize) -> bool { todo!() }
    pub fn asks(&self, part: PartId) -> Request { todo!() }
    /// Whether the contact (a change-over: its make side) conducts.
    pub fn is_closed(&self, contact: ContactId) -> bool { todo!() }
    /// Whether a change-over's break side (or a break contact) conducts.
    pub fn is_break_closed(&self, contact: ContactId) -> bool { todo!() }
    /// The potentials of all nets, by net id, in volts against the minus pole of the first source of their group; None for a net that floats.
    pub fn potentials(&mut self) -> Vec<Option<f64>> { todo!() }
    /// The shorts there are now, with the instant they began.
    pub fn shorts(&self) -> &[(Arc<Short>, Micros)] { todo!() }
    /// The faults there are now, in order.
    pub fn faults(&self) -> Vec<Fault> { todo!() }
    /// Which contacts of the part close and which open when it goes from one place to another; a change-over is named
    /// once in `closes` with its side (`true` = make side).
    pub fn contacts_moved(&self, part: PartId, from: Place, to: Place) -> ContactsMoved { todo!() }
    /// Remaining microseconds of the part's timer or travel, if one runs.
    pub fn remaining(&self, part: PartId) -> Option<Micros> { todo!() }
    /// The most remembered answers in each zone; 0 switches remembering off. Never changes a result.
    pub fn remember(&mut self, answers: usize) { todo!() }
}

/// The sides of contacts that close and open in one move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContactsMoved {
    /// Sides that close: the contact, and whether it is the make side.
    pub closes: Vec<(ContactId, bool)>,
    /// Sides that open.
    pub opens: Vec<(ContactId, bool)>,
}
