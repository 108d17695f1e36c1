//! The rule-books of the library: each is read, and what it says of its circuit is so.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use kiber_automaton::Embedded;
use kiber_explore::book;
use kiber_explore::{Options, Outcome, RuleBook, Verdict, explore};
use kiber_netlist::{Circuit, Lines};
use kiber_tests::{Beside, library, repository};

/// The rule-books beside the circuits.
const HOW_MANY_BOOKS: usize = 87;

/// The word that the remark of a book begins with whose properties are all refuted.
const REFUTED: &str = "// Refuted";

fn name(book: &Path) -> String {
    book.file_name().unwrap().to_string_lossy().strip_suffix(".rules.ron").unwrap().to_owned()
}

/// Every book with its circuit.
fn books() -> impl Iterator<Item = (Beside, String, String)> {
    library().into_iter().flat_map(|beside| {
        let all: Vec<_> = beside.books.iter().map(|book| (name(book), fs::read_to_string(book).unwrap())).collect();
        all.into_iter().map(move |(name, text)| (beside.clone(), name, text))
    })
}

#[track_caller]
fn read_book(text: &str, circuit: &Circuit, name: &str) -> RuleBook {
    let reading = book::read(text, circuit);
    let lines = Lines::new(text);
    let told: Vec<String> = reading
        .findings
        .iter()
        .map(|finding| format!("{:?} {}: {}", lines.line_and_column(finding.span.start), finding.code, finding.message))
        .collect();
    assert!(told.is_empty(), "{name}: {told:#?}");
    reading.book.unwrap_or_else(|| panic!("{name} is no book"))
}

#[test]
fn every_circuit_has_a_book() {
    for beside in library() {
        assert!(!beside.books.is_empty(), "{} has no rule-book", beside.name);
    }
    assert_eq!(books().count(), HOW_MANY_BOOKS);
}

#[test]
fn each_reads_without_a_complaint() {
    for (beside, name, text) in books() {
        let name = format!("{}/{name}", beside.name);
        assert!(text.starts_with("// "), "{name} has no remark for whoever opens it");
        let book = read_book(&text, &beside.read(), &name);
        assert!(!book.title.is_empty() && !book.properties.is_empty(), "{name} says nothing");
    }
}

#[test]
fn the_program_carries_each() {
    for beside in library() {
        let circuit = Embedded::find(&beside.name).unwrap();
        let carried: Vec<(&str, &str)> = circuit.books.iter().map(|book| (book.name, book.source)).collect();
        let there: Vec<(String, String)> =
            beside.books.iter().map(|book| (name(book), fs::read_to_string(book).unwrap())).collect();
        let there: Vec<(&str, &str)> = there.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        assert_eq!(carried, there, "{}", beside.name);
        for book in circuit.books {
            assert_eq!(circuit.book(&format!("{}.rules.ron", book.name)).map(|book| book.source), Some(book.source));
        }
    }
}

/// `docs/circuits.md` tells of each book that is refuted, and of no other.
#[test]
fn the_documents_tell_of_the_refuted_ones() {
    let page = fs::read_to_string(repository().join("docs/circuits.md")).unwrap();
    for (beside, name, text) in books() {
        let link = format!("](../circuits/{}/{name}.rules.ron)", beside.name);
        assert_eq!(page.contains(&link), text.starts_with(REFUTED), "{}/{name}", beside.name);
    }
}

/// A book whose remark begins with "Refuted" has no property that holds; every other one has no
/// property that does not, and none that holds of nothing.
#[test]
fn each_comes_out_as_its_remark_says() {
    for (beside, name, text) in books() {
        let name = format!("{}/{name}", beside.name);
        let circuit = beside.read();
        let book = Arc::new(read_book(&text, &circuit, &name));
        let found = explore(circuit, Arc::clone(&book), &Options::default(), &mut |_| true);
        let found = found.unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let comes_out = |verdict: &Verdict| match &verdict.outcome {
            Outcome::Proved => !text.starts_with(REFUTED) && verdict.vacuous.is_none(),
            Outcome::Refuted(_) => text.starts_with(REFUTED),
            Outcome::GaveUp(_) | Outcome::NotJudged(..) => false,
        };
        for verdict in found.verdicts() {
            let property = &book.properties[verdict.property].name;
            assert!(comes_out(verdict), "{name}: {property}: {:?} {:?}", verdict.outcome, verdict.vacuous);
        }
    }
}
