//! The paths that carry a current: from the pole of a source to what is asked about, and on to the other pole.
//!
//! What flows into a node comes from all that feeds it, in proportion; so a path carries the product of
//! its shares. Currents through contacts are the engine's.

use std::collections::BTreeMap;

use kiber_engine::{ContactSide, Nanoamps, Simulator};
use kiber_netlist::{ContactId, Id, NetId, PartId, PartKind};

use crate::ways::{Through, Way, Ways};

/// So many paths are followed on each side of what is asked about.
const MOST_PATHS: usize = 16;
/// A path that carries less than this share of the current is left out.
const LEAST_SHARE: f64 = 0.01;
/// What a rounding leaves over is no current.
const NOTHING: i64 = 10;

/// One thing on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// What the current goes through.
    pub through: Through,
    /// Whether it goes from the second pin to the first: of a change-over from its side to common, of a coil
    /// against its sign.
    pub backwards: bool,
    /// All that flows through it, other paths included; never below 0.
    pub current: Nanoamps,
}

/// A way that current takes, from the plus pole of a source to the minus pole of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// What it goes through, in the direction of the current; sources at both ends, whole sources between them
    /// where several are in series, and what is asked about.
    pub steps: Vec<PathStep>,
    /// The part of the current asked about that takes this way, from 0 to 1.
    pub share: f64,
}

/// The paths that carry the current of one winding or lamp.
#[derive(Clone, Debug, PartialEq)]
pub struct Carried {
    /// What is asked about.
    pub through: Through,
    /// Its current, from its first pin to its second.
    pub current: Nanoamps,
    /// The paths, the largest share first; those below a hundredth are left out.
    pub paths: Vec<Path>,
}

/// The paths of every winding of a part, or of a lamp, through which something flows.
pub(crate) fn carried(simulator: &Simulator, part: PartId) -> Vec<Carried> {
    let flow = Flow::of(simulator);
    let own = flow.edges.iter().filter(|edge| match edge.through {
        Through::Winding(of, _) | Through::Part(of) => of == part,
        Through::Contact(..) => false,
    });
    own.map(|edge| {
        let before = flow.ways_to(edge, Towards::Origin);
        let after = flow.ways_to(edge, Towards::End);
        let mut paths = Vec::new();
        for (earlier, first_share) in &before {
            for (later, second_share) in &after {
                let mut steps: Vec<PathStep> = earlier.iter().rev().copied().collect();
                steps.push(edge.step());
                steps.extend(later);
                paths.push(Path { steps, share: first_share * second_share });
            }
        }
        paths.retain(|path| path.share >= LEAST_SHARE);
        paths.sort_by(|a, b| b.share.total_cmp(&a.share));
        paths.truncate(MOST_PATHS);
        let signed = if edge.backwards { -edge.current } else { edge.current };
        Carried { through: edge.through, current: Nanoamps(signed), paths }
    })
    .collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Towards {
    Origin,
    End,
}

/// Something that carries current, in the direction of that current.
#[derive(Clone, Copy, Debug)]
struct Edge {
    through: Through,
    backwards: bool,
    current: i64,
    from: usize,
    to: usize,
    is_source: bool,
}

impl Edge {
    fn step(&self) -> PathStep {
        PathStep { through: self.through, backwards: self.backwards, current: Nanoamps(self.current) }
    }
}

/// All currents of a circuit.
struct Flow {
    edges: Vec<Edge>,
    /// The edges into each node and out of it.
    into: Vec<Vec<usize>>,
    out_of: Vec<Vec<usize>>,
}

impl Flow {
    fn of(simulator: &Simulator) -> Self {
        let circuit = simulator.circuit();
        let ways = Ways::of(simulator);
        let node = nodes(&ways, circuit.nets.len(), |part| matches!(circuit.parts[part].kind, PartKind::Wire(_)));
        let contacts: BTreeMap<(ContactId, ContactSide), Nanoamps> = simulator
            .contact_currents()
            .into_iter()
            .map(|row| ((row.contact, row.side), row.current.unwrap_or_default()))
            .collect();
        let mut flow =
            Self { edges: Vec::new(), into: vec![Vec::new(); node.len()], out_of: vec![Vec::new(); node.len()] };
        for &Way { through, ends: [first, second] } in &ways.all {
            let Nanoamps(current) = match through {
                Through::Contact(contact, side) => contacts.get(&(contact, side)).copied().unwrap_or_default(),
                Through::Winding(part, winding) => simulator.current(part, winding),
                Through::Part(part) => simulator.current(part, 0),
            };
            if current.abs() <= NOTHING {
                continue;
            }
            let is_source = match through {
                Through::Part(part) => matches!(circuit.parts[part].kind, PartKind::Source(_)),
                _ => false,
            };
            let [first, second] = [first, second].map(|net| node[net.index()]);
            let (from, to) = if current > 0 { (first, second) } else { (second, first) };
            if from == to {
                continue;
            }
            flow.into[to].push(flow.edges.len());
            flow.out_of[from].push(flow.edges.len());
            flow.edges.push(Edge { through, backwards: current < 0, current: current.abs(), from, to, is_source });
        }
        flow
    }

    /// The ways from one end of an edge to a pole, each from the edge outwards, and its share.
    fn ways_to(&self, edge: &Edge, towards: Towards) -> Vec<(Vec<PathStep>, f64)> {
        let start = if towards == Towards::Origin { edge.from } else { edge.to };
        let mut done = Vec::new();
        let mut open: Vec<(usize, Vec<usize>, f64)> = vec![(start, Vec::new(), 1.0)];
        while let Some((node, so_far, share)) = open.pop() {
            let next = if towards == Towards::Origin { &self.into[node] } else { &self.out_of[node] };
            let all: i64 = next.iter().map(|&number| self.edges[number].current).sum();
            for &number in next.iter().rev() {
                let next = &self.edges[number];
                let share = share * next.current as f64 / all as f64;
                // What leaves over from rounding may lead round in a circle.
                if share < LEAST_SHARE || so_far.contains(&number) || done.len() + open.len() > 4 * MOST_PATHS {
                    continue;
                }
                let mut longer = so_far.clone();
                longer.push(number);
                if next.is_source {
                    done.push((longer.iter().map(|&number| self.edges[number].step()).collect(), share));
                } else {
                    open.push((if towards == Towards::Origin { next.from } else { next.to }, longer, share));
                }
            }
        }
        done
    }
}

/// The node of each net: nets that wires join are one.
fn nodes(ways: &Ways, nets: usize, is_wire: impl Fn(PartId) -> bool) -> Vec<usize> {
    let mut node: Vec<usize> = (0..nets).collect();
    for start in 0..nets {
        if node[start] != start {
            continue;
        }
        let mut open = vec![NetId::from_index(start)];
        while let Some(net) = open.pop() {
            for (_, way, other) in ways.at(net) {
                let joins = matches!(way.through, Through::Part(part) if is_wire(part));
                if joins && other.index() > start && node[other.index()] == other.index() {
                    node[other.index()] = start;
                    open.push(other);
                }
            }
        }
    }
    node
}
