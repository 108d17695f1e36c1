//! Which nets lie on the plus side of the loads and which on the minus side, and whether levels are
//! enough to say which load has current.

use kiber_netlist::{Circuit, NetId, PartId, PartKind, RelayAction, Source};

use super::ways::{Merged, Way, backwards, reached, ways};
use super::{Refusal, Why};

/// A pole of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pole {
    /// Which source; wires and contacts never join two.
    source: PartId,
    pub(super) is_plus: bool,
}

/// A coil or a lamp.
#[derive(Clone, Debug)]
pub(super) struct Load {
    pub(super) part: PartId,
    /// The node on the plus side, and behind it the anodes of the diodes that lead to it.
    pub(super) plus: Vec<usize>,
    /// The node on the minus side, and behind it the cathodes of the diodes that lead away from it.
    pub(super) minus: Vec<usize>,
}

/// The circuit as levels see it. A node is what wires alone join.
#[derive(Debug)]
pub(super) struct Sides {
    nodes: Merged,
    /// By node, the pole that it is wired to.
    poles: Vec<Option<Pole>>,
    /// By node, the pole that contacts and diodes may join it to.
    sides: Vec<Option<Pole>>,
    pub(super) loads: Vec<Load>,
}

impl Sides {
    pub(super) fn new(circuit: &Circuit) -> Result<Self, Refusal> {
        let refuse = |part: PartId, why| Err(Refusal { at: circuit.parts[part].name.clone(), why });
        let mut sides = Self::of_poles(circuit).or_else(|(part, why)| refuse(part, why))?;
        let ways = ways(circuit, |net| sides.node(net));
        for (id, part) in circuit.parts.iter() {
            let load = match &part.kind {
                PartKind::Relay(relay) => sides.load(circuit, id, [relay.coils[0].plus, relay.coils[0].minus], &ways),
                PartKind::Lamp(lamp) => sides.load(circuit, id, lamp.pins, &ways),
                PartKind::Diode(diode) if !sides.leads_on_in_vain([diode.anode, diode.cathode], &ways) => {
                    return refuse(id, Why::LeadsOn);
                }
                _ => continue,
            };
            match load {
                Ok(load) => sides.loads.push(load),
                Err(why) => return refuse(id, why),
            }
        }
        for load in &sides.loads {
            if let Some(other) = sides.comes_back(load, &ways) {
                return refuse(load.part, Why::Series(circuit.parts[other].name.clone()));
            }
        }
        Ok(sides)
    }

    /// The nodes and their poles.
    fn of_poles(circuit: &Circuit) -> Result<Self, (PartId, Why)> {
        let mut nodes = Merged::new(circuit.nets.len());
        for (id, part) in circuit.parts.iter() {
            match &part.kind {
                PartKind::Wire(wire) => {
                    let first = nodes.find(wire.pins[0]);
                    wire.pins.iter().for_each(|&pin| nodes.join(first, nodes.find(pin)));
                }
                PartKind::Resistor(_) => return Err((id, Why::Resistor)),
                PartKind::Source(source) if !source.on || source.internal_ohms.nominal != 0.0 => {
                    return Err((id, Why::NotIdeal));
                }
                PartKind::Relay(relay) if !matches!(relay.action, RelayAction::Neutral) => {
                    return Err((id, Why::OtherPart(part.kind.name())));
                }
                PartKind::Stepper(_) | PartKind::Selector(_) | PartKind::Capacitor(_) | PartKind::Fuse(_) => {
                    return Err((id, Why::OtherPart(part.kind.name())));
                }
                PartKind::Relay(relay) if relay.coils.len() > 1 => return Err((id, Why::Windings)),
                _ => {}
            }
        }
        let mut regions = nodes.clone();
        for (_, contact) in circuit.contacts.iter() {
            let part = &circuit.parts[contact.part].kind;
            if contact.later_ms != 0.0 || bounce_ms(part) != 0.0 {
                return Err((contact.part, Why::OwnMoment(contact.name.clone())));
            }
        }
        ways(circuit, |net| nodes.find(net)).iter().for_each(|way| regions.join(way.from, way.to));

        let mut poles = vec![None; circuit.nets.len()];
        let mut of_region = poles.clone();
        for (id, source) in sources(circuit) {
            for (net, is_plus) in [(source.plus, true), (source.minus, false)] {
                let pole = Some(Pole { source: id, is_plus });
                let region = &mut of_region[regions.find(net)];
                if region.is_some() {
                    return Err((id, Why::TwoPoles(circuit.nets[net].name.clone())));
                }
                *region = pole;
                poles[nodes.find(net)] = pole;
            }
        }
        let sides = (0..circuit.nets.len()).map(|node| of_region[regions.root(node)]).collect();
        Ok(Self { nodes, poles, sides, loads: Vec::new() })
    }

    /// The node of a net.
    pub(super) fn node(&self, net: NetId) -> usize {
        self.nodes.find(net)
    }

    /// The pole that a node is wired to.
    pub(super) fn pole(&self, node: usize) -> Option<Pole> {
        self.poles[node]
    }

    fn load(&self, circuit: &Circuit, part: PartId, pins: [NetId; 2], ways: &[Way]) -> Result<Load, Why> {
        let [first, second] = pins.map(|pin| self.node(pin));
        let (Some(a), Some(b)) = (self.sides[first], self.sides[second]) else { return Err(Why::NotBetweenPoles) };
        if a.source != b.source || a.is_plus == b.is_plus {
            return Err(Why::NotBetweenPoles);
        }
        let PartKind::Source(source) = &circuit.parts[a.source].kind else { return Err(Why::NotBetweenPoles) };
        // As if the current went through every diode there is.
        let drops: f64 = circuit.parts.iter().map(|(_, part)| drop_volts(&part.kind)).sum();
        let volts = source.volts.nominal - drops;
        let is_enough = match &circuit.parts[part].kind {
            PartKind::Relay(relay) => volts / relay.coils[0].ohms.nominal * 1e3 >= relay.coils[0].operate_ma.nominal,
            PartKind::Lamp(lamp) => volts >= 0.7 * lamp.volts.nominal,
            _ => false,
        };
        if !is_enough {
            return Err(Why::TooWeak);
        }
        let (plus, minus) = if a.is_plus { (first, second) } else { (second, first) };
        let diodes = || ways.iter().filter(|way| way.is_diode);
        let anodes = diodes().filter(|diode| diode.to == plus).map(|diode| diode.from);
        let cathodes = diodes().filter(|diode| diode.from == minus).map(|diode| diode.to);
        Ok(Load {
            part,
            plus: std::iter::once(plus).chain(anodes).collect(),
            minus: std::iter::once(minus).chain(cathodes).collect(),
        })
    }

    /// Whether a diode feeds nothing but the loads at its far end: whatever contacts lead to from
    /// there has the level already when the diode's near end has it.
    fn leads_on_in_vain(&self, [anode, cathode]: [NetId; 2], ways: &[Way]) -> bool {
        let [anode, cathode] = [anode, cathode].map(|net| self.node(net));
        let is_plus_side = self.sides[anode].is_none_or(|pole| pole.is_plus);
        let reversed = backwards(ways);
        let (near, far, ways) = if is_plus_side { (anode, cathode, ways) } else { (cathode, anode, &*reversed) };
        ways.iter().filter(|way| way.from == far).all(|way| self.must_pass(way.to, near, is_plus_side, ways))
    }

    /// A load whose current could enter this one where current should leave it, and go on.
    ///
    /// It goes on only if the plus end of this load is below plus, but that of the other is not.
    fn comes_back(&self, load: &Load, ways: &[Way]) -> Option<PartId> {
        let (plus, minus) = (load.plus[0], load.minus[0]);
        if self.poles[plus].is_some() || self.poles[minus].is_some() {
            return None;
        }
        let before = reached(&backwards(ways), &[minus], |node| self.poles[node].is_some());
        let mut others = self.loads.iter().filter(|other| other.part != load.part && before.contains(&other.minus[0]));
        let other = others.find(|other| {
            other.plus[0] == plus
                || !ways
                    .iter()
                    .filter(|way| way.from == plus)
                    .all(|way| self.must_pass(way.to, other.plus[0], true, ways))
        });
        other.map(|other| other.part)
    }

    /// Whether every way from the poles of a side to `target` passes `node`.
    fn must_pass(&self, node: usize, target: usize, is_plus_side: bool, ways: &[Way]) -> bool {
        let is_start = |&start: &usize| start != node && self.poles[start].is_some_and(|p| p.is_plus == is_plus_side);
        let starts: Vec<usize> = (0..self.poles.len()).filter(is_start).collect();
        !reached(ways, &starts, |other| other == node).contains(&target)
    }
}

fn sources(circuit: &Circuit) -> impl Iterator<Item = (PartId, &Source)> {
    circuit.parts.iter().filter_map(|(id, part)| match &part.kind {
        PartKind::Source(source) => Some((id, source)),
        _ => None,
    })
}

/// How long the contacts of a part bounce.
fn bounce_ms(kind: &PartKind) -> f64 {
    match kind {
        PartKind::Relay(relay) => relay.bounce_ms,
        PartKind::Button(hand) | PartKind::Toggle(hand) => hand.bounce_ms,
        // Refused as parts.
        _ => 0.0,
    }
}

fn drop_volts(kind: &PartKind) -> f64 {
    match kind {
        PartKind::Diode(diode) => diode.drop_volts,
        _ => 0.0,
    }
}
