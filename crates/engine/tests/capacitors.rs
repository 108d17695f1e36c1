//! Capacitors: what they hold, how they charge and discharge, and what that decides when.

// A test that cannot go on has failed.
#![allow(clippy::panic)]

mod common;

use common::*;
use kiber_engine::{Action, Event, Fault, LampLevel, Outcome, Place, Request, Simulator, What};

const SUPPLY: &str = r#""G1": Source(plus: "+", minus: "-", volts: 24.0),"#;

/// A relay with a capacitor across its coil, fed through a toggle that is on.
const SLOW_RELEASE: &str = r#""S1": Toggle(on: true, contacts: {"1": Make("+", "a")}),
    "C1": Capacitor(pins: ("a", "-"), farads: 0.001), "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "h")}),"#;

/// The moments at which something happened to a part, after `start`.
fn moments(simulator: &Simulator, events: &[Event], start: u64, name: &str) -> Vec<(u64, String)> {
    let wanted = part(simulator, name);
    events
        .iter()
        .filter_map(|event| {
            let told = match event.what {
                What::Moved { part, to, .. } if part == wanted => format!("{to:?}"),
                What::Coil { part, asks, current, .. } if part == wanted => format!("{asks:?} {current}"),
                What::Lamp { part, level, .. } if part == wanted => format!("{level:?}"),
                What::OverloadBegan { part, current } if part == wanted => format!("over {current}"),
                What::OverloadEnded { part, .. } if part == wanted => "no longer over".to_owned(),
                What::Blown { part, .. } if part == wanted => "blown".to_owned(),
                _ => return None,
            };
            Some((event.at - start, told))
        })
        .collect()
}

fn volts(simulator: &Simulator, name: &str) -> f64 {
    simulator.voltage(part(simulator, name)).unwrap_or_else(|| panic!("{name} is no capacitor"))
}

#[track_caller]
fn near(found: f64, expected: f64, by: f64) {
    assert!((found - expected).abs() <= by, "{found}, not {expected}");
}

#[test]
fn a_relay_held_by_a_capacitor_releases_to_the_microsecond() {
    let mut simulator = powered(&format!("{SUPPLY} {SLOW_RELEASE}"));
    assert!(operated(&simulator, "K1"));
    assert_eq!(volts(&simulator, "C1"), 24.0);
    let mut events: Vec<Event> = Vec::new();
    let start = simulator.now();
    simulator.act(&[Action::TurnOff(part(&simulator, "S1"))], &mut events).unwrap();
    assert_eq!(simulator.settle(&mut events), Outcome::Settled);
    let told = moments(&simulator, &events, start, "K1");
    let told: Vec<(u64, &str)> = told.iter().map(|(at, what)| (*at, what.as_str())).collect();
    assert_eq!(
        told,
        [
            (0, "Operate 47.99 mA"),
            (269_453, "Nothing 28 mA"),
            (962_738, "Release 7 mA"),
            (966_738, "Place(3)"),
            (967_738, "Place(0)"),
            // 1 mV is left after 500.1 ms times ln 24000, and is no more.
            (5_043_914, "Release 0 mA"),
        ]
    );
    assert_eq!(simulator.now() - start, (500_100.0 * 24_000f64.ln()).ceil() as u64);
    assert_eq!((volts(&simulator, "C1"), milliamps(&simulator, "K1")), (0.0, 0.0));
}

#[test]
fn between_events_currents_are_those_of_the_moment() {
    let mut simulator = powered(&format!("{SUPPLY} {SLOW_RELEASE}"));
    simulator.act(&[Action::TurnOff(part(&simulator, "S1"))], &mut ()).unwrap();
    let mut after = 0;
    for span in [0, 1, 17, 100_000, 400_000] {
        simulator.wait(span, &mut ());
        after += span;
        let left = (-(after as f64) / 500_100.0).exp();
        near(milliamps(&simulator, "K1"), 24e3 / 500.1 * left, 1e-6);
        near(volts(&simulator, "C1"), 24.0 * left, 1e-9);
        near(milliamps(&simulator, "C1"), -24e3 / 500.1 * left, 1e-6);
        let potential = simulator.potentials()[kiber_netlist::Id::index(simulator.circuit().net("a").unwrap())];
        near(potential.unwrap(), 24.0 * left * 500.0 / 500.1, 1e-9);
        assert!(!simulator.is_settled() && simulator.is_charging(part(&simulator, "C1")));
    }
}

#[test]
fn what_happens_elsewhere_is_no_news_here() {
    let parts = format!(
        r#"{SUPPLY} {SLOW_RELEASE} "S2": Toggle(contacts: {{"1": Make("+", "b")}}), "K2": Relay(coil: ("b", "-")),
           "S3": Toggle(contacts: {{"1": Make("c", "a")}}), "R1": Resistor(pins: ("c", "d"), ohms: 100),"#
    );
    let run = |others: &[&str]| {
        let mut simulator = powered(&parts);
        let mut events = Vec::new();
        let start = simulator.now();
        simulator.act(&[Action::TurnOff(part(&simulator, "S1"))], &mut events).unwrap();
        for name in others {
            simulator.wait(100_123, &mut events);
            simulator.act(&[Action::Flip(part(&simulator, name))], &mut events).unwrap();
        }
        let _ = simulator.settle(&mut events);
        moments(&simulator, &events, start, "K1")
    };
    // Neither another island, nor a contact in this one that joins nothing which carries a current.
    let alone = run(&[]);
    assert_eq!(run(&["S2", "S2", "S3", "S2", "S3"]), alone);
}

/// A flasher: a relay charges a capacitor through its own break contact, operates, and lives on it.
const FLASHER: &str = r#""S1": Toggle(on: true, contacts: {"1": Make("+", "s")}),
    "K1": Relay(coil: ("a", "-"), contacts: {"1": Break("s", "r"), "2": Make("+", "h")}),
    "R1": Resistor(pins: ("r", "a"), ohms: 200), "C1": Capacitor(pins: ("a", "-"), farads: 0.0005),
    "H1": Lamp(pins: ("h", "-")),"#;

#[test]
fn a_flasher_has_the_period_of_the_formula_and_repeats() {
    let mut simulator = Simulator::new(circuit(&format!("{SUPPLY} {FLASHER}")));
    let Outcome::Oscillates(oscillation) = simulator.power_up(&mut ()) else { panic!("it does not flash") };
    // Volts and ohms of the supply as the capacitor sees it, and the coil's volts by those on the capacitor.
    let (series, coil, farads) = (0.1, 500.0, 0.0005);
    let beside = 200.0 * coil / (200.0 + coil);
    let (full, charging) = (24.0 * coil / (200.0 + coil), (series + beside) * farads);
    let discharging = (series + coil) * farads;
    let share = |volts: f64| (volts * beside + full * series) / (beside + series);
    let capacitor_at = |coil_volts: f64| (coil_volts * (beside + series) - full * series) / beside;
    assert!((share(capacitor_at(14.0)) - 14.0).abs() < 1e-12);
    let to = |from: f64, end: f64, to: f64, tau: f64| tau * ((from - end) / (to - end)).ln();
    let after = |from: f64, end: f64, time: f64, tau: f64| end + (from - end) * (-time / tau).exp();
    // Operates at 28 mA and leaves 7 ms later; releases below 7 mA, and is back 5 ms later.
    let mut low = 0.0;
    let mut period = 0.0;
    for _ in 0..50 {
        let high = capacitor_at(14.0);
        let charges = to(low, full, high, charging);
        let top = after(high, full, 0.007, charging);
        let release = 3.5 / coil * (coil + series);
        let discharges = to(top, 0.0, release, discharging);
        low = after(release, 0.0, 0.005, discharging);
        period = charges + 0.007 + discharges + 0.005;
    }
    near(oscillation.period as f64, period * 1e6, 3.0);
    assert!(oscillation.parts.contains(&part(&simulator, "K1")));
    // It really repeats, and for centuries.
    let state = simulator.state();
    simulator.wait(oscillation.period, &mut ());
    assert_eq!(simulator.state(), state);
    simulator.wait(oscillation.period * 1_000_000_000, &mut ());
    assert_eq!(simulator.state(), state);
    let mut other = Simulator::new(simulator.circuit().clone());
    other.restore(&state, 5);
    let (mut one, mut two) = (Vec::new(), Vec::new());
    simulator.wait(oscillation.period, &mut one);
    other.wait(oscillation.period, &mut two);
    assert_eq!(one.len(), two.len());
    assert!(one.iter().zip(&two).all(|(one, two)| one.what == two.what));
}

#[test]
fn a_capacitor_that_nothing_can_discharge_keeps_its_voltage() {
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "S1": Toggle(on: true, contacts: {{"1": Make("+", "a")}}), "C1": Capacitor(pins: ("a", "-"), farads: 1e-6),
           "R1": Resistor(pins: ("a", "b"), ohms: 1000), "C2": Capacitor(pins: ("x", "y"), farads: 1e-6, volts: 5),
           "D1": Diode(anode: "+", cathode: "p"), "C3": Capacitor(pins: ("p", "-"), farads: 1e-3),
           "S2": Toggle(contacts: {{"1": Make("p", "k")}}), "K1": Relay(coil: ("k", "-")),"#
    ));
    let _ = act(&mut simulator, Action::TurnOff, "S1");
    let all = |simulator: &Simulator| ["C1", "C2", "C3"].map(|name| volts(simulator, name));
    assert_eq!(all(&simulator), [24.0, 5.0, 24.0]);
    let supply = part(&simulator, "G1");
    simulator.act(&[Action::Source(supply, false)], &mut ()).unwrap();
    assert!(simulator.is_settled());
    simulator.wait(1 << 50, &mut ());
    assert_eq!(all(&simulator), [24.0, 5.0, 24.0]);
    // What C3 kept is enough for a relay.
    let mut events = Vec::new();
    simulator.act(&[Action::TurnOn(part(&simulator, "S2"))], &mut events).unwrap();
    simulator.wait(20_000, &mut events);
    assert!(operated(&simulator, "K1"));
    assert_eq!(simulator.settle(&mut events), Outcome::Settled);
    assert_eq!(all(&simulator), [24.0, 5.0, 0.0]);
}

#[test]
fn odd_places_for_a_capacitor() {
    // Across the poles of an ideal source, both ends on one net, in series, side by side.
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "S1": Toggle(contacts: {{"1": Make("+", "a")}}),
           "C1": Capacitor(pins: ("+", "-"), farads: 1.0), "C2": Capacitor(pins: ("m", "m"), farads: 1e-3, volts: 7),
           "C3": Capacitor(pins: ("a", "b"), farads: 1e-6), "C4": Capacitor(pins: ("b", "-"), farads: 3e-6),
           "C5": Capacitor(pins: ("a", "-"), farads: 1e-6), "R1": Resistor(pins: ("a", "-"), ohms: 1e6),
           "R2": Resistor(pins: ("m", "-"), ohms: 100),"#
    ));
    assert_eq!(["C1", "C2", "C3", "C4", "C5"].map(|name| volts(&simulator, name)), [24.0, 0.0, 0.0, 0.0, 0.0]);
    let _ = act(&mut simulator, Action::TurnOn, "S1");
    assert_eq!(["C3", "C4", "C5"].map(|name| volts(&simulator, name)), [18.0, 6.0, 24.0]);
    let _ = act(&mut simulator, Action::TurnOff, "S1");
    // What C3 and C4 traded is undone, since they began with nothing between them.
    assert_eq!(["C3", "C4", "C5"].map(|name| volts(&simulator, name)), [0.0, 0.0, 0.0]);
}

#[test]
fn sources_with_resistance_and_rails_without_a_common_pole() {
    let mut simulator = powered(
        r#""G1": Source(plus: "+", minus: "-", volts: 24, internal_ohms: 10), "C1": Capacitor(pins: ("+", "-"), farads: 1e-3),
           "K1": Relay(coil: ("+", "-")), "G2": Source(plus: "p", minus: "q", volts: 12),
           "C2": Capacitor(pins: ("p", "-"), farads: 1e-3), "R1": Resistor(pins: ("q", "+"), ohms: 100),
           "S1": Toggle(contacts: {"1": Make("q", "-")}),"#,
    );
    near(volts(&simulator, "C1"), 24.0 * 500.0 / 510.0, 1e-6);
    // Through R1 and the source, C2 sees both voltages.
    near(volts(&simulator, "C2"), 12.0 + 24.0 * 500.0 / 510.0, 1e-6);
    let _ = act(&mut simulator, Action::TurnOn, "S1");
    near(volts(&simulator, "C2"), 12.0, 1e-6);
    let supply = part(&simulator, "G1");
    simulator.act(&[Action::Source(supply, false)], &mut ()).unwrap();
    simulator.wait(1_000, &mut ());
    let milliamps_now = milliamps(&simulator, "K1");
    assert!(milliamps_now > 30.0 && milliamps_now < 47.0, "{milliamps_now}");
    assert_eq!(simulator.settle(&mut ()), Outcome::Settled);
    assert!(!operated(&simulator, "K1"));
}

#[test]
fn a_short_discharges_nothing_that_a_diode_guards() {
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "-")}}), "D1": Diode(anode: "+", cathode: "p", drop_volts: 0.7),
           "C1": Capacitor(pins: ("p", "-"), farads: 1e-3), "K1": Relay(coil: ("p", "-")), "C2": Capacitor(pins: ("+", "-"), farads: 1e-3),"#
    ));
    near(volts(&simulator, "C1"), 23.3, 1e-9);
    let button = part(&simulator, "S1");
    let mut events = Vec::new();
    simulator.act(&[Action::Press(button)], &mut events).unwrap();
    assert_eq!(simulator.shorts().len(), 1);
    simulator.wait(10_000, &mut events);
    near(volts(&simulator, "C2"), 0.0, 1e-6);
    near(volts(&simulator, "C1"), 23.3 * (-10.0 / 500.1f64).exp(), 1e-6);
    simulator.act(&[Action::Free(button)], &mut events).unwrap();
    assert_eq!(simulator.settle(&mut events), Outcome::Settled);
    assert_eq!((volts(&simulator, "C1"), volts(&simulator, "C2")), (23.3, 24.0));
    assert!(operated(&simulator, "K1"));
}

#[test]
fn a_diode_takes_over_at_its_time() {
    // C1 falls from 24 V towards nothing until G2, behind a diode, takes the load over at 12 V.
    let mut simulator = powered(
        r#""G1": Source(plus: "+", minus: "-", volts: 24), "G2": Source(plus: "p", minus: "-", volts: 12),
           "S1": Toggle(on: true, contacts: {"1": Make("+", "a")}), "D1": Diode(anode: "p", cathode: "a"),
           "C1": Capacitor(pins: ("a", "-"), farads: 1e-3), "R1": Resistor(pins: ("a", "-"), ohms: 1000),"#,
    );
    let diode = part(&simulator, "D1");
    simulator.act(&[Action::TurnOff(part(&simulator, "S1"))], &mut ()).unwrap();
    let takes_over = (1_000_100.0 * (24.0 / 12.0f64 / 1.0001).ln()).ceil() as u64;
    simulator.wait(takes_over - 2, &mut ());
    assert_eq!(simulator.current(diode, 0).0, 0);
    simulator.wait(3, &mut ());
    assert!(simulator.current(diode, 0).0 > 0);
    assert_eq!(simulator.settle(&mut ()), Outcome::Settled);
    assert_eq!((volts(&simulator, "C1"), milliamps(&simulator, "D1")), (12.0, 12.0));
}

#[test]
fn windings_in_two_zones_and_windings_that_oppose() {
    // Two windings on islands of their own, one charging up, one dying away, against each other.
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "S1": Toggle(contacts: {{"1": Make("+", "a"), "2": Make("+", "b")}}),
           "K1": Relay(coils: {{"A": (pins: ("c", "-")), "B": (pins: ("-", "d"))}}),
           "R1": Resistor(pins: ("a", "c"), ohms: 100), "C1": Capacitor(pins: ("c", "-"), farads: 1e-3),
           "C2": Capacitor(pins: ("b", "d"), farads: 1e-3), "R2": Resistor(pins: ("d", "-"), ohms: 2000),"#
    ));
    let mut events = Vec::new();
    let start = simulator.now();
    simulator.act(&[Action::TurnOn(part(&simulator, "S1"))], &mut events).unwrap();
    assert_eq!(simulator.settle(&mut events), Outcome::Settled);
    let told = moments(&simulator, &events, start, "K1");
    // A: 24/600 A after 83.4 ms; B, the other way: 24/500 A dying with 400.1 ms.
    let total = |micros: f64| {
        let (rise, fall) = (1e-3 * (0.1 + 500.0 / 6.0), 1e-3 * (0.1 + 400.0));
        let volts = 20.0 * (1.0 - (-micros * 1e-6 / rise).exp());
        let coil = (volts * (500.0 / 6.0) + 20.0 * 0.1) / (500.0 / 6.0 + 0.1) / 500.0;
        (coil - 24.0 * (-micros * 1e-6 / fall).exp() / 400.1 * 400.0 / 500.0) * 1e3
    };
    let asked: Vec<(f64, &str)> = told
        .iter()
        .filter(|(_, what)| !what.starts_with("Place"))
        .map(|(at, what)| (*at as f64, what.split(' ').next().unwrap()))
        .collect();
    let asks: Vec<&str> = asked.iter().map(|(_, asks)| *asks).collect();
    assert_eq!(asks, ["Operate", "Nothing", "Release", "Nothing", "Operate", "Operate"], "{told:?}");
    for ((at, _), threshold) in asked[1..5].iter().zip([-28.0, -7.0, 7.0, 28.0]) {
        let (before, now) = (total(at - 1.0) - threshold, total(*at) - threshold);
        assert!(before <= 1e-6 && now >= -1e-6, "{at}: {before} {now}");
    }
    assert!(operated(&simulator, "K1"));
}

#[test]
fn coils_that_are_judged_each_by_itself() {
    // The surge that charges a capacitor sets the relay; the same capacitor discharged resets it.
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "S1": Toggle(contacts: {{"1": Changeover(common: "a", break: "-", make: "+")}}),
           "C1": Capacitor(pins: ("a", "b"), farads: 1e-3), "K1": Bistable(set: ("s", "-"), reset: ("-", "r")),
           "D1": Diode(anode: "b", cathode: "s"), "D2": Diode(anode: "r", cathode: "b"),"#
    ));
    assert!(!operated(&simulator, "K1"));
    let _ = act(&mut simulator, Action::TurnOn, "S1");
    assert!(operated(&simulator, "K1"));
    near(volts(&simulator, "C1"), 24.0, 0.0);
    let _ = act(&mut simulator, Action::TurnOff, "S1");
    assert!(!operated(&simulator, "K1"));
}

#[test]
fn a_lamp_fades_and_a_pulse_through_a_capacitor_ends() {
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "S1": Toggle(contacts: {{"1": Make("+", "a")}}), "C1": Capacitor(pins: ("a", "h"), farads: 0.01),
           "H1": Lamp(pins: ("h", "-")),"#
    ));
    let mut events = Vec::new();
    let start = simulator.now();
    simulator.act(&[Action::TurnOn(part(&simulator, "S1"))], &mut events).unwrap();
    assert_eq!(simulator.lamp(part(&simulator, "H1")), LampLevel::Lit);
    assert_eq!(simulator.settle(&mut events), Outcome::Settled);
    let tau = 240.1 * 0.01 * 1e6;
    let full: f64 = 24.0 / 240.1;
    let falls = |to: f64| (tau * (full / to).ln()).ceil() as u64;
    let told: Vec<(u64, String)> = moments(&simulator, &events, start, "H1");
    let expected = [(0, "Lit"), (falls(0.07), "Dim"), (falls(0.01), "Off")];
    assert_eq!(told, expected.map(|(at, level)| (at, level.to_owned())));
}

#[test]
fn limits_are_passed_at_their_time() {
    // 24 A at first; the source may give 2 A and the fuse carries 1 A for 50 ms.
    let text = |fuse: f64| {
        format!(
            r#""G1": Source(plus: "+", minus: "-", volts: 24, max_amps: 2), "S1": Toggle(contacts: {{"1": Make("+", "a")}}),
               "F1": Fuse(pins: ("a", "b"), amps: {fuse}, blow_ms: 50), "C1": Capacitor(pins: ("b", "-"), farads: 0.01, series_ohms: 1),
               "H1": Lamp(pins: ("b", "-")),"#
        )
    };
    // Beside the lamp's own 100 mA.
    let falls = |to: f64| (10_000.0 * (24.0 / (to - 0.1f64)).ln()).ceil() as u64;
    for (fuse, blows) in [(1.0, false), (0.2, true)] {
        let mut simulator = powered(&text(fuse));
        let mut events = Vec::new();
        let start = simulator.now();
        simulator.act(&[Action::TurnOn(part(&simulator, "S1"))], &mut events).unwrap();
        let _ = simulator.settle(&mut events);
        let source = moments(&simulator, &events, start, "G1");
        assert_eq!(source[0], (0, "over 24100 mA".to_owned()));
        assert!(source[1].0.abs_diff(falls(2.0)) <= 1 && source[1].1 == "no longer over", "{source:?}");
        let told = moments(&simulator, &events, start, "F1");
        assert_eq!(simulator.is_blown(part(&simulator, "F1")), blows, "{told:?}");
        let over = told.iter().find(|(_, what)| what == "no longer over").map(|(at, _)| *at);
        if !blows {
            assert!(over.is_some_and(|at| at.abs_diff(falls(1.0)) <= 1), "{told:?}");
        }
    }
}

#[test]
fn a_wire_that_breaks_leaves_the_charge_where_it_is() {
    let mut simulator = powered(&format!("{SUPPLY} {SLOW_RELEASE}"));
    let fault = Fault::WireOff(part(&simulator, "C1"), simulator.circuit().net("a").unwrap());
    simulator.act(&[Action::TurnOff(part(&simulator, "S1"))], &mut ()).unwrap();
    simulator.wait(100_000, &mut ());
    let before = volts(&simulator, "C1");
    simulator.act(&[Action::Break(fault)], &mut ()).unwrap();
    near(volts(&simulator, "C1"), before, 0.5e-6);
    assert_eq!(milliamps(&simulator, "K1"), 0.0);
    let kept = volts(&simulator, "C1");
    assert_eq!(simulator.settle(&mut ()), Outcome::Settled);
    simulator.act(&[Action::Mend(fault)], &mut ()).unwrap();
    assert_eq!(volts(&simulator, "C1"), kept);
    assert!(milliamps(&simulator, "K1") > 30.0);
    assert_eq!(simulator.asks(part(&simulator, "K1")), Request::Operate);
}

#[test]
fn any_state_with_charges_comes_back() {
    let parts = format!(
        r#"{SUPPLY} {FLASHER} "C2": Capacitor(pins: ("h", "-"), farads: 1e-4), "D1": Diode(anode: "h", cathode: "x"),
           "C3": Capacitor(pins: ("x", "y"), farads: 1e-5, volts: -3), "R2": Resistor(pins: ("y", "-"), ohms: 3000),"#
    );
    let mut simulator = Simulator::new(circuit(&parts));
    let _ = simulator.power_up(&mut ());
    let mut states = Vec::new();
    for _ in 0..200 {
        states.push((simulator.state(), simulator.now()));
        simulator.wait(3_217, &mut ());
    }
    let mut other = Simulator::new(circuit(&parts));
    for window in states.windows(2).step_by(3) {
        for now in [0, window[0].1, 1_000_000] {
            other.restore(&window[0].0, now);
            assert_eq!(other.state(), window[0].0);
            other.wait(3_217, &mut ());
            assert_eq!(other.state(), window[1].0);
        }
    }
}

#[test]
fn settled_states_with_charges_go_into_bits() {
    let mut simulator = powered(&format!("{SUPPLY} {SLOW_RELEASE}"));
    assert_eq!((simulator.settled_bits(), simulator.settled_words()), (3 + 64, 2));
    let mut bits = vec![0; simulator.settled_words()];
    assert!(simulator.write_settled(&mut bits));
    let charged = simulator.state();
    simulator.act(&[Action::TurnOff(part(&simulator, "S1"))], &mut ()).unwrap();
    assert!(!simulator.write_settled(&mut [0; 2]), "it moves");
    let _ = simulator.settle(&mut ());
    assert_ne!(simulator.state(), charged);
    simulator.restore_settled(&bits, 9);
    assert_eq!((simulator.state(), simulator.now()), (charged, 9));
    assert_eq!(simulator.place(part(&simulator, "K1")), Place::OPERATED);
}

#[test]
fn fifty_capacitors_in_one_island() {
    let mut parts = format!(r#"{SUPPLY} "S1": Toggle(contacts: {{"1": Make("+", "n0")}}),"#);
    for step in 0..50 {
        parts += &format!(
            r#""R{step}": Resistor(pins: ("n{step}", "n{}"), ohms: 100), "C{step}": Capacitor(pins: ("n{}", "-"), farads: 1e-5),"#,
            step + 1,
            step + 1
        );
    }
    parts += r#""K1": Relay(coil: ("n50", "-"), operate_ma: 4.0, release_ma: 2.0, contacts: {"1": Make("n25", "-")}), "H1": Lamp(pins: ("n10", "-"))"#;
    let mut simulator = powered(&parts);
    simulator.set_limit(200);
    let mut events = Vec::new();
    simulator.act(&[Action::TurnOn(part(&simulator, "S1"))], &mut events).unwrap();
    let _ = simulator.settle(&mut events);
    assert!(events.iter().any(|event| matches!(event.what, What::Coil { .. })), "{events:?}");
}

#[test]
fn random_networks_come_to_rest_in_few_instants() {
    let mut seed = 3u64;
    let mut below = |below: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % below
    };
    let mut moved = 0;
    for _ in 0..400 {
        let mut parts = format!(r#"{SUPPLY} "G2": Source(plus: "p", minus: "-", volts: 12),"#);
        for at in 0..4 + below(10) {
            let mut net = || ["+", "-", "p", "a", "b", "c", "d"][below(7) as usize];
            let (one, two) = (net(), net());
            let kind = below(10);
            let poles = ["+", "-", "p"];
            if one == two || (kind < 3 && poles.contains(&one) && poles.contains(&two)) {
                continue;
            }
            parts += &match kind {
                0..3 => format!(r#""X{at}": Diode(anode: "{one}", cathode: "{two}", drop_volts: {}),"#, below(2)),
                3..6 => format!(
                    r#""X{at}": Capacitor(pins: ("{one}", "{two}"), farads: 1e-{}, series_ohms: {}, volts: {}),"#,
                    3 + below(5),
                    [0.001, 0.1, 10.0, 1000.0][below(4) as usize],
                    below(40) as i64 - 20
                ),
                _ => {
                    format!(r#""X{at}": Resistor(pins: ("{one}", "{two}"), ohms: {}),"#, 10u64.pow(1 + below(7) as u32))
                }
            };
        }
        let mut simulator = Simulator::new(circuit(&parts));
        simulator.set_limit(60);
        let outcome = simulator.power_up(&mut ());
        assert!(outcome == Outcome::Settled || !simulator.shorts().is_empty(), "{outcome:?}: {parts}");
        moved += usize::from(simulator.now() > 0);
    }
    assert!(moved > 100, "{moved}");
}
