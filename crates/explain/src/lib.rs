//! **Why** a relay circuit stands as it does: what carries a coil's current, what holds it, what it lacks.
//!
//! ```
//! use std::sync::Arc;
//! use kiber_engine::{Action, Simulator};
//! use kiber_explain::{sentences, why};
//!
//! let source = r#"Circuit(
//!     title: "Start and stop",
//!     parts: {
//!         "G1": Source(plus: "+", minus: "-", volts: 24.0),
//!         "S1": Button(contacts: {"1": Break("+", "a")}),
//!         "S2": Button(contacts: {"1": Make("a", "b")}),
//!         "K1": Relay(coil: ("b", "-"), contacts: {"1": Make("a", "b")}),
//!     },
//! )"#;
//! let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
//! let (k1, s2) = (circuit.part("K1").unwrap(), circuit.part("S2").unwrap());
//! let mut simulator = Simulator::new(circuit);
//! let _ = simulator.power_up(&mut ());
//! let told = |simulator: &Simulator| sentences(simulator, &why(simulator, k1).unwrap());
//! assert_eq!(told(&simulator), [
//!     "K1 is released: 0 mA in its coil, too little to hold.",
//!     "It would operate with S2 pressed.",
//! ]);
//!
//! for action in [Action::Press(s2), Action::Free(s2)] {
//!     simulator.act(&[action], &mut ()).unwrap();
//!     let _ = simulator.settle(&mut ());
//! }
//! assert_eq!(told(&simulator), [
//!     "K1 is operated: 48 mA in its coil, enough to operate.",
//!     "It holds itself, through K1/1.",
//!     "48 mA flows by G1 plus, S1/1, K1/1, coil of K1, G1 minus.",
//! ]);
//! ```
//!
//! # Where the answers come from
//!
//! Nothing is guessed from the drawing. [`why`] asks the engine's solved circuit: currents through loads and
//! contacts give the [paths](Carried), and the [smallest sets](Lack) of mechanisms that would have to
//! move are found by a search that is exact up to [`MOST_MOVES`] and solves the currents of every set it names.
//! All contacts of a mechanism move together. The mechanism of the coil itself is not among those that would
//! have to move: a relay does not operate because it has operated.
//!
//! # What this crate does not do
//!
//! It looks at one instant. A set that would operate a coil is not a script: whether and in what order the
//! mechanisms in it can be made to move is not asked, nor what would move after them. Currents through
//! capacitors are those of the instant, and their paths are not followed. *Since when* is a question to a
//! trace (`kiber_trace::Since`).

mod answer;
mod carry;
mod lack;
mod net;
mod routes;
mod search;
mod ways;
mod words;

pub use answer::{Answer, Held, Sneak, Standing, Starved, why, why_while};
pub use carry::{Carried, Path, PathStep};
pub use lack::{Lack, MOST_MOVES, Move};
pub use net::{Joined, NetAnswer, why_net};
pub use routes::{Route, RouteStep, routes};
pub use ways::Through;
pub use words::{contact_sentences, move_words, net_sentences, sentences, through};
