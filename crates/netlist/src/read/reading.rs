//! The whole way from text to a checked circuit.

use crate::build::{Models, PartNames, build};
use crate::check::{check_names, check_values, check_wiring};
use crate::circuit::Circuit;
use crate::finding::Finding;
use crate::name_parts::{drawing, panel, roles};
use crate::read::reader::Reader;
use crate::schematic::Schematic;
use crate::subcircuits::addresses::Addresses;
use crate::subcircuits::definitions::Definitions;
use crate::subcircuits::extent::check_extent;
use crate::subcircuits::files::{File, Files, NoFiles};
use crate::subcircuits::flat::Flat;
use crate::subcircuits::joins::{check_ends, check_joins};

/// What reading a text gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The circuit, unless a finding is an error.
    pub circuit: Option<Circuit>,
    /// Everything found, in the order of the text; what is in other files comes after it.
    pub findings: Vec<Finding>,
    /// The files that the text leads to, in the order in which they were opened.
    pub files: Vec<File>,
}

impl Reading {
    /// The name and the text of a file by the number that findings give; none for the text that was
    /// read, which is number 0.
    pub fn file(&self, number: usize) -> Option<&File> {
        self.files.get(number.checked_sub(1)?)
    }
}

/// Reads and checks a circuit that leads to no other files; a `file:` in it is an error.
///
/// Mistakes in the text are all reported at once, except that a text whose brackets or quotes do
/// not match, or that is no RON at all, gives one finding. The wiring is looked at only when
/// everything in the text could be read.
pub fn read(source: &str) -> Reading {
    read_with(source, "this text", &mut NoFiles)
}

/// The same with the files that it names. `name` is what the text itself is called, so that files that
/// lead back to it are recognised.
pub fn read_with(source: &str, name: &str, files: &mut dyn Files) -> Reading {
    let mut reader = Reader::new(source);
    let Some(definitions) = Definitions::gather(&mut reader, source, name, files) else {
        return Reading { findings: in_order(reader.findings), ..Reading::default() };
    };
    let mut addresses = Addresses::of(&definitions);
    let circuit = circuit(&mut reader, &definitions, &mut addresses).filter(|_| !reader.has_errors());
    let findings = addresses.localised(in_order(reader.findings));
    Reading { circuit, findings, files: definitions.files }
}

fn in_order(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    findings
}

fn circuit(reader: &mut Reader<'_>, definitions: &Definitions, addresses: &mut Addresses) -> Option<Circuit> {
    let draft = &definitions.main()?.draft;
    check_joins(reader, definitions);
    let is_finite = check_extent(reader, definitions);
    let models = Models::find(reader, definitions);
    check_names(reader, definitions, &models);
    for (index, definition) in definitions.all.iter().enumerate() {
        check_values(reader, &definition.draft.parts, models.of(index), &models);
    }
    let asked = if reader.has_errors() { Vec::new() } else { check_ends(reader, definitions) };
    let flat = Flat::of(definitions, &models, &asked, addresses, is_finite)?;
    let names = PartNames::of(&flat.parts, &flat.closed);
    let panel = panel(reader, draft, &names);
    let roles = roles(reader, draft, &flat.parts, &names);
    let drawing = drawing(reader, draft, &names);
    if reader.has_errors() {
        return None;
    }
    let mut circuit = build(&draft.title, &flat, &models, &names)?;
    circuit.panel = panel;
    circuit.roles = roles;
    circuit.drawing = drawing;
    check_wiring(reader, &flat, &circuit, draft.pins.as_ref().is_some_and(|pins| !pins.is_empty()));
    circuit.schematic = Schematic::of(definitions)?;
    Some(circuit)
}
