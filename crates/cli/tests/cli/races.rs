//! `kiber races` where little or nothing can be judged, and with a rule-book that cannot be kept.

use crate::{LAMP, file, kiber, without_folder};

#[track_caller]
fn check(args: &[&str], status: u8, expected: &str) {
    let ran = kiber(args);
    let told = without_folder(&if ran.status == 2 { ran.errors } else { ran.output });
    assert_eq!(ran.status, status, "{told}");
    // What it assumes is wrapped as the names of files are long.
    let told = told.split_once("from power-up on.\n").map_or(told.as_str(), |(_, told)| told);
    assert_eq!(told.trim_end(), expected);
}

#[test]
fn what_never_settles_is_not_called_judged() {
    let circuit = file(
        "races-buzzer.ron",
        r#"Circuit(parts: {"G1": Source(plus: "+", minus: "-"),
            "K1": Relay(coil: ("a", "-"), contacts: {"1": Break("+", "a")}),
            "S1": Button(contacts: {"1": Make("+", "b")}), "H1": Lamp(pins: ("b", "-"))})"#,
    );
    check(
        &["races", &circuit],
        0,
        "any operator of all buttons and toggles: 0 actions judged in 1 state.
In 1 state the circuit never settles; nothing was judged from there.

no critical race",
    );
}

#[test]
fn an_action_that_is_not_judged_is_not_counted() {
    let script = file("races-under-way.script", "hold S1 for 1ms\npress S2\n");
    check(
        &["races", "self-hold", "--script", &script],
        0,
        "script races-under-way.script: 1 action judged.
Not judged: 1 action, before which it was not at rest.

no critical race",
    );
}

#[test]
fn a_rule_that_cannot_be_done_is_told_with_a_script() {
    let circuit = file("races-lamp.ron", LAMP);
    let rules = file("races-lamp.rules.ron", r#"Rules(rules: {"hold it": (then: ["hold S1"])})"#);
    check(
        &["races", &circuit, "--rules", &rules],
        2,
        r#"error: rule-book races-lamp.rules.ron: the rule "hold it" cannot do `hold S1`: S1 is already pressed
what was done before:
  # hold it
  hold S1"#,
    );
}
