//! A rule-book that asks for what cannot be done.

use std::fmt;

use kiber_netlist::Circuit;
use kiber_script::Step;

use crate::book::{Domain, RuleBook, Variable};
use crate::model::Model;
use crate::retell::{Retold, retell, script, values_after};
use crate::runs::Run;
use crate::search::Stuck;
use crate::worker::Trouble;

/// A rule that is enabled and cannot be done.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The rule, by its place in the book; none if the book as a whole is at fault.
    pub rule: Option<usize>,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// What was done before, from power-up: a rule and its steps after the other. The last is the rule
    /// itself, if some of its lines could be done.
    pub before: Vec<Retold>,
}

impl Problem {
    pub(crate) fn too_many_rules(count: usize) -> Self {
        let message = format!("the book has {count} rules; {} are the most", u16::MAX);
        Self { rule: None, message, before: Vec::new() }
    }

    pub(crate) fn refused(message: String) -> Self {
        Self { rule: None, message, before: Vec::new() }
    }

    pub(crate) fn too_many_lines(book: &RuleBook, rule: usize) -> Self {
        let (name, most) = (&book.rules[rule].name, u16::MAX - 1);
        let message = format!("the rule \"{name}\" has {} lines; {most} are the most", book.rules[rule].then.len());
        Self { rule: Some(rule), message, before: Vec::new() }
    }

    pub(crate) fn of(model: &Model, stuck: Stuck) -> Self {
        let Model { circuit, book, .. } = model;
        let rule = usize::from(stuck.rule);
        let name = &book.rules[rule].name;
        let what = match stuck.trouble {
            Trouble::OutOfRange(leaves) => leaves.to_string(),
            Trouble::Line(problem) => format!("the rule \"{name}\": `{}`: {}", problem.line, problem.message),
            Trouble::Refused(prepared, refusal) => {
                let line = prepared.step().shown(circuit);
                format!("the rule \"{name}\" cannot do `{line}`: {}", refusal.message(circuit))
            }
        };
        let values = values_after(circuit, book, &stuck.before);
        let then = (stuck.lines > 0).then_some((rule, usize::from(stuck.lines)));
        let before = retell(circuit, book, &Run { then, ..*stuck.before });
        Self { rule: Some(rule), message: format!("{what}{}", shown_values(book, &values)), before }
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

/// The values of the variables, to stand behind what is wrong.
fn shown_values(book: &RuleBook, values: &[i64]) -> String {
    const MOST: usize = 12;
    let mut shown: Vec<String> = book
        .variables
        .iter()
        .zip(values)
        .take(MOST)
        .map(|(Variable { name, domain }, value)| match domain {
            Domain::OneOf(names) => match usize::try_from(*value).ok().and_then(|place| names.get(place)) {
                Some(word) => format!("{name} {word}"),
                None => format!("{name} {value}"),
            },
            Domain::Range(..) => format!("{name} {value}"),
        })
        .collect();
    if book.variables.len() > MOST {
        shown.push("…".to_owned());
    }
    if shown.is_empty() { String::new() } else { format!("; with {}", shown.join(", ")) }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}
