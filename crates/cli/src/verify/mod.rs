//! `kiber verify`: every state that the rules of an operator allow, and what must hold in them.

mod as_json;
mod as_text;
mod scripts;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kiber_explore::{Exploration, Options, Outcome, Verdict, book, explore};
use kiber_netlist::Circuit;

use crate::bounds::Bounds;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::source::{Source, book_source, circuit_source, load, load_book};
use crate::watch::Watch;
use crate::words::{indented, plain};
pub(crate) use as_text::why;
pub(crate) use scripts::ScriptFiles;
use scripts::Scripts;

/// How far to look, and how.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Search {
    pub(crate) bounds: Bounds,
    /// As a share: 0.2.
    pub(crate) tolerance: f64,
    /// Where counterexamples are written.
    pub(crate) scripts: Option<PathBuf>,
}

impl Search {
    pub(crate) fn options(&self) -> Options {
        Options { tolerance: self.tolerance, ..self.bounds.options() }
    }
}

/// What was found, and all that is told of it.
struct Verified<'a> {
    circuit: &'a str,
    rules: &'a str,
    exploration: &'a Exploration,
    search: &'a Search,
    seconds: f64,
    /// Why it was ended from outside.
    stopped: Option<&'static str>,
    scripts: Scripts,
}

pub(crate) fn verify(
    io: &mut Io<'_>,
    manner: Manner,
    given: &Path,
    rules: &Path,
    search: &Search,
) -> Result<ExitStatus, Problem> {
    let source = circuit_source(given)?;
    let rules = book_source(rules, &source)?;
    let circuit = load(io, manner, &source)?;
    let book = load_book(io, manner, &rules, &circuit)?;
    if book.properties.is_empty() {
        writeln!(io.errors, "{}: warning: the rule-book has no properties, so nothing is proved", rules.name)?;
    }
    let mut files = search.scripts.as_deref().map(ScriptFiles::new).transpose()?;
    let (exploration, seconds, stopped) = explored(io, manner, circuit, Arc::new(book), search, &rules)?;
    let scripts = Scripts::new(&source.name, &rules.name, &exploration, files.as_mut());
    let verified = Verified {
        circuit: &source.name,
        rules: &rules.name,
        exploration: &exploration,
        search,
        seconds,
        stopped,
        scripts,
    };
    if manner.json {
        writeln!(io.output, "{:#}", as_json::report(&verified))?;
    } else {
        as_text::report(io.output, &verified, manner.color)?;
    }
    if let Some(files) = files {
        files.end()?;
    }
    Ok(status(&exploration))
}

/// Explores, showing how far it is; a rule that cannot be done is told with a script that leads to it.
fn explored(
    io: &mut Io<'_>,
    manner: Manner,
    circuit: Arc<Circuit>,
    book: Arc<book::RuleBook>,
    search: &Search,
    rules: &Source,
) -> Result<(Exploration, f64, Option<&'static str>), Problem> {
    let mut watch = Watch::new(io.errors, manner.progress, search.bounds.most_time);
    let explored =
        explore(Arc::clone(&circuit), Arc::clone(&book), &search.options(), &mut |progress| watch.goes_on(progress));
    let (took, stopped) = watch.end();
    match explored {
        Ok(exploration) => Ok((exploration, took.as_secs_f64(), stopped)),
        Err(problem) => {
            told_with_script(io, &rules.name, &problem, &circuit, &book)?;
            Err(Problem::Reported)
        }
    }
}

/// Tells of a rule that cannot be done, with a script that leads to it.
pub(crate) fn told_with_script(
    io: &mut Io<'_>,
    what: &str,
    problem: &kiber_explore::Problem,
    circuit: &Circuit,
    book: &book::RuleBook,
) -> io::Result<()> {
    writeln!(io.errors, "error: {what}: {}", plain(&problem.to_string()))?;
    if problem.steps().next().is_some() {
        writeln!(io.errors, "what was done before:")?;
    }
    for line in problem.script(circuit, book).trim().lines() {
        writeln!(io.errors, "{}", indented(line))?;
    }
    Ok(())
}

fn status(exploration: &Exploration) -> ExitStatus {
    let verdicts = exploration.verdicts();
    let refuted = |verdict: &Verdict| matches!(verdict.outcome, Outcome::Refuted(_)) || verdict.vacuous.is_some();
    let gave_up = |verdict: &Verdict| matches!(verdict.outcome, Outcome::GaveUp(_) | Outcome::NotJudged(..));
    if verdicts.iter().any(refuted) {
        ExitStatus::FAILED
    } else if exploration.gave_up().is_some() || verdicts.iter().any(gave_up) {
        ExitStatus::GAVE_UP
    } else {
        ExitStatus::SUCCESS
    }
}
