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
                answer = frame.answer();
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
    /// The move that is the best so far.
    best: Option<Answer<G::Move>>,
    /// The move of which most is proved, where that is another one.
    surest: Option<Answer<G::Move>>,
    /// What is proved of the position, and of its surest move.
    truth: Interval,
    surest_truth: Interval,
}

impl<G: Game> Frame<G> {
    fn new(game: &G, position: G::Position, moves_from: usize) -> Self {
        let player = game.player(&position);
        let truth = Interval::nothing_yet(player);
        Self { position, player, moves_from, chosen: None, best: None, surest: None, truth, surest_truth: truth }
    }

    fn take(&mut self, mut answer: Answer<G::Move>) {
        answer.line.extend(self.chosen);
        let truth = answer.truth;
        self.truth = self.truth.better(truth, self.player);
        let Some(best) = &self.best else {
            self.surest_truth = truth;
            self.best = Some(answer);
            return;
        };
        let (is_better, is_surer) = match self.player {
            Player::First => (answer.value > best.value, truth.low > self.surest_truth.low),
            Player::Second => (answer.value < best.value, truth.high < self.surest_truth.high),
        };
        if is_surer {
            self.surest_truth = truth;
        }
        match (is_better, is_surer) {
            (true, true) => (self.best, self.surest) = (Some(answer), None),
            (true, false) => {
                let before = self.best.replace(answer);
                self.surest = self.surest.take().or(before);
            }
            (false, true) => self.surest = Some(answer),
            (false, false) => {}
        }
    }

    /// What the position comes to. Where it is proved, the move is the one that proves it: the best by
    /// a guess at the bottom may be worse in truth.
    fn answer(self) -> Answer<G::Move> {
        let answer = if self.truth.is_point() { self.surest.or(self.best) } else { self.best };
        let answer = answer.unwrap_or(Answer::leaf(0, None));
        Answer { truth: self.truth, ..answer }
    }
}
