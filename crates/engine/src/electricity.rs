//! The currents of the whole circuit, kept up to date as contacts move.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kiber_netlist::Id;

use crate::agenda::NEVER;
use crate::charge::{Charges, Watched, all_watched};
use crate::current::Nanoamps;
use crate::decide::{WeighedSum, request};
use crate::event::{LampLevel, Micros, Short};
use crate::mechanism::{Place, Request};
use crate::network::LinkStatus;
use crate::plan::{CapacitorId, DiodeId, Drive, LinkId, LoadId, LoadKind, MechanismId, Plan, SourceId};
use crate::shorts;
use crate::solve::Merger;
use crate::solved::{Present, Solved, Update, ZoneState};
use crate::steps::Manner;
use crate::wiring::Wiring;
use crate::zone::{Rail, Zone, ZoneSolver};

/// Which coils may ask for something else than before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// New requests.
    pub(crate) requests: Vec<(MechanismId, Request)>,
    /// Mechanisms whose request has to be worked out from their windings.
    pub(crate) touched: Vec<MechanismId>,
    /// Loads whose currents may have changed; only filled when somebody watches.
    pub(crate) loads: Vec<LoadId>,
    /// Capacitors that go otherwise than before.
    pub(crate) capacitors: Vec<CapacitorId>,
    /// Anything may have changed.
    pub(crate) everything: bool,
}

impl Changes {
    pub(crate) fn clear(&mut self) {
        self.requests.clear();
        self.touched.clear();
        self.loads.clear();
        self.capacitors.clear();
        self.everything = false;
    }
}

impl Changes {
    /// Elements of a zone with capacitors go otherwise than before.
    fn note(&mut self, zone: &Zone, elements: &[u32], watch: bool) {
        for &element in elements {
            if watch {
                self.loads.push(zone.elements[element as usize].load);
            }
            // Their currents may also come from elsewhere, so they are asked for by mechanism.
            self.touched.extend(zone.coil_of(element).map(|coil| zone.coils[coil].mechanism));
        }
    }
}

/// Short circuits through contacts alone: as long as the same sources are down, only what moves has
/// to be solved.
#[derive(Clone, Debug)]
struct Shorted {
    loops: Vec<Vec<SourceId>>,
    /// The rails that contacts join, by zone.
    joined: BTreeMap<u32, Vec<(u32, u32)>>,
}

/// The currents of a circuit.
#[derive(Clone, Debug)]
pub(crate) struct Electricity {
    plan: Arc<Plan>,
    pub(crate) wiring: Arc<Wiring>,
    pub(crate) zones: Vec<ZoneState>,
    /// What the capacitors hold.
    pub(crate) charges: Charges,
    /// What currents that move may decide, and when that is next.
    pub(crate) watched: Vec<Watched>,
    pub(crate) alarm: Micros,
    /// The zones with capacitors that were solved at this instant.
    pub(crate) updated: Vec<u32>,
    dirty: Vec<u32>,
    is_dirty: Vec<bool>,
    rails: Vec<Rail>,
    /// The shorts there are.
    pub(crate) standing: Vec<Arc<Short>>,
    /// What stood when all was last solved from nothing; none if a step is not enough to go on from it.
    shorted: Option<Shorted>,
    /// Another state was put in place: what shorts there are is not what was.
    pub(crate) restored: bool,
    /// Every coil and lamp has to be looked at again: the network is new.
    pub(crate) recheck: bool,
    solver: ZoneSolver,
    manner: Manner,
}

impl Electricity {
    /// A network with its contacts where `place` says; nothing is solved yet.
    pub(crate) fn new(
        plan: Arc<Plan>,
        wiring: Arc<Wiring>,
        place: impl Fn(MechanismId) -> Place + Copy,
        manner: Manner,
    ) -> Self {
        let count = wiring.network.zones.len();
        let zones = (0..count).map(|number| ZoneState::new(&plan, &wiring, number, place)).collect();
        let rails = wiring.base_rails.clone();
        Self {
            charges: Charges::new(&plan),
            watched: all_watched(&plan, &wiring),
            alarm: NEVER,
            updated: Vec::new(),
            plan,
            wiring,
            zones,
            dirty: (0..count as u32).collect(),
            is_dirty: vec![true; count],
            rails,
            standing: Vec::new(),
            shorted: None,
            restored: false,
            recheck: false,
            solver: ZoneSolver::default(),
            manner,
        }
    }

    /// Takes note that a zone is to be solved again.
    pub(crate) fn mark(&mut self, zone: u32) {
        mark(&mut self.dirty, &mut self.is_dirty, zone);
    }

    /// Solves in this manner from now on; nothing stays remembered.
    pub(crate) fn set_manner(&mut self, manner: Manner) {
        self.manner = manner;
        for zone in &mut self.zones {
            zone.forget_answers();
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
            let pattern = |place: Place| wiring.patterns[touch.patterns as usize + place.0 as usize];
            let change = pattern(from) ^ pattern(to);
            if change != 0 {
                self.zones[touch.zone as usize].solved().key_moved(u128::from(change) << touch.shift);
                mark(&mut self.dirty, &mut self.is_dirty, touch.zone);
            }
        }
        let range = wiring.large_starts[index] as usize..wiring.large_starts[index + 1] as usize;
        for large_link in &wiring.large_links[range] {
            let closed_in = &plan.links[large_link.link].closed_in;
            if closed_in.contains(from) != closed_in.contains(to) {
                self.zones[large_link.zone as usize].solved().link_moved(large_link.index);
                mark(&mut self.dirty, &mut self.is_dirty, large_link.zone);
            }
        }
    }

    /// Solves what has changed. With `watch`, loads whose currents changed are listed too.
    #[inline]
    pub(crate) fn solve(&mut self, plan: &Plan, watch: bool, changes: &mut Changes) {
        changes.everything |= std::mem::take(&mut self.recheck);
        let shorted = !self.standing.is_empty() || !self.wiring.network.rails.always_shorted.is_empty();
        if shorted || self.solve_dirty(plan, watch, changes) {
            self.solve_with_shorts(plan, watch, changes, shorted);
        }
    }

    /// Solves while a source is shorted, or has just been.
    #[cold]
    #[inline(never)]
    fn solve_with_shorts(&mut self, plan: &Plan, watch: bool, changes: &mut Changes, before: bool) {
        if before && self.step_shorted(plan, watch, changes) {
            return;
        }
        // What other zones made of potentials that do not hold is no request: it would restart timers.
        changes.requests.clear();
        changes.touched.clear();
        self.solve_shorted(plan, changes);
    }

    /// Brings all dirty zones up to date; true if one cannot be, because of a short circuit.
    fn solve_dirty(&mut self, plan: &Plan, watch: bool, changes: &mut Changes) -> bool {
        let Self { wiring, zones, dirty, is_dirty, rails, solver, manner, charges, updated, .. } = self;
        let mut conflict = false;
        // Zones are independent, so their order does not matter to any result.
        while let Some(zone) = dirty.pop() {
            is_dirty[zone as usize] = false;
            let state = &mut zones[zone as usize];
            if !watch && state.leave_behind() {
                continue;
            }
            let present = Present { plan, wiring, rails, manner: *manner };
            match (Update { present, solver, watch, changes }).zone(zone, state.solved()) {
                Some(conflicts) => conflict |= conflicts,
                None => {
                    updated.push(zone);
                    conflict |= update_stored(present, zone, state, solver, charges, watch, changes);
                }
            }
            state.caught_up();
        }
        conflict
    }

    /// Goes on from one instant with short circuits to the next; false if that is not enough, since
    /// other sources are down now or diodes have a part in it.
    fn step_shorted(&mut self, plan: &Plan, watch: bool, changes: &mut Changes) -> bool {
        let Some(mut shorted) = self.shorted.take().filter(|_| !self.restored) else { return false };
        for &zone in &self.dirty {
            let joined = self.rail_joints(zone, false);
            if joined.is_empty() {
                shorted.joined.remove(&zone);
            } else {
                shorted.joined.insert(zone, joined);
            }
        }
        let loops = self.wiring.network.rails.loops(shorted.joined.values().flatten().copied());
        if loops != shorted.loops || self.solve_dirty(plan, watch, changes) {
            return false;
        }
        let standing = std::mem::take(&mut self.standing);
        for (short, sources) in standing.iter().zip(&loops) {
            let short = self.short_of(plan, sources, std::slice::from_ref(short), &BTreeSet::new());
            self.standing.push(short);
        }
        self.shorted = Some(shorted);
        true
    }

    /// The rails of a zone that closed contacts join, and conducting diodes if asked, in pairs.
    fn rail_joints(&self, number: u32, through_diodes: bool) -> Vec<(u32, u32)> {
        let zone = &self.wiring.network.zones[number as usize];
        if zone.rails.len() < 2 {
            return Vec::new();
        }
        let mut pieces = Merger::default();
        pieces.reset(zone.nodes as usize);
        for link in zone.links.iter().filter(|link| self.is_closed(link.link)) {
            pieces.join(link.ends[0], link.ends[1]);
        }
        for diode in zone.diodes.iter().filter(|diode| through_diodes && self.conducts(diode.diode)) {
            pieces.join(diode.ends[0], diode.ends[1]);
        }
        let mut joints = Vec::new();
        for (node, &rail) in zone.rails.iter().enumerate() {
            let first = pieces.find(node as u32) as usize;
            if first != node {
                joints.push((rail, zone.rails[first]));
            }
        }
        joints
    }

    /// The short circuit of these sources: one that was known, if its path is still closed. It is one
    /// as long as its sources are down, even if another path takes over.
    fn short_of(
        &self,
        plan: &Plan,
        sources: &[SourceId],
        known: &[Arc<Short>],
        conducting: &BTreeSet<DiodeId>,
    ) -> Arc<Short> {
        let closed = |link| self.is_closed(link);
        known
            .iter()
            .find(|short| shorts::has_sources(plan, short, sources) && shorts::is_closed(plan, short, closed))
            .cloned()
            .unwrap_or_else(|| Arc::new(shorts::describe(plan, &self.wiring.network, sources, closed, conducting)))
    }

    /// Solves with short circuits: looks for the loops of sources that closed paths short, takes
    /// their sources down, and solves every zone from nothing.
    fn solve_shorted(&mut self, plan: &Plan, changes: &mut Changes) {
        let wiring = Arc::clone(&self.wiring);
        let network = &wiring.network;
        let numbers = 0..self.zones.len() as u32;
        let mut joined: BTreeMap<u32, Vec<(u32, u32)>> = numbers
            .clone()
            .map(|zone| (zone, self.rail_joints(zone, false)))
            .filter(|(_, joints)| !joints.is_empty())
            .collect();
        let mut conducting: BTreeSet<DiodeId> = BTreeSet::new();
        let mut ignored = Changes::default();
        let loops = loop {
            let loops = network.rails.loops(joined.values().flatten().copied());
            let down: Vec<SourceId> = loops.iter().flatten().copied().collect();
            self.rails = network.rails.potentials(&down);
            let conflicting: Vec<u32> =
                numbers.clone().filter(|&zone| self.solve_zone_anew(plan, zone, &mut ignored)).collect();
            let known = conducting.len();
            // What contacts do not explain are paths through conducting diodes.
            for &zone in &conflicting {
                let own = network.zones[zone as usize].diodes.iter().map(|diode| diode.diode);
                conducting.extend(own.filter(|&diode| self.conducts(diode)));
                joined.entry(zone).or_default().extend(self.rail_joints(zone, true));
            }
            if conducting.len() == known {
                // Drops that do not add up round a loop, and no source to blame.
                self.solver.equations.take_diodes_softly(true);
                for zone in conflicting {
                    self.solve_zone_anew(plan, zone, &mut ignored);
                }
                self.solver.equations.take_diodes_softly(false);
                break loops;
            }
        };
        self.dirty.clear();
        self.is_dirty.fill(false);
        changes.everything = true;
        let mut before = std::mem::take(&mut self.standing);
        if std::mem::take(&mut self.restored) {
            before.clear();
        }
        for sources in &loops {
            let short = self.short_of(plan, sources, &before, &conducting);
            self.standing.push(short);
        }
        self.shorted = conducting.is_empty().then_some(Shorted { loops, joined });
    }

    /// Solves a zone from nothing; true if it cannot be, because of a short circuit.
    fn solve_zone_anew(&mut self, plan: &Plan, number: u32, ignored: &mut Changes) -> bool {
        let Self { wiring, zones, rails, solver, manner, charges, updated, .. } = self;
        let state = &mut zones[number as usize];
        state.solved().forget();
        let present = Present { plan, wiring, rails, manner: *manner };
        let conflict = match (Update { present, solver, watch: false, changes: ignored }).zone(number, state.solved()) {
            Some(conflict) => conflict,
            None => {
                updated.push(number);
                update_stored(present, number, state, solver, charges, false, ignored)
            }
        };
        state.caught_up();
        conflict
    }

    /// Whether a side of a contact conducts.
    pub(crate) fn is_closed(&self, link: LinkId) -> bool {
        let network = &self.wiring.network;
        match (network.link_status(link), network.link_place(link)) {
            (LinkStatus::Welded, _) => true,
            (LinkStatus::Moving, Some(spot)) => {
                let number = spot.zone as usize;
                self.zones[number].is_closed(self.wiring.codings[number].as_ref(), spot.index as usize)
            }
            _ => false,
        }
    }

    /// Whether a diode conducts.
    pub(crate) fn conducts(&self, diode: DiodeId) -> bool {
        let place = self.wiring.network.diode_place(diode);
        place.is_some_and(|spot| self.zones[spot.zone as usize].conducts(spot.index as usize))
    }

    /// The current through a load from its first pin to its second; 0 if a fault took it out.
    #[inline]
    pub(crate) fn current(&self, load: LoadId) -> Nanoamps {
        let Self { plan, wiring, rails, manner, zones, charges, .. } = self;
        let Some(spot) = wiring.network.load_place(load) else { return Nanoamps(0) };
        let present = Present { plan, wiring, rails, manner: *manner };
        zones[spot.zone as usize].current(spot.zone, present, spot.index as usize, charges)
    }

    /// As [`Electricity::current`], without a lock.
    #[inline]
    pub(crate) fn current_alone(&mut self, load: LoadId) -> Nanoamps {
        let Self { plan, wiring, rails, manner, zones, charges, .. } = self;
        let Some(spot) = wiring.network.load_place(load) else { return Nanoamps(0) };
        let present = Present { plan, wiring, rails, manner: *manner };
        zones[spot.zone as usize].current_alone(spot.zone, present, spot.index as usize, charges)
    }

    /// What drives a mechanism: the sum over its windings, each weighed by the part's operate current
    /// over its own; where the windings are judged each by itself, their two currents.
    pub(crate) fn drive(&self, plan: &Plan, mechanism: MechanismId) -> [Nanoamps; 2] {
        let mut windings = plan.windings(mechanism);
        if let Drive::Coil { sense, .. } = plan.mechanisms[mechanism].drive
            && sense.is_double()
        {
            let mut next = || windings.next().map_or(Nanoamps(0), |winding| self.current(winding));
            return [next(), next()];
        }
        let mut sum = WeighedSum::default();
        for winding in windings {
            if let LoadKind::Winding { share, .. } = plan.loads[winding].kind {
                sum.add(share, self.current(winding));
            }
        }
        [sum.total(), Nanoamps(0)]
    }

    /// What a mechanism's coil asks for now.
    pub(crate) fn request(&self, plan: &Plan, mechanism: MechanismId) -> Request {
        request(plan, mechanism, self.drive(plan, mechanism))
    }

    /// How bright a lamp is at its present current.
    pub(crate) fn lamp(&self, plan: &Plan, load: LoadId) -> LampLevel {
        level(plan, load, self.current(load))
    }
}

/// Brings a zone with capacitors up to date; true if it cannot be solved because of a short circuit.
#[cold]
#[inline(never)]
fn update_stored(
    present: Present<'_>,
    number: u32,
    state: &mut ZoneState,
    solver: &mut ZoneSolver,
    charges: &mut Charges,
    watch: bool,
    changes: &mut Changes,
) -> bool {
    let Solved::Stored(stored) = state.solved() else { return false };
    let zone = &present.wiring.network.zones[number as usize];
    let solved = stored.update(present.plan, zone, present.rails, solver, charges);
    changes.note(zone, &stored.changed, watch);
    !solved
}

/// How bright a lamp is at a current.
pub(crate) fn level(plan: &Plan, load: LoadId, current: Nanoamps) -> LampLevel {
    let LoadKind::Lamp { dim, lit } = plan.loads[load].kind else { return LampLevel::Off };
    let strength = Nanoamps(current.0.saturating_abs());
    if strength >= lit {
        LampLevel::Lit
    } else if strength >= dim {
        LampLevel::Dim
    } else {
        LampLevel::Off
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
