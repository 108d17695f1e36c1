//! `kiber run`: a script on a circuit, and whether all was as it expects.

pub(crate) mod arguments;
mod as_json;
mod outputs;
pub(crate) mod text_out;

use std::io::Write;
use std::sync::Arc;

use kiber_engine::OverloadRecord;
use kiber_netlist::{Circuit, PartKind};
use kiber_script::{At, Claim, Happening, Player, Report, Script, Seen, parse};
use kiber_trace::{Recorder, ScriptPin, words};

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::report::{self, Text};
use crate::request::Manner;
use crate::source::{circuit_source, load, read_text, script_source};
use crate::words::{count, names};
use arguments::Asked;

/// The most unexpected things that are named one by one.
const MOST_NAMED: usize = 50;

/// A run that is over.
struct Ran {
    report: Report,
    /// Whether the circuit went on for ever at some time, or would at the end of the script.
    oscillating: bool,
}

pub(crate) fn run(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    let circuit_source = circuit_source(&asked.circuit)?;
    let script_source = script_source(&asked.script, &circuit_source)?;
    let circuit = load(io, manner, &circuit_source)?;
    let text = read_text(&script_source)?;
    let shown = Text::new(&script_source.name, text);
    let (script, findings) = parse(text, &circuit);
    let Some(script) = script else {
        report::findings(io.errors, &shown, &findings, manner.color_errors)?;
        return Err(Problem::Reported);
    };
    report::one_line_each(io.errors, &shown, findings.iter())?;
    let pin = ScriptPin { name: script_source.stem(), fingerprint: script.fingerprint(&circuit) };
    let ran = if asked.writes() {
        outputs::play_into(io.output, asked, &circuit, &script, &pin)?
    } else {
        play(&circuit, &script, &mut ()).0
    };
    report::findings(io.errors, &shown, &ran.report.findings(&circuit), manner.color_errors)?;
    name_unexpected(io.errors, &circuit, &shown, &ran.report)?;
    if manner.json {
        let value = as_json::report(&circuit, &circuit_source.name, &script_source.name, &ran);
        writeln!(io.output, "{value:#}")?;
    } else if asked.takes_output().is_some() {
        writeln!(io.errors, "{}", summary(&script_source.name, &ran.report))?;
    } else {
        writeln!(io.output, "{}", summary(&script_source.name, &ran.report))?;
    }
    Ok(match ran.report {
        Report { stopped: Some(_), .. } => ExitStatus::ERROR,
        Report { failed: 0, .. } => ExitStatus::SUCCESS,
        _ => ExitStatus::FAILED,
    })
}

/// Plays a script from power-up; the last instant goes to whoever closes the recording.
fn play<R: Recorder>(circuit: &Arc<Circuit>, script: &Script, recorder: &mut R) -> (Ran, u64) {
    let mut player = Player::power_up(Arc::clone(circuit), recorder);
    let report = player.play(script, recorder);
    let oscillating = !report.oscillations.is_empty() || player.holds(&Claim::Circuit(Happening::Oscillating)).is_ok();
    let end = report.time_us;
    (Ran { report, oscillating }, end)
}

fn summary(name: &str, report: &Report) -> String {
    let end = format!("{}, {}", count(report.actions, "action"), words::millis(report.time_us));
    let stopped = if report.stopped.is_some() { ", stopped before its end" } else { "" };
    match report.failed {
        0 => format!("{name}: {} passed; {end}{stopped}", count(report.passed, "expectation")),
        failed => {
            let all = report.passed + failed;
            format!("{name}: {failed} of {} failed; {end}{stopped}", count(all, "expectation"))
        }
    }
}

/// Names oscillations, shorts and blown fuses that the script did not count with, overloads, coils driven
/// against each other, and what was given up.
fn name_unexpected(out: &mut dyn Write, circuit: &Circuit, script: &Text<'_>, report: &Report) -> std::io::Result<()> {
    let mut named: Vec<(usize, String)> = Vec::new();
    let mut add = |line: usize, words: String| named.push((line, words));
    for At { line, what, .. } in unexpected(&report.oscillations) {
        add(*line, format!("the circuit {}", words::oscillation(circuit, &what.what)));
    }
    for At { line, what: Seen { what: seen, .. }, .. } in unexpected(&report.shorts) {
        let lasted = match seen.lasted {
            Some(span) => format!("for {}", words::millis(span)),
            None => "still there at the end".to_string(),
        };
        add(*line, format!("{}, {lasted}", words::short(circuit, &seen.short)));
    }
    for At { line, what, .. } in &report.overloads {
        let lasted = match what.lasted {
            Some(span) => format!("for {}", words::millis(span)),
            None => "still so at the end".to_string(),
        };
        let part = &circuit.parts[what.part];
        let name = &part.name;
        match &part.kind {
            // That it blew says it all.
            PartKind::Fuse(_) if has_blown(report, what) => {}
            PartKind::Fuse(fuse) => {
                add(*line, format!("{name} carries {}, more than its {} A, {lasted}", what.current, fuse.amps));
            }
            _ => add(*line, format!("{name} gives {}, more than its max_amps, {lasted}", what.current)),
        }
    }
    for At { line, what: Seen { what, .. }, .. } in unexpected(&report.blown) {
        let fed = match what.fed.is_empty() {
            true => String::new(),
            false => format!("; it fed {}", names(circuit, &what.fed)),
        };
        add(*line, format!("{} has blown{fed}", circuit.parts[what.part].name));
    }
    for At { line, what, .. } in &report.both_coils {
        let lasted = match what.lasted {
            Some(span) => format!("for {}", words::millis(span)),
            None => "still so at the end".to_string(),
        };
        add(
            *line,
            format!("both coils of {} are driven, so it stays as it is, {lasted}", circuit.parts[what.part].name),
        );
    }
    for at in &report.gave_up {
        add(at.line, format!("still moving after {} instants, and no period was seen", at.what));
    }
    named.sort_by_key(|&(line, _)| line);
    for (line, words) in named.iter().take(MOST_NAMED) {
        match line {
            0 => writeln!(out, "{}: warning: at power-up: {words}", script.name)?,
            line => writeln!(out, "{}:{line}: warning: {words}", script.name)?,
        }
    }
    if let Some(more) = named.len().checked_sub(MOST_NAMED).filter(|&more| more > 0) {
        writeln!(out, "… and {} more", count(more as u64, "warning"))?;
    }
    Ok(())
}

/// Whether an overload is that from which its fuse has blown.
fn has_blown(report: &Report, overload: &OverloadRecord) -> bool {
    report.blown.iter().any(|At { what: Seen { what: blown, .. }, .. }| {
        blown.part == overload.part && overload.lasted.map(|span| overload.began + span) == Some(blown.at)
    })
}

fn unexpected<T>(all: &[At<Seen<T>>]) -> impl Iterator<Item = &At<Seen<T>>> {
    all.iter().filter(|at| !at.what.expected)
}
