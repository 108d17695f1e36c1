//! Where a condition or an expression is read: what its names mean, and where what is wrong with it
//! is told.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use kiber_netlist::text::{Quoted, Reader, Span};
use kiber_netlist::{Circuit, Finding};
use kiber_script::{Step, parse_line};

use crate::book::Variable;
use crate::book::fact::{Fact, FactRange};

/// More facts than this in one text are a mistake, or an attack.
const FACTS: usize = 1 << 20;

/// A variable as far as it could be read.
#[derive(Clone, Debug)]
pub(crate) struct DraftVariable {
    pub(crate) variable: Variable,
    /// Whether its values are known.
    pub(crate) whole: bool,
}

/// What the names of a text mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'a> {
    pub(crate) circuit: &'a Circuit,
    pub(crate) variables: &'a [DraftVariable],
}

impl Names<'_> {
    pub(crate) fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|draft| draft.variable.name == name)
    }
}

/// One text with the reader of the file it stands in.
pub(crate) struct Scope<'a, 'r, 's> {
    pub(crate) names: Names<'a>,
    pub(crate) reader: &'r mut Reader<'s>,
    pub(crate) words: &'a Quoted<'a>,
    pub(crate) facts: Vec<Fact>,
    /// What was asked before, so that a long range is kept once.
    known: BTreeMap<String, FactRange>,
}

impl<'a, 'r, 's> Scope<'a, 'r, 's> {
    pub(crate) fn new(names: Names<'a>, reader: &'r mut Reader<'s>, words: &'a Quoted<'a>) -> Self {
        Self { names, reader, words, facts: Vec::new(), known: BTreeMap::new() }
    }

    /// Adds an error at a part of the text.
    pub(crate) fn error(&mut self, code: &'static str, at: Range<usize>, message: impl Into<String>) -> &mut Finding {
        let place = self.words.range(at);
        self.reader.error(code, Span::new(place.start, place.end), message)
    }

    /// The facts that names and a word stand for, in the order of the names, or findings.
    pub(crate) fn facts(&mut self, names: &[Range<usize>], word: Range<usize>) -> Option<FactRange> {
        let words = self.words;
        let text = |range: &Range<usize>| words.text.get(range.clone()).unwrap_or_default();
        let key: Vec<&str> = names.iter().chain([&word]).map(text).collect();
        let key = key.join("\n");
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let start = self.facts.len();
        let mut whole = true;
        for name in names {
            whole &= self.push_facts(name, &word).is_some();
        }
        if !whole {
            self.facts.truncate(start);
            return None;
        }
        let range = FactRange::new(start, self.facts.len() - start);
        self.known.insert(key, range);
        Some(range)
    }

    /// Whether some of the facts are about one part or contact.
    pub(crate) fn has_twice(&self, range: FactRange) -> bool {
        let mut seen = BTreeSet::new();
        !range.of(&self.facts).iter().all(|fact| seen.insert(fact.subject()))
    }

    /// Reads one name with its word as a script reads an expectation.
    fn push_facts(&mut self, name: &Range<usize>, word: &Range<usize>) -> Option<()> {
        const EXPECT: &str = "expect ";
        let words = self.words;
        let text = |range: &Range<usize>| words.text.get(range.clone()).unwrap_or_default();
        let line = format!("{EXPECT}{} {}", text(name), text(word));
        // From the line back to the text: the blank between the two has no place of its own.
        let place = |byte: usize| match byte.saturating_sub(EXPECT.len()) {
            byte if byte <= name.len() => name.start + byte,
            byte => word.start + (byte - name.len() - 1).min(word.len()),
        };
        match parse_line(line.trim_end(), self.names.circuit) {
            Ok(Some(Step::Expect(claims))) => {
                let facts: Option<Vec<Fact>> =
                    claims.iter().map(|&claim| Fact::of_claim(claim, self.names.circuit)).collect();
                self.facts.extend(facts?);
            }
            Ok(_) => return None,
            Err(findings) => {
                for finding in findings {
                    let range = place(finding.span.start)..place(finding.span.end);
                    let at = self.words.range(range);
                    self.reader.findings.push(Finding { span: at, second: None, ..finding });
                }
                return None;
            }
        }
        if self.facts.len() > FACTS {
            self.error("book-too-large", name.clone(), "this text asks about more than a million things").help =
                Some("count shorter ranges, or say it in fewer words".to_owned());
            return None;
        }
        Some(())
    }
}
