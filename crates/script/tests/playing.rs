//! Scripts played on small circuits: what they report.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that cannot read its circuit has failed")]

use std::sync::Arc;

use kiber_engine::Place;
use kiber_netlist::Circuit;
use kiber_script::{Condition, Done, Player, Refusal, Report, Script, Step, parse, parse_line};
use kiber_trace::{Recording, words};

fn circuit(parts: &str) -> Arc<Circuit> {
    let source = format!(
        r#"Circuit(title: "test", parts: {{ "G1": Source(plus: "+", minus: "-", volts: 24.0, max_amps: 1.0), {parts} }})"#
    );
    let reading = kiber_netlist::read(&source);
    Arc::new(reading.circuit.unwrap_or_else(|| panic!("{:#?}", reading.findings)))
}

/// Start and stop with a self-hold, and a lamp on either side of a change-over.
fn start_stop() -> Arc<Circuit> {
    circuit(
        r#""S1": Button(contacts: {"1": Break("+", "a")}),
        "S2": Button(contacts: {"1": Make("a", "b")}),
        "K1": Relay(coil: ("b", "-"), contacts: {
            "1": Make("a", "b"), "2": Changeover(common: "+", break: "h2", make: "h1"), "3": Break("+", "h3")}),
        "H1": Lamp(pins: ("h1", "-")), "H2": Lamp(pins: ("h2", "-")),
        "R1": Resistor(pins: ("h3", "h4"), ohms: 240.0), "H3": Lamp(pins: ("h4", "-"))"#,
    )
}

/// A buzzer, and three ways to short the source: a toggle, a button, and a relay whose bridging
/// contact joins the poles while it is on its way.
fn buzzer() -> Arc<Circuit> {
    circuit(
        r#""V1": Toggle(contacts: {"1": Make("+", "a")}), "S1": Button(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("b", "-"), contacts: {"1": Break("a", "b")}),
        "V2": Toggle(contacts: {"1": Make("+", "-")}), "S2": Button(contacts: {"1": Make("+", "-")}),
        "V3": Toggle(contacts: {"1": Make("+", "c")}),
        "K2": Relay(coil: ("c", "-"), contacts: {"1": Changeover(common: "x", break: "+", make: "-", bridging: true)})"#,
    )
}

fn shown(report: &Report, circuit: &Circuit, source: &str) -> String {
    let mut text = format!(
        "{} actions, {} passed, {} failed, {}\n",
        report.actions,
        report.passed,
        report.failed,
        words::millis(report.time_us)
    );
    let expected = |expected| if expected { " (expected)" } else { "" };
    for failure in &report.failures {
        text += &format!("line {} [{}]: {}\n", failure.line, &source[failure.span.clone()], failure.what.message);
    }
    for seen in &report.oscillations {
        let words = words::oscillation(circuit, &seen.what.what);
        text += &format!("line {}: {words}{}\n", seen.line, expected(seen.what.expected));
    }
    for seen in &report.shorts {
        let short = &seen.what.what;
        let lasted = short.lasted.map_or("still there".to_owned(), words::millis);
        text += &format!(
            "line {}: {}, {lasted}{}\n",
            seen.line,
            words::short(circuit, &short.short),
            expected(seen.what.expected)
        );
    }
    for seen in &report.overloads {
        let part = &circuit.parts[seen.what.part].name;
        let lasted = seen.what.lasted.map_or("still there".to_owned(), words::millis);
        text += &format!("line {}: {part} overloaded, {}, {lasted}\n", seen.line, seen.what.current);
    }
    if let Some(stopped) = &report.stopped {
        text += &format!(
            "line {} [{}]: stopped: {}\n",
            stopped.line,
            &source[stopped.span.clone()],
            stopped.what.message(circuit)
        );
    }
    text
}

#[track_caller]
fn play(circuit: &Arc<Circuit>, source: &str) -> String {
    let (script, findings) = parse(source, circuit);
    let Some(script) = script else { panic!("{findings:#?}") };
    let mut silent = Player::power_up(Arc::clone(circuit), &mut ());
    let report = silent.play(&script, &mut ());
    // Who listens changes nothing, and what was recorded can be read back.
    let mut recording = Recording::new();
    let mut watched = Player::power_up(Arc::clone(circuit), &mut recording);
    assert_eq!(watched.play(&script, &mut recording), report);
    assert_eq!(watched.simulator().state(), silent.simulator().state());
    assert_eq!(Recording::parse(&recording.text(circuit), circuit).as_ref(), Ok(&recording));
    shown(&report, circuit, source)
}

#[test]
fn a_press_is_pressed_settled_freed_settled() {
    insta::assert_snapshot!(play(&start_stop(), "
        expect K1 released, H1 off, H2 lit, H3 dim, settled
        press S2
        expect K1 operated, H1 lit, H2 off, H3 off, S2 free, K1/1 closed, K1/2 closed, K1/3 open
        press S1
        expect K1 released, K1/1 open, K1/2 open, K1/3 closed"), @"2 actions, 17 passed, 0 failed, 13.000 ms");
}

#[test]
fn a_press_for_a_time_is_just_that() {
    insta::assert_snapshot!(play(&start_stop(), "
        press S2 for 6999us
        expect K1 released, settled
        press S2 for 7ms
        expect K1 operated, settled
        hold S1, S2 for 4ms
        wait 500us
        expect K1 operated      # on its way back
        free S1 for 0ms
        expect S1 free, S2 pressed
        wait 1s
        expect settled, K1 operated"), @r#"
6 actions, 8 passed, 1 failed, 1019.499 ms
line 8 [K1 operated]: K1 is on its way to released, expected operated
"#);
}

#[test]
fn failures_say_what_is_the_case() {
    insta::assert_snapshot!(play(&start_stop(), "
        expect K1 operated, H1 lit, H3 lit, H2 off, S1 pressed, G1 off, K1/1 closed, K1/2 closed, K1/3 open
        expect oscillating, short
        hold S2 for 7500us
        expect K1 operated, K1/2 open, K1/2 closed, settled, oscillating, S2 free
        wait 20ms
        expect K1 released, K1/1 open, K1/2 open
        press S1
        off G1 for 1ms
        expect G1 on, H2 lit"), @r#"
4 actions, 1 passed, 21 failed, 41.500 ms
line 2 [K1 operated]: K1 is released, expected operated
line 2 [H1 lit]: H1 is off (0 mA), expected lit
line 2 [H3 lit]: H3 is dim (50 mA), expected lit
line 2 [H2 off]: H2 is lit (100 mA), expected off
line 2 [S1 pressed]: S1 is free, expected pressed
line 2 [G1 off]: G1 is on, expected off
line 2 [K1/1 closed]: K1/1 is open, expected closed
line 2 [K1/2 closed]: K1/2 is closed on its break side only, expected closed
line 2 [K1/3 open]: K1/3 is closed, expected open
line 3 [oscillating]: it is settled, expected oscillating
line 3 [short]: there was no short circuit, expected short
line 5 [K1 operated]: K1 is on its way to operated, expected operated
line 5 [K1/2 closed]: K1/2 is open on both sides, expected closed
line 5 [settled]: it is still moving, expected settled
line 5 [oscillating]: it is still moving, and settles when left alone, expected oscillating
line 5 [S2 free]: S2 is pressed, expected free
line 7 [K1 released]: K1 is operated, expected released
line 7 [K1/1 open]: K1/1 is closed, expected open
line 7 [K1/2 open]: K1/2 is closed on its make side, expected open
line 10 [G1 on]: G1 is off, expected on
line 10 [H2 lit]: H2 is off (0 mA), expected lit
"#);
}

#[test]
fn what_would_never_end_is_told_though_nobody_waits_for_it() {
    insta::assert_snapshot!(play(&buzzer(), "on V1 for 30ms"), @"
    1 actions, 0 passed, 0 failed, 30.000 ms
    line 1: oscillates with a period of 12.000 ms: K1
    ");
    insta::assert_snapshot!(play(&buzzer(), "on V1 for 30ms\nexpect oscillating\nexpect K1 released"), @"
    1 actions, 2 passed, 0 failed, 30.000 ms
    line 1: oscillates with a period of 12.000 ms: K1 (expected)
    ");
    // What was told is not told again, and what ended is no matter.
    insta::assert_snapshot!(play(&buzzer(), "on V1\nwait 30ms"), @"
    2 actions, 0 passed, 0 failed, 42.000 ms
    line 1: oscillates with a period of 12.000 ms: K1
    ");
    insta::assert_snapshot!(play(&buzzer(), "on V1 for 30ms\noff V1"), @"2 actions, 0 passed, 0 failed, 30.000 ms");
}

#[test]
fn oscillations_are_seen_and_may_be_expected() {
    insta::assert_snapshot!(play(&buzzer(), "
        on V1
        expect oscillating
        wait 3ms
        expect oscillating      # left alone it goes on
        expect settled
        off V1 for 1ms
        off V1
        expect settled
        press S1                # buzzes while it is held, and rests afterwards
        expect oscillating, settled
        on V1 for 1ms
        expect oscillating
        off V1
        expect oscillating
        on V1"), @r#"
8 actions, 6 passed, 2 failed, 41.000 ms
line 6 [settled]: it is still moving, expected settled
line 15 [oscillating]: it is settled, expected oscillating
line 2: oscillates with a period of 12.000 ms: K1 (expected)
line 10: oscillates with a period of 12.000 ms: K1 (expected)
line 16: oscillates with a period of 12.000 ms: K1
"#);
}

#[test]
fn shorts_are_seen_however_brief() {
    insta::assert_snapshot!(play(&buzzer(), "
        press S2 for 5ms
        expect short            # while it was pressed
        press S2                # without a time, not a microsecond
        on V2
        expect short
        wait 2ms
        expect short            # still there
        off V2 for 5ms
        expect short            # it was there when the action began
        wait 1ms
        expect short
        on V3                   # while the contact bridges"), @r#"
7 actions, 4 passed, 1 failed, 21.000 ms
line 12 [short]: there was no short circuit, expected short
line 2: short circuit of G1: through S2/1, 5.000 ms (expected)
line 4: short circuit of G1: through S2/1, 0.000 ms
line 5: short circuit of G1: through V2/1, 2.000 ms (expected)
line 13: short circuit of G1: through K2/1 (both sides), 1.000 ms
"#);
}

#[test]
fn overloads_are_seen() {
    let circuit = circuit(
        r#""G2": Source(plus: "p", minus: "m", volts: 24.0, internal_ohms: 1.0, max_amps: 2.0),
        "S1": Button(contacts: {"1": Make("p", "r")}), "R1": Resistor(pins: ("r", "m"), ohms: 5.0)"#,
    );
    insta::assert_snapshot!(play(&circuit, "press S1 for 5ms\nhold S1\nwait 2ms"), @r#"
3 actions, 0 passed, 0 failed, 7.000 ms
line 1: G2 overloaded, 4000 mA, 5.000 ms
line 2: G2 overloaded, 4000 mA, still there
"#);
}

#[test]
fn faults_are_made_and_mended() {
    insta::assert_snapshot!(play(&start_stop(), "
        weld K1/2               # where it stands: on the break side
        press S2
        expect K1 operated, H2 lit, H1 off
        mend K1/2
        expect H2 off, H1 lit
        break K1/1, K1/3
        expect K1 released, H3 off, H2 lit
        stick K1
        cut S2 a
        mend K1                 # all three
        press S2
        expect K1 released
        mend S2 a
        press S2
        expect K1 operated, H3 off
        break K1
        expect K1 released
        mend K1
        short K1
        press S2
        expect short
        mend K1
        hold S2 for 7ms
        weld K1/2               # between its sides: on the make side
        expect H1 lit
        press S1
        free S2
        press S1
        expect K1 released, H1 lit, H2 off"), @r#"
20 actions, 17 passed, 0 failed, 52.000 ms
line 21: short circuit of G1: through S1/1, S2/1, K1, 0.000 ms (expected)
"#);
}

#[test]
fn a_changeover_is_welded_where_it_stands_wired_or_not() {
    let circuit = circuit(
        r#""H1": Lamp(pins: ("h", "-")), "H2": Lamp(pins: ("g", "-")),
        "S1": Toggle(contacts: {"1": Changeover(common: "+", make: "h"), "2": Changeover(common: "+", break: "g")})"#,
    );
    insta::assert_snapshot!(play(&circuit, "
        weld S1/1
        on S1
        expect H1 off, H2 off
        mend S1
        expect H1 lit
        weld S1/2
        off S1
        expect H1 off, H2 off
        mend S1
        expect H2 lit"), @"6 actions, 6 passed, 0 failed, 0.000 ms");
}

#[test]
fn what_cannot_be_done_stops_the_script() {
    insta::assert_snapshot!(play(&start_stop(), "hold S2\nmend K1/1\nexpect K1 released\nhold S1"), @r#"
1 actions, 0 passed, 0 failed, 8.000 ms
line 2 [K1/1]: stopped: K1/1 is not broken
"#);
    insta::assert_snapshot!(play(&start_stop(), "mend K1"), @r#"
0 actions, 0 passed, 0 failed, 0.000 ms
line 1 [K1]: stopped: nothing is broken at K1
"#);
    insta::assert_snapshot!(play(&start_stop(), "mend S2 a"), @r#"
0 actions, 0 passed, 0 failed, 0.000 ms
line 1 [S2 a]: stopped: the wire of a is not off at S2
"#);
    insta::assert_snapshot!(play(&start_stop(), "break K1\nbreak K1"), @r#"
1 actions, 0 passed, 0 failed, 0.000 ms
line 2 [K1]: stopped: that is broken already: K1: coil open
"#);
    insta::assert_snapshot!(play(&start_stop(), &"wait 1000000000s\n".repeat(10_000)), @r#"
9223 actions, 0 passed, 0 failed, 9223000000000000.000 ms
line 9224 [wait 1000000000s]: stopped: the clock would run further than it can count
"#);
}

#[test]
fn a_refused_step_changes_nothing() {
    let circuit = start_stop();
    let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
    let line = |text: &str| parse_line(text, &circuit).unwrap().unwrap();
    player.step(&line("hold S2"), &mut ()).unwrap();
    let before = player.simulator().state();
    let s2 = circuit.part("S2").unwrap();
    assert_eq!(player.step(&line("hold S1, S2"), &mut ()), Err(Refusal::AlreadyPressed(s2)));
    assert_eq!(player.step(&line("press S2"), &mut ()), Err(Refusal::AlreadyPressed(s2)));
    assert_eq!(player.step(&line("free S2, S1"), &mut ()), Err(Refusal::NotPressed(circuit.part("S1").unwrap())));
    assert_eq!(player.simulator().state(), before);
    assert_eq!(player.simulator().now(), 8_000);
}

#[test]
fn a_prompt_can_go_back() {
    let circuit = buzzer();
    let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
    let line = |text: &str| parse_line(text, &circuit).unwrap().unwrap();
    player.step(&line("on V1 for 5ms"), &mut ()).unwrap();
    let mark = player.mark();
    player.step(&line("off V1"), &mut ()).unwrap();
    let settled = line("expect settled");
    assert_eq!(player.step(&settled, &mut ()), Ok(Done::Expected { passed: 1, failures: vec![] }));
    player.back(&mark);
    assert_eq!(player.simulator().now(), 5_000);
    let Ok(Done::Expected { passed: 0, failures }) = player.step(&settled, &mut ()) else { panic!() };
    assert_eq!(failures[0].message, "it is still moving, expected settled");
    assert_eq!(player.step(&line("expect oscillating"), &mut ()), Ok(Done::Expected { passed: 1, failures: vec![] }));
}

#[test]
fn going_back_brings_a_short_back() {
    let circuit = buzzer();
    let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
    let step =
        |player: &mut Player, text: &str| player.step(&parse_line(text, &circuit).unwrap().unwrap(), &mut ()).unwrap();
    let none_failed = Done::Expected { passed: 1, failures: vec![] };
    step(&mut player, "on V2 for 3ms");
    let mark = player.mark();
    step(&mut player, "off V2");
    step(&mut player, "wait 1s");
    assert_ne!(step(&mut player, "expect short"), none_failed);
    player.back(&mark);
    assert_eq!(step(&mut player, "expect short"), none_failed);
    step(&mut player, "wait 1ms");
    assert_eq!(step(&mut player, "expect short"), none_failed);
    step(&mut player, "off V2");
    let shorts = &player.happened().shorts;
    // The moment that came back knows since when there was one.
    assert_eq!((shorts.len(), shorts[0].began, shorts[0].lasted), (1, 0, Some(4_000)));
}

#[test]
fn blank_lines_and_comments_are_no_steps() {
    let circuit = start_stop();
    assert_eq!(parse_line("  # nothing", &circuit), Ok(None));
    assert_eq!(parse_line("\t", &circuit), Ok(None));
    let (script, findings) = parse("\u{feff}\r\n# nothing\r\n\r\n", &circuit);
    assert_eq!((script.map(|script| script.len()), findings.len()), (Some(0_u64), 0));
}

#[test]
fn programs_write_scripts_as_well() {
    let circuit = start_stop();
    let part = |name: &str| circuit.part(name).unwrap();
    let steps = [
        Step::press_for(part("S2"), 7_000),
        Step::expect(part("K1"), Condition::Operated),
        Step::hold(part("S1")),
        Step::free(part("S1")).lasting(1_500),
        Step::Wait(250),
        Step::off(part("G1")),
        Step::on(part("G1")),
    ];
    let script = Script::from_steps(steps, &circuit);
    insta::assert_snapshot!(script.shown(&circuit).to_string(), @r#"
press S2 for 7ms
expect K1 operated
hold S1
free S1 for 1.5ms
wait 250us
off G1
on G1
"#);
    let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
    assert!(player.play(&script, &mut ()).is_good());
    assert_eq!(player.simulator().place(part("K1")), Place::RELEASED);
}

/// Two relays that take each other's current away, and a button for each.
fn rivals() -> Arc<Circuit> {
    circuit(
        r#""S1": Button(contacts: {"1": Make("+", "a")}), "S2": Button(contacts: {"1": Make("+", "b")}),
        "A": Relay(coil: ("a2", "-"), contacts: {"1": Break("b", "b2"), "2": Make("+", "l")}),
        "B": Relay(coil: ("b2", "-"), contacts: {"1": Break("a", "a2")}),
        "L1": Lamp(pins: ("l", "-"))"#,
    )
}

#[track_caller]
fn check_order(script: &str, expected: &str) {
    let circuit = rivals();
    let (parsed, findings) = parse(script, &circuit);
    let parsed = parsed.unwrap_or_else(|| panic!("{findings:#?}"));
    assert_eq!(parsed.shown(&circuit).to_string().trim_end(), script);
    let mut recording = Recording::new();
    let mut player = Player::power_up(Arc::clone(&circuit), &mut recording);
    let before = player.mark();
    let report = player.play(&parsed, &mut recording);
    let places = ["A", "B"].map(|name| player.simulator().place(circuit.part(name).unwrap()).0);
    let told = match &report.stopped {
        Some(at) => {
            assert_eq!(player.simulator().now(), 0, "a refusal that moved the clock");
            player.back(&before);
            format!("{} [{}]", at.what.message(&circuit), &script[at.span.clone()])
        }
        None => format!("A at {}, B at {}, {}", places[0], places[1], words::millis(report.time_us)),
    };
    assert_eq!(told, expected);
    let trace = recording.text(&circuit);
    assert_eq!(Recording::parse(&trace, &circuit).as_ref(), Ok(&recording), "{trace}");
}

#[test]
fn an_order_decides_who_is_first() {
    check_order("hold S1, S2 in order A", "A at 2, B at 0, 0.000 ms");
    check_order("hold S1, S2 in order B leaves, B arrives", "A at 0, B at 2, 0.000 ms");
    check_order("hold S1, S2 in order B leaves at 6.5ms, B arrives at 7ms", "A at 0, B at 2, 7.000 ms");
    // Nothing else moves meanwhile; then B arrives by itself a millisecond after it left.
    check_order("hold S1, S2 in order B leaves at 50ms", "A at 0, B at 2, 51.000 ms");
    // Both leave, both lose their current, and one falls back.
    check_order("hold S1, S2 in order A leaves, with B leaves, B falls back", "A at 2, B at 0, 1.000 ms");
    // The finger is there long enough for B only.
    check_order("hold S1 in order A leaves, A arrives", "A at 2, B at 0, 0.000 ms");
    check_order("press S1, S2 in order A", "A at 0, B at 0, 5.000 ms");
}

#[test]
fn an_order_that_nobody_asks_for_is_refused() {
    check_order("hold S1 in order B", "nothing asks B to move when its turn comes [B]");
    check_order("hold S1, S2 in order A, B", "nothing asks B to move when its turn comes [B]");
    check_order("hold S1 in order A arrives", "A is at rest when its turn comes: it has to leave first [A]");
    check_order("hold S1 in order A leaves, A leaves", "A is under way when its turn comes, so it cannot leave [A]");
    check_order(
        "hold S1 in order A leaves, A falls back",
        "A does not fall back: its coil has not changed its mind [A]",
    );
}

/// A selector on a wafer for each kind of relay that follows a hand's pulse, and a fuse.
fn every_kind() -> Arc<Circuit> {
    circuit(
        r#""SA1": Selector(places: 3, wafers: {"a": (common: "+", places: ["l0", "l1", "l2"])}),
        "SA2": Selector(places: 3, transfer_ms: 2.0, wafers: {"a": (common: "+", places: ["l0", "l1", "l2"])}),
        "L0": Lamp(pins: ("l0", "-")), "L1": Lamp(pins: ("l1", "-")), "L2": Lamp(pins: ("l2", "-")),
        "S1": Button(contacts: {"1": Make("+", "p")}), "S2": Button(contacts: {"1": Make("+", "h")}),
        "KI1": Impulse(coil: ("p", "-"), contacts: {"1": Make("+", "i")}),
        "KB1": Bistable(set: ("p", "-"), reset: ("h", "-"), contacts: {"1": Make("+", "b")}),
        "KP1": Polarized(coil: ("p", "h"), centre: true, contacts: {"1": Left("+", "x"), "2": Right("+", "y")}),
        "SW1": Stepper(coil: ("p", "-"), home: ("h", "-"), places: 4,
            wafers: {"a": (common: "+", places: ["n0", "n1", "n2", "n3"])}, off_normal: {"1": Make("+", "n")}),
        "R1": Resistor(pins: ("p", "-"), ohms: 1000.0), "R2": Resistor(pins: ("h", "-"), ohms: 1000.0),
        "S3": Button(contacts: {"1": Make("+", "f")}),
        "F1": Fuse(pins: ("f", "g"), amps: 0.05, blow_ms: 5.0), "L3": Lamp(pins: ("g", "-"))"#,
    )
}

#[test]
fn every_kind_has_its_words() {
    insta::assert_snapshot!(play(&every_kind(), "
        expect SA1 at 0, SA2 at 0, SW1 at 0, KI1 released, KB1 released, KP1 centre, F1 whole
        set SA1 2
        expect SA1 at 2, L2 lit, L1 off, SA1/a closed
        set SA1 0
        set SA1, SA2 1 for 1ms
        expect SA1 at 1
        expect SA2 at 1             # on its way
        hold S1
        expect SW1 at 1, KI1 operated, KB1 operated, KP1 right, KP1/2 closed, KP1/1 open
        expect KB1 released, KP1 centre, KP1 left, SW1 at 0, KI1 released
        free S1
        expect KP1 centre, KB1 operated, KI1 operated, SW1 at 1
        hold S2
        expect KB1 released, KP1 left, SW1 at 0
        free S2
        press S1
        expect KI1 released
        press S3
        expect F1 blown, L3 off
        expect F1 whole
        replace F1
        expect F1 whole, settled
        expect F1 blown
        set SA2 2 in order SA2 arrives
        expect SA2 at 2"), @"
    11 actions, 31 passed, 8 failed, 77.000 ms
    line 8 [SA2 at 1]: SA2 is on its way from 0 to 1, expected at 1
    line 11 [KB1 released]: KB1 is operated, expected released
    line 11 [KP1 centre]: KP1 is right, expected centre
    line 11 [KP1 left]: KP1 is right, expected left
    line 11 [SW1 at 0]: SW1 is at 1, expected at 0
    line 11 [KI1 released]: KI1 is operated, expected released
    line 21 [F1 whole]: F1 is blown, expected whole
    line 24 [F1 blown]: F1 is whole, expected blown
    line 19: F1 overloaded, 100 mA, 5.000 ms
    ");
}

#[test]
fn what_cannot_be_replaced_or_set_stops_the_script() {
    insta::assert_snapshot!(play(&every_kind(), "set SA1 1\nset SA1 1\nreplace F1\nset SA1 2"), @"
    2 actions, 0 passed, 0 failed, 0.000 ms
    line 3 [F1]: stopped: F1 is not blown
    ");
    let circuit = every_kind();
    let mut player = Player::power_up(Arc::clone(&circuit), &mut ());
    let selector = circuit.part("SA1").unwrap();
    assert_eq!(player.step(&Step::set(selector, 3), &mut ()), Err(Refusal::NoSuchPlace(selector, 3)));
    assert_eq!(player.step(&Step::set(selector, 2), &mut ()), Ok(Done::Acted));
}

#[test]
fn steppers_and_wafers_break() {
    insta::assert_snapshot!(play(&every_kind(), "
        set SA2 1
        weld SA1/a
        set SA1 2
        expect SA1 at 2, L0 lit, L2 off
        mend SA1/a
        break SA1/a
        expect L0 off, L2 off, SA1/a closed
        stick SW1
        press S1
        expect SW1 at 0
        mend SW1
        break SW1
        press S1
        expect SW1 at 1
        short KI1"), @"
    11 actions, 6 passed, 2 failed, 28.000 ms
    line 8 [SA1/a closed]: SA1/a is open, expected closed
    line 15 [SW1 at 1]: SW1 is at 0, expected at 1
    ");
}
