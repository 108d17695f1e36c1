//! Helpers shared by the tests that cross crates.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot set up has failed")]

pub mod honest;
pub mod any_input;
mod library;
mod play;

pub use library::{Beside, library, repository};
pub use play::{Played, circuit, play, read};
