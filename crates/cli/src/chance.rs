//! Where chance begins when nobody says.

use std::time::{SystemTime, UNIX_EPOCH};

/// The seed of reports: the same each time, so that a report can be compared with another.
pub(crate) const OF_REPORTS: u64 = 1;

/// A seed for one game with a person: another each time, and short enough to be typed.
pub(crate) fn of_a_game() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(since.subsec_micros())
}
