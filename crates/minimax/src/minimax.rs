//! Plain minimax: every line of play is looked at.

use crate::found::Found;
use crate::interval::Interval;
use crate::visits::Visits;
use crate::{Error, Game, Player};

/// The minimax value of a position to a depth in moves, or to the end of the game: every line of
/// play is looked at, which makes it the yardstick of the other searches.
///
/// `should_stop` is asked at the first position and every 1024th, and told how many there were.
///
/// # Errors
/// [`Error::Stopped`] when the caller says so.
pub fn minimax<G: Game>(
    game: &G,
    position: &G::Position,
    depth: Option<u32>,
    mut should_stop: impl FnMut(u64) -> bool,
) -> Result<Found<G::Move>, Error> {
    let mut visits = Visits::new(&mut should_stop);
    let mut stack: Vec<Frame<G>> = Vec::new();
    // The moves still to be looked at of all positions on the stack, the next one last.
    let mut moves = Vec::new();
    let mut legal = Vec::new();
    let mut position = position.clone();
    loop {
        visits.visit()?;
        game.moves(&position, &mut legal);
        let is_deep_enough = depth.is_some_and(|depth| stack.len() as u64 >= u64::from(depth));
        if !legal.is_empty() && !is_deep_enough {
            stack.push(Frame::new(game, position, moves.len()));
            moves.extend(legal.drain(..).rev());
        } else {
            let mut answer = if legal.is_empty() {
                Answer::leaf(game.result(&position), None)
            } else {
                Answer::leaf(game.evaluate(&position), Some(game.bounds(&position).into()))
            };
            // The answer goes to the position before, and on from there when it was the last it needed.
            loop {
                let Some(mut frame) = stack.pop() else { return Ok(answer.found(visits.nodes)) };
                frame.take(answer);
                if moves.len() > frame.moves_from {
                    stack.push(frame);
                    break;
                }
                answer = frame.answer;
            }
        }
        if let (Some(frame), Some(chosen)) = (stack.last_mut(), moves.pop()) {
            frame.chosen = Some(chosen);
            position = game.play(&frame.position, chosen);
        } else {
            // A position on the stack always has a move left here.
            return Ok(Answer::leaf(0, None).found(visits.nodes));
        }
    }
}

/// What is known of a position that was searched.
struct Answer<M> {
    value: i32,
    /// Where the true value lies.
    truth: Interval,
    /// The principal variation, the last move first.
    line: Vec<M>,
}

impl<M: Copy> Answer<M> {
    fn leaf(value: i32, truth: Option<Interval>) -> Self {
        Self { value, truth: truth.unwrap_or(Interval::point(value)), line: Vec::new() }
    }

    fn found(mut self, nodes: u64) -> Found<M> {
        self.line.reverse();
        let best = self.line.first().copied();
        Found { value: self.value, best, line: self.line, proved: self.truth.is_point(), nodes }
    }
}

/// A position whose moves are being looked at.
struct Frame<G: Game> {
    position: G::Position,
    player: Player,
    /// Where its moves begin in the list of all.
    moves_from: usize,
    chosen: Option<G::Move>,
    /// The best of the moves so far.
    answer: Answer<G::Move>,
}

impl<G: Game> Frame<G> {
    fn new(game: &G, position: G::Position, moves_from: usize) -> Self {
        let player = game.player(&position);
        let Interval { low: value, .. } = Interval::nothing_yet(player);
        let answer = Answer::leaf(value, None);
        Self { position, player, moves_from, chosen: None, answer }
    }

    fn take(&mut self, answer: Answer<G::Move>) {
        let truth = self.answer.truth.better(answer.truth, self.player);
        let is_better = match self.player {
            Player::First => answer.value > self.answer.value,
            Player::Second => answer.value < self.answer.value,
        };
        if is_better || self.answer.line.is_empty() {
            self.answer = answer;
            self.answer.line.extend(self.chosen);
        }
        self.answer.truth = truth;
    }
}
