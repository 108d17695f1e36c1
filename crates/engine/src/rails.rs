//! Rails: the nets whose potential ideal sources fix, and which sources a short circuit takes down.

use crate::plan::SourceId;
use crate::solve::{Heights, Merger, SAME_VOLTS};
use crate::zone::Rail;

/// An ideal source that is on, between two nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pole {
    pub(crate) source: SourceId,
    pub(crate) plus: u32,
    pub(crate) minus: u32,
    pub(crate) volts: f64,
}

/// The rails of a network and their potentials.
#[derive(Debug)]
pub(crate) struct Rails {
    poles: Vec<Pole>,
    rail_of_node: Vec<Option<u32>>,
    nodes: Vec<u32>,
    groups: Vec<u32>,
    group_count: usize,
    /// Loops of sources that are shorted whatever the contacts do.
    pub(crate) always_shorted: Vec<Vec<SourceId>>,
}

impl Rails {
    pub(crate) fn new(node_bound: usize, poles: Vec<Pole>) -> Self {
        let mut rail_of_node = vec![None; node_bound];
        let mut nodes = Vec::new();
        for node in poles.iter().flat_map(|pole| [pole.plus, pole.minus]) {
            rail_of_node[node as usize].get_or_insert_with(|| {
                nodes.push(node);
                nodes.len() as u32 - 1
            });
        }
        let mut rails = Self {
            poles,
            rail_of_node,
            groups: vec![0; nodes.len()],
            nodes,
            group_count: 0,
            always_shorted: Vec::new(),
        };
        rails.always_shorted = rails.loops([]);
        rails.number_groups();
        rails
    }

    fn number_groups(&mut self) {
        let mut merger = Merger::default();
        merger.reset(self.nodes.len());
        for pole in &self.poles {
            if let (Some(plus), Some(minus)) = (self.of_node(pole.plus), self.of_node(pole.minus)) {
                merger.join(plus, minus);
            }
        }
        let mut number = vec![None; self.nodes.len()];
        for rail in 0..self.nodes.len() {
            let root = merger.find(rail as u32) as usize;
            let count = &mut self.group_count;
            self.groups[rail] = *number[root].get_or_insert_with(|| {
                *count += 1;
                *count as u32 - 1
            });
        }
    }

    pub(crate) fn of_node(&self, node: u32) -> Option<u32> {
        self.rail_of_node[node as usize]
    }

    pub(crate) fn group(&self, rail: u32) -> u32 {
        self.groups[rail as usize]
    }

    pub(crate) fn group_count(&self) -> usize {
        self.group_count
    }

    pub(crate) fn poles(&self) -> &[Pole] {
        &self.poles
    }

    /// Group and potential of each rail, against the minus pole of the first source of its group,
    /// when the `down` sources have their poles joined.
    pub(crate) fn potentials(&self, down: &[SourceId]) -> Vec<Rail> {
        self.potentials_at(|pole| if down.contains(&pole.source) { 0.0 } else { pole.volts })
    }

    /// As [`Rails::potentials`], with each source at the volts that are said.
    pub(crate) fn potentials_at(&self, volts: impl Fn(&Pole) -> f64) -> Vec<Rail> {
        let mut heights = Heights::default();
        heights.reset(self.nodes.len());
        let mut reference: Vec<Option<u32>> = vec![None; self.group_count];
        for pole in &self.poles {
            if let (Some(plus), Some(minus)) = (self.of_node(pole.plus), self.of_node(pole.minus)) {
                heights.join(plus, minus, volts(pole));
                reference[self.group(minus) as usize].get_or_insert(minus);
            }
        }
        (0..self.nodes.len() as u32)
            .map(|rail| {
                let group = self.group(rail);
                let zero = reference[group as usize].map_or(0.0, |reference| heights.find(reference).1);
                Rail { group, volts: heights.find(rail).1 - zero }
            })
            .collect()
    }

    /// The loops of ideal sources that closed paths short, with the rails that `joined` pairs up
    /// taken as one. The sources of a loop count as off, their poles joined, before the next is
    /// looked for; so each source is in at most one loop.
    pub(crate) fn loops(&self, joined: impl IntoIterator<Item = (u32, u32)>) -> Vec<Vec<SourceId>> {
        let mut rails = Merger::default();
        rails.reset(self.nodes.len());
        for (a, b) in joined {
            rails.join(a, b);
        }
        let mut end = |node| self.of_node(node).map_or(0, |rail| rails.find(rail));
        let ends: Vec<(u32, u32)> = self.poles.iter().map(|pole| (end(pole.plus), end(pole.minus))).collect();
        let mut down = vec![false; self.poles.len()];
        let mut loops = Vec::new();
        let mut heights = Heights::default();
        'again: loop {
            heights.reset(self.nodes.len());
            let mut tree: Vec<usize> = Vec::new();
            for (index, pole) in self.poles.iter().enumerate() {
                let (plus, minus) = ends[index];
                let volts = if down[index] { 0.0 } else { pole.volts };
                match heights.join(plus, minus, volts) {
                    None => tree.push(index),
                    Some(off) if off.abs() > SAME_VOLTS => {
                        let mut round = path(&tree, &ends, plus, minus);
                        round.push(index);
                        round.retain(|&source| !down[source]);
                        round.sort_unstable();
                        for &source in &round {
                            down[source] = true;
                        }
                        if !round.is_empty() {
                            loops.push(round.into_iter().map(|source| self.poles[source].source).collect());
                            continue 'again;
                        }
                    }
                    Some(_) => {}
                }
            }
            return loops;
        }
    }
}

/// The edges of a tree between two nodes, found breadth first; empty if they are one node.
fn path(tree: &[usize], ends: &[(u32, u32)], from: u32, to: u32) -> Vec<usize> {
    let mut reached: Vec<(u32, Option<(usize, usize)>)> = vec![(from, None)];
    let mut used = vec![false; tree.len()];
    let mut at = 0;
    while at < reached.len() {
        let node = reached[at].0;
        if node == to {
            let mut edges = Vec::new();
            let mut step = reached[at].1;
            while let Some((edge, before)) = step {
                edges.push(edge);
                step = reached[before].1;
            }
            return edges;
        }
        for (position, &edge) in tree.iter().enumerate() {
            let (a, b) = ends[edge];
            if !used[position] && (a == node || b == node) {
                used[position] = true;
                reached.push((if a == node { b } else { a }, Some((edge, at))));
            }
        }
        at += 1;
    }
    Vec::new()
}
