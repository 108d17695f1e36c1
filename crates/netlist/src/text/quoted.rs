//! Text in quotes of which every byte knows where it stands in the file, escapes or not.

use std::borrow::Cow;
use std::ops::Range;

use crate::text::piece::{Mismatch, Piece};
use crate::text::span::Source;

/// A text in quotes, as it is meant, with the places of its bytes.
#[derive(Clone, Debug)]
pub struct Quoted<'s> {
    /// The text as it is meant: without quotes, its escapes undone.
    pub text: Cow<'s, str>,
    places: Places,
}

/// Where the bytes of the meant text stand in the file.
#[derive(Clone, Debug)]
enum Places {
    /// Byte for byte from here on.
    From(usize),
    /// Byte by byte, and the end.
    Each(Vec<u32>),
}

impl<'s> Quoted<'s> {
    /// The text of a piece.
    ///
    /// # Errors
    /// When the piece is no text in quotes.
    pub fn new(piece: Piece<'s>, source: Source<'s>) -> Result<Self, Mismatch> {
        let text = piece.string()?;
        let written = piece.trimmed();
        let start = source.span_of(written).range().start;
        let places = match &text {
            // A plain text lies in the file as it is meant.
            Cow::Borrowed(plain) => Places::From(source.span_of(plain).range().start),
            Cow::Owned(meant) if written.starts_with('"') => Places::Each(escaped_places(written, start, meant.len())),
            Cow::Owned(_) => Places::From(start + written.find('"').map_or(0, |quote| quote + 1)),
        };
        Ok(Self { text, places })
    }

    /// Where a part of the meant text stands in the file.
    pub fn range(&self, of: Range<usize>) -> Range<usize> {
        match &self.places {
            Places::From(start) => start + of.start..start + of.end,
            Places::Each(places) => {
                let place = |byte: usize| places.get(byte).or(places.last()).map_or(0, |&place| place as usize);
                place(of.start)..place(of.end).max(place(of.start))
            }
        }
    }
}

/// The place of every byte of a text with escapes, and of the closing quote.
fn escaped_places(written: &str, start: usize, length: usize) -> Vec<u32> {
    let mut places = Vec::with_capacity(length + 1);
    let narrow = |at: usize| u32::try_from(start + at).unwrap_or(u32::MAX);
    let inner = written.get(1..written.len().saturating_sub(1)).unwrap_or_default();
    let mut letters = inner.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let bytes = match (letter, letters.peek().map(|&(_, next)| next)) {
            ('\\', Some(kind)) => {
                letters.next();
                let digits: String = match kind {
                    'x' => letters.by_ref().take(2).map(|(_, digit)| digit).collect(),
                    'u' => letters.by_ref().take_while(|&(_, digit)| digit != '}').map(|(_, digit)| digit).collect(),
                    _ => String::new(),
                };
                let value = u32::from_str_radix(digits.trim_start_matches('{'), 16).ok();
                value.and_then(char::from_u32).map_or(1, char::len_utf8)
            }
            _ => letter.len_utf8(),
        };
        // The bytes of a plain letter lie one by one, those of an escape all where it begins.
        let is_plain = letter != '\\';
        places.extend((0..bytes).map(|byte| narrow(1 + at + if is_plain { byte } else { 0 })));
    }
    places.resize(length, narrow(written.len().saturating_sub(1)));
    places.push(narrow(written.len().saturating_sub(1)));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(written: &str, part: &str, expected: &str) {
        let file = format!(" /* a */ {written} ");
        let quoted = Quoted::new(Piece::of_text(&file).unwrap(), Source::new(&file)).unwrap();
        let at = quoted.text.find(part).unwrap();
        assert_eq!(&file[quoted.range(at..at + part.len())], expected);
    }

    #[test]
    fn each_byte_knows_its_place() {
        check(r#""L1 lit""#, "lit", "lit");
        check(r#""Р1 lit""#, "lit", "lit");
        check(r#""a\tb lit""#, "lit", "lit");
        check(r#""a\tb lit""#, "\tb", "\\tb");
        check(r#""\u{420}1 \x4c9 lit""#, "L9 lit", "\\x4c9 lit");
        check(r#""\u{420}1 \"Б\" lit""#, "Р1", "\\u{420}1");
        check(r###"r##"L"1" lit"##"###, "lit", "lit");
    }
}
