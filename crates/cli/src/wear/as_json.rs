//! The report as JSON.

use kiber_script::{At, Moment, Peak};
use serde_json::{Value, json};

use super::Worn;
use crate::script::add_place;
use crate::words::contact_name;

pub(super) fn value(worn: &Worn, file: &str) -> Value {
    let scripts = worn.scripts.iter().map(|script| {
        let stopped = script.played.stopped.as_ref().map(|At { line, around, what, .. }| {
            let mut value = json!({ "message": what.message(&worn.circuit) });
            add_place(&mut value, Some(script.file(around.file)), *line, around);
            value
        });
        json!({ "script": script.file(0), "stopped": stopped })
    });
    let contacts = worn.survey.contacts().into_iter().map(|contact| {
        json!({
            "contact": contact_name(&worn.circuit, contact.contact),
            "side": side(contact.side),
            "closed": contact.closed,
            "opened": contact.opened,
            "made": contact.made,
            "broke": contact.broken,
            "shorted": contact.shorted,
            "switched": contact.switched.as_ref().map(|peak| peak_value(worn, peak)),
            "carried": contact.carried.as_ref().map(|peak| peak_value(worn, peak)),
            "rated_amps": contact.rated_amps,
            "load": contact.load().filter(|load| load.is_finite()),
            "over": contact.is_over(),
        })
    });
    let parts = worn.circuit.parts.iter().filter_map(|(id, part)| {
        let operations = worn.survey.operations(id);
        (operations > 0).then(|| json!({ "part": part.name, "operations": operations }))
    });
    let currents = worn.survey.peaks().map(|peak| {
        let mut value = peak_value(worn, peak);
        value["part"] = json!(worn.circuit.parts[peak.part].name);
        value["kind"] = json!(worn.circuit.parts[peak.part].kind.noun());
        let windings: Vec<&str> = worn.circuit.parts[peak.part].kind.coils().map(|coil| coil.name.as_str()).collect();
        if windings.len() > 1 {
            value["winding"] = json!(windings.get(peak.winding));
        }
        value
    });
    json!({
        "file": file,
        "over": worn.survey.is_over_a_rating(),
        "scripts": scripts.collect::<Vec<_>>(),
        "contacts": contacts.collect::<Vec<_>>(),
        "parts": parts.collect::<Vec<_>>(),
        "currents": currents.collect::<Vec<_>>(),
    })
}

fn peak_value(worn: &Worn, peak: &Peak) -> Value {
    let Moment { script, line, around, action, at, .. } = &peak.moment;
    let script = worn.script(*script);
    let mut value = json!({
        "amps": peak.current.0 as f64 / 1e9,
        "script": script.map(|script| script.file(0)),
        "action": action,
        "time_us": at,
    });
    add_place(&mut value, script.map(|script| script.file(around.file)), *line, around);
    value
}

fn side(side: kiber_engine::ContactSide) -> Value {
    match side {
        kiber_engine::ContactSide::Break => json!("break"),
        kiber_engine::ContactSide::Make => json!("make"),
        kiber_engine::ContactSide::Place(place) => json!(place),
    }
}
