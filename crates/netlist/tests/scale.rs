//! Large circuits: read, checked and printed without recursion and without quadratic walks.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use kiber_netlist::{print, read};

#[track_caller]
fn check(parts: &str, findings: usize) {
    let text = format!("Circuit(parts: {{\"G1\": Source(plus: \"+\", minus: \"-\"), {parts}}})");
    let reading = read(&text);
    assert_eq!(reading.findings.len(), findings, "{:?}", reading.findings.first());
    if findings == 0 {
        let circuit = reading.circuit.unwrap();
        assert!(read(&print(&circuit)).circuit == Some(circuit));
    }
}

#[test]
fn contacts_in_series() {
    let contacts: String = (1..100_000).map(|n| format!("\"{n}\": Make(\"n{n}\", \"n{}\"),", n + 1)).collect();
    check(
        &format!(
            "\"S1\": Button(contacts: {{\"0\": Make(\"+\", \"n1\"), {contacts}}}), \"H1\": Lamp(pins: (\"n100000\", \"-\"))"
        ),
        0,
    );
}

#[test]
fn a_ring_of_relays_behind_a_start_button() {
    let relay = |n: usize| {
        format!(
            "\"K{n}\": Relay(coil: (\"k{n}\", \"-\"), contacts: {{\"1\": Make(\"+\", \"k{}\")}}),",
            (n + 1) % 10_000
        )
    };
    let ring: String = (0..10_000).map(relay).collect();
    check(&format!("{ring} \"S1\": Button(contacts: {{\"1\": Make(\"+\", \"k0\")}})"), 0);
}

#[test]
fn a_break_contact_in_ten_thousand_that_shorts() {
    let contacts: String = (0..10_000).map(|n| format!("\"{n}\": Break(\"n{n}\", \"n{}\"),", n + 1)).collect();
    check(
        &format!("\"S1\": Button(contacts: {{{contacts} \"a\": Make(\"+\", \"n0\"), \"b\": Make(\"n10000\", \"-\")}})"),
        0,
    );
    check(
        &format!(
            "\"S1\": Button(contacts: {{{contacts} \"a\": Break(\"+\", \"n0\"), \"b\": Break(\"n10000\", \"-\")}})"
        ),
        1,
    );
}

#[test]
fn as_many_findings_as_parts() {
    let misspelt: String =
        (0..10_000).map(|n| format!("\"K{n}\": Relay(coil: (\"a\", \"-\"), model: \"m{n}\"),")).collect();
    check(&misspelt, 10_000);
    let lone: String = (0..10_000).map(|n| format!("\"K{n}\": Relay(coil: (\"+\", \"k{n}\")),")).collect();
    check(&format!("{lone} \"H1\": Lamp(pins: (\"+\", \"-\"))"), 10_000);
}

#[test]
fn thousands_of_switches_with_hundreds_of_places() {
    let stepper = |n: usize| {
        let places: String = (0..100).map(|place| format!("\"n{n}.{place}\",")).collect();
        format!(
            "\"Q{n}\": Stepper(coil: (\"+\", \"-\"), places: 100, wafers: {{\"a\": (common: \"+\", places: [{places}])}}),"
        )
    };
    check(&(0..500).map(stepper).collect::<String>(), 0);
}

#[test]
fn thousands_of_fuses_and_capacitors() {
    let branch = |n: usize| {
        format!(
            "\"F{n}\": Fuse(pins: (\"+\", \"f{n}\"), amps: 0.01), \"H{n}\": Lamp(pins: (\"f{n}\", \"-\")), \"C{n}\": Capacitor(pins: (\"f{n}\", \"-\"), farads: 0.001),"
        )
    };
    check(&(0..3_000).map(branch).collect::<String>(), 3_000);
}
