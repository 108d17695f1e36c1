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

use super::orthogonal::orthogonalise;
use super::sum::{Decay, factor};
use crate::event::Micros;
use crate::solve::{Branch, DiodeBranch, GROUND, Judgement, Merger, Solver};

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
pub(crate) const AT_REST_VOLTS: f64 = 1e-3;
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
        for (store, volts) in stores.iter().zip(volts) {
            charged[store.branch as usize].emf -= volts;
        }
        if !solver.solve(nodes, &charged, diodes) {
            return None;
        }
        let conducting = std::mem::take(&mut solver.conducting);
        let first: Vec<f64> = charged.iter().map(|branch| branch.current(&solver.potentials)).collect();
        let Ways { carries, trapped } = Ways::new(network, &conducting);
        solver.conducting.clone_from(&conducting);
        let judged_first = if diodes.is_empty() { Vec::new() } else { solver.judged(nodes, &charged, diodes) };
        let moving: Vec<usize> = (0..stores.len()).filter(|&store| carries[store]).collect();
        let forces = solver.forces(nodes, branches, diodes);
        let mut gains = Gains::new(solver, network, &moving);

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
                let own = || moving.iter().zip(&rotation[mode]);
                let Some(forces) = &forces else {
                    let drive = own().map(|(&store, share)| {
                        share * first[stores[store].branch as usize] / stores[store].farads.sqrt()
                    });
                    return drive.sum::<f64>() / rate;
                };
                // What a force drives through a capacitor, a force in that drives through the first. A
                // capacitor's own current would be the small difference of two potentials.
                let driven = forces.iter().zip(branches).zip(&gains.weighed[mode]);
                let drive: f64 = driven.map(|((force, branch), gain)| -force * gain / branch.ohms.sqrt()).sum();
                let now: f64 = own().map(|(&store, share)| share * volts[store] * stores[store].farads.sqrt()).sum();
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
        for (branch, &now) in first.iter().enumerate() {
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

    /// Whether the voltage of a capacitor is rising (`Greater`), falling or still.
    pub(crate) fn direction(&self, store: usize, after: Micros) -> std::cmp::Ordering {
        let amounts = self.voltages.row(store, self.rates.len());
        let slopes = self.rates.iter().zip(amounts).map(|(&rate, amount)| -rate * amount * factor(rate, after));
        slopes.sum::<f64>().total_cmp(&0.0)
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

impl Rows {
    /// Makes a quantity 0 for ever.
    fn silence(&mut self, row: usize, modes: usize) {
        self.ends[row] = 0.0;
        self.amounts[row * modes..(row + 1) * modes].fill(0.0);
    }
}

/// What every current makes of the voltage of each capacitor that carries one.
struct Gains {
    /// By capacitor, then by branch: times the root of its resistance, over that of the capacitance.
    weighed: Vec<Vec<f64>>,
    /// By capacitor, then by diode: of the currents by which these are judged.
    judged: Vec<Vec<f64>>,
}

impl Gains {
    /// The diodes conduct as the solver has them.
    fn new(solver: &mut Solver, network: Network<'_>, moving: &[usize]) -> Self {
        let Network { nodes, branches, diodes, stores } = network;
        let mut alone: Vec<Branch> = branches.iter().map(|branch| Branch { emf: 0.0, ..*branch }).collect();
        let plain: Vec<DiodeBranch> = diodes.iter().map(|diode| DiodeBranch { drop: 0.0, ..*diode }).collect();
        let mut gains = Self { weighed: Vec::with_capacity(moving.len()), judged: Vec::new() };
        for &store in moving {
            let branch = stores[store].branch as usize;
            alone[branch].emf = -1.0;
            // Without drops no loop of diodes can fail to add up.
            solver.solve_again(nodes, &alone, &plain);
            let root = stores[store].farads.sqrt();
            gains.weighed.push(
                alone.iter().map(|branch| branch.current(&solver.potentials) * branch.ohms.sqrt() / root).collect(),
            );
            if !diodes.is_empty() {
                gains.judged.push(solver.judged(nodes, &alone, &plain));
            }
            alone[branch].emf = 0.0;
        }
        gains
    }
}

/// Which capacitors can carry a current at all, and how many charges those trap between them.
struct Ways {
    carries: Vec<bool>,
    trapped: usize,
}

impl Ways {
    fn new(network: Network<'_>, conducting: &[bool]) -> Self {
        let Network { nodes, branches, diodes, stores } = network;
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
        for (diode, _) in diodes.iter().zip(conducting).filter(|(_, conducts)| **conducts) {
            pieces.join(end(diode.from), end(diode.to));
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A row of numbers that is the same everywhere.
    pub(in crate::decay) struct Random(pub(in crate::decay) u64);

    impl Random {
        pub(in crate::decay) fn below(&mut self, below: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) % below
        }

        pub(in crate::decay) fn unit(&mut self) -> f64 {
            self.below(1 << 30) as f64 / (1u64 << 30) as f64
        }
    }

    fn course(nodes: usize, branches: &[Branch], stores: &[Store], volts: &[f64]) -> Course {
        let network = Network { nodes, branches, diodes: &[], stores };
        Course::new(&mut Solver::default(), network, volts).expect("there are no diodes")
    }

    fn branch(from: u32, to: u32, ohms: f64, emf: f64) -> Branch {
        Branch { from, to, ohms, emf }
    }

    fn store(branch: u32, farads: f64) -> Store {
        Store { branch, farads }
    }

    #[test]
    fn a_capacitor_across_a_coil() {
        // 1000 µF behind 0.1 Ω, charged to 24 V, over 500 Ω.
        let branches = [branch(0, GROUND, 500.0, 0.0), branch(0, GROUND, 0.1, 0.0)];
        let course = course(1, &branches, &[store(1, 1e-3)], &[24.0]);
        let decay = course.current_decay(0);
        let question =
            super::super::Question { decay: &decay, thresholds: &[7e-3], slack: 1e-9, after: 0, until: course.lasts };
        let nano = |after| crate::current::Nanoamps::from_amps(decay.at(after)).0;
        assert_eq!(super::super::first_change(question, |after| nano(after) < 7_000_000), Some(962_738));
        assert_eq!(nano(0), 47_990_402);
        // Down to 1 mV: 500.1 ms times ln 24000.
        assert_eq!(course.lasts, (500_100.0 * 24_000f64.ln()).ceil() as Micros);
        assert!(course.voltage_at_end(0).abs() < 1e-12);
    }

    #[test]
    fn what_nothing_can_discharge_stays_for_ever() {
        // One alone on a resistance that leads nowhere, and two in series that share what they have.
        let alone = course(1, &[branch(0, GROUND, 0.1, 0.0)], &[store(0, 1e-3)], &[17.0]);
        assert_eq!((alone.lasts, alone.voltage(0, 1 << 40), alone.current(0, 5)), (0, 17.0, 0.0));
        let branches = [
            branch(0, GROUND, 1000.0, 0.0),
            branch(0, 1, 0.1, 0.0),
            branch(1, GROUND, 0.1, 0.0),
            branch(0, 2, 0.1, 0.0),
        ];
        let stores = [store(1, 1e-3), store(2, 3e-3), store(3, 1e-6)];
        let series = course(3, &branches, &stores, &[20.0, 2.0, 5.0]);
        // 22 V go in proportion to 1/C, as a charge of 22 V · 0.75 mF leaves both: 16.5 mC.
        for (store, end) in [(0, 20.0 - 16.5), (1, 2.0 - 5.5), (2, 5.0)] {
            assert!((series.voltage_at_end(store) - end).abs() < 1e-12, "{}", series.voltage_at_end(store));
        }
        assert_eq!(series.rates.len(), 1);
        assert_eq!(series.current(3, 0), 0.0);
        let slow = series.rates[0] * 1e6 * (1000.2 * 0.75e-3);
        assert!((slow - 1.0).abs() < 1e-13, "{slow}");
    }

    #[test]
    fn a_slow_mode_beside_a_fast_one_is_exact() {
        // Two capacitors side by side even out within a microsecond and leak away within weeks.
        let branches = [branch(0, GROUND, 1e9, 0.0), branch(0, GROUND, 1e-3, 0.0), branch(0, GROUND, 1e-3, 0.0)];
        let both = course(1, &branches, &[store(1, 1e-3), store(2, 1e-3)], &[10.0, 0.0]);
        let mut rates = both.rates.clone();
        rates.sort_by(f64::total_cmp);
        for (rate, seconds) in rates.iter().zip([(1e9 + 0.5e-3) * 2e-3, 1e-6]) {
            assert!((rate * 1e6 * seconds - 1.0).abs() < 1e-9, "{rate}");
        }
        assert!((both.voltage(0, 1000) - 5.0).abs() < 1e-8, "{}", both.voltage(0, 1000));
    }

    /// Voltages so many microseconds later by the classic method of fourth order, with small steps.
    fn naive(network: Network<'_>, volts: &[f64], micros: f64, steps: usize) -> Vec<f64> {
        let mut solver = Solver::default();
        let mut slope = |volts: &[f64]| -> Vec<f64> {
            let mut charged = network.branches.to_vec();
            for (store, volts) in network.stores.iter().zip(volts) {
                charged[store.branch as usize].emf -= volts;
            }
            assert!(solver.solve(network.nodes, &charged, network.diodes));
            let current = |store: &Store| charged[store.branch as usize].current(&solver.potentials);
            network.stores.iter().map(|store| current(store) / store.farads).collect()
        };
        let step = micros * 1e-6 / steps as f64;
        let mut volts = volts.to_vec();
        let along = |volts: &[f64], slope: &[f64], by: f64| -> Vec<f64> {
            volts.iter().zip(slope).map(|(volts, slope)| volts + by * slope).collect()
        };
        for _ in 0..steps {
            let a = slope(&volts);
            let b = slope(&along(&volts, &a, step / 2.0));
            let c = slope(&along(&volts, &b, step / 2.0));
            let d = slope(&along(&volts, &c, step));
            for (at, volts) in volts.iter_mut().enumerate() {
                *volts += step / 6.0 * (a[at] + 2.0 * b[at] + 2.0 * c[at] + d[at]);
            }
        }
        volts
    }

    /// Voltages so many microseconds later by courses, each begun where a diode ended the last.
    fn exact(network: Network<'_>, volts: &[f64], micros: Micros, diode_changes: &mut usize) -> Vec<f64> {
        let mut solver = Solver::default();
        let mut volts = volts.to_vec();
        let mut left = micros;
        loop {
            let course = Course::new(&mut solver, network, &volts).expect("no short circuit");
            let last = course.ending == Ending::Rest || course.lasts > left;
            let after = if last { left } else { course.lasts };
            volts = (0..volts.len()).map(|store| course.voltage(store, after)).collect();
            if last {
                return volts;
            }
            *diode_changes += 1;
            left -= after;
        }
    }

    fn random_network(random: &mut Random, diodes: u64) -> (usize, Vec<Branch>, Vec<DiodeBranch>, Vec<Store>) {
        let nodes = 1 + random.below(5) as usize;
        let (mut branches, mut stores, mut all_diodes) = (Vec::new(), Vec::new(), Vec::new());
        for index in 0..3 + random.below(8) + diodes {
            let mut end = || match random.below(nodes as u64 + 1) as usize {
                end if end == nodes => GROUND,
                end => end as u32,
            };
            let (from, to) = (end(), end());
            if index < diodes && from != to {
                all_diodes.push(DiodeBranch { from, to, drop: random.below(2) as f64 * 0.7 });
            } else if random.below(3) == 0 {
                stores.push(store(branches.len() as u32, (1.0 + random.unit()) * 1e-6));
                branches.push(branch(from, to, 20.0 + 80.0 * random.unit(), 0.0));
            } else if from != to {
                let emf = random.below(3) as f64 * 12.0;
                branches.push(branch(from, to, 100.0 + 900.0 * random.unit(), emf));
            }
        }
        (nodes, branches, all_diodes, stores)
    }

    #[track_caller]
    fn compare(diodes: u64, cases: usize, near: f64) -> usize {
        let mut random = Random(5 + diodes);
        let mut moved = 0.0_f64;
        let mut changes = 0;
        for _ in 0..cases {
            let (nodes, branches, diodes, stores) = random_network(&mut random, diodes);
            let network = Network { nodes, branches: &branches, diodes: &diodes, stores: &stores };
            let volts: Vec<f64> = stores.iter().map(|_| random.unit() * 30.0 - 15.0).collect();
            for micros in [1, 50, 700] {
                let found = exact(network, &volts, micros, &mut changes);
                let expected = naive(network, &volts, micros as f64, 3 * micros as usize + 20);
                for ((found, expected), before) in found.iter().zip(&expected).zip(&volts) {
                    assert!((found - expected).abs() < near, "{network:?} {volts:?}: {found} {expected}");
                    moved = moved.max((found - before).abs());
                }
            }
        }
        assert!(moved > 10.0, "{moved}");
        changes
    }

    #[test]
    fn random_networks_go_as_a_naive_integrator_takes_them() {
        assert_eq!(compare(0, 60, 1e-4), 0);
    }

    #[test]
    fn diodes_change_over_when_a_naive_integrator_says_so() {
        let changes = compare(4, 80, 3e-3);
        assert!(changes > 30, "{changes}");
    }
}
