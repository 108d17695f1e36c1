//! A board, and who is to move on it.

use std::fmt;

use crate::error::Error;
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
    /// Both, South first.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// The other player.
    pub fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// The letter that texts use: `S` or `N`.
    pub fn letter(self) -> char {
        match self {
            Self::South => 'S',
            Self::North => 'N',
        }
    }

    /// 1 for South and -1 for North: turns a value as South sees it into the side's own, and back.
    pub fn sign(self) -> i32 {
        match self {
            Self::South => 1,
            Self::North => -1,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::South => "South",
            Self::North => "North",
        })
    }
}

/// A board and who is to move on it.
///
/// The places of the board are one list in the order of sowing: South's pits from his left to his
/// right, South's kalah, North's pits from his left to his right, North's kalah.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    places: Vec<u32>,
    to_move: Side,
}

impl Position {
    /// The most stones on a board: what the greatest game has.
    pub const MOST_STONES: u32 = 2 * Setup::MOST_PITS as u32 * Setup::MOST_STONES;

    /// The position a game starts with.
    pub fn start(setup: Setup) -> Self {
        let side = || std::iter::repeat_n(setup.stones(), setup.pits()).chain([0]);
        Self { places: side().chain(side()).collect(), to_move: Side::South }
    }

    /// A board and who is to move on it; the places in the order of [`Position::places`].
    ///
    /// Any number of stones may lie anywhere, also if no game leads there: [`Setup::check`] tells
    /// whether a game can go on from it.
    ///
    /// # Errors
    /// [`Error::Length`] if the places are no board, [`Error::TooManyStones`] if there are more than
    /// [`Position::MOST_STONES`].
    pub fn new(places: Vec<u32>, to_move: Side) -> Result<Self, Error> {
        let length = places.len();
        if length < 4 || !length.is_multiple_of(2) || length > 2 * Setup::MOST_PITS + 2 {
            return Err(Error::Length { places: length });
        }
        let stones: u64 = places.iter().copied().map(u64::from).sum();
        if stones > u64::from(Self::MOST_STONES) {
            return Err(Error::TooManyStones { stones });
        }
        Ok(Self { places, to_move })
    }

    /// A position that is known to be one: the board of another after a move.
    pub(crate) fn known(places: Vec<u32>, to_move: Side) -> Self {
        Self { places, to_move }
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

    /// The stones in a side's pits, from its owner's left to his right.
    pub fn side(&self, side: Side) -> &[u32] {
        let (south, north) = self.places.split_at(self.places.len() / 2);
        let half = match side {
            Side::South => south,
            Side::North => north,
        };
        half.split_last().map_or(&[], |(_, pits)| pits)
    }

    /// The stones in a side's kalah.
    pub fn kalah(&self, side: Side) -> u32 {
        let kalah = match side {
            Side::South => self.places.get(self.pits()),
            Side::North => self.places.last(),
        };
        kalah.copied().unwrap_or_default()
    }

    /// All stones on the board.
    pub fn total(&self) -> u32 {
        self.places.iter().sum()
    }

    /// South's kalah less North's.
    pub fn margin(&self) -> i32 {
        // No board holds more than a few hundred thousand stones.
        self.kalah(Side::South) as i32 - self.kalah(Side::North) as i32
    }

    /// Whether a side has no stone in its pits.
    pub fn is_bare(&self, side: Side) -> bool {
        self.side(side).iter().all(|&stones| stones == 0)
    }

    /// The same board with the stones of all pits in their owners' kalahs.
    pub(crate) fn with_pits_swept(&self) -> Self {
        let swept = |side: Side| {
            let all = self.side(side).iter().sum::<u32>() + self.kalah(side);
            std::iter::repeat_n(0, self.pits()).chain([all])
        };
        Self { places: swept(Side::South).chain(swept(Side::North)).collect(), to_move: self.to_move }
    }
}
