//! Lists of names, and the contacts that a move opens and closes.

/// Names with commas between them: `K1, H1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Names<'a>(pub(super) &'a str);

impl<'a> Names<'a> {
    /// The names, in order.
    pub fn iter(self) -> impl Iterator<Item = &'a str> {
        self.0.split(", ").filter(|name| !name.is_empty())
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The list as it is written.
    pub fn as_str(self) -> &'a str {
        self.0
    }

    pub(super) fn read(text: &'a str, is_name: impl Fn(&str) -> bool) -> Option<Self> {
        (text.is_empty() || text.split(", ").all(is_name)).then_some(Self(text))
    }
}

/// What opens and closes with a move: `; opens K1/2 break; closes K1/1, K1/2 make`.
///
/// A change-over's side is part of the name, `K1/2 break`, and so is a wafer's, `SA1/a at 3`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Contacts<'a> {
    opens: &'a str,
    closes: &'a str,
}

impl<'a> Contacts<'a> {
    /// What opens.
    pub fn opens(self) -> Names<'a> {
        Names(self.opens)
    }

    /// What closes.
    pub fn closes(self) -> Names<'a> {
        Names(self.closes)
    }

    /// Reads what stands behind the words of a move, from the first semicolon on.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let (opens, closes) = match text.strip_prefix("; opens ") {
            Some(rest) => match rest.split_once("; closes ") {
                Some((opens, closes)) => (Some(opens), Some(closes)),
                None => (Some(rest), None),
            },
            None if text.is_empty() => (None, None),
            None => (None, Some(text.strip_prefix("; closes ")?)),
        };
        let side = |text: Option<&'a str>| match text {
            None => Some(""),
            Some("") => None,
            Some(text) => Names::read(text, is_side).map(Names::as_str),
        };
        Some(Self { opens: side(opens)?, closes: side(closes)? })
    }
}

/// Whether this may be a part's name.
pub(super) fn is_part(name: &str) -> bool {
    !name.is_empty() && !name.contains([' ', ',', '/'])
}

/// Whether this may be a contact's name: `K1/2`.
pub(super) fn is_contact(name: &str) -> bool {
    name.split_once('/').is_some_and(|(part, contact)| is_part(part) && is_part(contact))
}

/// A contact, with a side if it has several: `K1/2 make`, `SA1/a at 3`.
fn is_side(text: &str) -> bool {
    let Some((contact, side)) = text.split_once(' ') else { return is_contact(text) };
    let is_known =
        matches!(side, "make" | "break") || side.strip_prefix("at ").and_then(super::figures::whole).is_some();
    is_known && is_contact(contact)
}
