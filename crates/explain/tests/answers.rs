//! Answers in words.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot read its circuit has failed")]

use std::sync::Arc;

use kiber_explain::{net_sentences, sentences, why, why_net, why_while};
use kiber_script::{Player, parse};

/// What is said of a part, or else of a net, after a script.
fn told(parts: &str, script: &str, name: &str) -> String {
    let source = format!("Circuit(title: \"\", parts: {{\"G1\": Source(plus: \"+\", minus: \"-\"), {parts}}})");
    let reading = kiber_netlist::read(&source);
    let circuit = Arc::new(reading.circuit.unwrap_or_else(|| panic!("{:?}", reading.findings)));
    let (script, findings) = parse(script, &circuit);
    assert!(findings.is_empty(), "{findings:?}");
    let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
    let report = player.play(&script.unwrap(), &mut ());
    assert!(report.is_good(), "{report:?}");
    let simulator = player.simulator();
    match circuit.part(name) {
        Some(part) => sentences(simulator, &why(simulator, part).unwrap()).join("\n"),
        None => net_sentences(simulator, &why_net(simulator, circuit.net(name).unwrap()).unwrap()).join("\n"),
    }
}

const TWO_WAYS: &str = r#"
    "S1": Toggle(contacts: {"1": Make("+", "a")}),
    "S2": Toggle(contacts: {"1": Make("+", "a")}),
    "S3": Toggle(contacts: {"1": Make("a", "b")}),
    "S4": Toggle(contacts: {"1": Break("b", "c")}),
    "K1": Relay(coil: ("c", "-")),
"#;

#[test]
fn a_current_that_splits_is_told_path_by_path() {
    insta::assert_snapshot!(told(TWO_WAYS, "on S1, S2, S3", "K1"), @r"
    K1 is operated: 48 mA in its coil, enough to operate.
    24 mA of it flows by G1 plus, S1/1, S3/1, S4/1, coil of K1, G1 minus.
    24 mA of it flows by G1 plus, S2/1, S3/1, S4/1, coil of K1, G1 minus.
    ");
}

#[test]
fn the_smallest_sets_are_all_told_and_no_larger_ones() {
    insta::assert_snapshot!(told(TWO_WAYS, "", "K1"), @r"
    K1 is released: 0 mA in its coil, too little to hold.
    It would operate with S1 on and S3 on.
    Or with S2 on and S3 on.
    ");
    insta::assert_snapshot!(told(TWO_WAYS, "on S4", "K1"), @r"
    K1 is released: 0 mA in its coil, too little to hold.
    It would operate with S1 on and S3 on and S4 off.
    Or with S2 on and S3 on and S4 off.
    ");
}

#[test]
fn whoever_asks_says_how_long_is_looked_for_more() {
    let source = format!("Circuit(title: \"\", parts: {{\"G1\": Source(plus: \"+\", minus: \"-\"), {TWO_WAYS}}})");
    let circuit = Arc::new(kiber_netlist::read(&source).circuit.unwrap());
    let player = Player::power_up(Arc::clone(&circuit), &mut ());
    let (simulator, k1) = (player.simulator(), circuit.part("K1").unwrap());
    let told = |most: usize| {
        let mut asked = Vec::new();
        let answer = why_while(simulator, k1, &mut |tried| {
            asked.push(tried);
            tried < most
        });
        assert_eq!(asked, (0..asked.len()).collect::<Vec<_>>());
        sentences(simulator, &answer.unwrap()).remove(1)
    };
    assert_eq!(told(0), "At least 1 would have to move for it to operate; there are too many to try all.");
    assert_eq!(told(1), "At least 2 would have to move for it to operate; there are too many to try all.");
    assert_eq!(told(usize::MAX), "It would operate with S1 on and S3 on.");
}

#[test]
fn what_more_than_four_would_have_to_do() {
    let chain: String =
        (0..6).map(|at| format!("\"S{at}\": Toggle(contacts: {{\"1\": Make(\"n{at}\", \"n{}\")}}),", at + 1)).collect();
    let parts = format!("{chain} \"W1\": Wire(pins: (\"+\", \"n0\")), \"H1\": Lamp(pins: (\"n6\", \"-\"))");
    insta::assert_snapshot!(told(&parts, "", "H1"), @r"
    H1 is off: 0 mA.
    At least 5 mechanisms would have to move for it to be lit.
    ");
}

#[test]
fn coils_in_series_starve_each_other_and_what_would_help() {
    let parts = r#"
        "S1": Toggle(contacts: {"1": Make("a", "-")}),
        "K1": Relay(coil: ("+", "a")),
        "K2": Relay(coil: ("a", "-")),
    "#;
    insta::assert_snapshot!(told(parts, "", "K1"), @r"
    K1 is released: 24 mA in its coil, between release and operate, so it stays as it is.
    24 mA flows by G1 plus, coil of K1, coil of K2, G1 minus.
    It needs 28 mA; the voltage is shared with the coil of K2.
    It would operate with S1 on.
    ");
}

#[test]
fn a_sneak_path_and_what_would_cut_it() {
    // Off S2, current comes through K1 and backwards through K2 to K3.
    let parts = r#"
        "S1": Toggle(on: true, contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("a", "-")),
        "K2": Relay(coil: ("b", "a"), coil_ohms: 200.0),
        "S2": Toggle(contacts: {"1": Make("b", "c")}),
        "K3": Relay(coil: ("c", "-"), coil_ohms: 200.0),
    "#;
    insta::assert_snapshot!(told(parts, "on S2", "K3"), @r"
    K3 is operated: 60 mA in its coil, enough to operate.
    60 mA flows by G1 plus, S1/1, coil of K2 backwards, S2/1, coil of K3, G1 minus.
    That is a sneak path: it leads backwards through the coil of K2. Opening S2/1 would cut it, and so would a diode in series with that.
    ");
}

#[test]
fn what_holds_a_relay_without_current() {
    let parts = r#"
        "S1": Toggle(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "z")}, release_ms: 50.0),
        "K2": Bistable(set: ("a", "-"), reset: ("z", "-")),
    "#;
    insta::assert_snapshot!(told(parts, "on S1\noff S1 for 2ms", "K1"), @r"
    K1 is operated: 0 mA in its coil, too little to hold.
    Nothing holds it: it starts to release in 47.000 ms.
    ");
    insta::assert_snapshot!(told(parts, "stick K1\non S1\noff S1", "K2"), @r"
    K2 is operated: 0 mA in its coil, and none is needed to stay.
    It keeps its place without current.
    ");
    insta::assert_snapshot!(told(parts, "on S1\nstick K1\noff S1", "K1"), @r"
    K1 is operated: 0 mA in its coil, too little to hold.
    Its armature is stuck.
    ");
}

#[test]
fn sources_that_are_off_and_fuses_that_have_blown() {
    let parts = r#"
        "F1": Fuse(pins: ("+", "f"), amps: 1.0, blow_ms: 10.0),
        "S1": Button(contacts: {"1": Make("f", "-")}),
        "H1": Lamp(pins: ("f", "-")),
    "#;
    insta::assert_snapshot!(told(parts, "off G1", "H1"), @r"
    H1 is off: 0 mA.
    It would be lit with G1 switched on.
    ");
    insta::assert_snapshot!(told(parts, "press S1 for 20ms", "H1"), @r"
    H1 is off: 0 mA.
    It would be lit with F1 replaced.
    ");
}

#[test]
fn a_fuse_to_be_replaced_may_be_one_move_of_several() {
    let parts = r#"
        "S1": Toggle(contacts: {"1": Make("+", "a")}),
        "F1": Fuse(pins: ("a", "f"), amps: 1.0, blow_ms: 10.0),
        "S2": Toggle(contacts: {"1": Make("f", "-")}),
        "H1": Lamp(pins: ("f", "-")),
    "#;
    insta::assert_snapshot!(told(parts, "on S1, S2\nwait 20ms", "H1"), @r"
    H1 is off: 0 mA.
    It would be lit with F1 replaced and S2 off.
    ");
    insta::assert_snapshot!(told(parts, "on S1, S2\nwait 20ms\noff S1", "H1"), @r"
    H1 is off: 0 mA.
    It would be lit with S1 on and F1 replaced and S2 off.
    ");
}

#[test]
fn what_nothing_could_make_so() {
    let parts = r#"
        "S1": Toggle(contacts: {"1": Make("+", "a")}),
        "H1": Lamp(pins: ("b", "-")),
    "#;
    insta::assert_snapshot!(told(parts, "on S1", "H1"), @r"
    H1 is off: 0 mA.
    Nothing that can move would let it be lit.
    ");
}

#[test]
fn nets() {
    insta::assert_snapshot!(told(TWO_WAYS, "on S2, S3", "b"), @r"
    Net b is at 24 V.
    It is joined to G1 plus through S2/1, S3/1.
    ");
    insta::assert_snapshot!(told(TWO_WAYS, "", "+"), @r"
    Net + is at 24 V.
    It is G1 plus.
    ");
    insta::assert_snapshot!(told(TWO_WAYS, "", "c"), @r"
    Net c is at 0 V.
    No closed contacts lead from it to a pole, only loads.
    ");
    insta::assert_snapshot!(told(TWO_WAYS, "", "a"), @"Net a floats: nothing drives it.");
}
