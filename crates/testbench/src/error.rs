//! What can go wrong on a bench.

use std::fmt;
use std::io;
use std::path::Path;

/// Why something did not go as a test says: a file that cannot be read, a circuit or a script with errors,
/// an action that cannot be done, an expectation that does not hold.
///
/// It shows every finding with its line; shown for debugging, as `unwrap` and a test that returns it do, it
/// reads the same.
pub struct Error {
    kind: Kind,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Circuit,
    Script,
    Refused,
    Expectation,
}

impl Error {
    pub(crate) fn new(kind: Kind, text: String) -> Self {
        Self { kind, text }
    }

    pub(crate) fn file(path: &Path, error: &io::Error) -> Self {
        Self::new(Kind::File, format!("cannot read `{}`: {error}", path.display()))
    }

    /// Whether the circuit has errors.
    pub fn is_circuit(&self) -> bool {
        self.kind == Kind::Circuit
    }

    /// Whether the lines to be played have errors; then none of them was.
    pub fn is_script(&self) -> bool {
        self.kind == Kind::Script
    }

    /// Whether an action could not be done, as the circuit stood; what comes before it was.
    pub fn is_refusal(&self) -> bool {
        self.kind == Kind::Refused
    }

    /// Whether expectations do not hold, and nothing else is wrong; then all lines were played.
    pub fn is_expectation(&self) -> bool {
        self.kind == Kind::Expectation
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.text)
    }
}

impl std::error::Error for Error {}
