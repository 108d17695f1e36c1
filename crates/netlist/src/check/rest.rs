//! The circuit at rest: sources that are shorted, or that fight each other, before anything moves.

use std::collections::BTreeMap;

use petgraph::algo::astar;
use petgraph::graph::DiGraph;

use crate::check::wiring::{Link, Merged, Wiring, node};
use crate::circuit::{Current, PartKind, Source};
use crate::ids::PartId;
use crate::read::reader::Reader;

/// Looking for the path of a short walks over the circuit, so only the first ones get it.
const PATHS: usize = 5;

pub(crate) fn check_rest(reader: &mut Reader<'_>, wiring: &Wiring<'_>) {
    let joined = wiring.merged(|link| conducts_at_rest(link) && !matches!(link, Link::Diode(_)));
    let maybe_joined = wiring.merged(conducts_at_rest);
    let mut at_rest = None;
    let mut paths_left = PATHS;
    for (id, source) in sources(wiring) {
        if !maybe_joined.joins(source.plus, source.minus) {
            continue;
        }
        let path = match paths_left.checked_sub(1) {
            Some(left) => {
                paths_left = left;
                path(wiring, at_rest.get_or_insert_with(|| graph_at_rest(wiring)), source)
            }
            None => None,
        };
        if path.is_some() || joined.joins(source.plus, source.minus) {
            report_short(reader, wiring, id, source, path.unwrap_or_default());
        }
    }
    check_conflicts(reader, wiring, &joined);
}

fn sources<'w>(wiring: &'w Wiring<'_>) -> impl Iterator<Item = (PartId, &'w Source)> {
    wiring.circuit.parts.iter().filter_map(|(id, part)| match &part.kind {
        PartKind::Source(source) => Some((id, source)),
        _ => None,
    })
}

/// Whether a link conducts without resistance before anything has moved, in one direction at least.
fn conducts_at_rest(link: Link) -> bool {
    match link {
        Link::Contact { at_rest, .. } => at_rest,
        Link::Wire(_) | Link::Fuse(_) | Link::Diode(_) => true,
        Link::Source(_) | Link::Load(_) => false,
    }
}

/// What conducts at rest, a diode in its one direction.
fn graph_at_rest(wiring: &Wiring<'_>) -> DiGraph<(), Link, u32> {
    let mut graph = DiGraph::with_capacity(wiring.graph.node_count(), 2 * wiring.graph.edge_count());
    for _ in wiring.circuit.nets.ids() {
        graph.add_node(());
    }
    for edge in wiring.graph.raw_edges().iter().filter(|edge| conducts_at_rest(edge.weight)) {
        graph.add_edge(edge.source(), edge.target(), edge.weight);
        if !matches!(edge.weight, Link::Diode(_)) {
            graph.add_edge(edge.target(), edge.source(), edge.weight);
        }
    }
    graph
}

/// The shortest way from plus to minus, by what it leads through; diodes may not swallow the source.
fn path(wiring: &Wiring<'_>, graph: &DiGraph<(), Link, u32>, source: &Source) -> Option<Vec<Link>> {
    let goal = node(source.minus);
    let (_, nodes) = astar(graph, node(source.plus), |node| node == goal, |_| 1_u32, |_| 0)?;
    let links = nodes.windows(2).filter_map(|pair| match *pair {
        [a, b] => graph.find_edge(a, b).map(|edge| graph[edge]),
        _ => None,
    });
    let links: Vec<Link> = links.collect();
    let drops: f64 = links
        .iter()
        .map(|link| match link {
            Link::Diode(part) => match &wiring.circuit.parts[*part].kind {
                PartKind::Diode(diode) => diode.drop_volts,
                _ => 0.0,
            },
            _ => 0.0,
        })
        .sum();
    (drops < source.volts.nominal).then_some(links)
}

fn report_short(reader: &mut Reader<'_>, wiring: &Wiring<'_>, id: PartId, source: &Source, path: Vec<Link>) {
    let circuit = wiring.circuit;
    let mut steps: Vec<String> = path
        .iter()
        .filter_map(|link| match *link {
            Link::Contact { contact, .. } => Some(circuit.contact_shown(contact)),
            Link::Wire(part) | Link::Fuse(part) | Link::Diode(part) => Some(circuit.parts[part].name.clone()),
            Link::Source(_) | Link::Load(_) => None,
        })
        .collect();
    // A wire of several pins is one step.
    steps.dedup();
    let [plus, minus] = [source.plus, source.minus].map(|net| circuit.nets[net].name.as_str());
    let way = if source.plus == source.minus {
        format!("both poles are on the net `{plus}`")
    } else if steps.is_empty() {
        format!("`{plus}` and `{minus}` are joined")
    } else {
        format!("{plus} – {} – {minus}", shortened(&steps))
    };
    let name = &circuit.parts[id].name;
    let behind =
        if source.internal_ohms.nominal > 0.0 { ", with nothing but its own resistance in the way" } else { "" };
    let message = format!("`{name}` is shorted with everything at rest{behind}: {way}");
    let finding = reader.warning("source-shorted", wiring.name_place(id), message);
    if let Some(Link::Contact { contact, .. }) = path.first() {
        let part = circuit.contacts[*contact].part;
        finding.second = Some((wiring.name_place(part).range(), "the path begins here".to_owned()));
    }
    let fuse = path.iter().find_map(|link| match *link {
        Link::Fuse(part) => Some(&circuit.parts[part].name),
        _ => None,
    });
    let blows = fuse.map(|fuse| format!("; as it is, `{fuse}` blows")).unwrap_or_default();
    finding.help = Some(format!("put a load, a make contact or a button into that path{blows}"));
}

/// The steps of a path, without the middle of a very long one.
fn shortened(steps: &[String]) -> String {
    const MOST: usize = 12;
    if steps.len() <= MOST {
        return steps.join(" – ");
    }
    let (head, tail) = (&steps[..MOST / 2], &steps[steps.len() - MOST / 2..]);
    format!("{} – … {} more … – {}", head.join(" – "), steps.len() - MOST, tail.join(" – "))
}

/// Ideal sources that are joined at rest and do not agree.
fn check_conflicts(reader: &mut Reader<'_>, wiring: &Wiring<'_>, joined: &Merged) {
    let mut heights = Heights::new(wiring.circuit.nets.len());
    let mut between: BTreeMap<(usize, usize), PartId> = BTreeMap::new();
    for (id, source) in sources(wiring) {
        let is_ideal = source.internal_ohms.nominal == 0.0;
        let (plus, minus) = (joined.group(source.plus), joined.group(source.minus));
        if !source.on || !is_ideal || plus == minus || source.current == Current::Ac {
            continue;
        }
        let poles = (plus.min(minus), plus.max(minus));
        let Some(others) = heights.join(plus, minus, source.volts.nominal) else {
            between.entry(poles).or_insert(id);
            continue;
        };
        if (others - source.volts.nominal).abs() < 1e-9 * source.volts.nominal {
            continue;
        }
        let name = &wiring.circuit.parts[id].name;
        let message = format!(
            "`{name}` wants {} V where other sources already hold {} V, with nothing between them",
            source.volts.nominal,
            // The sum of a chain of sources; shown without the noise of the last bits.
            (others * 1e6).round() / 1e6
        );
        let finding = reader.warning("sources-conflict", wiring.name_place(id), message);
        if let Some(&other) = between.get(&poles) {
            let other_name = &wiring.circuit.parts[other].name;
            finding.second =
                Some((wiring.name_place(other).range(), format!("`{other_name}` is on the same two poles")));
        }
        finding.help = Some(
            "sources in parallel need the same voltage and the same poles, or a resistance between them \
             (`internal_ohms`)"
                .to_owned(),
        );
    }
}

/// Groups of nets with the height of each above the root of its tree, in volts.
struct Heights {
    above: Vec<(usize, f64)>,
}

impl Heights {
    fn new(nets: usize) -> Self {
        Self { above: (0..nets).map(|net| (net, 0.0)).collect() }
    }

    /// The root of a net and the net's height above it; the way is shortened for the next time.
    fn find(&mut self, net: usize) -> (usize, f64) {
        let mut way = Vec::new();
        let mut at = net;
        while self.above[at].0 != at {
            way.push(at);
            at = self.above[at].0;
        }
        let mut height = 0.0;
        for &step in way.iter().rev() {
            height += self.above[step].1;
            self.above[step] = (at, height);
        }
        (at, height)
    }

    /// Puts `plus` so many volts above `minus`, or tells how many it already is.
    fn join(&mut self, plus: usize, minus: usize, volts: f64) -> Option<f64> {
        let ((plus_root, plus_height), (minus_root, minus_height)) = (self.find(plus), self.find(minus));
        if plus_root == minus_root {
            return Some(plus_height - minus_height);
        }
        self.above[plus_root] = (minus_root, minus_height + volts - plus_height);
        None
    }
}
