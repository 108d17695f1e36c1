//! `kiber timing`.

use kiber_cli::Terminal;

use crate::{Ran, file, kiber, kiber_with, path, without_folder};

#[track_caller]
fn self_hold(args: &[&str]) -> Ran {
    kiber(&[&["timing", "self-hold", "--script", "how-short"], args].concat())
}

/// Refused with status 2 and these words.
#[track_caller]
fn check_refused(args: &[&str], words: &str) {
    let ran = self_hold(args);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
    assert!(ran.errors.contains(words), "{}", ran.errors);
}

#[test]
fn parts_contacts_and_ranges_are_drawn_in_their_order() {
    let ran = self_hold(&["K1", "S1..S2", "K1/1", "K1", "--section", "1..2"]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""));
    insta::assert_snapshot!(ran.output, @"
    Self-hold: one relay remembers, and setting wins (how-short)

              1            2
    K1 48 mA ▁█████████████│█████████████▁▁▁█
    K1       ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁╱╱╱▔
    S1 SET   ▁▔▔▔▔▔▔▔▔▔▔▔▔▔│▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁
    S2 BREAK ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
    K1/1     ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▔
              ┬─────────┬─────────┬─────────
    ms        0         5         10
    1 press S1 for 6.999ms   2 press S1 for 7ms
    ");
}

#[test]
fn without_parts_what_moved_and_what_is_left_out() {
    let ran = self_hold(&["--most", "2"]);
    assert_eq!(ran.status, 0);
    assert!(ran.output.contains("S1") && !ran.output.contains("K1"), "{}", ran.output);
    insta::assert_snapshot!(ran.errors, @"
    not shown, though something happened there: 2 parts (K1, H1); name the parts to
    be shown, or give --most
    ");
}

#[test]
fn a_page_of_any_width_in_ascii() {
    let ran = self_hold(&["--ascii", "--width", "60"]);
    assert!(ran.output.is_ascii() && ran.output.lines().all(|line| line.len() <= 60), "{}", ran.output);
}

#[test]
fn colour_only_where_it_is_wanted() {
    let args = ["timing", "self-hold", "--script", "how-short"];
    let colored =
        |terminal, color: &[&str]| kiber_with(&[&args, color].concat(), "", terminal).output.contains('\u{1b}');
    let screen = Terminal { output: true, ..Terminal::default() };
    assert!(colored(screen, &[]) && colored(Terminal::default(), &["--color", "always"]));
    assert!(!colored(Terminal::default(), &[]) && !colored(screen, &["--color", "never"]));
}

#[test]
fn a_picture_goes_into_a_file() {
    let picture = path("self-hold.svg");
    let ran = self_hold(&["-o", picture.to_str().unwrap(), "--width", "700"]);
    assert_eq!((ran.status, ran.output.as_str(), ran.errors.as_str()), (0, "", ""));
    let svg = std::fs::read_to_string(picture).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("width=\"700\"") && svg.ends_with("</svg>\n"));
}

#[test]
fn what_cannot_be_drawn_is_said() {
    check_refused(&["K7"], "there is no part `K7`; did you mean `K1`?");
    check_refused(&["K1/7"], "there is no contact `K1/7`; K1 has");
    check_refused(&["--section", "40"], "there is no action 40: the script has");
    check_refused(&["--section", "x"], "the number of an action is due here");
    check_refused(&["--from", "5h"], "a time is due here, as in 40ms, 1.5s or 800us");
    check_refused(&["--from", "4s", "--to", "2s"], "--to has to be later than --from");
    check_refused(&["--from", "4s"], "--from is after the end of the script");
    check_refused(&["-o", "picture.png"], "picture.svg");
    let ran = kiber(&["--format", "json", "timing", "self-hold", "--script", "how-short"]);
    assert!(ran.status == 2 && ran.errors.contains("a diagram is a text or a picture"), "{ran:?}");
    let ran = kiber(&["timing", "self-hold"]);
    assert_eq!(ran.status, 2);
    assert!(ran.errors.contains("for example `kiber timing self-hold --script"), "{}", ran.errors);
}

#[test]
fn neither_circuit_nor_script_is_written_over() {
    let script = file("timing-over.svg", "press S1");
    let ran = kiber(&["timing", "self-hold", "--script", &script, "-o", &script]);
    assert_eq!(ran.status, 2);
    assert!(without_folder(&ran.errors).contains("it is the circuit or the script"), "{}", ran.errors);
    assert_eq!(std::fs::read_to_string(script).unwrap(), "press S1");
}

#[test]
fn parts_in_which_nothing_happens_are_refused_by_name() {
    let circuit = file(
        "timing-still.ron",
        r#"Circuit(title: "", parts: {"G1": Source(plus: "+", minus: "-"), "R1": Resistor(pins: ("+", "-"), ohms: 100)})"#,
    );
    let script = file("timing-still.script", "wait 1ms");
    let ran = kiber(&["timing", &circuit, "--script", &script, "R1"]);
    assert_eq!(ran.status, 2);
    assert!(ran.errors.contains("`R1` shows nothing that changes"), "{}", ran.errors);
}

#[test]
fn a_picture_may_go_to_standard_output() {
    let ran = self_hold(&["-o", "-"]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""));
    assert!(ran.output.starts_with("<svg") && ran.output.ends_with("</svg>\n"), "{}", ran.output);
}
