//! Sparse elimination, the node with the fewest neighbours first.

use hashbrown::HashTable;

use super::linear::{Branch, GROUND};

/// The buffers of sparse elimination.
#[derive(Clone, Debug, Default)]
pub(super) struct Sparse {
    edges: Vec<Edge>,
    by_ends: HashTable<u32>,
    incident: Vec<Vec<u32>>,
    degree: Vec<u32>,
    ground: Vec<f64>,
    buckets: Vec<Vec<u32>>,
    eliminated: Vec<bool>,
    steps: Vec<(u32, u32, f64)>,
    spokes: Vec<(u32, f64)>,
    star: Vec<(u32, f64)>,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    ends: [u32; 2],
    conductance: f64,
}

impl Sparse {
    /// Solves for nodes `0..nodes`, given what sources inject at each.
    pub(super) fn solve(&mut self, nodes: usize, branches: &[Branch], injected: &mut [f64], potentials: &mut [f64]) {
        self.load(nodes, branches);
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        for node in 0..nodes as u32 {
            self.queue(node);
        }
        let mut level = 0;
        while level < self.buckets.len() {
            let Some(node) = self.buckets[level].pop() else {
                level += 1;
                continue;
            };
            let index = node as usize;
            if self.eliminated[index] || self.degree[index] as usize != level {
                continue;
            }
            self.eliminate(node, injected);
            level = level.saturating_sub(1);
        }
        for step in (0..self.steps.len()).rev() {
            let (node, first_spoke, total) = self.steps[step];
            let end = self.steps.get(step + 1).map_or(self.spokes.len(), |next| next.1 as usize);
            let mut sum = injected[node as usize];
            for &(neighbour, conductance) in &self.spokes[first_spoke as usize..end] {
                sum += conductance * potentials[neighbour as usize];
            }
            potentials[node as usize] = if total > 0.0 { sum / total } else { 0.0 };
        }
    }

    fn load(&mut self, nodes: usize, branches: &[Branch]) {
        self.edges.clear();
        self.by_ends.clear();
        self.incident.resize(self.incident.len().max(nodes), Vec::new());
        self.incident[..nodes].iter_mut().for_each(Vec::clear);
        self.degree.clear();
        self.degree.resize(nodes, 0);
        self.ground.clear();
        self.ground.resize(nodes, 0.0);
        self.eliminated.clear();
        self.eliminated.resize(nodes, false);
        self.steps.clear();
        self.spokes.clear();
        for branch in branches {
            let conductance = 1.0 / branch.ohms;
            match (branch.from, branch.to) {
                (GROUND, node) | (node, GROUND) => self.ground[node as usize] += conductance,
                (a, b) => self.add(a, b, conductance),
            }
        }
    }

    fn queue(&mut self, node: u32) {
        let degree = self.degree[node as usize] as usize;
        if self.buckets.len() <= degree {
            self.buckets.resize(degree + 1, Vec::new());
        }
        self.buckets[degree].push(node);
    }

    /// Adds a conductance between two nodes, merging it with one that is there.
    fn add(&mut self, a: u32, b: u32, conductance: f64) {
        if a == b {
            return;
        }
        let ends = [a.min(b), a.max(b)];
        let edges = &self.edges;
        if let Some(&edge) = self.by_ends.find(hash(ends), |&edge| edges[edge as usize].ends == ends) {
            self.edges[edge as usize].conductance += conductance;
            return;
        }
        let edge = edges.len() as u32;
        self.edges.push(Edge { ends, conductance });
        let edges = &self.edges;
        self.by_ends.insert_unique(hash(ends), edge, |&edge| hash(edges[edge as usize].ends));
        for node in ends {
            self.incident[node as usize].push(edge);
            self.degree[node as usize] += 1;
        }
    }

    fn eliminate(&mut self, node: u32, injected: &mut [f64]) {
        let index = node as usize;
        let mut star = std::mem::take(&mut self.star);
        star.clear();
        for &edge in &self.incident[index] {
            let Edge { ends, conductance } = self.edges[edge as usize];
            let neighbour = if ends[0] == node { ends[1] } else { ends[0] };
            if !self.eliminated[neighbour as usize] {
                star.push((neighbour, conductance));
            }
        }
        self.eliminated[index] = true;
        let total = star.iter().map(|&(_, conductance)| conductance).sum::<f64>() + self.ground[index];
        self.steps.push((node, self.spokes.len() as u32, total));
        self.spokes.extend_from_slice(&star);
        for (position, &(a, conductance)) in star.iter().enumerate() {
            let share = conductance / total;
            injected[a as usize] += share * injected[index];
            self.ground[a as usize] += share * self.ground[index];
            self.degree[a as usize] -= 1;
            for &(b, other) in &star[position + 1..] {
                self.add(a, b, share * other);
            }
        }
        for &(neighbour, _) in &star {
            self.queue(neighbour);
        }
        self.star = star;
    }
}

fn hash(ends: [u32; 2]) -> u64 {
    let both = u64::from(ends[0]) << 32 | u64::from(ends[1]);
    let mixed = both.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}
