//! The files of a circuit: watched, and read again.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use kiber_netlist::{Circuit, Finding, Reading};

use crate::report::Text;
use crate::source::{Source, circuit_source};
use crate::words::plain;

/// When a file was last written, and how long it is.
type Stamp = Option<(SystemTime, u64)>;

/// The files of a circuit, its own and those that it leads to, as they were when they were last read.
pub(super) struct Watched {
    files: Vec<(PathBuf, Stamp)>,
}

impl Watched {
    /// Watches the files of a circuit; a built-in one has none.
    pub(super) fn new(source: &Source) -> Self {
        let mut watched = Self { files: Vec::new() };
        if let (Some(path), Ok(text)) = (&source.path, source.utf8()) {
            watched.files = stamped(path, &source.read(text));
        }
        watched
    }

    /// Where they are.
    pub(super) fn paths(&self) -> Vec<&Path> {
        self.files.iter().map(|(path, _)| path.as_path()).collect()
    }

    /// Whether any of them was written since.
    pub(super) fn has_changed(&self) -> bool {
        self.files.iter().any(|(path, before)| {
            // While an editor writes it, a file may be gone for a moment.
            let now = stamp(path);
            now.is_some() && now != *before
        })
    }

    /// The circuit as its files are now, or what is wrong with them.
    pub(super) fn read_again(&mut self, given: &Path) -> Result<Arc<Circuit>, String> {
        // What is written while it is read is seen once more; what is seen is not forgotten by an error.
        for (path, before) in &mut self.files {
            *before = stamp(path);
        }
        let source = circuit_source(given).map_err(|problem| problem.to_string())?;
        let text = source.utf8().map_err(|_| format!("{} is not UTF-8 text", source.name))?;
        let reading = source.read(text);
        let found = source.path.as_deref().map(|path| stamped(path, &reading)).unwrap_or_default();
        let known = |path: &Path, files: &[(PathBuf, Stamp)]| files.iter().any(|(known, _)| known == path);
        let new: Vec<_> = found.iter().filter(|(path, _)| !known(path, &self.files)).cloned().collect();
        self.files.extend(new);
        let shown = Text::new(&source.name, text).with_files(&reading.files);
        let errors: Vec<&Finding> = reading.findings.iter().filter(|finding| finding.is_error()).collect();
        match (&reading.circuit, errors.split_first()) {
            (Some(_), None) => {
                self.files.retain(|(path, _)| known(path, &found));
                reading.circuit.map(Arc::new).ok_or_else(|| unreadable(&source.name))
            }
            (_, Some((error, others))) => {
                let place = shown.places(std::iter::once((error.file, error.span.start)));
                let line = place.first().map_or(1, |(line, _)| *line);
                let more = match others.len() {
                    0 => String::new(),
                    1 => " (and 1 more error)".to_owned(),
                    more => format!(" (and {more} more errors)"),
                };
                let name = shown.of(error.file).name;
                Err(format!("{name}:{line}: {}{more}; kept the circuit as it was", plain(&error.message)))
            }
            (None, None) => Err(unreadable(&source.name)),
        }
    }
}

fn unreadable(name: &str) -> String {
    format!("{name} cannot be read; kept the circuit as it was")
}

fn stamped(path: &Path, reading: &Reading) -> Vec<(PathBuf, Stamp)> {
    let others = reading.files.iter().map(|file| PathBuf::from(&file.name));
    std::iter::once(path.to_owned()).chain(others).map(|path| (path.clone(), stamp(&path))).collect()
}

fn stamp(path: &Path) -> Stamp {
    let known = path.metadata().ok()?;
    Some((known.modified().ok()?, known.len()))
}
