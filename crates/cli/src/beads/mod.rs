//! `kiber beads`: the matchbox machine.

mod arguments;
mod curves;
mod labels;
mod learn;
mod next;
mod self_play;
mod show;
mod which;

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;

pub(crate) use arguments::Typed;

/// What was asked for, with everything settled.
#[derive(Debug, PartialEq)]
pub(crate) enum Asked {
    Learn(learn::Learning),
    Show(show::Showing),
    Labels(labels::Labelling),
    SelfPlay(self_play::Table),
}

pub(crate) fn run(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    match asked {
        Asked::Learn(asked) => learn::run(io, manner, asked),
        Asked::Show(asked) => show::run(io, manner, asked),
        Asked::Labels(asked) => labels::run(io, manner, asked),
        Asked::SelfPlay(asked) => self_play::run(io, manner, asked),
    }
}
