//! The circuit as a graph: nets are its nodes, and whatever current can pass is an edge.

use std::collections::BTreeSet;

use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::unionfind::UnionFind;

use crate::circuit::{Capacitor, Circuit, ContactForm, Follows, Lamp, PartKind, Relay, RelayAction, Resistor, Side};
use crate::ids::{ContactId, Id, NetId, PartId};
use crate::read::DraftPart;
use crate::read::places::WaferPlaces;
use crate::subcircuits::flat::Flat;
use crate::text::Span;

/// What an edge stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// A contact, or one side of a change-over.
    Contact {
        contact: ContactId,
        /// Whether it is closed before anything has moved.
        at_rest: bool,
    },
    Wire(PartId),
    Fuse(PartId),
    Source(PartId),
    /// From anode to cathode.
    Diode(PartId),
    /// A lamp, a resistor, a capacitor or a winding.
    Load(PartId),
}

/// What a pin belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PinOf {
    Pole,
    Coil,
    Contact(ContactId),
    Other,
}

/// A place where a part touches a net.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pin {
    pub(crate) part: PartId,
    pub(crate) of: PinOf,
    pub(crate) net: NetId,
    pub(crate) place: Span,
}

/// The pins and the graph of a circuit.
pub(crate) struct Wiring<'c> {
    pub(crate) circuit: &'c Circuit,
    pub(crate) places: &'c [DraftPart],
    pub(crate) pins: Vec<Pin>,
    /// Pins net by net: those of net `n` are `by_net[starts[n]..starts[n + 1]]`.
    by_net: Vec<u32>,
    starts: Vec<u32>,
    pub(crate) graph: UnGraph<(), Link, u32>,
    /// The pins at the two ends of each edge.
    ends: Vec<[u32; 2]>,
    /// The nets that pins of sub-circuits are joined to.
    joined: Vec<bool>,
    /// The nets that lead out of the circuit, or whose loose ends have been told.
    loose: Vec<bool>,
}

impl<'c> Wiring<'c> {
    /// `flat` is what the circuit was built from.
    pub(crate) fn of(circuit: &'c Circuit, flat: &'c Flat<'_>) -> Self {
        let marked = |nets: &BTreeSet<String>| {
            let mut marked = vec![false; circuit.nets.len()];
            for net in nets.iter().filter_map(|net| circuit.net(net)) {
                marked[net.index()] = true;
            }
            marked
        };
        let mut wiring = Self {
            circuit,
            places: &flat.parts,
            pins: Vec::new(),
            by_net: Vec::new(),
            starts: vec![0; circuit.nets.len() + 1],
            graph: UnGraph::with_capacity(circuit.nets.len(), circuit.contacts.len() + circuit.parts.len()),
            ends: Vec::new(),
            joined: marked(&flat.joined),
            loose: marked(&flat.loose),
        };
        for _ in circuit.nets.ids() {
            wiring.graph.add_node(());
        }
        for id in circuit.parts.ids() {
            wiring.add_part(id);
        }
        wiring.sort_pins();
        wiring
    }

    fn add_part(&mut self, id: PartId) {
        let circuit = self.circuit;
        let Some(draft) = self.places.get(id.index()) else { return };
        let places = &draft.places;
        let field = |name: &str| places.field(name).unwrap_or(places.name);
        let pin_place = |index: usize| places.pins.get(index).copied().unwrap_or(places.name);
        match &circuit.parts[id].kind {
            PartKind::Source(source) => {
                let spans = [field("plus"), field("minus")];
                self.two_pins(id, PinOf::Pole, [source.plus, source.minus], spans, Link::Source(id));
            }
            kind @ (PartKind::Relay(_) | PartKind::Stepper(_)) => {
                for (index, coil) in kind.coils().enumerate() {
                    let spans = match places.coils.get(index) {
                        Some(coil) => coil.pins,
                        None => [pin_place(2 * index), pin_place(2 * index + 1)],
                    };
                    self.two_pins(id, PinOf::Coil, [coil.plus, coil.minus], spans, Link::Load(id));
                }
            }
            PartKind::Lamp(Lamp { pins, .. })
            | PartKind::Resistor(Resistor { pins, .. })
            | PartKind::Capacitor(Capacitor { pins, .. }) => {
                self.two_pins(id, PinOf::Other, *pins, [pin_place(0), pin_place(1)], Link::Load(id));
            }
            PartKind::Fuse(fuse) => {
                self.two_pins(id, PinOf::Other, fuse.pins, [pin_place(0), pin_place(1)], Link::Fuse(id));
            }
            PartKind::Diode(diode) => {
                let spans = match places.field("pins") {
                    Some(_) => [pin_place(0), pin_place(1)],
                    None => [field("anode"), field("cathode")],
                };
                self.two_pins(id, PinOf::Other, [diode.anode, diode.cathode], spans, Link::Diode(id));
            }
            PartKind::Wire(wire) => {
                let pins: Vec<u32> = wire
                    .pins
                    .iter()
                    .enumerate()
                    .map(|(index, &net)| self.pin(id, PinOf::Other, net, pin_place(index)))
                    .collect();
                for pair in pins.windows(2) {
                    if let [a, b] = *pair {
                        self.link(a, b, Link::Wire(id));
                    }
                }
            }
            PartKind::Button(_) | PartKind::Toggle(_) | PartKind::Selector(_) => {}
        }
        for (index, &contact) in circuit.contacts_of(id).iter().enumerate() {
            // Wafers come before the other contacts of a switch.
            if let Some(wafer) = places.wafers.get(index) {
                self.add_wafer(id, contact, wafer);
                continue;
            }
            let spans =
                places.contacts.get(index - places.wafers.len()).map(|contact| contact.nets).unwrap_or_default();
            self.add_contact(id, contact, spans.map(|span| span.unwrap_or(places.name)));
        }
    }

    fn add_wafer(&mut self, id: PartId, contact: ContactId, spans: &WaferPlaces) {
        let ContactForm::Wafer { common, places, .. } = &self.circuit.contacts[contact].form else { return };
        let of = PinOf::Contact(contact);
        let start = match &self.circuit.parts[id].kind {
            PartKind::Stepper(stepper) => stepper.start,
            PartKind::Selector(selector) => selector.start,
            _ => 0,
        };
        let common = self.pin(id, of, *common, spans.common);
        for (place, net) in places.iter().enumerate() {
            let Some(net) = *net else { continue };
            let at = self.pin(id, of, net, spans.nets.get(place).copied().unwrap_or(spans.common));
            self.link(common, at, Link::Contact { contact, at_rest: place == start as usize });
        }
    }

    fn add_contact(&mut self, id: PartId, contact: ContactId, [first, second, third]: [Span; 3]) {
        let of = PinOf::Contact(contact);
        let own = &self.circuit.contacts[contact];
        let operated_at_rest = self.operated_at_rest(id, own.follows);
        let closed = |operated| Link::Contact { contact, at_rest: operated_at_rest == operated };
        let left_at_rest = |side| Link::Contact { contact, at_rest: self.side_at_rest(id) == Some(side) };
        match own.form {
            ContactForm::Left(a, b) => self.two_pins(id, of, [a, b], [first, second], left_at_rest(Side::Left)),
            ContactForm::Right(a, b) => self.two_pins(id, of, [a, b], [first, second], left_at_rest(Side::Right)),
            // Added by its places.
            ContactForm::Wafer { .. } => {}
            ContactForm::Make(a, b) => self.two_pins(id, of, [a, b], [first, second], closed(true)),
            ContactForm::Break(a, b) => self.two_pins(id, of, [a, b], [first, second], closed(false)),
            ContactForm::Changeover { common, break_side, make_side, .. } => {
                let common = self.pin(id, of, common, first);
                for (place, net, operated) in [(second, break_side, false), (third, make_side, true)] {
                    if let Some(net) = net {
                        let side = self.pin(id, of, net, place);
                        self.link(common, side, closed(operated));
                    }
                }
            }
        }
    }

    fn two_pins(&mut self, part: PartId, of: PinOf, [a, b]: [NetId; 2], places: [Span; 2], link: Link) {
        let a = self.pin(part, of, a, places[0]);
        let b = self.pin(part, of, b, places[1]);
        self.link(a, b, link);
    }

    fn pin(&mut self, part: PartId, of: PinOf, net: NetId, place: Span) -> u32 {
        self.pins.push(Pin { part, of, net, place });
        self.starts[net.index() + 1] += 1;
        self.pins.len() as u32 - 1
    }

    fn link(&mut self, a: u32, b: u32, link: Link) {
        let [a_net, b_net] = [a, b].map(|pin| self.pins[pin as usize].net);
        self.graph.add_edge(node(a_net), node(b_net), link);
        self.ends.push([a, b]);
    }

    fn sort_pins(&mut self) {
        for net in 1..self.starts.len() {
            self.starts[net] += self.starts[net - 1];
        }
        let mut next = self.starts.clone();
        self.by_net = vec![0; self.pins.len()];
        for (index, pin) in self.pins.iter().enumerate() {
            let slot = &mut next[pin.net.index()];
            self.by_net[*slot as usize] = index as u32;
            *slot += 1;
        }
    }

    /// The pins on a net, in the order of the text.
    pub(crate) fn pins_on(&self, net: NetId) -> impl ExactSizeIterator<Item = &Pin> {
        let range = self.starts[net.index()] as usize..self.starts[net.index() + 1] as usize;
        self.by_net[range].iter().map(|&pin| &self.pins[pin as usize])
    }

    /// Every edge with the pins at its ends.
    pub(crate) fn links(&self) -> impl Iterator<Item = (Link, [&Pin; 2])> {
        let links = self.graph.raw_edges().iter().zip(&self.ends);
        links.map(|(edge, ends)| (edge.weight, ends.map(|pin| &self.pins[pin as usize])))
    }

    /// Whether a net has a single pin.
    pub(crate) fn is_lone(&self, net: NetId) -> bool {
        self.pins_on(net).len() == 1
    }

    /// Whether it has been asked already if anything is on a net.
    pub(crate) fn is_asked(&self, net: NetId) -> bool {
        self.joined[net.index()] || self.loose[net.index()]
    }

    /// Whether more may touch a net than is seen here, or nobody should ask.
    pub(crate) fn is_loose(&self, net: NetId) -> bool {
        self.loose[net.index()]
    }

    /// Where a part is named.
    pub(crate) fn name_place(&self, part: PartId) -> Span {
        self.places.get(part.index()).map(|part| part.places.name).unwrap_or_default()
    }

    /// Whether what a contact follows is operated before anything has moved.
    fn operated_at_rest(&self, part: PartId, follows: Follows) -> bool {
        match (&self.circuit.parts[part].kind, follows) {
            (PartKind::Toggle(hand), _) => hand.on,
            (PartKind::Stepper(stepper), Follows::OffNormal) => stepper.start != 0,
            (PartKind::Relay(relay), _) => matches!(
                relay.action,
                RelayAction::Bistable { operated: true } | RelayAction::Impulse { operated: true }
            ),
            _ => false,
        }
    }

    fn side_at_rest(&self, part: PartId) -> Option<Side> {
        match &self.circuit.parts[part].kind {
            PartKind::Relay(Relay { action: RelayAction::Polarized { start, .. }, .. }) => Some(*start),
            _ => None,
        }
    }

    /// Nets merged along the edges that `joins` accepts.
    pub(crate) fn merged(&self, joins: impl Fn(Link) -> bool) -> Merged {
        let mut nets = UnionFind::new(self.circuit.nets.len());
        for edge in self.graph.raw_edges() {
            if joins(edge.weight) {
                nets.union(edge.source().index(), edge.target().index());
            }
        }
        Merged { labels: nets.into_labeling() }
    }
}

/// The node of a net.
pub(crate) fn node(net: NetId) -> NodeIndex<u32> {
    NodeIndex::new(net.index())
}

/// Nets merged into groups.
pub(crate) struct Merged {
    labels: Vec<usize>,
}

impl Merged {
    /// The group of a net, by a number below the number of nets.
    pub(crate) fn group(&self, net: NetId) -> usize {
        self.labels[net.index()]
    }

    pub(crate) fn joins(&self, a: NetId, b: NetId) -> bool {
        self.group(a) == self.group(b)
    }
}
