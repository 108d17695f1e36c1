//! The circuit as a server is given it: read again on request, and its files watched.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use kiber_netlist::Circuit;
use kiber_web::{Given, Stamp};

use crate::io::Io;
use crate::problem::Problem;
use crate::report::{self, Text};
use crate::request::Manner;
use crate::script::load_script;
use crate::source::{Source, circuit_source};
use crate::words::{grouped, plain};

/// A circuit with what is done to each machine of it first.
pub(super) fn given(source: &Source, script: Vec<String>) -> Given {
    match (&source.path, source.embedded) {
        (None, Some(embedded)) => Given { script, ..Given::embedded(embedded) },
        (path, _) => {
            let path = path.clone().unwrap_or_else(|| PathBuf::from(&source.name));
            let others: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
            let (read_path, read_others) = (path.clone(), Arc::clone(&others));
            let given = Given {
                name: source.name.clone(),
                file: Some(source.name.clone()),
                read: Box::new(move || read(&read_path, &read_others)),
                stamp: Box::new(move || stamp(&path, &others)),
                script,
            };
            // From now on the files that it leads to are known, and watched.
            let _ = (given.read)();
            given
        }
    }
}

/// Reads the circuit, and notes the files that it leads to.
fn read(path: &Path, others: &Mutex<Vec<PathBuf>>) -> Result<Arc<Circuit>, Vec<String>> {
    let source = circuit_source(path).map_err(|problem| vec![problem.to_string()])?;
    let text = source.utf8().map_err(|_| vec![format!("{}: this is not UTF-8 text", source.name)])?;
    let reading = source.read(text);
    *others.lock().unwrap_or_else(PoisonError::into_inner) =
        reading.files.iter().map(|file| PathBuf::from(&file.name)).collect();
    match reading.circuit {
        Some(circuit) if !reading.findings.iter().any(kiber_netlist::Finding::is_error) => Ok(Arc::new(circuit)),
        _ => {
            let shown = Text::new(&source.name, text).with_files(&reading.files);
            let mut lines = Vec::new();
            let errors = reading.findings.iter().filter(|finding| finding.is_error());
            // A list of bytes takes whatever it is given.
            let _ = report::one_line_each(&mut lines, &shown, errors);
            Err(String::from_utf8_lossy(&lines).lines().map(plain).collect())
        }
    }
}

fn stamp(path: &Path, others: &Mutex<Vec<PathBuf>>) -> Stamp {
    let others = others.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let of = |path: &Path| {
        let known = std::fs::metadata(path).ok()?;
        Some((known.modified().ok()?, known.len()))
    };
    std::iter::once(of(path)).chain(others.iter().map(|other| of(other))).collect()
}

/// The actions of a script, one line each.
pub(super) fn script_lines(
    io: &mut Io<'_>,
    manner: Manner,
    source: &Source,
    circuit: &Circuit,
    most: usize,
) -> Result<Vec<String>, Problem> {
    let loaded = load_script(io, manner, source, circuit)?;
    let actions = loaded.script.lines().filter(|(_, _, step)| step.is_action());
    let lines: Vec<String> = actions.take(most + 1).map(|(_, _, step)| step.shown(circuit).to_string()).collect();
    if lines.len() > most {
        let most = grouped(most as u64);
        return Err(Problem::Message(format!("{} has more than {most} actions, too many for a page", source.name)));
    }
    Ok(lines)
}
