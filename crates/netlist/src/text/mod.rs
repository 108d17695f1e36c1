//! The text below the level of circuits: RON cut into pieces that know their places, so that every
//! mistake in a file is found at once and told at its place.
//!
//! Circuits are read with it, and so is every other file of Kiber's that is RON. A text is read whole
//! by [`Reader::whole`]; the [`Piece`] that comes of it is looked into as far as somebody asks, and a
//! mistake inside one piece leaves its neighbours readable.
//!
//! ```
//! use kiber_netlist::text::{Body, Reader};
//!
//! let text = r#"Greeting(words: "good day", times: 3)"#;
//! let mut reader = Reader::new(text);
//! let piece = reader.whole(text, "greeting", "Greeting(words: \"hello\")").unwrap();
//! let record = reader.record(piece, "a greeting").unwrap();
//! let Body::Fields(fields) = record.body else { panic!("it has fields") };
//! for (name, value) in reader.once(fields) {
//!     if name == "words" {
//!         assert_eq!(reader.text(value).as_deref(), Some("good day"));
//!         assert_eq!(&text[reader.place(value).range()], "\"good day\"");
//!     }
//! }
//! ```

pub(crate) mod guard;
pub(crate) mod piece;
mod quoted;
pub(crate) mod span;
mod token;

pub use crate::read::reader::{Reader, counted, listed};
pub use piece::{Body, Mismatch, Piece, Record, skip_blanks};
pub use quoted::Quoted;
pub use span::{Source, Span};
pub use token::{Token, tokens};
