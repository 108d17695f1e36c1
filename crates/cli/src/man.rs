//! `kiber man`: the manual, a page a command, from the command line's own definition.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::arguments::Arguments;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::whole_file::WholeFile;
use crate::words::{count, plain};

/// What is typed.
#[derive(Args, Debug)]
pub(crate) struct Typed {
    /// Write a page for each command there: kiber.1, kiber-run.1
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

pub(crate) fn man(io: &mut Io<'_>, dir: Option<&Path>) -> Result<ExitStatus, Problem> {
    let mut command = Arguments::definition().disable_help_subcommand(true);
    command.build();
    let Some(dir) = dir else {
        io.output.write_all(&page(&command)?)?;
        return Ok(ExitStatus::SUCCESS);
    };
    let cannot = |path: &Path, error: io::Error| {
        Problem::message(format!("cannot write `{}`: {error}", plain(&path.display().to_string())))
    };
    fs::create_dir_all(dir).map_err(|error| cannot(dir, error))?;
    let mut pages = 0;
    let mut commands = vec![command];
    while let Some(command) = commands.pop() {
        let path = dir.join(Man::new(command.clone()).get_filename());
        let mut file = WholeFile::create(&path)?;
        file.write_all(&page(&command)?).and_then(|()| file.keep()).map_err(|error| cannot(&path, error))?;
        pages += 1;
        commands.extend(command.get_subcommands().cloned());
    }
    let first = plain(&dir.join("kiber.1").display().to_string());
    writeln!(io.output, "{} written; `man -l {first}` shows the first", count(pages, "page"))?;
    Ok(ExitStatus::SUCCESS)
}

/// The page of one command.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    // Without a date, for which the generator has no sign.
    let (name, version) = (command.get_display_name().unwrap_or(command.get_name()), env!("CARGO_PKG_VERSION"));
    writeln!(page, ".TH \"{name}\" 1 \"\" \"kiber {version}\" \"Kiber\"")?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if command.get_arguments().next().is_some() {
        man.render_options_section(&mut page)?;
    }
    let mut rest = Roff::new();
    if command.has_subcommands() {
        rest.control("SH", ["COMMANDS"]);
        for inner in command.get_subcommands() {
            rest.control("TP", []);
            rest.text([bold(inner.get_display_name().unwrap_or(inner.get_name())), roman("(1)")]);
            rest.text([roman(inner.get_about().map(ToString::to_string).unwrap_or_default())]);
        }
    }
    more(&mut rest, &command.get_after_help().map(ToString::to_string).unwrap_or_default());
    rest.to_writer(&mut page)?;
    Ok(page)
}

/// The text behind a command's help: examples line by line, then what else is to be known, then the exit
/// status.
fn more(page: &mut Roff, text: &str) {
    let (examples, notes) = text.split_once("\n\n").unwrap_or((text, ""));
    let (examples, notes) = match examples.strip_prefix("Examples:\n") {
        Some(examples) => (examples, notes),
        None => ("", text),
    };
    let (notes, status) = notes.split_once("Exit status: ").unwrap_or((notes, ""));
    if !notes.trim().is_empty() {
        page.control("SH", ["NOTES"]);
        for paragraph in notes.trim().split("\n\n") {
            page.control("PP", []);
            page.text([roman(paragraph)]);
        }
    }
    if !examples.is_empty() {
        page.control("SH", ["EXAMPLES"]);
        page.control("nf", []);
        for line in examples.lines() {
            page.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
        }
        page.control("fi", []);
    }
    if !status.is_empty() {
        page.control("SH", ["EXIT STATUS"]);
        page.text([roman(status.trim())]);
    }
}
