//! What reading and checking found: each with a code, a severity, a place and what was meant.

use std::fmt;
use std::ops::Range;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The circuit or script cannot be used.
    Error,
    /// It can be used, and probably not as meant.
    Warning,
    /// Something worth knowing: a part's own note, for instance.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        })
    }
}

/// One thing found in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The code, a row of [`CODES`](crate::CODES): `"unknown-model"`.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// Where: bytes of the text.
    pub span: Range<usize>,
    /// Which text that is: 0 is the one that was read, from 1 on those of
    /// [`Reading::files`](crate::Reading::files).
    pub file: usize,
    /// What to write at the place marked, if there is more to say than the message.
    pub label: String,
    /// A second place that helps, and why: "first named here".
    pub second: Option<(Range<usize>, String)>,
    /// Which text the second place is in, counted like `file`.
    pub second_file: usize,
    /// Further places: where the sub-circuit is used that the finding is about, and where the one
    /// around that.
    pub more: Vec<Elsewhere>,
    /// What was probably meant, or what to do.
    pub help: Option<String>,
}

/// A place that helps to understand a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    /// Which text, counted like [`Finding::file`].
    pub file: usize,
    /// Bytes of it.
    pub span: Range<usize>,
    /// Why it is shown: "used here as `U1`".
    pub why: String,
}

impl Finding {
    /// A finding at a place, without label, second place or help.
    pub fn new(code: &'static str, severity: Severity, span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            span,
            file: 0,
            label: String::new(),
            second: None,
            second_file: 0,
            more: Vec::new(),
            help: None,
        }
    }

    /// With words beside the place marked.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// With a second place.
    #[must_use]
    pub fn with_second(mut self, span: Range<usize>, why: impl Into<String>) -> Self {
        self.second = Some((span, why.into()));
        self
    }

    /// With advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Whether the text can still be used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The line and the column, both from 1 and in characters, of a byte of the text.
///
/// For many places in one text see [`Lines`](crate::Lines).
pub fn line_and_column(source: &str, byte: usize) -> (usize, usize) {
    crate::lines::Lines::new(source).line_and_column(byte)
}
