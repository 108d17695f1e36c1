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
