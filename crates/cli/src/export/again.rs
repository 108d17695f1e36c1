//! A recorded trace done again: its sections are the actions, and the circuit has to do what it tells.

use std::path::Path;
use std::sync::Arc;

use kiber_netlist::Circuit;
use kiber_script::parse_line;
use kiber_trace::{Ending, Recording, Section};
use kiber_web::{Bench, NotDone};

use super::too_much;
use crate::files::read_string;
use crate::problem::Problem;
use crate::words::plain;

/// Does everything again that a trace tells of.
pub(super) fn play(mut bench: Bench, file: &Path) -> Result<Bench, Problem> {
    let name = plain(&file.display().to_string());
    let circuit = Arc::clone(bench.circuit());
    let text = read_string(file).map_err(Problem::Message)?;
    let told = Recording::parse(&text, &circuit)
        .map_err(|error| Problem::Message(format!("{name}:{}: {}", error.line, error.message)))?;
    let Some((power_up, actions)) = told.sections.split_first() else {
        return Err(Problem::Message(format!("{name}: nothing happens in this trace")));
    };
    compare(&name, &circuit, power_up, &bench)?;
    for section in actions {
        let title = &section.title;
        let problem = |words: String| Problem::Message(format!("{name}: `{title}`: {words}"));
        let step = match parse_line(title, &circuit) {
            Ok(Some(step)) if step.is_action() => step,
            Ok(_) => return Err(problem("this is no action".to_owned())),
            Err(findings) => {
                return Err(problem(findings.first().map_or(String::new(), |finding| finding.message.clone())));
            }
        };
        match (bench.step_at_end(&step), &section.ending) {
            (Err(NotDone::Now(_)), Ending::Refused) => {}
            (Ok(_), _) => compare(&name, &circuit, section, &bench)?,
            (Err(other), _) => return Err(problem(too_much(&other))),
        }
    }
    Ok(bench)
}

/// Whether what was done last is what the trace tells; if not, the first line in which they differ.
fn compare(name: &str, circuit: &Arc<Circuit>, told: &Section, bench: &Bench) -> Result<(), Problem> {
    let Some(done) = bench.recording().sections.last() else { return Ok(()) };
    if (done.end, &done.ending, &done.events) == (told.end, &told.ending, &told.events) {
        return Ok(());
    }
    let (told_text, done_text) = (text(circuit, told), text(circuit, done));
    let mut done_lines = done_text.lines();
    let mut told_lines = told_text.lines();
    let differ = loop {
        match (told_lines.next(), done_lines.next()) {
            (Some(told), Some(done)) if told == done => {}
            (told, done) => break (told, done),
        }
    };
    let shown = |line: Option<&str>| line.map_or("nothing more".to_owned(), |line| plain(line.trim()));
    Err(Problem::Message(format!(
        "{name}: `{}`: the circuit does something else than the trace tells\n  trace    {}\n  circuit  {}",
        plain(&told.title),
        shown(differ.0),
        shown(differ.1)
    )))
}

fn text(circuit: &Arc<Circuit>, section: &Section) -> String {
    let mut recording = Recording::new();
    recording.sections.push(Section { headings: Vec::new(), ..section.clone() });
    recording.text(circuit)
}
