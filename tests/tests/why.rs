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
