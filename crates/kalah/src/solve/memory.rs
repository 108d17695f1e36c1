//! What is proved of positions, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::Error;
use crate::packed::{Ranking, positions_up_to};

/// Facts in one line of the processor's cache.
const LINE: usize = 8;

/// From the low end of a fact: how much work it took (its logarithm), the best move, the upper and the
/// lower bound; the rest tells the position.
const EFFORT_BITS: u32 = 5;
const MOVE_BITS: u32 = 4;
const BOUND_BITS: u32 = 8;
const FACT_BITS: u32 = EFFORT_BITS + MOVE_BITS + 2 * BOUND_BITS;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Line([AtomicU64; LINE]);

/// Bounds of what movers still gain, by the number of the position.
///
/// A fact is one word, so that threads need no lock: a word is whole or it is not there. It tells its
/// position exactly: the number goes through a one-to-one mixing, a part of the result is the line where
/// the fact is kept, and the rest is in the fact. Where a line is full the fact goes that took the least
/// work. Facts are true for ever, so that nothing has to be forgotten between questions.
#[derive(Debug)]
pub(super) struct Memory {
    lines: Vec<Line>,
    line_bits: u32,
    most_bits: u32,
    /// How many bits the numbers of positions have.
    bits: u32,
}

/// What is proved of a position with so many stones in its pits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    /// The mover gains at least this,
    pub(super) at_least: i32,
    /// and at most this.
    pub(super) at_most: i32,
    /// The pit that was best; none is known where it is not below the number of pits.
    pub(super) best: u32,
}

impl Memory {
    /// A memory of at most so many bytes (but not less than the numbers need) for positions with so many
    /// pits a side and stones in them. It begins small.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if there are too many positions to be told apart, and [`Error::NoMemory`] if
    /// there is not so much memory.
    pub(super) fn new(pits: u32, stones: u32, most_bytes: u64) -> Result<Self, Error> {
        const FIRST_BITS: u32 = 15;
        let positions = positions_up_to(pits, stones).ok_or(Error::TooLarge)?;
        let bits = (u64::BITS - positions.leading_zeros()).max(8);
        if bits > Ranking::MOST_BITS {
            return Err(Error::TooLarge);
        }
        let wanted = (most_bytes / size_of::<Line>() as u64).max(1).ilog2();
        let needed = bits.saturating_sub(u64::BITS - FACT_BITS).max(1);
        // Beyond as many facts as positions there is nothing to remember.
        let most_bits = wanted.min(bits - LINE.ilog2()).max(needed);
        // It is not filled before it is needed, but that there is so much is known from the first.
        empty(most_bits, false)?;
        let line_bits = most_bits.min(FIRST_BITS.max(needed));
        Ok(Self { lines: empty(line_bits, true)?, line_bits, most_bits, bits })
    }

    /// How many facts fit.
    pub(super) fn facts(&self) -> u64 {
        (LINE as u64) << self.line_bits
    }

    /// Takes eight times as much memory, with all that is known in it; says whether it could.
    pub(super) fn grow(&mut self) -> bool {
        let line_bits = (self.line_bits + 3).min(self.most_bits);
        let Some(lines) = (line_bits > self.line_bits).then(|| empty(line_bits, true).ok()).flatten() else {
            return false;
        };
        let before = std::mem::replace(&mut self.lines, lines);
        let rest_bits = self.bits - self.line_bits;
        self.line_bits = line_bits;
        for (number, Line(words)) in (0_u64..).zip(before) {
            for word in words.into_iter().map(AtomicU64::into_inner).filter(|&word| word != 0) {
                let mixed = number << rest_bits | word >> FACT_BITS;
                let (line, rest) = self.place_of(mixed);
                let moved = rest << FACT_BITS | (word & ((1 << FACT_BITS) - 1));
                if let Some(free) = line.iter().find(|word| word.load(Ordering::Relaxed) == 0) {
                    free.store(moved, Ordering::Relaxed);
                }
            }
        }
        true
    }

    /// The line of a position, and what tells it there from others.
    #[inline(always)]
    fn place(&self, rank: u64) -> (&[AtomicU64; LINE], u64) {
        let mask = (1 << self.bits) - 1;
        let half = self.bits / 2;
        // Multiplying by an odd number and folding the upper half in are both one-to-one.
        let mut mixed = rank ^ (rank >> half);
        mixed = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
        mixed ^= mixed >> half;
        mixed = mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9) & mask;
        mixed ^= mixed >> half;
        self.place_of(mixed)
    }

    #[inline(always)]
    fn place_of(&self, mixed: u64) -> (&[AtomicU64; LINE], u64) {
        let rest_bits = self.bits - self.line_bits;
        let Line(line) = &self.lines[(mixed >> rest_bits) as usize];
        (line, mixed & ((1 << rest_bits) - 1))
    }

    /// Reads a word of the line where a position is, so that the line is near when it is wanted.
    #[inline(always)]
    pub(super) fn touch(&self, rank: u64) -> u64 {
        let (line, _) = self.place(rank);
        line[0].load(Ordering::Relaxed)
    }

    /// What is proved of the position with this number and so many stones in its pits.
    #[inline(always)]
    pub(super) fn get(&self, rank: u64, stones: i32) -> Option<Fact> {
        let (line, rest) = self.place(rank);
        let words = line.iter().map(|word| word.load(Ordering::Relaxed));
        words.into_iter().find(|&word| word != 0 && word >> FACT_BITS == rest).map(|word| unpack(word, stones))
    }

    /// Adds that the mover gains at least so much, or that he gains less; and the best move, if there is
    /// one, and how many positions were looked at for it.
    pub(super) fn add(&self, rank: u64, stones: i32, at_least: i32, holds: bool, best: u32, work: u64) {
        let (line, rest) = self.place(rank);
        let mut fact = Fact { at_least: -stones, at_most: stones, best: (1 << MOVE_BITS) - 1 };
        let mut slot = &line[0];
        let mut least = u64::MAX;
        for word in line {
            let held = word.load(Ordering::Relaxed);
            if held != 0 && held >> FACT_BITS == rest {
                slot = word;
                fact = unpack(held, stones);
                break;
            }
            // An empty word took no work.
            let effort = held & ((1 << EFFORT_BITS) - 1);
            if effort < least {
                least = effort;
                slot = word;
            }
        }
        if holds {
            fact.at_least = fact.at_least.max(at_least);
            fact.best = best;
        } else {
            // Margins differ by two stones.
            fact.at_most = fact.at_most.min(at_least - 2);
        }
        let effort = u64::from(u64::BITS - work.leading_zeros()).clamp(1, (1 << EFFORT_BITS) - 1);
        let bound = |margin: i32| ((margin + stones) / 2) as u64;
        let word = rest << FACT_BITS
            | bound(fact.at_least) << (EFFORT_BITS + MOVE_BITS + BOUND_BITS)
            | bound(fact.at_most) << (EFFORT_BITS + MOVE_BITS)
            | u64::from(fact.best) << EFFORT_BITS
            | effort;
        slot.store(word, Ordering::Relaxed);
    }
}

/// So many lines, filled or only room for them.
fn empty(line_bits: u32, filled: bool) -> Result<Vec<Line>, Error> {
    let no_memory = || Error::NoMemory { bytes: (size_of::<Line>() as u64) << line_bits };
    let number = usize::try_from(1_u64 << line_bits).map_err(|_| no_memory())?;
    let mut lines = Vec::new();
    lines.try_reserve_exact(number).map_err(|_| no_memory())?;
    if filled {
        lines.resize_with(number, Line::default);
    }
    Ok(lines)
}

#[inline(always)]
fn unpack(word: u64, stones: i32) -> Fact {
    let field = |from: u32, bits: u32| ((word >> from) & ((1 << bits) - 1)) as i32;
    Fact {
        at_least: 2 * field(EFFORT_BITS + MOVE_BITS + BOUND_BITS, BOUND_BITS) - stones,
        at_most: 2 * field(EFFORT_BITS + MOVE_BITS, BOUND_BITS) - stones,
        best: field(EFFORT_BITS, MOVE_BITS) as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_back_and_never_of_another_position() {
        // Two lines for 1,820 positions: nearly everything is thrown out again.
        let memory = Memory::new(6, 4, 128).unwrap();
        for rank in 0..1820 {
            memory.add(rank, 4, (rank % 3) as i32 * 2 - 2, true, (rank % 6) as u32, 1 + rank % 100);
        }
        let mut kept = 0;
        for rank in 0..1820 {
            let Some(fact) = memory.get(rank, 4) else { continue };
            let at_least = (rank % 3) as i32 * 2 - 2;
            assert_eq!(fact, Fact { at_least, at_most: 4, best: (rank % 6) as u32 });
            kept += 1;
        }
        assert_eq!(kept, 2 * LINE);
    }

    #[test]
    fn nothing_is_lost_by_growing() {
        let mut memory = Memory::new(6, 16, 16 << 20).unwrap();
        let ranks = || (0..30_000_000_u64).step_by(299);
        for rank in ranks() {
            memory.add(rank, 16, (rank % 3) as i32 * 2 - 2, true, (rank % 6) as u32, 1 + rank % 100);
        }
        let known = |memory: &Memory| -> Vec<_> { ranks().map(|rank| memory.get(rank, 16)).collect() };
        let (before, facts) = (known(&memory), memory.facts());
        assert!(before.iter().flatten().count() > 90_000);
        assert!(memory.grow());
        assert_eq!((known(&memory), memory.facts()), (before, 8 * facts));
        assert!(!memory.grow());
    }

    #[test]
    fn bounds_close_in_and_work_is_kept() {
        let memory = Memory::new(2, 7, 1 << 12).unwrap();
        memory.add(17, 7, -3, true, 1, 10);
        memory.add(17, 7, 5, false, 0, 10);
        assert_eq!(memory.get(17, 7), Some(Fact { at_least: -3, at_most: 3, best: 1 }));
        memory.add(17, 7, 1, true, 0, 1000);
        memory.add(17, 7, -5, true, 1, 1);
        assert_eq!(memory.get(17, 7).map(|fact| (fact.at_least, fact.at_most)), Some((1, 3)));
        assert_eq!(memory.get(18, 7), None);
    }

    #[test]
    fn too_many_positions_to_be_told_apart() {
        assert_eq!(Memory::new(15, 255, 1 << 20).unwrap_err(), Error::TooLarge);
        assert!(Memory::new(6, 72, 1 << 10).is_ok());
    }

    #[test]
    fn memory_that_cannot_be_had() {
        // More than any machine can address.
        let refused = Memory::new(8, 80, 1 << 60).unwrap_err();
        assert!(matches!(refused, Error::NoMemory { bytes } if bytes > 1 << 48), "{refused}");
    }
}
