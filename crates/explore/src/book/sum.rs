//! Sums of whole numbers, variables and counts.

use crate::book::Moment;
use crate::book::fact::{Fact, FactRange};
use crate::book::scope::DraftVariable;

/// A sum as it is read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sum {
    pub(crate) constant: i64,
    pub(crate) terms: Vec<Term>,
}

/// A summand that depends on the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) minus: bool,
    pub(crate) what: Quantity,
}

/// What a summand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// The value of a variable.
    Variable(u32),
    /// How many of the facts are the case.
    Count(FactRange),
    /// The place of the first of the facts that is the case.
    First(FactRange),
}

impl Sum {
    pub(crate) fn constant(constant: i64) -> Self {
        Self { constant, terms: Vec::new() }
    }

    pub(crate) fn of(what: Quantity) -> Self {
        Self { constant: 0, terms: vec![Term { minus: false, what }] }
    }

    pub(crate) fn negate(&mut self) {
        self.constant = self.constant.saturating_neg();
        for term in &mut self.terms {
            term.minus = !term.minus;
        }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.constant = self.constant.saturating_add(other.constant);
        self.terms.extend(other.terms);
    }

    /// The least and the greatest value it may have, whatever the moment.
    pub(crate) fn bounds(&self, variables: &[DraftVariable]) -> (i128, i128) {
        let start = (i128::from(self.constant), i128::from(self.constant));
        self.terms.iter().fold(start, |(least, most), term| {
            let (a, b) = match term.what {
                Quantity::Variable(variable) => {
                    let bounds = variables.get(variable as usize).map(|draft| draft.variable.domain.bounds());
                    bounds.map_or((0, 0), |(least, most)| (i128::from(least), i128::from(most)))
                }
                Quantity::Count(facts) | Quantity::First(facts) => (0, facts.len() as i128),
            };
            if term.minus { (least - b, most - a) } else { (least + a, most + b) }
        })
    }
}

/// The value of a sum at a moment.
#[inline]
pub(crate) fn value(constant: i64, terms: &[Term], facts: &[Fact], moment: Moment<'_>) -> i64 {
    let mut sum = constant;
    for term in terms {
        let value = match term.what {
            Quantity::Variable(variable) => moment.values.get(variable as usize).copied().unwrap_or_default(),
            Quantity::Count(range) => range.count(facts, moment.simulator),
            Quantity::First(range) => range.first(facts, moment.simulator),
        };
        sum = if term.minus { sum.saturating_sub(value) } else { sum.saturating_add(value) };
    }
    sum
}
