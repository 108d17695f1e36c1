//! Reading good circuits.
use kiber_netlist::{PartKind, read};

const START_STOP: &str = r#"
// a comment
Circuit(
    title: "Start and stop with a self-holding contact",
    models: {
        "RES-9": Relay(coil_ohms: 500.0, operate_ma: 28.0, release_ma: 7, operate_ms: (7.0, 8.0, 9.0), release_ms: 5.0, transfer_ms: 1.0),
        "pilot": Lamp(volts: 24.0, amps: 0.1),
    },
    parts: {
        "G1": Source(plus: "+", minus: "-", volts: 24.0),
        "S1": Button(contacts: {"1": Break("+", "a")}),
        "S2": Button(contacts: {"1": Make("a", "b")}),
        "K1": Relay(model: "RES-9", coil: ("b", "-"), contacts: { // two
            "1": Make("a", "b"),
            "2": Changeover(common: "+", break: "h2", make: "h1"), /* done */
        }),
        "H1": Lamp(model: "pilot", pins: ("h1", "-")),
        "H2": Lamp(model: "pilot", pins: ("h2", "-"), label: Some("Стоп")),
    },
    panel: [[("S1", "Start"), ("S2", "Stop")], [("H1", "Running")]],
)
"#;

#[test]
fn the_example_of_the_format() {
    let reading = read(START_STOP);
    assert_eq!(reading.findings, []);
    let circuit = reading.circuit.unwrap();
    assert_eq!(circuit.parts.len(), 6);
    let k1 = circuit.part("K1").unwrap();
    let PartKind::Relay(relay) = &circuit.parts[k1].kind else { panic!() };
    assert_eq!(relay.operate_ms.min, 7.0);
    assert_eq!(relay.coils[0].ohms.nominal, 500.0);
    assert_eq!(circuit.part("Стоп"), circuit.part("H2"));
    assert_eq!(circuit.contact_shown(circuit.contact("K1/2").unwrap()), "K1/2");
}

#[test]
fn printed() {
    let circuit = read(START_STOP).circuit.unwrap();
    let printed = kiber_netlist::print(&circuit);
    println!("{printed}");
    let again = read(&printed);
    assert_eq!(again.findings, []);
    assert_eq!(again.circuit.unwrap(), circuit);
}
