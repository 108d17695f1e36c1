//! What an island with capacitors can do: which of them carry a current, and what each current makes
//! of each voltage.

use super::course::Network;
use crate::solve::{Branch, DiodeBranch, GROUND, Merger, Solver};

/// What every current makes of the voltage of each capacitor that carries one.
pub(super) struct Gains {
    /// By capacitor, then by branch: times the root of its resistance, over that of the capacitance.
    pub(super) weighed: Vec<Vec<f64>>,
    /// By capacitor, then by diode: of the currents by which these are judged.
    pub(super) judged: Vec<Vec<f64>>,
}

impl Gains {
    /// The first `plain` branches of the network are there whatever the diodes do; of the diodes the
    /// solver knows which conduct.
    pub(super) fn new(solver: &mut Solver, network: Network<'_>, plain: usize, moving: &[usize]) -> Self {
        let Network { nodes, branches, diodes, stores } = network;
        let mut alone: Vec<Branch> = branches.iter().map(|branch| Branch { emf: 0.0, ..*branch }).collect();
        let without_drop: Vec<DiodeBranch> = diodes.iter().map(|diode| DiodeBranch { drop: 0.0, ..*diode }).collect();
        let mut gains = Self { weighed: Vec::with_capacity(moving.len()), judged: Vec::new() };
        for &store in moving {
            let branch = stores[store].branch as usize;
            alone[branch].emf = -1.0;
            solver.solve_plain(nodes, &alone);
            let root = stores[store].farads.sqrt();
            let weighed = |branch: &Branch| branch.current(&solver.potentials) * branch.ohms.sqrt() / root;
            gains.weighed.push(alone.iter().map(weighed).collect());
            if !diodes.is_empty() {
                gains.judged.push(solver.judged(nodes, &alone[..plain], &without_drop));
            }
            alone[branch].emf = 0.0;
        }
        gains
    }
}

/// Which capacitors can carry a current at all, and how many charges those trap between them.
pub(super) struct Ways {
    pub(super) carries: Vec<bool>,
    pub(super) trapped: usize,
}

impl Ways {
    /// Of a network whose conducting diodes are branches.
    pub(super) fn new(network: Network<'_>) -> Self {
        let Network { nodes, branches, stores, .. } = network;
        let end = |node: u32| if node == GROUND { nodes as u32 } else { node };
        let mut is_store = vec![false; branches.len()];
        for store in stores {
            is_store[store.branch as usize] = true;
        }
        let mut pieces = Merger::default();
        pieces.reset(nodes + 1);
        for (branch, _) in branches.iter().zip(&is_store).filter(|(_, is_store)| !**is_store) {
            pieces.join(end(branch.from), end(branch.to));
        }
        let ends: Vec<[u32; 2]> = stores
            .iter()
            .map(|store| {
                let branch = &branches[store.branch as usize];
                [pieces.find(end(branch.from)), pieces.find(end(branch.to))]
            })
            .collect();
        let joined_without = |left_out: usize| {
            let mut others = Merger::default();
            others.reset(nodes + 1);
            for (_, [a, b]) in ends.iter().enumerate().filter(|&(store, _)| store != left_out) {
                others.join(*a, *b);
            }
            others.find(ends[left_out][0]) == others.find(ends[left_out][1])
        };
        let carries: Vec<bool> = (0..stores.len()).map(joined_without).collect();
        // Every capacitor that makes one piece of two traps a charge.
        let mut whole = Merger::default();
        whole.reset(nodes + 1);
        let trapped = ends.iter().zip(&carries).filter(|([a, b], carries)| **carries && whole.join(*a, *b)).count();
        Self { carries, trapped }
    }
}
