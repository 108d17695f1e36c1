//! How far a search may go, how far it is, and why it ended before everything was seen.

use std::fmt;

use crate::search::{MOST_STATES, Space};

/// How much a search may take. Time is not among them: whoever watches the search knows the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most states that may be found.
    pub states: u64,
    /// The most bytes that states and transitions may take, with what it takes to judge them.
    pub bytes: u64,
}

impl Default for Limits {
    /// As many states as can be numbered (a little over two thousand million), in 8 GiB.
    fn default() -> Self {
        Self { states: MOST_STATES, bytes: 8 << 30 }
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// States found.
    pub states: u64,
    /// States found whose rules have not been looked at yet.
    pub open: u64,
    /// Transitions looked at.
    pub transitions: u64,
    /// About how many bytes states and transitions take.
    pub bytes: u64,
}

/// Why a search ended before everything was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// At the limit of states.
    States(u64),
    /// At the limit of memory, in bytes.
    Memory(u64),
    /// Whoever watched it said so: time was up, or a person was.
    Stopped,
    /// A circuit neither settled nor repeated itself within so many instants.
    Settling {
        /// The rule, by its place in the book; none at power-up.
        rule: Option<usize>,
        /// The instants.
        instants: u64,
    },
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::States(most) => write!(f, "more than {most} states"),
            Self::Memory(bytes) => write!(f, "more than {} MiB", bytes >> 20),
            Self::Stopped => f.write_str("stopped"),
            Self::Settling { instants, .. } => write!(f, "an action that is not over after {instants} instants"),
        }
    }
}

impl Limits {
    pub(crate) fn passed(&self, space: &Space, watch: &mut dyn FnMut(&Progress) -> bool) -> Option<GaveUp> {
        let progress = Progress::of(space);
        if !watch(&progress) && progress.open > 0 {
            return Some(GaveUp::Stopped);
        }
        if progress.states > self.states.min(MOST_STATES) {
            return Some(GaveUp::States(self.states.min(MOST_STATES)));
        }
        (progress.bytes + space.bytes_to_judge() as u64 > self.bytes).then_some(GaveUp::Memory(self.bytes))
    }
}

impl Progress {
    pub(crate) fn of(space: &Space) -> Self {
        let states = space.store.len() as u64;
        Self {
            states,
            open: states - u64::from(space.expanded),
            transitions: space.transitions,
            bytes: space.bytes() as u64,
        }
    }
}
