//! The results as JUnit XML, which programs that build and test read.

use std::io::{BufWriter, Write};
use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::outcome::{Outcome, Status};
use crate::problem::Problem;
use crate::whole_file::WholeFile;

/// Writes a suite for each circuit, and in it a test for each of its scripts. `detail` tells what is wrong
/// with the one of that number.
///
/// There are no times in it: the machine's would be others each time, and the simulated ones are not what
/// such programs show. So the same results make the same file.
pub(super) fn write(
    path: &Path,
    outcomes: &[Outcome],
    detail: impl Fn(usize) -> Result<String, Problem>,
) -> Result<(), Problem> {
    let mut suites: Vec<(&str, TestSuite)> = Vec::new();
    for (number, outcome) in outcomes.iter().enumerate() {
        let circuit = outcome.circuit.as_deref().unwrap_or("without a circuit");
        let case = case(outcome, detail(number)?);
        // Scripts of one circuit come one after the other, so it is one of the last.
        match suites.iter_mut().rev().find(|(name, _)| *name == circuit) {
            Some((_, suite)) => drop(suite.add_test_case(case)),
            None => {
                let mut suite = TestSuite::new(circuit);
                suite.add_test_case(case);
                suites.push((circuit, suite));
            }
        }
    }
    let mut report = Report::new("kiber test");
    report.add_test_suites(suites.into_iter().map(|(_, suite)| suite));
    let cannot = |why: &dyn std::fmt::Display| Problem::message(format!("cannot write `{}`: {why}", path.display()));
    let mut file = WholeFile::create(path)?;
    let mut out = BufWriter::new(&mut file);
    report.serialize(&mut out).map_err(|error| cannot(&error))?;
    out.flush().map_err(|error| cannot(&error))?;
    drop(out);
    file.keep().map_err(|error| cannot(&error))
}

fn case(outcome: &Outcome, detail: String) -> TestCase {
    let status = match outcome.status {
        Status::Passed => TestCaseStatus::success(),
        Status::Failed => not_passed(NonSuccessKind::Failure, outcome, detail),
        Status::Error => not_passed(NonSuccessKind::Error, outcome, detail),
    };
    let mut case = TestCase::new(outcome.name.as_str(), status);
    if let Some(circuit) = &outcome.circuit {
        case.set_classname(circuit.as_str());
    }
    let (passed, failed) = outcome.expectations;
    case.set_assertions(usize::try_from(passed.saturating_add(failed)).unwrap_or(usize::MAX));
    case
}

fn not_passed(kind: NonSuccessKind, outcome: &Outcome, detail: String) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(outcome.wrong.join("; "));
    if !detail.trim().is_empty() {
        status.set_description(detail);
    }
    status
}
