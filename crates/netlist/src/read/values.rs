//! Single values: numbers with their ranges, nets, words.

use crate::circuit::Quantity;
use crate::kinds::Limits;
use crate::read::reader::{NameRule, Reader, counted, listed};
use crate::text::{Piece, Span};

impl<'s> Reader<'s> {
    /// A number or `(min, nominal, max)`.
    pub(crate) fn quantity(&mut self, piece: Piece<'s>, limits: &Limits) -> Option<Quantity> {
        if !piece.text().starts_with('(') {
            return self.number(piece, limits).map(Quantity::exactly);
        }
        let elements = piece.elements().unwrap_or_default();
        let [min, nominal, max] = elements[..] else {
            self.bad_value(piece, "a number or `(min, nominal, max)`");
            return None;
        };
        let numbers = [self.number(min, limits), self.number(nominal, limits), self.number(max, limits)];
        let [Some(min), Some(nominal), Some(max)] = numbers else {
            return None;
        };
        if min <= nominal && nominal <= max {
            return Some(Quantity { min, nominal, max, stated_range: true });
        }
        let span = self.place(piece);
        self.error("bad-number", span, format!("({min}, {nominal}, {max}) does not rise")).help =
            Some("a range is (min, nominal, max), the least value first".to_owned());
        None
    }

    /// A number where a range would say nothing.
    pub(crate) fn one_number(&mut self, piece: Piece<'s>, limits: &Limits) -> Option<f64> {
        if piece.text().starts_with('(') {
            self.bad_value(piece, "one number").help =
                Some("a rating is one number: it does not vary from part to part".to_owned());
            return None;
        }
        self.number(piece, limits)
    }

    pub(crate) fn number(&mut self, piece: Piece<'s>, limits: &Limits) -> Option<f64> {
        let Ok(value) = piece.plain::<f64>() else {
            let span = self.place(piece);
            match piece.describe().as_str() {
                "a number" => {
                    self.error("bad-number", span, format!("`{}` is not written like a number", piece.trimmed()))
                }
                _ => self.bad_value(piece, "a number"),
            };
            return None;
        };
        if limits.admits(value) {
            // A negative zero would be printed as such.
            return Some(value + 0.0);
        }
        let span = self.place(piece);
        let Limits { what, unit, zero, least, most, .. } = limits;
        let written = piece.trimmed();
        let finding = self.error("bad-number", span, format!("{written} {unit} will not do for {what}"));
        let from = if *zero { "0, or from ".to_owned() } else { "from ".to_owned() };
        finding.help = Some(format!("it has to be {from}{least} to {most} {unit}"));
        None
    }

    /// A whole number from `least`.
    pub(crate) fn count(&mut self, piece: Piece<'s>, least: u32) -> Option<u32> {
        match piece.plain::<u32>() {
            Ok(count) if count >= least => Some(count),
            Ok(count) => {
                let span = self.place(piece);
                self.error("bad-number", span, format!("{count} is too few")).help =
                    Some(format!("it has to be {least} or more"));
                None
            }
            Err(_) => {
                let number = piece.plain::<f64>().is_ok();
                let span = self.place(piece);
                if number {
                    let message = format!("{} is no whole number that makes sense here", piece.trimmed());
                    self.error("bad-number", span, message);
                } else {
                    self.bad_value(piece, "a whole number");
                }
                None
            }
        }
    }

    /// `true` or `false`.
    pub fn flag(&mut self, piece: Piece<'s>) -> Option<bool> {
        match piece.plain::<bool>() {
            Ok(flag) => Some(flag),
            Err(_) => {
                self.bad_value(piece, "`true` or `false`");
                None
            }
        }
    }

    /// One of a few words, in quotes or not.
    pub(crate) fn word(&mut self, piece: Piece<'s>, words: &'static [&'static str]) -> Option<&'static str> {
        let known = |word: &str| words.iter().find(|known| **known == word);
        let found = match piece.word() {
            Ok(word) => known(word),
            Err(_) => piece.string().ok().and_then(|word| known(&word)),
        };
        if found.is_none() {
            self.bad_value(piece, &listed(words, "or"));
        }
        found.copied()
    }

    pub(crate) fn net(&mut self, piece: Piece<'s>) -> Option<(String, Span)> {
        let name = self.name(piece, NameRule::Net)?;
        Some((name, self.place(piece)))
    }

    /// `("a", "b")`.
    pub(crate) fn pins(&mut self, piece: Piece<'s>) -> Option<([String; 2], [Span; 2])> {
        let elements = piece.elements().unwrap_or_default();
        let [a, b] = elements[..] else {
            self.bad_pins(piece, "two nets, as in `(\"a\", \"b\")`", elements.len());
            return None;
        };
        let (a, b) = (self.net(a), self.net(b));
        let ((a, a_span), (b, b_span)) = (a?, b?);
        Some(([a, b], [a_span, b_span]))
    }

    /// `["a", "b", …]`, two or more.
    pub(crate) fn many_pins(&mut self, piece: Piece<'s>) -> Option<(Vec<String>, Vec<Span>)> {
        let elements = piece.elements().unwrap_or_default();
        if elements.len() < 2 {
            self.bad_pins(piece, "two nets or more, as in `[\"a\", \"b\"]`", elements.len());
            return None;
        }
        let pins: Vec<Option<(String, Span)>> = elements.into_iter().map(|pin| self.net(pin)).collect();
        let pins: Option<Vec<(String, Span)>> = pins.into_iter().collect();
        Some(pins?.into_iter().unzip())
    }

    fn bad_pins(&mut self, piece: Piece<'s>, wanted: &str, found: usize) {
        if found == 0 {
            self.bad_value(piece, wanted);
        } else {
            let span = self.place(piece);
            self.error("bad-value", span, format!("expected {wanted}, found {}", counted(found, "net")));
        }
    }
}
