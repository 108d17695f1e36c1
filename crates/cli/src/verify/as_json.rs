//! What `kiber verify` tells a program.

use kiber_explore::races::Level;
use kiber_explore::{Outcome, PropertyKind, Run, Verdict};
use serde_json::{Map, Value, json};

use super::Verified;
use super::as_text::why;
use crate::races::race_value;
use crate::words::level_words;

pub(super) fn report(verified: &Verified<'_>) -> Value {
    let Verified { circuit, rules, exploration, seconds, stopped, .. } = verified;
    let book = exploration.book();
    let properties: Map<String, Value> = exploration
        .verdicts()
        .iter()
        .map(|verdict| (book.properties[verdict.property].name.clone(), property(verified, verdict)))
        .collect();
    json!({
        "circuit": circuit,
        "rules": rules,
        "title": book.title,
        "states": exploration.states(),
        "transitions": exploration.transitions(),
        "orbits": exploration.orbits(),
        "open": exploration.open(),
        "gave_up": exploration.gave_up().map(|gave_up| why(gave_up, *stopped, book)),
        "seconds": (seconds * 1e3).round() / 1e3,
        "bytes": exploration.bytes(),
        "never_enabled": (0..book.rules.len())
            .filter(|&rule| !exploration.was_enabled(rule))
            .map(|rule| &book.rules[rule].name)
            .collect::<Vec<_>>(),
        "properties": properties,
    })
}

fn property(verified: &Verified<'_>, verdict: &Verdict) -> Value {
    let exploration = verified.exploration;
    let asked = &exploration.book().properties[verdict.property];
    let (word, run) = match &verdict.outcome {
        Outcome::Proved => ("proved", verdict.bound.as_ref().map(|bound| &bound.worst)),
        Outcome::Refuted(run) => ("refuted", Some(run)),
        Outcome::GaveUp(_) => ("gave_up", None),
        Outcome::NotJudged(run, _) => ("gave_up", Some(run)),
    };
    let script = verified.scripts.of(verdict.property);
    let level = match asked.kind {
        PropertyKind::NoRace(level) => level,
        _ => Level::Nominal,
    };
    let mut value = json!({
        "asks": asked.shown(exploration.book()).to_string(),
        "verdict": word,
        "vacuous": verdict.vacuous.is_some(),
        "assumes": level_words(level, verified.search.tolerance),
        "bound": verdict.bound.as_ref().and_then(|bound| bound.most),
        "least": verdict.bound.as_ref().filter(|bound| bound.most.is_some()).map(|bound| bound.least),
        "unbounded": verdict.bound.as_ref().is_some_and(|bound| bound.most.is_none()),
        "run": run.map(|run| rules(verified, run)),
        "least_run": verdict.bound.as_ref().map(|bound| rules(verified, &bound.best)),
        "repeats_from": run.and_then(|run| run.repeats_from),
        "script": script.map(|script| &script.text),
        "file": script.and_then(|script| script.file.as_ref()).map(|file| file.display().to_string()),
    });
    if let (PropertyKind::NoRace(_), Some(fields)) = (&asked.kind, value.as_object_mut()) {
        let circuit = exploration.circuit();
        let races = verdict.races.iter().map(|found| {
            let limits = exploration.limits(found, verified.search.tolerance);
            let mut value = race_value(circuit, &found.race, &limits);
            value["rule"] = json!(exploration.book().rules[found.rule].name);
            value
        });
        fields.insert("judges_times".to_owned(), json!(!exploration.book().has_times()));
        fields.insert("critical".to_owned(), races.collect());
    }
    value
}

fn rules(verified: &Verified<'_>, run: &Run) -> Vec<String> {
    let rules = &verified.exploration.book().rules;
    run.rules.iter().copied().chain(run.then.map(|(rule, _)| rule)).map(|rule| rules[rule].name.clone()).collect()
}
