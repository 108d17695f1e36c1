//! How fast whole honest games are played on the automaton, event by event.
//!
//! ```text
//! cargo bench -p kiber-tests --bench play
//! ```
//!
//! An item is a settled action: a line of a script that plays the same games. Nothing is looked up
//! from state and action to outcome; every relay takes its nominal time.

use std::hint::black_box;

use divan::counter::ItemsCount;
use kiber_tests::honest::{Game, games, play};

fn main() {
    divan::main();
}

/// Honest games, one after the other, until the machine has learned and some more, over and over.
fn honest() -> Game {
    games("article", 200)
}

#[divan::bench]
fn no_trace(bencher: divan::Bencher<'_, '_>) {
    let game = honest();
    let mut simulator = game.start();
    bencher.counter(ItemsCount::new(game.actions.len())).bench_local(|| {
        play(black_box(&mut simulator), &game.actions, &mut ());
    });
}

#[divan::bench]
fn no_trace_nothing_remembered(bencher: divan::Bencher<'_, '_>) {
    let game = honest();
    let mut simulator = game.start();
    simulator.remember(0);
    bencher.counter(ItemsCount::new(game.actions.len())).bench_local(|| {
        play(black_box(&mut simulator), &game.actions, &mut ());
    });
}

#[divan::bench]
fn full_trace_in_memory(bencher: divan::Bencher<'_, '_>) {
    let game = honest();
    let mut simulator = game.start();
    let mut events = Vec::new();
    bencher.counter(ItemsCount::new(game.actions.len())).bench_local(|| {
        events.clear();
        play(black_box(&mut simulator), &game.actions, &mut events);
    });
}

#[divan::bench]
fn full_trace_in_memory_nothing_remembered(bencher: divan::Bencher<'_, '_>) {
    let game = honest();
    let mut simulator = game.start();
    simulator.remember(0);
    let mut events = Vec::new();
    bencher.counter(ItemsCount::new(game.actions.len())).bench_local(|| {
        events.clear();
        play(black_box(&mut simulator), &game.actions, &mut events);
    });
}
