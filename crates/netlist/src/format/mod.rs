//! A text in the one way of writing, its comments kept.

mod layout;
mod meaning;
mod tree;

use crate::finding::{Finding, Severity};
use crate::read::CIRCUIT;
use crate::text::Reader;
use tree::Value;

/// The letters that go into a line.
const WIDTH: usize = 120;
/// What a line begins with for each bracket about it.
const INDENT: &str = "    ";

/// Writes the text of a circuit in canonical form and keeps its comments.
///
/// The canonical form is that of [`print`](crate::print): one part, one model, one row of the panel
/// a line, the fields in a fixed order, numbers and texts in one way of writing. Beyond it:
///
/// - A line of more than 120 letters is broken. If the last field is a map (`contacts`) and all before it
///   fits into the line, the map alone is broken, an entry a line; otherwise each field has a line, and
///   what still does not fit is broken in the same way. Texts are never broken.
/// - Comments stay with what they are about: those on lines of their own with what follows them, those at
///   the end of a line with what stands there. In lines that follow each other, the latter stand in one column.
///   Where to put fields into order would change the order of comments, the fields stay as they are.
/// - An empty line stays, except at the beginning and end of brackets; of several, one.
/// - A text with a quote, a backslash or an unseen letter in it stays as it is written.
/// - Lines end in `\n`; a byte-order mark goes.
///
/// A circuit with errors is formatted as far as it is one. So is any other text that is RON, such as a
/// rule-book: the fields of what is no circuit stay in their order.
///
/// ```
/// let text = "Circuit(parts: {\"H1\": Lamp(volts: 24, pins: (\"a\",\"-\")), // red\n})";
/// assert_eq!(kiber_netlist::format(text).unwrap(), r#"Circuit(
///     parts: {
///         "H1": Lamp(pins: ("a", "-"), volts: 24.0),  // red
///     },
/// )
/// "#);
/// ```
///
/// # Errors
/// What keeps the text from being RON.
pub fn format(text: &str) -> Result<String, Vec<Finding>> {
    let mut reader = Reader::new(text);
    if reader.whole(text, "circuit", CIRCUIT).is_none() {
        return Err(reader.findings);
    }
    let body = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let Some(mut whole) = Value::of_text(body) else {
        let message = "this text is RON, and yet its parts could not be told apart";
        return Err(vec![Finding::new("ron-syntax", Severity::Error, 0..0, message)]);
    };
    meaning::settle(&mut whole);
    Ok(layout::lay_out(&whole))
}
