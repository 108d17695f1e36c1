//! The words of the language.

/// No number in a rule-book is larger, so that no sum of a book's numbers overflows.
pub(crate) const LARGEST: i64 = 1_000_000_000_000;

/// What joins and counts.
const JOINING: [&str; 5] = ["or", "not", "and", "count", "first"];

/// What is said of parts and contacts.
const STATES: [&str; 10] = ["operated", "released", "lit", "dim", "off", "on", "pressed", "free", "open", "closed"];

/// What is said of few kinds of part; good names for variables, too.
const RARE_STATES: [&str; 6] = ["at", "left", "centre", "right", "blown", "whole"];

/// What is said of actions.
const HAPPENINGS: [&str; 3] = ["settled", "oscillating", "short"];

/// Whether it is said of parts and contacts.
pub(crate) fn is_word(word: &str) -> bool {
    STATES.contains(&word) || RARE_STATES.contains(&word)
}

/// Whether it is said of what an action did.
pub(crate) fn is_about_the_past(word: &str) -> bool {
    HAPPENINGS.contains(&word)
}

/// Whether a variable of that name would be taken for a word of the language.
pub(crate) fn is_taken_for_variables(word: &str) -> bool {
    JOINING.contains(&word) || STATES.contains(&word) || HAPPENINGS.contains(&word)
}

/// Whether a value of that name would be taken for a word of the language.
pub(crate) fn is_taken_for_values(word: &str) -> bool {
    matches!(word, "or" | "not" | "and")
}

/// Whether it can be the name of a variable, a value or a counter.
pub(crate) fn is_plain(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|letter| letter.is_alphabetic() || letter == '_')
        && letters.all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '\'' | '′'))
}
