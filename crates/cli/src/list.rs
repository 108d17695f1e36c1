//! `kiber list`: the circuits that the program carries with it.

use kiber_automaton::CIRCUITS;
use serde_json::{Value, json};

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;

pub(crate) fn list(io: &mut Io<'_>, manner: Manner) -> Result<ExitStatus, Problem> {
    if manner.json {
        let circuits: Vec<Value> = CIRCUITS
            .iter()
            .map(|circuit| {
                let scripts: Vec<&str> = circuit.scripts.iter().map(|script| script.name).collect();
                json!({ "name": circuit.name, "title": circuit.title(), "scripts": scripts })
            })
            .collect();
        writeln!(io.output, "{:#}", json!({ "circuits": circuits }))?;
        return Ok(ExitStatus::SUCCESS);
    }
    let width = CIRCUITS.iter().map(|circuit| circuit.name.chars().count()).max().unwrap_or(0);
    for circuit in CIRCUITS {
        writeln!(io.output, "{:width$}  {}", circuit.name, circuit.title())?;
        if !circuit.scripts.is_empty() {
            let scripts: Vec<&str> = circuit.scripts.iter().map(|script| script.name).collect();
            writeln!(io.output, "{:width$}  scripts: {}", "", scripts.join(", "))?;
        }
    }
    Ok(ExitStatus::SUCCESS)
}
