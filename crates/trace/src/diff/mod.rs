//! Two traces compared by meaning.
//!
//! Not lines are compared but what happened: first the sections, matched by their actions, then within
//! each what every part did. What is found are sentences that an engineer would say, each of one
//! [`Kind`]: two relays that operate in another order are one difference, not four changed lines.
//!
//! ```
//! use kiber_trace::diff::{Kind, Options, compare_texts};
//!
//! let before = "\
//! kiber trace 1
//! circuit 9467130b  Two relays
//!
//! == on S1
//!    +0.000 ms  S1     on; closes S1/1
//!    +0.000 ms  K1     coil 48 mA, asks to operate
//!    +0.000 ms  K2     coil 48 mA, asks to operate
//!    +8.000 ms  K1     operated; closes K1/1
//!    +9.000 ms  K2     operated; closes K2/1
//!    +9.000 ms         settled
//!
//! == end at 9.000 ms
//! ";
//! let after = before
//!     .replace("+8.000 ms  K1     operated; closes K1", "+8.000 ms  K2     operated; closes K2")
//!     .replace("+9.000 ms  K2     operated; closes K2", "+9.000 ms  K1     operated; closes K1");
//!
//! let report = compare_texts(before, &after, &Options::default())?;
//! let found: Vec<(Kind, &str)> = report.differences.iter().map(|it| (it.kind, it.message.as_str())).collect();
//! assert_eq!(found, [(Kind::Order, "K2 now operates before K1")]);
//! # Ok::<(), kiber_trace::diff::Error>(())
//! ```
//!
//! # How it is done
//!
//! Each trace is read once, and of every section a few numbers are kept: its title, where it is, and
//! two hashes of what is in it, one with times and one without. If something differs, both are read
//! once more side by side, up to the last section that differs. So the memory does not grow with the
//! events, and a section of a million events is worked through in windows.

mod align;
mod coils;
mod contacts;
mod difference;
mod error;
mod finding;
mod headings;
mod index;
mod inside;
mod lamps;
mod layout;
mod listener;
mod matching;
mod movements;
mod order;
mod outcomes;
mod pair;
mod rows;
mod sections;
mod side_by_side;
mod standing;
mod states;
mod timing;

use std::io::{BufRead, Cursor, Seek};

pub use difference::{Difference, Kind, Place, Report, Summary};
pub use error::Error;
pub use layout::Layout;
pub use listener::{Listener, Progress};

/// What to compare.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Leave times out: traces that tell the same in the same order are the same. What is simultaneous
    /// in one may come close by in the other.
    pub ignore_times: bool,
    /// Compare only what these parts do; all if there are none.
    pub only: Vec<String>,
}

/// Compares two traces, and tells a listener of each difference.
///
/// # Errors
/// When a trace cannot be read or is damaged, when [`Options::only`] names a part that is in neither,
/// or when the listener does not want to go on.
pub fn compare<A: BufRead + Seek, B: BufRead + Seek>(
    a: &mut A,
    b: &mut B,
    options: &Options,
    listener: &mut dyn Listener,
) -> Result<Summary, Error> {
    side_by_side::compare(a, b, options, listener)
}

/// Compares two traces that are in memory.
///
/// # Errors
/// As [`compare`].
pub fn compare_texts(a: &str, b: &str, options: &Options) -> Result<Report, Error> {
    let mut differences: Vec<Difference> = Vec::new();
    let summary = compare(&mut Cursor::new(a), &mut Cursor::new(b), options, &mut differences)?;
    Ok(Report { summary, differences })
}
