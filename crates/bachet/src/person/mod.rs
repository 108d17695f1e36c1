//! Who plays against a machine.

mod opponent;

pub use opponent::Opponent;
