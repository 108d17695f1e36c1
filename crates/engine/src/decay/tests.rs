//! Courses against formulas and against a naive integrator.

use super::course::{Course, Ending, Network, Store};
use super::{Question, first_change};
use crate::event::Micros;
use crate::solve::{Branch, DiodeBranch, GROUND, Solver};

/// A row of numbers that is the same everywhere.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % below
    }

    pub(super) fn unit(&mut self) -> f64 {
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
    let question = Question { decay: &decay, thresholds: &[7e-3], slack: 1e-9, after: 0, until: course.lasts };
    let nano = |after| crate::current::Nanoamps::from_amps(decay.at(after)).0;
    assert_eq!(first_change(question, |after| nano(after) < 7_000_000), Some(962_738));
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
    let branches =
        [branch(0, GROUND, 1000.0, 0.0), branch(0, 1, 0.1, 0.0), branch(1, GROUND, 0.1, 0.0), branch(0, 2, 0.1, 0.0)];
    let stores = [store(1, 1e-3), store(2, 3e-3), store(3, 1e-6)];
    let series = course(3, &branches, &stores, &[20.0, 2.0, 5.0]);
    // 22 V go in proportion to 1/C, as a charge of 22 V · 0.75 mF leaves both: 16.5 mC.
    for (store, end) in [(0, 20.0 - 16.5), (1, 2.0 - 5.5), (2, 5.0)] {
        assert!((series.voltage_at_end(store) - end).abs() < 1e-12, "{}", series.voltage_at_end(store));
    }
    assert_eq!(series.rates().len(), 1);
    assert_eq!(series.current(3, 0), 0.0);
    let slow = series.rates()[0] * 1e6 * (1000.2 * 0.75e-3);
    assert!((slow - 1.0).abs() < 1e-13, "{slow}");
}

#[test]
fn a_slow_mode_beside_a_fast_one_is_exact() {
    // Two capacitors side by side even out within a microsecond and leak away within weeks.
    let branches = [branch(0, GROUND, 1e9, 0.0), branch(0, GROUND, 1e-3, 0.0), branch(0, GROUND, 1e-3, 0.0)];
    let both = course(1, &branches, &[store(1, 1e-3), store(2, 1e-3)], &[10.0, 0.0]);
    let mut rates = both.rates().to_vec();
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
