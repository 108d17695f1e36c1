//! The words of the language, and which of them are for which kind of part.

use kiber_netlist::PartKind;

use crate::step::{Condition, Happening, Verb};

/// Every verb with its word.
pub(crate) const VERBS: [(&str, Verb); 12] = [
    ("flip", Verb::Flip),
    ("on", Verb::On),
    ("off", Verb::Off),
    ("press", Verb::Press),
    ("hold", Verb::Hold),
    ("free", Verb::Free),
    ("break", Verb::Break),
    ("weld", Verb::Weld),
    ("short", Verb::Short),
    ("cut", Verb::Cut),
    ("stick", Verb::Stick),
    ("mend", Verb::Mend),
];

/// The first words of the other lines.
pub(crate) const OTHER_ACTIONS: [&str; 4] = ["wait", "expect", "set", "replace"];

/// Actions for parts that no circuit has yet.
pub(crate) const VERBS_OF_NO_PART: [&str; 2] = ["set", "replace"];

/// Words that people write for ours.
pub(crate) const SYNONYMS: [(&str, &str); 9] = [
    ("release", "free"),
    ("toggle", "flip"),
    ("switch", "flip"),
    ("push", "press"),
    ("sleep", "wait"),
    ("pause", "wait"),
    ("assert", "expect"),
    ("repair", "mend"),
    ("fix", "mend"),
];

/// Every condition with its word.
pub(crate) const CONDITIONS: [(&str, Condition); 8] = [
    ("operated", Condition::Operated),
    ("released", Condition::Released),
    ("lit", Condition::Lit),
    ("dim", Condition::Dim),
    ("off", Condition::Off),
    ("on", Condition::On),
    ("pressed", Condition::Pressed),
    ("free", Condition::Free),
];

/// The words for contacts; `true` is closed.
pub(crate) const CONTACT_WORDS: [(&str, bool); 2] = [("open", false), ("closed", true)];

/// What is said about the whole circuit.
pub(crate) const HAPPENINGS: [(&str, Happening); 3] =
    [("settled", Happening::Settled), ("oscillating", Happening::Oscillating), ("short", Happening::Short)];

/// Words for parts that no circuit has yet: steppers, selectors, polarized relays, fuses.
pub(crate) const WORDS_OF_NO_PART: [&str; 4] = ["left", "centre", "right", "blown"];

/// The value of a word in one of the tables.
pub(crate) fn find<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == word).map(|&(_, value)| value)
}

/// The word of a value in one of the tables.
pub(crate) fn word_of<T: Copy + PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|&&(_, known)| known == value).map_or("", |&(word, _)| word)
}

/// What may be done to a part of that kind, faults last.
pub(crate) fn verbs_for(kind: &PartKind) -> &'static [Verb] {
    match kind {
        PartKind::Source(_) => &[Verb::On, Verb::Off, Verb::Cut, Verb::Mend],
        PartKind::Relay(_) => &[Verb::Break, Verb::Short, Verb::Stick, Verb::Cut, Verb::Mend],
        PartKind::Button(_) => &[Verb::Press, Verb::Hold, Verb::Free, Verb::Cut, Verb::Mend],
        PartKind::Toggle(_) => &[Verb::Flip, Verb::On, Verb::Off, Verb::Cut, Verb::Mend],
        _ => &[Verb::Cut, Verb::Mend],
    }
}

/// What may be done to a contact.
pub(crate) const VERBS_FOR_CONTACTS: [Verb; 3] = [Verb::Break, Verb::Weld, Verb::Mend];

/// What may be expected of a part of that kind.
pub(crate) fn conditions_for(kind: &PartKind) -> &'static [Condition] {
    match kind {
        PartKind::Source(_) | PartKind::Toggle(_) => &[Condition::On, Condition::Off],
        PartKind::Relay(_) => &[Condition::Operated, Condition::Released],
        PartKind::Button(_) => &[Condition::Pressed, Condition::Free],
        PartKind::Lamp(_) => &[Condition::Lit, Condition::Dim, Condition::Off],
        _ => &[],
    }
}

/// `a relay`
pub(crate) fn a_kind(kind: &PartKind) -> String {
    format!("a {}", kind.name().to_lowercase())
}

/// `pressed, held or freed`: the words joined for a sentence.
pub(crate) fn joined(words: impl IntoIterator<Item = impl AsRef<str>>, last: &str) -> String {
    let words: Vec<_> = words.into_iter().collect();
    let mut sentence = String::new();
    for (place, word) in words.iter().enumerate() {
        if place > 0 {
            sentence.push_str(if place + 1 == words.len() { last } else { ", " });
        }
        sentence.push_str(word.as_ref());
    }
    sentence
}
