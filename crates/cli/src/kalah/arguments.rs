//! What can be typed after `kiber kalah`.

use clap::Subcommand;

use super::Asked;
use crate::arguments::Reporting;
use crate::problem::Problem;

/// The subcommands as typed.
#[derive(Debug, Subcommand)]
pub(crate) enum Typed {
    /// Solves it
    Solve {
        #[command(flatten)]
        reporting: Reporting,
    },
}

impl Typed {
    /// What was meant, and how to report it; no reporting where a person is talked to.
    pub(crate) fn settle(self) -> Result<(Asked, Option<Reporting>), Problem> {
        match self {
            Self::Solve { reporting } => Ok((Asked::Solve, Some(reporting))),
        }
    }
}
