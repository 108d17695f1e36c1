//! What flows through contacts.

// A test that cannot go on has failed.
#![allow(clippy::panic)]

mod common;

use common::*;
use kiber_engine::{Action, ContactSide, Fault, Nanoamps, Simulator};

const SUPPLY: &str = r#""G1": Source(plus: "+", minus: "-", volts: 24.0),"#;
const COIL: &str = r#""K9": Relay(coil: ("z", "-")),"#;

/// A side of a contact as a test names it: `S1/1`, `S1/1 make`, `S1/1 break`, `SA1/a at 2`.
fn named(simulator: &Simulator) -> Vec<(String, Option<Nanoamps>)> {
    let circuit = simulator.circuit();
    let currents = simulator.contact_currents().into_iter().map(|found| {
        let contact = &circuit.contacts[found.contact];
        let side = match found.side {
            ContactSide::Make => " make".to_owned(),
            ContactSide::Break => " break".to_owned(),
            ContactSide::Place(place) => format!(" at {place}"),
        };
        (format!("{}/{}{side}", circuit.parts[contact.part].name, contact.name), found.current)
    });
    currents.collect()
}

/// Checks the current in milliamperes through sides of contacts.
#[track_caller]
fn check(simulator: &Simulator, expected: &[(&str, f64)]) {
    let found = named(simulator);
    for &(name, milliamps) in expected {
        let current = found.iter().find(|(other, _)| other == name).unwrap_or_else(|| panic!("no {name} in {found:?}"));
        let current = current.1.map_or(f64::INFINITY, Nanoamps::milliamps);
        assert!((current - milliamps).abs() < 1e-5, "{name}: {current} mA, expected {milliamps}");
    }
}

#[test]
fn a_contact_that_is_the_only_way_carries_all_that_is_behind_it() {
    let parts = r#""S1": Toggle(on: true, contacts: {"1": Make("+", "a")}),
        "S2": Toggle(on: true, contacts: {"1": Changeover(common: "a", make: "z", break: "y")}),
        "H1": Lamp(pins: ("-", "a"), volts: 24.0, amps: 0.1),"#;
    let mut simulator = powered(&format!("{SUPPLY} {COIL} {parts}"));
    check(&simulator, &[("S1/1 make", 148.0), ("S2/1 make", 48.0), ("S2/1 break", 0.0)]);
    let _ = act(&mut simulator, Action::Flip, "S2");
    check(&simulator, &[("S1/1 make", 100.0), ("S2/1 make", 0.0), ("S2/1 break", 0.0)]);
    let _ = act(&mut simulator, Action::Flip, "S1");
    check(&simulator, &[("S1/1 make", 0.0)]);
}

#[test]
fn contacts_in_parallel_share_as_equal_resistances_do() {
    let parts = r#""S1": Toggle(on: true, contacts: {"1": Make("+", "z"), "2": Make("z", "+"), "3": Make("+", "m"), "4": Make("m", "z")}),"#;
    let simulator = powered(&format!("{SUPPLY} {COIL} {parts}"));
    // One way through each of the first two, and a way twice as long through the last two.
    check(&simulator, &[("S1/1 make", 19.2), ("S1/2 make", -19.2), ("S1/3 make", 9.6), ("S1/4 make", 9.6)]);
}

#[test]
fn a_loop_that_nothing_drives_carries_nothing() {
    let parts = r#""S1": Toggle(on: true, contacts: {"1": Make("a", "b"), "2": Make("a", "b"), "3": Make("+", "a")}),
        "R1": Resistor(pins: ("a", "b"), ohms: 10.0),"#;
    check(&powered(&format!("{SUPPLY} {parts}")), &[("S1/1 make", 0.0), ("S1/2 make", 0.0), ("S1/3 make", 0.0)]);
}

#[test]
fn what_a_diode_a_fuse_and_a_selector_pass_on_is_counted() {
    let parts = r#""S1": Toggle(on: true, contacts: {"1": Make("+", "a")}),
        "F1": Fuse(pins: ("a", "b"), amps: 1.0, blow_ms: 50.0), "D1": Diode(anode: "b", cathode: "c"),
        "SA1": Selector(places: 2, start: 1, wafers: {"a": (common: "c", places: ["x", "z"])}),"#;
    check(
        &powered(&format!("{SUPPLY} {COIL} {parts}")),
        &[("S1/1 make", 48.0), ("SA1/a at 0", 0.0), ("SA1/a at 1", 48.0)],
    );
}

#[test]
fn a_welded_contact_carries_and_a_broken_one_does_not() {
    let parts = r#""S1": Toggle(contacts: {"1": Make("+", "z"), "2": Make("+", "z")}),"#;
    let mut simulator = powered(&format!("{SUPPLY} {COIL} {parts}"));
    let contact = simulator.circuit().contacts_of(part(&simulator, "S1"))[0];
    let fault = Fault::ContactWelded { contact, side: ContactSide::Make };
    simulator.act(&[Action::Break(fault)], &mut ()).unwrap_or_else(|error| panic!("{error}"));
    check(&simulator, &[("S1/1 make", 48.0), ("S1/2 make", 0.0)]);
    let _ = act(&mut simulator, Action::Flip, "S1");
    check(&simulator, &[("S1/1 make", 24.0), ("S1/2 make", 24.0)]);
}

#[test]
fn in_the_path_of_a_short_circuit_nothing_limits_it() {
    let parts = r#""S1": Toggle(on: true, contacts: {"1": Make("+", "a"), "2": Make("a", "-"), "3": Make("+", "z")}),"#;
    let simulator = powered(&format!("{SUPPLY} {COIL} {parts}"));
    let found = named(&simulator);
    let unlimited: Vec<&str> = found.iter().filter(|(_, found)| found.is_none()).map(|(name, _)| &**name).collect();
    assert_eq!(unlimited, ["S1/1 make", "S1/2 make"]);
    check(&simulator, &[("S1/3 make", 0.0)]);
}

#[test]
fn every_contact_that_a_short_circuit_passes_has_no_current() {
    // Two ways round, and a third contact that closes behind them; another supply is not concerned.
    let parts = r#""S1": Toggle(on: true, contacts: {"1": Make("+", "a"), "2": Make("a", "-"), "3": Make("+", "b"), "4": Make("b", "-"), "5": Make("+", "z")}),
        "G2": Source(plus: "p", minus: "q", volts: 24.0), "H2": Lamp(pins: ("x", "q"), volts: 24.0, amps: 0.1),
        "S2": Toggle(on: true, contacts: {"1": Make("p", "x")}),"#;
    let mut simulator = powered(&format!("{SUPPLY} {COIL} {parts}"));
    let found = named(&simulator);
    let unlimited: Vec<&str> = found.iter().filter(|(_, found)| found.is_none()).map(|(name, _)| &**name).collect();
    assert_eq!(unlimited, ["S1/1 make", "S1/2 make", "S1/3 make", "S1/4 make"]);
    check(&simulator, &[("S1/5 make", 0.0), ("S2/1 make", 100.0)]);
    let _ = act(&mut simulator, Action::Flip, "S1");
    check(&simulator, &[("S1/1 make", 0.0), ("S2/1 make", 100.0)]);
}
