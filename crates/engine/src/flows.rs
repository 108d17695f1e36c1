//! What flows where nothing resists: through ideal sources and diodes.
//!
//! No equation asks for these currents. They follow from those of the loads, since what arrives at a
//! node leaves it again; where several ways lead round, they share as if each had the same small
//! resistance.

use std::collections::BTreeMap;

use kiber_netlist::Id;

use crate::current::Nanoamps;
use crate::fuses::FuseStatus;
use crate::network::{Joint, JointBy, LinkStatus};
use crate::plan::{DiodeId, FuseId, LoadId, SourceId, SourcePlan};
use crate::simulator::Simulator;
use crate::solve::{Branch, GROUND, Merger, Solver};

/// Currents that nothing resists.
pub(crate) struct Flows {
    /// From minus to plus inside each ideal source that is on, in the order of the poles.
    pub(crate) poles: Vec<f64>,
    /// Through the diodes that conduct, from anode to cathode.
    pub(crate) diodes: BTreeMap<DiodeId, f64>,
    /// Through the fuses that join their pins, from the first to the second.
    pub(crate) fuses: BTreeMap<FuseId, f64>,
}

impl Simulator {
    /// The limit of each source that has one, then the rating of each fuse.
    pub(crate) fn limits(&self) -> Vec<Nanoamps> {
        let sources = self.plan.sources.rows().iter().filter_map(|source| source.max);
        sources.chain(self.plan.fuses.rows().iter().map(|fuse| fuse.rated)).collect()
    }

    /// What would flow through all that has a limit, in the order of [`Simulator::limits`], if these
    /// were the currents of the loads.
    pub(crate) fn limited(&self, amps: impl Fn(LoadId) -> f64) -> Vec<f64> {
        let down: Vec<_> = self.electricity.standing.iter().flat_map(|short| short.sources.iter().copied()).collect();
        let mut flows = self.flows_of(&amps);
        let mut gives: BTreeMap<SourceId, f64> = BTreeMap::new();
        for (pole, amps) in self.electricity.wiring.network.rails.poles().iter().zip(flows.poles) {
            if !down.contains(&self.plan.sources[pole.source].part) {
                gives.insert(pole.source, amps);
            }
        }
        let source = |(id, source): (SourceId, &SourcePlan)| {
            source.max?;
            Some(source.internal_load.map_or_else(|| gives.get(&id).copied().unwrap_or_default(), &amps))
        };
        let sources = self.plan.sources.iter().filter_map(source);
        let fuses = self.plan.fuses.iter().map(|(id, fuse)| match self.fuses[id.index()] {
            FuseStatus::Whole => flows.fuses.remove(&id).unwrap_or_default(),
            FuseStatus::Limits => amps(fuse.short_load),
            FuseStatus::Blown => 0.0,
        });
        sources.chain(fuses).collect()
    }

    /// What each source gives out of its plus pole, by source.
    pub(crate) fn source_currents(&self) -> Vec<Nanoamps> {
        let down: Vec<_> = self.electricity.standing.iter().flat_map(|short| short.sources.iter().copied()).collect();
        let mut currents: Vec<Nanoamps> = self
            .plan
            .sources
            .iter()
            .map(|(_, source)| source.internal_load.map_or(Nanoamps(0), |load| self.electricity.current(load)))
            .collect();
        for (pole, amps) in self.electricity.wiring.network.rails.poles().iter().zip(self.flows().poles) {
            // What a shorted ideal source would give has no value.
            if !down.contains(&self.plan.sources[pole.source].part) {
                currents[pole.source.index()] = Nanoamps::from_amps(amps);
            }
        }
        currents
    }

    /// What a diode carries, from anode to cathode.
    pub(crate) fn diode_current(&self, diode: DiodeId) -> Nanoamps {
        if !self.electricity.conducts(diode) {
            return Nanoamps(0);
        }
        self.flows().diodes.get(&diode).map_or(Nanoamps(0), |&amps| Nanoamps::from_amps(amps))
    }

    /// What each fuse carries, from its first pin to its second.
    pub(crate) fn fuse_currents(&self) -> Vec<Nanoamps> {
        let mut flows = self.flows();
        let fuses = self.plan.fuses.iter();
        fuses
            .map(|(id, fuse)| match self.fuses[id.index()] {
                FuseStatus::Whole => flows.fuses.remove(&id).map_or(Nanoamps(0), Nanoamps::from_amps),
                FuseStatus::Limits => self.electricity.current(fuse.short_load),
                FuseStatus::Blown => Nanoamps(0),
            })
            .collect()
    }

    /// The pins that closed contacts join, and the joints that are asked for.
    pub(crate) fn joined_pins(&self, asked_for: impl Fn(&Joint) -> bool) -> Merger {
        let network = &self.electricity.wiring.network;
        let mut joined = Merger::default();
        joined.reset(network.pin_count());
        for joint in network.joints.iter().filter(|joint| asked_for(joint)) {
            joined.join(joint.ends[0], joint.ends[1]);
        }
        for link in self.plan.links.ids() {
            if network.link_status(link) == LinkStatus::Moving && self.electricity.is_closed(link) {
                let [a, b] = network.link_pins(link);
                joined.join(a, b);
            }
        }
        joined
    }

    pub(crate) fn flows(&self) -> Flows {
        self.flows_of(&|load| self.electricity.amps(load))
    }

    fn flows_of(&self, amps_of: &impl Fn(LoadId) -> f64) -> Flows {
        let network = &self.electricity.wiring.network;
        // A fuse joins its pins, and is a way all the same.
        let mut joined = self.joined_pins(|joint| !matches!(joint.by, JointBy::Fuse(_)));
        let conducting: Vec<DiodeId> =
            self.plan.diodes.ids().filter(|&diode| self.electricity.conducts(diode)).collect();
        let whole: Vec<FuseId> =
            self.plan.fuses.ids().filter(|fuse| self.fuses[fuse.index()] == FuseStatus::Whole).collect();
        let poles = network.rails.poles();
        let from_minus_to_plus = |source| {
            let [plus, minus] = network.source_pins(source);
            [minus, plus]
        };
        let ways = poles
            .iter()
            .map(|pole| from_minus_to_plus(pole.source))
            .chain(conducting.iter().map(|&diode| network.diode_pins(diode)))
            .chain(whole.iter().map(|&fuse| network.fuse_pins(fuse)));
        // Only nodes at which such a way ends take part.
        let mut numbers = vec![GROUND; network.pin_count()];
        let mut count = 0;
        let edges: Vec<(u32, u32)> = ways
            .map(|ends| {
                let [from, to] = ends.map(|end| {
                    let number = &mut numbers[joined.find(end) as usize];
                    if *number == GROUND {
                        *number = count;
                        count += 1;
                    }
                    *number
                });
                (from, to)
            })
            .collect();
        let mut given = vec![0.0; count as usize];
        for zone in &network.zones {
            for element in &zone.elements {
                let amps = amps_of(element.load);
                for (end, sign) in network.load_pins(element.load).into_iter().zip([-1.0, 1.0]) {
                    let node = joined.find(end);
                    if let Some(given) = given.get_mut(numbers[node as usize] as usize) {
                        *given += sign * amps;
                    }
                }
            }
        }
        let mut shares = divide(&edges, &given);
        let mut through_diodes = shares.split_off(poles.len());
        let through_fuses = through_diodes.split_off(conducting.len());
        Flows {
            poles: shares,
            diodes: conducting.into_iter().zip(through_diodes).collect(),
            fuses: whole.into_iter().zip(through_fuses).collect(),
        }
    }
}

/// How currents divide over paths without resistance: `given` enters at each node, and each edge
/// carries its share from first to second node as if all edges had the same small resistance.
pub(crate) fn divide(edges: &[(u32, u32)], given: &[f64]) -> Vec<f64> {
    /// So far above the edges' ohm that what is given is given whatever the potential.
    const CURRENT_SOURCE_OHMS: f64 = 1e12;
    let mut branches: Vec<Branch> = edges.iter().map(|&(from, to)| Branch { from, to, ohms: 1.0, emf: 0.0 }).collect();
    for (node, &amps) in given.iter().enumerate() {
        let emf = amps * CURRENT_SOURCE_OHMS;
        branches.push(Branch { from: GROUND, to: node as u32, ohms: CURRENT_SOURCE_OHMS, emf });
    }
    let mut solver = Solver::default();
    solver.solve(given.len(), &branches, &[]);
    branches[..edges.len()].iter().map(|branch| branch.current(&solver.potentials)).collect()
}
