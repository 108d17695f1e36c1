//! To be replaced by condition.rs, expression.rs, line.rs.

use std::sync::Arc;

use kiber_script::Prepared;

use super::Moment;

/// A condition over the circuit and the variables.
#[derive(Clone, Debug, Default)]
pub struct Condition;

impl Condition {
    /// Whether it holds at this moment.
    pub fn holds(&self, _moment: Moment<'_>) -> bool {
        true
    }

    /// Of several terms joined by commas the first; none if there is only one term.
    pub fn first_term(&self) -> Option<Condition> {
        None
    }
}

/// A whole number worked out of variables and counts.
#[derive(Clone, Debug, Default)]
pub struct Expression;

impl Expression {
    /// Its value at this moment.
    pub fn value(&self, _moment: Moment<'_>) -> i64 {
        0
    }
}

/// A line of `then`: a step of a script, with places to fill in.
#[derive(Clone, Debug, Default)]
pub struct Line;

/// Why a line cannot be filled in at a moment: `off V{first(L1..L8 lit)}` names no part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineProblem {
    /// The line as it became.
    pub line: String,
    /// What is wrong with it, in a sentence without a full stop.
    pub message: String,
}

/// Lines that have been filled in, so that each different one is parsed once; one for each thread.
#[derive(Clone, Debug, Default)]
pub struct Spliced;

impl Line {
    /// The step that the line is at this moment (variables after `set`, circuit before the action).
    ///
    /// # Errors
    /// When what is filled in makes no line that can be read.
    pub fn at(&self, _moment: Moment<'_>, _known: &mut Spliced) -> Result<Arc<Prepared>, LineProblem> {
        Err(LineProblem { line: String::new(), message: String::new() })
    }
}
