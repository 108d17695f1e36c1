//! A relay machine **as a page** in the browser: its server, and the page to give away.
//!
//! ```
//! use std::sync::Arc;
//! use kiber_web::{At, Bench, Limits};
//!
//! let article = kiber_automaton::Embedded::find("article").ok_or("shipped")?;
//! let circuit = Arc::new(article.read().circuit.ok_or("without errors")?);
//! let mut bench = Bench::new(circuit, Limits::default())?;
//! let done = bench.act(bench.last(), "flip V1")?;
//! assert_eq!(done.keep, Some(At(0, 0)));
//! let game = done.deeds[0].frames[0].game.as_ref().ok_or("a game-playing machine")?;
//! assert_eq!((game.stones, game.taken), (7, 1));
//! assert_eq!(game.said, "You took 1 lamp. Take more, or press KN1 for the automaton's move.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//! The page holds the whole timeline of a machine, frame by frame, and moves its own cursor through it; the
//! server is asked to act at a frame, and answers with the frames that are new. A page that is given away holds
//! the same timeline, and the same modules show it.
//!
//! Everything the page needs is embedded. [`Server`] listens on the loopback addresses only, answers none but
//! pages that came from it, keeps a few machines and holds each to [`Limits`]. Each page has a machine of its
//! own.
//!
//! # What this crate does not do
//! It opens no files: the circuit comes through [`Given`]. It does not simulate, draw or explain by itself: a
//! [`Bench`] is a [`Session`](kiber_session::Session) retold.

mod bench;
mod describe;
mod drawing;
mod lesson;
mod page;
mod protocol;
mod referee;
mod replay;
mod server;
mod shelf;
mod standing;
mod timeline;
mod why;

// A machine, without a server.
pub use bench::{Bench, Limits, NotDone, Point, Question};
pub use describe::describe;
pub use drawing::drawing;
pub use referee::Referee;
pub use standing::Standing;
pub use timeline::Timeline;
pub use why::ask;

// What the page is told.
pub use protocol::*;

// The page to give away.
pub use replay::{Exported, Origin, ReplayError, replay};

// The server.
pub use server::{DEFAULT_PORT, HouseRules, Server};
pub use shelf::{Given, Stamp};
