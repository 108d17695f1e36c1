//! What the server allows.

use std::time::Duration;

use crate::bench::Limits;

/// The rules of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HouseRules {
    /// How much each machine may take.
    pub machine: Limits,
    /// The most machines; one that nobody looks at makes room for a new one.
    pub machines: usize,
    /// The most requests that wait for one machine.
    pub waiting: usize,
    /// The most streams of events of one machine.
    pub streams: usize,
    /// How long is looked for what would have to move for something to be otherwise.
    pub longest_answer: Duration,
    /// How long after a page has gone its buttons are freed.
    pub grace: Duration,
    /// How long a machine is kept that nobody looks at.
    pub idle: Duration,
    /// How often the file of the circuit is looked at, and what is left alone is looked after.
    pub round: Duration,
}

impl Default for HouseRules {
    fn default() -> Self {
        Self {
            machine: Limits::default(),
            machines: 32,
            waiting: 16,
            streams: 8,
            longest_answer: Duration::from_secs(1),
            grace: Duration::from_secs(10),
            idle: Duration::from_secs(15 * 60),
            round: Duration::from_secs(1),
        }
    }
}
