//! `help`: every word of the prompt.

use kiber_netlist::nearest;

/// A word with how it is written, what it does in a line, and what more there is to say.
struct Entry {
    word: &'static str,
    usage: &'static str,
    does: &'static str,
    more: &'static str,
}

const fn entry(word: &'static str, usage: &'static str, does: &'static str, more: &'static str) -> Entry {
    Entry { word, usage, does, more }
}

const ENTRIES: &[Entry] = &[
    entry(
        "press",
        "press KN1",
        "press, settle, free, settle",
        "press KN1, KN2       at the same instant\n\
         press KN1 for 3ms    press, let exactly 3 ms pass, free, settle; times in us, ms, s",
    ),
    entry(
        "hold",
        "hold KN1",
        "press a button and keep it pressed",
        "hold KN1 for 3ms     press, let 3 ms pass, no more",
    ),
    entry("free", "free KN1", "free a button that is held", "free KN1 for 3ms     free, let 3 ms pass, no more"),
    entry(
        "flip",
        "flip V1",
        "move a toggle to its other position",
        "flip V1..V3          ranges: every part between exists",
    ),
    entry(
        "on",
        "on V1..V8, G1",
        "toggles and sources on; already there is fine",
        "on V1 for 2ms        put it on, let 2 ms pass, no more",
    ),
    entry(
        "off",
        "off V1",
        "toggles and sources off; already there is fine",
        "off V1 for 2ms       put it off, let 2 ms pass, no more",
    ),
    entry("wait", "wait 20ms", "let exactly so much time pass", "Times are whole microseconds: 250us, 20ms, 1.5s."),
    entry(
        "break",
        "break K1/2",
        "fault: a contact stuck open, or a coil interrupted",
        "break K1/2           the contact never conducts\n\
         break K1             the coil is interrupted",
    ),
    entry("weld", "weld K1/2", "fault: a contact closed for good", "It stays closed on the side on which it stands."),
    entry("short", "short K1", "fault: a coil without resistance", ""),
    entry("cut", "cut K1 b", "fault: the wire of net b is off at K1", ""),
    entry("stick", "stick K1", "fault: the armature stays where it stands", ""),
    entry(
        "mend",
        "mend K1/2",
        "mend a contact, a wire, or all at a part",
        "mend K1              everything at K1\n\
         mend K1 b            the wire of net b",
    ),
    entry(
        "expect",
        "expect P1 operated, L2 off",
        "say whether it is so",
        "relays     operated, released\n\
         lamps      lit, dim, off\n\
         toggles    on, off (sources too)\n\
         buttons    pressed, free\n\
         contacts   open, closed, as in `expect P1/3 open`\n\
         since the last action: settled, oscillating, short",
    ),
    entry(
        "state",
        "state [PART|NET]",
        "how everything stands, or one thing in full",
        "state                the panel and all parts\n\
         state P1             its coils, contacts and nets\n\
         state P1/3           one contact\n\
         state HB             a net: its potential and what is joined to it",
    ),
    entry(
        "back",
        "back [N]",
        "undo the last action, or the last N",
        "There is no limit: the whole session can be undone.",
    ),
    entry("trace", "trace [N]", "all that has happened, or the last N actions", ""),
    entry("help", "help [WORD]", "this list, or more about a word", ""),
    entry("quit", "quit", "leave; so does the end of input", ""),
];

/// The prompt's own words, beside those of a script.
pub(super) const OWN_WORDS: [&str; 5] = ["state", "back", "trace", "help", "quit"];

/// Every word that a line can begin with.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(|entry| entry.word)
}

/// The list of all words.
pub(super) fn overview() -> String {
    let mut text = String::new();
    for entry in ENTRIES {
        if entry.word == "state" {
            text.push('\n');
        }
        text.push_str(&format!("  {:28}{}\n", entry.usage, entry.does));
    }
    text.push_str("\nParts by name or label, several with commas, ranges as V1..V8. # is a comment.\n");
    text
}

/// More about a word, or what was probably meant.
pub(super) fn about(word: &str) -> Result<String, String> {
    if let Some(entry) = ENTRIES.iter().find(|entry| entry.word == word) {
        let mut text = format!("  {:28}{}\n", entry.usage, entry.does);
        for line in entry.more.lines() {
            text.push_str(&format!("    {line}\n"));
        }
        return Ok(text);
    }
    Err(match nearest(word, words()).first() {
        Some(near) => format!("no word `{word}`; did you mean `{near}`?"),
        None => format!("no word `{word}`; `help` alone shows all"),
    })
}
