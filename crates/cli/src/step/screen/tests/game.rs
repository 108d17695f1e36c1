//! The article's own game, played to its end.

use insta::assert_snapshot;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{Seat, styles};
use crate::step::screen::state::Wish;

/// Flips a toggle by going to it.
fn flip(seat: &mut Seat, toggle: &str) {
    seat.choose(toggle);
    seat.key(KeyCode::Enter);
}

fn press(seat: &mut Seat, button: &str) {
    seat.choose(button);
    seat.keys("p");
}

/// Plays the game up to before a move, all of it with `moves` 5.
fn play(seat: &mut Seat, moves: usize) {
    let turns: [(&[&str], &str); 5] =
        [(&["V1"], "KN1"), (&["V3"], "KN1"), (&["V5", "V6"], "KN1"), (&["V8"], ""), (&[], "KN2")];
    for (toggles, button) in turns.into_iter().take(moves) {
        toggles.iter().for_each(|toggle| flip(seat, toggle));
        if !button.is_empty() {
            press(seat, button);
        }
    }
}

#[test]
fn each_screen_of_the_game() {
    let mut seat = Seat::at("article", 80, 24);
    assert_snapshot!("game_0_begin", seat.text());
    for (moves, name) in ["game_1_v1", "game_2_v3", "game_3_v5_v6", "game_4_v8", "game_5_punished"].iter().enumerate() {
        let mut seat = Seat::at("article", 80, 24);
        play(&mut seat, moves + 1);
        assert_snapshot!(*name, seat.text());
    }
    play(&mut seat, 5);
    seat.expect("L9 lit, L10 off, L1..L8 off, P12' operated, P12 operated, P6'..P10' released");
}

#[test]
fn the_game_in_styles() {
    let mut seat = Seat::at("article", 80, 24);
    play(&mut seat, 3);
    assert_snapshot!("game_styles", styles(&seat.buffer()));
}

#[test]
fn without_colour_every_sign_is_the_same() {
    let circuit = super::embedded("article");
    let mut colored = Seat::with(circuit.clone(), "article", true, 80, 24);
    let mut plain = Seat::with(circuit, "article", false, 80, 24);
    for moves in 0..=5 {
        assert_eq!(colored.text(), plain.text(), "{moves}");
        let looks = styles(&plain.buffer());
        let no_color = |word: &str| !looks.contains(word);
        assert!(["yellow", "green", "red", "cyan", "magenta", "gray"].into_iter().all(no_color), "{looks}");
        let turns: [&[&str]; 5] = [&["V1", "KN1"], &["V3", "KN1"], &["V5", "V6", "KN1"], &["V8"], &["KN2"]];
        for part in turns.get(moves).copied().unwrap_or_default() {
            for seat in [&mut colored, &mut plain] {
                seat.choose(part);
                seat.key(KeyCode::Char(' '));
            }
        }
    }
}

#[test]
fn the_part_in_full_says_why() {
    let mut seat = Seat::at("article", 80, 24);
    play(&mut seat, 5);
    seat.choose("P12'");
    seat.keys("i");
    assert_snapshot!("page_p12", seat.text());
    seat.key(KeyCode::Esc);
    assert!(seat.text().contains("═ Memory"), "{}", seat.text());
}

#[test]
fn the_panel_is_worked_with_arrows() {
    let mut seat = Seat::at("article", 80, 24);
    let chosen = |seat: &Seat| seat.screen.circuit().parts[seat.screen.chosen].name.clone();
    assert_eq!(chosen(&seat), "V1");
    for (key, expected) in [
        (KeyCode::Right, "V2"),
        (KeyCode::Right, "V3"),
        (KeyCode::Up, "L3"),
        (KeyCode::Down, "V3"),
        (KeyCode::Down, "KN1"),
        (KeyCode::Down, "L10"),
        (KeyCode::Down, "P2"),
        (KeyCode::Left, "P1"),
        (KeyCode::Left, "V9"),
        (KeyCode::Right, "P1"),
        (KeyCode::Tab, "P6'"),
        (KeyCode::Right, "P7'"),
        (KeyCode::Up, "P14"),
        (KeyCode::Tab, "P7'"),
        (KeyCode::Tab, "P7'"),
        (KeyCode::Tab, "V9"),
        (KeyCode::BackTab, "V9"),
    ] {
        seat.key(key);
        assert_eq!(chosen(&seat), expected, "{key:?}");
    }
}

#[test]
fn leaving_asks_only_if_something_would_be_lost() {
    let mut seat = Seat::at("article", 80, 24);
    assert_eq!(seat.keys("q"), Some(Wish::Leave));
    flip(&mut seat, "V1");
    assert_eq!(seat.keys("q"), None);
    assert!(seat.text().contains("Leave all the same?"));
    assert_eq!(seat.key(KeyCode::Esc), None);
    assert_eq!(seat.keys("qy"), Some(Wish::Leave));
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(seat.screen.key(interrupt), None);
    assert_eq!(seat.screen.key(interrupt), Some(Wish::Leave));
    let Some(Wish::Write { path, text, replace }) = ({
        seat.keys("qw");
        seat.key(KeyCode::Enter)
    }) else {
        panic!("nothing to write")
    };
    assert_eq!((path.to_str(), text.as_str(), replace), (Some("article.script"), "flip V1\n", false));
    seat.screen.was_written(path);
    assert_eq!(seat.keys("q"), Some(Wish::Leave));
}

#[test]
fn the_help_fits_a_terminal_of_80_by_24() {
    let mut seat = Seat::at("article", 80, 24);
    seat.keys("?");
    assert!(super::super::help::HELP.len() <= 24);
    assert!(super::super::help::HELP.iter().all(|line| super::super::board::columns(line) <= 80));
    assert_snapshot!("help", seat.text());
    seat.keys("x");
    assert!(seat.text().contains("Panel"));
}

#[test]
fn the_document_shows_the_screen_as_it_is() {
    const DOCUMENT: &str = include_str!("../../../../../../docs/screen.md");
    let mut seat = Seat::at("article", 80, 24);
    play(&mut seat, 3);
    let text = seat.text();
    assert!(DOCUMENT.contains(&text), "docs/screen.md should show\n{text}");
}
