//! What can be typed after `kiber draw`, and what it means.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use kiber_draw::ladder::{Options, Symbols};

use crate::arguments::svg_name;
use crate::problem::Problem;

/// What is typed.
#[derive(Args, Debug)]
pub(crate) struct Typed {
    #[arg(value_name = "CIRCUIT", help = "A file, or the name of a built-in circuit")]
    circuit: PathBuf,
    /// Write it there; - is standard output
    #[arg(long = "output", short, value_name = "FILE.svg")]
    output: Option<PathBuf>,
    /// Show what is live at the end of this script
    #[arg(long, short, value_name = "SCRIPT", conflicts_with = "table")]
    script: Option<PathBuf>,
    /// Show what is live after this line of the script
    #[arg(long, value_name = "N", requires = "script")]
    line: Option<usize>,
    /// Draw with these symbols: iec or russian [iec]
    #[arg(long, value_name = "STYLE", value_enum, hide_possible_values = true, conflicts_with = "table")]
    symbols: Option<Style>,
    /// Fold what is wider than so many pixels [1600]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(400..=100_000))]
    width: Option<u32>,
    /// Print a table as CSV: wiring, relays, or both [both]
    #[arg(long, value_name = "TABLE", value_enum, hide_possible_values = true, num_args = 0..=1,
        default_missing_value = "both")]
    table: Option<Table>,
}

/// Which symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Style {
    Iec,
    Russian,
}

/// Which table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Table {
    /// Every net with every pin on it.
    Wiring,
    /// Relays and their contacts.
    Relays,
    /// One after the other, with an empty line between.
    Both,
}

/// What is meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(super) circuit: PathBuf,
    pub(super) what: What,
    /// None is standard output.
    pub(super) output: Option<PathBuf>,
    pub(super) options: Options,
}

/// What is written.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum What {
    /// The circuit at rest.
    Drawing,
    /// The circuit after a script, or after a line of it.
    Moment(PathBuf, Option<usize>),
    /// A table.
    Table(Table),
}

impl Typed {
    pub(crate) fn settle(self) -> Result<Asked, Problem> {
        let Self { circuit, output, script, line, symbols, width, table } = self;
        let what = match (table, script) {
            (Some(table), _) => What::Table(table),
            (None, Some(script)) => What::Moment(script, line),
            (None, None) => What::Drawing,
        };
        let output = match output {
            Some(output) if output.to_str() == Some("-") => None,
            Some(output) => {
                if table.is_none() {
                    svg_name("-o", &output)?;
                }
                Some(output)
            }
            None if table.is_some() => None,
            None => {
                let name = circuit.file_stem().unwrap_or(circuit.as_os_str()).to_string_lossy();
                return Err(Problem::message(format!(
                    "where to? type -o {name}.svg, or -o - for standard output; --table prints what is wired to what"
                )));
            }
        };
        let symbols = match symbols {
            Some(Style::Russian) => Symbols::Russian,
            _ => Symbols::Iec,
        };
        let options = Options { width, symbols };
        Ok(Asked { circuit, what, output, options })
    }
}
