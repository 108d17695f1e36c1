//! What flows through contacts.
//!
//! A closed contact resists nothing, so no equation asks for its current: it follows from those of the
//! loads, since what arrives at a node leaves it again. Where closed ways form loops, the current
//! divides as if each had the same small resistance; wires have none.

use kiber_netlist::{ContactId, Id};

use crate::current::Nanoamps;
use crate::event::ShortStep;
use crate::flows::divide;
use crate::fuses::FuseStatus;
use crate::movement::ContactSide;
use crate::network::JointBy;
use crate::plan::{LinkId, LoadId};
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
    /// circuit writes them. 0 through an open side; none in the path of a short circuit, where nothing
    /// limits it.
    pub current: Option<Nanoamps>,
}

impl Simulator {
    /// What flows through every side of every contact now, as they stand in the circuit; a side that is
    /// not wired is left out.
    ///
    /// A closed side that is the only way carries what the loads behind it draw. Where several closed ways
    /// lead round (contacts, conducting diodes, whole fuses, ideal sources) they share as if each had the
    /// same small resistance: two contacts in parallel half each. What a rounding leaves over, a few
    /// nanoamperes at most, is shown as it comes out.
    pub fn contact_currents(&self) -> Vec<ContactCurrent> {
        let network = &self.electricity.wiring.network;
        let closed: Vec<LinkId> = self.plan.links.ids().filter(|&link| self.electricity.is_closed(link)).collect();
        let mut currents: Vec<ContactCurrent> = self
            .plan
            .links
            .rows()
            .iter()
            .map(|link| ContactCurrent { contact: link.contact, side: link.side, current: Some(Nanoamps(0)) })
            .collect();
        if closed.is_empty() {
            return currents;
        }
        // Only wires and shorted coils join for nothing; all else that conducts is a way.
        let mut joined = Merger::default();
        joined.reset(network.pin_count());
        for joint in network.joints.iter().filter(|joint| matches!(joint.by, JointBy::Part(_))) {
            joined.join(joint.ends[0], joint.ends[1]);
        }
        let diodes = self.plan.diodes.ids().filter(|&diode| self.electricity.conducts(diode));
        let whole = self.plan.fuses.ids().filter(|fuse| self.fuses[fuse.index()] == FuseStatus::Whole);
        let ways = closed
            .iter()
            .map(|&link| network.link_pins(link))
            .chain(network.rails.poles().iter().map(|pole| network.source_pins(pole.source)))
            .chain(diodes.map(|diode| network.diode_pins(diode)))
            .chain(whole.map(|fuse| network.fuse_pins(fuse)));
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
        for load in self.carrying_loads() {
            let amps = self.electricity.amps(load);
            for (end, sign) in network.load_pins(load).into_iter().zip([-1.0, 1.0]) {
                let node = joined.find(end);
                if let Some(given) = given.get_mut(numbers[node as usize] as usize) {
                    *given += sign * amps;
                }
            }
        }
        for (&link, amps) in closed.iter().zip(divide(&edges, &given)) {
            currents[link.index()].current = Some(Nanoamps::from_amps(amps));
        }
        for &link in &closed {
            let row = &mut currents[link.index()];
            if self.is_in_a_short(row.contact) {
                row.current = None;
            }
        }
        currents
    }

    fn is_in_a_short(&self, contact: ContactId) -> bool {
        self.electricity.standing.iter().any(|short| short.path.contains(&ShortStep::Contact(contact)))
    }

    fn carrying_loads(&self) -> impl Iterator<Item = LoadId> {
        let zones = self.electricity.wiring.network.zones.iter();
        zones.flat_map(|zone| zone.elements.iter().map(|element| element.load))
    }
}
