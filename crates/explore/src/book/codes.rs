//! The table of everything that may be wrong with a rule-book.

use kiber_netlist::{Code, Severity};

/// Every code of a rule-book's own findings, with its meaning in a few words.
///
/// What is wrong with the text as RON has the codes of circuits (`ron-syntax`, `bad-value`,
/// `unknown-field`, …), and what is wrong with an action or with what is said of a part those of
/// scripts (`script-unknown-part`, …). `docs/rules.md` has a paragraph for each of these.
pub const CODES: &[Code] = &[
    error("book-bad-name", "a name that the language cannot use"),
    error("book-duplicate-name", "two things of one kind with one name"),
    error("book-name-clash", "a variable named like a part, or like a word of the language"),
    error("book-bad-number", "a number that makes no sense where it stands"),
    error("book-syntax", "a condition or an expression that is not put together rightly"),
    error("book-nested-too-deep", "parentheses in parentheses without end"),
    error("book-wrong-kind", "a number where a condition belongs, or the other way round"),
    error("book-unknown-name", "no variable and no part of that name"),
    error("book-unknown-value", "a variable never has that value"),
    error("book-out-of-range", "a value outside the range of its variable"),
    error("book-unknown-counter", "no counter of that name"),
    error("book-named-twice", "a part that would be counted twice"),
    error("book-not-of-a-moment", "a condition about what an action did"),
    error("book-bad-braces", "what is filled into a line is not written rightly, or never makes a line"),
    error("book-no-action", "a line that does nothing"),
    error("book-unknown-property", "no kind of property of that name"),
    error("book-wrong-part", "any operator cannot do that to a part of that kind"),
    error("book-unknown-part", "no part of that name for any operator"),
    error("book-conflict", "two things that do not go together in one book"),
    error("book-too-large", "more than a rule-book may hold"),
];

const fn error(name: &'static str, summary: &'static str) -> Code {
    Code { name, severity: Severity::Error, summary }
}
