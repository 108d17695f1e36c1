//! Tic-tac-toe laid out.

use indexmap::IndexMap;
use kiber_minimax::Player;
use kiber_minimax::tictactoe::{Mark, Position};

use crate::arena::{Move, Node};

/// Every position up to symmetry, those with fewer marks first. Moves that only a symmetry of the
/// position tells apart are one.
pub(crate) fn nodes() -> Vec<Node> {
    let mut found: IndexMap<Position, Vec<Move>> = IndexMap::from([(Position::START, Vec::new())]);
    let mut place = 0;
    // Positions are found move after move, so that those with fewer marks come first.
    while let Some((&position, _)) = found.get_index(place) {
        let symmetries: Vec<_> = position.symmetries().collect();
        let mut moves = Vec::new();
        for square in position.distinct_moves() {
            let Ok(next) = position.play(square) else { continue };
            let (to, _) = found.insert_full(next.canonical().0, Vec::new());
            let mut same: Vec<_> = symmetries.iter().map(|symmetry| symmetry.square(square)).collect();
            same.sort_unstable();
            same.dedup();
            moves.push(Move { name: u32::from(square.number()), to, ways: same.len() as u32 });
        }
        if let Some((_, slot)) = found.get_index_mut(place) {
            *slot = moves;
        }
        place += 1;
    }
    let nodes = found.into_iter().map(|(position, moves)| Node {
        name: position.to_string(),
        player: position.to_move().map(Mark::player),
        moves_before: (position.plies(), position.plies()),
        moves,
        result: match position.winner().map(Mark::player) {
            Some(Player::First) => 1,
            Some(Player::Second) => -1,
            None => 0,
        },
    });
    nodes.collect()
}
