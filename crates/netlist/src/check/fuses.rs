//! Fuses that blow as soon as their source comes on.

use std::collections::BTreeMap;

use crate::check::wiring::{Link, Merged, Wiring};
use crate::circuit::{Fuse, PartKind, Source};
use crate::ids::{NetId, PartId};
use crate::read::reader::{Reader, first_few};

/// Only what wires alone join is looked at: those loads draw their current whatever moves.
pub(crate) fn check_fuses(reader: &mut Reader<'_>, wiring: &Wiring<'_>) {
    let circuit = wiring.circuit;
    let has_fuse = circuit.parts.rows().iter().any(|part| matches!(part.kind, PartKind::Fuse(_)));
    if !has_fuse {
        return;
    }
    let wires = wiring.merged(|link| matches!(link, Link::Wire(_)));
    // A contact around the fuse might carry its current.
    let around = wiring.merged(|link| matches!(link, Link::Wire(_) | Link::Contact { .. }));
    let loads = Loads::of(wiring, &wires);
    let mut poles: BTreeMap<usize, Vec<(PartId, &Source)>> = BTreeMap::new();
    for (id, part) in circuit.parts.iter() {
        if let PartKind::Source(source) = &part.kind
            && source.on
            && source.internal_ohms.nominal == 0.0
        {
            for pole in [source.plus, source.minus] {
                poles.entry(wires.group(pole)).or_default().push((id, source));
            }
        }
    }
    // How many fuses lead to each net: of two in parallel each carries a part.
    let mut feeds: BTreeMap<usize, usize> = BTreeMap::new();
    for part in circuit.parts.rows() {
        if let PartKind::Fuse(fuse) = &part.kind {
            fuse.pins.iter().for_each(|&pin| *feeds.entry(wires.group(pin)).or_default() += 1);
        }
    }
    for (id, part) in circuit.parts.iter() {
        let PartKind::Fuse(fuse) = &part.kind else { continue };
        let sides = [(fuse.pins[0], fuse.pins[1]), (fuse.pins[1], fuse.pins[0])];
        let source = sides.into_iter().find_map(|(live, behind)| {
            let source = poles.get(&wires.group(live))?.first()?;
            let is_fed_by_it_alone = !poles.contains_key(&wires.group(behind)) && !around.joins(live, behind);
            let is_fed_by_it_alone = is_fed_by_it_alone && feeds.get(&wires.group(behind)) == Some(&1);
            is_fed_by_it_alone.then_some((live, behind, *source))
        });
        let Some((live, behind, (source_id, source))) = source else { continue };
        let other = if wires.joins(live, source.plus) { source.minus } else { source.plus };
        report(reader, wiring, (id, fuse), (source_id, source), loads.between(&wires, behind, other));
    }
}

fn report(
    reader: &mut Reader<'_>,
    wiring: &Wiring<'_>,
    (id, fuse): (PartId, &Fuse),
    (source_id, source): (PartId, &Source),
    loads: &[(PartId, f64)],
) {
    let amps: f64 = loads.iter().map(|(_, ohms)| source.volts.nominal / ohms).sum();
    if amps <= fuse.amps * (1.0 + 1e-9) {
        return;
    }
    let parts = &wiring.circuit.parts;
    let names: Vec<&str> = loads.iter().map(|&(part, _)| parts[part].name.as_str()).collect();
    let message = format!(
        "`{}` is a fuse for {} A, and {} A flow through it all the time, into {}",
        parts[id].name,
        fuse.amps,
        (amps * 1000.0).round() / 1000.0,
        first_few(&names)
    );
    let finding = reader.warning("fuse-too-small", wiring.name_place(id), message);
    finding.second =
        Some((wiring.name_place(source_id).range(), format!("from here, with {} V", source.volts.nominal)));
    finding.help = Some(format!("it blows {} ms after the source comes on; take one for more amperes", fuse.blow_ms));
}

/// Loads by the two groups of nets that they lie between, with their resistance.
struct Loads {
    between: BTreeMap<[usize; 2], Vec<(PartId, f64)>>,
}

impl Loads {
    fn of(wiring: &Wiring<'_>, wires: &Merged) -> Self {
        let mut between: BTreeMap<[usize; 2], Vec<(PartId, f64)>> = BTreeMap::new();
        let mut add = |id: PartId, a: NetId, b: NetId, ohms: f64| {
            between.entry(groups(wires, a, b)).or_default().push((id, ohms));
        };
        for (id, part) in wiring.circuit.parts.iter() {
            match &part.kind {
                PartKind::Lamp(lamp) => add(id, lamp.pins[0], lamp.pins[1], lamp.volts.nominal / lamp.amps.nominal),
                PartKind::Resistor(resistor) => add(id, resistor.pins[0], resistor.pins[1], resistor.ohms.nominal),
                kind => kind.coils().for_each(|coil| add(id, coil.plus, coil.minus, coil.ohms.nominal)),
            }
        }
        Self { between }
    }

    fn between(&self, wires: &Merged, a: NetId, b: NetId) -> &[(PartId, f64)] {
        self.between.get(&groups(wires, a, b)).map_or(&[], Vec::as_slice)
    }
}

fn groups(wires: &Merged, a: NetId, b: NetId) -> [usize; 2] {
    let mut groups = [wires.group(a), wires.group(b)];
    groups.sort_unstable();
    groups
}
