//! When each part came to stand as it does.

use std::fmt;
use std::sync::Arc;

use kiber_engine::{Event, Micros, Sink, What};
use kiber_netlist::{Id, PartId};

use crate::recorder::Recorder;

/// Remembers of each part when it last came to stand as it does, and in which action; nothing else of the
/// run.
#[derive(Clone, Debug, Default)]
pub struct Since {
    action: Arc<str>,
    section: usize,
    start: Micros,
    by_part: Vec<Option<Change>>,
}

/// When a part last changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The action, as a script writes it; `power-up` before all.
    pub action: Arc<str>,
    /// The number of the action's section; power-up is 0.
    pub section: usize,
    /// How long after the action began, in microseconds.
    pub after: Micros,
    /// When, in microseconds since power-up.
    pub at: Micros,
}

impl Since {
    /// Nothing has happened yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// When a mechanism last arrived where it stands, a lamp last became as bright as it is, a source or a
    /// hand was last switched; none if it stands as it did before power-up.
    pub fn of(&self, part: PartId) -> Option<&Change> {
        self.by_part.get(part.index())?.as_ref()
    }
}

impl Sink for Since {
    fn event(&mut self, event: Event) {
        let part = match event.what {
            What::Moved { part, to, .. } if to.is_seat() => part,
            What::Lamp { part, .. } | What::Hand { part, .. } | What::Turned { part, .. } => part,
            What::Source { part, .. } | What::Blown { part, .. } | What::Replaced { part } => part,
            _ => return,
        };
        if self.by_part.len() <= part.index() {
            self.by_part.resize(part.index() + 1, None);
        }
        let after = event.at.saturating_sub(self.start);
        let change = Change { action: Arc::clone(&self.action), section: self.section, after, at: event.at };
        if let Some(known) = self.by_part.get_mut(part.index()) {
            *known = Some(change);
        }
    }
}

impl Recorder for Since {
    fn begin_section(&mut self, title: &dyn fmt::Display, at: Micros) {
        self.section = if self.action.is_empty() { 0 } else { self.section + 1 };
        self.action = title.to_string().into();
        self.start = at;
    }
}
