//! Principal variation search on packed boards, on a stack of its own.

use super::boards::Worth;
use super::memory::{Kind, Memory};
use crate::game::Kalah;
use crate::packed::{Lanes, Packed};
use crate::position::Position;

/// How often `should_stop` is asked, in positions.
const OFTEN: u64 = 4096;

/// Boards are remembered from this depth on: below it, looking again is quicker than remembering.
const REMEMBERED_FROM: u32 = 5;

/// Beyond every value.
const BEYOND: i32 = i32::MAX / 2;

/// No move.
const NONE: u32 = 255;

/// Searches of one game, and what they remember.
#[derive(Debug)]
pub(super) struct Descent<L> {
    worth: Worth<L>,
    memory: Memory<L>,
    moves: Vec<Next<L>>,
    frames: Vec<Frame<L>>,
    /// The best line of each frame whose value is wanted, and of the last board that was left.
    lines: Vec<Vec<usize>>,
    line: Vec<usize>,
}

/// A board after a move.
#[derive(Clone, Copy, Debug)]
struct Next<L> {
    /// As whoever is then to move sees it.
    board: Packed<L>,
    pit: u32,
    again: bool,
    promise: i32,
}

/// A board whose moves are being tried.
#[derive(Clone, Copy, Debug)]
struct Frame<L> {
    board: Packed<L>,
    depth: u32,
    /// The window as it was, and as it has become.
    from: i32,
    alpha: i32,
    beta: i32,
    /// What is so good that no further move matters. The window reaches beyond it where that is the
    /// most there is to win, so that the line of such a move is followed, too.
    enough: i32,
    best: i32,
    best_pit: u32,
    first: usize,
    next: usize,
    /// Whether the last move was only asked whether it is better.
    scouted: bool,
    complete: bool,
}

impl<L> Frame<L> {
    /// Whether the value is wanted, and not only whether it is better than another one.
    fn is_open(&self) -> bool {
        self.beta - self.from > 1
    }
}

/// What a board came to, as whoever is to move sees it, and whether that is true (or a true bound)
/// whatever lies beyond the depth.
type Seen = (i32, bool);

/// What a search came to.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// As whoever is to move sees it.
    pub(super) value: i32,
    /// Whether it is the true value (or bound) whatever lies beyond the depth.
    pub(super) complete: bool,
    /// Best moves of both sides.
    pub(super) line: Vec<usize>,
}

/// A search under way.
pub(super) struct Running<'a, L> {
    descent: &'a mut Descent<L>,
    should_stop: &'a mut dyn FnMut(u64) -> bool,
    nodes: u64,
    asked_at: u64,
}

impl<L: Lanes> Descent<L> {
    pub(super) fn new(game: Kalah, position: &Position, most_bytes: u64) -> Self {
        let worth = Worth::new(game, position.pits(), position.total());
        Self {
            worth,
            memory: Memory::new(most_bytes),
            moves: Vec::new(),
            frames: Vec::new(),
            lines: Vec::new(),
            line: Vec::new(),
        }
    }

    /// Begins a search of this position; what is remembered stays if it is of the same board.
    pub(super) fn begin<'a>(
        &'a mut self,
        game: Kalah,
        position: &Position,
        should_stop: &'a mut dyn FnMut(u64) -> bool,
    ) -> Running<'a, L> {
        let same = self.worth.sowing.pits() as usize == position.pits() && self.worth.total == position.total() as i32;
        if !same {
            self.worth = Worth::new(game, position.pits(), position.total());
            self.memory.clear();
        }
        self.frames.clear();
        self.moves.clear();
        Running { descent: self, should_stop, nodes: 0, asked_at: 0 }
    }
}

impl<L: Lanes> Running<'_, L> {
    /// The value of a board to a depth, and how many positions were looked at; none when stopped.
    pub(super) fn run(mut self, board: Packed<L>, depth: u32) -> Option<(Value, u64)> {
        let mut answer = self.enter(board, depth, -BEYOND, BEYOND);
        while let Some(top) = self.descent.frames.len().checked_sub(1) {
            if self.nodes - self.asked_at >= OFTEN {
                self.asked_at = self.nodes;
                if (self.should_stop)(self.nodes) {
                    return None;
                }
            }
            let Descent { frames, moves, lines, line, .. } = &mut *self.descent;
            let frame = &mut frames[top];
            if let Some((seen, complete)) = answer {
                let tried = moves[frame.next - 1];
                let worth = if tried.again { seen } else { -seen };
                if frame.scouted && worth > frame.alpha && worth < frame.beta {
                    // It is better, and it has to be seen how much.
                    frame.scouted = false;
                    let (depth, alpha, beta) = (frame.depth - 1, frame.alpha, frame.beta);
                    answer = self.enter_next(tried, depth, alpha, beta);
                    continue;
                }
                // One move that is too good decides, whatever the others are.
                frame.complete = complete && (frame.complete || worth >= frame.enough);
                if worth > frame.best {
                    frame.best = worth;
                    frame.best_pit = tried.pit;
                    if frame.is_open() {
                        let best = &mut lines[top];
                        best.clear();
                        best.push(tried.pit as usize + 1);
                        best.extend_from_slice(line);
                    }
                }
                frame.alpha = frame.alpha.max(worth);
            }
            if frame.alpha < frame.enough && frame.next < moves.len() {
                let next = moves[frame.next];
                frame.scouted = frame.next > frame.first && frame.beta - frame.alpha > 1;
                frame.next += 1;
                let beta = if frame.scouted { frame.alpha + 1 } else { frame.beta };
                let (depth, alpha) = (frame.depth - 1, frame.alpha);
                answer = self.enter_next(next, depth, alpha, beta);
            } else {
                answer = Some(self.close(top));
            }
        }
        let line = std::mem::take(&mut self.descent.line);
        answer.map(|(value, complete)| (Value { value, complete, line }, self.nodes))
    }

    fn enter_next(&mut self, next: Next<L>, depth: u32, alpha: i32, beta: i32) -> Option<Seen> {
        if next.again {
            self.enter(next.board, depth, alpha, beta)
        } else {
            self.enter(next.board, depth, -beta, -alpha)
        }
    }

    /// Looks at a board: its value, or none when its moves have to be tried.
    fn enter(&mut self, board: Packed<L>, depth: u32, mut alpha: i32, beta: i32) -> Option<Seen> {
        self.nodes += 1;
        self.descent.line.clear();
        let worth = &self.descent.worth;
        if let Some(result) = worth.result(board) {
            return Some((result, true));
        }
        if depth == 0 {
            return Some((worth.guess(board), false));
        }
        let (least, most) = worth.bounds(board);
        if most <= alpha {
            return Some((most, true));
        }
        if least >= beta {
            return Some((least, true));
        }
        if depth == 1 {
            return Some(self.frontier(board, beta.min(most)));
        }
        let mut best_pit = NONE;
        let is_remembered = depth >= REMEMBERED_FROM;
        if let Some(entry) = is_remembered.then(|| self.descent.memory.get(board)).flatten() {
            best_pit = u32::from(entry.best);
            let reaches = u32::from(entry.depth) == depth || (entry.complete && u32::from(entry.depth) < depth);
            // Where the window is open the line is wanted, not only the value.
            if reaches && beta - alpha == 1 {
                match entry.kind {
                    Kind::Exact => return Some((entry.value, entry.complete)),
                    Kind::AtLeast if entry.value >= beta => return Some((entry.value, entry.complete)),
                    Kind::AtMost if entry.value <= alpha => return Some((entry.value, entry.complete)),
                    _ => {}
                }
            }
        }
        let from = alpha;
        alpha = alpha.max(least - 1);
        let first = self.lay_out(board, best_pit);
        self.descent.frames.push(Frame {
            board,
            depth,
            from,
            alpha,
            beta,
            enough: beta.min(most),
            best: -BEYOND,
            best_pit: NONE,
            first,
            next: first,
            scouted: false,
            complete: true,
        });
        if self.descent.lines.len() < self.descent.frames.len() {
            self.descent.lines.push(Vec::new());
        }
        None
    }

    /// Puts the moves of a board on the list, the best looking first.
    fn lay_out(&mut self, board: Packed<L>, best_pit: u32) -> usize {
        let Descent { worth, moves, .. } = &mut *self.descent;
        let first = moves.len();
        let before = worth.sowing.kalah(board.own);
        let mut left = worth.sowing.in_pits(board.own);
        while let Some(pit) = left.first() {
            left = left.without(pit);
            let sown = worth.sowing.sow(board, pit);
            let gain = worth.sowing.kalah(sown.board.own) - before;
            let promise = if pit == best_pit { BEYOND } else { 4 * gain + pit as i32 + if sown.again { 6 } else { 0 } };
            let board = if sown.again { sown.board } else { sown.board.turned() };
            moves.push(Next { board, pit, again: sown.again, promise });
            // There are few of them: each is put in its place at once.
            let mut at = moves.len() - 1;
            while at > first && moves[at - 1].promise < promise {
                moves.swap(at - 1, at);
                at -= 1;
            }
        }
        first
    }

    /// The best of the moves of a board when nothing is looked at beyond them.
    fn frontier(&mut self, board: Packed<L>, beta: i32) -> Seen {
        let Descent { worth, line, .. } = &mut *self.descent;
        let (mut best, mut best_pit, mut all_complete) = (-BEYOND, NONE, true);
        let mut left = worth.sowing.in_pits(board.own);
        while let Some(pit) = left.first() {
            left = left.without(pit);
            self.nodes += 1;
            let sown = worth.sowing.sow(board, pit);
            let after = if sown.again { sown.board } else { sown.board.turned() };
            let (seen, complete) = match worth.result(after) {
                Some(result) => (result, true),
                None => (worth.guess(after), false),
            };
            let value = if sown.again { seen } else { -seen };
            if value > best {
                best = value;
                best_pit = pit;
            }
            all_complete = complete && (all_complete || value >= beta);
            if value >= beta {
                break;
            }
        }
        if best_pit != NONE {
            line.push(best_pit as usize + 1);
        }
        (best, all_complete)
    }

    /// Takes the last frame and its moves off, and remembers what it came to.
    fn close(&mut self, top: usize) -> Seen {
        let Descent { frames, moves, lines, line, memory, .. } = &mut *self.descent;
        let frame = frames[top];
        let Frame { board, depth, from, enough, best, best_pit, first, complete, .. } = frame;
        frames.truncate(top);
        moves.truncate(first);
        line.clear();
        if frame.is_open() {
            std::mem::swap(line, &mut lines[top]);
        }
        let kind = if best >= enough {
            Kind::AtLeast
        } else if best <= from {
            Kind::AtMost
        } else {
            Kind::Exact
        };
        if depth >= REMEMBERED_FROM {
            memory.add(board, best, depth, best_pit, kind, complete);
        }
        (best, complete)
    }
}
