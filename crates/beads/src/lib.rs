//! The **matchbox machine**: a learner made of boxes and beads. Each position in which it is to move has
//! a box, and in the box are beads, a colour for each move. It draws one at random and makes that move;
//! when it has lost, the bead that lost is taken away. In the end only good moves are left.
//!
//! ```
//! use kiber_beads::{Cabinet, Chain, Choice, Contents, Lesson, Schedule, Subject, Teacher};
//! use kiber_bachet::{Opponent, Rules};
//! use kiber_minimax::Player;
//!
//! // Eight objects, 1 to 3 at a time; the machine moves second: seven boxes and eighteen beads.
//! let cabinet = Cabinet::new(Subject::Bachet(Rules::ARTICLE), Player::Second, Choice::Every)?;
//! let schedule = Schedule::article();
//! let start = Contents::new(&cabinet, &schedule);
//! assert_eq!((cabinet.boxes().len(), start.total()), (7, 18));
//!
//! // Whoever teaches it, it loses twelve times, and never again.
//! let teacher = Teacher::anyone(cabinet.arena());
//! let lesson = Lesson { cabinet: &cabinet, schedule: &schedule, teacher: &teacher };
//! let extremes = Chain::<f64>::new(&lesson, &start, 10_000, |_| false)?.extremes();
//! assert_eq!((extremes.fewest_losses, extremes.most_losses), (12, Some(12)));
//!
//! // How long that takes depends on the teacher.
//! let teacher = Teacher::new(cabinet.arena(), Opponent::Perfect);
//! let lesson = Lesson { teacher: &teacher, ..lesson };
//! let expected = Chain::<f64>::new(&lesson, &start, 10_000, |_| false)?.expected();
//! assert_eq!(format!("{:.3}", expected.games), "25.735");
//! # Ok::<(), kiber_beads::Error>(())
//! ```
//!
//! What is exact here is exact: a lesson in which beads are only taken away is a Markov chain over what
//! is in the boxes, and is solved as one, in floating point or in fractions. Lessons played out by
//! chance stand beside it, and in its place where the boxes can hold too much.
//!
//! The crate reads and writes no files, knows no clock, and draws only by the seed that it is given.

mod arena;
mod argument;
mod cabinet;
mod chain;
mod chart;
mod colors;
mod contents;
mod curve;
mod error;
mod labels;
mod lesson;
mod machine;
mod number;
mod saved;
mod schedule;
mod self_play;
mod simulation;
mod teacher;
mod tictactoe;

// The game, laid out flat, and the boxes for it.
pub use arena::{Arena, Move, Node, Subject};
pub use cabinet::{Cabinet, Choice, Matchbox};
pub use error::Error;

// What is in the boxes, and what becomes of it.
pub use contents::Contents;
pub use schedule::{Moves, Outcome, Schedule};

// A lesson: who teaches, and what a game can bring.
pub use lesson::{Chances, Lesson, PlayedGame, Standing};
pub use teacher::Teacher;

// All lessons at once, exactly; and lessons played out.
pub use argument::losses_from_start;
pub use chain::{Chain, Expected, Extremes, Followed};
pub use number::Number;
pub use simulation::{Plan, Sample, Simulation, Tally};

// The machine at the panel that the relay machine has, too.
pub use machine::{Machine, MachineState};

// Two machines that teach each other.
pub use self_play::{Learner, SelfGame, SelfPlay};

// What people see: learning curves, labels for real boxes, and a machine as text.
pub use chart::{Chart, Line};
pub use colors::BeadColor;
pub use curve::{Curve, CurveEnd, Point};
pub use labels::Labels;
pub use saved::Saved;
