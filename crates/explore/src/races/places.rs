//! The places of a few mechanisms, packed: the key of a state.

use kiber_engine::{Place, Untimed};

/// Marks of a member beside its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(pub(super) u8);

impl Marks {
    /// Whether all of these marks are set.
    pub(super) fn has(self, marks: Self) -> bool {
        self.0 & marks.0 == marks.0
    }

    pub(super) fn and(self, marks: Self) -> Self {
        Self(self.0 | marks.0)
    }
}

/// How many bits marks take.
const MARK_BITS: u32 = 3;

/// How the members of a key are packed: each into as many bits as the member with most places needs,
/// rounded up to a power of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Packing {
    /// The binary logarithm of the bits of a member.
    shift: u32,
    /// How many of them are for the place; above them are the marks.
    place_bits: u32,
}

impl Packing {
    /// For these mechanisms, with marks beside their places or without.
    pub(super) fn of(untimed: &Untimed, members: &[usize], with_marks: bool) -> Self {
        let most = members.iter().map(|&mechanism| untimed.place_count(mechanism)).max().unwrap_or(0).max(2);
        let marks = if with_marks { MARK_BITS } else { 0 };
        let shift = (usize::BITS - (most - 1).leading_zeros() + marks).next_power_of_two().ilog2();
        Self { shift, place_bits: (1 << shift) - marks }
    }

    /// How many words a key of so many members has.
    pub(super) fn words(self, members: usize) -> usize {
        members.div_ceil(64 >> self.shift).max(1)
    }

    pub(super) fn place_in(self, key: &[u64], member: usize) -> Place {
        Place((self.field(key, member) & self.place_mask()) as u16)
    }

    pub(super) fn marks_in(self, key: &[u64], member: usize) -> Marks {
        Marks((self.field(key, member) >> self.place_bits) as u8)
    }

    pub(super) fn set_place(self, key: &mut [u64], member: usize, place: Place) {
        self.set_bits(key, member, self.place_mask(), u64::from(place.0));
    }

    pub(super) fn set_marks(self, key: &mut [u64], member: usize, marks: Marks) {
        self.set_bits(key, member, self.mask() & !self.place_mask(), u64::from(marks.0) << self.place_bits);
    }

    fn mask(self) -> u64 {
        u64::MAX >> (64 - (1 << self.shift))
    }

    fn place_mask(self) -> u64 {
        u64::MAX >> (64 - self.place_bits)
    }

    /// The word of a member and how far its bits are up in it.
    fn spot(self, member: usize) -> (usize, u32) {
        let in_word = 64usize >> self.shift;
        (member >> (6 - self.shift), ((member & (in_word - 1)) as u32) << self.shift)
    }

    fn field(self, key: &[u64], member: usize) -> u64 {
        let (word, up) = self.spot(member);
        key.get(word).map_or(0, |word| word >> up & self.mask())
    }

    fn set_bits(self, key: &mut [u64], member: usize, mask: u64, bits: u64) {
        let (word, up) = self.spot(member);
        if let Some(word) = key.get_mut(word) {
            *word = *word & !(mask << up) | (bits & mask) << up;
        }
    }
}

pub(super) fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
    let mixed =
        words.into_iter().fold(0u64, |hash, word| (hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed ^ (mixed >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_do_not_touch_each_other() {
        for (shift, place_bits) in [(1, 2), (2, 4), (3, 5), (3, 8), (4, 13), (4, 16)] {
            let packing = Packing { shift, place_bits };
            let most_place = (1u32 << place_bits) - 1;
            let place = |member: usize| Place((member as u32 * 7 % (most_place + 1)) as u16);
            let marks = |member: usize| Marks(if place_bits < 1 << shift { (member % 8) as u8 } else { 0 });
            let mut key = vec![0; packing.words(100)];
            for member in (0..100).rev() {
                packing.set_marks(&mut key, member, marks(member));
                packing.set_place(&mut key, member, place(member));
            }
            for member in 0..100 {
                assert_eq!(
                    (packing.place_in(&key, member), packing.marks_in(&key, member)),
                    (place(member), marks(member))
                );
            }
        }
    }
}
