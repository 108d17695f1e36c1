//! An operator who may do anything, as ordinary rules.

use kiber_netlist::{Circuit, PartId, PartKind};
use kiber_script::Step;

use crate::book::fact::Fact;
use crate::book::{Condition, Line, Rule, RuleBook};

impl RuleBook {
    /// The book of an operator who may flip these toggles and press these buttons at any time and,
    /// with `hold`, keep the buttons pressed for as long as they like. It has no properties yet.
    pub fn any_operator(circuit: &Circuit, flips: &[PartId], presses: &[PartId], hold: bool) -> Self {
        let rules = any_operator_rules(circuit, flips, presses, hold);
        Self { title: "any operator".to_owned(), rules, ..Self::default() }
    }

    /// The book of an operator who may do anything to all buttons and toggles of a circuit.
    pub fn all_hands(circuit: &Circuit, hold: bool) -> Self {
        let of = |wanted: fn(&PartKind) -> bool| -> Vec<PartId> {
            circuit.parts.iter().filter(|(_, part)| wanted(&part.kind)).map(|(id, _)| id).collect()
        };
        let toggles = of(|kind| matches!(kind, PartKind::Toggle(_)));
        let buttons = of(|kind| matches!(kind, PartKind::Button(_)));
        Self::any_operator(circuit, &toggles, &buttons, hold)
    }
}

/// A rule for each thing that can be done: the toggles first, then button by button.
pub(crate) fn any_operator_rules(circuit: &Circuit, flips: &[PartId], presses: &[PartId], hold: bool) -> Vec<Rule> {
    let mut rules: Vec<Rule> =
        flips.iter().map(|&toggle| rule(circuit, Step::flip(toggle), Condition::default())).collect();
    for &button in presses {
        let name = circuit.parts.get(button).map_or("?", |part| &part.name);
        let free = || Condition::of_facts(&[Fact::Held(button, false)], &format!("{name} free"));
        rules.push(rule(circuit, Step::press(button), free()));
        if hold {
            let pressed = Condition::of_facts(&[Fact::Held(button, true)], &format!("{name} pressed"));
            rules.push(rule(circuit, Step::hold(button), free()));
            rules.push(rule(circuit, Step::free(button), pressed));
        }
    }
    rules
}

/// A rule that is named as the line it does.
fn rule(circuit: &Circuit, step: Step, when: Condition) -> Rule {
    let line = Line::fixed(step, circuit);
    Rule { name: line.to_string(), when, set: Vec::new(), then: vec![line], add: Vec::new() }
}
