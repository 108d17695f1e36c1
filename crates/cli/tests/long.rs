//! Traces of a million events: written, tested and compared in memory that does not grow with them.
//!
//! ```text
//! cargo test --release -p kiber-cli --test long -- --ignored
//! ```
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The address space that the program may have, in KiB: less than what the trace alone takes.
const MOST_MEMORY: u64 = 48 << 10;

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("long");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program there, with no more memory than that; its exit status.
#[track_caller]
fn kiber(folder: &Path, args: &str, expected: i32) {
    // `ulimit` is the shell's own: no program sets it for another.
    let line = format!("ulimit -v {MOST_MEMORY}; exec '{}' {args}", env!("CARGO_BIN_EXE_kiber"));
    let ran = Command::new("sh").args(["-c", &line]).current_dir(folder).output().unwrap();
    let told =
        [ran.stdout, ran.stderr].map(|told| String::from_utf8_lossy(&told).chars().take(2000).collect::<String>());
    assert_eq!(ran.status.code(), Some(expected), "{args}: {told:?}");
}

#[test]
#[ignore = "takes a while, and is meant for a release build"]
fn a_million_events_in_many_sections_and_in_one() {
    let folder = folder();
    fs::write(
        folder.join("often.ron"),
        r#"Circuit(title: "A relay and a buzzer", parts: {
            "G1": Source(plus: "+", minus: "-"),
            "S1": Button(contacts: {"1": Make("+", "a")}),
            "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "h")}),
            "H1": Lamp(pins: ("h", "-")),
            "S2": Toggle(contacts: {"1": Make("+", "b")}),
            "K2": Relay(coil: ("c", "-"), contacts: {"1": Break("b", "c")}),
        })"#,
    )
    .unwrap();
    // 12 events a press, and 6 each 12 ms of buzzing.
    fs::write(folder.join("often.script"), "repeat 150000 { press S1 }\n").unwrap();
    fs::write(folder.join("buzz.script"), "on S2 for 4000s\n").unwrap();
    for script in ["often", "buzz"] {
        kiber(
            &folder,
            &format!(
                "run often.ron --script {script}.script --trace {script}.kept --vcd {script}.vcd --fst {script}.fst"
            ),
            0,
        );
        let trace = folder.join(format!("{script}.kept"));
        let size = fs::metadata(&trace).unwrap().len();
        assert!(size > 1024 * MOST_MEMORY, "{script}: only {size} bytes");
        kiber(&folder, &format!("diff {script}.kept {script}.kept"), 0);
    }
    kiber(&folder, "test . --accept --jobs 1", 0);
    kiber(&folder, "test . --require-traces --jobs 1", 0);
    // Slower by 1 ms, so that every section differs.
    let slower = fs::read_to_string(folder.join("often.ron"))
        .unwrap()
        .replace(r#"coil: ("a", "-"),"#, r#"coil: ("a", "-"), operate_ms: 9.0,"#);
    fs::write(
        folder.join("often.ron"),
        slower.replace(r#"coil: ("c", "-"),"#, r#"coil: ("c", "-"), operate_ms: 9.0,"#),
    )
    .unwrap();
    kiber(&folder, "test . --jobs 1", 1);
    for script in ["often", "buzz"] {
        kiber(&folder, &format!("run often.ron --script {script}.script --trace {script}.new"), 0);
        kiber(&folder, &format!("diff {script}.kept {script}.new"), 1);
        kiber(&folder, &format!("diff {script}.kept {script}.new --ignore-times"), i32::from(script == "buzz"));
    }
    fs::remove_dir_all(&folder).unwrap();
}
