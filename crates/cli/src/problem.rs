//! What ends a command before it is done.

use std::fmt;
use std::io;

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Problem {
    /// Standard output or error cannot be written.
    Output(io::Error),
    /// What was asked for cannot be done; the words for the person.
    Message(String),
    /// The findings that say why are on standard error already.
    Reported,
}

impl Problem {
    pub(crate) fn message(text: impl Into<String>) -> Self {
        Self::Message(text.into())
    }

    /// Whether whoever read the output has gone away, which is no failure.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
            Self::Message(text) => f.write_str(text),
            Self::Reported => Ok(()),
        }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
