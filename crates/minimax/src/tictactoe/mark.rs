//! What a player writes into a square.

use std::fmt;

use crate::Player;

/// The mark of a player; X begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The first player's.
    X,
    /// The second player's.
    O,
}

impl Mark {
    /// The other player's mark.
    pub fn other(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// Whose mark it is.
    pub fn player(self) -> Player {
        match self {
            Self::X => Player::First,
            Self::O => Player::Second,
        }
    }
}

impl From<Player> for Mark {
    fn from(player: Player) -> Self {
        match player {
            Player::First => Self::X,
            Player::Second => Self::O,
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::X => "X",
            Self::O => "O",
        })
    }
}
