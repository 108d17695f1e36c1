//! From text to a rule-book, with everything that is wrong with it.

mod any_operator;
mod bare;
mod lines;
mod names;
mod properties;
mod rules;
mod variables;

use std::borrow::Cow;

use kiber_netlist::text::{Piece, Reader, Record};
use kiber_netlist::{Circuit, Finding};

use crate::book::RuleBook;
use crate::book::read::any_operator::any_operator;
use crate::book::read::bare::{Named, name_bare_operator};
use crate::book::read::properties::properties;
use crate::book::read::rules::{MOST_RULES, rules};
use crate::book::read::variables::{counters, variables};
use crate::book::scope::Names;

const BOOK: &str = r#"Rules(rules: AnyOperator(press: "S1"), properties: {"it settles": Settles})"#;
const BOOK_FIELDS: [&str; 5] = ["title", "vars", "counters", "rules", "properties"];
const OPERATOR_FIELDS: [&str; 6] = ["title", "flip", "press", "turn", "hold", "properties"];

/// What reading a rule-book gave.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The rule-book, unless a finding is an error.
    pub book: Option<RuleBook>,
    /// Everything found, in the order of the text.
    pub findings: Vec<Finding>,
}

/// Reads a rule-book for a circuit, and says everything that is wrong with it.
///
/// A text whose brackets or quotes do not match, or that is no RON at all, gives one finding.
pub fn read(source: &str, circuit: &Circuit) -> Reading {
    let named = name_bare_operator(source);
    let text = named.as_ref().map_or(Cow::Borrowed(source), |named| Cow::Borrowed(named.text.as_str()));
    let mut reader = Reader::new(&text);
    let book = reader.whole(&text, "rule-book", BOOK).and_then(|piece| book(&mut reader, piece, circuit));
    let book = book.filter(|_| !reader.has_errors());
    let mut findings = reader.findings;
    if let Some(named) = &named {
        findings.iter_mut().for_each(|finding| Named::put_back(named, finding));
    }
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    Reading { book, findings }
}

fn book<'s>(reader: &mut Reader<'s>, piece: Piece<'s>, circuit: &Circuit) -> Option<RuleBook> {
    let record = reader.record(piece, &format!("a rule-book, as in `{BOOK}`"))?;
    match record.name {
        "" | "Rules" => rule_book(reader, piece, record, circuit),
        "AnyOperator" => operator_book(reader, piece, record, circuit),
        other => {
            let span = reader.source.span_of(other);
            reader.error("bad-value", span, format!("this is `{other}`, and a rule-book was expected")).help =
                Some(format!("a rule-book is written `{BOOK}`"));
            None
        }
    }
}

/// `Rules(…)`
fn rule_book<'s>(reader: &mut Reader<'s>, piece: Piece<'s>, record: Record<'s>, circuit: &Circuit) -> Option<RuleBook> {
    let word = reader.source.span_of(record.name);
    let fields = reader.fields(piece, record, BOOK)?;
    let fields = reader.once(fields);
    for (name, _) in &fields {
        if !BOOK_FIELDS.contains(name) {
            unknown_field(reader, name, &BOOK_FIELDS);
        }
    }
    let field = |wanted: &str| fields.iter().find(|(name, _)| *name == wanted);
    let given = |wanted: &str| field(wanted).and_then(|(_, piece)| piece.given());
    let mut book = RuleBook::default();
    if let Some(piece) = given("title") {
        book.title = reader.text(piece).unwrap_or_default();
    }
    let drafts = given("vars").map(|piece| variables(reader, piece, circuit)).unwrap_or_default();
    if let Some(piece) = given("counters") {
        book.counters = counters(reader, piece);
    }
    let names = Names { circuit, variables: &drafts };
    match given("rules") {
        None => {
            let place = if word.range().is_empty() { reader.place(piece) } else { word };
            reader.error("missing-field", place, "this rule-book has no `rules`").help =
                Some(format!("for example `{BOOK}`"));
        }
        Some(rules_piece) => match rules_piece.record() {
            Ok(record) if !record.name.is_empty() => {
                book.rules = any_operator(reader, rules_piece, record, circuit);
                for extra in ["vars", "counters"] {
                    if let Some((name, _)) = field(extra) {
                        let span = reader.source.span_of(name);
                        let message = format!("`{extra}` are of no use to any operator, who keeps no rules");
                        reader.error("book-conflict", span, message).help =
                            Some("write the rules out, or leave them away".to_owned());
                    }
                }
            }
            _ => book.rules = rules(reader, rules_piece, names, &book.counters),
        },
    }
    if book.rules.len() > MOST_RULES {
        let message = format!("{} rules are more than the {MOST_RULES} that a book may have", book.rules.len());
        reader.error("book-too-large", word, message);
    }
    if let Some(piece) = given("properties") {
        book.properties = properties(reader, piece, names, &book.counters);
    }
    book.variables = drafts.into_iter().map(|draft| draft.variable).collect();
    Some(book)
}

/// A file that is `AnyOperator(…)` and nothing else.
fn operator_book<'s>(
    reader: &mut Reader<'s>,
    piece: Piece<'s>,
    record: Record<'s>,
    circuit: &Circuit,
) -> Option<RuleBook> {
    let word = reader.source.span_of(record.name);
    let mut book = RuleBook { title: "any operator".to_owned(), ..RuleBook::default() };
    let fields = reader.fields(piece, record, BOOK)?;
    let fields = reader.once(fields);
    let (mut of_book, mut of_operator) = (Vec::new(), Vec::new());
    for (name, piece) in fields {
        match name {
            "title" | "properties" => of_book.push((name, piece)),
            _ => of_operator.push((name, piece)),
        }
    }
    book.rules = any_operator::of_fields(reader, word, of_operator, circuit, &OPERATOR_FIELDS);
    for (name, piece) in of_book {
        let Some(piece) = piece.given() else { continue };
        match name {
            "title" => book.title = reader.text(piece).unwrap_or_default(),
            _ => book.properties = properties(reader, piece, Names { circuit, variables: &[] }, &[]),
        }
    }
    Some(book)
}

fn unknown_field<'s>(reader: &mut Reader<'s>, name: &'s str, known: &[&'static str]) {
    let span = reader.source.span_of(name);
    let meant = reader.meant(name, known.iter().copied(), "the fields are");
    reader.error("unknown-field", span, format!("there is no field `{name}` here")).help = meant;
}
