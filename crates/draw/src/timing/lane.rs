//! What a lane shows, instant by instant.

use kiber_engine::{Micros, Nanoamps};

use super::subject::{Aspect, Shape};

/// What a lane shows from an instant on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// At rest in a level or place; what the numbers mean is said by the [`Shape`].
    At(u16),
    /// On the way to a level or place.
    Towards(u16),
    /// So much current, of either sign.
    Current(Nanoamps),
    /// Of a wafer: its wiper touches nothing that is wired.
    Open,
}

/// A row of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// What it is about.
    pub aspect: Aspect,
    /// How it is drawn.
    pub shape: Shape,
    /// What stands at its head: `K1`, `K1 coil`, `K1/2 make`.
    pub name: String,
    /// What people call the part, if that is another word.
    pub label: Option<String>,
    /// Whether a hand moves it.
    pub by_hand: bool,
    /// The state before the first step.
    pub before: State,
    /// Each change, in order, on the clock of the diagram ([`Diagram::time`](super::Diagram::time)); several at
    /// one instant are a pulse of no length.
    pub steps: Vec<(Micros, State)>,
}

impl Lane {
    /// Takes note of a change; nothing if it is none.
    pub(crate) fn push(&mut self, at: Micros, state: State) {
        if self.steps.last().map_or(self.before, |&(_, last)| last) != state {
            self.steps.push((at, state));
        }
    }

    /// All that was so far is only what was before.
    pub(crate) fn forget_steps(&mut self) {
        self.before = self.steps.last().map_or(self.before, |&(_, state)| state);
        self.steps.clear();
    }

    /// The same from one instant to another.
    pub(crate) fn cut(mut self, from: Micros, to: Micros) -> Self {
        let first = self.steps.partition_point(|&(at, _)| at < from);
        let end = self.steps.partition_point(|&(at, _)| at <= to);
        if let Some(&(_, state)) = self.steps.get(..first).and_then(<[_]>::last) {
            self.before = state;
        }
        self.steps.truncate(end);
        self.steps.drain(..first);
        self
    }

    /// The largest current that it shows, whatever its sign.
    pub fn largest(&self) -> Option<Nanoamps> {
        let states = std::iter::once(self.before).chain(self.steps.iter().map(|&(_, state)| state));
        states
            .filter_map(|state| match state {
                State::Current(Nanoamps(current)) => Some(Nanoamps(current.saturating_abs())),
                _ => None,
            })
            .max()
    }

    /// The last level or place at which it rested before the step of that number.
    pub(crate) fn rested(&self, step: usize) -> u16 {
        let states = self.steps.get(..step).into_iter().flatten().rev().map(|&(_, state)| state);
        let found = states.chain([self.before]).find_map(|state| match state {
            State::At(level) => Some(level),
            _ => None,
        });
        found.unwrap_or(match self.before {
            State::Towards(level) => u16::from(level == 0),
            _ => 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kiber_netlist::{Id, PartId};

    #[test]
    fn a_cut_lane_begins_with_what_was_before() {
        let aspect = Aspect::Stand(PartId::from_index(0));
        let mut lane = Lane {
            aspect,
            shape: Shape::TwoLevels,
            name: String::new(),
            label: None,
            by_hand: false,
            before: State::At(0),
            steps: Vec::new(),
        };
        for (at, state) in [(0, State::At(0)), (7, State::Towards(1)), (8, State::At(1)), (20, State::At(0))] {
            lane.push(at, state);
        }
        assert_eq!(lane.steps.len(), 3, "what changes nothing is no step");
        let cut = lane.cut(8, 19);
        assert_eq!((cut.before, &cut.steps[..]), (State::Towards(1), &[(8, State::At(1))][..]));
    }
}
