//! What `kiber verify` tells a person: a summary fit for a report.

use std::io::{self, Write};

use kiber_explore::book::RuleBook;
use kiber_explore::{Bound, Exploration, GaveUp, Outcome, PropertyKind, Run, Vacuous, Verdict};

use super::Verified;
use crate::words::{
    count, grouped, grouped_count, heading, indented, level_words, margin_lines, plain, titled, wrapped,
};

/// Where the words about a property begin, and where lines end.
const INDENT: usize = 10;
const WIDTH: usize = 79;
/// A script longer than this is shown only in part.
const MOST_LINES: usize = 40;
/// The most races that are told of a property.
const MOST_RACES: usize = 10;

pub(super) fn report(out: &mut dyn Write, verified: &Verified<'_>, color: bool) -> io::Result<()> {
    let Verified { circuit, rules, exploration, .. } = verified;
    writeln!(out, "{}", heading(&titled(circuit, &exploration.book().title), color))?;
    for line in wrapped(&assumptions(rules, exploration), WIDTH) {
        writeln!(out, "{line}")?;
    }
    for line in wrapped(&found(verified), WIDTH) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    for verdict in exploration.verdicts() {
        property(out, verified, verdict, color)?;
    }
    for verdict in exploration.verdicts() {
        script(out, verified, verdict)?;
    }
    if !exploration.verdicts().is_empty() {
        writeln!(out)?;
    }
    writeln!(out, "{}", summary(exploration))
}

/// What every verdict rests on, unless it says more.
fn assumptions(rules: &str, exploration: &Exploration) -> String {
    let level =
        if exploration.book().has_times() { "times as the rules and the parts state them" } else { "nominal times" };
    format!("Assumed: rule-book {rules}; {level} (level 1); the supply as drawn, from power-up on.")
}

fn found(verified: &Verified<'_>) -> String {
    let Verified { exploration, seconds, stopped, .. } = verified;
    let states = [grouped_count(exploration.states(), "state"), grouped_count(exploration.transitions(), "transition")]
        .join(", ");
    let orbits = match exploration.orbits() {
        0 => String::new(),
        1 => ", 1 that never settles".to_owned(),
        orbits => format!(", {} that never settle", grouped(orbits)),
    };
    let seen = match exploration.gave_up() {
        None => "all looked at".to_owned(),
        Some(gave_up) => {
            let why = why(gave_up, *stopped, exploration.book());
            format!("GAVE UP ({why}) with {} still open", grouped(exploration.open()))
        }
    };
    // How long a moment took is nobody's business, and different every time.
    let took = if *seconds >= 1.0 { format!(" ({seconds:.1} s)") } else { String::new() };
    format!("{states}{orbits}; {seen}{took}.")
}

pub(crate) fn why(gave_up: GaveUp, stopped: Option<&'static str>, book: &RuleBook) -> String {
    match (gave_up, stopped) {
        (GaveUp::Stopped, Some(why)) => why.to_owned(),
        (GaveUp::States(most), _) => format!("more than {}", grouped_count(most, "state")),
        (GaveUp::Settling { rule, instants }, _) => {
            let what = match rule.and_then(|rule| book.rules.get(rule)) {
                Some(rule) => format!("\"{}\"", plain(&rule.name)),
                None => "power-up".to_owned(),
            };
            format!("{what} is not over after {} instants", grouped(instants))
        }
        _ => gave_up.to_string(),
    }
}

fn property(out: &mut dyn Write, verified: &Verified<'_>, verdict: &Verdict, color: bool) -> io::Result<()> {
    let exploration = verified.exploration;
    let property = &exploration.book().properties[verdict.property];
    let (word, style) = match (&verdict.outcome, verdict.vacuous) {
        (Outcome::Refuted(_), _) => ("REFUTED", "31;1"),
        (_, Some(_)) => ("VACUOUS", "33;1"),
        (Outcome::Proved, None) => ("proved", "32"),
        (Outcome::GaveUp(_) | Outcome::NotJudged(..), None) => ("gave up", "33"),
    };
    let word = format!("{word:INDENT$}");
    let word = if color { format!("\x1b[{style}m{word}\x1b[0m") } else { word };
    let asked = property.shown(exploration.book()).to_string();
    let lines = wrapped(&format!("{}: {asked}", plain(&property.name)), WIDTH - INDENT);
    for (index, line) in lines.iter().enumerate() {
        if index == 0 {
            writeln!(out, "{word}{line}")?;
        } else {
            writeln!(out, "{:INDENT$}{line}", "")?;
        }
    }
    for line in details(verified, verdict).iter().flat_map(|line| wrapped(line, WIDTH - INDENT - 2)) {
        writeln!(out, "{:INDENT$}  {line}", "")?;
    }
    Ok(())
}

/// What more there is to say of a verdict, a sentence each.
fn details(verified: &Verified<'_>, verdict: &Verdict) -> Vec<String> {
    let exploration = verified.exploration;
    let mut lines = Vec::new();
    if let PropertyKind::NoRace(level) = exploration.book().properties[verdict.property].kind {
        lines.push(level_words(level, verified.search.tolerance));
        if exploration.book().has_times() {
            lines.push("not judged: lines that let a time of their own pass".to_owned());
        }
    }
    match verdict.vacuous {
        Some(Vacuous::FirstTermNeverHeld) => lines.push("its first term held at no checked moment".to_owned()),
        Some(Vacuous::NothingCounts) => lines.push("no rule that was ever used adds to the counter".to_owned()),
        Some(Vacuous::NothingEnabled) => lines.push("nothing but the first rule was ever enabled".to_owned()),
        None => {}
    }
    match &verdict.outcome {
        Outcome::Refuted(_) if !verdict.races.is_empty() => {}
        Outcome::Refuted(run) => lines.push(shown_by(exploration, run)),
        Outcome::NotJudged(run, why) => {
            let why = why.shown(exploration.circuit());
            lines.push(format!("not judged, {}: {why}", shown_by(exploration, run)));
        }
        Outcome::GaveUp(_) => lines.push("not refuted by what was seen".to_owned()),
        Outcome::Proved => {}
    }
    if let Some(bound) = &verdict.bound {
        lines.push(bound_words(bound));
    }
    for found in verdict.races.iter().take(MOST_RACES) {
        let rule = &exploration.book().rules[found.rule].name;
        lines.push(match found.run.rules.len() as u64 {
            0 => format!("in \"{}\", first of all:", plain(rule)),
            after => format!("in \"{}\", after {}:", plain(rule), count(after, "rule")),
        });
        lines.extend(found.race.lines(exploration.circuit()));
        let limits = exploration.limits(found, verified.search.tolerance);
        lines.extend(margin_lines(exploration.circuit(), found.race.level, &limits));
    }
    if let Some(more) = verdict.races.len().checked_sub(MOST_RACES).filter(|&more| more > 0) {
        lines.push(format!("… and {}", count(more as u64, "more race")));
    }
    if let Some(script) = verified.scripts.of(verdict.property) {
        let files = script.file.iter().chain(&script.least);
        lines.extend(files.map(|file| format!("script: {}", plain(&file.display().to_string()))));
    }
    lines
}

fn shown_by(exploration: &Exploration, run: &Run) -> String {
    let rules = &exploration.book().rules;
    let after = match (run.rules.len(), run.then) {
        (0, None) => "after power-up".to_owned(),
        (0, Some((rule, _))) => format!("in the first rule, \"{}\"", plain(&rules[rule].name)),
        (long, None) => format!("after {}", count(long as u64, "rule")),
        (long, Some((rule, _))) => format!("after {}, in \"{}\"", count(long as u64, "rule"), plain(&rules[rule].name)),
    };
    match run.repeats_from {
        Some(from) => match count((run.rules.len() - from) as u64, "rule") {
            _ if from == 0 => format!("{after}, which can go on for ever"),
            round => format!("{after}, of which the last {round} can go on for ever"),
        },
        None => after,
    }
}

/// What the best and the worst make of a counter.
fn bound_words(bound: &Bound) -> String {
    let Some(most) = bound.most else {
        return "it grows for ever: there is a way round on which it does".to_owned();
    };
    let worst = format!("a run of {} comes to {most}", count(bound.worst.rules.len() as u64, "rule"));
    let ends = if bound.best.repeats_from.is_some() { "for ever" } else { "to its end" };
    if bound.least == most {
        format!("{worst}, and so does every other in the end")
    } else {
        format!("{worst}; another stays at {} {ends}", bound.least)
    }
}

fn script(out: &mut dyn Write, verified: &Verified<'_>, verdict: &Verdict) -> io::Result<()> {
    let Some(script) = verified.scripts.of(verdict.property).filter(|script| script.file.is_none()) else {
        return Ok(());
    };
    if verdict.outcome == Outcome::Proved {
        return Ok(());
    }
    writeln!(out)?;
    let lines: Vec<&str> = script.text.lines().collect();
    for line in lines.iter().take(MOST_LINES) {
        writeln!(out, "{}", indented(line))?;
    }
    if let Some(more) = lines.len().checked_sub(MOST_LINES).filter(|&more| more > 0) {
        writeln!(out, "  … {}; --scripts DIR writes it whole", count(more as u64, "more line"))?;
    }
    Ok(())
}

fn summary(exploration: &Exploration) -> String {
    let verdicts = exploration.verdicts();
    let of = |wanted: fn(&Verdict) -> bool| verdicts.iter().filter(|verdict| wanted(verdict)).count();
    let refuted = of(|verdict| matches!(verdict.outcome, Outcome::Refuted(_)));
    let vacuous = of(|verdict| verdict.vacuous.is_some());
    let proved = of(|verdict| verdict.outcome == Outcome::Proved && verdict.vacuous.is_none());
    let open = verdicts.len() - refuted - vacuous - proved;
    let mut words = vec![format!(
        "{proved} of {} proved",
        count(verdicts.len() as u64, "property").replace("propertys", "properties")
    )];
    let mut add = |number: usize, what: &str| {
        if number > 0 {
            words.push(format!("{number} {what}"));
        }
    };
    add(refuted, "refuted");
    add(vacuous, "vacuous");
    add(open, "without an answer");
    words.join(", ")
}
