//! Loads that get no current, or never enough, or too much.

use crate::check::blocks::blocks;
use crate::check::wiring::{Link, Merged, Wiring};
use crate::circuit::{Coil, Lamp, Part, PartKind, RelayAction};
use crate::ids::{Id, NetId, PartId};
use crate::read::reader::{Reader, first_few};

pub(crate) fn check_supply(reader: &mut Reader<'_>, wiring: &Wiring<'_>, connected: &Merged) {
    let circuit = wiring.circuit;
    let has_source =
        circuit.parts.rows().iter().any(|part| matches!(part.kind, PartKind::Source(_)) || is_charged(part));
    if !has_source {
        let load = circuit
            .parts
            .iter()
            .find(|(_, part)| matches!(part.kind, PartKind::Relay(_) | PartKind::Stepper(_) | PartKind::Lamp(_)));
        if let Some((id, part)) = load {
            let message = format!("there is no source, so nothing can ever happen to `{}`", part.name);
            reader.warning("no-source", wiring.name_place(id), message).help =
                Some(r#"add one: "G1": Source(plus: "+", minus: "-", volts: 24.0)"#.to_owned());
        }
        return;
    }
    let supplied = supplied_loads(wiring);
    check_unreachable(reader, wiring, connected, &supplied);
    let volts = most_volts(wiring, connected);
    for (id, part) in circuit.parts.iter() {
        match &part.kind {
            kind @ (PartKind::Relay(_) | PartKind::Stepper(_)) if supplied.is(id) => {
                check_coils(reader, wiring, id, kind, |net| volts[connected.group(net)]);
            }
            PartKind::Lamp(lamp) if supplied.is(id) => {
                check_dim_lamp(reader, wiring, id, lamp, volts[connected.group(lamp.pins[0])]);
            }
            _ => {}
        }
    }
    check_hot_lamps(reader, wiring);
}

/// Whether it can drive a current without any source.
fn is_charged(part: &Part) -> bool {
    matches!(&part.kind, PartKind::Capacitor(capacitor) if capacitor.volts != 0.0)
}

/// Parts that some loop joins to a source when every contact may be closed.
struct Supplied {
    parts: Vec<bool>,
}

impl Supplied {
    fn is(&self, part: PartId) -> bool {
        self.parts.get(part.index()).copied().unwrap_or(false)
    }
}

fn supplied_loads(wiring: &Wiring<'_>) -> Supplied {
    let blocks = blocks(&wiring.graph);
    let edges = wiring.graph.raw_edges();
    let mut has_source = vec![false; blocks.iter().flatten().max().map_or(0, |&last| last as usize + 1)];
    for (edge, block) in edges.iter().zip(&blocks) {
        let (Link::Source(part) | Link::Load(part), Some(block)) = (edge.weight, block) else { continue };
        let part = &wiring.circuit.parts[part];
        has_source[*block as usize] |= matches!(part.kind, PartKind::Source(_)) || is_charged(part);
    }
    let mut parts = vec![false; wiring.circuit.parts.len()];
    for (edge, block) in edges.iter().zip(&blocks) {
        if let (Link::Load(part), Some(block)) = (edge.weight, block) {
            parts[part.index()] |= has_source[*block as usize];
        }
    }
    Supplied { parts }
}

/// One finding for each connected part of the circuit with loads that nothing can feed.
fn check_unreachable(reader: &mut Reader<'_>, wiring: &Wiring<'_>, connected: &Merged, supplied: &Supplied) {
    let circuit = wiring.circuit;
    let mut by_group: Vec<Vec<PartId>> = vec![Vec::new(); circuit.nets.len()];
    let mut groups = Vec::new();
    for edge in wiring.graph.raw_edges() {
        let Link::Load(part) = edge.weight else { continue };
        let [a, b] = [edge.source(), edge.target()].map(|node| NetId::from_index(node.index()));
        // An end that leads nowhere, or both on one net, have been reported as what they are.
        if supplied.is(part) || a == b || [a, b].into_iter().any(|net| wiring.is_lone(net) || wiring.is_loose(net)) {
            continue;
        }
        let group = connected.group(a);
        if by_group[group].is_empty() {
            groups.push(group);
        }
        if by_group[group].last() != Some(&part) {
            by_group[group].push(part);
        }
    }
    for group in groups {
        let parts = &by_group[group];
        let Some(&first) = parts.first() else { continue };
        let names: Vec<&str> = parts.iter().map(|&part| circuit.parts[part].name.as_str()).collect();
        let message = format!("no current can ever reach {}, not even with every contact closed", first_few(&names));
        let finding = reader.warning("unreachable-supply", wiring.name_place(first), message);
        finding.help =
            Some("current needs a loop: from one pole of a source through the part to the other pole".to_owned());
    }
}

/// The most volts that the sources of each connected part could give, all in series.
fn most_volts(wiring: &Wiring<'_>, connected: &Merged) -> Vec<f64> {
    let mut volts = vec![0.0; wiring.circuit.nets.len()];
    for part in wiring.circuit.parts.rows() {
        match &part.kind {
            PartKind::Source(source) => volts[connected.group(source.plus)] += source.volts.max,
            // What it holds may come on top of what charged it.
            PartKind::Capacitor(capacitor) => volts[connected.group(capacitor.pins[0])] = f64::INFINITY,
            _ => {}
        }
    }
    volts
}

/// Windings on one core help each other, and so may operate together what none could alone; but each
/// of those that do different things has to do its own.
fn check_coils(
    reader: &mut Reader<'_>,
    wiring: &Wiring<'_>,
    id: PartId,
    kind: &PartKind,
    volts: impl Fn(NetId) -> f64,
) {
    let share = |coil: &Coil| volts(coil.plus) / coil.ohms.min * 1000.0 / coil.operate_ma.min;
    // A coil that is exactly strong enough operates.
    let is_enough = |share: f64| share >= 1.0 - 1e-9;
    let name = &wiring.circuit.parts[id].name;
    let coils: Vec<&Coil> = kind.coils().collect();
    let weak: Vec<(&Coil, String)> = match kind {
        PartKind::Relay(relay) if !matches!(relay.action, RelayAction::Bistable { .. }) => {
            let together: f64 = coils.iter().map(|coil| share(coil)).sum();
            let first = coils.first().filter(|_| !is_enough(together));
            first.map(|&coil| (coil, format!("`{name}` can never operate: it needs"))).into_iter().collect()
        }
        _ => coils
            .into_iter()
            .filter(|coil| !is_enough(share(coil)))
            .map(|coil| {
                let what = match (kind, coil.name.as_str()) {
                    (PartKind::Stepper(_), "home") => "run home: its home coil needs",
                    (PartKind::Stepper(_), _) => "step: it needs",
                    (_, "set") => "be set: that coil needs",
                    (_, "reset") => "be reset: that coil needs",
                    _ => "move: it needs",
                };
                (coil, format!("`{name}` can never {what}"))
            })
            .collect(),
    };
    for (coil, what) in weak {
        let volts = volts(coil.plus);
        let message = format!(
            "{what} {} mA, and {} V through its {} ohms give {} mA",
            coil.operate_ma.nominal,
            rounded(volts),
            coil.ohms.nominal,
            rounded(volts / coil.ohms.nominal * 1000.0)
        );
        reader.warning("coil-too-weak", wiring.name_place(id), message).help = Some(format!(
            "it needs {} V, or a coil for less",
            rounded(coil.ohms.nominal * coil.operate_ma.nominal / 1000.0)
        ));
    }
}

fn check_dim_lamp(reader: &mut Reader<'_>, wiring: &Wiring<'_>, id: PartId, lamp: &Lamp, volts: f64) {
    const LIT: f64 = 0.7;
    if volts >= LIT * lamp.volts.min - 1e-9 {
        return;
    }
    let message = format!(
        "`{}` is a lamp for {} V and never gets more than {} V: it will not be lit",
        wiring.circuit.parts[id].name,
        lamp.volts.nominal,
        rounded(volts)
    );
    reader.warning("lamp-never-lit", wiring.name_place(id), message).help =
        Some("a lamp is lit from 70 % of its rated current".to_owned());
}

/// Lamps that contacts alone can join to a source of much more than their voltage.
fn check_hot_lamps(reader: &mut Reader<'_>, wiring: &Wiring<'_>) {
    const TOO_MUCH: f64 = 1.5;
    let circuit = wiring.circuit;
    let joined = wiring.merged(|link| matches!(link, Link::Contact { .. } | Link::Wire(_) | Link::Fuse(_)));
    // The strongest source between two groups that contacts do not join with each other.
    let mut strongest: std::collections::BTreeMap<[usize; 2], (f64, PartId)> = std::collections::BTreeMap::new();
    let key = |a: NetId, b: NetId| {
        let mut groups = [joined.group(a), joined.group(b)];
        groups.sort_unstable();
        groups
    };
    for (id, part) in circuit.parts.iter() {
        if let PartKind::Source(source) = &part.kind
            && source.internal_ohms.nominal == 0.0
        {
            let entry = strongest.entry(key(source.plus, source.minus)).or_insert((0.0, id));
            if source.volts.nominal > entry.0 {
                *entry = (source.volts.nominal, id);
            }
        }
    }
    for (id, part) in circuit.parts.iter() {
        let PartKind::Lamp(lamp) = &part.kind else { continue };
        let groups = key(lamp.pins[0], lamp.pins[1]);
        let Some(&(volts, source)) = strongest.get(&groups) else { continue };
        if groups[0] == groups[1] || volts < TOO_MUCH * lamp.volts.nominal {
            continue;
        }
        let message = format!("`{}` is a lamp for {} V and can get {volts} V", part.name, lamp.volts.nominal);
        let finding = reader.warning("lamp-over-voltage", wiring.name_place(id), message);
        finding.second =
            Some((wiring.name_place(source).range(), "from here, with nothing but contacts between".to_owned()));
        finding.help = Some("such a lamp burns out; a lamp without numbers is one for 24 V and 0.1 A".to_owned());
    }
}

/// Three places are enough for people.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
