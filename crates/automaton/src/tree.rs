//! Every honest game from one memory state, as a tree.

use kiber_engine::State;
use kiber_netlist::PartId;

use crate::breach::Breach;
use crate::machine::{Ending, Machine};

/// The honest games that start in one state of the machine, played on its circuit.
///
/// A node is a moment at which the person is to move; a turn is what the person takes there and
/// what the machine answers. A child has a greater number than its parent.
pub(crate) struct GameTree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) turns: Vec<Turn>,
}

pub(crate) struct Node {
    /// The turn that led here.
    pub(crate) after: Option<usize>,
    /// Its turns: taking 1, 2, … lamps, as a range of [`GameTree::turns`].
    pub(crate) turns: std::ops::Range<usize>,
}

pub(crate) struct Turn {
    /// The node at which it was played.
    pub(crate) node: usize,
    pub(crate) moves: Move,
    pub(crate) then: Then,
}

/// What came after a turn.
pub(crate) enum Then {
    /// The person is to move at this node.
    Goes(usize),
    /// The game was over and was closed; the next one starts in this state.
    Ends(Ending, Box<State>, Vec<PartId>),
    /// The machine broke a rule.
    Breaks,
}

/// What the person took and what the machine answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Lamps the person darkened.
    pub take: usize,
    /// Lamps lit when the machine's move was asked for; 0 when the person had taken the last.
    pub position: usize,
    /// The relays that operated on the machine's move; none if the game was over or it resigned.
    pub relays: Vec<PartId>,
    /// Lamps the machine darkened.
    pub answer: usize,
}

/// A whole honest game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Turn by turn.
    pub moves: Vec<Move>,
    /// How it ended.
    pub ending: Ending,
    /// The memory relays that the end of the game set.
    pub stored: Vec<PartId>,
}

impl GameTree {
    /// Plays every honest game from `start`; `None` when `keep_going` says no.
    ///
    /// `keep_going` is asked once for every move of the machine.
    pub(crate) fn play(machine: &mut Machine, start: &State, keep_going: &mut dyn FnMut() -> bool) -> Option<Self> {
        let mut tree = Self { nodes: vec![Node { after: None, turns: 0..0 }], turns: Vec::new() };
        machine.restore(start);
        let memory = machine.memory();
        let mut open = vec![(0, start.clone())];
        while let Some((node, state)) = open.pop() {
            let first = tree.turns.len();
            let mut after_taking = state;
            for take in 1..=machine.take() {
                machine.restore(&after_taking);
                if machine.lit() == 0 {
                    break;
                }
                if !keep_going() {
                    return None;
                }
                let mut turn = Turn {
                    node,
                    moves: Move { take, position: 0, relays: Vec::new(), answer: 0 },
                    then: Then::Goes(tree.nodes.len()),
                };
                let taken = machine.take_one();
                let broken = taken.is_err();
                after_taking = machine.save();
                match taken.and_then(|()| play_turn(machine, &mut turn.moves)) {
                    Err(_) => turn.then = Then::Breaks,
                    Ok(Some(ending)) => turn.then = close(machine, ending, &memory),
                    Ok(None) => {
                        open.push((tree.nodes.len(), machine.save()));
                        tree.nodes.push(Node { after: Some(tree.turns.len()), turns: 0..0 });
                    }
                }
                tree.turns.push(turn);
                if broken {
                    break;
                }
            }
            if let Some(node) = tree.nodes.get_mut(node) {
                node.turns = first..tree.turns.len();
            }
        }
        Some(tree)
    }

    /// The moves from the start of the game to the end of a turn.
    pub(crate) fn moves_to(&self, turn: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = Some(turn);
        while let Some(turn) = at.and_then(|turn| self.turns.get(turn)) {
            moves.push(turn.moves.clone());
            at = self.nodes.get(turn.node).and_then(|node| node.after);
        }
        moves.reverse();
        moves
    }

    /// For each node the first turn with which the person can force a win, if there is one.
    pub(crate) fn winning_turns(&self) -> Vec<Option<usize>> {
        let mut winning = vec![None; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().rev() {
            let found = node.turns.clone().find(|&turn| match self.turns.get(turn).map(|turn| &turn.then) {
                Some(Then::Goes(child)) => winning.get(*child).is_some_and(Option::is_some),
                Some(Then::Ends(ending, _, _)) => ending.is_loss(),
                Some(Then::Breaks) | None => false,
            });
            if let Some(slot) = winning.get_mut(number) {
                *slot = found;
            }
        }
        winning
    }
}

/// What came of a whole game that was played.
pub(crate) enum Played {
    /// It is not over.
    Goes,
    /// It was over and closed, and the end of it set these memory relays.
    Ends(Ending, Vec<PartId>),
    /// The machine broke a rule.
    Breaks(Breach),
}

/// Plays one game from `start`, of which it is known what the person takes.
pub(crate) fn play_game(machine: &mut Machine, start: &State, takes: &[usize]) -> (Vec<Move>, Played) {
    machine.restore(start);
    let memory = machine.memory();
    let mut moves = Vec::new();
    for &take in takes {
        let mut turn = Move { take, position: 0, relays: Vec::new(), answer: 0 };
        let taken = (0..take).try_for_each(|_| machine.take_one());
        let played = taken.and_then(|()| play_turn(machine, &mut turn));
        moves.push(turn);
        match played {
            Ok(None) => {}
            Err(breach) => return (moves, Played::Breaks(breach)),
            Ok(Some(ending)) => {
                let closed = machine.close(ending);
                let stored = || added(machine, &memory);
                return (moves, closed.map_or_else(Played::Breaks, |()| Played::Ends(ending, stored())));
            }
        }
    }
    (moves, Played::Goes)
}

/// The rest of a turn after the person took his lamps; `None` if the game goes on.
fn play_turn(machine: &mut Machine, turn: &mut Move) -> Result<Option<Ending>, Breach> {
    turn.position = machine.lit();
    let ending = if turn.position == 0 {
        Some(Ending::PersonWon)
    } else {
        machine.check_verdict(None)?;
        let answer = machine.ask_move()?;
        turn.relays = answer.relays;
        turn.answer = answer.took;
        match answer.took {
            0 => Some(Ending::Resigned),
            _ if machine.lit() == 0 => Some(Ending::MachineWon),
            _ => None,
        }
    };
    machine.check_verdict(ending)?;
    Ok(ending)
}

fn close(machine: &mut Machine, ending: Ending, memory_before: &[PartId]) -> Then {
    match machine.close(ending) {
        Err(_) => Then::Breaks,
        Ok(()) => Then::Ends(ending, Box::new(machine.save()), added(machine, memory_before)),
    }
}

/// The memory relays that stand operated and did not before.
fn added(machine: &Machine, memory_before: &[PartId]) -> Vec<PartId> {
    let mut added = machine.memory();
    added.retain(|relay| !memory_before.contains(relay));
    added
}
