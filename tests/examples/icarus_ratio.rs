//! How much processor time Icarus Verilog takes for what `kiber run` does, line for line.
//!
//! ```text
//! cargo build --release && cargo run --release -p kiber-tests --example icarus_ratio
//! ```
//!
//! Writes honest games on the automaton as a script and as steps for the test bench, lets the two whole
//! programs play them in turn, and prints the medians of what they took. Both read the same actions
//! from a file and print nothing until the end; compiling the Verilog text does not count. How Icarus
//! Verilog leaves the lamps and relays is what the script's last line expects.

#![allow(clippy::expect_used, clippy::panic, reason = "a measurement that cannot be made has failed")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use kiber_netlist::{Circuit, PartKind};
use kiber_script::{Claim, Condition, Script, Step};
use kiber_tests::honest::games;
use kiber_tests::verilog::{Icarus, Verilog, steps};

/// The script's lines, the last of which is an expectation.
const LINES: usize = 300_000;
const RUNS: usize = 5;

fn main() -> ExitCode {
    let Some(icarus) = Icarus::find() else {
        println!("iverilog and vvp are not installed, so there is nothing to measure");
        return ExitCode::SUCCESS;
    };
    let Some(kiber) = program().filter(|program| program.is_file()) else {
        println!("the program is not built; `cargo build --release` does it");
        return ExitCode::FAILURE;
    };
    let folder = std::env::temp_dir().join(format!("kiber-icarus-{}", std::process::id()));
    let ratio = measure(&icarus, &kiber, &folder);
    let _ = fs::remove_dir_all(&folder);
    println!("ratio           {ratio:8.0}");
    ExitCode::SUCCESS
}

/// `kiber`, which cargo puts beside the folder of this example.
fn program() -> Option<PathBuf> {
    let here = std::env::current_exe().ok()?;
    Some(here.parent()?.parent()?.join(format!("kiber{}", std::env::consts::EXE_SUFFIX)))
}

fn measure(icarus: &Icarus, kiber: &Path, folder: &Path) -> f64 {
    let game = games("article", 200);
    let circuit = game.circuit();
    let game = game.script();
    let actions: Vec<Step> = game.lines().map(|(_, _, step)| step.clone()).collect();
    let actions = actions.into_iter().cycle().take(LINES - 1);
    let actions = Script::from_steps(actions, circuit);
    let verilog = Verilog::new(circuit).expect("the automaton goes into Verilog");
    let prepared = icarus.prepare(folder, &verilog);
    fs::write(folder.join("steps"), steps(circuit, &verilog, &actions).expect("hands alone"))
        .expect("a file for the steps");
    let vvp = prepared.simulator("steps", true);

    let (first, end) = seconds(&vvp);
    let mut text = actions.shown(circuit).to_string();
    let _ = writeln!(text, "{}", as_expected(circuit, &verilog, end.trim()).shown(circuit));
    assert_eq!(text.lines().count(), LINES);
    fs::write(folder.join("honest.script"), text).expect("a file for the script");
    let mut run = Command::new(kiber);
    run.args(["run", "article", "--script", "honest.script"]).current_dir(folder);

    println!(
        "{LINES} lines of honest games on `article`, {RUNS} runs in turn, seconds of processor time (user + system)"
    );
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for turn in 0..RUNS {
        let (taken, said) = seconds(&run);
        assert!(said.contains("expectations passed"), "the end states differ: {said}");
        ours.push(taken);
        theirs.push(if turn == 0 { first } else { seconds(&vvp).0 });
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!("the end states agree: {} lamps and relays", verilog.shown.len());
    println!("{:16}{theirs:8.3}   {}", "vvp", icarus.version);
    println!("{:16}{ours:8.3}   {}", "kiber run", version(kiber));
    theirs / ours
}

/// What the last line expects.
fn as_expected(circuit: &Circuit, verilog: &Verilog, end: &str) -> Step {
    assert_eq!(end.len(), verilog.shown.len(), "vvp says {end}");
    let claim = |(&part, digit)| {
        let condition = match (&circuit.parts[part].kind, digit) {
            (PartKind::Lamp(_), '1') => Condition::Lit,
            (PartKind::Lamp(_), _) => Condition::Off,
            (_, '1') => Condition::Operated,
            _ => Condition::Released,
        };
        Claim::Part(part, condition)
    };
    Step::Expect(verilog.shown.iter().zip(end.chars()).map(claim).collect())
}

/// Runs a program; returns the seconds of processor time it took, and what it printed.
fn seconds(command: &Command) -> (f64, String) {
    let mut shell = Command::new("bash");
    // The shell tells the time its child took on standard error; what the child says there it keeps.
    shell
        .args(["-c", "TIMEFORMAT='%3U %3S'; time \"$@\" 2>&1", "bash"])
        .arg(command.get_program())
        .args(command.get_args());
    shell.env("LC_ALL", "C");
    if let Some(folder) = command.get_current_dir() {
        shell.current_dir(folder);
    }
    let output = shell.output().expect("bash, which measures the time, runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?} failed: {said}");
    let times = String::from_utf8_lossy(&output.stderr);
    let taken = times.split_whitespace().map(|seconds| seconds.parse::<f64>().expect("seconds")).sum();
    (taken, said)
}

fn version(kiber: &Path) -> String {
    let output = Command::new(kiber).arg("--version").output().expect("kiber runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}
