//! How one instant becomes the next.

// A test that cannot go on has failed.
#![allow(clippy::panic)]

mod common;

use std::sync::Arc;

use common::*;
use kiber_engine::{Action, ContactSide, Event, Outcome, Place, Simulator, What};

const SUPPLY: &str = r#""G1": Source(plus: "+", minus: "-", volts: 24.0),"#;

#[track_caller]
fn period(parts: &str) -> u64 {
    let mut simulator = Simulator::new(circuit(&format!("{SUPPLY} {parts}")));
    match simulator.power_up(&mut ()) {
        Outcome::Oscillates(oscillation) => {
            assert_eq!(simulator.now(), oscillation.period, "time stands one period after the first state");
            oscillation.period
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_buzzer_and_its_period() {
    let buzzer = |times: &str| format!(r#""K1": Relay(coil: ("a", "-"), {times} contacts: {{"1": Break("+", "a")}}),"#);
    assert_eq!(period(&buzzer("")), 12_000);
    assert_eq!(period(&buzzer("transfer_ms: 0.0,")), 13_000);
    assert_eq!(period(&buzzer("operate_ms: 20.0, release_ms: 5.0, transfer_ms: 2.0,")), 23_000);
    // The release timer runs out on the way, but the armature first has to arrive.
    assert_eq!(period(&buzzer("operate_ms: 20.0, release_ms: 3.0, transfer_ms: 2.0,")), 22_000);
    assert_eq!(period(&buzzer("operate_ms: 0.001, release_ms: 0.001, transfer_ms: 0.0,")), 2);
}

#[test]
fn a_buzzer_may_buzz_for_centuries() {
    let mut simulator =
        powered(&format!(r#"{SUPPLY} "K1": Relay(coil: ("a", "-"), contacts: {{"1": Break("+", "a")}}),"#));
    let state = simulator.state();
    simulator.wait(12_000 * 1_000_000_000_000, &mut ());
    assert_eq!(simulator.state(), state);
    simulator.wait(7_000, &mut ());
    assert_eq!(simulator.place(part(&simulator, "K1")), Place::LEAVING);
}

#[test]
fn a_pulse_shorter_than_operate_less_transfer_moves_nothing() {
    let parts = format!(
        r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}), "K1": Relay(coil: ("a", "-"), contacts: {{"1": Make("+", "a")}}),"#
    );
    for (pulse, holds) in [(6_999, false), (7_000, true), (7_001, true)] {
        let mut simulator = powered(&parts);
        let button = part(&simulator, "S1");
        simulator.act(&[Action::Press(button)], &mut ()).unwrap();
        simulator.wait(pulse, &mut ());
        simulator.act(&[Action::Free(button)], &mut ()).unwrap();
        let outcome = simulator.settle(&mut ());
        assert_eq!(outcome, Outcome::Settled);
        // Committed at 7 ms, it arrives at 8 ms and finds itself held.
        assert_eq!(operated(&simulator, "K1"), holds, "{pulse}");
    }
}

#[test]
fn hysteresis() {
    let parts = r#""S1": Button(contacts: {"1": Make("+", "a")}), "S2": Button(contacts: {"1": Break("+", "r")}),
        "R1": Resistor(pins: ("r", "a"), ohms: 1900.0), "R2": Resistor(pins: ("+", "a"), ohms: 3500.0),
        "K1": Relay(coil: ("a", "-")),"#;
    let mut simulator = powered(&format!("{SUPPLY} {parts}"));
    assert!(!operated(&simulator, "K1"));
    let _ = act(&mut simulator, Action::Press, "S1");
    let _ = act(&mut simulator, Action::Free, "S1");
    assert!(operated(&simulator, "K1"), "held by {} mA", milliamps(&simulator, "K1"));
    let _ = act(&mut simulator, Action::Press, "S2");
    assert_eq!(milliamps(&simulator, "K1"), 6.0);
    assert!(!operated(&simulator, "K1"));
}

#[test]
fn a_short_while_two_contacts_overlap() {
    // K1 goes over make before break, so for its transfer time both poles meet.
    let parts = r#""S1": Button(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("a", "-"), transfer_ms: 2.0, contacts: {"1": Changeover(common: "c", break: "+", make: "-", bridging: true)}),
        "H1": Lamp(pins: ("c", "-")), "H2": Lamp(pins: ("+", "-")),"#;
    let mut simulator = powered(&format!("{SUPPLY} {parts}"));
    let mut events: Vec<Event> = Vec::new();
    let button = part(&simulator, "S1");
    simulator.act(&[Action::Press(button)], &mut events).unwrap();
    assert_eq!(simulator.settle(&mut events), Outcome::Settled);
    let shorts: Vec<_> = events
        .iter()
        .filter_map(|event| match &event.what {
            What::ShortBegan(short) => Some((event.at, None, Arc::clone(short))),
            What::ShortEnded(short, lasted) => Some((event.at, Some(*lasted), Arc::clone(short))),
            _ => None,
        })
        .collect();
    assert_eq!(shorts.len(), 2, "{events:#?}");
    assert_eq!((shorts[0].0, shorts[1].1), (6_000, Some(2_000)));
    assert_eq!(shorts[0].2.path.len(), 2);
    // What the source fed sees no voltage meanwhile, so the lamp goes out and comes back.
    let lamp = part(&simulator, "H2");
    let flicker = events.iter().filter(|event| matches!(event.what, What::Lamp { part, .. } if part == lamp)).count();
    assert_eq!(flicker, 2);
    assert_eq!(simulator.short_records()[0].lasted, Some(2_000));
}

#[test]
fn sources_shorted_for_good_and_in_part() {
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "G2": Source(plus: "++", minus: "+", volts: 12.0), "K1": Relay(coil: ("++", "-")),
           "S1": Button(contacts: {{"1": Make("+", "-")}}), "S2": Button(contacts: {{"1": Make("++", "-")}}),"#
    ));
    assert_eq!(milliamps(&simulator, "K1"), 72.0);
    let _ = act(&mut simulator, Action::Press, "S1");
    assert_eq!(milliamps(&simulator, "K1"), 24.0);
    assert_eq!(simulator.shorts().len(), 1);
    let _ = act(&mut simulator, Action::Press, "S2");
    assert_eq!(milliamps(&simulator, "K1"), 0.0);
    let _ = act(&mut simulator, Action::Free, "S1");
    let _ = act(&mut simulator, Action::Free, "S2");
    assert_eq!(milliamps(&simulator, "K1"), 72.0);
    assert!(simulator.shorts().is_empty());
    let diode = powered(&format!(r#"{SUPPLY} "D1": Diode(anode: "+", cathode: "-"), "K1": Relay(coil: ("+", "-")),"#));
    assert_eq!((diode.shorts().len(), milliamps(&diode, "K1")), (1, 0.0));
}

#[test]
fn faults_come_and_go() {
    use kiber_engine::Fault;
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}), "K1": Relay(coil: ("a", "-"), contacts: {{"1": Make("+", "h")}}), "H1": Lamp(pins: ("h", "-")),"#
    ));
    let contact = simulator.circuit().contact("K1/1").unwrap();
    let relay = part(&simulator, "K1");
    let net = simulator.circuit().net("a").unwrap();
    let button = part(&simulator, "S1");
    let lit = |simulator: &Simulator| milliamps(simulator, "H1") > 0.0;
    let mut try_fault = |fault: Fault, pressed: bool| {
        simulator.act(&[Action::Break(fault)], &mut ()).unwrap();
        let _ = simulator.settle(&mut ());
        let at_rest = lit(&simulator);
        simulator.act(&[Action::Press(button)], &mut ()).unwrap();
        let _ = simulator.settle(&mut ());
        assert_eq!(lit(&simulator), pressed, "{fault:?}");
        simulator.act(&[Action::Free(button)], &mut ()).unwrap();
        let _ = simulator.settle(&mut ());
        simulator.act(&[Action::Mend(fault)], &mut ()).unwrap();
        let _ = simulator.settle(&mut ());
        assert!(!lit(&simulator));
        at_rest
    };
    assert!(!try_fault(Fault::ContactStuckOpen(contact), false));
    assert!(try_fault(Fault::ContactWelded { contact, side: ContactSide::Make }, true));
    assert!(!try_fault(Fault::CoilOpen(relay), false));
    assert!(!try_fault(Fault::CoilShorted(relay), false));
    assert!(!try_fault(Fault::WireOff(relay, net), false));
    assert!(!try_fault(Fault::ArmatureStuck(relay), false));
}

#[test]
fn any_state_comes_back() {
    let parts = format!(
        r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}),
           "K1": Relay(coil: ("a", "-"), contacts: {{"1": Make("+", "b"), "2": Break("+", "c")}}),
           "K2": Relay(coil: ("b", "-"), operate_ms: 11.0, contacts: {{"1": Break("c", "a")}}),"#
    );
    let mut simulator = powered(&parts);
    let button = part(&simulator, "S1");
    simulator.act(&[Action::Press(button)], &mut ()).unwrap();
    let mut states = Vec::new();
    for _ in 0..120 {
        states.push((simulator.state(), simulator.now()));
        simulator.wait(250, &mut ());
    }
    for window in states.windows(2) {
        for now in [0, window[0].1, 1_000_000] {
            let mut other = powered(&parts);
            other.restore(&window[0].0, now);
            assert_eq!(other.state(), window[0].0);
            other.wait(250, &mut ());
            assert_eq!(other.state(), window[1].0);
        }
    }
}

#[test]
fn an_armature_that_changes_its_mind_reaches_its_seat_first() {
    // With most of its operate time in travel the release timer runs out on the way.
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}), "K1": Relay(coil: ("a", "-"), operate_ms: 8.0, release_ms: 5.0, transfer_ms: 5.0),"#
    ));
    let (button, relay) = (part(&simulator, "S1"), part(&simulator, "K1"));
    let mut events: Vec<Event> = Vec::new();
    simulator.act(&[Action::Press(button)], &mut events).unwrap();
    simulator.wait(4_000, &mut events);
    assert_eq!(simulator.place(relay), Place::LEAVING);
    simulator.act(&[Action::Free(button)], &mut events).unwrap();
    let _ = simulator.settle(&mut events);
    let moves: Vec<(u64, Place)> = events
        .iter()
        .filter_map(|event| match event.what {
            What::Moved { part, to, .. } if part == relay => Some((event.at, to)),
            _ => None,
        })
        .collect();
    let expected =
        [(3_000, Place::LEAVING), (8_000, Place::OPERATED), (8_000, Place::RETURNING), (13_000, Place::RELEASED)];
    assert_eq!(moves, expected);
}

#[test]
fn a_wire_that_is_off_leaves_each_terminal_on_its_own() {
    use kiber_engine::Fault;
    // The coil of a buzzer hangs on its own contact by the wire that is cut.
    let mut simulator =
        powered(&format!(r#"{SUPPLY} "K1": Relay(coil: ("a", "-"), contacts: {{"1": Break("+", "a")}}),"#));
    let fault = Fault::WireOff(part(&simulator, "K1"), simulator.circuit().net("a").unwrap());
    simulator.act(&[Action::Break(fault)], &mut ()).unwrap();
    assert_eq!(simulator.settle(&mut ()), Outcome::Settled);
    assert!(!operated(&simulator, "K1"));
    simulator.act(&[Action::Mend(fault)], &mut ()).unwrap();
    assert!(matches!(simulator.settle(&mut ()), Outcome::Oscillates(_)));
}

#[test]
fn a_short_handed_over_is_one_short_and_names_the_path_there_is() {
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "-")}}), "S2": Button(contacts: {{"1": Make("+", "-")}}),"#
    ));
    let (s1, s2) = (part(&simulator, "S1"), part(&simulator, "S2"));
    let path = |simulator: &Simulator| simulator.short_records().last().map(|record| record.short.path.clone());
    let through = |simulator: &Simulator, name: &str| {
        Some(vec![kiber_engine::ShortStep::Contact(simulator.circuit().contact(name).unwrap())])
    };
    simulator.act(&[Action::Press(s1)], &mut ()).unwrap();
    simulator.wait(1_000, &mut ());
    simulator.act(&[Action::Press(s2)], &mut ()).unwrap();
    assert_eq!(path(&simulator), through(&simulator, "S1/1"));
    simulator.act(&[Action::Free(s1)], &mut ()).unwrap();
    assert_eq!(path(&simulator), through(&simulator, "S2/1"));
    simulator.wait(1_000, &mut ());
    simulator.act(&[Action::Free(s2)], &mut ()).unwrap();
    assert_eq!(simulator.short_records().len(), 1);
    assert_eq!(simulator.short_records()[0].lasted, Some(2_000));
}
