//! Generated machines, explored by the rule-book of the honest person.

use std::collections::BTreeSet;
use std::sync::Arc;

use kiber_automaton::{generate_bachet, honest_rules};
use kiber_bachet::Rules;
use kiber_explore::{Exploration, Options, Progress, book, explore};

use crate::read;

/// A machine for so many objects and a take, with everything that the honest person's book allows.
///
/// # Panics
/// When the machine or its book cannot be made or read, or the book cannot be followed.
pub fn explored(
    objects: u32,
    take: u32,
    races: &[u8],
    options: &Options,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Exploration {
    let circuit = read(&generate_bachet(objects, take).expect("a machine for this game"));
    let most_losses = Rules::new(objects, take).expect("a game").most_losses();
    let mut text = honest_rules(&circuit, most_losses).expect("a machine with ranges");
    for level in races {
        let property = format!("    properties: {{\n        \"no race at level {level}\": NoRace({level}),");
        text = text.replacen("    properties: {", &property, 1);
    }
    let reading = book::read(&text, &circuit);
    assert!(reading.findings.is_empty(), "{:#?}", reading.findings);
    let book = reading.book.expect("a book without findings");
    explore(circuit, Arc::new(book), options, watch).expect("a book that can be followed")
}

/// The memory states among the states found: which memory relays stand operated together.
pub fn memory_states(exploration: &Exploration) -> usize {
    let roles = exploration.circuit().roles.as_ref().expect("a machine with roles");
    let mut found: BTreeSet<Vec<bool>> = BTreeSet::new();
    let mut visitor = exploration.visitor();
    for state in 0..u32::try_from(exploration.states()).expect("states have numbers of 32 bits") {
        let (player, _) = visitor.visit(state);
        let simulator = player.simulator();
        found.insert(
            roles.memory.iter().map(|&relay| simulator.place(relay) == kiber_engine::Place::OPERATED).collect(),
        );
    }
    found.len()
}
