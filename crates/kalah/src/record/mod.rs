//! A game from its first position on: played, undone, written down and read.

mod fault;
mod read;
mod write;

use crate::ending::Ending;
use crate::error::Error;
use crate::position::{Position, Side};
use crate::rules::{Rules, Setup};
use crate::turn::Turn;

pub use fault::{Mistake, RecordError};

/// A game from its first position on.
///
/// ```
/// use kiber_kalah::{Record, Rules, Setup};
///
/// let mut game = Record::new(Setup::new(Rules::Standard, 6, 4)?);
/// game.play(3)?;
/// game.play(6)?;
/// game.play(2)?;
/// assert!(game.to_string().ends_with("\n1. 3,6 2\n"));
/// assert_eq!(game.to_string().parse(), Ok(game));
/// # Ok::<(), kiber_kalah::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    rules: Rules,
    /// How many stones a pit has at the start of such games, if that is known.
    stones: Option<u32>,
    start: Position,
    /// The moves, and the position after each.
    played: Vec<(usize, Position)>,
}

impl Record {
    /// A game from the beginning.
    pub fn new(setup: Setup) -> Self {
        let (rules, stones) = (setup.rules(), Some(setup.stones()));
        Self { rules, stones, start: Position::start(setup), played: Vec::new() }
    }

    /// A game of a setup that goes on from a position.
    ///
    /// # Errors
    /// Those of [`Setup::check`].
    pub fn of_setup(setup: Setup, start: Position) -> Result<Self, Error> {
        setup.check(&start)?;
        Ok(Self { rules: setup.rules(), stones: Some(setup.stones()), start, played: Vec::new() })
    }

    /// A game that goes on from a position with any number of stones.
    ///
    /// # Errors
    /// [`Error::Over`] if the game is over there.
    pub fn from_position(rules: Rules, start: Position) -> Result<Self, Error> {
        match start.ending(rules) {
            Some(ending) => Err(Error::Over { position: start, ending }),
            None => Ok(Self { rules, stones: None, start, played: Vec::new() }),
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How many stones lay in each pit when the game began, if it began like that.
    pub fn stones(&self) -> Option<u32> {
        self.stones
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Where the game stands, nothing swept yet if it is over.
    pub fn position(&self) -> &Position {
        self.played.last().map_or(&self.start, |(_, position)| position)
    }

    /// The pits that were played, in order; by the standard rules an extra move is one of its own.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator {
        self.played.iter().map(|&(pit, _)| pit)
    }

    /// Who moved from which pit, in order.
    pub fn moves_by_side(&self) -> impl Iterator<Item = (Side, usize)> {
        let before = std::iter::once(&self.start).chain(self.played.iter().map(|(_, position)| position));
        before.zip(self.moves()).map(|(position, pit)| (position.to_move(), pit))
    }

    /// Why the game is over, if it is.
    pub fn ending(&self) -> Option<Ending> {
        self.position().ending(self.rules)
    }

    /// The board at the end of a game that is over: what was left is with its owners.
    pub fn swept(&self) -> Option<Position> {
        self.ending().map(|ending| self.position().swept(ending))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Those of [`Position::play`]; the game is as it was then.
    pub fn play(&mut self, pit: usize) -> Result<Turn, Error> {
        let turn = self.position().play(self.rules, pit)?;
        self.played.push((pit, turn.after.clone()));
        Ok(turn)
    }

    /// Who made the last move.
    fn last_mover(&self) -> Option<Side> {
        let (_, earlier) = self.played.split_last()?;
        Some(earlier.last().map_or(&self.start, |(_, position)| position).to_move())
    }

    /// What the last move did.
    pub fn last_turn(&self) -> Option<Turn> {
        let (&(pit, _), earlier) = self.played.split_last()?;
        let before = earlier.last().map_or(&self.start, |(_, position)| position);
        before.play(self.rules, pit).ok()
    }

    /// Takes the last move back; returns its pit, or nothing if no move was made.
    pub fn undo(&mut self) -> Option<usize> {
        self.played.pop().map(|(pit, _)| pit)
    }
}
