//! Properties and values as the text writes them.

use std::fmt;

use crate::book::{Domain, Property, PropertyKind, RuleBook, Variable};
use crate::races::Level;

impl Property {
    /// Shows what the property asks as a book writes it: `AtMost("losses", 6)`.
    pub fn shown<'a>(&'a self, book: &'a RuleBook) -> impl fmt::Display + 'a {
        self.kind.shown(&book.counters)
    }
}

impl PropertyKind {
    /// Shows it as a book with these counters writes it: `AtMost("losses", 6)`.
    pub fn shown<'a>(&'a self, counters: &'a [String]) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| match self {
            Self::Never(condition) => write!(f, "Never({:?})", Text(condition)),
            Self::AtMost { counter, most } => {
                let name = counters.get(*counter).map_or("?", String::as_str);
                write!(f, "AtMost({:?}, {most})", Text(&name))
            }
            Self::AlwaysPossible(condition) => write!(f, "AlwaysPossible({:?})", Text(condition)),
            Self::Eventually(condition) => write!(f, "Eventually({:?})", Text(condition)),
            Self::Unreachable(condition) => write!(f, "Unreachable({:?})", Text(condition)),
            Self::Settles => f.write_str("Settles"),
            Self::NoShort => f.write_str("NoShort"),
            Self::NoRace(level) => write!(f, "NoRace({})", level_number(*level)),
        })
    }
}

fn level_number(level: Level) -> u8 {
    match level {
        Level::Nominal => 1,
        Level::Order => 2,
        Level::Overlap => 3,
        Level::Times => 4,
    }
}

/// A text in quotes, letters of every alphabet as they are.
struct Text<'a, T>(&'a T);

impl<T: fmt::Display> fmt::Debug for Text<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for letter in self.0.to_string().chars() {
            match letter {
                '"' | '\\' => write!(f, "\\{letter}")?,
                other => write!(f, "{other}")?,
            }
        }
        f.write_str("\"")
    }
}

impl Variable {
    /// Shows the variable with a value, as a condition writes it: `turn person`, `taken = 2`.
    pub fn shown(&self, value: i64) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            let named = match &self.domain {
                Domain::OneOf(values) => usize::try_from(value).ok().and_then(|place| values.get(place)),
                Domain::Range(..) => None,
            };
            match named {
                Some(name) => write!(f, "{} {name}", self.name),
                None => write!(f, "{} = {value}", self.name),
            }
        })
    }
}
