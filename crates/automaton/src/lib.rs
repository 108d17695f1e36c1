//! The machine as a **player**: a circuit with `roles:` over a simulator, what honest persons can
//! make of it, and the circuits shipped in the program.
//!
//! Everything here is computed on the circuit by the engine: the crate knows the rules of the game
//! and which part is which, but nothing of how a machine answers.
//!
//! ```
//! use std::sync::Arc;
//! use kiber_automaton::{Bound, Embedded, Machine, Walk};
//! use kiber_explore::Options;
//!
//! let article = Embedded::find("article").ok_or("shipped")?;
//! let circuit = kiber_netlist::read(article.source).circuit.ok_or("without errors")?;
//! let machine = Machine::new(Arc::new(circuit))?;
//! let walk = Walk::new(&machine, &Options::default(), |_| true)?;
//! assert_eq!((walk.states.len(), walk.games), (24, 318));
//! assert_eq!(Bound::new(&walk).worst_case(), Some(6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Honest games are found by the explorer, at nominal times. What this crate does not do: races,
//! operators who break the rules, proofs over them.

mod article;
mod bound;
mod breach;
mod embedded;
mod error;
mod game_book;
mod games;
mod generate;
mod honest;
mod honest_rules;
mod known;
mod lesson;
mod loss_by_loss;
mod machine;
mod panel;
mod roles;
mod tree;

// The machine on the table, and what it may not do.
pub use breach::Breach;
pub use error::Error;
pub use machine::{Answer, Ending, Machine};

// Every honest game, and the worst of them.
pub use bound::Bound;
pub use honest::{BrokenGame, Edge, MemoryState, Progress, Walk};
pub use tree::{Game, Move};

// What is told: the lesson, and the article's own game.
pub use article::{ArticleGame, Disagreement, Hand, Step};
pub use lesson::{Change, Lesson, LessonEnd, Loss};

// Beside the bead machine: what each of its losses teaches, and what this machine needs no loss for.
pub use loss_by_loss::{BeadLoss, BeadSide, BoxMove, LosingMove, LossByLoss, MachineLoss, MachineSide, Saved};

// Machines for other games, and the honest person as a rule-book.
pub use generate::{MOST_RELAYS, generate_bachet};
pub use honest_rules::honest_rules;

// What the program carries.
pub use embedded::{Book, CIRCUITS, Embedded, Script};
