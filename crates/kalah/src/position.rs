//! A board, and who is to move on it.

use crate::rules::Setup;

/// One of the two players, by where he sits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The one who moves first.
    #[default]
    South,
    /// The other one.
    North,
}

impl Side {
    /// The other player.
    pub fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }
}

/// A board and who is to move on it.
///
/// The places of the board are one list in the order of sowing: South's pits from his left to his
/// right, South's kalah, North's pits from his left to his right, North's kalah.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    places: Vec<u32>,
    to_move: Side,
}

impl Position {
    /// The position a game starts with.
    pub fn start(setup: Setup) -> Self {
        let side = || std::iter::repeat_n(setup.stones(), setup.pits()).chain([0]);
        Self { places: side().chain(side()).collect(), to_move: Side::South }
    }

    /// The stones in every place, in the order of sowing from South's leftmost pit on.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// Who is to move.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The pits of a side.
    pub fn pits(&self) -> usize {
        (self.places.len() / 2).saturating_sub(1)
    }
}
