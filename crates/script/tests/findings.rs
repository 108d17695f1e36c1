//! What is wrong with a script: every code, its place and its advice.
#![allow(clippy::panic, reason = "a test that cannot read its circuit has failed")]

use kiber_netlist::{Circuit, Finding, line_and_column};
use kiber_script::{CODES, parse};

fn circuit() -> Circuit {
    let source = r##"Circuit(
        title: "One of each",
        parts: {
            "G1": Source(plus: "+", minus: "-", volts: 24.0),
            "КН1": Button(label: "Start", contacts: {"1": Make("+", "a b")}),
            "КН2": Button(label: "Stop now", contacts: {"1": Make("+", "b")}),
            "V1": Toggle(contacts: {"a": Make("+", "l1")}),
            "V2": Toggle(contacts: {"a": Make("+", "l2")}),
            "V4": Toggle(contacts: {"a": Make("+", "l4")}),
            "P6'": Relay(coil: ("a b", "-"), contacts: {"1": Make("+", "a b"), "2": Changeover(common: "+", make: "b")}),
            "P7'": Relay(coil: ("b", "-"), contacts: {"1": Make("+", "b")}),
            "L1": Lamp(pins: ("l1", "-")),
            "L2": Lamp(pins: ("l2", "-")),
            "L4": Lamp(pins: ("l4", "-")),
            "R1": Resistor(pins: ("b", "-"), ohms: 100.0),
            "SA1": Selector(label: "Range 1", places: 4, wafers: {"a": (common: "+", places: ["l1", "l2", "l4"])}),
            "SA2": Selector(places: 2, wafers: {"a": (common: "+", places: ["l1", "l2"])}),
            "SW1": Stepper(coil: ("b", "-"), places: 5, wafers: {"a": (common: "+", places: ["l1", "l2"])}),
            "KP1": Polarized(coil: ("b", "-"), centre: true, contacts: {"1": Left("+", "l1"), "2": Right("+", "l2")}),
            "KP2": Polarized(coil: ("b", "-"), contacts: {"1": Left("+", "l1")}),
            "KI1": Impulse(coil: ("b", "-"), contacts: {"1": Make("+", "l4")}),
            "KB1": Bistable(set: ("b", "-"), reset: ("l1", "-"), contacts: {"1": Make("+", "l4")}),
            "F1": Fuse(pins: ("b", "f"), amps: 1.0),
            "C1": Capacitor(pins: ("f", "-"), farads: 0.001),
        },
    )"##;
    let reading = kiber_netlist::read(source);
    reading.circuit.unwrap_or_else(|| panic!("{:#?}", reading.findings))
}

fn shown(source: &str, findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        assert!(CODES.iter().any(|code| code.name == finding.code), "{} is not in the table", finding.code);
        let (line, column) = line_and_column(source, finding.span.start);
        let place = &source[finding.span.clone()];
        text += &format!("{line}:{column} [{place}] {}: {}", finding.code, finding.message);
        if let Some((span, why)) = &finding.second {
            let (line, column) = line_and_column(source, span.start);
            text += &format!(" ({why}: {line}:{column} [{}])", &source[span.clone()]);
        }
        if let Some(help) = &finding.help {
            text += &format!("\n    {help}");
        }
        text.push('\n');
    }
    text
}

#[track_caller]
fn findings(source: &str) -> String {
    let (script, findings) = parse(source, &circuit());
    assert_eq!(script.is_some(), findings.is_empty());
    shown(source, &findings)
}

#[test]
fn good_scripts_have_none() {
    let source = "\u{feff}# all of it\r\n\tpress КН1\r\n\r\n press Stop now, Start for 3 ms # both\r\nhold КН1\nfree Start\n\
        on V1..V2, G1\noff V1\nflip V4 for 1.5ms\nwait 20ms\nwait 1 s\n\
        break P6'/2\nbreak P6'\nweld P7'/1\nshort P7'\ncut R1 b\ncut P6' \"a b\", R1 b\nstick P6'..P7'\nmend P6'\nmend P6'/2\nmend R1 b\nmend P6' \"a b\"\n\
        expect P6'..P7' operated, V1 on, L1 dim, КН1 free, P6'/1..P6'/2 open, Stop now pressed\n\
        expect settled, oscillating , short\nexpect L2..L1 off\n\
        set Range 1 2\nset SA1, SA2  01\nset SA1..SA2 0 for 3ms\nset SA1 3 in order SA1 leaves, KI1\nreplace F1 for 1ms\n\
        expect Range 1 at 3, SA1..SA2 at  01, SW1 at 4\nexpect KP1 left, KP1 centre, KP2 right, KI1 operated, KB1 released\n\
        expect F1 blown, F1 whole, SA1/a open, KP1/1..KP1/2 closed\n\
        break SW1\nbreak SA1/a\nweld SA1/a, KP1/1\nshort KB1\nstick SW1, KP1, KI1\ncut SA1 l1\nmend SW1, SA1/a, F1";
    let (script, findings) = parse(source, &circuit());
    assert_eq!(shown(source, &findings), "");
    insta::assert_snapshot!(script.unwrap().shown(&circuit()).to_string(), @r#"
press КН1
press КН2, КН1 for 3ms
hold КН1
free КН1
on V1, V2, G1
off V1
flip V4 for 1.5ms
wait 20ms
wait 1s
break P6'/2
break P6'
weld P7'/1
short P7'
cut R1 b
cut P6' "a b", R1 b
stick P6', P7'
mend P6'
mend P6'/2
mend R1 b
mend P6' "a b"
expect P6' operated, P7' operated, V1 on, L1 dim, КН1 free, P6'/1 open, P6'/2 open, КН2 pressed
expect settled, oscillating, short
expect L2 off, L1 off
set SA1 2
set SA1, SA2 1
set SA1, SA2 0 for 3ms
set SA1 3 in order SA1 leaves, KI1
replace F1 for 1ms
expect SA1 at 3, SA1 at 1, SA2 at 1, SW1 at 4
expect KP1 left, KP1 centre, KP2 right, KI1 operated, KB1 released
expect F1 blown, F1 whole, SA1/a open, KP1/1 closed, KP1/2 closed
break SW1
break SA1/a
weld SA1/a, KP1/1
short KB1
stick SW1, KP1, KI1
cut SA1 l1
mend SW1, SA1/a, F1
"#);
}

#[test]
fn unknown_actions() {
    insta::assert_snapshot!(findings("Press КН1\nrelease КН1\nflik V1\nзажать КН1\nКН1"), @"
    1:1 [Press] script-unknown-action: `Press` is no action
        the words of a script are written in lower case: `press`
    2:1 [release] script-unknown-action: `release` is no action
        the word for it is `free`
    3:1 [flik] script-unknown-action: `flik` is no action
        did you mean `flip`?
    4:1 [зажать] script-unknown-action: `зажать` is no action
        the actions are flip, on, off, press, hold, free, set, replace, break, weld, short, cut, stick, mend, wait, expect, repeat and include
    5:1 [КН1] script-unknown-action: `КН1` is no action
        the actions are flip, on, off, press, hold, free, set, replace, break, weld, short, cut, stick, mend, wait, expect, repeat and include
    ");
}

#[test]
fn missing_and_unknown_parts() {
    insta::assert_snapshot!(findings("press\npress ,КН1\npress KH1\non V1,V9,\npress КН1 КН2\nflip b\nhold Zeppelin/3 # no"), @"
    1:1 [press] script-missing-part: `press` what?
        name a part: `press NAME`; several with commas between, or a range `A..B`
    2:7 [] script-missing-part: a name is missing here
        names stand between commas: `hold S1, S2`
    3:7 [KH1] script-unknown-part: there is no part `KH1`
        did you mean `КН1`, `КН2` or `KP1`?
    4:7 [V9] script-unknown-part: there is no part `V9`
        did you mean `V1`, `V2` or `V4`?
    4:10 [] script-missing-part: a name is missing here
        names stand between commas: `hold S1, S2`
    5:11 [КН2] script-extra-words: `КН2` belongs to nothing
        after `КН1` comes a comma, `for` and a time, or the end of the line
    6:6 [b] script-unknown-part: there is no part `b`
        b is a net; scripts act on parts and contacts
    7:6 [Zeppelin/3] script-unknown-part: there is no part `Zeppelin/3`
    ");
}

#[test]
fn expectations_without_a_comma_between() {
    insta::assert_snapshot!(findings("expect КН1 free L1 lit\nexpect settled now\nexpect КН1 free, oscillating short"), @r#"
1:12 [free L1] script-extra-words: `free L1` belongs to nothing
    commas join what is expected: `expect P1 operated, L3 lit, settled`
2:16 [now] script-extra-words: `now` belongs to nothing
    commas join what is expected: `expect P1 operated, L3 lit, settled`
3:30 [short] script-extra-words: `short` belongs to nothing
    commas join what is expected: `expect P1 operated, L3 lit, settled`
"#);
}

#[test]
fn contacts_and_nets() {
    insta::assert_snapshot!(findings("break P6'/3\nweld P6/1\nexpect L1/1 open\ncut R1 c\ncut R1 l1\ncut R1\ncut R9 b\ncut P6' \"a b\nmend R1 c"), @r#"
1:7 [P6'/3] script-unknown-contact: there is no contact `P6'/3`
    P6' has P6'/1 and P6'/2
2:6 [P6/1] script-unknown-part: there is no part `P6/1`
    did you mean `P6'/1`?
3:8 [L1/1] script-unknown-contact: there is no contact `L1/1`
    L1 has no contacts
4:8 [c] script-unknown-net: there is no net `c`
    R1 is joined to b and -
5:8 [l1] script-unknown-net: R1 is not joined to the net `l1`
    R1 is joined to b and -
6:5 [R1] script-unknown-net: the net is missing
    write the net whose wire is off: `cut R1 NET`
7:5 [R9] script-unknown-part: there is no part `R9`
    did you mean `R1`?
8:1 [cut P6' "a b] script-open-quote: a quote is opened and not closed
    quotes stand around the name of a net that is not one plain word: `cut K1 "net 7"`
9:9 [c] script-unknown-net: there is no net `c`
    R1 is joined to b and -
"#);
}

#[test]
fn kinds() {
    insta::assert_snapshot!(findings("press V1\nflip КН1\non L1\nbreak V1\nweld P6'\nstick P6'/1\nset V1 4\nreplace R1\nset F9 3\nset\non V1..V2, P6'..P7'\npress P6'/1"), @r#"
1:7 [V1] script-wrong-kind: V1 is a toggle and does not take `press`
    it takes `flip`, `on`, `off`, `cut` and `mend`
2:6 [КН1] script-wrong-kind: КН1 is a button and does not take `flip`
    it takes `press`, `hold`, `free`, `cut` and `mend`
3:4 [L1] script-wrong-kind: L1 is a lamp and does not take `on`
    it takes `cut` and `mend`
4:7 [V1] script-wrong-kind: V1 is a toggle and does not take `break`
    it takes `flip`, `on`, `off`, `cut` and `mend`
5:6 [P6'] script-wrong-kind: P6' is a relay and does not take `weld`
    it takes `break`, `short`, `stick`, `cut` and `mend`
6:7 [P6'/1] script-wrong-kind: P6'/1 is a contact and does not take `stick`
    it takes `break`, `weld` and `mend`
7:5 [V1] script-wrong-kind: V1 is a toggle and does not take `set`
    it takes `flip`, `on`, `off`, `cut` and `mend`
8:9 [R1] script-wrong-kind: R1 is a resistor and does not take `replace`
    it takes `cut` and `mend`
9:5 [F9] script-unknown-part: there is no part `F9`
    did you mean `F1`?
10:1 [set] script-missing-part: `set` what?
    name a selector and a place: `set NAME 4`; several with commas between
11:12 [P6'..P7'] script-wrong-kind: P6' is a relay and does not take `on`
    it takes `break`, `short`, `stick`, `cut` and `mend`
12:7 [P6'/1] script-wrong-kind: P6'/1 is a contact and does not take `press`
    it takes `break`, `weld` and `mend`
"#);
}

#[test]
fn places() {
    insta::assert_snapshot!(findings("set SA1\nset SA1 x\nset 2\nset SA1 4\nset SA1 99999\nset SA1..SA2 2\nset SA1 1, SA2 2\nset SA1 2 now\nset Range 1\nset SA9 1\nset SA1 ,\nset SW1 2\nset SA1/a 2\nset SA1 2 for\nset SA1, 2"), @"
    1:5 [SA1] script-unknown-place: the place is missing
        the place stands behind the names, once for all of them: `set SA1, SA2 4`
    2:9 [x] script-unknown-place: `x` is no number of a place
        the places of SA1 are 0 to 3
    3:5 [2] script-missing-part: the name of a selector is missing
        the place stands behind the names, once for all of them: `set SA1, SA2 4`
    4:5 [SA1] script-unknown-place: SA1 has no place 4
        the places of SA1 are 0 to 3
    5:9 [99999] script-unknown-place: there is no place `99999`
        the places of SA1 are 0 to 3
    6:5 [SA1..SA2] script-unknown-place: SA2 has no place 2
        the places of SA2 are 0 to 1
    7:9 [1] script-unknown-place: a place stands at the end of the line
        the place stands behind the names, once for all of them: `set SA1, SA2 4`
    7:12 [SA2] script-unknown-place: SA2 has no place 2
        the places of SA2 are 0 to 1
    8:9 [2 now] script-extra-words: `2 now` belongs to nothing
        after `SA1` comes a comma, `for` and a time, or the end of the line
    9:5 [Range 1] script-unknown-place: the place is missing
        the place stands behind the names, once for all of them: `set SA1, SA2 4`
    10:5 [SA9] script-unknown-part: there is no part `SA9`
        did you mean `SA1` or `SA2`?
    11:10 [] script-missing-part: a name is missing here
        names stand between commas: `hold S1, S2`
    12:5 [SW1] script-wrong-kind: SW1 is a stepper and does not take `set`
        it takes `break`, `short`, `stick`, `cut` and `mend`
    13:5 [SA1/a] script-wrong-kind: SA1/a is a contact and does not take `set`
        it takes `break`, `weld` and `mend`
    14:11 [for] script-bad-time: the time is missing
        write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
    15:10 [2] script-missing-part: the name of a selector is missing
        the place stands behind the names, once for all of them: `set SA1, SA2 4`
    ");
    insta::assert_snapshot!(findings("expect SA1 at 4\nexpect SW1 at 5\nexpect SA1 2\nexpect SA1 at\nexpect SA1 at x\nexpect SW1 operated\nexpect SA1 at 99999\nexpect SA1/a at 2\nexpect SA1 on"), @"
    1:12 [at 4] script-unknown-place: SA1 has no place 4
        the places of SA1 are 0 to 3
    2:12 [at 5] script-unknown-place: SW1 has no place 5
        the places of SW1 are 0 to 4
    3:12 [2] script-unknown-word: `2` is no word for what is expected
        did you mean `at 2`?
    4:12 [at] script-unknown-word: `at` is no word for what is expected
        a selector is `at` a place: `at 0` to `at 3`
    5:12 [at x] script-unknown-place: SA1 has no place x
        the places of SA1 are 0 to 3
    6:12 [operated] script-wrong-word: SW1 is a stepper, which is never `operated`
        a stepper is `at` a place: `at 0` to `at 4`
    7:12 [at 99999] script-unknown-place: SA1 has no place 99999
        the places of SA1 are 0 to 3
    8:14 [at 2] script-wrong-word: SA1/a is a contact, which is never `at 2`
        a contact is `open` or `closed`
    9:12 [on] script-wrong-word: SA1 is a selector, which is never `on`
        a selector is `at` a place: `at 0` to `at 3`
    ");
    insta::assert_snapshot!(findings("expect KP2 centre\nexpect KP1 operated\nexpect KI1 left\nexpect F1 closed\nexpect C1 blown\nexpect KP1 middle\nflip SA1\nreplace SA1\nbreak F1\npress KB1\nstick SA1\nturn SA1 2\nhold КН1 in order C1"), @"
    1:12 [centre] script-wrong-word: KP2 is a polarized relay, which is never `centre`
        a polarized relay is `left` or `right`
    2:12 [operated] script-wrong-word: KP1 is a polarized relay, which is never `operated`
        a polarized relay is `left`, `centre` or `right`
    3:12 [left] script-wrong-word: KI1 is an impulse relay, which is never `left`
        an impulse relay is `operated` or `released`
    4:11 [closed] script-wrong-word: F1 is a fuse, which is never `closed`
        a fuse is `blown` or `whole`
    5:11 [blown] script-wrong-word: C1 is a capacitor, which is never `blown`
        nothing can be expected of a capacitor
    6:12 [middle] script-unknown-word: `middle` is no word for what is expected
        a polarized relay is `left`, `centre` or `right`
    7:6 [SA1] script-wrong-kind: SA1 is a selector and does not take `flip`
        it takes `set`, `cut` and `mend`
    8:9 [SA1] script-wrong-kind: SA1 is a selector and does not take `replace`
        it takes `set`, `cut` and `mend`
    9:7 [F1] script-wrong-kind: F1 is a fuse and does not take `break`
        it takes `replace`, `cut` and `mend`
    10:7 [KB1] script-wrong-kind: KB1 is a bistable relay and does not take `press`
        it takes `break`, `short`, `stick`, `cut` and `mend`
    11:7 [SA1] script-wrong-kind: SA1 is a selector and does not take `stick`
        it takes `set`, `cut` and `mend`
    12:1 [turn] script-unknown-action: `turn` is no action
        the word for it is `set`
    13:19 [C1] script-wrong-kind: C1 is a capacitor, which does not move
        an order is one of relays
    ");
}

#[test]
fn ranges() {
    insta::assert_snapshot!(findings("on V1..V4\non V1..L2\non ..V2\non V1..\non V1..V3\nexpect V1..V99999999999999999999 on\nflip V1 .. V2\nflip V1, V2, V1"), @r#"
1:4 [V1..V4] script-bad-range: `V3` is in the range `V1..V4` and does not exist
    name the parts one by one, with commas between
2:4 [V1..L2] script-bad-range: `V1` and `L2` are no range
    the two names of a range are equal but for one whole number
3:4 [..V2] script-bad-range: a range needs a name at both ends
    write the first and the last name, as in `V1..V8`
4:4 [V1..] script-bad-range: a range needs a name at both ends
    write the first and the last name, as in `V1..V8`
5:8 [V3] script-unknown-part: there is no part `V3`
    did you mean `V1`, `V2` or `V4`?
6:12 [V99999999999999999999] script-unknown-part: there is no part `V99999999999999999999`
8:14 [V1] script-named-twice: V1 is named twice (first named here: 8:6 [V1])
"#);
}

#[test]
fn times() {
    insta::assert_snapshot!(findings("wait\nwait 3\nwait 1,5ms\nwait -3ms\nwait 1e999s\nwait 2000000000s\nwait 0.5us\nwait NaN\nwait 3min\nwait ms\npress КН1 for\npress КН1 for 3\npress КН1 for 3ms, КН2\npress КН1 for 1,5ms\nwait 3ms now\nhold КН1, КН2 for inf"), @r#"
1:1 [wait] script-bad-time: the time is missing
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
2:6 [3] script-bad-time: the time has no unit
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
3:6 [1,5ms] script-bad-time: the time is not a plain number and a unit
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
4:6 [-3ms] script-bad-time: the time is negative
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
5:6 [1e999s] script-bad-time: the time is not a plain number and a unit
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
6:6 [2000000000s] script-bad-time: the time is longer than 1000000000 s
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
7:6 [0.5us] script-bad-time: the time is finer than a microsecond
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
8:6 [NaN] script-bad-time: the time does not begin with a number
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
9:6 [3min] script-bad-time: the time has a unit that is not known
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
10:6 [ms] script-bad-time: the time does not begin with a number
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
11:11 [for] script-bad-time: the time is missing
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
12:15 [3] script-bad-time: the time has no unit
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
13:11 [for] script-bad-time: `for` stands at the end of the line
    one time is for all parts of the line: `press S1, S2 for 3ms`
14:15 [1,5ms] script-bad-time: the time is not a plain number and a unit
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
15:6 [3ms now] script-bad-time: the time is not a plain number and a unit
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
16:19 [inf] script-bad-time: the time does not begin with a number
    write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
"#);
}

#[test]
fn expectations() {
    insta::assert_snapshot!(findings("expect\nexpect P6'\nexpect Stop now\nexpect setled\nexpect V1 lit\nexpect P6' operate\nexpect P6'/1 operated\nexpect КН1 on, L1 on\nexpect R1 off\nexpect P6' at 4\nexpect P6' left\nexpect L1 lit,,L2 lit\nexpect P9' operated\nexpect at 4\nexpect L1 settled\nexpect L1 shining"), @"
    1:1 [expect] script-missing-word: `expect` what?
        write a part and a word, `expect P1 operated, L3 lit`, or one of `settled`, `oscillating`, `short`
    2:8 [P6'] script-missing-word: `P6'` needs a word
        say what is expected of it: a relay is `operated` or `released`
    3:8 [Stop now] script-missing-word: `Stop now` needs a word
        say what is expected of it: a button is `pressed` or `free`
    4:8 [setled] script-unknown-word: `setled` is no part and no word
        did you mean `settled`?
    5:11 [lit] script-wrong-word: V1 is a toggle, which is never `lit`
        a toggle is `on` or `off`
    6:12 [operate] script-unknown-word: `operate` is no word for what is expected
        did you mean `operated`? a relay is `operated` or `released`
    7:14 [operated] script-wrong-word: P6'/1 is a contact, which is never `operated`
        a contact is `open` or `closed`
    8:12 [on] script-wrong-word: КН1 is a button, which is never `on`
        a button is `pressed` or `free`
    8:19 [on] script-wrong-word: L1 is a lamp, which is never `on`
        a lamp is `lit`, `dim` or `off`
    9:11 [off] script-wrong-word: R1 is a resistor, which is never `off`
        nothing can be expected of a resistor
    10:12 [at 4] script-wrong-word: P6' is a relay, which is never `at 4`
        a relay is `operated` or `released`
    11:12 [left] script-wrong-word: P6' is a relay, which is never `left`
        a relay is `operated` or `released`
    12:15 [] script-missing-word: something is missing beside this comma
        several expectations are joined by single commas
    13:8 [P9'] script-unknown-part: there is no part `P9'`
        did you mean `P6'` or `P7'`?
    14:8 [] script-missing-part: a name is missing here
        names stand between commas: `hold S1, S2`
    15:11 [settled] script-wrong-word: L1 is a lamp, which is never `settled`
        a lamp is `lit`, `dim` or `off`
    16:11 [shining] script-unknown-word: `shining` is no word for what is expected
        a lamp is `lit`, `dim` or `off`
    ");
}

#[test]
fn buttons_in_turn() {
    insta::assert_snapshot!(findings("free КН1\nhold КН1\npress КН1\nhold КН2, КН1\nfree КН1\nfree КН1, КН2\nfree КН2"), @r#"
1:6 [КН1] script-not-pressed: КН1 is not pressed
    `hold КН1` presses and keeps it; `press КН1` frees it by itself
3:7 [КН1] script-already-pressed: КН1 is already pressed (pressed here and not freed since: 2:6 [КН1])
    `free КН1` first
4:11 [КН1] script-already-pressed: КН1 is already pressed (pressed here and not freed since: 2:6 [КН1])
    `free КН1` first
6:6 [КН1] script-not-pressed: КН1 is not pressed
    `hold КН1` presses and keeps it; `press КН1` frees it by itself
7:6 [КН2] script-not-pressed: КН2 is not pressed
    `hold КН2` presses and keeps it; `press КН2` frees it by itself
"#);
    // After a line that cannot be read nobody knows what is pressed.
    insta::assert_snapshot!(findings("hold КН9\nfree КН1"), @r#"
1:6 [КН9] script-unknown-part: there is no part `КН9`
    did you mean `КН1` or `КН2`?
"#);
}

#[test]
fn orders() {
    insta::assert_snapshot!(findings("hold КН1 in order\nhold КН1 in order P6' at 3ms, P7'\nhold КН1 in order P6' at 3ms, P7' at 2ms\n\
        hold КН1 in order with P6'\nhold КН1 for 3ms in order P6'\nhold КН1 in order P6' for 3ms\nhold КН1 in order L1, P8', , P7' falls\n\
        press in order P6'\nwait 3ms in order P6'\nhold КН1 in order P6' at 3ms, with P7' at 4ms"), @r#"
    1:1 [hold] script-bad-order: `in order` of what?
        name who moves, one after another: `hold S1 in order K2, K1`
    2:31 [P7'] script-bad-order: either every move has a time or none has
        times count from the moment at which the hands act
    3:31 [P7' at 2ms] script-bad-order: this is earlier than the move before it
        times count from the moment at which the hands act
    4:19 [with P6'] script-bad-order: there is no move before it to go with
        write `K1`, `K1 leaves`, `K1 goes on`, `K1 arrives` or `K1 falls back`, perhaps with a time: `K1 leaves at 6.4ms`
    5:6 [КН1 for 3ms] script-bad-order: `for` and `in order` do not go together
        an order that has times says them move by move: `in order K1 at 6.4ms, K2 at 7ms`
    6:23 [for 3ms] script-bad-order: `for 3ms` is no way to move
        write `K1`, `K1 leaves`, `K1 goes on`, `K1 arrives` or `K1 falls back`, perhaps with a time: `K1 leaves at 6.4ms`
    7:19 [L1] script-wrong-kind: L1 is a lamp, which does not move
        an order is one of relays
    7:23 [P8'] script-unknown-part: there is no part `P8'`
        did you mean `P6'` or `P7'`?
    7:28 [] script-missing-part: a name is missing here
        names stand between commas: `hold S1, S2`
    7:34 [falls] script-bad-order: `falls` is no way to move
        write `K1`, `K1 leaves`, `K1 goes on`, `K1 arrives` or `K1 falls back`, perhaps with a time: `K1 leaves at 6.4ms`
    8:7 [in order P6'] script-unknown-part: there is no part `in order P6'`
    9:6 [3ms in order P6'] script-bad-time: the time is not a plain number and a unit
        write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`
    10:31 [with P7' at 4ms] script-bad-order: what moves together has one time
        times count from the moment at which the hands act
    "#);
}

/// The parts of a sub-circuit have names in two steps, and everything takes them.
#[test]
fn parts_of_sub_circuits() {
    let source = r#"Circuit(
        circuits: {"pair": Circuit(pins: ["+", "-"], parts: {
            "S1": Button(label: "Go on", contacts: {"1": Make("+", "a")}),
            "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "b")}),
            "K2": Relay(coil: ("b", "-")),
        })},
        parts: {
            "G1": Source(plus: "+", minus: "-"),
            "U1": Use(circuit: "pair", pins: {"+": "+", "-": "-"}),
            "U2": Use(circuit: "pair", label: "Second", pins: {"+": "+", "-": "-"}),
        },
    )"#;
    let circuit = kiber_netlist::read(source).circuit.unwrap_or_else(|| panic!("the circuit is good"));
    let good = "press U1.S1 for 3 ms\nhold Second.Go on\nexpect U1.K1..U1.K2 released, U2.K1/1 closed\nweld U1.K1/1\n";
    assert_eq!(shown(good, &parse(good, &circuit).1), "");
    let wrong = "press U1\npress U1.K3\nexpect U3.K1 released\npress S1\n";
    insta::assert_snapshot!(shown(wrong, &parse(wrong, &circuit).1), @"
    1:7 [U1] script-unknown-part: there is no part `U1`
        `U1` is a sub-circuit; its parts are U1.S1, U1.K1, U1.K2
    2:7 [U1.K3] script-unknown-part: there is no part `U1.K3`
        did you mean `U1.K1` or `U1.K2`?
    3:8 [U3.K1] script-unknown-part: there is no part `U3.K1`
        did you mean `U1.K1` or `U2.K1`?
    4:7 [S1] script-unknown-part: there is no part `S1`
        did you mean `U1.S1` or `U2.S1`?
    ");
}
