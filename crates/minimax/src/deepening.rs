//! Iterative deepening: an answer at any time, and a better one later.

use crate::alpha_beta::to_depth;
use crate::descent::Descent;
use crate::found::Found;
use crate::table::{TO_THE_END, Table};
use crate::{Error, Game};

/// What a search that deepened step by step came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deepened<M> {
    /// The answer of the deepest search that was finished. `nodes` counts all searches, the unfinished
    /// one, too.
    pub found: Found<M>,
    /// How many moves deep that was; 0 when not even the first was finished, and the value is a guess at
    /// the position as it stands.
    pub depth: u32,
    /// Whether the caller ended it.
    pub stopped: bool,
    /// Every search that was finished, in order.
    pub steps: Vec<Step<M>>,
}

/// One finished search of an iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<M> {
    /// How many moves deep.
    pub depth: u32,
    /// The value to that depth, as the first player sees it.
    pub value: i32,
    /// A move that has it.
    pub best: Option<M>,
    /// How many positions were visited up to its end, in all searches so far.
    pub nodes: u64,
}

/// Searches one move deep, two, three, …, each time beginning with the moves that were best before,
/// until the value is proved, the depth asked for is reached, or the caller ends it: whenever that is,
/// there is a best move and a value.
///
/// The value is exactly the minimax value to the depth told. `should_stop` is asked at the first
/// position and every 1024th, and told how many there were.
pub fn deepening<G: Game>(
    game: &G,
    position: &G::Position,
    most_depth: Option<u32>,
    table: &mut Table<G>,
    mut should_stop: impl FnMut(u64) -> bool,
) -> Deepened<G::Move> {
    let mut deepened = Deepened { found: at_sight(game, position), depth: 0, stopped: false, steps: Vec::new() };
    let mut descent = Descent::new(game, Some(table), &mut should_stop);
    let most_depth = most_depth.unwrap_or(TO_THE_END);
    while deepened.depth < most_depth && !deepened.found.proved {
        let depth = deepened.depth + 1;
        match to_depth(game, &mut descent, position, depth) {
            Ok(found) => {
                let Found { value, best, nodes, .. } = found;
                deepened.steps.push(Step { depth, value, best, nodes });
                deepened.found = found;
                deepened.depth = depth;
            }
            Err(Error::Stopped { nodes }) => {
                deepened.found.nodes = nodes;
                deepened.stopped = true;
                break;
            }
            // A search has no other reason not to come to an end.
            Err(_) => break,
        }
    }
    deepened
}

/// What can be said without looking ahead.
fn at_sight<G: Game>(game: &G, position: &G::Position) -> Found<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let proved = moves.is_empty();
    let value = if proved { game.result(position) } else { game.evaluate(position) };
    Found { value, best: moves.first().copied(), line: moves.first().copied().into_iter().collect(), proved, nodes: 0 }
}
