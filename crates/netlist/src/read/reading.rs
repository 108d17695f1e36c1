//! The whole way from text to a checked circuit.

use crate::build::{PartNames, build, find_models};
use crate::check::{check_names, check_values, check_wiring};
use crate::circuit::Circuit;
use crate::finding::Finding;
use crate::name_parts::{panel, roles};
use crate::read::Draft;
use crate::read::reader::Reader;

/// What reading a text gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The circuit, unless a finding is an error.
    pub circuit: Option<Circuit>,
    /// Everything found, in the order of the text.
    pub findings: Vec<Finding>,
}

/// Reads and checks a circuit.
///
/// Mistakes in the text are all reported at once, except that a text whose brackets or quotes do
/// not match, or that is no RON at all, gives one finding. The wiring is looked at only when
/// everything in the text could be read.
pub fn read(source: &str) -> Reading {
    let mut reader = Reader::new(source);
    let circuit = reader.draft(source).and_then(|draft| circuit(&mut reader, draft));
    let circuit = circuit.filter(|_| !reader.has_errors());
    let mut findings = reader.findings;
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    Reading { circuit, findings }
}

fn circuit(reader: &mut Reader<'_>, draft: Draft) -> Option<Circuit> {
    let names = PartNames::of(&draft);
    let models = find_models(reader, &draft);
    let panel = panel(reader, &draft, &names);
    let roles = roles(reader, &draft, &names);
    check_names(reader, &draft, &models, &names);
    check_values(reader, &draft, &models);
    if reader.has_errors() {
        return None;
    }
    let mut circuit = build(&draft, &models, &names)?;
    circuit.panel = panel;
    circuit.roles = roles;
    check_wiring(reader, &draft, &circuit);
    circuit.schematic = draft.into_schematic()?;
    Some(circuit)
}
