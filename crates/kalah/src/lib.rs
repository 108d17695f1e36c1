//! Kalah by Wetherell's rules and by the standard ones: play, notation, exact solving.

mod error;
mod position;
mod rules;

// The game.
pub use error::Error;
pub use position::{Position, Side};
pub use rules::{Rules, Setup};
