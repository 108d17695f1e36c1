//! Every way that current may take from net to net, closed now or not.

use kiber_engine::{ContactSide, Fault, Mechanics, Simulator};
use kiber_netlist::{Circuit, ContactId, Id, NetId, PartId, PartKind};

/// What current goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Through {
    /// A side of a contact.
    Contact(ContactId, ContactSide),
    /// A winding of a relay or a stepper, by its number.
    Winding(PartId, usize),
    /// A lamp or a resistor, a diode from anode to cathode, a fuse, a wire; a source inside from minus to plus.
    Part(PartId),
}

impl Through {
    /// The part that it belongs to.
    pub fn part(self, circuit: &Circuit) -> Option<PartId> {
        match self {
            Self::Contact(contact, _) => circuit.contacts.get(contact).map(|contact| contact.part),
            Self::Winding(part, _) | Self::Part(part) => Some(part),
        }
    }
}

/// A way between two nets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) through: Through,
    /// From its first pin to its second: how currents are counted.
    pub(crate) ends: [NetId; 2],
}

/// All ways of a circuit whose wires are where faults have left them.
#[derive(Debug, Default)]
pub(crate) struct Ways {
    pub(crate) all: Vec<Way>,
    /// The ways at each net, by net.
    at_net: Vec<Vec<usize>>,
}

impl Ways {
    /// Those of a circuit as it stands; a wire that is off leads nowhere.
    pub(crate) fn of(simulator: &Simulator) -> Self {
        let circuit = simulator.circuit();
        let faults = simulator.faults();
        let mut ways = Self { all: Vec::new(), at_net: vec![Vec::new(); circuit.nets.len()] };
        for (id, part) in circuit.parts.iter() {
            let mut add = |through, ends: [NetId; 2]| {
                let is_off = |net: &NetId| faults.contains(&Fault::WireOff(id, *net));
                if matches!(through, Through::Winding(..)) && faults.contains(&Fault::CoilOpen(id)) {
                    return;
                }
                if ends[0] != ends[1] && !ends.iter().any(is_off) {
                    ways.add(Way { through, ends });
                }
            };
            match &part.kind {
                PartKind::Relay(_) | PartKind::Stepper(_) => {
                    for (winding, coil) in part.kind.coils().enumerate() {
                        add(Through::Winding(id, winding), [coil.plus, coil.minus]);
                    }
                }
                PartKind::Wire(wire) => {
                    wire.pins.windows(2).for_each(|pair| add(Through::Part(id), [pair[0], pair[1]]));
                }
                PartKind::Source(source) => add(Through::Part(id), [source.minus, source.plus]),
                PartKind::Lamp(lamp) => add(Through::Part(id), lamp.pins),
                PartKind::Resistor(resistor) => add(Through::Part(id), resistor.pins),
                PartKind::Diode(diode) => add(Through::Part(id), [diode.anode, diode.cathode]),
                PartKind::Fuse(fuse) => add(Through::Part(id), fuse.pins),
                // At rest nothing flows through it, and on the way its current is that of the moment.
                PartKind::Capacitor(_) | PartKind::Button(_) | PartKind::Toggle(_) | PartKind::Selector(_) => {}
            }
            let mechanics = Mechanics::of(circuit, id);
            for (contact, side, ends) in mechanics.iter().flat_map(Mechanics::sides) {
                add(Through::Contact(contact, side), ends);
            }
        }
        ways
    }

    fn add(&mut self, way: Way) {
        for net in way.ends {
            if let Some(at) = self.at_net.get_mut(net.index()) {
                at.push(self.all.len());
            }
        }
        self.all.push(way);
    }

    /// The ways at a net, each with its number and the net at its other end.
    pub(crate) fn at(&self, net: NetId) -> impl Iterator<Item = (usize, &Way, NetId)> {
        let numbers = self.at_net.get(net.index()).map_or(&[][..], Vec::as_slice);
        numbers.iter().filter_map(move |&number| {
            let way = self.all.get(number)?;
            let [first, second] = way.ends;
            Some((number, way, if first == net { second } else { first }))
        })
    }
}
