//! The program, driven in process: every command, exit status, key and help text.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

mod bachet;
mod beads;
mod check;
mod completions;
mod diff;
mod draw;
mod export;
mod fmt;
mod generate;
mod kalah;
mod kinds;
mod learn;
mod list;
mod man;
mod new;
mod races;
mod run;
mod scripts;
mod serve;
mod step;
mod subcircuits;
mod test;
mod tictactoe;
mod timing;
mod usage;
mod verify;
mod waves;
mod wear;
mod why;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use kiber_cli::{Io, Terminal};
use serde_json::Value;

/// What one run of the program left behind.
#[derive(Debug)]
struct Ran {
    status: u8,
    output: String,
    errors: String,
}

impl Ran {
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.output).unwrap_or_else(|error| panic!("{error}\n{}\n{}", self.output, self.errors))
    }
}

fn kiber<A: Into<OsString> + Clone>(args: &[A]) -> Ran {
    kiber_with(args, "", Terminal::default())
}

fn kiber_with<A: Into<OsString> + Clone>(args: &[A], input: &str, terminal: Terminal) -> Ran {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut input = input.as_bytes();
    let mut io = Io { input: &mut input, output: &mut output, errors: &mut errors, terminal };
    let args = std::iter::once("kiber".into()).chain(args.iter().cloned().map(Into::into));
    let status = kiber_cli::run(args, &mut io).0;
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { status, output: text(output), errors: text(errors) }
}

/// A file of the test's own; the name must be used once, or always for the same text.
fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let path = path(name);
    // Whoever reads it meanwhile finds it whole.
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let unfinished = path.with_file_name(format!("unfinished-{number}"));
    std::fs::write(&unfinished, text).unwrap();
    std::fs::rename(&unfinished, &path).unwrap();
    path.into_os_string().into_string().unwrap()
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The text without the folder of the tests' files.
fn without_folder(text: &str) -> String {
    text.replace(&format!("{}/", env!("CARGO_TARGET_TMPDIR")), "")
}

const LAMP: &str = r#"Circuit(
    title: "A lamp and a button",
    parts: {
        "G1": Source(plus: "+", minus: "-", volts: 24.0),
        "S1": Button(contacts: {"1": Make("+", "a")}),
        "H1": Lamp(pins: ("a", "-"), volts: 24.0, amps: 0.1),
    },
    panel: [[("S1", "Light"), ("H1", "It is light")]],
)
"#;
