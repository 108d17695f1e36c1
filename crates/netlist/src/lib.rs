//! What a relay circuit **is**: parts, pins and nets; RON text to a checked [`Circuit`] and back.
//!
//! ```
//! let text = r#"Circuit(parts: {
//!     "G1": Source(plus: "+", minus: "-", volts: 24.0),
//!     "S1": Button(contacts: {"1": Make("+", "a")}),
//!     "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "a"), "2": Make("+", "b")}),
//!     "H1": Lamp(pins: ("b", "-")),
//! })"#;
//! let reading = kiber_netlist::read(text);
//! assert!(reading.findings.is_empty());
//! let circuit = reading.circuit.expect("a circuit without errors");
//! assert_eq!(circuit.nets.len(), 4);
//!
//! // Printed, it reads back as the same circuit.
//! let printed = kiber_netlist::print(&circuit);
//! assert_eq!(kiber_netlist::read(&printed).circuit, Some(circuit));
//!
//! // Whatever is wrong is found at once, each thing with its place and with what was meant.
//! let wrong = text.replace("Button", "Buton").replace(r#"("b", "-")"#, r#"("b")"#);
//! let codes: Vec<_> = kiber_netlist::read(&wrong).findings.iter().map(|finding| finding.code).collect();
//! assert_eq!(codes, ["unknown-kind", "bad-value"]);
//! ```
//!
//! This crate does not simulate: which coil operates when is the engine's business, and the checks
//! here only ask what can be told from the wiring at rest and from which paths there are at all. It
//! opens no files and prints nothing; text comes in, values go out.

mod build;
mod check;
mod circuit;
mod codes;
mod defaults;
mod finding;
mod fingerprint;
mod format;
mod ids;
mod kinds;
mod lines;
mod name_parts;
mod near;
mod print;
mod range;
mod read;
mod schematic;
mod subcircuits;
pub mod text;

/// From text to a circuit and back.
pub use format::format;
pub use print::print;
pub use read::reading::{Reading, read, read_with};

/// Sub-circuits from other files.
pub use subcircuits::extent::MOST_PARTS;
pub use subcircuits::files::{File, Files, beside};

/// The circuit and its tables.
pub use circuit::*;
pub use defaults::DefaultValue;
pub use fingerprint::Fingerprint;
pub use ids::{ContactId, Id, NetId, PartId, Table};
pub use schematic::Schematic;

/// What was found, and where.
pub use codes::{CODES, Code};
pub use finding::{Elsewhere, Finding, Severity, line_and_column};
pub use lines::Lines;

/// Names as people type them.
pub use near::{fold, nearest};
pub use range::RangeError;
