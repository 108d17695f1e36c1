//! Answers to *why* agree with the engine: for every coil and lamp of the library, in every state that its
//! scripts pass.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot read its circuit has failed")]

use std::collections::BTreeSet;
use std::sync::Arc;

use kiber_engine::{Action, LampLevel, Place, Request, Simulator, Untimed};
use kiber_explain::{Answer, Move, Through, why};
use kiber_netlist::{PartId, PartKind};
use kiber_script::{Player, Step};
use kiber_tests::{Beside, library};

/// What a script leads through, each state of contacts once.
fn states(beside: &Beside) -> Vec<Simulator> {
    let circuit = beside.read();
    let mut seen = BTreeSet::new();
    let mut states = Vec::new();
    let mut look = |player: &Player| {
        let simulator = player.simulator();
        let places: Vec<Place> = circuit.parts.ids().map(|part| simulator.place(part)).collect();
        let on: Vec<bool> = circuit.parts.ids().map(|part| simulator.source_is_on(part)).collect();
        if seen.insert((places, on, format!("{:?}", simulator.faults()))) {
            states.push(simulator.clone());
        }
    };
    for script in &beside.scripts {
        let script = beside.script(script, &circuit);
        let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
        look(&player);
        for (_, _, step) in script.lines() {
            if !matches!(step, Step::Expect(_)) && player.step(step, &mut ()).is_ok() {
                look(&player);
            }
        }
    }
    states
}

fn is_so(simulator: &Simulator, part: PartId) -> bool {
    match simulator.circuit().parts[part].kind {
        PartKind::Lamp(_) => simulator.lamp(part) == LampLevel::Lit,
        _ => simulator.asks(part) == Request::Operate,
    }
}

fn check_paths(name: &str, simulator: &Simulator, answer: &Answer) {
    let circuit = simulator.circuit();
    for carried in &answer.carried {
        let whole: f64 = carried.paths.iter().map(|path| path.share).sum();
        assert!(carried.paths.len() == 16 || (0.8..1.001).contains(&whole), "{name}: {whole} {carried:?}");
        for path in &carried.paths {
            let share = path.share * carried.current.0.unsigned_abs() as f64;
            for step in &path.steps {
                assert!(step.current.0 as f64 >= share - 50.0, "{name}: {step:?} of {share}");
                if let Through::Contact(contact, side) = step.through {
                    assert!(simulator.is_side_closed(contact, side), "{name}: {step:?}");
                }
            }
            let ends = [path.steps.first(), path.steps.last()].map(|step| step.unwrap().through);
            let is_source = |through| match through {
                Through::Part(part) => matches!(circuit.parts[part].kind, PartKind::Source(_)),
                _ => false,
            };
            assert!(ends.into_iter().all(is_source), "{name}: {path:?}");
        }
    }
}

fn check_sets(name: &str, simulator: &Simulator, answer: &Answer) {
    let Some(lack) = &answer.lack else { return };
    for set in &lack.sets {
        let mut untimed = Untimed::new(Arc::clone(simulator.circuit()));
        untimed.stand_as(simulator);
        assert!(!is_so(untimed.simulator(), answer.part), "{name}");
        for what in set {
            match *what {
                Move::On(part) => untimed.act(&[Action::Source(part, true)]).unwrap(),
                Move::To { part, place, .. } => untimed.put([(untimed.number(part).unwrap(), place)]),
            }
        }
        assert!(is_so(untimed.simulator(), answer.part), "{name}: {set:?}");
    }
}

/// So many states at most of a machine that plays, whose scripts pass hundreds; all of other circuits.
fn check_all(most_states: usize) {
    let (mut asked, mut lacking, mut carrying) = (0, 0, 0);
    for beside in library() {
        let states = states(&beside);
        let plays = states.first().is_some_and(|simulator| simulator.circuit().roles.is_some());
        let step = if plays { states.len().div_ceil(most_states) } else { 1 };
        for simulator in states.iter().step_by(step) {
            for (part, _) in simulator.circuit().parts.iter() {
                let Some(answer) = why(simulator, part) else { continue };
                asked += 1;
                lacking += usize::from(answer.lack.as_ref().is_some_and(|lack| !lack.sets.is_empty()));
                carrying += usize::from(!answer.carried.is_empty());
                if !simulator.has_capacitors() {
                    check_paths(&beside.name, simulator, &answer);
                }
                check_sets(&beside.name, simulator, &answer);
            }
        }
    }
    // Most coils and lamps are off, and most of those have something that would change it.
    assert!(asked > 2000 && lacking > asked / 2 && carrying > asked / 5, "{asked} {lacking} {carrying}");
}

#[test]
fn every_coil_and_lamp_in_some_states_that_scripts_pass() {
    check_all(6);
}

#[test]
#[ignore = "takes minutes"]
fn every_coil_and_lamp_in_every_state_that_scripts_pass() {
    check_all(usize::MAX);
}

/// What is told of a part or a net after the first lines of a script; the script's own, or one of the circuit's.
#[track_caller]
fn told(circuit: &str, script: &str, name: &str) -> String {
    let library = library();
    let beside = library.iter().find(|beside| beside.name == circuit).unwrap();
    let circuit = beside.read();
    let (script, findings) = kiber_script::parse(script, &circuit);
    assert!(findings.is_empty(), "{findings:?}");
    let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
    let report = player.play(&script.unwrap(), &mut ());
    assert!(report.failures.is_empty() && report.stopped.is_none(), "{report:?}");
    let simulator = player.simulator();
    match circuit.part(name) {
        Some(part) => kiber_explain::sentences(simulator, &why(simulator, part).unwrap()).join("\n"),
        None => {
            let answer = kiber_explain::why_net(simulator, circuit.net(name).unwrap()).unwrap();
            kiber_explain::net_sentences(simulator, &answer).join("\n")
        }
    }
}

#[test]
fn without_diodes_three_coils_in_series_are_named_as_a_sneak_path() {
    let before = told("no-diodes", "flip V1\npress KN1", "P4");
    assert!(before.contains("P1/1, coil of P2, coil of P4 backwards, coil of P3, P8'/3 break"), "{before}");
    let before = told("no-diodes", "flip V1\npress KN1", "P3");
    assert!(before.contains("16 mA in its coil"), "{before}");
    assert!(before.contains("That is a sneak path: it leads backwards through the coil of P4."), "{before}");
    // Once P8' has operated it is P1, P3 and P4.
    let script = include_str!("../../circuits/no-diodes/kept-by-16-ma.script");
    for (part, sneaks) in [("P1", true), ("P3", false), ("P4", true)] {
        let after = told("no-diodes", script, part);
        assert!(after.contains("16 mA in its coil"), "{after}");
        assert!(
            after.contains(
                "16 mA flows by G2 plus, V9/b, KN4/1, P2/1, coil of P1, coil of P3 backwards, coil of P4, P8'/3 make"
            ),
            "{after}"
        );
        assert_eq!(after.contains("backwards through the coil of P3. A diode in series"), sneaks, "{after}");
    }
}

#[test]
fn the_punishment_keeps_the_hold_bus_alive_while_its_button_is_held() {
    let script = "flip V1\npress KN1\nflip V3\npress KN1\noff V5, V6\npress KN1\nflip V8\nhold KN2\nhold KN4\nexpect P12 operated";
    let bus = told("article", script, "HB");
    assert_eq!(bus, "Net HB is at 24 V.\nIt is joined to G2 plus through V9/b, P12'/1, P12/2 make, KN2/1, V8/b break.");
    let still = told("article", script, "P12");
    assert!(still.contains("It holds itself, through P12/1, P12/2."), "{still}");
    assert!(
        still.contains("48 mA flows by G2 plus, V9/b, P12'/1, P12/2 make, KN2/1, V8/b break, P12/1, coil of P12"),
        "{still}"
    );
}

#[test]
fn a_coil_fed_through_a_lamp_names_the_lamp() {
    let script = "flip S1\nflip S2\nexpect K1 operated, H1 dim";
    let coil = told("lamp-feeds-coil", script, "K1");
    assert!(coil.contains("flows by G1 plus, S1/1, H1, coil of K1, G1 minus"), "{coil}");
    let lamp = told("lamp-feeds-coil", script, "H1");
    assert!(lamp.contains("the voltage is shared with the coil of K1"), "{lamp}");
}
