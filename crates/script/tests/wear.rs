//! What scripts ask of contacts and coils: what is counted, and what is not.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use std::sync::Arc;

use kiber_engine::ContactSide;
use kiber_netlist::Circuit;
use kiber_script::{WearSurvey, parse};

/// A survey of these scripts, each from power-up.
#[track_caller]
fn survey(parts: &str, scripts: &[&str]) -> (Arc<Circuit>, WearSurvey) {
    let text = format!(r#"Circuit(title: "", parts: {{"G1": Source(plus: "+", minus: "-", volts: 24.0), {parts}}})"#);
    let circuit = Arc::new(kiber_netlist::read(&text).circuit.unwrap());
    let mut survey = WearSurvey::new(Arc::clone(&circuit));
    for script in scripts {
        let played = survey.play(&parse(script, &circuit).0.unwrap());
        assert_eq!(played.stopped, None);
    }
    (circuit, survey)
}

/// Checks the contacts: closed and opened, made and broke and shorted, largest switched and carried.
#[track_caller]
fn check(parts: &str, scripts: &[&str], expected: &[&str]) {
    let (circuit, survey) = survey(parts, scripts);
    let amount =
        |peak: &Option<kiber_script::Peak>| peak.as_ref().map_or("-".to_owned(), |peak| peak.current.to_string());
    let found: Vec<String> = survey
        .contacts()
        .into_iter()
        .map(|wear| {
            let side = match wear.side {
                ContactSide::Break => " break".to_owned(),
                ContactSide::Make => String::new(),
                ContactSide::Place(place) => format!(" at {place}"),
            };
            format!(
                "{}{side}: {}/{}, {}/{}/{}, {} {}",
                circuit.contact_shown(wear.contact),
                wear.closed,
                wear.opened,
                wear.made,
                wear.broken,
                wear.shorted,
                amount(&wear.switched),
                amount(&wear.carried),
            )
        })
        .collect();
    assert_eq!(found, expected);
}

const LAMP: &str = r#""H1": Lamp(pins: ("a", "-"), volts: 24.0, amps: 0.1),"#;

#[test]
fn who_switches_and_who_only_carries() {
    // S2 closes first and opens last, so that S1 has all to switch.
    let parts = format!(
        r#"{LAMP} "S1": Button(contacts: {{"1": Make("b", "a")}}), "S2": Toggle(contacts: {{"1": Make("+", "b")}}),"#
    );
    check(
        &parts,
        &["on S2\npress S1\npress S1\noff S2"],
        &["S1/1: 2/2, 2/2/0, 100 mA 100 mA", "S2/1: 1/1, 0/0/0, - 100 mA"],
    );
}

#[test]
fn what_stands_closed_at_power_up_has_not_closed() {
    let parts = format!(r#"{LAMP} "S1": Button(contacts: {{"1": Break("+", "a")}}),"#);
    check(&parts, &["wait 1ms", "press S1"], &["S1/1 break: 1/1, 1/1/0, 100 mA 100 mA"]);
}

#[test]
fn the_largest_of_several_loads() {
    let parts = format!(
        r#"{LAMP} "S1": Toggle(contacts: {{"1": Make("+", "a")}}), "S2": Toggle(contacts: {{"1": Make("a", "c")}}),
        "R1": Resistor(pins: ("c", "-"), ohms: 100.0),"#
    );
    // Made with 100 mA, carried 340, broken with 100 again.
    check(
        &parts,
        &["on S1\non S2\noff S2\noff S1"],
        &["S1/1: 1/1, 1/1/0, 100 mA 340 mA", "S2/1: 1/1, 1/1/0, 240 mA 240 mA"],
    );
}

#[test]
fn a_bounce_is_a_closing_of_its_own() {
    let parts = format!(r#"{LAMP} "S1": Button(bounce_ms: 1.0, contacts: {{"1": Make("+", "a")}}),"#);
    check(&parts, &["hold S1"], &["S1/1: 2/1, 2/1/0, 100 mA 100 mA"]);
}

#[test]
fn faults_close_and_open_nothing() {
    let parts = format!(r#"{LAMP} "S1": Toggle(contacts: {{"1": Make("+", "a")}}),"#);
    check(&parts, &["weld S1/1\nmend S1/1"], &["S1/1: 0/0, 0/0/0, - 100 mA"]);
}

#[test]
fn a_short_circuit_is_over_any_rating() {
    let parts = r#""S1": Toggle(contact_amps: 1000, contacts: {"1": Make("+", "-")}),"#;
    check(parts, &["on S1\noff S1"], &["S1/1: 1/1, 0/0/2, - -"]);
    let (_, survey) = survey(parts, &["on S1"]);
    assert_eq!((survey.contacts()[0].load(), survey.is_over_a_rating()), (Some(f64::INFINITY), true));
}

#[test]
fn the_rating_itself_is_within_it() {
    let parts =
        |amps: &str| format!(r#"{LAMP} "S1": Toggle(contact_amps: {amps}, contacts: {{"1": Make("+", "a")}}),"#);
    let over = |amps: &str| survey(&parts(amps), &["on S1"]).1.is_over_a_rating();
    assert_eq!(["0.1", "0.0999", "2.0"].map(over), [false, true, false]);
}

#[test]
fn operations_are_those_of_the_kind() {
    let parts = r#""S1": Button(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("a", "-")), "K2": Impulse(coil: ("a", "-")),
        "Q1": Stepper(coil: ("a", "-"), places: 5), "SA1": Selector(places: 4, transfer_ms: 1.0),
        "P1": Polarized(coil: ("a", "-"), centre: true),"#;
    let (circuit, survey) = survey(parts, &["press S1\npress S1 for 3ms\npress S1", "hold S1\nset SA1 3"]);
    let count = |name: &str| survey.operations(circuit.part(name).unwrap());
    // Twice and once; the press of 3 ms is too short. The selector goes over two places on its way.
    assert_eq!(["S1", "K1", "K2", "Q1", "SA1", "P1"].map(count), [4, 3, 3, 3, 3, 5]);
}

#[test]
fn the_largest_current_of_each_part_and_when() {
    let parts = format!(
        r#"{LAMP} "S1": Button(contacts: {{"1": Make("+", "a")}}), "D1": Diode(anode: "a", cathode: "d"),
        "F1": Fuse(pins: ("d", "e"), amps: 1.0),
        "K1": Relay(coils: {{"A": (pins: ("e", "-")), "B": (pins: ("e", "-"), ohms: 1000.0)}}),
        "K2": Relay(coil: ("f", "-")),"#
    );
    let (circuit, survey) = survey(&parts, &["wait 2ms", "wait 3ms\npress S1"]);
    let found: Vec<String> = survey
        .peaks()
        .map(|peak| {
            let moment = &peak.moment;
            let name = &circuit.parts[peak.part].name;
            format!("{name}/{} {} {:?}:{} {}", peak.winding, peak.current, moment.script, moment.line, moment.at)
        })
        .collect();
    assert_eq!(
        found,
        [
            "G1/0 172 mA Some(1):2 3000",
            "H1/0 100 mA Some(1):2 3000",
            "D1/0 72 mA Some(1):2 3000",
            "F1/0 72 mA Some(1):2 3000",
            "K1/0 48 mA Some(1):2 3000",
            "K1/1 24 mA Some(1):2 3000",
        ]
    );
}
