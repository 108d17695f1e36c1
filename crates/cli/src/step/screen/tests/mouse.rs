//! The game with the mouse.

use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::Seat;

#[test]
fn the_game_is_played_with_the_mouse() {
    let mut seat = Seat::at("article", 80, 24);
    for part in ["V1", "KN1", "V3", "KN1", "V5", "V6", "KN1", "V8", "KN2"] {
        let at = seat.place_of(part);
        seat.click(at);
    }
    seat.expect("L9 lit, P12' operated, KN1 free, KN2 free");
    let script = seat.screen.session.script();
    assert!(script.starts_with("flip V1\nhold KN1\nfree KN1\nflip V3\n"), "{script}");
}

#[test]
fn a_button_is_pressed_as_long_as_the_mouse_is() {
    let mut seat = Seat::at("article", 80, 24);
    let at = seat.place_of("KN1");
    seat.mouse(MouseEventKind::Down(MouseButton::Left), at);
    seat.expect("KN1 pressed");
    // It is let go elsewhere.
    seat.mouse(MouseEventKind::Up(MouseButton::Left), (70, 20));
    seat.expect("KN1 free");
    seat.mouse(MouseEventKind::Down(MouseButton::Right), at);
    seat.mouse(MouseEventKind::Up(MouseButton::Right), at);
    seat.expect("KN1 pressed");
    seat.click(at);
    seat.expect("KN1 free");
    // A release that is never told.
    seat.mouse(MouseEventKind::Down(MouseButton::Left), at);
    seat.click(seat.place_of("P3"));
    seat.check_says("KN1 was freed: its release never came");
    seat.expect("KN1 free");
}

#[test]
fn a_click_chooses_a_relay_and_goes_to_an_event() {
    let mut seat = Seat::at("article", 80, 24);
    seat.line("flip V1");
    seat.line("press KN1");
    seat.click(seat.place_of("P1"));
    assert_eq!(seat.screen.circuit().parts[seat.screen.chosen].name, "P1");
    assert!(!seat.screen.shows_page);
    seat.click(seat.place_of("P1"));
    assert!(seat.screen.shows_page);
    seat.keys("i");
    let text = seat.text();
    let row = text.lines().position(|line| line.contains("P1 starts to operate")).unwrap();
    seat.click((60, u16::try_from(row).unwrap()));
    seat.check_says("press KN1 +7.000 ms: P1 starts to operate");
    assert!(seat.text().contains("◧ P1"), "{}", seat.text());
    let text = seat.text();
    seat.mouse(MouseEventKind::ScrollUp, (60, 10));
    assert_ne!(seat.text(), text);
    seat.mouse(MouseEventKind::ScrollDown, (60, 10));
    assert_eq!(seat.text(), text);
}

/// A button held by the mouse, of whose release nobody tells, is freed by something else, and that is said.
#[track_caller]
fn check_freed(by: impl FnOnce(&mut Seat), says: &str) {
    let mut seat = Seat::at("article", 80, 24);
    let at = seat.place_of("KN1");
    seat.mouse(MouseEventKind::Down(MouseButton::Left), at);
    seat.mouse(MouseEventKind::Drag(MouseButton::Left), (70, 20));
    assert!(seat.screen.session.simulator().is_held(seat.screen.circuit().part("KN1").unwrap()));
    by(&mut seat);
    seat.check_says(says);
    seat.check_says("KN1 was freed: its release never came");
    seat.expect("KN1 free");
    // It is said once, and a release that comes late does nothing.
    seat.keys(",");
    let said = seat.screen.message.text.clone();
    assert!(!said.contains("never came"), "{said}");
    seat.mouse(MouseEventKind::Up(MouseButton::Left), at);
    assert_eq!(seat.screen.message.text, said);
}

#[test]
fn a_release_that_never_comes_does_not_hold_the_button_for_ever() {
    check_freed(|seat| seat.screen.focus_lost(), "free KN1");
    check_freed(|seat| seat.mouse(MouseEventKind::Moved, (3, 3)), "free KN1");
    check_freed(|seat| drop(seat.key(KeyCode::Down)), "free KN1");
    check_freed(|seat| drop(seat.keys("f")), "f flips a toggle");
    check_freed(
        |seat| {
            let at = seat.place_of("V1");
            seat.click(at);
        },
        "flip V1",
    );
}
