//! How fast every state of the automaton is visited that an operator without rules can bring about.
//!
//! ```text
//! cargo run --release -p kiber-tests --example any_operator
//! ```
//!
//! A plain search on one core: from each settled state each toggle of the game is flipped, and each
//! of three buttons pressed and freed again. Words after the name of the example change it: `few` keeps
//! the first 100,000 states only and thus shows the engine without much of a search around it,
//! a number is how many answers each zone may remember.

#![allow(clippy::expect_used, reason = "a measurement that cannot be made has failed")]

use std::sync::Arc;
use std::time::Instant;

use hashbrown::HashTable;
use kiber_engine::{Action, Simulator};
use kiber_netlist::PartId;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let asked = |word: &str| words.iter().any(|other| other == word);
    let limit = if asked("few") { 100_000 } else { usize::MAX };
    let library = kiber_tests::library();
    let found = library.iter().find(|beside| beside.name == "article").expect("a circuit of the library");
    let circuit = found.read();
    let part = |name: &str| circuit.part(name).expect("a part of the automaton");
    let flips = (1..=8).map(|toggle| vec![vec![Action::Flip(part(&format!("V{toggle}")))]]);
    let presses = ["KN1", "KN2", "KN4"].map(part).map(press);
    let steps: Vec<Vec<Vec<Action>>> = flips.chain(presses).collect();
    let mut simulator = Simulator::new(Arc::clone(&circuit));
    if let Some(answers) = words.iter().find_map(|word| word.parse().ok()) {
        simulator.remember(answers);
    }
    let _ = simulator.power_up(&mut ());
    let began = Instant::now();
    let (states, transitions) = search(&mut simulator, &steps, limit);
    let seconds = began.elapsed().as_secs_f64();
    println!("{states} states, {transitions} transitions, {seconds:.2} s");
    println!(
        "{:.0} transitions a second, {:.0} ns each",
        transitions as f64 / seconds,
        seconds * 1e9 / transitions as f64
    );
}

fn press(button: PartId) -> Vec<Vec<Action>> {
    vec![vec![Action::Press(button)], vec![Action::Free(button)]]
}

/// Visits all settled states, breadth first; returns how many there are, and how many ways between them.
fn search(simulator: &mut Simulator, steps: &[Vec<Vec<Action>>], limit: usize) -> (usize, u64) {
    let width = simulator.settled_words();
    let mut bits = vec![0; width];
    assert!(simulator.write_settled(&mut bits), "it settles after power-up");
    let mut states = bits.clone();
    let mut known = HashTable::new();
    known.insert_unique(hash(&bits), 0_usize, |_| 0);
    let mut transitions = 0;
    let mut at = 0;
    let mut parent = vec![0; width];
    while at < states.len() {
        parent.copy_from_slice(&states[at..at + width]);
        at += width;
        for step in steps {
            simulator.restore_settled(&parent, 0);
            for actions in step {
                simulator.act(actions, &mut ()).expect("hands can do it");
                let _ = simulator.settle(&mut ());
            }
            transitions += 1;
            if !simulator.write_settled(&mut bits) {
                continue;
            }
            let row = |at: usize| &states[at..at + width];
            if known.find(hash(&bits), |&at| row(at) == bits).is_none() && states.len() / width < limit {
                known.insert_unique(hash(&bits), states.len(), |&at| hash(row(at)));
                states.extend_from_slice(&bits);
            }
        }
    }
    (states.len() / width, transitions)
}

fn hash(bits: &[u64]) -> u64 {
    let mixed =
        bits.iter().fold(0_u64, |hash, &word| (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed ^ (mixed >> 29)
}
