//! How far long work may go.

use std::time::Duration;

use kiber_explore::{Limits, Options};

/// With how many threads, and what ends the work before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) threads: usize,
    pub(crate) most_states: Option<u64>,
    pub(crate) most_bytes: Option<u64>,
    pub(crate) most_time: Option<Duration>,
}

impl Bounds {
    pub(crate) fn options(&self) -> Options {
        let usual = Limits::default();
        let limits =
            Limits { states: self.most_states.unwrap_or(usual.states), bytes: self.most_bytes.unwrap_or(usual.bytes) };
        Options { threads: self.threads, limits, ..Options::default() }
    }
}
