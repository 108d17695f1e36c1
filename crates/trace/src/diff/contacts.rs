//! Parts that move as before, and other contacts with them.

use std::collections::BTreeSet;

use super::difference::Kind;
use super::finding::{Finding, and};
use super::inside::{Compared, Pair};
use crate::written::{Contacts, Words};

/// What no longer opens or closes with a part, and what now does.
#[derive(Debug, Default)]
struct Changed<'w> {
    no_longer_opens: BTreeSet<&'w str>,
    no_longer_closes: BTreeSet<&'w str>,
    opens: BTreeSet<&'w str>,
    closes: BTreeSet<&'w str>,
}

pub(super) fn find(compared: &Compared<'_>, findings: &mut Vec<Finding>) {
    let mut changed = Changed::default();
    let mut first: Option<Pair<'_>> = None;
    for pair in compared.pairs() {
        let (a, b) = (contacts(&pair.a.line.words), contacts(&pair.b.line.words));
        if a != b {
            changed.add(a, b);
            first.get_or_insert(pair);
        }
    }
    let clauses = changed.clauses();
    if let Some(pair) = first
        && !clauses.is_empty()
    {
        let message = format!("{} {}", compared.who, clauses.join(", and "));
        findings.push(Finding::at(Kind::Contacts, Some(pair.a), Some(pair.b), message));
    }
}

fn contacts<'w>(words: &Words<'w>) -> Contacts<'w> {
    match *words {
        Words::Hand(_, contacts) => contacts.unwrap_or_default(),
        Words::Turned { contacts, .. } => contacts,
        Words::Move(it) => it.contacts,
        _ => Contacts::default(),
    }
}

impl<'w> Changed<'w> {
    fn add(&mut self, a: Contacts<'w>, b: Contacts<'w>) {
        let [a_opens, b_opens, a_closes, b_closes] =
            [a.opens(), b.opens(), a.closes(), b.closes()].map(|names| names.iter().collect::<BTreeSet<_>>());
        self.no_longer_opens.extend(a_opens.difference(&b_opens));
        self.opens.extend(b_opens.difference(&a_opens));
        self.no_longer_closes.extend(a_closes.difference(&b_closes));
        self.closes.extend(b_closes.difference(&a_closes));
    }

    fn clauses(self) -> Vec<String> {
        let Self { no_longer_opens, no_longer_closes, opens, closes } = self;
        let mut clauses = Vec::new();
        let mut told: BTreeSet<&str> = BTreeSet::new();
        let mut clause = |does: &str, names: BTreeSet<&'w str>, instead: &str| {
            let names: Vec<&str> = names.into_iter().filter(|name| told.insert(name)).collect();
            if !names.is_empty() {
                clauses.push(format!("{does} {}{instead}", and(&names)));
            }
        };
        let both = |one: &BTreeSet<&'w str>, two: &BTreeSet<&'w str>| one.intersection(two).copied().collect();
        let other_way: BTreeSet<&str> = both(&opens, &no_longer_closes);
        let other_way = other_way.into_iter().filter(|name| closes.contains(name) && no_longer_opens.contains(name));
        clause("moves", other_way.collect(), " the other way round");
        clause("opens", both(&opens, &no_longer_closes), " where it closed");
        clause("closes", both(&closes, &no_longer_opens), " where it opened");
        clause("no longer moves", both(&no_longer_opens, &no_longer_closes), "");
        clause("now moves", both(&opens, &closes), " too");
        clause("no longer closes", no_longer_closes, "");
        clause("no longer opens", no_longer_opens, "");
        clause("now closes", closes, " too");
        clause("now opens", opens, " too");
        clauses
    }
}
