//! `kiber new`: a circuit to begin with, and a script that passes.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::arguments::Reporting;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::words::plain;

const CIRCUIT: &str = include_str!("start.ron");
const SCRIPT: &str = include_str!("start.script");

/// What is typed.
#[derive(Args, Debug)]
pub(crate) struct Typed {
    /// The circuit's name: letters and digits, with - and _ between words
    #[arg(value_name = "NAME", value_parser = name)]
    name: String,
    /// Where the circuit's folder goes [default: here]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    #[command(flatten)]
    reporting: Reporting,
}

/// What is meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    name: String,
    /// The circuit's own folder.
    folder: PathBuf,
}

impl Typed {
    pub(crate) fn settle(self) -> (Asked, Reporting) {
        let folder = self.dir.unwrap_or_default().join(&self.name);
        (Asked { name: self.name, folder }, self.reporting)
    }
}

/// A name that files, folders and commands can have everywhere.
fn name(typed: &str) -> Result<String, String> {
    let is_letter = |letter: char| letter.is_alphanumeric();
    if typed.is_empty() {
        return Err("a name has a letter at least".to_owned());
    }
    if let Some(stem) = typed.strip_suffix(".ron").filter(|stem| !stem.is_empty()) {
        return Err(format!("the name goes without its ending: `{stem}`"));
    }
    if typed.contains(['/', '\\']) {
        return Err("a name, and no path: the circuit gets a folder of that name where you are".to_owned());
    }
    if let Some(other) = typed.chars().find(|&letter| !is_letter(letter) && !matches!(letter, '-' | '_')) {
        let other = if other.is_whitespace() { "a blank".to_owned() } else { format!("`{}`", other.escape_default()) };
        return Err(format!("{other} will not do in the name of files and commands; - and _ will"));
    }
    if !typed.starts_with(is_letter) {
        return Err("a name begins with a letter or a digit".to_owned());
    }
    Ok(typed.to_owned())
}

pub(crate) fn new(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    let Asked { name, folder } = asked;
    let circuit = folder.join(format!("{name}.ron"));
    let script = folder.join(format!("{name}.script"));
    let made = make_folder(folder)?;
    let written = write_new(&circuit, &CIRCUIT.replace("TITLE", &title(name))).and_then(|()| {
        write_new(&script, SCRIPT).inspect_err(|_| {
            // Half of it is of use to nobody; what cannot be removed stays.
            let _ = fs::remove_file(&circuit);
        })
    });
    if let Err(problem) = written {
        if made {
            let _ = fs::remove_dir(folder);
        }
        return Err(problem);
    }
    let (circuit, script) = (shown(&circuit), shown(&script));
    if manner.json {
        writeln!(io.output, "{:#}", json!({ "circuit": circuit, "script": script }))?;
        return Ok(ExitStatus::SUCCESS);
    }
    writeln!(io.output, "{}{MAIN_SEPARATOR} has a circuit and a script that passes. Next:", shown(folder))?;
    writeln!(io.output, "  kiber check {circuit}")?;
    writeln!(io.output, "  kiber run {circuit} --script {script}")?;
    writeln!(io.output, "  kiber step {circuit}")?;
    Ok(ExitStatus::SUCCESS)
}

/// Whether a folder was made; one that is there will do if nothing is in it.
fn make_folder(folder: &Path) -> Result<bool, Problem> {
    let name = shown(folder);
    let there = |what: &str| Problem::message(format!("`{name}` is there already, {what}; nothing is written"));
    match fs::create_dir(folder) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let Ok(entries) = fs::read_dir(folder) else { return Err(there("and is no folder")) };
            let mut names: Vec<String> =
                entries.flatten().map(|entry| format!("`{}`", plain(&entry.file_name().to_string_lossy()))).collect();
            names.sort();
            match names.as_slice() {
                [] => Ok(false),
                [only] => Err(there(&format!("with {only} in it"))),
                [first, second] => Err(there(&format!("with {first} and {second} in it"))),
                [first, .., _] => Err(there(&format!("with {first} and {} more in it", names.len() - 1))),
            }
        }
        Err(error) => Err(Problem::message(format!("cannot make the folder `{name}`: {error}"))),
    }
}

/// Writes a file that is not there yet.
fn write_new(path: &Path, text: &str) -> Result<(), Problem> {
    let cannot = |error| Problem::message(format!("cannot write `{}`: {error}", shown(path)));
    let mut file = File::create_new(path).map_err(cannot)?;
    file.write_all(text.as_bytes()).map_err(|error| {
        let _ = fs::remove_file(path);
        cannot(error)
    })
}

fn shown(path: &Path) -> String {
    plain(&path.display().to_string())
}

/// `motor-starter`: `Motor starter`.
fn title(name: &str) -> String {
    let words = name.split(['-', '_']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
