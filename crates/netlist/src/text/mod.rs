//! The text below the level of circuits: brackets, pieces of RON with their places, single values.

pub(crate) mod guard;
pub(crate) mod piece;
pub(crate) mod span;
mod token;

pub(crate) use piece::{Body, Piece, Record};
pub(crate) use span::{Source, Span};
