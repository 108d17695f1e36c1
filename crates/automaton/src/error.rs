//! The one error type of this crate.

use std::fmt;

use kiber_explore::GaveUp;
use kiber_netlist::Circuit;

use crate::breach::Breach;

/// Why a circuit cannot be played or made, or why the play was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The circuit is no game-playing machine: these roles have no part.
    NotAMachine {
        /// Each role without a part, with the name looked for: `punish (a button KN2)`.
        missing: Vec<String>,
    },
    /// No game can even start.
    NoFirstGame {
        /// What went wrong, in words.
        why: String,
    },
    /// A circuit did something that the rules of the game do not allow.
    Broke {
        /// What it did, in words.
        why: String,
    },
    /// A game or a move that the rules of Bachet do not know.
    Rules(kiber_bachet::Error),
    /// A machine that cannot be made.
    CannotGenerate {
        /// Why, in words.
        why: String,
    },
    /// Parts that a rule-book would have to name one by one.
    NotARange {
        /// Which parts, by their role: `lamps`.
        role: &'static str,
        /// Why they are none, in words.
        why: String,
    },
    /// The machine cannot be followed: its parts have names that no rule-book can name.
    NoBook {
        /// What is wrong, in words.
        why: String,
    },
    /// Not every game was seen.
    GaveUp {
        /// States of circuit and game found so far.
        states: u64,
        /// Which limit was reached, or that whoever watched said so.
        why: GaveUp,
    },
    /// Two machines cannot be compared loss by loss.
    NotCompared {
        /// Why, in words.
        why: String,
    },
    /// The caller's `should_stop` ended a lesson.
    Stopped {
        /// Games lost so far.
        losses: usize,
    },
}

impl Error {
    /// A first game that the rules do not allow.
    pub(crate) fn no_first_game(breach: &Breach, circuit: &Circuit) -> Self {
        Self::NoFirstGame { why: breach.describe(circuit) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAMachine { missing } => {
                write!(f, "not a game-playing machine: no part for {}", missing.join(", "))
            }
            Self::NoFirstGame { why } => write!(f, "no game can start: {why}"),
            Self::Broke { why } => write!(f, "the machine breaks the rules: {why}"),
            Self::Rules(error) => error.fmt(f),
            Self::CannotGenerate { why } => f.write_str(why),
            Self::NotARange { role, why } => write!(f, "the {role} cannot be named by one range: {why}"),
            Self::NoBook { why } => write!(f, "its parts cannot be named in a rule-book: {why}"),
            Self::NotCompared { why } => f.write_str(why),
            Self::GaveUp { states, why } => write!(f, "given up after {states} states: {why}"),
            Self::Stopped { losses } => write!(f, "the lesson was stopped after {losses} losses"),
        }
    }
}

impl std::error::Error for Error {}

impl From<kiber_bachet::Error> for Error {
    fn from(error: kiber_bachet::Error) -> Self {
        Self::Rules(error)
    }
}
