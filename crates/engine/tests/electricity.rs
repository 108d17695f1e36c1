//! What is true at one instant: the currents that decide.

mod common;

use common::*;
use kiber_engine::{Action, LampLevel, Outcome, Simulator, What};

const SUPPLY: &str = r#""G1": Source(plus: "+", minus: "-", volts: 24.0),"#;

/// Checks the currents in milliamperes of named parts after power-up.
#[track_caller]
fn check(parts: &str, expected: &[(&str, f64)]) {
    let simulator = powered(&format!("{SUPPLY} {parts}"));
    for &(name, milliamps_expected) in expected {
        let found = milliamps(&simulator, name);
        assert!((found - milliamps_expected).abs() < 1e-5, "{name}: {found} mA, expected {milliamps_expected}");
    }
}

#[test]
fn two_coils_in_series_share_the_voltage() {
    let coils = r#""S1": Button(contacts: {"1": Make("m", "-")}),
        "K1": Relay(coil: ("+", "m")), "K2": Relay(coil: ("m", "-")),"#;
    check(coils, &[("K1", 24.0), ("K2", 24.0), ("G1", 24.0)]);
    let mut simulator = powered(&format!("{SUPPLY} {coils}"));
    assert!(!operated(&simulator, "K1") && !operated(&simulator, "K2"));
    assert_eq!(act(&mut simulator, Action::Press, "S1"), Outcome::Settled);
    assert!(operated(&simulator, "K1") && !operated(&simulator, "K2"));
    assert_eq!(milliamps(&simulator, "K1"), 48.0);
}

#[test]
fn a_coil_behind_a_lamp() {
    let parts = r#""H1": Lamp(pins: ("+", "m"), volts: 24.0, amps: 0.1), "K1": Relay(coil: ("m", "-")),"#;
    check(parts, &[("H1", 24_000.0 / 740.0), ("K1", 24_000.0 / 740.0)]);
    let simulator = powered(&format!("{SUPPLY} {parts}"));
    assert!(operated(&simulator, "K1"));
    assert_eq!(simulator.lamp(part(&simulator, "H1")), LampLevel::Dim);
}

/// A lamp's zone that drives no coil is solved when it is looked at, however long after.
#[test]
fn a_lamp_that_nobody_looked_at_is_right_when_somebody_does() {
    let parts = r#""S1": Button(contacts: {"1": Make("+", "a")}), "H1": Lamp(pins: ("a", "-")),"#;
    let mut simulator = Simulator::new(circuit(&format!("{SUPPLY} {parts}")));
    let lamp = part(&simulator, "H1");
    let dark = simulator.clone();
    assert_eq!(simulator.power_up(&mut ()), Outcome::Settled);
    for _ in 0..2 {
        assert_eq!(act(&mut simulator, Action::Press, "S1"), Outcome::Settled);
        let lit = simulator.clone();
        assert_eq!([simulator.lamp(lamp), lit.lamp(lamp)], [LampLevel::Lit; 2]);
        assert_eq!(act(&mut simulator, Action::Free, "S1"), Outcome::Settled);
        assert_eq!([simulator.lamp(lamp), lit.lamp(lamp)], [LampLevel::Off, LampLevel::Lit]);
    }
    let mut events = Vec::new();
    let button = part(&simulator, "S1");
    assert_eq!(simulator.act(&[Action::Press(button)], &mut events), Ok(()));
    let told = events.iter().any(|event| matches!(event.what, What::Lamp { level: LampLevel::Lit, .. }));
    assert!(told, "{events:?}");
    assert_eq!(dark.lamp(lamp), LampLevel::Off, "the supply was not on yet");
}

#[test]
fn a_bridge_of_resistors_with_a_coil_across_it() {
    // By Thevenin: 16 V against 6 V behind 2000/3 and 750 ohms.
    check(
        r#""R1": Resistor(pins: ("+", "a"), ohms: 1000.0), "R2": Resistor(pins: ("a", "-"), ohms: 2000.0),
           "R3": Resistor(pins: ("+", "b"), ohms: 3000.0), "R4": Resistor(pins: ("b", "-"), ohms: 1000.0),
           "K1": Relay(coil: ("a", "b")),"#,
        &[("K1", 10_000.0 / (500.0 + 2000.0 / 3.0 + 750.0))],
    );
}

#[test]
fn sources_in_series_in_parallel_and_behind_resistance() {
    check(
        r#""G2": Source(plus: "++", minus: "+", volts: 12.0), "K1": Relay(coil: ("++", "-")), "K2": Relay(coil: ("+", "-")),
           "G3": Source(plus: "p", minus: "-", volts: 24.0, internal_ohms: 500.0), "K3": Relay(coil: ("p", "-")),
           "G4": Source(plus: "+", minus: "-", volts: 24.0),"#,
        &[("K1", 72.0), ("K2", 48.0), ("G2", 72.0), ("G3", 24.0), ("K3", 24.0), ("G1", 60.0), ("G4", 60.0)],
    );
}

#[test]
fn separate_supplies_have_no_common_potential() {
    let lone = r#""G2": Source(plus: "p", minus: "q", volts: 12.0), "K1": Relay(coil: ("+", "q")),"#;
    check(lone, &[("K1", 0.0)]);
    check(&format!(r#"{lone} "K2": Relay(coil: ("p", "-")),"#), &[("K1", 36.0), ("K2", 36.0)]);
    check(&format!(r#"{lone} "W1": Wire(pins: ("-", "p")),"#), &[("K1", 72.0)]);
    // Through contacts, two wires: a circuit of both.
    let mut simulator = powered(&format!(r#"{SUPPLY} {lone} "S1": Button(contacts: {{"1": Make("-", "p")}}), "#));
    assert_eq!(milliamps(&simulator, "K1"), 0.0);
    let _ = act(&mut simulator, Action::Press, "S1");
    assert_eq!(milliamps(&simulator, "K1"), 72.0);
    assert_eq!(milliamps(&simulator, "G2"), 72.0);
}

#[test]
fn diodes_conduct_one_way() {
    check(
        r#""D1": Diode(anode: "+", cathode: "a"), "K1": Relay(coil: ("a", "-")),
           "D2": Diode(anode: "b", cathode: "+"), "K2": Relay(coil: ("b", "-")),
           "D3": Diode(anode: "+", cathode: "c", drop_volts: 0.7), "D4": Diode(anode: "c", cathode: "d", drop_volts: 0.7),
           "K3": Relay(coil: ("d", "-")),"#,
        &[("K1", 48.0), ("D1", 48.0), ("K2", 0.0), ("D2", 0.0), ("K3", 45.2), ("D3", 45.2), ("D4", 45.2)],
    );
    // A bridge rectifier turns a backwards supply round.
    check(
        r#""D1": Diode(anode: "-", cathode: "p"), "D2": Diode(anode: "+", cathode: "p"),
           "D3": Diode(anode: "n", cathode: "-"), "D4": Diode(anode: "n", cathode: "+"), "K1": Relay(coil: ("p", "n")),"#,
        &[("K1", 48.0), ("D1", 0.0), ("D2", 48.0), ("D3", 48.0), ("D4", 0.0)],
    );
    // Two alike in parallel share.
    check(
        r#""D1": Diode(anode: "+", cathode: "a"), "D2": Diode(anode: "+", cathode: "a"), "K1": Relay(coil: ("a", "-")),"#,
        &[("D1", 24.0), ("D2", 24.0)],
    );
}

#[test]
fn antiparallel_diodes_between_floating_nets_do_not_hold_each_other_up() {
    let parts = r#""D1": Diode(anode: "a", cathode: "b"), "D2": Diode(anode: "b", cathode: "a"),
        "S1": Button(contacts: {"1": Make("+", "a")}), "K1": Relay(coil: ("b", "-")),"#;
    let mut simulator = powered(&format!("{SUPPLY} {parts}"));
    let potential = |simulator: &kiber_engine::Simulator, net: &str| {
        simulator.potentials()[kiber_netlist::Id::index(simulator.circuit().net(net).unwrap())]
    };
    assert_eq!(milliamps(&simulator, "K1"), 0.0);
    assert_eq!(potential(&simulator, "b"), Some(0.0));
    assert_eq!(potential(&simulator, "+"), Some(24.0));
    let _ = act(&mut simulator, Action::Press, "S1");
    assert!(operated(&simulator, "K1"));
    let _ = act(&mut simulator, Action::Free, "S1");
    assert!(!operated(&simulator, "K1"));
    check(
        r#""D1": Diode(anode: "a", cathode: "b"), "D2": Diode(anode: "b", cathode: "a"),
           "K1": Relay(coil: ("a", "b")), "R1": Resistor(pins: ("a", "b"), ohms: 10.0),"#,
        &[("K1", 0.0), ("D1", 0.0), ("D2", 0.0)],
    );
}

#[test]
fn an_open_contact_leaves_its_net_floating() {
    let simulator = powered(&format!(
        r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a"), "2": Make("a", "b")}}), "H1": Lamp(pins: ("b", "-")),"#
    ));
    let potential = |net: &str| simulator.potentials()[kiber_netlist::Id::index(simulator.circuit().net(net).unwrap())];
    assert_eq!([potential("a"), potential("b"), potential("+")], [None, Some(0.0), Some(24.0)]);
}

#[test]
fn windings_on_one_core_add_with_their_signs() {
    let relay = |second: &str| {
        format!(
            r#""K1": Relay(coils: {{"A": (pins: ("+", "-")), "B": (pins: {second})}}), "S1": Button(contacts: {{"1": Make("+", "b")}}),"#
        )
    };
    let mut opposing = powered(&format!("{SUPPLY} {}", relay(r#"("-", "b")"#)));
    assert!(operated(&opposing, "K1"));
    let _ = act(&mut opposing, Action::Press, "S1");
    assert!(!operated(&opposing, "K1"));
    let mut aiding = powered(&format!("{SUPPLY} {}", relay(r#"("b", "-")"#)));
    let _ = act(&mut aiding, Action::Press, "S1");
    assert!(operated(&aiding, "K1"));
}

#[test]
fn parallel_diodes_of_unlike_drops_carry_whatever_flows() {
    // 1.8 V over 2 mΩ: the lower drop carries it all, hundreds of amperes or not.
    let parts = r#""G2": Source(plus: "p", minus: "-", volts: 2.5, internal_ohms: 0.001),
        "D1": Diode(anode: "p", cathode: "a", drop_volts: 0.70), "D2": Diode(anode: "p", cathode: "a", drop_volts: 0.75),
        "R1": Resistor(pins: ("a", "-"), ohms: 0.001),"#;
    let simulator = powered(&format!("{SUPPLY} {parts}"));
    let amps = milliamps(&simulator, "R1") / 1e3;
    assert!((amps - 900.0).abs() < 20.0, "{amps} A");
    assert!(simulator.shorts().is_empty());
}

#[test]
fn windings_release_by_their_own_share_of_the_relays_release_current() {
    // 5 mA of 14 are 0.36, above 7 of 28; through a winding of 28 they are 0.18, below it.
    for (operate, holds) in [(14.0, true), (28.0, false)] {
        let mut simulator = powered(&format!(
            r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}), "R1": Resistor(pins: ("+", "a"), ohms: 4300.0),
               "K1": Relay(coils: {{"A": (pins: ("a", "-"), operate_ma: {operate:?})}}),"#
        ));
        let _ = act(&mut simulator, Action::Press, "S1");
        let _ = act(&mut simulator, Action::Free, "S1");
        assert_eq!(milliamps(&simulator, "K1"), 5.0);
        assert_eq!(operated(&simulator, "K1"), holds, "{operate} mA");
    }
}
