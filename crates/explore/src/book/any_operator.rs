//! An operator who may do anything, as ordinary rules.

use kiber_netlist::{Circuit, PartId, PartKind};
use kiber_script::Step;

use crate::book::fact::Fact;
use crate::book::{Condition, Line, Rule, RuleBook};

impl RuleBook {
    /// The book of an operator who may flip these toggles and press these buttons at any time and,
    /// with `hold`, keep the buttons pressed for as long as they like. It has no properties yet.
    pub fn any_operator(circuit: &Circuit, flips: &[PartId], presses: &[PartId], hold: bool) -> Self {
        Self::of_hands(circuit, Hands { flips, presses, turns: &[], hold })
    }

    /// The book of an operator who may do anything to all buttons, toggles and selectors of a circuit.
    pub fn all_hands(circuit: &Circuit, hold: bool) -> Self {
        let of = |wanted: fn(&PartKind) -> bool| -> Vec<PartId> {
            circuit.parts.iter().filter(|(_, part)| wanted(&part.kind)).map(|(id, _)| id).collect()
        };
        let toggles = of(|kind| matches!(kind, PartKind::Toggle(_)));
        let buttons = of(|kind| matches!(kind, PartKind::Button(_)));
        let selectors = of(|kind| matches!(kind, PartKind::Selector(_)));
        Self::of_hands(circuit, Hands { flips: &toggles, presses: &buttons, turns: &selectors, hold })
    }

    fn of_hands(circuit: &Circuit, hands: Hands<'_>) -> Self {
        let rules = any_operator_rules(circuit, hands);
        Self { title: "any operator".to_owned(), rules, ..Self::default() }
    }
}

/// What an operator may do at any time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hands<'a> {
    /// Toggles to flip.
    pub(crate) flips: &'a [PartId],
    /// Buttons to press.
    pub(crate) presses: &'a [PartId],
    /// Selectors to turn.
    pub(crate) turns: &'a [PartId],
    /// Whether buttons may be kept pressed.
    pub(crate) hold: bool,
}

/// A rule for each thing that can be done: the toggles first, then button by button, then the selectors,
/// place by place.
pub(crate) fn any_operator_rules(circuit: &Circuit, hands: Hands<'_>) -> Vec<Rule> {
    let Hands { flips, presses, turns, hold } = hands;
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
    for &selector in turns {
        let Some(part) = circuit.parts.get(selector) else { continue };
        let PartKind::Selector(known) = &part.kind else { continue };
        for place in 0..u16::try_from(known.places).unwrap_or(u16::MAX) {
            let elsewhere = Fact::Rests(selector, place, false);
            let when = Condition::of_facts(&[elsewhere], &format!("not({} at {place})", part.name));
            rules.push(rule(circuit, Step::set(selector, place), when));
        }
    }
    rules
}

/// A rule that is named as the line it does.
fn rule(circuit: &Circuit, step: Step, when: Condition) -> Rule {
    let line = Line::fixed(step, circuit);
    Rule { name: line.to_string(), when, set: Vec::new(), then: vec![line], add: Vec::new() }
}
