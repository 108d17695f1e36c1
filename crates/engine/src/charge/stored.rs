//! A zone with capacitors and its present answer.

use crate::bits::Bits;
use crate::current::Nanoamps;
use crate::plan::Plan;
use crate::zone::{Rail, Solution, Zone, ZoneSolver};

use super::Charges;
use super::alarm::Moving;
use super::solving::Outcome;

/// A zone with capacitors. Whatever moves in it, it is solved from nothing.
#[derive(Clone, Debug)]
pub(crate) struct StoredZone {
    closed: Bits,
    answer: Outcome,
    /// The elements that go otherwise since the last update.
    pub(crate) changed: Vec<u32>,
}

impl StoredZone {
    pub(crate) fn new(zone: &Zone, closed: impl Fn(usize) -> bool) -> Self {
        let mut bits = Bits::new(zone.links.len());
        for link in (0..zone.links.len()).filter(|&link| closed(link)) {
            bits.flip(link);
        }
        Self { closed: bits, answer: Outcome::default(), changed: Vec::new() }
    }

    pub(crate) fn is_closed(&self, link: usize) -> bool {
        self.closed.has(link)
    }

    /// Takes note that a link opened or closed.
    pub(crate) fn moved(&mut self, link: u32) {
        self.closed.flip(link as usize);
    }

    /// The currents of what does not move, and which diodes conduct.
    pub(crate) fn solution(&self) -> &Solution {
        &self.answer.solution
    }

    /// Brings the zone up to date. False if it cannot be solved because of a short circuit.
    pub(crate) fn update(
        &mut self,
        plan: &Plan,
        zone: &Zone,
        rails: &[Rail],
        solver: &mut ZoneSolver,
        charges: &mut Charges,
    ) -> bool {
        let closed = &self.closed;
        let new = solver.solve_charged(plan, zone, rails, |link| closed.has(link), charges);
        let old = std::mem::replace(&mut self.answer, new);
        let new = &self.answer;
        self.changed.clear();
        for element in 0..zone.elements.len() {
            let moved = old.moves.get(element).is_some_and(Option::is_some);
            let same = match &new.moves[element] {
                Some(_) => moved && new.kept[element],
                None => !moved && old.solution.currents.get(element) == new.solution.currents.get(element),
            };
            if !same {
                self.changed.push(element as u32);
            }
        }
        !new.solution.conflict
    }

    /// The current of an element at the charges' instant.
    pub(crate) fn current(&self, element: usize, charges: &Charges) -> Nanoamps {
        self.answer.current(element, charges)
    }

    /// The current of an element before it is rounded, if it moves.
    pub(crate) fn amps(&self, element: usize, charges: &Charges) -> Option<f64> {
        self.answer.amps(element, charges)
    }

    /// How the current of an element moves, if it does.
    pub(crate) fn moving(&self, element: usize) -> Option<Moving<'_>> {
        let (island, branch) = self.answer.moves.get(element)?.as_ref()?;
        Some(Moving { island, branch: *branch as usize })
    }
}
