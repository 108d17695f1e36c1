//! Pins as they are wired: on their nets, or on a loose end of their own once their wire is off.

use std::collections::{BTreeMap, BTreeSet};

use kiber_netlist::{ContactForm, ContactId, Id, NetId, PartId};

use crate::fault::Fault;
use crate::movement::ContactSide;
use crate::plan::{DiodeId, FuseId, Link, LoadId, Plan, SourceId};

/// A screw on a part. Where a wire is off, each screw that it went to is on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Terminal {
    Load(LoadId, u32),
    Diode(DiodeId, u32),
    Source(SourceId, u32),
    Fuse(FuseId, u32),
    Wire(PartId, u32),
    /// Of a change-over: common, break side, make side. Of a wafer: common, then its places.
    Contact(ContactId, u32),
}

/// The pins under the faults, numbered: first the nets, then the loose ends.
#[derive(Debug)]
pub(crate) struct Pins {
    nets: usize,
    off: BTreeSet<(PartId, NetId)>,
    loose: BTreeMap<Terminal, u32>,
}

impl Pins {
    pub(crate) fn new(plan: &Plan, faults: &[Fault]) -> Self {
        let wires_off = faults.iter().filter_map(|fault| match *fault {
            Fault::WireOff(part, net) => Some((part, net)),
            _ => None,
        });
        Self { nets: plan.circuit.nets.len(), off: wires_off.collect(), loose: BTreeMap::new() }
    }

    /// The pin that a part's terminal on a net is.
    pub(crate) fn of(&mut self, part: PartId, net: NetId, terminal: Terminal) -> u32 {
        if self.off.is_empty() || !self.off.contains(&(part, net)) {
            return net.index() as u32;
        }
        let next = self.count() as u32;
        *self.loose.entry(terminal).or_insert(next)
    }

    /// The pins of a part with two ends.
    pub(crate) fn of_ends(&mut self, part: PartId, nets: [NetId; 2], terminal: impl Fn(u32) -> Terminal) -> [u32; 2] {
        [self.of(part, nets[0], terminal(0)), self.of(part, nets[1], terminal(1))]
    }

    /// The pins of a side of a contact.
    pub(crate) fn of_link(&mut self, plan: &Plan, link: &Link) -> [u32; 2] {
        let part = plan.mechanisms[link.mechanism].part;
        // The sides of a change-over or a wafer have their common terminal in common.
        let is_changeover = matches!(plan.circuit.contacts[link.contact].form, ContactForm::Changeover { .. });
        let far = match link.side {
            ContactSide::Make if is_changeover => 2,
            ContactSide::Make | ContactSide::Break => 1,
            ContactSide::Place(place) => 1 + u32::from(place),
        };
        self.of_ends(part, link.ends, |end| Terminal::Contact(link.contact, if end == 0 { 0 } else { far }))
    }

    /// How many pins there are.
    pub(crate) fn count(&self) -> usize {
        self.nets + self.loose.len()
    }
}
