//! Why a trace cannot be read.

use std::{fmt, io};

use crate::parse::ParseError;

/// Why a text is no trace, or not a whole one.
#[derive(Debug)]
pub enum ReadError {
    /// The text does not come.
    Io(io::Error),
    /// A line is not what a trace would have there.
    Damaged(ParseError),
}

impl ReadError {
    pub(crate) fn at(line: usize, message: impl Into<String>) -> Self {
        Self::Damaged(ParseError { line, message: message.into() })
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Damaged(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Damaged(error) => Some(error),
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A line as messages show it: short, and without what a terminal would act on.
pub(super) fn shown(line: &str) -> String {
    const MOST: usize = 60;
    let line = line.trim();
    let mut shown: String =
        line.chars().take(MOST).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    if line.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
