//! Expressions: whole numbers worked out of variables and counts.

use std::fmt;
use std::sync::Arc;

use crate::book::Moment;
use crate::book::condition::one_line;
use crate::book::fact::Fact;
use crate::book::sum::{Sum, Term, value};

/// A whole number worked out of variables and counts.
///
/// The default one is 0. Shown, it is the text that it was read from.
#[derive(Clone, Debug, Default)]
pub struct Expression {
    constant: i64,
    terms: Box<[Term]>,
    facts: Box<[Fact]>,
    text: Arc<str>,
}

impl Expression {
    /// Its value at this moment.
    #[inline]
    pub fn value(&self, moment: Moment<'_>) -> i64 {
        value(self.constant, &self.terms, &self.facts, moment)
    }

    /// Its value, if it is the same at every moment.
    pub fn constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub(crate) fn new(sum: Sum, facts: Vec<Fact>, text: &str) -> Self {
        Self { constant: sum.constant, terms: sum.terms.into(), facts: facts.into(), text: one_line(text).into() }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
