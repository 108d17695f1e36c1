//! A table that grows by whole segments: nothing is copied when it grows, and no more than one
//! segment is ever reserved for nothing.

/// How many rows a segment has.
const ROWS: usize = 1 << 14;

/// A growing table of rows of equal width.
#[derive(Clone, Debug)]
pub(crate) struct Segments<T> {
    width: usize,
    segments: Vec<Vec<T>>,
    count: usize,
}

impl<T: Copy> Segments<T> {
    /// An empty table of rows of `width` items.
    pub(crate) fn new(width: usize) -> Self {
        Self { width, segments: Vec::new(), count: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn push(&mut self, row: &[T]) {
        if self.count.is_multiple_of(ROWS) {
            self.segments.push(Vec::with_capacity(ROWS * self.width));
        }
        if let Some(last) = self.segments.last_mut() {
            last.extend_from_slice(&row[..self.width]);
        }
        self.count += 1;
    }

    pub(crate) fn row(&self, index: usize) -> &[T] {
        let start = index % ROWS * self.width;
        &self.segments[index / ROWS][start..start + self.width]
    }

    /// How many bytes are reserved.
    pub(crate) fn bytes(&self) -> usize {
        self.segments.len() * ROWS * self.width * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stay_where_they_are() {
        let mut table = Segments::new(2);
        for index in 0..3 * ROWS + 5 {
            table.push(&[index, index * 7]);
        }
        assert_eq!(table.len(), 3 * ROWS + 5);
        for index in [0, 1, ROWS - 1, ROWS, 3 * ROWS + 4] {
            assert_eq!(table.row(index), [index, index * 7]);
        }
    }
}
