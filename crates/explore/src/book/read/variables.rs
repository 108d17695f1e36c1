//! `vars:` and `counters:`.

use kiber_netlist::Circuit;
use kiber_netlist::text::{Body, Piece, Reader, Span};

use crate::book::read::names::{check_plain, name_list, named_entries};
use crate::book::scope::DraftVariable;
use crate::book::words::{LARGEST, is_taken_for_values, is_taken_for_variables};
use crate::book::{Domain, Variable};

const VARIABLE: &str = r#"`OneOf(["person", "machine"])` or `Range(0, 3)`"#;

/// The variables; one whose values cannot be read keeps its name.
pub(crate) fn variables<'s>(reader: &mut Reader<'s>, piece: Piece<'s>, circuit: &Circuit) -> Vec<DraftVariable> {
    let wanted = r#"a map of variables, as in `{"taken": Range(0, 3)}`"#;
    let mut drafts = Vec::new();
    for (name, span, piece) in named_entries(reader, piece, wanted, "variable") {
        check_plain(reader, &name, span, "variable");
        check_clash(reader, &name, span, circuit);
        let domain = domain(reader, piece);
        let whole = domain.is_some();
        let domain = domain.unwrap_or(Domain::Range(0, 0));
        drafts.push(DraftVariable { variable: Variable { name, domain }, whole });
    }
    drafts
}

fn check_clash(reader: &mut Reader<'_>, name: &str, span: Span, circuit: &Circuit) {
    if let Some(part) = circuit.part(name).and_then(|part| circuit.parts.get(part)) {
        let what = if part.name == name { "a part".to_owned() } else { format!("the label of `{}`", part.name) };
        reader.error("book-name-clash", span, format!("`{name}` is {what} already")).help =
            Some("give the variable another name".to_owned());
    } else if is_taken_for_variables(name) {
        reader.error("book-name-clash", span, format!("`{name}` is a word of the language")).help =
            Some("give the variable another name".to_owned());
    }
}

fn domain<'s>(reader: &mut Reader<'s>, piece: Piece<'s>) -> Option<Domain> {
    let record = reader.record(piece, VARIABLE)?;
    match (record.name, record.body) {
        ("OneOf", Body::Elements(elements)) if elements.len() == 1 => one_of(reader, *elements.first()?),
        ("Range", Body::Elements(elements)) if elements.len() == 2 => {
            let mut numbers = elements.into_iter().map(|element| number(reader, element));
            let (first, last) = (numbers.next().flatten(), numbers.next().flatten());
            Some(Domain::Range(first?, last?))
        }
        _ => {
            reader.bad_value(piece, VARIABLE);
            None
        }
    }
}

fn one_of<'s>(reader: &mut Reader<'s>, piece: Piece<'s>) -> Option<Domain> {
    let before = reader.findings.len();
    let values = name_list(reader, piece, r#"a list of values, as in `["person", "machine"]`"#, "value");
    for (value, span) in &values {
        if is_taken_for_values(value) {
            reader.error("book-name-clash", *span, format!("`{value}` is a word of the language")).help =
                Some("give the value another name".to_owned());
        }
    }
    if values.is_empty() && reader.findings.len() == before {
        reader.bad_value(piece, "at least one value");
    }
    let values: Vec<String> = values.into_iter().map(|(value, _)| value).collect();
    (!values.is_empty()).then_some(Domain::OneOf(values))
}

/// A whole number that no sum of many overflows.
pub(crate) fn number<'s>(reader: &mut Reader<'s>, piece: Piece<'s>) -> Option<i64> {
    let Ok(number) = piece.plain::<i64>() else {
        if piece.describe() == "a number" {
            let message = format!("`{}` is no whole number that makes sense here", piece.trimmed());
            let span = reader.place(piece);
            reader.error("book-bad-number", span, message);
        } else {
            reader.bad_value(piece, "a whole number");
        }
        return None;
    };
    if number.checked_abs().is_none_or(|size| size > LARGEST) {
        let span = reader.place(piece);
        reader.error("book-bad-number", span, format!("{number} is further from 0 than {LARGEST}"));
        return None;
    }
    Some(number)
}

/// The names of the counters.
pub(crate) fn counters<'s>(reader: &mut Reader<'s>, piece: Piece<'s>) -> Vec<String> {
    let counters = name_list(reader, piece, r#"a list of counters, as in `["losses"]`"#, "counter");
    counters.into_iter().map(|(name, _)| name).collect()
}
