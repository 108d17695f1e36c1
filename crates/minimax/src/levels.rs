//! The algorithm as it is printed in "Computers and mind games: the MIN-MAX algorithm" (Mihal
//! Bađonski, *Tangenta*, Novi Sad, 1996/97), with its levels and its values from −1 to 1.
//!
//! Two things are not as printed. A position without a next one is always deep enough; otherwise the
//! value that the search starts from, 1 or −1, would be taken for its own. And the function has one
//! name, where the article declares `MINMAX` and calls `MINIMAX`.

use std::cell::Cell;

use crate::visits::Visits;
use crate::{Error, Game, Player};

/// What the article's algorithm asks of a game. Levels count from 1, the position to be valued; the
/// first player moves at the odd ones.
pub trait Levels {
    /// A position: the article's `PozTip`.
    type Position;

    /// Whether the search does not go on from here: `DovoljnoDuboko`.
    ///
    /// A position without successors is deep enough, whatever this says.
    fn deep_enough(&self, position: &Self::Position, level: u32) -> bool;

    /// The value of a position from which the search does not go on, from −1, the second player wins,
    /// to 1, the first player wins: `Oceni`.
    fn evaluate(&self, position: &Self::Position, level: u32) -> f64;

    /// Every position that one move leads to: `NadjiSledecePozicije`.
    fn successors(&self, position: &Self::Position, level: u32) -> Vec<Self::Position>;
}

/// What the article's algorithm came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued {
    /// The value, from −1 to 1.
    pub value: f64,
    /// How many positions were visited.
    pub nodes: u64,
}

/// The value of a position at a level: `MINMAX`. At odd levels the greatest value of the next
/// positions is taken, at even levels the least.
///
/// `should_stop` is asked at the first position and every 1024th, and told how many there were.
///
/// # Errors
/// [`Error::Stopped`] when the caller says so.
pub fn min_max<L: Levels>(
    game: &L,
    position: L::Position,
    level: u32,
    mut should_stop: impl FnMut(u64) -> bool,
) -> Result<Valued, Error> {
    let mut visits = Visits::new(&mut should_stop);
    // The article's function calls itself; here the positions that wait for an answer are a list.
    let mut waiting: Vec<Waiting<L::Position>> = Vec::new();
    let mut entered = position;
    let mut level = level;
    loop {
        visits.visit()?;
        let next = if game.deep_enough(&entered, level) { Vec::new() } else { game.successors(&entered, level) };
        if next.is_empty() {
            let mut value = game.evaluate(&entered, level);
            loop {
                let Some(before) = waiting.last_mut() else { return Ok(Valued { value, nodes: visits.nodes }) };
                level = level.wrapping_sub(1);
                before.best = if is_odd(level) { before.best.max(value) } else { before.best.min(value) };
                if before.next.len() > 0 {
                    break;
                }
                value = before.best;
                waiting.pop();
            }
        } else {
            let best = if is_odd(level) { -1.0 } else { 1.0 };
            waiting.push(Waiting { next: next.into_iter(), best });
        }
        let Some(position) = waiting.last_mut().and_then(|before| before.next.next()) else {
            // A position that waits always has a next one left here.
            return Ok(Valued { value: 0.0, nodes: visits.nodes });
        };
        entered = position;
        level = level.wrapping_add(1);
    }
}

/// A position that waits for the values of the next ones.
struct Waiting<P> {
    next: std::vec::IntoIter<P>,
    /// The article's `pom`.
    best: f64,
}

fn is_odd(level: u32) -> bool {
    level % 2 == 1
}

/// Any [`Game`] in which the players take turns, as the article's algorithm sees it: values are
/// divided by the greatest that the game's bounds allow, so that they lie from −1 to 1.
#[derive(Debug)]
pub struct ByLevels<'g, G: Game> {
    game: &'g G,
    /// The level at which the search ends; none for the end of the game.
    last_level: Option<u32>,
    unit: f64,
    /// The level at which a player was to move out of turn.
    out_of_turn: Cell<Option<u32>>,
}

impl<'g, G: Game> ByLevels<'g, G> {
    /// The game from a position on, to a depth in moves or to the end.
    pub fn new(game: &'g G, position: &G::Position, depth: Option<u32>) -> Self {
        let (low, high) = game.bounds(position).into_inner();
        let unit = low.unsigned_abs().max(high.unsigned_abs()).max(1);
        let first = level_of(game, position);
        let last_level = depth.map(|depth| first.saturating_add(depth));
        Self { game, last_level, unit: f64::from(unit), out_of_turn: Cell::new(None) }
    }

    /// The value as the game counts it.
    pub fn in_game_units(&self, value: f64) -> i32 {
        // It came of a whole number by one division.
        (value * self.unit).round() as i32
    }
}

impl<G: Game> Levels for ByLevels<'_, G> {
    type Position = G::Position;

    fn deep_enough(&self, _: &G::Position, level: u32) -> bool {
        self.last_level.is_some_and(|last| level >= last)
    }

    fn evaluate(&self, position: &G::Position, _: u32) -> f64 {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let value = if moves.is_empty() { self.game.result(position) } else { self.game.evaluate(position) };
        f64::from(value) / self.unit
    }

    fn successors(&self, position: &G::Position, level: u32) -> Vec<G::Position> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if !moves.is_empty() && is_odd(level) != (self.game.player(position) == Player::First) {
            self.out_of_turn.set(self.out_of_turn.get().or(Some(level)));
            return Vec::new();
        }
        moves.into_iter().map(|chosen| self.game.play(position, chosen)).collect()
    }
}

/// The value of a position of any [`Game`] in which the players take turns, by the article's
/// algorithm: to a depth in moves, or to the end of the game.
///
/// It is what [`minimax`](crate::minimax()) finds, divided by the greatest value that the game's bounds
/// allow; [`ByLevels::in_game_units`] takes that back. `should_stop` is asked as by [`min_max`].
///
/// # Errors
/// [`Error::MovesTwice`] where a player moves twice in a row, [`Error::Stopped`] when the caller says
/// so.
pub fn min_max_of_game<G: Game>(
    game: &G,
    position: &G::Position,
    depth: Option<u32>,
    should_stop: impl FnMut(u64) -> bool,
) -> Result<Valued, Error> {
    let levels = ByLevels::new(game, position, depth);
    let valued = min_max(&levels, position.clone(), level_of(game, position), should_stop)?;
    match levels.out_of_turn.get() {
        Some(level) => Err(Error::MovesTwice { level }),
        None => Ok(valued),
    }
}

/// The first level at which that position's player moves.
fn level_of<G: Game>(game: &G, position: &G::Position) -> u32 {
    match game.player(position) {
        Player::First => 1,
        Player::Second => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A heap of so many sticks from which one or two are taken; who takes the last one wins.
    struct Sticks;

    impl Levels for Sticks {
        type Position = u32;

        fn deep_enough(&self, _: &u32, _: u32) -> bool {
            false
        }

        fn evaluate(&self, left: &u32, level: u32) -> f64 {
            assert_eq!(*left, 0);
            if is_odd(level) { -1.0 } else { 1.0 }
        }

        fn successors(&self, left: &u32, _: u32) -> Vec<u32> {
            (1..=2).filter_map(|taken| left.checked_sub(taken)).collect()
        }
    }

    #[track_caller]
    fn check(left: u32, level: u32, value: f64, nodes: u64) {
        assert_eq!(min_max(&Sticks, left, level, |_| false), Ok(Valued { value, nodes }));
    }

    #[test]
    fn a_position_without_successors_is_deep_enough() {
        check(0, 1, -1.0, 1);
        check(0, 2, 1.0, 1);
    }

    #[test]
    fn odd_levels_take_the_greatest_value_and_even_ones_the_least() {
        check(1, 1, 1.0, 2);
        check(1, 2, -1.0, 2);
        check(2, 1, 1.0, 4);
        check(3, 1, -1.0, 7);
        check(3, 2, 1.0, 7);
        check(10, 1, 1.0, 232);
    }

    #[test]
    fn it_stops_when_told() {
        assert_eq!(min_max(&Sticks, 30, 1, |nodes| nodes >= 2048), Err(Error::Stopped { nodes: 2048 }));
    }
}
