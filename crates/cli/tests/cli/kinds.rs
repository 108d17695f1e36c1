//! Every kind of part at the prompt and in a run: what `step` says of it, and what `run` warns of.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{Ran, file, kiber, kiber_with};
use kiber_cli::Terminal;

const ROOM: &str = r#"Circuit(title: "A relay room", parts: {
    "G1": Source(plus: "+", minus: "-", volts: 24.0),
    "S1": Button(contacts: {"1": Make("+", "p")}), "S2": Button(contacts: {"1": Make("+", "h")}),
    "SA1": Selector(label: "Range", places: 3, wafers: {"a": (common: "+", places: ["l0", "l1"])}),
    "SW1": Stepper(coil: ("p", "-"), home: ("h", "-"), places: 4,
        wafers: {"a": (common: "+", places: ["l0", "n1", "n2", "n3"])}, interrupter: {"1": Break("+", "i")}),
    "KI1": Impulse(coil: ("p", "-"), contacts: {"1": Make("+", "x")}),
    "KB1": Bistable(set: ("p", "-"), reset: ("h", "-"), contacts: {"1": Make("+", "y")}),
    "KP1": Polarized(coil: ("p", "h"), centre: true, contacts: {"1": Left("+", "x"), "2": Right("+", "y")}),
    "R1": Resistor(pins: ("p", "-"), ohms: 1000.0), "R2": Resistor(pins: ("h", "-"), ohms: 1000.0),
    "H1": Lamp(pins: ("l0", "-")), "H2": Lamp(pins: ("g", "-")), "R3": Resistor(pins: ("i", "-"), ohms: 1000.0),
    "S3": Button(contacts: {"1": Make("+", "f")}),
    "F1": Fuse(pins: ("f", "g"), amps: 0.05, blow_ms: 5.0),
    "C1": Capacitor(pins: ("y", "-"), farads: 0.00001, volts: 6.0),
})"#;

/// What the session says after the words of welcome.
fn said(lines: &str) -> String {
    let circuit = file("room.ron", ROOM);
    let step = |lines: &str| kiber_with(&["step", &circuit], lines, Terminal::default()).output;
    let (welcome, text) = (step(""), step(lines));
    let long: Vec<&str> = text.lines().filter(|line| line.chars().count() > 80).collect();
    assert_eq!(long, [] as [&str; 0]);
    text.strip_prefix(&welcome).unwrap().to_string()
}

#[test]
fn a_session_with_every_kind() {
    insta::assert_snapshot!(said(
        "set Range 1\nhold S1\nexpect SW1 at 1, KI1 operated, KB1 operated, KP1 right\nexpect SA1 at 2\nhold S2\nstate\n\
         free S1\nfree S2\npress S3\nreplace F1\nreplace F1\nhold S1 for 7500us\nstate\nSA1\nKI1\nF1\nset SA1 7\n"
    ));
}

#[test]
fn each_kind_in_full() {
    insta::assert_snapshot!(said(
        "hold S1\nstate SA1\nstate SW1\nstate KI1\nstate KB1\nstate KP1\nstate F1\nstate C1\nstate SW1/a\nstate KP1/2\nstate l0\n"
    ));
}

fn run(script: &str, more: &[&str]) -> Ran {
    // Several tests come here at once, each with scripts of its own.
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let number = RUNS.fetch_add(1, Ordering::Relaxed);
    let (circuit, script) = (file("room-run.ron", ROOM), file(&format!("room-{number}.script"), script));
    kiber(&[&["run", &circuit, "--script", &script], more].concat())
}

#[track_caller]
fn check_warnings(script: &str, expected: &[&str]) {
    let ran = run(script, &[]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let warnings: Vec<&str> =
        ran.errors.lines().filter_map(|line| line.split_once(": warning: ").map(|(_, text)| text)).collect();
    assert_eq!(warnings, expected, "{script}");
}

#[test]
fn blown_fuses_and_coils_driven_together_are_named() {
    let blown = "F1 has blown; it fed H2";
    check_warnings("press S3\n", &[blown]);
    check_warnings("press S3\nexpect F1 blown\n", &[]);
    check_warnings("press S3\nreplace F1\nexpect F1 whole\n", &[blown]);
    check_warnings("press S3\nexpect F1 blown\nreplace F1\npress S3\n", &[blown]);
    check_warnings("press S3 for 3ms\nexpect F1 whole\n", &["F1 carries 100 mA, more than its 0.05 A, for 3.000 ms"]);
    let both = "both coils of KB1 are driven, so it stays as it is, for 2.000 ms";
    check_warnings("hold S1\npress S2 for 2ms\nexpect KB1 operated\n", &[both]);
    check_warnings(
        "hold S1, S2 for 2ms\n",
        &["both coils of KB1 are driven, so it stays as it is, still so at the end"],
    );
    check_warnings("press S1\npress S2\nexpect KB1 released\n", &[]);
}

#[test]
fn they_are_in_the_report_of_a_program() {
    let json = run("press S3\nexpect F1 blown\nhold S1, S2 for 2ms\n", &["--format", "json"]).json();
    assert_eq!(json["blown"].to_string(), r#"[{"at_us":5000,"expected":true,"fed":["H2"],"fuse":"F1","line":1}]"#);
    assert_eq!(json["both_coils"][0]["relay"], "KB1");
    assert_eq!(json["both_coils"][0]["lasted_us"], serde_json::Value::Null);
    assert_eq!((&json["overloads"][0]["fuse"], &json["overloads"][0]["lasted_us"]), (&"F1".into(), &5000.into()));
}
