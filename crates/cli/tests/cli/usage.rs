//! The command line itself: help, version, wrong usage, colour.

use crate::{LAMP, Ran, file, kiber, kiber_with, path};
use kiber_cli::Terminal;

#[track_caller]
fn check(args: &[&str], status: u8, output: &[&str], errors: &[&str]) -> Ran {
    let ran = kiber(args);
    assert_eq!(ran.status, status, "{ran:#?}");
    assert!(output.iter().all(|piece| ran.output.contains(piece)), "{output:?} in {ran:#?}");
    assert!(errors.iter().all(|piece| ran.errors.contains(piece)), "{errors:?} in {ran:#?}");
    assert_eq!(ran.output.is_empty(), output.is_empty(), "{ran:#?}");
    assert_eq!(ran.errors.is_empty(), errors.is_empty(), "{ran:#?}");
    ran
}

#[test]
fn help_and_version_are_for_standard_output() {
    check(&["--version"], 0, &[concat!("kiber ", env!("CARGO_PKG_VERSION"))], &[]);
    check(&["--help"], 0, &["Examples:", "list", "check", "run", "step", "learn", "Exit status"], &[]);
    for command in ["new", "list", "check", "fmt", "run", "step", "test", "learn", "completions", "man"] {
        let example = format!("  kiber {command}");
        check(&[command, "--help"], 0, &["Usage: kiber", "Examples:", &example, "Exit status"], &[]);
        check(&["help", command], 0, &["Examples:", &example], &[]);
    }
}

#[test]
fn help_fits_eighty_columns() {
    let mut open = vec![Vec::new()];
    while let Some(command) = open.pop() {
        for help in ["-h", "--help"] {
            let args: Vec<&str> = command.iter().map(String::as_str).chain([help]).collect();
            let output = kiber(&args).output;
            let long: Vec<&str> = output.lines().filter(|line| line.chars().count() > 80).collect();
            assert_eq!(long, [] as [&str; 0], "{args:?}");
            if help == "-h" {
                open.extend(subcommands(&output).map(|name| [command.as_slice(), &[name.to_owned()]].concat()));
            }
        }
    }
}

/// The commands that a help text lists, without `help` itself.
fn subcommands(help: &str) -> impl Iterator<Item = &str> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help")
}

#[test]
fn wrong_usage_is_status_2_and_says_what_was_meant() {
    check(&["chekc", "article"], 2, &[], &["chekc", "check"]);
    check(&["check"], 2, &[], &["CIRCUIT"]);
    check(&["run"], 2, &[], &["CIRCUIT"]);
    check(&["run", "article"], 2, &[], &["which script?", "game, held-punishment", "--script game"]);
    check(&["run", "my.ron"], 2, &[], &["which script?", "`kiber run my.ron --script FILE`"]);
    check(&["run", "article", "--script", "x", "--vdc", "y"], 2, &[], &["--vdc"]);
    check(&["list", "--format", "xml"], 2, &[], &["text", "json"]);
    check(&["learn", "--most-states", "many"], 2, &[], &["many"]);
    check(&["--format", "json", "step"], 2, &[], &["step", "kiber run"]);
    check(&["step", "--format", "json"], 2, &[], &["--format"]);
    check(&["run", "article", "--script", "x", "--trace", "-", "--format", "json"], 2, &[], &["standard output"]);
}

#[test]
fn numbers_are_refused_for_what_they_are() {
    let number = |typed| check(&["bachet", "solve", "--objects", typed], 2, &[], &["invalid value", typed]).errors;
    assert!(number("-1").contains("'-1' for '--objects <N>': -1 is not in 0..="));
    assert!(number("three").contains("a whole number is due here"));
    assert!(number("2.5").contains("a whole number is due here"));
    assert!(number("99999999999999999999").contains("no number as large as that"));
    check(&["bachet", "analyse", "-1"], 2, &[], &["-1 is not in 0..="]);
    check(
        &["learn", "--most-states", "-5"],
        2,
        &[],
        &["'-5' for '--most-states <N>': a whole number is due here, 0 or"],
    );
    // What was typed is repeated as it is, even where it says the same as the reader of numbers.
    let same = "invalid digit found in string";
    check(&["bachet", "analyse", same], 2, &[], &[&format!("'{same}' for '<LEFT>': a whole number is due here")]);
    // An unknown option is still one.
    check(&["bachet", "solve", "--object", "8"], 2, &[], &["unexpected argument '--object'", "--objects"]);
}

#[test]
#[cfg(target_os = "linux")]
fn files_without_an_end_are_not_read_to_it() {
    for args in [&["check", "/dev/zero"][..], &["beads", "show", "--load", "/dev/zero"]] {
        check(args, 2, &[], &["cannot read `/dev/zero`: it is larger than 64 MiB"]);
    }
}

#[test]
fn circuits_that_are_not_there_suggest_those_that_are() {
    for command in [&["check"][..], &["learn"], &["step"], &["run", "--script", "x"]] {
        let with = |circuit| [command, &[circuit]].concat();
        check(&with("artcle"), 2, &[], &["no circuit `artcle`", "no such file", "did you mean `article`?"]);
        check(&with("zeppelin"), 2, &[], &["no circuit `zeppelin`", "kiber list"]);
        check(&with("full"), 2, &[], &["`full-memory`"]);
        check(&with("nowhere/article"), 2, &[], &["cannot read `nowhere/article`: there is no such file"]);
        check(&with("article.ron"), 2, &[], &["cannot read `article.ron`: there is no such file"]);
        check(&with("atricle.ron"), 2, &[], &["cannot read `atricle.ron`", "built in", "`article`"]);
        check(&with(env!("CARGO_TARGET_TMPDIR")), 2, &[], &["it is a directory"]);
    }
}

#[test]
fn a_directory_does_not_hide_a_built_in_circuit() {
    // Tests run in the crate's folder, which has a directory `tests` and no circuit of that name.
    check(&["check", "tests"], 2, &[], &["`tests` is a directory"]);
}

#[test]
fn colour_is_for_terminals_without_no_color() {
    let circuit = file("colour.ron", LAMP.replace("\"a\", \"-\"", "\"b\", \"-\""));
    let colored = |args: &[&str], output: bool, no_color: bool| {
        let terminal = Terminal { output, no_color, ..Terminal::default() };
        kiber_with(&[args, &["check", &circuit]].concat(), "", terminal).output.contains('\x1b')
    };
    assert!(!colored(&[], false, false));
    assert!(colored(&[], true, false));
    assert!(!colored(&[], true, true));
    assert!(colored(&["--color", "always"], false, true));
    assert!(!colored(&["--color", "never"], true, false));
}

#[test]
fn help_and_wrong_usage_are_coloured_as_asked() {
    let terminal = Terminal { output: true, errors: true, ..Terminal::default() };
    let colored = |args: &[&str], terminal: Terminal| {
        let ran = kiber_with(args, "", terminal);
        (ran.output + &ran.errors).contains('\x1b')
    };
    for wrong in ["--help", "chekc"] {
        assert!(colored(&[wrong], terminal));
        assert!(!colored(&[wrong], Terminal::default()));
        assert!(!colored(&[wrong], Terminal { no_color: true, ..terminal }));
        assert!(!colored(&["--color", "never", wrong], terminal));
        assert!(!colored(&["--color=never", wrong], terminal));
        assert!(colored(&["--color=always", wrong], Terminal::default()));
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let run = |output: &mut dyn std::io::Write| {
        let mut errors = Vec::new();
        let mut io =
            kiber_cli::Io { input: &mut std::io::empty(), output, errors: &mut errors, terminal: Terminal::default() };
        (kiber_cli::run(["kiber".into(), "list".into()], &mut io).0, String::from_utf8(errors).unwrap())
    };
    assert_eq!(run(&mut Closed), (0, String::new()));
    let (status, errors) = run(&mut Full);
    assert_eq!(status, 2);
    assert!(errors.contains("cannot write the output"), "{errors}");
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_said_as_well_as_can_be() {
    use std::os::unix::ffi::OsStringExt;
    let name = std::ffi::OsString::from_vec(b"\xff\xfe.ron".to_vec());
    let ran = kiber(&["check".into(), name]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.errors.contains("there is no such file"), "{ran:?}");
}

#[test]
fn a_file_nobody_may_read_is_an_error() {
    let name = path("no-such-folder").join("x.ron").display().to_string();
    check(&["check", &name], 2, &[], &["there is no such file"]);
}

/// A small generator of its own, so that a failure can be seen again.
fn numbers() -> impl FnMut(usize) -> usize {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    }
}

#[test]
fn no_text_makes_the_program_panic() {
    let mut number = numbers();
    let signs = b"(){}[]\",:.'#-+09eNaBreak \n\t\xd0\x98\xff\0";
    for _ in 0..150 {
        let mut text = LAMP.as_bytes().to_vec();
        for _ in 0..1 + number(4) {
            let at = number(text.len());
            match number(3) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, signs[number(signs.len())]),
                _ => text.truncate(at.max(1)),
            }
        }
        let circuit = file("mutated.ron", &text);
        assert!(kiber(&["check", &circuit]).status < 2, "{}", String::from_utf8_lossy(&text));
        assert!(kiber(&["learn", &circuit]).status == 2, "{}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn no_line_makes_the_prompt_panic() {
    let words = [
        "press",
        "hold",
        "free",
        "flip",
        "on",
        "off",
        "wait",
        "break",
        "weld",
        "short",
        "cut",
        "stick",
        "mend",
        "expect",
        "state",
        "back",
        "trace",
        "help",
        "KN1",
        "V1",
        "V1..V8",
        "P1",
        "P1/3",
        "P12'",
        "L1",
        "G2",
        "HB",
        "for",
        "3ms",
        "1e9s",
        "operated",
        "off",
        "settled",
        "oscillating",
        "short",
        ",",
        "#",
        "\"",
        "7",
        "-1",
        "Ж",
    ];
    let mut number = numbers();
    let mut lines = String::new();
    for _ in 0..500 {
        for _ in 0..1 + number(4) {
            lines.push_str(words[number(words.len())]);
            lines.push_str(if number(5) == 0 { "" } else { " " });
        }
        lines.push('\n');
    }
    let ran = kiber_with(&["step"], &lines, Terminal::default());
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""));
}
