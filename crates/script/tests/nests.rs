//! Repeats, headings and includes: how they are played, reported, shown and pinned.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that cannot read its circuit has failed")]

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use kiber_netlist::{Circuit, Files, Finding, beside, line_and_column};
use kiber_script::{Player, Reading, Report, Script, parse, parse_with};
use kiber_trace::Recording;

static CIRCUIT: LazyLock<Arc<Circuit>> = LazyLock::new(|| {
    let source = r#"Circuit(title: "Start and stop", parts: {
        "G1": Source(plus: "+", minus: "-", volts: 24.0, max_amps: 1.0),
        "S1": Button(label: "STOP", contacts: {"1": Break("+", "a")}),
        "S2": Button(label: "Go {1}", contacts: {"1": Make("a", "b")}),
        "V1": Toggle(contacts: {"1": Make("+", "-")}),
        "V2": Toggle(contacts: {"1": Make("+", "c")}),
        "K1": Relay(coil: ("b", "-"), contacts: {"1": Make("a", "b")}),
        "K2": Relay(coil: ("d", "-"), contacts: {"1": Break("c", "d")}),
    })"#;
    Arc::new(kiber_netlist::read(source).circuit.unwrap())
});

/// Files in a list; `x.script` is the file that links lead to as well.
struct Shelf<'t>(&'t [(&'t str, &'t str)]);

impl Files for Shelf<'_> {
    fn locate(&mut self, path: &str, from: &str) -> Result<String, String> {
        Ok(beside(from, path).replace("link-to-", ""))
    }

    fn text(&mut self, file: &str) -> Result<String, String> {
        let found = self.0.iter().find(|(name, _)| *name == file);
        found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| "there is no such file".to_owned())
    }

    fn neighbours(&mut self, _: &str, _: &str) -> Vec<String> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

/// Reads the first of the files, which are told apart by lines `--- name`.
fn read(files: &str) -> (Reading, Vec<(&str, &str)>) {
    let mut all: Vec<(&str, &str)> = vec![("main.script", files)];
    if let Some(mut rest) = files.strip_prefix("--- ") {
        all.clear();
        while let Some((name, text)) = rest.split_once('\n') {
            let (text, next) = text.split_once("--- ").unwrap_or((text, ""));
            all.push((name, text));
            rest = next;
        }
    }
    let reading = parse_with(all[0].1, all[0].0, &CIRCUIT, &mut Shelf(&all[1..]));
    (reading, all)
}

fn place(files: &[(&str, &str)], names: &[String], file: usize, span: &std::ops::Range<usize>) -> String {
    let name = if file == 0 { files[0].0 } else { &names[file - 1] };
    let text = files.iter().find(|(known, _)| *known == name).unwrap().1;
    let (line, column) = line_and_column(text, span.start);
    format!("{name}:{line}:{column} [{}]", &text[span.clone()])
}

fn told(findings: &[Finding], files: &[(&str, &str)], names: &[String]) -> String {
    let mut all = String::new();
    for finding in findings {
        let _ =
            writeln!(all, "{} {}: {}", place(files, names, finding.file, &finding.span), finding.code, finding.message);
        if !finding.label.is_empty() {
            let _ = writeln!(all, "    label: {}", finding.label);
        }
        if let Some((span, why)) = &finding.second {
            let _ = writeln!(all, "    {}: {why}", place(files, names, finding.second_file, span));
        }
        for more in &finding.more {
            let _ = writeln!(all, "    {}: {}", place(files, names, more.file, &more.span), more.why);
        }
        if let Some(help) = &finding.help {
            let _ = writeln!(all, "    help: {help}");
        }
    }
    all
}

#[track_caller]
fn findings(files: &str) -> String {
    let (reading, files) = read(files);
    assert_eq!(reading.script.is_some(), reading.findings.is_empty());
    let names: Vec<String> = reading.files.iter().map(|file| file.name.clone()).collect();
    told(&reading.findings, &files, &names)
}

#[track_caller]
fn script(files: &str) -> Script {
    let (reading, _) = read(files);
    let Some(script) = reading.script else { panic!("{:#?}", reading.findings) };
    script
}

fn play(script: &Script) -> (Report, Recording) {
    let mut recording = Recording::new();
    let mut player = Player::power_up(Arc::clone(&CIRCUIT), &mut recording);
    let report = player.play(script, &mut recording);
    assert_eq!(Recording::parse(&recording.text(&CIRCUIT), &CIRCUIT).as_ref(), Ok(&recording));
    (report, recording)
}

/// The titles of a trace's sections, headings with three signs as it writes them.
fn titles(recording: &Recording) -> Vec<String> {
    let text = recording.text(&CIRCUIT);
    text.lines().filter(|line| line.starts_with("==")).map(str::to_owned).collect()
}

#[track_caller]
fn check_steps(files: &str, unrolled: &str) {
    let (script, plain) = (script(files), parse(unrolled, &CIRCUIT).0.unwrap());
    assert_eq!(script.len(), plain.len());
    assert!(script.lines().map(|(_, _, step)| step).eq(plain.lines().map(|(_, _, step)| step)));
    assert_eq!(script.fingerprint(&CIRCUIT), plain.fingerprint(&CIRCUIT));
    let shown = script.shown(&CIRCUIT).to_string();
    assert_eq!(parse(&shown, &CIRCUIT).0.unwrap().shown(&CIRCUIT).to_string(), shown);
}

#[test]
fn repeats_stand_for_their_lines() {
    check_steps("repeat 2 { press S1 }", "press S1\npress S1");
    check_steps("repeat 2 {press S1}", "press S1\npress S1");
    check_steps("repeat 1{\n\n# one\npress S1 # two\n}", "press S1");
    check_steps("repeat 2 { press Go {1} }\npress Go {1}", "press S2\npress S2\npress S2");
    check_steps(
        "repeat 2 { repeat 2 { wait 1ms }\nwait 2ms }",
        "wait 1ms\nwait 1ms\nwait 2ms\nwait 1ms\nwait 1ms\nwait 2ms",
    );
    check_steps("repeat 2 {\nrepeat 1 { wait 1ms\n} }", "wait 1ms\nwait 1ms");
    check_steps(
        "repeat 2 { expect S1 free\n}\n  repeat 3 {\tflip V2\n  }",
        "expect S1 free\nexpect S1 free\nflip V2\nflip V2\nflip V2",
    );
    check_steps(
        "--- main.script\nrepeat 2 { include \"a/b.script\" }\nwait 3ms\n--- a/b.script\nwait 1ms\ninclude \"../c.script\"\n--- c.script\nwait 2ms\n",
        "wait 1ms\nwait 2ms\nwait 1ms\nwait 2ms\nwait 3ms",
    );
}

#[test]
fn a_script_is_shown_with_its_blocks() {
    let script =
        script("--- main\n==  The  first # game\nrepeat 2 { repeat 3 { include \"x\" } }\n--- x\npress STOP\n== }\n");
    insta::assert_snapshot!(script.shown(&CIRCUIT).to_string(), @"
    == The first
    repeat 2 {
        repeat 3 {
            press S1
            == }
        }
    }
    ");
}

#[test]
fn what_is_the_same_has_one_fingerprint() {
    let of = |files: &str| script(files).fingerprint(&CIRCUIT);
    let once = of("press S1\nflip V2\npress S1\nflip V2\npress S1");
    assert_eq!(of("repeat 2 { press S1\nflip V2 }\npress S1"), once);
    assert_eq!(of("press S1\n== A title\nrepeat 2 { flip V2\npress S1\nexpect S1 free }"), once);
    assert_ne!(of("repeat 2 { press S1\nflip V2 }\npress S1\npress S1"), once);
    assert_eq!(
        of("repeat 1000000 { repeat 1000000 { press S1 } }"),
        of("repeat 10 { repeat 100000000 { repeat 1000 { press S1 } } }")
    );
}

#[test]
fn a_great_repeat_is_small_and_counted() {
    let script = script("repeat 1000000000 { repeat 1000000000 { repeat 1000000000 { flip V2 for 1us } } }\nflip V2");
    assert_eq!(script.len(), u64::MAX);
    assert_eq!(script.lines().nth(1_000_000).map(|(line, span, _)| (line, span)), Some((1, 60..75)));
    let mut asked = Vec::new();
    let mut player = Player::power_up(Arc::clone(&CIRCUIT), &mut ());
    let report = player.play_while(&script, &mut (), &mut |done| {
        asked.push(done);
        done < 1000
    });
    assert!(report.interrupted && !report.is_good());
    assert_eq!((report.actions, asked), (1024, vec![0, 256, 512, 768, 1024]));
}

#[test]
fn what_would_fill_the_memory_is_counted() {
    let (report, _) = play(&script("repeat 60000 { expect K1 operated, V1 on }"));
    assert_eq!((report.failed, report.failures.len(), report.left_out), (120_000, 100_000, 20_000));
    // Each short is known for what it is, however many there were before.
    let mut player = Player::power_up(Arc::clone(&CIRCUIT), &mut ());
    let report = player.play(&script("repeat 3000 { on V1\nexpect short\noff V1\nexpect short }"), &mut ());
    assert_eq!((report.passed, report.shorts.len()), (6000, 3000));
    assert!(report.shorts.iter().all(|at| at.what.expected && at.what.what.lasted.is_some()));
}

#[test]
fn headings_stand_above_the_next_action() {
    let (_, recording) = play(&script(
        "
        == Left out
        == The first
        expect K1 released
        press S2
        repeat 2 {
            == Again
            press S1
        }
        wait 1ms
        == At the end
        expect K1 released
    ",
    ));
    assert_eq!(
        titles(&recording),
        [
            "== power-up",
            "=== The first",
            "== press S2",
            "=== Again",
            "== press S1",
            "=== Again",
            "== press S1",
            "== wait 1ms",
            "== end at 14.000 ms"
        ]
    );
}

#[test]
fn failures_say_where_and_in_which_round() {
    let (reading, files) = read(
        "--- main.script\nrepeat 2 {\n  == Game\n  include \"turn.script\"\n}\n== Over\nexpect V1 on\nmend K1\n\
         --- turn.script\nrepeat 2 { press S1\n expect K1 operated }\n",
    );
    let names: Vec<String> = reading.files.iter().map(|file| file.name.clone()).collect();
    let (report, _) = play(reading.script.as_ref().unwrap());
    insta::assert_snapshot!(told(&report.findings(&CIRCUIT), &files, &names), @r#"
    turn.script:2:9 [K1 operated] script-expectation-failed: in round 1 of 2, round 1 of 2: K1 is released, expected operated
        label: under `== Game`
        main.script:3:3 [include "turn.script"]: included here
    turn.script:2:9 [K1 operated] script-expectation-failed: in round 1 of 2, round 2 of 2: K1 is released, expected operated
        label: under `== Game`
        main.script:3:3 [include "turn.script"]: included here
    turn.script:2:9 [K1 operated] script-expectation-failed: in round 2 of 2, round 1 of 2: K1 is released, expected operated
        label: under `== Game`
        main.script:3:3 [include "turn.script"]: included here
    turn.script:2:9 [K1 operated] script-expectation-failed: in round 2 of 2, round 2 of 2: K1 is released, expected operated
        label: under `== Game`
        main.script:3:3 [include "turn.script"]: included here
    main.script:6:8 [V1 on] script-expectation-failed: V1 is off, expected on
        label: under `== Over`
    main.script:7:6 [K1] script-nothing-to-mend: nothing is broken at K1
        label: under `== Over`
    "#);
    let steps: Vec<u64> = report.failures.iter().map(|at| at.step).collect();
    assert_eq!(steps, [2, 4, 6, 8, 9]);
}

#[test]
fn buttons_are_followed_through_rounds_and_files() {
    insta::assert_snapshot!(findings("repeat 7 { hold S1 }"), @"
    main.script:1:17 [S1] script-already-pressed: S1 is already pressed in round 2 of 7
        label: pressed in the round before and not freed since
        help: `free S1` first
    ");
    insta::assert_snapshot!(findings("hold S1\nrepeat 2 {\nfree S1\n}"), @"
    main.script:3:6 [S1] script-not-pressed: S1 is not pressed in round 2 of 2
        label: freed in the round before and not pressed since
        help: `hold S1` presses and keeps it; `press S1` frees it by itself
    ");
    insta::assert_snapshot!(findings("repeat 2 {\npress S1\nhold S2\nrepeat 3 { press S2 }\n}"), @"
    main.script:3:6 [S2] script-already-pressed: S2 is already pressed in round 2 of 2
        label: pressed in the round before and not freed since
        help: `free S2` first
    main.script:4:18 [S2] script-already-pressed: S2 is already pressed
        main.script:3:6 [S2]: pressed here and not freed since
        help: `free S2` first
    ");
    insta::assert_snapshot!(findings("repeat 3 { free S1 }"), @"
    main.script:1:17 [S1] script-not-pressed: S1 is not pressed
        help: `hold S1` presses and keeps it; `press S1` frees it by itself
    ");
    insta::assert_snapshot!(findings("--- main\nhold S1\ninclude \"go\"\nhold S1\ninclude \"go\"\ninclude \"go\"\n--- go\nfree S1\n"), @r#"
    go:1:6 [S1] script-not-pressed: S1 is not pressed
        main:5:1 [include "go"]: included here
        help: `hold S1` presses and keeps it; `press S1` frees it by itself
    "#);
    assert_eq!(findings("repeat 9 {\nhold S1\nfree S1\n}\nhold S1\nrepeat 9 { free S1\nhold S1 }\nfree S1"), "");
    assert_eq!(findings("repeat 1 { hold S1 }\nfree S1"), "");
    // Behind a line that cannot be read nobody knows.
    insta::assert_snapshot!(findings("repeat 2 { hold S1\npress S9 }\nfree S2"), @"
    main.script:2:7 [S9] script-unknown-part: there is no part `S9`
        help: did you mean `S1` or `S2`?
    ");
}

#[test]
fn odd_braces_and_counts() {
    insta::assert_snapshot!(findings("repeat 0 { wait 1s }\nrepeat { wait 1s }\nrepeat some { wait 1s }\nrepeat 3 times { wait 1s }\nrepeat 1000000001 { wait 1s }\nrepeat -1 { wait 1s }\nrepeat 2 {\n# nothing\n== but a title\n}"), @"
    main.script:1:8 [0] script-bad-repeat: no round at all would do nothing
        help: write a whole number and a brace: `repeat 7 {`
    main.script:2:1 [repeat {] script-bad-repeat: how often? the number is missing
        help: write a whole number and a brace: `repeat 7 {`
    main.script:3:8 [some] script-bad-repeat: `some` is no number of rounds
        help: write a whole number and a brace: `repeat 7 {`
    main.script:4:10 [times] script-bad-repeat: `times` belongs to nothing
        help: write a whole number and a brace: `repeat 7 {`
    main.script:5:8 [1000000001] script-bad-repeat: a repeat has at most 1000000000 rounds
        help: write a whole number and a brace: `repeat 7 {`
    main.script:6:8 [-1] script-bad-repeat: `-1` is no number of rounds
        help: write a whole number and a brace: `repeat 7 {`
    main.script:7:1 [repeat 2 {] script-bad-repeat: there is nothing to repeat
    ");
    insta::assert_snapshot!(findings("repeat 2\n{\nwait 1s\n}\n}\nwait 1s }\nrepeat 2 { wait 1s } wait 2s\nrepet 2 {\nwait 1s\n}\nrepeat 2 { == title\nwait 1s }\nrepeat 3 {\nrepeat 2 {\nwait 1s"), @"
    main.script:1:1 [repeat 2] script-odd-brace: the brace of this repeat is missing
        help: write `repeat 7 {`, the lines, and `}`; or in one line `repeat 7 { press S1 }`
    main.script:2:1 [{] script-odd-brace: no `repeat` stands before this brace
        help: a repeat begins in one line, its brace included: `repeat 7 {`
    main.script:5:1 [}] script-odd-brace: no repeat is open that this brace could close
        help: each `repeat … {` has one `}`, in the same file
    main.script:6:9 [}] script-odd-brace: no repeat is open that this brace could close
        help: each `repeat … {` has one `}`, in the same file
    main.script:7:20 [} wait 2s] script-odd-brace: something stands behind a closing brace
        help: what follows a repeat begins on a line of its own
    main.script:8:1 [repet] script-unknown-action: `repet` is no action
        help: did you mean `repeat`?
    main.script:11:12 [== title] script-bad-heading: a heading stands on a line of its own
        help: put it above the repeat, or on the line behind `{`
    main.script:13:1 [repeat 3 {] script-odd-brace: this repeat is not closed
        help: a line with `}` ends it, in the same file
    main.script:14:1 [repeat 2 {] script-odd-brace: this repeat is not closed
        help: a line with `}` ends it, in the same file
    ");
    insta::assert_snapshot!(findings(&format!("{} wait 1s {}", "repeat 1 { ".repeat(65), "}".repeat(65))), @"main.script:1:705 [repeat 1 {] script-too-deep: repeats and includes are nested more than 64 deep here");
}

#[test]
fn headings_without_a_title() {
    insta::assert_snapshot!(findings("==\n== # a comment\n=== Three\n==\u{7}\n=\n==good\n== \"half a quote # comment\nwait 1s"), @"
    main.script:1:1 [==] script-bad-heading: this heading has no title
        help: a heading is two signs and a title: `== The second game`
    main.script:2:1 [==] script-bad-heading: this heading has no title
        help: a heading is two signs and a title: `== The second game`
    main.script:3:1 [=== Three] script-bad-heading: a heading begins with `==`, no more and no less
        help: a heading is two signs and a title: `== The second game`
    main.script:4:1 [==] script-bad-heading: this title has signs in it that cannot be seen
        help: a heading is two signs and a title: `== The second game`
    main.script:5:1 [=] script-unknown-action: `=` is no action
        help: the actions are flip, on, off, press, hold, free, set, replace, break, weld, short, cut, stick, mend, wait, expect, repeat and include
    ");
}

#[test]
fn includes_that_lead_nowhere() {
    insta::assert_snapshot!(findings("include\ninclude common\ninclude \"\"\ninclude \"a\" \"b\"\ninclude \"a\nimport \"a\""), @r#"
    main.script:1:1 [include] script-bad-include: `include` what?
        help: the file's name stands in quotes, and nothing behind it: `include "common.script"`
    main.script:2:9 [common] script-bad-include: this is not one file's name in quotes
        help: the file's name stands in quotes, and nothing behind it: `include "common.script"`
    main.script:3:9 [""] script-bad-include: the file's name is missing
        help: the file's name stands in quotes, and nothing behind it: `include "common.script"`
    main.script:4:9 ["a" "b"] script-bad-include: this is not one file's name in quotes
        help: the file's name stands in quotes, and nothing behind it: `include "common.script"`
    main.script:5:9 ["a] script-bad-include: a quote is opened and not closed
        help: the file's name stands in quotes, and nothing behind it: `include "common.script"`
    main.script:6:1 [import] script-unknown-action: `import` is no action
        help: the word for it is `include`
    "#);
    insta::assert_snapshot!(findings("--- main.script\ninclude \"comon.script\"\ninclude \"common.script\"\n--- common.script\nwait 1s\npress S9\n--- other.script\n"), @r#"
    main.script:1:9 ["comon.script"] script-include-not-found: cannot include `comon.script`: there is no such file
        help: did you mean `common.script`?
    common.script:2:7 [S9] script-unknown-part: there is no part `S9`
        main.script:2:9 ["common.script"]: included here
        help: did you mean `S1` or `S2`?
    "#);
    insta::assert_snapshot!(findings("--- main\ninclude \"a\"\n--- a\ninclude \"sub/b\"\n--- sub/b\nwait 1s\ninclude \"../link-to-a\"\nrepeat 2 {\n"), @r#"
    sub/b:2:9 ["../link-to-a"] script-include-circle: `a` would include itself, by way of `sub/b`
        a:1:9 ["sub/b"]: included here
        main:1:9 ["a"]: included here
        help: put what both need into a file that includes neither
    sub/b:3:1 [repeat 2 {] script-odd-brace: this repeat is not closed
        a:1:9 ["sub/b"]: included here
        main:1:9 ["a"]: included here
        help: a line with `}` ends it, in the same file
    "#);
    insta::assert_snapshot!(findings("--- main\ninclude \"link-to-main\"\n"), @r#"
    main:1:9 ["link-to-main"] script-include-circle: a script cannot include itself
        help: put what both need into a file that includes neither
    "#);
    let (script, found) = parse("include \"a\"", &CIRCUIT);
    assert!(script.is_none());
    assert_eq!(found[0].message, "cannot include `a`: there is no way from here to other files");
}

/// Ten files, each of which includes the next four times, or ten times: read once each, and refused where
/// it becomes too much.
#[test]
fn nests_of_includes_are_bounded() {
    let text = |times: usize, next: usize| format!("include \"{next}\"\n").repeat(times) + "wait 1us\n";
    let names: Vec<String> = (0..10).map(|file| file.to_string()).collect();
    for (times, is_good) in [(4, true), (10, false)] {
        let texts: Vec<String> =
            (0..10).map(|file| if file == 9 { "wait 1us\n".into() } else { text(times, file + 1) }).collect();
        let files: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
        let reading = parse_with(&texts[0], "0", &CIRCUIT, &mut Shelf(&files));
        assert_eq!(reading.files.len(), 9);
        assert_eq!(reading.script.map(|script| script.len()), is_good.then_some(349_525));
        let codes: Vec<&str> = reading.findings.iter().map(|finding| finding.code).collect();
        assert!(codes.iter().all(|code| *code == "script-too-long") && codes.is_empty() == is_good, "{codes:?}");
    }
    let comment = "#".repeat(40 << 20);
    let files = [("a", comment.as_str()), ("b", comment.as_str())];
    let reading = parse_with("include \"a\"\ninclude \"a\"\ninclude \"b\"\n", "main", &CIRCUIT, &mut Shelf(&files));
    assert_eq!(reading.findings[0].message, "with `b` the included files are longer than 64 MiB together");
}
