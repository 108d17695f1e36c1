//! Each code of finding has its bad circuit, its snapshot and its paragraph, and there are no others.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use kiber_netlist::{CODES, Finding, Lines, read};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names of the files in a folder without what follows the name proper.
fn names_in(folder: &Path, before: &str, after: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    entries
        .filter_map(|name| name.strip_prefix(before).map(str::to_owned))
        .map(|name| name.strip_suffix(after).unwrap_or_else(|| panic!("stray file {name}")).to_owned())
        .collect()
}

fn codes() -> BTreeSet<String> {
    CODES.iter().map(|code| code.name.to_owned()).collect()
}

fn bad_circuit(code: &str) -> String {
    fs::read_to_string(root().join("circuits/bad").join(format!("{code}.ron"))).unwrap()
}

/// A finding as plain text: what it says, where, the line with the place marked, the second place.
fn render(text: &str, finding: &Finding) -> String {
    let lines = Lines::new(text);
    let mark = |span: &std::ops::Range<usize>, words: &str| {
        let (line, column) = lines.line_and_column(span.start);
        let shown = text.lines().nth(line - 1).unwrap_or("");
        let marked = text[span.clone()].lines().next().unwrap_or("").chars().count().max(1);
        let marks = format!("{}{} {words}", " ".repeat(column - 1), "^".repeat(marked));
        format!("{line:>4} | {shown}\n     | {}\n", marks.trim_end())
    };
    let (line, column) = lines.line_and_column(finding.span.start);
    let mut shown = format!("{line}:{column}: {}[{}]: {}\n", finding.severity, finding.code, finding.message);
    shown += &mark(&finding.span, &finding.label);
    if let Some((span, why)) = &finding.second {
        shown += &mark(span, why);
    }
    for more in &finding.more {
        shown += &mark(&more.span, &more.why);
    }
    if let Some(help) = &finding.help {
        shown += &format!("     = help: {}\n", help.replace('\n', "\n             "));
    }
    shown
}

#[test]
fn each_code_has_a_bad_circuit_that_shows_it_and_nothing_else() {
    assert_eq!(names_in(&root().join("circuits/bad"), "", ".ron"), codes());
    for code in CODES {
        let reading = read(&bad_circuit(code.name));
        let found: Vec<_> = reading.findings.iter().map(|finding| finding.code).collect();
        assert!(!found.is_empty(), "{} finds nothing", code.name);
        assert!(found.iter().all(|found| *found == code.name), "{} finds {found:?}", code.name);
        assert_eq!(reading.findings[0].severity, code.severity, "{}", code.name);
        assert_eq!(reading.circuit.is_none(), reading.findings.iter().any(Finding::is_error), "{}", code.name);
    }
}

#[test]
fn each_code_has_its_snapshot() {
    insta::with_settings!({ prepend_module_to_snapshot => false, snapshot_path => "snapshots/findings", omit_expression => true }, {
        for code in CODES {
            let text = bad_circuit(code.name);
            let shown: Vec<String> = read(&text).findings.iter().map(|finding| render(&text, finding)).collect();
            insta::assert_snapshot!(code.name, shown.join("\n"));
        }
    });
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/findings");
    assert_eq!(names_in(&folder, "", ".snap"), codes());
}

#[test]
fn each_code_has_its_paragraph() {
    let docs = fs::read_to_string(root().join("docs/findings.md")).unwrap();
    let mut paragraphs = docs.split("\n### ").skip(1);
    for code in CODES {
        let paragraph = paragraphs.next().unwrap_or_else(|| panic!("no paragraph for {}", code.name));
        let (heading, words) = paragraph.split_once("\n\n").unwrap();
        assert_eq!(heading, format!("`{}` ({})", code.name, code.severity), "in the order of CODES");
        let words = words.split("\n## ").next().unwrap().trim();
        assert!(words.len() > 100, "{}: say what it means, why it matters and what to do", code.name);
    }
    assert_eq!(paragraphs.next(), None);
}

/// Nothing in the shipped circuits makes an electrician frown.
#[test]
fn good_circuits_have_no_findings() {
    let mut read_so_far = 0;
    for beside in kiber_tests::library() {
        let text = beside.text();
        let reading = beside.reading(&text);
        let shown: Vec<String> = reading.findings.iter().map(|finding| render(&text, finding)).collect();
        assert_eq!(shown, [] as [String; 0], "{}", beside.name);
        let circuit = reading.circuit.unwrap();
        let again = beside.reading(&kiber_netlist::print(&circuit));
        assert_eq!((again.circuit, again.findings), (Some(circuit), vec![]), "{} printed", beside.name);
        read_so_far += 1;
    }
    assert!(read_so_far > 10, "only {read_so_far} circuits found");
}
