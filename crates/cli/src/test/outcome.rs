//! What there is to say of each script, and of all of them.

use super::arguments::Asked;
use super::changes::Changes;
use super::comparer::Compared;
use super::suite::{Case, shown};
use super::trial::{Broken, Golden, Loaded, Played, Trial};
use crate::io::ExitStatus;
use crate::words::count;

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Passed,
    Failed,
    /// It could not be played to its end.
    Error,
}

impl Status {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Error => "error",
        }
    }
}

/// How a script's trace stands to the golden one, at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TraceStatus {
    /// There is nothing to compare: a built-in script, or one that was not played.
    None,
    Same,
    OnlyHead,
    Changed,
    New,
    Unreadable,
    /// It was written just now, to be the golden one.
    Accepted,
}

impl TraceStatus {
    pub(super) fn word(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Same => Some("same"),
            Self::OnlyHead => Some("only head changed"),
            Self::Changed => Some("changed"),
            Self::New => Some("new"),
            Self::Unreadable => Some("unreadable"),
            Self::Accepted => Some("accepted"),
        }
    }
}

/// What came of a script, in short.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) name: String,
    /// Its circuit's file, or the built-in circuit's name.
    pub(super) circuit: Option<String>,
    /// The golden trace's file, if it may have one.
    pub(super) golden: Option<String>,
    pub(super) status: Status,
    pub(super) trace: TraceStatus,
    /// What is wrong, each in a line; the failures of expectations together are one.
    pub(super) wrong: Vec<String>,
    pub(super) expectations: (u64, u64),
    pub(super) time_us: u64,
    /// What was not as expected: the line, what was expected, and what is the case.
    pub(super) failures: Vec<(usize, String, String)>,
    /// What has changed in the trace.
    pub(super) changes: Option<Changes>,
}

impl Outcome {
    pub(super) fn new(case: &Case, circuits: &[Loaded], trial: &Trial, asked: &Asked) -> Self {
        let loaded = case.circuit.as_ref().ok().and_then(|&number| circuits.get(number));
        let circuit = loaded.map(Loaded::name);
        let mut outcome = Self {
            name: case.name.clone(),
            circuit,
            golden: case.golden.as_deref().map(shown),
            status: Status::Error,
            trace: TraceStatus::None,
            wrong: Vec::new(),
            expectations: (0, 0),
            time_us: 0,
            failures: Vec::new(),
            changes: None,
        };
        match trial {
            Trial::Broken(Broken::Unreadable(why)) => outcome.wrong.push(why.clone()),
            Trial::Broken(Broken::Circuit) => {
                let name = outcome.circuit.clone().unwrap_or_default();
                outcome.wrong.push(format!("its circuit {name} has errors"));
            }
            Trial::Broken(Broken::Script { reading, .. }) => {
                outcome.wrong.push(count(reading.findings.len() as u64, "error"));
            }
            Trial::Played(played) => outcome.take(played, asked),
        }
        outcome
    }

    fn take(&mut self, played: &Played, asked: &Asked) {
        let report = &played.report;
        let circuit = &played.ready.circuit;
        self.expectations = (report.passed, report.failed);
        self.time_us = report.time_us;
        let failures = report.failures.iter();
        self.failures = failures
            .map(|at| {
                let message = at.with_round(&at.what.message);
                (at.line, at.what.claim.shown(circuit).to_string(), message)
            })
            .collect();
        self.trace = match (&played.kept, &played.golden) {
            (Some(Ok(())), _) => TraceStatus::Accepted,
            (_, Golden::Without) => TraceStatus::None,
            (_, Golden::New) => TraceStatus::New,
            (_, Golden::Unreadable(_)) => TraceStatus::Unreadable,
            (_, Golden::Compared(Compared::Same)) => TraceStatus::Same,
            (_, Golden::Compared(Compared::OnlyHead)) => TraceStatus::OnlyHead,
            (_, Golden::Compared(Compared::Changed(_))) => TraceStatus::Changed,
        };
        self.status = Status::Passed;
        if report.failed > 0 {
            self.status = Status::Failed;
            let all = count(report.passed + report.failed, "expectation");
            self.wrong.push(format!("{} of {all} failed", report.failed));
        }
        if let Some(stop) = &report.stopped {
            self.status = Status::Error;
            self.wrong.push(format!("stopped at line {}", stop.line));
        }
        let golden = self.golden.clone().unwrap_or_default();
        if self.trace == TraceStatus::Changed {
            self.fail();
            self.wrong.push("its trace has changed".to_owned());
            self.changes = played.changes.clone();
        }
        if let (TraceStatus::Unreadable, Golden::Unreadable(why)) = (self.trace, &played.golden) {
            self.status = Status::Error;
            self.wrong.push(format!("cannot read {golden}: {why}"));
        }
        if self.trace == TraceStatus::New && asked.require_traces {
            self.fail();
            self.wrong.push(format!("there is no {golden}; --accept writes it"));
        }
        if let Some(Err(why)) = &played.kept {
            self.status = Status::Error;
            self.wrong.push(why.clone());
        }
    }

    fn fail(&mut self) {
        if self.status == Status::Passed {
            self.status = Status::Failed;
        }
    }
}

/// All outcomes counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) scripts: u64,
    pub(super) passed: u64,
    pub(super) failed: u64,
    pub(super) errors: u64,
    pub(super) new: u64,
    pub(super) only_head: u64,
    pub(super) accepted: u64,
}

impl Tally {
    pub(super) fn of(outcomes: &[Outcome]) -> Self {
        let status = |status| outcomes.iter().filter(|outcome| outcome.status == status).count() as u64;
        let trace = |trace| outcomes.iter().filter(|outcome| outcome.trace == trace).count() as u64;
        Self {
            scripts: outcomes.len() as u64,
            passed: status(Status::Passed),
            failed: status(Status::Failed),
            errors: status(Status::Error),
            new: trace(TraceStatus::New),
            only_head: trace(TraceStatus::OnlyHead),
            accepted: trace(TraceStatus::Accepted),
        }
    }

    pub(super) fn status(&self) -> ExitStatus {
        match (self.errors, self.failed) {
            (0, 0) => ExitStatus::SUCCESS,
            (0, _) => ExitStatus::FAILED,
            _ => ExitStatus::ERROR,
        }
    }

    /// `95 scripts: 92 passed, 2 failed, 1 error`.
    pub(super) fn words(&self) -> String {
        let mut words = format!("{}: {} passed", count(self.scripts, "script"), self.passed);
        if self.failed > 0 {
            words.push_str(&format!(", {} failed", self.failed));
        }
        if self.errors > 0 {
            words.push_str(&format!(", {}", count(self.errors, "error")));
        }
        words
    }
}
