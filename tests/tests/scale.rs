//! Circuits of a size nobody wires by hand: they load, settle and report, without overflow, and an
//! event costs what it changes, not what there is.

#![allow(clippy::expect_used, reason = "a test that cannot set up has failed")]

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use kiber_engine::{Action, Event, LampLevel, Outcome, Place, Simulator, What};
use kiber_netlist::{Circuit, PartId, Severity};

/// Reads a circuit with these parts around a supply.
#[track_caller]
fn read(parts: &str) -> Arc<Circuit> {
    let text = format!("Circuit(title: \"large\", parts: {{ \"G1\": Source(plus: \"+\", minus: \"-\"),\n{parts} }})");
    let reading = kiber_netlist::read(&text);
    let error = reading.findings.iter().find(|finding| finding.severity == Severity::Error);
    assert!(error.is_none(), "{error:?}");
    Arc::new(reading.circuit.expect("no error was found"))
}

#[track_caller]
fn part(simulator: &Simulator, name: &str) -> PartId {
    simulator.circuit().part(name).expect(name)
}

#[track_caller]
fn act(simulator: &mut Simulator, action: fn(PartId) -> Action, name: &str) -> Outcome {
    let part = part(simulator, name);
    simulator.act(&[action(part)], &mut ()).expect("it can be done");
    simulator.settle(&mut ())
}

#[test]
fn a_million_contacts_in_series() {
    const BUTTONS: usize = 1000;
    const EACH: usize = 1000;
    let net = |at: usize| if at == 0 { "+".to_owned() } else { format!("n{at}") };
    let mut parts = String::new();
    for button in 0..BUTTONS {
        write!(parts, "\"S{button}\": Button(contacts: {{").expect("a string takes all");
        for contact in 0..EACH {
            let at = button * EACH + contact;
            write!(parts, "\"{contact}\": Break({:?}, {:?}), ", net(at), net(at + 1)).expect("a string takes all");
        }
        parts += "}),\n";
    }
    writeln!(parts, "\"H1\": Lamp(pins: (\"n{}\", \"-\")),", BUTTONS * EACH).expect("a string takes all");
    let mut simulator = Simulator::new(read(&parts));
    assert_eq!(simulator.power_up(&mut ()), Outcome::Settled);
    let lamp = part(&simulator, "H1");
    assert_eq!(simulator.lamp(lamp), LampLevel::Lit);
    for button in ["S0", "S500", "S999"] {
        assert_eq!(act(&mut simulator, Action::Press, button), Outcome::Settled);
        assert_eq!(simulator.lamp(lamp), LampLevel::Off, "{button}");
        assert_eq!(act(&mut simulator, Action::Free, button), Outcome::Settled);
        assert_eq!(simulator.lamp(lamp), LampLevel::Lit, "{button}");
    }
}

/// A ring in which each relay feeds the next. Their make contacts open as long after the coil as
/// they close, so that a pulse goes round unchanged.
fn ring(relays: usize) -> Arc<Circuit> {
    let mut parts = String::from("\"S1\": Button(contacts: {\"1\": Make(\"+\", \"n0\")}),\n");
    for relay in 0..relays {
        let next = (relay + 1) % relays;
        writeln!(
            parts,
            "\"K{relay}\": Relay(coil: (\"n{relay}\", \"-\"), operate_ms: 5, release_ms: 6, transfer_ms: 1, contacts: {{\"1\": Make(\"+\", \"n{next}\")}}),"
        )
        .expect("a string takes all");
    }
    read(&parts)
}

/// The seconds an event costs in a ring with a pulse in it: the median over stretches of a thousand
/// relays, since a machine with other work to do has its moments.
fn cost_of_an_event(relays: usize) -> f64 {
    let mut simulator = Simulator::new(ring(relays));
    assert_eq!(simulator.power_up(&mut ()), Outcome::Settled);
    let button = part(&simulator, "S1");
    simulator.act(&[Action::Press(button)], &mut ()).expect("a button can be pressed");
    simulator.wait(10_000, &mut ());
    simulator.act(&[Action::Free(button)], &mut ()).expect("a pressed button can be freed");
    let mut costs: Vec<f64> = (0..60)
        .map(|_| {
            let mut events: Vec<Event> = Vec::new();
            let started = Instant::now();
            simulator.wait(5_000 * 1_000, &mut events);
            let seconds = started.elapsed().as_secs_f64();
            let moves = events.iter().filter(|event| matches!(event.what, What::Moved { .. })).count();
            assert!(moves > 3_000, "the pulse goes on: {moves}");
            seconds / moves as f64
        })
        .collect();
    costs.sort_by(f64::total_cmp);
    costs[costs.len() / 2]
}

#[test]
fn the_cost_of_an_event_in_a_ring_does_not_grow_with_its_length() {
    let ratio = cost_of_an_event(100_000) / cost_of_an_event(1_000);
    // What is new to the processor's caches may cost some times as much; a hundred times is not fair.
    assert!(ratio < 12.0, "an event costs {ratio} times as much in a ring a hundred times as long");
}

#[test]
fn a_ring_fed_through_one_button_is_seen_to_go_on_for_ever() {
    let mut simulator = Simulator::new(ring(100_000));
    let _ = simulator.power_up(&mut ());
    let button = part(&simulator, "S1");
    simulator.act(&[Action::Press(button)], &mut ()).expect("a button can be pressed");
    simulator.wait(10_000, &mut ());
    simulator.act(&[Action::Free(button)], &mut ()).expect("a pressed button can be freed");
    match simulator.settle(&mut ()) {
        Outcome::Oscillates(oscillation) => assert_eq!(oscillation.parts.len(), 100_000),
        Outcome::Settled | Outcome::GaveUp(_) => assert!(!simulator.is_settled(), "the pulse goes round"),
    }
}

#[test]
fn a_bus_with_ten_thousand_contacts() {
    // Half of the relays bring the bus to plus, the other half hang on it with their lamps.
    let mut parts = String::from("\"S1\": Button(contacts: {\"1\": Make(\"+\", \"bus\")}),\n");
    for relay in 0..5_000 {
        writeln!(
            parts,
            "\"K{relay}\": Relay(coil: (\"bus\", \"-\"), contacts: {{\"1\": Make(\"+\", \"bus\"), \"2\": Make(\"bus\", \"l{relay}\")}}), \"H{relay}\": Lamp(pins: (\"l{relay}\", \"-\")),"
        )
        .expect("a string takes all");
    }
    let mut simulator = Simulator::new(read(&parts));
    assert_eq!(simulator.power_up(&mut ()), Outcome::Settled);
    assert_eq!(act(&mut simulator, Action::Press, "S1"), Outcome::Settled);
    assert_eq!(act(&mut simulator, Action::Free, "S1"), Outcome::Settled);
    for name in ["K0", "K4999"] {
        assert_eq!(simulator.place(part(&simulator, name)), Place::OPERATED);
    }
    assert_eq!(simulator.lamp(part(&simulator, "H4999")), LampLevel::Lit);
    // 5,000 coils of 48 mA and 5,000 lamps of 100 mA.
    let supply = part(&simulator, "G1");
    assert_eq!(simulator.current(supply, 0).milliamps(), 740_000.0);
}
