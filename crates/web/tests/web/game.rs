//! The game against a machine, as its lamps tell it.

use std::sync::Arc;

use kiber_automaton::Embedded;
use kiber_web::{At, Bench, Game, Limits, Turn, Winner};

use crate::embedded;

fn bench(name: &str) -> Bench {
    Bench::new(embedded(name).1, Limits::default()).unwrap()
}

/// Does these lines, and what the game is then.
#[track_caller]
fn play(bench: &mut Bench, lines: &[&str]) -> Game {
    for line in lines {
        bench.act(bench.last(), line).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    now(bench)
}

fn now(bench: &Bench) -> Game {
    let frames = bench.deeds().iter().flat_map(|deed| &deed.frames);
    frames.filter_map(|frame| frame.game.clone()).next_back().unwrap()
}

/// After these lines on the article's machine it is said: this.
#[track_caller]
fn check(lines: &[&str], turn: Option<Turn>, said: &str) {
    let game = play(&mut bench("article"), lines);
    assert_eq!((game.turn, game.said.as_str()), (turn, said));
}

#[test]
fn what_is_said() {
    let person = Some(Turn::Person);
    check(&[], person, "Your move: switch off 1 to 3 lamps, from the first on, then press KN1.");
    check(&["press KN1"], person, "Your move: switch off 1 to 3 lamps, from the first on, then press KN1.");
    check(&["off V1, V2"], person, "You took 2 lamps. Take more, or press KN1 for the automaton's move.");
    check(&["off V1..V3"], person, "You took 3 lamps, the most there may be. Press KN1 for the automaton's move.");
    check(&["off V1..V4"], person, "You took 4, but the rules allow 3 at most: switch some on again.");
    check(
        &["off V1..V4", "on V4", "press KN1"],
        person,
        "The automaton took 1 lamp, 4 left. Your move: 1 to 3, then press KN1.",
    );
    // A press that is too short asks for nothing; one that is held does.
    check(
        &["flip V1", "press KN1 for 3ms"],
        person,
        "You took 1 lamp. Take more, or press KN1 for the automaton's move.",
    );
    check(&["flip V1", "hold KN1"], person, "The automaton took 1 lamp, 6 left. Your move: 1 to 3, then press KN1.");
    check(&["flip V1", "hold KN1 for 3ms"], Some(Turn::Automaton), "It is the automaton's move.");
    check(
        &["flip V1", "hold KN1 for 3ms", "wait 20ms"],
        person,
        "The automaton took 1 lamp, 6 left. Your move: 1 to 3, then press KN1.",
    );
    // Dark lamps win nothing while the mains are off.
    check(&["flip V9"], person, "You took 8, but the rules allow 3 at most: switch some on again.");
    check(&["flip V1", "press KN4"], None, "Switch all lamps on, and the game begins.");
    check(
        &["flip V1", "press KN4", "on V1"],
        person,
        "Your move: switch off 1 to 3 lamps, from the first on, then press KN1.",
    );
}

#[test]
fn who_takes_too_many_does_not_win_by_it() {
    let person = Some(Turn::Person);
    let mut all = bench("article");
    let cheated =
        play(&mut all, &["flip V1", "flip V2", "flip V3", "flip V4", "flip V5", "flip V6", "flip V7", "flip V8"]);
    assert_eq!(cheated.said, "You took 8, but the rules allow 3 at most: switch some on again.");
    assert_eq!((cheated.turn, cheated.over, cheated.games, cheated.losses), (person, None, 0, 0));
    // The machine answers whoever asks it, but that is no game.
    let foul = "You took 4, but the rules allow 3 at most: this game does not count. \
                Press KN4 and switch all lamps on for another.";
    check(&["off V1..V4", "press KN1"], person, foul);
    check(&["off V1..V4", "press KN1", "on V4"], person, foul);
    let mut asked = bench("article");
    let again = play(&mut asked, &["off V1..V4", "press KN1", "off V5..V8", "press KN4", "on V1..V8"]);
    assert_eq!((again.turn, again.games, again.losses, again.taken), (person, 0, 0, 0));
    assert_eq!(again.said, "Your move: switch off 1 to 3 lamps, from the first on, then press KN1.");
    // Who asks so briefly that the machine does not move can still take it back.
    let back = play(&mut bench("article"), &["off V1..V4", "press KN1 for 3ms", "on V4", "press KN1"]);
    assert_eq!(back.said, "The automaton took 1 lamp, 4 left. Your move: 1 to 3, then press KN1.");
}

#[test]
fn the_most_losses_are_known_where_they_are_soon_found() {
    let at_most = |name: &str, lesson_states: u64| {
        now(&Bench::new(embedded(name).1, Limits { lesson_states, ..Limits::default() }).unwrap()).at_most
    };
    let enough = Limits::default().lesson_states;
    assert_eq!((at_most("article", enough), at_most("full-memory", enough)), (Some(6), Some(8)));
    assert_eq!((at_most("article", 100), at_most("article", 0)), (None, None));
}

const WON: [&str; 7] = ["flip V1", "press KN1", "flip V3", "press KN1", "off V5, V6", "press KN1", "flip V8"];

#[test]
fn a_game_won_a_lesson_and_a_game_lost() {
    let mut bench = bench("article");
    let won = play(&mut bench, &WON);
    assert_eq!((won.over, won.games, won.losses, won.stones), (Some(Winner::Person), 1, 1, 0));
    let learnt = play(&mut bench, &["press KN2"]);
    assert_eq!(learnt.memory.len(), 1);
    let before_next = bench.last();
    let lost = play(
        &mut bench,
        &["press KN4", "on V1..V8", "flip V1", "press KN1", "flip V3", "press KN1", "off V5, V6", "press KN1"],
    );
    assert_eq!((lost.over, lost.games, lost.losses), (Some(Winner::Automaton), 2, 1));
    assert_eq!(lost.said, "The automaton won. Press KN4 and switch all lamps on for another game.");
    // Who goes back to before it has not lost it.
    bench.act(before_next, "press KN4").unwrap();
    assert_eq!((now(&bench).games, now(&bench).losses), (1, 1));
    bench.act(At(0, 0), "flip V1").unwrap();
    assert_eq!((now(&bench).games, now(&bench).losses, now(&bench).memory.len()), (0, 0, 0));
}

#[test]
fn the_whole_lesson_is_six_losses() {
    let article = Embedded::find("article").unwrap();
    let circuit = Arc::new(article.read().circuit.unwrap());
    let script = kiber_script::parse(article.script("lesson").unwrap().source, &circuit).0.unwrap();
    let mut bench = Bench::new(circuit, Limits::default()).unwrap();
    for (_, _, step) in script.lines().filter(|(_, _, step)| step.is_action()) {
        bench.step_at_end(step).unwrap();
    }
    assert_eq!(now(&bench).losses, 6);
}

#[test]
fn a_machine_that_resigns() {
    let full = Embedded::find("full-memory").unwrap();
    let circuit = Arc::new(full.read().circuit.unwrap());
    let script = kiber_script::parse(full.script("eight-losses").unwrap().source, &circuit).0.unwrap();
    let mut bench = Bench::new(circuit, Limits::default()).unwrap();
    for (_, _, step) in script.lines().filter(|(_, _, step)| step.is_action()) {
        bench.step_at_end(step).unwrap();
    }
    assert_eq!(now(&bench).losses, 8);
    let said: Vec<&str> = bench
        .deeds()
        .iter()
        .flat_map(|deed| &deed.frames)
        .filter_map(|frame| frame.game.as_ref())
        .map(|game| game.said.as_str())
        .filter(|said| said.contains("resigns"))
        .collect();
    assert!(!said.is_empty());
}

#[test]
fn other_circuits_have_no_game() {
    let bench = bench("self-hold");
    assert!(bench.deeds().iter().flat_map(|deed| &deed.frames).all(|frame| frame.game.is_none()));
}
