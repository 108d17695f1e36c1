//! Looking at a circuit: places, lamps, currents, potentials.

use std::sync::Arc;

use kiber_netlist::{ContactId, Id, NetId, PartId};

use crate::current::Nanoamps;
use crate::event::{LampLevel, Micros, Short};
use crate::fault::Fault;
use crate::mechanism::{Place, Request};
use crate::plan::{Drive, LinkId, LoadKind};
use crate::simulator::Simulator;
use crate::solve::{Branch, GROUND, Merger, Solver};
use crate::zone::{Solution, Zone, ZoneSolver};

/// The sides of contacts that close and open in one move: the contact, and whether it is its make side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContactsMoved {
    /// Sides that close.
    pub closes: Vec<(ContactId, bool)>,
    /// Sides that open.
    pub opens: Vec<(ContactId, bool)>,
}

impl Simulator {
    /// Where a relay, button or toggle stands; [`Place::RELEASED`] for parts that do not move.
    pub fn place(&self, part: PartId) -> Place {
        self.plan.of_part(part).mechanism.map_or(Place::RELEASED, |mechanism| self.motion.places[mechanism.index()])
    }

    /// Whether a hand holds the button or has put the toggle on.
    #[inline]
    pub fn is_held(&self, part: PartId) -> bool {
        self.plan.of_part(part).mechanism.is_some_and(|mechanism| {
            matches!(self.plan.mechanisms[mechanism].drive, Drive::Hand)
                && self.motion.asks[mechanism.index()] == Request::Operate
        })
    }

    /// Whether a source is on; false for other parts.
    pub fn source_is_on(&self, part: PartId) -> bool {
        self.plan.of_part(part).source.is_some_and(|source| self.source_on[source.index()])
    }

    /// How bright a lamp is; [`LampLevel::Off`] for other parts.
    #[inline]
    pub fn lamp(&self, part: PartId) -> LampLevel {
        self.plan.of_part(part).first_load.map_or(LampLevel::Off, |load| self.electricity.lamp(&self.plan, load))
    }

    /// The current through a lamp, a resistor, a diode or a winding (the first is 0), positive from
    /// the first pin to the second; of a source, what it gives out of its plus pole. 0 for parts
    /// without a current of their own.
    pub fn current(&self, part: PartId, winding: usize) -> Nanoamps {
        let plan = self.plan.of_part(part);
        if let Some(source) = plan.source {
            return self.source_currents()[source.index()];
        }
        if let Some(diode) = plan.diode {
            return self.diode_current(diode);
        }
        self.load_of(part, winding).map_or(Nanoamps(0), |(load, _)| self.electricity.current(load))
    }

    /// Whether the current of a winding is neither 0 nor that of a whole source across it.
    pub fn is_partial(&self, part: PartId, winding: usize) -> bool {
        self.load_of(part, winding).is_some_and(|(load, kind)| {
            matches!(kind, LoadKind::Winding { .. })
                && self.watch.is_partial(self.electricity.current(load), self.plan.loads[load].ohms)
        })
    }

    /// What a relay's coil, or a hand, asks for.
    pub fn asks(&self, part: PartId) -> Request {
        self.plan.of_part(part).mechanism.map_or(Request::Nothing, |mechanism| self.motion.asks[mechanism.index()])
    }

    /// Whether a contact conducts; of a change-over, whether its make side does.
    pub fn is_closed(&self, contact: ContactId) -> bool {
        let [break_side, make_side] = self.plan.sides(contact);
        let is_changeover =
            matches!(self.plan.circuit.contacts[contact].form, kiber_netlist::ContactForm::Changeover { .. });
        let side = if is_changeover { make_side } else { make_side.or(break_side) };
        side.is_some_and(|link| self.link_is_closed(link))
    }

    /// Whether a break contact conducts; of a change-over, whether its break side does.
    pub fn is_break_closed(&self, contact: ContactId) -> bool {
        self.plan.sides(contact)[0].is_some_and(|link| self.link_is_closed(link))
    }

    fn link_is_closed(&self, link: LinkId) -> bool {
        self.electricity.is_closed(link)
    }

    /// The shorts there are now.
    pub fn shorts(&self) -> &[Arc<Short>] {
        &self.electricity.standing
    }

    /// The faults there are now, in order.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// How long until a mechanism moves on, if it is about to, in microseconds.
    pub fn remaining(&self, part: PartId) -> Option<Micros> {
        let due = self.motion.agenda.due(self.plan.of_part(part).mechanism?);
        (due != Micros::MAX).then(|| due.saturating_sub(self.motion.now))
    }

    /// Which contacts close and which open when a part goes from one place to another. Contacts that
    /// a fault keeps as they are do not move.
    pub fn contacts_moved(&self, part: PartId, from: Place, to: Place) -> ContactsMoved {
        let mut moved = ContactsMoved::default();
        let Some(mechanism) = self.plan.of_part(part).mechanism else { return moved };
        let network = &self.electricity.wiring.network;
        for link in self.plan.mechanisms[mechanism].link_ids() {
            let side = &self.plan.links[link];
            if network.link_place(link).is_none() {
                continue;
            }
            match (side.closed_in.contains(from), side.closed_in.contains(to)) {
                (false, true) => moved.closes.push((side.contact, side.make)),
                (true, false) => moved.opens.push((side.contact, side.make)),
                _ => {}
            }
        }
        moved
    }

    /// The potential of every net, by net, in volts against the minus pole of the first source it
    /// hangs together with; none for a net that floats.
    pub fn potentials(&self) -> Vec<Option<f64>> {
        let network = &self.electricity.wiring.network;
        let rails = self.electricity.rails();
        let mut of_node: Vec<Option<f64>> = (0..network.pin_count() as u32)
            .map(|node| network.rails.of_node(node).map(|rail| rails[rail as usize].volts))
            .collect();
        let mut solver = ZoneSolver::of_all_nodes();
        let mut solution = Solution::default();
        for zone in &network.zones {
            solver.solve(zone, rails, |index| self.link_is_closed(zone.links[index].link), &mut solution);
            let references = self.references(zone, &solution, &mut solver);
            for (local, &node) in zone.members.iter().enumerate() {
                let root = solver.nodes.find(local as u32);
                let class = solver.class(zone, rails, root);
                let potential = references[local].and_then(|reference| {
                    let zero = match reference {
                        Reference::Rail => 0.0,
                        Reference::Node(minus) => {
                            let root = solver.nodes.find(minus);
                            let class = solver.class(zone, rails, root);
                            solver.equations.potential(class)?
                        }
                    };
                    Some(solver.equations.potential(class)? - zero)
                });
                let slot = &mut of_node[node as usize];
                *slot = slot.or(potential);
            }
        }
        self.plan.circuit.nets.ids().map(|net: NetId| of_node[network.node_of_net(net) as usize]).collect()
    }

    /// What each node of a zone has its potential against, if anything conducts to it.
    fn references(&self, zone: &Zone, solution: &Solution, solver: &mut ZoneSolver) -> Vec<Option<Reference>> {
        let mut pieces = Merger::default();
        pieces.reset(zone.nodes as usize);
        for node in 0..zone.nodes {
            pieces.join(node, solver.nodes.find(node));
        }
        for element in &zone.elements {
            pieces.join(element.ends[0], element.ends[1]);
        }
        for (diode, &conducts) in zone.diodes.iter().zip(&solution.conducting) {
            if conducts {
                pieces.join(diode.ends[0], diode.ends[1]);
            }
        }
        let mut of_piece: Vec<Option<Reference>> = vec![None; zone.nodes as usize];
        for rail in 0..zone.rails.len() as u32 {
            of_piece[pieces.find(rail) as usize] = Some(Reference::Rail);
        }
        for element in &zone.elements {
            if let LoadKind::Internal { .. } = self.plan.loads[element.load].kind {
                let piece = pieces.find(element.ends[0]) as usize;
                of_piece[piece].get_or_insert(Reference::Node(element.ends[0]));
            }
        }
        (0..zone.nodes).map(|node| of_piece[pieces.find(node) as usize]).collect()
    }

    /// What each source gives out of its plus pole, by source.
    ///
    /// Ideal sources in parallel share as if each had the same small resistance.
    pub(crate) fn source_currents(&self) -> Vec<Nanoamps> {
        let network = &self.electricity.wiring.network;
        let rail_count = self.electricity.rails().len();
        let mut drawn = vec![0.0; rail_count];
        let mut same = Merger::default();
        same.reset(rail_count);
        for zone in &network.zones {
            let mut pieces = self.pieces(zone, true);
            for (node, &rail) in zone.rails.iter().enumerate() {
                same.join(rail, zone.rails[pieces.find(node as u32) as usize]);
            }
            for element in &zone.elements {
                let current = self.electricity.current(element.load).0 as f64 * 1e-9;
                for (end, sign) in element.ends.into_iter().zip([1.0, -1.0]) {
                    if let Some(&rail) = zone.rails.get(pieces.find(end) as usize) {
                        drawn[rail as usize] += sign * current;
                    }
                }
            }
        }
        let mut rails: Vec<f64> = vec![0.0; rail_count];
        for (rail, amps) in drawn.into_iter().enumerate() {
            rails[same.find(rail as u32) as usize] -= amps;
        }
        let down: Vec<_> = self.electricity.standing.iter().flat_map(|short| short.sources.iter().copied()).collect();
        let mut rail = |node| network.rails.of_node(node).map_or(GROUND, |rail| same.find(rail));
        let edges: Vec<(u32, u32)> =
            network.rails.poles().iter().map(|pole| (rail(pole.minus), rail(pole.plus))).collect();
        let shares = divide(&edges, &rails);
        let mut currents: Vec<Nanoamps> = self
            .plan
            .sources
            .iter()
            .map(|(_, source)| source.internal_load.map_or(Nanoamps(0), |load| self.electricity.current(load)))
            .collect();
        for (pole, share) in network.rails.poles().iter().zip(shares) {
            // What a shorted ideal source would give has no value.
            if !down.contains(&self.plan.sources[pole.source].part) {
                currents[pole.source.index()] = Nanoamps::from_amps(share);
            }
        }
        currents
    }

    /// What a diode carries, from anode to cathode.
    fn diode_current(&self, diode: crate::plan::DiodeId) -> Nanoamps {
        let network = &self.electricity.wiring.network;
        let Some(spot) = network.diode_place(diode) else { return Nanoamps(0) };
        if !self.electricity.conducts(diode) {
            return Nanoamps(0);
        }
        let zone = &network.zones[spot.zone as usize];
        let mut pieces = self.pieces(zone, false);
        let rails = zone.rails.len();
        // A rail takes and gives whatever is needed.
        let mut node = |end: u32| match pieces.find(end) {
            root if (root as usize) < rails => GROUND,
            root => root,
        };
        let mut given = vec![0.0; zone.nodes as usize];
        for element in &zone.elements {
            let current = self.electricity.current(element.load).0 as f64 * 1e-9;
            for (end, sign) in element.ends.into_iter().zip([-1.0, 1.0]) {
                let at = node(end);
                if at != GROUND {
                    given[at as usize] += sign * current;
                }
            }
        }
        let conducting = zone.diodes.iter().filter(|other| self.electricity.conducts(other.diode));
        let edges: Vec<(u32, u32)> =
            conducting.clone().map(|other| (node(other.ends[0]), node(other.ends[1]))).collect();
        let at = conducting.take_while(|other| other.diode != diode).count();
        divide(&edges, &given).get(at).map_or(Nanoamps(0), |&amps| Nanoamps::from_amps(amps))
    }

    /// The nodes of a zone as closed contacts join them, and conducting diodes if asked.
    fn pieces(&self, zone: &Zone, through_diodes: bool) -> Merger {
        let mut pieces = Merger::default();
        pieces.reset(zone.nodes as usize);
        for link in zone.links.iter().filter(|link| self.link_is_closed(link.link)) {
            pieces.join(link.ends[0], link.ends[1]);
        }
        for diode in zone.diodes.iter().filter(|diode| through_diodes && self.electricity.conducts(diode.diode)) {
            pieces.join(diode.ends[0], diode.ends[1]);
        }
        pieces
    }
}

/// What a potential is measured against.
#[derive(Clone, Copy, Debug)]
enum Reference {
    /// The reference of its rails.
    Rail,
    /// The minus pole of a source with internal resistance.
    Node(u32),
}

/// How currents divide over paths without resistance: `given` enters at each node, and each edge
/// carries its share from first to second node as if all edges had the same small resistance.
fn divide(edges: &[(u32, u32)], given: &[f64]) -> Vec<f64> {
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
