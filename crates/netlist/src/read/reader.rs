//! What every part of reading shares: the text, the findings so far, and how to say what is wrong.

use std::collections::BTreeMap;

use crate::finding::{Finding, Severity};
use crate::near::nearest;
use crate::text::{Body, Piece, Record, Source, Span};

/// Searching for near names costs as much as there are names, so only the first findings get it.
const SUGGESTIONS: usize = 25;
/// The most names that are listed when none is near; as many as a kind of part has fields.
const MOST_LISTED: usize = 20;

/// Reads one text and collects what it finds.
pub struct Reader<'s> {
    /// The text, to measure places against.
    pub source: Source<'s>,
    /// Everything found so far, in the order of finding.
    pub findings: Vec<Finding>,
    suggestions_left: usize,
    /// Whether a finding has listed all kinds of part, so that others need not.
    pub(crate) kinds_listed: bool,
}

impl<'s> Reader<'s> {
    /// A reader of that text that has found nothing yet.
    pub fn new(text: &'s str) -> Self {
        Self { source: Source::new(text), findings: Vec::new(), suggestions_left: SUGGESTIONS, kinds_listed: false }
    }

    /// A reader of one text among several that are counted as one; this one begins at byte `base`.
    pub(crate) fn at(text: &'s str, base: u32) -> Self {
        Self { source: Source::at(text, base), ..Self::new(text) }
    }

    /// Reads another text with this reader's patience; what is found there is found here.
    pub(crate) fn elsewhere<'t, T>(&mut self, text: &'t str, base: u32, read: impl FnOnce(&mut Reader<'t>) -> T) -> T {
        let mut reader = Reader { suggestions_left: self.suggestions_left, ..Reader::at(text, base) };
        let read = read(&mut reader);
        self.suggestions_left = reader.suggestions_left;
        self.findings.append(&mut reader.findings);
        read
    }

    /// The place of a piece, without blanks and comments around it.
    pub fn place(&self, piece: Piece<'s>) -> Span {
        self.source.span_of(piece.trimmed())
    }

    /// Adds an error and hands it out for help and second places.
    pub fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> &mut Finding {
        self.report(code, Severity::Error, span, message)
    }

    /// Adds a warning and hands it out for help and second places.
    pub fn warning(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> &mut Finding {
        self.report(code, Severity::Warning, span, message)
    }

    /// Adds a finding and hands it out for help and second places.
    pub fn report(
        &mut self,
        code: &'static str,
        severity: Severity,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Finding {
        self.findings.push(Finding::new(code, severity, span.range(), message));
        // The vector cannot be empty here; the fallback only keeps a panic out of the crate.
        let last = self.findings.len() - 1;
        &mut self.findings[last]
    }

    /// Whether anything found so far makes what is read unusable.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(Finding::is_error)
    }

    /// Whether there is still time to search all names for a near one.
    pub fn may_suggest(&mut self) -> bool {
        let left = self.suggestions_left;
        self.suggestions_left = left.saturating_sub(1);
        left > 0
    }

    /// "did you mean …?", or the list of what there is when it is short and nothing is near.
    pub fn meant<'a>(
        &mut self,
        wanted: &str,
        names: impl IntoIterator<Item = &'a str> + Clone,
        what: &str,
    ) -> Option<String> {
        if !self.may_suggest() {
            return None;
        }
        let near = nearest(wanted, names.clone());
        if !near.is_empty() {
            return Some(format!("did you mean {}?", listed(&near, "or")));
        }
        let all: Vec<&str> = names.into_iter().take(MOST_LISTED + 1).collect();
        (!all.is_empty() && all.len() <= MOST_LISTED).then(|| format!("{what}: {}", listed(&all, "and")))
    }

    /// Reports a value of the wrong kind.
    pub fn bad_value(&mut self, piece: Piece<'s>, wanted: &str) -> &mut Finding {
        let span = self.place(piece);
        self.error("bad-value", span, format!("expected {wanted}, found {}", piece.describe()))
    }

    /// The record of a piece, if it is one of `Name(…)` or `(…)`.
    pub fn record(&mut self, piece: Piece<'s>, wanted: &str) -> Option<Record<'s>> {
        match piece.record() {
            Ok(record) => Some(record),
            Err(_) => {
                self.bad_value(piece, wanted);
                None
            }
        }
    }

    /// The fields of a record; `example` shows how it is written when it has none by name.
    pub fn fields(&mut self, piece: Piece<'s>, record: Record<'s>, example: &str) -> Option<Vec<(&'s str, Piece<'s>)>> {
        match record.body {
            Body::Fields(fields) => Some(fields),
            Body::Bare => Some(Vec::new()),
            Body::Elements(elements) if elements.is_empty() => Some(Vec::new()),
            Body::Elements(_) => {
                let span = self.place(piece);
                self.error("bad-value", span, "the values in the parentheses need the names of their fields").help =
                    Some(format!("for example `{example}`"));
                None
            }
        }
    }

    /// Drops a field given for a second time, with a finding.
    pub fn once(&mut self, fields: Vec<(&'s str, Piece<'s>)>) -> Vec<(&'s str, Piece<'s>)> {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        let mut kept = Vec::with_capacity(fields.len());
        for (name, piece) in fields {
            let span = self.source.span_of(name);
            match seen.get(name) {
                Some(first) => {
                    let first = first.range();
                    self.error("duplicate-field", span, format!("the field `{name}` is given twice")).second =
                        Some((first, "first given here".to_owned()));
                }
                None => {
                    seen.insert(name, span);
                    kept.push((name, piece));
                }
            }
        }
        kept
    }

    /// A name that has to be usable in commands and traces.
    pub(crate) fn name(&mut self, piece: Piece<'s>, rule: NameRule) -> Option<String> {
        let Ok(name) = piece.string() else {
            self.bad_value(piece, "a name in quotes");
            return None;
        };
        if let Some(wrong) = rule.broken_by(&name) {
            let span = self.place(piece);
            self.error("bad-name", span, format!("the name of this {} {wrong}", rule.what())).help =
                Some(rule.advice().to_owned());
            return None;
        }
        Some(name.into_owned())
    }

    /// Free text.
    pub fn text(&mut self, piece: Piece<'s>) -> Option<String> {
        match piece.string() {
            Ok(text) => Some(text.into_owned()),
            Err(_) => {
                self.bad_value(piece, "text in quotes");
                None
            }
        }
    }
}

/// What a name may be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameRule {
    Part,
    Contact,
    Winding,
    Net,
    Model,
    /// A net of a sub-circuit that leads out of it.
    Pin,
    Circuit,
}

impl NameRule {
    pub(crate) fn what(self) -> &'static str {
        match self {
            Self::Part => "part",
            Self::Contact => "contact",
            Self::Winding => "winding",
            Self::Net => "net",
            Self::Model => "model",
            Self::Pin => "pin",
            Self::Circuit => "sub-circuit",
        }
    }

    fn advice(self) -> &'static str {
        match self {
            Self::Net | Self::Pin | Self::Model | Self::Circuit => {
                "any text will do that is not empty and has no blanks at its ends"
            }
            _ => "scripts and traces use the name as it stands: no blanks and none of , # / { } \" . in it",
        }
    }

    /// How the name breaks the rule: "is empty".
    fn broken_by(self, name: &str) -> Option<String> {
        if name.is_empty() {
            return Some("is empty".to_owned());
        }
        if name.chars().any(char::is_control) {
            return Some("has a control character in it".to_owned());
        }
        if matches!(self, Self::Net | Self::Pin | Self::Model | Self::Circuit) {
            return (name.trim() != name).then(|| "starts or ends with a blank".to_owned());
        }
        if name.chars().any(char::is_whitespace) {
            return Some("has a blank in it".to_owned());
        }
        let forbidden = name.chars().find(|c| ",#/{}\".".contains(*c))?;
        Some(format!("has a `{forbidden}` in it"))
    }
}

/// The first few names, and how many more there are.
pub(crate) fn first_few(names: &[&str]) -> String {
    const FEW: usize = 5;
    if names.len() <= FEW {
        return listed(names, "and");
    }
    let few: Vec<String> = names.iter().take(FEW).map(|name| format!("`{name}`")).collect();
    format!("{} and {} more", few.join(", "), names.len() - FEW)
}

/// `1 lamp`, `2 lamps`.
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// `a`, `a or b`, `a, b or c`, each in backquotes.
pub fn listed(names: &[&str], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(|name| format!("`{name}`")).collect();
            format!("{} {word} `{last}`", first.join(", "))
        }
    }
}
