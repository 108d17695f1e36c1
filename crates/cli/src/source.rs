//! Where circuits and scripts come from: files, or the program itself.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use kiber_automaton::{CIRCUITS, Embedded};
use kiber_explore::book::{self, RuleBook};
use kiber_netlist::{Circuit, Finding, Lines, Reading, Severity, fold, nearest, read_with};

use crate::files::{OnDisk, read_bytes};
use crate::io::Io;
use crate::problem::Problem;
use crate::report::{self, Text};
use crate::request::Manner;
use crate::words::plain;

/// A text with the name under which it is spoken of.
#[derive(Debug)]
pub(crate) struct Source {
    /// The file as it was given, or the built-in circuit's name.
    pub(crate) name: String,
    pub(crate) text: Vec<u8>,
    /// The built-in circuit that it is, or that it belongs to.
    pub(crate) embedded: Option<&'static Embedded>,
    /// Where it lies, if it is a file.
    pub(crate) path: Option<PathBuf>,
}

impl Source {
    /// Reads its text as a circuit, with the files that it leads to.
    pub(crate) fn read(&self, text: &str) -> Reading {
        match (&self.path, self.embedded) {
            (Some(path), _) => read_with(text, &self.name, &mut OnDisk::around(path, &self.name)),
            (None, Some(embedded)) => embedded.read(),
            (None, None) => kiber_netlist::read(text),
        }
    }

    /// The name without folders and ending: `game` of `circuits/article/game.script`.
    pub(crate) fn stem(&self) -> String {
        let name = Path::new(&self.name).file_stem().unwrap_or_default();
        plain(&name.to_string_lossy())
    }

    /// The text, or what can be read of it and the first byte that is not UTF-8.
    pub(crate) fn utf8(&self) -> Result<&str, Unreadable> {
        std::str::from_utf8(&self.text).map_err(|error| {
            let text = String::from_utf8_lossy(&self.text).into_owned();
            Unreadable { text, at: error.valid_up_to() }
        })
    }
}

/// A text that is not UTF-8.
#[derive(Debug)]
pub(crate) struct Unreadable {
    /// The text with what cannot be read replaced.
    pub(crate) text: String,
    /// The first byte that cannot be read, in both texts.
    pub(crate) at: usize,
}

impl Unreadable {
    /// What is wrong with it.
    pub(crate) fn finding(&self) -> Finding {
        let span = self.at..self.at + char::REPLACEMENT_CHARACTER.len_utf8();
        Finding::new("ron-syntax", Severity::Error, span, "this is not UTF-8 text")
            .labelled("the first byte that cannot be read")
            .with_help("save the file as UTF-8")
    }
}

/// Finds a circuit: a file if there is one or it looks like one, else a built-in circuit.
pub(crate) fn circuit_source(given: &Path) -> Result<Source, Problem> {
    let embedded = given.to_str().and_then(Embedded::find);
    if given.is_file() || looks_like_a_file(given) {
        return read_file(given).map_err(|message| {
            let stem = given.file_stem().unwrap_or_default().to_string_lossy();
            let near = suggestions(&stem, CIRCUITS.iter().map(|circuit| circuit.name));
            match near.filter(|_| !given.exists()) {
                Some(near) => Problem::Message(format!("{message}; built in under a name like it: {near}")),
                None => Problem::Message(message),
            }
        });
    }
    match embedded {
        Some(circuit) => Ok(Source {
            name: circuit.name.to_string(),
            text: circuit.source.as_bytes().to_vec(),
            embedded: Some(circuit),
            path: None,
        }),
        None => Err(Problem::Message(unknown_circuit(given))),
    }
}

fn looks_like_a_file(given: &Path) -> bool {
    given.extension().is_some_and(|ending| ending == "ron")
        || given.as_os_str().to_string_lossy().contains([MAIN_SEPARATOR, '/'])
}

fn unknown_circuit(given: &Path) -> String {
    let name = given.display();
    let lead = if given.is_dir() {
        format!("`{name}` is a directory, and no circuit of that name is built in")
    } else {
        format!("no circuit `{name}`: there is no such file, and none of that name is built in")
    };
    let names = CIRCUITS.iter().map(|circuit| circuit.name);
    match suggestions(&name.to_string(), names) {
        Some(near) => format!("{lead}; did you mean {near}?"),
        None => format!("{lead}; `kiber list` shows those that are"),
    }
}

/// Finds a script: a file if there is one, else a script of the built-in circuit.
pub(crate) fn script_source(given: &Path, circuit: &Source) -> Result<Source, Problem> {
    let embedded = given.to_str().and_then(|name| circuit.embedded?.script(name));
    if !given.is_file()
        && let Some(script) = embedded
    {
        let name = format!("{}.script", script.name);
        return Ok(Source { name, text: script.source.as_bytes().to_vec(), embedded: circuit.embedded, path: None });
    }
    read_file(given).map_err(|message| match circuit.embedded {
        None => Problem::Message(message),
        Some(embedded) => {
            let names = embedded.scripts.iter().map(|script| script.name);
            Problem::Message(format!("{message}; the scripts of {}: {}", embedded.name, near_or_all(given, names)))
        }
    })
}

/// The scripts that belong to a circuit: those of a built-in one, or all that stand beside a file, by name.
pub(crate) fn scripts_beside(given: &Path, circuit: &Source) -> Result<Vec<Source>, Problem> {
    if let Some(embedded) = circuit.embedded {
        let scripts = embedded.scripts.iter().map(|script| Source {
            name: format!("{}.script", script.name),
            text: script.source.as_bytes().to_vec(),
            embedded: Some(embedded),
            path: None,
        });
        return Ok(scripts.collect());
    }
    let folder = given.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let cannot = |error| Problem::Message(format!("cannot look for scripts beside `{}`: {error}", circuit.name));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension().is_some_and(|ending| ending == "script") && path.is_file() {
            files.push(path);
        }
    }
    files.sort_unstable();
    // `./` tells nothing that the file's name alone does not.
    let named = |path: &Path| read_file(path.strip_prefix(".").unwrap_or(path));
    files.iter().map(|path| named(path).map_err(Problem::Message)).collect()
}

/// Finds a rule-book: a file if there is one, else a rule-book of the built-in circuit.
pub(crate) fn book_source(given: &Path, circuit: &Source) -> Result<Source, Problem> {
    let embedded = given.to_str().and_then(|name| circuit.embedded?.book(name));
    if !given.is_file()
        && let Some(book) = embedded
    {
        let name = format!("{}.rules.ron", book.name);
        return Ok(Source { name, text: book.source.as_bytes().to_vec(), embedded: None, path: None });
    }
    read_file(given).map_err(|message| match circuit.embedded {
        None => Problem::Message(message),
        Some(embedded) => {
            let names = embedded.books.iter().map(|book| book.name);
            Problem::Message(format!("{message}; the rule-books of {}: {}", embedded.name, near_or_all(given, names)))
        }
    })
}

/// The names near what was given, or all.
fn near_or_all<'a>(given: &Path, names: impl Iterator<Item = &'a str> + Clone) -> String {
    let near = suggestions(&given.to_string_lossy(), names.clone());
    let near = near.unwrap_or_else(|| names.collect::<Vec<_>>().join(", "));
    if near.is_empty() { "none".to_string() } else { near }
}

/// What to say when no rule-book was named.
pub(crate) fn which_book(circuit: &Path) -> String {
    let name = circuit.display();
    let built_in = circuit.to_str().and_then(Embedded::find).filter(|_| !circuit.is_file());
    let books: Vec<&str> = built_in.iter().flat_map(|circuit| circuit.books).map(|book| book.name).collect();
    match books.first() {
        Some(first) => {
            format!(
                "which rule-book? {name} has {}; for example `kiber verify {name} --rules {first}`",
                books.join(", ")
            )
        }
        None => format!("which rule-book? `kiber verify {name} --rules FILE`"),
    }
}

/// What to say when a command needs a script and none was named.
pub(crate) fn which_script(circuit: &Path, command: &str) -> String {
    let name = circuit.display();
    let built_in = circuit.to_str().and_then(Embedded::find).filter(|_| !circuit.is_file());
    let scripts: Vec<&str> = built_in.iter().flat_map(|circuit| circuit.scripts).map(|script| script.name).collect();
    match scripts.first() {
        Some(first) => {
            let all = scripts.join(", ");
            format!("which script? {name} has {all}; for example `kiber {command} {name} --script {first}`")
        }
        None => format!("which script? `kiber {command} {name} --script FILE`; `kiber step {name}` needs none"),
    }
}

/// Names near this one, or that begin with it, as `a, b or c`.
fn suggestions<'a>(wanted: &str, names: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
    let mut near = nearest(wanted, names.clone());
    if near.is_empty() {
        let folded = fold(wanted);
        near = names.filter(|name| !folded.is_empty() && fold(name).starts_with(&folded)).take(3).collect();
    }
    let quoted: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last()? {
        (last, []) => Some(last.clone()),
        (last, others) => Some(format!("{} or {last}", others.join(", "))),
    }
}

fn read_file(path: &Path) -> Result<Source, String> {
    let name = plain(&path.display().to_string());
    Ok(Source { name, text: read_bytes(path)?, embedded: None, path: Some(path.to_owned()) })
}

/// The circuit, for commands that run one: errors are reported and refuse it, warnings are said in
/// a line each.
pub(crate) fn load(io: &mut Io<'_>, manner: Manner, source: &Source) -> Result<Arc<Circuit>, Problem> {
    let text = read_text(source)?;
    let reading = source.read(text);
    let shown = Text::new(&source.name, text).with_files(&reading.files);
    let errors: Vec<Finding> = reading.findings.iter().filter(|finding| finding.is_error()).cloned().collect();
    match reading.circuit {
        Some(circuit) if errors.is_empty() => {
            let warnings = reading.findings.iter().filter(|finding| finding.severity == Severity::Warning);
            report::one_line_each(io.errors, &shown, warnings)?;
            Ok(Arc::new(circuit))
        }
        _ => {
            report::findings(io.errors, &shown, &errors, manner.color_errors)?;
            writeln!(io.errors, "{} has errors; `kiber check {}` shows everything found", source.name, source.name)?;
            Err(Problem::Reported)
        }
    }
}

/// The rule-book, for commands that use one: errors are reported and refuse it, warnings are said in a
/// line each.
pub(crate) fn load_book(
    io: &mut Io<'_>,
    manner: Manner,
    source: &Source,
    circuit: &Circuit,
) -> Result<RuleBook, Problem> {
    let text = read_text(source)?;
    let shown = Text::new(&source.name, text);
    let reading = book::read(text, circuit);
    let Some(book) = reading.book else {
        report::findings(io.errors, &shown, &reading.findings, manner.color_errors)?;
        return Err(Problem::Reported);
    };
    report::one_line_each(io.errors, &shown, reading.findings.iter())?;
    Ok(book)
}

/// The text, for commands that cannot go on without.
pub(crate) fn read_text(source: &Source) -> Result<&str, Problem> {
    source.utf8().map_err(|unreadable| {
        let (line, column) = Lines::new(&unreadable.text).line_and_column(unreadable.at);
        Problem::message(format!("{}:{line}:{column}: this is not UTF-8 text", source.name))
    })
}
