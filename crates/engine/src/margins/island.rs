//! What a coil's current can depend on while the contacts stand as they do.

use std::collections::BTreeSet;

use kiber_netlist::Id;

use crate::incidence::Incidence;
use crate::plan::{CapacitorId, LinkId};
use crate::solve::Merger;
use crate::zone::{Element, Zone, ZoneDiode, ZoneLink};

/// A zone with its contacts as they stand, divided into islands.
pub(super) struct Standing<'n> {
    zone: &'n Zone,
    /// The node that stands for each node and all that contacts join to it; a rail if there is one.
    roots: Vec<u32>,
    /// Rails that contacts join, in pairs.
    joined_rails: Vec<[u32; 2]>,
    /// The items (elements, after them diodes) of each island; those that can carry no current are in none.
    islands: Vec<Vec<u32>>,
    island_of: Vec<Option<u32>>,
    /// The items that hang together with a capacitor on its way to another voltage.
    unsteady: Vec<bool>,
}

impl<'n> Standing<'n> {
    /// A zone with its links closed as one says, and the capacitors on their way that the other does.
    pub(super) fn new(zone: &'n Zone, closed: impl Fn(usize) -> bool, moves: impl Fn(CapacitorId) -> bool) -> Self {
        let mut pieces = Merger::default();
        pieces.reset(zone.nodes as usize);
        for (_, link) in zone.links.iter().enumerate().filter(|&(index, _)| closed(index)) {
            pieces.join(link.ends[0], link.ends[1]);
        }
        let roots: Vec<u32> = (0..zone.nodes).map(|node| pieces.find(node)).collect();
        let rails = 0..zone.rails.len() as u32;
        let joined_rails = rails.map(|rail| [rail, roots[rail as usize]]).filter(|[rail, root]| rail != root).collect();
        let (islands, island_of, unsteady) = (Vec::new(), Vec::new(), Vec::new());
        let mut standing = Self { zone, roots, joined_rails, islands, island_of, unsteady };
        standing.divide();
        standing.find_unsteady(moves);
        standing
    }

    /// Whether a capacitor that charges or discharges has a part in an element's current.
    pub(super) fn is_unsteady(&self, element: u32) -> bool {
        self.unsteady[element as usize]
    }

    /// The island of an element; none if it can carry no current.
    pub(super) fn island_of(&self, element: u32) -> Option<u32> {
        self.island_of[element as usize]
    }

    fn ends(&self, item: u32) -> [u32; 2] {
        self.zone.ends(item).map(|end| self.roots[end as usize])
    }

    fn is_rail(&self, root: u32) -> bool {
        (root as usize) < self.zone.rails.len()
    }

    /// Which items can carry current at all: those that hang on nothing at one end are taken off, until
    /// none is left.
    fn live(&self) -> Vec<bool> {
        let items = self.zone.items() as u32;
        let mut live: Vec<bool> = (0..items)
            .map(|item| {
                let [from, to] = self.ends(item);
                // Margins are those of a circuit at rest, where no capacitor lets a current through.
                from != to && self.zone.store_of(item).is_none()
            })
            .collect();
        let mut degree = vec![0u32; self.zone.nodes as usize];
        let mut at: Vec<Vec<u32>> = vec![Vec::new(); self.zone.nodes as usize];
        for item in (0..items).filter(|&item| live[item as usize]) {
            for end in self.ends(item) {
                degree[end as usize] += 1;
                at[end as usize].push(item);
            }
        }
        let bare = |degree: &[u32], root: u32| degree[root as usize] == 1 && !self.is_rail(root);
        let mut open: Vec<u32> = (0..self.zone.nodes).filter(|&root| bare(&degree, root)).collect();
        while let Some(root) = open.pop() {
            // One that was taken off from its other end in the meantime is no longer bare.
            let last = at[root as usize].iter().find(|&&item| live[item as usize]);
            if let Some(&item) = last.filter(|_| bare(&degree, root)) {
                live[item as usize] = false;
                for end in self.ends(item) {
                    degree[end as usize] -= 1;
                    if end != root && bare(&degree, end) {
                        open.push(end);
                    }
                }
            }
        }
        live
    }

    /// Joins each of these items, which count after the nodes, with its ends. Rails part them from each
    /// other, unless they are of several groups: then everything may tie the groups together.
    fn joined(&self, takes_part: impl Fn(u32) -> bool) -> Merger {
        let (nodes, items) = (self.zone.nodes, self.zone.items() as u32);
        let mut merger = Merger::default();
        merger.reset((nodes + items) as usize);
        for item in (0..items).filter(|&item| takes_part(item)) {
            for end in self.ends(item) {
                if !self.is_rail(end) {
                    merger.join(nodes + item, end);
                }
            }
            if !self.zone.one_group {
                merger.join(nodes + item, 0);
            }
        }
        merger
    }

    /// What a capacitor makes flow may pass where nothing flows without it.
    fn find_unsteady(&mut self, moves: impl Fn(CapacitorId) -> bool) {
        let (nodes, items) = (self.zone.nodes, self.zone.items() as u32);
        self.unsteady = vec![false; items as usize];
        let moving: Vec<u32> =
            self.zone.stores.iter().filter(|store| moves(store.capacitor)).map(|store| store.element).collect();
        if moving.is_empty() {
            return;
        }
        let mut merger = self.joined(|item| {
            let [from, to] = self.ends(item);
            from != to
        });
        let roots: BTreeSet<u32> = moving.into_iter().map(|item| merger.find(nodes + item)).collect();
        for item in 0..items {
            self.unsteady[item as usize] = roots.contains(&merger.find(nodes + item));
        }
    }

    fn divide(&mut self) {
        let live = self.live();
        let nodes = self.zone.nodes;
        let mut merger = self.joined(|item| live[item as usize]);
        let mut number = vec![None; nodes as usize + live.len()];
        for (item, live) in (0u32..).zip(live) {
            if !live {
                self.island_of.push(None);
                continue;
            }
            let root = merger.find(nodes + item) as usize;
            let island = *number[root].get_or_insert_with(|| {
                self.islands.push(Vec::new());
                self.islands.len() as u32 - 1
            });
            self.islands[island as usize].push(item);
            self.island_of.push(Some(island));
        }
    }

    /// All that the currents of an island follow from, within its zone.
    pub(super) fn write_key(&self, island: u32, key: &mut Vec<u32>) {
        key.extend(self.joined_rails.iter().flatten());
        for &item in &self.islands[island as usize] {
            key.push(item);
            key.extend(self.ends(item));
        }
    }

    /// The island as a zone of its own, and the place in it of each of its elements.
    pub(super) fn cut(&self, island: u32) -> Cut {
        let zone = self.zone;
        let rails = zone.rails.len() as u32;
        let mut number: Vec<Option<u32>> = vec![None; zone.nodes as usize];
        let mut members: Vec<u32> = zone.members[..rails as usize].to_vec();
        for rail in 0..rails {
            number[rail as usize] = Some(rail);
        }
        let (mut elements, mut diodes, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for &item in &self.islands[island as usize] {
            let ends = self.ends(item).map(|root| {
                *number[root as usize].get_or_insert_with(|| {
                    members.push(zone.members[root as usize]);
                    members.len() as u32 - 1
                })
            });
            match zone.elements.get(item as usize) {
                Some(&element) => {
                    places.push(item);
                    elements.push(Element { ends, ..element });
                }
                None => diodes.push(ZoneDiode { ends, ..zone.diodes[item as usize - zone.elements.len()] }),
            }
        }
        // No contact is left to move: the rails that contacts join stay joined.
        let links: Box<[ZoneLink]> =
            self.joined_rails.iter().map(|&ends| ZoneLink { ends, link: LinkId::from_index(0) }).collect();
        let nodes = members.len();
        let ends = elements.iter().map(|element| element.ends).chain(diodes.iter().map(|diode| diode.ends));
        let zone = Zone {
            nodes: nodes as u32,
            links_at: Incidence::new(nodes, links.iter().map(|link| link.ends)),
            items_at: Incidence::new(nodes, ends),
            members: members.into(),
            rails: zone.rails.clone(),
            one_group: zone.one_group,
            coil_of: vec![None; elements.len()].into(),
            passive: zone.passive,
            coils: Box::default(),
            stores: Box::default(),
            links,
            elements: elements.into(),
            diodes: diodes.into(),
        };
        Cut { zone, places }
    }
}

/// An island cut out of its zone, with all its contacts closed for good.
pub(super) struct Cut {
    pub(super) zone: Zone,
    /// By element of the cut zone, its place in the whole one.
    places: Vec<u32>,
}

impl Cut {
    /// Where an element of the whole zone went.
    pub(super) fn place(&self, element: u32) -> Option<usize> {
        self.places.binary_search(&element).ok()
    }
}
