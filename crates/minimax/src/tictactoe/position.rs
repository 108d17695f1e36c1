//! How a game stands.

use super::mark::Mark;
use super::square::Square;
use crate::Error;

/// A position that a game can come to.
///
/// It holds the squares of each mark as bits, so that it is small, quick to compare and its order is
/// the same everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    x: u16,
    o: u16,
}

/// The eight lines of three: rows, columns, diagonals.
const LINES: [u16; 8] =
    [0o007, 0o070, 0o700, 0b001_001_001, 0b010_010_010, 0b100_100_100, 0b100_010_001, 0b001_010_100];
const FULL: u16 = 0o777;

impl Position {
    /// The empty board, on which X begins.
    pub const START: Self = Self { x: 0, o: 0 };

    /// The position with these marks, square by square.
    ///
    /// # Errors
    /// [`Error::ImpossibleCounts`], [`Error::BothHaveWon`] and [`Error::WentOnAfterWin`] where no game
    /// comes to it.
    pub fn new(marks: [Option<Mark>; Square::COUNT]) -> Result<Self, Error> {
        let bits = |mark| {
            Square::all().zip(marks).filter(|&(_, found)| found == Some(mark)).map(|(square, _)| square.bit()).sum()
        };
        let position = Self { x: bits(Mark::X), o: bits(Mark::O) };
        let (x, o) = (position.x.count_ones(), position.o.count_ones());
        if x != o && x != o + 1 {
            return Err(Error::ImpossibleCounts { x, o });
        }
        match (position.has_line(Mark::X), position.has_line(Mark::O)) {
            (true, true) => Err(Error::BothHaveWon),
            (true, false) if x == o => Err(Error::WentOnAfterWin { winner: Mark::X }),
            (false, true) if x > o => Err(Error::WentOnAfterWin { winner: Mark::O }),
            _ => Ok(position),
        }
    }

    /// What is in a square.
    pub fn mark(self, square: Square) -> Option<Mark> {
        if self.x & square.bit() != 0 {
            Some(Mark::X)
        } else if self.o & square.bit() != 0 {
            Some(Mark::O)
        } else {
            None
        }
    }

    /// What is in all nine squares, in their order.
    pub fn marks(self) -> [Option<Mark>; Square::COUNT] {
        let mut marks = [None; Square::COUNT];
        for (slot, square) in marks.iter_mut().zip(Square::all()) {
            *slot = self.mark(square);
        }
        marks
    }

    /// How many moves were made, 0 to 9.
    pub fn plies(self) -> u32 {
        (self.x | self.o).count_ones()
    }

    /// Who has three in a row.
    pub fn winner(self) -> Option<Mark> {
        [Mark::X, Mark::O].into_iter().find(|&mark| self.has_line(mark))
    }

    /// The first line of three that has been completed, if one has.
    pub fn winning_line(self) -> Option<[Square; 3]> {
        let won = LINES.into_iter().find(|line| self.x & line == *line || self.o & line == *line)?;
        let mut squares = Square::all().filter(|square| won & square.bit() != 0);
        Some([squares.next()?, squares.next()?, squares.next()?])
    }

    /// Whether somebody has won or the board is full.
    pub fn is_over(self) -> bool {
        self.x | self.o == FULL || self.winner().is_some()
    }

    /// Who is to move; nobody when the game is over.
    pub fn to_move(self) -> Option<Mark> {
        (!self.is_over()).then(|| self.next_mark())
    }

    /// The free squares in their order; none when the game is over.
    pub fn moves(self) -> impl Iterator<Item = Square> {
        let free = if self.is_over() { 0 } else { FULL & !(self.x | self.o) };
        Square::all().filter(move |square| free & square.bit() != 0)
    }

    /// The position after whoever is to move has taken a square.
    ///
    /// # Errors
    /// [`Error::GameOver`] and [`Error::Taken`].
    pub fn play(self, square: Square) -> Result<Self, Error> {
        if self.is_over() {
            return Err(Error::GameOver { position: self });
        }
        match self.mark(square) {
            Some(mark) => Err(Error::Taken { square, mark }),
            None => Ok(self.with(square)),
        }
    }

    /// Whether a player may still get three in a row, if the other only looks on.
    pub fn can_win(self, mark: Mark) -> bool {
        let against = self.bits(mark.other());
        LINES.iter().any(|line| against & line == 0)
    }

    /// The position after a move that is known to be legal.
    pub(super) fn with(self, square: Square) -> Self {
        match self.next_mark() {
            Mark::X => Self { x: self.x | square.bit(), ..self },
            Mark::O => Self { o: self.o | square.bit(), ..self },
        }
    }

    /// The position with its squares moved about.
    pub(super) fn moved(self, to: impl Fn(Square) -> Square) -> Self {
        let moved =
            |bits: u16| Square::all().filter(|square| bits & square.bit() != 0).map(|square| to(square).bit()).sum();
        Self { x: moved(self.x), o: moved(self.o) }
    }

    /// Whose turn the number of marks makes it, over or not.
    pub(super) fn next_mark(self) -> Mark {
        if self.x.count_ones() == self.o.count_ones() { Mark::X } else { Mark::O }
    }

    fn has_line(self, mark: Mark) -> bool {
        let bits = self.bits(mark);
        LINES.iter().any(|line| bits & line == *line)
    }

    fn bits(self, mark: Mark) -> u16 {
        match mark {
            Mark::X => self.x,
            Mark::O => self.o,
        }
    }
}
