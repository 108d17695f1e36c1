//! `kiber why`.

use crate::{file, kiber};

/// A relay that holds itself through its own contact, and a lamp.
const SELF_HOLD: &str = r#"Circuit(title: "Self-hold", parts: {
    "G1": Source(plus: "+", minus: "-"),
    "S1": Button(contacts: {"1": Break("+", "a")}),
    "S2": Button(contacts: {"1": Make("a", "b")}),
    "K1": Relay(label: "RUN", coil: ("b", "-"), contacts: {"1": Make("a", "b"), "2": Make("+", "h")}),
    "H1": Lamp(pins: ("h", "-")),
    "R1": Resistor(pins: ("h", "-"), ohms: 1000.0),
})"#;

#[track_caller]
fn check(name: &str, more: &[&str], expected: &[&str]) {
    let circuit = file("why.ron", SELF_HOLD);
    let script = file("why.script", "press S2\nexpect K1 operated\npress S1\n");
    let mut args = vec!["why", &circuit, name];
    let with_script = !more.is_empty();
    if with_script {
        args.extend(["--script", &script]);
    }
    args.extend(more);
    let ran = kiber(&args);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    assert_eq!(ran.output.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn parts_contacts_and_nets_after_power_up_or_a_line() {
    check("K1", &[], &["K1 is released: 0 mA in its coil, too little to hold.", "It would operate with S2 pressed."]);
    check(
        "RUN",
        &["--line", "2"],
        &[
            "K1 is operated: 48 mA in its coil, enough to operate.",
            "It holds itself, through K1/1.",
            "48 mA flows by G1 plus, S1/1, K1/1, coil of K1, G1 minus.",
            "K1 has been so since 8.000 ms into `press S2`, 8.000 ms after power-up.",
        ],
    );
    check(
        "H1",
        &["--line", "3"],
        &[
            "H1 is off: 0 mA.",
            "It would be lit with K1 operated.",
            "H1 has been so since 4.000 ms into `press S1`, 12.000 ms after power-up.",
        ],
    );
    check(
        "K1/2",
        &["--line", "1"],
        &[
            "K1/2 is closed and carries 124 mA.",
            "K1 is operated: 48 mA in its coil, enough to operate.",
            "It holds itself, through K1/1.",
            "48 mA flows by G1 plus, S1/1, K1/1, coil of K1, G1 minus.",
            "K1 has been so since 8.000 ms into `press S2`, 8.000 ms after power-up.",
        ],
    );
    check("b", &[], &["Net b is at 0 V.", "No closed contacts lead from it to a pole, only loads."]);
    check("S1", &[], &["S1 is free, by hand."]);
}

#[track_caller]
fn check_error(name: &str, expected: &str) {
    let circuit = file("why-error.ron", SELF_HOLD);
    let ran = kiber(&["why", &circuit, name]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
    assert!(ran.errors.contains(expected), "{expected} in {}", ran.errors);
}

#[test]
fn names_that_nothing_has() {
    check_error("K2", "there is no part, contact or net `K2` in this circuit; did you mean `S2` or `K1`?");
    check_error("R1", "R1 is a resistor: ask why of a relay");
    check_error("K1/7", "there is no part, contact or net `K1/7`");
}

#[test]
fn a_line_behind_the_end() {
    let (circuit, script) = (file("why-end.ron", SELF_HOLD), file("why-end.script", "press S2\n"));
    let ran = kiber(&["why", &circuit, "K1", "--script", &script, "--line", "2"]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
    assert!(ran.errors.contains("the last line of") && ran.errors.contains("is 1"), "{}", ran.errors);
}

#[test]
fn data_for_programs() {
    let circuit = file("why-json.ron", SELF_HOLD);
    let ran = kiber(&["why", &circuit, "K1", "--format", "json"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let value = ran.json();
    assert_eq!(value["operated"], false);
    assert_eq!(value["sets"], serde_json::json!([["S2 pressed"]]));
    assert_eq!(value["paths"], serde_json::json!([]));
}

#[test]
fn at_the_prompt() {
    let circuit = file("why-step.ron", SELF_HOLD);
    let ran = crate::kiber_with(
        &["step", &circuit],
        "why not K1\npress S2\nwhy still K1\nwhy\nwhy K9\nwhy not K8\nwhy b\n",
        kiber_cli::Terminal::default(),
    );
    for expected in [
        "with S2 pressed",
        "`K8`",
        "It holds itself, through K1/1.",
        "`why` what?",
        "`K9`",
        "joined to G1 plus",
        "into `press S2`",
    ] {
        assert!(ran.output.contains(expected), "{expected} in {}", ran.output);
    }
}
