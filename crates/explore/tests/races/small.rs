//! What is said of small circuits, level by level.

use kiber_engine::Place;
use kiber_explore::races::{Level, Question};

use crate::{circuit, played, scripts_of, told};

#[track_caller]
fn check(parts: &str, before: &str, line: &str, expected: [&str; 4]) {
    let levels = [Level::Nominal, Level::Order, Level::Overlap, Level::Times];
    for (level, expected) in levels.into_iter().zip(expected) {
        assert_eq!(told(parts, before, line, Question::new(level)), expected, "level {level}");
    }
}

/// A = a and not B, B = b and not A.
const LATCH: &str = r#"
    "a": Button(contacts: {"1": Make("+", "a1")}),
    "b": Button(contacts: {"1": Make("+", "b1")}),
    "A": Relay(coil: ("a2", "-"), contacts: {"1": Break("b1", "b2")}),
    "B": Relay(coil: ("b2", "-"), contacts: {"1": Break("a1", "a2")}),
"#;

#[test]
fn two_that_shut_each_other_out() {
    check(LATCH, "", "hold a", ["clean"; 4]);
    check(LATCH, "hold a", "hold b", ["clean"; 4]);
    check(
        LATCH,
        "",
        "hold a, b",
        [
            "hold a, b: A and B compete in an exact tie
  from the start, then again and again A leaves at 7ms, with B leaves, A arrives at 8ms, with B arrives, A leaves at 11ms, with B leaves, A arrives at 12ms, with B arrives: never settles, A and B move for ever
  in order A leaves at 7ms, A arrives at 8ms: A operated, B released",
            "hold a, b: A and B compete; A/1 decides
  in order A: A operated, B released
  in order B: A released, B operated",
            "hold a, b: A and B compete; A/1 decides
  in order A leaves, A arrives: A operated, B released
  in order B leaves, B arrives: A released, B operated",
            "hold a, b: A and B compete; A/1 decides
  in order A leaves at 7ms, A arrives at 8ms: A operated, B released
  in order B leaves at 7ms, B arrives at 8ms: A released, B operated
not clean even at nominal times",
        ],
    );
}

/// One operates at 8 ms, the other at 13; the quick one shuts the slow one out.
#[test]
fn a_margin_is_told() {
    let parts = LATCH.replace(r#""B": Relay("#, r#""B": Relay(operate_ms: 13.0, "#);
    check(
        &parts,
        "",
        "hold a, b",
        [
            "clean",
            "hold a, b: A and B compete; A/1 decides
  in order A: A operated, B released
  in order B: A released, B operated",
            "hold a, b: A and B compete; A/1 decides
  in order A leaves, A arrives: A operated, B released
  in order B leaves, B arrives: A released, B operated",
            "clean",
        ],
    );
    let wide = Question { tolerance: 0.25, ..Question::new(Level::Times) };
    assert_eq!(
        told(&parts, "", "hold a, b", wide),
        "hold a, b: A and B compete; A/1 decides
  in order A leaves at 7ms, A arrives at 8ms: A operated, B released
  in order B leaves at 9.25ms, B arrives at 10.25ms: A released, B operated
clean up to a tolerance of 21.7 %
clean if A takes at most 9.249 ms to operate, instead of 10 ms"
    );
}

/// Of `(min, nominal, max)` the tolerance changes nothing.
#[test]
fn a_stated_range_is_used_as_it_stands() {
    let stated = |operate: &str| {
        let relay = format!(r#": Relay(operate_ms: {operate}, transfer_ms: (1.0, 1.0, 1.0), "#);
        LATCH
            .replace(r#""B": Relay("#, &format!(r#""B"{relay}"#))
            .replace(r#""A": Relay("#, r#""A": Relay(operate_ms: (7.0, 8.0, 9.0), transfer_ms: (1.0, 1.0, 1.0), "#)
    };
    let wide = Question { tolerance: 0.9, ..Question::new(Level::Times) };
    assert_eq!(told(&stated("(9.001, 10.0, 11.0)"), "", "hold a, b", wide), "clean");
    let tie = told(&stated("(9.0, 10.0, 11.0)"), "", "hold a, b", wide);
    assert!(tie.starts_with("hold a, b: A and B compete; A/1 decides"), "{tie}");
}

/// K1 holds itself through the break side of a change-over that its rival moves.
#[test]
fn a_relay_loses_its_current_between_the_sides_of_a_contact() {
    let parts = r#"
        "S1": Button(contacts: {"1": Make("+", "a")}),
        "S2": Button(contacts: {"1": Make("+", "c")}),
        "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("h", "a")}),
        "C": Relay(coil: ("c", "-"), contacts: {"1": Changeover(common: "+", break: "h", make: "h")}),
    "#;
    check(
        parts,
        "press S1",
        "hold S2",
        [
            "clean",
            "clean",
            "hold S2: K1 and C compete; C/1 decides
  in order C leaves, C arrives: K1 operated
  in order C leaves, K1 leaves, K1 arrives, C arrives: K1 released",
            "clean",
        ],
    );
}

/// Three in a row: what comes first is over before the next begins.
#[test]
fn one_after_another_is_no_race() {
    let parts = r#"
        "S1": Button(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "b")}),
        "K2": Relay(coil: ("b", "-"), contacts: {"1": Make("+", "c")}),
        "K3": Relay(coil: ("c", "-"), contacts: {"1": Make("+", "l")}),
        "H1": Lamp(pins: ("l", "-")),
    "#;
    check(parts, "", "press S1", ["clean"; 4]);
}

/// A buzzer never settles, whatever the order: no race.
#[test]
fn what_never_settles_is_no_race_by_itself() {
    let parts = r#"
        "V1": Toggle(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("b", "-"), contacts: {"1": Break("a", "b")}),
    "#;
    check(parts, "", "on V1", ["clean"; 4]);
}

/// A buzzer that a second relay stops: however late that comes, it comes.
#[test]
fn nobody_is_kept_waiting_for_ever() {
    let parts = r#"
        "V1": Toggle(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("b", "-"), contacts: {"1": Break("c", "b")}),
        "K2": Relay(coil: ("a", "-"), contacts: {"1": Break("a", "c")}),
    "#;
    check(parts, "", "on V1", ["clean"; 4]);
}

/// K is asked to go back before it has arrived, and is held up by its own travel: then it is back later
/// than its release time says. If that is after B has operated, D is never fed.
#[test]
fn who_was_held_up_comes_back_late() {
    let parts = r#"
        "S": Button(contacts: {"1": Make("+", "s")}),
        "A": Relay(coil: ("s", "-"), operate_ms: (3.2, 3.2, 3.2), transfer_ms: 0,
            contacts: {"1": Make("s", "a"), "2": Break("s", "k")}),
        "K": Relay(coil: ("k", "-"), operate_ms: 5, release_ms: 5, transfer_ms: 4, contacts: {"1": Break("a", "x")}),
        "B": Relay(coil: ("a", "-"), operate_ms: (6.5, 6.5, 6.5), transfer_ms: 0, contacts: {"1": Break("x", "d")}),
        "D": Relay(coil: ("d", "-"), operate_ms: (0.1, 0.1, 0.1), transfer_ms: 0, contacts: {"1": Make("s", "d")}),
    "#;
    let told = told(parts, "", "hold S", Question::new(Level::Times));
    assert_eq!(
        told.lines().skip(1).take(2).collect::<Vec<_>>(),
        [
            "  in order K leaves at 1ms, A at 3.2ms, K arrives at 5ms, K leaves at 5ms, K arrives at 9ms, D at 9.1ms, B at 9.7ms: D operated",
            "  in order K leaves at 1ms, A at 3.2ms, K arrives at 5ms, K leaves at 5ms, K arrives at 9.6ms, B at 9.7ms: D released",
        ]
    );
    // Within these times one relay has two outcomes in the engine, too.
    let slow =
        parts.replace(r#""K": Relay(coil: ("k", "-"), operate_ms: 5"#, r#""K": Relay(coil: ("k", "-"), operate_ms: 6"#);
    for (parts, operated) in [(parts, true), (&slow, false)] {
        let circuit = circuit(parts);
        let player = played(&circuit, "hold S");
        assert_eq!(player.simulator().place(circuit.part("D").unwrap()) == Place::OPERATED, operated);
    }
}

/// Nobody knows how long has been under way what was never let settle.
#[test]
fn what_is_under_way_is_given_up_if_times_decide() {
    let verdict = |line: &str, level: Level| told(LATCH, "hold a for 1ms", line, Question::new(level));
    assert_eq!([Level::Nominal, Level::Times].map(|level| verdict("hold b", level)), ["gave up"; 2]);
    assert!(verdict("hold b", Level::Order).starts_with("hold b: A and B compete"));
    check(LATCH, "hold a for 1ms", "wait 1ms", ["clean"; 4]);
}

/// A relay through its own break contact and its own make contact: it may chatter for ever, or come in.
#[test]
fn a_relay_that_takes_its_own_current_away_chatters() {
    let parts = r#"
        "V1": Toggle(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("b", "-"), contacts: {"1": Changeover(common: "a", break: "b", make: "b")}),
    "#;
    let expected = [
        "clean",
        "clean",
        "on V1: K1 may go either way
  in order K1 leaves, K1 arrives: K1 operated
  in order K1 leaves, then again and again K1 falls back, K1 leaves: never settles, K1 moves for ever",
        "clean",
    ];
    check(parts, "", "on V1", expected);
}

/// The second stage of a press is told as two lines of a script.
#[test]
fn letting_go_is_a_stage_of_its_own() {
    let parts = r#"
        "S1": Button(contacts: {"1": Make("+", "s"), "2": Break("+", "a1"), "3": Break("+", "b1")}),
        "P": Relay(coil: ("s", "-"), contacts: {"1": Make("+", "x")}),
        "A": Relay(coil: ("a2", "-"), contacts: {"1": Break("b1", "b2")}),
        "B": Relay(coil: ("b2", "-"), contacts: {"1": Break("a1", "a2")}),
        "H1": Lamp(pins: ("x", "-")),
    "#;
    let told = told(parts, "hold S1", "free S1", Question::new(Level::Order));
    assert_eq!(told.lines().next(), Some("free S1: A and B compete; A/1 decides"));
    let race = scripts_of(parts, "hold S1\nfree S1 in order A", "press S1", Level::Order);
    assert_eq!(race, ["hold S1\nfree S1 in order A", "hold S1\nfree S1 in order B",]);
}

/// What a step leaves to order, a time or an order leaves not.
#[test]
fn steps_that_say_when_are_clean() {
    check(LATCH, "", "hold a, b in order A", ["clean"; 4]);
    check(LATCH, "", "press a, b for 3ms", ["clean"; 4]);
    check(LATCH, "", "hold a, b for 3ms", ["clean"; 4]);
    check(LATCH, "", "wait 3ms", ["clean"; 4]);
}

#[test]
fn too_many_orders_are_given_up() {
    let few = Question { most_states: 2, ..Question::new(Level::Overlap) };
    assert_eq!(told(LATCH, "", "hold a, b", few), "gave up");
}
