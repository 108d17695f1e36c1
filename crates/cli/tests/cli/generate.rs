//! `kiber generate`.

use crate::{file, kiber, path, without_folder};

#[test]
fn a_machine_goes_to_a_file_with_a_line_that_says_what_it_is() {
    let to = path("eight-three.ron").into_os_string().into_string().unwrap();
    let ran = kiber(&["generate", "bachet", "--objects", "8", "--take", "3", "-o", &to]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    insta::assert_snapshot!(without_folder(&ran.output), @"eight-three.ron: 36 relays, loses 9 games at most");
    // The same circuit goes to standard output.
    for more in [&[][..], &["-o", "-"]] {
        let shown = kiber(&[&["generate", "bachet", "--objects", "8", "--take", "3"], more].concat());
        assert_eq!((shown.status, shown.errors.as_str()), (0, ""));
        assert!(shown.output == std::fs::read_to_string(&to).unwrap());
    }
    let checked = kiber(&["check", &to]);
    assert_eq!(checked.status, 0, "{checked:?}");
    let learned = kiber(&["learn", &to, "--format", "json"]);
    assert_eq!(learned.status, 0);
    let learned = learned.json();
    assert_eq!((&learned["memory_states"], &learned["worst_case_losses"]), (&54.into(), &9.into()));
}

#[test]
fn a_game_that_the_person_can_win_is_said_to_have_no_end_of_losses() {
    let to = path("five-two.ron").into_os_string().into_string().unwrap();
    let ran = kiber(&["generate", "bachet", "--objects", "5", "--take", "2", "-o", &to]);
    insta::assert_snapshot!(without_folder(&ran.output), @"five-two.ron: 14 relays, the person can win every game");
    let learned = kiber(&["learn", &to]);
    assert_eq!(learned.status, 1);
    assert!(learned.output.contains("no limit"), "{}", learned.output);
}

#[test]
fn the_json_has_every_key() {
    let to = path("keyed.ron").into_os_string().into_string().unwrap();
    let book = path("keyed.rules.ron").into_os_string().into_string().unwrap();
    let args = ["generate", "bachet", "--objects", "6", "--take", "2", "-o", &to, "--rules", &book, "--format", "json"];
    let report = kiber(&args).json();
    assert_eq!(
        report,
        serde_json::json!({
            "file": to, "rules": book, "objects": 6, "take": 2, "relays": 18, "worst_case_losses": 4,
        })
    );
    let written = std::fs::read_to_string(&book).unwrap();
    assert!(written.contains(r#""learns": AtMost("losses", 4)"#), "{written}");
}

#[track_caller]
fn check_refused(more: &[&str], expected: &str) {
    let ran = kiber(&[&["generate", "bachet"], more].concat());
    assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
    assert!(ran.errors.contains(expected), "{}", ran.errors);
}

#[test]
fn what_cannot_be_made_or_written_is_status_2() {
    check_refused(&["--objects", "8"], "--take");
    check_refused(&["--objects", "8", "--take", "0"], "at least 1 object");
    check_refused(&["--objects", "8", "--take", "8"], "it can be at most 7");
    check_refused(&["--objects", "-8", "--take", "3"], "-8");
    check_refused(&["--objects", "500", "--take", "3"], "at most 335 objects");
    check_refused(&["--objects", "8", "--take", "3", "--format", "json"], "give -o a file");
    check_refused(&["--objects", "8", "--take", "3", "-o", "/nowhere/at/all.ron"], "cannot write");
    check_refused(&["--objects", "8", "--take", "3", "-o", "one.ron", "--rules", "one.ron"], "the same file");
    check_refused(&["--objects", "8", "--take", "3", "-o", "one.ron", "--rules", "./one.ron"], "the same file");
    assert_eq!(kiber(&["generate"]).status, 2);
}

#[test]
fn a_file_is_replaced_and_half_an_answer_leaves_nothing() {
    let old = file("old.ron", "old");
    assert_eq!(kiber(&["generate", "bachet", "--objects", "2", "--take", "1", "-o", &old]).status, 0);
    assert!(std::fs::read_to_string(&old).unwrap().contains("2 objects, 1 at a time"));
    let to = path("half-answer.ron").into_os_string().into_string().unwrap();
    let args = ["--objects", "4", "--take", "1", "-o", &to, "--rules", "/nowhere/at/all.rules.ron"];
    check_refused(&args, "cannot write `/nowhere/at/all.rules.ron`");
    assert!(!std::path::Path::new(&to).exists());
}
