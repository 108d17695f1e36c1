//! The canonical form of the circuits and rule-books that come with Kiber.

#![allow(clippy::expect_used, reason = "a test that cannot set up has failed")]

use std::fs;
use std::path::{Path, PathBuf};

use kiber_netlist::{format, print, read};
use kiber_tests::repository;

#[path = "../../crates/netlist/tests/laws/mod.rs"]
mod laws;

use laws::check_format;

/// Every file of that ending under `circuits/`.
fn files(ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![repository().join("circuits")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).expect("the file can be read")
}

#[test]
fn the_laws_hold_for_all_circuits_and_rule_books() {
    let files = files(".ron");
    assert!(files.len() > 60);
    for file in files {
        check_format(&text_of(&file));
    }
}

#[test]
fn every_good_circuit_is_in_canonical_form() {
    let circuits = files(".ron").into_iter().filter(|path| {
        let name = path.to_string_lossy();
        !name.ends_with(".rules.ron") && !name.contains("/bad/") && !name.contains("\\bad\\")
    });
    let other: Vec<PathBuf> = circuits.filter(|path| format(&text_of(path)).as_deref() != Ok(&text_of(path))).collect();
    assert!(other.is_empty(), "`kiber fmt` would change {other:#?}");
}

#[test]
fn the_documents_show_the_canonical_form() {
    let page = text_of(&repository().join("docs/commands.md"));
    let shown = page.split_once("## The canonical form").and_then(|(_, rest)| rest.split_once("```ron\n"));
    let shown = shown.and_then(|(_, rest)| rest.split_once("```")).map(|(shown, _)| shown).expect("an example");
    assert_eq!(check_format(shown).as_deref(), Some(shown));
}

#[test]
fn a_rule_book_means_the_same_as_before() {
    let meaning = |text: &str| ron::from_str::<ron::Value>(text).ok();
    for file in files(".rules.ron") {
        let text = text_of(&file);
        let formatted = format(&text).expect("it is RON");
        assert_eq!(meaning(&formatted), meaning(&text), "{}", file.display());
    }
}

/// Whatever print writes is in canonical form, long lines apart.
#[test]
fn what_is_printed_needs_no_more_than_its_long_lines_broken() {
    let mut untouched = 0;
    for file in files(".ron") {
        let Some(circuit) = read(&text_of(&file)).circuit else { continue };
        let printed = print(&circuit);
        if printed.lines().all(|line| line.chars().count() <= 120) {
            assert_eq!(format(&printed), Ok(printed));
            untouched += 1;
        }
    }
    assert!(untouched > 10);
}
