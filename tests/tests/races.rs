//! Races in whole circuits.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::fs;
use std::sync::Arc;

use kiber_explore::races::{Judge, Judgement, Level, Question, Race};
use kiber_netlist::Circuit;
use kiber_script::{Player, Prepared, Script, parse};
use kiber_tests::{library, read};

/// Judges every action of a script where it is done; what is found, with its line.
fn judge_all(circuit: &Arc<Circuit>, script: &Script, question: Question) -> Vec<(usize, Option<Race>)> {
    let mut judge = Judge::new(Arc::clone(circuit), question);
    let mut player = Player::power_up(Arc::clone(circuit), &mut ());
    let mut found = Vec::new();
    for (line, _, step) in script.lines() {
        if player.simulator().is_settled() {
            match judge.step(player.simulator(), &Prepared::new(step.clone(), circuit)) {
                Judgement::Clean => {}
                Judgement::GaveUp => found.push((line, None)),
                Judgement::Critical(race) => found.push((line, Some(*race))),
            }
        }
        player.step(step, &mut ()).unwrap();
    }
    found
}

#[track_caller]
fn check(name: &str, level: Level, expected: &[&str]) {
    let beside = library().into_iter().find(|beside| beside.name == name).unwrap();
    let circuit = read(&beside.text());
    let mut told = Vec::new();
    for path in &beside.scripts {
        let script = parse(&fs::read_to_string(path).unwrap(), &circuit).0.unwrap();
        for (line, race) in judge_all(&circuit, &script, Question::new(level)) {
            let lines = race.map_or(vec!["gave up".into()], |race| race.lines(&circuit));
            let stem = path.file_stem().unwrap().to_string_lossy();
            told.push(format!("{stem}:{line}: {}", lines.join("\n")));
        }
    }
    assert_eq!(told, expected, "{name}, level {level}");
}

#[test]
fn the_machines_are_as_clean_as_is_said_of_them() {
    check("article", Level::Order, &[]);
    check("article", Level::Overlap, &[]);
    check("full-memory", Level::Order, &[]);
    check("full-memory", Level::Overlap, &[]);
    check("no-diodes", Level::Order, &[]);
    check(
        "no-diodes",
        Level::Overlap,
        &["kept-by-16-ma:64: press KN2, while it is pressed: P1 and P8' compete; P8'/3 decides
  in order P8' leaves, P8' arrives, P2 leaves, P2 arrives: P1 operated, P2 operated
  in order P8' leaves, P1 leaves, P1 arrives, P8' arrives: P1 released, P2 released"],
    );
}
