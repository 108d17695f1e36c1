//! Traces as they are written, read without the circuit that they are of.
//!
//! [`Recording::parse`](crate::Recording::parse) needs the circuit and gives back its events. Whoever
//! has only the text, and perhaps of two versions of a circuit that is not there any more, reads it
//! with a [`Reader`]: line by line, so that a trace of any length takes the memory of one line.
//!
//! The words of a trace are a closed set, and each line comes as one of [`Words`]. A reader is strict:
//! what no trace would say, or would say otherwise, is an error with its line.
//!
//! ```
//! use kiber_trace::written::{Item, Reader, Words};
//!
//! let trace = "\
//! kiber trace 1
//! circuit 9467130b  The buzzer
//!
//! == power-up
//!    +0.000 ms         settled
//!
//! == on S1 for 8ms
//!    +0.000 ms  S1     on; closes S1/1
//!    +0.000 ms  K1     coil 48 mA, asks to operate
//!    +7.000 ms  K1     starts to operate; opens K1/1
//!    +7.000 ms  K1     coil 0 mA, asks to release
//!    +8.000 ms  K1     operated
//!    +8.000 ms         time is up, still moving
//!
//! == end at 8.000 ms
//! ";
//! let mut reader = Reader::new(trace.as_bytes());
//! let mut moved = Vec::new();
//! while let Some(item) = reader.next()? {
//!     if let Item::Line(line) = item
//!         && let (Some(who), Words::Move(what)) = (line.who, line.words)
//!     {
//!         moved.push((who.to_owned(), what.words.to_owned(), line.since));
//!     }
//! }
//! let moved: Vec<(&str, &str, u64)> = moved.iter().map(|(who, what, at)| (&who[..], &what[..], *at)).collect();
//! assert_eq!(moved, [("K1", "starts to operate", 7_000), ("K1", "operated", 8_000)]);
//! # Ok::<(), kiber_trace::written::ReadError>(())
//! ```

mod error;
mod figures;
mod line;
mod moves;
mod names;
mod reader;
mod words;

pub use error::ReadError;
pub(crate) use line::Columns;
pub use line::Line;
pub use moves::{Move, Position, Step, Verb};
pub use names::{Contacts, Names};
pub use reader::{Head, Item, Pin, Reader};
pub use words::{Asks, Coil, Hand, Words};
