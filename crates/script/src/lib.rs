//! What a **hand** does: actions and expectations, one language for files and for the prompt.

mod codes;
mod expect;
mod happened;
mod judge;
mod line;
mod names;
mod parse;
mod piece;
mod plan;
mod play;
mod range;
mod refusal;
mod report;
mod script;
mod show;
mod step;
mod time;
mod words;

pub use codes::CODES;
pub use happened::Happened;
pub use judge::Failure;
pub use line::parse_line;
pub use parse::parse;
pub use play::{Done, Mark, Player};
pub use refusal::Refusal;
pub use report::{At, Report, Seen};
pub use script::Script;
pub use step::{Claim, Condition, Happening, Step, Target, Verb};
