//! Games of two players and their search: minimax, alpha-beta, exact solving; tic-tac-toe.

mod alpha_beta;
mod analysis;
mod counts;
mod deepening;
mod descent;
mod error;
mod exact;
mod found;
mod game;
mod hashing;
mod interval;
mod levels;
mod minimax;
mod random;
mod sooner;
mod table;
pub mod tictactoe;
mod visits;

// What a game has to say of itself.
pub use error::Error;
pub use game::{Game, Player};

// The algorithm as the article prints it.
pub use levels::{ByLevels, Levels, Valued, min_max, min_max_of_game};

// The searches: the same values, and ever fewer positions.
pub use alpha_beta::{alpha_beta, alpha_beta_with_table};
pub use deepening::{Deepened, Step, deepening};
pub use exact::{Question, Solved, solve};
pub use found::Found;
pub use minimax::minimax;
pub use table::Table;

// A position's moves, and which to make; how large a game is.
pub use analysis::{Analysis, ValuedMove, analyse};
pub use counts::Counts;

// Chance, for players that choose among equal moves.
pub use random::Random;
