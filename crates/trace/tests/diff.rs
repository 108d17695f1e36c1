//! Two traces compared by meaning: each kind of difference, alone.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use std::collections::BTreeMap;

use kiber_trace::diff::{Difference, Error, Kind, Options, Report, compare_texts};
use kiber_trace::written::{ReadError, Reader};
use proptest::prelude::*;

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
    let blank = if sections.is_empty() { "" } else { "\n\n" };
    let (millis, micros) = (end / 1000, end % 1000);
    format!("kiber trace 1\ncircuit 01234567  A test\n\n{sections}{blank}== end at {millis}.{micros:03} ms\n")
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

#[track_caller]
fn check_two(before: &str, after: &str, expected: &[(Kind, &str)]) {
    assert_eq!(told(&compare(before, after, &Options::default()).differences), expected);
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

/// A uniform shift that begins with one part and takes others along is one sentence.
#[test]
fn times_of_one_part_alone_are_told_with_the_part() {
    check(
        &[(
            "   +8.000 ms  K2     starts to operate\n   +9.000 ms  K2 ",
            "   +9.000 ms  K2     starts to operate\n   +9.000 ms  K2 ",
        )],
        &[(Kind::Timing, "K2 starts to operate 1 ms later (+9.000 ms instead of +8.000 ms)")],
    );
    check(
        &[
            ("   +8.000 ms  H2     lit, 100 mA\n   +8.000 ms  K2     starts", "   +8.000 ms  K2     starts"),
            ("   +9.000 ms  K2     operated", "   +8.500 ms  H2     lit, 100 mA\n   +9.000 ms  K2     operated"),
        ],
        &[(Kind::Timing, "H2 is lit 0.5 ms later (+8.500 ms instead of +8.000 ms)")],
    );
}

#[test]
fn lamps() {
    check(&[("   +4.000 ms  H3     off, 0 mA\n", "")], &[(Kind::Stays, "H3 stays lit (it went off at +4.000 ms)")]);
    check(
        &[("   +8.000 ms  H2     lit, 100 mA\n", ""), ("  +13.000 ms  H2     off, 0 mA\n", "")],
        &[(Kind::Flash, "H2 no longer flashes (it was lit for 5 ms from +8.000 ms on)")],
    );
    check(&[("   +8.000 ms  H2     lit, 100 mA\n", "")], &[(Kind::Stays, "H2 stays off (it came on at +8.000 ms)")]);
    check(
        &[("H2     lit, 100 mA", "H2     dim, 16 mA")],
        &[(Kind::Stays, "H2 is dim instead of lit (16 mA instead of 100 mA)")],
    );
    check(
        &[("+0.000 ms  H1     lit, 100 mA", "+0.000 ms  H1     lit, 90 mA")],
        &[(Kind::Value, "H1 takes 90 mA instead of 100 mA")],
    );
}

#[test]
fn relays_that_no_longer_move_say_why() {
    let moves = "   +4.000 ms  K2     starts to release; opens K2/1\n   +4.000 ms  H3     off, 0 mA\n   +5.000 ms  K2     released\n   +5.000 ms         settled\n   +5.000 ms  S2     free; closes S2/1\n   +5.000 ms  ";
    let still = "   +0.000 ms         settled\n   +0.000 ms  S2     free; closes S2/1\n   +0.000 ms  ";
    check(
        &[("K2     coil 0 mA, asks to release", "K2     coil 16 mA (partial), asks for nothing"), (moves, still)],
        &[
            (Kind::Stays, "H3 stays lit (it went off at +4.000 ms)"),
            (Kind::Stays, "K2 stays operated: its coil still gets 16 mA (partial)"),
        ],
    );
}

#[test]
fn what_comes_next_depends_on_what_was_before() {
    let before = "
== press S1
   +5.000 ms  K1     operated
   +5.000 ms  H1     lit, 100 mA
   +5.000 ms         settled

== press S2
   +5.000 ms  K1     released
   +5.000 ms  H1     off, 0 mA
   +5.000 ms         settled
";
    let after = "
== press S1
   +0.000 ms         settled

== press S2
   +0.000 ms         settled
";
    let report = compare(before, after, &Options::default());
    insta::assert_snapshot!(report.text(), @"
    == press S1  (section 1, line 4)
       H1 stays off (it came on at +5.000 ms)
       K1 stays released

    == press S2  (section 2, lines 9 and 7)
       H1 is off already (it went off at +5.000 ms)
       K1 is released already (it released at +5.000 ms)

    2 of 2 sections differ, first in press S1 (section 1, line 4)
    ");
}

#[test]
fn contacts() {
    check(
        &[("operated; closes K1/1", "operated; closes K1/3")],
        &[(Kind::Contacts, "K1 no longer closes K1/1, and now closes K1/3 too")],
    );
    check(
        &[
            ("starts to operate; opens K1/2", "starts to operate; closes K1/2"),
            ("released; closes K1/2", "released; opens K1/2"),
        ],
        &[(Kind::Contacts, "K1 moves K1/2 the other way round")],
    );
    check(&[("pressed; closes S1/1", "pressed; moves no contact")], &[(Kind::Contacts, "S1 no longer closes S1/1")]);
}

#[test]
fn currents() {
    check(
        &[("K1     coil 48 mA, asks to operate", "K1     coil 32 mA (partial), asks to operate")],
        &[(Kind::Value, "the coil of K1 gets 32 mA (partial) instead of 48 mA")],
    );
    let pulse = "   +1.000 ms  K3     coil 48 mA, asks to operate\n   +3.000 ms  K3     coil 0 mA, asks to release\n   +7.000 ms  K1 ";
    check(
        &[("   +7.000 ms  K1 ", pulse)],
        &[(Kind::Flash, "the coil of K3 gets 48 mA for 2 ms from +1.000 ms on, and nothing moves")],
    );
}

/// Shorts, overloads, fuses and faults come at one place of the trace, and go from there.
#[track_caller]
fn check_trouble(lines: &str, comes: &[(Kind, &str)], goes: &[(Kind, &str)]) {
    let with = changed(&[("   +7.000 ms  K1 ", &format!("{lines}   +7.000 ms  K1 "))]);
    assert_eq!(told(&compare(BEFORE, &with, &Options::default()).differences), comes);
    assert_eq!(told(&compare(&with, BEFORE, &Options::default()).differences), goes);
}

#[test]
fn what_goes_wrong() {
    check_trouble(
        "   +1.000 ms         short circuit of G1 begins: through K1/1, K2/1\n   +3.000 ms         short circuit of G1 ends after 2.000 ms: through K1/1, K2/1\n",
        &[(Kind::Outcome, "G1 is now shorted through K1/1, K2/1, for 2 ms from +1.000 ms on")],
        &[(Kind::Outcome, "G1 is no longer shorted through K1/1, K2/1 (it was for 2 ms from +1.000 ms on)")],
    );
    check_trouble(
        "   +1.000 ms  G1     overloaded, 2440 mA\n",
        &[(Kind::Outcome, "G1 is now overloaded, 2440 mA, from +1.000 ms on")],
        &[(Kind::Outcome, "G1 is no longer overloaded (it carried 2440 mA)")],
    );
    check_trouble(
        "   +1.000 ms  F1     blown; fed K1, H1\n",
        &[(Kind::Outcome, "F1 now blows, at +1.000 ms, and fed K1, H1")],
        &[(Kind::Outcome, "F1 no longer blows")],
    );
    check_trouble(
        "   +1.000 ms  K1/2   fault: contact stuck open\n",
        &[(Kind::Outcome, "K1/2 now fails: contact stuck open")],
        &[(Kind::Outcome, "K1/2 no longer fails: contact stuck open")],
    );
    check_trouble(
        "   +1.000 ms  KB1    both coils driven, stays\n",
        &[(Kind::Outcome, "KB1 now has both coils driven, at +1.000 ms")],
        &[(Kind::Outcome, "KB1 no longer has both coils driven")],
    );
    check_trouble(
        "   +1.000 ms  G1     switched off\n",
        &[(Kind::Stays, "G1 is now switched off, at +1.000 ms")],
        &[(Kind::Stays, "G1 is no longer switched off")],
    );
}

/// What begins and ends in one trace only is told once, and what ends in one only does not stay in the other.
#[test]
fn what_goes_wrong_for_a_while() {
    check_trouble(
        "   +1.000 ms  G1     overloaded, 2440 mA\n   +1.000 ms  G1     no longer overloaded, after 0.000 ms\n",
        &[(Kind::Outcome, "G1 is now overloaded, 2440 mA, from +1.000 ms on")],
        &[(Kind::Outcome, "G1 is no longer overloaded (it carried 2440 mA)")],
    );
    check_trouble(
        "   +1.000 ms  G1     no longer overloaded, after 3.000 ms\n",
        &[(Kind::Outcome, "the overload of G1 now ends, at +1.000 ms")],
        &[(Kind::Outcome, "the overload of G1 no longer ends here")],
    );
    check_trouble(
        "   +1.000 ms  KB1    both coils driven, stays\n   +1.000 ms  KB1    no longer both coils driven\n",
        &[(Kind::Outcome, "KB1 now has both coils driven, at +1.000 ms")],
        &[(Kind::Outcome, "KB1 no longer has both coils driven")],
    );
    check_trouble(
        "   +1.000 ms  KB1    no longer both coils driven\n",
        &[(Kind::Outcome, "the driving of both coils of KB1 now ends, at +1.000 ms")],
        &[(Kind::Outcome, "the driving of both coils of KB1 no longer ends here")],
    );
}

const ON: &str = "
== on S1
   +0.000 ms  S1     on; closes S1/1
   +0.000 ms  K1     coil 48 mA, asks to operate
   +7.000 ms  K1     starts to operate
   +8.000 ms  K1     operated; closes K1/1
   +8.000 ms  H1     lit, 100 mA
   +8.000 ms         settled
";

/// A contact that bounces opens and closes; its relay has operated before and does not operate again.
#[test]
fn a_relay_that_bounces() {
    let bounces = ON.replace(
        "   +8.000 ms         settled",
        "   +8.500 ms  K1     bounces, on its way to operated; opens K1/1\n   \
         +8.500 ms  H1     off, 0 mA\n   +8.700 ms  K1     operated; closes K1/1\n   \
         +8.700 ms  H1     lit, 100 mA\n   +8.700 ms         settled",
    );
    let found = [
        (Kind::Flash, "H1 goes off for 0.2 ms from +8.500 ms on"),
        (Kind::Stays, "K1 now: bounces, on its way to operated and operated"),
    ];
    check_two(ON, &bounces, &found);
}

/// The cause of a move is what the coil got when the armature started, not when it arrived.
#[test]
fn the_coil_changes_while_the_armature_is_on_its_way() {
    let rest = "== wait 6ms\n   +6.000 ms         time is up, nothing moves\n";
    let falls = "== wait 6ms
   +0.000 ms  K1     coil 0 mA, asks to release
   +4.000 ms  K1     starts to release; opens K1/1
   +4.500 ms  K1     coil 48 mA, asks to operate
   +5.000 ms  K1     released
   +6.000 ms         time is up, still moving
";
    let (rest, falls) = (format!("{ON}\n{rest}"), format!("{ON}\n{falls}"));
    let (still, moving) = ("being at rest when time is up", "is still moving when time is up");
    check_two(
        &rest,
        &falls,
        &[
            (Kind::Stays, "K1 now releases, at +5.000 ms: its coil gets no current"),
            (Kind::Outcome, &format!("now {moving} instead of {still}")),
        ],
    );
    check_two(
        &falls,
        &rest,
        &[
            (Kind::Stays, "K1 stays operated: its coil still gets 48 mA"),
            (Kind::Outcome, "now is at rest when time is up instead of moving still when time is up"),
        ],
    );
}

/// What a coil gets already is not kept from it.
#[test]
fn coils_that_get_it_already() {
    let sections = |on: &str, wait: &str| {
        let on = format!("== on G1\n   +0.000 ms  G1     switched on\n{on}   +0.000 ms         settled\n");
        format!("{on}\n== on S1\n   +0.000 ms  S1     on; closes S1/1\n{wait}   +0.000 ms         settled\n")
    };
    let (set, neither) = (
        "   +0.000 ms  KB1    set coil 48 mA, asks to operate\n",
        "   +0.000 ms  KB1    coils 0 mA, asks for nothing\n",
    );
    check_two(
        &sections("", set),
        &sections(set, ""),
        &[
            (Kind::Value, "the set coil of KB1 now gets 48 mA from +0.000 ms on, and asks to operate"),
            (Kind::Value, "the set coil of KB1 gets 48 mA already (it did from +0.000 ms on)"),
        ],
    );
    check_two(
        &sections("", set),
        &sections("", neither),
        &[(Kind::Value, "the coils of KB1 get 0 mA instead of 48 mA, and ask for nothing")],
    );
}

/// A selector that comes from elsewhere is turned all the same.
#[test]
fn a_selector_from_elsewhere() {
    let turned = |from: &str| {
        format!(
            "== set SA1 2\n   +0.000 ms  SA1    turned from {from} to 2; moves no contact\n   +0.000 ms         settled\n"
        )
    };
    check_two(&turned("0"), &turned("1"), &[(Kind::Stays, "SA1 is turned to 2 from 1 instead of from 0")]);
}

const BUZZER: &str = "
== on S1
   +0.000 ms  S1     on; closes S1/1
   +0.000 ms  K1     coil 48 mA, asks to operate
   +7.000 ms  K1     starts to operate; opens K1/1
   +7.000 ms  K1     coil 0 mA, asks to release
   +8.000 ms  K1     operated
  +11.000 ms  K1     starts to release
  +12.000 ms  K1     released; closes K1/1
  +12.000 ms  K1     coil 48 mA, asks to operate
  +19.000 ms  K1     starts to operate; opens K1/1
  +19.000 ms         oscillates with a period of 12.000 ms: K1
";

#[test]
fn outcomes() {
    let settles = "
== on S1
   +0.000 ms  S1     on; closes S1/1
   +0.000 ms  K1     coil 48 mA, asks to operate
   +7.000 ms  K1     starts to operate
   +8.000 ms  K1     operated; closes K1/1
   +8.000 ms         settled
";
    let report = compare(settles, BUZZER, &Options::default());
    assert_eq!(
        told(&report.differences),
        [(Kind::Outcome, "now oscillates with a period of 12.000 ms (K1) instead of settling")]
    );
    let report = compare(BUZZER, settles, &Options::default());
    let outcome = (Kind::Outcome, "now settles instead of oscillating with a period of 12.000 ms (K1)");
    assert_eq!(told(&report.differences), [outcome]);

    let slower = BUZZER.replace("period of 12", "period of 13").replace("+12.", "+13.").replace("+19.", "+20.");
    let report = compare(BUZZER, &slower, &Options::default());
    assert_eq!(
        told(&report.differences),
        [(Kind::Timing, "oscillates with a period of 13.000 ms instead of 12.000 ms")]
    );
    assert!(compare(BUZZER, &slower, &Options { ignore_times: true, ..Options::default() }).summary.is_same());

    let refused = "\n== on S1\n   +0.000 ms         refused, nothing done\n";
    let report = compare(settles, refused, &Options::default());
    assert_eq!(told(&report.differences), [(Kind::Outcome, "now is refused instead of settling")]);
}

#[test]
fn sections_and_headings() {
    let new = "\n== press S3\n   +0.000 ms         settled\n\n== press S2";
    check(&[("\n== press S2", new)], &[(Kind::Section, "press S3 is new")]);
    check(
        &[("\n== press S2", "\n=== The second half\n\n== press S2")],
        &[(Kind::Heading, "the heading The second half is new")],
    );
    let report = compare(
        BEFORE,
        "\n== power-up\n   +0.000 ms  H1     lit, 100 mA\n   +0.000 ms         settled\n",
        &Options::default(),
    );
    assert_eq!(told(&report.differences), [(Kind::Section, "press S1 is gone"), (Kind::Section, "press S2 is gone")]);
    let many = BEFORE.to_owned() + &"\n== press S2\n   +0.000 ms         settled\n".repeat(9);
    let report = compare(BEFORE, &many, &Options::default());
    assert_eq!(told(&report.differences), [(Kind::Section, "9 sections are new, from press S2 to press S2")]);
    assert_eq!(report.summary.to_string(), "9 of 12 sections differ, first in press S2 (section 4, line 38)");
}

#[test]
fn other_circuits_and_scripts_are_noted_and_no_difference() {
    let a = trace(BEFORE);
    let b = a.replace("01234567  A test", "fedcba98  A test\nscript  00000001  mine");
    let report = compare_texts(&a, &b, &Options::default()).unwrap();
    assert!(report.summary.is_same());
    insta::assert_snapshot!(report.text(), @"
    another version of the circuit: fedcba98 instead of 01234567
    a script instead of none: mine (00000001)
    the same: 3 sections, 32 events
    ");
}

#[test]
fn only_some_parts() {
    let after = changed(&[("   +4.000 ms  H3     off, 0 mA\n", ""), ("coil 48 mA", "coil 40 mA")]);
    let only = |parts: &[&str]| {
        let only = parts.iter().map(|part| part.to_string()).collect();
        compare(BEFORE, &after, &Options { only, ..Options::default() }).differences.len()
    };
    assert_eq!((only(&[]), only(&["H3"]), only(&["K1", "H3"]), only(&["K2", "S1"])), (2, 1, 2, 0));
}

/// A section too long to be looked at as a whole.
fn long(events: usize, late_from: usize, flash_at: usize) -> String {
    use std::fmt::Write;
    let mut text = "\n== on S1\n".to_owned();
    let mut line = |at: usize, what: &str| {
        let at = if at >= late_from { at + 1 } else { at };
        let millis = format!("+{}.{:03}", at / 1000, at % 1000);
        writeln!(text, "{millis:>9} ms  {what}").unwrap();
    };
    for at in 0..events {
        line(20 * at, if at % 2 == 0 { "K1     operated" } else { "K1     released" });
        if at == flash_at {
            line(20 * at + 3, "H1     lit, 100 mA");
            line(20 * at + 5, "H1     off, 0 mA");
        }
    }
    text
}

#[test]
fn a_long_section_is_compared_in_windows() {
    let never = usize::MAX;
    let plain = long(20_000, never, never);
    let check = |after: &str, expected: &[(Kind, &str)]| {
        assert_eq!(told(&compare(&plain, after, &Options::default()).differences), expected);
    };
    check(&long(20_000, never, 15_000), &[(Kind::Flash, "H1 flashes: lit for 0.002 ms from +300.003 ms on")]);
    check(
        &long(20_000, 40_000, never),
        &[(Kind::Timing, "K1 operates 0.001 ms later (+40.001 ms instead of +40.000 ms)")],
    );
    check(
        &long(20_000, 40_000, 15_000),
        &[
            (Kind::Timing, "K1 operates 0.001 ms later (+40.001 ms instead of +40.000 ms)"),
            (Kind::Flash, "H1 flashes: lit for 0.002 ms from +300.004 ms on"),
        ],
    );
    let other = plain.replace("K1 ", "K2 ");
    let report = compare(&plain, &other, &Options::default());
    assert!(!report.summary.is_same());
}

#[test]
fn parts_that_neither_has() {
    let options = Options { only: vec!["K8".into()], ..Options::default() };
    let error = compare_texts(&trace(BEFORE), &trace(BEFORE), &options);
    assert!(matches!(error, Err(Error::NoSuchPart { .. })));
}

/// Lines that may stand in any section, in any order.
const LINES: &[&str] = &[
    "S1     pressed; closes S1/1",
    "S1     free; opens S1/1",
    "K1     coil 48 mA, asks to operate",
    "K1     coil 0 mA, asks to release",
    "K1     coil 16 mA (partial), asks for nothing",
    "K1     starts to operate; opens K1/2",
    "K1     operated; closes K1/1",
    "K1     released; opens K1/1; closes K1/2",
    "K2     operated",
    "K2     released",
    "K2     falls back to released",
    "SW1    starts to step to 3",
    "SW1    at 3",
    "SW1    at 4",
    "H1     lit, 100 mA",
    "H1     dim, 16 mA",
    "H1     off, 0 mA",
    "G1     overloaded, 2440 mA",
    "G1     no longer overloaded, after 1.000 ms",
    "F1     blown; fed K1",
    "       short circuit of G1 begins: through K1/1",
    "       short circuit of G1 ends after 2.000 ms: through K1/1",
    "       settled",
    "       oscillates with a period of 12.000 ms: K1",
    "       time is up, still moving",
];

type Section = (usize, Vec<(u32, usize)>);

fn sections() -> impl Strategy<Value = Vec<Section>> {
    let line = (prop_oneof![2 => Just(0_u32), 3 => 0_u32..3], 0..LINES.len());
    prop::collection::vec((0..3_usize, prop::collection::vec(line, 0..8)), 0..5)
}

/// The sections as text, with each pause between lines so many times as long.
fn written(sections: &[Section], stretch: u32) -> String {
    let mut text = String::new();
    for (title, lines) in sections {
        text.push_str(&format!("\n== press S{title}\n"));
        let mut since = 0;
        for &(pause, line) in lines {
            since += pause * stretch;
            text.push_str(&format!("{:>9} ms  {}\n", format!("+{since}.000"), LINES[line]));
        }
    }
    text
}

/// What each part does, and when: all that is compared.
fn meaning(text: &str) -> Vec<BTreeMap<String, Vec<String>>> {
    let mut meaning = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix("== ") {
            Some(title) => meaning.push(BTreeMap::from([("title".to_owned(), vec![title.to_owned()])])),
            None => {
                let (time, what) = line.split_once(" ms  ").unwrap();
                let who = what.split_once(' ').map_or("", |(who, _)| who).to_owned();
                let section = meaning.last_mut().unwrap();
                section.entry(who).or_default().push(format!("{time} {what}"));
            }
        }
    }
    meaning
}

fn read(text: &[u8]) -> Result<(), ReadError> {
    let mut reader = Reader::new(text);
    while reader.next()?.is_some() {}
    Ok(())
}

#[test]
fn a_trace_that_was_cut_off_anywhere_is_none() {
    let trace = trace(BEFORE);
    // The end of the last line is no part of what it says.
    let whole = trace.trim_end().len();
    assert!(read(trace.as_bytes()).is_ok() && read(&trace.as_bytes()[..whole]).is_ok());
    for cut in 0..whole {
        let Err(ReadError::Damaged(error)) = read(&trace.as_bytes()[..cut]) else { panic!("{}", &trace[..cut]) };
        let lines = trace[..cut].lines().count();
        assert!((lines.max(1)..=lines + 1).contains(&error.line), "{error}\n{}", &trace[..cut]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_means_the_same_is_the_same_and_nothing_else(a in sections(), b in sections(), at in any::<prop::sample::Index>()) {
        // Mostly alike: b has one section of its own.
        let mut alike = a.clone();
        if let (Some(section), false) = (b.first(), a.is_empty()) {
            alike[at.index(a.len())] = section.clone();
        }
        for b in [a.clone(), alike, b] {
            let (a, b) = (written(&a, 1), written(&b, 1));
            let report = compare(&a, &b, &Options::default());
            prop_assert_eq!(report.summary.is_same(), meaning(&a) == meaning(&b), "{}{}{}", a, b, report.text());
            prop_assert_eq!(report.differences.is_empty(), report.summary.is_same());
        }
    }

    #[test]
    fn damage_is_no_panic(at in any::<prop::sample::Index>(), junk in prop::collection::vec(any::<u8>(), 0..4)) {
        let mut bytes = trace(BEFORE).into_bytes();
        let at = at.index(bytes.len());
        bytes.splice(at..at + 1, junk);
        if let Err(error) = read(&bytes) {
            prop_assert!(!error.to_string().contains(char::is_control), "{error}");
        }
    }

    #[test]
    fn times_alone_can_be_ignored(a in sections(), stretch in 1_u32..5) {
        let options = Options { ignore_times: true, ..Options::default() };
        let (a, b) = (written(&a, 1), written(&a, stretch));
        let report = compare(&a, &b, &options);
        prop_assert!(report.summary.is_same(), "{}{}{}", a, b, report.text());
    }
}
