//! **Games of two players and their search**: minimax as an article of 1996 prints it, the searches
//! that find the same value with far fewer positions, exact solving, and tic-tac-toe.
//!
//! ```
//! use kiber_minimax::tictactoe::{Position, TicTacToe};
//! use kiber_minimax::{Table, analyse, minimax, solve};
//!
//! let start = Position::START;
//! let plain = minimax(&TicTacToe, &start, None, |_| false)?;
//! assert_eq!((plain.value, plain.proved, plain.nodes), (0, true, 549_946));
//!
//! // The same value, from both sides, with a memory of 10,000 positions.
//! let solved = solve(&TicTacToe, &start, &mut Table::new(10_000), |_| false);
//! assert_eq!(solved.value(), Some(0));
//! assert!(solved.nodes < 5_000);
//!
//! // X wins at once, and not in three moves.
//! let analysis = analyse(&TicTacToe, &"XX./OO./...".parse()?, None, 10_000, |_| false);
//! let best = analysis.first().expect("a game that goes on");
//! assert_eq!((best.chosen.number(), best.value, best.plies), (3, 1, Some(1)));
//! # Ok::<(), kiber_minimax::Error>(())
//! ```
//!
//! A [`Game`] says who is to move, which moves there are and what they lead to; a player may move twice
//! in a row. Values are whole numbers as the first player sees them. All searches keep their positions
//! on a stack of their own, so that a game may be as long as it likes; all count the positions they
//! visit, and ask the caller now and then whether to stop.
//!
//! | search | finds | looks at |
//! |---|---|---|
//! | [`min_max`] | the article's value, from −1 to 1 | everything |
//! | [`minimax()`] | the value to a depth | everything |
//! | [`alpha_beta()`] | the same | what can change the value |
//! | [`alpha_beta_with_table`] | the same | and that only once, as far as the table reaches |
//! | [`deepening()`] | the same, deeper and deeper | best moves first; has an answer at any time |
//! | [`solve`] | the true value, or what is proved of it | whether it is at least so much, again and again |
//!
//! **Not here**: games with chance or hidden cards, games that may go on for ever (a position must not
//! come again), threads, clocks, and guesses at a position that learn from play.

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
