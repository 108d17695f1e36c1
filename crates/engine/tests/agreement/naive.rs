//! Currents worked out as plainly as can be: modified nodal analysis with every choice of conducting
//! diodes.

use kiber_engine::{ContactSide, Simulator};
use kiber_netlist::{ContactForm, Id, NetId, PartId, PartKind};

/// The nets as classes that closed contacts join, and fuses unless `fuses_limit`.
fn classes(simulator: &Simulator, fuses_limit: bool) -> Vec<usize> {
    let circuit = simulator.circuit();
    let mut class: Vec<usize> = (0..circuit.nets.len()).collect();
    let mut join = |a: NetId, b: NetId| {
        let (from, to) = (class[a.index()], class[b.index()]);
        class.iter_mut().filter(|class| **class == from).for_each(|class| *class = to);
    };
    for (id, part) in circuit.parts.iter() {
        if let PartKind::Fuse(fuse) = &part.kind
            && !fuses_limit
            && !simulator.is_blown(id)
        {
            join(fuse.pins[0], fuse.pins[1]);
        }
    }
    for (id, contact) in circuit.contacts.iter() {
        match contact.form {
            ContactForm::Make(a, b) | ContactForm::Left(a, b) | ContactForm::Right(a, b) if simulator.is_closed(id) => {
                join(a, b);
            }
            ContactForm::Wafer { common, ref places, .. } => {
                for (place, net) in places.iter().enumerate() {
                    if let Some(net) = net.filter(|_| simulator.is_side_closed(id, ContactSide::Place(place as u16))) {
                        join(common, net);
                    }
                }
            }
            ContactForm::Break(a, b) if simulator.is_break_closed(id) => join(a, b),
            ContactForm::Changeover { common, break_side, make_side, .. } => {
                if let Some(net) = make_side.filter(|_| simulator.is_closed(id)) {
                    join(common, net);
                }
                if let Some(net) = break_side.filter(|_| simulator.is_break_closed(id)) {
                    join(common, net);
                }
            }
            _ => {}
        }
    }
    class
}

fn ideal_sources(simulator: &Simulator, class: &[usize]) -> Vec<(usize, usize, f64)> {
    let parts = simulator.circuit().parts.iter();
    parts
        .filter(|&(id, _)| simulator.source_is_on(id))
        .filter_map(|(_, part)| match &part.kind {
            PartKind::Source(source) if source.internal_ohms.nominal == 0.0 => {
                Some((class[source.plus.index()], class[source.minus.index()], source.volts.nominal))
            }
            _ => None,
        })
        .collect()
}

/// With at most two ideal sources a loop is one source shorted, or both joined at both poles with
/// the loop's sum not 0.
pub(crate) fn has_contact_short(simulator: &Simulator) -> bool {
    is_shorted(simulator, &classes(simulator, fuses_limit(simulator)))
}

/// Whether the fuses limit a current that nothing else does.
fn fuses_limit(simulator: &Simulator) -> bool {
    is_shorted(simulator, &classes(simulator, false))
}

fn is_shorted(simulator: &Simulator, class: &[usize]) -> bool {
    let sources = ideal_sources(simulator, class);
    let alone = sources.iter().any(|&(plus, minus, _)| plus == minus);
    let both = match sources[..] {
        [(p1, m1, v1), (p2, m2, v2)] => (p1 == p2 && m1 == m2 && v1 != v2) || (p1 == m2 && m1 == p2),
        _ => false,
    };
    alone || both
}

pub(crate) fn has_short(simulator: &Simulator) -> bool {
    let through_diodes = simulator.circuit().parts.iter().any(|(_, part)| matches!(part.kind, PartKind::Diode(_)));
    has_contact_short(simulator) || through_diodes
}

/// Modified nodal analysis with every choice of conducting diodes: the currents of all loads.
pub(crate) fn naive(simulator: &Simulator) -> Option<Vec<(PartId, f64)>> {
    let limit = fuses_limit(simulator);
    let class = classes(simulator, limit);
    let circuit = simulator.circuit();
    let mut loads = Vec::new();
    let mut diodes = Vec::new();
    for (id, part) in circuit.parts.iter() {
        let at = |net: NetId| class[net.index()];
        match &part.kind {
            PartKind::Relay(relay) => {
                for (winding, coil) in relay.coils.iter().enumerate() {
                    let shown = (winding == 0).then_some(id);
                    loads.push((shown, at(coil.plus), at(coil.minus), coil.ohms.nominal, 0.0));
                }
            }
            PartKind::Stepper(stepper) => {
                for (winding, coil) in stepper.coils().enumerate() {
                    let shown = (winding == 0).then_some(id);
                    loads.push((shown, at(coil.plus), at(coil.minus), coil.ohms.nominal, 0.0));
                }
            }
            PartKind::Lamp(lamp) => {
                let ohms = lamp.volts.nominal / lamp.amps.nominal;
                loads.push((Some(id), at(lamp.pins[0]), at(lamp.pins[1]), ohms, 0.0));
            }
            PartKind::Resistor(r) => loads.push((Some(id), at(r.pins[0]), at(r.pins[1]), r.ohms.nominal, 0.0)),
            PartKind::Source(s) if s.internal_ohms.nominal > 0.0 && simulator.source_is_on(id) => {
                loads.push((Some(id), at(s.minus), at(s.plus), s.internal_ohms.nominal, s.volts.nominal));
            }
            PartKind::Fuse(fuse) if !simulator.is_blown(id) => {
                // Through diodes it may limit as well, which only the engine knows.
                if !limit && simulator.current(id, 0).milliamps().abs() > 1e5 {
                    return None;
                }
                if limit {
                    loads.push((Some(id), at(fuse.pins[0]), at(fuse.pins[1]), fuse.short_ohms, 0.0));
                }
            }
            // One that moves is a source of its voltage now; one that rests lets nothing through.
            PartKind::Capacitor(c) if simulator.is_charging(id) => {
                let volts = simulator.voltage(id)?;
                loads.push((Some(id), at(c.pins[0]), at(c.pins[1]), c.series_ohms.nominal, -volts));
            }
            PartKind::Diode(diode) => diodes.push((at(diode.anode), at(diode.cathode), diode.drop_volts)),
            _ => {}
        }
    }
    let sources = ideal_sources(simulator, &class);
    if diodes.len() > 6 {
        return None;
    }
    (0..1u32 << diodes.len()).find_map(|choice| {
        let mut branches: Vec<(usize, usize, f64, f64)> = loads.iter().map(|&(_, a, b, r, e)| (a, b, r, e)).collect();
        for (at, &(a, b, drop)) in diodes.iter().enumerate() {
            let on = choice >> at & 1 == 1;
            branches.push(if on { (a, b, 1e-4, -drop) } else { (a, b, 1e12, 0.0) });
        }
        let potentials = nodal(class.len(), &branches, &sources)?;
        let current = |&(a, b, r, e): &(usize, usize, f64, f64)| (potentials[a] - potentials[b] + e) / r;
        let consistent = diodes.iter().enumerate().all(|(at, &(a, b, drop))| {
            let branch = &branches[loads.len() + at];
            match choice >> at & 1 {
                1 => current(branch) > -1e-7,
                _ => potentials[a] - potentials[b] < drop + 1e-6,
            }
        });
        let shown = loads.iter().zip(&branches).filter_map(|((id, ..), branch)| Some(((*id)?, current(branch))));
        consistent.then(|| shown.collect())
    })
}

/// Potentials by elimination with partial pivoting; a leak to the ground keeps floating nets solvable.
fn nodal(nets: usize, branches: &[(usize, usize, f64, f64)], sources: &[(usize, usize, f64)]) -> Option<Vec<f64>> {
    let size = nets + sources.len();
    let mut matrix = vec![vec![0.0; size + 1]; size];
    for (net, row) in matrix.iter_mut().enumerate().take(nets) {
        row[net] = 1e-9;
    }
    if let Some(&(_, minus, _)) = sources.first() {
        matrix[minus][minus] += 1.0;
    }
    for &(a, b, ohms, emf) in branches {
        for (near, far, sign) in [(a, b, 1.0), (b, a, -1.0)] {
            matrix[near][near] += 1.0 / ohms;
            matrix[near][far] -= 1.0 / ohms;
            matrix[near][size] -= sign * emf / ohms;
        }
    }
    for (at, &(plus, minus, volts)) in sources.iter().enumerate() {
        let row = nets + at;
        matrix[row][plus] += 1.0;
        matrix[row][minus] -= 1.0;
        matrix[row][size] = volts;
        matrix[plus][row] -= 1.0;
        matrix[minus][row] += 1.0;
        // Two sources in parallel would leave their division open: a little resistance decides it.
        let pair = |&(a, b, _): &(usize, usize, f64)| (a.min(b), a.max(b));
        if sources.iter().filter(|other| pair(other) == pair(&sources[at])).count() > 1 {
            matrix[row][row] += 1e-6;
        }
    }
    for column in 0..size {
        let pivot = (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, pivot);
        if matrix[column][column] == 0.0 {
            return None;
        }
        for row in 0..size {
            let factor = matrix[row][column] / matrix[column][column];
            if row != column && factor != 0.0 {
                let pivot_row = matrix[column].clone();
                for (entry, pivot) in matrix[row].iter_mut().zip(pivot_row).skip(column) {
                    *entry -= factor * pivot;
                }
            }
        }
    }
    Some((0..nets).map(|net| matrix[net][size] / matrix[net][net]).collect())
}
