//! `kiber beads`: the matchbox machine.

mod arguments;

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;

pub(crate) use arguments::Typed;

/// What was asked for, with everything settled.
#[derive(Debug, PartialEq)]
pub(crate) enum Asked {
    Solve,
}

pub(crate) fn run(io: &mut Io<'_>, _manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    match asked {
        Asked::Solve => {
            writeln!(io.output, "not yet")?;
            Ok(ExitStatus::SUCCESS)
        }
    }
}
