//! A session does what a player does, and every moment of it can be come back to.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::sync::Arc;

use kiber_netlist::Circuit;
use kiber_script::{Player, parse};
use kiber_session::{Acted, Limits, Moment, Motion, Passed, Session, Stop};
use kiber_trace::Recording;
use proptest::prelude::*;

/// A relay that holds itself, a slow one behind it, a buzzer, a lamp.
const WORKBENCH: &str = r#"Circuit(title: "Workbench", parts: {
    "G1": Source(plus: "+", minus: "-", volts: 24.0),
    "S1": Button(contacts: {"1": Make("+", "a")}),
    "S2": Button(contacts: {"1": Break("+", "h")}),
    "V1": Toggle(contacts: {"1": Make("+", "z")}),
    "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("h", "a"), "2": Make("+", "b")}),
    "K2": Relay(coil: ("b", "-"), operate_ms: 50.0, release_ms: 30.0, contacts: {"1": Make("+", "l")}),
    "K3": Relay(coil: ("y", "-"), contacts: {"1": Break("z", "y")}),
    "H1": Lamp(pins: ("l", "-")),
})"#;

/// What lasts longer than an action: a short circuit, an overload, two coils against each other.
const LASTING: &str = r#"Circuit(title: "Lasting", parts: {
    "G1": Source(plus: "+", minus: "-", volts: 24.0, internal_ohms: 1.0, max_amps: 2.0),
    "G2": Source(plus: "p", minus: "m", volts: 24.0),
    "S1": Button(contacts: {"1": Make("p", "m"), "2": Make("+", "s")}),
    "S2": Button(contacts: {"1": Make("+", "q"), "2": Make("+", "r")}),
    "R1": Resistor(pins: ("q", "-"), ohms: 1.0),
    "H1": Lamp(pins: ("+", "-")),
    "B1": Bistable(set: ("s", "-"), reset: ("r", "-")),
})"#;

fn workbench() -> Arc<Circuit> {
    Arc::new(kiber_netlist::read(WORKBENCH).circuit.unwrap())
}

fn session(lines: &[&str]) -> Session {
    let mut session = Session::new(workbench());
    for line in lines {
        session.line(line).unwrap();
    }
    session
}

/// Plays a script and gives its trace.
fn played(text: &str) -> (Recording, Player) {
    played_on(workbench(), text)
}

fn played_on(circuit: Arc<Circuit>, text: &str) -> (Recording, Player) {
    let (script, findings) = parse(text, &circuit);
    assert!(findings.is_empty(), "{text}\n{findings:?}");
    let mut recording = Recording::new();
    let mut player = Player::power_up(circuit, &mut recording);
    let report = player.play(&script.unwrap(), &mut recording);
    assert!(report.stopped.is_none(), "{text}\n{report:?}");
    recording.script = None;
    (recording, player)
}

#[test]
fn what_is_done_is_recorded_as_a_player_records_it() {
    let lines = ["press S1", "flip V1 for 20ms", "hold S2", "free S2", "break K1/2", "wait 3ms"];
    let session = session(&lines);
    let (recording, player) = played(&lines.join("\n"));
    assert_eq!(session.recording(), &recording);
    assert_eq!(session.simulator().state(), player.simulator().state());
    assert_eq!(session.script(), lines.join("\n") + "\n");
    assert_eq!(session.deeds().len(), 7);
    let told: Vec<_> = session.event_lines(1).iter().take(3).map(|(at, line)| (*at, line.as_str())).collect();
    assert_eq!(
        told,
        [
            (0, "S1     pressed; closes S1/1"),
            (0, "K1     coil 48 mA, asks to operate"),
            (7_000, "K1     starts to operate"),
        ]
    );
}

#[test]
fn the_cursor_goes_back_and_forward_over_every_instant() {
    let mut session = session(&["press S1", "press S2"]);
    let end = session.simulator().state();
    let mut back = vec![(session.here(), session.simulator().state(), session.time())];
    while session.back() {
        back.push((session.here(), session.simulator().state(), session.time()));
    }
    assert_eq!(session.here(), Moment::default());
    assert!(back.len() > 10);
    for (moment, state, time) in back.iter().rev().skip(1) {
        assert!(session.forward());
        assert_eq!((session.here(), session.simulator().state(), session.time()), (*moment, state.clone(), *time));
    }
    assert!(!session.forward());
    assert_eq!(session.simulator().state(), end);
    assert!(session.back_deed() && session.here() == session.last_of(1));
    assert!(session.back_deed() && !session.back_deed());
    assert!(session.forward_deed() && session.forward_deed() && !session.forward_deed());
}

#[track_caller]
fn check_cut(before: &[&str], line: &str, after: u64, then: &str, script: &str) {
    let mut session = session(before);
    let kept = session.deeds().len();
    session.line(line).unwrap();
    session.go_to(Moment { deed: kept, instant: 0 });
    assert_ne!(session.let_pass(after), Passed::AtEnd);
    let seen = session.simulator().state();
    session.line(then).unwrap();
    let before: String = before.iter().map(|line| format!("{line}\n")).collect();
    assert_eq!(session.script(), format!("{before}{script}"));
    let (recording, player) = played(&session.script());
    assert_eq!(session.recording(), &recording);
    assert_eq!(session.simulator().state(), player.simulator().state());
    session.go_to(Moment { deed: session.deeds().len() - 1, instant: 0 });
    assert!(session.back());
    assert_eq!(session.simulator().state(), seen);
}

#[test]
fn acting_in_the_middle_cuts_what_was_under_way() {
    check_cut(&[], "press S1", 3_000, "free S1", "hold S1 for 3ms\nfree S1\n");
    check_cut(&[], "hold S1", 9_000, "flip V1", "hold S1 for 9ms\nflip V1\n");
    check_cut(&["break K1/1"], "press S1", 60_000, "flip V1", "hold S1 for 58ms\nfree S1 for 2ms\nflip V1\n");
    check_cut(&[], "press S1 for 5ms", 2_500, "free S1", "hold S1 for 2.5ms\nfree S1\n");
    check_cut(&[], "wait 10ms", 250, "press S1", "wait 250us\npress S1\n");
    check_cut(&[], "break K1/2 for 8ms", 0, "mend K1/2", "break K1/2 for 0ms\nmend K1/2\n");
}

#[test]
fn a_refused_step_changes_nothing_not_even_what_came_later() {
    let mut session = session(&["hold S1", "press S2"]);
    session.go_to(Moment { deed: 1, instant: 1 });
    let before = (session.here(), session.recording().clone());
    for line in ["hold S1", "free S2", "press Z", "mend K1", "replace K1"] {
        assert!(session.line(line).is_err(), "{line}");
    }
    assert_eq!((session.here(), session.recording().clone()), before);
    let Err(refused) = session.line("press S3") else { panic!("there is no S3") };
    assert_eq!(refused.messages(), ["there is no part `S3`; did you mean `S1`, `S2` or `K3`?"]);
}

#[test]
fn stops_hold_the_cursor_when_something_comes_to_hold_or_moves() {
    let mut session = session(&[]);
    session.stop_when("K2 operated, H1 lit").unwrap();
    session.stop_when_it_moves(workbench().part("K1").unwrap());
    assert_eq!(session.line("press S1").unwrap(), Some(Acted::Did { kept: 1, stopped: Some(1) }));
    assert_eq!(session.time(), 7_000);
    assert_eq!((session.run_on(), session.time()), (Passed::Stopped(1), 8_000));
    assert_eq!((session.run_on(), session.time()), (Passed::Stopped(0), 58_000));
    assert_eq!(session.run_on(), Passed::AtEnd);
    session.go_to(Moment { deed: 1, instant: 0 });
    assert_eq!(session.let_pass(1_000_000), Passed::Stopped(1));
    assert_eq!(session.time(), 7_000);
    session.remove_stop(1);
    assert_eq!(session.let_pass(1_000_000), Passed::Stopped(0));
    assert!(matches!(&session.stops()[0], Stop::When { text, .. } if text == "K2 operated, H1 lit"));
    assert!(session.stop_when("K9 operated").is_err() && session.stop_when("").is_err());
    assert!(session.stop_when("oscillating").is_err());
}

#[test]
fn a_circuit_that_does_not_settle_goes_on_as_time_passes() {
    let mut session = session(&["flip V1"]);
    assert_eq!(session.motion(), Motion::Oscillating(12_000));
    assert_eq!(session.let_pass(2_500_000), Passed::Going);
    session.line("flip V1").unwrap();
    assert_eq!(session.motion(), Motion::Settled);
    assert_eq!(session.script(), "flip V1\nwait 2500ms\nflip V1\n");
    assert_eq!(session.let_pass(1), Passed::AtEnd);
}

#[test]
fn limits_end_a_long_time_where_the_instants_are_used_up() {
    let mut session = Session::with_limits(workbench(), Limits { instants: 100 });
    session.line("flip V1").unwrap();
    session.line("wait 1000000s").unwrap();
    assert!(session.time() < 10_000_000);
    assert_eq!(session.deeds()[2].instants().len(), 100);
    let (recording, player) = played(&session.script());
    assert_eq!(session.recording(), &recording);
    assert_eq!(session.simulator().state(), player.simulator().state());
}

#[test]
fn what_lasts_is_told_as_if_nobody_had_gone_back() {
    let circuit = Arc::new(kiber_netlist::read(LASTING).circuit.unwrap());
    let lines = ["off G1", "on G1", "hold S1", "hold S2 for 5ms", "wait 7ms", "free S1", "wait 3ms", "free S2"];
    let mut session = Session::new(Arc::clone(&circuit));
    for line in lines {
        session.line(line).unwrap();
        // Somebody looks round, does something else, and takes that back.
        let (end, instants) = (session.last(), session.deeds().last().unwrap().instants().len());
        session.go_to(Moment { deed: end.deed, instant: instants / 2 });
        session.go_to(Moment { deed: end.deed / 2, instant: 0 });
        session.go_to(end);
        session.line("off G2").unwrap();
        session.go_to(end);
    }
    let done = session.past_recording();
    let (recording, _) = played_on(circuit, &lines.join("\n"));
    assert_eq!(done, recording);
    let told: Vec<&str> = done.sections.iter().flat_map(|section| &section.events).filter_map(lasted).collect();
    assert_eq!(told, ["a short circuit of 20 ms", "an overload of 15 ms"]);
}

/// What ended there that is told with its time.
fn lasted(event: &kiber_engine::Event) -> Option<&'static str> {
    match event.what {
        kiber_engine::What::ShortEnded(_, 20_000) => Some("a short circuit of 20 ms"),
        kiber_engine::What::OverloadEnded { lasted: 15_000, .. } => Some("an overload of 15 ms"),
        kiber_engine::What::ShortEnded(..) | kiber_engine::What::OverloadEnded { .. } => Some("something else"),
        _ => None,
    }
}

#[track_caller]
fn check_expected(session: &mut Session, at: Moment, claim: &str, holds: bool) {
    session.go_to(at);
    let Ok(Some(Acted::Expected { failures, .. })) = session.line(&format!("expect {claim}")) else {
        panic!("{claim} is an expectation")
    };
    assert_eq!(failures.is_empty(), holds, "{at:?} {claim}: {failures:?}");
    assert_eq!(session.here(), at);
}

/// Its winding is closed on itself from the beginning.
const SLOW: &str = r#"Circuit(title: "Slow", parts: {
    "G1": Source(plus: "+", minus: "-", volts: 24.0),
    "S1": Toggle(contacts: {"1": Make("+", "a")}),
    "S2": Toggle(on: true, contacts: {"1": Make("b", "c")}),
    "K1": Relay(coils: {"A": (pins: ("a", "-")), "B": (pins: ("b", "c"))}, shorted_release_ms: 200.0),
})"#;

#[test]
fn acting_at_the_end_goes_on_as_for_a_player() {
    let circuit = Arc::new(kiber_netlist::read(SLOW).circuit.unwrap());
    let lines = ["off G1", "on G1", "flip S1", "flip S1"];
    let mut session = Session::new(Arc::clone(&circuit));
    for line in lines {
        session.line(line).unwrap();
    }
    assert_eq!(session.recording(), &played_on(circuit, &lines.join("\n")).0);
}

#[test]
fn what_has_happened_since_an_action_began_is_known_in_the_past_too() {
    let circuit = Arc::new(kiber_netlist::read(LASTING).circuit.unwrap());
    let mut session = Session::new(circuit);
    for line in ["press S1 for 3ms", "wait 1ms", "wait 1ms"] {
        session.line(line).unwrap();
    }
    check_expected(&mut session, Moment { deed: 1, instant: 0 }, "short", true);
    let released = session.last_of(1);
    check_expected(&mut session, released, "short", true);
    let end = session.last();
    check_expected(&mut session, end, "short", false);
    let mut session = self::session(&["flip V1", "wait 20ms", "flip V1"]);
    let end = session.last_of(1);
    check_expected(&mut session, end, "oscillating", true);
    check_expected(&mut session, Moment { deed: 2, instant: 1 }, "oscillating", true);
    let end = session.last();
    check_expected(&mut session, end, "oscillating", false);
}

#[test]
fn a_stop_at_the_first_instant_of_an_action_is_told_at_once() {
    let mut session = session(&[]);
    session.stop_when("S1 pressed").unwrap();
    session.stop_when_it_moves(workbench().part("V1").unwrap());
    let step = |line: &str| kiber_script::parse_line(line, &workbench()).unwrap().unwrap();
    assert_eq!(session.begin(&step("press S1")), Ok(Acted::Did { kept: 1, stopped: Some(0) }));
    assert_eq!(session.here(), Moment { deed: 1, instant: 0 });
    session.go_to(session.last());
    assert_eq!(session.begin(&step("flip V1")), Ok(Acted::Did { kept: 2, stopped: Some(1) }));
    assert_eq!(session.act(&step("press S2")), Ok(Acted::Did { kept: 2, stopped: None }));
}

#[test]
fn what_is_given_up_is_written_down_with_the_time_it_had() {
    let mut session = Session::with_limits(workbench(), Limits { instants: 3 });
    session.line("flip V1").unwrap();
    let script = session.script();
    assert!(script.starts_with("flip V1 for "), "{script}");
    assert_eq!(played(&script).1.simulator().state(), session.simulator().state());
}

#[test]
fn words_are_found_forward_and_back_and_round_about() {
    let mut session = session(&["press S1", "press S2"]);
    session.go_to(Moment::default());
    let first = session.find("к1  OPERATED", true).unwrap();
    assert_eq!((first.deed, session.deeds()[1].instants()[first.instant]), (1, 8_000));
    assert_eq!(session.find("press s2", true), Some(Moment { deed: 2, instant: 0 }));
    assert_eq!(session.find("press", false), Some(Moment { deed: 2, instant: 0 }));
    assert_eq!(session.find("zeppelin", true), None);
    assert_eq!(session.find("  ", true), None);
}

#[test]
fn everything_is_done_again_with_a_changed_circuit() {
    let mut session = session(&["press S1", "flip V1", "press S2"]);
    session.stop_when("K2 operated").unwrap();
    session.stop_when("K3 released").unwrap();
    let changed = WORKBENCH.replace("\"K3\"", "\"K4\"").replace("\"V1\"", "\"V9\"");
    let reloaded = session.reload(Arc::new(kiber_netlist::read(&changed).circuit.unwrap()));
    assert_eq!((reloaded.done, reloaded.refused.len()), (2, 1));
    assert_eq!(reloaded.refused[0].0, "flip V1");
    assert_eq!(reloaded.stops_lost, ["K3 released"]);
    assert_eq!(session.script(), "press S1\npress S2\n");
}

fn lines() -> impl Strategy<Value = Vec<(String, u16, u32)>> {
    let line = prop_oneof![
        Just("press S1"),
        Just("hold S1"),
        Just("free S1"),
        Just("hold S2"),
        Just("free S2"),
        Just("flip V1"),
        Just("press S1 for 9ms"),
        Just("flip V1 for 13ms"),
        Just("wait 7ms"),
        Just("stick K1"),
        Just("mend K1"),
        Just("off G1"),
        Just("on G1 for 4ms"),
    ];
    proptest::collection::vec((line.prop_map(str::to_owned), any::<u16>(), 0u32..70_000), 1..12)
}

proptest! {
    /// Whatever is done wherever the cursor stands, what was done is a script that comes to the same, and every
    /// moment shows what the engine shows when it is led there.
    #[test]
    fn what_was_done_is_always_a_script(lines in lines()) {
        let mut session = Session::new(workbench());
        for (line, to, pass) in lines {
            let deed = usize::from(to) % session.deeds().len();
            let instant = usize::from(to / 7) % session.deeds()[deed].instants().len();
            session.go_to(Moment { deed, instant });
            session.let_pass(u64::from(pass));
            let seen = session.simulator().state();
            let script = session.script();
            let (_, player) = played(&script);
            prop_assert_eq!(player.simulator().state(), seen, "{}", script);
            let _ = session.line(&line);
        }
        session.go_to(session.last());
        let (recording, player) = played(&session.script());
        prop_assert_eq!(session.simulator().state(), player.simulator().state());
        // Bits of waiting come to one.
        if !session.script().contains("wait") {
            prop_assert_eq!(session.recording(), &recording);
        }
    }
}
