//! The one error type of this crate.

use std::fmt;

use crate::ending::Ending;
use crate::position::{Position, Side};
use crate::rules::{Rules, Setup};

/// Why there is no such game, position or move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// No game has so many pits a side.
    Pits {
        /// What was asked for.
        pits: usize,
    },
    /// No game starts with so many stones in a pit.
    Stones {
        /// What was asked for.
        stones: u32,
    },
    /// No rules have that name.
    UnknownRules {
        /// The name.
        name: String,
    },
    /// A list of places is no board: two sides have the same number of pits, and a kalah each.
    Length {
        /// How many places there are.
        places: usize,
    },
    /// No game has so many stones.
    TooManyStones {
        /// How many there are.
        stones: u64,
    },
    /// A position of a game with other pits.
    OtherPits {
        /// The pits a side of the position.
        pits: usize,
        /// The game.
        setup: Setup,
    },
    /// A position that no play of this game reaches, for stones never come or go.
    OtherTotal {
        /// How many stones are on the board.
        stones: u32,
        /// The game.
        setup: Setup,
    },
    /// A game that cannot be played on, or begin, because it is over.
    Over {
        /// The position.
        position: Position,
        /// Why it is over.
        ending: Ending,
    },
    /// A move from a pit that is not on the board.
    NoSuchPit {
        /// The pit.
        pit: usize,
        /// The pits a side.
        pits: usize,
    },
    /// A move from a pit without stones.
    EmptyPit {
        /// Who is to move.
        side: Side,
        /// The pit.
        pit: usize,
        /// The pits he may move from.
        playable: Vec<usize>,
    },
    /// A board with too many positions to be solved exactly.
    TooLarge,
    /// More memory than the machine has.
    NoMemory {
        /// How much was asked for.
        bytes: u64,
    },
    /// An endgame table of another game.
    OtherTable,
    /// A text that is no position.
    Notation {
        /// Where in the text, counted in characters from 1.
        column: usize,
        /// What is wrong there.
        fault: Fault,
    },
}

/// What is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Something else stands where a number of stones is due.
    NoNumber {
        /// What stands there; nothing at the end of the text.
        found: String,
    },
    /// A number below zero.
    Negative {
        /// The number as written.
        found: String,
    },
    /// A number beyond what a board holds.
    TooMany {
        /// The number as written.
        found: String,
    },
    /// Something else stands where the next number or the kalah is due.
    NoKalah {
        /// Whose kalah.
        side: Side,
        /// What stands there; nothing at the end of the text.
        found: String,
    },
    /// North's pits are not as many as South's.
    Uneven {
        /// South's pits.
        south: usize,
        /// North's pits.
        north: usize,
    },
    /// It is not said who is to move.
    NoSide {
        /// What stands there; nothing at the end of the text.
        found: String,
    },
    /// Something follows the position.
    Rest {
        /// What stands there.
        found: String,
    },
}

/// Joins numbers as people read them: `1, 2 or 3`.
pub(crate) fn any_of(numbers: &[usize]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    match words.split_last() {
        None => "none".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pits { pits } => write!(f, "a side has 1 to {} pits, not {pits}", Setup::MOST_PITS),
            Self::Stones { stones } => write!(f, "a pit starts with 1 to {} stones, not {stones}", Setup::MOST_STONES),
            Self::UnknownRules { name } => {
                let names = Rules::ALL.map(Rules::name).join(", ");
                write!(f, "there are no rules `{name}`; there are {names}")
            }
            Self::Length { places } => {
                let most = 2 * Setup::MOST_PITS + 2;
                write!(
                    f,
                    "a board is an even number of places from 4 to {most}: \
                     as many pits on either side, and a kalah each; not {places}"
                )
            }
            Self::TooManyStones { stones } => {
                write!(f, "a board holds up to {} stones, not {stones}", Position::MOST_STONES)
            }
            Self::OtherPits { pits, setup } => {
                write!(f, "the position has {pits} pits a side, and the game has {}", setup.pits())
            }
            Self::OtherTotal { stones, setup } => {
                let (pits, each) = (setup.pits(), setup.stones());
                write!(
                    f,
                    "the position has {stones} stones; a game with {pits} pits a side and {each} in each has \
                     2 x {pits} x {each} = {} from start to end",
                    setup.total()
                )
            }
            Self::Over { position, ending } => write!(f, "the game is over in {position}: {ending}"),
            Self::NoSuchPit { pit, pits } => {
                write!(f, "there is no pit {pit}; pits are numbered 1 to {pits} from their owner's left to his right")
            }
            Self::EmptyPit { side, pit, playable } => {
                write!(f, "{side}'s pit {pit} is empty; {side} may move from {}", any_of(playable))
            }
            Self::TooLarge => f.write_str(
                "the board has too many positions to be solved exactly: at most 15 pits a side and 255 stones, \
                 and fewer than 2^60 ways to lay out those in the pits",
            ),
            Self::NoMemory { bytes } => {
                write!(f, "the machine has no {} MiB of memory to give; ask for less", bytes >> 20)
            }
            Self::OtherTable => f.write_str("the endgame table is for other rules or another number of pits"),
            Self::Notation { column, fault } => write!(f, "at character {column}: {fault}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |found: &str| if found.is_empty() { "the end".to_owned() } else { format!("`{found}`") };
        match self {
            Self::NoNumber { found } => write!(f, "a number of stones is due here, not {}", shown(found)),
            Self::Negative { found } => write!(f, "no place holds fewer than 0 stones, not `{found}`"),
            Self::TooMany { found } => {
                write!(f, "a board holds up to {} stones, not `{found}`", Position::MOST_STONES)
            }
            Self::NoKalah { side, found } => {
                write!(f, "`,` and {side}'s next pit, or `/` and {side}'s kalah are due here, not {}", shown(found))
            }
            Self::Uneven { south, north } => {
                write!(f, "South has {south} pits and North {north}; both have the same number")
            }
            Self::NoSide { found } => {
                write!(f, "who is to move is due here, ` S` for South or ` N` for North, not {}", shown(found))
            }
            Self::Rest { found } => write!(f, "a position ends with who is to move, but {} follows", shown(found)),
        }
    }
}

impl std::error::Error for Error {}
