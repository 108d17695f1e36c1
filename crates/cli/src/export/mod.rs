//! `kiber export`: a page to give away, with a run in it.

mod again;
mod arguments;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kiber_netlist::Circuit;
use kiber_web::{Bench, Exported, Limits, NotDone, Origin, describe, drawing, replay};
use serde_json::json;

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::script::{load_script, remark};
use crate::source::{Source, circuit_source, load, script_source};
use crate::whole_file::WholeFile;
use crate::words::{count, plain};
use arguments::What;
pub(crate) use arguments::{Asked, Typed};

/// A page of more would be slow to open, and nobody would look at it to the end.
const LIMITS: Limits = Limits {
    frames: 1_000,
    instants: 20_000,
    all_instants: 100_000,
    deeds: 5_000,
    cells: 100_000_000,
    lesson_states: 10_000,
};

pub(crate) fn export(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    let source = circuit_source(&asked.circuit)?;
    let circuit = load(io, manner, &source)?;
    let mut read = vec![asked.circuit.clone()];
    let bench = Bench::new(Arc::clone(&circuit), LIMITS).map_err(not_done)?;
    let (bench, name) = match &asked.what {
        What::Script(script) => {
            read.push(script.clone());
            let script = script_source(script, &source)?;
            (play(io, manner, bench, &script, &mut read)?, script.stem())
        }
        What::Trace(trace) => {
            read.push(trace.clone());
            (again::play(bench, trace)?, plain(&trace.display().to_string()))
        }
    };
    let origin = match &asked.what {
        What::Script(_) => Origin { script: Some(&name), trace: None },
        What::Trace(_) => Origin { script: None, trace: Some(&name) },
    };
    let page = page(&circuit, &source, &bench, origin)?;
    write(io, asked, &read, &page)?;
    let frames: usize = bench.deeds().iter().map(|deed| deed.frames.len()).sum();
    let cut: Vec<&str> = bench.deeds().iter().filter(|deed| deed.cut).map(|deed| deed.title.as_str()).collect();
    if manner.json {
        let report = json!({
            "circuit": source.name,
            "file": asked.html.display().to_string(),
            "bytes": page.len(),
            "actions": bench.deeds().len() - 1,
            "moments": frames,
            "cut": cut,
        });
        writeln!(io.output, "{report:#}")?;
    } else if let Some(first) = cut.first() {
        let actions = count(cut.len() as u64, "action");
        writeln!(io.errors, "warning: moments were left out of {actions}, the first is `{first}`: there are too many")?;
    }
    Ok(ExitStatus::SUCCESS)
}

fn page(circuit: &Circuit, source: &Source, bench: &Bench, origin: Origin<'_>) -> Result<String, Problem> {
    let file = source.path.as_ref().map(|_| source.name.clone());
    let description = describe(circuit, &source.stem(), file, drawing(circuit));
    let page = replay(&Exported::new(&description, bench.deeds(), origin));
    page.map_err(|error| Problem::Message(format!("no page can be made: {error}")))
}

/// Plays a script; expectations are those of whoever wrote it, and no business of who looks at the page.
fn play(
    io: &mut Io<'_>,
    manner: Manner,
    mut bench: Bench,
    source: &Source,
    read: &mut Vec<PathBuf>,
) -> Result<Bench, Problem> {
    let circuit = Arc::clone(bench.circuit());
    let loaded = load_script(io, manner, source, &circuit)?;
    read.extend(loaded.included_paths());
    let mut lines = loaded.script.lines();
    while let Some((line, _, step)) = lines.next() {
        if !step.is_action() {
            continue;
        }
        let around = lines.around();
        match bench.step_at_end(step) {
            Ok(_) => {}
            // As `run` does: what was done up to there is shown.
            Err(NotDone::Now(words)) => {
                let words = format!("stopped here: {words}");
                writeln!(io.errors, "{}", remark(loaded.file_name(around.file), line, &around, "warning: ", &words))?;
                break;
            }
            Err(other) => {
                let name = loaded.file_name(around.file);
                return Err(Problem::Message(remark(name, line, &around, "", &too_much(&other))));
            }
        }
    }
    Ok(bench)
}

fn write(io: &mut Io<'_>, asked: &Asked, read: &[PathBuf], page: &str) -> Result<(), Problem> {
    if asked.takes_output() {
        io.output.write_all(page.as_bytes())?;
        return Ok(());
    }
    let path = &asked.html;
    let problem = |error| Problem::Message(format!("cannot write `{}`: {error}", path.display()));
    let read: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
    let why = "it is what the page is made from, which it would replace";
    let mut file = WholeFile::create_unless_read(path, &read, why)?;
    file.write_all(page.as_bytes()).map_err(problem)?;
    file.keep().map_err(problem)
}

fn not_done(not_done: NotDone) -> Problem {
    Problem::Message(too_much(&not_done))
}

/// Why something is too much for a page.
fn too_much(not_done: &NotDone) -> String {
    match not_done {
        NotDone::Limit(_) => {
            format!(
                "a page of more than {} actions or {} instants would be too large",
                LIMITS.deeds, LIMITS.all_instants
            )
        }
        other => other.to_string(),
    }
}
