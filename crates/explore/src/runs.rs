//! Runs: ways through the states found, as short as there are.

use std::collections::VecDeque;

use kiber_engine::Micros;

use crate::edges::Edges;
use crate::search::{At, Space};

/// A run: from the start state on, the rules used one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The rules, by their places in the book.
    pub rules: Vec<usize>,
    /// The run goes on for ever: after all rules, again from the one at this place on.
    pub repeats_from: Option<usize>,
    /// The run ends in the middle of a rule: after so many lines of one more.
    pub then: Option<(usize, usize)>,
    /// The run ends in a circuit that never settles, so many microseconds after it was seen to repeat
    /// itself: then is the case what it is to show.
    pub wait: Micros,
}

impl Run {
    /// The shortest run to a state.
    pub(crate) fn to(space: &Space, state: u32) -> Self {
        let mut rules = Vec::new();
        let mut at = state;
        while at != 0 {
            let origin = space.store.origin(at);
            rules.push(usize::from(origin.rule));
            at = origin.parent;
        }
        rules.reverse();
        Self { rules, ..Self::default() }
    }

    /// The shortest run to a checked moment.
    pub(crate) fn to_moment(space: &Space, at: At) -> Self {
        let then = at.then.map(|(rule, lines)| (usize::from(rule), usize::from(lines)));
        Self { then, ..Self::to(space, at.state) }
    }
}

/// A search over known transitions that remembers how each state was reached.
pub(crate) struct Ways<'a> {
    edges: &'a Edges,
    /// By state: the transition it was reached by and where that began, or none.
    from: Vec<(u32, u64)>,
    start: u32,
}

const NOT_REACHED: u32 = u32::MAX;

impl<'a> Ways<'a> {
    /// Goes from `start` over the transitions that `allowed(state, edge)` allows until `found` says
    /// that a state is the one wanted; returns it.
    pub(crate) fn search(
        edges: &'a Edges,
        states: u32,
        start: u32,
        allowed: impl Fn(u32, usize) -> bool,
        found: impl Fn(u32) -> bool,
    ) -> (Self, Option<u32>) {
        let mut ways = Self { edges, from: vec![(NOT_REACHED, 0); states as usize], start };
        ways.from[start as usize] = (start, 0);
        let mut open = VecDeque::from([start]);
        while let Some(state) = open.pop_front() {
            if found(state) {
                return (ways, Some(state));
            }
            for edge in edges.of(state) {
                let target = edges.target(edge);
                if ways.from[target as usize].0 == NOT_REACHED && allowed(state, edge) {
                    ways.from[target as usize] = (state, edge as u64);
                    open.push_back(target);
                }
            }
        }
        (ways, None)
    }

    pub(crate) fn reached(&self, state: u32) -> bool {
        self.from[state as usize].0 != NOT_REACHED
    }

    /// The rules on the way to a state that was reached.
    pub(crate) fn rules_to(&self, state: u32) -> Vec<usize> {
        let mut rules = Vec::new();
        let mut at = state;
        while at != self.start {
            let (parent, edge) = self.from[at as usize];
            rules.push(usize::from(self.edges.rule(edge as usize)));
            at = parent;
        }
        rules.reverse();
        rules
    }
}

/// The shortest way from a state back to itself over allowed transitions, if there is one.
pub(crate) fn round_from(
    edges: &Edges,
    states: u32,
    state: u32,
    allowed: impl Fn(u32, usize) -> bool,
) -> Option<Vec<usize>> {
    let back = |from: u32| edges.of(from).find(|&edge| edges.target(edge) == state && allowed(from, edge));
    let (ways, last) = Ways::search(edges, states, state, &allowed, |from| back(from).is_some());
    let last = last?;
    let mut rules = ways.rules_to(last);
    rules.extend(back(last).map(|edge| usize::from(edges.rule(edge))));
    Some(rules)
}
