//! What a relay circuit **did**: the events of a run as a value and as text.

mod contacts;
mod figures;
mod hands;
mod parse;
mod recorder;
mod recording;
mod text;
mod wording;
pub mod words;

pub use parse::ParseError;
pub use recorder::{Ending, Recorder};
pub use recording::{Recording, Section};
pub use text::TextTrace;
