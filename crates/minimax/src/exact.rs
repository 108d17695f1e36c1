//! Exact solving: the value is closed in from both sides.

use std::ops::RangeInclusive;

use crate::descent::{Descent, Window};
use crate::interval::Interval;
use crate::table::{TO_THE_END, Table};
use crate::{Error, Game, Player};

/// What exact solving came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<M> {
    /// Between which values the true value lies, both included: proved, whether or not it was stopped.
    pub bounds: RangeInclusive<i32>,
    /// A move by which the player to move is sure of his side of the bounds; none when the game is over.
    pub best: Option<M>,
    /// Best moves of both sides to the end of the game, as far as there was time to find them.
    pub line: Vec<M>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// Whether the caller ended it.
    pub stopped: bool,
    /// The questions that were answered, in order.
    pub questions: Vec<Question>,
}

impl<M> Solved<M> {
    /// The true value, when it is proved.
    pub fn value(&self) -> Option<i32> {
        (self.bounds.start() == self.bounds.end()).then(|| *self.bounds.start())
    }
}

/// One question of exact solving, answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question: is the value at least this?
    pub at_least: i32,
    /// The answer.
    pub yes: bool,
    /// How many positions were visited up to the answer, for all questions so far.
    pub nodes: u64,
}

/// Solves a position exactly, to the end of the game, however long that is.
///
/// The value lies within the game's [`bounds`](Game::bounds). The search asks whether it is in the
/// upper half of them (a null window: every position only has to say yes or no), and goes on with the
/// half that is left, until there is one value. What one question found out the next one finds in the
/// table. `should_stop` is asked at the first position and every 1024th, and told how many there were;
/// when it ends the search, what was proved by then stands.
pub fn solve<G: Game>(
    game: &G,
    position: &G::Position,
    table: &mut Table<G>,
    mut should_stop: impl FnMut(u64) -> bool,
) -> Solved<G::Move> {
    let mut first = Vec::new();
    game.moves(position, &mut first);
    let mut within =
        if first.is_empty() { Interval::point(game.result(position)) } else { Interval::from(game.bounds(position)) };
    let player = game.player(position);
    // Any move is sure of what the bounds promise.
    let mut best = first.first().copied();
    let (mut line, mut questions) = (Vec::new(), Vec::new());
    let mut descent = Descent::new(game, Some(table), &mut should_stop);
    let mut work = || -> Result<(), Error> {
        while !within.is_point() {
            let at_least = middle(within);
            let answer = descent.search(position, TO_THE_END, Window::at_least(at_least))?;
            let yes = answer.value.low >= at_least;
            questions.push(Question { at_least, yes, nodes: descent.nodes() });
            let was = within;
            within = within.within(answer.value);
            let is_his_side = match player {
                Player::First => within.low > was.low,
                Player::Second => within.high < was.high,
            };
            if is_his_side {
                best = answer.best().or(best);
            }
        }
        if !first.is_empty() {
            let answer = descent.search(position, TO_THE_END, Window::around(within))?;
            line = descent.whole_line(position, TO_THE_END, answer)?;
            best = line.first().copied().or(best);
        }
        Ok(())
    };
    let stopped = work().is_err();
    let nodes = descent.nodes();
    Solved { bounds: within.low..=within.high, best, line, nodes, stopped, questions }
}

/// The least value of the upper half.
fn middle(within: Interval) -> i32 {
    let (low, high) = (i64::from(within.low), i64::from(within.high));
    // It is between two whole numbers of 32 bits.
    (low + (high - low + 1) / 2) as i32
}
