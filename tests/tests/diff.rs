//! Traces of whole circuits compared: what a change of one contact does, and that nothing else differs.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::fs;

use kiber_tests::{Beside, library, play, play_script};
use kiber_trace::diff::{Options, compare_texts};

fn named(name: &str) -> Beside {
    library().into_iter().find(|beside| beside.name == name).unwrap()
}

/// What the article's game says of another contact in place of one.
#[track_caller]
fn changed(from: &str, to: &str) -> String {
    let beside = named("article");
    let text = beside.text();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    let script = fs::read_to_string(beside.circuit.with_file_name("game.script")).unwrap();
    let before = play(&beside.read(), &script).trace();
    let other = beside.reading(&text.replace(from, to)).circuit.unwrap();
    let after = play(&other.into(), &script).trace();
    compare_texts(&before, &after, &Options::default()).unwrap().text()
}

/// The contact by which P12 puts out L7 is wired as one that lights it.
#[test]
fn a_contact_of_the_other_form() {
    let told = changed(r#""3": Break("l7c", "l7d")"#, r#""3": Make("l7c", "l7d")"#);
    insta::assert_snapshot!(told, @"
    == power-up  (section 1, line 4)
       L7 stays off (it came on at +0.000 ms)

    == press KN1  (section 7, lines 52 and 51)
       P12 closes P12/3 where it opened
       L7 is lit instead of off

    == press KN4  (section 10, lines 77 and 76)
       L7 is off instead of lit
       P12 opens P12/3 where it closed

    == press KN1  (section 17, lines 146 and 145)
       L7 is off already (it went off at +7.000 ms)

    == press KN4  (section 19, lines 164 and 162)
       L7 stays off (it came on at +5.000 ms)

    another version of the circuit: b4e7975e instead of 489ca19b
    5 of 20 sections differ, first in power-up (section 1, line 4)
    ");
}

/// The contact by which P12 holds itself leads nowhere.
#[test]
fn a_contact_on_another_net() {
    let told = changed(r#""1": Make("HB", "T12")"#, r#""1": Make("HB", "nowhere")"#);
    insta::assert_snapshot!(told, @"
    == press KN1  (section 7, line 52)
       L7 is lit from +13.000 ms on (it stayed off)
       P12 now releases, at +13.000 ms: its coil gets no current

    == press KN2  (section 9, lines 68 and 72)
       P12' stays released: its coil gets no current

    == press KN4  (section 10, lines 77 and 78)
       L7 is lit already (it came on at +5.000 ms)
       P12 is released already (it released at +5.000 ms)

    == press KN1  (section 17, lines 146 and 143)
       L8 stays lit (it went off at +7.000 ms)
       L10 stays off (it came on at +8.000 ms)
       P12 now operates, for 5 ms from +8.000 ms on: its coil gets 48 mA
       P13 stays released: its coil gets no current
       L7 is lit from +13.000 ms on (it stayed off)

    == press KN4  (section 19, lines 164 and 163)
       L10 is off already (it went off at +4.000 ms)
       L7 is lit already (it came on at +5.000 ms)
       L8 is lit already (it came on at +5.000 ms)
       P13 is released already (it released at +5.000 ms)

    another version of the circuit: 0a859dd0 instead of 489ca19b
    5 of 20 sections differ, first in press KN1 (section 7, line 52)
    ");
}

#[test]
fn every_trace_is_the_same_as_itself_and_at_other_times() {
    let mut compared = 0;
    for beside in library() {
        let circuit = beside.read();
        for script in &beside.scripts {
            let trace = play_script(&circuit, &beside.script(script, &circuit)).trace();
            let same = compare_texts(&trace, &trace, &Options::default()).unwrap();
            assert!(same.summary.is_same(), "{}\n{}", script.display(), same.text());
            let late = late(&trace);
            let options = Options { ignore_times: true, ..Options::default() };
            let same = compare_texts(&trace, &late, &options).unwrap_or_else(|error| panic!("{error}\n{late}"));
            assert!(same.summary.is_same(), "{}\n{}", script.display(), same.text());
            let has_times = trace != late;
            let other = compare_texts(&trace, &late, &Options::default()).unwrap();
            assert_eq!(other.summary.is_same(), !has_times, "{}\n{}", script.display(), other.text());
            compared += 1;
        }
    }
    assert!(compared >= 95, "{compared}");
}

/// The trace with every time, and every span of time, half as long again and a bit.
fn late(trace: &str) -> String {
    let mut late = String::new();
    let (mut end, mut since) = (0, 0);
    for line in trace.lines() {
        if let Some(rest) = line.strip_prefix("== end at ") {
            assert!(rest.ends_with(" ms"));
            late.push_str(&format!("== end at {}\n", millis(end + since)));
            continue;
        }
        if line.starts_with("== ") {
            end += std::mem::take(&mut since);
        }
        match line.trim_start().strip_prefix('+').and_then(|line| line.split_once(" ms  ")) {
            None => late.push_str(line),
            Some((time, what)) => {
                since = stretched(time);
                let time = millis(since);
                let time = time.trim_end_matches(" ms");
                late.push_str(&format!("{:>9} ms  ", format!("+{time}")));
                let mut words = what.split(' ').peekable();
                while let Some(word) = words.next() {
                    let is_span = words.peek().is_some_and(|next| next.trim_end_matches(':') == "ms");
                    match is_span && word.contains('.') {
                        true => late.push_str(millis(stretched(word)).trim_end_matches(" ms")),
                        false => late.push_str(word),
                    }
                    if words.peek().is_some() {
                        late.push(' ');
                    }
                }
            }
        }
        late.push('\n');
    }
    late
}

fn stretched(millis: &str) -> u64 {
    let micros: u64 = millis.replace('.', "").parse().unwrap();
    micros + micros / 2 + u64::from(micros > 0)
}

fn millis(micros: u64) -> String {
    format!("{}.{:03} ms", micros / 1000, micros % 1000)
}
