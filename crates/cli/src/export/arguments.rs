//! What can be typed after `kiber export`, and what is meant by it.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::Reporting;
use crate::problem::Problem;
use crate::source::which_script;
use crate::words::plain;

/// What is typed.
#[derive(Args, Debug)]
pub(crate) struct Typed {
    /// A file, or the name of a built-in circuit
    circuit: PathBuf,
    /// Show what this script does (a file or a built-in one)
    #[arg(long, short, value_name = "SCRIPT", conflicts_with = "trace")]
    script: Option<PathBuf>,
    /// Show what this trace, once recorded, tells
    #[arg(long, value_name = "TRACE")]
    trace: Option<PathBuf>,
    /// Where to write the page; - is standard output
    #[arg(long, value_name = "FILE")]
    html: PathBuf,
    #[command(flatten)]
    reporting: Reporting,
}

/// What is meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(super) circuit: PathBuf,
    pub(super) what: What,
    pub(super) html: PathBuf,
}

/// What is shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum What {
    Script(PathBuf),
    Trace(PathBuf),
}

impl Asked {
    /// Whether the page goes to standard output.
    pub(crate) fn takes_output(&self) -> bool {
        self.html.to_str() == Some("-")
    }
}

impl Typed {
    pub(crate) fn settle(self) -> Result<(Asked, Reporting), Problem> {
        let Self { circuit, script, trace, html, reporting } = self;
        let what = match (script, trace) {
            (Some(script), _) => What::Script(script),
            (None, Some(trace)) => What::Trace(trace),
            (None, None) => {
                let html = plain(&html.display().to_string());
                return Err(Problem::Message(with_html(&which_script(&circuit, "export"), &html)));
            }
        };
        Ok((Asked { circuit, what, html }, reporting))
    }
}

/// The hint with an example that can be typed as it stands.
fn with_html(hint: &str, html: &str) -> String {
    const COMMAND: &str = "`kiber export ";
    let end = hint.find(COMMAND).and_then(|at| Some(at + 1 + hint.get(at + 1..)?.find('`')?));
    match end.and_then(|end| hint.split_at_checked(end)) {
        Some((before, after)) => format!("{before} --html {html}{after}"),
        None => hint.to_owned(),
    }
}
