//! Nodes and edges from top to bottom, and the upright paths that they make.

use kiber_netlist::{Id, NetId};

use super::element::{Element, Sort};
use super::geometry::What;
use super::order::{Order, Role};

/// How far beside its path the side pin of a change-over stands.
const BESIDE: i32 = 10;

/// A level bar of a drawing: a net, or one of several bars of a net.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) net: NetId,
    pub(crate) role: Role,
    pub(crate) row: usize,
}

/// What leads from one node down to another.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// What stands in it; nothing in a mere wire.
    pub(crate) what: Option<What>,
    pub(crate) sort: Sort,
    /// The part that it belongs to, by its index.
    pub(crate) part: usize,
    /// The node above.
    pub(crate) from: usize,
    /// The node below.
    pub(crate) to: usize,
    /// Whether its first pin is below.
    pub(crate) upside_down: bool,
    /// The node of the side pin of a change-over, whose common is above unless it stands upside down.
    pub(crate) beside: Option<usize>,
    pub(crate) make_is_straight: bool,
    /// How far beside the path the side pin stands; below 0 to the left.
    pub(crate) aside: i32,
    /// The slot in which the symbol stands: below the row of that number.
    pub(crate) slot: usize,
}

/// A component of a circuit.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
    /// One more than the number of slots.
    pub(crate) rows: usize,
    /// Each path: its edges from top to bottom.
    pub(crate) paths: Vec<Vec<usize>>,
}

impl Graph {
    /// The graph of a component, with rows and paths; its nets from top to bottom.
    pub(crate) fn new(elements: &[Element], order: &Order, nets: &[NetId]) -> Self {
        let nodes = nets.iter().map(|&net| Node { net, role: order.role_of(net), row: 0 }).collect();
        let mut graph = Self { nodes, ..Self::default() };
        // The nets of a component follow each other in the order.
        let start = nets.first().map_or(0, |&net| order.place_of(net));
        let node = |net: NetId| order.place_of(net).saturating_sub(start);
        for element in elements {
            graph.add(element, order, node);
        }
        graph.set_rows();
        graph.set_slots();
        graph.set_paths();
        graph
    }

    fn add(&mut self, element: &Element, order: &Order, node: impl Fn(NetId) -> usize) {
        let [one, other] = element.pins;
        let edge = |what: Option<What>, one: NetId, other: NetId| {
            let upside_down = order.place_of(one) > order.place_of(other);
            let (from, to) = if upside_down { (other, one) } else { (one, other) };
            Edge {
                what,
                sort: element.sort,
                part: element.part.index(),
                from: node(from),
                to: node(to),
                upside_down,
                beside: None,
                make_is_straight: false,
                aside: 0,
                slot: 0,
            }
        };
        if let (Some(third), What::Changeover(contact)) = (element.third, element.what) {
            let [breaks, makes] = [edge(None, one, other), edge(None, one, third)];
            if breaks.upside_down == makes.upside_down {
                // Which side is straight is settled with the rows.
                let far = if breaks.upside_down { makes.from } else { makes.to };
                self.edges.push(Edge { what: Some(element.what), beside: Some(far), ..breaks });
            } else {
                use kiber_engine::ContactSide::{Break, Make};
                self.edges.push(Edge { what: Some(What::Side(contact, Break)), ..breaks });
                self.edges.push(Edge { what: Some(What::Side(contact, Make)), ..makes });
            }
        } else if one == other {
            // Both ends on one net: down to a bar of its own, from which a wire leads back.
            let below = self.nodes.len();
            let role = if order.role_of(one) <= Role::Upper { Role::Upper } else { Role::Lower };
            self.nodes.push(Node { net: one, role, row: 0 });
            let down = edge(Some(element.what), one, other);
            self.edges.push(Edge { to: below, ..down.clone() });
            self.edges.push(Edge { what: None, to: below, ..down });
        } else {
            self.edges.push(edge(Some(element.what), one, other));
        }
    }

    /// What an edge leads down to, its side pin included.
    fn ways(edge: &Edge) -> impl Iterator<Item = (usize, usize)> {
        let side = edge.beside.map(|beside| if edge.upside_down { (beside, edge.to) } else { (edge.from, beside) });
        std::iter::once((edge.from, edge.to)).chain(side)
    }

    /// Nodes fed from above stand as high as what is above them allows, others as low as they can.
    fn set_rows(&mut self) {
        // Nodes stand in order, but for the bars of what has both ends on one net.
        let count = self.nodes.len();
        let mut ways: Vec<(usize, usize)> = self.edges.iter().flat_map(Self::ways).collect();
        ways.retain(|&(from, to)| from < count && to < count);
        ways.sort_unstable();
        let mut high = vec![0usize; count];
        for &(from, to) in &ways {
            let next = high.get(from).map_or(0, |row| row + 1);
            if let Some(row) = high.get_mut(to) {
                *row = (*row).max(next);
            }
        }
        let last = high.iter().copied().max().unwrap_or_default();
        let mut low = vec![last; count];
        for &(from, to) in ways.iter().rev() {
            let next = low.get(to).map_or(last, |row| row.saturating_sub(1));
            if let Some(row) = low.get_mut(from) {
                *row = (*row).min(next);
            }
        }
        for ((node, high), low) in self.nodes.iter_mut().zip(high).zip(low) {
            node.row = match node.role {
                Role::Plus | Role::Upper => high,
                Role::Middle | Role::Lower | Role::Minus => low,
            };
        }
        self.rows = last + 1;
    }

    pub(crate) fn row(&self, node: usize) -> usize {
        self.nodes.get(node).map_or(0, |node| node.row)
    }

    fn set_slots(&mut self) {
        for index in 0..self.edges.len() {
            let Some(mut edge) = self.edges.get(index).cloned() else { continue };
            if let Some(beside) = edge.beside {
                self.settle_changeover(&mut edge, beside);
            } else {
                let (upper, lower) = (self.row(edge.from), self.row(edge.to).saturating_sub(1));
                edge.slot = match edge.sort {
                    Sort::Way if self.nodes.get(edge.to).is_some_and(|node| node.role >= Role::Lower) => lower,
                    Sort::Way => upper,
                    Sort::Hold | Sort::Load => lower,
                    Sort::Source => usize::midpoint(upper, lower),
                };
            }
            if let Some(place) = self.edges.get_mut(index) {
                *place = edge;
            }
        }
    }

    /// The side whose bar is nearer to common leaves beside the path, at that very bar.
    fn settle_changeover(&self, edge: &mut Edge, makes: usize) {
        let breaks = if edge.upside_down { edge.from } else { edge.to };
        let [near, far] = [breaks, makes].map(|node| (self.row(node), node));
        let make_is_straight = match edge.upside_down {
            false => far.0 > near.0 || (far.0 == near.0 && !self.is_loaded(breaks) && self.is_loaded(makes)),
            true => far.0 < near.0,
        };
        let (straight, beside) = if make_is_straight { (makes, breaks) } else { (breaks, makes) };
        edge.make_is_straight = make_is_straight;
        edge.beside = Some(beside);
        if edge.upside_down {
            edge.from = straight;
            edge.slot = self.row(beside);
        } else {
            edge.to = straight;
            edge.slot = self.row(beside).saturating_sub(1);
        }
    }

    /// Turns the side pins of change-overs to where they lead.
    pub(crate) fn turn_aside(&mut self, order: &[usize]) {
        let mut position = vec![0; self.paths.len()];
        for (at, &path) in order.iter().enumerate() {
            if let Some(position) = position.get_mut(path) {
                *position = at;
            }
        }
        let at_nodes = self.paths_at_nodes();
        for (path, edges) in self.paths.iter().enumerate() {
            let own = position.get(path).copied().unwrap_or_default();
            for &edge in edges {
                let Some(edge) = self.edges.get_mut(edge) else { continue };
                let Some(beside) = edge.beside else { continue };
                let others = at_nodes.get(beside).into_iter().flatten().filter_map(|&other| position.get(other));
                let (mut before, mut after) = (0, 0);
                for other in others {
                    before += usize::from(*other < own);
                    after += usize::from(*other > own);
                }
                edge.aside = if before > after { -BESIDE } else { BESIDE };
            }
        }
    }

    fn is_loaded(&self, node: usize) -> bool {
        self.edges.iter().any(|edge| edge.sort == Sort::Load && (edge.from == node || edge.to == node))
    }

    /// Edges that follow each other make a path, straight through the bar between them.
    fn set_paths(&mut self) {
        let count = self.nodes.len();
        let (mut into, mut out_of) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for (index, edge) in self.edges.iter().enumerate() {
            if edge.sort == Sort::Source {
                continue;
            }
            if let Some(list) = into.get_mut(edge.to) {
                list.push(index);
            }
            if let Some(list) = out_of.get_mut(edge.from) {
                list.push(index);
            }
        }
        let mut next = vec![usize::MAX; self.edges.len()];
        let mut is_first = vec![true; self.edges.len()];
        let sort = |&index: &usize| self.edges.get(index).map(|edge| (edge.sort == Sort::Hold, edge.what.is_none()));
        let load_last = |&index: &usize| self.edges.get(index).map(|edge| edge.sort != Sort::Load);
        for ((node, into), out_of) in self.nodes.iter().zip(&mut into).zip(&mut out_of) {
            if matches!(node.role, Role::Plus | Role::Minus) {
                continue;
            }
            into.sort_by_key(sort);
            out_of.sort_by_key(load_last);
            for (&above, &below) in into.iter().zip(out_of.iter()) {
                if let (Some(next), Some(is_first)) = (next.get_mut(above), is_first.get_mut(below)) {
                    *next = below;
                    *is_first = false;
                }
            }
        }
        for (index, _) in is_first.iter().enumerate().filter(|(_, first)| **first) {
            let mut path = vec![index];
            let mut at = index;
            while let Some(&below) = next.get(at)
                && below < self.edges.len()
                && path.len() <= self.edges.len()
            {
                path.push(below);
                at = below;
            }
            self.paths.push(path);
        }
    }
}
