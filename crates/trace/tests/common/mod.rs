//! A circuit with one of each kind of part, and its ids.

use std::sync::Arc;

use kiber_netlist::{Circuit, ContactId, NetId, PartId};
use kiber_trace::Recording;

pub(crate) fn circuit() -> Arc<Circuit> {
    let source = r#"Circuit(
        title: "One of each,\nnearly",
        parts: {
            "G1": Source(plus: "+", minus: "-", volts: 24.0, max_amps: 0.5),
            "S1": Button(contacts: {"1": Make("+", "a"), "2": Break("+", "c")}),
            "V1": Toggle(contacts: {"a": Changeover(common: "+", break: "c", make: "a")}),
            "V2": Toggle(contacts: {}),
            "K1": Relay(coil: ("a", "-"), contacts: {
                "1": Make("+", "a"),
                "2": Changeover(common: "+", break: "c", make: "d"),
                "3": Changeover(common: "+", break: "c", make: "d", bridging: true),
                "4": Changeover(common: "+", make: "d"),
            }),
            "КОНЕЦ1": Relay(label: "End", coil: ("c", "-"), contacts: {"1": Break("+", "net 7")}),
            "H1": Lamp(pins: ("d", "-")),
            "R1": Resistor(pins: ("net 7", "-"), ohms: 100.0),
        },
    )"#;
    read(source)
}

/// A circuit with the parts that have other places than a plain relay's.
pub(crate) fn switchroom() -> Arc<Circuit> {
    let source = r#"Circuit(
        title: "The other kinds",
        parts: {
            "G1": Source(plus: "+", minus: "-", volts: 24.0),
            "KE1": Relay(coil: ("a", "-"), contacts: {
                "1": Timed(contact: Make("+", "a"), early_ms: 0.5), "2": Make("+", "b"),
                "3": Timed(contact: Break("+", "c"), late_ms: 0.25)}),
            "KC1": Relay(coil: ("a", "-"), bounce_ms: 0.5, contacts: {"1": Make("+", "a"), "2": Break("+", "b")}),
            "KD1": DelayRelay(kind: OnDelay, delay_ms: 100.0, coil: ("a", "-"), contacts: {"1": Make("+", "b")}),
            "KI1": Impulse(coil: ("a", "-"), contacts: {"1": Changeover(common: "+", break: "a", make: "b")}),
            "KB1": Bistable(set: ("a", "-"), reset: ("b", "-"), contacts: {"1": Make("+", "c")}),
            "KB2": Bistable(coil: ("a", "b"), contacts: {"1": Make("+", "c")}),
            "KP1": Polarized(coil: ("a", "b"), centre: true, contacts: {"1": Left("+", "c"), "2": Right("+", "d")}),
            "KP2": Polarized(coil: ("a", "b"), contacts: {"1": Left("+", "c"), "2": Right("+", "d")}),
            "SW1": Stepper(coil: ("a", "-"), home: ("b", "-"), places: 4,
                wafers: {"a": (common: "+", places: ["a", "b", "c", "d"])},
                off_normal: {"1": Make("+", "c")}, interrupter: {"1": Break("+", "d")}),
            "SW2": Stepper(coil: ("b", "-"), places: 3, on: Release, bounce_ms: 0.5, wafers: {
                "a": (common: "+", places: ["a", "b", "c"], bridging: true)}),
            "SA1": Selector(places: 4, wafers: {
                "a": (common: "+", places: ["a", "b", "c", "d"]), "b": (common: "-", places: ["d", "c"])}),
            "SA2": Selector(places: 3, transfer_ms: 2.0, bounce_ms: 0.5, wafers: {
                "a": (common: "+", places: ["a", "b", "c"])}),
            "F1": Fuse(pins: ("c", "d"), amps: 0.5),
            "H1": Lamp(pins: ("d", "-")),
        },
    )"#;
    read(source)
}

fn read(source: &str) -> Arc<Circuit> {
    let reading = kiber_netlist::read(source);
    Arc::new(reading.circuit.unwrap_or_else(|| panic!("{:#?}", reading.findings)))
}

pub(crate) struct Ids {
    pub(crate) circuit: Arc<Circuit>,
}

impl Ids {
    pub(crate) fn part(&self, name: &str) -> PartId {
        self.circuit.part(name).unwrap()
    }
    pub(crate) fn contact(&self, name: &str) -> ContactId {
        self.circuit.contact(name).unwrap()
    }
    pub(crate) fn net(&self, name: &str) -> NetId {
        self.circuit.net(name).unwrap()
    }
}

/// The text of a recording, which has to read back as the same recording.
#[track_caller]
pub(crate) fn round_trip(recording: &Recording, circuit: &Arc<Circuit>) -> String {
    let text = recording.text(circuit);
    assert_eq!(Recording::parse(&text, circuit).as_ref(), Ok(recording), "\n{text}");
    text
}
