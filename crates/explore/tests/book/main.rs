//! Rule-books: reading them, what is wrong with them, and what their words mean.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that cannot set up has failed")]

mod findings;
mod language;
mod lines;
mod properties;
mod rules;

use std::sync::Arc;

use kiber_engine::Simulator;
use kiber_explore::book::{CODES, Reading, RuleBook, read};
use kiber_netlist::{Circuit, Finding, line_and_column};

/// A circuit with a part of every kind, with names and labels of every kind.
const CIRCUIT: &str = r##"Circuit(
    title: "One of each",
    parts: {
        "G1": Source(plus: "+", minus: "-", volts: 24.0),
        "КН1": Button(label: "Start", contacts: {"1": Make("+", "a")}),
        "КН2": Button(label: "Stop now", contacts: {"1": Break("a", "b")}),
        "V1": Toggle(on: true, contacts: {"a": Make("+", "l1")}),
        "V2": Toggle(contacts: {"a": Make("+", "l2")}),
        "V3": Toggle(on: true, contacts: {"a": Make("+", "l3")}),
        "P6'": Relay(label: "memory", coil: ("b", "-"), contacts: {"1": Make("+", "a"), "2": Changeover(common: "+", make: "b3", break: "b4")}),
        "P7'": Relay(coil: ("b3", "-"), contacts: {"1": Break("+", "b4")}),
        "-K1": Relay(coil: ("b4", "-")),
        "L1": Lamp(pins: ("l1", "-")),
        "L2": Lamp(pins: ("l2", "-")),
        "L3": Lamp(pins: ("l3", "-")),
        "9": Lamp(pins: ("b4", "-"), volts: 100.0),
    },
)"##;

fn circuit() -> Circuit {
    let reading = kiber_netlist::read(CIRCUIT);
    reading.circuit.unwrap_or_else(|| panic!("{:#?}", reading.findings))
}

/// The circuit as it stands after power-up.
fn powered_up() -> Simulator {
    let mut simulator = Simulator::new(Arc::new(circuit()));
    assert_eq!(simulator.power_up(&mut ()), kiber_engine::Outcome::Settled);
    simulator
}

#[track_caller]
fn good(source: &str) -> RuleBook {
    let Reading { book, findings } = read(source, &circuit());
    assert_eq!(shown(source, &findings), "", "{source}");
    book.unwrap()
}

/// Findings as a person reads them, one after another.
fn shown(source: &str, findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let known = [CODES, kiber_netlist::CODES, kiber_script::CODES];
        assert!(known.iter().any(|codes| codes.iter().any(|code| code.name == finding.code)), "{}", finding.code);
        let (line, column) = line_and_column(source, finding.span.start);
        let place = source.get(finding.span.clone()).unwrap_or_else(|| panic!("{finding:?} is not in the text"));
        text += &format!("{line}:{column} [{place}] {}: {}", finding.code, finding.message);
        if let Some((span, why)) = &finding.second {
            let (line, column) = line_and_column(source, span.start);
            text += &format!(" ({why}: {line}:{column} [{}])", &source[span.clone()]);
        }
        if let Some(help) = &finding.help {
            text += &format!("\n    {help}");
        }
        text.push('\n');
    }
    text
}
