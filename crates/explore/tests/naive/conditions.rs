//! Random conditions and expressions: as text, and as what they mean.

use kiber_engine::{LampLevel, Simulator};
use kiber_netlist::{Circuit, PartId, PartKind, Relay, RelayAction};

use crate::dice::Dice;

/// The variables of every random book: `n` from 0 to 2, `m` one of three names.
pub(crate) const VARIABLES: [&str; 2] = ["n", "m"];
pub(crate) const NAMES: [&str; 3] = ["red", "green", "blue"];

#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Always,
    Fact(String, &'static str),
    Value(usize, i64),
    Compared(Expression, &'static str, Expression),
    Not(Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    And(Box<Condition>, Box<Condition>),
}

#[derive(Clone, Debug)]
pub(crate) enum Expression {
    Number(i64),
    Variable(usize),
    Count(Vec<String>, &'static str),
    First(Vec<String>, &'static str),
    Plus(Box<Expression>, Box<Expression>),
    Minus(Box<Expression>, Box<Expression>),
}

fn words(circuit: &Circuit, part: PartId) -> &'static [&'static str] {
    match &circuit.parts[part].kind {
        PartKind::Relay(Relay { action: RelayAction::Polarized { centre: true, .. }, .. }) => {
            &["left", "centre", "right"]
        }
        PartKind::Relay(Relay { action: RelayAction::Polarized { .. }, .. }) => &["left", "right"],
        PartKind::Relay(_) => &["operated", "released"],
        PartKind::Stepper(_) => &["at 0", "at 1"],
        PartKind::Selector(_) => &["at 0", "at 1", "at 2"],
        PartKind::Fuse(_) => &["blown", "whole"],
        PartKind::Button(_) => &["pressed", "free"],
        PartKind::Toggle(_) | PartKind::Source(_) => &["on", "off"],
        PartKind::Lamp(_) => &["lit", "dim", "off"],
        _ => &[],
    }
}

/// Names of parts of one kind, and a word for them.
fn facts(dice: &mut Dice, circuit: &Circuit) -> (Vec<String>, &'static str) {
    let parts: Vec<PartId> = circuit.parts.ids().collect();
    loop {
        let part = *dice.pick(&parts);
        let words = words(circuit, part);
        if words.is_empty() {
            continue;
        }
        let kind = |part: PartId| (std::mem::discriminant(&circuit.parts[part].kind), self::words(circuit, part));
        let alike = circuit.parts.iter().filter(|&(other, _)| kind(other) == kind(part));
        let mut names: Vec<String> = alike.map(|(_, part)| part.name.clone()).collect();
        names.truncate(1 + dice.below(names.len()));
        let word: &'static str = words[dice.below(words.len())];
        return (names, word);
    }
}

fn fact_of(simulator: &Simulator, name: &str, word: &str) -> bool {
    let circuit = simulator.circuit();
    let part = circuit.part(name).unwrap();
    let lamp = matches!(circuit.parts[part].kind, PartKind::Lamp(_));
    let source = matches!(circuit.parts[part].kind, PartKind::Source(_));
    match word {
        "released" | "left" | "at 0" => simulator.stand(part).is_at(0),
        "operated" | "centre" | "at 1" => simulator.stand(part).is_at(1),
        "right" | "at 2" => simulator.stand(part).is_at(2),
        "blown" | "whole" => simulator.is_blown(part) == (word == "blown"),
        "pressed" => simulator.is_held(part),
        "free" => !simulator.is_held(part),
        "lit" => simulator.lamp(part) == LampLevel::Lit,
        "dim" => simulator.lamp(part) == LampLevel::Dim,
        "off" if lamp => simulator.lamp(part) == LampLevel::Off,
        "on" | "off" if source => simulator.source_is_on(part) == (word == "on"),
        _ => simulator.is_held(part) == (word == "on"),
    }
}

impl Expression {
    pub(crate) fn random(dice: &mut Dice, circuit: &Circuit, depth: usize) -> Self {
        match dice.below(if depth == 0 { 4 } else { 6 }) {
            0 => Self::Number(dice.below(3) as i64),
            1 => Self::Variable(dice.below(2)),
            2 => {
                let (names, word) = facts(dice, circuit);
                Self::Count(names, word)
            }
            3 => {
                let (names, word) = facts(dice, circuit);
                Self::First(names, word)
            }
            other => {
                let (left, right) = (Self::random(dice, circuit, depth - 1), Self::random(dice, circuit, 0));
                let [left, right] = [left, right].map(Box::new);
                if other == 4 { Self::Plus(left, right) } else { Self::Minus(left, right) }
            }
        }
    }

    pub(crate) fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Variable(variable) => VARIABLES[*variable].to_owned(),
            Self::Count(names, word) => format!("count({} {word})", names.join(", ")),
            Self::First(names, word) => format!("first({} {word})", names.join(", ")),
            Self::Plus(left, right) => format!("{} + {}", left.text(), right.text()),
            Self::Minus(left, right) => format!("{} - {}", left.text(), right.text()),
        }
    }

    pub(crate) fn value(&self, simulator: &Simulator, values: &[i64]) -> i64 {
        match self {
            Self::Number(number) => *number,
            Self::Variable(variable) => values[*variable],
            Self::Count(names, word) => names.iter().filter(|name| fact_of(simulator, name, word)).count() as i64,
            Self::First(names, word) => {
                names.iter().position(|name| fact_of(simulator, name, word)).map_or(0, |at| at as i64 + 1)
            }
            Self::Plus(left, right) => left.value(simulator, values) + right.value(simulator, values),
            Self::Minus(left, right) => left.value(simulator, values) - right.value(simulator, values),
        }
    }
}

const SIGNS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];

impl Condition {
    pub(crate) fn random(dice: &mut Dice, circuit: &Circuit, depth: usize) -> Self {
        match dice.below(if depth == 0 { 4 } else { 7 }) {
            0 => Self::Value(1, dice.below(3) as i64),
            1 => {
                let sign = *dice.pick(&SIGNS);
                // What can never be otherwise is refused, so a variable that can is always in it.
                let right = Expression::random(dice, circuit, 0);
                Self::Compared(Expression::Variable(0), sign, right)
            }
            2 | 3 => {
                let (names, word) = facts(dice, circuit);
                Self::Fact(dice.pick(&names).clone(), word)
            }
            4 => Self::Not(Box::new(Self::random(dice, circuit, depth - 1))),
            other => {
                let [left, right] = [0; 2].map(|_| Box::new(Self::random(dice, circuit, depth - 1)));
                if other == 5 { Self::Or(left, right) } else { Self::And(left, right) }
            }
        }
    }

    pub(crate) fn fact(name: &str, word: &'static str) -> Self {
        Self::Fact(name.to_owned(), word)
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self::And(Box::new(self), Box::new(other))
    }

    /// What `not`, `or` and the comma join is put in parentheses only where the language needs them.
    pub(crate) fn text(&self) -> String {
        let within = |inner: &Self| match inner {
            Self::And(..) => format!("({})", inner.text()),
            _ => inner.text(),
        };
        match self {
            Self::Always => String::new(),
            Self::Fact(name, word) => format!("{name} {word}"),
            Self::Value(0, value) => format!("n {value}"),
            Self::Value(_, value) => format!("m {}", NAMES[*value as usize]),
            Self::Compared(left, sign, right) => format!("{} {sign} {}", left.text(), right.text()),
            Self::Not(inner) => format!("not({})", inner.text()),
            Self::Or(left, right) => format!("{} or {}", within(left), within(right)),
            Self::And(left, right) => format!("{}, {}", left.text(), right.text()),
        }
    }

    pub(crate) fn holds(&self, simulator: &Simulator, values: &[i64]) -> bool {
        match self {
            Self::Always => true,
            Self::Fact(name, word) => fact_of(simulator, name, word),
            Self::Value(variable, value) => values[*variable] == *value,
            Self::Compared(left, sign, right) => {
                let (left, right) = (left.value(simulator, values), right.value(simulator, values));
                match *sign {
                    "=" => left == right,
                    "!=" => left != right,
                    "<" => left < right,
                    "<=" => left <= right,
                    ">" => left > right,
                    _ => left >= right,
                }
            }
            Self::Not(inner) => !inner.holds(simulator, values),
            Self::Or(left, right) => left.holds(simulator, values) || right.holds(simulator, values),
            Self::And(left, right) => left.holds(simulator, values) && right.holds(simulator, values),
        }
    }

    /// Of several terms the first.
    pub(crate) fn first_term(&self) -> Option<&Self> {
        match self {
            Self::And(left, _) => Some(left.first_term().unwrap_or(left)),
            _ => None,
        }
    }
}
