//! Who is told of differences.

use super::difference::Difference;

/// How far a comparison has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Bytes that have been read.
    pub done: u64,
    /// Bytes to read at the most; where the traces are the same, half of them are enough.
    pub of: u64,
}

/// Is told of each difference as it is found, and whether to go on.
pub trait Listener {
    /// A difference; they come in the order in which they happen.
    fn difference(&mut self, difference: Difference);

    /// Asked every few thousand lines: whether to go on.
    fn goes_on(&mut self, progress: Progress) -> bool {
        let _ = progress;
        true
    }
}

/// Keeps every difference.
impl Listener for Vec<Difference> {
    fn difference(&mut self, difference: Difference) {
        self.push(difference);
    }
}
