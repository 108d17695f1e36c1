//! Lines and columns of many places in one text.

/// Where the lines of a text start, so that a place costs a binary search and not a walk.
///
/// ```
/// let lines = kiber_netlist::Lines::new("one\nзвоно два");
/// assert_eq!(lines.line_and_column(0), (1, 1));
/// assert_eq!(lines.line_and_column("one\nзв".len()), (2, 3));
/// let marked = kiber_netlist::Lines::new("\u{feff}one");
/// assert_eq!(marked.line_and_column("\u{feff}on".len()), (1, 3));
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'s> {
    source: &'s str,
    starts: Vec<usize>,
}

impl<'s> Lines<'s> {
    /// Finds the lines of a text once.
    pub fn new(source: &'s str) -> Self {
        let starts = std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { source, starts }
    }

    /// The line and the column of a byte, both from 1; columns are counted in characters. A
    /// byte-order mark at the start is no character, and a byte behind the end stands for the end.
    pub fn line_and_column(&self, byte: usize) -> (usize, usize) {
        let byte = byte.min(self.source.len());
        let line = self.starts.partition_point(|&start| start <= byte).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = self.source.get(start..).unwrap_or("");
        let passed = before.char_indices().take_while(|&(at, _)| start + at < byte);
        let column = passed.filter(|&(at, c)| c != '\u{FEFF}' || start + at > 0).count();
        (line + 1, column + 1)
    }
}
