//! Which nodes are one: union-find, plain and with a difference of potential to the root.

/// Nodes joined without resistance. The root of a class is its lowest node, so that an answer
/// does not depend on the order in which the joints were made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Merger {
    parent: Vec<u32>,
}

impl Merger {
    /// Nodes `0..nodes`, each by itself.
    pub(crate) fn reset(&mut self, nodes: usize) {
        self.parent.clear();
        self.parent.extend(0..nodes as u32);
    }

    pub(crate) fn find(&mut self, node: u32) -> u32 {
        let mut node = node;
        loop {
            let parent = self.parent[node as usize];
            if parent == node {
                return node;
            }
            let grandparent = self.parent[parent as usize];
            self.parent[node as usize] = grandparent;
            node = grandparent;
        }
    }

    /// Joins two classes; false if they were one.
    pub(crate) fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        let (root, other) = (a.min(b), a.max(b));
        self.parent[other as usize] = root;
        true
    }
}

/// Nodes joined by ideal electromotive forces: each knows its height above its root, in volts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heights {
    parent: Vec<u32>,
    above_parent: Vec<f64>,
}

impl Heights {
    /// Nodes `0..nodes`, each by itself.
    pub(crate) fn reset(&mut self, nodes: usize) {
        self.parent.clear();
        self.parent.extend(0..nodes as u32);
        self.above_parent.clear();
        self.above_parent.resize(nodes, 0.0);
    }

    /// The root of a node and the node's height above it.
    pub(crate) fn find(&mut self, node: u32) -> (u32, f64) {
        let mut root = node;
        let mut height = 0.0;
        while self.parent[root as usize] != root {
            height += self.above_parent[root as usize];
            root = self.parent[root as usize];
        }
        // Second pass: hang every node of the way directly under the root.
        let (mut at, mut rest) = (node, height);
        while self.parent[at as usize] != root && at != root {
            let (next, step) = (self.parent[at as usize], self.above_parent[at as usize]);
            self.parent[at as usize] = root;
            self.above_parent[at as usize] = rest;
            rest -= step;
            at = next;
        }
        (root, height)
    }

    /// States that `a` is `volts` above `b`. If they are joined already, returns how far that is off.
    pub(crate) fn join(&mut self, a: u32, b: u32, volts: f64) -> Option<f64> {
        let ((root_a, height_a), (root_b, height_b)) = (self.find(a), self.find(b));
        if root_a == root_b {
            return Some(volts - (height_a - height_b));
        }
        let root_a_above_root_b = volts + height_b - height_a;
        if root_a < root_b {
            self.parent[root_b as usize] = root_a;
            self.above_parent[root_b as usize] = -root_a_above_root_b;
        } else {
            self.parent[root_a as usize] = root_b;
            self.above_parent[root_a as usize] = root_a_above_root_b;
        }
        None
    }
}
