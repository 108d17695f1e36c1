//! The words of a condition or an expression. A name is free text, so what it is depends on the
//! circuit: the longest name that stands at a place is the one that is meant.

use std::ops::Range;

use kiber_netlist::Circuit;

use crate::book::condition::Compare;

/// A name is looked for in so many words at most, and in so many bytes.
const WORDS: usize = 24;
const BYTES: usize = 400;

/// Where an operand is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    Open,
    Not,
    Minus,
    Count,
    First,
    Number(Option<i64>),
    /// A part, a contact or a range of them, by name or label.
    Name,
    Word,
    /// A comma, a closing parenthesis, a comparison: no operand.
    Other,
    End,
}

/// Where something that joins operands is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joint {
    Comma,
    Or,
    Compare(Compare),
    Plus,
    Minus,
    Close,
    Other,
    End,
}

/// A walk over a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    circuit: &'t Circuit,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str, circuit: &'t Circuit) -> Self {
        Self { text, at: 0, circuit }
    }

    /// The byte at which the next word begins.
    pub(crate) fn skip_blanks(&mut self) -> usize {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.at
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn text(&self, range: &Range<usize>) -> &'t str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Goes on at a byte.
    pub(crate) fn go_to(&mut self, at: usize) {
        self.at = at.min(self.text.len());
    }

    /// What begins an operand, and where it stands.
    pub(crate) fn start(&mut self) -> (Start, Range<usize>) {
        let from = self.skip_blanks();
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return (Start::End, from..from) };
        if let Some(length) = self.name_length()
            && !self.is_function(length)
        {
            let digits = rest.get(..length).is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
            // A part may be called `9`; it is meant where a word follows.
            if !digits || begins_word(rest.get(length..).unwrap_or_default()) {
                return self.take(Start::Name, length);
            }
        }
        match first {
            '(' => self.take(Start::Open, 1),
            '-' | '−' => self.take(Start::Minus, first.len_utf8()),
            '0'..='9' => {
                let length = word_length(rest);
                let number = rest.get(..length).and_then(|digits| digits.parse().ok());
                self.take(Start::Number(number), length)
            }
            _ if ends_word(first) => (Start::Other, from..from + first.len_utf8()),
            _ => {
                let length = word_length(rest);
                let is_call = rest.get(length..).is_some_and(|after| after.trim_start().starts_with('('));
                let start = match rest.get(..length) {
                    Some("not") => Start::Not,
                    Some("count") if is_call => Start::Count,
                    Some("first") if is_call => Start::First,
                    _ => Start::Word,
                };
                self.take(start, length)
            }
        }
    }

    /// What joins the operand before it to what follows, and where it stands.
    pub(crate) fn joint(&mut self) -> (Joint, Range<usize>) {
        const SIGNS: [(&str, Joint); 14] = [
            ("<=", Joint::Compare(Compare::AtMost)),
            (">=", Joint::Compare(Compare::AtLeast)),
            ("!=", Joint::Compare(Compare::Other)),
            ("≤", Joint::Compare(Compare::AtMost)),
            ("≥", Joint::Compare(Compare::AtLeast)),
            ("≠", Joint::Compare(Compare::Other)),
            ("<", Joint::Compare(Compare::Less)),
            (">", Joint::Compare(Compare::More)),
            ("=", Joint::Compare(Compare::Equal)),
            ("+", Joint::Plus),
            ("-", Joint::Minus),
            ("−", Joint::Minus),
            (",", Joint::Comma),
            (")", Joint::Close),
        ];
        let from = self.skip_blanks();
        let rest = self.rest();
        if rest.is_empty() {
            return (Joint::End, from..from);
        }
        if let Some((sign, joint)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            self.at += sign.len();
            return (*joint, from..self.at);
        }
        let length = word_length(rest).max(rest.chars().next().map_or(0, char::len_utf8));
        if rest.get(..length) == Some("or") {
            self.at += length;
            return (Joint::Or, from..self.at);
        }
        (Joint::Other, from..from + length)
    }

    /// A plain word that is not `or`, if one stands here.
    pub(crate) fn word(&mut self) -> Option<Range<usize>> {
        let from = self.skip_blanks();
        let rest = self.rest();
        let length = word_length(rest);
        let word = rest.get(..length).unwrap_or_default();
        if word.is_empty() || word == "or" {
            return None;
        }
        self.at += length;
        Some(from..self.at)
    }

    /// A name or, where there is none of that name, a word in its place.
    pub(crate) fn name(&mut self) -> Option<Range<usize>> {
        let from = self.skip_blanks();
        match self.name_length() {
            Some(length) => {
                self.at += length;
                Some(from..self.at)
            }
            None => self.word(),
        }
    }

    fn take(&mut self, start: Start, length: usize) -> (Start, Range<usize>) {
        let from = self.at;
        self.at += length;
        (start, from..self.at)
    }

    /// Whether what was found by name is a function after all: its arguments follow.
    fn is_function(&self, length: usize) -> bool {
        let rest = self.rest();
        matches!(rest.get(..length), Some("count" | "first" | "not"))
            && rest.get(length..).is_some_and(|after| after.trim_start().starts_with('('))
    }

    /// The length of the longest name, contact or range that stands here.
    fn name_length(&self) -> Option<usize> {
        let rest = self.rest();
        let rest = rest.get(..rest.floor_char_boundary(BYTES)).unwrap_or_default();
        let comma = rest.find(',').unwrap_or(rest.len());
        let rest = rest.get(..comma).unwrap_or_default();
        let mut ends = [0_usize; WORDS];
        let mut found = 0;
        let mut before_blank = true;
        for (at, letter) in rest.char_indices() {
            if found == WORDS {
                break;
            }
            if ends_word(letter) && !before_blank {
                ends[found] = at;
                found += 1;
            }
            before_blank = letter.is_whitespace();
        }
        if found < WORDS {
            ends[found] = rest.trim_end().len();
            found += 1;
        }
        ends.iter().take(found).rev().copied().find(|&end| rest.get(..end).is_some_and(|name| self.names(name)))
    }

    /// Whether that is a part, a contact or a range of them.
    fn names(&self, text: &str) -> bool {
        let one = |name: &str| self.circuit.part(name).is_some() || self.circuit.contact(name).is_some();
        if text.is_empty() || text.ends_with(char::is_whitespace) {
            return false;
        }
        one(text) || text.split_once("..").is_some_and(|(first, last)| one(first.trim()) && one(last.trim()))
    }
}

/// Whether a word follows after blanks.
fn begins_word(text: &str) -> bool {
    let rest = text.trim_start();
    let word = rest.get(..word_length(rest)).unwrap_or_default();
    rest.len() < text.len() && !word.is_empty() && word != "or"
}

/// Signs that end a plain word.
fn ends_word(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(letter, ',' | '(' | ')' | '=' | '<' | '>' | '!' | '+' | '-' | '−' | '≤' | '≥' | '≠')
}

fn word_length(text: &str) -> usize {
    text.find(ends_word).unwrap_or(text.len())
}
