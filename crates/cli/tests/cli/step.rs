//! `kiber step`: sessions as a program sends them, line by line.

use crate::{LAMP, Ran, file, kiber_with};
use kiber_cli::Terminal;

fn step(circuit: &str, lines: &str) -> Ran {
    let ran = kiber_with(&["step", circuit], lines, Terminal::default());
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    ran
}

/// What the session says after the words of welcome.
fn said(circuit: &str, lines: &str) -> String {
    let welcome = step(circuit, "").output;
    step(circuit, lines).output.strip_prefix(&welcome).unwrap().to_string()
}

#[test]
fn the_panel_is_shown_at_the_start() {
    insta::assert_snapshot!(step("article", "").output);
}

#[test]
fn without_a_panel_the_parts_are_shown_at_the_start() {
    let circuit = r#"Circuit(parts: {
        "G1": Source(plus: "+", minus: "-", volts: 24.0),
        "S1": Button(label: "Start", contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("a", "-")),
    })"#;
    let text = step(&file("no-panel.ron", circuit), "").output;
    let (heading, parts) = text.split_once("\n\n").unwrap();
    assert!(heading.contains("no-panel.ron"), "it has no title: {heading}");
    insta::assert_snapshot!(parts, @"
      relays released  K1
      buttons free     S1 (Start)
      sources on       G1 0 mA

    `help` shows every word, `state` how everything stands, `quit` leaves.
    ");
}

#[test]
fn a_session_with_the_article() {
    insta::assert_snapshot!(said(
        "article",
        "flip V1\npress KN1\nexpect P1 operated, L2 off\nexpect L3 off\nback\nback 7\nback\n"
    ));
}

#[test]
fn the_state_of_the_whole_machine() {
    insta::assert_snapshot!(said("article", "flip V1\npress KN1\nstate\n"));
}

#[test]
fn currents_that_are_neither_nothing_nor_all_are_shown() {
    // Three of P1..P4 lie in series behind the one that is meant.
    let text = said("no-diodes", "flip V1\nhold KN1\nstate\n");
    assert!(text.contains("16 mA of 48"), "{text}");
}

#[test]
fn one_part_one_contact_or_one_net_in_full() {
    insta::assert_snapshot!(said(
        "article",
        "flip V1\npress KN1\nstate P1\nstate Р12′\nstate P12/2\nstate KN1\nstate L2\nstate G2\nstate HB\nstate T13\n"
    ));
}

#[test]
fn tables_fit_eighty_columns() {
    let mut text =
        step("article", "flip V1\npress KN1\nstate\nstate P1\nstate V8\nhelp\nhelp expect\nstate HB\n").output;
    text.push_str(&said("article", "press P1\nexpect KN1 lit\nstate 82\non V1..V7, V9, G2, G3\nback\nabracadabra\n"));
    let long: Vec<&str> = text.lines().filter(|line| line.chars().count() > 80).collect();
    assert_eq!(long, [] as [&str; 0]);
}

#[test]
fn everything_can_be_undone() {
    let circuit = file("undo.ron", LAMP);
    let mut lines = String::new();
    (0..50).for_each(|_| lines.push_str("hold S1\nwait 3ms\nfree S1\n"));
    let text = said(&circuit, &format!("{lines}back 150\nexpect S1 free\ntrace\nback\n"));
    assert!(text.contains("150 actions from `hold S1` to `free S1`; 0 actions left to undo"), "{text}");
    assert!(text.contains("nothing to undo"), "{text}");
    assert!(!text.contains("== hold S1"), "{text}");
}

#[test]
fn the_trace_is_that_of_a_run() {
    let circuit = file("trace.ron", LAMP);
    let script = file("trace.script", "hold S1\nwait 3ms\n");
    let run = crate::kiber(&["run", &circuit, "--script", &script, "--trace", "-"]);
    let text = said(&circuit, "hold S1\npress H1\nwait 3ms\ntrace\n");
    // At the prompt no script is played.
    let without_script: String = run.output.split_inclusive('\n').filter(|line| !line.starts_with("script ")).collect();
    assert!(text.ends_with(&without_script), "{text}");
    let last = said(&circuit, "hold S1\nwait 3ms\ntrace 1\n");
    assert!(last.contains("== wait 3ms") && !last.contains("== hold S1"), "{last}");
}

#[track_caller]
fn check(line: &str, expected: &str) {
    let text = said("article", line);
    assert!(text.contains(expected), "{expected} in {text}");
}

#[test]
fn errors_teach_and_lose_nothing() {
    check("presss KN1", "`press`");
    check("KN1", "`KN1` is a button: type `press KN1` or `hold KN1` or `state KN1`");
    check("P1", "`P1` is a relay: type `state P1`");
    check("undo", "the word for it is `back`");
    check("release KN1", "the word for it is `free`");
    check("abracadabra", "`help` shows every word");
    check("state \"HB\"", "net HB at");
    check("stat", "did you mean `state`?");
    check("bakc", "did you mean `back`?");
    check("press KH1", "`KN1`");
    check("press L1", "lamp");
    check("free KN1", "KN1 is not pressed");
    check("hold KN1\nhold KN1", "KN1 is already pressed");
    check("state P15", "did you mean");
    check("state zeppelin", "no part and no net `zeppelin`");
    check("back much", "`much` is no such number");
    check("trace -1", "`-1` is no such number");
    check("help prss", "did you mean `press`?");
    check("quit now", "`quit` stands alone");
    check("state P1 # its coil", "P1 (Р1): relay, released");
    check("back #7", "nothing to undo");
    check(&format!("state {}", "z".repeat(100_000)), "no part and no net `zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz…`");
    check("wait 3", "unit");
    // Nothing of it counts as an action.
    check("flip V1\npress L1\nfree KN1\nback", "undone: `flip V1`; 0 actions left");
}

#[test]
fn blank_lines_comments_and_wild_bytes_are_harmless() {
    assert_eq!(said("article", "\n  \n# a comment\n"), "");
    let ran = {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let mut input: &[u8] = b"\xff\xfe\x00\npress \xd0\nquit\nflip V1\n";
        let terminal = Terminal::default();
        let mut io = kiber_cli::Io { input: &mut input, output: &mut output, errors: &mut errors, terminal };
        let status = kiber_cli::run(["kiber".into(), "step".into()], &mut io).0;
        (status, String::from_utf8(output).unwrap())
    };
    assert_eq!(ran.0, 0);
    // `quit` leaves; what follows is not done.
    assert!(!ran.1.contains("L1 off"), "{}", ran.1);
}

#[test]
fn every_word_has_its_help() {
    let text = said("article", "help\n");
    for word in [
        "press", "hold", "free", "flip", "on", "off", "set", "replace", "wait", "break", "weld", "short", "cut",
        "stick", "mend", "expect", "state", "why", "back", "trace", "help", "quit",
    ] {
        assert!(text.lines().any(|line| line.split_whitespace().next() == Some(word)), "{word}");
        assert!(said("article", &format!("help {word}\n")).contains(word));
    }
    assert!(text.lines().count() < 24, "a screen holds it");
    assert_eq!(text, said("article", "?\n"));
}

#[test]
fn the_help_expects_what_may_come_true() {
    #[track_caller]
    fn check(relays: &str, expected: &str) {
        let parts = format!(r#"Circuit(parts: {{ "G1": Source(plus: "+", minus: "-"), {relays} }})"#);
        let text = kiber_with(&["step", &file("stands.ron", &parts)], "help expect\n", Terminal::default()).output;
        assert!(text.contains(expected), "{text}");
    }
    let polarized = r#""P1": Polarized(coil: ("+", "-"), contacts: {"1": Right("+", "-")}),"#;
    check(polarized, "  expect P1 right ");
    check(&format!(r#"{polarized} "K1": Relay(coil: ("+", "-"))"#), "  expect K1 operated ");
}

#[test]
fn the_help_speaks_of_the_circuit_in_hand() {
    let circuit = file("examples.ron", LAMP);
    let text = said(&circuit, "help\nhelp expect\n");
    for piece in ["press S1 ", "on V1, G1 ", "break S1/1 ", "expect S1/1 open", "H1 off"] {
        assert!(text.contains(piece), "{piece} in {text}");
    }
    assert!(!text.contains(['{', '}']), "{text}");
}

#[test]
fn a_buzzer_is_told_and_not_waited_for() {
    let text = said("buzzer", "state\n");
    assert!(text.contains("time"), "{text}");
}

#[test]
fn a_circuit_with_errors_is_refused() {
    let circuit = file("step-refused.ron", "Circuit(title: \"\", parts: {\"K1\": Relay()})");
    let ran = kiber_with(&["step", &circuit], "", Terminal::default());
    assert_eq!((ran.status, ran.output.as_str()), (2, ""));
    assert!(ran.errors.contains("error["), "{}", ran.errors);
}
