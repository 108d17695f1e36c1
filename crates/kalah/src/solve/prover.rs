//! One question answered: does the mover gain at least so much?

use std::sync::atomic::{AtomicBool, Ordering};

use super::memory::Memory;
use super::order::Order;
use crate::endgame::EndgameTable;
use crate::packed::{Lanes, Packed, Ranking, Sowing, is_bare};

/// How often it is looked whether to stop, in positions that were looked at.
const OFTEN: u64 = 4096;

/// What all threads that prove share.
pub(super) struct Shared<'a, L> {
    pub(super) sowing: Sowing<L>,
    pub(super) ranking: Ranking,
    pub(super) table: Option<&'a EndgameTable>,
    pub(super) memory: Memory,
}

/// A position of pits with its number, and the question asked of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open<L> {
    pits: Packed<L>,
    rank: u64,
    /// The stones in the pits.
    stones: i32,
    /// The question: does the mover still gain at least this? Of the same parity as the stones.
    at_least: i32,
    /// The pit by whose move it comes about.
    pit: u32,
    /// Whether the same player moves again in it, and so wants the answer to be yes.
    again: bool,
    /// How good the move looks.
    promise: i32,
}

impl<L: Lanes> Open<L> {
    /// What lies in the pits.
    pub(super) fn pits(&self) -> Packed<L> {
        self.pits
    }

    /// The pit by whose move it comes about, from 0.
    pub(super) fn pit(&self) -> u32 {
        self.pit
    }

    /// The stones in them.
    pub(super) fn stones(&self) -> i32 {
        self.stones
    }

    /// Whether whoever asks is on move himself, and so wants the answer to be yes.
    pub(super) fn is_again(&self) -> bool {
        self.again
    }
}

/// A position whose moves are being tried.
#[derive(Clone, Copy, Debug)]
struct Frame {
    rank: u64,
    stones: i32,
    at_least: i32,
    /// Its open moves, in the list of all; the next one to try.
    first: usize,
    next: usize,
    /// How many positions had been looked at when it was begun.
    begun: u64,
    /// Whether the answer is expected to be yes.
    hopes: bool,
}

/// What a look at a position's moves came to.
enum Look {
    Known(bool),
    Open(Frame),
}

/// One thread that proves.
pub(super) struct Prover<'a, L> {
    shared: &'a Shared<'a, L>,
    /// In which order it tries moves.
    order: Order,
    /// By how many moves it begins later where all have to be tried.
    shift: usize,
    frames: Vec<Frame>,
    moves: Vec<Open<L>>,
    /// How many positions were looked at.
    pub(super) nodes: u64,
}

impl<L: Lanes> Shared<'_, L> {
    /// The question whether the mover gains at least so much where this lies in the pits.
    pub(super) fn question(&self, pits: Packed<L>, at_least: i32) -> Open<L> {
        let stones = i32::from(pits.own.sum()) + i32::from(pits.other.sum());
        let rank = self.ranking.rank(pits);
        Open { pits, rank, stones, at_least: to_parity(at_least, stones), pit: 0, again: true, promise: 0 }
    }

    /// The answer, where it needs no search.
    #[inline(always)]
    pub(super) fn known(&self, open: &Open<L>) -> Option<bool> {
        let &Open { pits, rank, stones, at_least, .. } = open;
        if at_least <= -stones {
            return Some(true);
        }
        if at_least > stones {
            return Some(false);
        }
        if let Some(table) = self.table
            && stones <= table.stones() as i32
        {
            return Some(table.future(rank) >= at_least);
        }
        if is_bare(self.sowing.rules(), pits) {
            return Some(2 * i32::from(pits.own.sum()) - stones >= at_least);
        }
        let fact = self.memory.get(rank, stones)?;
        if fact.at_least >= at_least {
            return Some(true);
        }
        (fact.at_most < at_least).then_some(false)
    }

    /// Reads what an answer will need, and makes nothing of it.
    #[inline(always)]
    fn touch(&self, open: &Open<L>) -> u64 {
        match self.table {
            Some(table) if open.stones <= table.stones() as i32 => table.future(open.rank) as u64,
            _ => self.memory.touch(open.rank),
        }
    }

    /// Whether the game is over where this lies in the pits, and it is played to the end.
    pub(super) fn is_over(&self, pits: Packed<L>) -> bool {
        is_bare(self.sowing.rules(), pits)
    }

    /// The question that a move leaves of the question of its position, whose mover asks for so much.
    #[inline(always)]
    pub(super) fn after(&self, pits: Packed<L>, pit: u32, stones: i32, at_least: i32) -> Open<L> {
        let sown = self.sowing.sow(pits, pit);
        let gain = self.sowing.kalah(sown.board.own);
        let left = Packed { own: self.sowing.in_pits(sown.board.own), other: sown.board.other };
        let stones = stones - gain;
        // The other player gains at most what leaves enough to the mover: less than the next margin.
        let (pits, at_least) = if sown.again { (left, at_least - gain) } else { (left.turned(), 1 + gain - at_least) };
        Open {
            pits,
            rank: self.ranking.rank(pits),
            stones,
            at_least: to_parity(at_least, stones),
            pit,
            again: sown.again,
            promise: 0,
        }
    }
}

impl<'a, L: Lanes> Prover<'a, L> {
    /// The thread of that number: threads differ in the order in which they try moves, and where they
    /// begin.
    pub(super) fn new(shared: &'a Shared<'a, L>, number: usize) -> Self {
        let orders = Order::all(shared.sowing.rules());
        let order = orders.get(number % orders.len()).copied().unwrap_or(Order::Gain);
        Self { shared, order, shift: number / orders.len(), frames: Vec::new(), moves: Vec::new(), nodes: 0 }
    }

    /// The answer to a question; none when `stop` was set, by `should_stop` or by whoever else.
    ///
    /// `should_stop` is told how many positions this prover has looked at.
    pub(super) fn answer(
        &mut self,
        question: &Open<L>,
        stop: &AtomicBool,
        should_stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<bool> {
        if let Some(known) = self.shared.known(question) {
            return Some(known);
        }
        self.frames.clear();
        self.moves.clear();
        let mut asked_at = self.nodes;
        let mut answer = match self.look(question, false) {
            Look::Known(answer) => return Some(answer),
            Look::Open(frame) => {
                self.frames.push(frame);
                None
            }
        };
        while let Some(&frame) = self.frames.last() {
            if self.nodes - asked_at >= OFTEN {
                asked_at = self.nodes;
                if should_stop(self.nodes) {
                    stop.store(true, Ordering::Relaxed);
                }
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
            }
            if let Some(yes) = answer.take() {
                let tried = self.moves[frame.next - 1];
                if yes == tried.again {
                    answer = Some(self.close(&frame, Some(tried.pit)));
                    continue;
                }
            }
            answer = self.try_moves(frame);
        }
        answer
    }

    /// Goes on with the moves of the last frame: to an answer, or to a further frame.
    fn try_moves(&mut self, mut frame: Frame) -> Option<bool> {
        let at = self.frames.len() - 1;
        while let Some(&open) = self.moves.get(frame.next) {
            frame.next += 1;
            // Another branch, or another thread, may have answered it by now.
            let known = self.shared.known(&open);
            let hopes = frame.hopes == open.again;
            let look = known.map_or_else(|| self.look(&open, hopes), Look::Known);
            match look {
                Look::Known(yes) if yes == open.again => return Some(self.close(&frame, Some(open.pit))),
                Look::Known(_) => {}
                Look::Open(deeper) => {
                    self.frames[at] = frame;
                    self.frames.push(deeper);
                    return None;
                }
            }
        }
        Some(self.close(&frame, None))
    }

    /// Takes the last frame off, with the move that answers it with yes, if there is one.
    fn close(&mut self, frame: &Frame, by: Option<u32>) -> bool {
        let work = self.nodes - frame.begun + 1;
        self.shared.memory.add(frame.rank, frame.stones, frame.at_least, by.is_some(), by.unwrap_or(0), work);
        self.moves.truncate(frame.first);
        self.frames.pop();
        by.is_some()
    }

    /// Looks at all moves of a position that needs a search: one of them may answer it at once.
    fn look(&mut self, open: &Open<L>, hopes: bool) -> Look {
        let &Open { pits, rank, stones, at_least, .. } = open;
        let begun = self.nodes;
        let first = self.moves.len();
        let best = self.shared.memory.get(rank, stones).map(|fact| fact.best);
        let mut left = pits.own;
        while let Some(pit) = left.first() {
            left = left.without(pit);
            self.nodes += 1;
            let open = self.shared.after(pits, pit, stones, at_least);
            self.moves.push(open);
        }
        // Most of the time goes into waiting for memory: all that will be read is asked for at once.
        let touched = self.moves[first..].iter().fold(0, |all, open| all ^ self.shared.touch(open));
        std::hint::black_box(touched);
        let mut kept = first;
        for at in first..self.moves.len() {
            let mut open = self.moves[at];
            match self.shared.known(&open) {
                Some(yes) if yes == open.again => {
                    self.moves.truncate(first);
                    self.shared.memory.add(rank, stones, at_least, true, open.pit, 1);
                    return Look::Known(true);
                }
                Some(_) => {}
                None => {
                    let Open { pits: after, stones: left, pit, again, .. } = open;
                    open.promise = if best == Some(pit) {
                        i32::MAX
                    } else {
                        self.order.promise(&self.shared.sowing, pit, stones - left, after, left, again)
                    };
                    self.moves[kept] = open;
                    kept += 1;
                }
            }
        }
        self.moves.truncate(kept);
        let moves = &mut self.moves[first..];
        if moves.is_empty() {
            self.shared.memory.add(rank, stones, at_least, false, 0, 1);
            return Look::Known(false);
        }
        moves.sort_by_key(|open| std::cmp::Reverse(open.promise));
        if self.shift > 0 && !hopes {
            // All have to be tried before the answer is no: threads share them out.
            let shift = self.shift % moves.len();
            moves.rotate_left(shift);
        }
        Look::Open(Frame { rank, stones, at_least, first, next: first, begun, hopes })
    }
}

/// The least number that is not below, of the parity of the stones: margins are of that parity.
#[inline(always)]
fn to_parity(at_least: i32, stones: i32) -> i32 {
    at_least + ((at_least ^ stones) & 1)
}
