//! A script's text to a script.

use std::ops::Range;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use kiber_netlist::{Circuit, Finding, Id, PartId, Severity};

use crate::line::{Parsed, parse_piece};
use crate::names::Names;
use crate::piece::Piece;
use crate::script::{Line, Script, buttons};
use crate::show::part_name;
use crate::step::Verb;

/// Parses a script for a circuit, and says everything that is wrong with it.
///
/// The script is there when no finding is an error. That buttons are pressed before they are freed
/// is checked as well, from the state of power-up on, in which every button is free.
pub fn parse(source: &str, circuit: &Circuit) -> (Option<Script>, Vec<Finding>) {
    if u32::try_from(source.len()).is_err() {
        let finding = Finding::new("script-too-long", Severity::Error, 0..0, "the script is longer than 4 GiB");
        return (None, vec![finding]);
    }
    let mut reader = Reader {
        names: Names::new(circuit),
        script: Script::default(),
        seen: HashTable::new(),
        hands: Hands { held: vec![None; circuit.parts.len()], count: 0 },
        broken: false,
    };
    reader.read(source);
    let findings = reader.names.findings;
    (findings.is_empty().then_some(reader.script), findings)
}

struct Reader<'a> {
    names: Names<'a>,
    script: Script,
    /// Every text of a line seen so far.
    seen: HashTable<Seen<'a>>,
    hands: Hands,
    /// Whether a line had findings: from there on it is unknown which buttons are pressed.
    broken: bool,
}

struct Seen<'a> {
    hash: u64,
    text: &'a str,
    step: u32,
    works_buttons: bool,
}

/// Which buttons are pressed, and the bytes of the line that pressed them.
struct Hands {
    held: Vec<Option<Range<usize>>>,
    count: usize,
}

impl<'a> Reader<'a> {
    fn read(&mut self, source: &'a str) {
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
    }

    fn line(&mut self, piece: Piece<'a>, number: u32) {
        let hash = hash(piece.text);
        let entry = self.seen.entry(hash, |seen| seen.hash == hash && seen.text == piece.text, |seen| seen.hash);
        let (step, works_buttons) = match entry {
            Entry::Occupied(seen) => (seen.get().step, seen.get().works_buttons),
            Entry::Vacant(place) => {
                let found_before = self.names.findings.len();
                let Some(Parsed { step, places }) = parse_piece(piece, &mut self.names) else {
                    self.broken |= self.names.findings.len() > found_before;
                    return;
                };
                let works_buttons = buttons(&step).is_some();
                let relative =
                    |place: Range<usize>| (place.start - piece.start) as u32..(place.end - piece.start) as u32;
                let places = places.into_iter().map(relative).collect();
                let step = self.script.push_step(step, places, self.names.circuit);
                place.insert(Seen { hash, text: piece.text, step, works_buttons });
                (step, works_buttons)
            }
        };
        let span = piece.span();
        let line = Line { number, start: span.start as u32, end: span.end as u32, step };
        if works_buttons && !self.broken {
            self.work_buttons(line);
        }
        self.script.lines.push(line);
    }

    /// Follows the buttons through a line, and says which cannot be pressed or freed there.
    fn work_buttons(&mut self, line: Line) {
        let Some(ready) = self.script.steps.get(line.step as usize) else { return };
        let Some((verb, parts)) = buttons(&ready.step) else { return };
        if verb == Verb::Press && self.hands.count == 0 {
            return;
        }
        for (index, part) in parts.enumerate() {
            let Some(held) = self.hands.held.get_mut(part.index()) else { continue };
            match (verb, &*held) {
                (Verb::Hold, None) => {
                    *held = Some(line.place(ready, index));
                    self.hands.count += 1;
                }
                (Verb::Free, Some(_)) => {
                    *held = None;
                    self.hands.count -= 1;
                }
                (Verb::Press, None) => {}
                (_, before) => {
                    let finding = button_finding(self.names.circuit, part, line.place(ready, index), before.clone());
                    self.names.findings.push(finding);
                }
            }
        }
    }
}

fn button_finding(circuit: &Circuit, part: PartId, at: Range<usize>, held: Option<Range<usize>>) -> Finding {
    let name = part_name(circuit, part);
    match held {
        Some(before) => {
            Finding::new("script-already-pressed", Severity::Error, at, format!("{name} is already pressed"))
                .with_second(before, "pressed here and not freed since")
                .with_help(format!("`free {name}` first"))
        }
        None => Finding::new("script-not-pressed", Severity::Error, at, format!("{name} is not pressed"))
            .with_help(format!("`hold {name}` presses and keeps it; `press {name}` frees it by itself")),
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
