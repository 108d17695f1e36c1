//! What can be typed after `kiber serve`, and what is meant by it.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::Reporting;

/// What is typed.
#[derive(Args, Debug)]
pub(crate) struct Typed {
    /// A file, or the name of a built-in circuit
    #[arg(default_value = "article")]
    circuit: PathBuf,
    /// The port [default: 8014, or any that is free]
    #[arg(long, short, value_name = "PORT")]
    port: Option<u16>,
    /// Play this script first (a file or a built-in one)
    #[arg(long, short, value_name = "SCRIPT")]
    script: Option<PathBuf>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    reporting: Reporting,
}

/// What is meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(super) circuit: PathBuf,
    pub(super) port: Option<u16>,
    pub(super) script: Option<PathBuf>,
    pub(super) open: bool,
}

impl Typed {
    pub(crate) fn settle(self) -> (Asked, Reporting) {
        let Self { circuit, port, script, open, reporting } = self;
        (Asked { circuit, port, script, open }, reporting)
    }
}
