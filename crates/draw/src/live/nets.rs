//! How the nets stand against the rails.

use kiber_engine::{Fault, Nanoamps, Place, Simulator};
use kiber_netlist::{Id, NetId, PartId, PartKind};

use super::{NetLive, side_ends};

/// How far two potentials may be apart, in volts, and be the same: what rounding leaves over.
const SAME_POTENTIAL: f64 = 1e-6;

/// Potentials of sources without a common pole mean nothing to each other, so a net is compared with the poles
/// of the sources alone that it hangs together with.
pub(super) fn of(simulator: &Simulator) -> Vec<NetLive> {
    let circuit = simulator.circuit();
    let potentials = simulator.potentials();
    let potential = |net: NetId| potentials.get(net.index()).copied().flatten();
    let together = together(simulator);
    let mut poles: Vec<(usize, f64, NetLive)> = Vec::new();
    for (part, row) in circuit.parts.iter() {
        let PartKind::Source(source) = &row.kind else { continue };
        if !simulator.source_is_on(part) {
            continue;
        }
        for (net, live) in [(source.plus, NetLive::Plus), (source.minus, NetLive::Minus)] {
            if let (Some(volts), false) = (potential(net), is_off(simulator, part, net)) {
                poles.push((together.root(net.index()), volts, live));
            }
        }
    }
    let stands = |net: NetId| {
        let Some(volts) = potential(net) else { return NetLive::Floating };
        let root = together.root(net.index());
        let at = |wanted: NetLive| {
            poles.iter().any(|&(of, pole, live)| of == root && live == wanted && (pole - volts).abs() < SAME_POTENTIAL)
        };
        match (at(NetLive::Plus), at(NetLive::Minus)) {
            (true, false) => NetLive::Plus,
            (false, true) => NetLive::Minus,
            _ => NetLive::Between,
        }
    };
    circuit.nets.ids().map(stands).collect()
}

fn is_off(simulator: &Simulator, part: PartId, net: NetId) -> bool {
    simulator.faults().contains(&Fault::WireOff(part, net))
}

/// What hangs together by anything that conducts or could.
fn together(simulator: &Simulator) -> Joined {
    let circuit = simulator.circuit();
    let mut together = Joined::new(circuit.nets.len());
    let mut join = |part: PartId, nets: &[NetId]| {
        let mut wired = nets.iter().filter(|&&net| !is_off(simulator, part, net));
        if let Some(first) = wired.next() {
            wired.for_each(|net| together.join(first.index(), net.index()));
        }
    };
    for (part, row) in circuit.parts.iter() {
        let conducts = match row.kind {
            PartKind::Diode(_) => simulator.current(part, 0) != Nanoamps(0),
            PartKind::Fuse(_) => simulator.place(part) == Place::RELEASED,
            PartKind::Relay(_) | PartKind::Stepper(_) => !simulator.faults().contains(&Fault::CoilOpen(part)),
            PartKind::Source(_) => simulator.source_is_on(part),
            _ => true,
        };
        let pins = row.kind.own_pins();
        match row.kind {
            PartKind::Wire(_) => join(part, &pins),
            _ if conducts => pins.chunks(2).for_each(|ends| join(part, ends)),
            _ => {}
        }
    }
    for row in simulator.contact_currents() {
        if let Some(contact) = circuit.contacts.get(row.contact)
            && simulator.is_side_closed(row.contact, row.side)
            && let Some(ends) = side_ends(&contact.form, row.side)
        {
            join(contact.part, &ends);
        }
    }
    together
}

/// Sets of rows that are joined step by step.
pub(crate) struct Joined {
    up: Vec<usize>,
}

impl Joined {
    pub(crate) fn new(rows: usize) -> Self {
        Self { up: (0..rows).collect() }
    }

    /// The row that stands for the set of a row: the first of it.
    pub(crate) fn root(&self, row: usize) -> usize {
        let mut at = row;
        while let Some(&up) = self.up.get(at)
            && up != at
        {
            at = up;
        }
        at
    }

    pub(crate) fn join(&mut self, one: usize, other: usize) {
        let (first, last) = match (self.root(one), self.root(other)) {
            (one, other) if one <= other => (one, other),
            (one, other) => (other, one),
        };
        // What was passed on the way is hung to the first at once, so that ways stay short.
        for row in [one, other] {
            let mut at = row;
            while let Some(up) = self.up.get_mut(at)
                && *up != at
            {
                at = std::mem::replace(up, first);
            }
        }
        if let Some(up) = self.up.get_mut(last) {
            *up = first;
        }
    }
}
