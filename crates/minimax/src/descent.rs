//! The one search inside all searches but the plain one: alpha-beta in a window, on a stack of its own.
//!
//! Every position comes back with two intervals: where its value *to the depth asked for* lies, and
//! where its *true* value lies. Guesses at the bottom are points of the first and count for the second
//! only as wide as the game's bounds; so a value is known to be proved exactly when it is.

use crate::interval::Interval;
use crate::table::{Known, TO_THE_END, Table};
use crate::visits::Visits;
use crate::{Error, Game, Player};

/// A search with what it needs on its way.
pub(crate) struct Descent<'d, G: Game> {
    game: &'d G,
    table: Option<&'d mut Table<G>>,
    visits: Visits<'d>,
    /// The moves still to be looked at of all positions on the stack, the next one last.
    moves: Vec<G::Move>,
    legal: Vec<G::Move>,
}

/// The values that make a difference: those between, and without, the two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    alpha: i64,
    beta: i64,
}

impl Window {
    /// All values that are within.
    pub(crate) fn around(values: Interval) -> Self {
        Self { alpha: i64::from(values.low) - 1, beta: i64::from(values.high) + 1 }
    }

    /// The null window that asks: is the value at least this?
    pub(crate) fn at_least(value: i32) -> Self {
        Self { alpha: i64::from(value) - 1, beta: i64::from(value) }
    }

    /// Whether the answer is known, as far as it makes a difference.
    fn is_settled_by(self, value: Interval) -> bool {
        value.is_point() || i64::from(value.low) >= self.beta || i64::from(value.high) <= self.alpha
    }
}

/// What came of a position.
pub(crate) struct Answer<M> {
    /// Where its value to the depth asked for lies.
    pub(crate) value: Interval,
    /// Where its true value lies.
    pub(crate) truth: Interval,
    /// Best moves of both sides, the last one first; cut off where the answer was remembered.
    line: Vec<M>,
}

impl<M: Copy> Answer<M> {
    /// The move that is the best, as far as the window asked.
    pub(crate) fn best(&self) -> Option<M> {
        self.line.last().copied()
    }

    fn without_line(value: Interval, truth: Interval) -> Self {
        Self { value, truth, line: Vec::new() }
    }
}

impl<'d, G: Game> Descent<'d, G> {
    pub(crate) fn new(
        game: &'d G,
        table: Option<&'d mut Table<G>>,
        should_stop: &'d mut dyn FnMut(u64) -> bool,
    ) -> Self {
        Self { game, table, visits: Visits::new(should_stop), moves: Vec::new(), legal: Vec::new() }
    }

    /// How many positions were visited.
    pub(crate) fn nodes(&self) -> u64 {
        self.visits.nodes
    }

    /// Whether the game is over.
    pub(crate) fn is_over(&mut self, position: &G::Position) -> bool {
        self.game.moves(position, &mut self.legal);
        self.legal.is_empty()
    }

    /// Searches a position so many moves deep. At least its own moves are looked at, whatever is known
    /// already, so that there is a best one.
    pub(crate) fn search(
        &mut self,
        position: &G::Position,
        depth: u32,
        window: Window,
    ) -> Result<Answer<G::Move>, Error> {
        self.moves.clear();
        let mut stack: Vec<Frame<G>> = Vec::new();
        let mut entering = (position.clone(), depth, window);
        loop {
            let (position, depth, window) = entering;
            if let Some(mut answer) = self.enter(&mut stack, position, depth, window)? {
                // The answer goes to the position before, and on from there when no other move matters.
                loop {
                    let Some(mut frame) = stack.pop() else { return Ok(answer) };
                    frame.take(answer);
                    if self.moves.len() > frame.moves_from && !frame.is_settled() {
                        stack.push(frame);
                        break;
                    }
                    answer = self.leave(frame);
                }
            }
            let (Some(frame), Some(chosen)) = (stack.last_mut(), self.moves.pop()) else {
                // A position on the stack always has a move left here.
                return Ok(Answer::without_line(Interval::EVERYTHING, Interval::EVERYTHING));
            };
            frame.chosen = Some(chosen);
            let deeper = if frame.depth == TO_THE_END { TO_THE_END } else { frame.depth.saturating_sub(1) };
            entering = (self.game.play(&frame.position, chosen), deeper, frame.window_of_next());
        }
    }

    /// The whole principal variation, where that of the answer was cut off.
    pub(crate) fn whole_line(
        &mut self,
        position: &G::Position,
        depth: u32,
        answer: Answer<G::Move>,
    ) -> Result<Vec<G::Move>, Error> {
        let value = answer.value;
        let (mut position, mut left) = (position.clone(), depth);
        let (mut line, mut piece) = (Vec::new(), answer.line);
        loop {
            for &chosen in piece.iter().rev() {
                line.push(chosen);
                position = self.game.play(&position, chosen);
                left = if left == TO_THE_END { left } else { left.saturating_sub(1) };
            }
            if left == 0 || self.is_over(&position) {
                return Ok(line);
            }
            piece = self.search(&position, left, Window::around(value))?.line;
            if piece.is_empty() {
                return Ok(line);
            }
        }
    }

    /// Looks at a position: the answer if there is one at once; otherwise its moves are to be looked at.
    fn enter(
        &mut self,
        stack: &mut Vec<Frame<G>>,
        position: G::Position,
        depth: u32,
        window: Window,
    ) -> Result<Option<Answer<G::Move>>, Error> {
        self.visits.visit()?;
        let game = self.game;
        let bounds = Interval::from(game.bounds(&position));
        let mut known = Known { value: bounds, truth: bounds, best: None };
        if depth > 0 {
            if let Some(table) = &self.table {
                let found = table.look_up(&position, depth);
                let truth = bounds.within(found.truth);
                known = Known { value: truth.within(found.value), truth, best: found.best };
            }
            if !stack.is_empty() && window.is_settled_by(known.value) {
                return Ok(Some(Answer::without_line(known.value, known.truth)));
            }
        }
        game.moves(&position, &mut self.legal);
        if self.legal.is_empty() {
            let result = Interval::point(game.result(&position));
            return Ok(Some(Answer::without_line(result, result)));
        }
        if depth == 0 {
            return Ok(Some(Answer::without_line(Interval::point(game.evaluate(&position)), bounds)));
        }
        let moves_from = self.moves.len();
        self.moves.extend(self.legal.drain(..).rev());
        let own = self.moves.get_mut(moves_from..).unwrap_or_default();
        if let Some(place) = known.best.and_then(|best| own.iter().position(|&chosen| chosen == best))
            && let Some(from_best) = own.get_mut(place..)
        {
            from_best.rotate_left(1);
        }
        stack.push(Frame::new(game.player(&position), position, depth, window, known, moves_from));
        Ok(None)
    }

    /// What a position comes to whose moves were looked at, as far as they matter.
    fn leave(&mut self, frame: Frame<G>) -> Answer<G::Move> {
        let all_seen = self.moves.len() <= frame.moves_from;
        self.moves.truncate(frame.moves_from);
        let value = frame.closed(frame.value, all_seen).within(frame.known.value);
        let truth = frame.closed(frame.truth, all_seen).within(frame.known.truth);
        // A guess at the bottom says nothing of the truth, but not the other way round.
        let value = value.within(truth);
        let Frame { mut best, mut line, surest, .. } = frame;
        if truth.is_point() && surest != best {
            // The best move by a guess may be worse in truth; this one cannot.
            best = surest;
            line.clear();
            line.extend(surest);
        }
        if let Some(table) = &mut self.table {
            table.store(frame.position, frame.depth, Known { value, truth, best });
        }
        Answer { value, truth, line }
    }
}

/// A position whose moves are being looked at.
struct Frame<G: Game> {
    position: G::Position,
    player: Player,
    depth: u32,
    window: Window,
    /// What was known before.
    known: Known<G::Move>,
    /// Where its moves begin in the list of all.
    moves_from: usize,
    chosen: Option<G::Move>,
    /// The best of the moves so far: of their values, and of their true values.
    value: Interval,
    truth: Interval,
    best: Option<G::Move>,
    line: Vec<G::Move>,
    /// The move of which most is proved.
    surest: Option<G::Move>,
}

impl<G: Game> Frame<G> {
    fn new(
        player: Player,
        position: G::Position,
        depth: u32,
        window: Window,
        known: Known<G::Move>,
        moves_from: usize,
    ) -> Self {
        let nothing = Interval::nothing_yet(player);
        Self {
            position,
            player,
            depth,
            window,
            known,
            moves_from,
            chosen: None,
            value: nothing,
            truth: nothing,
            best: None,
            line: Vec::new(),
            surest: None,
        }
    }

    fn take(&mut self, answer: Answer<G::Move>) {
        let player = self.player;
        let is_better = |new: Interval, old: Interval| match player {
            Player::First => new.low > old.low,
            Player::Second => new.high < old.high,
        };
        if is_better(answer.truth, self.truth) || self.surest.is_none() {
            self.surest = self.chosen;
        }
        if is_better(answer.value, self.value) || self.best.is_none() {
            self.best = self.chosen;
            self.line = answer.line;
            self.line.extend(self.chosen);
        }
        self.value = self.value.better(answer.value, self.player);
        self.truth = self.truth.better(answer.truth, self.player);
    }

    /// Whether no further move can matter: one is good enough that the opponent will not let it come
    /// to this, or as good as can be.
    fn is_settled(&self) -> bool {
        match self.player {
            Player::First => i64::from(self.value.low) >= self.window.beta.min(self.known.value.high.into()),
            Player::Second => i64::from(self.value.high) <= self.window.alpha.max(self.known.value.low.into()),
        }
    }

    /// The window of the next move: it has to better the best so far.
    fn window_of_next(&self) -> Window {
        let Window { alpha, beta } = self.window;
        match self.player {
            Player::First => Window { alpha: alpha.max(self.value.low.into()), beta },
            Player::Second => Window { alpha, beta: beta.min(self.value.high.into()) },
        }
    }

    /// Where the best of all moves lies, those included that were not looked at.
    fn closed(&self, best: Interval, all_seen: bool) -> Interval {
        match (self.player, all_seen) {
            (_, true) => best,
            (Player::First, false) => Interval { high: i32::MAX, ..best },
            (Player::Second, false) => Interval { low: i32::MIN, ..best },
        }
    }
}
