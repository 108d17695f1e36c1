//! What a relay circuit **is**: parts, pins and nets; RON text to a checked [`Circuit`] and back.

mod build;
mod circuit;
mod codes;
mod finding;
mod ids;
mod kinds;
mod lines;
mod name_parts;
mod near;
mod print;
mod range;
mod read;
mod schematic;
mod text;

pub use circuit::*;
pub use codes::{CODES, Code};
pub use finding::{Finding, Severity, line_and_column};
pub use ids::{ContactId, Id, NetId, PartId, Table};
pub use lines::Lines;
pub use near::{fold, nearest};
pub use print::print;
pub use range::RangeError;
pub use schematic::Schematic;

/// What reading a text gave.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The circuit, unless a finding is an error.
    pub circuit: Option<Circuit>,
    /// Everything found, in the order of the text.
    pub findings: Vec<Finding>,
}

/// Reads and checks a circuit.
pub fn read(source: &str) -> Reading {
    let mut reader = read::reader::Reader::new(source);
    let circuit = reader.draft(source).and_then(|draft| circuit(&mut reader, draft));
    let mut findings = reader.findings;
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    let circuit = circuit.filter(|_| !findings.iter().any(Finding::is_error));
    Reading { circuit, findings }
}

fn circuit(reader: &mut read::reader::Reader<'_>, draft: read::Draft) -> Option<Circuit> {
    let names = build::PartNames::of(&draft);
    let models = build::find_models(reader, &draft);
    let panel = name_parts::panel(reader, &draft, &names);
    let roles = name_parts::roles(reader, &draft, &names);
    if reader.has_errors() {
        return None;
    }
    let mut circuit = build::build(&draft, &models, &names)?;
    circuit.panel = panel;
    circuit.roles = roles;
    circuit.schematic = draft.into_schematic()?;
    Some(circuit)
}
