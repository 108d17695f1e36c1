//! A constant and exponentials that die away.

use crate::event::Micros;

/// An exponential: `amount` at the beginning, falling at `rate` a microsecond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Term {
    pub(crate) rate: f64,
    pub(crate) amount: f64,
}

/// A quantity as it goes from a moment on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Decay {
    /// What it tends to.
    pub(crate) end: f64,
    pub(crate) terms: Vec<Term>,
}

/// What is left of an exponential after so long.
pub(crate) fn factor(rate: f64, after: Micros) -> f64 {
    libm::exp(-(rate * after as f64))
}

/// Rates this close, relatively, are one rate: equal ones differ by rounding.
const SAME_RATE: f64 = 1e-12;

impl Decay {
    /// Its value so long after its beginning.
    pub(crate) fn at(&self, after: Micros) -> f64 {
        self.terms.iter().fold(self.end, |sum, term| sum + term.amount * factor(term.rate, after))
    }

    /// Adds `weight` times another quantity, whose terms began `earlier` before those of this one.
    pub(crate) fn add(&mut self, other: &Self, weight: f64, earlier: Micros) {
        self.end += weight * other.end;
        for term in &other.terms {
            self.term(term.rate, weight * term.amount * factor(term.rate, earlier));
        }
    }

    /// Adds an exponential; one of a rate that is there already is added to it.
    pub(crate) fn term(&mut self, rate: f64, amount: f64) {
        if amount == 0.0 {
            return;
        }
        match self.terms.iter_mut().find(|term| (term.rate - rate).abs() <= SAME_RATE * rate) {
            Some(term) => term.amount += amount,
            None => self.terms.push(Term { rate, amount }),
        }
    }
}
