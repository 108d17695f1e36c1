//! Terminals of every size.

use ratatui::crossterm::event::KeyCode;

use super::Seat;

#[test]
fn no_size_is_a_panic() {
    for (name, part) in [("article", "P12'"), ("set-reset", ""), ("full-memory", "P9")] {
        let mut seat = Seat::at(name, 80, 24);
        seat.choose(part);
        for keys in ["", "i", "e", ":press ", "?"] {
            seat.keys(keys);
            for width in (1..=300).step_by(43).chain([59, 60, 75, 76, 131, 132]) {
                for height in (1..=100).step_by(19).chain([15, 16, 35, 36]) {
                    seat.resize(width, height);
                    let text = seat.text();
                    let is_said = text.contains("needs") || width < 8;
                    assert_eq!(
                        seat.screen.layout().is_none() && height > 4,
                        is_said && height > 4,
                        "{width}×{height}\n{text}"
                    );
                }
            }
            seat.key(KeyCode::Esc);
        }
    }
}

#[test]
fn a_circuit_of_which_nothing_is_shown() {
    let circuit = super::circuit(r#"Circuit(title: "", parts: { "R1": Resistor(pins: ("a", "b"), ohms: 5.0) })"#);
    let mut seat = Seat::with(circuit, "one", true, 80, 24);
    seat.keys("phf+bce");
    for key in [KeyCode::Tab, KeyCode::Down, KeyCode::Left, KeyCode::Enter] {
        seat.key(key);
        assert!(seat.text().contains("R1 resistor"), "{key:?}\n{}", seat.text());
    }
}

#[test]
fn too_small_in_between_and_on_again() {
    let mut seat = Seat::at("article", 80, 24);
    seat.line("flip V1");
    let before = seat.text();
    seat.resize(40, 10);
    insta::assert_snapshot!(seat.text().trim_end(), @r"
    This terminal has 40 × 10; the screen
    needs 60 × 16. Make it larger, or press
    q.
    ");
    // It is worked all the same.
    seat.keys("q");
    assert!(seat.text().contains("Leave all the same?"), "{}", seat.text());
    seat.key(KeyCode::Esc);
    seat.keys(",");
    seat.keys(".");
    seat.screen.say("flip V1: L1 off; settled at once");
    seat.resize(80, 24);
    assert_eq!(seat.text(), before);
}

#[test]
fn the_machine_in_60_by_16_and_in_140_by_40() {
    let mut seat = Seat::at("article", 60, 16);
    seat.line("flip V1");
    seat.line("press KN1");
    insta::assert_snapshot!("size_60_16", seat.text());
    seat.keys("e");
    insta::assert_snapshot!("size_60_16_events", seat.text());
    seat.choose("P1");
    seat.resize(140, 40);
    insta::assert_snapshot!("size_140_40", seat.text());
    seat.resize(80, 50);
    insta::assert_snapshot!("size_80_50", seat.text());
}
