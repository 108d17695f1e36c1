//! `kiber why`: why a coil, a lamp, a contact or a net is as it is.

mod as_json;
mod subject;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use kiber_engine::Simulator;
use kiber_explain::{contact_sentences, net_sentences, sentences, why, why_net};
use kiber_netlist::{Circuit, PartId};
use kiber_script::{Player, Step};
use kiber_trace::{Change, Since, words};

use crate::arguments::Reporting;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::script::{Loaded, load_script, remark};
use crate::source::{Source, circuit_source, load, read_text, script_source};
use crate::step::condition;
use crate::words::wrapped;

pub(crate) use subject::{Subject, subject};

/// What is typed.
#[derive(Args, Debug)]
pub(crate) struct Typed {
    /// A file, or the name of a built-in circuit
    circuit: PathBuf,
    /// A relay, stepper or lamp, a contact (K1/2) or a net
    name: String,
    /// Ask at the end of this script [default: after power-up]
    #[arg(long, short, value_name = "SCRIPT")]
    script: Option<PathBuf>,
    /// Ask after this line of the script
    #[arg(long, value_name = "N", requires = "script")]
    line: Option<usize>,
    #[command(flatten)]
    reporting: Reporting,
}

/// What is meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    circuit: PathBuf,
    name: String,
    script: Option<PathBuf>,
    line: Option<usize>,
}

impl Typed {
    pub(crate) fn settle(self) -> (Asked, Reporting) {
        let Self { circuit, name, script, line, reporting } = self;
        (Asked { circuit, name, script, line }, reporting)
    }
}

pub(crate) fn run(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    let source = circuit_source(&asked.circuit)?;
    let circuit = load(io, manner, &source)?;
    let subject = subject(&circuit, &asked.name).map_err(Problem::Message)?;
    let mut since = Since::new();
    let mut player = Player::power_up(Arc::clone(&circuit), &mut since);
    if let Some(script) = &asked.script {
        let script_source = script_source(script, &source)?;
        let script = load_script(io, manner, &script_source, &circuit)?;
        check_line(&script_source, asked.line)?;
        play(&mut player, &script, asked.line, &mut since).map_err(Problem::Message)?;
    }
    if manner.json {
        let value = as_json::answer(player.simulator(), subject, &since);
        writeln!(io.output, "{value:#}")?;
    } else {
        for line in answer_lines(player.simulator(), subject, &since) {
            for row in wrapped(&line, 80) {
                writeln!(io.output, "{row}")?;
            }
        }
    }
    Ok(ExitStatus::SUCCESS)
}

/// Whether a script has a line of that number.
pub(crate) fn check_line(script: &Source, line: Option<usize>) -> Result<(), Problem> {
    let lines = read_text(script)?.lines().count();
    match line.filter(|&line| line > lines) {
        Some(line) => Err(Problem::message(format!("--line {line}: the last line of {} is {lines}", script.name))),
        None => Ok(()),
    }
}

/// Plays a script to its end, or up to and with a line, the first time that it is done; expectations are
/// not asked.
pub(crate) fn play(
    player: &mut Player,
    script: &Loaded<'_>,
    last: Option<usize>,
    since: &mut Since,
) -> Result<(), String> {
    let mut lines = script.script.lines();
    while let Some((line, _, step)) = lines.next() {
        if let Some(last) = last {
            let around = lines.around();
            let own_line = around.includes.first().map_or(line, |include| include.line);
            if own_line > last {
                break;
            }
        }
        if matches!(step, Step::Expect(_)) {
            continue;
        }
        let circuit = Arc::clone(player.simulator().circuit());
        player.step(step, since).map_err(|refusal| {
            let around = lines.around();
            remark(script.file_name(around.file), line, &around, "", &refusal.message(&circuit))
        })?;
    }
    Ok(())
}

/// The answer as sentences, one a line.
pub(crate) fn answer_lines(simulator: &Simulator, subject: Subject, since: &Since) -> Vec<String> {
    let circuit = simulator.circuit();
    match subject {
        Subject::Net(net) => {
            why_net(simulator, net).map(|answer| net_sentences(simulator, &answer)).unwrap_or_default()
        }
        Subject::Part(part) => part_lines(simulator, part, since),
        Subject::Contact(contact) => {
            let part = circuit.contacts[contact].part;
            let mut lines = contact_sentences(simulator, contact);
            lines.extend(part_lines(simulator, part, since));
            lines
        }
    }
}

fn part_lines(simulator: &Simulator, part: PartId, since: &Since) -> Vec<String> {
    let circuit = simulator.circuit();
    let mut lines = match why(simulator, part) {
        Some(answer) => sentences(simulator, &answer),
        None => {
            vec![format!("{} is {}, by hand.", circuit.parts[part].name, condition(circuit, simulator, part))]
        }
    };
    if let Some(change) = since.of(part) {
        lines.push(since_words(circuit, part, change));
    }
    lines
}

/// Since when a part stands as it does.
fn since_words(circuit: &Circuit, part: PartId, change: &Change) -> String {
    let name = &circuit.parts[part].name;
    let Change { action, after, at, .. } = change;
    format!(
        "{name} has been so since {} into `{action}`, {} after power-up.",
        words::millis(*after),
        words::millis(*at)
    )
}
