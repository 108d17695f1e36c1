//! Every code of finding.

use crate::finding::Severity;

/// A kind of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The code: `"unknown-model"`.
    pub name: &'static str,
    /// How much such a finding usually matters.
    pub severity: Severity,
    /// What it says, in a few words.
    pub summary: &'static str,
}

/// Every code of finding, in the order of the documentation.
pub const CODES: &[Code] = &[];
