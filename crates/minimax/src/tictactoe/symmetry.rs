//! The eight ways to lay a board on itself.

use super::mark::Mark;
use super::position::Position;
use super::square::Square;

/// A turn or a mirroring of the board. Positions that differ only by one of these are the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    /// How many quarter turns to the right, 0 to 3.
    turns: u8,
    /// Whether left and right are exchanged before turning.
    mirrored: bool,
}

impl Symmetry {
    /// The one that leaves everything in its place.
    pub const IDENTITY: Self = Self { turns: 0, mirrored: false };

    /// All eight, the identity first.
    pub const ALL: [Self; 8] = {
        let mut all = [Self::IDENTITY; 8];
        let mut at = 0;
        while at < 8 {
            all[at] = Self { turns: at as u8 % 4, mirrored: at >= 4 };
            at += 1;
        }
        all
    };

    /// Where a square goes.
    pub fn square(self, square: Square) -> Square {
        let mut column = if self.mirrored { 2 - square.column() } else { square.column() };
        let mut row = square.row();
        for _ in 0..self.turns {
            (row, column) = (column, 2 - row);
        }
        Square::at(row, column)
    }

    /// The symmetry that takes everything back.
    pub fn inverse(self) -> Self {
        // A mirroring with any turn after it is its own inverse.
        if self.mirrored { self } else { Self { turns: (4 - self.turns) % 4, ..self } }
    }
}

impl Position {
    /// The position as a symmetry lays it.
    pub fn under(self, symmetry: Symmetry) -> Self {
        self.moved(|square| symmetry.square(square))
    }

    /// The one position that stands for all that are the same up to symmetry, and the symmetry
    /// that leads from this one there.
    ///
    /// It is the one that reads first where X comes before O and O before a free square, so that
    /// marks stand as far up and left as can be.
    pub fn canonical(self) -> (Self, Symmetry) {
        let reading = |position: Self| position.marks().map(|mark| mark.map_or(2, |mark| u8::from(mark == Mark::O)));
        let mut best = (self, Symmetry::IDENTITY);
        for symmetry in Symmetry::ALL {
            let position = self.under(symmetry);
            if reading(position) < reading(best.0) {
                best = (position, symmetry);
            }
        }
        best
    }

    /// The symmetries that leave this position as it is; the identity is always the first.
    pub fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL.into_iter().filter(move |&symmetry| self.under(symmetry) == self)
    }

    /// One move, the first, of all that come to the same up to symmetry.
    pub fn distinct_moves(self) -> Vec<Square> {
        let symmetries: Vec<Symmetry> = self.symmetries().collect();
        let is_first = |square: &Square| symmetries.iter().all(|symmetry| symmetry.square(*square) >= *square);
        self.moves().filter(is_first).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn every_position() -> BTreeSet<Position> {
        let mut all = BTreeSet::from([Position::START]);
        let mut open = vec![Position::START];
        while let Some(position) = open.pop() {
            for square in position.moves() {
                let next = position.with(square);
                if all.insert(next) {
                    open.push(next);
                }
            }
        }
        all
    }

    #[test]
    fn the_eight_are_a_group() {
        let images = |symmetry: Symmetry| Square::all().map(|square| symmetry.square(square)).collect::<Vec<_>>();
        let all: BTreeSet<Vec<Square>> = Symmetry::ALL.into_iter().map(images).collect();
        assert_eq!(all.len(), 8);
        for symmetry in Symmetry::ALL {
            for square in Square::all() {
                assert_eq!(symmetry.inverse().square(symmetry.square(square)), square, "{symmetry:?}");
            }
            for second in Symmetry::ALL {
                let both: Vec<Square> = Square::all().map(|square| second.square(symmetry.square(square))).collect();
                assert!(all.contains(&both));
            }
        }
    }

    #[test]
    fn equal_up_to_symmetry_is_one_canonical_form() {
        let every = every_position();
        assert_eq!(every.len(), 5478);
        let forms: BTreeSet<Position> = every.iter().map(|position| position.canonical().0).collect();
        // The well-known number of positions up to symmetry.
        assert_eq!(forms.len(), 765);
        for &position in &every {
            let (form, symmetry) = position.canonical();
            assert_eq!(position.under(symmetry), form);
            assert_eq!(form.under(symmetry.inverse()), position);
            assert_eq!(form.canonical(), (form, Symmetry::IDENTITY));
            assert!(Symmetry::ALL.iter().all(|&symmetry| position.under(symmetry).canonical().0 == form));
        }
    }

    #[test]
    fn distinct_moves_lead_to_distinct_positions() {
        assert_eq!(
            Position::START.distinct_moves().iter().map(|square| square.number()).collect::<Vec<_>>(),
            [1, 2, 5]
        );
        for position in every_position() {
            let forms = |moves: &[Square]| -> BTreeSet<Position> {
                moves.iter().map(|&square| position.with(square).canonical().0).collect()
            };
            let distinct = position.distinct_moves();
            assert_eq!(forms(&distinct), forms(&position.moves().collect::<Vec<_>>()), "{position}");
            assert_eq!(forms(&distinct).len(), distinct.len(), "{position}");
        }
    }
}
