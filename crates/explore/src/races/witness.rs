//! Two orders that end differently, and the moves at which they part.

use super::ends::End;
use super::web::{Edge, Web};

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
pub(super) fn witness(web: &Web, members: usize, first: &End, second: &End) -> Witness {
    let back = Back::new(web);
    let (to_first, to_second) = (back.distances(&first.states), back.distances(&second.states));
    let far = |distances: &[u32], state: u32| distances.get(state as usize).is_none_or(|&distance| distance == FAR);
    let mut first_moves = descend(web, 0, &to_first);
    // The last state of the first order from which the second end is still within reach.
    let parts = first_moves.iter().rposition(|edge| !far(&to_second, edge.from)).unwrap_or(0);
    let from = first_moves.get(parts).map_or(0, |edge| edge.from);
    let mut second_moves: Vec<Edge> = first_moves.iter().take(parts).copied().collect();
    second_moves.extend(descend(web, from, &to_second));
    // The shortest way to a set of states may be no way at all.
    let common = first_moves.iter().zip(&second_moves).take_while(|(a, b)| a == b).count();
    let end_of = |moves: &[Edge]| moves.last().map_or(0, |edge| edge.to);
    let (first_end, second_end) = (end_of(&first_moves), end_of(&second_moves));
    first_moves.shrink_to_fit();
    Witness {
        walks: [
            Walk { moves: first_moves, round: round(web, members, first, first_end), end: first_end },
            Walk { moves: second_moves, round: round(web, members, second, second_end), end: second_end },
        ],
        common,
    }
}

/// The moves, from where they lead.
struct Back {
    starts: Vec<u32>,
    from: Vec<u32>,
}

impl Back {
    fn new(web: &Web) -> Self {
        let count = web.count();
        let mut starts = vec![0u32; count + 1];
        for edge in &web.edges {
            starts[edge.to as usize + 1] += 1;
        }
        for state in 0..count {
            starts[state + 1] += starts[state];
        }
        let mut next = starts.clone();
        let mut from = vec![0; web.edges.len()];
        for edge in &web.edges {
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
fn descend(web: &Web, from: u32, distances: &[u32]) -> Vec<Edge> {
    let distance = |state: u32| distances.get(state as usize).copied().unwrap_or(FAR);
    let mut moves = Vec::new();
    let mut state = from;
    while distance(state) > 0 {
        let next = web.out(state).iter().find(|edge| distance(edge.to) < distance(state));
        let Some(&edge) = next else { break };
        moves.push(edge);
        state = edge.to;
    }
    moves
}

/// A round through the states of an end, from `start` back to it, in which everybody moves who is
/// asked to all the while; empty if it rests.
fn round(web: &Web, members: usize, end: &End, start: u32) -> Vec<Edge> {
    let mut round: Vec<Edge> = Vec::new();
    if end.rests {
        return round;
    }
    let inside = |state: u32| end.states.binary_search(&state).is_ok();
    // Each turn of the loop adds a detour for somebody who was kept waiting; first any move will do.
    for _ in 0..=members {
        let waiting = kept_waiting(web, members, &round);
        if !round.is_empty() && waiting.is_empty() {
            break;
        }
        let served = |edge: &Edge| {
            waiting.is_empty()
                || waiting.iter().any(|&member| {
                    web.moves_member(edge, member) || !web.out(edge.to).iter().any(|out| web.moves_member(out, member))
                })
        };
        let at = round.last().map_or(start, |edge| edge.to);
        let detour = way(web, at, inside, served);
        let turned = detour.last().map_or(at, |edge| edge.to);
        round.extend(detour);
        if turned != start {
            round.extend(way(web, turned, inside, |edge| edge.to == start));
        }
    }
    round
}

/// Who could move in every state of a round and does not.
fn kept_waiting(web: &Web, members: usize, round: &[Edge]) -> Vec<usize> {
    let asked = |state: u32, member: usize| web.out(state).iter().any(|edge| web.moves_member(edge, member));
    (0..members)
        .filter(|&member| {
            !round.is_empty() && round.iter().all(|edge| !web.moves_member(edge, member) && asked(edge.from, member))
        })
        .collect()
}

/// A shortest way through states that `inside` says yes to, up to a move that `wanted` says yes to.
fn way(web: &Web, from: u32, inside: impl Fn(u32) -> bool, wanted: impl Fn(&Edge) -> bool) -> Vec<Edge> {
    let mut reached: Vec<Option<Edge>> = vec![None; web.count()];
    let mut queue = vec![from];
    let mut at = 0;
    while let Some(&state) = queue.get(at) {
        at += 1;
        for edge in web.out(state).iter().filter(|edge| inside(edge.to)) {
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
