//! What flows through contacts.
//!
//! A closed contact resists nothing, so no equation asks for its current: it follows from those of the
//! loads, diodes, fuses and sources, since what arrives at a pin leaves it again. Where closed contacts form
//! loops, the current divides as if each had the same small resistance; wires have none.

use kiber_netlist::{ContactId, Id};

use crate::current::Nanoamps;
use crate::flows::{Flows, divide};
use crate::fuses::FuseStatus;
use crate::movement::ContactSide;
use crate::network::JointBy;
use crate::plan::{Link, LinkId};
use crate::simulator::Simulator;
use crate::solve::{GROUND, Merger};

/// A side of a contact, and what flows through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactCurrent {
    /// The contact.
    pub contact: ContactId,
    /// Which side of it.
    pub side: ContactSide,
    /// From the first net of the side to the second: of a change-over or a wafer from `common`, else as the
    /// circuit writes them. 0 through an open side; none where the current of a short circuit flows, which
    /// nothing limits.
    pub current: Option<Nanoamps>,
}

impl Simulator {
    /// What flows through every side of every contact now, as they stand in the circuit; a side that is
    /// not wired is left out.
    ///
    /// A closed side that is the only way carries what the loads behind it draw. Where several closed contacts
    /// lead round they share as if each had the same small resistance: two in parallel half each. Contacts are
    /// taken to resist less than a conducting diode, a fuse or a source, so that the currents of these are those
    /// of [`Simulator::current`]. What a rounding leaves over, a few nanoamperes at most, is shown as it
    /// comes out.
    pub fn contact_currents(&self) -> Vec<ContactCurrent> {
        let of_link =
            |link: &Link| ContactCurrent { contact: link.contact, side: link.side, current: Some(Nanoamps(0)) };
        let mut currents: Vec<ContactCurrent> = self.plan.links.rows().iter().map(of_link).collect();
        let closed: Vec<LinkId> = self.plan.links.ids().filter(|&link| self.electricity.is_closed(link)).collect();
        if closed.is_empty() {
            return currents;
        }
        let network = &self.electricity.wiring.network;
        let mut ways = Ways::new(self, closed.iter().map(|&link| network.link_pins(link)));
        self.each_flow(|[from, to], amps| {
            ways.give(from, -amps);
            ways.give(to, amps);
        });
        for (&link, amps) in closed.iter().zip(ways.shares()) {
            currents[link.index()].current = Some(Nanoamps::from_amps(amps));
        }
        for link in self.short_circuited(&closed) {
            currents[link.index()].current = None;
        }
        currents
    }

    /// As one row of [`Simulator::contact_currents`]; 0 of a side that is not wired. All are worked out for
    /// it, so who wants several asks for all.
    pub fn contact_current(&self, contact: ContactId, side: ContactSide) -> Option<Nanoamps> {
        let currents = self.contact_currents();
        let found = self.plan.side(contact, side).and_then(|link| currents.get(link.index()));
        found.map_or(Some(Nanoamps(0)), |row| row.current)
    }

    /// Each current that is not that of a contact, with the pins that it leaves and reaches.
    fn each_flow(&self, mut flow: impl FnMut([u32; 2], f64)) {
        let network = &self.electricity.wiring.network;
        for zone in &network.zones {
            for element in &zone.elements {
                flow(network.load_pins(element.load), self.electricity.amps(element.load));
            }
        }
        let Flows { poles, diodes, fuses } = self.flows();
        for (pole, amps) in network.rails.poles().iter().zip(poles) {
            let [plus, minus] = network.source_pins(pole.source);
            flow([minus, plus], amps);
        }
        for (diode, amps) in diodes {
            flow(network.diode_pins(diode), amps);
        }
        for (fuse, amps) in fuses {
            flow(network.fuse_pins(fuse), amps);
        }
    }

    /// The closed contacts through which the current of a short circuit flows: those that would carry a share
    /// of one ampere that a shorted source gave.
    fn short_circuited(&self, closed: &[LinkId]) -> Vec<LinkId> {
        const NO_SHARE: f64 = 1e-6;
        let network = &self.electricity.wiring.network;
        let mut found = Vec::new();
        for source in self.electricity.standing.iter().flat_map(|short| &short.sources) {
            let Some(source) = self.plan.of_part(*source).source else { continue };
            let diodes = self.plan.diodes.ids().filter(|&diode| self.electricity.conducts(diode));
            let whole = self.plan.fuses.ids().filter(|fuse| self.fuses[fuse.index()] == FuseStatus::Whole);
            let others = network.rails.poles().iter().filter(|pole| pole.source != source);
            let pins = closed
                .iter()
                .map(|&link| network.link_pins(link))
                .chain(diodes.map(|diode| network.diode_pins(diode)))
                .chain(whole.map(|fuse| network.fuse_pins(fuse)))
                .chain(others.map(|pole| network.source_pins(pole.source)));
            let mut ways = Ways::new(self, pins);
            let [plus, minus] = network.source_pins(source);
            ways.give(plus, 1.0);
            ways.give(minus, -1.0);
            let shares = closed.iter().zip(ways.shares());
            found.extend(shares.filter(|(_, share)| share.abs() > NO_SHARE).map(|(&link, _)| link));
        }
        found
    }
}

/// Ways without resistance between pins, wires apart, and what is given to them.
struct Ways {
    /// The pins as wires and shorted coils join them.
    wired: Merger,
    /// The number of each pin at which a way ends.
    numbers: Vec<u32>,
    edges: Vec<(u32, u32)>,
    given: Vec<f64>,
}

impl Ways {
    fn new(simulator: &Simulator, pins: impl Iterator<Item = [u32; 2]>) -> Self {
        let network = &simulator.electricity.wiring.network;
        let mut wired = Merger::default();
        wired.reset(network.pin_count());
        for joint in network.joints.iter().filter(|joint| matches!(joint.by, JointBy::Part(_))) {
            wired.join(joint.ends[0], joint.ends[1]);
        }
        let mut numbers = vec![GROUND; network.pin_count()];
        let mut count = 0;
        let edges: Vec<(u32, u32)> = pins
            .map(|ends| {
                let [from, to] = ends.map(|end| {
                    let number = &mut numbers[wired.find(end) as usize];
                    if *number == GROUND {
                        *number = count;
                        count += 1;
                    }
                    *number
                });
                (from, to)
            })
            .collect();
        Self { wired, numbers, edges, given: vec![0.0; count as usize] }
    }

    /// So many amperes enter at a pin; nothing happens at one where no way ends.
    fn give(&mut self, pin: u32, amps: f64) {
        let number = self.numbers[self.wired.find(pin) as usize];
        if let Some(given) = self.given.get_mut(number as usize) {
            *given += amps;
        }
    }

    /// What each way carries.
    fn shares(&self) -> Vec<f64> {
        divide(&self.edges, &self.given)
    }
}
