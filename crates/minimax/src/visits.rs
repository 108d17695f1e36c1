//! Positions counted, and the question whether to go on.

use crate::Error;

/// How many positions are visited between two questions to the caller.
const BETWEEN_QUESTIONS: u64 = 1024;

/// Counts positions and asks the caller now and then.
pub(crate) struct Visits<'s> {
    pub(crate) nodes: u64,
    should_stop: &'s mut dyn FnMut(u64) -> bool,
}

impl<'s> Visits<'s> {
    pub(crate) fn new(should_stop: &'s mut dyn FnMut(u64) -> bool) -> Self {
        Self { nodes: 0, should_stop }
    }

    /// Counts one more; the first and then every 1024th asks.
    pub(crate) fn visit(&mut self) -> Result<(), Error> {
        if self.nodes.is_multiple_of(BETWEEN_QUESTIONS) && (self.should_stop)(self.nodes) {
            return Err(Error::Stopped { nodes: self.nodes });
        }
        self.nodes += 1;
        Ok(())
    }
}
