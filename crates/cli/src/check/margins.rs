//! `kiber check --margins`: scripts are played, and every coil is looked at in every state.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kiber_netlist::Circuit;
use kiber_script::{MarginSurvey, Played, parse};

use crate::io::Io;
use crate::problem::Problem;
use crate::report::{self, Text};
use crate::request::Manner;
use crate::source::{Source, read_text, script_source, scripts_beside};
use crate::words::count;

/// A circuit's margins over scripts.
pub(super) struct Surveyed {
    pub(super) circuit: Arc<Circuit>,
    pub(super) survey: MarginSurvey,
    /// The scripts that were played, by their numbers.
    pub(super) scripts: Vec<(String, Played)>,
}

impl Surveyed {
    /// Whether a coil may fail to do what it has to.
    pub(super) fn may_fail(&self) -> bool {
        self.survey.slimmest().iter().any(|row| row.coil.may_fail())
    }

    pub(super) fn script_name(&self, number: Option<usize>) -> Option<&str> {
        self.scripts.get(number?).map(|(name, _)| name.as_str())
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
            match parse(text, &circuit) {
                (Some(parsed), _) => play(io, &mut surveyed, script.name, &parsed)?,
                // It may belong to another circuit in the same folder.
                (None, findings) => {
                    let found = count(findings.len() as u64, "finding");
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
        let text = read_text(&script)?;
        let (parsed, findings) = parse(text, &circuit);
        let Some(parsed) = parsed else {
            report::findings(io.errors, &Text::new(&script.name, text), &findings, manner.color_errors)?;
            return Err(Problem::Reported);
        };
        play(io, &mut surveyed, script.name, &parsed)?;
    }
    if surveyed.scripts.is_empty() {
        surveyed.survey.power_up();
    }
    Ok(surveyed)
}

fn play(io: &mut Io<'_>, surveyed: &mut Surveyed, name: String, script: &kiber_script::Script) -> Result<(), Problem> {
    let played = surveyed.survey.play(script);
    if let Some((line, refusal)) = &played.stopped {
        writeln!(io.errors, "{name}:{line}: warning: stopped here: {}", refusal.message(&surveyed.circuit))?;
    }
    surveyed.scripts.push((name, played));
    Ok(())
}
