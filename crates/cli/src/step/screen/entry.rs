//! A line that is being typed.

use ratatui::text::Span;

/// What a line is typed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To be done: a line of a script, or a word of the screen's own.
    Line,
    /// A part to look for.
    Part,
    /// Something in the events to look for.
    Event,
    /// A condition to stop at.
    Stop,
    /// The file to write.
    File,
}

impl Purpose {
    /// What stands before it.
    pub(super) fn lead(self) -> &'static str {
        match self {
            Self::Line => "do: ",
            Self::Part => "part: ",
            Self::Event => "find in events: ",
            Self::Stop => "stop when: ",
            Self::File => "write script to: ",
        }
    }
}

/// A line of text and the place in it where letters go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) purpose: Purpose,
    text: String,
    /// A byte at which a letter begins, or the end.
    at: usize,
    /// How far back in what was typed before; 0 is this line.
    back: usize,
    /// This line, while others are looked at.
    own: String,
    /// What the word could become, if there is a choice.
    pub(super) choices: Vec<String>,
}

impl Entry {
    pub(super) fn new(purpose: Purpose, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { purpose, at: text.len(), text, back: 0, own: String::new(), choices: Vec::new() }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// What stands before the cursor.
    pub(super) fn before(&self) -> &str {
        self.text.get(..self.at).unwrap_or_default()
    }

    /// Puts text in; what is no letter becomes a blank.
    pub(super) fn insert(&mut self, text: &str) {
        let text = crate::words::plain(text);
        self.text.insert_str(self.at, &text);
        self.at += text.len();
        self.choices.clear();
    }

    fn letter_before(&self) -> usize {
        self.before().char_indices().next_back().map_or(0, |(at, _)| at)
    }

    fn letter_after(&self) -> usize {
        self.text
            .get(self.at..)
            .and_then(|rest| rest.chars().next())
            .map_or(self.at, |letter| self.at + letter.len_utf8())
    }

    /// Takes away the letter before the cursor.
    pub(super) fn erase(&mut self) {
        let from = self.letter_before();
        self.text.replace_range(from..self.at, "");
        self.at = from;
        self.choices.clear();
    }

    pub(super) fn delete(&mut self) {
        let to = self.letter_after();
        self.text.replace_range(self.at..to, "");
    }

    /// Takes away all before the cursor.
    pub(super) fn erase_line(&mut self) {
        self.text.replace_range(..self.at, "");
        self.at = 0;
    }

    /// Takes away all behind the cursor.
    pub(super) fn erase_rest(&mut self) {
        self.text.truncate(self.at);
    }

    /// Takes away the word before the cursor.
    pub(super) fn erase_word(&mut self) {
        let kept = self.before().trim_end();
        let from = kept.rfind(' ').map_or(0, |blank| blank + 1);
        self.text.replace_range(from..self.at, "");
        self.at = from;
    }

    pub(super) fn left(&mut self) {
        self.at = self.letter_before();
    }

    pub(super) fn right(&mut self) {
        self.at = self.letter_after();
    }

    pub(super) fn home(&mut self) {
        self.at = 0;
    }

    pub(super) fn end(&mut self) {
        self.at = self.text.len();
    }

    /// Shows a line that was typed before: further back, or nearer.
    pub(super) fn recall(&mut self, typed: &[String], further: bool) {
        let back = if further { (self.back + 1).min(typed.len()) } else { self.back.saturating_sub(1) };
        if back == self.back {
            return;
        }
        if self.back == 0 {
            self.own = std::mem::take(&mut self.text);
        }
        self.back = back;
        let known = back.checked_sub(1).and_then(|back| typed.iter().rev().nth(back));
        self.text = known.unwrap_or(&self.own).clone();
        self.end();
    }

    /// Puts in what all candidates for the word from `start` on have in common, and keeps them to be shown if
    /// there is a choice.
    pub(super) fn complete(&mut self, start: usize, mut candidates: Vec<String>) {
        let Some(first) = candidates.first() else { return };
        let common = candidates.iter().fold(first.as_str(), |common, other| {
            let same = common.char_indices().zip(other.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
            let end = same.unwrap_or(common.len().min(other.len()));
            common.get(..end).unwrap_or_default()
        });
        let typed = self.text.get(start..self.at).unwrap_or_default();
        if candidates.len() == 1 || common.len() > typed.len() {
            let mut word = common.to_owned();
            if candidates.len() == 1 && !word.ends_with(' ') {
                word.push(' ');
                candidates.clear();
            }
            self.text.replace_range(start..self.at, &word);
            self.at = start + word.len();
        }
        self.choices = candidates;
    }

    /// The columns before the cursor.
    pub(super) fn cursor(&self) -> u16 {
        u16::try_from(Span::raw(self.before()).width()).unwrap_or(u16::MAX)
    }
}
