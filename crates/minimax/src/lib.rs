//! Games of two players and their search: minimax, alpha-beta, exact solving; tic-tac-toe.

mod error;
mod game;
mod random;
pub mod tictactoe;

// What a game has to say of itself.
pub use error::Error;
pub use game::{Game, Player};

// Chance, for players that choose among equal moves.
pub use random::Random;
