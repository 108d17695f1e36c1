//! Races in whole circuits.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::collections::BTreeSet;
use std::sync::Arc;

use kiber_explore::races::{Judge, Judgement, Level, Question, Race, refusal, with_bridging};
use kiber_netlist::{Circuit, PartKind};
use kiber_script::{Player, Prepared, Script, Step};
use kiber_tests::{Beside, library};

/// Judges every action of a script where it is done; what is found, with its line.
fn judge_all(circuit: &Arc<Circuit>, script: &Script, question: Question) -> Vec<(usize, Option<Race>)> {
    let mut judge = Judge::new(Arc::clone(circuit), question);
    let mut player = Player::power_up(Arc::clone(circuit), &mut ());
    let mut found = Vec::new();
    for (line, _, step) in script.lines() {
        if player.simulator().is_settled() {
            match judge.step(player.simulator(), &Prepared::new(step.clone(), circuit)) {
                Judgement::Clean => {}
                Judgement::GaveUp(_) => found.push((line, None)),
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
    let circuit = beside.read();
    let mut told = Vec::new();
    for path in &beside.scripts {
        let script = beside.script(path, &circuit);
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

#[test]
fn one_press_of_the_racing_machine_may_store_two_relays() {
    check(
        "race",
        Level::Order,
        &[
            "starved:14: hold KN2: P9 and P10 compete; P9/1 decides
  in order P9', P9: P10' released
  in order P9', P10, P9, P10', P10: P10' operated",
            "two-for-one:12: press KN2, while it is pressed: P12 and P13 compete; P12/1 decides
  in order P12', P12, P6', P6: P13 released
  in order P12', P13, P12, P6', P6: P13 operated",
        ],
    );
    check("race", Level::Times, &[]);
}

#[test]
fn the_toggles_are_clean_as_far_as_is_said() {
    check("master-slave", Level::Order, &[]);
    check("master-slave", Level::Times, &[]);
    check("two-relay-toggle", Level::Overlap, &[]);
    check("three-relay-toggle", Level::Order, &[]);
    check("three-relay-toggle", Level::Times, &[]);
    let beside = library().into_iter().find(|beside| beside.name == "four-relay-toggle").unwrap();
    let circuit = beside.read();
    let player = Player::power_up(Arc::clone(&circuit), &mut ());
    let hold = Prepared::new(Step::hold(circuit.part("S1").unwrap()), &circuit);
    let mut judge = Judge::new(Arc::clone(&circuit), Question::new(Level::Times));
    let Judgement::Critical(race) = judge.step(player.simulator(), &hold) else { panic!("it is not too slow") };
    let limits = judge.limits(player.simulator(), &hold, &race);
    assert_eq!(
        limits.lines(&circuit),
        ["clean up to a tolerance of 19 %", "clean if K4 takes at most 18.799 ms to operate, instead of 19.2 ms",]
    );
    assert_eq!(judge.widest_tolerance(player.simulator(), &hold), Some(0.19));
}

/// With every change-over of its relays make before break, the machine has critical presses.
#[test]
fn bridging_contacts_undo_the_automaton() {
    let beside = library().into_iter().find(|beside| beside.name == "article").unwrap();
    let circuit = Arc::new(with_bridging(&beside.read()));
    let script = beside.script(&beside.circuit.with_file_name("game.script"), &circuit);
    let found = judge_all(&circuit, &script, Question::new(Level::Overlap));
    let told: Vec<String> =
        found.into_iter().map(|(line, race)| format!("{line}: {}", race.unwrap().lines(&circuit).join("\n"))).collect();
    assert_eq!(
        told,
        ["25: press KN2, while it is pressed: P13 and P12' compete; P12'/2 decides
  in order P12' leaves, P12' arrives: P13 released
  in order P12' leaves, P13 leaves, P13 arrives, P12' arrives: P13 operated"]
    );
}

/// Every action of a hand that is possible in a state.
fn hand_actions(player: &Player) -> Vec<Step> {
    let simulator = player.simulator();
    let circuit = simulator.circuit();
    let mut steps = Vec::new();
    for (id, part) in circuit.parts.iter() {
        match part.kind {
            PartKind::Toggle(_) => steps.push(Step::flip(id)),
            PartKind::Button(_) if simulator.is_held(id) => steps.push(Step::free(id)),
            PartKind::Button(_) => steps.extend([Step::press(id), Step::hold(id)]),
            _ => {}
        }
    }
    steps
}

/// States that the scripts of a circuit lead to, and some that a hand without a plan does.
fn states(beside: &Beside, circuit: &Arc<Circuit>) -> Vec<Player> {
    let mut states: Vec<Player> = Vec::new();
    let mut add = |player: &Player| {
        let new = || states.iter().all(|known| known.simulator().state() != player.simulator().state());
        if player.simulator().is_settled() && new() {
            states.push(player.clone());
        }
    };
    for path in &beside.scripts {
        let script = beside.script(path, circuit);
        let mut player = Player::power_up(Arc::clone(circuit), &mut ());
        for (_, _, step) in script.lines() {
            player.step(step, &mut ()).unwrap();
            add(&player);
        }
    }
    let mut player = Player::power_up(Arc::clone(circuit), &mut ());
    let mut seed = 1u64;
    for _ in 0..40 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let steps = hand_actions(&player);
        let Some(step) = steps.get((seed >> 33) as usize % steps.len().max(1)) else { break };
        player.step(step, &mut ()).unwrap();
        add(&player);
    }
    // Some two dozen of them, from beginning to end.
    let every = states.len().div_ceil(24).max(1);
    states.into_iter().step_by(every).collect()
}

#[test]
fn that_independent_relays_commute_changes_no_verdict() {
    let mut critical = [0; 4];
    let mut given_up = BTreeSet::new();
    for beside in library() {
        let circuit = beside.read();
        if refusal(&circuit).is_some() {
            continue;
        }
        let states = states(&beside, &circuit);
        for (at, level) in [Level::Nominal, Level::Order, Level::Overlap, Level::Times].into_iter().enumerate() {
            let question = Question { most_states: 4_000, ..Question::new(level) };
            let mut reduced = Judge::new(Arc::clone(&circuit), question);
            let mut whole = Judge::new(Arc::clone(&circuit), Question { reduce: false, ..question });
            for player in &states {
                for step in hand_actions(player) {
                    let prepared = Prepared::new(step, &circuit);
                    let verdicts = [&mut reduced, &mut whole].map(|judge| judge.step(player.simulator(), &prepared));
                    let is_critical = verdicts.each_ref().map(|verdict| matches!(verdict, Judgement::Critical(_)));
                    critical[at] += usize::from(is_critical[0]);
                    let line = prepared.step().shown(&circuit).to_string();
                    if let Judgement::GaveUp(why) = &verdicts[0] {
                        given_up.insert(format!("{}: {}", beside.name, why.shown(&circuit)));
                        continue;
                    }
                    if !matches!(verdicts[1], Judgement::GaveUp(_)) {
                        assert_eq!(is_critical[0], is_critical[1], "{}, level {level}: {line}", beside.name);
                    }
                }
            }
        }
    }
    assert_eq!(critical, [12, 48, 151, 23], "critical actions by level");
    insta::assert_snapshot!(Vec::from_iter(given_up).join("\n"), @"
    score-reel: too many orders
    two-fuses: F1 carries more than its rating on the way, and whether it blows is not followed
    ");
}
