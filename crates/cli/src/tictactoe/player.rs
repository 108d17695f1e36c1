//! Those who play: perfectly, at random, or looking so many moves ahead.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use kiber_minimax::tictactoe::{Position, Square, TicTacToe};
use kiber_minimax::{Random, analyse};
use kiber_netlist::nearest;

use super::MOST_POSITIONS;

/// A way to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Perfect,
    Random,
    /// Looks so many moves ahead, 1 to 9, and takes what is beyond for a draw.
    Ahead(u32),
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("perfect", _) => Ok(Self::Perfect),
            ("random", _) => Ok(Self::Random),
            (_, Ok(moves @ 1..=9)) => Ok(Self::Ahead(moves)),
            _ => Err(match nearest(text, ["perfect", "random"]).first() {
                Some(near) => format!("no such player; did you mean `{near}`?"),
                None => "a player is perfect, random, or how many moves it looks ahead, 1 to 9".to_owned(),
            }),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Perfect => f.write_str("perfect"),
            Self::Random => f.write_str("random"),
            Self::Ahead(moves) => moves.fmt(f),
        }
    }
}

/// A player who remembers what he worked out.
pub(super) struct Player {
    kind: Kind,
    good: BTreeMap<Position, Vec<Square>>,
}

impl Player {
    pub(super) fn new(kind: Kind) -> Self {
        Self { kind, good: BTreeMap::new() }
    }

    /// The moves among which he lets chance decide; none when the game is over.
    pub(super) fn good(&mut self, position: Position) -> &[Square] {
        let kind = self.kind;
        self.good.entry(position).or_insert_with(|| good_moves(kind, position))
    }

    /// His move; none when the game is over.
    pub(super) fn choose(&mut self, position: Position, random: &mut Random) -> Option<Square> {
        random.choose(self.good(position)).copied()
    }
}

fn good_moves(kind: Kind, position: Position) -> Vec<Square> {
    let depth = match kind {
        Kind::Random => return position.moves().collect(),
        Kind::Perfect => None,
        Kind::Ahead(moves) => Some(moves),
    };
    let analysis = analyse(&TicTacToe, &position, depth, MOST_POSITIONS, |_| false);
    analysis.best().iter().map(|valued| valued.chosen).collect()
}
