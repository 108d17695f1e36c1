//! Random rule-books, as text and as what they mean.

use std::fmt::Write as _;

use kiber_netlist::{Circuit, PartKind};

use crate::conditions::{Condition, Expression};
use crate::dice::Dice;

#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) when: Condition,
    pub(crate) set: Vec<(usize, Expression)>,
    pub(crate) then: Vec<String>,
    pub(crate) add: u64,
}

#[derive(Clone, Debug)]
pub(crate) enum Property {
    Never(Condition),
    Unreachable(Condition),
    AlwaysPossible(Condition),
    Eventually(Condition),
    AtMost(u64),
    Settles,
    NoShort,
}

#[derive(Clone, Debug)]
pub(crate) struct Book {
    pub(crate) rules: Vec<Rule>,
    pub(crate) properties: Vec<Property>,
}

/// A line, and what must be the case before it. Only the first of a rule is any line.
fn line(dice: &mut Dice, circuit: &Circuit, first: bool, faults: bool) -> (String, Condition) {
    let button = format!("S{}", dice.below(2));
    let always = Condition::Always;
    if dice.one_in(6) {
        return (format!("set SA0 {}", dice.below(3)), always);
    }
    if first && circuit.part("F0").is_some() && dice.one_in(5) {
        return ("replace F0".to_owned(), Condition::fact("F0", "blown"));
    }
    match dice.below(if faults { 14 } else { 11 }) {
        3 | 4 | 9 | 10 if !first && !dice.one_in(9) => (format!("wait {}ms", 1 + dice.below(9)), always),
        0..3 => (format!("press {button}"), Condition::fact(&button, "free")),
        3 => (format!("hold {button}"), Condition::fact(&button, "free")),
        4 => (format!("free {button}"), Condition::fact(&button, "pressed")),
        5 | 6 => ("flip V0".to_owned(), always),
        7 => (format!("{} G1", dice.pick(&["on", "off"])), always),
        8 => (format!("{} V0", dice.pick(&["on", "off"])), always),
        9 => (format!("press {button} for {}ms", 1 + dice.below(6)), Condition::fact(&button, "free")),
        10 => match dice.below(3) {
            0 => (format!("wait {}ms", 1 + dice.below(9)), always),
            1 => (format!("flip V0 for {}ms", 1 + dice.below(5)), always),
            _ => (format!("hold {button} for {}ms", 1 + dice.below(6)), Condition::fact(&button, "free")),
        },
        _ => {
            let relays: Vec<&str> = circuit
                .parts
                .iter()
                .filter(|(_, part)| matches!(part.kind, PartKind::Relay(_)))
                .map(|(_, part)| part.name.as_str())
                .collect();
            let name = if relays.is_empty() { "S0" } else { *dice.pick(&relays) };
            let line = match dice.below(5) {
                0 => format!("break {name}/0"),
                1 => format!("weld {name}/0"),
                2 | 3 if !relays.is_empty() => format!("stick {name}"),
                _ => format!("mend {name}"),
            };
            (line, always)
        }
    }
}

impl Book {
    pub(crate) fn random(dice: &mut Dice, circuit: &Circuit) -> Self {
        let faults = dice.one_in(3);
        let rules = (0..1 + dice.below(9)).map(|_| rule(dice, circuit, faults)).collect();
        let mut condition = || Condition::random(dice, circuit, 2);
        let mut properties = vec![Property::Settles, Property::NoShort];
        for _ in 0..2 {
            properties.push(Property::Never(condition()));
            properties.push(Property::Never(condition().and(condition())));
            properties.push(Property::Unreachable(condition()));
            properties.push(Property::AlwaysPossible(condition()));
            properties.push(Property::Eventually(condition()));
        }
        properties.push(Property::AtMost(1));
        properties.push(Property::AtMost(3));
        Self { rules, properties }
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::from(
            "Rules(title: \"random\", vars: {\"n\": Range(0, 2), \"m\": OneOf([\"red\", \"green\", \"blue\"])}, counters: [\"times\"], rules: {\n",
        );
        for (number, rule) in self.rules.iter().enumerate() {
            let set: Vec<String> = rule
                .set
                .iter()
                .map(|(variable, expression)| format!("\"{}\": \"{}\"", ["n", "m"][*variable], expression.text()))
                .collect();
            let then: Vec<String> = rule.then.iter().map(|line| format!("\"{line}\"")).collect();
            let add = if rule.add > 0 { format!(", add: {{\"times\": {}}}", rule.add) } else { String::new() };
            let when = match &rule.when {
                Condition::Always => String::new(),
                when => format!("when: \"{}\", ", when.text()),
            };
            let _ = writeln!(
                text,
                "  \"r{number}\": ({when}set: {{{}}}, then: [{}]{add}),",
                set.join(", "),
                then.join(", ")
            );
        }
        text += "}, properties: {\n";
        for (number, property) in self.properties.iter().enumerate() {
            let kind = match property {
                Property::Never(condition) => format!("Never(\"{}\")", condition.text()),
                Property::Unreachable(condition) => format!("Unreachable(\"{}\")", condition.text()),
                Property::AlwaysPossible(condition) => format!("AlwaysPossible(\"{}\")", condition.text()),
                Property::Eventually(condition) => format!("Eventually(\"{}\")", condition.text()),
                Property::AtMost(most) => format!("AtMost(\"times\", {most})"),
                Property::Settles => "Settles".to_owned(),
                Property::NoShort => "NoShort".to_owned(),
            };
            let _ = writeln!(text, "  \"p{number}\": {kind},");
        }
        text + "})"
    }
}

fn rule(dice: &mut Dice, circuit: &Circuit, faults: bool) -> Rule {
    let mut when = if dice.one_in(2) { Condition::random(dice, circuit, 1) } else { Condition::Always };
    let mut and = |condition: Condition| {
        let before = std::mem::replace(&mut when, Condition::Always);
        when = match (before, condition) {
            (Condition::Always, one) | (one, Condition::Always) => one,
            (one, other) => one.and(other),
        };
    };
    let mut set = Vec::new();
    match dice.below(5) {
        0 => {
            and(Condition::Compared(Expression::Variable(0), "<", Expression::Number(2)));
            let more = Expression::Plus(Box::new(Expression::Variable(0)), Box::new(Expression::Number(1)));
            set.push((0, more));
        }
        1 => set.push((0, Expression::Number(dice.below(3) as i64))),
        2 => set.push((1, Expression::Number(dice.below(3) as i64))),
        3 if dice.one_in(5) => set.push((dice.below(2), Expression::random(dice, circuit, 1))),
        _ => {}
    }
    let mut then = Vec::new();
    for number in 0..[0, 1, 1, 1, 2, 3][dice.below(6)] {
        let (line, before) = line(dice, circuit, number == 0, faults);
        if number == 0 {
            and(before);
        }
        then.push(line);
    }
    if dice.one_in(9) && !then.is_empty() {
        then[0] = "press S{n}".to_owned();
        and(Condition::Compared(Expression::Variable(0), "<", Expression::Number(2)));
    }
    Rule { when, set, then, add: if dice.one_in(4) { 1 + dice.below(2) as u64 } else { 0 } }
}
