//! How many beads a box starts with, and what becomes of them after a game.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// What a game was for the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// It lost, or resigned.
    Lost,
    /// Nobody won.
    Drawn,
    /// It won.
    Won,
}

impl Outcome {
    pub(crate) fn of(value: i32) -> Self {
        match value {
            1.. => Self::Won,
            0 => Self::Drawn,
            _ => Self::Lost,
        }
    }
}

/// Which moves of a game are rewarded or punished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// The last one that the machine made.
    Last,
    /// Every one.
    All,
}

/// How many beads a box starts with, and what becomes of them after a game.
///
/// It is written as the beads of each move by turn, the changes after a win, a draw and a loss, and the
/// moves that they are made to: [`Schedule::article`] is `1:0/0/-1:last`.
///
/// ```
/// use kiber_beads::Schedule;
///
/// let schedule: Schedule = "4,3,2,1:+3/+1/-1:all".parse()?;
/// assert_eq!(schedule, Schedule::menace());
/// assert_eq!("menace".parse(), Ok(schedule));
/// # Ok::<(), kiber_beads::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    beads: Vec<u32>,
    won: i32,
    drawn: i32,
    lost: i32,
    moves: Moves,
}

/// The greatest number of beads or change of a schedule.
const MOST: u32 = 1_000;

impl Schedule {
    /// The article's: one bead a move; after a loss the bead of the last move is taken away.
    pub fn article() -> Self {
        Self { beads: vec![1], won: 0, drawn: 0, lost: -1, moves: Moves::Last }
    }

    /// That of Michie's MENACE: 4, 3, 2 and 1 beads a move by the machine's turn; for every move of the
    /// game 3 beads more after a win, 1 more after a draw, 1 less after a loss (Michie, "Experiments on
    /// the mechanization of game-learning", The Computer Journal 6, 1963, table 2 and below).
    pub fn menace() -> Self {
        Self { beads: vec![4, 3, 2, 1], won: 3, drawn: 1, lost: -1, moves: Moves::All }
    }

    /// A schedule of one's own. `beads` are those of each move in the boxes of the machine's first turn,
    /// its second, and so on; the last number holds for all later turns.
    ///
    /// # Errors
    /// [`Error::Schedule`] without beads, or for a number of beads or a change beyond 1,000.
    pub fn new(beads: Vec<u32>, won: i32, drawn: i32, lost: i32, moves: Moves) -> Result<Self, Error> {
        if beads.is_empty() || beads.contains(&0) {
            return Err(Error::Schedule("a move needs at least one bead at the start".into()));
        }
        let changes = [won, drawn, lost].map(i32::unsigned_abs);
        if beads.iter().chain(&changes).any(|&number| number > MOST) {
            return Err(Error::Schedule(format!("a number of beads is at most {MOST}")));
        }
        Ok(Self { beads, won, drawn, lost, moves })
    }

    /// How many beads each move has at the start, in the boxes of that turn of the machine, from 1.
    pub fn beads(&self, turn: u32) -> u32 {
        let place = (turn.max(1) as usize - 1).min(self.beads.len() - 1);
        self.beads.get(place).copied().unwrap_or(1)
    }

    /// How many beads are put in (or, if negative, taken away) after a game.
    pub fn change(&self, outcome: Outcome) -> i32 {
        match outcome {
            Outcome::Won => self.won,
            Outcome::Drawn => self.drawn,
            Outcome::Lost => self.lost,
        }
    }

    /// Which moves of a game the changes are made to.
    pub fn moves(&self) -> Moves {
        self.moves
    }

    /// Whether beads are only ever taken away, so that the boxes have finitely many contents.
    pub fn only_takes(&self) -> bool {
        self.won <= 0 && self.drawn <= 0 && self.lost <= 0
    }

    /// Whether a game that is not lost takes beads away, too.
    pub fn punishes_success(&self) -> bool {
        self.won < 0 || self.drawn < 0
    }
}

impl Default for Schedule {
    fn default() -> Self {
        Self::article()
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, beads) in self.beads.iter().enumerate() {
            write!(f, "{}{beads}", if place > 0 { "," } else { "" })?;
        }
        let signed = |change: i32| if change > 0 { format!("+{change}") } else { change.to_string() };
        write!(f, ":{}/{}/{}:", signed(self.won), signed(self.drawn), signed(self.lost))?;
        f.write_str(match self.moves {
            Moves::Last => "last",
            Moves::All => "all",
        })
    }
}

impl FromStr for Schedule {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "article" => return Ok(Self::article()),
            "menace" => return Ok(Self::menace()),
            _ => {}
        }
        let form = "a schedule is `article`, `menace`, or like 4,3,2,1:+3/+1/-1:all: the beads of a move by turn, \
                    the change after a win, a draw and a loss, and `last` move or `all`";
        let wrong = |what: String| Error::Schedule(format!("{what}; {form}"));
        let [beads, changes, moves] = text.split(':').collect::<Vec<_>>()[..] else {
            return Err(wrong(format!("`{text}` has not three parts with colons between")));
        };
        let number = |number: &str| number.trim().parse::<u32>().map_err(|_| wrong(format!("`{number}` is no number")));
        let change = |change: &str| change.trim().parse::<i32>().map_err(|_| wrong(format!("`{change}` is no change")));
        let beads = beads.split(',').map(number).collect::<Result<Vec<u32>, Error>>()?;
        let [won, drawn, lost] = changes.split('/').collect::<Vec<_>>()[..] else {
            return Err(wrong(format!("`{changes}` has not three changes")));
        };
        let moves = match moves.trim() {
            "last" => Moves::Last,
            "all" => Moves::All,
            other => return Err(wrong(format!("`{other}` is neither `last` nor `all`"))),
        };
        Self::new(beads, change(won)?, change(drawn)?, change(lost)?, moves)
    }
}
