//! Why two traces cannot be compared.

use std::fmt;

use crate::written::ReadError;

/// Why two traces cannot be compared.
#[derive(Debug)]
pub enum Error {
    /// The first trace cannot be read.
    First(ReadError),
    /// The second trace cannot be read.
    Second(ReadError),
    /// A part was asked for that neither trace knows.
    NoSuchPart {
        /// Its name.
        part: String,
        /// The names nearest to it that there are.
        near: Vec<String>,
    },
    /// Whoever listens did not want it to go on.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(error) => write!(f, "the first trace: {error}"),
            Self::Second(error) => write!(f, "the second trace: {error}"),
            Self::NoSuchPart { part, near } => {
                write!(f, "neither trace tells of a part `{part}`")?;
                let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
                match near.split_last() {
                    None => Ok(()),
                    Some((last, [])) => write!(f, "; did you mean {last}?"),
                    Some((last, others)) => write!(f, "; did you mean {} or {last}?", others.join(", ")),
                }
            }
            Self::Stopped => f.write_str("the comparison was stopped"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::First(error) | Self::Second(error) => Some(error),
            Self::NoSuchPart { .. } | Self::Stopped => None,
        }
    }
}
