//! `kiber timing`: who was where, and when, as a diagram.

mod arguments;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kiber_draw::timing::{Choice, Diagram, Pauses, Subject, SvgStyle, TextStyle, Window};
use kiber_netlist::Circuit;
use kiber_script::{At, Player, Target, targets};
use kiber_trace::{Recording, ScriptPin};

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::script::{Loaded, load_script, remark};
use crate::source::{circuit_source, load, script_source};
use crate::whole_file::WholeFile;
use crate::words::{count, name_list, wrapped};
use arguments::Stretch;
pub(crate) use arguments::{Asked, Typed};

/// The most parts that are named of those that are not shown.
const MOST_NAMED: usize = 30;

pub(crate) fn timing(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    let circuit_source = circuit_source(&asked.circuit)?;
    let script_source = script_source(&asked.script, &circuit_source)?;
    let circuit = load(io, manner, &circuit_source)?;
    let named = subjects(&circuit, &asked.parts)?;
    let loaded = load_script(io, manner, &script_source, &circuit)?;
    let recording = record(io, &circuit, &loaded, script_source.stem())?;
    let window = window(&recording, asked.stretch)?;
    let choice = match named.is_empty() {
        true => Choice::what_moved(&circuit, &recording, window, asked.most),
        false => Choice { shown: named, left_out: Vec::new() },
    };
    if choice.shown.is_empty() {
        writeln!(io.errors, "warning: nothing happens to any part in that time")?;
    }
    let diagram = Diagram::new(&circuit, &recording, &choice.shown, window);
    let pauses = if asked.whole { Pauses::Whole } else { Pauses::Broken };
    match &asked.output {
        None => {
            let width = asked.width.map_or(80, |width| width as usize);
            let style = TextStyle { width, ascii: asked.ascii, color: manner.color, pauses };
            io.output.write_all(diagram.text(&style).as_bytes())?;
        }
        Some(path) if path.to_str() == Some("-") => {
            let style = SvgStyle { width: asked.width.unwrap_or(SvgStyle::default().width), pauses };
            io.output.write_all(diagram.svg(&style).as_bytes())?;
        }
        Some(path) => {
            let problem = |error| Problem::message(format!("cannot write `{}`: {error}", path.display()));
            let included: Vec<PathBuf> = loaded.included_paths().collect();
            let read = [asked.circuit.as_path(), asked.script.as_path()];
            let given: Vec<&Path> = read.into_iter().chain(included.iter().map(PathBuf::as_path)).collect();
            let mut file = WholeFile::create_unless_read(
                path,
                &given,
                "it is the circuit or the script, which the picture would replace",
            )?;
            let style = SvgStyle { width: asked.width.unwrap_or(SvgStyle::default().width), pauses };
            file.write_all(diagram.svg(&style).as_bytes()).map_err(problem)?;
            file.keep().map_err(problem)?;
        }
    }
    if !choice.left_out.is_empty() {
        let mut names = name_list(&circuit, &choice.left_out);
        if let Some(more) = names.len().checked_sub(MOST_NAMED).filter(|&more| more > 0) {
            names.truncate(MOST_NAMED);
            names.push(format!("and {more} more"));
        }
        let names = names.join(", ");
        let words = format!(
            "not shown, though something happened there: {} ({names}); name the parts to be shown, or give --most",
            count(choice.left_out.len() as u64, "part")
        );
        for line in wrapped(&words, 79) {
            writeln!(io.errors, "{line}")?;
        }
    }
    Ok(ExitStatus::SUCCESS)
}

/// The parts and contacts that are named, each once.
fn subjects(circuit: &Circuit, names: &[String]) -> Result<Vec<Subject>, Problem> {
    let mut subjects: Vec<Subject> = Vec::new();
    for name in names {
        let found = targets(name, circuit).map_err(|findings| {
            let said = findings.iter().map(|finding| match &finding.help {
                Some(help) => format!("{}; {help}", finding.message),
                None => finding.message.clone(),
            });
            Problem::Message(said.collect::<Vec<_>>().join("\n"))
        })?;
        for target in found {
            let subject = match target {
                Target::Part(part) => Subject::Part(part),
                Target::Contact(contact) => Subject::Contact(contact),
                Target::Wire(part, _) => Subject::Part(part),
            };
            if subject.is_still(circuit) {
                return Err(Problem::Message(format!(
                    "`{name}` shows nothing that changes: it has no place of its own"
                )));
            }
            if !subjects.contains(&subject) {
                subjects.push(subject);
            }
        }
    }
    Ok(subjects)
}

/// Plays the script and keeps all that happens; expectations do not matter here.
fn record(io: &mut Io<'_>, circuit: &Arc<Circuit>, loaded: &Loaded<'_>, stem: String) -> Result<Recording, Problem> {
    let script = &loaded.script;
    let mut recording = Recording::new();
    recording.script = Some(ScriptPin { name: stem, fingerprint: script.fingerprint(circuit) });
    let mut player = Player::power_up(Arc::clone(circuit), &mut recording);
    let report = player.play(script, &mut recording);
    if let Some(At { line, around, what, .. }) = &report.stopped {
        let words = format!("stopped here: {}", what.message(circuit));
        writeln!(io.errors, "{}", remark(loaded.file_name(around.file), *line, around, "warning: ", &words))?;
    }
    if report.failed > 0 {
        let failed = count(report.failed, "expectation");
        writeln!(io.errors, "{}: warning: {failed} failed, as `kiber run` shows", loaded.file_name(0))?;
    }
    Ok(recording)
}

fn window(recording: &Recording, stretch: Stretch) -> Result<Window, Problem> {
    match stretch {
        Stretch::Times(Some(from), _) if from > recording.end() => {
            let end = kiber_trace::words::millis(recording.end());
            Err(Problem::Message(format!("--from is after the end of the script, which is at {end}")))
        }
        Stretch::Times(from, to) => Ok(Window { from, to, sections: None }),
        Stretch::Sections(first, last) => Window::of_sections(recording, first, last).ok_or_else(|| {
            let most = recording.sections.len().saturating_sub(1);
            Problem::Message(format!("there is no action {last}: the script has {}", count(most as u64, "action")))
        }),
    }
}
