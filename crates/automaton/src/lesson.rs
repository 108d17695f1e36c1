//! The lesson: what the machine learns from a person who always wins.

use std::collections::{BTreeMap, BTreeSet};

use kiber_engine::State;
use kiber_netlist::PartId;

use crate::error::Error;
use crate::honest::first_start;
use crate::machine::Machine;
use crate::tree::{Game, GameTree, Then};

/// The series of games that a person wins who knows the machine's memory and takes a win wherever
/// one exists, the one with the fewest lamps.
///
/// Which takes win is found by playing on the circuit, never by the theory of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Game by game; the machine lost every one.
    pub losses: Vec<Loss>,
    /// How it ended.
    pub end: LessonEnd,
}

/// A lost game and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The game.
    pub game: Game,
    /// The strategies that went, that of the last move first.
    pub changes: Vec<Change>,
}

/// A position that is answered in another way than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Lamps lit when the machine is to move.
    pub position: usize,
    /// The relays that answered it.
    pub before: Vec<PartId>,
    /// The relays that answer it from now on; none if it resigns there, or the position no longer
    /// comes up.
    pub after: Vec<PartId>,
}

/// How a lesson ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonEnd {
    /// The person can no longer force a win.
    NoWinLeft,
    /// The machine is in a memory state in which it was before: it does not learn from losing.
    StateRepeats,
}

impl Lesson {
    /// Gives a machine the lesson, from power-up.
    ///
    /// `should_stop` is asked once for every thousand moves of the machine.
    ///
    /// # Errors
    /// [`Error::NoFirstGame`] when not all lamps are lit even after a reset, [`Error::Stopped`] when
    /// `should_stop` says so.
    pub fn new(machine: &Machine, mut should_stop: impl FnMut() -> bool) -> Result<Self, Error> {
        let mut machine = machine.clone();
        let mut losses: Vec<Loss> = Vec::new();
        let mut moves = 0_u64;
        let mut play = |machine: &mut Machine, state: &State, losses: usize| {
            let mut keep_going = || {
                moves += 1;
                !moves.is_multiple_of(1000) || !should_stop()
            };
            GameTree::play(machine, state, &mut keep_going).ok_or(Error::Stopped { losses })
        };
        let mut state = first_start(&mut machine)?;
        let mut seen = indexmap::IndexSet::from([state.clone()]);
        let mut tree = play(&mut machine, &state, 0)?;
        while let Some((game, next)) = won_game(&tree) {
            let before = answers(&tree);
            let last_position = last_position(&game);
            state = next;
            tree = play(&mut machine, &state, losses.len() + 1)?;
            let changes = changes(&before, &answers(&tree), last_position);
            losses.push(Loss { game, changes });
            if !seen.insert(state.clone()) {
                return Ok(Self { losses, end: LessonEnd::StateRepeats });
            }
        }
        Ok(Self { losses, end: LessonEnd::NoWinLeft })
    }
}

/// Which relays answer which position (lamps lit), over all honest games of one memory state.
type Answers = BTreeMap<usize, BTreeSet<Vec<PartId>>>;

fn answers(tree: &GameTree) -> Answers {
    let mut answers = Answers::new();
    for moves in tree.turns.iter().map(|turn| &turn.moves).filter(|moves| moves.position > 0) {
        answers.entry(moves.position).or_default().insert(moves.relays.clone());
    }
    answers
}

/// The game of a person who takes the first winning turn everywhere, and the state it leads to.
fn won_game(tree: &GameTree) -> Option<(Game, State)> {
    let winning = tree.winning_turns();
    let mut node = 0;
    loop {
        let number = winning.get(node).copied().flatten()?;
        match &tree.turns.get(number)?.then {
            Then::Goes(next) => node = *next,
            Then::Breaks => return None,
            Then::Ends(ending, next, stored) => {
                let game = Game { moves: tree.moves_to(number), ending: *ending, stored: stored.clone() };
                return Some((game, next.as_ref().clone()));
            }
        }
    }
}

/// The position the machine last answered by darkening lamps.
fn last_position(game: &Game) -> Option<usize> {
    game.moves.iter().rev().find(|turn| turn.answer > 0).map(|turn| turn.position)
}

/// The positions that had an answer and lost it, that of the last move first, then from the highest.
fn changes(before: &Answers, after: &Answers, last_position: Option<usize>) -> Vec<Change> {
    let relays = |some: &BTreeSet<Vec<PartId>>, other: Option<&BTreeSet<Vec<PartId>>>| -> Vec<PartId> {
        let mut only_here: Vec<PartId> = some
            .iter()
            .filter(|relays| !other.is_some_and(|other| other.contains(*relays)))
            .flatten()
            .copied()
            .collect();
        only_here.sort_unstable();
        only_here.dedup();
        only_here
    };
    let mut changes: Vec<Change> = before
        .iter()
        .rev()
        .map(|(&position, answers)| Change {
            position,
            before: relays(answers, after.get(&position)),
            after: after.get(&position).map(|new| relays(new, Some(answers))).unwrap_or_default(),
        })
        .filter(|change| !change.before.is_empty())
        .collect();
    changes.sort_by_key(|change| Some(change.position) != last_position);
    changes
}
