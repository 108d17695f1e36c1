//! What the documents show is what the program does: every `console` block of the guide and the
//! README is run, in a folder that holds the files the reader was told to save.
//!
//! With `UPDATE_DOCS=1` in the environment the output shown is replaced by what the program says.
//! A line `…` in a block stands for any lines left out.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use kiber_cli::{ExitStatus, Io, Terminal, run};
use kiber_tests::{read, repository};

const LEFT_OUT: &str = "…";

/// One test for all documents, because the working directory belongs to the whole process.
#[test]
fn documents_show_what_the_program_says() {
    let documents = documents();
    assert!(documents.len() >= 6, "the guide has six chapters");
    let mut wrong = Vec::new();
    let mut commands = 0;
    for document in &documents {
        let text = fs::read_to_string(document).expect("a document that can be read");
        let told = retell(document, &text, &mut commands);
        if told != text {
            if std::env::var_os("UPDATE_DOCS").is_some() {
                fs::write(document, told).expect("a document that can be written");
            } else {
                wrong.push(format!("{} should read\n{}", document.display(), first_difference(&text, &told)));
            }
        }
    }
    assert!(commands >= 15, "only {commands} commands were found in the documents");
    assert!(wrong.is_empty(), "{}\nUPDATE_DOCS=1 puts it right, if it is right", wrong.join("\n"));
}

fn documents() -> Vec<PathBuf> {
    let root = repository();
    let listing = fs::read_dir(root.join("docs/guide")).expect("docs/guide");
    let mut all: Vec<PathBuf> = listing.map(|entry| entry.expect("an entry").path()).collect();
    all.extend(
        [
            "README.md",
            "docs/bachet.md",
            "docs/beads.md",
            "docs/diff.md",
            "docs/drawing.md",
            "docs/kalah.md",
            "docs/margins.md",
            "docs/minimax.md",
            "docs/races.md",
            "docs/rules.md",
            "docs/scripts.md",
            "docs/testing.md",
            "docs/timing.md",
            "docs/traces.md",
            "docs/waves.md",
            "docs/wear.md",
            "docs/why.md",
        ]
        .map(|file| root.join(file)),
    );
    all.retain(|file| file.is_file());
    all.sort();
    all
}

/// The document as it should be: every block's output as the program gives it now.
fn retell(document: &Path, text: &str, commands: &mut usize) -> String {
    let name = document.file_stem().unwrap_or_default().to_string_lossy();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents").join(name.as_ref());
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder to work in");
    std::env::set_current_dir(&folder).expect("a folder to go to");

    let mut told = String::new();
    let mut lines = text.lines();
    let mut to_save = None;
    while let Some(line) = lines.next() {
        push_line(&mut told, line);
        let Some(language) = line.strip_prefix("```") else {
            if !line.trim().is_empty() {
                to_save = file_to_save(line);
            }
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if language == "console" {
            told.push_str(&replay(&block, commands));
        } else {
            if let Some(file) = to_save.take() {
                fs::write(file, block.join("\n") + "\n").expect("a file that can be saved");
            }
            block.iter().for_each(|line| push_line(&mut told, line));
        }
        push_line(&mut told, "```");
    }
    told
}

/// The file that a sentence with "Save this as" or "this as" tells the reader to save what follows in.
fn file_to_save(line: &str) -> Option<&str> {
    let (_, rest) = line.rsplit_once("this as `")?;
    rest.split_once('`').map(|(file, _)| file)
}

/// A console block with the outputs that its commands have now.
fn replay(block: &[&str], commands: &mut usize) -> String {
    let mut told = String::new();
    let mut status = ExitStatus::SUCCESS;
    let mut rest = block;
    while let Some((command, after)) = rest.split_first() {
        let end = after.iter().position(|line| line.starts_with("$ ")).unwrap_or(after.len());
        let (shown, next) = after.split_at(end);
        rest = next;
        push_line(&mut told, command);
        let words = words(command.strip_prefix("$ ").unwrap_or_else(|| panic!("a block begins with `$ `: {command}")));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = match words.as_slice() {
            ["echo", "$?"] => format!("{}\n", status.0),
            ["printf", typed, "|", "kiber", arguments @ ..] => {
                *commands += 1;
                let output;
                (output, status) = kiber(arguments, &typed.replace("\\n", "\n"));
                output
            }
            ["kiber", arguments @ ..] | ["cargo", "run", "--release", "--", arguments @ ..] => {
                *commands += 1;
                let output;
                (output, status) = kiber(arguments, "");
                output
            }
            ["cargo", "run", "--release"] => {
                *commands += 1;
                let output;
                (output, status) = kiber(&[], "");
                output
            }
            // Not ours to run.
            _ => {
                shown.iter().for_each(|line| push_line(&mut told, line));
                continue;
            }
        };
        if agrees(shown, &output) {
            shown.iter().for_each(|line| push_line(&mut told, line));
        } else {
            told.push_str(&output);
        }
    }
    told
}

/// The words of a command line, as far as documents need it: quotes keep blanks.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = command.trim();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '\'' | '"' => rest[1..].split_once(first).unwrap_or((&rest[1..], "")),
            _ => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

/// What a terminal would show: standard output and standard error in the order of writing.
fn kiber(arguments: &[&str], typed: &str) -> (String, ExitStatus) {
    let screen = Screen::default();
    let args = ["kiber"].iter().chain(arguments).map(OsString::from);
    let mut io = Io {
        input: &mut typed.as_bytes(),
        output: &mut screen.clone(),
        errors: &mut screen.clone(),
        terminal: Terminal::default(),
    };
    let status = run(args, &mut io);
    let shown = String::from_utf8(screen.0.borrow().clone()).expect("the program writes UTF-8");
    (shown, status)
}

#[derive(Clone, Default)]
struct Screen(Rc<RefCell<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether the lines shown are the output, with `…` for any lines left out.
fn agrees(shown: &[&str], output: &str) -> bool {
    let output: Vec<&str> = output.lines().map(str::trim_end).collect();
    let mut pieces = shown.split(|line| *line == LEFT_OUT);
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = output.strip_prefix(first) else { return false };
    let pieces: Vec<&[&str]> = pieces.collect();
    let Some((last, middle)) = pieces.split_last() else { return rest.is_empty() };
    for piece in middle {
        let Some(at) = rest.windows(piece.len().max(1)).position(|window| window == *piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn first_difference(shown: &str, told: &str) -> String {
    let (mut shown, mut told) = (shown.lines(), told.lines());
    for number in 1.. {
        match (shown.next(), told.next()) {
            (a, b) if a != b => {
                let a = a.unwrap_or("(the end)");
                let b = b.unwrap_or("(the end)");
                return format!("  line {number}\n  - {a}\n  + {b}");
            }
            (None, None) => break,
            _ => {}
        }
    }
    "  the same, but for the line at its end".into()
}

#[test]
fn whole_circuits_in_the_format_page_are_without_findings() {
    let text = fs::read_to_string(repository().join("docs/format.md")).expect("docs/format.md");
    let circuits: Vec<&str> = text
        .split("```ron\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .filter(|ron| ron.starts_with("Circuit("))
        .collect();
    assert!(!circuits.is_empty());
    for circuit in circuits {
        read(circuit);
    }
}

/// What they are wired to is not shown, so warnings are no matter.
#[test]
fn parts_in_the_format_page_are_without_mistakes() {
    let text = fs::read_to_string(repository().join("docs/format.md")).expect("docs/format.md");
    let (_, parts) = text.split_once("\n## Parts\n").expect("a section on parts");
    let (parts, _) = parts.split_once("\n## ").expect("a section behind it");
    let examples = parts.split("```ron\n").skip(1).filter_map(|rest| rest.split("```").next());
    let read: Vec<_> = examples.map(|parts| kiber_netlist::read(&format!("Circuit(parts: {{{parts}}})"))).collect();
    for reading in &read {
        assert!(reading.circuit.is_some(), "{:#?}", reading.findings);
    }
    let headings = parts.matches("\n### ").count();
    assert_eq!(read.len(), headings);
    let kinds: std::collections::BTreeSet<_> = read
        .iter()
        .filter_map(|reading| reading.circuit.as_ref())
        .flat_map(|circuit| circuit.parts.rows())
        .map(|part| part.kind.name())
        .collect();
    let told: Vec<_> = kinds.iter().filter(|kind| parts.contains(&format!("`{kind}`"))).collect();
    assert_eq!((kinds.len(), told.len()), (16, 16), "{kinds:?}");
}

#[test]
fn rule_books_in_their_page_are_without_findings() {
    let text = fs::read_to_string(repository().join("docs/rules.md")).expect("docs/rules.md");
    let circuits = ["article", "start-stop"].map(|name| {
        let embedded = kiber_automaton::Embedded::find(name).expect("a circuit that is built in");
        kiber_tests::embedded(embedded)
    });
    let books: Vec<&str> = text.split("```ron\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(books.len() >= 3);
    for book in books {
        let findings = circuits.each_ref().map(|circuit| kiber_explore::book::read(book, circuit).findings);
        assert!(findings.contains(&Vec::new()), "{book}\n{findings:#?}");
    }
}

/// Every file that a document points to is there.
#[test]
fn links_between_documents_lead_somewhere() {
    let mut broken = Vec::new();
    let root = repository();
    let others = [
        "docs/README.md",
        "docs/benchmarks.md",
        "docs/circuits.md",
        "docs/commands.md",
        "docs/findings.md",
        "docs/format.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
    ];
    for document in documents().into_iter().chain(others.map(|file| root.join(file))) {
        let text = fs::read_to_string(&document).expect("a document that can be read");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            if !file.is_empty() && !file.contains("://") && !document.with_file_name(file).exists() {
                broken.push(format!("{} points to {link}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn left_out_lines_agree_with_any() {
    let output = "a\nb\nc\nd\n";
    for (shown, expected) in [
        (&["a", "b", "c", "d"][..], true),
        (&["a", "b", "c"], false),
        (&["a", "…", "d"], true),
        (&["…", "c", "…"], true),
        (&["…", "x", "…"], false),
        (&["b", "…"], false),
        (&["a", "…", "c"], false),
    ] {
        assert_eq!(agrees(shown, output), expected, "{shown:?}");
    }
}
