//! A person whose takes are known before.

use std::collections::VecDeque;

use super::{Person, Seen};

/// Takes what was written down, one after the other, and plays no longer than that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scripted {
    takes: VecDeque<u32>,
}

impl Scripted {
    /// A person with these takes, over as many games as they last.
    pub fn new(takes: impl IntoIterator<Item = u32>) -> Self {
        Self { takes: takes.into_iter().collect() }
    }
}

impl Person for Scripted {
    fn takes(&mut self, _: &Seen) -> Option<u32> {
        self.takes.pop_front()
    }
}
