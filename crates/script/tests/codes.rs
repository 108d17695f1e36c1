//! Every code has a script that provokes it and a paragraph in the documentation.
#![allow(clippy::panic, reason = "a test that cannot read its circuit has failed")]

use std::sync::Arc;

use kiber_netlist::{Files, beside};
use kiber_script::{CODES, Player, parse_line, parse_with};

const CIRCUIT: &str = r#"Circuit(
    title: "Start and stop",
    parts: {
        "G1": Source(plus: "+", minus: "-", volts: 24.0),
        "S1": Button(contacts: {"1": Break("+", "a")}),
        "S2": Button(contacts: {"1": Make("a", "b")}),
        "K1": Relay(coil: ("b", "-"), contacts: {"1": Make("a", "b")}),
        "H1": Lamp(pins: ("b", "-")),
        "SA1": Selector(places: 3, wafers: {"a": (common: "+", places: ["a"])}),
        "F1": Fuse(pins: ("b", "f"), amps: 1.0), "R1": Resistor(pins: ("f", "-"), ohms: 500.0),
    },
)"#;

/// The scripts, in the order of the table. Nobody writes 4 GiB for the one that is left out.
const PROVOKED: [(&str, &str); 32] = [
    ("script-unknown-action", "presss S1"),
    ("script-missing-part", "press"),
    ("script-unknown-part", "press S3"),
    ("script-unknown-contact", "break K1/2"),
    ("script-unknown-net", "cut K1 a2"),
    ("script-unknown-place", "set SA1 3"),
    ("script-extra-words", "press S1 S2"),
    ("script-wrong-kind", "press K1"),
    ("script-bad-range", "press S1..K1"),
    ("script-named-twice", "press S1..S2, S1"),
    ("script-bad-time", "wait 3"),
    ("script-bad-order", "hold S2 in order K1 jumps"),
    ("script-missing-word", "expect K1"),
    ("script-unknown-word", "expect K1 up"),
    ("script-wrong-word", "expect K1 lit"),
    ("script-open-quote", "cut K1 \"b"),
    ("script-bad-repeat", "repeat 0 { press S1 }"),
    ("script-odd-brace", "repeat 7 {\npress S1"),
    ("script-bad-heading", "=="),
    ("script-bad-include", "include once"),
    ("script-include-not-found", "include \"never.script\""),
    ("script-include-circle", "include \"main.script\""),
    ("script-too-deep", TOO_DEEP),
    ("script-not-a-line", "repeat 7 { press S1 }"),
    ("script-already-pressed", "hold S1\npress S1"),
    ("script-not-pressed", "free S1"),
    ("script-not-blown", "replace F1"),
    ("script-already-broken", "break K1\nbreak K1"),
    ("script-nothing-to-mend", "mend K1"),
    ("script-not-asked", "hold S1 in order K1"),
    ("script-expectation-failed", "expect K1 operated"),
    ("script-too-late", TOO_LATE),
];

const TOO_DEEP: &str = "65 repeats, each in another";
const TOO_LATE: &str = "ten thousand times the longest time";

/// An empty folder.
struct Nothing;

impl Files for Nothing {
    fn locate(&mut self, path: &str, from: &str) -> Result<String, String> {
        Ok(beside(from, path))
    }

    fn text(&mut self, _: &str) -> Result<String, String> {
        Err("there is no such file".to_owned())
    }
}

#[test]
fn each_is_provoked_by_a_script() {
    let circuit = kiber_netlist::read(CIRCUIT).circuit.map(Arc::new).unwrap_or_else(|| panic!("the circuit is good"));
    for (code, source) in PROVOKED {
        let source = match source {
            TOO_LATE => "wait 1000000000s\n".repeat(10_000),
            TOO_DEEP => format!("{} press S1 {}", "repeat 1 {".repeat(65), "}".repeat(65)),
            source => source.to_owned(),
        };
        if code == "script-not-a-line" {
            let findings = parse_line(&source, &circuit).err().unwrap_or_default();
            assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [code]);
            continue;
        }
        let reading = parse_with(&source, "main.script", &circuit, &mut Nothing);
        let (script, mut findings) = (reading.script, reading.findings);
        if let Some(script) = script {
            findings.extend(Player::power_up(Arc::clone(&circuit), &mut ()).play(&script, &mut ()).findings(&circuit));
        }
        let codes: Vec<&str> = findings.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, [code], "{source:.60}");
    }
    let listed = CODES.iter().map(|code| code.name).filter(|&code| code != "script-too-long");
    assert!(listed.eq(PROVOKED.map(|(code, _)| code)), "the table and the scripts differ");
}

#[test]
fn each_is_explained_in_the_documentation_in_the_same_order() {
    let page = include_str!("../../../docs/scripts.md");
    let headings = page.lines().filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`'));
    assert!(headings.eq(CODES.iter().map(|code| code.name)), "the table and docs/scripts.md differ");
}
