//! Whose moves can change what whose coil asks for.

use kiber_netlist::Id;

use super::Untimed;
use crate::plan::{Drive, LoadKind, Plan};
use crate::solve::Merger;
use crate::zone::Zone;

/// Who may move at all before the circuit rests, and whose moves matter to whom.
///
/// It never leaves anybody out; it may name some who in fact never move or do not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Influence {
    /// The numbers of the mechanisms that may move, in order.
    pub movers: Vec<usize>,
    /// Pairs of mechanisms: a move of the first may change what the second asks for. Both may move;
    /// sorted, each pair once, nobody with itself.
    pub pairs: Vec<(usize, usize)>,
}

impl Untimed {
    /// Who may move from here on, as long as no hand acts, and whose moves matter to whom. None if
    /// moves could short a source, since a short circuit matters to everybody, and where there is a
    /// fuse, since whatever it feeds adds up in it, or a winding that may be short-circuited, since that
    /// needs no pole.
    ///
    /// Contacts of those that never move are taken as they stand; what is joined to a pole of an ideal
    /// source through them alone has its potential whatever moves, so it parts the circuit into regions
    /// that know nothing of each other.
    pub fn influence(&self) -> Option<Influence> {
        let own = &self.simulator;
        let network = &own.electricity.wiring.network;
        let reaches_far = !own.plan.fuses.is_empty() || !own.plan.slugs.is_empty();
        if reaches_far || self.is_shorted() || !network.rails.always_shorted.is_empty() {
            return None;
        }
        let mut moves: Vec<bool> = (0..self.count()).map(|mechanism| self.is_restless(mechanism)).collect();
        let mut regions = Regions::default();
        let mut pairs;
        loop {
            pairs = Vec::new();
            for zone in &network.zones {
                if !regions.find(self, zone, &moves) {
                    return None;
                }
                regions.pairs(&own.plan, zone, &moves, &mut pairs);
            }
            let mut more = false;
            for &(_, moved) in &pairs {
                more |= !std::mem::replace(&mut moves[moved], true);
            }
            if !more {
                break;
            }
        }
        pairs.retain(|(mover, moved)| mover != moved);
        pairs.sort_unstable();
        pairs.dedup();
        let movers = moves.iter().enumerate().filter(|&(_, &moves)| moves).map(|(mechanism, _)| mechanism).collect();
        Some(Influence { movers, pairs })
    }
}

/// The regions of a zone.
#[derive(Default)]
struct Regions {
    /// Nodes that fixed contacts join.
    fixed: Merger,
    /// Those that anything else might join or does not keep apart.
    regions: Merger,
    /// Nodes that all contacts together could join.
    joined: Merger,
    /// By region: the poles it touches, up to two, and whether anything in it has a force of its own.
    poles: Vec<[Option<u32>; 2]>,
    driven: Vec<bool>,
}

impl Regions {
    /// Divides a zone; false if its contacts could short a source.
    fn find(&mut self, untimed: &Untimed, zone: &Zone, moves: &[bool]) -> bool {
        let own = &untimed.simulator;
        let nodes = zone.nodes as usize;
        let may_move = |index: usize| moves[own.plan.links[zone.links[index].link].mechanism.index()];
        for merger in [&mut self.fixed, &mut self.regions, &mut self.joined] {
            merger.reset(nodes);
        }
        for (index, link) in zone.links.iter().enumerate() {
            if may_move(index) {
                self.joined.join(link.ends[0], link.ends[1]);
            } else if own.electricity.is_closed(link.link) {
                self.fixed.join(link.ends[0], link.ends[1]);
                self.joined.join(link.ends[0], link.ends[1]);
            }
        }
        for diode in &zone.diodes {
            self.joined.join(diode.ends[0], diode.ends[1]);
        }
        let rails = own.electricity.rails();
        for (node, &rail) in zone.rails.iter().enumerate() {
            let first = self.joined.find(node as u32) as usize;
            let other = zone.rails.get(first).map_or(rail, |&other| other);
            let (here, there) = (rails[rail as usize], rails[other as usize]);
            if first != node && (here.group != there.group || here.volts != there.volts) {
                return false;
            }
        }
        self.join_regions(zone, &may_move);
        true
    }

    fn join_regions(&mut self, zone: &Zone, may_move: &impl Fn(usize) -> bool) {
        // Several groups of sources have no common potential, so their poles part nothing.
        let parts = zone.one_group;
        let poles = zone.rails.len() as u32;
        let Self { fixed, regions, .. } = self;
        let mut join = |[a, b]: [u32; 2]| {
            let (a, b) = (fixed.find(a), fixed.find(b));
            if !parts || (a >= poles && b >= poles) {
                regions.join(a, b);
            }
        };
        for (index, link) in zone.links.iter().enumerate() {
            if may_move(index) {
                join(link.ends);
            }
        }
        zone.elements.iter().for_each(|element| join(element.ends));
        zone.diodes.iter().for_each(|diode| join(diode.ends));
        let nodes = zone.nodes as usize;
        self.poles.clear();
        self.poles.resize(nodes, [None; 2]);
        self.driven.clear();
        self.driven.resize(nodes, !parts);
        for (index, link) in zone.links.iter().enumerate() {
            if may_move(index) {
                self.touch(poles, link.ends, false);
            }
        }
        for element in &zone.elements {
            self.touch(poles, element.ends, element.emf != 0.0);
        }
        for diode in &zone.diodes {
            self.touch(poles, diode.ends, false);
        }
    }

    /// Notes which pole something in a region hangs on.
    fn touch(&mut self, poles: u32, ends: [u32; 2], force: bool) {
        let ends = ends.map(|end| self.fixed.find(end));
        let Some(region) = self.region_of(poles, ends) else { return };
        self.driven[region] |= force;
        for end in ends.into_iter().filter(|&end| end < poles) {
            let known = &mut self.poles[region];
            if known[0].is_none_or(|first| first == end) {
                known[0] = Some(end);
            } else {
                known[1] = Some(end);
            }
        }
    }

    /// The region of something with two ends; none if it hangs between two poles, where nothing
    /// that moves matters to it.
    fn region_of(&mut self, poles: u32, ends: [u32; 2]) -> Option<usize> {
        let inner = ends.into_iter().find(|&end| end >= poles)?;
        Some(self.regions.find(inner) as usize)
    }

    /// Who moves contacts in a region, with whose coils hang there. A region that touches less than
    /// two poles and has no force of its own carries no current, whatever moves.
    fn pairs(&mut self, plan: &Plan, zone: &Zone, moves: &[bool], pairs: &mut Vec<(usize, usize)>) {
        let poles = if zone.one_group { zone.rails.len() as u32 } else { 0 };
        let mut movers: Vec<(usize, usize)> = Vec::new();
        for link in &zone.links {
            let mechanism = plan.links[link.link].mechanism.index();
            if moves[mechanism]
                && let Some(region) = self.live_region(poles, link.ends)
            {
                movers.push((region, mechanism));
            }
        }
        movers.sort_unstable();
        movers.dedup();
        for element in &zone.elements {
            let LoadKind::Winding { mechanism, .. } = plan.loads[element.load].kind else { continue };
            if !matches!(plan.mechanisms[mechanism].drive, Drive::Coil { .. }) {
                continue;
            }
            let Some(region) = self.live_region(poles, element.ends) else { continue };
            let first = movers.partition_point(|&(other, _)| other < region);
            let own = movers[first..].iter().take_while(|&&(other, _)| other == region);
            pairs.extend(own.map(|&(_, mover)| (mover, mechanism.index())));
        }
    }

    fn live_region(&mut self, poles: u32, ends: [u32; 2]) -> Option<usize> {
        let ends = ends.map(|end| self.fixed.find(end));
        let region = self.region_of(poles, ends)?;
        (self.driven[region] || self.poles[region][1].is_some()).then_some(region)
    }
}
