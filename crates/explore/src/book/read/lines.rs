//! Lines of `then`: what is filled in is cut out, the rest is read as a script is.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use kiber_netlist::text::{Quoted, Reader, Span};
use kiber_netlist::{Circuit, Finding};
use kiber_script::{Prepared, Step, parse_line};

use crate::book::line::{Line, Piece, filled, read_filled};
use crate::book::parser::expression;
use crate::book::scope::{Names, Scope};

/// So many ways to fill a line in are tried, to see whether one of them makes sense.
const TRIALS: usize = 64;

/// What lines of one book share.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// Steps that were read, by their text.
    known: BTreeMap<String, Arc<Prepared>>,
    /// How many lines have places to fill in.
    open: u32,
}

/// A part of a line.
enum Cut {
    Text(Range<usize>),
    Value(Range<usize>),
}

impl Lines {
    /// Reads a line; nothing, and findings, if it is none that a rule may have.
    pub(crate) fn read(&mut self, reader: &mut Reader<'_>, names: Names<'_>, words: &Quoted<'_>) -> Option<Line> {
        let text: &str = &words.text;
        if let Some(prepared) = self.known.get(text) {
            return Some(Line::read_fixed(text, Arc::clone(prepared)));
        }
        if text.split_whitespace().next() == Some("expect") {
            error(reader, words, "book-no-action", 0..text.len(), "an expectation does nothing".to_owned()).help =
                Some("say when the rule may be used in `when`, and what must hold as a property".to_owned());
            return None;
        }
        let cuts = cut(reader, words)?;
        if cuts.iter().all(|cut| matches!(cut, Cut::Text(_))) {
            let step = self.plain(reader, names.circuit, words)?;
            let prepared = Arc::new(Prepared::new(step, names.circuit));
            self.known.insert(text.to_owned(), Arc::clone(&prepared));
            return Some(Line::read_fixed(text, prepared));
        }
        self.open_line(reader, names, words, cuts)
    }

    fn plain(&self, reader: &mut Reader<'_>, circuit: &Circuit, words: &Quoted<'_>) -> Option<Step> {
        match parse_line(&words.text, circuit) {
            Ok(Some(step)) if step.is_action() => Some(step),
            Ok(_) => {
                let message = "there is nothing in this line".to_owned();
                error(reader, words, "book-no-action", 0..words.text.len(), message).help =
                    Some("a rule without actions leaves `then` out".to_owned());
                None
            }
            Err(findings) => {
                for finding in findings {
                    let span = words.range(finding.span.clone());
                    let second = finding.second.clone().map(|(second, why)| (words.range(second), why));
                    reader.findings.push(Finding { span, second, ..finding });
                }
                None
            }
        }
    }

    fn open_line(
        &mut self,
        reader: &mut Reader<'_>,
        names: Names<'_>,
        words: &Quoted<'_>,
        cuts: Vec<Cut>,
    ) -> Option<Line> {
        let (mut pieces, mut bounds) = (Vec::new(), Vec::new());
        let mut whole = true;
        for cut in cuts {
            match cut {
                Cut::Text(range) => {
                    pieces.push(Piece::Text(words.text.get(range).unwrap_or_default().to_owned()));
                }
                Cut::Value(range) => match expression(Scope::new(names, reader, words), range, None) {
                    Some((expression, range)) => {
                        pieces.push(Piece::Value(expression));
                        bounds.push(range);
                    }
                    None => whole = false,
                },
            }
        }
        if !whole {
            return None;
        }
        let example = match try_out(&pieces, &bounds, names.circuit) {
            Ok(example) => example,
            Err((line, message)) => {
                let message = format!("whatever is filled in, this is no line of a script: `{line}`: {message}");
                error(reader, words, "book-bad-braces", 0..words.text.len(), message);
                return None;
            }
        };
        self.open += 1;
        Some(Line::open(&words.text, self.open - 1, pieces, example.as_ref()))
    }
}

fn error<'r>(
    reader: &'r mut Reader<'_>,
    words: &Quoted<'_>,
    code: &'static str,
    at: Range<usize>,
    message: String,
) -> &'r mut Finding {
    let place = words.range(at);
    reader.error(code, Span::new(place.start, place.end), message)
}

/// Fills the line in with what it may get, until it can be read.
///
/// # Errors
/// The line as it became last, and what is wrong with it, if it can never be read.
fn try_out(pieces: &[Piece], bounds: &[(i128, i128)], circuit: &Circuit) -> Result<Option<Step>, (String, String)> {
    let narrow = |value: i128| i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX });
    let mut values: Vec<i64> = bounds.iter().map(|&(least, _)| narrow(least)).collect();
    for _ in 0..TRIALS {
        let line = filled(pieces, &values);
        let wrong = match read_filled(&line, circuit) {
            Ok(step) => return Ok(Some(step)),
            Err(message) => (line, message),
        };
        // The next values, as a counter counts.
        let mut over = true;
        for (value, &(least, most)) in values.iter_mut().zip(bounds) {
            if i128::from(*value) < most && *value < i64::MAX {
                *value += 1;
                over = false;
                break;
            }
            *value = narrow(least);
        }
        if over {
            return Err(wrong);
        }
    }
    Ok(None)
}

/// Cuts a line at its braces; quotes hide them, and nothing behind a comment sign is looked at.
fn cut(reader: &mut Reader<'_>, words: &Quoted<'_>) -> Option<Vec<Cut>> {
    const HELP: &str = "a value to fill in is written `off V{first(L1..L8 lit)}`";
    let text: &str = &words.text;
    let mut cuts = Vec::new();
    let (mut from, mut open, mut quoted) = (0, None, false);
    for (at, letter) in text.char_indices() {
        match (letter, open) {
            ('"', None) => quoted = !quoted,
            _ if quoted => {}
            ('#', None) => break,
            ('{', None) => {
                cuts.push(Cut::Text(from..at));
                open = Some(at);
            }
            ('}', Some(start)) => {
                cuts.push(Cut::Value(start + 1..at));
                open = None;
                from = at + 1;
            }
            ('{', Some(_)) | ('}', None) => {
                let message = if open.is_some() { "a brace in braces" } else { "this brace closes nothing" };
                error(reader, words, "book-bad-braces", at..at + 1, message.to_owned()).help = Some(HELP.to_owned());
                return None;
            }
            _ => {}
        }
    }
    if let Some(start) = open {
        error(reader, words, "book-bad-braces", start..start + 1, "this brace is never closed".to_owned()).help =
            Some(HELP.to_owned());
        return None;
    }
    cuts.push(Cut::Text(from..text.len()));
    Some(cuts)
}
