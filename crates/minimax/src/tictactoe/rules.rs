//! The game as every search sees it.

use std::ops::RangeInclusive;

use super::mark::Mark;
use super::position::Position;
use super::square::Square;
use crate::{Game, Player};

/// The game of tic-tac-toe: 1 when X wins, 0 for a draw, −1 when O wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

impl Game for TicTacToe {
    type Position = Position;
    type Move = Square;

    fn player(&self, position: &Position) -> Player {
        position.next_mark().player()
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Square>) {
        moves.clear();
        moves.extend(position.moves());
    }

    fn play(&self, position: &Position, chosen: Square) -> Position {
        position.with(chosen)
    }

    fn result(&self, position: &Position) -> i32 {
        match position.winner() {
            Some(Mark::X) => 1,
            Some(Mark::O) => -1,
            None => 0,
        }
    }

    /// A game that is not over is taken for a draw.
    fn evaluate(&self, _: &Position) -> i32 {
        0
    }

    /// Who has no line left that is free of the other's marks cannot win any more.
    fn bounds(&self, position: &Position) -> RangeInclusive<i32> {
        match position.winner() {
            Some(Mark::X) => 1..=1,
            Some(Mark::O) => -1..=-1,
            None => -i32::from(position.can_win(Mark::O))..=i32::from(position.can_win(Mark::X)),
        }
    }
}
