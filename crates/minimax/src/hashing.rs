//! A hasher that is the same on every machine and in every run.

use std::hash::{BuildHasher, Hash, Hasher};

/// Makes [`Mixing`] hashers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fixed;

impl BuildHasher for Fixed {
    type Hasher = Mixing;

    fn build_hasher(&self) -> Mixing {
        Mixing(0)
    }
}

/// Takes in a word by a rotation and a product, and mixes the sum at the end.
///
/// Nobody chooses positions to make hashes collide; if they do, only speed is lost, because
/// positions are compared themselves.
#[derive(Debug)]
pub(crate) struct Mixing(u64);

impl Mixing {
    fn take(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Mixing {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.take(word);
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.take(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.take(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.take(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.take(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.take(number as u64);
    }

    fn finish(&self) -> u64 {
        // The last steps of MurmurHash3 (Appleby): every bit reaches every other.
        let mut bits = self.0;
        bits = (bits ^ (bits >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        bits = (bits ^ (bits >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        bits ^ (bits >> 33)
    }
}

/// The hash of anything.
pub(crate) fn hash_of(thing: &impl Hash) -> u64 {
    Fixed.hash_one(thing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_for_ever() {
        assert_eq!(hash_of(&0_u64), 0);
        assert_eq!(hash_of(&(1_u16, 2_u16)), hash_of(&(1_u16, 2_u16)));
        assert_ne!(hash_of(&(1_u16, 2_u16)), hash_of(&(2_u16, 1_u16)));
        assert_ne!(hash_of(&[1_u8, 0]), hash_of(&[1_u8]));
    }
}
