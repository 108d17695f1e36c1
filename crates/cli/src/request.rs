//! What was meant: the second of the two steps from words to a command.

use std::path::PathBuf;

use kiber_explore::races::Level;

use crate::arguments::{Arguments, Deadline, Format, Generated, Limiting, Reporting, Searching, Typed};
use crate::bounds::Bounds;
use crate::completions::For;
use crate::generate::Bachet;
use crate::io::Terminal;
use crate::problem::Problem;
use crate::races::{Actions, Asked};
use crate::source::which_book;
use crate::verify::Search;
use crate::{bachet, beads, diff, draw, export, fmt, kalah, new, run, serve, test, tictactoe, timing, wear, why};

/// A command with everything settled.
#[derive(Debug, PartialEq)]
pub(crate) enum Command {
    New(new::Asked),
    List,
    Fmt(fmt::Asked),
    Check { circuits: Vec<PathBuf>, margins: Option<Vec<PathBuf>> },
    Run(run::arguments::Asked),
    Why(why::Asked),
    Diff(diff::Asked),
    Serve(serve::Asked),
    Export(export::Asked),
    Step { circuit: PathBuf, prompt: bool },
    Learn { circuit: PathBuf, bounds: Bounds },
    GenerateBachet(Bachet),
    Verify { circuit: PathBuf, rules: PathBuf, search: Search },
    Races { circuit: PathBuf, asked: Asked },
    Test(test::Asked),
    Timing(timing::Asked),
    Draw(draw::Asked),
    Wear(wear::Asked),
    Tictactoe(tictactoe::Asked),
    Bachet(bachet::Asked),
    Beads(beads::Asked),
    Kalah(kalah::Asked),
    Completions(For),
    Man { dir: Option<PathBuf> },
}

/// How to report, the same for every command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Manner {
    pub(crate) json: bool,
    /// Whether standard output may be coloured.
    pub(crate) color: bool,
    /// Whether standard error may be coloured.
    pub(crate) color_errors: bool,
    /// Whether to show how far long work has come, on standard error.
    pub(crate) progress: bool,
}

pub(crate) fn settle(typed: Arguments, terminal: Terminal) -> Result<(Command, Manner), Problem> {
    let (command, reporting) = match typed.command {
        None => (
            Command::Learn { circuit: PathBuf::from("article"), bounds: bounds(Limiting::default()) },
            Some(Reporting { format: None }),
        ),
        Some(Typed::New(typed)) => {
            let (asked, reporting) = typed.settle();
            (Command::New(asked), Some(reporting))
        }
        Some(Typed::List { reporting }) => (Command::List, Some(reporting)),
        Some(Typed::Fmt(typed)) => {
            let (asked, reporting) = typed.settle()?;
            (Command::Fmt(asked), Some(reporting))
        }
        Some(Typed::Check { circuits, margins, script, reporting }) => {
            if let ([_, another, ..], [script, ..]) = (&circuits[..], &script[..]) {
                return Err(Problem::Message(format!(
                    "`{}` is a script for one circuit, and `{}` is another",
                    script.display(),
                    another.display()
                )));
            }
            (Command::Check { circuits, margins: margins.then_some(script) }, Some(reporting))
        }
        Some(Typed::Run(typed)) => {
            let (asked, reporting) = typed.settle()?;
            (Command::Run(asked), Some(reporting))
        }
        Some(Typed::Why(typed)) => {
            let (asked, reporting) = typed.settle();
            (Command::Why(asked), Some(reporting))
        }
        Some(Typed::Diff(typed)) => {
            let (asked, reporting) = typed.settle()?;
            (Command::Diff(asked), Some(reporting))
        }
        Some(Typed::Serve(typed)) => {
            let (asked, reporting) = typed.settle();
            (Command::Serve(asked), Some(reporting))
        }
        Some(Typed::Export(typed)) => {
            let (asked, reporting) = typed.settle()?;
            (Command::Export(asked), Some(reporting))
        }
        Some(Typed::Step { circuit, prompt }) => (Command::Step { circuit, prompt }, None),
        Some(Typed::Learn { circuit, limiting, reporting }) => {
            (Command::Learn { circuit, bounds: bounds(limiting) }, Some(reporting))
        }
        Some(Typed::Generate { what: Generated::Bachet { objects, take, output, rules, reporting } }) => {
            let output = output.filter(|file| file.to_str() != Some("-"));
            (Command::GenerateBachet(Bachet { objects, take, output, rules }), Some(reporting))
        }
        Some(Typed::Verify { circuit, rules, searching, reporting }) => {
            let rules = rules.ok_or_else(|| Problem::Message(which_book(&circuit)))?;
            (Command::Verify { circuit, rules, search: search(searching) }, Some(reporting))
        }
        Some(Typed::Races { circuit, script, rules, level, bridging, searching, reporting }) => {
            let actions = match (script, rules) {
                (Some(script), _) => Actions::Script(script),
                (None, Some(rules)) => Actions::Rules(rules),
                (None, None) => Actions::Any,
            };
            let level = match level {
                1 => Level::Nominal,
                2 => Level::Order,
                4 => Level::Times,
                _ => Level::Overlap,
            };
            let asked = Asked { actions, level, bridging, search: search(searching) };
            (Command::Races { circuit, asked }, Some(reporting))
        }
        Some(Typed::Test(typed)) => {
            let (asked, reporting) = typed.settle();
            (Command::Test(asked), Some(reporting))
        }
        Some(Typed::Draw(typed)) => (Command::Draw(typed.settle()?), None),
        Some(Typed::Timing(typed)) => (Command::Timing(typed.settle()?), None),
        Some(Typed::Wear(typed)) => {
            let (asked, reporting) = typed.settle();
            (Command::Wear(asked), Some(reporting))
        }
        Some(Typed::Tictactoe { what }) => {
            let (asked, reporting) = what.settle()?;
            (Command::Tictactoe(asked), reporting)
        }
        Some(Typed::Bachet { what }) => {
            let (asked, reporting) = what.settle()?;
            (Command::Bachet(asked), reporting)
        }
        Some(Typed::Beads { what }) => {
            let (asked, reporting) = what.settle()?;
            (Command::Beads(asked), reporting)
        }
        Some(Typed::Kalah { what }) => {
            let (asked, reporting) = what.settle()?;
            (Command::Kalah(asked), reporting)
        }
        Some(Typed::Completions(typed)) => (Command::Completions(typed.shell), None),
        Some(Typed::Man(typed)) => (Command::Man { dir: typed.dir }, None),
    };
    let format = reporting.and_then(|reporting| reporting.format).or(typed.reporting.format);
    let json = format == Some(Format::Json);
    if json && matches!(command, Command::Completions(_) | Command::Man { .. }) {
        return Err(Problem::message("completions and manual pages have a form of their own, and no JSON"));
    }
    if json && matches!(command, Command::Draw(_)) {
        return Err(Problem::message(
            "a drawing is a picture and its tables are CSV; `kiber fmt` writes what it shows",
        ));
    }
    if json && matches!(command, Command::Timing(_)) {
        return Err(Problem::message("a diagram is a text or a picture; `kiber run --trace` has what it shows"));
    }
    if json && matches!(&command, Command::Wear(asked) if asked.shows_csv()) {
        return Err(Problem::message("a table as CSV and the JSON report cannot both go to standard output"));
    }
    if json && matches!(&command, Command::Fmt(asked) if asked.shows_text()) {
        return Err(Problem::message(
            "the text and the JSON report cannot both go to standard output; give --check, or a file",
        ));
    }
    if json && matches!(&command, Command::Export(asked) if asked.takes_output()) {
        return Err(Problem::message(
            "the page and the JSON report cannot both go to standard output; give --html a file",
        ));
    }
    if json && reporting.is_none() {
        return Err(Problem::message(
            "a command that talks to a person, as `step` and `play` do, has no JSON; `kiber run --format json` runs a \
             script",
        ));
    }
    if json && matches!(&command, Command::Test(asked) if asked.asks()) {
        return Err(Problem::message("--review asks a person, and has no JSON; --accept writes all"));
    }
    if json
        && let Command::Run(asked) = &command
        && let Some(what) = asked.takes_output()
    {
        return Err(Problem::Message(format!(
            "the {what} and the JSON report cannot both go to standard output; give --{} a file",
            what.to_lowercase()
        )));
    }
    if json && matches!(&command, Command::GenerateBachet(Bachet { output: None, .. })) {
        return Err(Problem::message(
            "the circuit and the JSON report cannot both go to standard output; give -o a file",
        ));
    }
    let manner = Manner {
        json,
        color: typed.color.shows_on(terminal.output, terminal),
        color_errors: typed.color.shows_on(terminal.errors, terminal),
        progress: terminal.errors,
    };
    Ok((command, manner))
}

fn search(typed: Searching) -> Search {
    let Searching { tolerance, scripts, limiting } = typed;
    Search { bounds: bounds(limiting), tolerance, scripts }
}

fn bounds(typed: Limiting) -> Bounds {
    let Limiting { threads, most_states, most_memory, deadline: Deadline { most_time } } = typed;
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    Bounds {
        threads: threads.map_or_else(processors, usize::from),
        most_states,
        most_bytes: most_memory.map(|mebibytes| mebibytes << 20),
        most_time,
    }
}
