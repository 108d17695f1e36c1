//! What a relay circuit **does**: solves the currents, moves the mechanisms, runs the clock.
//!
//! ```
//! use std::sync::Arc;
//! use kiber_engine::{Action, Outcome, Place, Simulator};
//!
//! let reading = kiber_netlist::read(r#"Circuit(
//!     title: "A relay that holds itself",
//!     parts: {
//!         "G1": Source(plus: "+", minus: "-", volts: 24.0),
//!         "S1": Button(contacts: {"1": Make("+", "a")}),
//!         "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "a")}),
//!     },
//! )"#);
//! let circuit = Arc::new(reading.circuit.ok_or("the circuit has errors")?);
//! let (s1, k1) = (circuit.part("S1").ok_or("no S1")?, circuit.part("K1").ok_or("no K1")?);
//!
//! let mut simulator = Simulator::new(circuit);
//! assert_eq!(simulator.power_up(&mut ()), Outcome::Settled);
//!
//! // A press of 7 ms is just long enough: the armature leaves at 7 ms, arrives at 8 and holds itself.
//! let mut events = Vec::new();
//! simulator.act(&[Action::Press(s1)], &mut events)?;
//! simulator.wait(7_000, &mut events);
//! simulator.act(&[Action::Free(s1)], &mut events)?;
//! assert_eq!(simulator.settle(&mut events), Outcome::Settled);
//! assert_eq!(simulator.place(k1), Place::OPERATED);
//! assert_eq!(simulator.current(k1, 0).to_string(), "48 mA");
//! assert_eq!(simulator.now(), 8_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is true at an instant
//! Nets are ideal conductors, closed contacts join them, loads are resistances, sources have an
//! electromotive force and perhaps an internal resistance, diodes conduct forwards above their drop.
//! The currents are those of Kirchhoff's laws; no rule of thumb stands in for them. The poles of
//! ideal sources divide a circuit into *zones* that cannot influence each other; within a zone,
//! nodes that contacts join to a pole are *rails*, and what is left between rails are *islands*,
//! each a small system of equations. Currents are rounded to 1 nA before a coil's thresholds see
//! them.
//!
//! # How time goes on
//! Time is a whole number of microseconds. All that is due at an instant moves together, then the
//! currents are solved once. A circuit settles when nothing travels, no timer runs and every capacitor
//! is at its end value; one that never will is recognised by its state coming back, which is confirmed
//! exactly. The same circuit and actions give the same events on every machine, whatever is remembered
//! on the way.
//!
//! # What capacitors do
//! A capacitor is a voltage behind a series resistance. Between two events the voltages of an island
//! follow the exact exponentials of its equations; nothing is stepped. The instants at which a coil or
//! a lamp passes a threshold, a diode begins or ceases to conduct, or a limit of a source or a fuse is
//! passed are worked out from those and are events of their own: the first whole microsecond at which
//! the rounded currents decide otherwise. A voltage is rounded to 1 µV when a contact, a source or a
//! fault changes the equations of its own island, and only then. Once every capacitor of an island is
//! within 1 mV of its end value they are set to those values, and carry no current until the equations
//! change. What nothing can discharge keeps its voltage for ever. While an island moves, a conducting
//! diode in it has 10 µΩ.
//!
//! `exp` comes from the crate `libm`; all else is `+ - * /` and the square root, which are the same to
//! the bit on every machine.
//!
//! # What this crate does not do
//! It reads no files and prints nothing; it knows no clock but its own. It has no inductances or cold
//! filaments, lets contacts arrive without bouncing, and takes alternating
//! current by its effective value. It follows the nominal times: what other times would change is
//! a question for an explorer on top of it.

mod action;
mod agenda;
mod bits;
mod charge;
mod contact_currents;
mod current;
mod decay;
mod decide;
mod electricity;
mod event;
mod fault;
mod flows;
mod fuses;
mod history;
mod incidence;
mod lasting;
mod margins;
mod mechanism;
mod motion;
mod movement;
mod network;
mod part_currents;
mod pins;
mod plan;
mod rails;
mod shorts;
mod simulator;
mod slugs;
mod small;
mod solve;
mod solved;
mod state;
mod steps;
mod untimed;
mod view;
mod watch;
mod wiring;
mod zone;

// Running a circuit.
pub use action::{Action, ActionError};
pub use simulator::{Outcome, Simulator};
pub use state::State;
// Without the clock.
pub use untimed::{Influence, Stroke, TurnError, Untimed};
// How sure it is.
pub use margins::{CoilMargin, Demand, Judgement, Margins, Setting, Unjudged, Varied};
// What happened.
pub use event::{Event, LampLevel, Micros, Oscillation, Short, ShortStep, Sink, What};
pub use lasting::Lasting;
pub use watch::{BlownRecord, BothCoilsRecord, OverloadRecord, ShortRecord};
// What it is made of.
pub use contact_currents::ContactCurrent;
pub use current::Nanoamps;
pub use fault::Fault;
pub use mechanism::{Place, Request, Stand};
pub use movement::{ContactSide, Mechanics};
pub use part_currents::PartCurrent;
pub use view::ContactsMoved;
