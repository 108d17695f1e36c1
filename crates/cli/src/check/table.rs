//! Margins as people read them: the slimmest first, each with where it comes about and by which values.

use std::io::{self, Write};
use std::path::Path;

use kiber_engine::{CoilMargin, Demand, Nanoamps, Setting, Unjudged, Varied};
use kiber_netlist::{Circuit, PartId};
use kiber_script::{At, Moment, Slimmest};
use kiber_trace::words::millis;

use super::margins::Surveyed;
use crate::words::{count, heading, listed, plain, wrapped};

/// The most values of a corner that are named; those with the most influence come first.
const MOST_SETTINGS: usize = 8;
/// What every line keeps to.
const WIDTH: usize = 79;
const RED: &str = "\x1b[1;31m";
const PLAIN: &str = "\x1b[0m";

pub(super) fn write(out: &mut dyn Write, surveyed: &Surveyed, color: bool) -> io::Result<()> {
    writeln!(out, "\n{}", heading("Margins, the slimmest first", color))?;
    let rows = surveyed.survey.slimmest();
    let (told, idle): (Vec<&Slimmest>, Vec<&Slimmest>) = rows.into_iter().partition(|row| row.coil.greatest.0 != 0);
    let circuit = &surveyed.circuit;
    let names: Vec<String> = told.iter().map(|row| coil_name(circuit, row.coil.part, row.coil.winding)).collect();
    let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (row, name) in told.iter().zip(&names) {
        write_row(out, surveyed, row, &format!("{name:widest$}"), color)?;
    }
    if !told.is_empty() {
        writeln!(out)?;
    }
    let mut say = |text: String| wrapped(&text, WIDTH).into_iter().try_for_each(|line| writeln!(out, "{line}"));
    say(basis(surveyed))?;
    if !surveyed.survey.states_ranges() {
        say("No volts, ohms, operate_ma or release_ma are given as (min, nominal, max), so the worst \
             case is the nominal one."
            .to_owned())?;
    }
    if told.iter().any(|row| !row.coil.exact) {
        say("~ the worst that was found; there may be worse, where diodes conduct at some values and not at \
             others, or where very many values matter."
            .to_owned())?;
    }
    if !idle.is_empty() {
        let mut coils: Vec<String> =
            idle.iter().map(|row| coil_name(circuit, row.coil.part, row.coil.winding)).collect();
        coils.sort_unstable();
        coils.dedup();
        let coils = count(coils.len() as u64, "coil");
        say(format!("Not shown: states in which a coil has no current at all, whatever the values ({coils})."))?;
    }
    for left in surveyed.survey.left_out() {
        let name = plain(&circuit.parts[left.part].name);
        let states = count(left.states, "state");
        let when = moment(surveyed, &left.moment);
        let why = match left.why {
            Unjudged::ShortCircuit => "at some values sources are shorted",
            Unjudged::Capacitor => "a capacitor charges or discharges",
        };
        say(format!("{name} is not judged in {states}, first {when}: {why}."))?;
    }
    Ok(())
}

/// What was looked at.
fn basis(surveyed: &Surveyed) -> String {
    let states = count(surveyed.survey.states() as u64, "state");
    if surveyed.scripts.is_empty() {
        return format!("No script is there: looked at {states}, at power-up, and no more.");
    }
    let scripts: Vec<String> = surveyed
        .scripts
        .iter()
        .map(|script| (file_name(script.name()), script))
        .map(|(name, script)| match (script.played.failed, &script.played.stopped) {
            (0, None) => name.to_owned(),
            (0, Some(At { line, around, .. })) if around.file > 0 => {
                format!("{name} (stopped at {}:{line})", file_name(script.file(around.file)))
            }
            (0, Some(At { line, .. })) => format!("{name} (stopped at line {line})"),
            (failed, _) => format!("{name} ({} not met)", count(failed as u64, "expectation")),
        })
        .collect();
    format!("Looked at {states} in {}.", scripts.join(", "))
}

fn write_row(out: &mut dyn Write, surveyed: &Surveyed, row: &Slimmest, name: &str, color: bool) -> io::Result<()> {
    let coil = &row.coil;
    let margin = format!("{:>8}{}", share(coil.margin()), if coil.exact { ' ' } else { '~' });
    let margin = if color && coil.may_fail() { format!("{RED}{margin}{PLAIN}") } else { margin };
    writeln!(out, "{margin} {} {:8} {}", plain(name), demand_word(coil.demand), currents(coil))?;
    let indent = 10;
    let mut lines = wrapped(&moment(surveyed, &row.moment), WIDTH - indent);
    if !coil.corner.is_empty() {
        lines.extend(listed(&corner(&surveyed.circuit, &coil.corner), WIDTH - indent));
    }
    lines.into_iter().try_for_each(|line| writeln!(out, "{:indent$}{line}", ""))
}

/// `39.273 to 58.667 mA (nominally 48), must reach 30.8 mA`.
fn currents(coil: &CoilMargin) -> String {
    let plain = |current: Nanoamps| current.to_string().trim_end_matches(" mA").to_owned();
    let range = if coil.least == coil.greatest {
        format!("{}", coil.nominal)
    } else {
        format!("{} to {} (nominally {})", plain(coil.least), coil.greatest, plain(coil.nominal))
    };
    let must = if coil.demand.must_reach() { "must reach" } else { "must stay below" };
    format!("{range}, {must} {}{}", coil.threshold, if coil.backwards { " backwards" } else { "" })
}

pub(super) fn demand_word(demand: Demand) -> &'static str {
    match demand {
        Demand::Operate => "operates",
        Demand::Hold => "holds",
        Demand::Release => "releases",
        Demand::Stay => "stays",
    }
}

/// A script as it is called among those beside the circuit.
fn file_name(path: &str) -> &str {
    Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or(path)
}

fn moment(surveyed: &Surveyed, moment: &Moment) -> String {
    let under_way = if moment.settled { "" } else { ", under way" };
    let at = millis(moment.at);
    match surveyed.script(moment.script).filter(|_| moment.line > 0) {
        None => format!("at power-up ({at}{under_way})"),
        Some(script) => {
            let name = file_name(script.file(moment.around.file));
            let rounds = moment.around.rounds_in_words().map(|rounds| format!(", {rounds}")).unwrap_or_default();
            format!("{name}:{} {} ({at}{under_way}{rounds})", moment.line, moment.action)
        }
    }
}

/// `G1 21.6 V`, `K1 550 ohms`.
fn corner(circuit: &Circuit, settings: &[Setting]) -> Vec<String> {
    let mut words: Vec<String> = settings.iter().take(MOST_SETTINGS).map(|setting| shown(circuit, setting)).collect();
    if let Some(more) = settings.len().checked_sub(MOST_SETTINGS).filter(|&more| more > 0) {
        words.push(format!("and {more} more"));
    }
    words
}

fn shown(circuit: &Circuit, setting: &Setting) -> String {
    let value = (setting.value * 1e3).round() / 1e3;
    match setting.what {
        Varied::Volts => format!("{} {value} V", circuit.parts[setting.part].name),
        Varied::InternalOhms => format!("{} internal {value} ohms", circuit.parts[setting.part].name),
        Varied::Ohms => format!("{} {value} ohms", circuit.parts[setting.part].name),
        Varied::WindingOhms(winding) => {
            format!("{} {value} ohms", coil_name(circuit, setting.part, Some(winding)))
        }
    }
}

/// A relay, or a winding of one that has several: `K1`, `K1.B`.
pub(super) fn coil_name(circuit: &Circuit, part: PartId, winding: Option<usize>) -> String {
    let known = &circuit.parts[part];
    match winding.and_then(|winding| known.kind.coils().nth(winding)) {
        Some(coil) if !coil.name.is_empty() => format!("{}.{}", known.name, coil.name),
        _ => known.name.clone(),
    }
}

/// `-4.8 %`; what is far more than enough without a fraction.
fn share(margin: f64) -> String {
    let percent = margin * 1e2;
    if percent.abs() < 1e2 { format!("{:.1} %", percent + 0.0) } else { format!("{percent:.0} %") }
}
