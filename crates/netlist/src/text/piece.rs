//! Pieces of RON: borrowed from the text, so that each knows its place, and looked into only as far
//! as somebody asks. A mistake inside one piece leaves its neighbours readable.
//!
//! The whole text has been read by `ron` once before it is cut into pieces, and every single value
//! is read by `ron` again; here it is only cut at its commas and colons.

use std::borrow::Cow;

use serde::de::{Deserialize, IgnoredAny};

use crate::text::token::{Token, token_at};

/// One RON value as it stands in the text, with blanks and comments about it perhaps.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'s> {
    text: &'s str,
}

/// `Name(…)`, `(…)` or a lone `Name`, one level deep.
#[derive(Debug)]
pub struct Record<'s> {
    /// The name before the parenthesis; empty when there is none.
    pub name: &'s str,
    /// What stands in the parentheses.
    pub body: Body<'s>,
}

/// What stands in a record's parentheses.
#[derive(Debug)]
pub enum Body<'s> {
    /// No parentheses at all.
    Bare,
    /// `(field: value, …)`, in order and with fields given twice.
    Fields(Vec<(&'s str, Piece<'s>)>),
    /// `(value, …)`; also `()`.
    Elements(Vec<Piece<'s>>),
}

/// The piece is not what was asked for.
#[derive(Debug)]
pub struct Mismatch;

impl<'s> Piece<'s> {
    /// The one value of a whole text, if the text is RON.
    ///
    /// # Errors
    /// What the RON reader says; mind that it recurses, so measure the nesting first, as
    /// [`Reader::whole`](super::Reader::whole) does.
    pub fn of_text(text: &'s str) -> Result<Self, ron::error::SpannedError> {
        options().from_str::<IgnoredAny>(text)?;
        let mut rest = skip_blanks(text);
        // Attributes such as `#![enable(implicit_some)]` stand before the value.
        while let Some(attribute) = rest.strip_prefix('#') {
            let attribute = skip_blanks(skip_blanks(attribute).trim_start_matches('!'));
            rest = skip_blanks(&attribute[bracket_len(attribute)..]);
        }
        Ok(Self { text: rest })
    }

    /// The value without the blanks and comments before it.
    pub fn text(self) -> &'s str {
        skip_blanks(self.text)
    }

    /// The value without blanks and comments on either side: what a finding underlines.
    pub fn trimmed(self) -> &'s str {
        let text = self.text();
        if !text.as_bytes().contains(&b'/') {
            return text.trim_end();
        }
        let (mut at, mut last) = (0, 0);
        while at < text.len() {
            let (token, end) = token_at(text, at);
            if !matches!(token, Token::Blank | Token::Comment { .. }) {
                last = end;
            }
            at = end;
        }
        &text[..last]
    }

    /// What a reader would call the value.
    pub fn describe(self) -> String {
        let text = self.text();
        match text.chars().next() {
            Some('"') => "text".to_owned(),
            Some('\'') => "a single character".to_owned(),
            Some('[') => "a list".to_owned(),
            Some('{') => "a map".to_owned(),
            Some('(') => "something in parentheses".to_owned(),
            Some(first) if first.is_ascii_digit() || matches!(first, '+' | '-' | '.') => "a number".to_owned(),
            _ => match identifier(text) {
                "" => "something else".to_owned(),
                name if skip_blanks(&text[name.len()..]).starts_with('(') => format!("`{name}(…)`"),
                name => format!("`{name}`"),
            },
        }
    }

    /// The value itself for `Some(value)` and for a plain value, nothing for `None`.
    pub fn given(self) -> Option<Self> {
        match identifier(self.text()) {
            "Some" => match self.record() {
                Ok(Record { body: Body::Elements(elements), .. }) if elements.len() == 1 => elements.first().copied(),
                _ => Some(self),
            },
            "None" => None,
            _ => Some(self),
        }
    }

    /// The value as a record.
    ///
    /// # Errors
    /// When it is something else.
    pub fn record(self) -> Result<Record<'s>, Mismatch> {
        let text = self.text();
        let name = identifier(text);
        let rest = skip_blanks(&text[name.len()..]);
        if rest.is_empty() && !name.is_empty() {
            return Ok(Record { name, body: Body::Bare });
        }
        let items = items(rest, '(')?;
        let is_field = |item: &&str| {
            let name = identifier(item);
            !name.is_empty() && skip_blanks(&item[name.len()..]).starts_with(':')
        };
        if !items.first().is_some_and(is_field) {
            return Ok(Record { name, body: Body::Elements(items.into_iter().map(|text| Self { text }).collect()) });
        }
        let fields: Result<Vec<_>, Mismatch> = items
            .into_iter()
            .map(|item| {
                let name = identifier(item);
                let value = skip_blanks(&item[name.len()..]).strip_prefix(':').ok_or(Mismatch)?;
                Ok((name, Self { text: value }))
            })
            .collect();
        Ok(Record { name, body: Body::Fields(fields?) })
    }

    /// The entries of `{key: value, …}`, in order and with keys given twice.
    ///
    /// # Errors
    /// When it is something else.
    pub fn entries(self) -> Result<Vec<(Piece<'s>, Piece<'s>)>, Mismatch> {
        let entry = |item: &'s str| {
            let colon = find(item, Token::Colon, 0).ok_or(Mismatch)?;
            Ok((Self { text: &item[..colon] }, Self { text: &item[colon + 1..] }))
        };
        items(self.text(), '{')?.into_iter().map(entry).collect()
    }

    /// The elements of `[value, …]` or of `(value, …)`.
    ///
    /// # Errors
    /// When it is something else.
    pub fn elements(self) -> Result<Vec<Piece<'s>>, Mismatch> {
        if self.text().starts_with('[') {
            return Ok(items(self.text(), '[')?.into_iter().map(|text| Self { text }).collect());
        }
        match self.record()? {
            Record { name: "", body: Body::Elements(elements) } => Ok(elements),
            _ => Err(Mismatch),
        }
    }

    /// The value as text.
    ///
    /// # Errors
    /// When it is something else.
    pub fn string(self) -> Result<Cow<'s, str>, Mismatch> {
        let text = self.trimmed();
        let plain = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        if let Some(plain) = plain.filter(|plain| !plain.contains(['"', '\\'])) {
            return Ok(Cow::Borrowed(plain));
        }
        Ok(Cow::Owned(self.plain::<String>()?))
    }

    /// The value as a lone word, such as `Dc`.
    ///
    /// # Errors
    /// When it is something else.
    pub fn word(self) -> Result<&'s str, Mismatch> {
        match self.record()? {
            Record { name, body: Body::Bare } => Ok(name),
            _ => Err(Mismatch),
        }
    }

    /// The value as any plain Rust value that RON can read.
    ///
    /// # Errors
    /// When it is something else.
    pub fn plain<T: Deserialize<'s>>(self) -> Result<T, Mismatch> {
        options().from_str(self.text()).map_err(|_| Mismatch)
    }
}

/// How every piece is read: `Some(…)` may be left out.
pub(crate) fn options() -> ron::Options {
    ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// The identifier a text starts with, or nothing.
fn identifier(text: &str) -> &str {
    if !text.starts_with(|c: char| c == '_' || c.is_alphabetic()) {
        return "";
    }
    match token_at(text, 0) {
        (Token::Other, _) => {
            let end = text.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(text.len());
            // `b'x'` is a number.
            if text[end..].starts_with('\'') { "" } else { &text[..end] }
        }
        _ => "",
    }
}

/// The text without the blanks and comments it starts with.
pub fn skip_blanks(text: &str) -> &str {
    let is_blank = |c: char| c.is_whitespace() || matches!(c, '\u{200E}' | '\u{200F}');
    let mut rest = text.trim_start_matches(is_blank);
    while rest.as_bytes().first() == Some(&b'/')
        && let (Token::Comment { .. }, end) = token_at(rest, 0)
    {
        rest = rest[end..].trim_start_matches(is_blank);
    }
    rest
}

/// The length of the bracketed text that a text starts with, brackets included.
fn bracket_len(text: &str) -> usize {
    let (mut at, mut depth) = (0, 0_usize);
    while at < text.len() {
        let (token, end) = token_at(text, at);
        match token {
            Token::Open(_) => depth += 1,
            Token::Close(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        at = end;
        if depth == 0 {
            return at;
        }
    }
    at
}

/// Where a token stands outside all brackets, from a byte on.
fn find(text: &str, wanted: Token, from: usize) -> Option<usize> {
    let (mut at, mut depth) = (from, 0_usize);
    while at < text.len() {
        let (token, end) = token_at(text, at);
        match token {
            _ if depth == 0 && token == wanted => return Some(at),
            Token::Open(_) => depth += 1,
            Token::Close(_) => depth = depth.checked_sub(1)?,
            _ => {}
        }
        at = end;
    }
    None
}

/// What stands between an opening bracket and its end, cut at the commas.
fn items(text: &str, opening: char) -> Result<Vec<&str>, Mismatch> {
    let inside = text.strip_prefix(opening).ok_or(Mismatch)?;
    let mut found = Vec::new();
    let (mut at, mut start, mut depth) = (0, 0, 0_usize);
    while at < inside.len() {
        let (token, end) = token_at(inside, at);
        match token {
            Token::Open(_) => depth += 1,
            Token::Comma | Token::Close(_) if depth == 0 => {
                let item = skip_blanks(&inside[start..at]);
                if !item.is_empty() {
                    found.push(item);
                }
                if token != Token::Comma {
                    // Nothing but blanks follows: a piece is one value.
                    return if skip_blanks(&inside[end..]).is_empty() { Ok(found) } else { Err(Mismatch) };
                }
                start = end;
            }
            Token::Close(_) => depth -= 1,
            _ => {}
        }
        at = end;
    }
    Err(Mismatch)
}
