//! What is attached to each node of a zone.

/// For each node, what is attached to it and the node at the other end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Incidence {
    starts: Box<[u32]>,
    items: Box<[(u32, u32)]>,
}

impl Incidence {
    /// Of items numbered in their order, each between two nodes.
    pub(crate) fn new(nodes: usize, ends: impl Iterator<Item = [u32; 2]> + Clone) -> Self {
        let mut starts = vec![0u32; nodes + 1];
        for [a, b] in ends.clone() {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut items = vec![(0, 0); starts[nodes] as usize];
        let mut next = starts.clone();
        for (item, [a, b]) in ends.enumerate() {
            for (node, other) in [(a, b), (b, a)] {
                items[next[node as usize] as usize] = (item as u32, other);
                next[node as usize] += 1;
            }
        }
        Self { starts: starts.into(), items: items.into() }
    }

    pub(crate) fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// From which place to which other the items of a node stand, counted through all nodes.
    #[inline]
    pub(crate) fn bounds(&self, node: u32) -> (usize, usize) {
        (self.starts[node as usize] as usize, self.starts[node as usize + 1] as usize)
    }

    /// The items of a node, each with the node at its other end.
    #[inline]
    pub(crate) fn of(&self, node: u32) -> &[(u32, u32)] {
        let (start, end) = self.bounds(node);
        &self.items[start..end]
    }
}
