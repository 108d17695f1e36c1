//! Which nodes of a zone closed links join, kept up to date piece by piece.

use std::collections::BTreeMap;

/// No rail.
const NONE: u32 = u32::MAX;

/// The nodes divided into pieces that closed links join.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    piece_of: Vec<u32>,
    /// The nodes of a piece in a ring.
    next: Vec<u32>,
    before: Vec<u32>,
    size: Vec<u32>,
    free: Vec<u32>,
    /// By piece, its lowest rail.
    rail: Vec<u32>,
    /// All rails of the pieces that have several, lowest first.
    several: BTreeMap<u32, Vec<u32>>,
}

impl Pieces {
    /// Each node a piece of its own; the first `rails` nodes are rails.
    pub(super) fn separate(&mut self, nodes: usize, rails: usize) {
        let each = 0..nodes as u32;
        self.piece_of.clear();
        self.piece_of.extend(each.clone());
        self.next.clone_from(&self.piece_of);
        self.before.clone_from(&self.piece_of);
        self.size.clear();
        self.size.resize(nodes, 1);
        self.free.clear();
        self.rail.clear();
        self.rail.extend(each.map(|node| if (node as usize) < rails { node } else { NONE }));
        self.several.clear();
    }

    #[inline]
    pub(super) fn of(&self, node: u32) -> u32 {
        self.piece_of[node as usize]
    }

    /// The lowest rail of a piece that has any, as a node.
    #[inline]
    pub(super) fn rail_of(&self, piece: u32) -> Option<u32> {
        Some(self.rail[piece as usize]).filter(|&rail| rail != NONE)
    }

    #[inline]
    pub(super) fn has_rail(&self, piece: u32) -> bool {
        self.rail[piece as usize] != NONE
    }

    /// The rails of each piece that has several.
    pub(super) fn several_rails(&self) -> impl Iterator<Item = &[u32]> {
        self.several.values().map(Vec::as_slice)
    }

    /// All nodes of the piece that a node is in, that node first.
    #[inline]
    pub(super) fn nodes(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(node), move |&at| {
            let next = self.next[at as usize];
            (next != node).then_some(next)
        })
    }

    fn splice(&mut self, a: u32, b: u32) {
        let (after_a, after_b) = (self.next[a as usize], self.next[b as usize]);
        self.next[a as usize] = after_b;
        self.before[after_b as usize] = a;
        self.next[b as usize] = after_a;
        self.before[after_a as usize] = b;
    }

    /// Joins the pieces of two nodes, at the cost of the smaller.
    #[inline]
    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = if self.size[self.of(a) as usize] >= self.size[self.of(b) as usize] { (a, b) } else { (b, a) };
        let (large, small) = (self.of(a), self.of(b));
        let mut node = b;
        loop {
            self.piece_of[node as usize] = large;
            node = self.next[node as usize];
            if node == b {
                break;
            }
        }
        self.splice(a, b);
        self.size[large as usize] += self.size[small as usize];
        self.free.push(small);
        let added = std::mem::replace(&mut self.rail[small as usize], NONE);
        if added != NONE {
            self.join_rails(large, small, added);
        }
    }

    fn join_rails(&mut self, large: u32, small: u32, added: u32) {
        let first = self.rail[large as usize];
        let added = self.several.remove(&small).unwrap_or_else(|| vec![added]);
        let mut rails = self.several.remove(&large).unwrap_or_default();
        if rails.is_empty() && first != NONE {
            rails.push(first);
        }
        rails.extend(added);
        rails.sort_unstable();
        self.set_rails(large, rails);
    }

    fn set_rails(&mut self, piece: u32, rails: Vec<u32>) {
        self.rail[piece as usize] = rails.first().copied().unwrap_or(NONE);
        if rails.len() > 1 {
            self.several.insert(piece, rails);
        }
    }

    /// Makes some nodes of a piece a piece of their own.
    #[inline]
    pub(super) fn split(&mut self, part: &[u32]) {
        let whole = self.of(part[0]);
        // A piece was given back for every piece that was joined, so there is a free number.
        let new = self.free.pop().unwrap_or(whole);
        for &node in part {
            let (before, next) = (self.before[node as usize], self.next[node as usize]);
            self.next[before as usize] = next;
            self.before[next as usize] = before;
            self.piece_of[node as usize] = new;
        }
        let mut last = part[part.len() - 1];
        for &node in part {
            self.next[last as usize] = node;
            self.before[node as usize] = last;
            last = node;
        }
        self.size[whole as usize] -= part.len() as u32;
        self.size[new as usize] = part.len() as u32;
        let rail = self.rail[whole as usize];
        if rail == NONE {
            return;
        }
        match self.several.remove(&whole) {
            None if self.of(rail) == new => {
                self.rail[whole as usize] = NONE;
                self.rail[new as usize] = rail;
            }
            None => {}
            Some(rails) => {
                let (gone, left) = rails.into_iter().partition(|&rail| self.of(rail) == new);
                self.set_rails(new, gone);
                self.set_rails(whole, left);
            }
        }
    }
}
