//! Scripts as they are read for a circuit, with the files that they include.

use std::path::PathBuf;

use kiber_netlist::{Circuit, File};
use kiber_script::{Around, Reading, Script, parse_with};
use serde_json::{Value, json};

use crate::files::OnDisk;
use crate::io::Io;
use crate::problem::Problem;
use crate::report::{self, Text};
use crate::request::Manner;
use crate::source::{Source, read_text};

/// A script, and the texts of which it was made.
#[derive(Debug)]
pub(crate) struct Loaded<'s> {
    pub(crate) script: Script,
    name: &'s str,
    text: &'s str,
    files: Vec<File>,
}

impl Loaded<'_> {
    /// What findings in it are about.
    pub(crate) fn text(&self) -> Text<'_> {
        Text::new(self.name, self.text).with_files(&self.files)
    }

    /// The name of a file that it is made of; the script itself is 0.
    pub(crate) fn file_name(&self, file: usize) -> &str {
        file.checked_sub(1).and_then(|file| self.files.get(file)).map_or(self.name, |file| &file.name)
    }

    /// The names of all files that it is made of, the script itself first.
    pub(crate) fn file_names(&self) -> Vec<String> {
        (0..=self.files.len()).map(|file| self.file_name(file).to_owned()).collect()
    }

    /// The included files that lie on a disk, if the script does.
    pub(crate) fn included_paths(&self) -> impl Iterator<Item = PathBuf> {
        self.files.iter().map(|file| PathBuf::from(&file.name))
    }
}

/// A remark on a line of a script, in a line: `motor.script:5: warning: in round 3 of 7: …`. Line 0 is
/// power-up.
pub(crate) fn remark(name: &str, line: usize, around: &Around, kind: &str, words: &str) -> String {
    let rounds = around.rounds_in_words().map(|rounds| format!("{rounds}: ")).unwrap_or_default();
    let heading = around.heading_in_words().map(|heading| format!(" ({heading})")).unwrap_or_default();
    match line {
        0 => format!("{name}: {kind}at power-up: {words}"),
        line => format!("{name}:{line}: {kind}{rounds}{words}{heading}"),
    }
}

/// Adds a place to what is told to programs: the line; and, where there is such, the included file that
/// it stands in, the rounds of the repeats around it, and the heading above it.
pub(crate) fn add_place(value: &mut Value, file: Option<&str>, line: usize, around: &Around) {
    value["line"] = json!(line);
    if let Some(file) = file.filter(|_| around.file > 0) {
        value["file"] = json!(file);
    }
    if !around.rounds.is_empty() {
        value["rounds"] = around.rounds.iter().map(|round| json!({ "round": round.number, "of": round.of })).collect();
    }
    if let Some(heading) = &around.heading {
        value["heading"] = json!(&**heading);
    }
}

/// Reads a script with whatever it includes: from the folder in which it lies, or from the scripts of
/// its built-in circuit.
pub(crate) fn read_script(source: &Source, text: &str, circuit: &Circuit) -> Reading {
    match (&source.path, source.embedded) {
        (Some(path), _) => parse_with(text, &source.name, circuit, &mut OnDisk::around(path, &source.name)),
        (None, Some(embedded)) => parse_with(text, &source.name, circuit, &mut embedded.files()),
        (None, None) => {
            let (script, findings) = kiber_script::parse(text, circuit);
            Reading { script, findings, files: Vec::new() }
        }
    }
}

/// The script, for commands that play one: whatever is wrong is reported and refuses it.
pub(crate) fn load_script<'s>(
    io: &mut Io<'_>,
    manner: Manner,
    source: &'s Source,
    circuit: &Circuit,
) -> Result<Loaded<'s>, Problem> {
    let text = read_text(source)?;
    let Reading { script, findings, files } = read_script(source, text, circuit);
    let shown = Text::new(&source.name, text).with_files(&files);
    let Some(script) = script else {
        report::findings(io.errors, &shown, &findings, manner.color_errors)?;
        return Err(Problem::Reported);
    };
    report::one_line_each(io.errors, &shown, findings.iter())?;
    Ok(Loaded { script, name: &source.name, text, files })
}
