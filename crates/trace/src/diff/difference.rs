//! What is found, and what it comes to.

use std::fmt;

/// What kind of difference it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Two parts arrive in another order: `P13 now operates before P12`.
    Order,
    /// The same happens at another time: `1 ms later from +7.000 ms on, nothing else changed`.
    Timing,
    /// Something comes and goes that did not, or no longer does: `L7 flashes: lit for 2 ms`.
    Flash,
    /// A part ends elsewhere than it did: `L7 stays lit`, `P13 now operates`.
    Stays,
    /// The same happens with another current: `the coil of K1 gets 16 mA instead of 48 mA`.
    Value,
    /// A part moves, and other contacts move with it: `K1 no longer closes K1/2`.
    Contacts,
    /// How a section ends, and what goes wrong in it: oscillations, short circuits, overloads, blown
    /// fuses, faults.
    Outcome,
    /// A section is new or gone.
    Section,
    /// A heading is new or gone.
    Heading,
    /// The traces are of different circuits, or of different versions of one. Never counted.
    Circuit,
    /// The traces are of different scripts, or of different versions of one. Never counted.
    Script,
    /// More differences of a section than anybody would read.
    More,
}

impl Kind {
    /// Its name, for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Timing => "timing",
            Self::Flash => "flash",
            Self::Stays => "stays",
            Self::Value => "value",
            Self::Contacts => "contacts",
            Self::Outcome => "outcome",
            Self::Section => "section",
            Self::Heading => "heading",
            Self::Circuit => "circuit",
            Self::Script => "script",
            Self::More => "more",
        }
    }
}

/// Where a section stands in a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which section it is, from 1, which is power-up.
    pub section: usize,
    /// The line, from 1: of the section's title, or of what a difference is about.
    pub line: usize,
}

/// One difference, in a sentence that an engineer would say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its kind.
    pub kind: Kind,
    /// The title of the section that it is in.
    pub section: String,
    /// That section's place in the first trace, if it has it.
    pub section_a: Option<Place>,
    /// Its place in the second trace, if it has it.
    pub section_b: Option<Place>,
    /// The line in the first trace, if there is one.
    pub line_a: Option<usize>,
    /// The line in the second trace, if there is one.
    pub line_b: Option<usize>,
    /// The part that it is about, if it is about one.
    pub part: Option<String>,
    /// The sentence, without a full stop: what is so in the second trace and was not in the first.
    pub message: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// What a comparison comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many sections there are: those of both traces, those that are gone, and those that are new.
    pub sections: usize,
    /// How many of them differ.
    pub differing: usize,
    /// How many events the first trace has.
    pub events_a: u64,
    /// How many events the second trace has.
    pub events_b: u64,
    /// How many differences were told.
    pub differences: u64,
    /// The title of the first section that differs, and its place: in the first trace, or in the
    /// second if it is new.
    pub first: Option<(String, Place)>,
    /// That the traces are of other circuits or scripts. It is no difference: what happened is
    /// compared, not what for.
    pub notes: Vec<Difference>,
    /// Whether times were left out of it.
    pub ignored_times: bool,
}

impl Summary {
    /// Whether the traces are the same.
    pub fn is_same(&self) -> bool {
        self.differing == 0
    }
}

/// `the same: 41 sections, 312 events`, or
/// `3 of 41 sections differ, first in press KN1 (section 12, line 87)`.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |number: u64, thing: &str| match number {
            1 => format!("1 {thing}"),
            _ => format!("{number} {thing}s"),
        };
        let sections = count(self.sections as u64, "section");
        match &self.first {
            None => {
                let but = if self.ignored_times { " but for times" } else { "" };
                write!(f, "the same{but}: {sections}, {}", count(self.events_a, "event"))
            }
            Some((title, Place { section, line })) => {
                let differ = if self.differing == 1 { "differs" } else { "differ" };
                let which = if self.differing > 1 { "first in" } else { "in" };
                let differing = self.differing;
                write!(f, "{differing} of {sections} {differ}, {which} {title} (section {section}, line {line})")
            }
        }
    }
}

/// A whole comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What it comes to.
    pub summary: Summary,
    /// The differences, as they happen.
    pub differences: Vec<Difference>,
}
