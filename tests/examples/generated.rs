//! How fast every state of a generated machine is found that an honest person can bring about.
//!
//! ```text
//! cargo run --release -p kiber-tests --example generated -- 20 3
//! ```
//!
//! The two numbers are the objects and the take; a third one is the number of threads, one for each
//! processor unless given.

#![allow(clippy::expect_used, reason = "a measurement that cannot be made has failed")]

use std::time::Instant;

use kiber_explore::Options;
use kiber_tests::generated::{explored, memory_states};

fn main() {
    let numbers: Vec<u32> = std::env::args().skip(1).map(|word| word.parse().expect("a number")).collect();
    let number = |place: usize| numbers.get(place).copied();
    let (objects, take) = (number(0).unwrap_or(20), number(1).unwrap_or(3));
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = number(2).map_or(processors, |threads| threads as usize);
    let began = Instant::now();
    let exploration = explored(objects, take, &[], &Options { threads, ..Options::default() }, &mut |_| true);
    let seconds = began.elapsed().as_secs_f64();
    let (states, transitions) = (exploration.states(), exploration.transitions());
    println!("{objects} objects, take {take}, {threads} threads");
    println!("{states} states, {transitions} transitions, {seconds:.2} s, {} MiB", exploration.bytes() >> 20);
    println!(
        "{:.0} states a second, {:.0} bytes each",
        states as f64 / seconds,
        exploration.bytes() as f64 / states as f64
    );
    for verdict in exploration.verdicts() {
        let name = &exploration.book().properties[verdict.property].name;
        let bound = verdict.bound.as_ref().and_then(|bound| bound.most);
        println!("{name}: {:?}{}", verdict.outcome, bound.map(|most| format!(", at most {most}")).unwrap_or_default());
    }
    let began = Instant::now();
    println!("{} memory states, counted in {:.2} s", memory_states(&exploration), began.elapsed().as_secs_f64());
}
