//! `kiber check --margins`: scripts are played, and every coil is looked at in every state.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kiber_netlist::Circuit;
use kiber_script::{At, MarginSurvey, Played, Script};

use crate::io::Io;
use crate::problem::Problem;
use crate::request::Manner;
use crate::script::{load_script, read_script, remark};
use crate::source::{Source, read_text, script_source, scripts_beside};
use crate::words::count;

/// A circuit's margins over scripts.
pub(super) struct Surveyed {
    pub(super) circuit: Arc<Circuit>,
    pub(super) survey: MarginSurvey,
    /// The scripts that were played, by their numbers.
    pub(super) scripts: Vec<OneScript>,
}

/// A script that was played.
pub(super) struct OneScript {
    /// The files that it is made of, its own first.
    files: Vec<String>,
    pub(super) played: Played,
}

impl OneScript {
    pub(super) fn name(&self) -> &str {
        self.file(0)
    }

    pub(super) fn file(&self, number: usize) -> &str {
        self.files.get(number).map_or("", String::as_str)
    }
}

impl Surveyed {
    /// Whether a coil may fail to do what it has to.
    pub(super) fn may_fail(&self) -> bool {
        self.survey.slimmest().iter().any(|row| row.coil.may_fail())
    }

    pub(super) fn script(&self, number: Option<usize>) -> Option<&OneScript> {
        self.scripts.get(number?)
    }
}

/// Plays these scripts or, if none are named, all that stand beside the circuit; without any, the circuit
/// is only switched on.
pub(super) fn survey(
    io: &mut Io<'_>,
    manner: Manner,
    circuit: Circuit,
    path: &Path,
    source: &Source,
    named: &[PathBuf],
) -> Result<Surveyed, Problem> {
    let circuit = Arc::new(circuit);
    let mut surveyed = Surveyed {
        survey: MarginSurvey::new(Arc::clone(&circuit)),
        circuit: Arc::clone(&circuit),
        scripts: Vec::new(),
    };
    if named.is_empty() {
        for script in scripts_beside(path, source)? {
            let text = read_text(&script)?;
            let reading = read_script(&script, text, &circuit);
            match reading.script {
                Some(parsed) => {
                    let included = reading.files.into_iter().map(|file| file.name);
                    let files = std::iter::once(script.name.clone()).chain(included).collect();
                    play(io, &mut surveyed, files, &parsed)?;
                }
                // It may belong to another circuit in the same folder, or be for others to include.
                None => {
                    let found = count(reading.findings.len() as u64, "finding");
                    writeln!(
                        io.errors,
                        "{}: warning: left out, not a script for {} ({found})",
                        script.name, source.name
                    )?;
                }
            }
        }
    }
    for path in named {
        let script = script_source(path, source)?;
        let loaded = load_script(io, manner, &script, &circuit)?;
        play(io, &mut surveyed, loaded.file_names(), &loaded.script)?;
    }
    if surveyed.scripts.is_empty() {
        surveyed.survey.power_up();
    }
    Ok(surveyed)
}

fn play(io: &mut Io<'_>, surveyed: &mut Surveyed, files: Vec<String>, script: &Script) -> Result<(), Problem> {
    let script = OneScript { files, played: surveyed.survey.play(script) };
    if let Some(At { line, around, what, .. }) = &script.played.stopped {
        let words = format!("stopped here: {}", what.message(&surveyed.circuit));
        writeln!(io.errors, "{}", remark(script.file(around.file), *line, around, "warning: ", &words))?;
    }
    surveyed.scripts.push(script);
    Ok(())
}
