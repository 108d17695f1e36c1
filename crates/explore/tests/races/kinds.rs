//! Races of every kind of part.

use std::sync::Arc;

use kiber_explore::races::{Judge, Judgement, Level, Question, Unjudged, refusal};
use kiber_explore::{Options, Outcome, book, explore};
use kiber_script::Prepared;

use crate::{circuit, played, replays, step, told};

const LEVELS: [Level; 4] = [Level::Nominal, Level::Order, Level::Overlap, Level::Times];

/// Judges a line at levels 1 to 4: `-` is clean, `x` critical, `?` not judged.
#[track_caller]
fn check(parts: &str, before: &str, line: &str, expected: &str) {
    let circuit = circuit(parts);
    let player = played(&circuit, before);
    let prepared = Prepared::new(step(line, &circuit), &circuit);
    let judged = LEVELS.map(|level| {
        match Judge::new(Arc::clone(&circuit), Question::new(level)).step(player.simulator(), &prepared) {
            Judgement::Clean => '-',
            Judgement::GaveUp(_) => '?',
            Judgement::Critical(race) => {
                replays(&player, &race);
                'x'
            }
        }
    });
    assert_eq!(String::from_iter(judged), expected, "{line}");
}

/// Two that shut each other out, the second of any kind.
fn either_or(second: &str, contacts: &str) -> String {
    format!(
        r#""S1": Button(contacts: {{"1": Make("+", "a"), "2": Make("+", "b")}}),
        "A": Relay(coil: ("d", "-"), contacts: {{"1": Break("b", "c")}}),
        "B": {second}, {contacts}: {{"1": Break("a", "d")}}),"#
    )
}

#[test]
fn whoever_is_faster_shuts_the_other_out() {
    check(&either_or(r#"Relay(coil: ("c", "-")"#, "contacts"), "", "hold S1", "xxxx");
    check(&either_or(r#"Bistable(set: ("c", "-"), reset: ("r", "-")"#, "contacts"), "", "hold S1", "xxxx");
    check(&either_or(r#"Bistable(coil: ("c", "-")"#, "contacts"), "", "hold S1", "xxxx");
    check(&either_or(r#"Impulse(coil: ("c", "-")"#, "contacts"), "", "hold S1", "xxxx");
    check(
        &either_or(r#"DelayRelay(kind: OnDelay, delay_ms: 100, coil: ("c", "-")"#, "contacts"),
        "",
        "hold S1",
        "-xx-",
    );
    check(
        &either_or(r#"DelayRelay(kind: OffDelay, delay_ms: 100, coil: ("c", "-")"#, "contacts"),
        "",
        "hold S1",
        "xxxx",
    );
    let stepper = r#"Stepper(coil: ("c", "-"), places: 3, wafers: {"w": (common: "x", places: ["y"])}"#;
    check(&either_or(stepper, "off_normal"), "", "hold S1", "xxxx");
    check(&either_or(stepper, "interrupter"), "", "hold S1", "xxxx");
    // It sits at the centre, so nothing of it is in A's way until it has moved.
    let polarized = r#""S1": Button(contacts: {"1": Make("+", "a"), "2": Make("+", "b")}),
        "A": Relay(coil: ("d", "-"), contacts: {"1": Break("b", "c")}),
        "B": Polarized(coil: ("c", "-"), centre: false, contacts: {"1": Left("a", "d")}),"#;
    check(polarized, "", "hold S1", "xxxx");
}

#[test]
fn a_bistable_relay_that_is_asked_both_ways_takes_the_first() {
    // K1 sets and K2 resets it; whoever comes last finds both driven.
    let both = r#""S1": Button(contacts: {"1": Make("+", "a")}), "B": Bistable(set: ("s", "-"), reset: ("r", "-")),
        "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "s")}),
        "K2": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "r")}),"#;
    check(both, "", "hold S1", "-xx-");
    check(both, "hold S1", "free S1", "-xx-");
}

#[test]
fn a_short_pulse_steps_or_not() {
    // K1 cuts the current that K1 and the stepper are given together.
    let pulse = |kind: &str| {
        format!(
            r#""S1": Button(contacts: {{"1": Make("+", "a")}}), "K1": Relay(coil: ("a", "-"), contacts: {{"1": Break("a", "b")}}),
            "M1": {kind}(coil: ("b", "-"){}"#,
            match kind {
                "Stepper" => r#", places: 5, wafers: {"w": (common: "x", places: ["y"])}),"#,
                _ => "),",
            }
        )
    };
    for kind in ["Stepper", "Impulse"] {
        check(&pulse(kind), "", "hold S1", "xxxx");
    }
    insta::assert_snapshot!(told(&pulse("Stepper"), "", "hold S1", Question::new(Level::Overlap)), @r"
    hold S1: K1 and M1 compete
      in order M1 leaves, K1 leaves, K1 arrives, M1 arrives, M1 leaves, M1 arrives: M1 at 1
      in order M1 leaves, K1 leaves, K1 arrives, M1 falls back: M1 at 0
    ");
}

#[test]
fn a_stepper_comes_home_whoever_is_faster() {
    let homing = |on: &str| {
        format!(
            r#""S1": Button(contacts: {{"1": Make("+", "a")}}), "S2": Button(contacts: {{"1": Make("+", "s")}}),
            "S3": Button(contacts: {{"1": Make("+", "h")}}),
            "M1": Stepper(coil: ("a", "-"), home: ("h", "-"), places: 4, on: {on}, wafers: {{"w": (common: "+", places: ["n0"])}},
                off_normal: {{"n": Make("s", "t")}}, interrupter: {{"i": Break("t", "a")}}),"#
        )
    };
    let place = |place: usize| "press S1\n".repeat(place);
    for from in 0..4 {
        for on in ["Operate", "Release"] {
            check(&homing(on), &place(from), "hold S3", "----");
            check(&homing(on), &place(from), "hold S1, S3", "----");
            // Its own interrupter takes its current away as it leaves: at level 3 it may fall back, again
            // and again. Its times say that it does not.
            check(&homing(on), &place(from), "hold S2", if from == 0 { "----" } else { "--x-" });
        }
    }
}

#[test]
fn contacts_with_moments_of_their_own_meet_on_the_way() {
    // K1 feeds K2 through a make that closes before the break has opened.
    let early = |contact: &str| {
        format!(
            r#""S1": Button(contacts: {{"1": Make("+", "a")}}),
            "K1": Relay(coil: ("a", "-"), contacts: {{"1": {contact}, "2": Break("m", "b")}}),
            "K2": Relay(coil: ("b", "-"), operate_ms: 2, transfer_ms: 0.5, contacts: {{"1": Make("+", "b")}}),"#
        )
    };
    check(&early(r#"Make("+", "m")"#), "", "hold S1", "----");
    let met = early(r#"Timed(contact: Make("+", "m"), early_ms: 1.4)"#);
    check(&met, "", "hold S1", "--x-");
    insta::assert_snapshot!(told(&met, "", "hold S1", Question::new(Level::Overlap)), @r"
    hold S1: K1 and K2 compete; K1/2 decides
      in order K1 leaves, K1 goes on, K1 arrives: K2 released
      in order K1 leaves, K2 leaves, K1 goes on, K1 arrives, K2 arrives: K2 operated
    ");
    // A millisecond and a half is what K2 needs to leave; a fifth more or less, and it may have it or not.
    check(&early(r#"Timed(contact: Make("+", "m"), early_ms: 2.5)"#), "", "hold S1", "x-xx");
}

#[test]
fn a_late_contact_without_a_travel_is_late_all_the_same() {
    // K2 gets current from when K1 has operated until the late break opens.
    let late = |transfer: &str| {
        format!(
            r#""S1": Button(contacts: {{"1": Make("+", "a")}}),
            "K1": Relay(coil: ("a", "-"), transfer_ms: {transfer},
                contacts: {{"1": Make("+", "m"), "2": Timed(contact: Break("m", "b"), late_ms: 0.4)}}),
            "K2": Relay(coil: ("b", "-"), operate_ms: 2, transfer_ms: 0.5, contacts: {{"1": Make("+", "b")}}),"#
        )
    };
    check(&late("0"), "", "hold S1", "--x-");
    // Should it travel, nobody knows what comes first.
    check(&late("(0, 0, 1)"), "", "hold S1", "--??");
}

#[test]
fn a_bounce_may_be_too_short_for_others() {
    let bouncing = |ms: &str| {
        format!(
            r#""S1": Button(bounce_ms: {ms}, contacts: {{"1": Make("+", "a")}}),
            "K1": Relay(coil: ("a", "-"), contacts: {{"1": Make("+", "h")}}),
            "K2": Impulse(coil: ("a", "-")),"#
        )
    };
    check(&bouncing("2"), "", "hold S1", "--x-");
    check(&bouncing("30"), "", "hold S1", "--x-");
}

#[test]
fn a_selector_passes_the_places_between() {
    let turned = |ms: &str| {
        format!(
            r#""SA1": Selector(places: 3, transfer_ms: {ms}, wafers: {{"w": (common: "+", places: [None, "a"])}}),
            "K1": Relay(coil: ("a", "-"), contacts: {{"1": Make("+", "a")}}),"#
        )
    };
    check(&turned("0"), "", "set SA1 2", "----");
    // In passing it touches place 1 for no time, as long as nobody dallies.
    check(&turned("20"), "", "set SA1 2", "-xx-");
    check(&turned("20"), "", "set SA1 1", "----");
    check(&turned("20"), "set SA1 1\n", "set SA1 0", "----");
}

#[test]
fn a_winding_that_is_short_circuited_holds_its_relay() {
    // K1 and K2 lose their current together; K2 puts out K3 for good once it is released.
    let slow = |ms: &str| {
        format!(
            r#""S1": Toggle(on: true, contacts: {{"1": Make("+", "a"), "2": Break("b", "c")}}),
            "K1": Relay(coils: {{"A": (pins: ("a", "-")), "B": (pins: ("b", "c"))}}, shorted_release_ms: {ms},
                contacts: {{"1": Make("+", "d")}}),
            "K2": Relay(coil: ("a", "-"), release_ms: 20, contacts: {{"1": Break("d", "e")}}),
            "K3": Relay(coil: ("e", "-"), contacts: {{"1": Make("+", "e")}}),"#
        )
    };
    check(&slow("100"), "", "off S1", "-xx-");
    check(&slow("25"), "", "off S1", "-xxx");
}

#[test]
fn fuses_are_wires_until_they_carry_too_much() {
    let fused = |amps: &str| {
        format!(
            r#""F1": Fuse(pins: ("+", "f"), amps: {amps}), "S1": Button(contacts: {{"1": Make("f", "a"), "2": Make("f", "b")}}),
            "A": Relay(coil: ("d", "-"), contacts: {{"1": Break("b", "c")}}),
            "B": Relay(coil: ("c", "-"), contacts: {{"1": Break("a", "d")}}),"#
        )
    };
    check(&fused("0.2"), "", "hold S1", "xxxx");
    // Both coils at once are too much for it.
    check(&fused("0.09"), "", "hold S1", "????");
    // Nor does anybody know what it would make of others that it feeds.
    let apart = r#""F1": Fuse(pins: ("+", "f"), amps: 0.09), "S1": Button(contacts: {"1": Make("f", "a"), "2": Make("f", "b")}),
        "K1": Relay(coil: ("a", "-")), "K2": Relay(coil: ("b", "-")),"#;
    check(apart, "", "hold S1", "????");
    let circuit = circuit(&fused("0.09"));
    let player = played(&circuit, "");
    let prepared = Prepared::new(step("hold S1", &circuit), &circuit);
    let verdict = Judge::new(Arc::clone(&circuit), Question::new(Level::Order)).step(player.simulator(), &prepared);
    let fuse = circuit.part("F1").unwrap();
    assert_eq!(verdict, Judgement::GaveUp(Unjudged::Fuse(fuse)));
    insta::assert_snapshot!(Unjudged::Fuse(fuse).shown(&circuit), @"F1 carries more than its rating on the way, and whether it blows is not followed");
    // What is put in the place of a blown fuse is judged like any other action.
    check(apart, "hold S1\n", "replace F1", "????");
    check(&apart.replace("0.09", "0.2"), "", "hold S1", "----");
}

#[test]
fn nothing_is_judged_of_a_circuit_with_capacitors() {
    let parts = r#""S1": Button(contacts: {"1": Make("+", "a")}), "K1": Relay(coil: ("a", "-")),
        "C1": Capacitor(pins: ("a", "-"), farads: 0.001),"#;
    check(parts, "", "hold S1", "????");
    let circuit = circuit(parts);
    assert!(refusal(&circuit).unwrap().starts_with("races are not judged here, since the capacitor C1 keeps time: "));
    let asked = |property: &str| {
        let text = format!(r#"AnyOperator(press: "S1", properties: {{"it": {property}}})"#);
        let book = Arc::new(book::read(&text, &circuit).book.unwrap());
        explore(Arc::clone(&circuit), book, &Options::default(), &mut |_| true)
    };
    for level in 1..=4 {
        let problem = asked(&format!("NoRace({level})")).unwrap_err();
        assert_eq!(Some(problem.to_string()), refusal(&circuit));
    }
    let explored = asked("Settles").unwrap();
    assert_eq!(explored.verdicts()[0].outcome, Outcome::Proved);
}
