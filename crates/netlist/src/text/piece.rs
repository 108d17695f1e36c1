//! Pieces of RON: borrowed from the text, so that each knows its place, and looked into only as far
//! as somebody asks. A mistake inside one piece leaves its neighbours readable.

use std::borrow::Cow;
use std::fmt;

use ron::value::RawValue;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

/// One RON value as it stands in the text, with comments about it perhaps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'s> {
    text: &'s str,
}

/// `Name(…)`, `(…)` or a lone `Name`, one level deep.
#[derive(Debug)]
pub(crate) struct Record<'s> {
    /// The name before the parenthesis; empty when there is none.
    pub(crate) name: &'s str,
    pub(crate) body: Body<'s>,
}

/// What stands in a record's parentheses.
#[derive(Debug)]
pub(crate) enum Body<'s> {
    /// No parentheses at all.
    Bare,
    /// `(field: value, …)`, in order and with fields given twice.
    Fields(Vec<(&'s str, Piece<'s>)>),
    /// `(value, …)`; also `()`.
    Elements(Vec<Piece<'s>>),
}

/// RON could not read the piece as what was asked for.
#[derive(Debug)]
pub(crate) struct Mismatch;

impl From<ron::error::SpannedError> for Mismatch {
    fn from(_: ron::error::SpannedError) -> Self {
        Self
    }
}

impl<'s> Piece<'s> {
    /// The one value of a whole text.
    pub(crate) fn of_text(text: &'s str) -> Result<Self, ron::error::SpannedError> {
        let raw: &RawValue = options().from_str(text)?;
        Ok(Self { text: raw.get_ron() })
    }

    /// The value without the blanks and comments before it.
    pub(crate) fn text(self) -> &'s str {
        skip_blanks(self.text)
    }

    /// The value without blanks and comments on either side: what a finding underlines.
    pub(crate) fn trimmed(self) -> &'s str {
        let text = self.text();
        if !text.contains("//") && !text.contains("/*") {
            return text.trim_end();
        }
        RawValue::from_ron(text).map_or(text, |raw| raw.trim().get_ron())
    }

    /// What a reader would call the value, with its article.
    pub(crate) fn describe(self) -> String {
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
    pub(crate) fn given(self) -> Result<Option<Self>, Mismatch> {
        if !matches!(identifier(self.text()), "Some" | "None") {
            return Ok(Some(self));
        }
        let raw: Option<&RawValue> = options().from_str(self.text)?;
        Ok(raw.map(|raw| Self { text: raw.get_ron() }))
    }

    /// The value as a record.
    pub(crate) fn record(self) -> Result<Record<'s>, Mismatch> {
        let text = self.text();
        let name = identifier(text);
        let rest = skip_blanks(&text[name.len()..]);
        if rest.is_empty() && !name.is_empty() {
            return Ok(Record { name, body: Body::Bare });
        }
        let inside = skip_blanks(rest.strip_prefix('(').ok_or(Mismatch)?);
        let first = identifier(inside);
        let body = if !first.is_empty() && skip_blanks(&inside[first.len()..]).starts_with(':') {
            Body::Fields(options().from_str_seed(rest, Inside::<(&str, Piece<'_>)>::seed(Shape::Fields))?)
        } else {
            Body::Elements(options().from_str_seed(rest, Inside::<Piece<'_>>::seed(Shape::Elements))?)
        };
        Ok(Record { name, body })
    }

    /// The entries of `{key: value, …}`, in order and with keys given twice.
    pub(crate) fn entries(self) -> Result<Vec<(Piece<'s>, Piece<'s>)>, Mismatch> {
        Ok(options().from_str_seed(self.text, Inside::<(Piece<'_>, Piece<'_>)>::seed(Shape::Map))?)
    }

    /// The elements of `[value, …]` or of `(value, …)`.
    pub(crate) fn elements(self) -> Result<Vec<Piece<'s>>, Mismatch> {
        if self.text().starts_with('[') {
            return Ok(options().from_str_seed(self.text, Inside::<Piece<'_>>::seed(Shape::List))?);
        }
        match self.record()? {
            Record { name: "", body: Body::Elements(elements) } => Ok(elements),
            _ => Err(Mismatch),
        }
    }

    /// The value as text.
    pub(crate) fn string(self) -> Result<Cow<'s, str>, Mismatch> {
        let text = self.text();
        let plain = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        if let Some(plain) = plain.filter(|plain| !plain.contains(['"', '\\'])) {
            return Ok(Cow::Borrowed(plain));
        }
        Ok(Cow::Owned(options().from_str::<String>(text)?))
    }

    /// The value as a lone word, such as `Dc`.
    pub(crate) fn word(self) -> Result<&'s str, Mismatch> {
        match self.record()? {
            Record { name, body: Body::Bare } => Ok(name),
            _ => Err(Mismatch),
        }
    }

    /// The value as any plain Rust value that RON can read.
    pub(crate) fn plain<T: Deserialize<'s>>(self) -> Result<T, Mismatch> {
        Ok(options().from_str(self.text())?)
    }
}

/// How every piece is read: `Some(…)` may be left out.
fn options() -> ron::Options {
    ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// The identifier a text starts with, or nothing.
fn identifier(text: &str) -> &str {
    let is_first = |c: char| c == '_' || c.is_alphabetic();
    let is_later = |c: char| c == '_' || c.is_alphanumeric();
    if !text.starts_with(is_first) || text.starts_with("r\"") || text.starts_with("b\"") || text.starts_with("b'") {
        return "";
    }
    let end = text.find(|c| !is_later(c)).unwrap_or(text.len());
    if text[..end].ends_with('r') && end <= 2 && text[end..].starts_with('#') {
        return "";
    }
    &text[..end]
}

/// The text without the blanks and comments it starts with.
pub(crate) fn skip_blanks(text: &str) -> &str {
    let is_blank = |c: char| c.is_whitespace() || matches!(c, '\u{200E}' | '\u{200F}');
    let mut rest = text.trim_start_matches(is_blank);
    loop {
        let after = if rest.starts_with("//") {
            rest.find('\n').map_or("", |end| &rest[end..])
        } else if rest.starts_with("/*") {
            &rest[block_comment_len(rest)..]
        } else {
            return rest;
        };
        rest = after.trim_start_matches(is_blank);
    }
}

/// The length of the block comment a text starts with, comments inside it included.
pub(crate) fn block_comment_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    let mut at = 0;
    while at < bytes.len() {
        match &bytes[at..] {
            [b'/', b'*', ..] => {
                depth += 1;
                at += 2;
            }
            [b'*', b'/', ..] => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    text.len()
}

impl<'de> Deserialize<'de> for Piece<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw: &RawValue = Deserialize::deserialize(deserializer)?;
        Ok(Self { text: raw.get_ron() })
    }
}

/// Which brackets to look into.
#[derive(Clone, Copy)]
enum Shape {
    Fields,
    Elements,
    List,
    Map,
}

/// What stands between brackets, item by item.
struct Inside<T> {
    shape: Shape,
    item: std::marker::PhantomData<T>,
}

impl<T> Inside<T> {
    fn seed(shape: Shape) -> Self {
        Self { shape, item: std::marker::PhantomData }
    }
}

/// An item of a pair of brackets, read from either kind of access.
trait Item<'de>: Sized {
    fn from_seq<A: SeqAccess<'de>>(access: &mut A) -> Result<Option<Self>, A::Error>;
    fn from_map<A: MapAccess<'de>>(access: &mut A) -> Result<Option<Self>, A::Error>;
}

impl<'de> Item<'de> for Piece<'de> {
    fn from_seq<A: SeqAccess<'de>>(access: &mut A) -> Result<Option<Self>, A::Error> {
        access.next_element()
    }
    fn from_map<A: MapAccess<'de>>(access: &mut A) -> Result<Option<Self>, A::Error> {
        Ok(access.next_entry::<serde::de::IgnoredAny, _>()?.map(|(_, value)| value))
    }
}

impl<'de, K: Deserialize<'de>> Item<'de> for (K, Piece<'de>) {
    fn from_seq<A: SeqAccess<'de>>(access: &mut A) -> Result<Option<Self>, A::Error> {
        access.next_element()
    }
    fn from_map<A: MapAccess<'de>>(access: &mut A) -> Result<Option<Self>, A::Error> {
        access.next_entry()
    }
}

impl<'de, T: Item<'de>> DeserializeSeed<'de> for Inside<T> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        match self.shape {
            Shape::Fields => deserializer.deserialize_struct("", &[], self),
            Shape::Elements => deserializer.deserialize_tuple(0, self),
            Shape::List => deserializer.deserialize_seq(self),
            Shape::Map => deserializer.deserialize_map(self),
        }
    }
}

impl<'de, T: Item<'de>> Visitor<'de> for Inside<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("something in brackets")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Vec<T>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = T::from_seq(&mut access)? {
            items.push(item);
        }
        Ok(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Vec<T>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = T::from_map(&mut access)? {
            items.push(item);
        }
        Ok(items)
    }
}
