//! A **rule-book**: what an operator may do and when, and what must be true whatever they do.
//!
//! `docs/rules.md` is the language for people. A book is text, and is read for one circuit; everything
//! that is wrong with it is found at once:
//!
//! ```
//! use kiber_explore::book::{Moment, read};
//!
//! let circuit = kiber_netlist::read(r#"Circuit(title: "A light", parts: {
//!     "G1": Source(plus: "+", minus: "-"), "V1": Toggle(contacts: {"1": Make("+", "a")}),
//!     "L1": Lamp(pins: ("a", "-")) })"#).circuit.ok_or("a circuit")?;
//! let text = r#"Rules(
//!     vars: {"times": Range(0, 3)},
//!     rules: {"flip it": (when: "times < 3", set: {"times": "times + 1"}, then: ["flip V1"])},
//!     properties: {"dark while off": Never("V1 off, L1 lit")},
//! )"#;
//! let book = read(text, &circuit).book.ok_or("a book")?;
//!
//! let mut simulator = kiber_engine::Simulator::new(circuit.clone().into());
//! let _ = simulator.power_up(&mut ());
//! let moment = Moment { simulator: &simulator, values: &book.start_values() };
//! assert!(book.rules[0].when.holds(moment));
//! assert_eq!(book.rules[0].set[0].1.value(moment), 1);
//!
//! // Near names are named, at the place.
//! let wrong = text.replace("times + 1", "time + 1");
//! let findings = read(&wrong, &circuit).findings;
//! assert_eq!(&wrong[findings[0].span.clone()], "time");
//! assert_eq!(findings[0].help.as_deref(), Some("did you mean `times`?"));
//! # Ok::<(), &str>(())
//! ```
//!
//! # How it is read
//! The file is RON, cut into pieces that know their places by [`kiber_netlist::text`]. A condition is
//! cut into words by the `lexer`, which asks the circuit what a name is; the `parser` joins operands
//! on two stacks, without calling itself; what comes of it is compiled, so that working a condition
//! out is a walk over a few small nodes. What is said of parts, and the lines of `then`, are read as
//! scripts are.

use kiber_engine::Simulator;

use crate::races::Level;

/// What an operator may do and when, and what must hold.
///
/// A rule-book is read for one circuit; parts, variables and counters are indices into its tables.
#[derive(Clone, Debug, Default)]
pub struct RuleBook {
    /// What it is about.
    pub title: String,
    /// The variables, each at its first value at the start.
    pub variables: Vec<Variable>,
    /// The names of the counters.
    pub counters: Vec<String>,
    /// The rules, in the order of the text; for any operator, one rule for each thing that can be done.
    pub rules: Vec<Rule>,
    /// What must hold, in the order of the text.
    pub properties: Vec<Property>,
}

/// A variable of a rule-book. Its value is a number: of named values, the place in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its values.
    pub domain: Domain,
}

/// The values a variable may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// One of these names; the value is the place in the list, from 0.
    OneOf(Vec<String>),
    /// A whole number between these, both included; the start is the first of the two.
    Range(i64, i64),
}

impl Domain {
    /// The value at the start.
    pub fn start(&self) -> i64 {
        match self {
            Self::OneOf(_) => 0,
            Self::Range(first, _) => *first,
        }
    }

    /// The least and the greatest value.
    pub fn bounds(&self) -> (i64, i64) {
        match self {
            Self::OneOf(names) => (0, names.len() as i64 - 1),
            Self::Range(first, last) => (*first.min(last), *first.max(last)),
        }
    }
}

/// A rule: what may be done when something holds.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name, unique in the book.
    pub name: String,
    /// When it may be used.
    pub when: Condition,
    /// What becomes of the variables, all worked out before any is set, and before `then`.
    pub set: Vec<(usize, Expression)>,
    /// What is done, line after line.
    pub then: Vec<Line>,
    /// How much each counter grows.
    pub add: Vec<(usize, u64)>,
}

/// Something that must hold.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name, unique in the book.
    pub name: String,
    /// What it asks.
    pub kind: PropertyKind,
}

/// What a property asks.
#[derive(Clone, Debug)]
pub enum PropertyKind {
    /// The condition holds at no checked moment.
    Never(Condition),
    /// On every run, endless ones too, the counter grows to at most so much.
    AtMost {
        /// Which counter.
        counter: usize,
        /// The most it may reach.
        most: u64,
    },
    /// From every counted state one in which the condition holds can be reached.
    AlwaysPossible(Condition),
    /// Every run that ends or goes on for ever passes a state in which the condition holds.
    Eventually(Condition),
    /// The condition holds in no counted state.
    Unreachable(Condition),
    /// Every action settles.
    Settles,
    /// No action shorts a source.
    NoShort,
    /// No action has a critical race at this level.
    NoRace(Level),
}

/// What conditions and expressions are worked out on: the circuit and the variables at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The circuit as it stands.
    pub simulator: &'a Simulator,
    /// The values of the variables.
    pub values: &'a [i64],
}

mod any_operator;
mod codes;
mod condition;
mod expression;
mod fact;
mod formula;
mod leaves;
mod lexer;
mod line;
mod operand;
mod parser;
mod read;
mod scope;
mod show;
mod sum;
mod words;

/// From text to a rule-book.
pub use codes::CODES;
pub use read::{Reading, read};

/// What a rule-book is made of.
pub use condition::Condition;
pub use expression::Expression;
pub use leaves::LeavesRange;
pub use line::{Line, LineProblem, Spliced};
