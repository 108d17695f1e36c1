//! The table of everything that may be wrong with a script.

use kiber_netlist::{Code, Severity};

/// Every code of a script's findings, with its meaning in a sentence.
///
/// `docs/scripts.md` has a paragraph for each.
pub const CODES: &[Code] = &[
    error("script-unknown-action", "The first word of the line is no action."),
    error("script-missing-part", "A name is missing: after the action, or beside a comma."),
    error("script-unknown-part", "No part has that name or label."),
    error("script-unknown-contact", "The part has no contact of that name."),
    error("script-unknown-net", "No net has that name, or the part is not joined to it."),
    error("script-unknown-place", "A selector or a stepper has no place of that number, or the place is missing."),
    error("script-extra-words", "There are words behind the name that belong to nothing."),
    error("script-wrong-kind", "The action is not for a part of that kind."),
    error("script-bad-range", "The two ends of a range do not fit, or a part between them is missing."),
    error("script-named-twice", "One line names the same part or contact twice."),
    error("script-bad-time", "A time is not a number of us, ms or s, or is too long or too fine."),
    error("script-bad-order", "An order says something that is no move, or its times do not fit."),
    error("script-missing-word", "An expectation does not say what is expected."),
    error("script-unknown-word", "An expectation's word is not known."),
    error("script-wrong-word", "The word is not for a part of that kind."),
    error("script-open-quote", "A quote is opened and not closed."),
    error("script-bad-repeat", "A repeat does not say how often, or has nothing to repeat."),
    error("script-odd-brace", "A brace has no counterpart, or stands where none belongs."),
    error("script-bad-heading", "A heading has no title, or does not begin with two signs."),
    error("script-bad-include", "An include does not name one file in quotes."),
    error("script-include-not-found", "The file to include is not there or cannot be read."),
    error("script-include-circle", "A file would include itself."),
    error("script-too-deep", "Repeats and includes are nested more than 64 deep."),
    error("script-not-a-line", "A repeat, an include or a heading stands where single lines are read."),
    error("script-already-pressed", "The button is already held down."),
    error("script-not-pressed", "The button is not pressed, so it cannot be freed."),
    error("script-not-blown", "The fuse is whole, so there is nothing to replace."),
    error("script-already-broken", "The fault is there already."),
    error("script-nothing-to-mend", "Nothing is broken there."),
    error("script-not-asked", "A part cannot take its turn in an order."),
    error("script-expectation-failed", "What is expected is not the case."),
    error("script-too-late", "The clock has run further than it can count."),
    error("script-too-long", "The text is longer than 4 GiB, or too much is included."),
];

const fn error(name: &'static str, summary: &'static str) -> Code {
    Code { name, severity: Severity::Error, summary }
}
