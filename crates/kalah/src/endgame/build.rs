//! Building a table from its end: a move leads to fewer stones, or brings stones nearer to the kalah.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use super::{EndgameTable, future_by_moves};
use crate::packed::{Lanes, Large, Packed, Ranking, Small, Sowing, positions_up_to};
use crate::rules::Rules;

impl EndgameTable {
    /// Builds the table for positions with at most so many stones in their pits, with so many threads
    /// (1 at least).
    ///
    /// `should_stop` is told how many positions are done, and how many there are; none when it stopped
    /// the work, or when there is no such table ([`EndgameTable::positions`]). The table does not depend
    /// on the threads.
    pub fn build(
        rules: Rules,
        pits: usize,
        stones: u32,
        threads: usize,
        should_stop: impl FnMut(u64, u64) -> bool,
    ) -> Option<Self> {
        Self::positions(pits, stones)?;
        if pits <= Sowing::<Small>::MOST_PITS {
            Building::new(Sowing::<Small>::new(rules, pits), stones)?.build(threads, should_stop)
        } else {
            Building::new(Sowing::<Large>::new(rules, pits), stones)?.build(threads, should_stop)
        }
    }
}

/// The sides that hold so many stones, by how far these have to go to the kalah all together.
type SidesByWay<L> = Vec<Vec<L>>;

struct Building<L> {
    sowing: Sowing<L>,
    ranking: Ranking,
    stones: u32,
    /// By the number of stones.
    sides: Vec<SidesByWay<L>>,
    values: Vec<AtomicU8>,
}

impl<L: Lanes> Building<L> {
    fn new(sowing: Sowing<L>, stones: u32) -> Option<Self> {
        let ranking = Ranking::new(sowing.pits(), stones)?;
        let count = positions_up_to(sowing.pits(), stones)?;
        let values = (0..count).map(|_| AtomicU8::new(0)).collect();
        let sides = (0..=stones).map(|stones| sides_by_way(sowing.pits(), stones)).collect();
        Some(Self { sowing, ranking, stones, sides, values })
    }

    fn build(self, threads: usize, mut should_stop: impl FnMut(u64, u64) -> bool) -> Option<EndgameTable> {
        let threads = threads.max(1);
        let (barrier, stopped) = (Barrier::new(threads), AtomicBool::new(false));
        std::thread::scope(|scope| {
            for thread in 1..threads {
                let (building, barrier, stopped) = (&self, &barrier, &stopped);
                scope.spawn(move || building.work(thread, threads, barrier, stopped, |_| false));
            }
            let of = self.values.len() as u64;
            self.work(0, threads, &barrier, &stopped, |done| should_stop(done, of));
        });
        if stopped.into_inner() {
            return None;
        }
        let values = self.values.into_iter().map(AtomicU8::into_inner).collect();
        Some(EndgameTable {
            rules: self.sowing.rules(),
            pits: self.sowing.pits(),
            stones: self.stones,
            ranking: self.ranking,
            values,
        })
    }

    /// One thread's share of every stage.
    ///
    /// A move that brings no stone into the kalah stays on the mover's side, so that all stones
    /// together have a shorter way to go; any other leaves fewer stones. Positions with as many stones
    /// and as long a way, one stage, do therefore not depend on each other.
    fn work(
        &self,
        thread: usize,
        threads: usize,
        barrier: &Barrier,
        stopped: &AtomicBool,
        mut should_stop: impl FnMut(u64) -> bool,
    ) {
        let mut done = 0_u64;
        for stones in 0..=self.stones {
            for way in 0..=stones * self.sowing.pits() {
                let mut turn = 0;
                for own_stones in 0..=stones {
                    let (own, other) = (&self.sides[own_stones as usize], &self.sides[(stones - own_stones) as usize]);
                    for own_way in 0..=way.min(own_stones * self.sowing.pits()) {
                        let Some(others) = other.get((way - own_way) as usize) else { continue };
                        for &own in &own[own_way as usize] {
                            turn += 1;
                            if turn % threads == thread {
                                self.fill(own, others);
                                done += (others.len() * threads) as u64;
                            }
                        }
                    }
                }
                if should_stop(done) {
                    stopped.store(true, Ordering::Relaxed);
                }
                barrier.wait();
                let is_stopped = stopped.load(Ordering::Relaxed);
                // Nobody may begin the next stage, and stop there, before all have looked.
                barrier.wait();
                if is_stopped {
                    return;
                }
            }
        }
    }

    fn fill(&self, own: L, others: &[L]) {
        let known = |rank: u64| i32::from(self.values[rank as usize].load(Ordering::Relaxed) as i8);
        for &other in others {
            let pits = Packed { own, other };
            let future = future_by_moves(&self.sowing, &self.ranking, pits, known);
            self.values[self.ranking.rank(pits) as usize].store(future as i8 as u8, Ordering::Relaxed);
        }
    }
}

/// Every way to lay out so many stones on one side.
fn sides_by_way<L: Lanes>(pits: u32, stones: u32) -> SidesByWay<L> {
    let mut by_way = vec![Vec::new(); (stones * pits) as usize + 1];
    // How many stones lie in each pit; the odometer's last wheel takes what is left.
    let mut laid = vec![0_u32; pits as usize];
    let mut left = stones;
    loop {
        let last = pits - 1;
        let mut side = L::one(last, left as u8);
        let mut way = left;
        for (pit, &stones) in (0..last).zip(&laid) {
            side = side | L::one(pit, stones as u8);
            way += stones * (pits - pit);
        }
        by_way[way as usize].push(side);
        let mut wheel = 0;
        loop {
            let Some(stones) = laid.get_mut(wheel).filter(|_| wheel < last as usize) else { return by_way };
            if left > 0 {
                *stones += 1;
                left -= 1;
                break;
            }
            left += *stones;
            *stones = 0;
            wheel += 1;
        }
    }
}
