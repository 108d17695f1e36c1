//! The machine on the table, whichever it is.

use std::fmt;
use std::sync::Arc;

use kiber_automaton::{Machine as Relays, generate_bachet};
use kiber_bachet::{Machine as Plain, Memory, Rules, Steady, Strategies};
use kiber_beads::{Machine as Beads, Schedule};
use kiber_minimax::Random;

use super::machine::Machine;
use super::names::{MachineName, described, must_be_able};
use super::size::Size;
use crate::io::Io;
use crate::problem::Problem;
use crate::request::Manner;
use crate::source::{circuit_source, load};
use crate::words::{count, titled};

/// A machine, or a player in its place.
pub(crate) struct Seat {
    pub(crate) machine: Machine,
    /// What it is, as a heading.
    pub(crate) title: String,
    /// What it is called when it takes a move: `The machine`.
    pub(crate) called: &'static str,
    /// The plain strategies by which it answers, where they are known.
    pub(crate) known: Option<Strategies>,
    /// What it remembers by each memory relay.
    remembers: Vec<Remembered>,
}

/// What a memory relay is for.
enum Remembered {
    /// A relay of a circuit that is known by its name alone.
    Named(String),
    /// Moves that are no longer made, position and take, and the relay's name if it has one.
    GivenUp(Vec<(u32, u32)>, Option<String>),
}

impl Seat {
    /// Puts a machine on the table; `seed` is where chance begins for those that need it.
    pub(crate) fn take(
        io: &mut Io<'_>,
        manner: Manner,
        name: &MachineName,
        size: Size,
        seed: u64,
    ) -> Result<Self, Problem> {
        match name {
            MachineName::Circuit(given) => {
                let source = circuit_source(given)?;
                let circuit = load(io, manner, &source)?;
                // A file may be far away, and its title says more than the way there.
                let title = match source.embedded {
                    None if !circuit.title.trim().is_empty() => circuit.title.clone(),
                    _ => titled(&source.name, &circuit.title),
                };
                let relays = Relays::new(circuit).map_err(|error| refused(format!("{}: {error}", source.name)))?;
                size.must_be(relays.rules(), &source.name)?;
                Ok(Self::of_relays(relays, title))
            }
            MachineName::Generated => {
                let rules = size.rules()?;
                let usual = rules.with_last(kiber_bachet::LastObject::Wins);
                size.must_be(usual, "a generated machine")?;
                let text = generate_bachet(rules.objects(), rules.most()).map_err(refused)?;
                let circuit = kiber_netlist::read(&text).circuit.ok_or_else(|| refused("no such circuit"))?;
                let title = circuit.title.clone();
                Ok(Self::of_relays(Relays::new(Arc::new(circuit)).map_err(refused)?, title))
            }
            MachineName::Plain => {
                let strategies = Strategies::every_move(size.rules()?).map_err(refused)?;
                Ok(Self::of_plain(strategies, "A machine that remembers every move, in plain Rust"))
            }
            MachineName::PlainArticle => {
                size.must_be(Rules::ARTICLE, "the article's strategy")?;
                Ok(Self::of_plain(Strategies::article(), "The article's strategy in plain Rust"))
            }
            MachineName::PlainFullMemory => {
                size.must_be(Rules::ARTICLE, "the strategy of `full-memory`")?;
                Ok(Self::of_plain(Strategies::full_memory(), "The strategy of `full-memory` in plain Rust"))
            }
            MachineName::Beads => {
                let beads = Beads::new(size.rules()?, Schedule::article(), seed).map_err(refused)?;
                Ok(Self::of_beads(beads))
            }
            MachineName::Player(opponent) => {
                let rules = size.rules()?;
                must_be_able(*opponent, rules)?;
                let steady = Steady::new(rules, *opponent, Random::new(seed));
                Ok(Self {
                    machine: Machine::Steady(steady),
                    title: capitalised(&described(*opponent)),
                    called: "The player",
                    known: None,
                    remembers: Vec::new(),
                })
            }
        }
    }

    fn of_relays(relays: Relays, title: String) -> Self {
        let known = relays.known_strategies();
        let name = |place: usize| {
            let relay = relays.roles().memory.get(place);
            relay.map_or_else(String::new, |&relay| relays.circuit().parts[relay].name.clone())
        };
        let remembers = match &known {
            Some(strategies) => given_up(strategies, |place| Some(name(place))),
            None => (0..relays.roles().memory.len()).map(|place| Remembered::Named(name(place))).collect(),
        };
        Self { machine: Machine::Relays(relays), title, called: "The machine", known, remembers }
    }

    fn of_plain(strategies: Strategies, title: &str) -> Self {
        Self {
            remembers: given_up(&strategies, |_| None),
            known: Some(strategies.clone()),
            machine: Machine::Plain(Plain::new(strategies)),
            title: title.to_owned(),
            called: "The machine",
        }
    }

    fn of_beads(beads: Beads) -> Self {
        let cabinet = beads.cabinet();
        let moves = (0..cabinet.kinds()).filter_map(|bead| cabinet.bead(bead)).map(|(matchbox, chosen)| {
            Remembered::GivenUp(
                cabinet.name(matchbox).parse().map(|position| (position, chosen.name)).into_iter().collect(),
                None,
            )
        });
        Self {
            remembers: moves.collect(),
            title: format!("The matchbox machine, {}", count(cabinet.kinds() as u64, "bead")),
            machine: Machine::Beads(beads),
            called: "The machine",
            known: None,
        }
    }

    /// What each memory relay that stands operated means: `P12' (never again 1 from 2)`.
    pub(crate) fn remembered(&self, memory: &Memory) -> Vec<String> {
        memory.relays().filter_map(|relay| self.remembers.get(relay)).map(ToString::to_string).collect()
    }

    /// The names of memory relays, where they have any.
    pub(crate) fn relay_names(&self, relays: &[usize]) -> Vec<String> {
        let named = relays.iter().filter_map(|&relay| match self.remembers.get(relay)? {
            Remembered::Named(name) | Remembered::GivenUp(_, Some(name)) => Some(name.clone()),
            Remembered::GivenUp(_, None) => None,
        });
        named.collect()
    }

    /// The moves that are given up with this memory, by position and take, where they are known.
    pub(crate) fn given_up(&self, memory: &Memory) -> Vec<(u32, u32)> {
        let moves = memory.relays().filter_map(|relay| match self.remembers.get(relay)? {
            Remembered::GivenUp(moves, _) => Some(moves.as_slice()),
            Remembered::Named(_) => None,
        });
        let mut moves: Vec<(u32, u32)> = moves.flatten().copied().collect();
        moves.sort_unstable_by_key(|&(position, take)| (std::cmp::Reverse(position), take));
        moves
    }
}

impl fmt::Display for Remembered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = |moves: &[(u32, u32)]| {
            let moves: Vec<String> = moves.iter().map(|(position, take)| format!("{take} from {position}")).collect();
            moves.join(", ")
        };
        match self {
            Self::Named(name) => f.write_str(name),
            Self::GivenUp(given_up, Some(name)) => write!(f, "{name} (no more {})", moves(given_up)),
            Self::GivenUp(given_up, None) => write!(f, "no more {}", moves(given_up)),
        }
    }
}

/// The moves that each memory relay switches off.
fn given_up(strategies: &Strategies, name: impl Fn(usize) -> Option<String>) -> Vec<Remembered> {
    let mut moves = vec![Vec::new(); strategies.memory_relays()];
    for strategy in strategies.list() {
        if let Some(moves) = strategy.off_by.and_then(|relay| moves.get_mut(relay)) {
            moves.push((strategy.position, strategy.take));
        }
    }
    moves.into_iter().enumerate().map(|(place, moves)| Remembered::GivenUp(moves, name(place))).collect()
}

fn refused(error: impl fmt::Display) -> Problem {
    Problem::message(error.to_string())
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
