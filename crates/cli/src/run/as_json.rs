//! What `kiber run` tells a program.

use kiber_engine::ShortStep;
use kiber_netlist::{Circuit, PartKind};
use kiber_script::At;
use serde_json::{Value, json};

use super::Ran;
use crate::script::{Loaded, add_place};
use crate::words::{contact_name, name_list};

pub(super) fn report(circuit: &Circuit, circuit_name: &str, script: &Loaded<'_>, ran: &Ran) -> Value {
    let report = &ran.report;
    let failures = report.failures.iter().map(|at| {
        placed(script, at, json!({ "expected": at.what.claim.shown(circuit).to_string(), "message": at.what.message }))
    });
    let oscillations = report.oscillations.iter().map(|at| {
        let oscillation = &at.what.what;
        let value = json!({
            "period_us": oscillation.period,
            "parts": name_list(circuit, &oscillation.parts),
            "expected": at.what.expected,
        });
        placed(script, at, value)
    });
    let shorts = report.shorts.iter().map(|at| {
        let seen = &at.what.what;
        let path = seen.short.path.iter().map(|step| match *step {
            ShortStep::Contact(contact) => contact_name(circuit, contact),
            ShortStep::Part(part) => circuit.parts[part].name.clone(),
        });
        let value = json!({
            "sources": name_list(circuit, &seen.short.sources),
            "path": path.collect::<Vec<_>>(),
            "began_us": seen.began,
            "lasted_us": seen.lasted,
            "expected": at.what.expected,
        });
        placed(script, at, value)
    });
    let overloads = report.overloads.iter().map(|at| {
        let part = &circuit.parts[at.what.part];
        let what = if let PartKind::Fuse(_) = part.kind { "fuse" } else { "source" };
        let value = json!({
            what: part.name,
            "current_ma": at.what.current.milliamps(),
            "began_us": at.what.began,
            "lasted_us": at.what.lasted,
        });
        placed(script, at, value)
    });
    let both_coils = report.both_coils.iter().map(|at| {
        let value = json!({
            "relay": circuit.parts[at.what.part].name,
            "began_us": at.what.began,
            "lasted_us": at.what.lasted,
        });
        placed(script, at, value)
    });
    let blown = report.blown.iter().map(|at| {
        let seen = &at.what.what;
        let value = json!({
            "fuse": circuit.parts[seen.part].name,
            "at_us": seen.at,
            "fed": name_list(circuit, &seen.fed),
            "expected": at.what.expected,
        });
        placed(script, at, value)
    });
    let gave_up = report.gave_up.iter().map(|at| placed(script, at, json!({ "instants": at.what })));
    let stopped = report
        .stopped
        .as_ref()
        .map(|at| placed(script, at, json!({ "code": at.what.code(), "message": at.what.message(circuit) })));
    json!({
        "circuit": circuit_name,
        "script": script.file_name(0),
        "interrupted": report.interrupted,
        "left_out": report.left_out,
        "actions": report.actions,
        "expectations": { "passed": report.passed, "failed": report.failed },
        "time_us": report.time_us,
        "oscillating": ran.oscillating,
        "oscillations": oscillations.collect::<Vec<Value>>(),
        "shorts": shorts.collect::<Vec<Value>>(),
        "overloads": overloads.collect::<Vec<Value>>(),
        "blown": blown.collect::<Vec<Value>>(),
        "both_coils": both_coils.collect::<Vec<Value>>(),
        "failures": failures.collect::<Vec<Value>>(),
        "gave_up": gave_up.collect::<Vec<Value>>(),
        "stopped": stopped,
    })
}

/// With the line that it belongs to, and what stands around that.
fn placed<T>(script: &Loaded<'_>, at: &At<T>, mut value: Value) -> Value {
    add_place(&mut value, Some(script.file_name(at.around.file)), at.line, &at.around);
    value
}
