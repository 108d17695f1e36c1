//! `help`: every word of the prompt.

use kiber_netlist::{Circuit, nearest};

use super::examples::Examples;
use crate::words::{repeated, wrapped};

/// A word with how it is written, what it does in a line, and what more there is to say: ways to
/// write it, each with what it means. Names stand in braces.
struct Entry {
    word: &'static str,
    usage: &'static str,
    does: &'static str,
    more: &'static [(&'static str, &'static str)],
}

const fn entry(
    word: &'static str,
    usage: &'static str,
    does: &'static str,
    more: &'static [(&'static str, &'static str)],
) -> Entry {
    Entry { word, usage, does, more }
}

const ENTRIES: &[Entry] = &[
    entry(
        "press",
        "press {button}",
        "press, settle, free, settle",
        &[
            ("press {button} for 3ms", "press, let exactly 3 ms pass, free, settle"),
            ("press A, B", "several at the same instant"),
        ],
    ),
    entry(
        "hold",
        "hold {button}",
        "press a button and keep it pressed",
        &[
            ("hold {button} for 3ms", "press, let 3 ms pass, no more"),
            ("hold {button} in order A, B", "then A moves, then B, and all others wait; so with every action"),
            ("… in order A leaves, B", "`leaves`, `arrives`, `falls back`: half a move"),
            ("… in order A at 6.4ms", "with times since the hands acted"),
        ],
    ),
    entry(
        "free",
        "free {button}",
        "free a button that is held",
        &[("free {button} for 3ms", "free, let 3 ms pass, no more")],
    ),
    entry(
        "flip",
        "flip {toggle}",
        "move a toggle to its other position",
        &[("flip V1..V3", "a range: every part between exists")],
    ),
    entry(
        "on",
        "on {toggle}, {source}",
        "toggles and sources on; already there is fine",
        &[("on {toggle} for 2ms", "put it on, let 2 ms pass, no more"), ("on V1..V8", "a range: all of them")],
    ),
    entry(
        "off",
        "off {toggle}",
        "toggles and sources off; already there is fine",
        &[("off {toggle} for 2ms", "put it off, let 2 ms pass, no more")],
    ),
    entry(
        "set",
        "set {selector} 1",
        "turn a selector to a place, the first is 0",
        &[
            ("set {selector} 1 for 2ms", "turn it, let 2 ms pass, no more"),
            ("set A, B 2", "several at the same instant"),
        ],
    ),
    entry("replace", "replace {fuse}", "put a new fuse in the place of a blown one", &[]),
    entry("wait", "wait 20ms", "let exactly so much time pass", &[("250us, 20ms, 1.5s", "whole microseconds")]),
    entry(
        "break",
        "break {contact}",
        "fault: a contact stuck open, or a coil interrupted",
        &[("break {contact}", "the contact never conducts"), ("break {relay}", "the coil is interrupted")],
    ),
    entry(
        "weld",
        "weld {contact}",
        "fault: a contact closed for good",
        &[("of a change-over, a wafer", "the side or the place at which it stands")],
    ),
    entry("short", "short {relay}", "fault: a coil without resistance", &[]),
    entry(
        "cut",
        "cut {relay} {net}",
        "fault: the wire of net {net} is off at {relay}",
        &[("cut {relay} \"net 7\"", "a net that is not one plain word")],
    ),
    entry("stick", "stick {relay}", "fault: the armature stays where it stands", &[]),
    entry(
        "mend",
        "mend {contact}",
        "mend a contact, a wire, or all at a part",
        &[("mend {relay}", "everything at {relay}"), ("mend {relay} {net}", "the wire of net {net}")],
    ),
    entry(
        "expect",
        "expect {relay} {stands}",
        "say whether it is so",
        &[
            ("relays", "operated, released; polarized: left, centre, right"),
            ("steppers, selectors", "at 4, as in `expect {selector} at 1`"),
            ("fuses", "blown, whole"),
            ("lamps", "lit, dim, off"),
            ("toggles, sources", "on, off"),
            ("buttons", "pressed, free"),
            ("contacts", "open, closed, as in `expect {contact} open`"),
            ("the last action", "settled, oscillating, short"),
            ("several", "`expect {relay} {stands}, {lamp} off`"),
        ],
    ),
    entry(
        "state",
        "state [PART|NET]",
        "how everything stands, or one thing in full",
        &[
            ("state", "the panel and all parts"),
            ("state {relay}", "its coils, contacts and nets"),
            ("state {contact}", "one contact"),
            ("state {net}", "a net: its potential and what is joined to it"),
        ],
    ),
    entry(
        "why",
        "why PART|NET",
        "why it is so, or what would have to move",
        &[
            ("why {relay}", "its paths and what holds it, or the smallest sets of moves"),
            ("why {lamp}", "a lamp: lit, dim or off"),
            ("why {contact}", "a contact, and what flows through it"),
            ("why {net}", "a net: what joins it to a pole"),
        ],
    ),
    entry(
        "back",
        "back [N]",
        "undo the last action, or the last N",
        &[("back 1000", "as far as there is anything to undo")],
    ),
    entry("trace", "trace [N]", "all that has happened, or the last N actions", &[]),
    entry("help", "help [WORD]", "this list, or more about a word", &[]),
    entry("quit", "quit", "leave; so does the end of input", &[]),
];

/// Words of an order of moves, which are told beneath `hold`.
const ORDER_WORDS: [&str; 7] = ["in order", "in", "order", "leaves", "arrives", "falls", "with"];

/// The prompt's own words, beside those of a script.
pub(super) const OWN_WORDS: [&str; 6] = ["state", "why", "back", "trace", "help", "quit"];

/// Words that people write for the prompt's own.
pub(super) const SYNONYMS: [(&str, &str); 9] = [
    ("undo", "back"),
    ("show", "state"),
    ("status", "state"),
    ("print", "state"),
    ("panel", "state"),
    ("history", "trace"),
    ("log", "trace"),
    ("q", "quit"),
    ("bye", "quit"),
];

/// Every word that a line can begin with.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(|entry| entry.word)
}

/// The list of all words, with names of this circuit.
pub(super) fn overview(circuit: &Circuit) -> String {
    let examples = Examples::new(circuit);
    let mut text = String::new();
    for entry in ENTRIES {
        push_row(&mut text, 2, 26, &examples.fill(entry.usage), &examples.fill(entry.does));
    }
    text.push_str("Parts by name or label, several with commas, ranges as V1..V8. # is a comment.\n");
    text
}

/// More about a word, or what was probably meant.
pub(super) fn about(word: &str, circuit: &Circuit) -> Result<String, String> {
    let first = if ORDER_WORDS.contains(&word) { "hold" } else { word };
    if let Some(entry) = ENTRIES.iter().find(|entry| entry.word == first) {
        let examples = Examples::new(circuit);
        let mut text = String::new();
        push_row(&mut text, 2, 26, &examples.fill(entry.usage), &examples.fill(entry.does));
        for (usage, does) in entry.more {
            push_row(&mut text, 4, 24, &examples.fill(usage), &examples.fill(does));
        }
        return Ok(text);
    }
    Err(match nearest(word, words()).first() {
        Some(near) => format!("no word `{}`; did you mean `{near}`?", repeated(word)),
        None => format!("no word `{}`; `help` alone shows all", repeated(word)),
    })
}

/// Two columns; what does not fit beside a long name goes on beneath it.
fn push_row(text: &mut String, indent: usize, width: usize, left: &str, right: &str) {
    let mut left = left;
    if left.chars().count() > width {
        text.push_str(&format!("{:indent$}{left}\n", ""));
        left = "";
    }
    for line in wrapped(right, 80 - indent - width - 2) {
        text.push_str(&format!("{:indent$}{left:width$}  {line}\n", ""));
        left = "";
    }
}
