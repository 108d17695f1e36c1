//! What a text says: questions, and how `not`, `or` and commas join them.

use crate::book::condition::Leaf;
use crate::book::fact::Fact;

/// A condition as it is read, before it is compiled.
#[derive(Debug, Default)]
pub(crate) struct Formula {
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) nodes: Nodes,
    /// The whole of it; nothing asks nothing.
    pub(crate) root: Option<NodeId>,
    pub(crate) facts: Vec<Fact>,
}

/// A place in [`Nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(u32);

/// A question or what joins two pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    Leaf(u32),
    Not(NodeId),
    And(NodeId, NodeId),
    Or(NodeId, NodeId),
}

/// The pieces of a formula, each with the question that it begins with.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    nodes: Vec<(Node, u32)>,
}

impl Nodes {
    pub(crate) fn push(&mut self, node: Node) -> NodeId {
        let first = match node {
            Node::Leaf(leaf) => leaf,
            // Two turns are none.
            Node::Not(inner) => match self.at(inner) {
                Node::Not(turned) => return turned,
                _ => self.first_leaf(inner),
            },
            Node::And(left, _) | Node::Or(left, _) => self.first_leaf(left),
        };
        self.nodes.push((node, first));
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub(crate) fn at(&self, place: NodeId) -> Node {
        self.nodes.get(place.0 as usize).map_or(Node::Leaf(u32::MAX), |&(node, _)| node)
    }

    /// The question that is asked first, since pieces are asked from left to right.
    pub(crate) fn first_leaf(&self, place: NodeId) -> u32 {
        self.nodes.get(place.0 as usize).map_or(u32::MAX, |&(_, first)| first)
    }
}
