//! Back and forward, stops, and real speed.

use std::time::Duration;

use ratatui::crossterm::event::KeyCode;

use super::Seat;

fn after_two_moves() -> Seat {
    let mut seat = Seat::at("article", 80, 24);
    ["flip V1", "press KN1", "flip V3", "press KN1"].into_iter().for_each(|line| seat.line(line));
    seat
}

#[test]
fn back_and_forward_come_to_the_same_screens() {
    let mut seat = after_two_moves();
    seat.key(KeyCode::Home);
    let mut screens = vec![seat.text()];
    while seat.screen.session.here() != seat.screen.session.last() {
        seat.keys(".");
        screens.push(seat.text());
    }
    assert_eq!(screens.len(), 9);
    assert!(screens.iter().zip(screens.iter().skip(1)).all(|(one, next)| one != next));
    // What was said depends on where one came from no more than the rest does; the scroll of the list may.
    let left = |text: &str| text.lines().map(|line| line.chars().take(48).collect::<String>()).collect::<Vec<_>>();
    for screen in screens.iter().rev().skip(1) {
        seat.keys(",");
        assert_eq!(left(&seat.text())[1..22], left(screen)[1..22]);
    }
    seat.keys(",");
    seat.check_says("this is the beginning");
    seat.keys("]]]");
    seat.check_says("flip V3");
    seat.key(KeyCode::PageUp);
    seat.check_says("press KN1");
    seat.keys("[[[[[");
    seat.check_says("power-up");
    seat.key(KeyCode::End);
    seat.keys(".");
    seat.check_says("this is the end");
}

#[test]
fn acting_back_in_time_says_what_it_drops() {
    let mut seat = after_two_moves();
    seat.keys("[[");
    assert!(seat.text().contains("action 2 of 4, in the past"), "{}", seat.text());
    seat.line("flip V2");
    seat.check_says("(dropped: the 2 actions that came later)");
    assert_eq!(seat.screen.session.script(), "flip V1\npress KN1\nflip V2\n");
}

#[test]
fn the_events_are_walked_and_searched() {
    let mut seat = after_two_moves();
    seat.keys("e");
    seat.key(KeyCode::Up);
    seat.check_says("press KN1 +7.000 ms: P5 starts to operate");
    seat.key(KeyCode::Enter);
    assert_eq!(seat.screen.circuit().parts[seat.screen.chosen].name, "L4");
    seat.keys("/р1 operated");
    seat.key(KeyCode::Enter);
    seat.check_says("press KN1 +8.000 ms: P1 operated");
    seat.keys("n");
    seat.check_says("P1 operated");
    seat.keys("/zeppelin");
    seat.key(KeyCode::Enter);
    seat.check_says("no event has `zeppelin`");
    seat.key(KeyCode::Esc);
    assert!(seat.text().contains("─ Events"), "{}", seat.text());
}

#[test]
fn it_stops_when_p8_operates() {
    let mut seat = Seat::at("article", 80, 24);
    seat.keys("B");
    seat.keys("P8' operated");
    seat.key(KeyCode::Enter);
    seat.check_says("stop 1: when P8' operated");
    // Position 4 three times, so that its three strategies are punished in turn.
    for memory in ["P6'", "P7'", "P8'"] {
        for line in ["press KN4", "on V1..V8", "off V1..V4", "press KN1", "off V8", "press KN2"] {
            seat.line(line);
        }
        if memory != "P8'" {
            seat.expect(&format!("{memory} operated, P8' released"));
        }
    }
    seat.check_says("stopped, 8.000 ms into it: P8' operated");
    seat.expect("P8' operated");
    assert!(seat.text().contains("stop: P8' operated"), "{}", seat.text());
    seat.line("stop none");
    assert!(seat.screen.session.stops().is_empty());
}

#[test]
fn a_stop_at_a_part_is_marked_and_taken_away_again() {
    let mut seat = Seat::at("article", 80, 24);
    seat.choose("P1");
    seat.keys("b");
    assert!(seat.text().contains("□*P1"), "{}", seat.text());
    seat.line("flip V1");
    seat.line("press KN1");
    seat.check_says("stopped, 7.000 ms into it: P1 changes");
    assert!(seat.text().contains("◧*P1"), "{}", seat.text());
    seat.choose("P1");
    seat.keys("b");
    assert!(seat.screen.session.stops().is_empty());
    seat.keys("r");
    seat.check_says("press KN1: L2 off; P1 operated; settled after 8.000 ms");
}

#[test]
fn real_speed_is_as_fast_as_the_clock_says() {
    let mut seat = Seat::at("article", 80, 24);
    seat.line("flip V1");
    seat.keys("s");
    seat.check_says("real speed");
    seat.line("press KN1");
    assert!(seat.screen.is_running);
    assert!(seat.text().contains("running, real speed"), "{}", seat.text());
    seat.screen.tick(Duration::from_millis(5));
    assert_eq!(seat.screen.session.time(), 5_000);
    seat.screen.tick(Duration::from_micros(2_000));
    assert!(seat.text().contains("◧ P1"), "{}", seat.text());
    seat.keys("r");
    seat.screen.tick(Duration::from_secs(1));
    assert_eq!(seat.screen.session.time(), 7_000);
    seat.keys("r");
    seat.screen.tick(Duration::from_secs(1));
    assert!(!seat.screen.is_running);
    seat.check_says("press KN1: L2 off; P1 operated; settled after 8.000 ms");

    // A hundred times slower; what is less than a microsecond is not lost.
    seat.keys("sss");
    seat.check_says("1/1000 speed");
    seat.line("flip V3");
    seat.line("press KN1");
    for _ in 0..10 {
        seat.screen.tick(Duration::from_micros(1_500));
    }
    assert_eq!(seat.screen.session.time_in_deed(), 15);
    // At once from here on: it is over at once.
    seat.keys("s");
    assert!(!seat.screen.is_running);
    seat.expect("P5 operated, settled");
}

#[test]
fn a_mouse_press_lasts_as_long_as_it_lasts_at_real_speed() {
    use ratatui::crossterm::event::{MouseButton, MouseEventKind};
    let mut seat = Seat::at("article", 80, 24);
    seat.line("flip V1");
    seat.keys("s");
    let at = seat.place_of("KN1");
    seat.mouse(MouseEventKind::Down(MouseButton::Left), at);
    seat.screen.tick(Duration::from_millis(3));
    seat.mouse(MouseEventKind::Up(MouseButton::Left), at);
    seat.screen.tick(Duration::from_millis(50));
    seat.expect("P1 released");
    assert_eq!(seat.screen.session.script(), "flip V1\nhold KN1 for 3ms\nfree KN1\n");
}

#[test]
fn a_buzzer_goes_on_while_the_clock_does() {
    let mut seat = Seat::at("buzzer", 80, 24);
    seat.keys("s");
    let toggles = ["hold S1", "on S1"];
    toggles.into_iter().for_each(|line| seat.line(line));
    let before = seat.screen.session.time();
    for _ in 0..10 {
        seat.screen.tick(Duration::from_millis(100));
    }
    assert_eq!(seat.screen.session.time() - before, 1_000_000);
    assert!(seat.screen.is_running);
    seat.keys("r");
    seat.check_says("halted");
}

/// A stop at a part, or at a condition, and an action whose first instant reaches it.
#[track_caller]
fn check_stops_at_once(stop: &str, action: &str, expected: &str) {
    // However fast time goes on, a stop that comes true at the first instant is one.
    for pace in ["", "s", "ssss"] {
        let mut seat = Seat::at("article", 80, 24);
        seat.keys(pace);
        if seat.screen.circuit().part(stop).is_some() {
            seat.choose(stop);
            seat.keys("b");
        } else {
            seat.line(&format!("stop {stop}"));
        }
        seat.line(action);
        seat.check_says(&format!("stopped, 0.000 ms into it: {expected}"));
        assert!(!seat.screen.is_running, "{pace}");
    }
}

#[test]
fn a_stop_at_the_first_instant_is_one_at_every_speed() {
    check_stops_at_once("KN1 pressed", "hold KN1", "KN1 pressed");
    check_stops_at_once("KN1", "hold KN1", "KN1 changes");
    check_stops_at_once("V1", "flip V1", "V1 changes");
    check_stops_at_once("L1", "flip V1", "L1 changes");
}

#[test]
fn what_still_moves_at_the_end_can_go_on() {
    let mut seat = Seat::at("buzzer", 80, 24);
    seat.line("on S1 for 3ms");
    seat.keys("r");
    seat.check_says("it still moves: type `wait 1s`, or choose a speed with s");
    seat.keys(".");
    seat.check_says("it still moves");
    let before = seat.screen.session.time();
    seat.screen.is_unsaved = false;
    seat.keys("s");
    seat.keys("r");
    assert!(seat.screen.is_running);
    seat.screen.tick(Duration::from_millis(4));
    assert_eq!(seat.screen.session.time() - before, 4_000);
    assert!(seat.screen.is_unsaved, "time that passed is an action");

    let mut seat = Seat::at("article", 80, 24);
    for pace in ["", "s"] {
        seat.keys(pace);
        seat.keys("r");
        seat.check_says("nothing is left to run");
    }
}

#[test]
fn what_nobody_has_seen_is_not_said_to_be_dropped() {
    let mut seat = Seat::at("buzzer", 80, 24);
    seat.keys("s");
    seat.line("on S1");
    seat.screen.tick(Duration::from_millis(5));
    seat.line("off S1");
    assert!(!seat.screen.message.text.contains("dropped"), "{}", seat.screen.message.text);
    // What was halted is.
    seat.line("on S1");
    seat.screen.tick(Duration::from_millis(1));
    seat.keys("r");
    seat.line("wait 1ms");
    seat.check_says("(dropped: what came later)");
}
