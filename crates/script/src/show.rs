//! A step as the line of a script that reads back as the same step.

use std::borrow::Cow;
use std::fmt;

use kiber_netlist::{Circuit, ContactId, NetId, PartId};

use crate::order::show_turns;
use crate::step::{Claim, Condition, Step, Target, Verb};
use crate::time::Span;
use crate::words::{CONTACT_WORDS, HAPPENINGS, condition_word, verb_word, word_of};

impl Step {
    /// Shows the step as a line of a script, with the names of that circuit and without a line end.
    ///
    /// Three parts or more in a row whose names count up are shown as a range.
    pub fn shown<'a>(&'a self, circuit: &'a Circuit) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| match self {
            Self::Act { verb, on, lasting } => {
                show_act(f, *verb, on, circuit)?;
                match lasting {
                    Some(span) => write!(f, " for {}", Span(*span)),
                    None => Ok(()),
                }
            }
            Self::InOrder { verb, on, turns } => {
                show_act(f, *verb, on, circuit)?;
                show_turns(f, turns, circuit)
            }
            Self::Wait(span) => write!(f, "wait {}", Span(*span)),
            Self::Expect(claims) => {
                f.write_str("expect")?;
                show_list(f, " ", claims, circuit, |claim| claim.word())
            }
        })
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&condition_word(*self))
    }
}

impl Claim {
    /// Shows the claim as a script writes it: `P1 operated`.
    pub fn shown<'a>(&'a self, circuit: &'a Circuit) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| show_list(f, "", std::slice::from_ref(self), circuit, |claim| claim.word()))
    }

    /// The word of what is expected.
    pub(crate) fn word(&self) -> Cow<'static, str> {
        match *self {
            Self::Part(_, condition) => condition_word(condition),
            Self::Contact(_, closed) => word_of(&CONTACT_WORDS, closed).into(),
            Self::Circuit(happening) => word_of(&HAPPENINGS, happening).into(),
        }
    }
}

/// Shows what is done and to what: `set SA1, SA2 4`.
fn show_act(f: &mut fmt::Formatter<'_>, verb: Verb, on: &[Target], circuit: &Circuit) -> fmt::Result {
    f.write_str(verb_word(verb))?;
    show_list(f, " ", on, circuit, |_| Cow::Borrowed(""))?;
    match verb {
        Verb::Set(place) => write!(f, " {place}"),
        _ => Ok(()),
    }
}

/// What an item of a line's list has in common with others.
trait Item {
    /// The item's name, if it is one that may be the end of a range.
    fn name(&self, circuit: &Circuit) -> Option<String>;
    /// Shows the item without its word.
    fn show(&self, f: &mut fmt::Formatter<'_>, circuit: &Circuit) -> fmt::Result;
}

impl Item for Target {
    fn name(&self, circuit: &Circuit) -> Option<String> {
        match *self {
            Self::Part(part) => Some(part_name(circuit, part).to_owned()),
            _ => None,
        }
    }

    fn show(&self, f: &mut fmt::Formatter<'_>, circuit: &Circuit) -> fmt::Result {
        match *self {
            Self::Part(part) => f.write_str(part_name(circuit, part)),
            Self::Contact(contact) => show_contact(f, circuit, contact),
            Self::Wire(part, net) => {
                f.write_str(part_name(circuit, part))?;
                f.write_str(" ")?;
                show_net(f, circuit, net)
            }
        }
    }
}

impl Item for Claim {
    fn name(&self, circuit: &Circuit) -> Option<String> {
        match *self {
            Self::Part(part, _) => Some(part_name(circuit, part).to_owned()),
            _ => None,
        }
    }

    fn show(&self, f: &mut fmt::Formatter<'_>, circuit: &Circuit) -> fmt::Result {
        match *self {
            Self::Part(part, _) => f.write_str(part_name(circuit, part)),
            Self::Contact(contact, _) => show_contact(f, circuit, contact),
            Self::Circuit(_) => Ok(()),
        }
    }
}

fn show_list<T: Item>(
    f: &mut fmt::Formatter<'_>,
    mut before: &str,
    items: &[T],
    circuit: &Circuit,
    word: impl Fn(&T) -> Cow<'static, str>,
) -> fmt::Result {
    let mut rest = items;
    while let Some(first) = rest.first() {
        let run = run_length(rest, circuit, &word);
        f.write_str(before)?;
        before = ", ";
        let shown = fmt::from_fn(|f| first.show(f, circuit)).to_string();
        f.write_str(&shown)?;
        if run > 2
            && let Some(last) = rest.get(run - 1)
        {
            f.write_str("..")?;
            last.show(f, circuit)?;
        }
        let word = word(first);
        if !word.is_empty() && !shown.is_empty() {
            f.write_str(" ")?;
        }
        f.write_str(&word)?;
        rest = rest.get(if run > 2 { run } else { 1 }..).unwrap_or_default();
    }
    Ok(())
}

/// How many items from the first on count up by one and have the same word.
fn run_length<T: Item>(items: &[T], circuit: &Circuit, word: &impl Fn(&T) -> Cow<'static, str>) -> usize {
    let mut previous: Option<(&T, String)> = None;
    for (place, item) in items.iter().enumerate() {
        let Some(name) = item.name(circuit) else { return place.max(1) };
        if let Some((before, name_before)) = &previous
            && !(word(before) == word(item) && counts_up(name_before, &name))
        {
            return place;
        }
        previous = Some((item, name));
    }
    items.len()
}

/// Whether the second name is the first with its last number one higher, without leading zeros.
fn counts_up(before: &str, name: &str) -> bool {
    let (Some((head, number, tail)), Some((next_head, next, next_tail))) = (last_number(before), last_number(name))
    else {
        return false;
    };
    (head, tail) == (next_head, next_tail) && number.checked_add(1) == Some(next)
}

/// A name cut around its last number, if that fits and has no leading zero.
fn last_number(name: &str) -> Option<(&str, u64, &str)> {
    let end = name.rfind(|letter: char| letter.is_ascii_digit())? + 1;
    let (front, tail) = name.split_at_checked(end)?;
    let start = front.rfind(|letter: char| !letter.is_ascii_digit());
    let start =
        start.map_or(0, |at| at + front.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8));
    let (head, digits) = front.split_at_checked(start)?;
    if digits.len() > 1 && digits.starts_with('0') {
        return None;
    }
    Some((head, digits.parse().ok()?, tail))
}

pub(crate) fn part_name(circuit: &Circuit, part: PartId) -> &str {
    circuit.parts.get(part).map_or("?", |part| &part.name)
}

/// A contact's name as a script writes it: `K1/2`.
pub(crate) fn contact_name(circuit: &Circuit, contact: ContactId) -> String {
    fmt::from_fn(|f| show_contact(f, circuit, contact)).to_string()
}

fn show_contact(f: &mut fmt::Formatter<'_>, circuit: &Circuit, contact: ContactId) -> fmt::Result {
    match circuit.contacts.get(contact) {
        Some(contact) => write!(f, "{}/{}", part_name(circuit, contact.part), contact.name),
        None => f.write_str("?/?"),
    }
}

/// A net's name, in quotes if it would not read as one word.
fn show_net(f: &mut fmt::Formatter<'_>, circuit: &Circuit, net: NetId) -> fmt::Result {
    let name = circuit.nets.get(net).map_or("?", |net| &net.name);
    let plain = |letter: char| !letter.is_whitespace() && !letter.is_control() && !",#\"\\".contains(letter);
    if !name.is_empty() && name != "for" && name != "in" && name.chars().all(plain) {
        return f.write_str(name);
    }
    f.write_str("\"")?;
    for letter in name.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            other => write!(f, "{other}")?,
        }
    }
    f.write_str("\"")
}
