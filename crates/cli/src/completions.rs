//! `kiber completions`: what a shell needs to complete command lines.

use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;

/// What is typed.
#[derive(Args, Debug)]
pub(crate) struct Typed {
    /// Which shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: For,
}

/// The shells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum For {
    Bash,
    Zsh,
    Fish,
    Elvish,
    Powershell,
}

pub(crate) fn completions(io: &mut Io<'_>, shell: For) -> Result<ExitStatus, Problem> {
    let shell = match shell {
        For::Bash => Shell::Bash,
        For::Zsh => Shell::Zsh,
        For::Fish => Shell::Fish,
        For::Elvish => Shell::Elvish,
        For::Powershell => Shell::PowerShell,
    };
    // The generator wants a writer that cannot fail.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_values(Arguments::definition()), "kiber", &mut script);
    io.output.write_all(&script)?;
    Ok(ExitStatus::SUCCESS)
}

/// The same commands, with the values that their help tells in words of its own.
fn with_values(command: Command) -> Command {
    command.mut_args(|arg| arg.hide_possible_values(false)).mut_subcommands(with_values)
}
