//! `kiber check`.

use kiber_cli::Terminal;

use crate::{LAMP, file, kiber, kiber_with, path, without_folder};

/// One warning: nothing else is joined to the lamp's net.
fn lonely() -> String {
    LAMP.replace(r#"pins: ("a", "-")"#, r#"pins: ("b", "-")"#)
}

#[test]
fn a_sound_circuit_is_status_0() {
    let ran = kiber(&["check", &file("sound.ron", LAMP)]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    insta::assert_snapshot!(without_folder(&ran.output));
}

#[test]
fn the_article_with_its_notes() {
    let ran = kiber(&["check", "article"]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    assert!(ran.output.contains("winding III: 20 turns"), "{}", ran.output);
    let long: Vec<&str> = ran.output.lines().filter(|line| line.chars().count() > 80).collect();
    assert_eq!(long, [] as [&str; 0]);
}

#[test]
fn a_warning_is_status_1_and_shown_with_its_line() {
    let ran = kiber(&["check", &file("warning.ron", lonely())]);
    assert_eq!(ran.status, 1, "{ran:?}");
    insta::assert_snapshot!(without_folder(&ran.output));
}

#[test]
fn errors_are_status_1_and_all_told_at_once() {
    let source = LAMP.replace("volts: 24.0)", "volts: -24.0)").replace("Button", "Buton");
    let ran = kiber(&["check", &file("errors.ron", source)]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.output.matches("error[").count() >= 2, "{}", ran.output);
    assert!(ran.output.contains("`Button`"), "{}", ran.output);
}

#[test]
fn every_text_that_can_be_opened_is_checked() {
    for (name, text) in [
        ("empty.ron", &b""[..]),
        ("blank.ron", b" \n\n"),
        ("binary.ron", b"\x00\xff\xfe\x00\x01"),
        ("half.ron", b"Circuit(title: \"\xd0\x9a\xd0\", parts: {})"),
        ("cut.ron", LAMP.as_bytes().split_at(80).0),
        ("prose.ron", "Двести лет назад".as_bytes()),
    ] {
        let path = file(name, text);
        let ran = kiber(&["check", &path]);
        assert_eq!((ran.status, ran.errors.as_str()), (1, ""), "{name}: {ran:?}");
        let findings = kiber(&["check", &path, "--format", "json"]).json();
        assert!(!findings["findings"].as_array().unwrap().is_empty(), "{name}");
    }
}

#[test]
fn a_byte_order_mark_and_windows_lines_are_read_right() {
    let text = format!("\u{feff}{}", lonely().replace('\n', "\r\n"));
    let findings = kiber(&["check", &file("marked.ron", text), "--format", "json"]).json();
    let plain = kiber(&["check", &file("unmarked.ron", lonely()), "--format", "json"]).json();
    let place = |report: &serde_json::Value| {
        let finding = report["findings"][0].clone();
        (finding["line"].clone(), finding["column"].clone(), finding["code"].clone())
    };
    assert_eq!(place(&findings), place(&plain));
}

#[test]
fn what_cannot_be_opened_is_status_2_and_the_others_are_checked_all_the_same() {
    let sound = file("beside.ron", LAMP);
    let ran = kiber(&["check", &sound, "nowhere.ron", &file("beside-2.ron", lonely())]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.errors.contains("cannot read `nowhere.ron`"), "{}", ran.errors);
    assert!(ran.output.contains("beside.ron: no errors, no warnings"), "{}", ran.output);
    assert!(ran.output.contains("beside-2.ron: 2 warnings"), "{}", ran.output);
}

#[test]
fn the_json_has_a_row_for_every_finding() {
    let path = file("rows.ron", lonely());
    let report = kiber(&["check", &path, "article", "--format", "json"]).json();
    let findings = report["findings"].as_array().unwrap();
    assert!(!findings.is_empty());
    for finding in findings {
        assert_eq!(finding["file"], path.as_str());
        assert!(finding["code"].is_string() && finding["message"].is_string(), "{finding}");
        assert_eq!(finding["severity"], "warning");
        assert!(finding["line"].as_u64() > Some(1) && finding["column"].as_u64() > Some(1), "{finding}");
    }
    assert_eq!(report["circuits"].as_array().unwrap().len(), 2);
    assert_eq!(report["circuits"][1]["file"], "article");
    assert!(report["circuits"][1]["notes"].as_array().unwrap().len() >= 3);
}

/// Many lamps, each alone on its net; `between` stands between two parts.
fn many_findings(between: &str) -> String {
    let mut text = String::from("Circuit(title: \"many\", parts: {\"G1\": Source(plus: \"+\", minus: \"-\"),");
    for number in 0..5000 {
        text.push_str(&format!("\"H{number}\": Lamp(pins: (\"+\", \"n{number}\")),{between}"));
    }
    text + "})"
}

#[test]
fn of_thousands_of_findings_the_first_are_drawn_and_all_are_told() {
    // On one line the drawing is left out, and a place must still cost no walk over the line.
    for (name, between) in [("many-lines.ron", "\n"), ("one-line.ron", " ")] {
        let path = file(name, many_findings(between));
        let ran = kiber(&["check", &path]);
        assert_eq!(ran.status, 1);
        assert!(ran.output.lines().count() < 6_000, "{}", ran.output.lines().count());
        assert!(ran.output.contains("… and 4901 findings more in"), "{}", ran.output);
        assert!(ran.output.contains("nothing else is on the net `n4999`"), "{}", ran.output);
        let report = kiber(&["check", &path, "--format", "json"]).json();
        assert!(report["findings"].as_array().unwrap().len() >= 5000);
    }
}

#[test]
fn a_hundred_findings_are_all_told() {
    let lamps: String =
        (0..100).map(|number| format!("\"H{number}\": Lamp(pins: (\"+\", \"-\"), wats: 3),\n")).collect();
    let ran = kiber(&["check", &file("hundred.ron", format!("Circuit(parts: {{{lamps}}})"))]);
    assert_eq!(ran.output.matches("a Lamp has no field `wats`").count(), 100);
}

#[test]
fn what_was_meant_is_told_where_the_line_is_too_long_to_show() {
    let text = format!("Circuit(title: \"{}\", prts: {{}})", "t".repeat(100_000));
    let ran = kiber(&["check", &file("long.ron", text)]);
    assert!(ran.output.contains("long.ron:1:100020: error[unknown-field]"), "{}", ran.output);
    assert!(ran.output.contains("  = help: did you mean `parts`?"), "{}", ran.output);
}

#[test]
fn no_text_of_the_circuit_speaks_to_the_terminal() {
    let text = LAMP
        .replace("Button(", "Button(label: \"L\\u{1b}[31m\", note: \"N\\u{1b}[31m\\u{7}\", ")
        .replace("\"Light\"", "\"C\\u{1b}[31m\\n\"")
        .replace("A lamp", "T\\u{1b}[31m");
    let path = file("escapes.ron", text);
    for ran in [
        kiber(&["check", &path]),
        kiber_with(&["step", &path], "state\nstate S1\nback \u{1b}[31m\n", Terminal::default()),
    ] {
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(!ran.output.contains(['\u{1b}', '\u{7}']), "{}", ran.output);
    }
}

/// A coil behind a lamp that does not operate when the supply is low, and one that does.
const WEAK: &str = r#"Circuit(
    title: "Two relays and a lamp on a weak supply",
    models: {
        "r": Relay(coil_ohms: (450.0, 500.0, 550.0), operate_ma: (25.0, 28.0, 31.0), release_ma: (5.0, 7.0, 9.0)),
    },
    parts: {
        "G1": Source(plus: "+", minus: "-", volts: (21.6, 24.0, 26.4), internal_ohms: (0.0, 10.0, 20.0)),
        "S1": Button(contacts: {"1": Make("+", "a")}),
        "S2": Button(contacts: {"1": Break("+", "h")}),
        "K1": Relay(model: "r", coil: ("a", "-"), contacts: {"1": Make("h", "a"), "2": Make("+", "b")}),
        "H1": Lamp(pins: ("b", "c")),
        "K2": Relay(model: "r", coil: ("c", "-")),
    },
)
"#;

/// A folder of a test's own, with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> String {
    let folder = path(name);
    std::fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
    folder.into_os_string().into_string().unwrap()
}

#[test]
fn margins_over_the_scripts_beside_a_circuit() {
    let files = [
        ("weak.ron", WEAK),
        ("go.script", "press S1\nexpect K1 operated, K2 released\npress S2\n"),
        ("other.script", "press S7\n"),
        ("stops.script", "mend K1\n"),
    ];
    let folder = folder("margins", &files);
    let ran = kiber(&["check", &format!("{folder}/weak.ron"), "--margins"]);
    // 21.6 V behind 20 ohms, K1 of 450 ohms beside the lamp and K2: 25.559 mA are no 31.
    assert_eq!(ran.status, 1, "{ran:?}");
    let folder = format!("{folder}/");
    insta::assert_snapshot!(without_folder(&ran.errors).replace("margins/", ""), @r"
    other.script: warning: left out, not a script for weak.ron (1 finding)
    stops.script:1: warning: stopped here: nothing is broken at K1
    ");
    let output = ran.output.replace(&folder, "");
    insta::assert_snapshot!(output);
}

#[test]
fn margins_of_scripts_that_are_named() {
    let circuit = file("weak.ron", WEAK);
    let script = file("weak-go.script", "press S1\n");
    let ran = kiber(&["check", &circuit, "--margins", "--script", &script, "--format", "json"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    let report = ran.json();
    let slimmest = &report["margins"][0];
    assert_eq!((slimmest["coil"].as_str(), slimmest["demand"].as_str()), (Some("K2"), Some("operates")));
    assert!((slimmest["margin"].as_f64().unwrap() + 0.1755).abs() < 1e-3, "{slimmest:#}");
    assert_eq!(slimmest["corner"][0], serde_json::json!({"part": "G1", "field": "volts", "value": 21.6}));
    assert_eq!((slimmest["line"].as_u64(), slimmest["action"].as_str()), (Some(1), Some("press S1")));
    assert_eq!(report["circuits"][0]["survey"]["ranges_given"], true);
    let margins: Vec<f64> =
        report["margins"].as_array().unwrap().iter().map(|row| row["margin"].as_f64().unwrap()).collect();
    assert!(margins.is_sorted() && margins.len() > 4, "{margins:?}");
    let wrong = kiber(&["check", &circuit, "--margins", "--script", &file("weak-wrong.script", "press S9\n")]);
    assert_eq!(wrong.status, 2, "{wrong:?}");
    assert!(wrong.errors.contains("S9"), "{}", wrong.errors);
}

#[test]
fn margins_without_scripts_are_those_of_power_up() {
    let folder = folder("margins-alone", &[("weak.ron", WEAK)]);
    let ran = kiber(&["check", &format!("{folder}/weak.ron"), "--margins"]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    let (_, margins) = ran.output.split_once("Margins").unwrap();
    insta::assert_snapshot!(margins, @r"
    , the slimmest first
    ---------------------------
    No script is there: looked at 1 state, at power-up, and no more.
    Not shown: states in which a coil has no current at all, whatever the values (2
    coils).
    ");
}

#[test]
fn margins_without_ranges_are_the_nominal_ones_and_said_to_be() {
    for circuit in ["article", "differential", "hysteresis", "two-supplies"] {
        let ran = kiber(&["check", circuit, "--margins"]);
        assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
        assert!(ran.output.contains("the worst case is the nominal one"), "{}", ran.output.replace('\n', " "));
        let long: Vec<&str> = ran.output.lines().filter(|line| line.chars().count() > 80).collect();
        assert_eq!(long, [] as [&str; 0]);
    }
}

#[test]
fn margins_of_a_circuit_with_errors_are_not_looked_for() {
    let wrong = file("weak-wrong.ron", WEAK.replace("Break(", "Brake("));
    let ran = kiber(&["check", &wrong, "--margins"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(!ran.output.contains("Margins") && ran.output.contains("error["), "{}", ran.output);
}

#[test]
fn a_script_for_margins_needs_margins_and_one_circuit() {
    let ran = kiber(&["check", "article", "--script", "game"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.errors.contains("--margins"), "{}", ran.errors);
    let ran = kiber(&["check", "article", "differential", "--margins", "--script", "game"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.errors.contains("`game` is a script for one circuit"), "{}", ran.errors);
}
