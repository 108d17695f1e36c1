//! Two orders of one graph that end differently, and the moves at which they part.

use super::ends::End;
use super::graph::{Edge, Graph};

/// One order: its moves, and the round in which it goes on for ever if it does not come to rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    pub(super) moves: Vec<Edge>,
    pub(super) round: Vec<Edge>,
    /// Where it ends: at rest, or where its round begins.
    pub(super) end: u32,
}

/// Two orders that end differently. They part as late as can be: after their common moves, the
/// first order's next move rules out the second one's end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Witness {
    pub(super) walks: [Walk; 2],
    /// How many moves they have in common.
    pub(super) common: usize,
}

const FAR: u32 = u32::MAX;

/// Orders to two ends; the first is the first end given.
pub(super) fn witness(graph: &Graph, first: &End, second: &End) -> Witness {
    let back = Back::new(graph);
    let (to_first, to_second) = (back.distances(&first.states), back.distances(&second.states));
    let far = |distances: &[u32], state: u32| distances.get(state as usize).is_none_or(|&distance| distance == FAR);
    let mut first_moves = descend(graph, 0, &to_first);
    // The last state of the first order from which the second end is still within reach.
    let parts = first_moves.iter().rposition(|edge| !far(&to_second, edge.from)).unwrap_or(0);
    let from = first_moves.get(parts).map_or(0, |edge| edge.from);
    let mut second_moves: Vec<Edge> = first_moves.iter().take(parts).copied().collect();
    second_moves.extend(descend(graph, from, &to_second));
    // The shortest way to a set of states may be no way at all.
    let common = first_moves.iter().zip(&second_moves).take_while(|(a, b)| a == b).count();
    let end_of = |moves: &[Edge]| moves.last().map_or(0, |edge| edge.to);
    let (first_end, second_end) = (end_of(&first_moves), end_of(&second_moves));
    first_moves.shrink_to_fit();
    Witness {
        walks: [
            Walk { moves: first_moves, round: round(graph, first, first_end), end: first_end },
            Walk { moves: second_moves, round: round(graph, second, second_end), end: second_end },
        ],
        common,
    }
}

/// The moves of a graph from their ends.
struct Back {
    starts: Vec<u32>,
    from: Vec<u32>,
}

impl Back {
    fn new(graph: &Graph) -> Self {
        let count = graph.count();
        let mut starts = vec![0u32; count + 1];
        for edge in &graph.edges {
            starts[edge.to as usize + 1] += 1;
        }
        for state in 0..count {
            starts[state + 1] += starts[state];
        }
        let mut next = starts.clone();
        let mut from = vec![0; graph.edges.len()];
        for edge in &graph.edges {
            let place = &mut next[edge.to as usize];
            from[*place as usize] = edge.from;
            *place += 1;
        }
        Self { starts, from }
    }

    /// How many moves each state is away from the nearest of these.
    fn distances(&self, states: &[u32]) -> Vec<u32> {
        let mut distances = vec![FAR; self.starts.len() - 1];
        let mut queue: Vec<u32> = states.to_vec();
        for &state in states {
            distances[state as usize] = 0;
        }
        let mut at = 0;
        while let Some(&state) = queue.get(at) {
            at += 1;
            let range = self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize;
            for &before in &self.from[range] {
                if distances[before as usize] == FAR {
                    distances[before as usize] = distances[state as usize] + 1;
                    queue.push(before);
                }
            }
        }
        distances
    }
}

/// A shortest way to where the distance is 0.
fn descend(graph: &Graph, from: u32, distances: &[u32]) -> Vec<Edge> {
    let distance = |state: u32| distances.get(state as usize).copied().unwrap_or(FAR);
    let mut moves = Vec::new();
    let mut state = from;
    while distance(state) > 0 {
        let next = graph.out(state).iter().find(|edge| distance(edge.to) < distance(state));
        let Some(&edge) = next else { break };
        moves.push(edge);
        state = edge.to;
    }
    moves
}

/// A round through the states of an end, from `start` back to it, in which everybody moves who is
/// asked to all the while; empty if it rests.
fn round(graph: &Graph, end: &End, start: u32) -> Vec<Edge> {
    let mut round: Vec<Edge> = Vec::new();
    if end.rests {
        return round;
    }
    let inside = |state: u32| end.states.binary_search(&state).is_ok();
    // Each turn of the loop adds a detour for somebody who was kept waiting; first any move will do.
    for _ in 0..=graph.members.len() {
        let waiting = kept_waiting(graph, &round);
        if !round.is_empty() && waiting.is_empty() {
            break;
        }
        let served = |edge: &Edge| {
            waiting.is_empty()
                || waiting.iter().any(|&member| {
                    edge.member as usize == member
                        || !graph.out(edge.to).iter().any(|out| out.member as usize == member)
                })
        };
        let at = round.last().map_or(start, |edge| edge.to);
        let detour = way(graph, at, inside, served);
        let turned = detour.last().map_or(at, |edge| edge.to);
        round.extend(detour);
        if turned != start {
            round.extend(way(graph, turned, inside, |edge| edge.to == start));
        }
    }
    round
}

/// Who could move in every state of a round and does not.
fn kept_waiting(graph: &Graph, round: &[Edge]) -> Vec<usize> {
    let asked = |state: u32, member: usize| graph.out(state).iter().any(|edge| edge.member as usize == member);
    (0..graph.members.len())
        .filter(|&member| {
            !round.is_empty() && round.iter().all(|edge| edge.member as usize != member && asked(edge.from, member))
        })
        .collect()
}

/// A shortest way through states that `inside` says yes to, up to a move that `wanted` says yes to.
fn way(graph: &Graph, from: u32, inside: impl Fn(u32) -> bool, wanted: impl Fn(&Edge) -> bool) -> Vec<Edge> {
    let mut reached: Vec<Option<Edge>> = vec![None; graph.count()];
    let mut queue = vec![from];
    let mut at = 0;
    while let Some(&state) = queue.get(at) {
        at += 1;
        for edge in graph.out(state).iter().filter(|edge| inside(edge.to)) {
            if wanted(edge) {
                let mut moves = vec![*edge];
                let mut before = edge.from;
                while before != from {
                    let Some(Some(edge)) = reached.get(before as usize) else { break };
                    moves.push(*edge);
                    before = edge.from;
                }
                moves.reverse();
                return moves;
            }
            if edge.to != from
                && let Some(slot @ None) = reached.get_mut(edge.to as usize)
            {
                *slot = Some(*edge);
                queue.push(edge.to);
            }
        }
    }
    Vec::new()
}
