//! When something that goes exponentially is first decided otherwise.
//!
//! A sum of exponentials is the difference of two sums of positive ones, which only fall. Their
//! values at both ends bound it in between, and so do those of the derivative: a stretch of time in
//! which no threshold can be met is passed over, one in which the sum can only rise or only fall is
//! bisected, and any other is halved. The last word has the very decision that the engine takes:
//! what is found is the first whole microsecond at which that one differs.

use super::sum::{Decay, factor};
use crate::event::Micros;

/// So many stretches are looked at before the rest are taken as rising or falling throughout. Only
/// a sum whose exponentials all but cancel, next to a threshold, would take more.
const STRETCHES: usize = 200_000;

/// What is asked of a quantity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) decay: &'a Decay,
    /// Only where it comes this close (`slack`) to one of these can the decision change.
    pub(crate) thresholds: &'a [f64],
    pub(crate) slack: f64,
    /// From when on a change counts, and until when, after its beginning.
    pub(crate) after: Micros,
    pub(crate) until: Micros,
}

/// The sum and its derivative at an instant, each as the part that comes from positive terms and the
/// size of that from negative ones.
#[derive(Clone, Copy, Debug, Default)]
struct Parts {
    up: f64,
    down: f64,
    up_slope: f64,
    down_slope: f64,
}

impl Parts {
    fn of(decay: &Decay, after: Micros) -> Self {
        let mut parts = Self::default();
        for term in &decay.terms {
            let value = term.amount * factor(term.rate, after);
            if value > 0.0 {
                parts.up += value;
                parts.up_slope += value * term.rate;
            } else {
                parts.down -= value;
                parts.down_slope -= value * term.rate;
            }
        }
        parts
    }
}

/// The first whole microsecond later than `after` and up to `until` at which `decide` gives
/// something else than the microsecond before.
///
/// The stretches looked at do not depend on `after`: whoever asks later gets the same answer as long
/// as it lies ahead.
pub(crate) fn first_change<D: PartialEq>(question: Question<'_>, decide: impl Fn(Micros) -> D) -> Option<Micros> {
    let Question { decay, thresholds, slack, after, until } = question;
    let met = |low: f64, high: f64| {
        thresholds.iter().filter(|&&threshold| low - slack <= threshold && threshold <= high + slack).count()
    };
    let mut stretches = vec![(0, Parts::of(decay, 0), until, Parts::of(decay, until))];
    let mut looked = 0;
    while let Some((from, early, to, late)) = stretches.pop() {
        if to <= after || to <= from {
            continue;
        }
        looked += 1;
        let middle = from + (to - from) / 2;
        if met(decay.end + late.up - early.down, decay.end + early.up - late.down) == 0 {
            continue;
        }
        let one_way = late.down_slope >= early.up_slope || late.up_slope >= early.down_slope;
        let last = middle == from || looked > STRETCHES;
        if one_way || last {
            let (first, second) = (decay.end + early.up - early.down, decay.end + late.up - late.down);
            let crossed = met(first.min(second), first.max(second));
            if crossed == 0 && !last {
                continue;
            }
            if crossed <= 1 || last {
                match turning_point(from, to, &decide) {
                    Some(at) if at > after => return Some(at),
                    _ => continue,
                }
            }
        }
        let parts = Parts::of(decay, middle);
        stretches.push((middle, parts, to, late));
        stretches.push((from, early, middle, parts));
    }
    None
}

/// Where a decision that changes once at most does so.
fn turning_point<D: PartialEq>(from: Micros, to: Micros, decide: impl Fn(Micros) -> D) -> Option<Micros> {
    let before = decide(from);
    if decide(to) == before {
        return None;
    }
    let (mut same, mut differs) = (from, to);
    while differs - same > 1 {
        let middle = same + (differs - same) / 2;
        if decide(middle) == before {
            same = middle;
        } else {
            differs = middle;
        }
    }
    Some(differs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decay::tests::Random;

    fn level(value: f64, thresholds: &[f64]) -> usize {
        thresholds.iter().filter(|&&threshold| value >= threshold).count()
    }

    #[test]
    fn every_change_of_random_sums_is_found() {
        let mut random = Random(11);
        let mut changes = 0;
        for _ in 0..600 {
            let mut decay = Decay { end: random.unit() - 0.5, terms: Vec::new() };
            for _ in 0..1 + random.below(6) {
                decay.term((random.unit() * 8.0 - 8.0).exp(), (random.unit() - 0.5) * 20.0);
            }
            let mut thresholds: Vec<f64> = (0..1 + random.below(4)).map(|_| (random.unit() - 0.5) * 4.0).collect();
            thresholds.sort_by(f64::total_cmp);
            let decide = |after| level(decay.at(after), &thresholds);
            let until = 1 + random.below(3000);
            let mut found = Vec::new();
            let mut after = 0;
            loop {
                let question = Question { decay: &decay, thresholds: &thresholds, slack: 1e-12, after, until };
                let Some(at) = first_change(question, decide) else { break };
                assert!(at > after);
                found.push(at);
                after = at;
            }
            let expected: Vec<Micros> = (1..=until).filter(|&at| decide(at) != decide(at - 1)).collect();
            changes += expected.len();
            assert_eq!(found, expected, "{decay:?} {thresholds:?}");
        }
        assert!(changes > 400, "{changes}");
    }

    #[test]
    fn a_century_costs_no_more_than_a_second() {
        let decay = Decay { end: -0.25, terms: vec![super::super::sum::Term { rate: 1e-17, amount: 1.0 }] };
        let question = Question { decay: &decay, thresholds: &[0.0], slack: 0.0, after: 0, until: 1 << 62 };
        let at = first_change(question, |after| decay.at(after) < 0.0);
        assert_eq!(at.map(|at| at / 1_000_000_000_000), Some(138_629));
    }

    #[test]
    fn a_sum_that_touches_a_threshold_is_still_looked_at_in_few_stretches() {
        // Its highest value is 0.25, at 1e6 ln 2.
        let mut decay = Decay::default();
        decay.term(1e-6, 1.0);
        decay.term(2e-6, -1.0);
        let decided = std::cell::Cell::new(0);
        let question = Question { decay: &decay, thresholds: &[0.25], slack: 1e-13, after: 0, until: 60_000_000 };
        let at = first_change(question, |after| {
            decided.set(decided.get() + 1);
            decay.at(after) >= 0.25 - 1e-14
        });
        assert!(at.is_some_and(|at| at.abs_diff(693_147) < 2), "{at:?}");
        assert!(decided.get() < 1000, "{}", decided.get());
    }
}
