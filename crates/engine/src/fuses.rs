//! Fuses: how they are wired, what they carry, and what one that blows has fed.
//!
//! A whole fuse joins its pins like a wire, so it takes nothing from what it feeds. Where that makes a
//! short circuit, its own small resistance limits the current instead, for as long as the short would
//! stand.

use std::collections::BTreeSet;

use kiber_netlist::{Id, PartId};

use crate::current::Nanoamps;
use crate::mechanism::{Place, Request};
use crate::network::LinkStatus;
use crate::plan::{FuseId, LoadKind};
use crate::simulator::Simulator;

/// How a fuse takes part in the currents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FuseStatus {
    /// It joins its pins.
    Whole,
    /// It is whole, and its resistance limits a current that nothing else does.
    Limits,
    /// It conducts no more.
    Blown,
}

impl Simulator {
    /// Solves the currents as the contacts stand, and notes what has changed.
    #[inline]
    pub(crate) fn find_currents(&mut self, watched: bool) {
        if self.plan.fuses.is_empty() && self.plan.capacitors.is_empty() {
            return self.solve_as_wired(watched);
        }
        self.find_currents_with_care(watched);
    }

    /// The same with fuses, which may have to limit a short circuit, and with capacitors, whose
    /// voltages are those of this instant.
    #[cold]
    #[inline(never)]
    fn find_currents_with_care(&mut self, watched: bool) {
        let has_capacitors = !self.plan.capacitors.is_empty();
        if has_capacitors {
            self.electricity.begin(&self.plan, self.motion.now);
        }
        if !self.plan.fuses.is_empty() {
            self.wire_fuses(|_| FuseStatus::Whole);
        }
        self.solve_as_wired(watched);
        if !self.electricity.standing.is_empty() && self.fuses.contains(&FuseStatus::Whole) {
            self.limit_by_fuses(watched);
        }
        if has_capacitors {
            let Self { plan, electricity, changes, .. } = self;
            electricity.end(plan, watched, changes);
            self.note_charges();
            self.watch_limits();
        }
    }

    /// Lets fuses limit a short circuit: those that carry too much for it, or else all.
    #[cold]
    fn limit_by_fuses(&mut self, watched: bool) {
        self.wire_fuses(|_| FuseStatus::Limits);
        self.solve_as_wired(watched);
        if !self.electricity.standing.is_empty() {
            return;
        }
        let overloaded: Vec<bool> = self
            .plan
            .fuses
            .rows()
            .iter()
            .zip(self.fuse_currents())
            .map(|(fuse, current)| current.0.saturating_abs() > fuse.rated.0)
            .collect();
        let limits = |fuse: FuseId| match overloaded.get(fuse.index()) {
            Some(true) => FuseStatus::Limits,
            _ => FuseStatus::Whole,
        };
        // Solved again as it is, nothing would seem to have changed.
        if self.wire_fuses(limits) {
            self.solve_as_wired(watched);
        }
        if !self.electricity.standing.is_empty() {
            self.wire_fuses(|_| FuseStatus::Limits);
            self.solve_as_wired(watched);
        }
    }

    #[inline]
    fn solve_as_wired(&mut self, watched: bool) {
        let Self { plan, electricity, changes, .. } = self;
        changes.clear();
        electricity.solve(plan, watched, changes);
    }

    /// Wires the fuses that are not blown as is said; false if they are already.
    fn wire_fuses(&mut self, unblown: impl Fn(FuseId) -> FuseStatus) -> bool {
        let wanted = self.plan.fuses.iter().map(|(id, fuse)| match self.motion.place(fuse.mechanism) {
            Place::RELEASED => unblown(id),
            _ => FuseStatus::Blown,
        });
        let wanted: Vec<FuseStatus> = wanted.collect();
        let rewired = wanted != self.fuses;
        if rewired {
            for (id, status) in self.plan.fuses.ids().zip(&wanted) {
                if *status == FuseStatus::Blown && self.fuses[id.index()] != FuseStatus::Blown {
                    self.blown_now.push(id);
                }
            }
            self.fuses = wanted;
            self.rewire();
        }
        rewired
    }

    /// What each fuse asks for at the current through it.
    pub(crate) fn fuse_requests(&self) -> Vec<Request> {
        let currents = self.fuse_currents();
        let fuses = self.plan.fuses.iter().zip(currents);
        fuses
            .map(|((id, fuse), current)| {
                let over = current.0.saturating_abs() > fuse.rated.0;
                if over && self.fuses[id.index()] != FuseStatus::Blown { Request::Operate } else { Request::Nothing }
            })
            .collect()
    }

    /// Fuses ask for what the currents say, no timer starts, and none is told to have blown.
    pub(crate) fn set_fuses_silently(&mut self) {
        self.blown_now.clear();
        if self.fuses.is_empty() {
            return;
        }
        for (fuse, asks) in self.plan.fuses.rows().iter().zip(self.fuse_requests()) {
            self.motion.asks[fuse.mechanism.index()] = asks;
            self.motion.since[fuse.mechanism.index()] = self.motion.now;
        }
    }

    /// What a fuse fed, now that it is blown: the windings and lamps that only it can have joined to a
    /// pole, as the contacts stand, and that carry no current.
    pub(crate) fn fed_by(&self, fuse: FuseId) -> Vec<PartId> {
        let network = &self.electricity.wiring.network;
        let is_pole = |node: u32| network.rails.of_node(node).is_some();
        let mut fed = BTreeSet::new();
        let mut reached: BTreeSet<u32> = BTreeSet::new();
        let mut queue: Vec<u32> =
            network.nodes_of(network.fuse_pins(fuse)).into_iter().filter(|&node| !is_pole(node)).collect();
        let mut steps: Vec<([u32; 2], Option<PartId>)> = Vec::new();
        for link in self.plan.links.ids() {
            if network.link_status(link) == LinkStatus::Moving && self.electricity.is_closed(link) {
                steps.push((network.nodes_of(network.link_pins(link)), None));
            }
        }
        for diode in self.plan.diodes.ids() {
            steps.push((network.nodes_of(network.diode_pins(diode)), None));
        }
        for (id, load) in self.plan.loads.iter() {
            if network.load_place(id).is_some() {
                let shows = matches!(load.kind, LoadKind::Winding { .. } | LoadKind::Lamp { .. })
                    && self.electricity.current(id) == Nanoamps(0);
                steps.push((network.nodes_of(network.load_pins(id)), shows.then_some(load.part)));
            }
        }
        let mut at_node: std::collections::BTreeMap<u32, Vec<usize>> = std::collections::BTreeMap::new();
        for (index, (ends, _)) in steps.iter().enumerate() {
            for end in ends {
                at_node.entry(*end).or_default().push(index);
            }
        }
        while let Some(node) = queue.pop() {
            if !reached.insert(node) {
                continue;
            }
            for &step in at_node.get(&node).into_iter().flatten() {
                let ([a, b], part) = steps[step];
                fed.extend(part);
                let other = if a == node { b } else { a };
                if !is_pole(other) {
                    queue.push(other);
                }
            }
        }
        fed.into_iter().collect()
    }

    /// Whether a part is a fuse that is blown.
    pub fn is_blown(&self, part: PartId) -> bool {
        let plan = self.plan.of_part(part);
        plan.fuse.is_some() && plan.mechanism.is_some_and(|mechanism| self.motion.place(mechanism) != Place::RELEASED)
    }
}
