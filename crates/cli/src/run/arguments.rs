//! What can be typed for `kiber run`, and what is meant by it.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::{CIRCUIT, Reporting};
use crate::problem::Problem;
use crate::source::which_script;

/// What is typed.
#[derive(Args, Debug)]
pub(crate) struct Typed {
    #[arg(value_name = "CIRCUIT", help = CIRCUIT)]
    circuit: PathBuf,
    /// A file, or the name of a script of the built-in circuit
    #[arg(long, short, value_name = "SCRIPT")]
    script: Option<PathBuf>,
    /// Where to write all that happens; - is standard output
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// The same as waves, for GTKWave or Surfer; - likewise
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
    /// The same waves, packed
    #[arg(long, value_name = "FILE")]
    fst: Option<PathBuf>,
    /// Put the potentials of the nets into the waves
    #[arg(long)]
    nets: bool,
    #[command(flatten)]
    reporting: Reporting,
}

/// What is meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(super) circuit: PathBuf,
    pub(super) script: PathBuf,
    pub(super) trace: Option<To>,
    pub(super) vcd: Option<To>,
    pub(super) fst: Option<PathBuf>,
    pub(super) nets: bool,
}

/// Where something is written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum To {
    StandardOutput,
    File(PathBuf),
}

impl To {
    fn of(file: PathBuf) -> Self {
        match file.to_str() {
            Some("-") => Self::StandardOutput,
            _ => Self::File(file),
        }
    }
}

impl Typed {
    pub(crate) fn settle(self) -> Result<(Asked, Reporting), Problem> {
        let Self { circuit, script, trace, vcd, fst, nets, reporting } = self;
        let script = script.ok_or_else(|| Problem::Message(which_script(&circuit, "run")))?;
        let (trace, vcd) = (trace.map(To::of), vcd.map(To::of));
        if trace == Some(To::StandardOutput) && vcd == Some(To::StandardOutput) {
            return Err(Problem::message("the trace and the VCD cannot both go to standard output; give one a file"));
        }
        if fst.as_ref().is_some_and(|file| file.to_str() == Some("-")) {
            return Err(Problem::message(
                "an FST needs a file, since its beginning is written last; a file of that name is `./-`",
            ));
        }
        if nets && vcd.is_none() && fst.is_none() {
            return Err(Problem::message("--nets puts potentials into waves; give --vcd or --fst with it"));
        }
        Ok((Asked { circuit, script, trace, vcd, fst, nets }, reporting))
    }
}

impl Asked {
    /// Whether anything is written besides the report.
    pub(super) fn writes(&self) -> bool {
        self.trace.is_some() || self.vcd.is_some() || self.fst.is_some()
    }

    /// What takes the whole of standard output.
    pub(crate) fn takes_output(&self) -> Option<&'static str> {
        match (&self.trace, &self.vcd) {
            (Some(To::StandardOutput), _) => Some("trace"),
            (_, Some(To::StandardOutput)) => Some("VCD"),
            _ => None,
        }
    }
}
