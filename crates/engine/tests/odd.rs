//! Odd circuits: where rules of thumb fail, and what a meter and a clock would show instead.

// A test that cannot go on has failed.
#![allow(clippy::panic)]

mod common;

use common::*;
use kiber_engine::{Action, ContactSide, Event, Fault, Outcome, Place, ShortStep, Simulator, What};
use kiber_netlist::{Id, PartId};

const SUPPLY: &str = r#""G1": Source(plus: "+", minus: "-", volts: 24),"#;
/// A second supply with no pole in common with the first.
const SECOND: &str = r#""G2": Source(plus: "p", minus: "q", volts: 12),"#;

/// Checks the currents of named parts after power-up, in milliamperes.
#[track_caller]
fn currents(parts: &str, expected: &[(&str, f64)]) {
    let simulator = powered(parts);
    assert!(simulator.shorts().is_empty(), "{:?}", simulator.shorts());
    for &(name, milliamps_expected) in expected {
        let found = milliamps(&simulator, name);
        assert!((found - milliamps_expected).abs() < 1e-5, "{name}: {found} mA, expected {milliamps_expected}");
    }
}

/// Checks the potentials of named nets after power-up, in volts; none where a net floats.
#[track_caller]
fn potentials(parts: &str, expected: &[(&str, Option<f64>)]) {
    let simulator = powered(parts);
    let all = simulator.potentials();
    for &(net, volts) in expected {
        let found = all[simulator.circuit().net(net).unwrap_or_else(|| panic!("no net {net}")).index()];
        let close = match (found, volts) {
            (Some(found), Some(volts)) => (found - volts).abs() < 1e-9,
            (found, volts) => found == volts,
        };
        assert!(close, "{net}: {found:?}, expected {volts:?}");
    }
}

/// Powers up, does what the hands say, and checks all that moved, shorted, overloaded or oscillated.
///
/// A hand is `press S1`, `free S1`, `flip S1`, `on G1`, `off G1`, `stick K1`, `mend K1`, `wait 3000`
/// (microseconds) or `settle`; several that act at one instant stand with commas.
#[track_caller]
fn story(parts: &str, hands: &[&str], expected: &[&str]) {
    let mut simulator = Simulator::new(circuit(parts));
    let mut events = Vec::new();
    let _ = simulator.power_up(&mut events);
    for hand in hands {
        do_hand(&mut simulator, hand, &mut events);
    }
    let told: Vec<String> = events.iter().filter_map(|event| words(&simulator, event)).collect();
    assert_eq!(told, expected);
}

#[track_caller]
fn do_hand(simulator: &mut Simulator, hand: &str, events: &mut Vec<Event>) {
    if hand == "settle" {
        assert!(!matches!(simulator.settle(events), Outcome::GaveUp(_)));
        return;
    }
    if let Some(span) = hand.strip_prefix("wait ") {
        simulator.wait(span.parse().unwrap_or_else(|_| panic!("{hand}")), events);
        return;
    }
    let actions: Vec<Action> = hand.split(", ").map(|one| action(simulator, one)).collect();
    simulator.act(&actions, events).unwrap_or_else(|error| panic!("{hand}: {error}"));
}

#[track_caller]
fn action(simulator: &Simulator, hand: &str) -> Action {
    let (verb, name) = hand.split_once(' ').unwrap_or_else(|| panic!("{hand}"));
    let part = part(simulator, name);
    match verb {
        "press" => Action::Press(part),
        "free" => Action::Free(part),
        "flip" => Action::Flip(part),
        "on" => Action::Source(part, true),
        "off" => Action::Source(part, false),
        "stick" => Action::Break(Fault::ArmatureStuck(part)),
        "mend" => Action::Mend(Fault::ArmatureStuck(part)),
        _ => panic!("{hand}"),
    }
}

fn words(simulator: &Simulator, event: &Event) -> Option<String> {
    let names = |parts: &[PartId]| -> String {
        let names: Vec<&str> = parts.iter().map(|&part| simulator.circuit().parts[part].name.as_str()).collect();
        names.join(" ")
    };
    let words = match &event.what {
        What::Moved { part, to, .. } => {
            let to = match *to {
                Place::RELEASED => "released",
                Place::LEAVING => "leaves",
                Place::OPERATED => "operated",
                _ => "returns",
            };
            format!("{} {to}", names(&[*part]))
        }
        What::ShortBegan(short) => format!("{} shorted", names(&short.sources)),
        What::ShortEnded(short, lasted) => format!("{} shorted no more, after {lasted}", names(&short.sources)),
        What::OverloadBegan { part, current } => format!("{} gives {current}", names(&[*part])),
        What::OverloadEnded { part, lasted } => format!("{} relieved, after {lasted}", names(&[*part])),
        What::Oscillates(oscillation) => format!("every {}: {}", oscillation.period, names(&oscillation.parts)),
        _ => return None,
    };
    Some(format!("{} {words}", event.at))
}

#[test]
fn sources_against_each_other() {
    // In series they subtract.
    currents(
        r#""G1": Source(plus: "+", minus: "m", volts: 24), "G2": Source(plus: "-", minus: "m", volts: 12),
           "K1": Relay(coil: ("+", "-")),"#,
        &[("K1", 24.0), ("G1", 24.0), ("G2", -24.0)],
    );
    // In parallel behind resistance one charges the other; by Millman's rule 0.36 A over 22 mS.
    let volts = 0.36 / 0.022;
    currents(
        r#""G1": Source(plus: "+", minus: "-", volts: 24, internal_ohms: 100),
           "G2": Source(plus: "+", minus: "-", volts: 12, internal_ohms: 100), "K1": Relay(coil: ("+", "-")),"#,
        &[("K1", volts / 0.5), ("G1", (24.0 - volts) * 10.0), ("G2", (12.0 - volts) * 10.0)],
    );
    // A floating cell in the middle of a load adds to it.
    currents(
        &format!(r#"{SUPPLY} {SECOND} "R1": Resistor(pins: ("+", "q"), ohms: 500), "K1": Relay(coil: ("p", "-")),"#),
        &[("K1", 36.0), ("G2", 36.0)],
    );
}

#[test]
fn diodes_choose() {
    // The higher of two supplies feeds the coil, the other is cut off.
    currents(
        r#""G1": Source(plus: "x", minus: "-", volts: 24), "G2": Source(plus: "y", minus: "-", volts: 12),
           "D1": Diode(anode: "x", cathode: "a", drop_volts: 0.7), "D2": Diode(anode: "y", cathode: "a", drop_volts: 0.7),
           "K1": Relay(coil: ("a", "-")),"#,
        &[("K1", 46.6), ("D1", 46.6), ("D2", 0.0), ("G2", 0.0)],
    );
    // An AND of diodes: either input at minus takes the pull-up's current away.
    let and = |second: &str| {
        format!(
            r#"{SUPPLY} "R1": Resistor(pins: ("+", "n"), ohms: 300), "K1": Relay(coil: ("n", "-")),
               "D1": Diode(anode: "n", cathode: "+"), "D2": Diode(anode: "n", cathode: "{second}"),"#
        )
    };
    currents(&and("+"), &[("K1", 30.0), ("D1", 0.0), ("D2", 0.0)]);
    currents(&and("-"), &[("K1", 0.0), ("D2", 80.0)]);
    // A freewheel diode the right way round does nothing.
    currents(
        &format!(r#"{SUPPLY} "K1": Relay(coil: ("+", "-")), "D1": Diode(anode: "-", cathode: "+"),"#),
        &[("K1", 48.0), ("D1", 0.0)],
    );
    // Drops in series add; back to back nothing passes, whatever the net between them floats at.
    currents(
        &format!(
            r#"{SUPPLY} "D1": Diode(anode: "+", cathode: "a", drop_volts: 0.7), "D2": Diode(anode: "a", cathode: "b", drop_volts: 0.7),
               "D3": Diode(anode: "b", cathode: "c", drop_volts: 0.7), "K1": Relay(coil: ("c", "-")),
               "D4": Diode(anode: "+", cathode: "x"), "D5": Diode(anode: "y", cathode: "x"), "K2": Relay(coil: ("y", "-")),"#
        ),
        &[("K1", 43.8), ("D2", 43.8), ("K2", 0.0), ("D4", 0.0), ("D5", 0.0)],
    );
    // Round a ring of diodes current goes one way only.
    currents(
        &format!(
            r#"{SUPPLY} "D1": Diode(anode: "+", cathode: "b"), "D2": Diode(anode: "b", cathode: "c"),
               "D3": Diode(anode: "c", cathode: "d"), "D4": Diode(anode: "d", cathode: "+"),
               "K1": Relay(coil: ("c", "-")), "K2": Relay(coil: ("b", "-")), "K3": Relay(coil: ("d", "-")),"#
        ),
        &[("K1", 48.0), ("K2", 48.0), ("K3", 48.0), ("D1", 144.0), ("D2", 96.0), ("D3", 48.0), ("D4", 0.0)],
    );
}

#[test]
fn a_diode_between_the_poles_of_two_supplies_has_a_current() {
    // It closes the way back of the second supply, with nothing that resists at either end of it.
    currents(
        &format!(
            r#"{SUPPLY} {SECOND} "D1": Diode(anode: "-", cathode: "q"), "R1": Resistor(pins: ("p", "-"), ohms: 250),"#
        ),
        &[("R1", 48.0), ("D1", 48.0), ("G2", 48.0), ("G1", 0.0)],
    );
    // Both supplies in a row through it.
    currents(
        &format!(
            r#"{SUPPLY} {SECOND} "D1": Diode(anode: "+", cathode: "q", drop_volts: 1), "R1": Resistor(pins: ("p", "-"), ohms: 350),"#
        ),
        &[("R1", 100.0), ("D1", 100.0), ("G1", 100.0), ("G2", 100.0)],
    );
}

#[test]
fn supplies_that_hang_together_are_measured_from_one_pole() {
    // 36 V round a loop of 500 ohms and 500 ohms beside 200.
    let tied = format!(
        r#"{SUPPLY} {SECOND} "K1": Relay(coil: ("+", "q")), "K2": Relay(coil: ("p", "-")),
           "R1": Resistor(pins: ("p", "m"), ohms: 100), "R2": Resistor(pins: ("m", "-"), ohms: 100),"#
    );
    currents(&tied, &[("K1", 56.0), ("K2", 16.0), ("R1", 40.0)]);
    potentials(&tied, &[("+", Some(24.0)), ("-", Some(0.0)), ("p", Some(8.0)), ("q", Some(-4.0)), ("m", Some(4.0))]);
    // What hangs on the second supply alone is lifted with it; a lone wire is enough.
    let lone = r#""R1": Resistor(pins: ("+", "q"), ohms: 100), "R2": Resistor(pins: ("p", "n"), ohms: 100),
        "R3": Resistor(pins: ("n", "q"), ohms: 100),"#;
    potentials(&format!("{SUPPLY} {SECOND} {lone}"), &[("q", Some(24.0)), ("n", Some(30.0)), ("p", Some(36.0))]);
    // Apart, each has its own zero.
    let apart = r#""S1": Button(contacts: {"1": Make("+", "q"), "2": Make("-", "z")}),"#;
    potentials(&format!("{SUPPLY} {SECOND} {apart}"), &[("q", Some(0.0)), ("p", Some(12.0)), ("z", None)]);
}

#[test]
fn windings_in_circuits_of_their_own_meet_on_one_core() {
    let relay = |second: &str| {
        format!(
            r#"{SUPPLY} {SECOND} "S1": Button(contacts: {{"1": Make("+", "a")}}), "S2": Button(contacts: {{"1": Make("p", "b")}}),
               "K1": Relay(coils: {{"A": (pins: ("a", "-"), ohms: 1200), "B": (pins: {second}, ohms: 600)}}),"#
        )
    };
    // 20 of 28 from each: one alone is too weak, both together are enough, against each other they are nothing.
    story(&relay(r#"("b", "q")"#), &["press S1", "settle"], &["0 S1 operated"]);
    story(
        &relay(r#"("b", "q")"#),
        &["press S1", "wait 100", "press S2", "settle", "free S1", "settle"],
        &["0 S1 operated", "100 S2 operated", "7100 K1 leaves", "8100 K1 operated", "8100 S1 released"],
    );
    story(&relay(r#"("q", "b")"#), &["press S1, press S2", "settle"], &["0 S1 operated", "0 S2 operated"]);
}

#[test]
fn shorts_and_what_they_take_down() {
    // A freewheel diode the wrong way round.
    story(
        &format!(
            r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}), "K1": Relay(coil: ("a", "-")), "D1": Diode(anode: "a", cathode: "-", drop_volts: 0.7),"#
        ),
        &["press S1", "wait 9000", "free S1"],
        &["0 S1 operated", "0 G1 shorted", "9000 S1 released", "9000 G1 shorted no more, after 9000"],
    );
    // Of two sources in a row each can be shorted by itself, or both at once.
    let row = format!(
        r#"{SUPPLY} "G2": Source(plus: "++", minus: "+", volts: 24), "H1": Lamp(pins: ("++", "-"), volts: 48),
           "S1": Button(contacts: {{"1": Make("++", "+")}}), "S2": Button(contacts: {{"1": Make("+", "-")}}), "S3": Button(contacts: {{"1": Make("++", "-")}}),"#
    );
    story(
        &row,
        &["press S3", "wait 10", "press S2", "wait 10", "free S3"],
        &[
            "0 S3 operated",
            "0 G1 G2 shorted",
            "10 S2 operated",
            "10 G1 G2 shorted no more, after 10",
            "10 G1 shorted",
            "10 G2 shorted",
            "20 S3 released",
            "20 G2 shorted no more, after 10",
        ],
    );
    // Different sources joined are both down; switching one off lets the other live.
    let joined = format!(
        r#"{SUPPLY} "G2": Source(plus: "p", minus: "-", volts: 12), "S1": Button(contacts: {{"1": Make("+", "p")}}), "K1": Relay(coil: ("+", "-")),"#
    );
    story(
        &joined,
        &["press S1", "wait 4000", "off G2", "settle"],
        &[
            "7000 K1 leaves",
            "8000 K1 operated",
            "8000 S1 operated",
            "8000 G1 G2 shorted",
            "12000 K1 returns",
            "12000 G1 G2 shorted no more, after 4000",
            "13000 K1 released",
            "19000 K1 leaves",
            "20000 K1 operated",
        ],
    );
    // Behind a resistance the same path is an overload, and no short.
    story(
        r#""G1": Source(plus: "+", minus: "-", volts: 24, internal_ohms: 2, max_amps: 5), "S1": Button(contacts: {"1": Make("+", "-")}),"#,
        &["press S1", "wait 70", "off G1", "wait 5", "on G1", "wait 5", "free S1"],
        &[
            "0 S1 operated",
            "0 G1 gives 12000 mA",
            "70 G1 relieved, after 70",
            "75 G1 gives 12000 mA",
            "80 S1 released",
            "80 G1 relieved, after 5",
        ],
    );
    // A button with transfer, freed on its way: it arrives, turns back, and overlaps twice.
    story(
        &format!(
            r#"{SUPPLY} "S1": Button(transfer_ms: 2, contacts: {{"1": Changeover(common: "c", break: "+", make: "-", bridging: true)}}),"#
        ),
        &["press S1", "wait 500", "free S1", "settle"],
        &[
            "0 S1 leaves",
            "0 G1 shorted",
            "2000 S1 operated",
            "2000 G1 shorted no more, after 2000",
            "2000 S1 returns",
            "2000 G1 shorted",
            "4000 S1 released",
            "4000 G1 shorted no more, after 2000",
        ],
    );
}

#[test]
fn pulses_and_travel() {
    let relay = |times: &str, own: &str| {
        format!(
            r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}), "K1": Relay(coil: ("a", "-"), {times} contacts: {{{own}}}),"#
        )
    };
    // Pulses that are too short do not add up.
    let short = "wait 6999";
    story(
        &relay("", ""),
        &["press S1", short, "free S1", "press S1", short, "free S1", "wait 1", "press S1", short, "free S1", "settle"],
        &[
            "0 S1 operated",
            "6999 S1 released",
            "6999 S1 operated",
            "13998 S1 released",
            "13999 S1 operated",
            "20998 S1 released",
        ],
    );
    // One that travels all its operate time is committed by a pulse of no length.
    story(
        &relay("operate_ms: 3, release_ms: 4, transfer_ms: 3,", ""),
        &["press S1", "free S1", "settle"],
        &["0 S1 operated", "0 K1 leaves", "0 S1 released", "3000 K1 operated", "3000 K1 returns", "6000 K1 released"],
    );
    // It changes its mind twice on the way: the last word counts, from when it was said.
    story(
        &relay("operate_ms: 9, release_ms: 7, transfer_ms: 6,", ""),
        &["press S1", "wait 4000", "free S1", "wait 1000", "press S1", "wait 1000", "free S1", "settle"],
        &[
            "0 S1 operated",
            "3000 K1 leaves",
            "4000 S1 released",
            "5000 S1 operated",
            "6000 S1 released",
            "9000 K1 operated",
            "9000 K1 returns",
            "15000 K1 released",
        ],
    );
    // Stuck on its way it touches neither side; mended, it begins its travel anew.
    story(
        &relay("", r#""1": Break("+", "b"), "2": Make("+", "b")"#),
        &["press S1", "wait 7500", "stick K1", "wait 1000", "free S1", "wait 9000", "mend K1", "settle"],
        &[
            "0 S1 operated",
            "7000 K1 leaves",
            "8500 S1 released",
            "18500 K1 operated",
            "21500 K1 returns",
            "22500 K1 released",
        ],
    );
    // Ended and begun at one instant, a current was never away.
    story(
        &relay("", ""),
        &["press S1", "wait 5000", "off G1, on G1", "settle"],
        &["0 S1 operated", "7000 K1 leaves", "8000 K1 operated"],
    );
}

#[test]
fn ties_and_oscillations() {
    // Two that cut each other off, called at one instant: neither is first.
    let rivals = format!(
        r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "x")}}), "S2": Button(contacts: {{"1": Make("+", "y")}}),
           "K1": Relay(coil: ("a", "-"), contacts: {{"1": Break("y", "b")}}), "K2": Relay(coil: ("b", "-"), contacts: {{"1": Break("x", "a")}}),"#
    );
    story(
        &rivals,
        &["press S1, press S2", "settle"],
        &[
            "0 S1 operated",
            "0 S2 operated",
            "7000 K1 leaves",
            "7000 K2 leaves",
            "8000 K1 operated",
            "8000 K2 operated",
            "11000 K1 returns",
            "11000 K2 returns",
            "12000 K1 released",
            "12000 K2 released",
            "12000 every 12000: K1 K2",
        ],
    );
    // A microsecond decides.
    story(
        &rivals,
        &["press S1", "wait 1", "press S2", "settle"],
        &["0 S1 operated", "1 S2 operated", "7000 K1 leaves", "8000 K1 operated"],
    );
    // Two buzzers that know nothing of each other come round together.
    let mut simulator = Simulator::new(circuit(&format!(
        r#"{SUPPLY} "K1": Relay(coil: ("a", "-"), contacts: {{"1": Break("+", "a")}}),
           "K2": Relay(coil: ("b", "-"), transfer_ms: 0, contacts: {{"1": Break("+", "b")}}),"#
    )));
    match simulator.power_up(&mut ()) {
        Outcome::Oscillates(found) => {
            assert_eq!((found.period, found.parts.len(), simulator.now()), (156_000, 2, 156_000))
        }
        other => panic!("{other:?}"),
    }
    // The way to an oscillation is no part of it.
    story(
        &format!(
            r#"{SUPPLY} "K1": Relay(coil: ("+", "-"), operate_ms: 1000, contacts: {{"1": Make("+", "b")}}),
               "K2": Relay(coil: ("a", "-"), contacts: {{"1": Break("b", "a")}}),"#
        ),
        &["wait 3000", "stick K2", "settle", "mend K2", "settle"],
        &[
            "999000 K1 leaves",
            "1000000 K1 operated",
            "1007000 K2 leaves",
            "1008000 K2 operated",
            "1011000 K2 returns",
            "1012000 K2 released",
            "1012000 every 12000: K2",
            "1022000 K2 leaves",
            "1023000 K2 operated",
            "1026000 K2 returns",
            "1027000 K2 released",
            "1027000 every 12000: K2",
        ],
    );
}

#[test]
fn a_changeover_welded_to_a_side_that_is_not_wired_joins_nothing() {
    let weld = |form: &str, make: bool| {
        let mut simulator =
            powered(&format!(r#"{SUPPLY} "S1": Toggle(contacts: {{"1": {form}}}), "H1": Lamp(pins: ("h", "-")),"#));
        let contact = simulator.circuit().contact("S1/1").unwrap();
        let fault = Fault::ContactWelded { contact, side: if make { ContactSide::Make } else { ContactSide::Break } };
        simulator.act(&[Action::Break(fault)], &mut ()).unwrap();
        let at_rest = milliamps(&simulator, "H1");
        let _ = act(&mut simulator, Action::Flip, "S1");
        (at_rest, milliamps(&simulator, "H1"))
    };
    assert_eq!(weld(r#"Changeover(common: "+", make: "h")"#, false), (0.0, 0.0));
    assert_eq!(weld(r#"Changeover(common: "+", make: "h")"#, true), (100.0, 100.0));
    assert_eq!(weld(r#"Changeover(common: "+", break: "h")"#, true), (0.0, 0.0));
    assert_eq!(weld(r#"Changeover(common: "+", break: "h")"#, false), (100.0, 100.0));
    assert_eq!(weld(r#"Changeover(common: "+", break: "h", make: "x")"#, true), (0.0, 0.0));
    assert_eq!(weld(r#"Break("+", "h")"#, true), (100.0, 100.0));
}

#[test]
fn a_restored_state_knows_nothing_of_what_it_replaces() {
    let mut simulator = powered(
        r#""G1": Source(plus: "+", minus: "-", volts: 24), "S1": Button(contacts: {"1": Make("+", "-")}), "S2": Button(contacts: {"1": Make("+", "-")}),
           "G2": Source(plus: "p", minus: "-", volts: 24, internal_ohms: 1, max_amps: 1), "S3": Button(contacts: {"1": Make("p", "-")}),"#,
    );
    let mut events = Vec::new();
    let at_rest = simulator.state();
    do_hand(&mut simulator, "press S1", &mut events);
    let shorted = simulator.state();
    do_hand(&mut simulator, "wait 50", &mut events);
    do_hand(&mut simulator, "press S2, press S3", &mut events);
    do_hand(&mut simulator, "free S1", &mut events);

    // A short names what closes it in this state, and counts from here; the overload is not of this state.
    simulator.restore(&shorted, 20);
    let through = ShortStep::Contact(simulator.circuit().contact("S1/1").unwrap());
    assert_eq!(simulator.shorts()[0].path, [through]);
    assert_eq!((simulator.short_records().len(), simulator.short_records()[0].began), (1, 20));
    assert!(simulator.overload_records().is_empty());
    events.clear();
    do_hand(&mut simulator, "wait 10", &mut events);
    do_hand(&mut simulator, "free S1", &mut events);
    let told: Vec<String> = events.iter().filter_map(|event| words(&simulator, event)).collect();
    assert_eq!(told, ["30 S1 released", "30 G1 shorted no more, after 10"]);

    do_hand(&mut simulator, "press S3", &mut events);
    simulator.restore(&at_rest, 0);
    events.clear();
    do_hand(&mut simulator, "press S2", &mut events);
    let told: Vec<String> = events.iter().filter_map(|event| words(&simulator, event)).collect();
    assert_eq!(told, ["0 S2 operated", "0 G1 shorted"]);
}
