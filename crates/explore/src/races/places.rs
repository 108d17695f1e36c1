//! The places of a few mechanisms, packed: the key of a state.

use kiber_engine::Place;

/// How many members a word holds: four bits each, two for the place and two to mark it.
const IN_WORD: usize = 16;
const BITS: usize = 4;

/// Marks of a member beside its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(pub(super) u8);

/// How many words a key of so many members has.
pub(super) fn words(members: usize) -> usize {
    members.div_ceil(IN_WORD).max(1)
}

pub(super) fn place_in(key: &[u64], member: usize) -> Place {
    Place((field(key, member) & 3) as u16)
}

pub(super) fn marks_in(key: &[u64], member: usize) -> Marks {
    Marks((field(key, member) >> 2 & 3) as u8)
}

fn field(key: &[u64], member: usize) -> u64 {
    key.get(member / IN_WORD).map_or(0, |word| word >> (BITS * (member % IN_WORD)) & 15)
}

pub(super) fn set_place(key: &mut [u64], member: usize, place: Place) {
    set_bits(key, member, 3, u64::from(place.0 & 3));
}

pub(super) fn set_marks(key: &mut [u64], member: usize, marks: Marks) {
    set_bits(key, member, 12, u64::from(marks.0 & 3) << 2);
}

fn set_bits(key: &mut [u64], member: usize, mask: u64, bits: u64) {
    if let Some(word) = key.get_mut(member / IN_WORD) {
        let shift = BITS * (member % IN_WORD);
        *word = *word & !(mask << shift) | bits << shift;
    }
}

pub(super) fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
    let mixed =
        words.into_iter().fold(0u64, |hash, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed ^ (mixed >> 32)
}
