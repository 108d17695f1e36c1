//! The game against data that two other programs worked out, and against its own laws.

mod moves;
mod oracle;
mod perft;
mod text;
