//! The one error type of this crate.

use std::fmt;

use crate::tictactoe::{Mark, Position, Square};

/// Why a text is no position, a move cannot be made, or a search has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A board with more or fewer than nine squares.
    NotNineSquares {
        /// How many squares the text has.
        found: usize,
    },
    /// Rows that do not have three squares each.
    UnevenRows {
        /// Which row, from 1.
        row: usize,
        /// How many squares it has.
        found: usize,
    },
    /// A letter that stands for nothing on a board.
    UnknownLetter {
        /// The letter.
        letter: char,
        /// Which square it would be, from 1; slashes are not counted.
        place: usize,
    },
    /// Marks that cannot come of players who take turns.
    ImpossibleCounts {
        /// How many X there are.
        x: u32,
        /// How many O there are.
        o: u32,
    },
    /// Three in a row for both players.
    BothHaveWon,
    /// A mark made after the other player had won.
    WentOnAfterWin {
        /// Who had won.
        winner: Mark,
    },
    /// A text that names no square.
    NotASquare {
        /// The text.
        text: String,
    },
    /// A move to a square that is taken.
    Taken {
        /// The square.
        square: Square,
        /// Whose mark is there.
        mark: Mark,
    },
    /// A move where the game is over.
    GameOver {
        /// How it stands.
        position: Position,
    },
    /// A game in which a player moves twice, searched by levels that alternate.
    MovesTwice {
        /// The level at which the wrong player is to move.
        level: u32,
    },
    /// The caller's `should_stop` said so.
    Stopped {
        /// How many positions were visited.
        nodes: u64,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotNineSquares { found } => {
                write!(f, "a board has 9 squares, not {found}; it is written like X.O/.X./..O")
            }
            Self::UnevenRows { row, found } => {
                let plural = if *found == 1 { "" } else { "s" };
                write!(f, "row {row} has {found} square{plural}, not 3; a board is written like X.O/.X./..O")
            }
            Self::UnknownLetter { letter, place } => {
                write!(f, "square {place} holds X, O or . (nothing), not `{}`", letter.escape_debug())
            }
            Self::ImpossibleCounts { x, o } => write!(
                f,
                "{x} X and {o} O cannot be: X begins and they take turns, so there are as many X as O, or one more"
            ),
            Self::BothHaveWon => f.write_str("both players have three in a row; the game ends with the first"),
            Self::WentOnAfterWin { winner } => write!(
                f,
                "{winner} has three in a row and {} has moved since; the game was over before that",
                winner.other()
            ),
            Self::NotASquare { text } => {
                write!(f, "`{}` is no square; they are 1 2 3 / 4 5 6 / 7 8 9, row by row", text.escape_debug())
            }
            Self::Taken { square, mark } => write!(f, "square {square} is taken by {mark}"),
            Self::GameOver { position } => match position.winner() {
                Some(winner) => write!(f, "the game is over: {winner} has won ({position})"),
                None => write!(f, "the game is over: a draw ({position})"),
            },
            Self::MovesTwice { level } => write!(
                f,
                "at level {level} the other player is to move; levels are for games in which the players take turns"
            ),
            Self::Stopped { nodes } => write!(f, "given up after {nodes} positions"),
        }
    }
}

impl std::error::Error for Error {}
