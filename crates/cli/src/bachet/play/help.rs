//! What can be typed at the prompt.

use kiber_netlist::nearest;

use crate::words::repeated;

/// What a line can begin with besides a number, how it is written, and what it does.
const WORDS: [(&str, &str, &str); 8] = [
    ("take", "2, take 2", "take so many objects"),
    ("hint", "hint", "what a perfect player would do, and what beats this machine"),
    ("undo", "undo", "take back your last take and the answer, over game ends, too"),
    ("memory", "memory", "what the machine has learned"),
    ("show", "show", "the objects and the score"),
    ("new", "new", "give this game up and begin another; nothing is learned from it"),
    ("help", "help", "this list"),
    ("quit", "quit", "leave; so does the end of input"),
];

/// Words that people write for these.
const SYNONYMS: [(&str, &str); 12] = [
    ("back", "undo"),
    ("u", "undo"),
    ("?", "help"),
    ("h", "help"),
    ("m", "memory"),
    ("learned", "memory"),
    ("state", "show"),
    ("score", "show"),
    ("exit", "quit"),
    ("q", "quit"),
    ("bye", "quit"),
    ("restart", "new"),
];

/// The word of the prompt that was typed, if it is one or a usual one for it.
pub(super) fn word(typed: &str) -> Option<&'static str> {
    let words = WORDS.iter().map(|&(word, _, _)| (word, word));
    words.chain(SYNONYMS).find(|&(word, _)| word == typed).map(|(_, meant)| meant)
}

/// All that can be typed, in lines.
pub(super) fn overview() -> Vec<String> {
    WORDS.iter().map(|(_, written, does)| format!("  {written:9}  {does}")).collect()
}

/// What to say of a line that nothing can be made of.
pub(super) fn unknown(typed: &str, most: u32) -> String {
    let near = nearest(typed, WORDS.iter().map(|&(word, _, _)| word));
    match near.first() {
        Some(near) => format!("nothing is called `{}`; did you mean `{near}`?", repeated(typed)),
        None => format!(
            "`{}` says nothing here; type a number from 1 to {most} to take so many, or `help`",
            repeated(typed)
        ),
    }
}
