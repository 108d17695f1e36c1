//! The ways that a current could take if contacts stood as they please.

use kiber_netlist::{Circuit, ContactForm, Id, NetId, PartKind};

/// A way from a node to another: through a contact or, in its one direction, through a diode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) is_diode: bool,
}

/// Every way of a circuit, between the nodes of its nets.
pub(super) fn ways(circuit: &Circuit, node: impl Fn(NetId) -> usize) -> Vec<Way> {
    let mut ways = Vec::new();
    let mut add = |from: NetId, to: NetId, is_diode: bool| {
        let (from, to) = (node(from), node(to));
        if from != to {
            ways.push(Way { from, to, is_diode });
        }
    };
    for (_, contact) in circuit.contacts.iter() {
        let mut both = |a: NetId, b: NetId| {
            add(a, b, false);
            add(b, a, false);
        };
        match &contact.form {
            ContactForm::Make(a, b) | ContactForm::Break(a, b) | ContactForm::Left(a, b) | ContactForm::Right(a, b) => {
                both(*a, *b)
            }
            ContactForm::Wafer { common, places, .. } => {
                places.iter().flatten().for_each(|&place| both(*common, place));
            }
            &ContactForm::Changeover { common, break_side, make_side, .. } => {
                break_side.into_iter().chain(make_side).for_each(|side| both(common, side));
            }
        }
    }
    for (_, part) in circuit.parts.iter() {
        if let PartKind::Diode(diode) = &part.kind {
            add(diode.anode, diode.cathode, true);
        }
    }
    ways
}

/// The ways as they look from the other end.
pub(super) fn backwards(ways: &[Way]) -> Vec<Way> {
    ways.iter().map(|&Way { from, to, is_diode }| Way { from: to, to: from, is_diode }).collect()
}

/// Every node that can be reached from these without entering one that is `closed`.
pub(super) fn reached(ways: &[Way], from: &[usize], closed: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut reached = from.to_vec();
    let mut next = 0;
    while let Some(&node) = reached.get(next) {
        next += 1;
        for way in ways.iter().filter(|way| way.from == node) {
            if !closed(way.to) && !reached.contains(&way.to) {
                reached.push(way.to);
            }
        }
    }
    reached
}

/// Nets that are joined.
#[derive(Clone, Debug)]
pub(super) struct Merged {
    parents: Vec<usize>,
}

impl Merged {
    /// So many nets, each by itself.
    pub(super) fn new(count: usize) -> Self {
        Self { parents: (0..count).collect() }
    }

    /// The net's node: the first of those that are joined to it.
    pub(super) fn find(&self, net: NetId) -> usize {
        self.root(net.index())
    }

    pub(super) fn root(&self, mut node: usize) -> usize {
        while self.parents[node] != node {
            node = self.parents[node];
        }
        node
    }

    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b);
    }
}
