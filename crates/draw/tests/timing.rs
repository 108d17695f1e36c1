//! Timing diagrams of small circuits in text, and of every circuit of the library in both forms.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test that cannot set up has failed")]
#![allow(clippy::disallowed_methods, reason = "the library's circuits are files")]

mod common;

use common::{check_svg, library, play, recorded};
use kiber_draw::timing::{Choice, Diagram, Pauses, Subject, SvgStyle, TextStyle, Window};
use kiber_script::{Target, targets};

/// The diagram of these parts as text.
fn text_of(parts: &str, script: &str, shown: &[&str], style: TextStyle) -> String {
    let (circuit, recording) = play(parts, script);
    let subjects: Vec<Subject> = shown
        .iter()
        .flat_map(|name| targets(name, &circuit).unwrap())
        .map(|target| match target {
            Target::Part(part) | Target::Wire(part, _) => Subject::Part(part),
            Target::Contact(contact) => Subject::Contact(contact),
        })
        .collect();
    let diagram = Diagram::new(&circuit, &recording, &subjects, Window::default());
    check_svg(&diagram.svg(&SvgStyle::default()));
    diagram.text(&style)
}

fn text(parts: &str, script: &str, shown: &[&str]) -> String {
    text_of(parts, script, shown, TextStyle::default())
}

const RELAY: &str = r#""S1": Button(label: "GO", contacts: {"1": Make("+", "a")}),
    "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "l"), "2": Changeover(common: "+", break: "b", make: "l")}),
    "H1": Lamp(pins: ("l", "-")), "R1": Resistor(pins: ("+", "d"), ohms: 500.0), "H2": Lamp(pins: ("d", "e")),
    "S2": Toggle(contacts: {"1": Make("e", "-")}),"#;

#[test]
fn a_relay_has_a_coil_and_an_armature_that_travels() {
    insta::assert_snapshot!(
        text(RELAY, "press S1\non S2\nhold S1", &["S1", "S2", "K1", "K1/1", "K1/2", "H1..H2"]), @"
    Test

                1                         2  3
    S1 GO      ▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁▁▁▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
    S2         ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
    K1 48 mA   ▁████████████████▁▁▁▁▁▁▁▁▁▁▁▁▁█████████████████
    K1         ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁╱╱▔▔▔▔▔▔▔▔╲╲▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁╱╱▔
    K1/1       ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▔
    K1/2 break ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁▁▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁
    K1/2 make  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▔
    H1         ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁████████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁█
    H2         ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒
                ┬─────────┬─────────┬────────────┬─────────┬─
    ms          0         5         10           15        20
    1 press S1   2 on S2   3 hold S1
    ");
}

#[test]
fn nothing_but_ascii_if_asked() {
    let style = TextStyle { ascii: true, ..TextStyle::default() };
    let text = text_of(RELAY, "press S1\non S2\nhold S1", &["S1", "S2", "K1", "K1/2", "H1..H2"], style);
    assert!(text.is_ascii());
    insta::assert_snapshot!(text, @r#"
    Test

                1                         2  3
    S1 GO      _~~~~~~~~~~~~~~~~_____________~~~~~~~~~~~~~~~~~
    S2         ___________________________~~~~~~~~~~~~~~~~~~~~
    K1 48 mA   _################_____________#################
    K1         _______________//~~~~~~~~\\_________________//~
    K1/2 break ~~~~~~~~~~~~~~~____________~~~~~~~~~~~~~~~~~___
    K1/2 make  _________________~~~~~~~~_____________________~
    H1         _________________########_____________________#
    H2         ___________________________====================
                +---------+---------+------------+---------+-
    ms          0         5         10           15        20
    1 press S1   2 on S2   3 hold S1
    "#);
}

#[test]
fn places_are_numbers_and_sides_are_levels() {
    let parts = r#""SA1": Selector(places: 12, transfer_ms: 2.0, wafers: {"w": (common: "+", places: ["a", "b"])}),
        "P1": Polarized(coil: ("a", "b"), centre: true, contacts: {"1": Left("+", "c")}),
        "R1": Resistor(pins: ("b", "-"), ohms: 0.1), "R2": Resistor(pins: ("a", "-"), ohms: 0.1),"#;
    insta::assert_snapshot!(
        text(parts, "wait 10ms\nset SA1 1\nwait 20ms\nset SA1 2", &["SA1", "SA1/w", "P1", "P1/1"]), @"
    Test

              0       1         2         3                   4
    SA1      ─0─────────────────╳╳─1──────────────────────────╳╳─2──
    SA1/w    ─0─────────────────▁▁─1──────────────────────────▁▁▁▁▁▁
    P1 48 mA ▁██████████████████▁▁████████████████████████████▁▁▁▁▁▁
    P1       ────────╱▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔╲──╲▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁╱─
    P1/1     ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁
              ┬─────────┬─────────┬─────────┬─────────┬─────────┬──
    ms        0         10        20        30        40        50
    0 power-up   1 wait 10ms   2 set SA1 1   3 wait 20ms   4 set SA1 2
    ");
}

#[test]
fn long_pauses_are_broken_unless_they_are_to_be_whole() {
    let script = "hold S1\nwait 5s\nfree S1";
    insta::assert_snapshot!(text(RELAY, script, &["S1", "K1"]), @"
    Test

              1               2         3
    S1 GO    ▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔        ▔▁▁▁▁▁▁▁▁▁▁▁
    K1 48 mA ▁█████████████████        █▁▁▁▁▁▁▁▁▁▁▁
    K1       ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁╱╱▔        ▔▔▔▔▔▔▔▔▔╲╲▁
              ┬─────────┬─────┤  5 s   ├────┬─────
    ms        0         5                   5010
    1 hold S1   2 wait 5s   3 free S1
    ");
    let style = TextStyle { pauses: Pauses::Whole, ..TextStyle::default() };
    let whole = text_of(RELAY, script, &["S1", "K1"], style);
    assert!(!whole.contains("5 s"), "{whole}");
}

#[test]
fn what_goes_wrong_is_marked() {
    let parts = r#""S1": Toggle(contacts: {"1": Make("+", "-")}), "S2": Toggle(contacts: {"1": Make("+", "a")}),
        "K1": Relay(coil: ("m", "-"), contacts: {"1": Break("a", "m")}),"#;
    insta::assert_snapshot!(text(parts, "on S1 for 3ms\noff S1\nwait 5ms\non S2", &["S1", "S2", "K1"]), @"
    Test

              1     2  3         4
    S1       ▁▔▔▔▔▔▔▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
    S2       ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
    K1 48 mA ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁██████████████▁▁▁▁▁▁▁▁▁▁█
    K1       ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁╱╱▔▔▔▔▔▔╲╲▁
    short     !!!!!!
    repeats                      ~~~~~~~~~~~~~~~~~~~~~~~~
              ┬────────────┬─────────┬─────────┬─────────┬
    ms        0            5         10        15        20
    1 on S1 for 3ms   2 off S1   3 wait 5ms   4 on S2
    ! at 0 ms: short circuit of G1: through S1/1 for 3 ms
    ~ at 8 ms: oscillates with a period of 12.000 ms: K1
    ");
}

#[test]
fn faults_fuses_and_sources_are_seen() {
    let parts = r#""S1": Toggle(contacts: {"1": Make("+", "a")}), "F1": Fuse(pins: ("a", "b"), amps: 0.1, blow_ms: 4.0),
        "R1": Resistor(pins: ("b", "-"), ohms: 100.0), "S2": Button(contacts: {"1": Make("b", "c")}),"#;
    let script = "weld S2/1 make\non S1\noff G1\nmend S2/1\nreplace F1";
    let script = script.replace(" make", "");
    insta::assert_snapshot!(text(parts, &script, &["G1", "S1", "F1", "S2/1"]), @"
    Test

              1  2                                       3  4  5
    G1       ▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁▁▁▁
    S1       ▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
    F1       ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁▁▔▔▔▔
    S2/1     ▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁
    overload     !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!
              ───┬─────────┬─────────┬─────────┬─────────┬────────
    ms           0         1         2         3         4
    1 weld S2/1   2 on S1   3 off G1   4 mend S2/1   5 replace F1
    ! at 0 ms: F1 overloaded for 4 ms
    ");
}

#[test]
fn colours_mark_what_lights() {
    let style = TextStyle { color: true, ..TextStyle::default() };
    let text = text_of(RELAY, "hold S1", &["H1"], style);
    assert!(text.contains("\u{1b}[33m█"), "{text}");
}

#[test]
fn the_choice_says_what_it_leaves_out() {
    let (circuit, recording) = play(RELAY, "hold S1\non S2");
    let all = Choice::what_moved(&circuit, &recording, Window::default(), 9);
    let names = |subjects: &[Subject]| -> Vec<String> {
        subjects.iter().map(|subject| circuit.parts[subject.part(&circuit).unwrap()].name.clone()).collect()
    };
    assert_eq!(
        (names(&all.shown), all.left_out.len()),
        (vec!["S1".into(), "K1".into(), "H1".into(), "H2".into(), "S2".into()], 0)
    );
    let few = Choice::what_moved(&circuit, &recording, Window::default(), 3);
    assert_eq!(names(&few.shown), ["S1", "K1", "S2"]);
    assert_eq!(few.left_out.iter().map(|&part| circuit.parts[part].name.as_str()).collect::<Vec<_>>(), ["H1", "H2"]);
    let later = Window { from: Some(9_000), ..Window::default() };
    assert_eq!(names(&Choice::what_moved(&circuit, &recording, later, 9).shown), Vec::<String>::new());
}

#[test]
fn a_stretch_begins_as_things_stood() {
    let (circuit, recording) = play(RELAY, "press S1\nwait 5ms\npress S1");
    let window = Window::of_sections(&recording, 3, 3).unwrap();
    let k1 = Subject::Part(circuit.part("K1").unwrap());
    let diagram = Diagram::new(&circuit, &recording, &[k1], window);
    assert_eq!((diagram.from, diagram.to, diagram.marks.len()), (18_000, 31_000, 1));
    assert_eq!(Window::of_sections(&recording, 4, 4), None);
    // What the next action does at the instant at which one ends is not its own.
    let first = Window::of_sections(&recording, 1, 1).unwrap();
    let s1 = Subject::Part(circuit.part("S1").unwrap());
    assert_eq!(Diagram::new(&circuit, &recording, &[s1], first).lanes[0].steps.len(), 2);
    insta::assert_snapshot!(diagram.text(&TextStyle::default()), @"
    Test

              3
    K1 48 mA ▁████████████████▁▁▁▁▁▁▁▁▁▁▁
    K1       ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁╱╱▔▔▔▔▔▔▔▔╲╲▁
              ────┬─────────┬─────────┬─
    ms            20        25        30
    3 press S1
    ");
}

#[test]
fn every_script_of_the_library_can_be_drawn() {
    let mut drawn = 0;
    for (name, circuit, script) in library() {
        let recording = recorded(&circuit, &script);
        let choice = Choice::what_moved(&circuit, &recording, Window::default(), 14);
        let diagram = Diagram::new(&circuit, &recording, &choice.shown, Window::default());
        for width in [40, 80, 133] {
            for ascii in [false, true] {
                let text = diagram.text(&TextStyle { width, ascii, ..TextStyle::default() });
                let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
                assert!(widest <= width.max(60), "{name}: {widest} of {width}\n{text}");
            }
        }
        for width in [480, 960] {
            check_svg(&diagram.svg(&SvgStyle { width, ..SvgStyle::default() }));
        }
        drawn += 1;
    }
    assert!(drawn > 60, "{drawn}");
}
