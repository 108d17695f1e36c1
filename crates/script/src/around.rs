//! What stands around a line of a script.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// What stands around a line of a script at the moment at which it is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// The file that the line stands in: 0 is the script itself, from 1 on they are those of
    /// [`Reading::files`](crate::Reading::files).
    pub file: usize,
    /// The lines that include that file, and the file around it, outermost first.
    pub includes: Vec<Include>,
    /// The rounds of the repeats around the line, outermost first.
    pub rounds: Vec<Round>,
    /// The heading that it stands under.
    pub heading: Option<Arc<str>>,
}

/// A line that includes a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    /// The file that the line stands in, counted like [`Around::file`].
    pub file: usize,
    /// The line, from 1.
    pub line: usize,
    /// The bytes of the line in its file.
    pub span: Range<usize>,
}

/// A round of a repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Round {
    /// Which, from 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

impl Around {
    /// The rounds in words, the outermost first: `in round 2 of 5, round 1 of 3`. Nothing without a
    /// repeat.
    pub fn rounds_in_words(&self) -> Option<String> {
        let rounds: Vec<String> = self.rounds.iter().map(Round::to_string).collect();
        (!rounds.is_empty()).then(|| format!("in {}", rounds.join(", ")))
    }

    /// The heading in words: ``under `== The second game` ``. Nothing without one.
    pub fn heading_in_words(&self) -> Option<String> {
        self.heading.as_ref().map(|heading| format!("under `== {heading}`"))
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {} of {}", self.number, self.of)
    }
}
