//! What can be typed after `kiber test`, and what is meant.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::Reporting;

/// What is typed.
#[derive(Args, Debug)]
pub(crate) struct Typed {
    /// Folders, scripts, or circuits with their scripts [default: .]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only scripts with this in their path; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Write the traces that are new or changed
    #[arg(long)]
    accept: bool,
    /// Show each new or changed trace, and ask about it
    #[arg(long, conflicts_with = "accept")]
    review: bool,
    /// A script without a trace beside it fails
    #[arg(long, conflicts_with_all = ["accept", "review"])]
    require_traces: bool,
    /// Tell what no script ever moved, lit or fed
    #[arg(long)]
    coverage: bool,
    /// Name every script, not only those that fail
    #[arg(long, short)]
    verbose: bool,
    /// Also write the results as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// How many scripts at once [default: one a processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    reporting: Reporting,
}

/// What is meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(super) paths: Vec<PathBuf>,
    pub(super) only: Vec<String>,
    pub(super) keeping: Keeping,
    pub(super) require_traces: bool,
    pub(super) coverage: bool,
    pub(super) verbose: bool,
    pub(super) junit: Option<PathBuf>,
    pub(super) jobs: usize,
}

/// What becomes of traces that are new or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// They are only told of.
    Nothing,
    /// They are written.
    All,
    /// A person is asked about each.
    Asked,
}

impl Typed {
    pub(crate) fn settle(self) -> (Asked, Reporting) {
        let Self { mut paths, only, accept, review, require_traces, coverage, verbose, junit, jobs, reporting } = self;
        if paths.is_empty() {
            paths.push(PathBuf::from("."));
        }
        let keeping = match (accept, review) {
            (true, _) => Keeping::All,
            (false, true) => Keeping::Asked,
            (false, false) => Keeping::Nothing,
        };
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = jobs.map_or_else(processors, usize::from);
        (Asked { paths, only, keeping, require_traces, coverage, verbose, junit, jobs }, reporting)
    }
}

impl Asked {
    /// Whether a person is asked about each trace.
    pub(crate) fn asks(&self) -> bool {
        self.keeping == Keeping::Asked
    }
}
