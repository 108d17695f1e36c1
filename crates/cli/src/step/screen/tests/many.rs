//! A hundred relays: little is drawn anew, and quickly.

use std::fmt::Write as _;
use std::time::Instant;

use super::{Seat, circuit};

/// Relays in a row, each of which switches the next one on.
fn row_of(number: usize) -> String {
    let mut parts = String::new();
    for relay in 1..=number {
        let (coil, next) = (relay - 1, relay);
        let _ =
            write!(parts, r#""K{relay}": Relay(coil: ("n{coil}", "-"), contacts: {{"1": Make("+", "n{next}")}}), "#);
    }
    format!(
        r#"Circuit(title: "A row", parts: {{ "G1": Source(plus: "+", minus: "-"),
        "S1": Toggle(contacts: {{"1": Make("+", "n0")}}), {parts} "H1": Lamp(pins: ("n{number}", "-")) }})"#
    )
}

#[test]
fn a_step_of_a_hundred_relays_changes_few_cells() {
    let mut seat = Seat::with(circuit(&row_of(100)), "row", true, 80, 24);
    seat.line("flip S1");
    seat.key(ratatui::crossterm::event::KeyCode::Home);
    let mut before = seat.buffer();
    let (mut most, mut all, mut steps) = (0, 0, 0_usize);
    let began = Instant::now();
    while seat.screen.session.here() != seat.screen.session.last() {
        seat.keys(".");
        let after = seat.buffer();
        let changed = before.diff(&after).len();
        (most, all, steps) = (most.max(changed), all + changed, steps + 1);
        before = after;
    }
    let each = began.elapsed() / u32::try_from(steps).unwrap();
    println!("{steps} steps: {} cells each, {most} at most, of {}; {each:?} each", all / steps, 80 * 24);
    assert!(steps >= 200, "{steps}");
    // A list that scrolls is drawn anew; between that only what changes is.
    assert!(all / steps < 400, "{}", all / steps);
    assert!(each.as_millis() < 50, "{each:?}");
}

#[test]
fn nothing_new_is_nothing_to_draw() {
    let mut seat = Seat::at("article", 80, 24);
    assert!(seat.screen.take_changed());
    assert!(!seat.screen.take_changed());
    seat.screen.tick(std::time::Duration::from_secs(5));
    assert!(!seat.screen.take_changed());
    seat.keys("p");
    assert!(seat.screen.take_changed());
}
