//! Random networks of resistors and capacitors, taken by ngspice where it is installed.

// A test that cannot go on has failed.
#![allow(clippy::panic)]

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::*;
use kiber_engine::{Action, Simulator};

/// A row of numbers that is the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % below
    }
}

/// A capacitor: two nets, microfarads, ohms in series.
type Capacitor = (usize, usize, u64, u64);

/// A network that a source of 24 V is switched to, all capacitors empty.
struct Case {
    /// Two nets and ohms; net 0 is minus and net 1 plus.
    resistors: Vec<(usize, usize, u64)>,
    capacitors: Vec<Capacitor>,
}

impl Case {
    fn random(random: &mut Random) -> Self {
        let nets = 3 + random.below(4);
        let mut case = Self { resistors: Vec::new(), capacitors: Vec::new() };
        while case.resistors.len() + case.capacitors.len() < 10 {
            let (a, b) = (random.below(nets) as usize, random.below(nets) as usize);
            if a == b {
                continue;
            }
            if random.below(3) == 0 {
                case.capacitors.push((a, b, 1 + random.below(9), 10 + random.below(90)));
            } else {
                case.resistors.push((a, b, 100 + random.below(900)));
            }
        }
        case
    }

    fn circuit(&self) -> String {
        let net = |net: usize| ["-".to_owned(), "+".to_owned()].get(net).cloned().unwrap_or(format!("n{net}"));
        let mut parts = String::from("\"G1\": Source(plus: \"+\", minus: \"-\", volts: 24, on: false),\n");
        for (at, &(a, b, ohms)) in self.resistors.iter().enumerate() {
            parts += &format!("\"R{at}\": Resistor(pins: ({:?}, {:?}), ohms: {ohms}),\n", net(a), net(b));
        }
        for (at, &(a, b, micro, ohms)) in self.capacitors.iter().enumerate() {
            let (a, b) = (net(a), net(b));
            parts += &format!("\"C{at}\": Capacitor(pins: ({a:?}, {b:?}), farads: {micro}e-6, series_ohms: {ohms}),\n");
        }
        parts
    }

    fn deck(&self, micros: u64) -> String {
        let mut deck = String::from("* kiber\nV1 1 0 24\n.options reltol=1e-7 abstol=1e-12 vntol=1e-9 rshunt=1e12\n");
        for (at, (a, b, ohms)) in self.resistors.iter().enumerate() {
            deck += &format!("R{at} {a} {b} {ohms}\n");
        }
        for (at, (a, b, micro, ohms)) in self.capacitors.iter().enumerate() {
            deck += &format!("RS{at} {a} c{at} {ohms}\nC{at} c{at} {b} {micro}e-6 ic=0\n");
            deck += &format!(".meas tran found{at} find par('v(c{at})-v({b})') at={micros}e-6\n");
        }
        deck + &format!(".tran 1u {}u 0 1u uic\n.end\n", micros + 5)
    }
}

/// The voltages that ngspice finds, or none where it is not installed.
fn ngspice(case: &Case, micros: u64) -> Option<Vec<f64>> {
    let mut command = Command::new("ngspice");
    command.args(["-b", "/dev/stdin"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut running = command.spawn().ok()?;
    running.stdin.take()?.write_all(case.deck(micros).as_bytes()).ok()?;
    let output = running.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let found = |at: usize| {
        let label = format!("found{at} ");
        let line =
            text.lines().find(|line| line.starts_with(&label)).unwrap_or_else(|| panic!("no {label}in:\n{text}"));
        let number = line.split('=').nth(1).and_then(|rest| rest.split_whitespace().next());
        number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{line}"))
    };
    Some((0..case.capacitors.len()).map(found).collect())
}

#[test]
fn random_networks_charge_as_ngspice_charges_them() {
    let mut random = Random(1);
    let mut compared = 0;
    for _ in 0..12 {
        let case = Case::random(&mut random);
        let micros = 100 + random.below(1500);
        let Some(expected) = ngspice(&case, micros) else { return };
        let mut simulator = Simulator::new(circuit(&case.circuit()));
        let _ = simulator.power_up(&mut ());
        let source = part(&simulator, "G1");
        simulator.act(&[Action::Source(source, true)], &mut ()).unwrap_or_else(|error| panic!("{error}"));
        simulator.wait(micros, &mut ());
        for (at, expected) in expected.iter().enumerate() {
            let found = simulator.voltage(part(&simulator, &format!("C{at}"))).unwrap_or_default();
            assert!((found - expected).abs() < 2e-3, "C{at} after {micros} us: {found} V, by ngspice {expected} V");
            compared += usize::from(found.abs() > 0.1);
        }
    }
    assert!(compared > 10, "{compared}");
}
