//! Looking at a circuit: places, lamps, currents, potentials.

use std::sync::Arc;

use kiber_netlist::{ContactForm, ContactId, Id, NetId, PartId};

use crate::current::Nanoamps;
use crate::event::{LampLevel, Micros, Short};
use crate::fault::Fault;
use crate::mechanism::{Place, Request, Stand};
use crate::movement::ContactSide;
use crate::plan::{Drive, LinkId, LoadId, LoadKind};
use crate::simulator::Simulator;
use crate::solve::Merger;
use crate::zone::{Solution, Zone, ZoneSolver};

/// The sides of contacts that close and open in one move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContactsMoved {
    /// Sides that close.
    pub closes: Vec<(ContactId, ContactSide)>,
    /// Sides that open.
    pub opens: Vec<(ContactId, ContactSide)>,
}

impl Simulator {
    /// Where a relay, button or toggle stands; [`Place::RELEASED`] for parts that do not move.
    pub fn place(&self, part: PartId) -> Place {
        self.plan.of_part(part).mechanism.map_or(Place::RELEASED, |mechanism| self.motion.places[mechanism.index()])
    }

    /// What the place means in which a part stands: the position of its contacts. The first position for
    /// parts that do not move.
    pub fn stand(&self, part: PartId) -> Stand {
        self.plan.of_part(part).mechanism.map_or(Stand::default(), |mechanism| {
            self.plan.movement(mechanism).stand(self.motion.places[mechanism.index()])
        })
    }

    /// What a place of a part means.
    pub fn stand_in(&self, part: PartId, place: Place) -> Stand {
        let mechanism = self.plan.of_part(part).mechanism;
        mechanism.map_or(Stand::default(), |mechanism| self.plan.movement(mechanism).stand(place))
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

    /// The current through a lamp, a resistor, a diode, a fuse or a winding (the first is 0), positive from
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
        if let Some(fuse) = plan.fuse {
            return self.fuse_currents().get(fuse.index()).copied().unwrap_or_default();
        }
        self.load_of(part, winding).map_or(Nanoamps(0), |(load, _)| self.electricity.current(load))
    }

    /// Whether the current of a winding is neither 0 nor that of a whole source across it.
    pub fn is_partial(&self, part: PartId, winding: usize) -> bool {
        self.load_of(part, winding)
            .is_some_and(|(load, kind)| matches!(kind, LoadKind::Winding { .. }) && self.load_is_partial(load))
    }

    /// As [`Simulator::is_partial`]; a current that goes on by itself always is.
    pub(crate) fn load_is_partial(&self, load: LoadId) -> bool {
        self.electricity.moves(load)
            || self.watch.is_partial(self.electricity.current(load), self.plan.loads[load].ohms)
    }

    /// The voltage of a capacitor now, of its first pin against its second; none for other parts. At
    /// rest it is a whole number of microvolts.
    pub fn voltage(&self, part: PartId) -> Option<f64> {
        let capacitor = self.plan.of_part(part).capacitor?;
        Some(self.electricity.charges.of(capacitor).volts(self.motion.now))
    }

    /// Whether a capacitor is on its way to another voltage; false for other parts.
    pub fn is_charging(&self, part: PartId) -> bool {
        self.plan.of_part(part).capacitor.is_some_and(|id| self.electricity.charges.of(id).since.is_some())
    }

    /// What a relay's coil, or a hand, asks for.
    pub fn asks(&self, part: PartId) -> Request {
        self.plan.of_part(part).mechanism.map_or(Request::Nothing, |mechanism| self.motion.asks[mechanism.index()])
    }

    /// Whether a contact conducts; of a change-over, whether its make side does; of a wafer, whether its
    /// wiper touches a place that is wired.
    pub fn is_closed(&self, contact: ContactId) -> bool {
        let mut sides = self.plan.sides(contact);
        match self.plan.circuit.contacts.get(contact).map(|contact| &contact.form) {
            Some(ContactForm::Changeover { .. }) => self.is_side_closed(contact, ContactSide::Make),
            _ => sides.any(|link| self.link_is_closed(link)),
        }
    }

    /// Whether a break contact conducts; of a change-over, whether its break side does.
    pub fn is_break_closed(&self, contact: ContactId) -> bool {
        self.is_side_closed(contact, ContactSide::Break)
    }

    /// Whether that side of a contact conducts.
    pub fn is_side_closed(&self, contact: ContactId, side: ContactSide) -> bool {
        self.plan.side(contact, side).is_some_and(|link| self.link_is_closed(link))
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

    /// How long until something happens by itself: a mechanism moves on, or a current that moves decides
    /// something. None if nothing ever does.
    pub fn until_next(&self) -> Option<Micros> {
        let pending = self.motion.agenda.pending();
        let moves = pending.into_iter().map(|mechanism| self.motion.agenda.due(mechanism)).min();
        let next = moves.unwrap_or(Micros::MAX).min(self.electricity.alarm);
        (next != Micros::MAX).then(|| next.saturating_sub(self.motion.now))
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
                (false, true) => moved.closes.push((side.contact, side.side)),
                (true, false) => moved.opens.push((side.contact, side.side)),
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
        // How far each group stands above where its own first source puts it, once it is tied to another.
        let mut lifts = vec![0.0; network.rails.group_count()];
        let mut of_node: Vec<Option<f64>> = vec![None; network.pin_count()];
        let mut solver = ZoneSolver::of_all_nodes();
        let mut solution = Solution::default();
        // Zones that tie groups together come first, since they say where the groups stand.
        let (one_group, several): (Vec<&Zone>, Vec<&Zone>) = network.zones.iter().partition(|zone| zone.one_group);
        for zone in several.into_iter().chain(one_group) {
            let charged = (!zone.stores.is_empty())
                .then(|| zone.charged(|capacitor| self.electricity.charges.of(capacitor).volts(self.motion.now)));
            let zone = charged.as_ref().unwrap_or(zone);
            solver.solve(zone, rails, |index| self.link_is_closed(zone.links[index].link), &mut solution);
            let references = self.references(zone, &solution, &mut solver);
            let mut solved = |local: u32| {
                let root = solver.nodes.find(local);
                let class = solver.class(zone, rails, root);
                solver.equations.potential(class)
            };
            for (local, &node) in zone.members.iter().enumerate() {
                let Some(reference) = references[local] else { continue };
                let (Some(potential), Some(at_reference)) = (solved(local as u32), solved(reference)) else { continue };
                let stands_at = zone.rails.get(reference as usize).map_or(0.0, |&rail| {
                    let rail = rails[rail as usize];
                    rail.volts + lifts[rail.group as usize]
                });
                let potential = potential + (stands_at - at_reference);
                match zone.rails.get(local) {
                    Some(&rail) if !zone.one_group => {
                        let rail = rails[rail as usize];
                        lifts[rail.group as usize] = potential - rail.volts;
                    }
                    Some(_) => {}
                    None => of_node[node as usize] = Some(potential),
                }
            }
        }
        for (node, potential) in of_node.iter_mut().enumerate() {
            if let Some(rail) = network.rails.of_node(node as u32) {
                let rail = rails[rail as usize];
                *potential = Some(rail.volts + lifts[rail.group as usize]);
            }
        }
        self.plan.circuit.nets.ids().map(|net: NetId| of_node[network.node_of_net(net) as usize]).collect()
    }

    /// The node that each node of a zone has its potential against, if anything conducts to it: a
    /// rail of the first group it hangs together with or, where there is no rail, the minus pole of
    /// a source with internal resistance.
    fn references(&self, zone: &Zone, solution: &Solution, solver: &mut ZoneSolver) -> Vec<Option<u32>> {
        let rails = self.electricity.rails();
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
        // The sources of a group hold its rails together.
        let mut by_group: Vec<(u32, u32)> =
            zone.rails.iter().zip(0..).map(|(&rail, node)| (rails[rail as usize].group, node)).collect();
        by_group.sort_unstable();
        for pair in by_group.windows(2) {
            if pair[0].0 == pair[1].0 {
                pieces.join(pair[0].1, pair[1].1);
            }
        }
        let mut of_piece: Vec<Option<u32>> = vec![None; zone.nodes as usize];
        for (_, rail) in by_group {
            of_piece[pieces.find(rail) as usize].get_or_insert(rail);
        }
        for element in &zone.elements {
            if let LoadKind::Internal { .. } = self.plan.loads[element.load].kind {
                let piece = pieces.find(element.ends[0]) as usize;
                of_piece[piece].get_or_insert(element.ends[0]);
            }
        }
        (0..zone.nodes).map(|node| of_piece[pieces.find(node) as usize]).collect()
    }
}
