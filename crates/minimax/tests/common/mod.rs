//! Small games drawn by chance: trees with paths that meet again, in which a player may move twice.
#![allow(dead_code, reason = "every test file uses its part")]

use std::ops::RangeInclusive;

use kiber_minimax::{Game, Player};
use proptest::prelude::*;

/// A game whose positions are numbers; a move leads to a greater number.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    player: Player,
    next: Vec<usize>,
    result: i32,
    guess: i32,
    bounds: (i32, i32),
}

impl Game for Drawn {
    type Position = usize;
    type Move = usize;

    fn player(&self, position: &usize) -> Player {
        self.nodes[*position].player
    }

    fn moves(&self, position: &usize, moves: &mut Vec<usize>) {
        moves.clone_from(&self.nodes[*position].next);
    }

    fn play(&self, _: &usize, chosen: usize) -> usize {
        chosen
    }

    fn result(&self, position: &usize) -> i32 {
        self.nodes[*position].result
    }

    fn evaluate(&self, position: &usize) -> i32 {
        self.nodes[*position].guess
    }

    fn bounds(&self, position: &usize) -> RangeInclusive<i32> {
        let (low, high) = self.nodes[*position].bounds;
        low..=high
    }
}

impl Drawn {
    /// The value to a depth by the definition, and no cleverness at all.
    pub(crate) fn naive(&self, position: usize, depth: Option<u32>) -> i32 {
        let node = &self.nodes[position];
        if node.next.is_empty() {
            return node.result;
        }
        if depth == Some(0) {
            return node.guess;
        }
        let values = node.next.iter().map(|&next| self.naive(next, depth.map(|depth| depth - 1)));
        match node.player {
            Player::First => values.max().unwrap(),
            Player::Second => values.min().unwrap(),
        }
    }

    /// How many plies the longest game from here takes.
    pub(crate) fn height(&self, position: usize) -> u32 {
        self.nodes[position].next.iter().map(|&next| self.height(next) + 1).max().unwrap_or(0)
    }

    /// The value first; then how long the game takes, which whoever wins wants short and whoever loses
    /// wants long: by the definition, with numbers of its own.
    pub(crate) fn naive_timed(&self, position: usize) -> (i32, u32) {
        let node = &self.nodes[position];
        if node.next.is_empty() {
            return (node.result, 0);
        }
        let ends = node.next.iter().map(|&next| self.naive_timed(next)).map(|(value, plies)| (value, plies + 1));
        let for_first = |&(value, plies): &(i32, u32)| (value, i64::from(plies) * -i64::from(value.signum()));
        match node.player {
            Player::First => ends.max_by_key(for_first).unwrap(),
            Player::Second => ends.min_by_key(for_first).unwrap(),
        }
    }

    /// Where a line of moves leads.
    pub(crate) fn after(&self, position: usize, line: &[usize]) -> usize {
        let mut position = position;
        for &chosen in line {
            assert!(self.nodes[position].next.contains(&chosen), "{chosen} is no move of {position}");
            position = chosen;
        }
        position
    }

    pub(crate) fn is_over(&self, position: usize) -> bool {
        self.nodes[position].next.is_empty()
    }
}

/// Games of up to so many positions, with values up to so far from 0, some of them all on one side of
/// it; the players take turns, or not.
pub(crate) fn games(positions: usize, widest: i32, alternating: bool) -> impl Strategy<Value = Drawn> {
    let node = (any::<bool>(), prop::collection::vec(1_usize..5, 0..4), -widest..=widest, -widest..=widest, 0..3_i32);
    let around = prop_oneof![Just(0), -widest..=widest];
    (prop::collection::vec(node, 1..=positions), around, 1..=widest).prop_map(move |(drawn, around, within)| {
        let value = |value: i32| (value % (within + 1) + around).clamp(-widest, widest);
        let count = drawn.len();
        let mut nodes: Vec<Node> = Vec::new();
        for (at, (is_first, steps, result, guess, _)) in drawn.iter().enumerate() {
            let mut next: Vec<usize> = steps.iter().map(|step| at + step).filter(|&next| next < count).collect();
            if alternating {
                // Turns are the parity of the number; a move leads to the other parity.
                next = next.into_iter().map(|next| next - (next - at + 1) % 2).filter(|&next| next > at).collect();
            }
            next.dedup();
            let player = if (alternating && at % 2 == 0) || (!alternating && *is_first) {
                Player::First
            } else {
                Player::Second
            };
            nodes.push(Node { player, next, result: value(*result), guess: value(*guess), bounds: (0, 0) });
        }
        // Bounds hold all results and guesses to come, some tightly and some with room.
        for at in (0..count).rev() {
            let (own, room) = (&nodes[at], drawn[at].4);
            let mut bounds = if own.next.is_empty() { (own.result, own.result) } else { (own.guess, own.guess) };
            for &next in &own.next {
                bounds = (bounds.0.min(nodes[next].bounds.0), bounds.1.max(nodes[next].bounds.1));
            }
            nodes[at].bounds = (bounds.0 - room, bounds.1 + room);
        }
        Drawn { nodes }
    })
}
