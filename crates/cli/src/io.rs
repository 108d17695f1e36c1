//! Where the program reads and writes, so that tests can stand in for a terminal.

use std::io::{BufRead, Write};
use std::process::ExitCode;

/// Standard input, output and error of one run of the program.
pub struct Io<'a> {
    /// Standard input.
    pub input: &'a mut dyn BufRead,
    /// Standard output.
    pub output: &'a mut dyn Write,
    /// Standard error.
    pub errors: &'a mut dyn Write,
    /// Which of the three are terminals.
    pub terminal: Terminal,
}

/// What is known of the terminal; the default is none at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// Whether a person types the input.
    pub input: bool,
    /// Whether a person sees the output.
    pub output: bool,
    /// Whether a person sees the errors.
    pub errors: bool,
    /// Whether the environment asks for no colour (`NO_COLOR`).
    pub no_color: bool,
    /// Whether the terminal can do no more than print lines (`TERM=dumb`).
    pub dumb: bool,
}

impl Terminal {
    /// Whether a person sits at a terminal on which a screen can be drawn.
    pub(crate) fn shows_screens(self) -> bool {
        self.input && self.output && !self.dumb
    }
}

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitStatus(pub u8);

impl ExitStatus {
    /// All is well.
    pub const SUCCESS: Self = Self(0);
    /// The command did its work, and the answer is no.
    pub const FAILED: Self = Self(1);
    /// Wrong usage or wrong input.
    pub const ERROR: Self = Self(2);
    /// There is no answer: a limit was reached before everything was seen.
    pub const GAVE_UP: Self = Self(3);
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status.0)
    }
}
