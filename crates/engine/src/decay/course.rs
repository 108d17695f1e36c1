//! How an island with capacitors goes, from given voltages on.
//!
//! With as many linear solves as there are capacitors one knows what every current is at first and
//! how it follows each voltage. Weighing each current by the root of its resistance, and each voltage
//! by the root of its capacitance, gives a matrix `A` with `AᵀA` the equations' own: turning its
//! columns until they are orthogonal gives the modes, and no squared quantity is ever formed. Slow
//! modes next to very fast ones (hours beside microseconds) come out as exact as the fast ones.
//!
//! A mode that does not move at all is not left to rounding. It is known from the wiring: what
//! resistances and conducting diodes hold together is one piece, and capacitors between pieces
//! trap as many charges as there are pieces, less those that nothing at all hangs together with. A
//! capacitor that is the only way between two pieces carries no current, whatever its voltage.
//!
//! A conducting diode has here the trace of forward resistance by which it is judged. Without it, a
//! diode that carries next to nothing beside one that carries much would be judged by other currents
//! than those that move, and could change over again and again.

use super::orthogonal::orthogonalise;
use super::sum::{Decay, factor};
use super::ways::{Gains, Ways};
use crate::event::Micros;
use crate::solve::{Branch, DiodeBranch, FORWARD_OHMS, Judgement, Solver};

/// An island: resistances with electromotive forces, and diodes, between nodes `0..nodes`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Network<'a> {
    pub(crate) nodes: usize,
    /// Those of capacitors are their series resistances, their voltages left out.
    pub(crate) branches: &'a [Branch],
    pub(crate) diodes: &'a [DiodeBranch],
    pub(crate) stores: &'a [Store],
}

/// A capacitor: a branch whose electromotive force is the voltage against its current.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Store {
    pub(crate) branch: u32,
    pub(crate) farads: f64,
}

/// A capacitor within this of its end value, in volts, is there.
const AT_REST_VOLTS: f64 = 1e-3;
/// No island takes longer than this to rest; the slowest have long ceased to matter.
const LONGEST: Micros = 1 << 62;
/// After so many time constants an exponential is below the rounding of its own sum.
const NOTHING_LEFT: f64 = 64.0;

/// How an island goes from its beginning on, as long as its equations hold.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// By mode, in microseconds to the power of -1.
    rates: Vec<f64>,
    /// By branch.
    currents: Rows,
    /// By capacitor.
    voltages: Rows,
    /// By diode: the current it is judged by, and how.
    judged: Rows,
    judgements: Vec<Option<Judgement>>,
    /// Which diodes conduct.
    pub(crate) conducting: Vec<bool>,
    /// How long it holds, and what then ends it.
    pub(crate) lasts: Micros,
    pub(crate) ending: Ending,
}

/// What ends the course of an island, if nothing from outside does before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Every capacitor is as near to its end value as counts.
    Rest,
    /// A diode begins to conduct, or ceases to.
    Diode,
}

/// Quantities as they go, each by the modes of the island.
#[derive(Clone, Debug, Default)]
struct Rows {
    ends: Vec<f64>,
    amounts: Vec<f64>,
}

impl Rows {
    fn push(&mut self, first: f64, amounts: impl Iterator<Item = f64>) {
        let start = self.amounts.len();
        self.amounts.extend(amounts);
        self.ends.push(first - self.amounts[start..].iter().sum::<f64>());
    }

    fn row(&self, row: usize, modes: usize) -> &[f64] {
        &self.amounts[row * modes..(row + 1) * modes]
    }

    fn at(&self, row: usize, factors: &[f64]) -> f64 {
        let amounts = self.row(row, factors.len());
        amounts.iter().zip(factors).fold(self.ends[row], |sum, (amount, factor)| sum + amount * factor)
    }

    fn decay(&self, row: usize, rates: &[f64]) -> Decay {
        let mut decay = Decay { end: self.ends[row], terms: Vec::new() };
        for (&rate, &amount) in rates.iter().zip(self.row(row, rates.len())) {
            decay.term(rate, amount);
        }
        decay
    }
}

impl Course {
    /// How a network goes on from these voltages, by capacitor. None is a short circuit through diodes.
    pub(crate) fn new(solver: &mut Solver, network: Network<'_>, volts: &[f64]) -> Option<Self> {
        let Network { nodes, branches, diodes, stores } = network;
        let mut charged = branches.to_vec();
        charge(&mut charged, stores, volts);
        if !solver.solve(nodes, &charged, diodes) {
            return None;
        }
        let conducting = solver.conducting.clone();
        let judged_first = if diodes.is_empty() { Vec::new() } else { solver.judged(nodes, &charged, diodes) };
        // From here on conducting diodes are branches like the others.
        let mut ways = branches.to_vec();
        let on = diodes.iter().zip(&conducting).filter(|&(_, &conducts)| conducts);
        ways.extend(on.map(|(diode, _)| Branch {
            from: diode.from,
            to: diode.to,
            ohms: FORWARD_OHMS,
            emf: -diode.drop,
        }));
        let network = Network { branches: &ways, ..network };
        let mut charged = ways.clone();
        charge(&mut charged, stores, volts);
        solver.solve_plain(nodes, &charged);
        let first: Vec<f64> = charged.iter().map(|branch| branch.current(&solver.potentials)).collect();
        let Ways { carries, trapped } = Ways::new(network);
        let moving: Vec<usize> = (0..stores.len()).filter(|&store| carries[store]).collect();
        let mut gains = Gains::new(solver, network, branches.len(), &moving);

        let rotation = orthogonalise(&mut gains.weighed);
        let mut squares: Vec<(f64, usize)> = gains
            .weighed
            .iter()
            .enumerate()
            .map(|(mode, column)| (super::orthogonal::product(column, column), mode))
            .collect();
        squares.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut modes: Vec<(f64, usize)> = squares.into_iter().skip(trapped).filter(|mode| mode.0 > 0.0).collect();
        modes.sort_by_key(|&(_, mode)| mode);

        // How far each mode has to go, in its own measure.
        let way: Vec<f64> = modes
            .iter()
            .map(|&(rate, mode)| {
                // What a force drives through a capacitor, a force in that drives through the first. A
                // capacitor's own current would be the small difference of two potentials.
                let driven = ways.iter().zip(&gains.weighed[mode]);
                let drive: f64 = driven.map(|(branch, gain)| -branch.emf * gain / branch.ohms.sqrt()).sum();
                let own = moving.iter().zip(&rotation[mode]);
                let now: f64 = own.map(|(&store, share)| share * volts[store] * stores[store].farads.sqrt()).sum();
                drive / rate - now
            })
            .collect();
        let mut course = Self {
            rates: modes.iter().map(|&(rate, _)| rate * 1e-6).collect(),
            currents: Rows::default(),
            voltages: Rows::default(),
            judged: Rows::default(),
            judgements: Vec::new(),
            conducting,
            lasts: 0,
            ending: Ending::Rest,
        };
        for (branch, &now) in first.iter().take(branches.len()).enumerate() {
            let weight = branches[branch].ohms.sqrt();
            let amounts = modes.iter().zip(&way).map(|(&(_, mode), way)| -way * gains.weighed[mode][branch] / weight);
            course.currents.push(now, amounts);
        }
        let mut rows = vec![None; stores.len()];
        for (row, &store) in moving.iter().enumerate() {
            rows[store] = Some(row);
        }
        for (store, row) in rows.iter().enumerate() {
            let root = stores[store].farads.sqrt();
            let amount = |mode: usize, way: f64| row.map_or(0.0, |row| -way * rotation[mode][row] / root);
            let amounts = modes.iter().zip(&way).map(|(&(_, mode), &way)| amount(mode, way));
            course.voltages.push(volts[store], amounts);
        }
        for (store, _) in carries.iter().enumerate().filter(|&(_, &carries)| !carries) {
            course.currents.silence(stores[store].branch as usize, modes.len());
        }
        for (diode, &now) in judged_first.iter().enumerate() {
            let amounts = (0..modes.len()).map(|mode| {
                moving
                    .iter()
                    .enumerate()
                    .map(|(row, &store)| gains.judged[row][diode] * course.voltages.row(store, modes.len())[mode])
                    .sum()
            });
            course.judged.push(now, amounts);
            let judgement = Judgement::of(&diodes[diode], course.conducting[diode]);
            // One that is out of its bounds from the beginning was never in them: it decides nothing.
            course.judgements.push((!judgement.is_wrong(now)).then_some(judgement));
        }
        course.lasts = course.find_rest();
        if let Some(change) = course.diodes_change() {
            course.lasts = change;
            course.ending = Ending::Diode;
        }
        Some(course)
    }

    /// The current of a branch so long after the beginning.
    pub(crate) fn current(&self, branch: usize, after: Micros) -> f64 {
        self.currents.at(branch, &self.factors(after))
    }

    /// The current that a branch tends to.
    pub(crate) fn current_at_end(&self, branch: usize) -> f64 {
        self.currents.ends[branch]
    }

    /// The rates of the modes, in microseconds to the power of -1.
    pub(crate) fn rates(&self) -> &[f64] {
        &self.rates
    }

    /// How much of a mode there is in the current of a branch at the beginning.
    pub(crate) fn amount(&self, branch: usize, mode: usize) -> f64 {
        self.currents.row(branch, self.rates.len())[mode]
    }

    /// How the current of a branch goes.
    pub(crate) fn current_decay(&self, branch: usize) -> Decay {
        self.currents.decay(branch, &self.rates)
    }

    /// The voltage of a capacitor so long after the beginning.
    pub(crate) fn voltage(&self, store: usize, after: Micros) -> f64 {
        self.voltages.at(store, &self.factors(after))
    }

    /// The voltage that a capacitor tends to.
    pub(crate) fn voltage_at_end(&self, store: usize) -> f64 {
        self.voltages.ends[store]
    }

    /// The first microsecond after the beginning at which a diode is no longer in its state.
    fn diodes_change(&self) -> Option<Micros> {
        let change = |(diode, judgement): (usize, &Option<Judgement>)| {
            let judgement = (*judgement)?;
            let decay = self.judged.decay(diode, &self.rates);
            let thresholds = [judgement.threshold()];
            let question =
                super::Question { decay: &decay, thresholds: &thresholds, slack: 0.0, after: 0, until: self.lasts };
            super::first_change(question, |after| judgement.is_wrong(decay.at(after)))
        };
        self.judgements.iter().enumerate().filter_map(change).min()
    }

    fn factors(&self, after: Micros) -> Vec<f64> {
        self.rates.iter().map(|&rate| factor(rate, after)).collect()
    }

    /// When every capacitor is as near to its end as counts; later, if a diode changes before the end.
    fn find_rest(&self) -> Micros {
        let near = |after: Micros| {
            let factors = self.factors(after);
            (0..self.voltages.ends.len()).all(|store| {
                let amounts = self.voltages.row(store, factors.len());
                let off: f64 = amounts.iter().zip(&factors).map(|(amount, factor)| amount.abs() * factor).sum();
                off <= AT_REST_VOLTS
            })
        };
        let ends_outdated = self
            .judgements
            .iter()
            .zip(&self.judged.ends)
            .any(|(judgement, &current)| judgement.is_some_and(|judgement| judgement.is_wrong(current)));
        if ends_outdated {
            let slowest = self.rates.iter().copied().fold(f64::INFINITY, f64::min);
            return ((NOTHING_LEFT / slowest) as Micros).min(LONGEST);
        }
        if near(0) {
            return 0;
        }
        let mut far = 0;
        let mut enough = 1;
        while enough < LONGEST && !near(enough) {
            far = enough;
            enough *= 2;
        }
        while enough - far > 1 {
            let middle = far + (enough - far) / 2;
            if near(middle) {
                enough = middle;
            } else {
                far = middle;
            }
        }
        enough
    }
}

/// Takes the voltages of capacitors into the branches that they are.
fn charge(branches: &mut [Branch], stores: &[Store], volts: &[f64]) {
    for (store, volts) in stores.iter().zip(volts) {
        branches[store.branch as usize].emf -= volts;
    }
}

impl Rows {
    /// Makes a quantity 0 for ever.
    fn silence(&mut self, row: usize, modes: usize) {
        self.ends[row] = 0.0;
        self.amounts[row * modes..(row + 1) * modes].fill(0.0);
    }
}
