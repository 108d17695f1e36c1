//! The circuits played by an independent simulator, Icarus Verilog, and compared line by line: every
//! lamp and every relay after every action.
//!
//! Where `iverilog` and `vvp` are not installed the comparisons are skipped, and say so. What can be
//! written as Verilog, and what cannot and why, is tested everywhere.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kiber_netlist::{Circuit, Id, PartId, PartKind};
use kiber_script::{Script, Step};
use kiber_tests::honest::games_of;
use kiber_tests::verilog::{Icarus, Line, Refusal, Verilog, lines, steps};
use kiber_tests::{library, read};

/// Icarus Verilog, or a word that it is not there.
fn icarus() -> Option<Icarus> {
    let found = Icarus::find();
    if found.is_none() {
        // Past the test harness, which shows what a passed test prints to nobody.
        let _ = writeln!(io::stderr(), "SKIPPED: iverilog and vvp are not installed, so nothing is compared with them");
    }
    found
}

fn machine(name: &str) -> Arc<Circuit> {
    library().into_iter().find(|beside| beside.name == name).unwrap().read()
}

/// Plays scripts, each from power-up, on both; returns how many lines were compared, and the scripts
/// that cannot be.
#[track_caller]
fn compare(icarus: &Icarus, circuit: &Arc<Circuit>, scripts: &[(String, Script)]) -> (usize, Vec<(String, Refusal)>) {
    let verilog = Verilog::new(circuit).unwrap();
    let place = std::panic::Location::caller().line();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("icarus-{place}-{}", plain(&circuit.title)));
    let prepared = icarus.prepare(&folder, &verilog);
    let mut compared = 0;
    let mut refused = Vec::new();
    for (name, script) in scripts {
        let ready = steps(circuit, &verilog, script).and_then(|steps| Ok((steps, lines(circuit, &verilog, script)?)));
        let (steps, ours) = match ready {
            Ok(ready) => ready,
            Err(refusal) => {
                refused.push((name.clone(), refusal));
                continue;
            }
        };
        let theirs = prepared.play(&steps);
        assert_eq!(theirs.len(), ours.len(), "{}, {name}: lines", circuit.title);
        for (ours, theirs) in ours.iter().zip(&theirs) {
            if ours.shown != *theirs {
                panic!(
                    "{}, {name}, line {}:\n{}",
                    circuit.title,
                    ours.number,
                    told(circuit, &verilog, script, ours, theirs)
                );
            }
        }
        compared += ours.len();
    }
    let _ = fs::remove_dir_all(folder);
    (compared, refused)
}

/// The script up to the line in which the two differ, and in what.
fn told(circuit: &Circuit, verilog: &Verilog, script: &Script, ours: &Line, theirs: &str) -> String {
    let mut told = String::new();
    for (_, _, step) in script.lines().filter(|&(number, _, _)| number <= ours.number) {
        let _ = writeln!(told, "{}", step.shown(circuit));
    }
    for ((&part, ours), theirs) in verilog.shown.iter().zip(ours.shown.chars()).zip(theirs.chars()) {
        if ours != theirs {
            let _ = writeln!(told, "{}: {ours} in Kiber, {theirs} in Icarus Verilog", circuit.parts[part].name);
        }
    }
    told
}

fn plain(title: &str) -> String {
    title.chars().filter(char::is_ascii_alphanumeric).collect()
}

#[test]
fn what_verilog_cannot_say_is_refused() {
    let mut refused = String::new();
    let mut written = 0;
    for beside in library() {
        match Verilog::new(&beside.read()) {
            Ok(_) => written += 1,
            Err(refusal) => {
                let _ = writeln!(refused, "{}: {refusal}", beside.name);
            }
        }
    }
    insta::assert_snapshot!(refused, @"
    bridge: R1: a resistor needs currents
    cam-divider: K1: Stepper has no model in Verilog, only the plain relay has
    code-lock: K1: Stepper has no model in Verilog, only the plain relay has
    coils-in-series: G1: contacts may join - to more than one pole
    dial-counter: K1: Stepper has no model in Verilog, only the plain relay has
    differential: K1: the windings of a relay add currents
    flasher: R1: a resistor needs currents
    forward-reverse: G1: contacts may join - to more than one pole
    hysteresis: R1: a resistor needs currents
    impulse-stairway: K1: Impulse has no model in Verilog, only the plain relay has
    jump-start: G1: only a source that is on and ideal is a supply net
    lamp-feeds-coil: K1: not between the plus and the minus side of one source
    latching: K1: Bistable has no model in Verilog, only the plain relay has
    lift: K3: DelayRelay has no model in Verilog, only the plain relay has
    no-diodes: P1: the current of P3 could come back through it
    off-delay-fan: K1: DelayRelay has no model in Verilog, only the plain relay has
    overlap-short: G1: contacts may join - to more than one pole
    polarity: G1: contacts may join - to more than one pole
    railway-block: R1: a resistor needs currents
    score-reel: K1: Stepper has no model in Verilog, only the plain relay has
    shorted-winding: K1: the windings of a relay add currents
    slow-release: C1: Capacitor has no model in Verilog, only the plain relay has
    star-delta: K4: DelayRelay has no model in Verilog, only the plain relay has
    stove-switch: SA1: Selector has no model in Verilog, only the plain relay has
    telegraph: R1: a resistor needs currents
    traffic-light: K1: Stepper has no model in Verilog, only the plain relay has
    two-fuses: F1: Fuse has no model in Verilog, only the plain relay has
    two-supplies: G2: contacts may join 2+ to more than one pole
    ");
    assert_eq!(written, 33);
}

#[test]
fn parts_that_the_models_leave_out_are_refused() {
    #[track_caller]
    fn check(part: &str, why: &str) {
        let text = format!(
            r#"Circuit(parts: {{"G1": Source(plus: "+", minus: "-"), "H1": Lamp(pins: ("+", "-")), "X": {part}}})"#
        );
        assert_eq!(Verilog::new(&read(&text)).unwrap_err().to_string(), why);
    }
    let moment = "X: its contact 1 has a moment of its own, or bounces";
    check(r#"Impulse(coil: ("+", "-"))"#, "X: Impulse has no model in Verilog, only the plain relay has");
    check(
        r#"Capacitor(pins: ("+", "-"), farads: 0.001)"#,
        "X: Capacitor has no model in Verilog, only the plain relay has",
    );
    check(r#"Relay(coil: ("+", "-"), contacts: {"1": Timed(contact: Make("a", "b"), early_ms: 0.5)})"#, moment);
    check(r#"Toggle(contacts: {"1": Make("a", "b")}, bounce_ms: 1.0)"#, moment);
}

#[test]
fn a_circuit_as_verilog() {
    insta::assert_snapshot!(Verilog::new(&machine("start-stop")).unwrap().text);
}

/// Every script of the library that hands alone work and after whose lines the circuit settles.
#[test]
fn the_library_plays_the_same_in_icarus_verilog() {
    let Some(icarus) = icarus() else { return };
    let (mut scripts, mut lines) = (0, 0);
    let mut not_compared = String::new();
    for beside in library() {
        let circuit = beside.read();
        if Verilog::new(&circuit).is_err() {
            continue;
        }
        let read_script = |path: &PathBuf| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, beside.script(path, &circuit))
        };
        let all: Vec<(String, Script)> = beside.scripts.iter().map(read_script).collect();
        let (compared, refused) = compare(&icarus, &circuit, &all);
        lines += compared;
        scripts += all.len() - refused.len();
        for (script, refusal) in refused {
            let _ = writeln!(not_compared, "{}, {script}: {refusal}", beside.name);
        }
    }
    insta::assert_snapshot!(not_compared, @"
    buzzer, buzzing: line 3: the circuit never settles
    diode-matrix, diode-off: line 2: only hands and time go into a test bench
    diode-or, which-one: line 14: only hands and time go into a test bench
    either-or, two-answers: line 8: only hands and time go into a test bench
    emergency-stop, faults: line 5: only hands and time go into a test bench
    first-come, by-a-hair: line 13: the circuit never settles
    four-relay-toggle, too-slow: line 3: only hands and time go into a test bench
    half-adder-twice, lost-carry: line 2: only hands and time go into a test bench
    master-slave, lost-between-contacts: line 10: only hands and time go into a test bench
    ring, running: line 21: the circuit never settles
    self-hold, set-and-break: line 20: only hands and time go into a test bench
    shared-contact-adder, cut: line 6: only hands and time go into a test bench
    start-stop, start-and-stop: line 16: only hands and time go into a test bench
    three-switch-stairway, wire-off: line 3: only hands and time go into a test bench
    ");
    assert!(scripts >= 40 && lines >= 600, "{scripts} scripts, {lines} lines");
}

/// Persons who take at random, each on a machine that knows nothing yet.
#[test]
fn honest_games_are_the_same_in_icarus_verilog() {
    let Some(icarus) = icarus() else { return };
    for (name, persons) in [("article", 25), ("full-memory", 10), ("race", 5)] {
        let script = |person| (format!("person {person}"), games_of(name, 15, person).script());
        let scripts: Vec<(String, Script)> = (1..=persons).map(script).collect();
        let (lines, refused) = compare(&icarus, &machine(name), &scripts);
        assert_eq!(refused, []);
        assert!(lines > persons as usize * 15 * 8, "{name}: {lines} lines");
    }
}

/// Hands that do whatever hands can do, on relays of different temper: with the times of the circuits,
/// with a release so short that an armature turns round in its travel, without any travel at all.
#[test]
fn any_operator_sees_the_same_in_icarus_verilog() {
    let Some(icarus) = icarus() else { return };
    let own = "operate_ms: 8.0, release_ms: 5.0, transfer_ms: 1.0";
    for (name, times) in [
        ("article", own),
        ("article", "operate_ms: 6.5, release_ms: 3.0, transfer_ms: 2.5"),
        ("article", "operate_ms: 4.0, release_ms: 9.0, transfer_ms: 0.0"),
        ("full-memory", own),
        ("race", own),
    ] {
        let text = library().into_iter().find(|beside| beside.name == name).unwrap().text();
        // With each model on one line.
        let text = kiber_netlist::print(&read(&text));
        assert!(text.contains(own), "{name}");
        let circuit = read(&text.replace(own, times));
        let script = |chance| (format!("operator {chance}, {times}"), any_operator(&circuit, 300, chance));
        let scripts: Vec<(String, Script)> = (1..=16).map(script).collect();
        let (lines, refused) = compare(&icarus, &circuit, &scripts);
        assert_eq!(refused, [], "{name} with {times}");
        assert_eq!(lines, 16 * 301);
    }
}

/// Buttons are held and let go, toggles are flipped; every other time the next hand does not wait
/// until the circuit has settled.
fn any_operator(circuit: &Circuit, actions: usize, chance: u64) -> Script {
    let is_hand = |kind: &PartKind| matches!(kind, PartKind::Button(_) | PartKind::Toggle(_));
    let parts = circuit.parts.iter().filter(|(_, part)| is_hand(&part.kind));
    let hands: Vec<PartId> = parts.map(|(id, _)| id).collect();
    let mut chance = chance;
    let mut below = |limit: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) as usize % limit
    };
    let mut held = vec![false; circuit.parts.len()];
    let mut steps = Vec::new();
    for _ in 0..actions {
        let hand = hands[below(hands.len())];
        let is_held = &mut held[hand.index()];
        let step = match circuit.parts[hand].kind {
            PartKind::Toggle(_) => Step::flip(hand),
            _ if *is_held => Step::free(hand),
            _ => Step::hold(hand),
        };
        *is_held = !*is_held;
        steps.push(match below(2) {
            0 => step.lasting(250 * below(40) as u64),
            _ => step,
        });
    }
    Script::from_steps(steps, circuit)
}
