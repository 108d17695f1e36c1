//! Lines that are typed, and what is written to files.

use insta::assert_snapshot;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{Seat, circuit, embedded};
use crate::step::screen::state::{FileOf, Mode, Screen, Wish};

#[track_caller]
fn check(line: &str, expected: &str) {
    let mut seat = Seat::at("article", 80, 24);
    seat.line(line);
    seat.check_says(expected);
}

#[test]
fn lines_are_those_of_the_prompt() {
    check("flip V1", "flip V1: L1 off; settled at once");
    check("flip В1", "flip V1: L1 off");
    check("expect L1 lit", "yes");
    check("expect L1 off", "no: L1 is lit (305.455 mA), expected off");
    check("presss KN1", "`press`");
    check("KN1", "type `press KN1` or `hold KN1`");
    check("free KN1", "KN1 is not pressed");
    check("press KH1", "there is no part `KH1`; did you mean `КН1`");
    check("repeat 3 { press KN1 }", "`repeat` is for scripts");
    check("why zeppelin", "there is no part, contact or net `zeppelin`");
    check("back much", "`much` is no such number");
    check("stop P8' operatd", "`operated`");
    check("stop 3", "there is no stop 3");
    check("stop P8' operated", "stop 1: when P8' operated");
    check("state HB/1", "no part");
}

#[test]
fn questions_open_the_page_or_a_text() {
    let mut seat = Seat::at("article", 80, 24);
    seat.line("why P1");
    assert!(seat.screen.shows_page);
    assert!(seat.text().contains("P1 is released: 0 mA in its coil"), "{}", seat.text());
    seat.line("why still L8");
    assert!(seat.text().contains("─ L8 (Л8) lamp, lit"), "{}", seat.text());
    seat.line("state");
    assert!(matches!(seat.screen.mode, Mode::Reading { .. }));
    assert!(seat.text().contains("relays released"), "{}", seat.text());
    seat.key(KeyCode::Esc);
    seat.line("why HB");
    assert_snapshot!(seat.text().lines().take(4).collect::<Vec<_>>().join("\n"), @r"
    ═ why HB ═══════════════════════════════════════════════════════════════════════
     Net HB is at 24 V.
     It is joined to G2 plus through V9/b, KN4/1.
    ");
}

#[test]
fn a_line_is_completed_and_recalled() {
    let mut seat = Seat::at("article", 80, 24);
    seat.keys(":pre");
    seat.key(KeyCode::Tab);
    seat.keys("KN");
    seat.key(KeyCode::Tab);
    assert!(seat.text().contains("KN1  KN4  KN2  KN3") || seat.text().contains("KN1  "), "{}", seat.text());
    seat.keys("1");
    seat.key(KeyCode::Enter);
    seat.check_says("press KN1: nothing else happens");
    seat.line("flip V1");
    seat.keys(":");
    seat.key(KeyCode::Up);
    seat.key(KeyCode::Up);
    assert!(seat.text().contains("do: press KN1"), "{}", seat.text());
    seat.key(KeyCode::Down);
    assert!(seat.text().contains("do: flip V1"), "{}", seat.text());
}

#[test]
fn parts_are_found_as_people_type_them() {
    let mut seat = Seat::at("article", 80, 24);
    for (typed, expected) in
        [("р12'", "P12'"), ("kh1", "KN1"), ("КН2", "KN2"), ("p14", "P14"), ("Л10", "L10"), ("10", "P10")]
    {
        seat.choose(typed);
        assert_eq!(seat.screen.circuit().parts[seat.screen.chosen].name, expected, "{typed}");
    }
    seat.choose("zeppelin");
    seat.check_says("no part has `zeppelin`");
}

#[test]
fn what_was_done_is_written_and_does_the_same_again() {
    let mut seat = Seat::at("article", 80, 24);
    for line in ["flip V1", "press KN1", "hold KN1", "wait 3ms", "free KN1"] {
        seat.line(line);
    }
    seat.keys("w");
    assert!(seat.text().contains("write script to: article.script"), "{}", seat.text());
    let Some(Wish::Write { path, text, replace: false }) = seat.key(KeyCode::Enter) else { panic!("not written") };
    assert_eq!(text, "flip V1\npress KN1\nhold KN1\nwait 3ms\nfree KN1\n");
    // There is such a file.
    seat.screen.is_there_already(path.clone());
    assert!(seat.text().contains("`article.script` is there already. Write over it?"), "{}", seat.text());
    assert_eq!(seat.keys("n"), None);
    seat.check_says("not written");
    seat.screen.is_there_already(path.clone());
    assert_eq!(seat.keys("y"), Some(Wish::Write { path, text: text.clone(), replace: true }));

    let mut again = Seat::at("article", 80, 24);
    let _ = again.screen.paste(&text);
    assert_eq!(again.screen.session.recording(), seat.screen.session.recording());
    assert_eq!(again.screen.session.script(), text);
}

#[test]
fn a_file_that_changed_is_read_again_when_asked_to() {
    const BEFORE: &str = r#"Circuit(title: "", parts: {
        "G1": Source(plus: "+", minus: "-"), "S1": Button(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "b")}), "H1": Lamp(pins: ("b", "-")) })"#;
    let mut seat = Seat::with(circuit(BEFORE), "my", true, 80, 24);
    seat.screen.file = FileOf { name: "my".into(), stem: "my".into(), is_on_disk: true, has_changed: false };
    seat.line("hold S1");
    seat.line("stop K1 released");
    seat.expect("H1 lit");
    seat.screen.file_has_changed();
    assert!(seat.text().contains("file changed: l reads it"), "{}", seat.text());
    assert_eq!(seat.keys("l"), Some(Wish::Reload));
    seat.screen.reloaded(circuit(&BEFORE.replace("Make(\"+\", \"b\")", "Break(\"+\", \"b\")")));
    seat.check_says("my read again; 1 action done again");
    seat.expect("H1 off, S1 pressed");
    assert!(!seat.text().contains("file changed"));
    assert_eq!(seat.screen.session.stops().len(), 1);
    // What came later is dropped, and that is said.
    seat.line("free S1");
    seat.line("hold S1");
    seat.keys("[[");
    seat.screen.reloaded(circuit(BEFORE));
    seat.check_says("my read again; 1 action done again (dropped: the 2 actions that came later)");
    assert_eq!(seat.screen.session.script(), "hold S1\n");
    // The button is gone.
    seat.screen.reloaded(circuit(&BEFORE.replace("S1", "S7")));
    seat.check_says("0 actions done again, but not `hold S1`: there is no part `S1`");
    seat.line("hold S7");
    seat.line("free S7");
    seat.keys("[");
    // Whatever could not be kept is said, all of it.
    seat.screen.reloaded(circuit(&BEFORE.replace("K1", "K7")));
    seat.check_says("0 actions done again, but not `hold S7`: there is no part `S7`");
    seat.check_says("; stops lost: K1 released (dropped: what came later)");
    seat.screen.reloaded(circuit(r#"Circuit(title: "", parts: {})"#));
    seat.check_says("my has no parts now; kept the circuit as it was");
    seat.screen.failed("my.ron:3: brackets do not match; kept the circuit as it was".into());
    assert!(seat.text().contains("kept the circuit as it was"));
    assert_eq!(Seat::at("article", 80, 24).keys("l"), None);
}

#[test]
fn the_end_of_what_is_typed_leaves() {
    let control_d = KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL);
    let mut seat = Seat::at("article", 80, 24);
    assert_eq!(seat.screen.key(control_d), Some(Wish::Leave));
    seat.line("flip V1");
    assert_eq!(seat.screen.key(control_d), None);
    assert!(seat.text().contains("Leave all the same?"), "{}", seat.text());
    assert_eq!(seat.screen.key(control_d), Some(Wish::Leave));
}

#[test]
fn names_of_every_width_keep_their_columns() {
    const SOURCE: &str = r#"Circuit(title: "宽", parts: {
        "G1": Source(plus: "+", minus: "-"), "灯": Lamp(pins: ("a", "-")), "é́": Lamp(pins: ("a", "-")),
        "按钮": Button(contacts: {"1": Make("+", "a")}), "继电器": Relay(coil: ("a", "-")), "K2": Relay(coil: ("a", "-")) },
        panel: [[("灯", "前面的灯"), ("é́", "n̈")], [("按钮", "开")]])"#;
    let mut seat = Seat::with(circuit(SOURCE), "wide", true, 80, 24);
    seat.line("hold 按钮");
    assert_snapshot!("wide_names", seat.text());
    let divider = |line: &str| line.split_once('│').map(|(before, _)| super::super::board::columns(before));
    let text = seat.text();
    let columns: Vec<u16> = text.lines().skip(1).take(21).filter_map(divider).collect();
    assert_eq!(columns.len(), 21, "{text}");
    assert!(columns.windows(2).all(|pair| pair[0] == pair[1]), "{text}");
}

#[test]
fn a_circuit_without_a_panel_gets_one() {
    let mut seat = Seat::at("set-reset", 80, 24);
    assert_snapshot!("made_panel", seat.text());
}

#[test]
fn a_screen_of_every_embedded_circuit() {
    for known in kiber_automaton::CIRCUITS {
        let circuit = embedded(known.name);
        let file = FileOf::default();
        let screen = Screen::new(circuit, file, super::Look { color: false });
        assert!(screen.layout().is_some(), "{}", known.name);
        let shown = screen.layout().unwrap().spots.iter().filter(|spot| spot.face.is_some()).count();
        assert!(shown > 0, "{}", known.name);
    }
}
