//! The transitions of all states looked at, in the order of the states.

use crate::segments::Segments;

/// Where each transition goes, and by which rule.
#[derive(Clone, Debug)]
pub(crate) struct Edges {
    /// By state: where its transitions begin; one more at the end.
    starts: Segments<u64>,
    targets: Segments<u32>,
    rules: Segments<u16>,
}

impl Edges {
    pub(crate) fn new() -> Self {
        let mut starts = Segments::new(1);
        starts.push(&[0]);
        Self { starts, targets: Segments::new(1), rules: Segments::new(1) }
    }

    pub(crate) fn append(&mut self, degrees: &[u32], targets: impl Iterator<Item = u32>, rules: &[u16]) {
        let mut end = self.targets.len() as u64;
        for &degree in degrees {
            end += u64::from(degree);
            self.starts.push(&[end]);
        }
        for (target, &rule) in targets.zip(rules) {
            self.targets.push(&[target]);
            self.rules.push(&[rule]);
        }
    }

    /// How many states have been looked at.
    pub(crate) fn states(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// The places of a state's transitions; none of one that has not been looked at.
    pub(crate) fn of(&self, state: u32) -> std::ops::Range<usize> {
        if state >= self.states() {
            return 0..0;
        }
        self.starts.row(state as usize)[0] as usize..self.starts.row(state as usize + 1)[0] as usize
    }

    pub(crate) fn target(&self, edge: usize) -> u32 {
        self.targets.row(edge)[0]
    }

    pub(crate) fn rule(&self, edge: usize) -> u16 {
        self.rules.row(edge)[0]
    }

    pub(crate) fn bytes(&self) -> usize {
        self.starts.bytes() + self.targets.bytes() + self.rules.bytes()
    }
}
