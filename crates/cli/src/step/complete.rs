//! Completion at the prompt: words, parts, contacts, nets.

use kiber_netlist::{Circuit, PartKind, RelayAction, fold};
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::help;

/// What can be completed for one circuit.
pub(super) struct Vocabulary {
    parts: Vec<Name>,
    nets: Vec<String>,
}

/// A part with what can be said of it.
struct Name {
    name: String,
    label: Option<String>,
    contacts: Vec<String>,
    verbs: &'static [&'static str],
    conditions: &'static [&'static str],
    /// How many places `set` and `at` may name.
    places: u32,
}

impl Vocabulary {
    pub(super) fn new(circuit: &Circuit) -> Self {
        let parts = circuit.parts.iter().map(|(id, part)| {
            let contacts = circuit.contacts_of(id).iter().map(|&contact| circuit.contacts[contact].name.clone());
            let (verbs, conditions) = words_for(&part.kind);
            let places = match &part.kind {
                PartKind::Selector(selector) => selector.places,
                PartKind::Stepper(stepper) => stepper.places,
                _ => 0,
            };
            let (name, label) = (part.name.clone(), part.label.clone());
            Name { name, label, contacts: contacts.collect(), verbs, conditions, places }
        });
        Self { parts: parts.collect(), nets: circuit.nets.rows().iter().map(|net| net.name.clone()).collect() }
    }

    /// Where the word under the cursor begins, and what it could become.
    pub(super) fn candidates(&self, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let before = line.get(..cursor).unwrap_or(line);
        let start = before.rfind([' ', '\t', ',']).map_or(0, |at| at + 1);
        let start = before.get(start..).and_then(|word| word.rfind("..")).map_or(start, |at| start + at + 2);
        let typed = before.get(start..).unwrap_or_default();
        let mut words = before.get(..start).unwrap_or_default().split([' ', '\t']).filter(|word| !word.is_empty());
        let Some(verb) = words.next() else {
            return (start, matching(typed, help::words()));
        };
        let last = words.next_back().unwrap_or_default();
        let before_last = words.clone().next_back().unwrap_or_default();
        let in_order = last == "order" || words.any(|word| word == "order");
        let found = match verb {
            "help" => matching(typed, help::words()),
            "back" | "trace" | "wait" | "quit" => Vec::new(),
            "expect" if last == "at" => self.places(typed, before_last),
            "set" if self.part(last).is_some_and(|part| part.places > 0) => self.places(typed, last),
            "expect" => match self.part(last.trim_end_matches(',')).filter(|_| !last.ends_with(',')) {
                Some(part) => matching(typed, part.conditions.iter().copied()),
                None if last.contains('/') && !last.ends_with(',') => matching(typed, ["open", "closed"]),
                None => {
                    let mut found = self.names(typed, |part| !part.conditions.is_empty());
                    found.extend(matching(typed, ["settled", "oscillating", "short"]));
                    found
                }
            },
            "state" | "why" => {
                let mut found = self.names(typed, |_| true);
                found.extend(matching(typed, self.nets.iter().map(String::as_str)));
                found
            }
            _ if in_order => self.names(typed, |part| part.verbs.contains(&"stick")),
            "cut" if !last.is_empty() => matching(typed, self.nets.iter().map(String::as_str)),
            verb => self.names(typed, |part| part.verbs.contains(&verb) || verb == "cut" || verb == "mend"),
        };
        (start, found)
    }

    fn part(&self, name: &str) -> Option<&Name> {
        self.parts.iter().find(|part| part.name == name || part.label.as_deref() == Some(name))
    }

    /// The places of a part.
    fn places(&self, typed: &str, part: &str) -> Vec<String> {
        let places = self.part(part).map_or(0, |part| part.places);
        (0..places).map(|place| place.to_string()).filter(|place| place.starts_with(typed)).collect()
    }

    /// Parts whose name or label begins with what was typed, or the contacts behind a slash.
    fn names(&self, typed: &str, fits: impl Fn(&Name) -> bool) -> Vec<String> {
        if let Some((name, contact)) = typed.rsplit_once('/') {
            let Some(part) = self.part(name) else { return Vec::new() };
            let contacts = part.contacts.iter().filter(|known| known.starts_with(contact));
            return contacts.map(|known| format!("{name}/{known}")).collect();
        }
        let folded = fold(typed);
        let begins = |name: &str| fold(name).starts_with(&folded);
        let fitting = self.parts.iter().filter(|part| fits(part));
        fitting
            .filter(|part| begins(&part.name) || part.label.as_deref().is_some_and(begins))
            .map(|part| part.name.clone())
            .collect()
    }
}

fn matching<'a>(typed: &str, words: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    words.into_iter().filter(|word| word.starts_with(typed)).map(str::to_string).collect()
}

/// The actions and the conditions for a kind of part.
fn words_for(kind: &PartKind) -> (&'static [&'static str], &'static [&'static str]) {
    match kind {
        PartKind::Source(_) => (&["on", "off"], &["on", "off"]),
        PartKind::Relay(relay) => {
            let conditions: &[&str] = match relay.action {
                RelayAction::Polarized { centre: true, .. } => &["left", "centre", "right"],
                RelayAction::Polarized { centre: false, .. } => &["left", "right"],
                _ => &["operated", "released"],
            };
            (&["break", "weld", "short", "stick"], conditions)
        }
        PartKind::Stepper(_) => (&["break", "weld", "short", "stick"], &["at"]),
        PartKind::Selector(_) => (&["set", "break", "weld"], &["at"]),
        PartKind::Fuse(_) => (&["replace"], &["blown", "whole"]),
        PartKind::Button(_) => (&["press", "hold", "free", "break", "weld"], &["pressed", "free"]),
        PartKind::Toggle(_) => (&["flip", "on", "off", "break", "weld"], &["on", "off"]),
        PartKind::Lamp(_) => (&[], &["lit", "dim", "off"]),
        _ => (&[], &[]),
    }
}

impl Completer for Vocabulary {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.candidates(line, pos))
    }
}

impl Helper for Vocabulary {}

impl Highlighter for Vocabulary {}

impl Hinter for Vocabulary {
    type Hint = String;
}

impl Validator for Vocabulary {}

#[cfg(test)]
mod tests {
    use super::*;

    const CIRCUIT: &str = r#"Circuit(title: "", parts: {
        "G1": Source(plus: "+", minus: "-"),
        "KN1": Button(label: "КН1", contacts: {"1": Make("+", "a"), "2": Make("+", "b1")}),
        "V1": Toggle(contacts: {"1": Make("+", "a")}),
        "V2": Toggle(contacts: {"1": Make("+", "b1")}),
        "P1": Relay(coil: ("a", "-")),
        "L1": Lamp(pins: ("b1", "-")),
        "SA1": Selector(places: 3, wafers: {"a": (common: "+", places: ["a", "b1"])}),
        "SW1": Stepper(coil: ("a", "-"), places: 11, wafers: {"a": (common: "+", places: ["a", "b1"])}),
        "KP1": Polarized(coil: ("a", "b1"), contacts: {"1": Left("+", "a")}),
        "F1": Fuse(pins: ("b1", "f"), amps: 1.0),
    })"#;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        let reading = kiber_netlist::read(CIRCUIT);
        let circuit = reading.circuit.unwrap_or_else(|| panic!("{:?}", reading.findings));
        let (start, found) = Vocabulary::new(&circuit).candidates(line, line.len());
        assert_eq!(found, expected, "{line}");
        assert!(found.iter().all(|word| fold(word).starts_with(&fold(&line[start..])) || start < line.len()), "{line}");
    }

    #[test]
    fn words_and_names_are_completed_where_they_fit() {
        check("p", &["press"]);
        check("st", &["stick", "state"]);
        check("press ", &["KN1"]);
        check("press К", &["KN1"]);
        check("flip V", &["V1", "V2"]);
        check("on V1..", &["G1", "V1", "V2"]);
        check("on V1..V", &["V1", "V2"]);
        check("off V1,", &["G1", "V1", "V2"]);
        check("break KN1/", &["KN1/1", "KN1/2"]);
        check("expect P1 ", &["operated", "released"]);
        check("expect P1 o", &["operated"]);
        check("expect P1 operated, L", &["L1"]);
        check("expect se", &["settled"]);
        check("expect KN1/1 ", &["open", "closed"]);
        check("state b", &["b1"]);
        check("cut P1 ", &["+", "-", "a", "b1", "f"]);
        check("help ba", &["back"]);
        check("wait ", &[]);
        check("hold KN1 in order ", &["P1", "SW1", "KP1"]);
        check("hold KN1 in order P1 leaves, P", &["P1"]);
        check("set ", &["SA1"]);
        check("set SA1 ", &["0", "1", "2"]);
        check("set SA1, ", &["SA1"]);
        check("replace ", &["F1"]);
        check("expect SA1 ", &["at"]);
        check("expect SW1 at ", &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
        check("expect SW1 at 1", &["1", "10"]);
        check("expect SW1 at 1, KP1 ", &["left", "right"]);
        check("expect F1 b", &["blown"]);
        check("stick S", &["SW1"]);
        check("break SA1/", &["SA1/a"]);
    }
}
