//! `kiber run`.

use std::fmt::Write;

use crate::{LAMP, Ran, file, kiber, path, without_folder};

const BUZZER: &str = r#"Circuit(
    title: "The buzzer",
    parts: {
        "G1": Source(plus: "+", minus: "-"),
        "S1": Toggle(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("b", "-"), contacts: {"1": Break("a", "b")}),
    },
)
"#;

const SHORT: &str = r#"Circuit(
    title: "A short",
    parts: {
        "G1": Source(plus: "+", minus: "-"),
        "S1": Toggle(contacts: {"1": Make("+", "a")}),
        "S2": Toggle(contacts: {"1": Make("a", "-")}),
        "H1": Lamp(pins: ("+", "-")),
    },
)
"#;

/// Runs a script on a circuit, both written to files of that name.
fn run(name: &str, circuit: &str, script: &str, more: &[&str]) -> Ran {
    let circuit = file(&format!("{name}.ron"), circuit);
    let script = file(&format!("{name}.script"), script);
    kiber(&[&["run", &circuit, "--script", &script], more].concat())
}

#[test]
fn success_is_one_line() {
    let ran = run("good", LAMP, "hold S1\nexpect H1 lit, S1 pressed\nfree S1\nexpect H1 off\n", &[]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    insta::assert_snapshot!(without_folder(&ran.output), @"good.script: 3 expectations passed; 2 actions, 0.000 ms");
}

#[test]
fn a_failed_expectation_is_status_1_and_the_script_goes_on() {
    let script = "expect H1 lit\nhold S1\nexpect H1 lit, S1 free\nexpect H1 off\nfree S1\nexpect H1 off\n";
    let ran = run("bad", LAMP, script, &[]);
    assert_eq!(ran.status, 1, "{ran:?}");
    insta::assert_snapshot!(without_folder(&ran.errors));
    insta::assert_snapshot!(without_folder(&ran.output), @"bad.script: 3 of 5 expectations failed; 2 actions, 0.000 ms");
    let report = run("bad-json", LAMP, script, &["--format", "json"]).json();
    assert_eq!(report["expectations"], serde_json::json!({ "passed": 2, "failed": 3 }));
    let lines: Vec<u64> =
        report["failures"].as_array().unwrap().iter().map(|at| at["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1, 3, 4]);
    assert_eq!(report["failures"][1]["expected"], "S1 free");
}

#[test]
fn the_json_has_every_key() {
    let report = run("keys", LAMP, "hold S1\nwait 20ms\nexpect H1 lit\n", &["--format", "json"]).json();
    assert_eq!(report["expectations"], serde_json::json!({ "passed": 1, "failed": 0 }));
    assert_eq!(report["time_us"], 20_000);
    assert_eq!(report["oscillating"], false);
    for key in ["oscillations", "shorts", "overloads", "failures", "gave_up"] {
        assert_eq!(report[key], serde_json::json!([]), "{key}");
    }
    assert_eq!(report["stopped"], serde_json::Value::Null);
    assert_eq!(report["actions"], 2);
}

#[test]
fn an_oscillation_nobody_expected_is_named_and_changes_no_status() {
    let ran = run("buzz", BUZZER, "on S1\n", &[]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(
        ran.errors.contains("buzz.script:1: warning: the circuit oscillates with a period of 12.000 ms: K1"),
        "{}",
        ran.errors
    );
    let timed = run("buzz-timed", BUZZER, "on S1 for 30ms\n", &[]);
    assert!(timed.errors.contains("buzz-timed.script:1: warning: the circuit oscillates"), "{}", timed.errors);
    let expected = run("buzz-expected", BUZZER, "on S1\nexpect oscillating\n", &[]);
    assert_eq!((expected.status, expected.errors.as_str()), (0, ""));
    let report = run("buzz-json", BUZZER, "on S1\n", &["--format", "json"]).json();
    assert_eq!(report["oscillating"], true);
    assert_eq!(
        report["oscillations"],
        serde_json::json!([
            { "line": 1, "period_us": 12_000, "parts": ["K1"], "expected": false },
        ])
    );
    // Time that passes is no settling, but the circuit goes on for ever all the same.
    let timed = run("buzz-timed", BUZZER, "on S1 for 50ms\n", &["--format", "json"]);
    assert_eq!((timed.status, &timed.json()["oscillating"]), (0, &true.into()));
}

#[test]
fn a_short_nobody_expected_is_named_with_its_path_and_how_long() {
    let script = "on S1\non S2 for 5ms\noff S2\n";
    let ran = run("short", SHORT, script, &[]);
    assert_eq!(ran.status, 0, "{ran:?}");
    for piece in ["short.script:2: warning: ", "short circuit of G1", "S1/1, S2/1", "5.000 ms"] {
        assert!(ran.errors.contains(piece), "{piece} in {}", ran.errors);
    }
    let report = run("short-json", SHORT, script, &["--format", "json"]).json();
    assert_eq!(
        report["shorts"],
        serde_json::json!([{
            "line": 2, "sources": ["G1"], "path": ["S1/1", "S2/1"], "began_us": 0, "lasted_us": 5_000, "expected": false,
        }])
    );
}

#[test]
fn a_circuit_with_errors_is_refused_and_one_with_warnings_is_not() {
    let ran = run("refused", &LAMP.replace("Lamp(", "Lump("), "press S1\n", &[]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
    assert!(ran.errors.contains("error[") && ran.errors.contains("kiber check"), "{}", ran.errors);
    let lonely = LAMP.replace(r#"pins: ("a", "-")"#, r#"pins: ("b", "-")"#);
    let ran = run("warned", &lonely, "press S1\n", &[]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.errors.contains("warned.ron:6:") && ran.errors.contains("warning["), "{}", ran.errors);
}

#[test]
fn a_script_with_errors_is_refused_with_all_of_them() {
    let ran = run("wrong", LAMP, "press S2\npresss S1\nexpect H1 on\nwait 3\n", &[]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
    for piece in ["wrong.script:1:7", "wrong.script:2:1", "wrong.script:3:11", "wrong.script:4:6", "`S1`", "`press`"] {
        assert!(ran.errors.contains(piece), "{piece} in {}", ran.errors);
    }
}

#[test]
fn an_action_that_cannot_be_done_stops_the_script_with_status_2() {
    let ran = run("stopped", LAMP, "press S1\nmend H1\nexpect H1 lit\n", &[]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(
        ran.errors.contains("stopped.script:2") && ran.errors.contains("nothing is broken at H1"),
        "{}",
        ran.errors
    );
    let report = run("stopped-json", LAMP, "press S1\nmend H1\n", &["--format", "json"]);
    assert_eq!((report.status, &report.json()["stopped"]["line"]), (2, &2.into()));
}

#[test]
fn scripts_that_are_not_there_or_are_no_text() {
    let lamp = file("alone.ron", LAMP);
    let ran = kiber(&["run", &lamp, "--script", "nowhere.script"]);
    assert_eq!(ran.status, 2);
    assert!(ran.errors.contains("cannot read `nowhere.script`: there is no such file"), "{}", ran.errors);
    let ran = kiber(&["run", "article", "--script", "gmae"]);
    assert_eq!(ran.status, 2);
    assert!(ran.errors.contains("`game`"), "{}", ran.errors);
    let binary = file("binary.script", b"press S1\n\xff\xfe\n");
    let ran = kiber(&["run", &lamp, "--script", &binary]);
    assert_eq!(ran.status, 2);
    assert!(ran.errors.contains("binary.script:2:1: this is not UTF-8 text"), "{}", ran.errors);
    let empty = file("empty.script", "");
    assert_eq!(kiber(&["run", &lamp, "--script", &empty]).status, 0);
    let ran = kiber(&["run", &lamp, "--script", env!("CARGO_TARGET_TMPDIR")]);
    assert_eq!(ran.status, 2);
}

#[test]
fn embedded_scripts_run_by_name() {
    for circuit in kiber_automaton::CIRCUITS {
        for script in circuit.scripts {
            let ran = kiber(&["run", circuit.name, "--script", script.name]);
            assert_eq!(ran.status, 0, "{} {}: {}{}", circuit.name, script.name, ran.output, ran.errors);
        }
    }
    let with_ending = kiber(&["run", "article", "--script", "game.script"]);
    assert_eq!(with_ending.status, 0);
}

#[test]
fn a_trace_goes_to_a_file_or_to_standard_output() {
    let to = path("lamp.trace");
    let _ = std::fs::remove_file(&to);
    let script = "press S1\n";
    let ran = run("traced", LAMP, script, &["--trace", to.to_str().unwrap()]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    assert!(ran.output.starts_with(&*path("traced.script").to_string_lossy()), "{}", ran.output);
    let written = std::fs::read_to_string(&to).unwrap();
    assert!(written.starts_with("kiber trace 1\n") && written.contains("== press S1\n"), "{written}");
    assert!(written.contains("  traced\n"), "{written}");
    let shown = run("traced", LAMP, script, &["--trace", "-"]);
    assert_eq!(shown.output, written);
    assert!(shown.errors.contains("1 action"), "{}", shown.errors);
    // An older trace is replaced, and nothing else is left in the folder.
    std::fs::write(&to, "old").unwrap();
    run("traced", LAMP, script, &["--trace", to.to_str().unwrap()]);
    assert_eq!(std::fs::read_to_string(&to).unwrap(), written);
    let left = std::fs::read_dir(to.parent().unwrap()).unwrap();
    let left: Vec<_> = left
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_string_lossy().starts_with(".lamp.trace"))
        .collect();
    assert_eq!(left, [] as [std::ffi::OsString; 0]);
}

#[test]
fn a_trace_replaces_neither_the_circuit_nor_the_script() {
    for name in ["kept.ron", "kept.script"] {
        let to = path(name);
        let ran = run("kept", LAMP, "press S1\n", &["--trace", to.to_str().unwrap()]);
        assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
        assert!(ran.errors.contains("which the trace would replace"), "{}", ran.errors);
    }
    assert_eq!(std::fs::read_to_string(path("kept.ron")).unwrap(), LAMP);
    assert_eq!(std::fs::read_to_string(path("kept.script")).unwrap(), "press S1\n");
}

#[cfg(unix)]
#[test]
fn a_trace_keeps_what_the_file_was() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let old = file("private.trace", "old");
    std::fs::set_permissions(&old, std::fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(run("private", LAMP, "press S1\n", &["--trace", &old]).status, 0);
    assert_eq!(std::fs::metadata(&old).unwrap().permissions().mode() & 0o777, 0o600);
    std::fs::set_permissions(&old, std::fs::Permissions::from_mode(0o400)).unwrap();
    let refused = run("private", LAMP, "press S1\n", &["--trace", &old]);
    assert_eq!(refused.status, 2, "{refused:?}");
    std::fs::remove_file(&old).unwrap();
    // A link that leads to no file yet stays a link.
    let link = path("link.trace");
    let _ = std::fs::remove_file(&link);
    symlink("private.trace", &link).unwrap();
    assert_eq!(run("linked", LAMP, "press S1\n", &["--trace", link.to_str().unwrap()]).status, 0);
    assert!(link.is_symlink() && std::fs::read_to_string(&old).unwrap().starts_with("kiber trace 1\n"));
    std::fs::remove_file(&old).unwrap();
}

#[test]
fn a_trace_that_cannot_be_written_is_status_2() {
    for to in ["/nowhere/at/all.trace", env!("CARGO_TARGET_TMPDIR")] {
        let ran = run("untraced", LAMP, "press S1\n", &["--trace", to]);
        assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
        assert!(ran.errors.contains("cannot write"), "{}", ran.errors);
    }
}

#[test]
fn many_lines_are_one_pass() {
    let mut script = String::new();
    for _ in 0..20_000 {
        script.push_str("hold S1\nexpect H1 lit\nfree S1\nexpect H1 off\n");
    }
    let report = run("many", LAMP, &script, &["--format", "json"]).json();
    assert_eq!(report["expectations"]["passed"], 40_000);
    // Of failures by the thousand the first are drawn, and each is told with its line.
    let mut script = String::new();
    (0..20_000).for_each(|_| writeln!(script, "expect H1 lit").unwrap());
    let ran = run("many-bad", LAMP, &script, &[]);
    assert_eq!(ran.status, 1);
    assert_eq!(ran.errors.matches(": H1 is off (0 mA), expected lit").count(), 20_000);
    assert_eq!(ran.errors.matches(" --> ").count(), 100);
    let last = "many-bad.script:20000:8: error[script-expectation-failed]: H1 is off (0 mA), expected lit\n\n";
    assert!(ran.errors.ends_with(last), "{}", ran.errors);
}

#[test]
fn an_overload_is_named_with_its_current_and_how_long() {
    let overload = LAMP.replace("minus: \"-\"", "minus: \"-\", max_amps: 0.05");
    assert_ne!(overload, LAMP);
    let ran = run("overload", &overload, "hold S1 for 5ms\nfree S1\n", &[]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(
        ran.errors.contains("overload.script:1: warning: G1 gives 100 mA, more than its max_amps, for 5.000 ms"),
        "{ran:?}"
    );
    let report = run("overload-json", &overload, "hold S1\n", &["--format", "json"]).json();
    assert_eq!(report["overloads"][0]["source"], "G1");
    assert_eq!(report["overloads"][0]["lasted_us"], serde_json::Value::Null);
}
