//! A zone with capacitors, solved from nothing: its islands with capacitors go as they go, all else
//! is solved as anywhere, with capacitors that rest left out.

use std::sync::Arc;

use crate::current::Nanoamps;
use crate::decay::Store;
use crate::plan::Plan;
use crate::solve::{Branch, DiodeBranch, GROUND};
use crate::zone::{Class, Rail, Solution, Zone, ZoneSolver};

use super::Charges;
use super::island::{Equations, Island, Update};

/// Not yet numbered.
const NONE: u32 = u32::MAX;

/// What solving a zone with capacitors makes of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    pub(super) solution: Solution,
    /// By element, the island it moves with and its number there.
    pub(super) moves: Vec<Option<(Arc<Island>, u32)>>,
    /// By element, whether its island goes on as before.
    pub(super) kept: Vec<bool>,
}

/// An item that can carry current: an element or, after those, a diode.
struct Item {
    item: u32,
    ends: [Class; 2],
}

impl ZoneSolver {
    /// Solves a zone whose links stand as `closed` says, with the charges of this instant.
    pub(super) fn solve_charged(
        &mut self,
        plan: &Plan,
        zone: &Zone,
        rails: &[Rail],
        closed: impl Fn(usize) -> bool,
        charges: &mut Charges,
    ) -> Outcome {
        let elements = zone.elements.len();
        let mut outcome =
            Outcome { moves: vec![None; elements], kept: vec![false; elements], solution: Solution::default() };
        if !self.prepare(zone, rails, closed, &mut outcome.solution) {
            return outcome;
        }
        self.find_dead(zone, &[]);
        let mut absent = vec![false; zone.items()];
        let islands = self.gather(zone, rails);
        for items in islands {
            let equations = self.equations_of(plan, zone, &items);
            let update = charges.update(equations, self.equations.solver());
            let (island, kept) = match update {
                Update::Kept(island) => (island, true),
                Update::New(island) => (island, false),
                Update::Conflict => {
                    // What closes the path are diodes: they are known even so.
                    for (item, conducts) in diodes_of(zone, &items).zip(&self.equations.solver().conducting) {
                        outcome.solution.conducting[item] = *conducts;
                    }
                    outcome.solution.conflict = true;
                    return outcome;
                }
            };
            let Some(_) = &island.course else {
                for item in &items {
                    absent[item.item as usize] = zone.store_of(item.item).is_some();
                }
                continue;
            };
            let own = items.iter().filter(|item| (item.item as usize) < elements);
            for (item, (_, branch)) in own.zip(island.loads()) {
                outcome.moves[item.item as usize] = Some((Arc::clone(&island), branch));
                outcome.kept[item.item as usize] = kept;
            }
            for (item, (_, conducts)) in diodes_of(zone, &items).zip(island.conducting()) {
                outcome.solution.conducting[item] = conducts;
            }
            for item in &items {
                absent[item.item as usize] = true;
            }
        }
        for store in &zone.stores {
            if self.is_dead(store.element) {
                charges.isolate(store.capacitor);
                absent[store.element as usize] = true;
            }
        }
        let conducting = std::mem::take(&mut outcome.solution.conducting);
        outcome.solution.conducting = vec![false; conducting.len()];
        self.find_dead(zone, &absent);
        self.solve_live(zone, rails, &mut outcome.solution);
        for (now, moving) in outcome.solution.conducting.iter_mut().zip(conducting) {
            *now |= moving;
        }
        outcome
    }

    /// The islands that have capacitors, each with its items in order.
    fn gather(&mut self, zone: &Zone, rails: &[Rail]) -> Vec<Vec<Item>> {
        let elements = zone.elements.len();
        let count = zone.items();
        let mut items: Vec<Option<[Class; 2]>> = Vec::with_capacity(count);
        for item in 0..count as u32 {
            let [from, to] = self.roots_of(elements, item);
            let is_store = zone.store_of(item).is_some();
            // Its own two ends joined: only a capacitor has anything to do then.
            let carries = !self.is_dead(item) && (from != to || is_store);
            items.push(carries.then(|| {
                if from == to {
                    return [Class::Fixed(0.0); 2];
                }
                [from, to].map(|root| self.class(zone, rails, root))
            }));
        }
        let variables = zone.nodes as usize + zone.rails.len();
        self.islands.reset(variables + count);
        for (item, ends) in items.iter().enumerate() {
            let Some(ends) = ends else { continue };
            let own = (variables + item) as u32;
            for number in ends.iter().filter_map(Class::variable) {
                self.islands.join(own, number);
            }
        }
        let mut place = vec![NONE; variables + count];
        let mut islands: Vec<Vec<Item>> = Vec::new();
        for store in &zone.stores {
            if items[store.element as usize].is_some() {
                let root = self.islands.find((variables + store.element as usize) as u32) as usize;
                if place[root] == NONE {
                    place[root] = islands.len() as u32;
                    islands.push(Vec::new());
                }
            }
        }
        for (item, ends) in items.into_iter().enumerate() {
            let Some(ends) = ends else { continue };
            let root = self.islands.find((variables + item) as u32) as usize;
            if let Some(island) = islands.get_mut(place[root] as usize) {
                island.push(Item { item: item as u32, ends });
            }
        }
        islands
    }

    fn equations_of(&mut self, plan: &Plan, zone: &Zone, items: &[Item]) -> Equations {
        let mut equations = Equations { soft: self.equations.solver().soft, ..Equations::default() };
        let variables = zone.nodes as usize + zone.rails.len();
        let mut numbers = vec![NONE; variables];
        for Item { item, ends } in items {
            let [(from, above), (to, below)] = ends.map(|class| {
                let volts = match class {
                    Class::Fixed(volts) | Class::Above(_, volts) => volts,
                    Class::Free(_) => 0.0,
                };
                let Some(variable) = class.variable() else { return (GROUND, volts) };
                let number = &mut numbers[variable as usize];
                if *number == NONE {
                    *number = equations.nodes as u32;
                    equations.nodes += 1;
                }
                (*number, volts)
            });
            let Some(element) = zone.elements.get(*item as usize) else {
                let diode = &zone.diodes[*item as usize - zone.elements.len()];
                equations.diodes.push(DiodeBranch { from, to, drop: diode.drop - above + below });
                equations.diode_ids.push(diode.diode);
                continue;
            };
            if let Some(capacitor) = zone.store_of(*item) {
                let farads = plan.capacitors[capacitor].farads;
                equations.stores.push(Store { branch: equations.branches.len() as u32, farads });
                equations.capacitors.push(capacitor);
            }
            equations.branches.push(Branch { from, to, ohms: element.ohms, emf: element.emf + above - below });
            equations.loads.push(element.load);
        }
        equations
    }
}

/// The places of an island's diodes among those of its zone.
fn diodes_of(zone: &Zone, items: &[Item]) -> impl Iterator<Item = usize> {
    let elements = zone.elements.len();
    items.iter().filter_map(move |item| (item.item as usize).checked_sub(elements))
}

impl Outcome {
    /// The current of an element at an instant.
    pub(super) fn current(&self, element: usize, charges: &Charges) -> Nanoamps {
        match self.amps(element, charges) {
            Some(amps) => Nanoamps::from_amps(amps),
            None => self.solution.currents.get(element).copied().unwrap_or_default(),
        }
    }

    /// The current of an element that moves, as it is before it is rounded.
    pub(super) fn amps(&self, element: usize, charges: &Charges) -> Option<f64> {
        let (island, branch) = self.moves.get(element)?.as_ref()?;
        let course = island.course.as_ref()?;
        Some(course.current(*branch as usize, charges.elapsed(island)))
    }
}
