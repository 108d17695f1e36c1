//! `kiber wear`: what scripts ask of contacts, coils and all that carries current.

mod arguments;
mod as_csv;
mod as_json;
mod as_text;

use std::path::Path;
use std::sync::Arc;

use kiber_engine::ContactSide;
use kiber_netlist::{Circuit, ContactForm, PartId};
use kiber_script::{At, ContactWear, Moment, Played, Reading, Script, WearSurvey};

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::script::{load_script, read_script, remark};
use crate::source::{Source, circuit_source, load, read_text, script_source, scripts_beside};
use crate::words::{contact_name, count};
pub(crate) use arguments::{Asked, Table, Typed};

/// What came of playing the scripts.
struct Worn {
    circuit: Arc<Circuit>,
    survey: WearSurvey,
    /// The scripts, by their numbers.
    scripts: Vec<OneScript>,
}

/// A script that was played.
struct OneScript {
    /// The files that it is made of, its own first.
    files: Vec<String>,
    played: Played,
}

impl OneScript {
    fn file(&self, number: usize) -> &str {
        self.files.get(number).map_or("", String::as_str)
    }
}

pub(crate) fn wear(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    let source = circuit_source(&asked.circuit)?;
    let circuit = load(io, manner, &source)?;
    let worn = survey(io, manner, circuit, &source, asked)?;
    match asked.csv {
        Some(table) => as_csv::write(io.output, &worn, table)?,
        None if manner.json => writeln!(io.output, "{:#}", as_json::value(&worn, &source.name))?,
        None => as_text::write(io.output, &worn, manner.color)?,
    }
    Ok(if worn.survey.is_over_a_rating() { ExitStatus::FAILED } else { ExitStatus::SUCCESS })
}

fn survey(
    io: &mut Io<'_>,
    manner: Manner,
    circuit: Arc<Circuit>,
    source: &Source,
    asked: &Asked,
) -> Result<Worn, Problem> {
    let mut worn = Worn { survey: WearSurvey::new(Arc::clone(&circuit)), circuit, scripts: Vec::new() };
    if asked.scripts.is_empty() {
        for script in scripts_beside(&asked.circuit, source)? {
            let Reading { script: parsed, findings, files } = read_script(&script, read_text(&script)?, &worn.circuit);
            match parsed {
                Some(parsed) => {
                    let included = files.into_iter().map(|file| file.name);
                    let files = std::iter::once(script.name.clone()).chain(included).collect();
                    play(io, &mut worn, files, &parsed)?;
                }
                // It may belong to another circuit in the same folder, or be for others to include.
                None => {
                    let found = count(findings.len() as u64, "finding");
                    let (script, circuit) = (&script.name, &source.name);
                    writeln!(io.errors, "{script}: warning: left out, not a script for {circuit} ({found})")?;
                }
            }
        }
    }
    for path in &asked.scripts {
        let script = script_source(path, source)?;
        let loaded = load_script(io, manner, &script, &worn.circuit)?;
        play(io, &mut worn, loaded.file_names(), &loaded.script)?;
    }
    if worn.scripts.is_empty() {
        worn.survey.power_up();
    }
    Ok(worn)
}

fn play(io: &mut Io<'_>, worn: &mut Worn, files: Vec<String>, script: &Script) -> Result<(), Problem> {
    let script = OneScript { files, played: worn.survey.play(script) };
    if let Some(At { line, around, what, .. }) = &script.played.stopped {
        let words = format!("stopped here: {}", what.message(&worn.circuit));
        writeln!(io.errors, "{}", remark(script.file(around.file), *line, around, "warning: ", &words))?;
    }
    worn.scripts.push(script);
    Ok(())
}

impl Worn {
    fn script(&self, number: Option<usize>) -> Option<&OneScript> {
        self.scripts.get(number?)
    }

    /// `self-hold.script:3`, with the round of a repeat, or that it is power-up.
    fn place(&self, moment: &Moment) -> String {
        let Some(script) = self.script(moment.script) else { return "power-up".to_owned() };
        let file = script.file(moment.around.file);
        let name = Path::new(file).file_name().and_then(|name| name.to_str()).unwrap_or(file);
        let rounds = moment.around.rounds_in_words().map(|rounds| format!(" {rounds}")).unwrap_or_default();
        match moment.line {
            0 => format!("{name}, power-up"),
            line => format!("{name}:{line}{rounds}"),
        }
    }

    /// The contact as a trace names it: `K1/2 make`, `SA1/a at 3`.
    fn side_name(&self, contact: &ContactWear) -> String {
        let name = contact_name(&self.circuit, contact.contact);
        let form = &self.circuit.contacts[contact.contact].form;
        match (form, contact.side) {
            (ContactForm::Changeover { .. }, ContactSide::Break) => format!("{name} break"),
            (ContactForm::Changeover { .. }, _) => format!("{name} make"),
            (_, ContactSide::Place(place)) => format!("{name} at {place}"),
            _ => name,
        }
    }

    /// The winding's name behind that of its part, if it has several.
    fn peak_name(&self, part: PartId, winding: usize) -> String {
        let part = &self.circuit.parts[part];
        let windings: Vec<&str> = part.kind.coils().map(|coil| coil.name.as_str()).collect();
        match windings.get(winding) {
            Some(name) if windings.len() > 1 && !name.is_empty() => format!("{} {name}", part.name),
            Some(_) if windings.len() > 1 => format!("{} {}", part.name, winding + 1),
            _ => part.name.clone(),
        }
    }
}
