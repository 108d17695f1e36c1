//! Positions numbered without gaps, those with fewer stones in the pits first.

use super::{Lanes, Packed};

/// Numbers what lies in the pits of a board: every way to lay out stones has a number of its own.
///
/// With the running sums s₁ ≤ s₂ ≤ … over all pits the number is Σ C(sᵢ + i − 1, i): the
/// combinatorial number system, in which all positions with at most n stones come before those with
/// more (Knuth, *The Art of Computer Programming* 4A, 7.2.1.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranking {
    /// For each pit of both sides and each running sum there, C(sum + pit, pit + 1).
    terms: Vec<[u64; 256]>,
    pits: u32,
}

impl Ranking {
    /// The most bits that a number may have.
    pub(crate) const MOST_BITS: u32 = 60;

    /// The numbers of the boards with so many pits a side and at most so many stones in them, at most
    /// 255; none if they have more than [`Ranking::MOST_BITS`].
    pub(crate) fn new(pits: u32, most: u32) -> Option<Self> {
        positions_up_to(pits, most).filter(|&count| count < 1 << Self::MOST_BITS)?;
        let mut terms: Vec<[u64; 256]> = Vec::new();
        let mut before = [1_u64; 256];
        for _ in 0..2 * pits {
            // C(s + i, i + 1) is the sum of C(r + i - 1, i) over all r from 1 to s.
            let mut here = [0; 256];
            let mut sum = 0_u64;
            for (term, before) in here.iter_mut().zip(before).skip(1).take(most as usize) {
                sum += before;
                *term = sum;
            }
            terms.push(here);
            before = here;
        }
        Some(Self { terms, pits })
    }

    /// The number of what lies in the pits; both sides without their kalahs.
    #[inline(always)]
    pub(crate) fn rank<L: Lanes>(&self, pits: Packed<L>) -> u64 {
        let (own, other) = (pits.own.running_sums(), pits.other.running_sums());
        let on_own_side = own.lane(L::COUNT - 1);
        let (first, second) = self.terms.split_at(self.pits as usize);
        let mut rank = 0;
        for (lane, terms) in (0..).zip(first) {
            rank += terms[usize::from(own.lane(lane))];
        }
        for (lane, terms) in (0..).zip(second) {
            rank += terms[usize::from(other.lane(lane) + on_own_side)];
        }
        rank
    }

    /// What lies in the pits where the number is this.
    pub(crate) fn position<L: Lanes>(&self, mut rank: u64) -> Packed<L> {
        let mut sums = vec![0_u8; self.terms.len()];
        for (sum, terms) in sums.iter_mut().zip(&self.terms).rev() {
            // The greatest running sum whose term is still within the number.
            let used = terms.iter().skip(1).take_while(|&&term| term > 0 && term <= rank).count();
            rank -= terms[used];
            *sum = used as u8;
        }
        let mut position = Packed::default();
        let mut before = 0;
        for (pit, sum) in (0..).zip(sums) {
            let stones = sum - before;
            before = sum;
            if pit < self.pits {
                position.own = position.own | L::one(pit, stones);
            } else {
                position.other = position.other | L::one(pit - self.pits, stones);
            }
        }
        position
    }
}

/// How many ways there are to lay out at most so many stones in the pits of both sides: C(n + 2m, 2m);
/// none if it does not fit.
pub(crate) fn positions_up_to(pits: u32, stones: u32) -> Option<u64> {
    let mut ways = 1_u128;
    for step in 1..=u128::from(2 * pits) {
        ways = ways.checked_mul(u128::from(stones) + step)? / step;
    }
    u64::try_from(ways).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_a_number_of_its_own_and_fewer_stones_a_lower_one() {
        for pits in 1..=3 {
            let most = 7;
            let ranking = Ranking::new(pits, most).unwrap();
            let count = positions_up_to(pits, most).unwrap();
            let mut seen = vec![false; count as usize];
            for rank in 0..count {
                let position: Packed<u64> = ranking.position(rank);
                assert_eq!(ranking.rank(position), rank);
                let stones = u32::from(position.own.sum() + position.other.sum());
                assert!(rank < positions_up_to(pits, stones).unwrap());
                assert!(stones == 0 || rank >= positions_up_to(pits, stones - 1).unwrap());
                seen[rank as usize] = true;
            }
            assert!(seen.iter().all(|&seen| seen));
        }
    }

    #[test]
    fn numbers_that_do_not_fit() {
        assert_eq!(positions_up_to(6, 18), Some(86_493_225));
        assert!(Ranking::new(6, 72).is_some() && Ranking::new(15, 255).is_none());
        assert_eq!(positions_up_to(100, 255), None);
    }
}
