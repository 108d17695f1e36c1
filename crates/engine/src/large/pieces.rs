//! Which nodes of a large zone closed links join, kept up to date piece by piece.

use std::collections::BTreeMap;

/// The nodes divided into pieces that closed links join.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    piece_of: Vec<u32>,
    /// The nodes of a piece in a ring.
    next: Vec<u32>,
    before: Vec<u32>,
    size: Vec<u32>,
    free: Vec<u32>,
    /// The rails of the pieces that have any.
    rails: BTreeMap<u32, Vec<u32>>,
    /// How many pieces have several rails.
    several_rails: usize,
}

impl Pieces {
    pub(super) fn separate(nodes: usize, rails: usize) -> Self {
        Self {
            piece_of: (0..nodes as u32).collect(),
            next: (0..nodes as u32).collect(),
            before: (0..nodes as u32).collect(),
            size: vec![1; nodes],
            free: Vec::new(),
            rails: (0..rails as u32).map(|rail| (rail, vec![rail])).collect(),
            several_rails: 0,
        }
    }

    pub(super) fn of(&self, node: u32) -> u32 {
        self.piece_of[node as usize]
    }

    /// The rails of a piece that has any, as nodes.
    pub(super) fn rails_of(&self, piece: u32) -> Option<&[u32]> {
        self.rails.get(&piece).map(Vec::as_slice)
    }

    /// The rails of each piece that has any.
    pub(super) fn rails(&self) -> impl Iterator<Item = &[u32]> {
        self.rails.values().map(Vec::as_slice)
    }

    pub(super) fn some_have_several_rails(&self) -> bool {
        self.several_rails > 0
    }

    pub(super) fn has_rail(&self, piece: u32) -> bool {
        self.rails.contains_key(&piece)
    }

    fn set_rails(&mut self, piece: u32, rails: Vec<u32>) {
        let several = rails.len() > 1;
        let before = if rails.is_empty() { self.rails.remove(&piece) } else { self.rails.insert(piece, rails) };
        self.several_rails += usize::from(several);
        self.several_rails -= usize::from(before.is_some_and(|rails| rails.len() > 1));
    }

    fn take_rails(&mut self, piece: u32) -> Vec<u32> {
        let rails = self.rails.get(&piece).cloned().unwrap_or_default();
        self.set_rails(piece, Vec::new());
        rails
    }

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
        let added = self.take_rails(small);
        if !added.is_empty() {
            let mut rails = self.take_rails(large);
            rails.extend(added);
            rails.sort_unstable();
            self.set_rails(large, rails);
        }
    }

    /// Makes some nodes of a piece a piece of their own.
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
        for (at, &node) in part.iter().enumerate() {
            let next = part[(at + 1) % part.len()];
            self.next[node as usize] = next;
            self.before[next as usize] = node;
        }
        self.size[whole as usize] -= part.len() as u32;
        self.size[new as usize] = part.len() as u32;
        let rails = self.take_rails(whole);
        let (mut gone, mut left) = (Vec::new(), Vec::new());
        for rail in rails {
            if self.of(rail) == new { gone.push(rail) } else { left.push(rail) }
        }
        self.set_rails(new, gone);
        self.set_rails(whole, left);
    }
}
