//! Whether an opened link parts a piece: a search from both its ends in turn.

use crate::zone::Zone;

/// For each node, what is attached to it.
#[derive(Clone, Debug)]
pub(super) struct Incidence {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Incidence {
    pub(super) fn new(nodes: usize, ends: impl Iterator<Item = [u32; 2]> + Clone) -> Self {
        let mut starts = vec![0u32; nodes + 1];
        for [a, b] in ends.clone() {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut items = vec![0u32; starts[nodes] as usize];
        let mut next = starts.clone();
        for (item, ends) in ends.enumerate() {
            for node in ends {
                items[next[node as usize] as usize] = item as u32;
                next[node as usize] += 1;
            }
        }
        Self { starts, items }
    }

    pub(super) fn range(&self, node: u32) -> std::ops::Range<usize> {
        self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize
    }

    pub(super) fn item(&self, at: usize) -> u32 {
        self.items[at]
    }

    pub(super) fn of(&self, node: u32) -> &[u32] {
        &self.items[self.range(node)]
    }
}

/// The search from both ends of an opened link.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    mark: Vec<u32>,
    stamp: u32,
    sides: [Side; 2],
}

#[derive(Clone, Debug, Default)]
struct Side {
    reached: Vec<u32>,
    at: usize,
    edge: usize,
}

impl Search {
    /// The nodes on the side of the opened link that is exhausted first, or none if the ends are still joined.
    pub(super) fn separated(
        &mut self,
        zone: &Zone,
        closed: &[bool],
        links: &Incidence,
        ends: [u32; 2],
    ) -> Option<&[u32]> {
        let side = self.exhausted(zone, closed, links, ends)?;
        Some(&self.sides[side].reached)
    }

    fn exhausted(&mut self, zone: &Zone, closed: &[bool], links: &Incidence, ends: [u32; 2]) -> Option<usize> {
        self.mark.resize(zone.nodes as usize, 0);
        if self.stamp > u32::MAX - 2 {
            self.mark.fill(0);
            self.stamp = 0;
        }
        self.stamp += 2;
        let marks = [self.stamp - 1, self.stamp];
        for side in 0..2 {
            self.mark[ends[side] as usize] = marks[side];
            let Side { reached, at, edge } = &mut self.sides[side];
            reached.clear();
            reached.push(ends[side]);
            *at = 0;
            *edge = links.range(ends[side]).start;
        }
        loop {
            for side in 0..2 {
                let Side { reached, at, edge } = &mut self.sides[side];
                let Some(&node) = reached.get(*at) else { return Some(side) };
                if *edge == links.range(node).end {
                    *at += 1;
                    if let Some(&next) = reached.get(*at) {
                        *edge = links.range(next).start;
                    }
                    continue;
                }
                let link = links.item(*edge) as usize;
                *edge += 1;
                if !closed[link] {
                    continue;
                }
                let [a, b] = zone.links[link].ends;
                let other = if a == node { b } else { a };
                let mark = &mut self.mark[other as usize];
                if *mark == marks[1 - side] {
                    return None;
                }
                if *mark != marks[side] {
                    *mark = marks[side];
                    reached.push(other);
                }
            }
        }
    }
}
