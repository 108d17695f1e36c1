//! Two traces compared by meaning: each kind of difference, alone.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use kiber_trace::diff::{Difference, Error, Kind, Options, Report, compare_texts};

/// A trace of these sections, with its end where they end.
fn trace(sections: &str) -> String {
    let mut end = 0;
    let mut since = 0;
    for line in sections.lines() {
        if line.starts_with("== ") {
            end += std::mem::take(&mut since);
        } else if let Some((time, _)) = line.trim_start().strip_prefix('+').and_then(|line| line.split_once(" ms")) {
            since = time.replace('.', "").parse::<u64>().unwrap();
        }
    }
    end += since;
    let sections = sections.trim_matches('\n');
    format!("kiber trace 1\ncircuit 01234567  A test\n\n{sections}\n\n== end at {}.{:03} ms\n", end / 1000, end % 1000)
}

const BEFORE: &str = "
== power-up
   +0.000 ms  H1     lit, 100 mA
   +0.000 ms         settled

== press S1
   +0.000 ms  S1     pressed; closes S1/1
   +0.000 ms  K1     coil 48 mA, asks to operate
   +0.000 ms  K2     coil 48 mA, asks to operate
   +7.000 ms  K1     starts to operate; opens K1/2
   +7.000 ms  H1     off, 0 mA
   +8.000 ms  K1     operated; closes K1/1
   +8.000 ms  H2     lit, 100 mA
   +8.000 ms  K2     starts to operate
   +9.000 ms  K2     operated; closes K2/1
   +9.000 ms  H3     lit, 100 mA
   +9.000 ms         settled
   +9.000 ms  S1     free; opens S1/1
   +9.000 ms  K1     coil 0 mA, asks to release
  +13.000 ms  K1     starts to release; opens K1/1
  +13.000 ms  H2     off, 0 mA
  +14.000 ms  K1     released; closes K1/2
  +14.000 ms  H1     lit, 100 mA
  +14.000 ms         settled

== press S2
   +0.000 ms  S2     pressed; opens S2/1
   +0.000 ms  K2     coil 0 mA, asks to release
   +4.000 ms  K2     starts to release; opens K2/1
   +4.000 ms  H3     off, 0 mA
   +5.000 ms  K2     released
   +5.000 ms         settled
   +5.000 ms  S2     free; closes S2/1
   +5.000 ms         settled
";

/// The second trace from lines taken out of the first and put in their place.
fn changed(changes: &[(&str, &str)]) -> String {
    let mut after = BEFORE.to_owned();
    for (from, to) in changes {
        assert!(after.contains(from), "{from}");
        after = after.replacen(from, to, 1);
    }
    after
}

fn compare(a: &str, b: &str, options: &Options) -> Report {
    compare_texts(&trace(a), &trace(b), options).unwrap_or_else(|error| panic!("{error}"))
}

fn told(differences: &[Difference]) -> Vec<(Kind, &str)> {
    differences.iter().map(|difference| (difference.kind, difference.message.as_str())).collect()
}

#[track_caller]
fn check(changes: &[(&str, &str)], expected: &[(Kind, &str)]) {
    let report = compare(BEFORE, &changed(changes), &Options::default());
    assert_eq!(told(&report.differences), expected);
    assert_eq!(report.summary.is_same(), expected.is_empty());
}

#[test]
fn a_trace_is_the_same_as_itself() {
    check(&[], &[]);
}

#[test]
fn two_relays_exchanged() {
    check(
        &[
            ("+7.000 ms  K1 ", "+7.000 ms  K9 "),
            ("+8.000 ms  K1     operated; closes K1/1", "+8.000 ms  K2     operated; closes K2/1"),
            ("+9.000 ms  K2     operated; closes K2/1", "+9.000 ms  K1     operated; closes K1/1"),
            ("+8.000 ms  K2     starts to operate", "+8.000 ms  K1     starts to operate; opens K1/2"),
            ("+7.000 ms  K9     starts to operate; opens K1/2", "+7.000 ms  K2     starts to operate"),
            ("+8.000 ms  H2 ", "+8.000 ms  H9 "),
            ("+9.000 ms  H3 ", "+9.000 ms  H2 "),
            ("+8.000 ms  H9 ", "+8.000 ms  H3 "),
        ],
        &[(Kind::Order, "K2 now operates before K1")],
    );
}

#[test]
fn a_lamp_flashes() {
    let flash = "   +1.000 ms  H3     lit, 100 mA\n   +3.000 ms  H3     off, 0 mA\n   +7.000 ms  K1 ";
    check(&[("   +7.000 ms  K1 ", flash)], &[(Kind::Flash, "H3 flashes: lit for 2 ms from +1.000 ms on")]);
}

#[test]
fn a_time_is_shifted() {
    let late = BEFORE.replace("+5.000 ms", "+6.000 ms").replace("+4.000 ms", "+5.000 ms");
    let report = compare(BEFORE, &late, &Options::default());
    assert_eq!(told(&report.differences), [(Kind::Timing, "1 ms later from +4.000 ms on, nothing else changed")]);
    let report = compare(BEFORE, &late, &Options { ignore_times: true, ..Options::default() });
    assert_eq!(report.text(), "the same but for times: 3 sections, 32 events\n");
}

#[test]
fn errors() {
    let error =
        compare_texts(&trace(BEFORE), &trace(BEFORE), &Options { only: vec!["K8".into()], ..Options::default() });
    assert!(matches!(error, Err(Error::NoSuchPart { .. })));
}
