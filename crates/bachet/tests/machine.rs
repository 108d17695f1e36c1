//! The automaton in plain Rust: what it plays, what it learns and the most it can lose.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use kiber_bachet::{
    Agreement, Comparison, Conduct, Error, LastObject, Machine, Memory, Panel, Rules, Strategies, Verdict, WorstCase,
    compare,
};

fn every_move(objects: u32, most: u32) -> Strategies {
    Strategies::every_move(Rules::new(objects, most).unwrap()).unwrap()
}

#[track_caller]
fn check_worst_case(strategies: &Strategies, memory_states: usize, losses: Option<u64>) -> WorstCase {
    let worst = WorstCase::new(strategies, |_| false).unwrap();
    assert_eq!((worst.memory_states, worst.losses), (memory_states, losses));
    worst
}

#[test]
fn the_worst_case_of_every_machine_known() {
    let article = check_worst_case(&Strategies::article(), 24, Some(6));
    assert_eq!((article.games, article.resigned, article.unbeatable), (318, 0, 1));
    let full_memory = check_worst_case(&Strategies::full_memory(), 42, Some(8));
    assert_eq!((full_memory.games, full_memory.resigned, full_memory.unbeatable), (526, 24, 1));
    let eight = check_worst_case(&every_move(8, 3), 54, Some(9));
    assert_eq!(eight.unbeatable, 1);
    check_worst_case(&every_move(12, 3), 342, Some(15));
    check_worst_case(&every_move(20, 3), 12_438, Some(27));
}

#[test]
fn a_person_who_can_win_from_the_start_wins_for_ever() {
    for objects in 1..=14 {
        for most in 1..=5 {
            let strategies = every_move(objects, most);
            let worst = WorstCase::new(&strategies, |_| false).unwrap();
            let person_wins = strategies.rules().is_won(objects);
            assert_eq!(worst.losses.is_none(), person_wins, "{objects} objects, take {most}");
            assert_eq!(worst.unbeatable == 0, person_wins, "{objects} objects, take {most}");
        }
    }
}

#[test]
fn the_worst_case_can_be_counted_without_playing() {
    for last in [LastObject::Wins, LastObject::Loses] {
        for most in 1..=5 {
            for objects in 1..=13 {
                let rules = Rules::new(objects, most).unwrap().with_last(last);
                let worst = WorstCase::new(&Strategies::every_move(rules).unwrap(), |_| false).unwrap();
                assert_eq!(worst.losses, rules.most_losses(), "{rules:?}");
            }
        }
    }
    assert_eq!(Rules::new(20, 3).unwrap().most_losses(), Some(27));
}

#[test]
fn the_game_turned_round_is_learned_too() {
    for (objects, most) in [(9, 3), (5, 3), (13, 3), (7, 2)] {
        let rules = Rules::new(objects, most).unwrap().with_last(LastObject::Loses);
        let worst = WorstCase::new(&Strategies::every_move(rules).unwrap(), |_| false).unwrap();
        assert!(!rules.is_won(objects));
        assert_eq!((worst.losses.is_some(), worst.unbeatable), (true, 1), "{objects} objects, take {most}");
    }
    let mut machine = Machine::new(Strategies::every_move(Rules::ARTICLE.with_last(LastObject::Loses)).unwrap());
    for take in [3, 3] {
        machine.person_takes(take).unwrap();
        assert_eq!(machine.machine_takes(), Ok(1));
    }
    // It took the last object, and has lost by it.
    assert_eq!(machine.verdict(), Some(Verdict::PersonWon));
}

/// Plays games of these takes, punishing and rewarding honestly; what the machine answered, `-` for
/// nothing, and what it remembers after each.
fn told(strategies: Strategies, games: &[&[u32]]) -> String {
    let mut machine = Machine::new(strategies);
    let mut text = String::new();
    for takes in games {
        for &take in *takes {
            machine.person_takes(take).unwrap();
            let answer = if machine.objects_left() == 0 { None } else { machine.machine_takes().ok() };
            text.push_str(&format!("{take}{} ", answer.map_or("-".to_string(), |answer| answer.to_string())));
        }
        let won = machine.verdict() == Some(Verdict::MachineWon);
        if won {
            machine.reward().unwrap()
        } else {
            machine.punish().unwrap()
        }
        let memory: Vec<usize> = machine.memory().relays().collect();
        text.push_str(&format!("{} {memory:?}\n", if won { "won" } else { "lost" }));
        machine.new_game().unwrap();
    }
    text
}

#[test]
fn it_answers_by_the_first_strategy_left_and_resigns_with_none() {
    let games: &[&[u32]] = &[&[1, 1, 2, 1], &[1, 2, 3], &[1, 2, 2], &[1, 2, 1], &[1, 2], &[1, 2]];
    insta::assert_snapshot!(told(Strategies::full_memory(), games), @r"
    11 11 21 1- lost [11]
    11 21 3- lost [5, 11]
    11 22 2- lost [5, 6, 11]
    11 23 1- lost [5, 6, 7, 11]
    11 20 lost [0, 5, 6, 7, 11]
    13 22 won [0, 5, 6, 7, 11]
    ");
}

#[test]
fn the_short_cut_of_the_article() {
    let games: &[&[u32]] = &[&[1, 2, 3], &[1, 2, 2], &[1, 2, 1], &[1, 3], &[2, 1, 2]];
    insta::assert_snapshot!(told(Strategies::article(), games), @r"
    11 21 3- lost [0]
    11 22 2- lost [0, 1]
    11 23 1- lost [0, 1, 2]
    13 31 won [0, 1, 2]
    22 11 2- lost [0, 1, 2, 3]
    ");
}

#[test]
fn moves_out_of_turn_and_against_the_rules_are_refused() {
    let mut machine = Machine::new(Strategies::article());
    assert_eq!(machine.machine_takes(), Err(Error::OutOfTurn));
    assert_eq!(machine.person_takes(0), Err(Error::IllegalTake { take: 0, left: 8, most: 3 }));
    assert_eq!(machine.person_takes(4), Err(Error::IllegalTake { take: 4, left: 8, most: 3 }));
    machine.person_takes(3).unwrap();
    assert_eq!(machine.person_takes(1), Err(Error::OutOfTurn));
    assert_eq!(machine.machine_takes(), Ok(1));
    assert_eq!((machine.objects_left(), machine.moves()), (4, &[4][..]));
}

#[test]
fn a_machine_that_never_moved_cannot_be_punished() {
    let mut machine = Machine::new(every_move(3, 2));
    machine.punish().unwrap();
    assert_eq!(machine.memory(), Memory::new());
}

#[test]
fn strategies_are_numbered_from_the_highest_position_down() {
    let strategies = every_move(4, 2);
    let listed: Vec<(u32, u32)> = strategies.list().iter().map(|one| (one.position, one.take)).collect();
    assert_eq!(listed, [(3, 1), (3, 2), (2, 1), (2, 2), (1, 1)]);
    assert_eq!(strategies.memory_relays(), 5);
    let of_two: Vec<usize> = strategies.of_box(2).map(|(number, _)| number).collect();
    assert_eq!(of_two, [2, 3]);
    let most = Strategies::MOST;
    assert_eq!(
        Strategies::every_move(Rules::new(u32::MAX, 7).unwrap()).unwrap_err(),
        Error::TooManyStrategies { most }
    );
}

#[test]
fn a_search_stops_when_it_is_told_to() {
    let stopped = WorstCase::new(&every_move(12, 3), |found| found.memory_states > 20).unwrap_err();
    assert!(matches!(stopped, Error::Stopped { memory_states: 21.. }), "{stopped:?}");
}

fn compared(one: Strategies, other: Strategies, conduct: Conduct) -> Comparison {
    compare(&mut Machine::new(one), &mut Machine::new(other), conduct, |_| false)
}

/// Playing every game and counting the ways to each position are two roads to the same numbers.
#[test]
fn games_played_are_as_many_as_games_counted() {
    for strategies in [Strategies::article(), Strategies::full_memory(), every_move(8, 3), every_move(7, 2)] {
        let worst = WorstCase::new(&strategies, |_| false).unwrap();
        let Comparison::Agree(played) = compared(strategies.clone(), strategies, Conduct::Honest) else {
            panic!("a machine differs from itself");
        };
        assert_eq!(
            (played.memory_states, played.games, played.resigned),
            (worst.memory_states, worst.games, worst.resigned)
        );
    }
}

#[test]
fn a_person_in_a_mood_reaches_every_way_of_switching_off() {
    // Boxes of 3, 3, 2 and 1 strategies, each box with 0 to all of them switched off.
    let agreed = compared(every_move(5, 3), every_move(5, 3), Conduct::Capricious);
    assert!(matches!(agreed, Comparison::Agree(Agreement { memory_states: 96, .. })), "{agreed:?}");
}

#[track_caller]
fn difference(one: Strategies, other: Strategies) -> String {
    match compared(one, other, Conduct::Honest) {
        Comparison::Differ(difference) => difference.to_string(),
        comparison => panic!("{comparison:?}"),
    }
}

#[test]
fn the_first_difference_is_told_with_the_game() {
    insta::assert_snapshot!(difference(Strategies::full_memory(), every_move(8, 3)), @"after 3, 1; 2, 1; 1, 0 with memory {}: memory: [11] in the first, [15] in the second");
    insta::assert_snapshot!(difference(every_move(8, 3), every_move(8, 2)), @"after no move with memory {}: rules: Rules { objects: 8, most: 3, last: Wins } in the first, Rules { objects: 8, most: 2, last: Wins } in the second");
}

#[test]
fn a_comparison_stops_when_it_is_told_to() {
    let (mut one, mut other) = (Machine::new(every_move(8, 3)), Machine::new(every_move(8, 3)));
    let stopped = compare(&mut one, &mut other, Conduct::Honest, |so_far| so_far.games >= 100);
    assert!(matches!(stopped, Comparison::Stopped(Agreement { games: 100, .. })), "{stopped:?}");
}
