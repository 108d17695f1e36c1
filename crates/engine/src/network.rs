//! The circuit as it is wired just now: faults and switched sources applied, rails found, and the
//! whole divided into zones.
//!
//! Rebuilt when a source is switched or a fault comes or goes; contacts only move within it.

use std::collections::BTreeSet;

use kiber_netlist::{ContactForm, Id, NetId, PartId, PartKind};

use crate::decide::Coil;
use crate::fault::Fault;
use crate::fuses::FuseStatus;
use crate::incidence::Incidence;
use crate::pins::{Pins, Terminal};
use crate::plan::{DiodeId, FuseId, LinkId, LoadId, LoadKind, Plan, SourceId};
use crate::rails::{Pole, Rails};
use crate::solve::Merger;
use crate::zone::{Element, Zone, ZoneDiode, ZoneLink, ZoneStore};

/// Nodes, rails and zones under given faults and source switches.
#[derive(Debug)]
pub(crate) struct Network {
    /// The node of each pin; the first pins are the nets, the others loose ends.
    node_of_pin: Vec<u32>,
    /// The ends of each link and diode after faults.
    link_pins: Vec<[u32; 2]>,
    diode_pins: Vec<[u32; 2]>,
    /// Plus and minus of each source after faults.
    source_pins: Vec<[u32; 2]>,
    /// The ends of each load and fuse after faults.
    load_pins: Vec<[u32; 2]>,
    fuse_pins: Vec<[u32; 2]>,
    link_status: Vec<LinkStatus>,
    pub(crate) rails: Rails,
    pub(crate) zones: Vec<Zone>,
    /// The zone and the place in it of each link that contacts still move.
    link_places: Vec<Option<Spot>>,
    load_places: Vec<Option<Spot>>,
    diode_places: Vec<Option<Spot>>,
    /// Joints that are always there: wires, welded contacts, shorted coils.
    pub(crate) joints: Vec<Joint>,
}

/// A zone and a place in one of its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) zone: u32,
    pub(crate) index: u32,
}

/// Whether a side of a contact follows its mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkStatus {
    Moving,
    StuckOpen,
    Welded,
}

/// What joins two pins for good, between pins as wired (nets, or loose ends after a fault).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    pub(crate) ends: [u32; 2],
    pub(crate) by: JointBy,
}

/// Who makes a joint.
#[derive(Clone, Copy, Debug)]
pub(crate) enum JointBy {
    Part(PartId),
    Link(LinkId),
    Fuse(FuseId),
}

impl Network {
    pub(crate) fn new(plan: &Plan, source_on: &[bool], faults: &[Fault], fuses: &[FuseStatus]) -> Self {
        let mut pins = Pins::new(plan, faults);
        let link_pins: Vec<[u32; 2]> = plan.links.iter().map(|(_, link)| pins.of_link(plan, link)).collect();
        let diode_pins: Vec<[u32; 2]> = plan
            .diodes
            .iter()
            .map(|(id, diode)| pins.of_ends(diode.part, [diode.anode, diode.cathode], |end| Terminal::Diode(id, end)))
            .collect();
        let source_pins: Vec<[u32; 2]> = plan
            .sources
            .iter()
            .map(|(id, source)| pins.of_ends(source.part, [source.plus, source.minus], |end| Terminal::Source(id, end)))
            .collect();
        let load_pins: Vec<[u32; 2]> = plan
            .loads
            .iter()
            .map(|(id, load)| pins.of_ends(load.part, load.pins, |end| Terminal::Load(id, end)))
            .collect();
        let fuse_pins: Vec<[u32; 2]> = plan
            .fuses
            .iter()
            .map(|(id, fuse)| pins.of_ends(fuse.part, fuse.pins, |end| Terminal::Fuse(id, end)))
            .collect();
        let link_status = link_statuses(plan, faults);
        let mut joints = joints(plan, faults, &mut pins, &link_status, &link_pins, &load_pins);
        let whole = plan.fuses.ids().filter(|fuse| fuses[fuse.index()] == FuseStatus::Whole);
        joints.extend(whole.map(|fuse| Joint { ends: fuse_pins[fuse.index()], by: JointBy::Fuse(fuse) }));
        let mut merger = Merger::default();
        merger.reset(pins.count());
        for joint in &joints {
            merger.join(joint.ends[0], joint.ends[1]);
        }
        let node_of_pin: Vec<u32> = (0..pins.count() as u32).map(|pin| merger.find(pin)).collect();
        let poles = plan
            .sources
            .iter()
            .zip(&source_pins)
            .filter(|((id, source), _)| source.internal_load.is_none() && source_on[id.index()])
            .map(|((id, source), ends)| {
                let [plus, minus] = ends.map(|pin| node_of_pin[pin as usize]);
                Pole { source: id, plus, minus, volts: source.volts }
            })
            .collect();
        let mut network = Self {
            rails: Rails::new(pins.count(), poles),
            node_of_pin,
            link_pins,
            diode_pins,
            source_pins,
            load_pins,
            fuse_pins,
            link_status,
            zones: Vec::new(),
            link_places: vec![None; plan.links.len()],
            load_places: vec![None; plan.loads.len()],
            diode_places: vec![None; plan.diodes.len()],
            joints,
        };
        let items = network.items(plan, source_on, faults, fuses);
        let zone_of_item = divide(&items, pins.count(), &network.rails);
        network.fill_zones(plan, &items, &zone_of_item);
        network
    }

    pub(crate) fn node_of_net(&self, net: NetId) -> u32 {
        self.node_of_pin[net.index()]
    }

    pub(crate) fn pin_count(&self) -> usize {
        self.node_of_pin.len()
    }

    pub(crate) fn link_status(&self, link: LinkId) -> LinkStatus {
        self.link_status[link.index()]
    }

    pub(crate) fn link_pins(&self, link: LinkId) -> [u32; 2] {
        self.link_pins[link.index()]
    }

    pub(crate) fn diode_pins(&self, diode: DiodeId) -> [u32; 2] {
        self.diode_pins[diode.index()]
    }

    /// Plus and minus of a source.
    pub(crate) fn source_pins(&self, source: SourceId) -> [u32; 2] {
        self.source_pins[source.index()]
    }

    pub(crate) fn load_pins(&self, load: LoadId) -> [u32; 2] {
        self.load_pins[load.index()]
    }

    pub(crate) fn fuse_pins(&self, fuse: FuseId) -> [u32; 2] {
        self.fuse_pins[fuse.index()]
    }

    pub(crate) fn nodes_of(&self, pins: [u32; 2]) -> [u32; 2] {
        pins.map(|pin| self.node_of_pin[pin as usize])
    }

    pub(crate) fn link_place(&self, link: LinkId) -> Option<Spot> {
        self.link_places[link.index()]
    }

    pub(crate) fn load_place(&self, load: LoadId) -> Option<Spot> {
        self.load_places[load.index()]
    }

    pub(crate) fn diode_place(&self, diode: DiodeId) -> Option<Spot> {
        self.diode_places[diode.index()]
    }

    /// All that has two ends and takes part in the currents: moving links, loads, diodes.
    fn items(&self, plan: &Plan, source_on: &[bool], faults: &[Fault], fuses: &[FuseStatus]) -> Vec<Item> {
        let mut items = Vec::with_capacity(plan.links.len() + plan.loads.len() + plan.diodes.len());
        for link in plan.links.ids() {
            if self.link_status(link) == LinkStatus::Moving {
                items.push(Item { ends: self.nodes_of(self.link_pins(link)), what: ItemKind::Link(link) });
            }
        }
        let dead: BTreeSet<PartId> = faults
            .iter()
            .filter_map(|fault| match *fault {
                Fault::CoilOpen(part) | Fault::CoilShorted(part) => Some(part),
                _ => None,
            })
            .collect();
        for (id, load) in plan.loads.iter() {
            let emf = match load.kind {
                LoadKind::Internal { source } if source_on[source.index()] => plan.sources[source].volts,
                LoadKind::Internal { .. } => continue,
                LoadKind::Winding { .. } if dead.contains(&load.part) => continue,
                LoadKind::Fuse(fuse) if fuses[fuse.index()] != FuseStatus::Limits => continue,
                _ => 0.0,
            };
            let ends = self.nodes_of(self.load_pins(id));
            items.push(Item { ends, what: ItemKind::Load(id, emf) });
        }
        for diode in plan.diodes.ids() {
            items.push(Item { ends: self.nodes_of(self.diode_pins(diode)), what: ItemKind::Diode(diode) });
        }
        items
    }

    fn fill_zones(&mut self, plan: &Plan, items: &[Item], zone_of_item: &[u32]) {
        let zone_count = zone_of_item.iter().max().map_or(0, |&last| last as usize + 1);
        // The nodes of each zone, rails first, each in the order of their numbers.
        let mut members: Vec<(u32, bool, u32)> = Vec::with_capacity(2 * items.len());
        for (item, &zone) in items.iter().zip(zone_of_item) {
            members.extend(item.ends.map(|node| (zone, self.rails.of_node(node).is_none(), node)));
        }
        members.sort_unstable();
        members.dedup();
        let mut starts = vec![0usize; zone_count + 1];
        for &(zone, ..) in &members {
            starts[zone as usize + 1] += 1;
        }
        for zone in 0..zone_count {
            starts[zone + 1] += starts[zone];
        }
        let mut builders: Vec<ZoneBuilder> = (0..zone_count).map(|_| ZoneBuilder::default()).collect();
        for (item, &zone) in items.iter().zip(zone_of_item) {
            let own = &members[starts[zone as usize]..starts[zone as usize + 1]];
            let local = |node: u32| {
                let key = (zone, self.rails.of_node(node).is_none(), node);
                own.binary_search(&key).unwrap_or_default() as u32
            };
            let ends = item.ends.map(local);
            let builder = &mut builders[zone as usize];
            let spot = |index: usize| Some(Spot { zone, index: index as u32 });
            match item.what {
                ItemKind::Link(link) => {
                    self.link_places[link.index()] = spot(builder.links.len());
                    builder.links.push(ZoneLink { ends, link });
                }
                ItemKind::Load(load, emf) => {
                    self.load_places[load.index()] = spot(builder.elements.len());
                    builder.load(plan, ends, load, emf);
                }
                ItemKind::Diode(diode) => {
                    self.diode_places[diode.index()] = spot(builder.diodes.len());
                    builder.diodes.push(ZoneDiode { ends, drop: plan.diodes[diode].drop_volts, diode });
                }
            }
        }
        self.zones = builders
            .into_iter()
            .enumerate()
            .map(|(zone, builder)| {
                let own = &members[starts[zone]..starts[zone + 1]];
                let rails: Box<[u32]> = own.iter().filter_map(|&(_, _, node)| self.rails.of_node(node)).collect();
                builder.finish(own.iter().map(|&(_, _, node)| node).collect(), rails, &self.rails)
            })
            .collect();
    }
}

#[derive(Default)]
struct ZoneBuilder {
    links: Vec<ZoneLink>,
    elements: Vec<Element>,
    diodes: Vec<ZoneDiode>,
    stores: Vec<ZoneStore>,
    coils: Vec<Coil>,
    coil_of: Vec<Option<u32>>,
}

impl ZoneBuilder {
    fn load(&mut self, plan: &Plan, ends: [u32; 2], load: LoadId, emf: f64) {
        let mut own = None;
        if let LoadKind::Winding { mechanism, share } = plan.loads[load].kind {
            // Windings of one relay follow each other in the tables.
            if self.coils.last().is_none_or(|last| last.mechanism != mechanism) {
                self.coils.push(Coil::new(plan, mechanism, self.elements.len() as u32));
            }
            if let Some(coil) = self.coils.last_mut() {
                coil.add_winding(share);
            }
            own = Some(self.coils.len() as u32 - 1);
        }
        if let LoadKind::Capacitor(capacitor) = plan.loads[load].kind {
            self.stores.push(ZoneStore { element: self.elements.len() as u32, capacitor });
        }
        self.coil_of.push(own);
        self.elements.push(Element { ends, ohms: plan.loads[load].ohms, emf, load });
    }

    fn finish(self, members: Box<[u32]>, rails: Box<[u32]>, all_rails: &Rails) -> Zone {
        let mut groups = rails.iter().map(|&rail| all_rails.group(rail));
        let one_group = match groups.next() {
            Some(first) => groups.all(|group| group == first),
            None => true,
        };
        let nodes = members.len();
        let items = self.elements.iter().map(|element| element.ends).chain(self.diodes.iter().map(|diode| diode.ends));
        Zone {
            links_at: Incidence::new(nodes, self.links.iter().map(|link| link.ends)),
            items_at: Incidence::new(nodes, items),
            passive: self.elements.iter().all(|element| element.emf == 0.0)
                && self.diodes.iter().all(|diode| diode.drop >= 0.0),
            nodes: nodes as u32,
            members,
            rails,
            one_group,
            links: self.links.into(),
            elements: self.elements.into(),
            diodes: self.diodes.into(),
            stores: self.stores.into(),
            coils: self.coils.into(),
            coil_of: self.coil_of.into(),
        }
    }
}

/// What has two ends and takes part in the currents.
#[derive(Clone, Copy, Debug)]
struct Item {
    ends: [u32; 2],
    what: ItemKind,
}

#[derive(Clone, Copy, Debug)]
enum ItemKind {
    Link(LinkId),
    Load(LoadId, f64),
    Diode(DiodeId),
}

fn link_statuses(plan: &Plan, faults: &[Fault]) -> Vec<LinkStatus> {
    let mut status = vec![LinkStatus::Moving; plan.links.len()];
    for fault in faults {
        if let Fault::ContactWelded { contact, side } = *fault {
            let form = &plan.circuit.contacts[contact].form;
            let has_sides = matches!(form, ContactForm::Changeover { .. } | ContactForm::Wafer { .. });
            for link in plan.sides(contact) {
                let stays = !has_sides || plan.links[link].side == side;
                status[link.index()] = if stays { LinkStatus::Welded } else { LinkStatus::StuckOpen };
            }
        }
    }
    for fault in faults {
        // A contact that is burnt away conducts no more, welded or not.
        if let Fault::ContactStuckOpen(contact) = *fault {
            for side in plan.sides(contact) {
                status[side.index()] = LinkStatus::StuckOpen;
            }
        }
    }
    status
}

fn joints(
    plan: &Plan,
    faults: &[Fault],
    pins: &mut Pins,
    link_status: &[LinkStatus],
    link_pins: &[[u32; 2]],
    load_pins: &[[u32; 2]],
) -> Vec<Joint> {
    let mut joints = Vec::new();
    for (part, wired) in plan.circuit.parts.iter() {
        if let PartKind::Wire(wire) = &wired.kind {
            let ends: Vec<u32> =
                wire.pins.iter().zip(0..).map(|(&net, end)| pins.of(part, net, Terminal::Wire(part, end))).collect();
            joints.extend(ends.windows(2).map(|pair| Joint { ends: [pair[0], pair[1]], by: JointBy::Part(part) }));
        }
    }
    for id in plan.links.ids() {
        if link_status[id.index()] == LinkStatus::Welded {
            joints.push(Joint { ends: link_pins[id.index()], by: JointBy::Link(id) });
        }
    }
    for fault in faults {
        if let Fault::CoilShorted(part) = *fault
            && let Some(mechanism) = plan.of_part(part).mechanism
        {
            let windings = plan.windings(mechanism);
            joints.extend(windings.map(|winding| Joint { ends: load_pins[winding.index()], by: JointBy::Part(part) }));
        }
    }
    joints
}

/// The zone of each item, zones numbered by their first item.
///
/// Items that share a node which is no rail are in one zone. A zone that touches several groups of
/// rails shares their offset with every other such zone, so these are one zone too.
fn divide(items: &[Item], node_bound: usize, rails: &Rails) -> Vec<u32> {
    // An item between two rails has no node of its own; it gets a number after all nodes.
    let mut merger = Merger::default();
    merger.reset(node_bound + items.len());
    let anchor = |index: usize, item: &Item| {
        item.ends.into_iter().find(|&node| rails.of_node(node).is_none()).unwrap_or((node_bound + index) as u32)
    };
    for item in items {
        let [a, b] = item.ends;
        if rails.of_node(a).is_none() && rails.of_node(b).is_none() {
            merger.join(a, b);
        }
    }
    let groups_of =
        |item: &Item| item.ends.into_iter().filter_map(|node| rails.of_node(node)).map(|rail| rails.group(rail));
    let mut first_group: Vec<Option<u32>> = vec![None; node_bound + items.len()];
    let mut several = vec![false; node_bound + items.len()];
    for (index, item) in items.iter().enumerate() {
        let root = merger.find(anchor(index, item)) as usize;
        for group in groups_of(item) {
            several[root] |= *first_group[root].get_or_insert(group) != group;
        }
    }
    let mut zone_of_group: Vec<Option<u32>> = vec![None; rails.group_count()];
    for (index, item) in items.iter().enumerate() {
        let at = anchor(index, item);
        let root = merger.find(at);
        // `several` is kept at the roots of the first division, and roots only merge downwards.
        if several[root as usize] {
            for group in groups_of(item) {
                if let Some(other) = zone_of_group[group as usize].replace(at) {
                    let (a, b) = (merger.find(at), merger.find(other));
                    merger.join(a, b);
                    several[a.min(b) as usize] = true;
                }
            }
        }
    }
    let mut number: Vec<Option<u32>> = vec![None; node_bound + items.len()];
    let mut zones = 0;
    items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            let root = merger.find(anchor(index, item)) as usize;
            *number[root].get_or_insert_with(|| {
                zones += 1;
                zones - 1
            })
        })
        .collect()
}
