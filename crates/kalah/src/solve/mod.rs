//! Exact solving: the value of a game when both play as well as they can, proved.

mod memory;
mod order;
mod prover;

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

use kiber_minimax::Question;

use crate::endgame::EndgameTable;
use crate::error::Error;
use crate::packed::{Lanes, Large, MOST_STONES, Packed, Ranking, Small, Sowing};
use crate::position::{Position, Side};
use crate::rules::Rules;
use memory::Memory;
use order::Order;
use prover::{Open, Prover, Shared};

/// What is to be proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Who wins, or that nobody does.
    Winner,
    /// The margin of the game.
    #[default]
    Value,
    /// The margin after every move.
    EveryMove,
}

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// What is to be proved.
    pub goal: Goal,
    /// A table of the endgames; it has to serve the game.
    pub table: Option<&'a EndgameTable>,
    /// How many threads, 1 at least. What is proved does not depend on them, but how many positions are
    /// looked at does.
    pub threads: usize,
    /// How many bytes to remember proved positions in, the table not counted.
    pub most_bytes: u64,
    /// Where to begin: a guess at the margin, South's stones less North's. A good one saves work.
    pub guess: i32,
}

/// What exact solving came to. Margins are South's stones less North's at the end of the game, when it
/// goes on to the end; by Wetherell's rules, too, where a majority stops it: that never changes who wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Between which margins the true one lies, both included: proved, whether or not it was stopped.
    pub bounds: RangeInclusive<i32>,
    /// The same for each move, by pit; none when the game is over.
    pub moves: Vec<SolvedMove>,
    /// A pit by which the player to move is sure of his side of the bounds; none when the game is over.
    pub best: Option<usize>,
    /// Best moves of both sides to the end of the game, as far as there was time to find them; empty
    /// where only the winner is known.
    pub line: Vec<usize>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// Whether the caller ended it.
    pub stopped: bool,
    /// The questions that were answered about the position as a whole, in order.
    pub questions: Vec<Question>,
}

/// A move with what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedMove {
    /// The pit.
    pub pit: usize,
    /// Between which margins the game then ends.
    pub bounds: RangeInclusive<i32>,
}

impl Solution {
    /// The margin, when it is proved.
    pub fn value(&self) -> Option<i32> {
        exact(&self.bounds)
    }

    /// Who wins, when that is proved: 1 for South, −1 for North, 0 for nobody.
    pub fn winner(&self) -> Option<i32> {
        let (least, most) = (self.bounds.start().signum(), self.bounds.end().signum());
        (least == most).then_some(least)
    }
}

impl SolvedMove {
    /// The margin, when it is proved.
    pub fn value(&self) -> Option<i32> {
        exact(&self.bounds)
    }
}

fn exact(bounds: &RangeInclusive<i32>) -> Option<i32> {
    (bounds.start() == bounds.end()).then(|| *bounds.start())
}

/// Whether [`solve`] can tell all positions apart that a game from here may come to.
pub fn is_solvable(position: &Position) -> bool {
    let in_pits = position.total() - position.kalah(Side::South) - position.kalah(Side::North);
    position.total() <= MOST_STONES
        && position.pits() <= Sowing::<Large>::MOST_PITS
        && Ranking::new(position.pits() as u32, in_pits).is_some()
}

/// Solves a position exactly, to the end of the game.
///
/// One question after another is asked, whether the margin is at least so much, beginning with the
/// guess; each is answered by depth-first search with a memory of proved positions, which are told
/// apart exactly, so that nothing rests on a hash. `should_stop` is told how many positions this thread
/// has looked at, every few thousand of them; when it ends the work, what was proved by then stands.
///
/// # Errors
/// [`Error::TooLarge`] for a board with too many positions ([`is_solvable`]), [`Error::NoMemory`] where the
/// machine has not got the memory asked for, and [`Error::OtherTable`] for a table of another game.
pub fn solve(
    rules: Rules,
    position: &Position,
    means: &Means<'_>,
    should_stop: impl FnMut(u64) -> bool,
) -> Result<Solution, Error> {
    if means.table.is_some_and(|table| table.rules() != rules || table.pits() != position.pits()) {
        return Err(Error::OtherTable);
    }
    if let Some(board) = Packed::<Small>::new(position) {
        Solving::new(rules, position, board, means, should_stop)?.solve(position, means)
    } else if let Some(board) = Packed::<Large>::new(position) {
        Solving::new(rules, position, board, means, should_stop)?.solve(position, means)
    } else {
        Err(Error::TooLarge)
    }
}

struct Solving<'a, L, F> {
    shared: Shared<'a, L>,
    threads: usize,
    should_stop: F,
    nodes: u64,
    board: Packed<L>,
    /// What the mover leads by.
    lead: i32,
}

/// Bounds of a margin as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    low: i32,
    high: i32,
}

/// The caller ended the work.
struct Stopped;

impl<'a, L: Lanes, F: FnMut(u64) -> bool> Solving<'a, L, F> {
    fn new(
        rules: Rules,
        position: &Position,
        board: Packed<L>,
        means: &Means<'a>,
        should_stop: F,
    ) -> Result<Self, Error> {
        let sowing = Sowing::new(rules, position.pits());
        let pits = Packed { own: sowing.in_pits(board.own), other: sowing.in_pits(board.other) };
        let stones = u32::from(pits.own.sum()) + u32::from(pits.other.sum());
        let sides = position.pits() as u32;
        let known = means.table.map_or(0, EndgameTable::stones);
        let ranking = Ranking::new(sides, stones.max(known)).ok_or(Error::TooLarge)?;
        let memory = Memory::new(sides, stones, means.most_bytes)?;
        let lead = sowing.kalah(board.own) - sowing.kalah(board.other);
        let shared = Shared { sowing, ranking, table: means.table, memory };
        Ok(Self { shared, threads: means.threads.max(1), should_stop, nodes: 0, board: pits, lead })
    }

    fn solve(mut self, position: &Position, means: &Means<'_>) -> Result<Solution, Error> {
        let sign = position.to_move().sign();
        let rules = self.shared.sowing.rules();
        if let Some(ending) = position.ending(rules) {
            let margin = position.swept(ending).margin();
            return Ok(Solution {
                bounds: margin..=margin,
                moves: Vec::new(),
                best: None,
                line: Vec::new(),
                nodes: 0,
                stopped: false,
                questions: Vec::new(),
            });
        }
        let mut found = Found::new(&self, position.moves(rules));
        let stopped = self.work(&mut found, means, means.guess.saturating_mul(sign)).is_err();
        let line = until_over(rules, position, found.line.take().unwrap_or_default());
        let seen = |bounds: Bounds| match sign {
            1 => bounds.low..=bounds.high,
            _ => -bounds.high..=-bounds.low,
        };
        let questions = found.questions.iter().map(|&(at_least, yes, nodes)| match sign {
            1 => Question { at_least, yes, nodes },
            // North's margin is at least so much exactly when South's is not at least one more than minus that.
            _ => Question { at_least: 1 - at_least, yes: !yes, nodes },
        });
        Ok(Solution {
            bounds: seen(found.bounds),
            moves: found.moves.iter().map(|&(pit, bounds)| SolvedMove { pit, bounds: seen(bounds) }).collect(),
            best: found.best,
            line,
            nodes: self.nodes,
            stopped,
            questions: questions.collect(),
        })
    }

    fn work(&mut self, found: &mut Found, means: &Means<'_>, guess: i32) -> Result<(), Stopped> {
        match means.goal {
            Goal::Winner => {
                for at_least in [0, 1] {
                    if found.bounds.low < at_least && at_least <= found.bounds.high {
                        self.ask_all(found, at_least)?;
                    }
                }
                return Ok(());
            }
            Goal::Value | Goal::EveryMove => {
                let mut narrowing = Narrowing::new(guess);
                while let Some(at_least) = narrowing.next(found.bounds) {
                    self.ask_all(found, at_least)?;
                }
            }
        }
        if means.goal == Goal::EveryMove {
            for number in 0..found.moves.len() {
                self.narrow_move(found, number)?;
            }
        }
        found.line = Some(Vec::new());
        self.follow(found)
    }

    /// Asks whether the mover makes at least this margin, of all moves together.
    fn ask_all(&mut self, found: &mut Found, at_least: i32) -> Result<(), Stopped> {
        let question = self.shared.question(self.board, at_least - self.lead);
        let yes = self.ask(&question)?;
        found.questions.push((at_least, yes, self.nodes));
        if !yes {
            let high = self.to_margin(at_least - 1, false);
            for (_, bounds) in &mut found.moves {
                bounds.high = bounds.high.min(high);
            }
            found.bounds.high = high;
            return Ok(());
        }
        found.bounds.low = self.to_margin(at_least, true);
        // One of the moves makes it, and that is known by now.
        for number in 0..found.moves.len() {
            let (pit, _) = found.moves[number];
            let open = self.move_question(pit, at_least);
            if self.shared.known(&open) == Some(open.is_again()) {
                let (_, bounds) = &mut found.moves[number];
                bounds.low = bounds.low.max(found.bounds.low);
                found.best = Some(pit);
                return Ok(());
            }
        }
        for number in 0..found.moves.len() {
            if self.ask_move(found, number, at_least)? {
                found.best = Some(found.moves[number].0);
                return Ok(());
            }
        }
        Ok(())
    }

    /// The margin of the parity that margins have here, at or above, or at or below.
    fn to_margin(&self, margin: i32, up: bool) -> i32 {
        let stones = i32::from(self.board.own.sum()) + i32::from(self.board.other.sum());
        let is_none = (margin - self.lead - stones) & 1 != 0;
        margin + if is_none { if up { 1 } else { -1 } } else { 0 }
    }

    fn move_question(&self, pit: usize, at_least: i32) -> Open<L> {
        let stones = i32::from(self.board.own.sum()) + i32::from(self.board.other.sum());
        // Pits are numbered from 1 where people see them, and a board that fits has few.
        self.shared.after(self.board, pit as u32 - 1, stones, at_least - self.lead)
    }

    /// Asks the same of one move.
    fn ask_move(&mut self, found: &mut Found, number: usize, at_least: i32) -> Result<bool, Stopped> {
        let (pit, mut bounds) = found.moves[number];
        let open = self.move_question(pit, at_least);
        let yes = self.ask(&open)? == open.is_again();
        if yes {
            bounds.low = bounds.low.max(self.to_margin(at_least, true));
        } else {
            bounds.high = bounds.high.min(self.to_margin(at_least - 1, false));
        }
        found.moves[number].1 = bounds;
        Ok(yes)
    }

    /// Finds the margin of one move; no better than the best one's.
    fn narrow_move(&mut self, found: &mut Found, number: usize) -> Result<(), Stopped> {
        let best = found.bounds.high;
        let (_, bounds) = &mut found.moves[number];
        bounds.high = bounds.high.min(best);
        let mut narrowing = Narrowing::new(best);
        while let Some(at_least) = narrowing.next(found.moves[number].1) {
            self.ask_move(found, number, at_least)?;
        }
        Ok(())
    }

    /// Finds best moves of both sides to the end, where the margin is known.
    fn follow(&mut self, found: &mut Found) -> Result<(), Stopped> {
        let (board, lead) = (self.board, self.lead);
        let mut margin = found.bounds.low;
        let mut first = found.best;
        let followed = loop {
            let stones = i32::from(self.board.own.sum()) + i32::from(self.board.other.sum());
            let mut chosen = None;
            let mut left = self.board.own;
            let mut unknown = Vec::new();
            while let Some(pit) = left.first() {
                left = left.without(pit);
                let pit = pit as usize + 1;
                let open = self.move_question(pit, margin);
                match self.shared.known(&open) {
                    Some(answer) if answer == open.is_again() => {
                        if chosen.is_none() || first == Some(pit) {
                            chosen = Some((pit, open));
                        }
                    }
                    Some(_) => {}
                    None => unknown.push((pit, open)),
                }
            }
            first = None;
            for (pit, open) in unknown {
                if chosen.is_some() {
                    break;
                }
                match self.ask(&open) {
                    Ok(answer) if answer == open.is_again() => chosen = Some((pit, open)),
                    Ok(_) => {}
                    Err(stopped) => {
                        (self.board, self.lead) = (board, lead);
                        return Err(stopped);
                    }
                }
            }
            let Some((pit, open)) = chosen else { break Ok(()) };
            found.line.get_or_insert_default().push(pit);
            let gain = stones - open.stones();
            self.lead += gain;
            self.board = open.pits();
            if !open.is_again() {
                self.lead = -self.lead;
                margin = -margin;
            }
            if self.shared.is_over(self.board) {
                break Ok(());
            }
        };
        (self.board, self.lead) = (board, lead);
        followed
    }

    /// The answer to a question.
    fn ask(&mut self, question: &Open<L>) -> Result<bool, Stopped> {
        if let Some(known) = self.shared.known(question) {
            return Ok(known);
        }
        if self.threads == 1 { self.ask_alone(question) } else { self.ask_together(question) }
    }

    /// The answer by one thread: it tries moves in one order, and if that takes long in another, for as
    /// long, and then longer.
    fn ask_alone(&mut self, question: &Open<L>) -> Result<bool, Stopped> {
        const FIRST_TRY: u64 = 1 << 22;
        let orders = Order::all(self.shared.sowing.rules()).len();
        let mut tries = FIRST_TRY;
        loop {
            for number in 0..orders {
                let (stop, mut ended) = (AtomicBool::new(false), false);
                let (before, should_stop) = (self.nodes, &mut self.should_stop);
                let mut prover = Prover::new(&self.shared, number);
                let answer = prover.answer(question, &stop, &mut |nodes| {
                    ended |= should_stop(before + nodes);
                    ended || (orders > 1 && nodes > tries)
                });
                self.nodes += prover.nodes;
                match answer {
                    Some(answer) => return Ok(answer),
                    None if ended => return Err(Stopped),
                    None => {}
                }
            }
            tries *= 2;
        }
    }

    /// The answer by all threads: they share what they prove, and end when one of them has it.
    fn ask_together(&mut self, question: &Open<L>) -> Result<bool, Stopped> {
        let (shared, stop) = (&self.shared, AtomicBool::new(false));
        let (before, should_stop) = (self.nodes, &mut self.should_stop);
        let (answers, nodes) = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads)
                .map(|number| {
                    let stop = &stop;
                    scope.spawn(move || {
                        let mut prover = Prover::new(shared, number);
                        let answer = prover.answer(question, stop, &mut |_| false);
                        if answer.is_some() {
                            stop.store(true, Ordering::Relaxed);
                        }
                        (answer, prover.nodes)
                    })
                })
                .collect();
            let mut prover = Prover::new(shared, 0);
            let answer = prover.answer(question, &stop, &mut |nodes| should_stop(before + nodes));
            stop.store(true, Ordering::Relaxed);
            let (mut answers, mut nodes) = (vec![answer], prover.nodes);
            for other in others {
                // A thread that broke off has no answer.
                let (answer, its_nodes) = other.join().unwrap_or((None, 0));
                answers.push(answer);
                nodes += its_nodes;
            }
            (answers, nodes)
        });
        self.nodes += nodes;
        answers.into_iter().flatten().next().ok_or(Stopped)
    }
}

/// The moves up to the end of the game, which a majority may bring before all is played.
fn until_over(rules: Rules, position: &Position, mut line: Vec<usize>) -> Vec<usize> {
    let mut position = position.clone();
    for (played, &pit) in line.iter().enumerate() {
        match position.after(rules, pit) {
            Ok(after) if position.ending(rules).is_none() => position = after,
            _ => {
                line.truncate(played);
                break;
            }
        }
    }
    line
}

/// What was found so far, as the mover sees it.
struct Found {
    bounds: Bounds,
    moves: Vec<(usize, Bounds)>,
    best: Option<usize>,
    line: Option<Vec<usize>>,
    questions: Vec<(i32, bool, u64)>,
}

impl Found {
    fn new<L: Lanes, F: FnMut(u64) -> bool>(solving: &Solving<'_, L, F>, pits: Vec<usize>) -> Self {
        let stones = i32::from(solving.board.own.sum()) + i32::from(solving.board.other.sum());
        let bounds = Bounds { low: solving.lead - stones, high: solving.lead + stones };
        let moves = pits.iter().map(|&pit| (pit, bounds)).collect();
        // Any move is sure of what the bounds promise.
        Self { bounds, moves, best: pits.first().copied(), line: None, questions: Vec::new() }
    }
}

/// Which question to ask next: from the guess on in steps that grow, then halves of what is left.
struct Narrowing {
    at_least: i32,
    step: i32,
    begun: bool,
}

impl Narrowing {
    fn new(guess: i32) -> Self {
        Self { at_least: guess, step: 2, begun: false }
    }

    /// The next question within these bounds; none when they are one number.
    fn next(&mut self, bounds: Bounds) -> Option<i32> {
        if bounds.low >= bounds.high {
            return None;
        }
        if !self.begun {
            self.begun = true;
            self.at_least = self.at_least.clamp(bounds.low + 1, bounds.high);
            return Some(self.at_least);
        }
        let middle = bounds.low + (bounds.high - bounds.low + 1) / 2;
        self.at_least = if bounds.low >= self.at_least {
            // It was at least that much.
            (bounds.low + self.step).min(middle.max(bounds.low + 2))
        } else {
            (bounds.high + 1 - self.step).max(middle.min(bounds.high))
        };
        self.at_least = self.at_least.clamp(bounds.low + 1, bounds.high);
        self.step *= 2;
        Some(self.at_least)
    }
}

#[cfg(test)]
mod tests;
