//! Games of two players and their search: minimax, alpha-beta, exact solving; tic-tac-toe.

mod game;
mod random;

// What a game has to say of itself.
pub use game::{Game, Player};

// Chance, for players that choose among equal moves.
pub use random::Random;
