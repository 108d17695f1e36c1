//! A relay that releases more slowly while its second winding is short-circuited.

#![allow(clippy::expect_used, reason = "a test that cannot set up has failed")]

mod common;

use kiber_engine::{Action, Event, Place, Simulator, What};

use common::powered;

/// The supply goes off, and with `shorted` the second winding is short-circuited by a toggle; when the
/// contacts of K1 open and when it is released, in microseconds.
#[track_caller]
fn check(shorted: bool, expected: [u64; 2]) {
    let mut simulator = machine();
    let part = |name: &str| simulator.circuit().part(name).expect(name);
    let (source, toggle, relay) = (part("G1"), part("S1"), part("K1"));
    if shorted {
        simulator.act(&[Action::TurnOn(toggle)], &mut ()).expect("S1 is a toggle");
    }
    let began = simulator.now();
    let mut events: Vec<Event> = Vec::new();
    simulator.act(&[Action::Source(source, false)], &mut events).expect("G1 is a source");
    let _ = simulator.settle(&mut events);
    let moves: Vec<u64> = events
        .iter()
        .filter(|event| matches!(event.what, What::Moved { part, .. } if part == relay))
        .map(|event| event.at - began)
        .collect();
    assert_eq!(moves, expected);
    assert_eq!(simulator.place(relay), Place::RELEASED);
}

fn machine() -> Simulator {
    powered(
        r#""G1": Source(plus: "+", minus: "-"),
        "K1": Relay(
            coils: {"A": (pins: ("+", "-")), "B": (pins: ("b", "c"))},
            shorted_release_ms: 200.0,
            contacts: {"1": Make("x", "y")},
        ),
        "S1": Toggle(contacts: {"1": Make("b", "c")}),"#,
    )
}

#[test]
fn a_short_circuited_winding_holds_the_armature_longer() {
    check(false, [4_000, 5_000]);
    check(true, [199_000, 200_000]);
}

#[test]
fn it_counts_from_when_the_winding_is_short_circuited() {
    let mut simulator = machine();
    let part = |name: &str| simulator.circuit().part(name).expect(name);
    let (source, toggle, relay) = (part("G1"), part("S1"), part("K1"));
    simulator.act(&[Action::Source(source, false)], &mut ()).expect("G1 is a source");
    simulator.wait(3_000, &mut ());
    simulator.act(&[Action::TurnOn(toggle)], &mut ()).expect("S1 is a toggle");
    simulator.wait(198_000, &mut ());
    assert_eq!(simulator.place(relay), Place::OPERATED);
    simulator.wait(1_000, &mut ());
    assert_eq!(simulator.place(relay), Place::RETURNING);
    // Open again, the armature is on its way and does not stop.
    simulator.act(&[Action::TurnOff(toggle)], &mut ()).expect("S1 is a toggle");
    let _ = simulator.settle(&mut ());
    assert_eq!(simulator.place(relay), Place::RELEASED);
}
