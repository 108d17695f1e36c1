//! Lines of `then`: fixed ones, and those that are filled in.

use std::sync::Arc;

use kiber_explore::book::{Moment, Spliced};

use super::{circuit, good, powered_up};

/// What a line becomes with `taken` 2 and `left` 8, after power-up.
#[track_caller]
fn check(line: &str, expected: &str) {
    let book = good(&format!(
        r#"Rules(vars: {{"taken": Range(0, 3), "left": Range(8, 0)}}, rules: {{"it": (then: ["{line}"])}})"#
    ));
    let simulator = powered_up();
    let moment = Moment { simulator: &simulator, values: &[2, 8] };
    let mut known = Spliced::default();
    let found = match book.rules[0].then[0].at(moment, &mut known) {
        Ok(prepared) => prepared.step().shown(&circuit()).to_string(),
        Err(problem) => format!("{problem}"),
    };
    assert_eq!(found, expected);
    assert_eq!(book.rules[0].then[0].to_string(), line);
}

#[test]
fn fixed_lines() {
    check("press Start", "press КН1");
    check("on V1..V3", "on V1..V3");
    check("flip V1 for 3ms", "flip V1 for 3ms");
    check("break P6'/2", "break P6'/2");
}

#[test]
fn lines_that_are_filled_in() {
    check("off V{first(L1..L3 lit)}", "off V1");
    check("off V{first(V1..V3 on) + 1}", "off V2");
    check("flip V{taken}, V{taken - 1}", "flip V2, V1");
    check("flip V1..V{taken}", "flip V1, V2");
    check("wait {left}ms", "wait 8ms");
    check("wait {taken}{left - 5}ms", "wait 23ms");
}

#[test]
fn lines_that_name_nothing() {
    check("off V{left - taken}", "`off V6`: there is no part `V6`");
    check("off V{first(L1..L3 dim)}", "`off V0`: there is no part `V0`");
    check("flip V{taken}, V{taken - 0}", "`flip V2, V2`: V2 is named twice");
}

#[test]
fn each_filled_line_is_made_once() {
    let book =
        good(r#"Rules(vars: {"n": Range(1, 3)}, rules: {"it": (then: ["flip V{n}", "wait {n}ms", "press Start"])})"#);
    let simulator = powered_up();
    let mut known = Spliced::default();
    let mut made = |line: usize, n: i64| {
        let moment = Moment { simulator: &simulator, values: &[n] };
        Arc::clone(book.rules[0].then[line].at(moment, &mut known).unwrap())
    };
    let all = [made(0, 1), made(1, 1), made(0, 2), made(2, 1)];
    for (first, again) in all.iter().zip([made(0, 1), made(1, 1), made(0, 2), made(2, 3)]) {
        assert!(Arc::ptr_eq(first, &again), "{:?}", first.step());
    }
    assert!(!Arc::ptr_eq(&all[0], &all[2]));
}

/// Whether the book of one line breaks something, and whether it lets a time pass.
#[track_caller]
fn check_kind(line: &str, faults: bool, times: bool) {
    let book = good(&format!(
        r#"Rules(vars: {{"n": Range(1, 3)}}, rules: {{"one": (then: ["press Start"]), "it": (then: ["{line}"])}})"#
    ));
    assert_eq!((book.has_faults(), book.has_times()), (faults, times), "{line}");
}

#[test]
fn faults_and_times() {
    check_kind("press Start", false, false);
    check_kind("flip V{n}", false, false);
    check_kind("press Start for 3ms", false, true);
    check_kind("wait 3ms", false, true);
    check_kind("wait {n}ms", false, true);
    check_kind("flip V{n} for 3ms", false, true);
    check_kind("weld P6'/1", true, false);
    check_kind("weld P6'/{n}", true, false);
    check_kind("mend P6'", true, false);
}
