//! `AnyOperator(…)`: the rules of somebody who keeps none.

use std::ops::Range;

use kiber_netlist::text::{Piece, Quoted, Reader, Record, Span};
use kiber_netlist::{Circuit, PartId, PartKind, RangeError};

use crate::book::Rule;
use crate::book::any_operator::{Hands, any_operator_rules};
use crate::book::read::unknown_field;

const OPERATOR: &str = r#"AnyOperator(flip: "V1..V8", press: ["KN1", "KN2"], hold: true)"#;

/// `rules: AnyOperator(…)`
pub(crate) fn any_operator<'s>(
    reader: &mut Reader<'s>,
    piece: Piece<'s>,
    record: Record<'s>,
    circuit: &Circuit,
) -> Vec<Rule> {
    let word = reader.source.span_of(record.name);
    if record.name != "AnyOperator" {
        let message = format!("this is `{}`, and rules or `AnyOperator(…)` were expected", record.name);
        reader.error("bad-value", word, message).help = Some(format!("for example `{OPERATOR}`"));
        return Vec::new();
    }
    match reader.fields(piece, record, OPERATOR) {
        Some(fields) => {
            let fields = reader.once(fields);
            of_fields(reader, word, fields, circuit, &["flip", "press", "turn", "hold"])
        }
        None => Vec::new(),
    }
}

/// The rules that `flip`, `press`, `turn` and `hold` stand for; `known` are the fields that may stand there.
pub(crate) fn of_fields<'s>(
    reader: &mut Reader<'s>,
    word: Span,
    fields: Vec<(&'s str, Piece<'s>)>,
    circuit: &Circuit,
    known: &[&'static str],
) -> Vec<Rule> {
    let before = reader.findings.len();
    let (mut flips, mut presses, mut turns, mut hold) = (Vec::new(), Vec::new(), Vec::new(), false);
    for (name, piece) in fields {
        let Some(piece) = piece.given() else { continue };
        match name {
            "flip" => flips = parts(reader, piece, circuit, Hand::Flips),
            "press" => presses = parts(reader, piece, circuit, Hand::Presses),
            "turn" => turns = parts(reader, piece, circuit, Hand::Turns),
            "hold" => hold = reader.flag(piece).unwrap_or_default(),
            _ => unknown_field(reader, name, known),
        }
    }
    if flips.is_empty() && presses.is_empty() && turns.is_empty() && reader.findings.len() == before {
        reader.error("missing-field", word, "this operator can neither flip nor press nor turn anything").help =
            Some(format!("for example `{OPERATOR}`"));
    }
    any_operator_rules(circuit, Hands { flips: &flips, presses: &presses, turns: &turns, hold })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Flips,
    Presses,
    Turns,
}

/// The parts of `"V1..V8"`, `"V1, V3"` or of a list of such texts.
fn parts<'s>(reader: &mut Reader<'s>, piece: Piece<'s>, circuit: &Circuit, hand: Hand) -> Vec<PartId> {
    let texts = match piece.elements() {
        Ok(elements) if piece.text().starts_with('[') => elements,
        _ => vec![piece],
    };
    let mut found = Vec::new();
    for text in texts {
        let Ok(words) = Quoted::new(text, reader.source) else {
            reader.bad_value(text, r#"names in quotes, as in `"V1..V8"` or `["KN1", "KN2"]`"#);
            continue;
        };
        let mut from = 0;
        for name in words.text.split(',') {
            let at = from..from + name.len();
            from = at.end + 1;
            let start = at.start + (name.len() - name.trim_start().len());
            let trimmed = start..start + name.trim().len();
            named(reader, &words, trimmed, circuit, hand, &mut found);
        }
    }
    found
}

fn named(
    reader: &mut Reader<'_>,
    words: &Quoted<'_>,
    at: Range<usize>,
    circuit: &Circuit,
    hand: Hand,
    found: &mut Vec<PartId>,
) {
    let name = words.text.get(at.clone()).unwrap_or_default();
    let place = words.range(at);
    let place = Span::new(place.start, place.end);
    let parts = match circuit.range(name) {
        Ok(parts) => parts,
        Err(error) => {
            let code = match error {
                RangeError::NoSuchPart { .. } => "book-unknown-part",
                RangeError::NoRange { .. } | RangeError::Gap { .. } => "bad-range",
            };
            reader.error(code, place, error.to_string()).help = error.help();
            return;
        }
    };
    for part in parts {
        let Some(known) = circuit.parts.get(part) else { continue };
        let wrong = match (hand, &known.kind) {
            (Hand::Flips, PartKind::Toggle(_))
            | (Hand::Presses, PartKind::Button(_))
            | (Hand::Turns, PartKind::Selector(_)) => None,
            (_, PartKind::Button(_)) => Some("is pressed: name it under `press`"),
            (_, PartKind::Toggle(_)) => Some("is flipped: name it under `flip`"),
            (_, PartKind::Selector(_)) => Some("is turned: name it under `turn`"),
            _ => Some("is nothing for a hand"),
        };
        if let Some(wrong) = wrong {
            let message = format!("`{}` is a {} and {wrong}", known.name, known.kind.noun());
            reader.error("book-wrong-part", place, message);
            return;
        }
        if found.contains(&part) {
            reader.error("book-named-twice", place, format!("`{}` is named twice", known.name));
            return;
        }
        found.push(part);
    }
}
