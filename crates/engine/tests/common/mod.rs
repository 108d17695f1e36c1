//! What the engine's tests share: circuits from text, and parts by name.

// Each test file uses its own share of these.
#![allow(dead_code, unreachable_pub, clippy::panic)]

use std::sync::Arc;

use kiber_engine::{Action, Outcome, Place, Simulator};
use kiber_netlist::{Circuit, PartId, Severity};

/// The circuit with these parts.
#[track_caller]
pub fn circuit(parts: &str) -> Arc<Circuit> {
    let reading = kiber_netlist::read(&format!("Circuit(title: \"test\", parts: {{ {parts} }})"));
    let errors: Vec<_> = reading.findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
    Arc::new(reading.circuit.unwrap_or_else(|| panic!("{errors:#?}")))
}

/// The circuit with these parts, powered up.
#[track_caller]
pub fn powered(parts: &str) -> Simulator {
    let mut simulator = Simulator::new(circuit(parts));
    let outcome = simulator.power_up(&mut ());
    assert!(!matches!(outcome, Outcome::GaveUp(_)));
    simulator
}

#[track_caller]
pub fn part(simulator: &Simulator, name: &str) -> PartId {
    simulator.circuit().part(name).unwrap_or_else(|| panic!("no part {name}"))
}

#[track_caller]
pub fn milliamps(simulator: &Simulator, name: &str) -> f64 {
    simulator.current(part(simulator, name), 0).milliamps()
}

#[track_caller]
pub fn operated(simulator: &Simulator, name: &str) -> bool {
    simulator.place(part(simulator, name)) == Place::OPERATED
}

/// Does one thing and lets the circuit settle.
#[track_caller]
pub fn act(simulator: &mut Simulator, action: impl Fn(PartId) -> Action, name: &str) -> Outcome {
    let part = part(simulator, name);
    simulator.act(&[action(part)], &mut ()).unwrap_or_else(|error| panic!("{name}: {error}"));
    simulator.settle(&mut ())
}
