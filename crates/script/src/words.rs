//! The words of the language, and which of them are for which kind of part.

use std::borrow::Cow;

use kiber_netlist::{Circuit, PartId, PartKind, RelayAction};

use crate::step::{Condition, Happening, Verb};

/// Every verb with its word; of `set`, whose verb has a place in it, any.
pub(crate) const VERBS: [(&str, Verb); 14] = [
    ("flip", Verb::Flip),
    ("on", Verb::On),
    ("off", Verb::Off),
    ("press", Verb::Press),
    ("hold", Verb::Hold),
    ("free", Verb::Free),
    ("set", Verb::Set(0)),
    ("replace", Verb::Replace),
    ("break", Verb::Break),
    ("weld", Verb::Weld),
    ("short", Verb::Short),
    ("cut", Verb::Cut),
    ("stick", Verb::Stick),
    ("mend", Verb::Mend),
];

/// The first words of the other lines.
pub(crate) const OTHER_ACTIONS: [&str; 2] = ["wait", "expect"];

/// The first words of lines that only a whole script has.
pub(crate) const SCRIPT_WORDS: [&str; 2] = ["repeat", "include"];

/// Words that people write for ours.
pub(crate) const SYNONYMS: [(&str, &str); 13] = [
    ("loop", "repeat"),
    ("import", "include"),
    ("release", "free"),
    ("turn", "set"),
    ("renew", "replace"),
    ("toggle", "flip"),
    ("switch", "flip"),
    ("push", "press"),
    ("sleep", "wait"),
    ("pause", "wait"),
    ("assert", "expect"),
    ("repair", "mend"),
    ("fix", "mend"),
];

/// Every condition with its word, but for `at 4`.
pub(crate) const CONDITIONS: [(&str, Condition); 13] = [
    ("operated", Condition::Operated),
    ("released", Condition::Released),
    ("lit", Condition::Lit),
    ("dim", Condition::Dim),
    ("off", Condition::Off),
    ("on", Condition::On),
    ("pressed", Condition::Pressed),
    ("free", Condition::Free),
    ("left", Condition::Left),
    ("centre", Condition::Centre),
    ("right", Condition::Right),
    ("blown", Condition::Blown),
    ("whole", Condition::Whole),
];

/// The words for contacts; `true` is closed.
pub(crate) const CONTACT_WORDS: [(&str, bool); 2] = [("open", false), ("closed", true)];

/// What is said about the whole circuit.
pub(crate) const HAPPENINGS: [(&str, Happening); 3] =
    [("settled", Happening::Settled), ("oscillating", Happening::Oscillating), ("short", Happening::Short)];

/// The value of a word in one of the tables.
pub(crate) fn find<T: Copy>(table: &[(&str, T)], word: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == word).map(|&(_, value)| value)
}

/// The word of a value in one of the tables.
pub(crate) fn word_of<T: Copy + PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|&&(_, known)| known == value).map_or("", |&(word, _)| word)
}

/// The word of a verb.
pub(crate) fn verb_word(verb: Verb) -> &'static str {
    word_of(&VERBS, if let Verb::Set(_) = verb { Verb::Set(0) } else { verb })
}

/// The word of a condition, `at 4` included.
pub(crate) fn condition_word(condition: Condition) -> Cow<'static, str> {
    match condition {
        Condition::At(place) => format!("at {place}").into(),
        other => word_of(&CONDITIONS, other).into(),
    }
}

/// The condition that such words mean.
pub(crate) fn condition(words: &str) -> Option<Condition> {
    match place_in(words) {
        Some(place) => place.parse().ok().map(Condition::At),
        None => find(&CONDITIONS, words),
    }
}

/// The place in `at 4`.
pub(crate) fn place_in(words: &str) -> Option<&str> {
    words.strip_prefix("at").filter(|rest| rest.starts_with(char::is_whitespace)).map(str::trim_start)
}

/// How many places a part has that `set` and `at` speak of; none of parts without.
pub(crate) fn places_of(circuit: &Circuit, part: PartId) -> Option<u32> {
    match &circuit.parts.get(part)?.kind {
        PartKind::Selector(selector) => Some(selector.places),
        PartKind::Stepper(stepper) => Some(stepper.places),
        _ => None,
    }
}

/// What may be done to a part of that kind, faults last; of `set`, any place.
pub(crate) fn verbs_for(kind: &PartKind) -> &'static [Verb] {
    match kind {
        PartKind::Source(_) => &[Verb::On, Verb::Off, Verb::Cut, Verb::Mend],
        PartKind::Relay(_) | PartKind::Stepper(_) => &[Verb::Break, Verb::Short, Verb::Stick, Verb::Cut, Verb::Mend],
        PartKind::Button(_) => &[Verb::Press, Verb::Hold, Verb::Free, Verb::Cut, Verb::Mend],
        PartKind::Toggle(_) => &[Verb::Flip, Verb::On, Verb::Off, Verb::Cut, Verb::Mend],
        PartKind::Selector(_) => &[Verb::Set(0), Verb::Cut, Verb::Mend],
        PartKind::Fuse(_) => &[Verb::Replace, Verb::Cut, Verb::Mend],
        _ => &[Verb::Cut, Verb::Mend],
    }
}

/// What may be done to a contact.
pub(crate) const VERBS_FOR_CONTACTS: [Verb; 3] = [Verb::Break, Verb::Weld, Verb::Mend];

/// What may be expected of a part of that kind; of `at`, any place.
pub(crate) fn conditions_for(kind: &PartKind) -> &'static [Condition] {
    match kind {
        PartKind::Source(_) | PartKind::Toggle(_) => &[Condition::On, Condition::Off],
        PartKind::Relay(relay) => match relay.action {
            RelayAction::Polarized { centre: true, .. } => &[Condition::Left, Condition::Centre, Condition::Right],
            RelayAction::Polarized { centre: false, .. } => &[Condition::Left, Condition::Right],
            _ => &[Condition::Operated, Condition::Released],
        },
        PartKind::Stepper(_) | PartKind::Selector(_) => &[Condition::At(0)],
        PartKind::Fuse(_) => &[Condition::Blown, Condition::Whole],
        PartKind::Button(_) => &[Condition::Pressed, Condition::Free],
        PartKind::Lamp(_) => &[Condition::Lit, Condition::Dim, Condition::Off],
        _ => &[],
    }
}

/// `a relay`, `an impulse relay`
pub(crate) fn a_kind(kind: &PartKind) -> String {
    let noun = kind.noun();
    format!("{} {noun}", if noun.starts_with('i') { "an" } else { "a" })
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
