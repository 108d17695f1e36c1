//! Names: each once, and usable.

use std::collections::BTreeMap;

use kiber_netlist::text::{Piece, Reader, Span};

use crate::book::words::is_plain;

/// Entries of a map by name: one that is given twice is reported, and read all the same.
pub(crate) fn named_entries<'s>(
    reader: &mut Reader<'s>,
    piece: Piece<'s>,
    wanted: &str,
    what: &str,
) -> Vec<(String, Span, Piece<'s>)> {
    let Ok(entries) = piece.entries() else {
        reader.bad_value(piece, wanted);
        return Vec::new();
    };
    let mut seen = Seen::default();
    let mut named = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        let span = reader.place(key);
        let Some(name) = reader.text(key) else { continue };
        seen.note(reader, &name, span, what);
        named.push((name, span, value));
    }
    named
}

/// A list of plain names in quotes, each once.
pub(crate) fn name_list<'s>(
    reader: &mut Reader<'s>,
    piece: Piece<'s>,
    wanted: &str,
    what: &str,
) -> Vec<(String, Span)> {
    let Ok(elements) = piece.elements() else {
        reader.bad_value(piece, wanted);
        return Vec::new();
    };
    let mut seen = Seen::default();
    let mut named = Vec::with_capacity(elements.len());
    for element in elements {
        let span = reader.place(element);
        let Some(name) = reader.text(element) else { continue };
        check_plain(reader, &name, span, what);
        seen.note(reader, &name, span, what);
        named.push((name, span));
    }
    named
}

/// Reports a name that conditions could not use.
pub(crate) fn check_plain(reader: &mut Reader<'_>, name: &str, span: Span, what: &str) {
    if !is_plain(name) {
        reader.error("book-bad-name", span, format!("`{name}` cannot be the name of a {what}")).help =
            Some("a letter, then letters, digits and _".to_owned());
    }
}

/// Reports a name that people could not read.
pub(crate) fn check_readable(reader: &mut Reader<'_>, name: &str, span: Span, what: &str) {
    let wrong = if name.trim().is_empty() {
        "is empty"
    } else if name.chars().any(char::is_control) {
        "has a control character in it"
    } else if name.trim() != name {
        "starts or ends with a blank"
    } else {
        return;
    };
    reader.error("book-bad-name", span, format!("the name of this {what} {wrong}"));
}

/// The names there have been.
#[derive(Debug, Default)]
struct Seen {
    names: BTreeMap<String, Span>,
}

impl Seen {
    fn note(&mut self, reader: &mut Reader<'_>, name: &str, span: Span, what: &str) {
        match self.names.get(name) {
            Some(first) => {
                let first = first.range();
                reader.error("book-duplicate-name", span, format!("a second {what} `{name}`")).second =
                    Some((first, "first named here".to_owned()));
            }
            None => {
                self.names.insert(name.to_owned(), span);
            }
        }
    }
}
