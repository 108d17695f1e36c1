//! `kiber run --vcd --fst --nets`.

use crate::{LAMP, Ran, file, kiber, path};

/// Runs a script on the lamp, both written to files of that name.
fn run(name: &str, script: &str, more: &[&str]) -> Ran {
    let circuit = file(&format!("{name}.ron"), LAMP);
    let script = file(&format!("{name}.script"), script);
    kiber(&[&["run", &circuit, "--script", &script], more].concat())
}

/// A file of a test's own that is not there yet.
fn fresh(name: &str) -> String {
    let path = path(name);
    let _ = std::fs::remove_file(&path);
    path.into_os_string().into_string().unwrap()
}

#[test]
fn a_vcd_on_standard_output() {
    let ran = run("shone", "hold S1 for 5ms\n", &["--vcd", "-"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.errors.contains("1 action"), "{}", ran.errors);
    insta::assert_snapshot!(ran.output);
}

#[test]
fn trace_and_waves_in_one_run() {
    let [trace, vcd, fst] = ["all.trace", "all.vcd", "all.fst"].map(fresh);
    let ran = run("all", "press S1\n", &["--trace", &trace, "--vcd", &vcd, "--fst", &fst, "--format", "json"]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    assert_eq!(ran.json()["actions"], 1);
    let alone = run("all", "press S1\n", &["--trace", "-"]);
    assert_eq!(std::fs::read_to_string(&trace).unwrap(), alone.output);
    let alone = run("all", "press S1\n", &["--vcd", "-"]);
    assert_eq!(std::fs::read_to_string(&vcd).unwrap(), alone.output);
    assert!(!alone.output.contains("nets"), "{}", alone.output);
    // The same run gives the same bytes.
    let once = std::fs::read(&fst).unwrap();
    run("all", "press S1\n", &["--fst", &fst]);
    assert_eq!(std::fs::read(&fst).unwrap(), once);
}

#[test]
fn nets_are_there_when_they_are_asked_for() {
    let ran = run("netted", "hold S1\n", &["--vcd", "-", "--nets"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let nets = ran.output.split("$scope module nets $end\n").nth(1).unwrap();
    assert_eq!(nets.matches("$var real 64 ").count(), 3, "{nets}");
    for line in ["r24 ", "rnan "] {
        assert!(ran.output.contains(&format!("\n{line}")), "{line} in {}", ran.output);
    }
}

#[test]
fn what_cannot_be_meant_is_said() {
    #[track_caller]
    fn check(more: &[&str], pieces: &[&str]) {
        let ran = run("unmeant", "press S1\n", more);
        assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
        for piece in pieces {
            assert!(ran.errors.contains(piece), "{piece} in {}", ran.errors);
        }
    }
    check(&["--nets"], &["--vcd", "--fst"]);
    check(&["--fst", "-"], &["`./-`"]);
    check(&["--trace", "-", "--vcd", "-"], &["trace", "VCD", "standard output"]);
    check(&["--vcd", "-", "--format", "json"], &["VCD", "give --vcd a file"]);
    let to = fresh("twice.vcd");
    check(&["--vcd", &to, "--fst", &to], &["twice.vcd", "named twice"]);
    check(&["--vcd", "/nowhere/at/all.vcd"], &["cannot write", "no such folder"]);
    for (option, what) in [("--vcd", "VCD"), ("--fst", "FST")] {
        let circuit = path("unmeant.ron");
        let why = format!("which the {what} would replace");
        check(&[option, circuit.to_str().unwrap()], &["it is the circuit or the script", &why]);
    }
    assert_eq!(std::fs::read_to_string(path("unmeant.ron")).unwrap(), LAMP);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_status_2() {
    for option in ["--vcd", "--fst"] {
        let ran = run("full", "press S1\n", &[option, "/dev/full"]);
        assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
        assert!(ran.errors.contains("cannot write `/dev/full`"), "{}", ran.errors);
    }
}

#[test]
fn an_action_that_cannot_be_done_leaves_the_waves_up_to_it() {
    let vcd = fresh("stopped.vcd");
    let ran = run("stopped-waves", "hold S1 for 5ms\nmend H1\n", &["--vcd", &vcd]);
    assert_eq!(ran.status, 2, "{ran:?}");
    let written = std::fs::read_to_string(&vcd).unwrap();
    assert!(written.contains("srefused,\\040nothing\\040done $\n"), "{written}");
}
