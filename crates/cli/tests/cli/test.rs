//! `kiber test`.

use std::fs;
use std::path::Path;

use kiber_cli::Terminal;

use crate::{LAMP, Ran, kiber, kiber_with, path, without_folder};

const LIGHT: &str = "hold S1\nexpect H1 lit\nfree S1\nexpect H1 off\n";

/// A folder of the test's own, empty but for these files.
fn folder(name: &str, files: &[(&str, &str)]) -> String {
    let folder = path(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    for (file, text) in files {
        write(&folder.join(file), text);
    }
    folder.into_os_string().into_string().unwrap()
}

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

/// The program's own words, without the folder of the test.
fn test(args: &[&str]) -> (u8, String, String) {
    told(kiber(&[&["test"], args].concat()))
}

fn told(ran: Ran) -> (u8, String, String) {
    (ran.status, without_folder(&ran.output), without_folder(&ran.errors))
}

#[track_caller]
fn check(args: &[&str], status: u8, pieces: &[&str]) -> String {
    let (found, output, errors) = test(args);
    let all = output + &errors;
    assert_eq!(found, status, "{all}");
    assert!(pieces.iter().all(|piece| all.contains(piece)), "{pieces:?} in {all}");
    all
}

fn read(folder: &str, file: &str) -> String {
    fs::read_to_string(Path::new(folder).join(file)).unwrap()
}

#[test]
fn success_is_one_line() {
    let here = folder("test-good", &[("lamp/lamp.ron", LAMP), ("lamp/light.script", LIGHT)]);
    assert_eq!(check(&[&here, "--accept"], 0, &[]).lines().last(), Some("1 script: 1 passed"));
    assert_eq!(test(&[&here]), (0, "1 script: 1 passed\n".to_owned(), String::new()));
    assert_eq!(check(&[&here, "--verbose"], 0, &[]), "passed  test-good/lamp/light.script\n1 script: 1 passed\n");
}

#[test]
fn a_script_without_a_trace_passes_and_is_named() {
    let here = folder("test-new", &[("lamp.ron", LAMP), ("light.script", LIGHT)]);
    insta::assert_snapshot!(check(&[&here], 0, &[]), @r"
    No trace yet beside 1 script; --accept writes it:
      test-new/light.script
    1 script: 1 passed
    ");
    let all = check(&[&here, "--require-traces"], 1, &["1 script: 0 passed, 1 failed"]);
    assert!(all.starts_with("failed  test-new/light.script: there is no test-new/light.trace; --accept writes it\n"));
    insta::assert_snapshot!(check(&[&here, "--accept"], 0, &[]), @r"
    Wrote 1 trace:
      test-new/light.trace
    1 script: 1 passed
    ");
    insta::assert_snapshot!(read(&here, "light.trace"));
    check(&[&here, "--require-traces"], 0, &[]);
}

#[test]
fn a_failed_expectation_is_shown_with_its_line() {
    let script = "hold S1\nexpect H1 off, S1 pressed\n";
    let here = folder("test-failed", &[("lamp.ron", LAMP), ("light.script", script)]);
    insta::assert_snapshot!(check(&[&here], 1, &[]));
    // Its trace would tell what is wrong as if it were right.
    check(&[&here, "--accept"], 1, &["Its trace is not kept"]);
    assert!(!Path::new(&here).join("light.trace").exists());
}

#[test]
fn a_changed_trace_fails_and_is_shown_and_accepted() {
    let here = folder("test-changed", &[("lamp.ron", LAMP), ("light.script", LIGHT)]);
    check(&[&here, "--accept"], 0, &[]);
    write(&Path::new(&here).join("lamp.ron"), &LAMP.replace("amps: 0.1", "amps: 0.2"));
    insta::assert_snapshot!(check(&[&here], 1, &[]));
    check(&[&here, "--accept"], 0, &["Wrote 1 trace"]);
    assert_eq!(check(&[&here], 0, &[]), "1 script: 1 passed\n");
    assert!(read(&here, "light.trace").contains("lit, 200 mA"));
}

#[test]
fn a_trace_cut_off_or_longer_has_changed() {
    let here = folder("test-cut", &[("lamp.ron", LAMP), ("light.script", LIGHT)]);
    check(&[&here, "--accept"], 0, &[]);
    let whole = read(&here, "light.trace");
    let trace = Path::new(&here).join("light.trace");
    write(&trace, whole.rsplit_once("\n==").unwrap().0);
    check(&[&here], 1, &["its trace has changed", "is no whole trace:\n    the trace is cut off here", "- (its end)"]);
    write(&trace, &format!("{whole}more\n"));
    check(&[&here], 1, &["its trace has changed", "- more\n  + (its end)"]);
    write(&trace, &whole.replace('\n', "\r\n"));
    check(&[&here], 0, &[]);
    write(&trace, "");
    check(&[&here], 1, &["its trace has changed", "light.trace:1: the trace that was kept is no whole trace"]);
}

#[test]
fn a_trace_of_which_only_the_head_changed_passes_and_is_renewed() {
    let here = folder("test-head", &[("lamp.ron", LAMP), ("light.script", LIGHT)]);
    check(&[&here, "--accept"], 0, &[]);
    write(&Path::new(&here).join("lamp.ron"), &LAMP.replace("A lamp and", "One lamp and"));
    check(&[&here], 0, &["Only the head changed of 1 trace", "test-head/light.script\n1 script: 1 passed\n"]);
    check(&[&here, "--accept"], 0, &["Wrote 1 trace"]);
    assert_eq!(check(&[&here], 0, &[]), "1 script: 1 passed\n");
}

#[test]
fn what_has_errors_is_reported_and_the_others_go_on() {
    let files = [
        ("bad/bad.ron", "Circuit(title: \"\", parts: {\"K1\": Rely()})"),
        ("bad/a.script", LIGHT),
        ("bad/b.script", LIGHT),
        ("good/lamp.ron", LAMP),
        ("good/light.script", LIGHT),
        ("good/wrong.script", "pres S1\n"),
        ("good/stopped.script", "hold S1\nmend S1/1\n"),
        ("nothing/x.script", LIGHT),
    ];
    let here = folder("test-errors", &files);
    let (status, output, errors) = test(&[&here]);
    assert_eq!(status, 2, "{output}{errors}");
    insta::assert_snapshot!(output);
    assert_eq!(errors.matches("error[").count(), 2, "the circuit once, and the script: {errors}");
}

#[test]
fn a_trace_that_has_lost_its_script_is_named() {
    let here = folder("test-left", &[("lamp.ron", LAMP), ("light.script", LIGHT)]);
    check(&[&here, "--accept"], 0, &[]);
    fs::rename(Path::new(&here).join("light.script"), Path::new(&here).join("lamp-light.script")).unwrap();
    write(&Path::new(&here).join("other.trace"), "of a bullet\n");
    let all = check(&[&here, "--accept"], 0, &["Left over, without a script: 1 trace:\n  test-left/light.trace\n"]);
    assert!(!all.contains("other.trace"), "{all}");
}

#[test]
fn a_script_finds_its_circuit() {
    let bell = LAMP.replace("\"H1\"", "\"H9\"").replace("H1", "H9");
    let ring = LIGHT.replace("H1", "H9");
    let files = [
        ("both/lamp.ron", LAMP),
        ("both/lamp-post.ron", &bell),
        ("both/lamp-on.script", LIGHT),
        ("both/lamp-post-on.script", &ring),
        ("both/lamp.rules.ron", "Rules()"),
        ("named/named.ron", LAMP),
        ("named/bell.ron", &bell),
        ("named/light.script", LIGHT),
    ];
    let here = folder("test-which", &files);
    check(&[&here], 0, &["3 scripts: 3 passed"]);
    check(&[&format!("{here}/both/lamp.ron")], 0, &["1 script: 1 passed"]);
    check(&[&format!("{here}/both/lamp-post-on.script")], 0, &["1 script: 1 passed"]);
    let here = folder("test-ambiguous", &[("bell.ron", &bell), ("lamp.ron", LAMP), ("light.script", LIGHT)]);
    insta::assert_snapshot!(check(&[&here], 2, &[]), @r"
    error   test-ambiguous/light.script: which circuit is it for: `bell` or `lamp`? Begin its name with the circuit's, as in `bell-light.script`, or name both: `kiber test test-ambiguous/bell.ron test-ambiguous/light.script`
    1 script: 0 passed, 1 error
    ");
    check(&[&format!("{here}/lamp.ron"), &format!("{here}/light.script")], 0, &["1 script: 1 passed"]);
    let circuits = [&*format!("{here}/lamp.ron"), &format!("{here}/bell.ron"), &format!("{here}/light.script")];
    check(&circuits, 2, &["the scripts named are for one circuit"]);
}

#[test]
fn built_in_circuits_have_scripts_and_no_traces() {
    check(&["and-gate"], 0, &["1 script: 1 passed"]);
    let (_, output, _) = test(&["bridge", "and-gate", "-v"]);
    assert_eq!(output, "passed  bridge/diagonals.script\npassed  and-gate/truth-table.script\n2 scripts: 2 passed\n");
}

#[test]
fn only_some_are_tested_when_they_are_named() {
    let here = folder("test-only", &[("lamp.ron", LAMP), ("light.script", LIGHT), ("dark.script", "expect H1 off\n")]);
    check(&[&here, "--only", "dark"], 0, &["1 script: 1 passed"]);
    check(&[&here, "--only", "dark", "--only", "light"], 0, &["2 scripts: 2 passed"]);
    check(&[&here, "--only", "drak"], 2, &["no script has `drak` in its path; did you mean `dark`?"]);
    // Named twice, tested once.
    check(&[&here, &here], 0, &["2 scripts: 2 passed"]);
}

#[test]
fn nothing_to_test_is_an_error() {
    let here = folder("test-nothing", &[("lamp.ron", LAMP), ("target/CACHEDIR.TAG", ""), ("target/x.script", LIGHT)]);
    check(&[&here], 2, &["no scripts in `test-nothing`; a script is a file NAME.script beside its circuit"]);
    check(&[&format!("{here}/x.script")], 2, &["there is no such file"]);
    check(&["nowhere"], 2, &["no circuit `nowhere`"]);
}

#[test]
fn how_many_at_once_changes_nothing() {
    let mut files = vec![("lamp.ron".to_owned(), LAMP.to_owned())];
    files.extend((0..20).map(|number| {
        let expected = if number % 3 == 0 { "off" } else { "lit" };
        (format!("{number:02}.script"), format!("hold S1\nexpect H1 {expected}\n"))
    }));
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    let here = folder("test-jobs", &files);
    let one = test(&[&here, "--jobs", "1"]);
    assert_eq!(one.0, 1);
    assert!(one.1.ends_with("20 scripts: 13 passed, 7 failed\n"), "{}", one.1);
    assert_eq!(test(&[&here, "--jobs", "7"]), one);
}

#[test]
fn the_json_tells_all() {
    let files = [("lamp.ron", LAMP), ("bad.script", "hold S1\nexpect H1 off\n"), ("light.script", LIGHT)];
    let here = folder("test-json", &files);
    check(&[&here, "--accept"], 1, &[]);
    let ran = kiber(&["test", &here, "--format", "json"]);
    assert_eq!(ran.status, 1);
    let json: serde_json::Value = serde_json::from_str(&without_folder(&ran.output)).unwrap();
    insta::assert_snapshot!(format!("{json:#}"));
    check(&[&here, "--review", "--format", "json"], 2, &["--review asks a person"]);
}

#[test]
fn a_review_asks_about_each() {
    let files =
        [("lamp.ron", LAMP), ("a.script", "hold S1\nexpect H1 lit\n"), ("b.script", LIGHT), ("c.script", LIGHT)];
    let here = folder("test-review", &files);
    let review = |answers: &str| told(kiber_with(&["test", &here, "--review"], answers, Terminal::default()));
    let (status, output, _) = review("s\nwhat?\na\n");
    assert_eq!(status, 0, "{output}");
    insta::assert_snapshot!(output);
    let there = |name: &str| Path::new(&here).join(name).exists();
    assert_eq!(["a.trace", "b.trace", "c.trace"].map(there), [false, true, false]);
    write(&Path::new(&here).join("lamp.ron"), &LAMP.replace("amps: 0.1", "amps: 0.2"));
    let (status, output, _) = review("q\n");
    assert_eq!(status, 1, "{output}");
    let (status, output, _) = review("a\naccept\naccept\n");
    assert_eq!(status, 0, "{output}");
    assert!(output.contains("lit, 200 mA"), "{output}");
    assert_eq!(check(&[&here], 0, &[]), "3 scripts: 3 passed\n");
    assert_eq!(review(""), (0, "3 scripts: 3 passed\n".to_owned(), String::new()));
}

#[test]
fn junit_is_written_on_request_and_the_same_each_time() {
    let files = [
        ("bad/bad.ron", "Circuit(title: \"\", parts: {\"K1\": Rely()})"),
        ("bad/a.script", LIGHT),
        ("good/lamp.ron", LAMP),
        ("good/dark.script", "hold S1\nexpect H1 off\n"),
        ("good/light.script", LIGHT),
        ("good/wrong.script", "pres S1\n"),
    ];
    let here = folder("test-junit", &files);
    let junit = format!("{here}/junit.xml");
    check(&[&here, "--junit", &junit], 2, &["4 scripts: 1 passed, 1 failed, 2 errors"]);
    let first = read(&here, "junit.xml");
    insta::assert_snapshot!(without_folder(&first));
    check(&[&here, "--junit", &junit, "--jobs", "3"], 2, &[]);
    assert_eq!(read(&here, "junit.xml"), first);
    check(&[&here, "--junit", &format!("{here}/no/junit.xml")], 2, &["there is no such folder"]);
}

#[test]
fn junit_replaces_nothing_that_is_tested() {
    let files = [("lamp.ron", LAMP), ("light.script", LIGHT)];
    let here = folder("test-junit-over", &files);
    for (file, what) in
        [("lamp.ron", "a circuit"), ("light.script", "a script"), ("light.trace", "the trace of a script")]
    {
        let words = format!("it is {what}, which the results would replace");
        check(&[&here, "--junit", &format!("{here}/./{file}")], 2, &[&words]);
    }
    assert_eq!(files.map(|(file, _)| read(&here, file)), files.map(|(_, text)| text.to_owned()));
    assert!(!Path::new(&here).join("light.trace").exists());
}

#[test]
fn coverage_of_nothing_is_said_to_be_so() {
    let here = folder("test-no-parts", &[("a.ron", "Circuit(title: \"\", parts: {})"), ("a.script", "")]);
    check(&[&here, "--coverage"], 0, &["by 1 script:\n  nothing in it can move, be lit or be fed\n\n1 script"]);
}

#[test]
fn coverage_tells_what_no_script_ever_did() {
    let circuit = r#"Circuit(title: "", parts: {
        "G1": Source(plus: "+", minus: "-"),
        "S1": Button(contacts: {"1": Make("+", "a")}),
        "S2": Button(contacts: {"1": Break("+", "b"), "2": Make("+", "m")}),
        "SA1": Selector(places: 4, wafers: {"a": (common: "+", places: ["w", "x", "y", "z"])}),
        "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("b", "a"), "2": Changeover(common: "+", make: "l", break: "m")}),
        "H1": Lamp(pins: ("l", "-")), "H2": Lamp(pins: ("m", "-")),
    })"#;
    let here = folder("test-coverage", &[("a.ron", circuit), ("a.script", "press S1\n"), ("b.script", "set SA1 1\n")]);
    insta::assert_snapshot!(check(&[&here, "--coverage"], 0, &[]));
    // What it is has no part in how the tests end.
    write(&Path::new(&here).join("b.script"), "expect H1 lit\n");
    check(&[&here, "--coverage"], 1, &["Coverage of test-coverage/a.ron by 2 scripts:"]);
    write(&Path::new(&here).join("b.script"), "press S2\n");
    let json = kiber(&["test", &here, "--coverage", "--format", "json"]).json();
    let coverage = &json["coverage"][0];
    assert_eq!(coverage["scripts"], 2);
    assert_eq!(coverage["contact_sides"], serde_json::json!({ "all": 10, "closed": 5, "opened": 4, "carried": 6 }));
    assert_eq!(coverage["relays"], serde_json::json!({ "all": 1, "done": 0 }));
    assert_eq!(coverage["parts"][0], serde_json::json!({ "part": "SA1", "never": ["at 0", "at 1", "at 2", "at 3"] }));
    assert_eq!(
        coverage["contacts"][0],
        serde_json::json!({ "contact": "SA1/a", "side": "at 0", "never": ["closed", "opened", "carried"] })
    );
    check(&["bridge", "--coverage"], 0, &["Coverage of bridge by 1 script:\n  all of it\n"]);
}

#[test]
fn what_is_only_included_is_no_test_of_its_own() {
    let files = [
        ("lamp.ron", LAMP),
        ("light.script", "repeat 2 { include \"common/on.script\" }  # include \"alone.script\"\nexpect H1 off\n"),
        ("alone.script", "press S1\n"),
        ("common/on.script", "hold S1\nfree S1\n"),
    ];
    let here = folder("test-included", &files);
    let (status, output, errors) = test(&[&here, "-v"]);
    assert_eq!((status, &*errors), (0, ""), "{output}");
    assert!(
        output.contains("light.script") && output.contains("alone.script") && !output.contains("on.script ("),
        "{output}"
    );
    assert!(output.ends_with("2 scripts: 2 passed\n"), "{output}");
    // One that expects something is, beside a circuit.
    write(&Path::new(&here).join("common/on.script"), "hold S1\nexpect H1 lit\nfree S1\n");
    check(&[&here], 0, &["2 scripts: 2 passed"]);
    write(&Path::new(&here).join("common/lamp.ron"), LAMP);
    check(&[&here], 0, &["3 scripts: 3 passed"]);
}
