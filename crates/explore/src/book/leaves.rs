//! New values of variables, and what happens when one leaves its range.

use std::fmt;

use crate::book::{Domain, Moment, Rule, RuleBook};

/// A rule would give a variable a value that it cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeavesRange {
    /// The rule's name.
    pub rule: String,
    /// The variable's name.
    pub variable: String,
    /// The value it would get.
    pub value: i64,
    /// The values it may have.
    pub domain: Domain,
}

impl fmt::Display for LeavesRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, variable, value, domain } = self;
        write!(f, "the rule \"{rule}\" would set `{variable}` to {value}, and it ")?;
        match domain {
            Domain::Range(..) => {
                let (least, most) = domain.bounds();
                write!(f, "goes from {least} to {most}")
            }
            Domain::OneOf(values) => write!(f, "has {} values, numbered from 0", values.len()),
        }
    }
}

impl std::error::Error for LeavesRange {}

impl RuleBook {
    /// The values of the variables at the start.
    pub fn start_values(&self) -> Vec<i64> {
        self.variables.iter().map(|variable| variable.domain.start()).collect()
    }

    /// Whether a rule breaks or mends something.
    pub fn has_faults(&self) -> bool {
        self.rules.iter().flat_map(|rule| &rule.then).any(|line| line.has_faults())
    }

    /// Whether a rule lets a given time pass, so that a state may be one in which something moves:
    /// `wait`, or an action `for` some time.
    pub fn has_times(&self) -> bool {
        self.rules.iter().flat_map(|rule| &rule.then).any(|line| line.has_times())
    }

    /// Works out the values of all variables after a rule, from the values and the circuit before it,
    /// and puts them into `after`.
    ///
    /// # Errors
    /// When one of them would leave its range.
    pub fn set(&self, rule: &Rule, before: Moment<'_>, after: &mut Vec<i64>) -> Result<(), LeavesRange> {
        after.clear();
        after.extend_from_slice(before.values);
        for (variable, expression) in &rule.set {
            let value = expression.value(before);
            let (Some(known), Some(place)) = (self.variables.get(*variable), after.get_mut(*variable)) else {
                continue;
            };
            let (least, most) = known.domain.bounds();
            if value < least || value > most {
                return Err(LeavesRange {
                    rule: rule.name.clone(),
                    variable: known.name.clone(),
                    value,
                    domain: known.domain.clone(),
                });
            }
            *place = value;
        }
        Ok(())
    }
}
