//! Relay machines against the strategy in plain Rust, and machines generated for any game.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::sync::Arc;

use kiber_automaton::{Bound, Embedded, Error, Lesson, LessonEnd, Machine, Walk, generate_bachet};
use kiber_bachet::{Agreement, Comparison, Conduct, Panel, Rules, Strategies, WorstCase, compare};
use kiber_explore::Options;
use kiber_netlist::PartId;

fn embedded(name: &str) -> Machine {
    let circuit = kiber_netlist::read(Embedded::find(name).unwrap().source).circuit.unwrap();
    Machine::new(Arc::new(circuit)).unwrap()
}

fn generated(objects: u32, take: u32) -> Machine {
    let reading = kiber_netlist::read(&generate_bachet(objects, take).unwrap());
    assert_eq!(reading.findings, [], "{objects} objects, take {take}");
    Machine::new(Arc::new(reading.circuit.unwrap())).unwrap()
}

fn every_move(objects: u32, take: u32) -> Strategies {
    Strategies::every_move(Rules::new(objects, take).unwrap()).unwrap()
}

#[track_caller]
fn check_same(machine: &mut Machine, strategies: Strategies, conduct: Conduct) -> Agreement {
    match compare(machine, &mut kiber_bachet::Machine::new(strategies), conduct, |_| false) {
        Comparison::Agree(agreement) => agreement,
        Comparison::Differ(difference) => panic!("{difference}"),
        Comparison::Stopped(_) => panic!("stopped"),
    }
}

#[test]
fn in_every_memory_state_and_every_game_the_relays_answer_as_the_strategy_does() {
    let article = check_same(&mut embedded("article"), Strategies::article(), Conduct::Honest);
    assert_eq!((article.memory_states, article.games, article.resigned), (24, 318, 0));
    let full_memory = check_same(&mut embedded("full-memory"), Strategies::full_memory(), Conduct::Honest);
    assert_eq!((full_memory.memory_states, full_memory.games, full_memory.resigned), (42, 526, 24));
    let eight = check_same(&mut generated(8, 3), every_move(8, 3), Conduct::Honest);
    assert_eq!(eight.memory_states, 54);
}

#[test]
fn machines_for_small_games_of_every_kind_play_as_the_strategy_does() {
    for objects in 2..=7 {
        for take in 1..objects {
            let agreement = check_same(&mut generated(objects, take), every_move(objects, take), Conduct::Honest);
            assert!(agreement.games > 0);
        }
    }
}

/// A person who punishes when he pleases switches off what honest games never do, and so meets boxes
/// that resign where they never would.
#[test]
fn a_person_in_a_mood_finds_no_difference_either() {
    let five = check_same(&mut generated(5, 2), every_move(5, 2), Conduct::Capricious);
    assert_eq!(five.memory_states, 42);
    let six = check_same(&mut generated(6, 3), every_move(6, 3), Conduct::Capricious);
    assert_eq!(six.memory_states, 312);
}

#[test]
fn a_difference_is_found() {
    // The article has no memory for P1.
    let comparison = compare(
        &mut embedded("article"),
        &mut kiber_bachet::Machine::new(Strategies::full_memory()),
        Conduct::Honest,
        |_| false,
    );
    assert!(matches!(comparison, Comparison::Differ(_)), "{comparison:?}");
}

#[track_caller]
fn check_learns(objects: u32, take: u32, memory_states: usize, worst_case: Option<u64>) {
    let machine = generated(objects, take);
    let walk = Walk::new(&machine, &Options::default(), |_| true).unwrap();
    let bound = Bound::new(&walk);
    assert_eq!(walk.breaches, []);
    assert_eq!((walk.states.len(), bound.worst_case()), (memory_states, worst_case));
    assert_eq!(bound.worst_case(), Panel::rules(&machine).most_losses());
    assert_eq!(bound.unbeatable().len(), usize::from(worst_case.is_some()));
    let plain = WorstCase::new(&every_move(objects, take), |_| false).unwrap();
    assert_eq!((walk.states.len(), walk.games, walk.resigned), (plain.memory_states, plain.games, plain.resigned));
    assert_eq!((bound.worst_case(), bound.unbeatable().len()), (plain.losses, plain.unbeatable));
}

#[test]
fn what_generated_machines_learn() {
    check_learns(8, 3, 54, Some(9));
    check_learns(12, 3, 342, Some(15));
    check_learns(6, 2, 8, Some(4));
    check_learns(4, 1, 1, Some(0));
    // The person takes 2 first and wins, whatever the machine has learned.
    check_learns(5, 2, 6, None);
}

#[test]
fn a_generated_machine_teaches_itself_as_the_built_in_one_does() {
    let lesson = Lesson::new(&generated(8, 3), || false).unwrap();
    assert_eq!((lesson.losses.len(), lesson.end), (9, LessonEnd::NoWinLeft));
}

#[test]
fn a_resigned_game_shows_no_verdict_and_the_move_before_is_punished() {
    let mut machine = generated(4, 3);
    // Box 3 tries 1 and loses to 2, tries 2 and loses to 1; box 2 tries 1 and loses to 1.
    for takes in [&[1, 2][..], &[1, 1], &[2, 1]] {
        for (turn, &take) in takes.iter().enumerate() {
            machine.person_takes(take).unwrap();
            assert_eq!(machine.objects_left() == 0, turn == 1);
            if turn == 0 {
                assert!(machine.machine_takes().unwrap() > 0);
            }
        }
        machine.punish().unwrap();
        machine.new_game().unwrap();
    }
    assert_eq!(Panel::memory(&machine).relays().collect::<Vec<_>>(), [0, 1, 3]);
    machine.person_takes(1).unwrap();
    assert_eq!(machine.machine_takes().unwrap(), 3);
    assert_eq!(machine.verdict(), Some(kiber_bachet::Verdict::MachineWon));
    // A person who punishes all the same switches box 3 off altogether.
    machine.punish().unwrap();
    machine.new_game().unwrap();
    machine.person_takes(1).unwrap();
    assert_eq!((machine.machine_takes().unwrap(), machine.objects_left(), machine.verdict()), (0, 3, None));
    let before = Panel::memory(&machine);
    machine.punish().unwrap();
    assert_eq!(Panel::memory(&machine), before, "nothing has moved that could be punished");
}

#[test]
fn the_parts_of_a_generated_machine_are_counted_and_named() {
    for (objects, take, moves) in [(8, 3, 18), (2, 1, 1), (12, 3, 30), (20, 3, 54), (20, 19, 190)] {
        let machine = generated(objects, take);
        assert_eq!((machine.roles().lamps.len(), machine.roles().memory.len()), (objects as usize, moves));
        assert_eq!(Panel::rules(&machine), Rules::new(objects, take).unwrap());
        let name = |part: PartId| machine.circuit().parts[part].name.as_str();
        assert_eq!(name(machine.roles().won.unwrap()), format!("L{}", objects + 1));
        assert_eq!(name(*machine.roles().memory.last().unwrap()), format!("P{moves}'"));
    }
}

#[test]
fn the_text_of_a_generated_machine() {
    insta::assert_snapshot!(generate_bachet(3, 2).unwrap());
}

#[track_caller]
fn check_refused(objects: u32, take: u32) -> String {
    match generate_bachet(objects, take) {
        Err(Error::CannotGenerate { why }) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn games_for_which_no_machine_can_be_made_are_refused() {
    insta::assert_snapshot!(check_refused(1, 1), @"a game has to have at least 2 objects, since the person starts and the machine has to have something left to take");
    insta::assert_snapshot!(check_refused(8, 0), @"a move has to take at least 1 object");
    insta::assert_snapshot!(check_refused(8, 8), @"a take of 8 would end a game of 8 objects with its first move; it can be at most 7");
    insta::assert_snapshot!(check_refused(1000, 3), @"1000 objects with a take of 3 need more than 2000 relays; with this take at most 335 objects can be had");
    insta::assert_snapshot!(check_refused(u32::MAX, u32::MAX - 1), @"4294967295 objects with a take of 4294967294 need more than 2000 relays; a take can be at most 44");
    // The greatest that can be had, and one more.
    for (objects, take) in [(335, 3), (1001, 1), (45, 44)] {
        let text = generate_bachet(objects, take).unwrap();
        assert_eq!(kiber_netlist::read(&text).findings, [], "{objects} objects, take {take}");
        check_refused(objects + 1, take);
    }
}

#[test]
fn the_strategies_of_a_circuit_are_known_if_it_plays_by_them() {
    assert_eq!(embedded("article").known_strategies(), Some(Strategies::article()));
    assert_eq!(embedded("no-diodes").known_strategies(), Some(Strategies::article()));
    assert_eq!(embedded("full-memory").known_strategies(), Some(Strategies::full_memory()));
    assert_eq!(generated(8, 3).known_strategies(), Some(every_move(8, 3)));
    // P12' puts P12 in where it should put it out.
    let text = Embedded::find("article").unwrap().source;
    let turned = text.replace("break: \"T12\", make: \"T13\"", "break: \"T13\", make: \"T12\"");
    assert_ne!(text, turned);
    let circuit = kiber_netlist::read(&turned).circuit.unwrap();
    assert_eq!(Machine::new(Arc::new(circuit)).unwrap().known_strategies(), None);
}
