//! `kiber fmt`: circuits in canonical form, their comments kept.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use kiber_netlist::Finding;
use serde_json::{Value, json};

use crate::arguments::Reporting;
use crate::check::findings_value;
use crate::files::MOST_BYTES;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::report::{self, Text};
use crate::request::Manner;
use crate::source::{Source, circuit_source};
use crate::whole_file::WholeFile;

/// What is typed.
#[derive(Args, Debug)]
pub(crate) struct Typed {
    /// Circuits or rule-books; - is standard input, to standard output
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Change nothing; list the files that would change
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    reporting: Reporting,
}

/// What is meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Standard input if there are none.
    files: Vec<PathBuf>,
    check: bool,
}

impl Typed {
    pub(crate) fn settle(self) -> Result<(Asked, Reporting), Problem> {
        let Self { mut files, check, reporting } = self;
        let is_input = |file: &PathBuf| file.to_str() == Some("-");
        if files.iter().any(is_input) {
            if files.len() > 1 {
                return Err(Problem::message("`-` is standard input, and stands alone; a file of that name is `./-`"));
            }
            files.clear();
        }
        Ok((Asked { files, check }, reporting))
    }
}

impl Asked {
    /// Whether the text itself goes to standard output.
    pub(crate) fn shows_text(&self) -> bool {
        self.files.is_empty() && !self.check
    }
}

pub(crate) fn fmt(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    let mut report = Report { status: ExitStatus::SUCCESS, files: Vec::new(), findings: Vec::new() };
    if asked.files.is_empty() {
        let source = standard_input(io)?;
        if let Some(text) = report.formatted(io, manner, &source)? {
            if asked.check {
                report.tell(io, manner, asked, &source, &text)?;
            } else {
                io.output.write_all(text.as_bytes())?;
            }
        }
    }
    for file in &asked.files {
        if let Err(problem) = report.file(io, manner, asked, file) {
            if let Problem::Output(_) = problem {
                return Err(problem);
            }
            io.output.flush()?;
            writeln!(io.errors, "error: {problem}")?;
            report.status = ExitStatus::ERROR;
        }
    }
    if manner.json {
        writeln!(io.output, "{:#}", json!({ "files": report.files, "findings": report.findings }))?;
    }
    Ok(report.status)
}

fn standard_input(io: &mut Io<'_>) -> Result<Source, Problem> {
    let mut text = Vec::new();
    let cannot = |why: &dyn std::fmt::Display| Problem::message(format!("cannot read standard input: {why}"));
    io.input.take(MOST_BYTES + 1).read_to_end(&mut text).map_err(|error| cannot(&error))?;
    if text.len() as u64 > MOST_BYTES {
        return Err(cannot(&format!("it is longer than {} MiB", MOST_BYTES >> 20)));
    }
    Ok(Source { name: "standard input".to_owned(), text, embedded: None, path: None })
}

/// What has come of the files so far.
struct Report {
    status: ExitStatus,
    files: Vec<Value>,
    findings: Vec<Value>,
}

impl Report {
    fn file(&mut self, io: &mut Io<'_>, manner: Manner, asked: &Asked, file: &Path) -> Result<(), Problem> {
        let source = circuit_source(file)?;
        if source.embedded.is_some() {
            let name = &source.name;
            return Err(Problem::message(format!(
                "`{name}` is a built-in circuit, and there is no file of it to write; a file is named `./{name}` or \
                 `{name}.ron`"
            )));
        }
        let Some(text) = self.formatted(io, manner, &source)? else { return Ok(()) };
        self.tell(io, manner, asked, &source, &text)?;
        if !asked.check && text.as_bytes() != source.text {
            let cannot = |error| Problem::message(format!("cannot write `{}`: {error}", source.name));
            let mut whole = WholeFile::create(file)?;
            whole.write_all(text.as_bytes()).map_err(cannot)?;
            whole.keep().map_err(cannot)?;
        }
        Ok(())
    }

    /// Names a file that would change, or keeps for the report whether it did.
    fn tell(
        &mut self,
        io: &mut Io<'_>,
        manner: Manner,
        asked: &Asked,
        source: &Source,
        text: &str,
    ) -> Result<(), Problem> {
        let changed = text.as_bytes() != source.text;
        if changed && asked.check {
            self.status = ExitStatus(self.status.0.max(ExitStatus::FAILED.0));
        }
        if manner.json {
            self.files.push(json!({ "file": source.name, "changed": changed }));
        } else if changed && asked.check {
            writeln!(io.output, "{}", source.name)?;
        }
        Ok(())
    }

    /// The text in canonical form; nothing, and the findings told, if it cannot be read.
    fn formatted(&mut self, io: &mut Io<'_>, manner: Manner, source: &Source) -> Result<Option<String>, Problem> {
        let (readable, findings): (_, Vec<Finding>) = match source.utf8() {
            Ok(text) => match kiber_netlist::format(text) {
                Ok(formatted) => return Ok(Some(formatted)),
                Err(findings) => (text.into(), findings),
            },
            Err(unreadable) => {
                let finding = unreadable.finding();
                (std::borrow::Cow::Owned(unreadable.text), vec![finding])
            }
        };
        self.status = ExitStatus::ERROR;
        let text = Text::new(&source.name, &readable);
        if manner.json {
            self.findings.extend(findings_value(&text, &findings));
        } else {
            io.output.flush()?;
            report::findings(io.errors, &text, &findings, manner.color_errors)?;
        }
        Ok(None)
    }
}
