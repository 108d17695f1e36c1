//! Islands that were solved before: their currents, remembered under exactly what they follow from.
//!
//! What hangs together without crossing a rail is an island. Its currents follow from its items and
//! from what their ends are joined to: which rail, or which of the island's own pieces. That is the
//! key; contacts elsewhere, and those that join nothing new, have no part in it. So a zone of fifty
//! relays that each hang on a rail by themselves has a hundred remembered islands, not 2⁵⁰.

use hashbrown::HashTable;

use crate::zone::Zone;

/// Islands of more items are not remembered.
const ITEMS: usize = 64;
/// An item takes the bits above the two ends, each of which takes so many.
const END_BITS: u32 = 20;
/// Set in an end that is a piece of the island's own, not a rail.
const PIECE: u64 = 1 << (END_BITS - 1);

/// The remembered islands of a zone.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands {
    index: HashTable<Known>,
    /// Word by word the keys, an item each, and beside each word the answer for its item.
    keys: Vec<u64>,
    answers: Vec<i64>,
    /// The key that is asked for.
    key: Vec<u64>,
    hash: u64,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    hash: u64,
    start: u32,
    length: u32,
}

/// What an end of an item is joined to.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    Rail(u32),
    /// A piece of the island, by its number within it.
    Piece(u32),
}

impl Islands {
    pub(super) fn forget(&mut self) {
        self.index.clear();
        self.keys.clear();
        self.answers.clear();
    }

    /// Begins to ask for an island of so many items; false if it is none to be remembered.
    #[inline]
    pub(super) fn begin(&mut self, items: usize, zone: &Zone) -> bool {
        self.key.clear();
        self.hash = items as u64;
        items <= ITEMS && u64::from(zone.nodes) < PIECE && zone.items() < 1 << (64 - 2 * END_BITS)
    }

    /// An item of the island that is asked for, lowest first.
    #[inline]
    pub(super) fn item(&mut self, item: u32, ends: [End; 2]) {
        let [from, to] = ends.map(|end| match end {
            End::Rail(rail) => u64::from(rail),
            End::Piece(piece) => u64::from(piece) | PIECE,
        });
        let word = u64::from(item) << (2 * END_BITS) | from << END_BITS | to;
        self.key.push(word);
        self.hash = (self.hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    /// The answers for the items of the island, if they are remembered.
    #[inline]
    pub(super) fn find(&self) -> Option<&[i64]> {
        let hash = spread(self.hash);
        let length = self.key.len();
        let at = |known: &Known| known.start as usize..known.start as usize + length;
        let same = |known: &Known| known.length as usize == length && self.keys[at(known)] == self.key;
        let known = self.index.find(hash, same)?;
        Some(&self.answers[at(known)])
    }

    /// Remembers the answers for the island that was asked for, at most `capacity` of them.
    pub(super) fn remember(&mut self, capacity: usize, answers: impl Iterator<Item = i64>) {
        if self.index.len() >= capacity {
            self.forget();
        }
        let hash = spread(self.hash);
        let (start, length) = (self.keys.len() as u32, self.key.len() as u32);
        self.keys.extend_from_slice(&self.key);
        self.answers.extend(answers);
        self.index.insert_unique(hash, Known { hash, start, length }, |known| known.hash);
    }
}

fn spread(hash: u64) -> u64 {
    hash ^ (hash >> 32)
}
