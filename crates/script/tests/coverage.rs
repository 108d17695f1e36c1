//! What scripts cover of a circuit.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use std::fmt::Write;
use std::sync::Arc;

use kiber_engine::ContactSide;
use kiber_script::{Coverage, parse};

const CIRCUIT: &str = r#"Circuit(title: "", parts: {
    "G1": Source(plus: "+", minus: "-"),
    "S1": Button(contacts: {"1": Make("+", "a")}),
    "S2": Button(contacts: {"1": Break("+", "h")}),
    "V1": Toggle(on: true, contacts: {"1": Make("h", "k")}),
    "SA1": Selector(places: 3, wafers: {"a": (common: "+", places: ["x", "y", "z"])}),
    "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("k", "a"), "2": Changeover(common: "+", make: "l", break: "m")}),
    "H1": Lamp(pins: ("l", "-")),
    "H2": Lamp(pins: ("z", "-")),
})"#;

/// All that these scripts never did, a line for each part.
fn never(scripts: &[&str]) -> String {
    let circuit = Arc::new(kiber_netlist::read(CIRCUIT).circuit.unwrap());
    let mut together = Coverage::new(Arc::clone(&circuit));
    let mut one_by_one = Coverage::new(Arc::clone(&circuit));
    for script in scripts {
        let script = parse(script, &circuit).0.unwrap();
        together.play(&script);
        let mut alone = Coverage::new(Arc::clone(&circuit));
        alone.play(&script);
        one_by_one.add(&alone);
    }
    assert_eq!(told(&together), told(&one_by_one));
    assert_eq!(together.runs(), one_by_one.runs());
    told(&together)
}

fn told(coverage: &Coverage) -> String {
    let circuit = coverage.circuit();
    let mut told = String::new();
    for covered in coverage.parts().filter(|covered| !covered.reached) {
        writeln!(told, "{}", covered.claim().shown(circuit)).unwrap();
    }
    for covered in coverage.sides().filter(|covered| !covered.is_whole()) {
        let contact = &circuit.contacts[covered.contact];
        let side = match covered.side {
            ContactSide::Make => "make".to_owned(),
            ContactSide::Break => "break".to_owned(),
            ContactSide::Place(place) => format!("at {place}"),
        };
        let lacks = [(covered.closed, "closed"), (covered.opened, "opened"), (covered.carried, "carried")];
        let lacks: Vec<&str> = lacks.iter().filter(|(done, _)| !done).map(|&(_, word)| word).collect();
        writeln!(told, "{}/{} {side} {}", circuit.parts[contact.part].name, contact.name, lacks.join(", ")).unwrap();
    }
    told
}

#[test]
fn nothing_is_covered_by_nothing() {
    insta::assert_snapshot!(never(&[""]), @"
    S1 pressed
    S2 pressed
    V1 on
    V1 off
    SA1 at 0
    SA1 at 1
    SA1 at 2
    K1 operated
    K1 released
    H1 lit
    H2 lit
    S1/1 make closed, opened, carried
    S2/1 break closed, opened, carried
    V1/1 make closed, opened, carried
    SA1/a at 0 closed, opened, carried
    SA1/a at 1 closed, opened, carried
    SA1/a at 2 closed, opened, carried
    K1/1 make closed, opened, carried
    K1/2 break closed, opened, carried
    K1/2 make closed, opened, carried
    ");
}

#[test]
fn scripts_cover_together_what_each_does() {
    insta::assert_snapshot!(never(&["press S1\nset SA1 2", "press S1\npress S2"]), @"
    V1 on
    V1 off
    SA1 at 0
    SA1 at 1
    V1/1 make closed, opened
    SA1/a at 0 closed, carried
    SA1/a at 1 closed, opened, carried
    SA1/a at 2 opened
    K1/2 break carried
    ");
}

#[test]
fn what_a_fault_does_is_no_merit_of_the_contact() {
    let faulty = never(&["weld K1/2\nbreak S1/1\nhold S1\nmend K1/2\nmend S1/1"]);
    assert!(faulty.contains("K1/2 break closed, carried\n"), "{faulty}");
    assert!(faulty.contains("S1/1 make closed, opened\n"), "{faulty}");
}

#[test]
fn a_travel_that_turns_round_arrives_nowhere() {
    let turned = never(&["hold S1 for 3ms\nfree S1"]);
    assert!(turned.contains("K1 operated\nK1 released\n"), "{turned}");
    // The lamp was never fed, and the coil was.
    assert!(turned.contains("H1 lit\n") && !turned.contains("S1/1"), "{turned}");
}
