//! The text of one file to the items of a script.

use std::ops::Range;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use kiber_netlist::Circuit;

use crate::item::{Item, What};
use crate::line::{Parsed, parse_piece};
use crate::names::Names;
use crate::piece::Piece;
use crate::script::Script;

/// Reads the files of one script, one after another.
pub(crate) struct Reader<'c> {
    pub(crate) names: Names<'c>,
    pub(crate) script: Script,
    /// Every text of a step seen so far, in whatever file.
    seen: HashTable<Seen>,
    pub(crate) body: Vec<Item>,
    /// The repeats that are open.
    pub(crate) blocks: Vec<Block>,
    wanted: Vec<Wanted>,
}

struct Seen {
    hash: u64,
    text: Box<str>,
    step: u32,
}

/// A repeat whose brace is not closed yet.
pub(crate) struct Block {
    /// Its item in the body; none of a brace that should not be there.
    pub(crate) item: Option<usize>,
    /// Up to its brace.
    pub(crate) span: Range<usize>,
}

/// A file that is to be included.
pub(crate) struct Wanted {
    /// The item in the body of the file that wants it.
    pub(crate) item: usize,
    pub(crate) path: String,
    /// Where the path is written.
    pub(crate) span: Range<usize>,
}

impl<'c> Reader<'c> {
    pub(crate) fn new(circuit: &'c Circuit) -> Self {
        let script = Script { bodies: Vec::new(), bottom_up: Vec::new(), ..Script::default() };
        Self {
            names: Names::new(circuit),
            script,
            seen: HashTable::new(),
            body: Vec::new(),
            blocks: Vec::new(),
            wanted: Vec::new(),
        }
    }

    /// Reads the next file; which files it includes.
    pub(crate) fn file(&mut self, source: &str) -> Vec<Wanted> {
        let found_before = self.names.findings.len();
        let mut at = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut number = 0;
        while let Some(rest) = source.get(at..) {
            let (length, next) = match rest.find('\n') {
                Some(newline) => (newline, at + newline + 1),
                None => (rest.len(), source.len() + 1),
            };
            number += 1;
            let text = rest.get(..length).unwrap_or_default();
            let piece = Piece::new(text, at);
            let piece = if text.contains('#') { piece.without_comment() } else { piece.trim() };
            if !piece.is_empty() {
                self.line(piece, number);
            }
            at = next;
        }
        self.close_all();
        let file = self.script.bodies.len();
        self.script.bodies.push(std::mem::take(&mut self.body));
        for finding in self.names.findings.iter_mut().skip(found_before) {
            (finding.file, finding.second_file) = (file, file);
        }
        std::mem::take(&mut self.wanted)
    }

    fn line(&mut self, piece: Piece<'_>, number: u32) {
        if piece.text.starts_with("==") {
            self.heading(piece, number);
        } else if piece.text.bytes().any(|byte| matches!(byte, b'{' | b'}')) {
            self.braces(piece, number);
        } else {
            self.item(piece, number);
        }
    }

    /// A line, or what is left of one, without the braces of repeats.
    pub(crate) fn item(&mut self, piece: Piece<'_>, number: u32) {
        let hash = hash(piece.text);
        let same = |seen: &Seen| seen.hash == hash && *seen.text == *piece.text;
        let step = match self.seen.entry(hash, same, |seen| seen.hash) {
            Entry::Occupied(seen) => seen.get().step,
            Entry::Vacant(place) => {
                match piece.first_word().0.text {
                    "include" => return self.include(piece, number),
                    "repeat" => return self.repeat_without_brace(piece, number),
                    _ => {}
                }
                let found_before = self.names.findings.len();
                let Some(Parsed { step, places }) = parse_piece(piece, &mut self.names) else {
                    if self.names.findings.len() > found_before {
                        self.push(piece, number, What::Unknown);
                    }
                    return;
                };
                let relative =
                    |place: Range<usize>| (place.start - piece.start) as u32..(place.end - piece.start) as u32;
                let places = places.into_iter().map(relative).collect();
                let step = self.script.push_step(step, places, self.names.circuit);
                place.insert(Seen { hash, text: piece.text.into(), step });
                step
            }
        };
        self.push(piece, number, What::Step(step));
    }

    pub(crate) fn push(&mut self, piece: Piece<'_>, number: u32, what: What) {
        let span = piece.span();
        self.body.push(Item { number, start: span.start as u32, end: span.end as u32, what });
    }

    fn include(&mut self, piece: Piece<'_>, number: u32) {
        const HELP: &str = "the file's name stands in quotes, and nothing behind it: `include \"common.script\"`";
        let (word, rest) = piece.first_word();
        let path = rest.text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        match path.filter(|path| !path.is_empty() && !path.contains('"')) {
            Some(path) => {
                self.wanted.push(Wanted { item: self.body.len(), path: path.to_owned(), span: rest.span() });
            }
            None => {
                let (at, message) = match rest.text {
                    "" => (word, "`include` what?"),
                    "\"\"" => (rest, "the file's name is missing"),
                    text if text.matches('"').count() == 1 => (rest, "a quote is opened and not closed"),
                    _ => (rest, "this is not one file's name in quotes"),
                };
                self.names.error("script-bad-include", at, message).help = Some(HELP.into());
            }
        }
        // Until the file has been found.
        self.push(piece, number, What::Unknown);
    }

    fn heading(&mut self, piece: Piece<'_>, number: u32) {
        const HELP: &str = "a heading is two signs and a title: `== The second game`";
        // A title may have quotes in it that hide nothing.
        let piece = match piece.text.find('#') {
            Some(comment) => piece.split_at(comment).0.trim(),
            None => piece,
        };
        let title = piece.split_at(2).1;
        let wrong = if title.text.starts_with('=') {
            Some("a heading begins with `==`, no more and no less")
        } else if title.text.trim().is_empty() {
            Some("this heading has no title")
        } else if title.text.chars().any(|letter| letter.is_control() && !letter.is_whitespace()) {
            Some("this title has signs in it that cannot be seen")
        } else {
            None
        };
        if let Some(wrong) = wrong {
            self.names.error("script-bad-heading", piece, wrong).help = Some(HELP.into());
            return;
        }
        let words: Vec<&str> = title.text.split_whitespace().collect();
        self.push(piece, number, What::Heading(self.script.headings.len() as u32));
        self.script.headings.push(words.join(" ").into());
    }
}

/// A hash of a line, the same on every machine.
fn hash(text: &str) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        (product as u64) ^ (product >> 64) as u64
    };
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let mut hash = words.iter().fold(text.len() as u64 ^ FACTOR, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    hash = mix(hash, u64::from_le_bytes(last));
    mix(hash, FACTOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_tell_near_lines_apart() {
        let lines: Vec<String> = (0..1000).map(|number| format!("press KN{number}")).collect();
        let mut hashes: Vec<u64> = lines.iter().map(|line| hash(line)).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), 1000);
        assert_ne!(hash("on V1"), hash("on V1\0"));
    }
}
