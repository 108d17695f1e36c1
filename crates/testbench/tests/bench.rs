//! What a bench says when things go well, and when they do not.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use kiber_testbench::{Bench, Error};

const BUZZER: &str = r#"Circuit(title: "The buzzer", parts: {
    "G1": Source(plus: "+", minus: "-"),
    "S1": Toggle(contacts: {"1": Make("+", "a")}),
    "K1": Relay(coil: ("b", "-"), contacts: {"1": Break("a", "b"), "2": Make("a", "h")}),
    "H1": Lamp(pins: ("h", "-")),
})"#;

fn buzzer() -> Bench {
    Bench::read(BUZZER).unwrap()
}

#[track_caller]
fn error<T>(result: Result<T, Error>) -> Error {
    result.err().unwrap()
}

#[test]
fn a_circuit_with_errors_is_shown_with_them() {
    let wrong = error(Bench::read(&BUZZER.replace("Lamp", "Lmap")));
    assert!(wrong.is_circuit() && !wrong.is_script());
    let shown = wrong.to_string();
    assert!(shown.starts_with("error["), "{shown}");
    let place = "\n --> circuit:5:11\n  |\n5 |     \"H1\": Lmap(pins: (\"h\", \"-\")),\n  |           ^^^^";
    assert!(shown.contains(place), "{shown}");
    // `unwrap` shows the same.
    assert_eq!(format!("{wrong:?}"), format!("\n{shown}"));
    let missing = error(Bench::load("no/such/circuit.ron")).to_string();
    assert!(missing.starts_with("cannot read `no/such/circuit.ron`: "), "{missing}");
}

#[test]
fn of_wrong_lines_none_is_played_and_all_are_told() {
    let mut bench = buzzer();
    let before = bench.mark();
    let wrong = error(bench.act("on S1\npres S1\nexpect K1 lit\n"));
    assert!(wrong.is_script());
    insta::assert_snapshot!(wrong, @"
    error[script-unknown-action]: `pres` is no action
     --> script:2:1
      |
    2 | pres S1
      | ^^^^
      = help: did you mean `press`?

    error[script-wrong-word]: K1 is a relay, which is never `lit`
     --> script:3:11
      |
    3 | expect K1 lit
      |           ^^^
      = help: a relay is `operated` or `released`
    ");
    assert_eq!(bench.mark(), before);
}

#[test]
fn failed_expectations_end_nothing_and_a_refusal_does() {
    let mut bench = buzzer();
    let failed = error(bench.act("expect S1 on, K1 operated\non S1 for 3ms\nexpect H1 lit"));
    assert!(failed.is_expectation());
    assert_eq!(failed.to_string().matches("error[").count(), 3, "{failed}");
    let is_on = |bench: &Bench| bench.simulator().is_held(bench.circuit().part("S1").unwrap());
    assert!(is_on(&bench));
    let refused = error(bench.act("mend K1/2\noff S1"));
    assert!(refused.is_refusal());
    assert!(is_on(&bench));
}

#[test]
fn a_trace_is_cut_to_what_a_test_is_about() {
    let mut bench = buzzer();
    bench.act("break K1/2").unwrap();
    let mark = bench.mark();
    bench.act("== It buzzes\non S1\nexpect oscillating").unwrap();
    insta::assert_snapshot!(bench.trace().since(&mark), @"
    === It buzzes

    == on S1
       +0.000 ms  S1     on; closes S1/1
       +0.000 ms  K1     coil 48 mA, asks to operate
       +7.000 ms  K1     starts to operate; opens K1/1
       +7.000 ms  K1     coil 0 mA, asks to release
       +8.000 ms  K1     operated
      +11.000 ms  K1     starts to release
      +12.000 ms  K1     released; closes K1/1
      +12.000 ms  K1     coil 48 mA, asks to operate
      +12.000 ms         oscillates with a period of 12.000 ms: K1
    ");
    insta::assert_snapshot!(bench.trace().only(&["K1"]).unwrap().without_times().without_frame(), @"
    == power-up
             settled

    == break K1/2
      K1/2   fault: contact stuck open
             settled

    === It buzzes

    == on S1
      K1     coil 48 mA, asks to operate
      K1     starts to operate; opens K1/1
      K1     coil 0 mA, asks to release
      K1     operated
      K1     starts to release
      K1     released; closes K1/1
      K1     coil 48 mA, asks to operate
             oscillates with a period of … ms: K1
    ");
    assert_eq!(error(bench.trace().only(&["K2"])).to_string(), "there is no part `K2`; did you mean `K1`?");
    let whole = bench.trace().to_string();
    assert!(whole.starts_with("kiber trace 1\n") && whole.ends_with("== end at 12.000 ms\n"), "{whole}");
    assert!(bench.trace().without_times().to_string().ends_with("\n== end at … ms\n"));
}

#[test]
fn names_outside_ascii_are_cut_as_well() {
    let mut bench = Bench::read(&BUZZER.replace("S1", "КН1")).unwrap();
    bench.act("on КН1 for 1ms").unwrap();
    let shown = bench.trace().last().only(&["КН1"]).unwrap().without_times().to_string();
    assert_eq!(shown, "== on КН1 for 1ms\n  КН1    on; closes КН1/1\n         time is up, still moving\n");
}
