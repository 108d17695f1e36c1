//! Random numbers that are the same on every machine and for ever.

/// A seeded generator of random numbers.
///
/// The same seed gives the same numbers on every machine and in every version, so that a game or a
/// lesson can be played again. It is SplitMix64 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014): good for games and simulations, not for secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A whole number from 0 up to, and without, `end`, each with the same chance; 0 if `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        // The high half of a product is even but for a remainder of products, which are drawn again.
        let mut product = u128::from(self.bits()) * u128::from(end);
        if (product as u64) < end {
            let uneven = end.wrapping_neg() % end;
            while (product as u64) < uneven {
                product = u128::from(self.bits()) * u128::from(end);
            }
        }
        (product >> 64) as u64
    }

    /// One of the items, each with the same chance; none of an empty list.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        // From the reference implementation with seed 1234567.
        let mut random = Random::new(1_234_567);
        let bits: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(bits, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn every_item_has_the_same_chance() {
        let mut random = Random::new(1);
        let mut drawn = [0_u32; 3];
        for _ in 0..30_000 {
            drawn[random.below(3) as usize] += 1;
        }
        assert!(drawn.iter().all(|&times| (9_700..10_300).contains(&times)), "{drawn:?}");
        assert_eq!((random.below(0), random.below(1), random.choose::<u8>(&[])), (0, 0, None));
    }
}
