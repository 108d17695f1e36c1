//! Small wordings that several commands share.

use kiber_explore::races::{Level, Limits};
use kiber_netlist::{Circuit, ContactId, PartId, nearest};

/// `1 error`, `2 errors`.
pub(crate) fn count(number: u64, thing: &str) -> String {
    match (number, thing.strip_suffix('s')) {
        (1, _) => format!("1 {thing}"),
        (_, Some(_)) => format!("{number} {thing}es"),
        (_, None) => format!("{number} {thing}s"),
    }
}

/// `1 state`, `2,408,448 states`.
pub(crate) fn grouped_count(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A number with its thousands apart: `2,408,448`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What a level of races takes for granted.
pub(crate) fn level_words(level: Level, tolerance: f64) -> String {
    match level {
        Level::Nominal => "level 1: every relay takes its nominal times".to_owned(),
        Level::Order => "level 2: relays move in any order, one at a time".to_owned(),
        Level::Overlap => "level 3: as level 2, and others may move while one is between its contacts".to_owned(),
        Level::Times => {
            format!("level 4: any times within their tolerances, {} where none are given", percent(tolerance))
        }
    }
}

/// What times would make of a race found at a level, in lines.
pub(crate) fn margin_lines(circuit: &Circuit, level: Level, limits: &Limits) -> Vec<String> {
    match (level, limits.tolerance) {
        (Level::Times, _) => limits.lines(circuit),
        (Level::Nominal, _) => Vec::new(),
        (_, Some(1.0)) => vec!["times decide: clean at level 4 whatever the tolerance".to_owned()],
        (_, Some(widest)) => vec![format!("times decide: clean at level 4 up to {} either way", percent(widest))],
        (_, None) => vec!["critical at level 4 as well, even at nominal times".to_owned()],
    }
}

/// A share in percent: `20 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{} %", (share * 1e5).round() / 1e3)
}

/// The parts' names, as scripts write them: `P6', P12'`.
pub(crate) fn names(circuit: &Circuit, parts: &[PartId]) -> String {
    name_list(circuit, parts).join(", ")
}

/// The parts' names, one by one.
pub(crate) fn name_list(circuit: &Circuit, parts: &[PartId]) -> Vec<String> {
    parts.iter().map(|&part| circuit.parts[part].name.clone()).collect()
}

/// A contact as a script writes it: `K1/2`.
pub(crate) fn contact_name(circuit: &Circuit, contact: ContactId) -> String {
    let contact = &circuit.contacts[contact];
    format!("{}/{}", circuit.parts[contact.part].name, contact.name)
}

/// A text of the user's that no terminal takes for more than letters.
pub(crate) fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// A line of a script as it is shown beneath other text.
pub(crate) fn indented(line: &str) -> String {
    format!("  {}", plain(line)).trim_end().to_owned()
}

/// What was typed, as messages repeat it: long enough to be known again.
pub(crate) fn repeated(typed: &str) -> String {
    const MOST: usize = 40;
    match typed.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", typed.get(..end).unwrap_or_default()),
        None => typed.to_string(),
    }
}

/// A name that nothing of that kind has: `no such player; did you mean `perfect`?`.
pub(crate) fn unknown(what: &str, text: &str, names: &[&str]) -> String {
    match nearest(text, names.iter().copied()).first() {
        Some(near) => format!("no such {what}; did you mean `{near}`?"),
        None => format!("no such {what}; there are {}", names.join(", ")),
    }
}

/// A heading: bold where there is colour, underlined where there is none.
pub(crate) fn heading(text: &str, color: bool) -> String {
    const WIDEST: usize = 79;
    let lines = wrapped(text, WIDEST);
    let text = lines.join("\n");
    if color {
        format!("\x1b[1m{text}\x1b[0m")
    } else {
        let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        format!("{text}\n{}", "-".repeat(widest.min(WIDEST)))
    }
}

/// A name with what it is called, if it is called anything.
pub(crate) fn titled(name: &str, title: &str) -> String {
    if title.trim().is_empty() { name.to_owned() } else { format!("{name}: {title}") }
}

/// A text cut into lines of at most `width` characters between words; a longer word stays whole.
/// Control characters become blanks.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    text.split('\n').flat_map(|paragraph| filled(paragraph.split_whitespace().map(str::to_string), width)).collect()
}

/// A list with commas in lines of at most `width` characters; no item is cut.
pub(crate) fn listed(items: &[String], width: usize) -> Vec<String> {
    let last = items.len().saturating_sub(1);
    let with_comma = |(place, item): (usize, &String)| if place < last { format!("{item},") } else { item.clone() };
    filled(items.iter().enumerate().map(with_comma), width)
}

/// Pieces put into lines with blanks between; always one line at least.
fn filled(pieces: impl Iterator<Item = String>, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut used) = (String::new(), 0);
    for piece in pieces {
        let piece = plain(&piece);
        let length = piece.chars().count();
        if used > 0 && used + 1 + length > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(&piece);
        used += length;
    }
    lines.push(line);
    lines
}
