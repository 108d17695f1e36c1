//! **Tic-tac-toe**: three in a row on nine squares.
//!
//! ```
//! use kiber_minimax::tictactoe::{Mark, Position, Square};
//!
//! let position: Position = "X.O/.X./..O".parse()?;
//! assert_eq!(position.to_move(), Some(Mark::X));
//! assert_eq!(position.moves().count(), 5);
//! let position = position.play(Square::new(4).expect("one of nine"))?;
//! assert_eq!((position.to_string().as_str(), position.winner()), ("X.O/XX./..O", None));
//! assert_eq!(position.canonical().0.to_string(), "XX./.X./O.O");
//! # Ok::<(), kiber_minimax::Error>(())
//! ```
//!
//! Only positions that a game can come to can be made, so every one has a right to be analysed.

mod mark;
mod notation;
mod picture;
mod position;
mod rules;
mod square;
mod symmetry;
mod tree;

// The board.
pub use mark::Mark;
pub use position::Position;
pub use square::Square;
pub use symmetry::Symmetry;

// The game, for every search.
pub use rules::TicTacToe;

// The tree of minimax, as text and as a picture.
pub use tree::{Branch, Cut, Tree};
