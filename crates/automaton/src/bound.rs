//! The worst case over all honest persons: the longest way through the memory states.

use std::collections::VecDeque;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use crate::honest::{Edge, Walk};

/// The most games a machine can lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    from: Vec<Option<u64>>,
    always_reached: bool,
}

impl Bound {
    /// Finds the longest way, counting losses, through the memory states of a walk.
    ///
    /// States that lead to one another form a component; a loss inside a component can be repeated
    /// for ever.
    pub fn new(walk: &Walk) -> Self {
        let mut graph: DiGraph<(), bool> = DiGraph::new();
        for _ in &walk.states {
            graph.add_node(());
        }
        for (number, state) in walk.states.iter().enumerate() {
            for edge in &state.edges {
                graph.add_edge(NodeIndex::new(number), NodeIndex::new(edge.to), edge.lost);
            }
        }
        // Components come with those that others lead to first.
        let components = kosaraju_scc(&graph);
        let mut component_of = vec![0; walk.states.len()];
        for (number, component) in components.iter().enumerate() {
            for state in component {
                component_of[state.index()] = number;
            }
        }
        let mut most: Vec<Option<u64>> = Vec::with_capacity(components.len());
        for (number, component) in components.iter().enumerate() {
            let mut bound = Some(0);
            for edge in component.iter().flat_map(|&state| graph.edges(state)) {
                let to = component_of[edge.target().index()];
                let here = if to == number {
                    if *edge.weight() { None } else { Some(0) }
                } else {
                    most[to].map(|most: u64| most + u64::from(*edge.weight()))
                };
                bound = bound.zip(here).map(|(bound, here)| bound.max(here));
            }
            most.push(bound);
        }
        let from: Vec<Option<u64>> = component_of.iter().map(|&component| most[component]).collect();
        let always_reached = !from.is_empty() && reach_zero(&from, &graph);
        Self { from, always_reached }
    }

    /// The most losses from power-up; `None` if there is no limit.
    pub fn worst_case(&self) -> Option<u64> {
        self.from.first().copied().flatten()
    }

    /// The most losses from one memory state on.
    pub fn from_state(&self, state: usize) -> Option<u64> {
        self.from.get(state).copied().flatten()
    }

    /// The memory states from which no game is ever lost again.
    pub fn unbeatable(&self) -> Vec<usize> {
        (0..self.from.len()).filter(|&state| self.from[state] == Some(0)).collect()
    }

    /// Whether an unbeatable state can still be reached from every memory state. Where the worst
    /// case is finite, a person who goes on winning cannot avoid it.
    pub fn unbeatable_always_reached(&self) -> bool {
        self.always_reached
    }

    /// A series of lost games as long as the worst case, with the games won in between left out, each
    /// with the memory state in which it starts; empty if there is no limit.
    pub fn worst_series<'w>(&self, walk: &'w Walk) -> Vec<(usize, &'w Edge)> {
        let mut series = Vec::new();
        let mut state = 0;
        while self.from_state(state).is_some_and(|losses| losses > 0) {
            let Some((from, lost)) = self.next_loss(walk, state) else { break };
            series.push((from, lost));
            state = lost.to;
        }
        series
    }

    /// The nearest lost game after which one loss fewer is left, by way of games that cost nothing.
    fn next_loss<'w>(&self, walk: &'w Walk, state: usize) -> Option<(usize, &'w Edge)> {
        let losses = self.from_state(state)?;
        let mut seen = vec![false; walk.states.len()];
        let mut open = VecDeque::from([state]);
        while let Some(state) = open.pop_front() {
            if std::mem::replace(seen.get_mut(state)?, true) {
                continue;
            }
            for edge in &walk.states.get(state)?.edges {
                match self.from_state(edge.to) {
                    Some(left) if edge.lost && left + 1 == losses => return Some((state, edge)),
                    Some(left) if !edge.lost && left == losses => open.push_back(edge.to),
                    _ => {}
                }
            }
        }
        None
    }
}

/// Whether a state without losses to come can be reached from every state.
fn reach_zero(from: &[Option<u64>], graph: &DiGraph<(), bool>) -> bool {
    let mut reached: Vec<bool> = from.iter().map(|&losses| losses == Some(0)).collect();
    let mut open: Vec<usize> = (0..from.len()).filter(|&state| reached[state]).collect();
    while let Some(state) = open.pop() {
        for before in graph.neighbors_directed(NodeIndex::new(state), petgraph::Direction::Incoming) {
            if !std::mem::replace(&mut reached[before.index()], true) {
                open.push(before.index());
            }
        }
    }
    reached.iter().all(|&reached| reached)
}
