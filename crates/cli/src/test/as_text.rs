//! What `kiber test` tells a person.

use std::io::{self, Write};
use std::path::PathBuf;

use super::arguments::{Asked, Keeping};
use super::outcome::{Outcome, Status, TraceStatus};
use super::suite::{Case, Suite, shown};
use super::trial::{Broken, Loaded, Trial};
use crate::io::Io;
use crate::problem::Problem;
use crate::report::{self, Text};
use crate::request::Manner;
use crate::words::count;

/// The most new traces, or such, that are named one by one.
const MOST_NAMED: usize = 10;

pub(super) struct Telling<'a> {
    pub(super) manner: Manner,
    pub(super) asked: &'a Asked,
    pub(super) circuits: &'a [Loaded],
    pub(super) suite: &'a Suite,
}

impl Telling<'_> {
    /// Tells of all: first what is wrong, then what is new.
    pub(super) fn all(&self, io: &mut Io<'_>, trials: &[Trial], outcomes: &[Outcome]) -> Result<(), Problem> {
        broken_circuits(io, self.manner, self.circuits)?;
        for ((case, trial), outcome) in self.suite.cases.iter().zip(trials).zip(outcomes) {
            self.one(io, case, trial, outcome)?;
        }
        self.news(io, outcomes)
    }

    fn one(&self, io: &mut Io<'_>, case: &Case, trial: &Trial, outcome: &Outcome) -> Result<(), Problem> {
        if outcome.status == Status::Passed {
            if self.asked.verbose {
                let trace = outcome.trace.word().filter(|_| outcome.trace != TraceStatus::Same);
                let trace = trace.map(|word| format!(" (trace {word})")).unwrap_or_default();
                writeln!(io.output, "passed  {}{trace}", outcome.name)?;
            }
            return Ok(());
        }
        writeln!(io.output, "{:<6}  {}: {}", outcome.status.word(), outcome.name, outcome.wrong.join("; "))?;
        // A script with errors is no result but wrong input.
        let is_input = matches!(trial, Trial::Broken(_));
        if is_input {
            io.output.flush()?;
            detail(io.errors, case, trial, outcome, self.manner.color_errors)?;
        } else {
            detail(io.output, case, trial, outcome, self.manner.color)?;
            if self.asked.keeping != Keeping::Nothing
                && matches!(trial, Trial::Played(played) if !played.is_as_expected())
            {
                writeln!(io.output, "  Its trace is not kept: that of a script that fails would say what is wrong.\n")?;
            }
        }
        Ok(())
    }

    /// What is new, was written, or lies about.
    fn news(&self, io: &mut Io<'_>, outcomes: &[Outcome]) -> Result<(), Problem> {
        let with = |trace| -> Vec<&str> {
            let found = outcomes.iter().filter(|outcome| outcome.trace == trace && outcome.status == Status::Passed);
            found.map(|outcome| outcome.name.as_str()).collect()
        };
        let new = with(TraceStatus::New);
        if !new.is_empty() {
            let of = count(new.len() as u64, "script");
            named(io.output, &format!("No trace yet beside {of}; --accept writes it:"), &new)?;
        }
        let only_head = with(TraceStatus::OnlyHead);
        if !only_head.is_empty() {
            let of = count(only_head.len() as u64, "trace");
            let why = "the circuit or the script was edited, and all happens as before";
            named(io.output, &format!("Only the head changed of {of}: {why}.\n--accept renews it:"), &only_head)?;
        }
        let accepted: Vec<&str> = outcomes
            .iter()
            .filter(|outcome| outcome.trace == TraceStatus::Accepted)
            .filter_map(|outcome| outcome.golden.as_deref())
            .collect();
        if !accepted.is_empty() {
            named(io.output, &format!("Wrote {}:", count(accepted.len() as u64, "trace")), &accepted)?;
        }
        let left_over: Vec<String> = self.suite.left_over.iter().map(|path: &PathBuf| shown(path)).collect();
        if !left_over.is_empty() {
            let left_over: Vec<&str> = left_over.iter().map(String::as_str).collect();
            let of = count(left_over.len() as u64, "trace");
            named(io.output, &format!("Left over, without a script: {of}:"), &left_over)?;
        }
        Ok(())
    }
}

/// All that is to be shown of a script that has not passed.
pub(super) fn detail(
    out: &mut dyn Write,
    case: &Case,
    trial: &Trial,
    outcome: &Outcome,
    color: bool,
) -> io::Result<()> {
    match trial {
        Trial::Broken(Broken::Script { source, reading }) => {
            let unreadable = source.utf8().err();
            let text = unreadable.as_ref().map(|unreadable| unreadable.text.as_str());
            let text = text.or_else(|| source.utf8().ok()).unwrap_or_default();
            let text = Text::new(&source.name, text).with_files(&reading.files);
            report::findings(out, &text, &reading.findings, color)
        }
        Trial::Broken(_) => Ok(()),
        Trial::Played(played) => {
            let findings = played.report.findings(&played.ready.circuit);
            if !findings.is_empty() {
                let source = &played.ready.source;
                let text = Text::new(&source.name, source.utf8().unwrap_or_default());
                report::findings(out, &text.with_files(&played.ready.files), &findings, color)?;
            }
            match (&outcome.changes, &case.golden) {
                (Some(changes), Some(golden)) => changes.tell(out, golden, color),
                _ => Ok(()),
            }
        }
    }
}

/// The findings of circuits that have errors.
pub(super) fn broken_circuits(io: &mut Io<'_>, manner: Manner, circuits: &[Loaded]) -> Result<(), Problem> {
    for read in circuits.iter().filter_map(|circuit| circuit.known()) {
        if read.circuit.is_some() {
            continue;
        }
        io.output.flush()?;
        let unreadable = read.source.utf8().err();
        let text = unreadable.as_ref().map(|unreadable| unreadable.text.as_str());
        let text = text.or_else(|| read.source.utf8().ok()).unwrap_or_default();
        let text = Text::new(&read.source.name, text).with_files(&read.reading.files);
        let errors: Vec<_> = read.reading.findings.iter().filter(|finding| finding.is_error()).cloned().collect();
        report::findings(io.errors, &text, &errors, manner.color_errors)?;
    }
    Ok(())
}

fn named(out: &mut dyn Write, lead: &str, names: &[&str]) -> io::Result<()> {
    writeln!(out, "{lead}")?;
    names.iter().take(MOST_NAMED).try_for_each(|name| writeln!(out, "  {name}"))?;
    match names.len().checked_sub(MOST_NAMED).filter(|&more| more > 0) {
        Some(more) => writeln!(out, "  … and {more} more"),
        None => Ok(()),
    }
}
