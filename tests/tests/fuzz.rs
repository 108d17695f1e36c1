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
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

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
    }
}
