//! `kiber verify` with input that is wrong, limits that are small, and places that cannot be written.

use std::fs;

use crate::{LAMP, file, kiber, path, without_folder};

/// What it says of a rule-book for the circuit with a lamp: status, then the errors, or the output
/// behind what it assumes, which is wrapped as the names of files are long.
#[track_caller]
fn check(name: &str, rules: &str, args: &[&str], status: u8, expected: &str) {
    let circuit = file(&format!("{name}.ron"), LAMP);
    let rules = file(&format!("{name}.rules.ron"), rules);
    let mut all = vec!["verify", &circuit, "--rules", &rules];
    all.extend(args);
    let ran = kiber(&all);
    let told = without_folder(&if ran.status == 2 { ran.errors } else { ran.output });
    assert_eq!(ran.status, status, "{told}");
    let told = told.split_once("from power-up on.\n").map_or(told.as_str(), |(_, told)| told);
    assert_eq!(told.trim_end(), expected);
}

#[test]
fn a_rule_that_cannot_be_done_is_told_with_a_script() {
    check(
        "verify-leaves",
        r#"Rules(vars: {"n": Range(0, 1)}, rules: {"up": (set: {"n": "n + 1"}, then: ["press S1"])},
            properties: {"settles": Settles})"#,
        &["--format", "json"],
        2,
        r#"error: verify-leaves.rules.ron: the rule "up" would set `n` to 2, and it goes from 0 to 1; with n 1
what was done before:
  # up
  press S1"#,
    );
}

#[test]
fn a_book_without_properties_is_not_done_when_given_up() {
    let rules = r#"AnyOperator(press: "S1", hold: true)"#;
    check(
        "verify-none",
        rules,
        &["--most-states", "1"],
        3,
        "2 states, 2 transitions; GAVE UP (more than 1 state) with 1 still open.

0 of 0 properties proved",
    );
}

#[test]
fn a_run_that_only_goes_round_says_so() {
    check(
        "verify-round",
        r#"AnyOperator(press: "S1", properties: {"it gets light": Eventually("H1 lit")})"#,
        &[],
        1,
        r#"1 state, 1 transition; all looked at.

REFUTED   it gets light: Eventually("H1 lit")
            after 1 rule, which can go on for ever

  # verify-round.ron, rule-book verify-round.rules.ron: refutes "it gets light"
  # Eventually("H1 lit")

  # From here on it repeats.
  press S1

0 of 1 property proved, 1 refuted"#,
    );
}

#[test]
fn a_directory_that_cannot_be_made_is_told_before_any_work() {
    let taken = file("verify-taken", "");
    let ran = kiber(&["verify", "self-hold", "--rules", "any", "--scripts", &taken]);
    assert_eq!(ran.status, 2);
    assert_eq!(without_folder(&ran.errors), "error: cannot make `verify-taken`: it is not a directory\n");
    assert_eq!(ran.output, "");
}

#[test]
fn an_answer_is_told_even_if_its_script_cannot_be_written() {
    let directory = path("verify-in-the-way");
    fs::create_dir_all(directory.join("settles.script")).unwrap();
    let directory = directory.to_str().unwrap();
    let ran = kiber(&["verify", "buzzer", "--rules", "settles", "--scripts", directory]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.output.contains("REFUTED   settles: Settles\n") && ran.output.contains("  flip S1\n"),
        "{}",
        ran.output
    );
    let expected = "error: cannot write `verify-in-the-way/settles.script`: it is a directory\n";
    assert_eq!(without_folder(&ran.errors), expected);
}

#[test]
fn no_name_reaches_the_terminal_raw() {
    let escape = "\u{1b}[31m";
    let rules = file(&format!("verify-{escape}.rules.ron"), r#"AnyOperator(press: "S1", properties: {"no": NoShort})"#);
    let circuit = file(&format!("verify-{escape}.ron"), LAMP.replace("A lamp", "A\\u{1b} lamp"));
    let missing = format!("{escape}.rules.ron");
    for args in [
        ["verify", &circuit, "--rules", &rules],
        ["verify", &circuit, "--rules", &missing],
        ["verify", &missing, "--rules", &rules],
        ["races", &circuit, "--rules", &rules],
        ["races", &circuit, "--script", &rules],
        ["races", &circuit, "--script", &missing],
    ] {
        let ran = kiber(&args);
        assert!(!(ran.output + &ran.errors).contains('\u{1b}'), "{args:?}");
    }
}

#[test]
fn numbers_below_nothing_are_told_as_numbers() {
    for (option, value) in [("--tolerance", "-5%"), ("--most-time", "-1")] {
        let ran = kiber(&["verify", "self-hold", "--rules", "any", option, value]);
        assert_eq!(ran.status, 2);
        assert!(ran.errors.starts_with(&format!("error: invalid value '{value}' for '{option}")), "{}", ran.errors);
    }
}
