//! Repeats, headings and includes, by every command that plays scripts.

use std::fs;

use serde_json::json;

use crate::{file, kiber, kiber_with, path, without_folder};
use kiber_cli::Terminal;

const MOTOR: &str = r#"Circuit(
    title: "Start and stop",
    parts: {
        "G1": Source(plus: "+", minus: "-", volts: 24.0),
        "S1": Button(label: "STOP", contacts: {"1": Break("+", "a")}),
        "S2": Button(label: "START", contacts: {"1": Make("a", "b")}),
        "S3": Toggle(contacts: {"1": Make("+", "-")}),
        "K1": Relay(coil: ("b", "-"), contacts: {"1": Make("a", "b"), "2": Make("+", "m")}),
        "M1": Lamp(pins: ("m", "-"), amps: 0.5),
    },
)
"#;

/// Writes the circuit, a script that includes another, and that one, into a folder of their own.
fn folder(name: &str, script: &str, included: &str) -> [String; 2] {
    fs::create_dir_all(path(name).join("parts")).unwrap();
    let circuit = file(&format!("{name}/motor.ron"), MOTOR);
    file(&format!("{name}/parts/turn.script"), included);
    [circuit, file(&format!("{name}/main.script"), script)]
}

const TURNS: &str =
    "press START\n\n== The second game\nrepeat 3 {\n    include \"parts/turn.script\"\n    flip S3\n}\n";

#[test]
fn a_failure_says_its_file_round_and_heading() {
    let [circuit, script] = folder("turns", TURNS, "press STOP\nexpect K1 operated\n");
    let ran = kiber(&["run", &circuit, "--script", &script]);
    assert_eq!(ran.status, 1, "{ran:?}");
    insta::assert_snapshot!(without_folder(&ran.errors), @r#"
    error[script-expectation-failed]: in round 1 of 3: K1 is released, expected operated
     --> turns/parts/turn.script:2:8
      |
    2 | expect K1 operated
      |        ^^^^^^^^^^^ under `== The second game`
      |
     ::: turns/main.script:5:5
      |
    5 |     include "parts/turn.script"
      |     --------------------------- included here

    error[script-expectation-failed]: in round 2 of 3: K1 is released, expected operated
     --> turns/parts/turn.script:2:8
      |
    2 | expect K1 operated
      |        ^^^^^^^^^^^ under `== The second game`
      |
     ::: turns/main.script:5:5
      |
    5 |     include "parts/turn.script"
      |     --------------------------- included here

    error[script-expectation-failed]: in round 3 of 3: K1 is released, expected operated
     --> turns/parts/turn.script:2:8
      |
    2 | expect K1 operated
      |        ^^^^^^^^^^^ under `== The second game`
      |
     ::: turns/main.script:5:5
      |
    5 |     include "parts/turn.script"
      |     --------------------------- included here

    turns/main.script:6: warning: in round 1 of 3: short circuit of G1: through S3/1, for 0.000 ms (under `== The second game`)
    turns/main.script:6: warning: in round 3 of 3: short circuit of G1: through S3/1, still there at the end (under `== The second game`)
    "#);
    let report = kiber(&["run", &circuit, "--script", &script, "--format", "json"]).json();
    let failure = &report["failures"][1];
    assert_eq!((&failure["line"], &failure["heading"]), (&json!(2), &json!("The second game")));
    assert_eq!(failure["rounds"], json!([{ "round": 2, "of": 3 }]));
    assert!(failure["file"].as_str().unwrap().ends_with("turns/parts/turn.script"), "{failure}");
    assert_eq!(report["shorts"][1]["rounds"], json!([{ "round": 3, "of": 3 }]));
}

#[test]
fn a_finding_in_an_included_file_says_from_where() {
    let [circuit, script] = folder(
        "found",
        "include \"parts/tum.script\"\ninclude \"parts/turn.script\"\n",
        "press STOPP\ninclude \"../main.script\"\n",
    );
    for command in ["run", "races"] {
        let ran = kiber(&[command, &circuit, "--script", &script]);
        assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
        insta::allow_duplicates! {
            insta::assert_snapshot!(without_folder(&ran.errors), @r#"
            error[script-include-not-found]: cannot include `parts/tum.script`: there is no such file
             --> found/main.script:1:9
              |
            1 | include "parts/tum.script"
              |         ^^^^^^^^^^^^^^^^^^
              |
              = help: did you mean `parts/turn.script`?

            error[script-unknown-part]: there is no part `STOPP`
             --> found/parts/turn.script:1:7
              |
            1 | press STOPP
              |       ^^^^^
              |
             ::: found/main.script:2:9
              |
            2 | include "parts/turn.script"
              |         ------------------- included here
              |
              = help: did you mean `STOP`?

            error[script-include-circle]: `found/main.script` would include itself, by way of `found/parts/turn.script`
             --> found/parts/turn.script:2:9
              |
            2 | include "../main.script"
              |         ^^^^^^^^^^^^^^^^
              |
             ::: found/main.script:2:9
              |
            2 | include "parts/turn.script"
              |         ------------------- included here
              |
              = help: put what both need into a file that includes neither
            "#);
        }
    }
}

#[test]
fn what_is_no_text_and_links_in_a_circle() {
    let [circuit, script] = folder("links", "include \"parts/turn.script\"\ninclude \"parts\"\n", "wait 1ms\n");
    fs::write(path("links/parts/turn.script"), b"wait 1ms\n\xff").unwrap();
    let ran = kiber(&["run", &circuit, "--script", &script]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.errors.contains("cannot include `parts/turn.script`: it is no UTF-8 text"), "{}", ran.errors);
    assert!(ran.errors.contains("cannot include `parts`: it is a directory"), "{}", ran.errors);
    #[cfg(unix)]
    {
        let again = path("links/again.script");
        let _ = fs::remove_file(&again);
        std::os::unix::fs::symlink(path("links/main.script"), &again).unwrap();
        file("links/main.script", "include \"again.script\"\n");
        let ran = kiber(&["run", &circuit, "--script", &script]);
        assert!(ran.errors.contains("error[script-include-circle]: a script cannot include itself"), "{}", ran.errors);
    }
}

#[test]
fn the_trace_has_the_headings_and_never_replaces_what_is_included() {
    let [circuit, script] = folder("traced", TURNS, "press STOP\n== Nothing below\n");
    let ran = kiber(&["run", &circuit, "--script", &script, "--trace", "-"]);
    let titles: Vec<&str> = ran.output.lines().filter(|line| line.starts_with("==")).collect();
    let round = ["== press S1", "=== Nothing below", "== flip S3"];
    let mut expected = vec!["== power-up", "== press S2", "=== The second game"];
    (0..3).for_each(|_| expected.extend(round));
    assert_eq!(titles[..titles.len() - 1], expected);
    let included = path("traced/parts/turn.script").display().to_string();
    let ran = kiber(&["run", &circuit, "--script", &script, "--trace", &included]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert_eq!(fs::read_to_string(included).unwrap(), "press STOP\n== Nothing below\n");
}

#[test]
fn a_great_repeat_plays_at_once() {
    let [circuit, script] = folder("great", "repeat 20000 { press START\npress STOP }\nexpect M1 off\n", "");
    let ran = kiber(&["run", &circuit, "--script", &script]);
    insta::assert_snapshot!(without_folder(&ran.output), @"great/main.script: 1 expectation passed; 40000 actions, 260000.000 ms");
}

#[test]
fn other_commands_say_the_round() {
    let [circuit, script] =
        folder("others", "repeat 2 {\n    press START\n    include \"parts/turn.script\"\n}\n", "free STOP\n");
    let ran = kiber(&["races", &circuit, "--script", &script]);
    assert!(ran.errors.contains("script-not-pressed"), "{ran:?}");
    file("others/parts/turn.script", "break K1\n");
    let ran = kiber(&["races", &circuit, "--script", &script]);
    insta::assert_snapshot!(without_folder(&ran.errors), @"error: others/parts/turn.script:1: in round 2 of 2: that is broken already: K1: coil open");
    let ran = kiber(&["check", &circuit, "--margins", "--script", &script]);
    insta::assert_snapshot!(without_folder(&ran.errors), @"others/parts/turn.script:1: warning: in round 2 of 2: stopped here: that is broken already: K1: coil open");
    insta::assert_snapshot!(without_folder(&ran.output), @"
    others/motor.ron: no errors, no warnings; 6 parts, 5 nets, 5 contacts

    Left to the defaults
    --------------------
      Lamp, 1 part: volts 24
      Relay, 1 part: coil_ohms 500, operate_ma 28, release_ma 7, operate_ms 8,
      release_ms 5, transfer_ms 1

    Margins, the slimmest first
    ---------------------------
      71.4 %  K1 operates 48 mA, must reach 28 mA
              main.script:2 press S2 (0.000 ms, under way, in round 1 of 2)
       586 %  K1 holds    48 mA, must reach 7 mA
              main.script:2 press S2 (7.000 ms, under way, in round 1 of 2)

    Looked at 9 states in main.script (stopped at turn.script:1).
    No volts, ohms, operate_ma or release_ma are given as (min, nominal, max), so
    the worst case is the nominal one.
    Not shown: states in which a coil has no current at all, whatever the values (1
    coil).
    ");
}

#[test]
fn the_prompt_says_why_not() {
    let circuit = file("prompt.ron", MOTOR);
    let input = "repeat 2 { press START }\ninclude \"other.script\"\n== A title\nrepet 2\nquit\n";
    let ran = kiber_with(&["step", &circuit], input, Terminal::default());
    let told: Vec<&str> = ran.output.lines().skip_while(|line| !line.starts_with("`help`")).skip(1).collect();
    insta::assert_snapshot!(told.join("\n"), @"
    `repeat` is for scripts: here, type the line once more, or let `kiber run
    CIRCUIT --script FILE` play them
    `include` is for scripts: `kiber run CIRCUIT --script FILE` plays what is in a
    file
    a heading names lines of a script; here it would name nothing
    `repet` is no action; did you mean `repeat`?
    ");
}

#[test]
fn scripts_of_built_in_circuits_include_each_other() {
    let script = file("built-in.script", "include \"count.script\"\n");
    let ran = kiber(&["run", "binary-counter", "--script", &script]);
    assert!(ran.errors.contains("there is no such file"), "a file includes files: {ran:?}");
    let ran = kiber(&["run", "dial-counter", "--script", "coming-home"]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
}
