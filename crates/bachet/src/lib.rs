//! The **game of Bachet**: from so many objects two players take 1 to K in turn, and who takes the
//! last one wins. Its rules, its exact solution, and how the learning automaton plays it, in plain
//! Rust without a single relay.
//!
//! ```
//! use kiber_bachet::{Machine, Panel, Rules, Strategies, WorstCase};
//!
//! let rules = Rules::new(8, 3)?;
//! assert_eq!(rules.winning_take(7), Some(3));
//! assert_eq!(rules.winning_take(4), None);
//!
//! // A machine that tries every move loses nine times at most, and never again.
//! let strategies = Strategies::every_move(rules)?;
//! let worst = WorstCase::new(&strategies, |_| false)?;
//! assert_eq!((worst.memory_states, worst.losses), (54, Some(9)));
//!
//! let mut machine = Machine::new(strategies);
//! machine.person_takes(2)?;
//! assert_eq!(machine.machine_takes()?, 1);
//! # Ok::<(), kiber_bachet::Error>(())
//! ```
//!
//! A [`Person`] plays against any machine behind a [`Panel`], for as many games as wanted
//! ([`Match::play`]); [`Opponent`] gives the exact chances of persons who draw their takes.
//!
//! Nothing here knows of circuits: the crate says what a machine ought to do, and a circuit is held
//! to it by [`compare`], which works any two machines by the same [`Panel`].

mod compare;
mod conduct;
mod error;
mod heap;
mod machine;
mod memory;
mod panel;
mod person;
mod rules;
mod series;
mod solution;
mod steady;
mod strategies;
mod survey;
mod worst_case;

// The game and its exact solution.
pub use error::Error;
pub use heap::Heap;
pub use rules::{LastObject, Rules};
pub use solution::{MoveValue, Value};

// How a machine plays it.
pub use machine::Machine;
pub use memory::Memory;
pub use strategies::{Strategies, Strategy};
pub use worst_case::{Found, WorstCase};

// Who works a machine, what every memory state answers, and whether two machines do the same.
pub use compare::{Agreement, Comparison, Difference, compare};
pub use conduct::Conduct;
pub use panel::{Panel, Verdict};
pub use survey::{Lost, Survey, SurveyEnd, Surveyed, Surveying};

// Who plays against it, or in its place, and many games of it.
pub use person::{Drawn, KnowsMemory, Opponent, Person, Scripted, Seen, Starter};
pub use series::{Broken, CutShort, Ending, Match, Plan, Played, Point, Turn};
pub use steady::Steady;
