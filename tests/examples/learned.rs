//! How fast a generated machine is learned: every honest game, and the worst case.
//!
//! ```text
//! cargo run --release -p kiber-tests --example learned -- 20 3
//! ```
//!
//! The two numbers are the objects and the take; a third one is the number of threads, one for each
//! processor unless given. The numbers have to be those of the strategy in plain Rust.

#![allow(clippy::expect_used, reason = "a measurement that cannot be made has failed")]

use std::sync::Arc;
use std::time::Instant;

use kiber_automaton::{Bound, Lesson, Machine, Progress, Walk, generate_bachet};
use kiber_bachet::{Rules, Strategies, WorstCase};
use kiber_explore::Options;
use kiber_tests::read;

fn main() {
    let numbers: Vec<u32> = std::env::args().skip(1).map(|word| word.parse().expect("a number")).collect();
    let number = |place: usize| numbers.get(place).copied();
    let (objects, take) = (number(0).unwrap_or(20), number(1).unwrap_or(3));
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = number(2).map_or(processors, |threads| threads as usize);
    let circuit = read(&generate_bachet(objects, take).expect("a machine for this game"));
    let machine = Machine::new(Arc::clone(&circuit)).expect("a machine that can be played");

    let began = Instant::now();
    let (mut explored, mut bytes) = (began.elapsed(), 0);
    let options = Options { threads, ..Options::default() };
    let walk = Walk::new(&machine, &options, |progress| {
        if let Progress::Exploring(progress) = progress {
            (explored, bytes) = (began.elapsed(), progress.bytes);
        }
        true
    })
    .expect("all of it can be seen");
    let bound = Bound::new(&walk);
    let counted = began.elapsed();
    let lesson = Lesson::new(&machine, || false).expect("a lesson");
    println!("{objects} objects, take {take}, {threads} threads");
    println!("{} states found in {:.2} s, {} MiB", walk.explored, explored.as_secs_f64(), bytes >> 20);
    println!(
        "{} memory states, {} games, {} lost, {} resigned; counted in {:.2} s",
        walk.states.len(),
        walk.games,
        walk.lost,
        walk.resigned,
        (counted - explored).as_secs_f64()
    );
    println!(
        "worst case {:?}, {} losses in the lesson, in {:.2} s",
        bound.worst_case(),
        lesson.losses.len(),
        (began.elapsed() - counted).as_secs_f64()
    );
    let rules = Rules::new(objects, take).expect("a game");
    let strategies = Strategies::every_move(rules).expect("a strategy");
    let plain = WorstCase::new(&strategies, |_| false).expect("nobody stops it");
    assert_eq!(walk.broken, 0);
    assert_eq!(
        (walk.states.len(), walk.games, walk.resigned, bound.worst_case(), bound.unbeatable().len()),
        (plain.memory_states, plain.games, plain.resigned, plain.losses, plain.unbeatable)
    );
}
