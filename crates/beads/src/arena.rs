//! A game laid out flat: every position once, and which moves lead where.

use kiber_bachet::{LastObject, Rules};
use kiber_minimax::Player;

use crate::error::Error;

/// The game that a machine learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Bachet, of any size.
    Bachet(Rules),
    /// Tic-tac-toe, positions that differ by a turn or a reflection of the board being one.
    TicTacToe,
}

/// A game laid out flat.
///
/// Every position is there once; positions that are the same for the machine are one. Moves only lead
/// to positions that come later in the list.
#[derive(Clone, Debug)]
pub struct Arena {
    subject: Subject,
    nodes: Vec<Node>,
    values: Vec<i32>,
}

/// A position of an [`Arena`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// How the position is written: the number of objects left (`7`), or the board row by row
    /// (`XO./.X./...`).
    pub name: String,
    /// Who is to move; `None` when the game is over.
    pub player: Option<Player>,
    /// After how many moves of both players the position comes, at the earliest and at the latest.
    pub moves_before: (u32, u32),
    /// The moves; none exactly when the game is over.
    pub moves: Vec<Move>,
    /// What a game that ends here is worth to the first player: 1, 0 or -1. 0 if it does not end here.
    pub result: i32,
}

/// A move from a position of an [`Arena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The number it is written by: how many objects are taken, or the square, 1 to 9, row by row.
    pub name: u32,
    /// The position it leads to, by its place in [`Arena::nodes`].
    pub to: usize,
    /// How many moves of the game are this one because the position is symmetrical.
    pub ways: u32,
}

impl Arena {
    /// The most moves that an arena may have, over all its positions.
    pub const MOST_MOVES: usize = 100_000;

    /// The game laid out.
    ///
    /// # Errors
    /// [`Error::TooManyMoves`] for more than [`Arena::MOST_MOVES`].
    pub fn new(subject: Subject) -> Result<Self, Error> {
        let nodes = match subject {
            Subject::Bachet(rules) => bachet(rules)?,
            Subject::TicTacToe => crate::tictactoe::nodes(),
        };
        let values = values(&nodes);
        Ok(Self { subject, nodes, values })
    }

    /// The game.
    pub fn subject(&self) -> Subject {
        self.subject
    }

    /// The positions; the first one is the start.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// What a position is worth to the first player if both play well: 1, 0 or -1.
    ///
    /// Worked out from the ends of the game; tests hold it to the searches of `kiber_minimax`.
    pub fn value(&self, node: usize) -> i32 {
        self.values.get(node).copied().unwrap_or(0)
    }

    /// Whether a move keeps what the position is worth: whether a perfect player could make it.
    pub fn is_best(&self, node: usize, chosen: &Move) -> bool {
        self.value(chosen.to) == self.value(node)
    }
}

/// The value of every position, from the last one to the first.
fn values(nodes: &[Node]) -> Vec<i32> {
    let mut values = vec![0; nodes.len()];
    for (place, node) in nodes.iter().enumerate().rev() {
        let next = node.moves.iter().filter_map(|chosen| values.get(chosen.to).copied());
        let value = match node.player {
            Some(Player::First) => next.max(),
            Some(Player::Second) => next.min(),
            None => None,
        };
        if let Some(slot) = values.get_mut(place) {
            *slot = value.unwrap_or(node.result);
        }
    }
    values
}

/// Every number of objects with either player to move that a game can come to, from the most down.
fn bachet(rules: Rules) -> Result<Vec<Node>, Error> {
    let (objects, most) = (rules.objects(), rules.most());
    let per_position = u64::from(most.min(objects));
    if u64::from(objects).saturating_mul(per_position).saturating_mul(2) > Arena::MOST_MOVES as u64 {
        return Err(Error::TooManyMoves { most: Arena::MOST_MOVES });
    }
    let mut nodes = Vec::new();
    // By objects left and player: the place of the position.
    let mut places = vec![[None; 2]; objects as usize + 1];
    for left in (0..=objects).rev() {
        for (seat, player) in [(0, Player::First), (1, Player::Second)] {
            let Some(moves_before) = moves_before(objects - left, most, seat) else { continue };
            if let Some(slot) = places.get_mut(left as usize) {
                slot[seat as usize] = Some(nodes.len());
            }
            let taker_won = rules.last() == LastObject::Wins;
            // Who is to move with nothing left did not take the last object.
            let first_won = (player == Player::Second) == taker_won;
            nodes.push(Node {
                name: left.to_string(),
                player: (left > 0).then_some(player),
                moves_before,
                moves: Vec::new(),
                result: if left > 0 {
                    0
                } else if first_won {
                    1
                } else {
                    -1
                },
            });
        }
    }
    for left in (1..=objects).rev() {
        for seat in [0, 1] {
            let Some(place) = places.get(left as usize).and_then(|places| places[seat]) else { continue };
            let moves = rules.takes(left).filter_map(|take| {
                let to = places.get((left - take) as usize).and_then(|places| places[1 - seat])?;
                Some(Move { name: take, to, ways: 1 })
            });
            let moves: Vec<Move> = moves.collect();
            if let Some(node) = nodes.get_mut(place) {
                node.moves = moves;
            }
        }
    }
    Ok(nodes)
}

/// The least and the greatest number of moves that take so many objects, among the even numbers of
/// moves (seat 0: the first player is to move) or the odd ones (seat 1).
fn moves_before(taken: u32, most: u32, seat: u32) -> Option<(u32, u32)> {
    let of_parity = |moves: &u32| moves % 2 == seat;
    // One move at least takes one object, and at most `most`.
    let fewest = taken.div_ceil(most);
    let fewest = [fewest, fewest + 1].into_iter().find(of_parity)?;
    let greatest = [taken, taken.saturating_sub(1)].into_iter().find(of_parity)?;
    (fewest <= greatest).then_some((fewest, greatest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arena(objects: u32, most: u32) -> Arena {
        Arena::new(Subject::Bachet(Rules::new(objects, most).unwrap())).unwrap()
    }

    #[test]
    fn positions_are_those_that_games_reach() {
        for (objects, most) in [(1, 1), (6, 1), (8, 3), (9, 2), (5, 7)] {
            let arena = arena(objects, most);
            let mut reached = vec![vec![0_u32]];
            reached.resize(arena.nodes().len(), Vec::new());
            for (place, node) in arena.nodes().iter().enumerate() {
                let mut here = reached[place].clone();
                here.sort_unstable();
                here.dedup();
                let ends = here.first().zip(here.last()).map(|(&first, &last)| (first, last));
                assert_eq!(ends, Some(node.moves_before), "{objects}, {most}: {node:?}");
                for chosen in &node.moves {
                    assert!(chosen.to > place, "{objects}, {most}: {node:?}");
                    reached[chosen.to].extend(here.iter().map(|moves| moves + 1));
                }
            }
        }
    }

    #[test]
    fn values_are_those_of_the_rules() {
        for last in [LastObject::Wins, LastObject::Loses] {
            for most in 1..6 {
                let rules = Rules::new(17, most).unwrap().with_last(last);
                let arena = Arena::new(Subject::Bachet(rules)).unwrap();
                for (place, node) in arena.nodes().iter().enumerate() {
                    let Some(player) = node.player else { continue };
                    let left = node.name.parse().unwrap();
                    let won = (arena.value(place) == 1) == (player == Player::First);
                    assert_eq!(won, rules.is_won(left), "{rules:?}: {node:?}");
                }
            }
        }
    }

    #[test]
    fn a_game_too_large_to_be_laid_out() {
        let rules = Rules::new(u32::MAX, u32::MAX).unwrap();
        assert_eq!(Arena::new(Subject::Bachet(rules)).unwrap_err(), Error::TooManyMoves { most: 100_000 });
    }
}
