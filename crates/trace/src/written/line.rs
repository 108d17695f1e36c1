//! One line: when, who, and what.

use kiber_engine::Micros;

use super::figures::millis;
use super::names::{is_contact, is_part};
use super::words::Words;

/// A line of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The time since its section began, in microseconds.
    pub since: Micros,
    /// The part, or the contact that has a fault; nothing when the whole circuit is meant.
    pub who: Option<&'a str>,
    /// What happened, in words.
    pub text: &'a str,
    /// The same, understood.
    pub words: Words<'a>,
}

/// The columns of a line, of which the last is not understood yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns<'a> {
    pub(crate) since: Micros,
    pub(crate) who: Option<&'a str>,
    pub(crate) text: &'a str,
}

impl<'a> Columns<'a> {
    /// Cuts a line into its columns; or says what was expected.
    pub(crate) fn read(line: &'a str) -> Result<Self, &'static str> {
        const TIME: &str = "a time was expected, such as `   +7.000 ms`";
        let from_plus = line.trim_start_matches(' ');
        let (time, rest) = from_plus.strip_prefix('+').and_then(|line| line.split_once(" ms")).ok_or(TIME)?;
        let since = millis(time).ok_or(TIME)?;
        if line.len() - from_plus.len() != 8_usize.saturating_sub(time.len()) {
            return Err("the times of a trace end in one column, the tenth");
        }
        let rest = rest.strip_prefix("  ").ok_or("behind the time there are two blanks")?;
        if rest.starts_with(' ') {
            let text = rest.strip_prefix("       ").filter(|text| !text.starts_with(' '));
            return text
                .map(|text| Self { since, who: None, text })
                .ok_or("a part's name, or seven blanks for the whole circuit, were expected behind the time");
        }
        let (who, text) = rest.split_once(' ').ok_or("behind the part's name, it was expected what happened")?;
        if !is_part(who) && !is_contact(who) {
            return Err("the name of a part or of a contact was expected behind the time");
        }
        let padding = 5_usize.saturating_sub(who.chars().count()) + 1;
        let blanks = text.len() - text.trim_start_matches(' ').len();
        if blanks != padding {
            return Err("what happened begins two blanks behind the part's name, and in the 22nd column at the least");
        }
        Ok(Self { since, who: Some(who), text: text.get(padding..).unwrap_or_default() })
    }

    /// Understands the words.
    pub(crate) fn understood(self) -> Option<Line<'a>> {
        let Self { since, who, text } = self;
        let words = match who {
            Some(who) => Words::of_part(who, text)?,
            None => Words::of_circuit(text)?,
        };
        Some(Line { since, who, text, words })
    }
}
