//! Which edges lie on a common loop: the blocks (biconnected components) of the graph.
//!
//! Current can pass an edge only if a loop without repetition leads through it and a source, which
//! is so exactly when both lie in one block.

use petgraph::graph::{EdgeIndex, NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;

/// The block of each edge by its index; an edge from a node to itself is in none.
pub(crate) fn blocks<E>(graph: &UnGraph<(), E, u32>) -> Vec<Option<u32>> {
    let mut search = Search {
        seen_at: vec![0; graph.node_count()],
        earliest: vec![0; graph.node_count()],
        clock: 0,
        edges: Vec::new(),
        block_of: vec![None; graph.edge_count()],
        blocks: 0,
    };
    for start in graph.node_indices() {
        if search.seen_at[start.index()] == 0 {
            search.walk(graph, start);
        }
    }
    search.block_of
}

struct Search {
    /// When a node was first seen, from 1; 0 while it is not.
    seen_at: Vec<u32>,
    /// The earliest node that can be reached from below without the edge that led down.
    earliest: Vec<u32>,
    clock: u32,
    /// Edges walked and not yet given to a block.
    edges: Vec<EdgeIndex<u32>>,
    block_of: Vec<Option<u32>>,
    blocks: u32,
}

impl Search {
    fn see(&mut self, node: NodeIndex<u32>) {
        self.clock += 1;
        self.seen_at[node.index()] = self.clock;
        self.earliest[node.index()] = self.clock;
    }

    /// Depth first, with a stack of its own: circuits may be a million contacts deep.
    fn walk<E>(&mut self, graph: &UnGraph<(), E, u32>, start: NodeIndex<u32>) {
        self.see(start);
        let mut stack = vec![(start, None, graph.edges(start))];
        while let Some((node, came_by, edges)) = stack.last_mut() {
            let (node, came_by) = (*node, *came_by);
            if let Some(edge) = edges.next() {
                let next = edge.target();
                if Some(edge.id()) == came_by || next == node {
                    continue;
                }
                if self.seen_at[next.index()] == 0 {
                    self.edges.push(edge.id());
                    self.see(next);
                    stack.push((next, Some(edge.id()), graph.edges(next)));
                } else if self.seen_at[next.index()] < self.seen_at[node.index()] {
                    self.edges.push(edge.id());
                    self.earliest[node.index()] = self.earliest[node.index()].min(self.seen_at[next.index()]);
                }
                continue;
            }
            stack.pop();
            let (Some((above, _, _)), Some(came_by)) = (stack.last(), came_by) else { continue };
            let above = above.index();
            self.earliest[above] = self.earliest[above].min(self.earliest[node.index()]);
            if self.earliest[node.index()] >= self.seen_at[above] {
                self.close_block(came_by);
            }
        }
    }

    fn close_block(&mut self, first: EdgeIndex<u32>) {
        while let Some(edge) = self.edges.pop() {
            self.block_of[edge.index()] = Some(self.blocks);
            if edge == first {
                break;
            }
        }
        self.blocks += 1;
    }
}

#[cfg(test)]
mod tests {
    use petgraph::algo::all_simple_paths;
    use petgraph::graph::{NodeIndex, UnGraph};

    use super::blocks;

    /// Two edges are in one block if and only if a loop without repetition leads through both.
    fn on_one_loop(graph: &UnGraph<(), ()>, one: usize, other: usize) -> bool {
        // Each edge gets a node in its middle, so that parallel edges are told apart.
        let mut split = UnGraph::<(), ()>::default();
        for _ in 0..graph.node_count() + graph.edge_count() {
            split.add_node(());
        }
        let middle = |edge: usize| NodeIndex::new(graph.node_count() + edge);
        for (index, edge) in graph.raw_edges().iter().enumerate() {
            split.add_edge(edge.source(), middle(index), ());
            split.add_edge(middle(index), edge.target(), ());
        }
        let goal = middle(other);
        let paths: Vec<Vec<NodeIndex>> =
            all_simple_paths::<Vec<_>, _, std::hash::RandomState>(&split, middle(one), goal, 0, None).collect();
        let inner = |path: &[NodeIndex]| path[1..path.len() - 1].to_vec();
        paths.iter().any(|a| paths.iter().any(|b| !inner(a).iter().any(|node| inner(b).contains(node))))
    }

    #[test]
    fn blocks_are_what_loops_share() {
        let mut seed = 1_u32;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) as usize % below
        };
        for _ in 0..200 {
            let mut graph = UnGraph::<(), ()>::default();
            let nodes: Vec<_> = (0..2 + random(5)).map(|_| graph.add_node(())).collect();
            for _ in 0..1 + random(8) {
                let (a, b) = (nodes[random(nodes.len())], nodes[random(nodes.len())]);
                if a != b {
                    graph.add_edge(a, b, ());
                }
            }
            let found = blocks(&graph);
            for one in 0..graph.edge_count() {
                for other in 0..one {
                    assert_eq!(found[one] == found[other], on_one_loop(&graph, one, other), "{graph:?} {one} {other}");
                }
            }
        }
    }
}
