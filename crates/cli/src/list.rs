//! `kiber list`: the circuits that the program carries with it.

use kiber_automaton::CIRCUITS;
use serde_json::{Value, json};

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::words::{listed, wrapped};

pub(crate) fn list(io: &mut Io<'_>, manner: Manner) -> Result<ExitStatus, Problem> {
    if manner.json {
        let circuits: Vec<Value> = CIRCUITS
            .iter()
            .map(|circuit| {
                let scripts: Vec<&str> = circuit.scripts.iter().map(|script| script.name).collect();
                let rules: Vec<&str> = circuit.books.iter().map(|book| book.name).collect();
                json!({ "name": circuit.name, "title": circuit.title(), "scripts": scripts, "rules": rules })
            })
            .collect();
        writeln!(io.output, "{:#}", json!({ "circuits": circuits }))?;
        return Ok(ExitStatus::SUCCESS);
    }
    let width = CIRCUITS.iter().map(|circuit| circuit.name.chars().count()).max().unwrap_or(0);
    for circuit in CIRCUITS {
        let mut name = circuit.name;
        for line in wrapped(&circuit.title(), 80 - 2 - width) {
            writeln!(io.output, "{name:width$}  {line}")?;
            name = "";
        }
        let scripts = circuit.scripts.iter().map(|script| script.name.to_string()).collect();
        let books = circuit.books.iter().map(|book| book.name.to_string()).collect();
        for (mut lead, names) in [("scripts:", scripts), ("rules:", books)] {
            let names: Vec<String> = names;
            for line in listed(&names, 80 - 2 - width - 9).iter().filter(|line| !line.is_empty()) {
                writeln!(io.output, "{:width$}  {lead:8} {line}", "")?;
                lead = "";
            }
        }
    }
    Ok(ExitStatus::SUCCESS)
}
