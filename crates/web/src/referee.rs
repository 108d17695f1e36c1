//! The game that a person plays against a machine with roles, followed by its lamps.
//!
//! Nothing here knows how a machine plays, and nothing is told to it: whose turn it is follows from which
//! lamps are lit and which buttons were pressed, as a person on the other side of the table sees it.

use kiber_netlist::{Circuit, Id, PartId};
use kiber_script::{Step, Target, Verb};

use crate::protocol::{Game, Turn, Winner};
use crate::standing::Standing;

/// Follows a game.
#[derive(Clone, Debug)]
pub struct Referee {
    table: std::sync::Arc<Table>,
    phase: Phase,
    /// The lamps that the machine's last move darkened, until the person moves.
    answered: Option<usize>,
    games: u32,
    losses: u32,
    /// The most losses that the machine learns from, if that is known.
    at_most: Option<u64>,
    /// Whether the deed that is under way asks for the machine's move, and waits for it.
    asks: Asks,
    /// The memory when the last game ended.
    knew: Vec<usize>,
    punished: bool,
}

/// Which parts play which role, and what scripts call them.
#[derive(Debug)]
struct Table {
    lamps: Vec<usize>,
    move_button: PartId,
    punish: PartId,
    reset: PartId,
    won: Option<usize>,
    memory: Vec<usize>,
    take: usize,
    names: Names,
}

#[derive(Debug)]
struct Names {
    move_button: String,
    punish: String,
    reset: String,
    parts: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The lamps are not all on yet.
    Setting,
    /// The person takes; so many lamps were lit when the turn began.
    Person { start: usize },
    /// The machine was asked when so many lamps were lit.
    Automaton { start: usize, before: usize },
    /// The person took so many, more than the rules allow, and the machine has moved: there is no way back.
    Foul { taken: usize },
    /// Somebody has won.
    Over(Winner, Manner),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    LastLamp,
    Resigned,
}

/// Whether a deed asks for the machine's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    No,
    /// The button was pressed, for a time that may be too short.
    Briefly,
    /// The button was pressed until nothing moved any more.
    Fully,
}

impl Referee {
    /// For a machine with roles; none for other circuits. `at_most` are the most games that it loses, if that
    /// is known.
    pub fn new(circuit: &Circuit, at_most: Option<u64>) -> Option<Self> {
        let roles = circuit.roles.as_ref().filter(|roles| !roles.lamps.is_empty())?;
        let index = |parts: &[PartId]| parts.iter().map(|part| part.index()).collect::<Vec<_>>();
        let name = |part: PartId| circuit.parts.get(part).map_or(String::new(), |part| part.name.clone());
        let table = Table {
            lamps: index(&roles.lamps),
            move_button: roles.move_button,
            punish: roles.punish,
            reset: roles.reset,
            won: roles.won.map(PartId::index),
            memory: index(&roles.memory),
            take: roles.take as usize,
            names: Names {
                move_button: name(roles.move_button),
                punish: name(roles.punish),
                reset: name(roles.reset),
                parts: circuit.parts.rows().iter().map(|part| part.name.clone()).collect(),
            },
        };
        Some(Self {
            table: table.into(),
            phase: Phase::Setting,
            answered: None,
            games: 0,
            losses: 0,
            at_most,
            asks: Asks::No,
            knew: Vec::new(),
            punished: false,
        })
    }

    /// A deed begins; none is the power-up.
    pub fn begin(&mut self, step: Option<&Step>) {
        self.asks = Asks::No;
        let Some(Step::Act { verb: Verb::Press | Verb::Hold, on, lasting }) = step else { return };
        let is_on = |part: PartId| on.contains(&Target::Part(part));
        if is_on(self.table.move_button) {
            self.asks = if lasting.is_some() { Asks::Briefly } else { Asks::Fully };
        }
        if is_on(self.table.punish) && matches!(self.phase, Phase::Over(..)) {
            self.punished = true;
        }
        if is_on(self.table.reset) {
            self.phase = Phase::Setting;
        }
    }

    /// How things stand at an instant of the deed; the last one is its end.
    pub fn see(&mut self, standing: &Standing, is_end: bool) -> Game {
        let lit = self.table.lamps.iter().filter(|&&lamp| is(standing, lamp, "lit")).count();
        let memory: Vec<usize> =
            self.table.memory.iter().copied().filter(|&relay| is(standing, relay, "operated")).collect();
        self.follow(standing, lit, &memory, is_end);
        let (turn, over) = match self.phase {
            Phase::Setting => (None, None),
            Phase::Person { .. } | Phase::Foul { .. } => (Some(Turn::Person), None),
            Phase::Automaton { .. } => (Some(Turn::Automaton), None),
            Phase::Over(winner, _) => (Some(Turn::Over), Some(winner)),
        };
        Game {
            stones: lit,
            turn,
            over,
            taken: self.taken(lit),
            take: self.table.take,
            said: self.said(lit, &memory),
            memory,
            games: self.games,
            losses: self.losses,
            at_most: self.at_most,
        }
    }

    fn taken(&self, lit: usize) -> usize {
        match self.phase {
            Phase::Person { start } => start.saturating_sub(lit),
            Phase::Automaton { start, before } => start.saturating_sub(before),
            Phase::Foul { taken } => taken,
            Phase::Setting | Phase::Over(..) => 0,
        }
    }

    fn follow(&mut self, standing: &Standing, lit: usize, memory: &[usize], is_end: bool) {
        let all = self.table.lamps.len();
        let has_won = self.table.won.is_none_or(|lamp| is(standing, lamp, "lit"));
        match self.phase {
            Phase::Setting | Phase::Over(..) | Phase::Foul { .. } if lit == all && is_end => {
                self.turn_of_person(all, None)
            }
            Phase::Person { start } if lit == all && start < all => self.turn_of_person(all, None),
            // Who took more than is allowed has not won by it.
            Phase::Person { start } if lit == 0 && start > 0 && start <= self.table.take && has_won => {
                self.over(Winner::Person, Manner::LastLamp, memory);
            }
            Phase::Person { start } if lit < start && self.asks != Asks::No => {
                self.phase = Phase::Automaton { start, before: lit };
            }
            _ => {}
        }
        if let Phase::Automaton { start, before } = self.phase
            && is_end
        {
            let is_pressed = is(standing, self.table.move_button.index(), "pressed");
            let taken = start.saturating_sub(before);
            match lit {
                lit if taken > self.table.take && lit < before => self.phase = Phase::Foul { taken },
                _ if taken > self.table.take && !is_pressed => self.phase = Phase::Person { start },
                _ if taken > self.table.take => {}
                0 if before > 0 => self.over(Winner::Automaton, Manner::LastLamp, memory),
                lit if lit < before => self.turn_of_person(lit, Some(before - lit)),
                _ if self.asks == Asks::Fully => self.over(Winner::Person, Manner::Resigned, memory),
                _ if !is_pressed => self.phase = Phase::Person { start },
                _ => {}
            }
        }
    }

    fn turn_of_person(&mut self, start: usize, answered: Option<usize>) {
        self.phase = Phase::Person { start };
        self.answered = answered;
        self.punished = false;
    }

    fn over(&mut self, winner: Winner, manner: Manner, memory: &[usize]) {
        self.phase = Phase::Over(winner, manner);
        self.games += 1;
        self.losses += u32::from(winner == Winner::Person);
        self.knew = memory.to_vec();
        self.punished = false;
    }

    fn said(&self, lit: usize, memory: &[usize]) -> String {
        let Table { take, names: Names { move_button, punish, reset, .. }, .. } = &*self.table;
        match self.phase {
            Phase::Setting => "Switch all lamps on, and the game begins.".to_owned(),
            Phase::Person { start } => match (start.saturating_sub(lit), self.answered) {
                (0, None) => {
                    format!("Your move: switch off 1 to {take} lamps, from the first on, then press {move_button}.")
                }
                (0, Some(answered)) => {
                    let lamps = count(answered, "lamp");
                    format!("The automaton took {lamps}, {lit} left. Your move: 1 to {take}, then press {move_button}.")
                }
                (taken, _) if taken < *take => {
                    let lamps = count(taken, "lamp");
                    format!("You took {lamps}. Take more, or press {move_button} for the automaton's move.")
                }
                (taken, _) if taken == *take => {
                    let lamps = count(taken, "lamp");
                    format!("You took {lamps}, the most there may be. Press {move_button} for the automaton's move.")
                }
                (taken, _) => format!("You took {taken}, but the rules allow {take} at most: switch some on again."),
            },
            Phase::Foul { taken } => format!(
                "You took {taken}, but the rules allow {take} at most: this game does not count. \
                 Press {reset} and switch all lamps on for another."
            ),
            Phase::Automaton { .. } => "It is the automaton's move.".to_owned(),
            Phase::Over(Winner::Automaton, _) => {
                format!("The automaton won. Press {reset} and switch all lamps on for another game.")
            }
            Phase::Over(Winner::Person, manner) if !self.punished => {
                let won = match manner {
                    Manner::LastLamp => "You won.",
                    Manner::Resigned => "The automaton resigns: you won.",
                };
                format!("{won} Press {punish}, so that it learns.")
            }
            Phase::Over(Winner::Person, _) => {
                let new = memory.iter().filter(|relay| !self.knew.contains(relay));
                let new: Vec<&str> =
                    new.filter_map(|&relay| self.table.names.parts.get(relay)).map(String::as_str).collect();
                let learnt = match new.as_slice() {
                    [] => "It had nothing more to learn from that.".to_owned(),
                    [one] => format!("It has learnt: {one} remembers."),
                    several => format!("It has learnt: {} remember.", several.join(", ")),
                };
                format!("{learnt} Press {reset} and switch all lamps on for the next game.")
            }
        }
    }
}

fn is(standing: &Standing, part: usize, word: &str) -> bool {
    standing.parts.get(part).is_some_and(|part| part.0 == word)
}

fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
