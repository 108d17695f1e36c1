//! Kalah by Wetherell's rules and by the standard ones: play, notation, exact solving.

mod board;
mod contest;
mod endgame;
mod ending;
mod error;
mod evaluate;
mod explain;
mod game;
mod moves;
mod notation;
mod packed;
mod perft;
mod position;
mod reachable;
mod record;
mod rules;
mod search;
mod solve;
mod turn;

// The game.
pub use error::{Error, Fault};
pub use position::{Position, Side};
pub use rules::{Rules, Setup};

// Its moves and its end.
pub use ending::Ending;
pub use turn::{Capture, Lap, Place, Turn};

// Games from their first position on, written down and read.
pub use record::{Mistake, Record, RecordError};

// Searching it.
pub use evaluate::Evaluation;
pub use game::Kalah;

// Engines, and matches between them.
pub use contest::{Contest, Engine, Played, Score, Seated};

// What takes looking at very many positions.
pub use endgame::{EndgameTable, TableError};
pub use perft::perft;
pub use reachable::{Majority, Reachable};
pub use search::{Analysis, MoveValue, Search};
pub use solve::{Goal, Means, Solution, SolvedMove, is_solvable, solve};
