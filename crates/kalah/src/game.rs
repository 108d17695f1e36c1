//! Kalah as a game to be searched.

use std::ops::RangeInclusive;

use kiber_minimax::{Game, Player};

use crate::evaluate::Evaluation;
use crate::position::{Position, Side};
use crate::rules::Rules;

/// Kalah as a game to be searched by the crate `kiber-minimax`; the first player is South.
///
/// A move is the number of a pit. Values are counted in [units](Evaluation::unit) of the evaluation: in
/// stones with the chapter's. A finished game is worth what [`Position::result`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kalah {
    /// The rules of the moves.
    pub rules: Rules,
    /// How positions are judged at which a search stops.
    pub evaluation: Evaluation,
}

impl Kalah {
    /// What a position may be worth to South: the result if the game is over, or else a guess.
    pub fn value(&self, position: &Position) -> i32 {
        match position.result(self.rules) {
            Some(result) => result * self.evaluation.unit(),
            None => self.evaluate(position),
        }
    }
}

impl Game for Kalah {
    type Position = Position;
    type Move = usize;

    fn player(&self, position: &Position) -> Player {
        match position.to_move() {
            Side::South => Player::First,
            Side::North => Player::Second,
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<usize>) {
        moves.clear();
        moves.extend(position.moves(self.rules));
    }

    fn play(&self, position: &Position, chosen: usize) -> Position {
        // A legal move is played; of what is none nothing comes.
        position.after(self.rules, chosen).unwrap_or_else(|_| position.clone())
    }

    fn result(&self, position: &Position) -> i32 {
        position.result(self.rules).unwrap_or_default() * self.evaluation.unit()
    }

    fn evaluate(&self, position: &Position) -> i32 {
        let (own, other) = (position.to_move(), position.to_move().other());
        let guess = self.evaluation.of(
            self.rules,
            position.side(own),
            position.kalah(own),
            position.side(other),
            position.kalah(other),
        );
        guess * own.sign()
    }

    fn bounds(&self, position: &Position) -> RangeInclusive<i32> {
        let total = position.total() as i32;
        let (least, most) = match self.rules {
            // Who wins has all stones.
            Rules::Wetherell => (-total, total),
            // Stones never leave a kalah.
            Rules::Standard | Rules::StandardEmptyCapture => {
                (2 * position.kalah(Side::South) as i32 - total, total - 2 * position.kalah(Side::North) as i32)
            }
        };
        least * self.evaluation.unit()..=most * self.evaluation.unit()
    }
}
