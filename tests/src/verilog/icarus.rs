//! Icarus Verilog, run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::Verilog;

/// The installed program.
#[derive(Clone, Debug)]
pub struct Icarus {
    /// Its first line about itself.
    pub version: String,
}

/// A circuit compiled in a folder of its own.
#[derive(Clone, Debug)]
pub struct Prepared {
    folder: PathBuf,
}

impl Icarus {
    /// Finds `iverilog` and `vvp`; none when one of them is not installed.
    pub fn find() -> Option<Self> {
        let answer = |program: &str| Command::new(program).arg("-V").output().ok();
        answer("vvp")?;
        let answer = answer("iverilog")?;
        let version = String::from_utf8_lossy(&answer.stdout).lines().next().unwrap_or_default().trim().to_owned();
        Some(Self { version })
    }

    /// Compiles a circuit in a folder, which is made if it is not there.
    ///
    /// # Panics
    /// When files cannot be written or the compiler finds anything wrong.
    #[track_caller]
    pub fn prepare(&self, folder: &Path, verilog: &Verilog) -> Prepared {
        fs::create_dir_all(folder).expect("a folder for the Verilog text");
        fs::write(folder.join("circuit.v"), &verilog.text).expect("a file for the circuit");
        fs::write(folder.join("relay.v"), include_str!("../../icarus/relay.v")).expect("a file for the relay");
        fs::write(folder.join("bench.v"), include_str!("../../icarus/bench.v")).expect("a file for the test bench");
        let mut compiler = Command::new("iverilog");
        compiler.args(["-g2012", "-Wall", "-s", "bench", "-o", "bench.vvp", "circuit.v", "relay.v", "bench.v"]);
        let Output { status, stderr, .. } = compiler.current_dir(folder).output().expect("iverilog runs");
        assert!(status.success() && stderr.is_empty(), "{}", String::from_utf8_lossy(&stderr));
        Prepared { folder: folder.to_owned() }
    }
}

impl Prepared {
    /// Plays steps, and returns a line of digits for power-up and for every line of the script.
    ///
    /// # Panics
    /// When the steps cannot be written or the simulator fails.
    #[track_caller]
    pub fn play(&self, steps: &str) -> Vec<String> {
        fs::write(self.folder.join("steps"), steps).expect("a file for the steps");
        let Output { status, stdout, stderr } = self.simulator("steps", false).output().expect("vvp runs");
        assert!(status.success() && stderr.is_empty(), "{}", String::from_utf8_lossy(&stderr));
        String::from_utf8_lossy(&stdout).lines().map(str::to_owned).collect()
    }

    /// The command that plays a file of steps in the folder; `quiet` shows only how it stands in the end.
    pub fn simulator(&self, steps: &str, quiet: bool) -> Command {
        let mut simulator = Command::new("vvp");
        simulator.arg("-n").arg("bench.vvp").arg(format!("+steps={steps}")).current_dir(&self.folder);
        if quiet {
            simulator.arg("+quiet");
        }
        simulator
    }
}
