//! `kiber run`: a script on a circuit, and whether all was as it expects.

pub(crate) mod arguments;
mod as_json;
mod outputs;
pub(crate) mod text_out;

use std::io::Write;
use std::sync::Arc;

use kiber_engine::OverloadRecord;
use kiber_netlist::{Circuit, PartKind};
use kiber_script::{Around, At, Claim, Happening, Player, Report, Script, Seen};
use kiber_trace::{Recorder, ScriptPin, words};

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::report;
use crate::request::Manner;
use crate::script::{Loaded, load_script, remark};
use crate::source::{circuit_source, load, script_source};
use crate::watch::{Watch, gave_up};
use crate::words::{count, grouped, grouped_count, names};
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
    let loaded = load_script(io, manner, &script_source, &circuit)?;
    let pin = ScriptPin { name: script_source.stem(), fingerprint: loaded.script.fingerprint(&circuit) };
    let mut watch = Watch::new(io.errors, manner.progress, None);
    let ran = if asked.writes() {
        outputs::play_into(io.output, asked, &circuit, &loaded, &pin, &mut watch)?
    } else {
        play(&circuit, &loaded.script, &mut (), &mut watch).0
    };
    let (_, stopped) = watch.end();
    report::findings(io.errors, &loaded.text(), &ran.report.findings(&circuit), manner.color_errors)?;
    name_unexpected(io.errors, &circuit, &loaded, &ran.report)?;
    if manner.json {
        let value = as_json::report(&circuit, &circuit_source.name, &loaded, &ran);
        writeln!(io.output, "{value:#}")?;
    } else if asked.takes_output().is_some() {
        writeln!(io.errors, "{}", summary(&script_source.name, &ran.report))?;
    } else {
        writeln!(io.output, "{}", summary(&script_source.name, &ran.report))?;
    }
    if let Some(why) = stopped {
        return gave_up(io, &script_source.name, why);
    }
    Ok(match ran.report {
        Report { stopped: Some(_), .. } => ExitStatus::ERROR,
        Report { failed: 0, .. } => ExitStatus::SUCCESS,
        _ => ExitStatus::FAILED,
    })
}

/// Plays a script from power-up; the last instant goes to whoever closes the recording.
fn play<R: Recorder>(circuit: &Arc<Circuit>, script: &Script, recorder: &mut R, watch: &mut Watch<'_>) -> (Ran, u64) {
    let mut player = Player::power_up(Arc::clone(circuit), recorder);
    let all = script.len();
    let report = player.play_while(script, recorder, &mut |done| {
        watch.show_share(done, all, || format!("{} of {} lines done", grouped(done), grouped(all)));
        watch.may_go_on()
    });
    let oscillating = !report.oscillations.is_empty() || player.holds(&Claim::Circuit(Happening::Oscillating)).is_ok();
    let end = report.time_us;
    (Ran { report, oscillating }, end)
}

fn summary(name: &str, report: &Report) -> String {
    let end = format!("{}, {}", count(report.actions, "action"), words::millis(report.time_us));
    let is_cut_off = report.stopped.is_some() || report.interrupted;
    let stopped = if is_cut_off { ", stopped before its end" } else { "" };
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
fn name_unexpected(
    out: &mut dyn Write,
    circuit: &Circuit,
    script: &Loaded<'_>,
    report: &Report,
) -> std::io::Result<()> {
    // Each with the step of the run to which it belongs.
    let mut named: Vec<(u64, String)> = Vec::new();
    let mut add = |(step, line, around): (u64, usize, &Around), words: String| {
        named.push((step, remark(script.file_name(around.file), line, around, "warning: ", &words)));
    };
    for at in unexpected(&report.oscillations) {
        add(spot(at), format!("the circuit {}", words::oscillation(circuit, &at.what.what)));
    }
    for at in unexpected(&report.shorts) {
        let seen = &at.what.what;
        let lasted = match seen.lasted {
            Some(span) => format!("for {}", words::millis(span)),
            None => "still there at the end".to_string(),
        };
        add(spot(at), format!("{}, {lasted}", words::short(circuit, &seen.short)));
    }
    for at in &report.overloads {
        let what = &at.what;
        let lasted = lasted(what.lasted);
        let part = &circuit.parts[what.part];
        let name = &part.name;
        match &part.kind {
            // That it blew says it all.
            PartKind::Fuse(_) if has_blown(report, what) => {}
            PartKind::Fuse(fuse) => {
                add(spot(at), format!("{name} carries {}, more than its {} A, {lasted}", what.current, fuse.amps));
            }
            _ => add(spot(at), format!("{name} gives {}, more than its max_amps, {lasted}", what.current)),
        }
    }
    for at in unexpected(&report.blown) {
        let what = &at.what.what;
        let fed = match what.fed.is_empty() {
            true => String::new(),
            false => format!("; it fed {}", names(circuit, &what.fed)),
        };
        add(spot(at), format!("{} has blown{fed}", circuit.parts[what.part].name));
    }
    for at in &report.both_coils {
        let name = &circuit.parts[at.what.part].name;
        let lasted = lasted(at.what.lasted);
        add(spot(at), format!("both coils of {name} are driven, so it stays as it is, {lasted}"));
    }
    for at in &report.gave_up {
        add(spot(at), format!("still moving after {} instants, and no period was seen", at.what));
    }
    named.sort_by_key(|&(step, _)| step);
    for (_, said) in named.iter().take(MOST_NAMED) {
        writeln!(out, "{said}")?;
    }
    if let Some(more) = named.len().checked_sub(MOST_NAMED).filter(|&more| more > 0) {
        writeln!(out, "… and {} more", count(more as u64, "warning"))?;
    }
    if report.left_out > 0 {
        writeln!(out, "… and {} not listed one by one", grouped_count(report.left_out, "more thing"))?;
    }
    Ok(())
}

/// Where something was seen: the step of the run, the line, and what stands around it.
fn spot<T>(at: &At<T>) -> (u64, usize, &Around) {
    (at.step, at.line, &at.around)
}

fn lasted(span: Option<u64>) -> String {
    match span {
        Some(span) => format!("for {}", words::millis(span)),
        None => "still so at the end".to_string(),
    }
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
