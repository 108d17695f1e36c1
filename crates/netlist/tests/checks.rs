//! What an electrician would say, and what is no reason to say anything.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use kiber_netlist::read;

/// The codes found in these parts, each with the text it marks.
#[track_caller]
fn check(parts: &str, expected: &[&str]) {
    let text = format!("Circuit(parts: {{{parts}}})");
    let reading = read(&text);
    let found: Vec<String> =
        reading.findings.iter().map(|finding| format!("{} {}", finding.code, &text[finding.span.clone()])).collect();
    assert_eq!(found, expected, "{:#?}", reading.findings);
}

const FED: &str = r#""G1": Source(plus: "+", minus: "-"), "H0": Lamp(pins: ("+", "-")),"#;

/// The same beside a source that supplies `+` and `-`, and a lamp.
#[track_caller]
fn check_fed(parts: &str, expected: &[&str]) {
    check(&format!("{FED}{parts}"), expected);
}

/// The only message about these parts beside these two.
#[track_caller]
fn message(parts: &str) -> String {
    let text = format!("Circuit(parts: {{{FED}{parts}}})");
    match read(&text).findings.as_slice() {
        [finding] => finding.message.clone(),
        findings => panic!("{findings:#?}"),
    }
}

#[test]
fn what_is_spare_or_left_out_is_no_mistake() {
    check("", &[]);
    check_fed(r#""S1": Button(), "V1": Toggle(contacts: {})"#, &[]);
    check_fed(
        r#""K1": Relay(coil: ("+", "-"), contacts: {"1": Make("x1", "x2"), "2": Changeover(common: "c", make: "m")})"#,
        &[],
    );
    check_fed(
        r#""V1": Toggle(contacts: {"1": Changeover(common: "+", make: "h")}), "H1": Lamp(pins: ("h", "-"))"#,
        &[],
    );
    // A diode across a coil never conducts here, and belongs there all the same.
    check_fed(r#""K1": Relay(coil: ("+", "-")), "D1": Diode(pins: ("-", "+"))"#, &[]);
    // An interrupter: both sides on one net, open only on the way.
    check_fed(
        r#""V1": Toggle(contacts: {"1": Changeover(common: "+", break: "h", make: "h")}), "H1": Lamp(pins: ("h", "-"))"#,
        &[],
    );
    // Forward and reverse: every contact closed at once would short the source.
    check_fed(
        r#""S1": Toggle(contacts: {"1": Changeover(common: "a", break: "-", make: "+"), "2": Changeover(common: "b", break: "+", make: "-")}),
           "K1": Relay(coil: ("a", "b")), "H1": Lamp(pins: ("a", "b"), volts: 12.0)"#,
        &[],
    );
}

#[test]
fn supplies_that_get_along() {
    check(
        r#""G1": Source(plus: "+", minus: "0"), "G2": Source(plus: "0", minus: "-"), "G3": Source(plus: "+", minus: "-", volts: 48.0),
           "H1": Lamp(pins: ("+", "-"), volts: 48.0), "H2": Lamp(pins: ("+", "0"))"#,
        &[],
    );
    check(
        r#""G1": Source(plus: "+", minus: "-"), "G2": Source(plus: "+", minus: "-", volts: 20.0, on: false),
           "G3": Source(plus: "+", minus: "-", volts: 12.0, internal_ohms: 1.0)"#,
        &[],
    );
    check(
        r#""G1": Source(plus: "+", minus: "-"), "G2": Source(plus: "LA", minus: "L0", volts: 3.6, kind: Ac),
           "K1": Relay(coil: ("+", "-"), contacts: {"1": Make("LA", "h")}), "H1": Lamp(pins: ("h", "L0"), volts: 3.3, amps: 0.28)"#,
        &[],
    );
}

#[test]
fn supplies_that_do_not() {
    check(
        r#""G1": Source(plus: "+", minus: "0"), "G2": Source(plus: "0", minus: "-"), "G3": Source(plus: "+", minus: "-", volts: 24.0)"#,
        &[r#"sources-conflict "G3""#],
    );
    check(r#""G1": Source(plus: "a", minus: "b"), "G2": Source(plus: "b", minus: "a")"#, &[r#"sources-conflict "G2""#]);
    check(
        r#""G1": Source(plus: "a", minus: "b", kind: Ac), "G2": Source(plus: "c", minus: "b"), "H1": Lamp(pins: ("a", "c"))"#,
        &[r#"ac-mixed "G1""#],
    );
    // Two coils for alternating current are fine, one for direct current is not.
    check(
        r#""G1": Source(plus: "a", minus: "b", kind: Ac), "K1": Relay(ac: true, coil: ("a", "b")), "K2": Relay(coil: ("a", "b"))"#,
        &[r#"ac-mixed "G1""#],
    );
    check(r#""G1": Source(plus: "a", minus: "b", kind: Ac), "K1": Relay(ac: true, coil: ("a", "b"))"#, &[]);
}

#[test]
fn shorts_at_rest_name_their_path() {
    let short = |path: &str| format!("`G1` is shorted with everything at rest: {path}");
    assert_eq!(message(r#""W1": Wire(pins: ["+", "x", "-"]), "H1": Lamp(pins: ("x", "-"))"#), short("+ – W1 – -"));
    assert_eq!(message(r#""S1": Button(contacts: {"1": Break("+", "-")})"#), short("+ – S1/1 – -"));
    assert_eq!(
        message(
            r#""V1": Toggle(on: true, contacts: {"1": Changeover(common: "+", make: "x")}), "D1": Diode(pins: ("x", "-"))"#
        ),
        short("+ – V1/1 – D1 – -")
    );
    // The wrong way round, or with more drop than there are volts, a diode shorts nothing.
    check_fed(r#""D1": Diode(pins: ("-", "+"))"#, &[]);
    check_fed(r#""D1": Diode(pins: ("+", "-"), drop_volts: 30.0)"#, &[]);
    check_fed(r#""S1": Button(contacts: {"1": Make("+", "-")})"#, &[]);
    check(r#""G1": Source(plus: "+", minus: "+")"#, &[r#"source-shorted "G1""#]);
}

#[test]
fn ends_that_lead_nowhere() {
    check_fed(r#""K1": Relay(coil: ("+", "k"))"#, &[r#"coil-end-nowhere "k""#]);
    check_fed(
        r#""K1": Relay(coils: {"A": (pins: ("+", "-")), "B": (pins: ("+", "k"))})"#,
        &[r#"coil-end-nowhere "k""#],
    );
    check_fed(r#""H1": Lamp(pins: ("+", "h"))"#, &[r#"single-pin-net "h""#]);
    check_fed(r#""W1": Wire(pins: ["+", "x"])"#, &[r#"single-pin-net "x""#]);
    // A typing error at each end of one wire.
    check_fed(
        r#""S1": Button(contacts: {"1": Make("+", "a")}), "K1": Relay(coil: ("A", "-"))"#,
        &[r#"single-pin-net "a""#, r#"coil-end-nowhere "A""#],
    );
}

#[test]
fn what_no_current_reaches() {
    // Both ends at plus, through contacts: a loop, but not one through the source.
    check_fed(
        r#""S1": Button(contacts: {"1": Make("+", "a"), "2": Make("+", "b")}), "K1": Relay(coil: ("a", "b"))"#,
        &[r#"unreachable-supply "K1""#],
    );
    // A lone wire between two supplies.
    check(
        r#""G1": Source(plus: "+", minus: "-"), "G2": Source(plus: "p", minus: "m"), "H1": Lamp(pins: ("+", "m")),
           "H2": Lamp(pins: ("+", "-")), "H3": Lamp(pins: ("p", "m"))"#,
        &[r#"unreachable-supply "H1""#],
    );
    // With a second wire there is a loop through both.
    check(
        r#""G1": Source(plus: "+", minus: "-"), "G2": Source(plus: "p", minus: "m"), "H1": Lamp(pins: ("+", "m")), "R1": Resistor(pins: ("p", "-"), ohms: 10.0)"#,
        &[],
    );
    check_fed(
        r#""K1": Relay(coil: ("a", "-"), contacts: {"1": Changeover(common: "a", make: "+")})"#,
        &[r#"never-operates "a""#],
    );
    check_fed(
        r#""K1": Relay(coil: ("a", "-"), contacts: {"1": Changeover(common: "a", break: "+", make: "b")}), "H1": Lamp(pins: ("b", "-"))"#,
        &[],
    );
    check_fed(
        r#""K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "a")}), "S1": Button(contacts: {"1": Make("+", "a")})"#,
        &[],
    );
}

#[test]
fn coils_and_lamps_for_other_voltages() {
    check_fed(r#""K1": Relay(coil: ("+", "-"), coil_ohms: 857.142857, operate_ma: 28.0)"#, &[]);
    check_fed(r#""K1": Relay(coil: ("+", "-"), coil_ohms: 900.0)"#, &[r#"coil-too-weak "K1""#]);
    check_fed(r#""K1": Relay(coil: ("+", "-"), coil_ohms: (800.0, 900.0, 1000.0))"#, &[]);
    // Two windings help each other.
    check_fed(
        r#""K1": Relay(coils: {"A": (pins: ("+", "-"), ohms: 1200.0), "B": (pins: ("+", "-"), ohms: 1200.0)})"#,
        &[],
    );
    check_fed(r#""H1": Lamp(pins: ("+", "-"), volts: 34.0)"#, &[]);
    check_fed(r#""H1": Lamp(pins: ("+", "-"), volts: 35.0)"#, &[r#"lamp-never-lit "H1""#]);
    check_fed(r#""H1": Lamp(pins: ("+", "-"), volts: 17.0)"#, &[]);
    check_fed(r#""H1": Lamp(pins: ("+", "-"), volts: 16.0)"#, &[r#"lamp-over-voltage "H1""#]);
    // With a resistor before it a lamp for 3.5 V is fine.
    check_fed(
        r#""R1": Resistor(pins: ("+", "a"), ohms: 100.0), "H1": Lamp(pins: ("a", "-"), volts: 3.5, amps: 0.2)"#,
        &[],
    );
}

#[test]
fn times_and_currents_that_do_not_go_together() {
    let relay = |values: &str| format!(r#""K1": Relay(coil: ("+", "-"), {values})"#);
    check_fed(&relay("transfer_ms: 5.0"), &[]);
    check_fed(&relay("transfer_ms: 5.001"), &["transfer-too-long 5.001"]);
    check_fed(&relay("operate_ms: 0.5"), &["transfer-too-long Relay"]);
    check_fed(
        &relay("release_ms: (4.0, 5.0, 6.0), transfer_ms: (1.0, 2.0, 4.5)"),
        &["transfer-too-long (1.0, 2.0, 4.5)"],
    );
    check_fed(&relay("release_ma: 28.0"), &[]);
    check_fed(&relay("release_ma: 29.0"), &["release-above-operate 29.0"]);
    check_fed(&relay("operate_ma: (6.0, 28.0, 30.0)"), &["release-above-operate Relay"]);
}

#[test]
fn ends_on_one_net() {
    check_fed(
        r#""S1": Button(contacts: {"1": Make("+", "+")}), "R1": Resistor(pins: ("-", "-"), ohms: 1.0)"#,
        &[r#"both-pins-one-net "+""#, r#"both-pins-one-net "-""#],
    );
    check_fed(
        r#""W1": Wire(pins: ["+", "x", "+"]), "H1": Lamp(pins: ("x", "-")), "K1": Relay(coils: {"A": (pins: ("+", "-")), "B": (pins: ("-", "-"))})"#,
        &[r#"both-pins-one-net "-""#],
    );
}

#[test]
fn names_that_mislead() {
    check_fed(r#""H1": Lamp(pins: ("+", "-")), "h1": Lamp(pins: ("+", "-"))"#, &[]);
    check_fed(r#""P6'": Lamp(pins: ("+", "-")), "P6′": Lamp(pins: ("+", "-"))"#, &["look-alike-names \"P6′\""]);
    check_fed(r#""K1": Lamp(pins: ("+", "-"), label: "К1"), "K2": Lamp(pins: ("+", "-"), label: "K2")"#, &[]);
}

#[test]
fn coils_that_do_different_things_each_need_their_current() {
    check_fed(
        r#""K1": Bistable(set: ("+", "-"), reset: ("+", "r"), coil_ohms: 900.0), "R1": Resistor(pins: ("r", "-"), ohms: 1.0)"#,
        &[r#"coil-too-weak "K1""#, r#"coil-too-weak "K1""#],
    );
    check_fed(r#""K1": Bistable(coil: ("+", "-"), coil_ohms: 900.0)"#, &[r#"coil-too-weak "K1""#]);
    check_fed(r#""K1": Impulse(coil: ("+", "-"), coil_ohms: 900.0)"#, &[r#"coil-too-weak "K1""#]);
    check_fed(
        r#""Q1": Stepper(coil: ("+", "-"), home: ("+", "-"), places: 3, coil_ohms: 900.0)"#,
        &[r#"coil-too-weak "Q1""#, r#"coil-too-weak "Q1""#],
    );
    // Two windings of a polarized relay help each other.
    check_fed(r#""K1": Polarized(coil_ohms: 1200.0, coils: {"A": (pins: ("+", "-")), "B": (pins: ("+", "-"))})"#, &[]);
    assert_eq!(
        message(r#""Q1": Stepper(coil: ("+", "-"), places: 3, coil_ohms: 1000.0)"#),
        "`Q1` can never step: it needs 28 mA, and 24 V through its 1000 ohms give 24 mA"
    );
}

#[test]
fn coils_that_set_and_reset_at_once() {
    check_fed(r#""K1": Bistable(set: ("+", "-"), reset: ("-", "+"))"#, &[r#"set-with-reset "K1""#]);
    check_fed(
        r#""K1": Bistable(set: ("+", "-"), reset: ("p", "-")), "W1": Wire(pins: ["+", "p"])"#,
        &[r#"set-with-reset "K1""#],
    );
    check_fed(
        r#""K1": Bistable(set: ("+", "-"), reset: ("p", "-")), "S1": Button(contacts: {"1": Make("+", "p")})"#,
        &[],
    );
}

#[test]
fn relays_that_may_stand_operated_can_feed_themselves() {
    let own = |part: &str| {
        format!(r#""K1": {part}, contacts: {{"1": Make("+", "a")}}), "R1": Resistor(pins: ("+", "-"), ohms: 100.0)"#)
    };
    let never = [r#"never-operates "a""#];
    check_fed(&own(r#"DelayRelay(kind: OnDelay, delay_ms: 9.0, coil: ("a", "-")"#), &never);
    check_fed(&own(r#"Impulse(coil: ("a", "-")"#), &never);
    check_fed(&own(r#"Impulse(coil: ("a", "-"), state: Operated"#), &[]);
    check_fed(&own(r#"Bistable(set: ("a", "-"), reset: ("+", "-")"#), &never);
    check_fed(&own(r#"Bistable(set: ("+", "-"), reset: ("a", "-")"#), &[]);
    check_fed(&own(r#"Bistable(set: ("a", "-"), reset: ("+", "-"), state: Operated"#), &[]);
}

#[test]
fn fuses_for_what_is_behind_them() {
    let behind = |amps: f64, parts: &str| format!(r#""F1": Fuse(pins: ("+", "f"), amps: {amps:?}), {parts}"#);
    let lamps = r#""H1": Lamp(pins: ("f", "-")), "H2": Lamp(pins: ("-", "f")), "K1": Relay(coil: ("f", "-"))"#;
    check_fed(&behind(0.248, lamps), &[]);
    check_fed(&behind(0.247, lamps), &[r#"fuse-too-small "F1""#]);
    // Nobody knows what is on behind a button, and what goes through a second fuse or around this one.
    let button = r#""S1": Button(contacts: {"1": Make("f", "h")}), "H1": Lamp(pins: ("h", "-"))"#;
    check_fed(&behind(0.01, button), &[]);
    check_fed(&behind(0.01, &format!(r#"{lamps}, "F2": Fuse(pins: ("+", "f"), amps: 1.0)"#)), &[]);
    check_fed(&behind(0.01, &format!(r#"{lamps}, "S1": Button(contacts: {{"1": Break("+", "f")}})"#)), &[]);
    check_fed(&behind(1.0, r#""S1": Button(contacts: {"1": Make("f", "-")})"#), &[]);
}

#[test]
fn capacitors_drive_and_are_driven() {
    // Charged, it needs no source; empty, it has nothing to give.
    let capacitor = |volts: f64| {
        format!(
            r#""C1": Capacitor(pins: ("c", "m"), farads: 0.001, volts: {volts:?}), "V1": Toggle(contacts: {{"1": Make("c", "k")}}), "K1": Relay(coil: ("k", "m"))"#
        )
    };
    check(&capacitor(24.0), &[]);
    check(&capacitor(0.0), &[r#"no-source "K1""#]);
    check_fed(&capacitor(0.0), &[r#"unreachable-supply "C1""#]);
    check(
        r#""G1": Source(plus: "a", minus: "b", kind: Ac), "C1": Capacitor(pins: ("a", "h"), farads: 1e-5), "H1": Lamp(pins: ("h", "b"))"#,
        &[r#"ac-mixed "G1""#],
    );
    check(
        r#""G1": Source(plus: "a", minus: "b", kind: Ac), "Q1": Stepper(coil: ("a", "b"), places: 2)"#,
        &[r#"ac-mixed "G1""#],
    );
    check(r#""G1": Source(plus: "a", minus: "b", kind: Ac), "K1": Bistable(coil: ("a", "b"))"#, &[r#"ac-mixed "G1""#]);
}

#[test]
fn places_that_nothing_hangs_on() {
    let selector = |wafers: &str| format!(r#""Q1": Selector(places: 3, start: 1, wafers: {{{wafers}}})"#);
    check_fed(&selector(r#""a": (common: "+", places: ["x", None, "y"])"#), &[]);
    check_fed(&selector(r#""a": (common: "c", places: ["x", "y"])"#), &[]);
    check_fed(&selector(r#""a": (common: "c", places: ["x", "+"])"#), &[r#"single-pin-net "c""#]);
    check_fed(&selector(r#""a": (common: "+", places: ["x", "-"])"#), &[r#"source-shorted "G1""#]);
    check_fed(&selector(r#""a": (common: "+", places: ["-", "x"])"#), &[]);
    check_fed(&selector(r#""a": (common: "+", places: ["x", "+"])"#), &[r#"both-pins-one-net "+""#]);
}

#[test]
fn where_parts_stand_at_the_start() {
    let shorted = &[r#"source-shorted "G1""#];
    let contact = |part: &str| format!(r#""X": {part}, "R1": Resistor(pins: ("+", "-"), ohms: 100.0)"#);
    let polarized = |state: &str, form: &str| {
        contact(&format!(r#"Polarized(coil: ("+", "-"), {state} contacts: {{"1": {form}("+", "-")}})"#))
    };
    check_fed(&polarized("", "Left"), shorted);
    check_fed(&polarized("", "Right"), &[]);
    check_fed(&polarized("state: Right,", "Right"), shorted);
    check_fed(&polarized("centre: true,", "Left"), &[]);
    check_fed(&contact(r#"Impulse(coil: ("+", "-"), state: Operated, contacts: {"1": Make("+", "-")})"#), shorted);
    let stepper = |state: u32, contacts: &str| {
        contact(&format!(r#"Stepper(coil: ("+", "-"), places: 3, state: {state}, {contacts})"#))
    };
    check_fed(&stepper(0, r#"off_normal: {"1": Make("+", "-")}"#), &[]);
    check_fed(&stepper(2, r#"off_normal: {"1": Make("+", "-")}"#), shorted);
    check_fed(&stepper(2, r#"interrupter: {"1": Break("+", "-")}, off_normal: {"1": Break("+", "-")}"#), shorted);
    assert_eq!(
        message(r#""F1": Fuse(pins: ("+", "f"), amps: 1.0), "S1": Button(contacts: {"1": Break("f", "-")})"#),
        "`G1` is shorted with everything at rest: + – F1 – S1/1 – -"
    );
}

/// Each pin is marked where the text names it, in whatever order the text gives the fields.
#[test]
fn fields_in_any_order_are_marked_where_they_stand() {
    check_fed(
        r#""K1": Bistable(reset: ("r", "-"), set: ("+", "s"))"#,
        &[r#"coil-end-nowhere "r""#, r#"coil-end-nowhere "s""#],
    );
    check_fed(
        r#""Q1": Stepper(interrupter: {"1": Break("+", "i")}, off_normal: {"1": Make("o", "-")}, places: 3, home: ("h", "-"), coil: ("+", "-"), wafers: {"a": (places: ["w"], common: "-")})"#,
        &[r#"single-pin-net "i""#, r#"single-pin-net "o""#, r#"coil-end-nowhere "h""#],
    );
}

#[test]
fn bounce_is_a_matter_of_milliseconds() {
    check_fed(r#""K1": Relay(coil: ("+", "-"), bounce_ms: 5.0)"#, &[]);
    check_fed(r#""K1": Relay(coil: ("+", "-"), bounce_ms: 5.5)"#, &["bounce-too-long 5.5"]);
    check_fed(
        r#""K1": DelayRelay(kind: OffDelay, delay_ms: 500.0, coil: ("+", "-"), bounce_ms: 8.5)"#,
        &["bounce-too-long 8.5"],
    );
    check_fed(r#""S1": Button(bounce_ms: 20.0, contacts: {"1": Make("+", "h")}), "H1": Lamp(pins: ("h", "-"))"#, &[]);
}
