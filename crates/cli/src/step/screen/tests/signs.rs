//! Signs and figures.

use kiber_engine::Nanoamps;

use super::{Seat, circuit};
use crate::step::screen::look::short_current;

/// A polarized relay beside a neutral one: the first is driven left by B1, right by B2.
fn polarized(more: &str) -> Seat {
    let source = format!(
        r#"Circuit(title: "", parts: {{
        "G1": Source(plus: "+", minus: "-"),
        "B1": Button(contacts: {{"1": Make("+", "b"), "2": Make("a", "-")}}),
        "B2": Button(contacts: {{"1": Make("+", "a"), "2": Make("b", "-")}}),
        "K1": Polarized(coil: ("a", "b"), {more} contacts: {{"1": Left("+", "l"), "2": Right("+", "r")}}),
        "H1": Lamp(pins: ("l", "-")), "H2": Lamp(pins: ("r", "-")) }})"#
    );
    Seat::with(circuit(&source), "polarized", false, 80, 24)
}

#[track_caller]
fn check_stands(more: &str, actions: &[&str], sign: &str, condition: &str) {
    let mut seat = polarized(more);
    actions.iter().for_each(|action| seat.line(action));
    seat.choose("K1");
    let text = seat.text();
    assert!(text.contains(&format!("{sign} K1")), "{sign} in\n{text}");
    assert!(text.contains(&format!("K1 polarized relay, {condition}")), "{condition} in\n{text}");
}

#[test]
fn a_polarized_relay_shows_where_it_stands() {
    check_stands("", &[], "◀", "left");
    check_stands("", &["press B2"], "▶", "right");
    check_stands("", &["press B2", "press B1"], "◀", "left");
    check_stands("state: Right,", &[], "▶", "right");
    check_stands("centre: true,", &[], "◇", "centre");
    check_stands("centre: true,", &["hold B1"], "◀", "left");
    check_stands("centre: true,", &["hold B2"], "▶", "right");
}

#[test]
fn what_is_at_a_side_is_not_counted_as_operated() {
    let relay = |kind: &str, numbers: std::ops::Range<usize>| -> String {
        numbers.map(|number| format!(r#""K{number}": {kind}, contacts: {{}}),"#)).collect()
    };
    let right = relay(r#"Polarized(coil: ("a", "-"), state: Right"#, 0..200);
    let operated = relay(r#"Bistable(set: ("a", "-"), reset: ("b", "-"), state: Operated"#, 200..203);
    let source = format!(r#"Circuit(title: "", parts: {{ "G1": Source(plus: "+", minus: "-"), {right} {operated} }})"#);
    let mut seat = Seat::with(circuit(&source), "many", false, 80, 24);
    let text = seat.text();
    assert!(text.contains("Memory, 3 operated ("), "{text}");
}

#[track_caller]
fn check_current(milliamps: f64, expected: &str) {
    let current = Nanoamps((milliamps * 1e6) as i64);
    assert_eq!(short_current(current), expected, "{milliamps} mA");
}

#[test]
fn currents_stand_in_five_columns() {
    check_current(0.0, "");
    check_current(0.01, "~0 mA");
    check_current(-0.01, "~0 mA");
    check_current(2.0, "2 mA");
    check_current(2.04, "2 mA");
    check_current(2.5, "2.5mA");
    check_current(-2.6, "-3 mA");
    check_current(9.96, "10 mA");
    check_current(48.0, "48 mA");
    check_current(-48.0, "-48mA");
    check_current(304.6, "305mA");
    check_current(-304.6, "-0.3A");
    check_current(999.4, "999mA");
    check_current(999.6, "1 A");
    check_current(1_499.0, "1.5 A");
    check_current(1_500.0, "1.5 A");
    check_current(-1_500.0, "-1.5A");
    check_current(9_949.0, "9.9 A");
    check_current(9_951.0, "10 A");
    check_current(240_000.0, "240 A");
    check_current(-240_000.0, "-240A");
    check_current(2_400_000.0, "2.4kA");
}

proptest::proptest! {
    /// Up to 70 kA, which is more than a coil carries.
    #[test]
    fn no_current_is_wider_than_its_room(nanoamps in proptest::num::i64::ANY, shift in 17..64_u32) {
        let shown = short_current(Nanoamps(nanoamps >> shift));
        proptest::prop_assert!(shown.chars().count() <= 5, "{}", shown);
        proptest::prop_assert!(shown.is_empty() == (nanoamps >> shift == 0), "{}", shown);
    }
}
