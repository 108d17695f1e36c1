//! `kiber check`: everything that reading and checking found, and what a circuit takes for granted.

mod as_json;
mod margins;
mod table;

use std::io::Write;
use std::path::PathBuf;

use kiber_netlist::{Circuit, Finding, Reading, Severity, read};
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
            Ok(text) => Self { name, readable: text.into(), reading: read(text) },
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
        let text = Text::new(self.name, &self.readable);
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
                notes(out, circuit, color)?;
                defaults::write(out, circuit, color)?;
            }
        }
        Ok(())
    }

    fn findings_value(&self) -> Vec<Value> {
        findings_value(&Text::new(self.name, &self.readable), &self.reading.findings)
    }

    fn circuit_value(&self) -> Value {
        let mut value = json!({
            "file": self.name,
            "errors": self.number_of(Severity::Error),
            "warnings": self.number_of(Severity::Warning),
        });
        if let Some(circuit) = &self.reading.circuit {
            let notes = circuit.parts.rows().iter().filter_map(|part| {
                let note = part.note.as_ref()?;
                Some(json!({ "part": part.name, "note": note }))
            });
            value["title"] = json!(circuit.title);
            value["parts"] = json!(circuit.parts.len());
            value["nets"] = json!(circuit.nets.len());
            value["contacts"] = json!(circuit.contacts.len());
            value["notes"] = notes.collect();
            value["defaults"] = defaults::value(circuit);
        }
        value
    }
}

/// Findings with their places, as JSON.
pub(crate) fn findings_value(text: &Text<'_>, findings: &[Finding]) -> Vec<Value> {
    let places = findings.iter().flat_map(|finding| {
        let second = finding.second.as_ref().map_or(finding.span.start, |(span, _)| span.start);
        [finding.span.start, second]
    });
    let places = text.lines_and_columns(places);
    let with_places = findings.iter().zip(places.chunks(2));
    with_places.map(|(finding, places)| finding_value(text.name, finding, places)).collect()
}

fn finding_value(file: &str, finding: &Finding, places: &[(usize, usize)]) -> Value {
    let place = |number: usize| places.get(number).copied().unwrap_or((1, 1));
    let (line, column) = place(0);
    let mut value = json!({
        "code": finding.code,
        "severity": finding.severity.to_string(),
        "file": file,
        "line": line,
        "column": column,
        "message": finding.message,
    });
    if !finding.label.is_empty() {
        value["label"] = json!(finding.label);
    }
    if let Some((_, why)) = &finding.second {
        let (line, column) = place(1);
        value["second"] = json!({ "line": line, "column": column, "message": why });
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

fn notes(out: &mut dyn Write, circuit: &Circuit, color: bool) -> std::io::Result<()> {
    let noted: Vec<_> = circuit.parts.rows().iter().filter_map(|part| Some((part, part.note.as_ref()?))).collect();
    if noted.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}", heading("Notes", color))?;
    for (part, note) in noted {
        let mut lead = format!("{}:", part.name);
        for line in wrapped(note, 70) {
            writeln!(out, "  {lead:7} {line}")?;
            lead.clear();
        }
    }
    Ok(())
}
