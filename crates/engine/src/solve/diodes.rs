//! Which diodes conduct.
//!
//! With a trace of leakage and of forward resistance every diode is a rising piecewise linear
//! resistance, so the network has exactly one solution, and the choice of conducting diodes is a
//! linear complementarity problem with a P-matrix. It is found by block pivoting: all diodes in the
//! wrong state change over at once as long as that makes fewer wrong, and otherwise the one of
//! lowest index does (Murty's rule, which alone already ends; Júdice and Pires, 1994, for the
//! mixture). The currents are then solved again without leakage and forward resistance.

use super::SAME_VOLTS;
use super::linear::{Branch, GROUND, Linear};
use super::merge::Heights;

/// A diode between two nodes: conducts while `x[from] - x[to]` would exceed `drop`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DiodeBranch {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) drop: f64,
}

/// Far above any load: what decides between diodes in series that both block.
const BLOCKING_OHMS: f64 = 1e15;
/// Far below any load.
pub(crate) const FORWARD_OHMS: f64 = 1e-5;
/// Backward currents up to this, in amperes, are rounding.
const NO_AMPS: f64 = 1e-8;
/// How often block pivoting may fail to improve before the lowest index is taken alone.
const PATIENCE: u32 = 3;

/// When a diode is no longer in its state, by its current from [`Solver::judged`].
///
/// The bounds are twice those by which it was chosen, so that rounding does not take back at once
/// what was just decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Judgement {
    /// It conducts, and no longer does below this.
    Conducts(f64),
    /// It blocks, and no longer does above this.
    Blocks(f64),
}

impl Judgement {
    pub(crate) fn of(diode: &DiodeBranch, conducts: bool) -> Self {
        if conducts {
            Self::Conducts(-2.0 * NO_AMPS)
        } else {
            Self::Blocks((diode.drop + 2.0 * SAME_VOLTS) / BLOCKING_OHMS)
        }
    }

    pub(crate) fn is_wrong(self, current: f64) -> bool {
        match self {
            Self::Conducts(least) => current < least,
            Self::Blocks(most) => current > most,
        }
    }

    pub(crate) fn threshold(self) -> f64 {
        match self {
            Self::Conducts(threshold) | Self::Blocks(threshold) => threshold,
        }
    }
}

/// Solves networks of resistances, electromotive forces and diodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solver {
    linear: Linear,
    heights: Heights,
    trial: Vec<Branch>,
    reduced: Vec<Branch>,
    wrong: Vec<u32>,
    /// Take conducting diodes with the trace of forward resistance by which they were chosen. For
    /// what is left when their drops do not add up round a loop and no source is to blame.
    pub(crate) soft: bool,
    /// Which diodes conduct, after [`Solver::solve`].
    pub(crate) conducting: Vec<bool>,
    /// The potentials of the nodes, after [`Solver::solve`].
    pub(crate) potentials: Vec<f64>,
}

impl Solver {
    /// Solves for nodes `0..nodes`; the results are in `potentials` and `conducting`.
    ///
    /// Returns false if conducting diodes join different potentials without any resistance: a
    /// short circuit.
    pub(crate) fn solve(&mut self, nodes: usize, branches: &[Branch], diodes: &[DiodeBranch]) -> bool {
        self.conducting.clear();
        self.conducting.resize(diodes.len(), false);
        if diodes.is_empty() {
            self.linear.potentials(nodes, branches, &mut self.potentials);
            return true;
        }
        self.choose(nodes, branches, diodes);
        if self.soft {
            return true;
        }
        self.solve_conducting(nodes, branches, diodes)
    }

    /// Solves without diodes, which [`Solver::conducting`] then still tells of.
    pub(crate) fn solve_plain(&mut self, nodes: usize, branches: &[Branch]) {
        self.linear.potentials(nodes, branches, &mut self.potentials);
    }

    /// The currents by which diodes are judged, the others left as they are: with traces of leakage
    /// and of forward resistance. See [`Judgement`].
    pub(crate) fn judged(&mut self, nodes: usize, branches: &[Branch], diodes: &[DiodeBranch]) -> Vec<f64> {
        self.try_out(nodes, branches, diodes);
        self.trial[branches.len()..].iter().map(|branch| branch.current(&self.potentials)).collect()
    }

    fn choose(&mut self, nodes: usize, branches: &[Branch], diodes: &[DiodeBranch]) {
        let mut fewest = usize::MAX;
        let mut patience = PATIENCE;
        // Murty's rule ends by itself; the bound only keeps rounding from making it go on for ever.
        let rounds = 1000 + 20 * diodes.len();
        for _ in 0..rounds {
            self.find_wrong(nodes, branches, diodes);
            if self.wrong.is_empty() {
                return;
            }
            if self.wrong.len() < fewest {
                fewest = self.wrong.len();
                patience = PATIENCE;
            } else {
                patience = patience.saturating_sub(1);
            }
            let change = if patience > 0 { self.wrong.len() } else { 1 };
            for &diode in &self.wrong[..change] {
                self.conducting[diode as usize] ^= true;
            }
        }
    }

    /// The diodes whose state contradicts the currents it leads to, lowest index first.
    fn find_wrong(&mut self, nodes: usize, branches: &[Branch], diodes: &[DiodeBranch]) {
        self.try_out(nodes, branches, diodes);
        self.wrong.clear();
        for (index, (diode, &on)) in diodes.iter().zip(&self.conducting).enumerate() {
            let branch = &self.trial[branches.len() + index];
            let current = branch.current(&self.potentials);
            let wrong = if on { current < -NO_AMPS } else { current * BLOCKING_OHMS > diode.drop + SAME_VOLTS };
            if wrong {
                self.wrong.push(index as u32);
            }
        }
    }

    /// Solves with every diode as the resistance it is in its present state.
    fn try_out(&mut self, nodes: usize, branches: &[Branch], diodes: &[DiodeBranch]) {
        self.trial.clear();
        self.trial.extend_from_slice(branches);
        for (diode, &on) in diodes.iter().zip(&self.conducting) {
            let (ohms, emf) = if on { (FORWARD_OHMS, -diode.drop) } else { (BLOCKING_OHMS, 0.0) };
            self.trial.push(Branch { from: diode.from, to: diode.to, ohms, emf });
        }
        self.linear.potentials(nodes, &self.trial, &mut self.potentials);
    }

    /// Solves with conducting diodes as ideal drops and the others as gaps.
    fn solve_conducting(&mut self, nodes: usize, branches: &[Branch], diodes: &[DiodeBranch]) -> bool {
        let ground = nodes as u32;
        let node = |node: u32| if node == GROUND { ground } else { node };
        self.heights.reset(nodes + 1);
        for (diode, &on) in diodes.iter().zip(&self.conducting) {
            if on
                && let Some(gap) = self.heights.join(node(diode.from), node(diode.to), diode.drop)
                && gap.abs() > SAME_VOLTS
            {
                return false;
            }
        }
        let (ground_root, ground_height) = self.heights.find(ground);
        let mut reduced = std::mem::take(&mut self.reduced);
        reduced.clear();
        let mut place = |at: u32| {
            let (root, height) = self.heights.find(node(at));
            if root == ground_root { (GROUND, height - ground_height) } else { (root, height) }
        };
        for branch in branches {
            let ((from, above), (to, below)) = (place(branch.from), place(branch.to));
            let emf = branch.emf + above - below;
            // Both ends in one place: its current is fixed and no equation needs it.
            if from != to {
                reduced.push(Branch { from, to, emf, ..*branch });
            }
        }
        self.linear.potentials(nodes, &reduced, &mut self.potentials);
        for index in (0..nodes).rev() {
            // A root is the lowest node of its class, so going down it is still unchanged.
            let (root, height) = place(index as u32);
            self.potentials[index] = if root == GROUND { height } else { self.potentials[root as usize] + height };
        }
        self.reduced = reduced;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every one of the 2ⁿ choices, by the definition: conducting diodes carry current forwards,
    /// the others stand below their drop.
    fn brute_force(nodes: usize, branches: &[Branch], diodes: &[DiodeBranch]) -> Option<Vec<f64>> {
        (0..1u32 << diodes.len()).find_map(|choice| {
            let mut trial = branches.to_vec();
            for (index, diode) in diodes.iter().enumerate() {
                let on = choice >> index & 1 == 1;
                let (ohms, emf) = if on { (1e-4, -diode.drop) } else { (1e14, 0.0) };
                trial.push(Branch { from: diode.from, to: diode.to, ohms, emf });
            }
            let mut potentials = Vec::new();
            Linear::default().potentials(nodes, &trial, &mut potentials);
            let consistent = diodes.iter().enumerate().all(|(index, diode)| {
                let current = trial[branches.len() + index].current(&potentials);
                if choice >> index & 1 == 1 { current >= -1e-7 } else { current * 1e14 <= diode.drop + 1e-7 }
            });
            consistent.then(|| branches.iter().map(|branch| branch.current(&potentials)).collect())
        })
    }

    #[test]
    fn the_choice_agrees_with_every_choice_tried() {
        let mut seed = 1u64;
        let mut next = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        let mut conducted = 0;
        for _ in 0..3000 {
            let nodes = 1 + next(5) as usize;
            let mut end = || match next(nodes as u64 + 1) as u32 {
                end if end as usize == nodes => GROUND,
                end => end,
            };
            let ends: Vec<(u32, u32)> = (0..12).map(|_| (end(), end())).filter(|(a, b)| a != b).collect();
            let split = ends.len() / 2;
            let branches: Vec<Branch> = ends[..split]
                .iter()
                .map(|&(from, to)| Branch { from, to, ohms: 100.0 + next(900) as f64, emf: next(3) as f64 * 12.0 })
                .collect();
            let diodes: Vec<DiodeBranch> =
                ends[split..].iter().map(|&(from, to)| DiodeBranch { from, to, drop: next(3) as f64 * 0.35 }).collect();
            let mut solver = Solver::default();
            // Diodes in a forward loop without resistance and with drops of their own cannot conflict here:
            // nothing but loads stands between different potentials.
            assert!(solver.solve(nodes, &branches, &diodes));
            conducted += solver.conducting.iter().filter(|&&on| on).count();
            let expected = brute_force(nodes, &branches, &diodes).expect("a solution exists");
            for (branch, expected) in branches.iter().zip(expected) {
                let current = branch.current(&solver.potentials);
                assert!((current - expected).abs() < 1e-6, "{branches:?} {diodes:?}: {current} {expected}");
            }
        }
        assert!(conducted > 1000, "the test must meet conducting diodes: {conducted}");
    }
}
