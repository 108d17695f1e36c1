//! Contacts with moments of their own, bounce, selectors and fuses: what happens when, to the
//! microsecond.

// A test that cannot go on has failed.
#![allow(clippy::panic, clippy::unwrap_used)]

mod common;

use common::*;
use kiber_engine::{Action, ActionError, ContactSide, Event, LampLevel, Mechanics, Micros, Outcome, Simulator, What};

const SUPPLY: &str = r#""G1": Source(plus: "+", minus: "-"),"#;

/// When each side of the contacts of a part closes (`true`) or opens, as `1` or, of a change-over, `1b` and
/// `1m`, of a wafer `w3`.
fn story(simulator: &Simulator, events: &[Event], name: &str) -> Vec<(Micros, String, bool)> {
    let wanted = part(simulator, name);
    let mechanics = Mechanics::of(simulator.circuit(), wanted).unwrap();
    let mut told = Vec::new();
    for event in events {
        let What::Moved { part, from, to } = event.what else { continue };
        if part != wanted {
            continue;
        }
        for (contact, side, closes) in mechanics.moved(from, to) {
            let side = match side {
                ContactSide::Break => "b".to_owned(),
                ContactSide::Make => "m".to_owned(),
                ContactSide::Place(place) => place.to_string(),
            };
            told.push((event.at, format!("{}{side}", simulator.circuit().contacts[contact].name), closes));
        }
    }
    told
}

/// Presses S1 at 0 and frees it at 100 ms; tells the story of a part.
#[track_caller]
fn check(parts: &str, name: &str, expected: &[(Micros, &str, bool)]) {
    let mut simulator = powered(&format!("{SUPPLY}{parts}"));
    let s1 = part(&simulator, "S1");
    let mut events = Vec::new();
    simulator.act(&[Action::Press(s1)], &mut events).unwrap();
    simulator.wait(100_000, &mut events);
    simulator.act(&[Action::Free(s1)], &mut events).unwrap();
    assert_eq!(simulator.settle(&mut events), Outcome::Settled);
    let told = story(&simulator, &events, name);
    let told: Vec<(Micros, &str, bool)> = told.iter().map(|(at, side, closes)| (*at, side.as_str(), *closes)).collect();
    assert_eq!(told, expected);
}

/// A relay with the usual times (8, 5 and 1 ms) and these contacts, driven by S1.
fn relay(more: &str, contacts: &str) -> String {
    format!(
        r#""S1": Button(contacts: {{"1": Make("+", "a")}}), "K1": Relay(coil: ("a", "-"), {more} contacts: {{ {contacts} }}),"#
    )
}

#[test]
fn contacts_move_as_the_travel_begins_and_ends() {
    check(
        &relay("", r#""1": Make("p", "q"), "2": Break("p", "q"), "3": Changeover(common: "p", break: "q", make: "r")"#),
        "K1",
        &[
            (7_000, "2b", false),
            (7_000, "3b", false),
            (8_000, "1m", true),
            (8_000, "3m", true),
            (104_000, "1m", false),
            (104_000, "3m", false),
            (105_000, "2b", true),
            (105_000, "3b", true),
        ],
    );
    check(
        &relay("", r#""1": Changeover(common: "p", break: "q", make: "r", bridging: true)"#),
        "K1",
        &[(7_000, "1m", true), (8_000, "1b", false), (104_000, "1b", true), (105_000, "1m", false)],
    );
}

#[test]
fn early_and_late_contacts_have_moments_of_their_own() {
    check(
        &relay(
            "",
            r#""1": Timed(contact: Make("p", "q"), early_ms: 0.25), "2": Timed(contact: Make("p", "q"), late_ms: 0.5),
            "3": Timed(contact: Break("p", "q"), early_ms: 1.5), "4": Make("p", "q")"#,
        ),
        "K1",
        &[
            (5_500, "3b", false),
            (7_750, "1m", true),
            (8_000, "4m", true),
            (8_500, "2m", true),
            (103_500, "2m", false),
            (104_000, "4m", false),
            (104_250, "1m", false),
            (106_500, "3b", true),
        ],
    );
}

/// A hand has no time of its own in which an early contact could move: it begins with that.
#[test]
fn hands_begin_with_the_earliest_contact() {
    check(
        r#""S1": Button(contacts: {"1": Timed(contact: Make("p", "q"), late_ms: 2.0), "2": Make("p", "q"),
            "3": Timed(contact: Break("p", "q"), early_ms: 1.0)}),"#,
        "S1",
        &[
            (0, "3b", false),
            (1_000, "2m", true),
            (3_000, "1m", true),
            (100_000, "1m", false),
            (102_000, "2m", false),
            (103_000, "3b", true),
        ],
    );
}

#[test]
fn a_contact_that_closes_bounces() {
    check(
        &relay("bounce_ms: 0.6,", r#""1": Make("p", "q"), "2": Break("p", "q")"#),
        "K1",
        &[
            (7_000, "2b", false),
            (8_000, "1m", true),
            (8_300, "1m", false),
            (8_600, "1m", true),
            (104_000, "1m", false),
            (105_000, "2b", true),
            (105_300, "2b", false),
            (105_600, "2b", true),
        ],
    );
    check(
        r#""S1": Button(bounce_ms: 2, contacts: {"1": Make("+", "a"), "2": Break("+", "b")}),
        "L1": Lamp(pins: ("a", "-")), "L2": Lamp(pins: ("b", "-")),"#,
        "S1",
        &[
            (0, "1m", true),
            (0, "2b", false),
            (1_000, "1m", false),
            (2_000, "1m", true),
            (100_000, "1m", false),
            (100_000, "2b", true),
            (101_000, "2b", false),
            (102_000, "2b", true),
        ],
    );
}

/// Turns SA1 to a place at 0; tells its story, and where it stands at the end.
#[track_caller]
fn check_turn(fields: &str, to: u16, expected: &[(Micros, &str, bool)]) {
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "SA1": Selector(places: 5, start: 1, {fields}, wafers: {{"w": (common: "p", places: ["a", "b", "c", "d", "e"])}}),"#
    ));
    let (selector, mut events) = (part(&simulator, "SA1"), Vec::new());
    simulator.act(&[Action::Turn(selector, to)], &mut events).unwrap();
    assert_eq!(simulator.settle(&mut events), Outcome::Settled);
    let told = story(&simulator, &events, "SA1");
    let told: Vec<(Micros, &str, bool)> = told.iter().map(|(at, side, closes)| (*at, side.as_str(), *closes)).collect();
    assert_eq!(told, expected);
    assert!(simulator.stand(selector).is_at(to));
}

#[test]
fn a_selector_turns_at_once_or_from_place_to_place() {
    check_turn("transfer_ms: 0", 4, &[(0, "w1", false), (0, "w4", true)]);
    check_turn("transfer_ms: 0", 0, &[(0, "w0", true), (0, "w1", false)]);
    check_turn("transfer_ms: 0", 1, &[]);
    check_turn(
        "transfer_ms: 20",
        3,
        &[(0, "w1", false), (20_000, "w2", true), (20_000, "w2", false), (40_000, "w3", true)],
    );
    check_turn("transfer_ms: 20", 0, &[(0, "w1", false), (20_000, "w0", true)]);
}

#[test]
fn a_selector_turned_back_on_its_way_goes_to_the_next_place_first() {
    let mut simulator = powered(&format!(
        r#"{SUPPLY} "SA1": Selector(places: 5, start: 1, transfer_ms: 20, wafers: {{"w": (common: "p", places: ["a", "b"])}}),"#
    ));
    let (selector, mut events) = (part(&simulator, "SA1"), Vec::new());
    simulator.act(&[Action::Turn(selector, 4)], &mut events).unwrap();
    simulator.wait(30_000, &mut events);
    simulator.act(&[Action::Turn(selector, 1)], &mut events).unwrap();
    assert_eq!(simulator.settle(&mut events), Outcome::Settled);
    let told = story(&simulator, &events, "SA1");
    let last = told.last().map(|(at, side, closes)| (*at, side.as_str(), *closes));
    // Place 2 at 20 ms, 3 at 40 ms; then back: 2 at 60 ms, 1 at 80 ms.
    assert_eq!(last, Some((80_000, "w1", true)));
    assert_eq!(
        simulator.act(&[Action::Turn(selector, 5)], &mut ()),
        Err(ActionError::NoSuchPlace(selector, 5)),
        "its places are 0 to 4"
    );
}

/// A fuse that feeds a lamp and a relay, more lamps on V1, and a dead short on V2.
const FUSED: &str = r#""F1": Fuse(pins: ("+", "f"), amps: 0.25, blow_ms: 30),
    "V1": Toggle(contacts: {"1": Make("f", "b"), "2": Make("f", "c")}), "V2": Toggle(contacts: {"1": Make("f", "-")}),
    "L1": Lamp(pins: ("f", "-")), "K1": Relay(coil: ("f", "-")), "L2": Lamp(pins: ("b", "-")), "L3": Lamp(pins: ("c", "-")),
    "L4": Lamp(pins: ("+", "-")),"#;

#[test]
fn a_fuse_blows_after_its_time_and_names_what_it_fed() {
    for (toggle, fed) in [("V1", &["L1", "K1", "L2", "L3"][..]), ("V2", &["L1", "K1"][..])] {
        let mut simulator = powered(&format!("{SUPPLY}{FUSED}"));
        assert!(operated(&simulator, "K1"));
        let (fuse, toggle, start) = (part(&simulator, "F1"), part(&simulator, toggle), simulator.now());
        let mut events = Vec::new();
        simulator.act(&[Action::Flip(toggle)], &mut events).unwrap();
        simulator.wait(29_999, &mut events);
        assert!(!simulator.is_blown(fuse));
        assert!(simulator.shorts().is_empty(), "the fuse limits the current");
        assert_eq!(simulator.settle(&mut events), Outcome::Settled);
        assert!(simulator.is_blown(fuse));
        let blown = events.iter().find_map(|event| match &event.what {
            What::Blown { part, fed } if *part == fuse => Some((event.at - start, fed.clone())),
            _ => None,
        });
        let fed: Vec<_> = fed.iter().map(|name| part(&simulator, name)).collect();
        let (at, mut told) = blown.map(|(at, fed)| (at, fed.to_vec())).unwrap();
        told.sort_unstable();
        let mut wanted = fed.clone();
        wanted.sort_unstable();
        assert_eq!((at, told), (30_000, wanted));
        assert!(!operated(&simulator, "K1"), "what it fed releases");
        assert_eq!(simulator.lamp(part(&simulator, "L4")), LampLevel::Lit, "what it did not feed goes on");
        // A new one while it is still too much blows as well.
        simulator.act(&[Action::Replace(fuse)], &mut ()).unwrap();
        assert_eq!(simulator.settle(&mut ()), Outcome::Settled);
        assert!(simulator.is_blown(fuse));
        simulator.act(&[Action::Flip(toggle), Action::Replace(fuse)], &mut ()).unwrap();
        assert_eq!(simulator.settle(&mut ()), Outcome::Settled);
        assert!(!simulator.is_blown(fuse) && operated(&simulator, "K1"), "a new one mends it");
        assert_eq!(simulator.act(&[Action::Replace(fuse)], &mut ()), Err(ActionError::NotBlown(fuse)));
    }
}

#[test]
fn a_fuse_bears_what_does_not_last_and_what_it_is_rated_for() {
    let mut simulator = powered(&format!("{SUPPLY}{FUSED}"));
    let (fuse, toggle) = (part(&simulator, "F1"), part(&simulator, "V2"));
    for _ in 0..3 {
        simulator.act(&[Action::Flip(toggle)], &mut ()).unwrap();
        simulator.wait(29_999, &mut ());
        simulator.act(&[Action::Flip(toggle)], &mut ()).unwrap();
        assert_eq!(simulator.settle(&mut ()), Outcome::Settled);
        assert!(!simulator.is_blown(fuse));
    }
    // One lamp and one coil: 100 mA and 48 mA.
    assert_eq!(simulator.current(fuse, 0).to_string(), "148 mA");
    let exactly = powered(&format!(
        r#"{SUPPLY} "F1": Fuse(pins: ("+", "f"), amps: 0.1, blow_ms: 1), "L1": Lamp(pins: ("f", "-")),"#
    ));
    assert!(!exactly.is_blown(part(&exactly, "F1")), "its rating it bears for ever");
}

#[test]
fn only_the_fuse_of_a_short_limits_it() {
    let mut simulator = powered(
        r#""G1": Source(plus: "+", minus: "-"),
        "F1": Fuse(pins: ("+", "a"), amps: 1.0, blow_ms: 50.0),
        "F2": Fuse(pins: ("+", "b"), amps: 1.0, blow_ms: 50.0),
        "V1": Toggle(contacts: {"1": Make("a", "-")}),
        "K1": Relay(coil: ("b", "-")),"#,
    );
    let (first, second, toggle) = (part(&simulator, "F1"), part(&simulator, "F2"), part(&simulator, "V1"));
    simulator.act(&[Action::TurnOn(toggle)], &mut ()).unwrap();
    assert_eq!(simulator.current(first, 0).to_string(), "2400000 mA");
    assert_eq!(simulator.current(second, 0).to_string(), "48 mA");
    assert_eq!(milliamps(&simulator, "K1"), 48.0);
    let _ = simulator.settle(&mut ());
    assert!(simulator.is_blown(first) && !simulator.is_blown(second));
    assert_eq!(milliamps(&simulator, "K1"), 48.0);
}

/// A state taken anywhere on the way is one that can be gone back to, however many places the part
/// passes through.
#[test]
fn long_ways_are_gone_back_to() {
    // As many as the reader takes of a switch with a hundred places.
    let contacts: String = (0..24)
        .map(|number| {
            format!(
                r#""{number}": Timed(contact: Make("+", "t{number}"), early_ms: {:.3}),"#,
                0.04 * f64::from(number) + 0.001
            )
        })
        .collect();
    for start in [0, 40, 98] {
        let mut simulator = powered(&format!(
            r#"{SUPPLY} "S1": Button(contacts: {{"1": Make("+", "a")}}),
               "Q1": Stepper(coil: ("a", "-"), places: 100, state: {start}, interrupter: {{ {contacts} }}),"#
        ));
        let s1 = part(&simulator, "S1");
        simulator.act(&[Action::Press(s1)], &mut Vec::new()).unwrap();
        simulator.wait(7_000, &mut Vec::new());
        for _ in 0..10 {
            simulator.wait(100, &mut Vec::new());
            let (state, now) = (simulator.state(), simulator.now());
            let mut later = Vec::new();
            assert_eq!(simulator.settle(&mut later), Outcome::Settled);
            simulator.restore(&state, now);
            assert_eq!(simulator.state(), state, "from place {start}, at {now}");
            let mut again = Vec::new();
            assert_eq!(simulator.settle(&mut again), Outcome::Settled);
            assert_eq!(again, later, "from place {start}, at {now}");
            simulator.restore(&state, now);
        }
    }
}
