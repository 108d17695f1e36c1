//! `kiber check`.

use kiber_cli::Terminal;

use crate::{LAMP, file, kiber, kiber_with, without_folder};

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
