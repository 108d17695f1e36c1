//! The linear part: potentials of a network of resistances and electromotive forces.
//!
//! Nodes are eliminated one by one, each star of conductances turned into the mesh that does the
//! same (Rosen's star-mesh transform, which is Gaussian elimination on the nodal equations). Only
//! positive numbers are added, so the conductances lose no accuracy however far apart they are.
//! Small cores are eliminated in a dense triangle, large ones sparsely, the node with the fewest
//! neighbours first: chains and ladders of any length cost time in proportion to their length.

use super::merge::Merger;
use super::sparse::Sparse;

/// The node whose potential is 0.
pub(crate) const GROUND: u32 = u32::MAX;

/// Cores of up to so many nodes are eliminated densely.
const DENSE_UP_TO: usize = 24;

/// A resistance with an electromotive force: `(x[from] - x[to] + emf) / ohms` flows from `from` to `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Branch {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) ohms: f64,
    pub(crate) emf: f64,
}

impl Branch {
    pub(crate) fn current(&self, potentials: &[f64]) -> f64 {
        let at = |node: u32| if node == GROUND { 0.0 } else { potentials[node as usize] };
        (at(self.from) - at(self.to) + self.emf) / self.ohms
    }
}

/// The buffers of the linear solver, kept from call to call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Linear {
    degree: Vec<u32>,
    /// The exclusive or of a node's live branches: at degree 1 it *is* the branch.
    last_branch: Vec<u32>,
    leaves: Vec<(u32, u32)>,
    alive: Vec<bool>,
    islands: Merger,
    number: Vec<u32>,
    order: Vec<(u32, u32)>,
    core: Vec<Branch>,
    core_potentials: Vec<f64>,
    island_branches: Vec<(u32, u32)>,
    dense: Vec<f64>,
    injected: Vec<f64>,
    sparse: Sparse,
}

impl Linear {
    /// Solves for the potentials of nodes `0..nodes`, the ground at 0.
    ///
    /// A piece that no branch joins to the ground gets one of its nodes as reference: currents in
    /// it are right, potentials are relative. A node without branches gets 0.
    pub(crate) fn potentials(&mut self, nodes: usize, branches: &[Branch], potentials: &mut Vec<f64>) {
        potentials.clear();
        potentials.resize(nodes, 0.0);
        self.peel(nodes, branches);
        self.solve_cores(nodes, branches, potentials);
        // A leaf carries no current, so it differs from its neighbour by the electromotive force alone.
        for &(leaf, index) in self.leaves.iter().rev() {
            let branch = &branches[index as usize];
            let at = |node: u32| if node == GROUND { 0.0 } else { potentials[node as usize] };
            potentials[leaf as usize] =
                if branch.from == leaf { at(branch.to) - branch.emf } else { at(branch.from) + branch.emf };
        }
    }

    /// Takes away nodes with a single branch until there are none.
    fn peel(&mut self, nodes: usize, branches: &[Branch]) {
        self.degree.clear();
        self.degree.resize(nodes, 0);
        self.last_branch.clear();
        self.last_branch.resize(nodes, 0);
        self.alive.clear();
        self.alive.resize(branches.len(), true);
        self.leaves.clear();
        for (index, branch) in branches.iter().enumerate() {
            for node in [branch.from, branch.to] {
                if node != GROUND {
                    self.degree[node as usize] += 1;
                    self.last_branch[node as usize] ^= index as u32;
                }
            }
        }
        for node in 0..nodes as u32 {
            let mut leaf = node;
            while leaf != GROUND && self.degree[leaf as usize] == 1 {
                let index = self.last_branch[leaf as usize];
                let branch = &branches[index as usize];
                let other = if branch.from == leaf { branch.to } else { branch.from };
                self.leaves.push((leaf, index));
                self.alive[index as usize] = false;
                self.degree[leaf as usize] = 0;
                if other != GROUND {
                    self.degree[other as usize] -= 1;
                    self.last_branch[other as usize] ^= index;
                }
                // Only a node already passed has to be taken up again from here.
                leaf = if other <= node { other } else { GROUND };
            }
        }
    }

    /// Solves each connected core by itself, so that an answer does not depend on its neighbours.
    fn solve_cores(&mut self, nodes: usize, branches: &[Branch], potentials: &mut [f64]) {
        self.islands.reset(nodes);
        self.island_branches.clear();
        for (index, branch) in branches.iter().enumerate() {
            if self.alive[index] && branch.from != GROUND && branch.to != GROUND {
                self.islands.join(branch.from, branch.to);
            }
        }
        for (index, branch) in branches.iter().enumerate() {
            if self.alive[index] && branch.from != branch.to {
                let inner = if branch.from == GROUND { branch.to } else { branch.from };
                self.island_branches.push((self.islands.find(inner), index as u32));
            }
        }
        if self.island_branches.is_empty() {
            return;
        }
        self.island_branches.sort_unstable();
        self.order.clear();
        for node in 0..nodes as u32 {
            if self.degree[node as usize] > 0 {
                self.order.push((self.islands.find(node), node));
            }
        }
        self.order.sort_unstable();
        self.number.resize(self.number.len().max(nodes), 0);
        let (mut node_at, mut branch_at) = (0, 0);
        while node_at < self.order.len() {
            let island = self.order[node_at].0;
            let first = node_at;
            while node_at < self.order.len() && self.order[node_at].0 == island {
                self.number[self.order[node_at].1 as usize] = (node_at - first) as u32;
                node_at += 1;
            }
            self.core.clear();
            while branch_at < self.island_branches.len() && self.island_branches[branch_at].0 == island {
                let branch = branches[self.island_branches[branch_at].1 as usize];
                let renumber = |node: u32| if node == GROUND { GROUND } else { self.number[node as usize] };
                self.core.push(Branch { from: renumber(branch.from), to: renumber(branch.to), ..branch });
                branch_at += 1;
            }
            self.solve_core(node_at - first);
            for (offset, &(_, node)) in self.order[first..node_at].iter().enumerate() {
                potentials[node as usize] = self.core_potentials[offset];
            }
        }
    }

    fn solve_core(&mut self, nodes: usize) {
        self.injected.clear();
        self.injected.resize(nodes, 0.0);
        for branch in &self.core {
            let forced = branch.emf / branch.ohms;
            if branch.from != GROUND {
                self.injected[branch.from as usize] -= forced;
            }
            if branch.to != GROUND {
                self.injected[branch.to as usize] += forced;
            }
        }
        self.core_potentials.clear();
        self.core_potentials.resize(nodes, 0.0);
        if nodes <= DENSE_UP_TO {
            self.eliminate_densely(nodes);
        } else {
            self.sparse.solve(nodes, &self.core, &mut self.injected, &mut self.core_potentials);
        }
    }

    fn eliminate_densely(&mut self, nodes: usize) {
        // Row k holds the conductances from node k to each node, and to the ground in column `nodes`.
        let width = nodes + 1;
        let matrix = &mut self.dense;
        matrix.clear();
        matrix.resize(nodes * width, 0.0);
        let column = |node: u32| if node == GROUND { nodes } else { node as usize };
        for branch in &self.core {
            let conductance = 1.0 / branch.ohms;
            let (a, b) = (column(branch.from), column(branch.to));
            if a < nodes {
                matrix[a * width + b] += conductance;
            }
            if b < nodes {
                matrix[b * width + a] += conductance;
            }
        }
        for k in (0..nodes).rev() {
            let total = row_total(matrix, k, width, nodes);
            if total <= 0.0 {
                continue;
            }
            for i in 0..k {
                let share = matrix[k * width + i] / total;
                if share == 0.0 {
                    continue;
                }
                self.injected[i] += share * self.injected[k];
                for j in 0..k {
                    if i != j {
                        matrix[i * width + j] += share * matrix[k * width + j];
                    }
                }
                matrix[i * width + nodes] += share * matrix[k * width + nodes];
            }
        }
        for k in 0..nodes {
            let total = row_total(matrix, k, width, nodes);
            if total > 0.0 {
                let mut sum = self.injected[k];
                for j in 0..k {
                    sum += matrix[k * width + j] * self.core_potentials[j];
                }
                self.core_potentials[k] = sum / total;
            }
        }
    }
}

/// All that leaves node `k` towards the nodes not yet eliminated when its turn comes, and the ground.
fn row_total(matrix: &[f64], k: usize, width: usize, nodes: usize) -> f64 {
    let row = &matrix[k * width..(k + 1) * width];
    row[..k].iter().sum::<f64>() + row[nodes]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resistor(from: u32, to: u32, ohms: f64) -> Branch {
        Branch { from, to, ohms, emf: 0.0 }
    }

    #[test]
    fn a_bridge_of_resistors() {
        // Wheatstone: 24 V over (1k, 2k) and (3k, 1k) with 5k across; by hand 1.43617 mA flow in it.
        let supply = |to, ohms| Branch { from: GROUND, to, ohms, emf: 24.0 };
        let branches = [
            supply(0, 1000.0),
            resistor(0, GROUND, 2000.0),
            supply(1, 3000.0),
            resistor(1, GROUND, 1000.0),
            resistor(0, 1, 5000.0),
        ];
        let mut potentials = Vec::new();
        Linear::default().potentials(2, &branches, &mut potentials);
        let thevenin = (16.0 - 6.0) / (5000.0 + 2000.0 / 3.0 + 750.0);
        assert!((branches[4].current(&potentials) - thevenin).abs() < 1e-15);
    }

    #[test]
    fn dense_and_sparse_agree_on_a_ladder_with_a_loop() {
        let ladder = |steps: u32| {
            let mut branches = vec![Branch { from: GROUND, to: 0, ohms: 10.0, emf: 24.0 }];
            for step in 0..steps {
                branches.push(resistor(step, step + 1, 100.0));
                branches.push(resistor(step + 1, GROUND, 10_000.0));
            }
            branches.push(resistor(0, steps, 1000.0));
            branches
        };
        let branches = ladder(20);
        let mut linear = Linear::default();
        let (mut dense, mut sparse) = (Vec::new(), Vec::new());
        linear.potentials(21, &branches, &mut dense);
        linear.solve_core_sparsely_for_test(21, &branches, &mut sparse);
        for (a, b) in dense.iter().zip(&sparse) {
            assert!((a - b).abs() < 1e-12, "{a} {b}");
        }
        // A long one is only possible at all if elimination stays sparse.
        let long = ladder(100_000);
        linear.potentials(100_001, &long, &mut dense);
        let drawn = long[0].current(&dense);
        let used: f64 = long[1..].iter().filter(|b| b.to == GROUND).map(|b| b.current(&dense)).sum();
        assert!((drawn - used).abs() < 1e-9 * drawn, "{drawn} {used}");
    }

    impl Linear {
        fn solve_core_sparsely_for_test(&mut self, nodes: usize, branches: &[Branch], out: &mut Vec<f64>) {
            let mut injected = vec![0.0; nodes];
            for branch in branches {
                if branch.to != GROUND {
                    injected[branch.to as usize] += branch.emf / branch.ohms;
                }
            }
            out.clear();
            out.resize(nodes, 0.0);
            self.sparse.solve(nodes, branches, &mut injected, out);
        }
    }
}
