//! The nine squares.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// A square, numbered row by row from the upper left: `1 2 3 / 4 5 6 / 7 8 9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: usize = 9;

    /// The square of that number, 1 to 9; none of another.
    pub fn new(number: u8) -> Option<Self> {
        (1..=9).contains(&number).then(|| Self(number - 1))
    }

    /// All nine, in their order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..9).map(Self)
    }

    /// Its number, 1 to 9.
    pub fn number(self) -> u8 {
        self.0 + 1
    }

    /// Its place in a list of nine, 0 to 8.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its row, 0 to 2 from above.
    pub fn row(self) -> u8 {
        self.0 / 3
    }

    /// Its column, 0 to 2 from the left.
    pub fn column(self) -> u8 {
        self.0 % 3
    }

    /// The square in that row and column, both 0 to 2 and taken modulo 3.
    pub(super) fn at(row: u8, column: u8) -> Self {
        Self(row % 3 * 3 + column % 3)
    }

    pub(super) fn bit(self) -> u16 {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl FromStr for Square {
    type Err = Error;

    /// Reads a number from 1 to 9.
    fn from_str(text: &str) -> Result<Self, Error> {
        text.parse().ok().and_then(Self::new).ok_or_else(|| Error::NotASquare { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::at(square.row(), square.column()), square);
        }
        for text in ["0", "10", "", "a1", "-1"] {
            assert_eq!(text.parse::<Square>(), Err(Error::NotASquare { text: text.to_owned() }));
        }
    }
}
