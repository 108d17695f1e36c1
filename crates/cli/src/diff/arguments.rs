//! What can be typed behind `kiber diff`, and what is meant by it.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use kiber_trace::diff::Options;

use crate::arguments::{Format, Reporting};
use crate::problem::Problem;

/// What is typed.
#[derive(Args, Debug)]
pub(crate) struct Typed {
    /// The trace as it was; - is standard input
    #[arg(value_name = "A")]
    a: PathBuf,
    /// The trace as it is now; - is standard input
    #[arg(value_name = "B")]
    b: PathBuf,
    /// Compare what happens and in which order, not when
    #[arg(long)]
    ignore_times: bool,
    /// Compare only what these parts do
    #[arg(long, value_name = "PART", num_args = 1.., value_delimiter = ',')]
    only: Vec<String>,
    /// Show every difference, not only the first ones
    #[arg(long)]
    all: bool,
    /// Report as text (the default), json, or a markdown table
    #[arg(long, display_order = 800, value_enum, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<As>,
}

/// How the differences are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum As {
    /// Text for people
    Text,
    /// JSON for programs
    Json,
    /// A table for a review comment
    Markdown,
}

/// What is meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(super) a: From,
    pub(super) b: From,
    pub(super) options: Options,
    pub(super) all: bool,
    pub(super) markdown: bool,
}

/// Where a trace comes from.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum From {
    StandardInput,
    File(PathBuf),
}

impl From {
    fn of(path: &Path) -> Self {
        match path.to_str() {
            Some("-") => Self::StandardInput,
            _ => Self::File(path.to_owned()),
        }
    }
}

impl Typed {
    pub(crate) fn settle(self) -> Result<(Asked, Reporting), Problem> {
        let Self { a, b, ignore_times, only, all, format } = self;
        let (a, b) = (From::of(&a), From::of(&b));
        if a == From::StandardInput && b == From::StandardInput {
            return Err(Problem::message(
                "standard input is one trace, and cannot be the other as well; a file of the name `-` is `./-`",
            ));
        }
        let reporting = Reporting {
            format: format.map(|format| match format {
                As::Json => Format::Json,
                As::Text | As::Markdown => Format::Text,
            }),
        };
        let options = Options { ignore_times, only };
        Ok((Asked { a, b, options, all, markdown: format == Some(As::Markdown) }, reporting))
    }
}
