//! What must be true of the automaton and its relatives, beyond the scripts beside them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::sync::Arc;

use kiber_engine::{LampLevel, Nanoamps};
use kiber_netlist::Circuit;
use kiber_script::{Condition, Done, Player, Step, parse_line};
use kiber_tests::{library, play};

/// The six losses of the lesson, each as the toggles a person switches off before each move.
const LESSON: [&[&[usize]]; 6] = [
    &[&[1], &[3], &[5], &[7, 8]],
    &[&[1], &[3], &[5], &[8]],
    &[&[1], &[3], &[5, 6], &[8]],
    &[&[1], &[3, 4], &[6, 7, 8]],
    &[&[1], &[3, 4], &[7, 8]],
    &[&[1], &[3, 4], &[8]],
];

const GAME_RELAYS: [&str; 14] =
    ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11", "P12", "P13", "P14"];
const FULL_MEMORY: [&str; 14] =
    ["P1'", "P2'", "P3'", "P4'", "P5'", "P6'", "P7'", "P8'", "P9'", "P10'", "P11'", "P12'", "P13'", "P14'"];
const MEMORY: [&str; 6] = ["P6'", "P7'", "P8'", "P9'", "P10'", "P12'"];

fn machine(name: &str) -> Arc<Circuit> {
    library().into_iter().find(|beside| beside.name == name).unwrap().read()
}

/// The lesson up to so many losses, the last one without the reset if `open`.
fn lesson(losses: usize, open: bool) -> String {
    let mut script = String::new();
    for (number, game) in LESSON.iter().take(losses).enumerate() {
        for (turn, toggles) in game.iter().enumerate() {
            if turn > 0 {
                script += "press KN1\n";
            }
            script += &off(toggles);
        }
        script += "press KN2\n";
        if !(open && number + 1 == losses) {
            script += "press KN4\non V1..V8\n";
        }
    }
    script
}

fn off(toggles: &[usize]) -> String {
    let names: Vec<String> = toggles.iter().map(|number| format!("V{number}")).collect();
    format!("off {}\n", names.join(", "))
}

fn operated(player: &Player, names: &[&'static str]) -> Vec<&'static str> {
    let mut player = player.clone();
    let circuit = Arc::clone(player.simulator().circuit());
    names
        .iter()
        .copied()
        .filter(|name| {
            let step = Step::expect(circuit.part(name).unwrap(), Condition::Operated);
            matches!(player.step(&step, &mut ()), Ok(Done::Expected { passed: 1, .. }))
        })
        .collect()
}

#[test]
fn each_loss_adds_one_memory_relay() {
    for name in ["article", "race", "no-diodes"] {
        let circuit = machine(name);
        for losses in 0..=6 {
            let played = play(&circuit, &lesson(losses, false)).as_expected();
            let expected = [&[][..], &["P9'"], &["P10'"], &["P12'"], &["P6'"], &["P7'"], &["P8'"]][..=losses].concat();
            let mut found = operated(&played.player, &MEMORY);
            found.sort_by_key(|name| expected.iter().position(|other| other == name));
            assert_eq!(found, expected, "{name}");
            assert_eq!(operated(&played.player, &GAME_RELAYS), [""; 0], "{name}");
        }
    }
}

/// The reset takes the game, the mains take everything; in the middle of a punished game too.
#[test]
fn reset_forgets_the_game_and_mains_forget_everything() {
    let circuit = machine("article");
    for losses in 1..=6 {
        for open in [false, true] {
            let before = lesson(losses, open) + "on V1..V8\nflip V1\npress KN1\n";
            let memory = operated(&play(&circuit, &before).player, &MEMORY);
            assert_eq!(memory.len(), losses);

            let reset = play(&circuit, &(before.clone() + "press KN4")).as_expected();
            assert_eq!(operated(&reset.player, &MEMORY), memory);
            assert_eq!(operated(&reset.player, &GAME_RELAYS), [""; 0]);

            let dark = play(&circuit, &(before.clone() + "off V9\nexpect L1..L10 off")).as_expected();
            assert_eq!(operated(&dark.player, &MEMORY), [""; 0]);
            let back = play(&circuit, &(before + "off V9\non V9\nexpect L2..L8 lit")).as_expected();
            assert_eq!(operated(&back.player, &MEMORY), [""; 0]);
            assert_eq!(operated(&back.player, &GAME_RELAYS), [""; 0]);
        }
    }
}

/// In every position, at every stage of the lesson, however the button is worked.
#[test]
fn a_move_moves_one_box_relay_however_the_button_is_worked() {
    let ways = [
        "press KN1",
        "press KN1\npress KN1\npress KN1\npress KN1",
        "hold KN1\nwait 10s\nfree KN1",
        "press KN1 for 7ms",
        "press KN1 for 6999us\npress KN1 for 7ms\npress KN1 for 1us",
        "hold KN1 for 3ms\nfree KN1 for 100us\nhold KN1\nfree KN1\npress KN1",
    ];
    for name in ["article", "race", "no-diodes"] {
        let circuit = machine(name);
        for losses in 0..=6 {
            for highest_off in 1..=7 {
                let before = lesson(losses, false) + &format!("off V1..V{highest_off}\n").replace("V1..V1\n", "V1\n");
                let mut answers: Vec<_> = ways
                    .iter()
                    .map(|way| operated(&play(&circuit, &(before.clone() + way)).as_expected().player, &GAME_RELAYS))
                    .collect();
                answers.dedup();
                let [answer] = answers.as_slice() else { panic!("{name}, V{highest_off}: {answers:?}") };
                // With P6', P7' and P8' set, position 4 has no strategy left.
                let resigns = losses == 6 && highest_off == 4;
                assert_eq!(answer.len(), usize::from(!resigns), "{name}, V{highest_off}: {answer:?}");
            }
        }
    }
}

/// Before the person has moved, and after the last lamp is dark, the button has no effect.
#[test]
fn the_move_button_is_dead_before_the_first_move_and_after_the_last() {
    let circuit = machine("article");
    for way in ["press KN1", "hold KN1\nwait 1s"] {
        let start = play(&circuit, way).as_expected();
        assert_eq!(operated(&start.player, &GAME_RELAYS), [""; 0]);
        let over = play(&circuit, &format!("off V1..V8\n{way}")).as_expected();
        assert_eq!(operated(&over.player, &GAME_RELAYS), [""; 0]);
    }
}

/// Every honest game from every memory that honest games lead to: what was taken in turn, and what is
/// remembered before and after. Asserts the verdict lamps on the way.
fn honest_games(circuit: &Arc<Circuit>, memory: &[&'static str]) -> Vec<String> {
    let worked = |player: &Player, lines: &str| {
        let mut player = player.clone();
        for line in lines.lines() {
            let step = parse_line(line, circuit).unwrap().unwrap();
            player.step(&step, &mut ()).unwrap();
        }
        player
    };
    let lit = |player: &Player, number: usize| {
        player.simulator().lamp(circuit.part(&format!("L{number}")).unwrap()) == LampLevel::Lit
    };
    let left = |player: &Player| (1..=8).filter(|&number| lit(player, number)).count();

    let mut games = Vec::new();
    let mut seen = vec![Vec::new()];
    let mut fresh = vec![Player::power_up(Arc::clone(circuit), &mut ())];
    while let Some(start) = fresh.pop() {
        let before = operated(&start, memory);
        let mut open = vec![(start, String::new())];
        while let Some((player, told)) = open.pop() {
            let gone = 8 - left(&player);
            for take in 1..=left(&player).min(3) {
                let person = worked(&player, &off(&(gone + 1..=gone + take).collect::<Vec<_>>()));
                let mut told = format!("{told} {take}");
                let automaton = if left(&person) > 0 { worked(&person, "press KN1") } else { person.clone() };
                let took = left(&person) - left(&automaton);
                if left(&automaton) > 0 && took > 0 {
                    assert_eq!((lit(&automaton, 9), lit(&automaton, 10)), (false, false), "in the middle of{told}");
                    open.push((automaton, told + &format!("-{took}")));
                    continue;
                }
                let (word, verdict) = match (left(&person), left(&automaton)) {
                    (0, _) => ("lost", (true, false)),
                    (_, 0) => ("won", (false, true)),
                    _ => ("resigned", (false, false)),
                };
                assert_eq!((lit(&automaton, 9), lit(&automaton, 10)), verdict, "at the end of{told}");
                let next = worked(
                    &automaton,
                    if word == "won" { "press KN3\npress KN4\non V1..V8" } else { "press KN2\npress KN4\non V1..V8" },
                );
                assert_eq!(left(&next), 8);
                let after = operated(&next, memory);
                told += &format!(" {word}: {before:?} to {after:?}");
                games.push(told);
                if !seen.contains(&after) {
                    seen.push(after);
                    fresh.push(next);
                }
            }
        }
    }
    games.sort();
    games
}

#[test]
fn a_game_ends_with_one_verdict_and_without_the_diodes_all_games_are_the_same() {
    let article = honest_games(&machine("article"), &MEMORY);
    assert_eq!(article.len(), 318);
    assert!(!article.iter().any(|game| game.contains("resigned")));
    assert_eq!(honest_games(&machine("no-diodes"), &MEMORY), article);
}

#[test]
fn a_memory_for_every_strategy_ends_some_games_by_resignation() {
    let games = honest_games(&machine("full-memory"), &FULL_MEMORY);
    assert_eq!(games.len(), 526);
    assert_eq!(games.iter().filter(|game| game.contains("resigned")).count(), 24);
    for never in ["P2'", "P4'", "P5'", "P11'", "P13'", "P14'"] {
        assert!(!games.iter().any(|game| game.contains(&format!("{never:?}"))), "{never} can never operate");
    }
}

/// The trace and the currents tell of the coils behind the one that is meant.
#[test]
fn without_the_diodes_three_coils_have_16_milliamperes() {
    let circuit = machine("no-diodes");
    let mut played = play(&circuit, "flip V1\npress KN1").as_expected();
    for (part, milliamps) in [("P1", 48), ("P2", 16), ("P4", -16), ("P3", 16)] {
        assert_eq!(played.current(part), Nanoamps(milliamps * 1_000_000), "{part}");
    }
    for part in ["P2", "P3", "P4"] {
        let told = played.on_the_bench().last().to_string();
        assert!(told.lines().any(|line| line.contains(part) && line.contains("16 mA (partial)")), "{part} in\n{told}");
    }

    let mut whole = play(&machine("article"), "flip V1\npress KN1").as_expected();
    for (part, milliamps) in [("P1", 48), ("P2", 0), ("P3", 0), ("P4", 0)] {
        assert_eq!(whole.current(part), Nanoamps(milliamps * 1_000_000), "{part}");
    }
    assert!(!whole.trace().contains("partial"));
}

/// In `race`, games that end with P6 and P12 both operated store two relays at one press, no others.
#[test]
fn in_race_one_press_stores_two_after_one_kind_of_game() {
    let circuit = machine("race");
    for (game, stored) in [
        ("off V1\npress KN1\noff V3, V4\npress KN1\noff V6\npress KN1\noff V8\npress KN2", &["P6'", "P12'"][..]),
        ("off V1..V4\npress KN1\noff V6\npress KN1\noff V8\npress KN2", &["P6'", "P12'"]),
        ("off V1..V6\npress KN1\noff V8\npress KN2", &["P12'"]),
        ("off V1..V4\npress KN1\noff V6..V8\npress KN2", &["P6'"]),
    ] {
        let played = play(&circuit, game).as_expected();
        assert_eq!(operated(&played.player, &MEMORY), stored, "{game}");
        let article = play(&machine("article"), game).as_expected();
        assert_eq!(operated(&article.player, &MEMORY), stored[stored.len() - 1..], "{game}");
    }
}

#[test]
fn parts_answer_to_the_articles_own_letters() {
    let circuit = machine("article");
    for (name, label) in [("P1", "Р1"), ("V8", "В8"), ("KN1", "КН1"), ("L10", "Л10"), ("P12'", "Р12′")] {
        assert_eq!(circuit.part(label), circuit.part(name), "{label}");
        assert!(circuit.part(label).is_some());
    }
    play(&circuit, "flip В1\npress КН1\nexpect Р1 operated, Л2 off").as_expected();
}
