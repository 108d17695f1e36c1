//! Boards that were searched, with what is known of their value to one depth.

use crate::packed::{Lanes, Packed};

/// What a search found out about a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing is here.
    #[default]
    Nothing,
    /// It is at least so much.
    AtLeast,
    /// It is at most so much.
    AtMost,
    /// It is this.
    Exact,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry<L> {
    board: Packed<L>,
    pub(super) value: i32,
    pub(super) depth: u16,
    pub(super) best: u8,
    pub(super) kind: Kind,
    /// Whether it holds for every greater depth, too: all games that matter had come to their end.
    pub(super) complete: bool,
}

/// Boards, two in a place: one of the greatest depth, and the latest.
///
/// Boards are compared, not their hashes.
#[derive(Debug)]
pub(super) struct Memory<L> {
    places: Vec<[Entry<L>; 2]>,
}

impl<L: Lanes> Memory<L> {
    pub(super) fn new(most_bytes: u64) -> Self {
        let fit = most_bytes / size_of::<[Entry<L>; 2]>() as u64;
        Self { places: vec![Default::default(); 1 << fit.max(1).ilog2().min(31)] }
    }

    pub(super) fn clear(&mut self) {
        self.places.fill(Default::default());
    }

    #[inline(always)]
    fn place(&self, board: Packed<L>) -> usize {
        let mixed = board.own.folded().wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ board.other.folded();
        let mixed = mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 32) as usize & (self.places.len() - 1)
    }

    #[inline(always)]
    pub(super) fn get(&self, board: Packed<L>) -> Option<Entry<L>> {
        let here = &self.places[self.place(board)];
        here.iter().find(|entry| entry.kind != Kind::Nothing && entry.board == board).copied()
    }

    pub(super) fn add(&mut self, board: Packed<L>, value: i32, depth: u32, best: u32, kind: Kind, complete: bool) {
        let depth = u16::try_from(depth).unwrap_or(u16::MAX);
        let entry = Entry { board, value, depth, best: best as u8, kind, complete };
        let place = self.place(board);
        let [deepest, latest] = &mut self.places[place];
        if deepest.kind == Kind::Nothing || deepest.board == board || deepest.depth <= depth {
            if deepest.board != board {
                *latest = *deepest;
            }
            *deepest = entry;
        } else {
            *latest = entry;
        }
    }
}
