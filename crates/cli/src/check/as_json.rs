//! What `kiber check --margins` tells a program.

use kiber_engine::{Setting, Unjudged, Varied};
use kiber_netlist::Circuit;
use kiber_script::{Moment, Slimmest};
use serde_json::{Value, json};

use super::margins::{OneScript, Surveyed};
use super::table::{coil_name, demand_word};
use crate::script::add_place;

/// Each coil and each thing that is asked of it, the slimmest margin first.
pub(super) fn margins<'s>(file: &'s str, surveyed: &'s Surveyed) -> impl Iterator<Item = (f64, Value)> + 's {
    surveyed.survey.slimmest().into_iter().map(move |row| (row.coil.margin(), row_value(file, surveyed, row)))
}

fn row_value(file: &str, surveyed: &Surveyed, row: &Slimmest) -> Value {
    let circuit = &surveyed.circuit;
    let coil = &row.coil;
    let mut value = json!({
        "file": file,
        "coil": coil_name(circuit, coil.part, coil.winding),
        "demand": demand_word(coil.demand),
        "margin": coil.margin(),
        "may_fail": coil.may_fail(),
        "exact": coil.exact,
        "least_ma": coil.least.milliamps(),
        "nominal_ma": coil.nominal.milliamps(),
        "greatest_ma": coil.greatest.milliamps(),
        "backwards": coil.backwards,
        "threshold_ma": coil.threshold.milliamps(),
        "corner": coil.corner.iter().map(|setting| setting_value(circuit, setting)).collect::<Value>(),
        "states": row.states,
    });
    add_moment(&mut value, surveyed, &row.moment);
    value
}

fn add_moment(value: &mut Value, surveyed: &Surveyed, moment: &Moment) {
    let script = surveyed.script(moment.script);
    value["script"] = json!(script.map(OneScript::name));
    add_place(value, script.map(|script| script.file(moment.around.file)), moment.line, &moment.around);
    value["action"] = json!(moment.action);
    value["time_us"] = json!(moment.at);
    value["settled"] = json!(moment.settled);
}

fn setting_value(circuit: &Circuit, setting: &Setting) -> Value {
    let (name, field) = match setting.what {
        Varied::Volts => (circuit.parts[setting.part].name.clone(), "volts"),
        Varied::InternalOhms => (circuit.parts[setting.part].name.clone(), "internal_ohms"),
        Varied::Ohms => (circuit.parts[setting.part].name.clone(), "ohms"),
        Varied::WindingOhms(winding) => (coil_name(circuit, setting.part, Some(winding)), "ohms"),
    };
    json!({ "part": name, "field": field, "value": setting.value })
}

/// What was looked at, and what could not be judged.
pub(super) fn survey(surveyed: &Surveyed) -> Value {
    let scripts = surveyed.scripts.iter().map(|script| {
        let played = &script.played;
        json!({
            "script": script.name(),
            "expectations": { "passed": played.passed, "failed": played.failed },
            "stopped_at_line": played.stopped.as_ref().map(|at| at.line),
        })
    });
    let left_out = surveyed.survey.left_out().map(|left| {
        let why = match left.why {
            Unjudged::ShortCircuit => "short_circuit",
            Unjudged::Capacitor => "capacitor",
        };
        let name = &surveyed.circuit.parts[left.part].name;
        let mut value = json!({ "coil": name, "why": why, "states": left.states });
        add_moment(&mut value, surveyed, &left.moment);
        value
    });
    json!({
        "states": surveyed.survey.states(),
        "ranges_given": surveyed.survey.states_ranges(),
        "scripts": scripts.collect::<Value>(),
        "not_judged": left_out.collect::<Value>(),
    })
}
