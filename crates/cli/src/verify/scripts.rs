//! Counterexamples as scripts: kept to be shown, and written to a directory if one was named.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use kiber_explore::{Exploration, Outcome, Run, Verdict};

use crate::problem::Problem;
use crate::whole_file::WholeFile;

/// A directory into which scripts are written, each under a name of its own.
pub(crate) struct ScriptFiles<'a> {
    directory: &'a Path,
    taken: Vec<String>,
    /// What could not be written, the first of it.
    failed: Option<Problem>,
}

impl<'a> ScriptFiles<'a> {
    /// Makes the directory, before any long work whose answers go there.
    pub(crate) fn new(directory: &'a Path) -> Result<Self, Problem> {
        fs::create_dir_all(directory).map_err(|error| {
            let why = if directory.exists() { "it is not a directory".to_owned() } else { error.to_string() };
            Problem::message(format!("cannot make `{}`: {why}", directory.display()))
        })?;
        Ok(Self { directory, taken: Vec::new(), failed: None })
    }

    /// Writes a script; its file is named after what it is about. What cannot be written is kept for
    /// the end, so that nobody has to search again for an answer that is there.
    pub(crate) fn write(&mut self, about: &str, text: &str) -> Option<PathBuf> {
        let written = self.try_write(about, text);
        written.map_err(|problem| self.failed.get_or_insert(problem)).ok()
    }

    /// Says what could not be written.
    pub(crate) fn end(self) -> Result<(), Problem> {
        self.failed.map_or(Ok(()), Err)
    }

    fn try_write(&mut self, about: &str, text: &str) -> Result<PathBuf, Problem> {
        let path = self.directory.join(file_name(about, &mut self.taken));
        let problem = |error| Problem::message(format!("cannot write `{}`: {error}", path.display()));
        let mut file = WholeFile::create(&path)?;
        file.write_all(text.as_bytes()).map_err(problem)?;
        file.keep().map_err(problem)?;
        Ok(path)
    }
}

/// By property: the script that shows the answer, if one does.
pub(super) struct Scripts {
    by_property: Vec<Option<Written>>,
}

pub(super) struct Written {
    pub(super) text: String,
    /// The file it was written to.
    pub(super) file: Option<PathBuf>,
    /// Of a bound: the file with the run that keeps the counter lowest.
    pub(super) least: Option<PathBuf>,
}

impl Scripts {
    pub(super) fn new(
        circuit: &str,
        rules: &str,
        exploration: &Exploration,
        mut files: Option<&mut ScriptFiles<'_>>,
    ) -> Self {
        let mut by_property = Vec::new();
        for verdict in exploration.verdicts() {
            let Some(text) = script(circuit, rules, exploration, verdict) else {
                by_property.push(None);
                continue;
            };
            let name = &exploration.book().properties[verdict.property].name;
            let file = files.as_mut().and_then(|files| files.write(name, &text));
            let least = match (&verdict.bound, files.as_mut()) {
                (Some(bound), Some(files)) if bound.most.is_some() => {
                    let heading =
                        format!("{circuit}, rule-book {rules}: \"{name}\": a run that stays at {}", bound.least);
                    files.write(&format!("{name} least"), &exploration.script(&bound.best, &[heading]))
                }
                _ => None,
            };
            by_property.push(Some(Written { text, file, least }));
        }
        Self { by_property }
    }

    pub(super) fn of(&self, property: usize) -> Option<&Written> {
        self.by_property.get(property)?.as_ref()
    }
}

/// The run that shows an answer: what refutes a property, or takes a counter as far as it goes.
fn script(circuit: &str, rules: &str, exploration: &Exploration, verdict: &Verdict) -> Option<String> {
    let property = &exploration.book().properties[verdict.property];
    let (run, what): (&Run, String) = match (&verdict.outcome, &verdict.bound) {
        (Outcome::Refuted(run), _) => (run, format!("refutes \"{}\"", property.name)),
        (Outcome::NotJudged(run, why), _) => {
            (run, format!("\"{}\" is not judged: {}", property.name, why.shown(exploration.circuit())))
        }
        (Outcome::Proved, Some(bound)) => {
            let most = bound.most.unwrap_or_default();
            (&bound.worst, format!("\"{}\": a run that comes to {most}", property.name))
        }
        _ => return None,
    };
    let heading = [format!("{circuit}, rule-book {rules}: {what}"), property.shown(exploration.book()).to_string()];
    Some(match verdict.races.first() {
        Some(found) => exploration.race_script(found, &heading),
        None => exploration.script(run, &heading),
    })
}

/// A file's name made of a property's: what no file system minds, and no two the same.
fn file_name(property: &str, taken: &mut Vec<String>) -> String {
    let mut stem: String = property
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter.to_lowercase().next().unwrap_or(letter) } else { '-' })
        .collect();
    while stem.contains("--") {
        stem = stem.replace("--", "-");
    }
    // File systems count bytes, 255 at most.
    let stem = stem.trim_matches('-');
    let stem = stem.get(..stem.floor_char_boundary(120)).unwrap_or_default();
    let stem = if stem.is_empty() { "property" } else { stem };
    let name = (1..)
        .map(|number| if number == 1 { format!("{stem}.script") } else { format!("{stem}-{number}.script") })
        .find(|name| !taken.contains(name))
        .unwrap_or_default();
    taken.push(name.clone());
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_has_a_file_of_its_own() {
        let mut taken = Vec::new();
        let mut check = |property: &str, expected: &str| assert_eq!(file_name(property, &mut taken), expected);
        check("never two verdicts", "never-two-verdicts.script");
        check("Never: two  verdicts!", "never-two-verdicts-2.script");
        check("../../etc/passwd", "etc-passwd.script");
        check("", "property.script");
        check("учится", "учится.script");
        check(&"𝓍".repeat(200), &format!("{}.script", "𝓍".repeat(30)));
    }
}
