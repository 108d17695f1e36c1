//! `kiber check`: everything that reading and checking found, and what a circuit takes for granted.

mod as_json;
mod margins;
mod table;

use std::io::Write;
use std::path::PathBuf;

use kiber_netlist::{Circuit, Finding, Id, Instance, Reading, Severity};
use serde_json::{Value, json};

use self::margins::Surveyed;
use crate::defaults;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::report::{self, Text};
use crate::request::Manner;
use crate::source::{Source, circuit_source};
use crate::words::{count, heading, wrapped};

/// Checks circuits and, where `scripts` for it are given or left open, looks at the margins of their coils.
pub(crate) fn check(
    io: &mut Io<'_>,
    manner: Manner,
    given: &[PathBuf],
    scripts: Option<&[PathBuf]>,
) -> Result<ExitStatus, Problem> {
    let mut status = ExitStatus::SUCCESS;
    let mut all_findings = Vec::new();
    let mut circuits = Vec::new();
    let mut all_margins = Vec::new();
    for path in given {
        let source = match circuit_source(path) {
            Ok(source) => source,
            Err(problem) => {
                io.output.flush()?;
                writeln!(io.errors, "error: {problem}")?;
                status = ExitStatus::ERROR;
                continue;
            }
        };
        let checked = Checked::new(&source);
        if checked.reading.findings.iter().any(|finding| finding.severity <= Severity::Warning) {
            status = ExitStatus(status.0.max(ExitStatus::FAILED.0));
        }
        let surveyed = match (scripts, checked.sound_circuit()) {
            (Some(scripts), Some(circuit)) => Some(margins::survey(io, manner, circuit, path, &source, scripts)?),
            _ => None,
        };
        if surveyed.as_ref().is_some_and(Surveyed::may_fail) {
            status = ExitStatus(status.0.max(ExitStatus::FAILED.0));
        }
        if manner.json {
            all_findings.extend(checked.findings_value());
            let mut value = checked.circuit_value();
            if let Some(surveyed) = &surveyed {
                value["survey"] = as_json::survey(surveyed);
                all_margins.extend(as_json::margins(&source.name, surveyed));
            }
            circuits.push(value);
            continue;
        }
        checked.write(io.output, manner.color)?;
        if let Some(surveyed) = &surveyed {
            table::write(io.output, surveyed, manner.color)?;
        }
        if given.len() > 1 {
            writeln!(io.output)?;
        }
    }
    if manner.json {
        let mut value = json!({ "findings": all_findings, "circuits": circuits });
        if scripts.is_some() {
            all_margins.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            value["margins"] = all_margins.into_iter().map(|(_, value)| value).collect();
        }
        writeln!(io.output, "{value:#}")?;
    }
    Ok(status)
}

/// A text that has been read.
struct Checked<'s> {
    name: &'s str,
    /// The text as far as it can be read at all.
    readable: std::borrow::Cow<'s, str>,
    reading: Reading,
}

impl<'s> Checked<'s> {
    fn new(source: &'s Source) -> Self {
        let name = &source.name;
        match source.utf8() {
            Ok(text) => Self { name, readable: text.into(), reading: source.read(text) },
            Err(unreadable) => {
                let reading = Reading { findings: vec![unreadable.finding()], ..Reading::default() };
                Self { name, readable: unreadable.text.into(), reading }
            }
        }
    }

    fn number_of(&self, severity: Severity) -> u64 {
        self.reading.findings.iter().filter(|finding| finding.severity == severity).count() as u64
    }

    /// The circuit, if there are no errors.
    fn sound_circuit(&self) -> Option<Circuit> {
        self.reading.circuit.clone().filter(|_| self.number_of(Severity::Error) == 0)
    }

    fn write(&self, out: &mut dyn Write, color: bool) -> std::io::Result<()> {
        let text = Text::new(self.name, &self.readable).with_files(&self.reading.files);
        report::findings(out, &text, &self.reading.findings, color)?;
        let (errors, warnings) = (self.number_of(Severity::Error), self.number_of(Severity::Warning));
        let verdict = match (errors, warnings) {
            (0, 0) => "no errors, no warnings".to_string(),
            (0, _) => count(warnings, "warning"),
            (_, 0) => count(errors, "error"),
            _ => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
        };
        match &self.reading.circuit {
            None => writeln!(out, "{}: {verdict}", self.name)?,
            Some(circuit) => {
                writeln!(out, "{}: {verdict}; {}", self.name, size(circuit))?;
                instances(out, circuit, color)?;
                notes(out, circuit, color)?;
                defaults::write(out, circuit, color)?;
            }
        }
        Ok(())
    }

    fn findings_value(&self) -> Vec<Value> {
        let text = Text::new(self.name, &self.readable).with_files(&self.reading.files);
        findings_value(&text, &self.reading.findings)
    }

    fn circuit_value(&self) -> Value {
        let mut value = json!({
            "file": self.name,
            "errors": self.number_of(Severity::Error),
            "warnings": self.number_of(Severity::Warning),
        });
        if let Some(circuit) = &self.reading.circuit {
            let notes = all_notes(circuit).into_iter().map(|(name, note)| json!({ "part": name, "note": note }));
            let instances = circuit
                .instances
                .iter()
                .map(|used| json!({ "name": used.name, "circuit": used.circuit, "parts": used.parts.len() }));
            value["title"] = json!(circuit.title);
            value["parts"] = json!(circuit.parts.len());
            value["nets"] = json!(circuit.nets.len());
            value["contacts"] = json!(circuit.contacts.len());
            value["notes"] = notes.collect();
            value["instances"] = instances.collect();
            value["defaults"] = defaults::value(circuit);
        }
        value
    }
}

/// Findings with their places, as JSON.
pub(crate) fn findings_value(text: &Text<'_>, findings: &[Finding]) -> Vec<Value> {
    let places = text.places(findings.iter().flat_map(|finding| places_of(finding).map(|(place, _)| place)));
    let mut places = places.into_iter();
    findings.iter().map(|finding| finding_value(text, finding, places.by_ref())).collect()
}

/// Every place of a finding by file and byte, its own first, with what is said there.
fn places_of(finding: &Finding) -> impl Iterator<Item = ((usize, usize), &str)> {
    let second = finding.second.iter().map(|(span, why)| ((finding.second_file, span.start), why.as_str()));
    let more = finding.more.iter().map(|more| ((more.file, more.span.start), more.why.as_str()));
    std::iter::once(((finding.file, finding.span.start), "")).chain(second).chain(more)
}

/// `places` gives line and column for each place of the finding.
fn finding_value(text: &Text<'_>, finding: &Finding, places: impl Iterator<Item = (usize, usize)>) -> Value {
    let mut shown: Vec<Value> = places_of(finding)
        .zip(places)
        .map(|(((file, _), why), (line, column))| {
            json!({ "file": text.of(file).name, "line": line, "column": column, "message": why })
        })
        .collect();
    let more = shown.split_off(shown.len().min(if finding.second.is_some() { 2 } else { 1 }));
    let own = shown.first().cloned().unwrap_or_default();
    let mut value = json!({
        "code": finding.code,
        "severity": finding.severity.to_string(),
        "file": own["file"],
        "line": own["line"],
        "column": own["column"],
        "message": finding.message,
    });
    if !finding.label.is_empty() {
        value["label"] = json!(finding.label);
    }
    if let Some(second) = shown.get(1) {
        value["second"] = second.clone();
    }
    if !more.is_empty() {
        value["more"] = json!(more);
    }
    if let Some(help) = &finding.help {
        value["help"] = json!(help);
    }
    value
}

fn size(circuit: &Circuit) -> String {
    let of = |number: usize, thing: &str| count(number as u64, thing);
    format!(
        "{}, {}, {}",
        of(circuit.parts.len(), "part"),
        of(circuit.nets.len(), "net"),
        of(circuit.contacts.len(), "contact")
    )
}

/// Every note with the name of what it is on, in the order of the text.
fn all_notes(circuit: &Circuit) -> Vec<(&str, &str)> {
    let parts = circuit.parts.iter().map(|(id, part)| (id.index(), 1, part.name.as_str(), part.note.as_deref()));
    let instances = circuit.instances.iter();
    let instances = instances.map(|used| (used.parts.start, 0, used.name.as_str(), used.note.as_deref()));
    let mut noted: Vec<_> = parts.chain(instances).collect();
    // A sub-circuit stands before the first of its parts.
    noted.sort_by_key(|&(row, after, _, _)| (row, after));
    noted.into_iter().filter_map(|(_, _, name, note)| Some((name, note?))).collect()
}

fn notes(out: &mut dyn Write, circuit: &Circuit, color: bool) -> std::io::Result<()> {
    let noted = all_notes(circuit);
    if noted.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", heading("Notes", color))?;
    for (name, note) in noted {
        let mut lead = format!("{name}:");
        for line in wrapped(note, 70) {
            writeln!(out, "  {lead:7} {line}")?;
            lead.clear();
        }
    }
    Ok(())
}

/// Which sub-circuits stand for how many parts: `U1, U2: half-adder, 2 parts each`.
fn instances(out: &mut dyn Write, circuit: &Circuit, color: bool) -> std::io::Result<()> {
    // Those in others come with the others.
    let outer: Vec<&Instance> = circuit.instances.iter().filter(|used| !used.name.contains('.')).collect();
    if outer.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", heading("Sub-circuits", color))?;
    for alike in outer.chunk_by(|a, b| (&a.circuit, a.parts.len()) == (&b.circuit, b.parts.len())) {
        let Some(first) = alike.first() else { continue };
        let names: Vec<&str> = alike.iter().map(|used| used.name.as_str()).collect();
        let parts = count(first.parts.len() as u64, "part");
        let each = if alike.len() > 1 { " each" } else { "" };
        for line in wrapped(&format!("{}: {}, {parts}{each}", names.join(", "), first.circuit), 78) {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}
