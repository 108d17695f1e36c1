//! What a relay circuit **did**: the events of a run, as a value and as text.
//!
//! The engine tells one ordered stream of events to whoever listens. This crate is who listens: it
//! cuts the stream into sections, one for power-up and one for each action, and keeps them
//! ([`Recording`]) or writes them down line by line while they happen ([`TextTrace`]). The text is
//! stable to the byte: the same circuit and the same actions give the same trace on every machine,
//! so that a trace can be kept beside a circuit and compared.
//!
//! ```
//! use std::sync::Arc;
//! use kiber_engine::{Action, Simulator};
//! use kiber_trace::{Ending, Recorder, TextTrace};
//!
//! let source = r#"Circuit(
//!     title: "A relay that holds itself",
//!     parts: {
//!         "G1": Source(plus: "+", minus: "-", volts: 24.0),
//!         "S1": Button(contacts: {"1": Make("+", "a")}),
//!         "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "a"), "2": Changeover(common: "+", break: "r", make: "g")}),
//!         "H1": Lamp(pins: ("r", "-")),
//!     },
//! )"#;
//! let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
//!
//! let mut trace = TextTrace::new(Arc::clone(&circuit), String::new());
//! let mut simulator = Simulator::new(Arc::clone(&circuit));
//! trace.write_head(None);
//! trace.begin_section(&"power-up", simulator.now());
//! let _ = simulator.power_up(&mut trace);
//! trace.end_section(simulator.now(), Ending::Told);
//!
//! trace.begin_section(&"hold S1", simulator.now());
//! simulator.act(&[Action::Press(circuit.part("S1").unwrap())], &mut trace).unwrap();
//! let _ = simulator.settle(&mut trace);
//! trace.end_section(simulator.now(), Ending::Told);
//! trace.write_end(simulator.now());
//!
//! assert_eq!(trace.into_inner().unwrap(), "\
//! kiber trace 1
//! circuit 6f2cd881  A relay that holds itself
//!
//! == power-up
//!    +0.000 ms  H1     lit, 100 mA
//!    +0.000 ms         settled
//!
//! == hold S1
//!    +0.000 ms  S1     pressed; closes S1/1
//!    +0.000 ms  K1     coil 48 mA, asks to operate
//!    +7.000 ms  K1     starts to operate; opens K1/2 break
//!    +7.000 ms  H1     off, 0 mA
//!    +8.000 ms  K1     operated; closes K1/1, K1/2 make
//!    +8.000 ms         settled
//!
//! == end at 8.000 ms
//! ");
//! ```
//!
//! Scripts need none of this by hand: the crate `kiber-script` plays them to any [`Recorder`].
//!
//! # The text
//!
//! A line has three columns: the time since its section began, in milliseconds, exact to the
//! microsecond; the part, empty when the whole circuit is meant; and what happened, in words.
//! Contacts that open and close are named on the line of the move that does it. Times are relative
//! to the section, and a section starts where the one before it ended, so a change in one action
//! leaves the lines of all others alone. Currents are shown to the microampere.
//!
//! One line is one event, with one exception: a hand and the move that its contacts make at the
//! same instant share a line, because they are one thing to see. When several hands act at one
//! instant they are told pair by pair, in the order in which they act.
//!
//! Names are those that scripts use, never labels: they are unique, and a trace can be searched for
//! what a script says. `docs/traces.md` lists the words.
//!
//! [`Recording::parse`] reads the text back and gives the same recording. It is strict: a line that
//! this circuit would have written otherwise, down to the last blank, is an error. That makes it a
//! check of a trace as much as a reader.
//!
//! # What this crate does not do
//!
//! It opens no files ([`TextTrace`] writes into anything that takes text) and asks the engine
//! nothing: what it shows is what it was told. It does not decide what an action is; whoever plays
//! begins and ends the sections.

pub mod diff;
mod figures;
mod hands;
mod moves;
mod parse;
mod recorder;
mod recording;
mod since;
mod stands;
mod text;
pub mod waves;
mod wording;
pub mod words;
pub mod written;

pub use parse::ParseError;
pub use recorder::{Ending, Recorder};
pub use recording::{Recording, ScriptPin, Section};
pub use since::{Change, Since};
pub use text::TextTrace;
