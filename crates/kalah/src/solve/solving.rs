//! A position being solved: questions asked one after another, and answered by threads together.

use std::sync::atomic::{AtomicBool, Ordering};

use kiber_minimax::Question;

use super::memory::Memory;
use super::narrowing::{Bounds, Narrowing};
use super::order::Order;
use super::prover::{Open, Prover, Shared};
use super::{Goal, Means, Solution, SolvedMove};
use crate::endgame::EndgameTable;
use crate::error::Error;
use crate::packed::{Lanes, Packed, Ranking, Sowing};
use crate::position::Position;
use crate::rules::Rules;

/// A position being solved.
pub(super) struct Solving<'a, L, F> {
    shared: Shared<'a, L>,
    threads: usize,
    should_stop: F,
    nodes: u64,
    /// What lies in the pits, and what the mover leads by.
    board: Packed<L>,
    lead: i32,
    /// How many positions a thread may look at before it is tried otherwise; and in which order then.
    patience: u64,
    order: usize,
}

/// The caller ended the work.
struct Stopped;

/// What was found so far, as the mover sees it.
struct Found {
    bounds: Bounds,
    moves: Vec<(usize, Bounds)>,
    best: Option<usize>,
    line: Vec<usize>,
    questions: Vec<(i32, bool, u64)>,
}

impl<'a, L: Lanes, F: FnMut(u64) -> bool> Solving<'a, L, F> {
    pub(super) fn new(
        rules: Rules,
        position: &Position,
        board: Packed<L>,
        means: &Means<'a>,
        should_stop: F,
    ) -> Result<Self, Error> {
        let sowing = Sowing::new(rules, position.pits());
        let pits = Packed { own: sowing.in_pits(board.own), other: sowing.in_pits(board.other) };
        let stones = stones_in(pits) as u32;
        let sides = position.pits() as u32;
        let known = means.table.map_or(0, EndgameTable::stones);
        let ranking = Ranking::new(sides, stones.max(known)).ok_or(Error::TooLarge)?;
        let memory = Memory::new(sides, stones, means.most_bytes)?;
        let patience = memory.facts();
        let lead = sowing.kalah(board.own) - sowing.kalah(board.other);
        let shared = Shared { sowing, ranking, table: means.table, memory };
        let threads = means.threads.max(1);
        Ok(Self { shared, threads, should_stop, nodes: 0, board: pits, lead, patience, order: 0 })
    }

    pub(super) fn solve(mut self, position: &Position, means: &Means<'_>) -> Solution {
        let sign = position.to_move().sign();
        let rules = self.shared.sowing.rules();
        if let Some(ending) = position.ending(rules) {
            let margin = position.swept(ending).margin();
            return Solution {
                bounds: margin..=margin,
                moves: Vec::new(),
                best: None,
                line: Vec::new(),
                nodes: 0,
                stopped: false,
                questions: Vec::new(),
            };
        }
        let stones = stones_in(self.board);
        let bounds = Bounds { low: self.lead - stones, high: self.lead + stones };
        let pits = position.moves(rules);
        let mut found = Found {
            bounds,
            moves: pits.iter().map(|&pit| (pit, bounds)).collect(),
            // Any move is sure of what the bounds promise.
            best: pits.first().copied(),
            line: Vec::new(),
            questions: Vec::new(),
        };
        let stopped = self.work(&mut found, means.goal, means.guess.saturating_mul(sign)).is_err();
        let seen = |bounds: Bounds| match sign {
            1 => bounds.low..=bounds.high,
            _ => -bounds.high..=-bounds.low,
        };
        let questions = found.questions.iter().map(|&(at_least, yes, nodes)| match sign {
            1 => Question { at_least, yes, nodes },
            // North's margin is at least so much exactly when South's is not at least one more than minus that.
            _ => Question { at_least: 1 - at_least, yes: !yes, nodes },
        });
        Solution {
            bounds: seen(found.bounds),
            moves: found.moves.iter().map(|&(pit, bounds)| SolvedMove { pit, bounds: seen(bounds) }).collect(),
            best: found.best,
            line: until_over(rules, position, found.line),
            nodes: self.nodes,
            stopped,
            questions: questions.collect(),
        }
    }

    fn work(&mut self, found: &mut Found, goal: Goal, guess: i32) -> Result<(), Stopped> {
        if goal == Goal::Winner {
            for at_least in [0, 1] {
                if found.bounds.low < at_least && at_least <= found.bounds.high {
                    self.ask_all(found, at_least)?;
                }
            }
            let best = self.choose(found, found.bounds.low)?;
            found.best = best.map(|open| pit_of(&open));
            return Ok(());
        }
        let mut narrowing = Narrowing::new(guess);
        while let Some(at_least) = narrowing.next(found.bounds) {
            self.ask_all(found, at_least)?;
        }
        let best = self.choose(found, found.bounds.low)?;
        found.best = best.map(|open| pit_of(&open));
        if goal == Goal::EveryMove {
            for number in 0..found.moves.len() {
                self.narrow_move(found, number)?;
            }
        }
        match best {
            Some(best) => self.follow(found, best),
            None => Ok(()),
        }
    }

    /// Asks whether the mover makes at least this margin, of all moves together.
    fn ask_all(&mut self, found: &mut Found, at_least: i32) -> Result<(), Stopped> {
        let question = self.shared.question(self.board, at_least - self.lead);
        let yes = self.ask(&question)?;
        found.questions.push((at_least, yes, self.nodes));
        if yes {
            found.bounds.low = self.to_margin(at_least, true);
            // For now: whichever move is known to make it.
            let makes = |&&(pit, _): &&(usize, Bounds)| {
                let open = self.move_question(pit, at_least);
                self.shared.known(&open) == Some(open.is_again())
            };
            found.best = found.moves.iter().find(makes).map(|&(pit, _)| pit).or(found.best);
        } else {
            found.bounds.high = self.to_margin(at_least - 1, false);
            for (_, bounds) in &mut found.moves {
                bounds.high = bounds.high.min(found.bounds.high);
            }
        }
        Ok(())
    }

    /// The first move that makes at least this margin, of those that look best by themselves: the same
    /// whatever happens to be remembered, and with any number of threads.
    fn choose(&mut self, found: &mut Found, at_least: i32) -> Result<Option<Open<L>>, Stopped> {
        for open in self.moves_by_promise(at_least) {
            let yes = self.ask(&open)? == open.is_again();
            let Some((_, bounds)) = found.moves.iter_mut().find(|(pit, _)| *pit == pit_of(&open)) else { continue };
            if yes {
                bounds.low = bounds.low.max(at_least);
                return Ok(Some(open));
            }
            // Margins differ by two stones.
            bounds.high = bounds.high.min(at_least - 2);
        }
        Ok(None)
    }

    fn moves_by_promise(&self, at_least: i32) -> Vec<Open<L>> {
        let stones = stones_in(self.board);
        let promise = |open: &Open<L>| {
            let gain = stones - open.stones();
            Order::Gain.promise(&self.shared.sowing, open.pit(), gain, open.pits(), open.stones(), open.is_again())
        };
        let mut moves = Vec::new();
        let mut left = self.board.own;
        while let Some(pit) = left.first() {
            left = left.without(pit);
            moves.push(self.shared.after(self.board, pit, stones, at_least - self.lead));
        }
        moves.sort_by_key(|open| std::cmp::Reverse(promise(open)));
        moves
    }

    /// The margin of the parity that margins have here, at or above, or at or below.
    fn to_margin(&self, margin: i32, up: bool) -> i32 {
        let is_none = (margin - self.lead - stones_in(self.board)) & 1 != 0;
        margin + if is_none { if up { 1 } else { -1 } } else { 0 }
    }

    fn move_question(&self, pit: usize, at_least: i32) -> Open<L> {
        // Pits are numbered from 1 where people see them, and a board that fits has few.
        self.shared.after(self.board, pit as u32 - 1, stones_in(self.board), at_least - self.lead)
    }

    /// Finds the margin of one move; no better than the best one's.
    fn narrow_move(&mut self, found: &mut Found, number: usize) -> Result<(), Stopped> {
        let best = found.bounds.high;
        let (pit, mut bounds) = found.moves[number];
        bounds.high = bounds.high.min(best);
        let mut narrowing = Narrowing::new(best);
        while let Some(at_least) = narrowing.next(bounds) {
            let open = self.move_question(pit, at_least);
            if self.ask(&open)? == open.is_again() {
                bounds.low = bounds.low.max(self.to_margin(at_least, true));
            } else {
                bounds.high = bounds.high.min(self.to_margin(at_least - 1, false));
            }
            found.moves[number].1 = bounds;
        }
        Ok(())
    }

    /// Finds best moves of both sides to the end, where the margin is known, from this first move on.
    fn follow(&mut self, found: &mut Found, first: Open<L>) -> Result<(), Stopped> {
        let mut margin = found.bounds.low;
        let mut next = Some(first);
        while let Some(open) = next {
            found.line.push(pit_of(&open));
            self.lead += stones_in(self.board) - open.stones();
            self.board = open.pits();
            if !open.is_again() {
                self.lead = -self.lead;
                margin = -margin;
            }
            next = None;
            if self.shared.is_over(self.board) {
                break;
            }
            for open in self.moves_by_promise(margin) {
                if self.ask(&open)? == open.is_again() {
                    next = Some(open);
                    break;
                }
            }
        }
        Ok(())
    }

    /// The answer to a question, which is tried again while it takes longer than there is patience for:
    /// with more memory, which begins small, and by one thread in another order of moves. What was proved
    /// by then is not lost.
    fn ask(&mut self, question: &Open<L>) -> Result<bool, Stopped> {
        if let Some(known) = self.shared.known(question) {
            return Ok(known);
        }
        let orders = Order::all(self.shared.sowing.rules()).len();
        loop {
            if let Some(answer) = self.attempt(question)? {
                return Ok(answer);
            }
            let grew = self.shared.memory.grow();
            self.patience = if grew { self.shared.memory.facts() } else { self.patience.saturating_mul(2) };
            if self.threads == 1 {
                self.order = (self.order + 1) % orders;
            } else if !grew {
                // Threads try all orders at once.
                self.patience = u64::MAX;
            }
        }
    }

    /// The answer by all threads: they share what they prove, and end when one of them has it; none when
    /// their patience ends.
    fn attempt(&mut self, question: &Open<L>) -> Result<Option<bool>, Stopped> {
        let (shared, threads, patience) = (&self.shared, self.threads, self.patience);
        let (stop, before, should_stop) = (AtomicBool::new(false), self.nodes, &mut self.should_stop);
        let mut ended = false;
        let (answers, nodes) = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
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
            let mut prover = Prover::new(shared, self.order);
            let answer = prover.answer(question, &stop, &mut |nodes| {
                ended |= should_stop(before + nodes);
                ended || nodes > patience / threads as u64
            });
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
        match answers.into_iter().flatten().next() {
            Some(answer) => Ok(Some(answer)),
            None if ended => Err(Stopped),
            None => Ok(None),
        }
    }
}

fn stones_in<L: Lanes>(pits: Packed<L>) -> i32 {
    i32::from(pits.own.sum()) + i32::from(pits.other.sum())
}

/// A pit as people number it.
fn pit_of<L: Lanes>(open: &Open<L>) -> usize {
    open.pit() as usize + 1
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
