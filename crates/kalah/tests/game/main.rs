//! The game against data that two other programs worked out, and against its own laws.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test that cannot set up has failed")]

mod contest;
mod games;
mod moves;
mod oracle;
mod perft;
mod record;
mod search;
mod shown;
mod solved;
mod text;
