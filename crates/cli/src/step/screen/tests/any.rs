//! Whatever is pressed, clicked and resized: no panic, and what was done is a script that does the same.

use std::sync::Arc;
use std::time::Duration;

use kiber_session::Session;
use proptest::prelude::*;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};

use super::{Seat, embedded};
use crate::step::screen::state::Wish;

#[derive(Clone, Debug)]
enum Deed {
    Key(KeyCode, KeyModifiers),
    Mouse(MouseEventKind, u16, u16),
    Size(u16, u16),
    Time(u16),
    Paste(String),
}

fn deed() -> impl Strategy<Value = Deed> {
    let letters: Vec<char> = "phfieb/nN:swrl?q,.[]+-0123 Р1KNV'лоy".chars().collect();
    let keys = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Backspace,
        KeyCode::Delete,
    ];
    let mouse = [
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
        MouseEventKind::Moved,
    ];
    let control =
        prop_oneof![5 => Just(KeyModifiers::NONE), 1 => Just(KeyModifiers::CONTROL), 1 => Just(KeyModifiers::SHIFT)];
    let lines = ["flip V1\n", "press KN1 for 3ms\n", "stop P1 operated\n", "wait 1ms", "break P1\npress KN1\n"];
    prop_oneof![
        8 => (prop::sample::select(letters), control.clone()).prop_map(|(letter, with)| Deed::Key(KeyCode::Char(letter), with)),
        6 => (prop::sample::select(keys.to_vec()), control).prop_map(|(key, with)| Deed::Key(key, with)),
        4 => (prop::sample::select(mouse.to_vec()), 0..90_u16, 0..30_u16).prop_map(|(kind, x, y)| Deed::Mouse(kind, x, y)),
        1 => (1..150_u16, 1..60_u16).prop_map(|(width, height)| Deed::Size(width, height)),
        2 => (0..60_u16).prop_map(Deed::Time),
        1 => prop::sample::select(lines.to_vec()).prop_map(|line| Deed::Paste(line.to_owned())),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_keys_are_a_panic(deeds in prop::collection::vec(deed(), 1..60)) {
        let circuit = embedded("article");
        let mut seat = Seat::with(Arc::clone(&circuit), "article", true, 80, 24);
        for deed in deeds {
            match deed {
                Deed::Key(code, modifiers) => {
                    if let Some(Wish::Write { path, .. }) = seat.screen.key(KeyEvent::new(code, modifiers)) {
                        seat.screen.was_written(path);
                    }
                }
                Deed::Mouse(kind, x, y) => seat.mouse(kind, (x, y)),
                Deed::Size(width, height) => seat.resize(width, height),
                Deed::Time(millis) => seat.screen.tick(Duration::from_millis(millis.into())),
                Deed::Paste(text) => drop(seat.screen.paste(&text)),
            }
            seat.text();
        }
        // What was done, up to where one looks, is a script that comes to the same.
        let mut again = Session::new(circuit);
        for line in seat.screen.session.script().lines() {
            prop_assert!(again.line(line).is_ok(), "{line}");
        }
        let (one, other) = (again.simulator().state(), seat.screen.session.simulator().state());
        prop_assert_eq!(one, other);
    }
}
