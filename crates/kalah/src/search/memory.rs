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

/// One line of the processor's cache, or two for large boards.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Place<L>([Entry<L>; 2]);

/// Boards, two in a place: one of the greatest depth, and the latest.
///
/// Boards are compared, not their hashes. The memory begins small, since a small one is quicker, and
/// grows as it fills.
#[derive(Debug)]
pub(super) struct Memory<L> {
    places: Vec<Place<L>>,
    most_places: usize,
    /// How many boards were added since it last grew.
    added: usize,
}

impl<L: Lanes> Memory<L> {
    pub(super) fn new(most_bytes: u64) -> Self {
        const FIRST: usize = 1 << 10;
        let fit = most_bytes / size_of::<Place<L>>() as u64;
        let most_places = 1 << fit.max(1).ilog2().min(31);
        Self { places: vec![Place::default(); FIRST.min(most_places)], most_places, added: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.places.fill(Place::default());
        self.added = 0;
    }

    /// Takes four times the places, and moves what is there.
    fn grow(&mut self) {
        let more = (self.places.len() * 4).min(self.most_places);
        let before = std::mem::replace(&mut self.places, vec![Place::default(); more]);
        self.added = 0;
        for entry in before.into_iter().flat_map(|Place(entries)| entries) {
            if entry.kind != Kind::Nothing {
                self.put(entry);
            }
        }
    }

    #[inline(always)]
    fn place(&self, board: Packed<L>) -> usize {
        let mixed = board.own.folded().wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ board.other.folded();
        let mixed = mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 32) as usize & (self.places.len() - 1)
    }

    #[inline(always)]
    pub(super) fn get(&self, board: Packed<L>) -> Option<Entry<L>> {
        let Place(here) = &self.places[self.place(board)];
        here.iter().find(|entry| entry.kind != Kind::Nothing && entry.board == board).copied()
    }

    #[inline(always)]
    pub(super) fn add(&mut self, board: Packed<L>, value: i32, depth: u32, best: u32, kind: Kind, complete: bool) {
        let depth = u16::try_from(depth).unwrap_or(u16::MAX);
        self.put(Entry { board, value, depth, best: best as u8, kind, complete });
        if self.added > self.places.len() && self.places.len() < self.most_places {
            self.grow();
        }
    }

    #[inline(always)]
    fn put(&mut self, entry: Entry<L>) {
        self.added += 1;
        let place = self.place(entry.board);
        let Place([deepest, latest]) = &mut self.places[place];
        if deepest.kind == Kind::Nothing || deepest.board == entry.board || deepest.depth <= entry.depth {
            if deepest.board != entry.board {
                *latest = *deepest;
            }
            *deepest = entry;
        } else {
            *latest = entry;
        }
    }
}
