//! The currents of the whole circuit, kept up to date as contacts move.

use std::collections::BTreeSet;
use std::sync::Arc;

use kiber_netlist::Id;

use crate::current::Nanoamps;
use crate::event::{LampLevel, Short};
use crate::large::LargeZone;
use crate::mechanism::{Place, Request};
use crate::network::LinkStatus;
use crate::plan::{DiodeId, Drive, LinkId, LoadId, LoadKind, MechanismId, Plan, SourceId};
use crate::shorts;
use crate::small::{Given, SmallZone, request};
use crate::wiring::Wiring;
use crate::zone::{Rail, Solution, ZoneSolver};

/// How a zone is solved, with its present answer.
#[derive(Clone, Debug)]
enum ZoneState {
    Small(SmallZone),
    Large(Box<LargeZone>),
}

/// Which coils may ask for something else than before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// New requests.
    pub(crate) requests: Vec<(MechanismId, Request)>,
    /// Mechanisms whose request has to be worked out from their windings.
    pub(crate) touched: Vec<MechanismId>,
    /// Loads whose currents may have changed; only filled when somebody watches.
    pub(crate) loads: Vec<LoadId>,
    /// Anything may have changed.
    pub(crate) everything: bool,
}

impl Changes {
    pub(crate) fn clear(&mut self) {
        self.requests.clear();
        self.touched.clear();
        self.loads.clear();
        self.everything = false;
    }
}

/// The currents of a circuit.
#[derive(Clone, Debug)]
pub(crate) struct Electricity {
    pub(crate) wiring: Arc<Wiring>,
    zones: Vec<ZoneState>,
    dirty: Vec<u32>,
    is_dirty: Vec<bool>,
    rails: Vec<Rail>,
    /// The shorts there are; while there is one, every instant is solved from nothing.
    pub(crate) standing: Vec<Arc<Short>>,
    /// Another state was put in place: what shorts there are is not what was.
    pub(crate) restored: bool,
    /// Every coil and lamp has to be looked at again: the network is new.
    pub(crate) recheck: bool,
    solver: ZoneSolver,
    capacity: usize,
}

impl Electricity {
    /// A network with its contacts where `place` says; nothing is solved yet.
    pub(crate) fn new(
        plan: &Plan,
        wiring: Arc<Wiring>,
        place: impl Fn(MechanismId) -> Place + Copy,
        capacity: usize,
    ) -> Self {
        let zones = wiring
            .network
            .zones
            .iter()
            .zip(&wiring.codings)
            .map(|(zone, coding)| match coding {
                Some(coding) => ZoneState::Small(SmallZone::new(coding, place)),
                None => ZoneState::Large(Box::new(LargeZone::new(zone, |index| {
                    let link = &plan.links[zone.links[index].link];
                    link.closed_in.contains(place(link.mechanism))
                }))),
            })
            .collect::<Vec<_>>();
        let count = zones.len();
        let rails = wiring.base_rails.clone();
        Self {
            wiring,
            zones,
            dirty: (0..count as u32).collect(),
            is_dirty: vec![true; count],
            rails,
            standing: Vec::new(),
            restored: false,
            recheck: false,
            solver: ZoneSolver::default(),
            capacity,
        }
    }

    pub(crate) fn set_capacity(&mut self, capacity: usize) {
        self.capacity = capacity;
        for zone in &mut self.zones {
            if let ZoneState::Small(small) = zone {
                small.forget();
            }
        }
    }

    pub(crate) fn rails(&self) -> &[Rail] {
        &self.rails
    }

    /// Takes note that a mechanism went from one place to another.
    #[inline]
    pub(crate) fn moved(&mut self, plan: &Plan, mechanism: MechanismId, from: Place, to: Place) {
        let index = mechanism.index();
        let wiring = &*self.wiring;
        let range = wiring.touch_starts[index] as usize..wiring.touch_starts[index + 1] as usize;
        for touch in &wiring.touches[range] {
            let change = touch.patterns[(from.0 & 3) as usize] ^ touch.patterns[(to.0 & 3) as usize];
            if change != 0
                && let ZoneState::Small(small) = &mut self.zones[touch.zone as usize]
            {
                small.moved(u128::from(change) << touch.shift);
                mark(&mut self.dirty, &mut self.is_dirty, touch.zone);
            }
        }
        let range = wiring.large_starts[index] as usize..wiring.large_starts[index + 1] as usize;
        for large_link in &wiring.large_links[range] {
            let closed_in = plan.links[large_link.link].closed_in;
            if closed_in.contains(from) != closed_in.contains(to)
                && let ZoneState::Large(large) = &mut self.zones[large_link.zone as usize]
            {
                large.moved(large_link.index);
                mark(&mut self.dirty, &mut self.is_dirty, large_link.zone);
            }
        }
    }

    /// Solves what has changed. With `watch`, loads whose currents changed are listed too.
    pub(crate) fn solve(&mut self, plan: &Plan, watch: bool, changes: &mut Changes) {
        changes.everything |= std::mem::take(&mut self.recheck);
        if !self.standing.is_empty() || !self.wiring.network.rails.always_shorted.is_empty() {
            self.solve_shorted(plan, changes);
            return;
        }
        let Self { wiring, zones, dirty, is_dirty, rails, solver, capacity, .. } = self;
        let mut conflict = false;
        // Zones are independent, so their order does not matter to any result.
        while let Some(zone) = dirty.pop() {
            is_dirty[zone as usize] = false;
            let mut update = Update { plan, wiring, rails, solver, capacity: *capacity, watch, changes };
            conflict |= update.zone(zone, &mut zones[zone as usize]);
        }
        if conflict {
            // What other zones made of potentials that do not hold is no request: it would restart timers.
            changes.requests.clear();
            changes.touched.clear();
            self.solve_shorted(plan, changes);
        }
    }

    /// Solves with short circuits: looks for the loops of sources that closed paths short, takes
    /// their sources down, and solves every zone from nothing.
    fn solve_shorted(&mut self, plan: &Plan, changes: &mut Changes) {
        let wiring = Arc::clone(&self.wiring);
        let network = &wiring.network;
        let mut joined: Vec<(u32, u32)> = plan
            .links
            .ids()
            .filter(|&link| network.link_status(link) == LinkStatus::Moving && self.is_closed(link))
            .map(|link| network.nodes_of(network.link_pins(link)).into())
            .collect();
        let mut conducting = BTreeSet::new();
        let mut ignored = Changes::default();
        let loops = loop {
            let loops = network.rails.loops(&joined);
            let down: Vec<SourceId> = loops.iter().flatten().copied().collect();
            self.rails = network.rails.potentials(&down);
            let known = conducting.len();
            for number in 0..self.zones.len() as u32 {
                match &mut self.zones[number as usize] {
                    ZoneState::Small(small) => small.forget(),
                    ZoneState::Large(large) => large.forget(),
                }
                let mut update = Update {
                    plan,
                    wiring: &wiring,
                    rails: &self.rails,
                    solver: &mut self.solver,
                    capacity: self.capacity,
                    watch: false,
                    changes: &mut ignored,
                };
                if update.zone(number, &mut self.zones[number as usize]) {
                    // What is left are paths through conducting diodes.
                    let own = network.zones[number as usize].diodes.iter().map(|diode| diode.diode);
                    conducting.extend(own.filter(|&diode| self.conducts(diode)));
                }
            }
            if conducting.len() == known {
                break loops;
            }
            joined.extend(
                conducting.iter().map(|&diode| <(u32, u32)>::from(network.nodes_of(network.diode_pins(diode)))),
            );
        };
        self.dirty.clear();
        self.is_dirty.fill(false);
        changes.everything = true;
        let mut before = std::mem::take(&mut self.standing);
        if std::mem::take(&mut self.restored) {
            before.clear();
        }
        for sources in loops {
            let closed = |link| self.is_closed(link);
            // A short is one as long as its sources are down, even if another path takes over.
            let known = before.iter().find(|short| shorts::has_sources(plan, short, &sources));
            let short = known
                .cloned()
                .unwrap_or_else(|| Arc::new(shorts::describe(plan, network, &sources, closed, &conducting)));
            self.standing.push(short);
        }
    }

    /// Whether a side of a contact conducts.
    pub(crate) fn is_closed(&self, link: LinkId) -> bool {
        let network = &self.wiring.network;
        match (network.link_status(link), network.link_place(link)) {
            (LinkStatus::Welded, _) => true,
            (LinkStatus::Moving, Some(spot)) => {
                let number = spot.zone as usize;
                match (&self.zones[number], &self.wiring.codings[number]) {
                    (ZoneState::Small(small), Some(coding)) => small.is_closed(coding, spot.index as usize),
                    (ZoneState::Large(large), _) => large.is_closed(spot.index as usize),
                    (ZoneState::Small(_), None) => false,
                }
            }
            _ => false,
        }
    }

    fn solution(&self, zone: u32) -> &Solution {
        match &self.zones[zone as usize] {
            ZoneState::Small(small) => small.solution(),
            ZoneState::Large(large) => &large.solution,
        }
    }

    /// Whether a diode conducts.
    pub(crate) fn conducts(&self, diode: DiodeId) -> bool {
        self.wiring
            .network
            .diode_place(diode)
            .is_some_and(|spot| self.solution(spot.zone).conducting.get(spot.index as usize).copied().unwrap_or(false))
    }

    /// The current through a load from its first pin to its second; 0 if a fault took it out.
    #[inline]
    pub(crate) fn current(&self, load: LoadId) -> Nanoamps {
        self.wiring.network.load_place(load).map_or(Nanoamps(0), |spot| {
            self.solution(spot.zone).currents.get(spot.index as usize).copied().unwrap_or_default()
        })
    }

    /// What drives a relay: the current of its only winding, or the sum over its windings, each
    /// weighed by the first one's operate current over its own.
    pub(crate) fn drive(&self, plan: &Plan, mechanism: MechanismId) -> Nanoamps {
        let Drive::Coil { first, windings, .. } = plan.mechanisms[mechanism].drive else { return Nanoamps(0) };
        if windings == 1 {
            return self.current(first);
        }
        let sum: f64 = plan
            .windings(mechanism)
            .map(|winding| match plan.loads[winding].kind {
                LoadKind::Winding { share, .. } => share * self.current(winding).0 as f64,
                _ => 0.0,
            })
            .sum();
        Nanoamps(sum.round_ties_even() as i64)
    }

    /// What a mechanism's coil asks for now.
    pub(crate) fn request(&self, plan: &Plan, mechanism: MechanismId) -> Request {
        request(plan, mechanism, self.drive(plan, mechanism))
    }

    /// How bright a lamp is at its present current.
    pub(crate) fn lamp(&self, plan: &Plan, load: LoadId) -> LampLevel {
        let LoadKind::Lamp { dim, lit } = plan.loads[load].kind else { return LampLevel::Off };
        let strength = Nanoamps(self.current(load).0.saturating_abs());
        if strength >= lit {
            LampLevel::Lit
        } else if strength >= dim {
            LampLevel::Dim
        } else {
            LampLevel::Off
        }
    }
}

/// What bringing a zone up to date takes, besides the zone.
struct Update<'a> {
    plan: &'a Plan,
    wiring: &'a Wiring,
    rails: &'a [Rail],
    solver: &'a mut ZoneSolver,
    capacity: usize,
    watch: bool,
    changes: &'a mut Changes,
}

impl Update<'_> {
    /// Brings a zone up to date; true if it cannot be solved because of a short circuit.
    #[inline]
    fn zone(&mut self, number: u32, state: &mut ZoneState) -> bool {
        let Self { plan, wiring, rails, solver, capacity, watch, changes } = self;
        let zone = &wiring.network.zones[number as usize];
        match (state, &wiring.codings[number as usize]) {
            (ZoneState::Small(small), Some(coding)) => {
                let former = small.update(Given { plan, zone, coding, rails, capacity: *capacity }, solver);
                let new = small.decision();
                if small.is_present(former) {
                    return new.conflict;
                }
                if !zone.driven.is_empty() {
                    let (old, _) = small.former(former);
                    let split = wiring.split[number as usize];
                    let known = u64::MAX >> (64 - zone.driven.len());
                    let mut differing = ((new.operate ^ old.operate) | (new.release ^ old.release)) & known & !split;
                    while differing != 0 {
                        let driven = differing.trailing_zeros() as usize;
                        differing &= differing - 1;
                        changes.requests.push((zone.driven[driven], new.request(driven)));
                    }
                    if split != 0 {
                        let driven = zone.driven.iter().enumerate();
                        let own = driven.filter(|&(at, _)| split >> at & 1 == 1);
                        changes.touched.extend(own.map(|(_, &mechanism)| mechanism));
                    }
                }
                if *watch {
                    let (new, (_, old)) = (small.solution(), small.former(former));
                    for (index, element) in zone.elements.iter().enumerate() {
                        if old.currents.get(index).copied().unwrap_or_default() != new.currents[index] {
                            changes.loads.push(element.load);
                        }
                    }
                }
                new.conflict
            }
            (ZoneState::Large(large), _) => {
                large.update(zone, rails, solver);
                for &element in &large.changed {
                    let load = zone.elements[element as usize].load;
                    if let LoadKind::Winding { mechanism, .. } = plan.loads[load].kind {
                        changes.touched.push(mechanism);
                    }
                    if *watch {
                        changes.loads.push(load);
                    }
                }
                large.solution.conflict
            }
            (ZoneState::Small(_), None) => false,
        }
    }
}

#[inline]
fn mark(dirty: &mut Vec<u32>, is_dirty: &mut [bool], zone: u32) {
    let flag = &mut is_dirty[zone as usize];
    if !*flag {
        *flag = true;
        dirty.push(zone);
    }
}
