//! Conditions: compiled so that working one out is a walk over a few small nodes.

use std::fmt;
use std::sync::Arc;

use crate::book::Moment;
use crate::book::fact::{Fact, FactRange};
use crate::book::formula::{Formula, Node};
use crate::book::sum::{Quantity, Sum, Term, value};

/// A condition over the circuit and the variables.
///
/// The default one always holds. Shown, it is the text that it was read from.
#[derive(Clone, Debug, Default)]
pub struct Condition {
    /// Each with where to go on when it holds and when it does not.
    nodes: Box<[Step]>,
    start: Target,
    facts: Box<[Fact]>,
    terms: Box<[Term]>,
    text: Arc<str>,
    first: Option<Arc<Condition>>,
}

/// Where to go on: a node, or the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Target(u32);

impl Target {
    const HOLDS: Self = Self(u32::MAX);
    const FAILS: Self = Self(u32::MAX - 1);
}

impl Default for Target {
    fn default() -> Self {
        Self::HOLDS
    }
}

#[derive(Clone, Copy, Debug)]
struct Step {
    question: Question,
    yes: Target,
    no: Target,
}

/// Something that is the case or not, without `or`, `not` and commas in it.
#[derive(Clone, Copy, Debug)]
enum Question {
    One(Fact),
    All(FactRange),
    Value { variable: u32, value: i64 },
    Count { facts: FactRange, compare: Compare, number: i64 },
    Sum { start: u32, length: u32, constant: i64, compare: Compare },
}

/// The comparisons of a number with another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    Equal,
    Other,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Compare {
    /// The same comparison with its sides exchanged.
    fn turned(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::More => Self::Less,
            Self::AtLeast => Self::AtMost,
            same @ (Self::Equal | Self::Other) => same,
        }
    }

    #[inline]
    fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Other => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

/// A question as it is read.
#[derive(Clone, Debug)]
pub(crate) enum Leaf {
    /// All these facts.
    Facts(FactRange),
    /// A variable has that value.
    Value { variable: u32, value: i64 },
    /// A sum compared with 0.
    Compared(Sum, Compare),
}

impl Condition {
    /// Whether it holds at this moment.
    #[inline]
    pub fn holds(&self, moment: Moment<'_>) -> bool {
        let mut at = self.start;
        while let Some(step) = self.nodes.get(at.0 as usize) {
            at = if self.answer(step.question, moment) { step.yes } else { step.no };
        }
        at == Target::HOLDS
    }

    /// Of several terms joined by commas the first; none if there is only one term.
    pub fn first_term(&self) -> Option<Condition> {
        self.first.as_deref().cloned()
    }

    /// Whether it holds at every moment, since nothing was asked.
    pub fn is_always(&self) -> bool {
        self.nodes.is_empty()
    }

    #[inline]
    fn answer(&self, question: Question, moment: Moment<'_>) -> bool {
        match question {
            Question::One(fact) => fact.holds(moment.simulator),
            Question::All(range) => range.of(&self.facts).iter().all(|fact| fact.holds(moment.simulator)),
            Question::Value { variable, value } => moment.values.get(variable as usize) == Some(&value),
            Question::Count { facts, compare, number } => self.compare_count(facts, compare, number, moment),
            Question::Sum { start, length, constant, compare } => {
                let start = start as usize;
                let terms = self.terms.get(start..start + length as usize).unwrap_or_default();
                compare.holds(value(constant, terms, &self.facts, moment), 0)
            }
        }
    }

    /// Counts no further than is needed to know.
    #[inline]
    fn compare_count(&self, facts: FactRange, compare: Compare, number: i64, moment: Moment<'_>) -> bool {
        let mut count = 0;
        for fact in facts.of(&self.facts) {
            if fact.holds(moment.simulator) {
                count += 1;
                if count > number {
                    break;
                }
            }
        }
        compare.holds(count, number)
    }

    /// Exactly these facts, in a program's own words.
    pub(crate) fn of_facts(facts: &[Fact], text: &str) -> Self {
        let question = match facts {
            [one] => Question::One(*one),
            several => Question::All(FactRange::new(0, several.len())),
        };
        Self {
            nodes: Box::new([Step { question, yes: Target::HOLDS, no: Target::FAILS }]),
            start: Target(0),
            facts: facts.into(),
            text: text.into(),
            ..Self::default()
        }
    }

    /// Compiles what was read.
    pub(crate) fn new(formula: Formula, text: &str, first: Option<Self>) -> Self {
        let mut terms = Vec::new();
        let questions = formula.leaves.into_iter().map(|leaf| question(leaf, &formula.facts, &mut terms));
        let unset = |question| Step { question, yes: Target::HOLDS, no: Target::FAILS };
        let mut nodes: Box<[Step]> = questions.map(unset).collect();
        let mut start = Target::HOLDS;
        if let Some(root) = formula.root {
            start = Target(formula.nodes.first_leaf(root));
            // From the whole to its pieces: each is told where to go on.
            let mut open = vec![(root, Target::HOLDS, Target::FAILS)];
            while let Some((place, yes, no)) = open.pop() {
                match formula.nodes.at(place) {
                    Node::Leaf(leaf) => {
                        if let Some(step) = nodes.get_mut(leaf as usize) {
                            (step.yes, step.no) = (yes, no);
                        }
                    }
                    Node::Not(inner) => open.push((inner, no, yes)),
                    Node::And(left, right) => {
                        open.push((left, Target(formula.nodes.first_leaf(right)), no));
                        open.push((right, yes, no));
                    }
                    Node::Or(left, right) => {
                        open.push((left, yes, Target(formula.nodes.first_leaf(right))));
                        open.push((right, yes, no));
                    }
                }
            }
        }
        Self {
            nodes,
            start,
            facts: formula.facts.into(),
            terms: terms.into(),
            text: one_line(text).into(),
            first: first.map(Arc::new),
        }
    }
}

fn question(leaf: Leaf, facts: &[Fact], terms: &mut Vec<Term>) -> Question {
    match leaf {
        Leaf::Facts(range) => match range.of(facts) {
            [one] => Question::One(*one),
            _ => Question::All(range),
        },
        Leaf::Value { variable, value } => Question::Value { variable, value },
        Leaf::Compared(sum, compare) => match sum.terms.as_slice() {
            &[Term { minus, what: Quantity::Count(facts) }] => {
                let number = if minus { sum.constant } else { sum.constant.saturating_neg() };
                Question::Count { facts, compare: if minus { compare.turned() } else { compare }, number }
            }
            several => {
                let start = terms.len() as u32;
                terms.extend_from_slice(several);
                Question::Sum { start, length: several.len() as u32, constant: sum.constant, compare }
            }
        },
    }
}

/// A text with every run of blanks and line ends as one blank.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
