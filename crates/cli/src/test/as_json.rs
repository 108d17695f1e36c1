//! What `kiber test` tells a program.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::coverage::{self, Covered};
use super::outcome::{Outcome, Tally};
use super::suite::shown;

pub(super) fn report(outcomes: &[Outcome], left_over: &[PathBuf], tally: &Tally, covered: Option<&[Covered]>) -> Value {
    let mut report = json!({
        "scripts": outcomes.iter().map(one).collect::<Vec<Value>>(),
        "left_over": left_over.iter().map(|path| shown(path)).collect::<Vec<String>>(),
        "summary": {
            "scripts": tally.scripts,
            "passed": tally.passed,
            "failed": tally.failed,
            "errors": tally.errors,
            "new_traces": tally.new,
            "only_head_changed": tally.only_head,
            "accepted": tally.accepted,
        },
    });
    if let (Some(covered), Some(keys)) = (covered, report.as_object_mut()) {
        keys.insert("coverage".to_owned(), coverage::value(covered));
    }
    report
}

fn one(outcome: &Outcome) -> Value {
    let failures = outcome.failures.iter();
    let failures =
        failures.map(|(line, expected, message)| json!({ "line": line, "expected": expected, "message": message }));
    let changes = outcome.changes.as_ref().map(|changes| {
        let first = &changes.first;
        let differences = changes.differences.iter().map(|found| {
            json!({
                "kind": found.kind.name(),
                "section": found.section,
                "part": found.part,
                "message": found.message,
            })
        });
        json!({
            "summary": changes.summary,
            "damaged": changes.damaged.as_ref().map(|(line, message)| json!({ "line": line, "message": message })),
            "differences": differences.collect::<Vec<Value>>(),
            "more": changes.more,
            "first": { "line": first.line, "section": first.section, "was": first.was, "is": first.is },
        })
    });
    json!({
        "script": outcome.name,
        "circuit": outcome.circuit,
        "status": outcome.status.word(),
        "wrong": outcome.wrong,
        "expectations": { "passed": outcome.expectations.0, "failed": outcome.expectations.1 },
        "failures": failures.collect::<Vec<Value>>(),
        "time_us": outcome.time_us,
        "trace": outcome.trace.word(),
        "changes": changes,
    })
}
