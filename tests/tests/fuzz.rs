//! The fuzz targets as plain tests: the same questions, asked of as much random input as a minute
//! of nobody's time allows. `tests/fuzz` asks them for as long as one likes.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use std::fs;

use kiber_tests::{any_input, library, repository};
use proptest::prelude::*;
use proptest::sample::Index;

/// Circuits, good and bad, to start from.
fn seeds() -> Vec<Vec<u8>> {
    let bad = fs::read_dir(repository().join("circuits/bad")).unwrap().map(|entry| entry.unwrap().path());
    let mut seeds: Vec<_> = library().into_iter().map(|beside| beside.circuit).chain(bad).collect();
    seeds.sort();
    seeds.into_iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Circuits of the library, each with one of its scripts behind a nul.
fn played_seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for beside in library() {
        // The automata are read often enough; what is small is changed where it hurts.
        let circuit = fs::read(&beside.circuit).unwrap();
        if circuit.len() < 4_000 {
            for script in &beside.scripts {
                seeds.push([circuit.clone(), vec![0], fs::read(script).unwrap()].concat());
            }
        }
    }
    seeds
}

/// Small circuits of the library, each with one of its rule-books behind a nul.
fn ruled_seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for beside in library() {
        let circuit = fs::read(&beside.circuit).unwrap();
        if circuit.len() < 4_000 {
            for book in &beside.books {
                seeds.push([circuit.clone(), vec![0], fs::read(book).unwrap()].concat());
            }
        }
    }
    seeds
}

/// A change somewhere in a text: cut off, cut out, doubled, overwritten.
#[derive(Clone, Debug)]
enum Change {
    CutOff(Index),
    CutOut(Index, usize),
    Double(Index, usize),
    Insert(Index, Vec<u8>),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        match self {
            Self::CutOff(at) => bytes.truncate(at.index(bytes.len())),
            Self::CutOut(at, len) => {
                let at = at.index(bytes.len());
                bytes.drain(at..(at + len).min(bytes.len()));
            }
            Self::Double(at, len) => {
                let at = at.index(bytes.len());
                let piece = bytes[at..(at + len).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            Self::Insert(at, piece) => {
                let at = at.index(bytes.len());
                bytes.splice(at..at, piece.iter().copied());
            }
        }
    }
}

/// Exchanges two words of a text.
fn swap_words(bytes: &mut Vec<u8>, one: Index, other: Index) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n', ',', '(', '\0']).collect();
    if !words.is_empty() {
        let (one, other) = (one.index(words.len()), other.index(words.len()));
        words.swap(one, other);
        *bytes = words.concat().into_bytes();
    }
}

fn change() -> impl Strategy<Value = Change> {
    let words: Vec<&[u8]> = vec![
        b"(",
        b")",
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"",
        b",",
        b":",
        b"-",
        b"1e999",
        b"inf",
        b"NaN",
        b"Some(",
        b"None",
        b"/*",
        b"//",
        b"r#\"",
        b"'",
        b"\\",
        b"\0",
        b"\xEF\xBB\xBF",
        b"\xFF",
        b"..",
    ];
    prop_oneof![
        any::<Index>().prop_map(Change::CutOff),
        (any::<Index>(), 0_usize..40).prop_map(|(at, len)| Change::CutOut(at, len)),
        (any::<Index>(), 0_usize..400).prop_map(|(at, len)| Change::Double(at, len)),
        (any::<Index>(), proptest::sample::select(words)).prop_map(|(at, word)| Change::Insert(at, word.to_vec())),
        (any::<Index>(), proptest::collection::vec(any::<u8>(), 1..4))
            .prop_map(|(at, bytes)| Change::Insert(at, bytes)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn circuits_changed_here_and_there(seed in any::<Index>(), changes in proptest::collection::vec(change(), 1..4)) {
        let seeds = seeds();
        let mut bytes = seeds[seed.index(seeds.len())].clone();
        for change in &changes {
            change.apply(&mut bytes);
        }
        any_input::netlist(&bytes);
    }

    #[test]
    fn bytes_of_any_kind(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        any_input::netlist(&bytes);
        any_input::play(&bytes);
    }

    #[test]
    fn circuits_and_scripts_changed_and_played(
        seed in any::<Index>(),
        changes in proptest::collection::vec(change(), 0..4),
        words in proptest::collection::vec((any::<Index>(), any::<Index>()), 0..3),
    ) {
        let seeds = played_seeds();
        let mut bytes = seeds[seed.index(seeds.len())].clone();
        // Words changing places keep more texts meaningful than bytes do.
        for (from, to) in &words {
            swap_words(&mut bytes, *from, *to);
        }
        for change in changes.iter().skip(1) {
            change.apply(&mut bytes);
        }
        any_input::play(&bytes);
    }

    #[test]
    fn circuits_and_rule_books_changed_and_explored(
        seed in any::<Index>(),
        changes in proptest::collection::vec(change(), 0..3),
        words in proptest::collection::vec((any::<Index>(), any::<Index>()), 0..3),
    ) {
        let seeds = ruled_seeds();
        let seed = &seeds[seed.index(seeds.len())];
        let book = seed.iter().position(|&byte| byte == 0).unwrap() + 1;
        // The books are what is new here; circuits are changed above.
        let (circuit, book) = seed.split_at(book);
        let mut book = book.to_vec();
        for (from, to) in &words {
            swap_words(&mut book, *from, *to);
        }
        for change in &changes {
            change.apply(&mut book);
        }
        any_input::rules(&[circuit, &book].concat());
    }
}
