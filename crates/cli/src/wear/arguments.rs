//! What can be typed after `kiber wear`, and what it means.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::arguments::Reporting;

/// What is typed.
#[derive(Args, Debug)]
pub(crate) struct Typed {
    #[arg(value_name = "CIRCUIT", help = "A file, or the name of a built-in circuit")]
    circuit: PathBuf,
    /// Play this script [default: all beside the circuit]
    #[arg(long, short, value_name = "SCRIPT")]
    script: Vec<PathBuf>,
    /// Write a table as CSV: contacts, parts or currents
    #[arg(long, value_name = "TABLE", value_enum, hide_possible_values = true, conflicts_with = "format")]
    csv: Option<Table>,
    #[command(flatten)]
    reporting: Reporting,
}

/// A table of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Table {
    /// What each contact switched and carried.
    Contacts,
    /// How often each part operated.
    Parts,
    /// The largest current of each part.
    Currents,
}

/// What is meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(super) circuit: PathBuf,
    /// None are all that stand beside the circuit.
    pub(super) scripts: Vec<PathBuf>,
    pub(super) csv: Option<Table>,
}

impl Typed {
    pub(crate) fn settle(self) -> (Asked, Reporting) {
        let Self { circuit, script, csv, reporting } = self;
        (Asked { circuit, scripts: script, csv }, reporting)
    }
}

impl Asked {
    /// Whether a table of its own goes to standard output.
    pub(crate) fn shows_csv(&self) -> bool {
        self.csv.is_some()
    }
}
