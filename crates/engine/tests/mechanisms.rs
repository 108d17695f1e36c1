//! What each kind of mechanism does, to the microsecond: opposing windings, bistable, impulse and
//! polarized relays, delays, steppers.

// A test that cannot go on has failed.
#![allow(clippy::panic, clippy::unwrap_used)]

mod common;

use common::*;
use kiber_engine::{Action, Event, Micros, Outcome, Simulator, Stand, What};

const SUPPLY: &str = r#""G1": Source(plus: "+", minus: "-"), "G2": Source(plus: "-", minus: "m"),"#;

fn stand(simulator: &Simulator, name: &str) -> Stand {
    simulator.stand(part(simulator, name))
}

/// Where the contacts of a part rest.
#[track_caller]
fn at(simulator: &Simulator, name: &str) -> u16 {
    let stand = stand(simulator, name);
    assert_eq!(stand, Stand { towards: None, ..stand }, "{name} is under way");
    stand.at
}

/// Presses, lets it settle, frees, lets it settle.
#[track_caller]
fn press(simulator: &mut Simulator, name: &str) {
    assert_eq!(act(simulator, Action::Press, name), Outcome::Settled);
    assert_eq!(act(simulator, Action::Free, name), Outcome::Settled);
}

/// Presses for so long, then lets it settle; tells what happened.
fn press_for(simulator: &mut Simulator, name: &str, span: Micros) -> Vec<Event> {
    let (part, mut events) = (part(simulator, name), Vec::new());
    simulator.act(&[Action::Press(part)], &mut events).unwrap();
    simulator.wait(span, &mut events);
    simulator.act(&[Action::Free(part)], &mut events).unwrap();
    assert_eq!(simulator.settle(&mut events), Outcome::Settled);
    events
}

/// Presses several at one instant.
fn hold(simulator: &mut Simulator, names: &[&str]) -> Vec<Event> {
    let actions: Vec<Action> = names.iter().map(|name| Action::Press(part(simulator, name))).collect();
    let mut events = Vec::new();
    simulator.act(&actions, &mut events).unwrap();
    assert_eq!(simulator.settle(&mut events), Outcome::Settled);
    events
}

#[track_caller]
fn check_windings(opposing_ohms: u32, operates: bool) {
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}), "S2": Button(contacts: {{"1": Make("+", "b")}}),
        "R1": Resistor(pins: ("b", "c"), ohms: {opposing_ohms}),
        "K1": Relay(coils: {{"A": (pins: ("a", "-")), "B": (pins: ("-", "c"))}}),"#
    ));
    hold(&mut simulator, &["S1", "S2"]);
    assert_eq!(at(&simulator, "K1") == 1, operates, "{opposing_ohms} ohms");
}

#[test]
fn opposing_windings_act_by_their_difference() {
    // 48 mA one way; the other way 24 V over the winding's 500 ohms and the resistor.
    check_windings(700, true);
    check_windings(699, false);
    let equal = format!(
        r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}), "S2": Button(contacts: {{"1": Make("+", "b")}}),
        "K1": Relay(coils: {{"A": (pins: ("a", "-")), "B": (pins: ("-", "b"))}}),"#
    );
    let mut simulator = powered(&equal);
    hold(&mut simulator, &["S1", "S2"]);
    assert_eq!(at(&simulator, "K1"), 0, "equal currents cancel");
    let _ = act(&mut simulator, Action::Free, "S2");
    assert_eq!(at(&simulator, "K1"), 1, "one alone operates it");
    let _ = act(&mut simulator, Action::Press, "S2");
    assert_eq!(at(&simulator, "K1"), 0, "and the other releases it");
}

const LATCH: &str = r#""S1": Button(contacts: {"1": Make("+", "a")}), "S2": Button(contacts: {"1": Make("+", "b")}),
    "K1": Bistable(set: ("a", "-"), reset: ("b", "-"), contacts: {"1": Make("+", "h")}),"#;

#[test]
fn a_bistable_relay_keeps_its_place() {
    let mut simulator = powered(&format!("{SUPPLY}{LATCH}"));
    let supply = part(&simulator, "G1");
    let power = |simulator: &mut Simulator, on: bool| {
        simulator.act(&[Action::Source(supply, on)], &mut ()).unwrap();
        assert_eq!(simulator.settle(&mut ()), Outcome::Settled);
    };
    for (button, place) in [("S1", 1), ("S1", 1), ("S2", 0), ("S2", 0), ("S1", 1)] {
        press(&mut simulator, button);
        assert_eq!(at(&simulator, "K1"), place, "{button}");
        power(&mut simulator, false);
        assert_eq!(at(&simulator, "K1"), place, "without power");
        power(&mut simulator, true);
        assert_eq!(at(&simulator, "K1"), place, "with power again");
    }
}

#[test]
fn a_bistable_relay_with_both_coils_driven_stays_and_says_so() {
    let mut simulator = powered(&format!("{SUPPLY}{LATCH}"));
    for place in [0, 1] {
        let relay = part(&simulator, "K1");
        let both = |events: &[Event]| -> Vec<bool> {
            let told = events.iter().filter_map(|event| match event.what {
                What::BothCoils { part, driven } if part == relay => Some(driven),
                _ => None,
            });
            told.collect()
        };
        assert_eq!(at(&simulator, "K1"), place);
        assert_eq!(both(&hold(&mut simulator, &["S1", "S2"])), [true]);
        assert_eq!(at(&simulator, "K1"), place);
        let buttons = ["S1", "S2"].map(|name| Action::Free(part(&simulator, name)));
        let mut events = Vec::new();
        simulator.act(&buttons, &mut events).unwrap();
        assert_eq!(simulator.settle(&mut events), Outcome::Settled);
        assert_eq!(both(&events), [false]);
        assert_eq!(at(&simulator, "K1"), place);
        press(&mut simulator, "S1");
    }
}

#[test]
fn one_coil_of_a_bistable_relay_sets_and_resets_by_its_direction() {
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}), "S2": Button(contacts: {{"1": Make("m", "a")}}),
        "K1": Bistable(coil: ("a", "-")),"#
    ));
    for (button, place) in [("S1", 1), ("S1", 1), ("S2", 0), ("S2", 0), ("S1", 1)] {
        press(&mut simulator, button);
        assert_eq!(at(&simulator, "K1"), place, "{button}");
    }
}

#[test]
fn an_impulse_relay_flips_with_every_press() {
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}), "K1": Impulse(coil: ("a", "-"), state: Operated),"#
    ));
    for place in [0, 1, 0, 1] {
        let _ = act(&mut simulator, Action::Press, "S1");
        assert_eq!(stand(&simulator, "K1"), Stand { pulled: true, ..Stand::at(place) });
        let _ = act(&mut simulator, Action::Free, "S1");
        assert_eq!(stand(&simulator, "K1"), Stand::at(place), "the contacts stay");
    }
    press_for(&mut simulator, "S1", 6_999);
    assert_eq!(at(&simulator, "K1"), 1, "too short");
    press_for(&mut simulator, "S1", 7_000);
    assert_eq!(at(&simulator, "K1"), 0);
}

#[test]
fn a_polarized_relay_follows_the_sign() {
    let telegraph = |centre: bool| {
        format!(
            r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}), "S2": Button(contacts: {{"1": Make("m", "a")}}),
            "V1": Toggle(contacts: {{"1": Changeover(common: "b", break: "m", make: "+")}}),
            "V2": Toggle(contacts: {{"1": Make("b", "a")}}),
            "K1": Polarized(coil: ("a", "-"), centre: {centre}, contacts: {{"1": Left("-", "l"), "2": Right("-", "r")}}),"#
        )
    };
    let closed = |simulator: &Simulator| {
        ["K1/1", "K1/2"].map(|name| simulator.is_closed(simulator.circuit().contact(name).unwrap()))
    };
    let mut simulator = powered(&telegraph(true));
    assert_eq!((at(&simulator, "K1"), closed(&simulator)), (1, [false, false]));
    for (button, place, contacts) in [("S1", 2, [false, true]), ("S2", 0, [true, false])] {
        let _ = act(&mut simulator, Action::Press, button);
        assert_eq!((at(&simulator, "K1"), closed(&simulator)), (place, contacts), "{button}");
        let _ = act(&mut simulator, Action::Free, button);
        assert_eq!((at(&simulator, "K1"), closed(&simulator)), (1, [false, false]), "back to the centre");
    }
    // From side to side it passes the centre: 5 ms there, and 8 ms on from when it was asked.
    let _ = act(&mut simulator, Action::Flip, "V2");
    assert_eq!(at(&simulator, "K1"), 0);
    let before = simulator.now();
    let _ = act(&mut simulator, Action::Flip, "V1");
    assert_eq!((at(&simulator, "K1"), simulator.now() - before), (2, 8_000));

    let mut simulator = powered(&telegraph(false));
    for (button, place) in [("S1", 2), ("S1", 2), ("S2", 0), ("S2", 0), ("S1", 2)] {
        press(&mut simulator, button);
        assert_eq!(at(&simulator, "K1"), place, "{button}");
    }
}

/// When a part moves, in microseconds.
fn moves(simulator: &Simulator, events: &[Event], name: &str) -> Vec<Micros> {
    let wanted = part(simulator, name);
    let moves = |event: &Event| matches!(event.what, What::Moved { part, .. } if part == wanted).then_some(event.at);
    events.iter().filter_map(moves).collect()
}

#[test]
fn delay_relays_keep_their_delay_to_the_microsecond() {
    let delayed = |kind: &str| {
        powered(&format!(
            r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}),
            "K1": DelayRelay(kind: {kind}, delay_ms: 123.456, coil: ("a", "-"), contacts: {{"1": Make("+", "b")}}),"#
        ))
    };
    let mut on = delayed("OnDelay");
    let events = press_for(&mut on, "S1", 200_000);
    assert_eq!(moves(&on, &events, "K1"), [122_456, 123_456, 204_000, 205_000]);
    // Asked for less than that it does not move, however often.
    for _ in 0..3 {
        let events = press_for(&mut on, "S1", 122_455);
        assert!(moves(&on, &events, "K1").is_empty());
    }
    let mut off = delayed("OffDelay");
    let events = press_for(&mut off, "S1", 100_000);
    assert_eq!(moves(&off, &events, "K1"), [7_000, 8_000, 222_456, 223_456]);
    // Pressed again in time it stays operated.
    let _ = act(&mut off, Action::Press, "S1");
    let s1 = part(&off, "S1");
    let mut events = Vec::new();
    off.act(&[Action::Free(s1)], &mut events).unwrap();
    off.wait(122_455, &mut events);
    off.act(&[Action::Press(s1)], &mut events).unwrap();
    let _ = off.settle(&mut events);
    assert!(moves(&off, &events, "K1").is_empty());
}

/// A stepper as a dial's counter: S1 pulses it, S2 drives it home, S3 lets it drive itself home.
fn uniselector(on: &str, places: u16) -> String {
    let nets = &["\"n0\"", "\"n1\"", "\"n2\"", "None", "\"n4\""][..usize::from(places).min(5)];
    let nets = nets.join(", ");
    format!(
        r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}), "S2": Button(contacts: {{"1": Make("+", "b")}}),
        "S3": Button(contacts: {{"1": Make("+", "s")}}),
        "M1": Stepper(coil: ("a", "-"), home: ("b", "-"), places: {places}, on: {on},
            wafers: {{"w": (common: "+", places: [{nets}])}},
            off_normal: {{"n": Make("s", "t")}}, interrupter: {{"i": Break("t", "a")}}),
        "L0": Lamp(pins: ("n0", "-")), "L4": Lamp(pins: ("n4", "-")),"#
    )
}

#[test]
fn a_stepper_counts_pulses() {
    for on in ["Operate", "Release"] {
        let mut simulator = powered(&uniselector(on, 11));
        for place in 1..=7 {
            press(&mut simulator, "S1");
            assert_eq!(at(&simulator, "M1"), place, "{on}");
            let touches = |lamp: &str| simulator.current(part(&simulator, lamp), 0).0 != 0;
            assert_eq!((touches("L0"), touches("L4")), (false, place == 4));
        }
        assert!(moves(&simulator, &press_for(&mut simulator.clone(), "S1", 6_999), "M1").is_empty(), "too short");
        press_for(&mut simulator, "S1", 7_000);
        assert_eq!(at(&simulator, "M1"), 8, "just long enough");
        // It goes round.
        for _ in 0..3 {
            press(&mut simulator, "S1");
        }
        assert_eq!(at(&simulator, "M1"), 0);
        assert!(simulator.current(part(&simulator, "L0"), 0).0 != 0);
    }
}

#[test]
fn a_stepper_steps_when_its_kind_says() {
    for (on, held, freed) in [("Operate", 1, 1), ("Release", 0, 1)] {
        let mut simulator = powered(&uniselector(on, 5));
        let _ = act(&mut simulator, Action::Press, "S1");
        assert_eq!(at(&simulator, "M1"), held, "{on}");
        let _ = act(&mut simulator, Action::Free, "S1");
        assert_eq!(at(&simulator, "M1"), freed, "{on}");
    }
}

#[test]
fn a_stepper_comes_home_from_every_place() {
    for on in ["Operate", "Release"] {
        for places in [2, 3, 11, 26] {
            for place in 0..places {
                let mut simulator = powered(&uniselector(on, places));
                for _ in 0..place {
                    press(&mut simulator, "S1");
                }
                assert_eq!(at(&simulator, "M1"), place);
                let mut by_itself = simulator.clone();
                press(&mut simulator, "S2");
                assert_eq!(at(&simulator, "M1"), 0, "{on}: by its home coil from {place}");
                press(&mut by_itself, "S3");
                assert_eq!(at(&by_itself, "M1"), 0, "{on}: by itself from {place}");
            }
        }
    }
}

#[test]
fn homing_takes_its_time_from_whatever_place() {
    for place in [1, 4, 10] {
        let mut simulator = powered(&uniselector("Release", 11));
        for _ in 0..place {
            press(&mut simulator, "S1");
        }
        let before = simulator.now();
        let events = press_for(&mut simulator, "S2", 100_000);
        let last = moves(&simulator, &events, "M1").last().copied();
        assert_eq!(last, Some(before + 40_000), "40 ms unless said otherwise");
    }
}

#[track_caller]
fn check_power_up(kind: &str, place: u16) {
    let simulator = powered(&format!(r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}), "K1": {kind},"#));
    assert_eq!(at(&simulator, "K1"), place, "{kind}");
}

#[test]
fn a_part_that_stands_where_the_supply_does_not_want_it_leaves_at_power_up() {
    check_power_up(r#"Polarized(coil: ("a", "-"), centre: true, state: Left)"#, 1);
    check_power_up(r#"Polarized(coil: ("a", "-"), centre: true, state: Right)"#, 1);
    check_power_up(r#"Polarized(coil: ("-", "+"), state: Right)"#, 0);
    check_power_up(r#"Polarized(coil: ("a", "-"), state: Right)"#, 2);
    check_power_up(r#"Bistable(set: ("a", "-"), reset: ("+", "-"), state: Operated)"#, 0);
    check_power_up(r#"Bistable(coil: ("-", "+"), state: Operated)"#, 0);
    check_power_up(r#"Bistable(set: ("a", "-"), reset: ("a", "-"), state: Operated)"#, 1);
}

#[test]
fn the_end_of_a_pulse_does_not_step_while_the_home_coil_has_current() {
    let mut simulator = powered(&uniselector("Release", 11));
    let _ = act(&mut simulator, Action::Press, "S1");
    let pressed_at = simulator.now();
    let events = hold(&mut simulator, &["S2"]);
    assert_eq!(moves(&simulator, &events, "M1"), [pressed_at + 4_000, pressed_at + 5_000], "its armature alone");
    assert_eq!(at(&simulator, "M1"), 0);
}

#[test]
fn two_fuses_that_share_a_short_circuit_share_its_voltage() {
    let mut simulator = powered(
        r#""G1": Source(plus: "+", minus: "-"), "S1": Button(contacts: {"1": Make("f", "g")}),
        "F1": Fuse(pins: ("+", "f"), amps: 1.0, blow_ms: 10.0), "F2": Fuse(pins: ("g", "-"), amps: 1.0, blow_ms: 10.0),
        "K1": Relay(coil: ("g", "-"), operate_ma: 20.0), "H1": Lamp(pins: ("g", "-")),"#,
    );
    let button = part(&simulator, "S1");
    let mut events = Vec::new();
    simulator.act(&[Action::Press(button)], &mut events).unwrap();
    simulator.wait(9_999, &mut events);
    assert!(operated(&simulator, "K1"), "24 mA for longer than it takes to operate");
    assert!(events.iter().any(|event| matches!(event.what, What::Lamp { .. })), "half its voltage is dim");
}

#[test]
fn a_state_between_seats_keeps_what_seats_after_it_are_asked_for() {
    // Pulled, it is driven home: it goes back to rest at once, and home 7 ms after it was asked to.
    let mut simulator = powered(&uniselector("Release", 11).replace("places: 11", "release_ms: 1, places: 11"));
    press(&mut simulator, "S1");
    let [s1, s2] = ["S1", "S2"].map(|name| part(&simulator, name));
    simulator.act(&[Action::Press(s1)], &mut ()).unwrap();
    simulator.wait(7_500, &mut ());
    simulator.act(&[Action::Free(s1), Action::Press(s2)], &mut ()).unwrap();
    simulator.wait(300, &mut ());
    let mut restored = Simulator::new(simulator.circuit().clone());
    restored.restore(&simulator.state(), 0);
    let shift = simulator.now();
    let (mut on, mut again) = (Vec::new(), Vec::new());
    assert_eq!(simulator.settle(&mut on), Outcome::Settled);
    assert_eq!(restored.settle(&mut again), Outcome::Settled);
    again.iter_mut().for_each(|event| event.at += shift);
    assert_eq!(on, again);
    assert_eq!((at(&simulator, "M1"), at(&restored, "M1")), (0, 0));
}
