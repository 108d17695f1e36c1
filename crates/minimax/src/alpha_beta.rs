//! Alpha-beta: the value of minimax without looking at what cannot change it.

use crate::descent::{Descent, Window};
use crate::found::Found;
use crate::table::{TO_THE_END, Table};
use crate::{Error, Game};

/// The minimax value of a position to a depth in moves, or to the end of the game, by alpha-beta
/// (Knuth and Moore, "An analysis of alpha-beta pruning", 1975): moves are passed over that a player
/// would not come to because he, or his opponent, has something better elsewhere.
///
/// Moves are passed over, too, when one is found that is as good as the game's
/// [`bounds`](Game::bounds) allow. `should_stop` is asked at the first position and every 1024th, and
/// told how many there were.
///
/// # Errors
/// [`Error::Stopped`] when the caller says so.
pub fn alpha_beta<G: Game>(
    game: &G,
    position: &G::Position,
    depth: Option<u32>,
    mut should_stop: impl FnMut(u64) -> bool,
) -> Result<Found<G::Move>, Error> {
    let mut descent = Descent::new(game, None, &mut should_stop);
    to_depth(game, &mut descent, position, depth.unwrap_or(TO_THE_END))
}

/// The same as [`alpha_beta`], with a memory of positions that come up again.
///
/// What the table holds of searches to other depths never changes a value: of those only what was
/// proved is used, and the move to look at first.
///
/// # Errors
/// [`Error::Stopped`] when the caller says so.
pub fn alpha_beta_with_table<G: Game>(
    game: &G,
    position: &G::Position,
    depth: Option<u32>,
    table: &mut Table<G>,
    mut should_stop: impl FnMut(u64) -> bool,
) -> Result<Found<G::Move>, Error> {
    let mut descent = Descent::new(game, Some(table), &mut should_stop);
    to_depth(game, &mut descent, position, depth.unwrap_or(TO_THE_END))
}

/// The value to a depth, with the whole principal variation.
pub(crate) fn to_depth<G: Game>(
    game: &G,
    descent: &mut Descent<'_, G>,
    position: &G::Position,
    depth: u32,
) -> Result<Found<G::Move>, Error> {
    let window = Window::around(game.bounds(position).into());
    let answer = descent.search(position, depth, window)?;
    let (value, proved) = (answer.value.low, answer.truth.is_point());
    let line = descent.whole_line(position, depth, answer)?;
    Ok(Found { value, best: line.first().copied(), line, proved, nodes: descent.nodes() })
}
