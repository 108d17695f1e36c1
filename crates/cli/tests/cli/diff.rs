//! `kiber diff`.

use kiber_cli::Terminal;

use crate::{Ran, file, kiber, kiber_with, without_folder};

const BEFORE: &str = "\
kiber trace 1
circuit 9467130b  The buzzer
script  622fe1f1  buzz

== power-up
   +0.000 ms         settled

== press S1
   +0.000 ms  S1     pressed; closes S1/1
   +0.000 ms  K1     coil 48 mA, asks to operate
   +7.000 ms  K1     starts to operate
   +8.000 ms  K1     operated; closes K1/1
   +8.000 ms  H1     lit, 100 mA
   +8.000 ms         settled
   +8.000 ms  S1     free; opens S1/1
   +8.000 ms         settled

== end at 8.000 ms
";

/// K1 operates 1 ms later, and H1 flashes in between.
fn after() -> String {
    BEFORE
        .replace("+8.000", "+9.000")
        .replace("+7.000 ms", "+8.000 ms")
        .replace("at 8.000", "at 9.000")
        .replace(
            "   +8.000 ms  K1 ",
            "   +1.000 ms  H1     lit, 100 mA\n   +3.000 ms  H1     off, 0 mA\n   +8.000 ms  K1 ",
        )
        .replace("9467130b", "01234567")
}

/// Both traces as files of that test's own, and the arguments that compare them.
fn compare(name: &str, after: &str, more: &[&str]) -> Ran {
    let (a, b) = (file(&format!("{name}-a.trace"), BEFORE), file(&format!("{name}-b.trace"), after));
    kiber(&[&["diff", &a, &b], more].concat())
}

#[test]
fn what_is_the_same_is_said_in_a_line() {
    let ran = compare("same", BEFORE, &[]);
    assert_eq!((ran.status, ran.output.as_str(), ran.errors.as_str()), (0, "the same: 2 sections, 11 events\n", ""));
    let late = after().replace("   +1.000 ms  H1     lit, 100 mA\n   +3.000 ms  H1     off, 0 mA\n", "");
    let ran = compare("same-but-late", &late, &["--ignore-times"]);
    insta::assert_snapshot!(ran.output, @"
    another version of the circuit: 01234567 instead of 9467130b
    the same but for times: 2 sections, 11 events
    ");
    assert_eq!(ran.status, 0);
}

#[test]
fn differences_stand_under_their_section() {
    let ran = compare("text", &after(), &[]);
    insta::assert_snapshot!(ran.output, @"
    == press S1  (section 2, line 8)
       H1 flashes: lit for 2 ms from +1.000 ms on
       from +7.000 ms on everything is 1 ms later

    another version of the circuit: 01234567 instead of 9467130b
    1 of 2 sections differs, in press S1 (section 2, line 8)
    ");
    assert_eq!(ran.status, 1);
    let ran = compare("only", &after(), &["--only", "H1", "--ignore-times"]);
    assert_eq!(ran.status, 1);
    assert!(!ran.output.contains("later"), "{}", ran.output);
    assert_eq!(compare("only-k1", &after(), &["--only", "K1,S1", "--ignore-times"]).status, 0);
}

#[test]
fn a_table_for_a_review_comment() {
    let ran = compare("markdown", &after(), &["--format", "markdown"]);
    insta::assert_snapshot!(ran.output, @"
    **1 of 2 sections differs, in press S1 (section 2, line 8)**

    another version of the circuit: 01234567 instead of 9467130b

    | section | line | kind | what differs |
    |---|--:|---|---|
    | `press S1` | 11 | flash | H1 flashes: lit for 2 ms from +1.000 ms on |
    | `press S1` | 11, 13 | timing | from +7.000 ms on everything is 1 ms later |
    ");
}

#[test]
fn json_for_programs() {
    let ran = compare("json", &after(), &["--format", "json"]);
    assert_eq!(ran.status, 1);
    assert_eq!(
        ran.json(),
        serde_json::json!({
            "same": false,
            "differences": [
                {
                    "kind": "flash", "section": "press S1", "section_a": 2, "section_b": 2,
                    "line_a": null, "line_b": 11, "part": "H1",
                    "message": "H1 flashes: lit for 2 ms from +1.000 ms on",
                },
                {
                    "kind": "timing", "section": "press S1", "section_a": 2, "section_b": 2,
                    "line_a": 11, "line_b": 13, "part": "K1",
                    "message": "from +7.000 ms on everything is 1 ms later",
                },
            ],
            "summary": "1 of 2 sections differs, in press S1 (section 2, line 8)",
            "sections": 2,
            "sections_differing": 1,
            "events_a": 11,
            "events_b": 13,
            "notes": [
                { "kind": "circuit", "message": "another version of the circuit: 01234567 instead of 9467130b" },
            ],
        })
    );
    let same = compare("json-same", BEFORE, &["--format", "json"]).json();
    assert_eq!((&same["same"], &same["differences"]), (&true.into(), &serde_json::json!([])));
}

#[test]
fn a_terminal_gets_colour_and_no_control_characters_of_others() {
    let (a, b) = (file("color-a.trace", BEFORE), file("color-b.trace", after()));
    let terminal = Terminal { output: true, ..Terminal::default() };
    let ran = kiber_with(&["diff", &a, &b], "", terminal);
    assert!(ran.output.contains("\x1b[1m== press S1\x1b[0m"), "{:?}", ran.output);
    let red = BEFORE.replace("press S1", "press \x1b[31mS1");
    let ran = compare("control", &red, &[]);
    assert!(!ran.output.contains('\x1b'), "{:?}", ran.output);
}

#[test]
fn standard_input_is_one_of_them() {
    let a = file("piped-a.trace", BEFORE);
    for args in [["diff", &a, "-"], ["diff", "-", &a]] {
        let ran = kiber_with(&args, BEFORE, Terminal::default());
        assert_eq!((ran.status, ran.output.as_str()), (0, "the same: 2 sections, 11 events\n"));
    }
    let ran = kiber(&["diff", "-", "-"]);
    assert_eq!(ran.status, 2);
    assert!(ran.errors.contains("one trace"), "{}", ran.errors);
    let ran = kiber_with(&["diff", &a, "-"], "== power-up\n", Terminal::default());
    insta::assert_snapshot!(ran.errors, @"error: standard input:1: this is no trace: one begins with the line `kiber trace 1`");
}

#[track_caller]
fn check_damage(name: &str, from: &str, to: &str, expected: &str) {
    assert!(BEFORE.contains(from));
    let ran = compare(name, &BEFORE.replacen(from, to, 1), &[]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
    assert_eq!(without_folder(&ran.errors), format!("error: {name}-b.trace:{expected}\n"));
}

#[test]
fn damaged_traces_are_told_with_file_and_line() {
    check_damage("cut", "\n== end at 8.000 ms\n", "", "17: the trace is cut off here: its last line is `== end at …`");
    check_damage(
        "misspelt",
        "operated; closes",
        "operatd; closes",
        "12: nothing that a part does is worded like this: operatd; closes K1/1",
    );
    check_damage(
        "backwards",
        "+8.000 ms         settled",
        "+6.000 ms         settled",
        "14: the time runs backwards: +6.000 ms comes after +8.000 ms",
    );
    check_damage(
        "too-late",
        "end at 8.000",
        "end at 9.000",
        "18: the sections above end at 8.000 ms, and not at 9.000 ms",
    );
    check_damage(
        "other-version",
        "kiber trace 1",
        "kiber trace 7",
        "1: this is a trace of format 7, and only format 1 is known here",
    );
    let (a, bytes) = (file("bytes-a.trace", BEFORE), file("bytes-b.trace", b"kiber trace 1\ncircuit \xff\n"));
    let ran = kiber(&["diff", &a, &bytes]);
    assert_eq!(ran.status, 2);
    assert_eq!(
        without_folder(&ran.errors),
        "error: bytes-b.trace:2: this is not UTF-8 text, from byte 9 of the line on\n"
    );
    let ran = kiber(&["diff", &a, "none.trace"]);
    assert_eq!((ran.status, ran.errors.as_str()), (2, "error: cannot read `none.trace`: there is no such file\n"));
}

#[test]
fn parts_that_are_not_there_suggest_those_that_are() {
    let ran = compare("no-part", BEFORE, &["--only", "K11"]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""));
    assert_eq!(ran.errors, "error: neither trace tells of a part `K11`; did you mean `K1`?\n");
}

#[test]
fn more_than_a_person_reads_is_counted() {
    let section =
        |at: usize| format!("== press S{at}\n   +0.000 ms  H1     lit, 1 mA\n   +0.000 ms  H1     off, 0 mA\n\n");
    let head = "kiber trace 1\ncircuit 9467130b  The buzzer\n\n";
    let trace = |current: &str| {
        let sections: String = (0..100).map(section).collect();
        format!("{head}{}== end at 0.000 ms\n", sections.replace("1 mA", current))
    };
    let (a, b) = (file("many-a.trace", trace("1 mA")), file("many-b.trace", trace("2 mA")));
    let ran = kiber(&["diff", &a, &b]);
    assert!(ran.output.contains("\n… and 60 differences more; --all shows them\n"), "{}", ran.output);
    assert!(
        ran.output.ends_with("100 of 100 sections differ, first in press S0 (section 1, line 4)\n"),
        "{}",
        ran.output
    );
    let all = kiber(&["diff", &a, &b, "--all"]);
    assert_eq!(all.output.matches("H1 takes 2 mA instead of 1 mA").count(), 100);
    assert_eq!(kiber(&["diff", &a, &b, "--format", "json"]).json()["differences"].as_array().map(Vec::len), Some(100));
}
