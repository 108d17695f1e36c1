//! Which question to ask next.

/// Bounds of a margin as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i32,
    pub(super) high: i32,
}

/// Which question to ask next: from the guess on in steps that grow, then halves of what is left.
pub(super) struct Narrowing {
    at_least: i32,
    step: i32,
    begun: bool,
}

impl Narrowing {
    pub(super) fn new(guess: i32) -> Self {
        Self { at_least: guess, step: 2, begun: false }
    }

    /// The next question within these bounds; none when they are one number.
    pub(super) fn next(&mut self, bounds: Bounds) -> Option<i32> {
        if bounds.low >= bounds.high {
            return None;
        }
        if !self.begun {
            self.begun = true;
            self.at_least = self.at_least.clamp(bounds.low + 1, bounds.high);
            return Some(self.at_least);
        }
        let middle = bounds.low + (bounds.high - bounds.low + 1) / 2;
        self.at_least = if bounds.low >= self.at_least {
            // It was at least that much.
            (bounds.low + self.step).min(middle.max(bounds.low + 2))
        } else {
            (bounds.high + 1 - self.step).max(middle.min(bounds.high))
        };
        self.at_least = self.at_least.clamp(bounds.low + 1, bounds.high);
        self.step *= 2;
        Some(self.at_least)
    }
}
