//! How fast events are told, written, read and compared.
//!
//! ```text
//! cargo bench -p kiber-tests --bench traces
//! ```
//!
//! What happens is whole honest games on the automaton, over and over. Writing is measured by itself,
//! from a recording in memory to text in memory, and counted in bytes of what is written; comparing, in
//! events of one of the two traces.

#![allow(clippy::expect_used, reason = "a benchmark that cannot set up has failed")]

use std::hint::black_box;
use std::io::Cursor;
use std::sync::Arc;

use divan::counter::{BytesCount, ItemsCount};
use kiber_netlist::Circuit;
use kiber_script::Player;
use kiber_tests::honest::games;
use kiber_trace::diff::{Difference, Options, compare};
use kiber_trace::waves::{Contents, Vcd, Waves};
use kiber_trace::{Recorder, Recording};

fn main() {
    divan::main();
}

/// Games recorded until so many events have happened.
fn recording(events: usize) -> (Arc<Circuit>, Recording) {
    let game = games("article", 1000);
    let script = game.script();
    let circuit = Arc::clone(game.circuit());
    let mut recording = Recording::new();
    let mut player = Player::power_up(Arc::clone(&circuit), &mut recording);
    let mut known = 0;
    while known < events {
        let before = recording.sections.len();
        let _ = player.play(&script, &mut recording);
        known += recording.sections[before..].iter().map(|section| section.events.len()).sum::<usize>();
    }
    (circuit, recording)
}

#[divan::bench(sample_count = 20)]
fn text_written(bencher: divan::Bencher<'_, '_>) {
    let (circuit, recording) = recording(100_000);
    let bytes = recording.text(&circuit).len();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| black_box(&recording).text(&circuit).len());
}

#[divan::bench(sample_count = 20)]
fn text_read_back(bencher: divan::Bencher<'_, '_>) {
    let (circuit, recording) = recording(100_000);
    let text = recording.text(&circuit);
    bencher.counter(BytesCount::new(text.len())).bench_local(|| Recording::parse(black_box(&text), &circuit).is_ok());
}

fn vcd(circuit: &Arc<Circuit>, recording: &Recording) -> Vec<u8> {
    let mut waves = Waves::new(Arc::clone(circuit), Contents::default(), Vcd::new(Vec::new()));
    recording.replay(&mut waves);
    waves.finish(recording.end()).expect("memory takes what is written")
}

#[divan::bench(sample_count = 20)]
fn vcd_written(bencher: divan::Bencher<'_, '_>) {
    let (circuit, recording) = recording(100_000);
    let bytes = vcd(&circuit, &recording).len();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| vcd(&circuit, black_box(&recording)).len());
}

fn differences(a: &str, b: &str) -> usize {
    let mut found: Vec<Difference> = Vec::new();
    compare(&mut Cursor::new(a), &mut Cursor::new(b), &Options::default(), &mut found).expect("both are traces");
    found.len()
}

#[divan::bench(sample_count = 3)]
fn million_events_compared_with_the_same(bencher: divan::Bencher<'_, '_>) {
    let (circuit, recording) = recording(1_000_000);
    let text = recording.text(&circuit);
    bencher.counter(ItemsCount::new(1_000_000_usize)).bench_local(|| differences(black_box(&text), &text));
}

#[divan::bench(sample_count = 3)]
fn million_events_compared_with_every_time_changed(bencher: divan::Bencher<'_, '_>) {
    let (circuit, recording) = recording(1_000_000);
    let text = recording.text(&circuit);
    let mut slower = Recording::new();
    for section in &recording.sections {
        let later = |at: u64| at * 3 / 2;
        slower.begin_section(&section.title, later(section.start));
        for event in &section.events {
            let mut event = event.clone();
            event.at = later(event.at);
            kiber_engine::Sink::event(&mut slower, event);
        }
        slower.end_section(later(section.end), section.ending.clone());
    }
    let slower = slower.text(&circuit);
    bencher.counter(ItemsCount::new(1_000_000_usize)).bench_local(|| differences(black_box(&text), &slower));
}
