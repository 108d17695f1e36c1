//! Who plays: the names of persons and machines, as they are typed.

use std::fmt;
use std::path::PathBuf;

use kiber_automaton::{CIRCUITS, Embedded};
use kiber_bachet::{Opponent, Rules};
use kiber_netlist::nearest;

use crate::problem::Problem;
use crate::words::unknown;

/// Who plays against a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PersonName {
    /// One who draws every take.
    Draws(Opponent),
    /// One who knows the machine's strategies and reads its memory.
    KnowsMemory,
    /// A learning machine in the person's chair.
    Learner,
}

/// What a person plays against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MachineName {
    /// A relay machine: a built-in circuit or a file.
    Circuit(PathBuf),
    /// A relay machine made for the game that is asked for.
    Generated,
    /// The plain strategies of a machine with a memory for every move.
    Plain,
    /// The plain strategies of the article's machine.
    PlainArticle,
    /// The plain strategies of the circuit `full-memory`.
    PlainFullMemory,
    /// The matchbox machine.
    Beads,
    /// A player who does not learn.
    Player(Opponent),
}

const PERSON_NAMES: [&str; 6] = ["perfect", "perfect-fixed", "uniform", "takes-rest", "knows-memory", "learner"];
const PLAYER_NAMES: [&str; 4] = ["perfect", "perfect-fixed", "uniform", "takes-rest"];
const MACHINE_NAMES: [&str; 5] = ["generated", "plain", "plain-article", "plain-full-memory", "beads"];

/// A person by name, for the command line.
pub(crate) fn person(text: &str) -> Result<PersonName, String> {
    match text {
        "knows-memory" => Ok(PersonName::KnowsMemory),
        "learner" => Ok(PersonName::Learner),
        _ => match opponent(text)? {
            Some(opponent) => Ok(PersonName::Draws(opponent)),
            None => Err(unknown("person", text, &PERSON_NAMES)),
        },
    }
}

/// A player by name, for the command line.
pub(crate) fn player(text: &str) -> Result<Opponent, String> {
    opponent(text)?.ok_or_else(|| unknown("player", text, &PLAYER_NAMES))
}

/// A machine by name, for the command line; what is none of the names is a circuit.
pub(crate) fn machine(text: &str) -> Result<MachineName, String> {
    Ok(match text {
        "generated" => MachineName::Generated,
        "plain" => MachineName::Plain,
        "plain-article" => MachineName::PlainArticle,
        "plain-full-memory" => MachineName::PlainFullMemory,
        "beads" => MachineName::Beads,
        _ => match opponent(text)? {
            Some(opponent) => MachineName::Player(opponent),
            None => return circuit(text),
        },
    })
}

/// A circuit by name or file, unless the name of another machine was meant.
fn circuit(text: &str) -> Result<MachineName, String> {
    let path = PathBuf::from(text);
    let is_circuit = Embedded::find(text).is_some() || path.is_file() || path.extension().is_some();
    let near_circuits = nearest(text, CIRCUITS.iter().map(|circuit| circuit.name));
    let near_machines = nearest(text, MACHINE_NAMES.into_iter().chain(PLAYER_NAMES));
    match near_machines.first() {
        Some(near) if !is_circuit && near_circuits.is_empty() => {
            Err(format!("no such machine; did you mean `{near}`?"))
        }
        _ => Ok(MachineName::Circuit(path)),
    }
}

/// `perfect-fixed:3` takes 3 where no take wins.
fn opponent(text: &str) -> Result<Option<Opponent>, String> {
    let Some(take) = text.strip_prefix("perfect-fixed:") else {
        return Ok(Opponent::ALL.into_iter().find(|opponent| opponent.to_string() == text));
    };
    match take.parse() {
        Ok(take) if take > 0 => Ok(Some(Opponent::PerfectFixed { take })),
        _ => Err("what he takes where no take wins is a number from 1 up, as in `perfect-fixed:3`".to_owned()),
    }
}

/// Refuses a player who would take more than a move of the game may.
pub(crate) fn must_be_able(opponent: Opponent, rules: Rules) -> Result<(), Problem> {
    let most = rules.most();
    match opponent {
        Opponent::PerfectFixed { take } if take > most => {
            let range = if most == 1 { "1".to_owned() } else { format!("1 to {most}") };
            Err(Problem::message(format!(
                "a move takes {range} here, and `{opponent}` would take {take}; the most is `perfect-fixed:{most}`"
            )))
        }
        _ => Ok(()),
    }
}

impl fmt::Display for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draws(opponent) => opponent.fmt(f),
            Self::KnowsMemory => f.write_str("knows-memory"),
            Self::Learner => f.write_str("learner"),
        }
    }
}

/// As it was typed.
impl fmt::Display for MachineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Circuit(path) => write!(f, "{}", path.display()),
            Self::Generated => f.write_str("generated"),
            Self::Plain => f.write_str("plain"),
            Self::PlainArticle => f.write_str("plain-article"),
            Self::PlainFullMemory => f.write_str("plain-full-memory"),
            Self::Beads => f.write_str("beads"),
            Self::Player(opponent) => opponent.fmt(f),
        }
    }
}

impl PersonName {
    /// The person as people would say it.
    pub(crate) fn described(self) -> String {
        match self {
            Self::Draws(opponent) => described(opponent),
            Self::KnowsMemory => "a person who knows the machine's memory".to_owned(),
            Self::Learner => "a learning machine in the person's chair".to_owned(),
        }
    }
}

/// A player as people would say it.
pub(crate) fn described(opponent: Opponent) -> String {
    match opponent {
        Opponent::Perfect => "a perfect player, at random where no take wins".to_owned(),
        Opponent::PerfectFixed { take: 1 } => "a perfect player, taking 1 where no take wins".to_owned(),
        Opponent::PerfectFixed { take } => format!("a perfect player, taking {take} where no take wins (or all)"),
        Opponent::Uniform => "a player who takes at random".to_owned(),
        Opponent::TakesRest => "a player who takes at random, but wins at once when possible".to_owned(),
    }
}
