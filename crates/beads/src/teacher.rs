//! Who plays against a machine, by chances that are exact.

use kiber_bachet::Opponent;
use kiber_minimax::{Player, Random};

use crate::arena::{Arena, Subject};

/// A person whose move depends on the position and on chance alone: with which weight he makes each
/// move of an arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Teacher {
    /// By position and move.
    weights: Vec<Vec<u64>>,
}

impl Teacher {
    /// A person of this kind, on whichever side he plays.
    ///
    /// For Bachet his chances are those of [`Opponent::weights`]. In tic-tac-toe
    /// [`Opponent::Perfect`] makes any of the moves that keep what the position is worth, with the same
    /// chance, [`Opponent::PerfectFixed`] always the first of them, [`Opponent::Uniform`] goes to any
    /// empty square, and so does [`Opponent::TakesRest`], but fills a line when he can.
    pub fn new(arena: &Arena, opponent: Opponent) -> Self {
        let weights = (0..arena.nodes().len()).map(|node| match arena.subject() {
            Subject::Bachet(rules) => {
                let name = arena.nodes().get(node).map_or("", |node| node.name.as_str());
                let taken = opponent.weights(rules, name.parse().unwrap_or(0));
                let weight = |take| taken.iter().find(|(taken, _)| *taken == take).map_or(0, |&(_, weight)| weight);
                moves(arena, node).map(|chosen| weight(chosen.name)).collect()
            }
            Subject::TicTacToe => on_board(arena, node, opponent),
        });
        Self { weights: weights.collect() }
    }

    /// A person who may make any move: what can happen with him can happen with some person, and what
    /// cannot happen with him cannot happen with anyone.
    pub fn anyone(arena: &Arena) -> Self {
        Self { weights: (0..arena.nodes().len()).map(|node| moves(arena, node).map(|_| 1).collect()).collect() }
    }

    /// The weights of the moves from a position: a move's chance is its weight divided by their sum.
    pub fn weights(&self, node: usize) -> &[u64] {
        self.weights.get(node).map_or(&[], Vec::as_slice)
    }

    /// Draws a move from a position; `None` where there is none.
    pub fn draw(&self, arena: &Arena, node: usize, random: &mut Random) -> Option<usize> {
        let weights = self.weights(node);
        let mut drawn = random.below(weights.iter().sum());
        for (&weight, chosen) in weights.iter().zip(moves(arena, node)) {
            match drawn.checked_sub(weight) {
                Some(rest) => drawn = rest,
                None => return Some(chosen.to),
            }
        }
        None
    }
}

fn moves(arena: &Arena, node: usize) -> impl Iterator<Item = &crate::arena::Move> {
    arena.nodes().get(node).into_iter().flat_map(|node| &node.moves)
}

/// The weights of tic-tac-toe; an empty square counts once, whatever squares it is symmetrical to.
fn on_board(arena: &Arena, node: usize, opponent: Opponent) -> Vec<u64> {
    let player = arena.nodes().get(node).and_then(|node| node.player);
    let wins = |to: usize| {
        let won = if player == Some(Player::First) { 1 } else { -1 };
        arena.nodes().get(to).is_some_and(|node| node.player.is_none() && node.result == won)
    };
    let can_win = moves(arena, node).any(|chosen| wins(chosen.to));
    let mut first_best = moves(arena, node).position(|chosen| arena.is_best(node, chosen));
    let weights = moves(arena, node).enumerate().map(|(place, chosen)| {
        let may = match opponent {
            Opponent::Perfect => arena.is_best(node, chosen),
            Opponent::PerfectFixed { .. } => first_best.take_if(|first| *first == place).is_some(),
            Opponent::Uniform => true,
            Opponent::TakesRest => !can_win || wins(chosen.to),
        };
        if may { u64::from(chosen.ways) } else { 0 }
    });
    weights.collect()
}
