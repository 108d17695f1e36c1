//! **Kalah**, by the rules of C. Wetherell's *Etudes for Programmers* (1978) and by the standard ones:
//! moves with all that they do, games as text, searches, engines, and exact solving.
//!
//! ```
//! use kiber_kalah::{Evaluation, Kalah, Record, Rules, Search, Setup};
//!
//! // Six pits a side, four stones in each.
//! let mut game = Record::new(Setup::new(Rules::Standard, 6, 4)?);
//! let turn = game.play(3)?;
//! assert_eq!(turn.sentences().join(" "),
//!     "South sows 4 stones from pit 3; the last falls into South's kalah. South moves again.");
//! assert_eq!(game.position().to_string(), "4,4,0,5,5,5/1 4,4,4,4,4,4/0 S");
//!
//! // What every move comes to, six moves ahead.
//! let kalah = Kalah { rules: game.rules(), evaluation: Evaluation::Better };
//! let analysis = Search::new(kalah, 1 << 20).analyse(game.position(), 6, |_| false);
//! let best = analysis.first().expect("a game that goes on").pit;
//! game.play(best)?;
//!
//! // The game reads back.
//! assert_eq!(game.to_string().parse(), Ok(game));
//! # Ok::<(), kiber_kalah::Error>(())
//! ```
//!
//! | for | there is |
//! |---|---|
//! | the rules, on any board | [`Position::play`], [`Position::moves`], [`Position::ending`] |
//! | games and their text | [`Record`]; positions print and parse |
//! | a look ahead, exact to a depth | [`Search`]; [`Kalah`] hands the game to the crate `kiber-minimax` |
//! | the true value, proved | [`solve()`], with an [`EndgameTable`] |
//! | machines that play | [`Engine`]; [`Contest`] lets two of them play matches |
//!
//! What looks at many positions packs them into two numbers and has rules of its own for that; tests hold
//! them to [`Position`], which is written to be read.
//!
//! **Not here**: other games of sowing, boards with more than two sides or rows, rules with a choice of
//! direction, clocks and files. No evaluation learns from play.

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
pub use solve::{Goal, Means, Solution, SolvedMove, check_memory, is_solvable, solve};
