//! What a circuit **can do**: every state that the rules of its operator allow, and every order that
//! its relays may take.
//!
//! ```
//! use std::sync::Arc;
//! use kiber_explore::{Options, Outcome, book, explore};
//!
//! let source = r#"Circuit(title: "Start and stop", parts: {
//!     "G1": Source(plus: "+", minus: "-"),
//!     "S1": Button(contacts: {"1": Break("+", "a")}),
//!     "S2": Button(contacts: {"1": Make("a", "b")}),
//!     "K1": Relay(coil: ("b", "-"), contacts: {"1": Make("a", "b")}),
//! })"#;
//! let circuit = Arc::new(kiber_netlist::read(source).circuit.unwrap());
//! let reading = book::read(r#"Rules(
//!     rules: AnyOperator(flip: [], press: ["S1", "S2"], hold: true),
//!     properties: {
//!         "stop wins": Never("S1 pressed, K1 operated"),
//!         "start wins": Never("S2 pressed, K1 released"),
//!     },
//! )"#, &circuit);
//!
//! let book = Arc::new(reading.book.unwrap());
//! let exploration = explore(circuit, book, &Options::default(), &mut |_| true)?;
//! assert_eq!((exploration.states(), exploration.transitions()), (5, 16));
//! assert_eq!(exploration.verdicts()[0].outcome, Outcome::Proved);
//! let Outcome::Refuted(run) = &exploration.verdicts()[1].outcome else { panic!() };
//! assert_eq!(exploration.script(run, &[]), "hold S1\nhold S2\n");
//! # Ok::<(), kiber_explore::Problem>(())
//! ```
//!
//! A *state* is a distinct settled state of the circuit with the values of the book's variables; a
//! *transition* is one rule used in a state, played to rest at nominal times. States are stored whole,
//! not only by their hashes, and numbered breadth first, so that no state has a shorter run than one
//! before it. Bounds of counters and what happens on endless runs are worked out on the graph of all
//! transitions. Other times than the nominal are the business of [`races`].
//!
//! # What this crate does not do
//! It knows no clock and reads no files: how long a search may take is asked of whoever watches it. It
//! runs no more threads than it is told to, and ends them before it returns. It proves nothing about
//! operators who wait: a rule is used when the circuit rests, unless its lines say times themselves.

pub mod book;
mod bounds;
mod components;
mod edges;
mod exploration;
#[cfg(test)]
mod graphs;
mod layout;
mod limits;
mod model;
mod odd;
mod problem;
pub mod races;
mod retell;
mod runs;
mod search;
mod segments;
mod store;
mod temporal;
mod verdict;
mod worker;

// What to explore.
pub use book::{Property, PropertyKind, Rule, RuleBook};
pub use exploration::{Options, explore};
pub use limits::{GaveUp, Limits, Progress};

// What came of it.
pub use bounds::Bound;
pub use exploration::{Exploration, Transition, Visitor};
pub use problem::Problem;
pub use retell::Retold;
pub use runs::Run;
pub use verdict::{Outcome, RaceFound, Vacuous, Verdict};
