//! A rule-book that asks for what cannot be done.

use std::fmt;

use kiber_netlist::Circuit;
use kiber_script::Step;

use crate::book::RuleBook;
use crate::model::Model;
use crate::retell::{Retold, retell, script};
use crate::search::Stuck;
use crate::worker::Trouble;

/// A rule that is enabled and cannot be done.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The rule, by its place in the book; none if the book as a whole is at fault.
    pub rule: Option<usize>,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What was done before, from power-up: a rule and its steps after the other.
    pub before: Vec<Retold>,
}

impl Problem {
    pub(crate) fn too_many_rules(count: usize) -> Self {
        let message = format!("the book has {count} rules; {} are the most", u16::MAX);
        Self { rule: None, message, before: Vec::new() }
    }

    pub(crate) fn of(model: &Model, stuck: Stuck) -> Self {
        let name = &model.book.rules[usize::from(stuck.rule)].name;
        let message = match stuck.trouble {
            Trouble::OutOfRange { variable, value } => {
                let variable = &model.book.variables[variable];
                let (least, most) = variable.domain.bounds();
                format!("rule \"{name}\" would set {} to {value}, outside {least} to {most}", variable.name)
            }
            Trouble::Line(problem) => format!("rule \"{name}\": `{}`: {}", problem.line, problem.message),
            Trouble::Refused(prepared, refusal) => {
                let circuit = &model.circuit;
                let line = prepared.step().shown(circuit);
                format!("rule \"{name}\" cannot do `{line}`: {}", refusal.message(circuit))
            }
        };
        Self {
            rule: Some(usize::from(stuck.rule)),
            message,
            before: retell(&model.circuit, &model.book, &stuck.before),
        }
    }

    /// What was done before, as a script.
    pub fn script(&self, circuit: &Circuit, book: &RuleBook) -> String {
        script(circuit, book, &self.before, &[])
    }

    /// The steps done before, one after another.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.before.iter().flat_map(|retold| &retold.steps)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}
