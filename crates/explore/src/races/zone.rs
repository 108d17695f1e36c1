//! A zone: all values that some clocks may have together, as the most by which one may be ahead of
//! another (a difference bound matrix).

/// No bound.
pub(super) const FOREVER: i64 = i64::MAX / 4;

/// The values that clocks may have. Clock 0 always shows 0; bounds are in microseconds and included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Zone {
    size: usize,
    /// By two clocks: how far the first may be ahead of the second. Always as tight as can be.
    ahead: Vec<i64>,
}

impl Zone {
    /// So many clocks, clock 0 not counted, all at 0.
    pub(super) fn at_zero(clocks: usize) -> Self {
        let size = clocks + 1;
        Self { size, ahead: vec![0; size * size] }
    }

    /// So many clocks, clock 0 not counted, of which nothing is known.
    pub(super) fn of_anything(clocks: usize) -> Self {
        let size = clocks + 1;
        let mut ahead = vec![FOREVER; size * size];
        for clock in 0..size {
            ahead[clock * size + clock] = 0;
        }
        Self { size, ahead }
    }

    /// How far one clock may be ahead of another.
    pub(super) fn ahead(&self, clock: usize, other: usize) -> i64 {
        self.ahead.get(clock * self.size + other).copied().unwrap_or(FOREVER)
    }

    /// The most that a clock may show.
    pub(super) fn most(&self, clock: usize) -> i64 {
        self.ahead(clock, 0)
    }

    /// The least that a clock may show.
    pub(super) fn least(&self, clock: usize) -> i64 {
        -self.ahead(0, clock)
    }

    /// Leaves only values with `clock` at most so much ahead of `other`; false if none is left, and
    /// then the zone means nothing any more.
    #[must_use]
    pub(super) fn keep(&mut self, clock: usize, other: usize, most: i64) -> bool {
        if most >= self.ahead(clock, other) {
            return true;
        }
        if self.ahead(other, clock) + most < 0 {
            return false;
        }
        for first in 0..self.size {
            let to_clock = self.ahead(first, clock);
            if to_clock >= FOREVER {
                continue;
            }
            for second in 0..self.size {
                let from_other = self.ahead(other, second);
                if from_other < FOREVER {
                    let through = to_clock + most + from_other;
                    let cell = &mut self.ahead[first * self.size + second];
                    *cell = (*cell).min(through);
                }
            }
        }
        true
    }

    /// Leaves only values with the clock between two bounds.
    #[must_use]
    pub(super) fn keep_between(&mut self, clock: usize, least: i64, most: i64) -> bool {
        self.keep(clock, 0, most) && self.keep(0, clock, -least)
    }

    /// Lets time pass, as much as there is.
    pub(super) fn pass(&mut self) {
        for clock in 1..self.size {
            self.ahead[clock * self.size] = FOREVER;
        }
    }

    /// New clocks, each showing what an old one shows, or 0.
    pub(super) fn take_over(&self, origins: &[Option<usize>]) -> Self {
        let size = origins.len() + 1;
        let old = |clock: usize| match clock {
            0 => 0,
            _ => origins.get(clock - 1).copied().flatten().unwrap_or(0),
        };
        let ahead = (0..size * size).map(|cell| self.ahead(old(cell / size), old(cell % size))).collect();
        Self { size, ahead }
    }

    /// All of it, to be hashed.
    pub(super) fn cells(&self) -> &[i64] {
        &self.ahead
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_as_tight_as_can_be() {
        let mut zone = Zone::at_zero(2);
        zone.pass();
        assert_eq!((zone.least(1), zone.most(1), zone.ahead(1, 2)), (0, FOREVER, 0));
        assert!(zone.keep_between(1, 3, 7));
        assert_eq!((zone.least(2), zone.most(2)), (3, 7), "clocks run alike");

        // The second clock starts anew; the first keeps its lead while time goes on.
        let mut zone = zone.take_over(&[Some(1), None]);
        zone.pass();
        assert!(zone.keep(2, 0, 2));
        assert_eq!((zone.least(1), zone.most(1), zone.ahead(1, 2), zone.ahead(2, 1)), (3, 9, 7, -3));
        assert!(zone.keep(1, 0, 4));
        assert_eq!(zone.most(2), 1, "no more than the first clock leaves it");
        assert!(!zone.clone().keep(0, 1, -5));
    }
}
