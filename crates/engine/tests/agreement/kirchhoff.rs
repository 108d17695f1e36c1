//! The currents of contacts held to the two laws that fix them: what arrives at a net leaves it again,
//! and round a loop of closed contacts the currents, each times the same resistance, add up to nothing.

use kiber_engine::{ContactSide, Simulator};
use kiber_netlist::{ContactForm, ContactId, Id, NetId, PartKind};

/// The sides of a contact, each from its first net to its second.
fn sides(form: &ContactForm) -> Vec<(ContactSide, NetId, NetId)> {
    match *form {
        ContactForm::Make(a, b) | ContactForm::Left(a, b) | ContactForm::Right(a, b) => vec![(ContactSide::Make, a, b)],
        ContactForm::Break(a, b) => vec![(ContactSide::Break, a, b)],
        ContactForm::Changeover { common, break_side, make_side, .. } => {
            let sides = [(ContactSide::Break, break_side), (ContactSide::Make, make_side)];
            sides.into_iter().filter_map(|(side, net)| Some((side, common, net?))).collect()
        }
        ContactForm::Wafer { common, ref places, .. } => {
            let wired = places.iter().enumerate();
            wired.filter_map(|(at, net)| Some((ContactSide::Place(at as u16), common, (*net)?))).collect()
        }
    }
}

/// Where a law is broken by more than rounding, if anywhere.
pub(crate) fn broken_law(simulator: &Simulator) -> Option<String> {
    let circuit = simulator.circuit();
    let mut arrives = vec![0_i64; circuit.nets.len()];
    let mut flow = |from: NetId, to: NetId, nanoamps: i64| {
        arrives[from.index()] -= nanoamps;
        arrives[to.index()] += nanoamps;
    };
    for (id, part) in circuit.parts.iter() {
        let current = |winding| simulator.current(id, winding).0;
        match &part.kind {
            PartKind::Relay(relay) => {
                for (at, coil) in relay.coils.iter().enumerate() {
                    flow(coil.plus, coil.minus, current(at));
                }
            }
            PartKind::Stepper(stepper) => {
                for (at, coil) in stepper.coils().enumerate() {
                    flow(coil.plus, coil.minus, current(at));
                }
            }
            PartKind::Lamp(lamp) => flow(lamp.pins[0], lamp.pins[1], current(0)),
            PartKind::Resistor(resistor) => flow(resistor.pins[0], resistor.pins[1], current(0)),
            PartKind::Capacitor(capacitor) => flow(capacitor.pins[0], capacitor.pins[1], current(0)),
            PartKind::Fuse(fuse) => flow(fuse.pins[0], fuse.pins[1], current(0)),
            PartKind::Diode(diode) => flow(diode.anode, diode.cathode, current(0)),
            PartKind::Source(source) => flow(source.minus, source.plus, current(0)),
            PartKind::Button(_) | PartKind::Toggle(_) | PartKind::Selector(_) | PartKind::Wire(_) => {}
        }
    }
    let mut closed: Vec<(ContactId, NetId, NetId, i64)> = Vec::new();
    for (id, contact) in circuit.contacts.iter() {
        for (side, from, to) in sides(&contact.form) {
            let current = simulator.contact_current(id, side);
            let Some(current) = current else { return Some(format!("{id:?} {side:?} has no current")) };
            if !simulator.is_side_closed(id, side) {
                if current.0 != 0 {
                    return Some(format!("{id:?} {side:?} is open and carries {current}"));
                }
                continue;
            }
            flow(from, to, current.0);
            closed.push((id, from, to, current.0));
        }
    }
    // Each current is rounded to 1 nA; those of diodes and sources in parallel are found less sharply.
    let scale = closed.iter().map(|&(.., nanoamps)| nanoamps.abs()).max().unwrap_or_default();
    let slack = 200 + scale / 10_000_000;
    if let Some((net, &rest)) = circuit.nets.ids().zip(&arrives).find(|(_, rest)| rest.abs() > slack) {
        return Some(format!("{rest} nA stay at {}", circuit.nets[net].name));
    }
    // A potential for every net, in nanoamperes times the resistance of a contact.
    let mut potential: Vec<Option<i64>> = vec![None; circuit.nets.len()];
    for start in circuit.nets.ids() {
        if potential[start.index()].is_some() {
            continue;
        }
        potential[start.index()] = Some(0);
        let mut waiting = vec![start];
        while let Some(net) = waiting.pop() {
            let own = potential[net.index()].unwrap_or_default();
            for &(id, from, to, nanoamps) in &closed {
                let (other, expected) = match net {
                    net if net == from => (to, own - nanoamps),
                    net if net == to => (from, own + nanoamps),
                    _ => continue,
                };
                match potential[other.index()] {
                    Some(known) if (known - expected).abs() > slack => {
                        return Some(format!("a loop through {id:?} is off by {} nA", known - expected));
                    }
                    Some(_) => {}
                    None => {
                        potential[other.index()] = Some(expected);
                        waiting.push(other);
                    }
                }
            }
        }
    }
    None
}
