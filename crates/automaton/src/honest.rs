//! Every honest game from every memory state.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use kiber_engine::State;
use kiber_netlist::PartId;

use crate::breach::Breach;
use crate::error::Error;
use crate::machine::{Ending, Machine};
use crate::tree::{Game, GameTree, Move, Then};

/// Everything that honest persons can make of a machine.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Every state in which a game can start, in the order found: breadth first from power-up.
    pub states: Vec<MemoryState>,
    /// Honest games over all of them.
    pub games: u64,
    /// Those the machine lost, resignations included.
    pub lost: u64,
    /// Those it resigned.
    pub resigned: u64,
    /// What the machine did against the rules, the first [`Walk::MOST_BREACHES`] of them.
    pub breaches: Vec<BrokenGame>,
    /// How many such games there were.
    pub broken: u64,
}

/// A state in which a game can start.
#[derive(Clone, Debug)]
pub struct MemoryState {
    /// The memory relays that stand operated in it.
    pub memory: Vec<PartId>,
    /// Honest games that start here.
    pub games: u64,
    /// Where they lead.
    pub edges: Vec<Edge>,
}

/// The games that lead from one memory state to another.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The number of the state in which the next game starts.
    pub to: usize,
    /// Whether the machine loses them.
    pub lost: bool,
    /// How many there are.
    pub games: u64,
    /// One of them.
    pub example: Game,
}

/// A game in which the machine broke a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenGame {
    /// The memory relays that stood operated when it began.
    pub memory: Vec<PartId>,
    /// The moves up to the breach.
    pub moves: Vec<Move>,
    /// The breach.
    pub breach: Breach,
}

/// How far a walk has come, for whoever waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Memory states found.
    pub states: usize,
    /// Memory states all of whose games are played.
    pub done: usize,
    /// Games played in those.
    pub games: u64,
}

impl Walk {
    /// The most breaches that are kept with their game; all are counted.
    pub const MOST_BREACHES: usize = 100;

    /// Plays every honest game from every memory state that honest games reach.
    ///
    /// The person takes 1 to [`Machine::take`] lamps at a time and keeps to the panel's order; after
    /// a loss of the machine (the last lamp taken, or no lamp darkened in answer) he punishes, after
    /// a win he rewards; then he resets and puts the toggles back on. `should_stop` is asked
    /// once for every memory state and every thousand moves of the machine.
    ///
    /// # Errors
    /// [`Error::NoFirstGame`] when not all lamps are lit even after a reset, [`Error::Stopped`] when
    /// `should_stop` says so.
    pub fn new(machine: &Machine, mut should_stop: impl FnMut(Progress) -> bool) -> Result<Self, Error> {
        let mut machine = machine.clone();
        let start = first_start(&mut machine)?;
        let mut walk = Self { states: Vec::new(), games: 0, lost: 0, resigned: 0, breaches: Vec::new(), broken: 0 };
        let mut found: IndexMap<State, ()> = IndexMap::new();
        found.insert(start, ());
        let mut moves = 0_u64;
        while let Some((state, ())) = found.get_index(walk.states.len()) {
            let state = state.clone();
            let progress = Progress { states: found.len(), done: walk.states.len(), games: walk.games };
            let mut keep_going = || {
                moves += 1;
                !moves.is_multiple_of(1000) || !should_stop(progress)
            };
            let tree = GameTree::play(&mut machine, &state, &mut keep_going);
            let Some(tree) = tree.filter(|_| !should_stop(progress)) else {
                return Err(Error::Stopped { states: progress.states, games: progress.games });
            };
            machine.restore(&state);
            walk.add(&tree, machine.memory(), &mut found);
        }
        Ok(walk)
    }

    fn add(&mut self, tree: &GameTree, memory: Vec<PartId>, found: &mut IndexMap<State, ()>) {
        let mut edges: BTreeMap<(usize, bool), Edge> = BTreeMap::new();
        let mut games = 0;
        for (number, turn) in tree.turns.iter().enumerate() {
            match &turn.then {
                Then::Goes(_) => {}
                Then::Breaks(breach) => {
                    self.broken += 1;
                    if self.breaches.len() < Self::MOST_BREACHES {
                        let moves = tree.moves_to(number);
                        self.breaches.push(BrokenGame { memory: memory.clone(), moves, breach: breach.clone() });
                    }
                }
                Then::Ends(ending, next, stored) => {
                    games += 1;
                    self.lost += u64::from(ending.is_loss());
                    self.resigned += u64::from(*ending == Ending::Resigned);
                    let to = match found.get_index_of(next.as_ref()) {
                        Some(to) => to,
                        None => found.insert_full(next.as_ref().clone(), ()).0,
                    };
                    let lost = ending.is_loss();
                    let edge = edges.entry((to, lost)).or_insert_with(|| Edge {
                        to,
                        lost,
                        games: 0,
                        example: Game { moves: tree.moves_to(number), ending: *ending, stored: stored.clone() },
                    });
                    edge.games += 1;
                }
            }
        }
        self.games += games;
        self.states.push(MemoryState { memory, games, edges: edges.into_values().collect() });
    }
}

/// The state in which the first game starts: that of power-up, or after a reset with toggles on.
pub(crate) fn first_start(machine: &mut Machine) -> Result<State, Error> {
    if machine.check_start().is_err() {
        let circuit = machine.circuit().clone();
        machine.next_game().map_err(|breach| Error::no_first_game(&breach, &circuit))?;
    }
    Ok(machine.save())
}

/// Which relays answer which position (lamps lit), over all honest games of one memory state.
pub(crate) type Answers = BTreeMap<usize, BTreeSet<Vec<PartId>>>;

pub(crate) fn answers(tree: &GameTree) -> Answers {
    let mut answers = Answers::new();
    for moves in tree.turns.iter().map(|turn| &turn.moves).filter(|moves| moves.position > 0) {
        answers.entry(moves.position).or_default().insert(moves.relays.clone());
    }
    answers
}
