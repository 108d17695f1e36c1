//! Whole numbers used as rows of bytes: one byte for each pit, and all of them added at once.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitXor, Shl, Shr};

/// A row of bytes in one number, the first place in the lowest byte.
///
/// No byte ever overflows, because the stones of a whole game fit into one.
pub(crate) trait Lanes:
    Copy
    + Debug
    + Default
    + Eq
    + Send
    + Sync
    + Add<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// How many bytes there are.
    const COUNT: u32;

    /// The same byte everywhere.
    fn every(byte: u8) -> Self;

    /// A row with one byte set.
    fn one(lane: u32, byte: u8) -> Self;

    /// The lowest byte.
    fn lowest(self) -> u8;

    /// How many bytes at the high end are 0.
    fn high_zeros(self) -> u32;

    /// In each byte the sum of all bytes from the first one to it.
    fn running_sums(self) -> Self;

    /// All bits turned round.
    fn inverted(self) -> Self;

    /// The first lane that is not 0, if there is one.
    fn first(self) -> Option<u32>;

    /// Some number of 64 bits that depends on all bytes.
    fn folded(self) -> u64;

    /// The byte of one lane.
    #[inline(always)]
    fn lane(self, lane: u32) -> u8 {
        (self >> (8 * lane)).lowest()
    }

    /// The same row with this lane at 0.
    #[inline(always)]
    fn without(self, lane: u32) -> Self {
        self & Self::one(lane, 0xFF).inverted()
    }

    /// The sum of all bytes.
    #[inline(always)]
    fn sum(self) -> u8 {
        self.running_sums().lane(Self::COUNT - 1)
    }
}

macro_rules! lanes {
    ($($number:ty),*) => {$(
        impl Lanes for $number {
            const COUNT: u32 = <$number>::BITS / 8;

            #[inline(always)]
            fn every(byte: u8) -> Self {
                <$number>::from(byte) * (<$number>::MAX / 0xFF)
            }

            #[inline(always)]
            fn one(lane: u32, byte: u8) -> Self {
                <$number>::from(byte) << (8 * lane)
            }

            #[inline(always)]
            fn lowest(self) -> u8 {
                self as u8
            }

            #[inline(always)]
            fn high_zeros(self) -> u32 {
                self.leading_zeros() / 8
            }

            #[inline(always)]
            fn running_sums(self) -> Self {
                self.wrapping_mul(<$number>::MAX / 0xFF)
            }

            #[inline(always)]
            fn inverted(self) -> Self {
                !self
            }

            #[inline(always)]
            fn folded(self) -> u64 {
                (self as u64) ^ ((u128::from(self) >> 64) as u64).wrapping_mul(0x94D0_49BB_1331_11EB)
            }

            #[inline(always)]
            fn first(self) -> Option<u32> {
                (self != 0).then(|| self.trailing_zeros() / 8)
            }
        }
    )*};
}

lanes!(u64, u128);
