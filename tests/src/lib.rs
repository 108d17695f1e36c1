//! Helpers shared by the tests that cross crates.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot set up has failed")]

pub mod any_input;
pub mod generated;
pub mod honest;
mod library;
mod play;
pub mod verilog;

pub use library::{Beside, library, repository};
pub use play::{Played, circuit, embedded, play, play_script, read};
