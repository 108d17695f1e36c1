//! The files of a circuit, on disk.

use std::fs;
use std::path::{Path, PathBuf};

use crate::source::circuit_source;
use crate::step::screen::watched::Watched;

/// A folder of its own, gone with its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kiber-watched-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const OUTER: &str = r#"Circuit(title: "", parts: { "G1": Source(plus: "+", minus: "-"),
    "M": Use(file: "inner.ron", circuit: "cell", pins: {"in": "+", "out": "-"}) })"#;

const INNER: &str = r#"Circuit(title: "", circuits: { "cell": (pins: ["in", "out"], parts: {
    "K1": Relay(coil: ("in", "out")) }) }, parts: {})"#;

fn watch(path: &Path) -> Watched {
    Watched::new(&circuit_source(path).unwrap())
}

#[test]
fn the_files_that_a_circuit_leads_to_are_watched() {
    let folder = Folder::new("leads");
    let outer = folder.write("outer.ron", OUTER);
    let inner = folder.write("inner.ron", INNER);
    let mut watched = watch(&outer);
    assert_eq!(watched.paths(), [outer.as_path(), inner.as_path()]);
    assert!(!watched.has_changed());
    folder.write("inner.ron", &INNER.replace("K1", "K100"));
    assert!(watched.has_changed());
    let circuit = watched.read_again(&outer).unwrap();
    assert!(circuit.part("M.K100").is_some());
    assert!(!watched.has_changed());
    folder.write("outer.ron", &format!("{OUTER}\n"));
    assert!(watched.has_changed());
    // Gone for a moment, while it is written.
    assert!(watched.read_again(&outer).is_ok());
    fs::remove_file(&inner).unwrap();
    assert!(!watched.has_changed());
}

#[test]
fn an_error_is_told_with_the_file_and_the_line_in_which_it_is() {
    let folder = Folder::new("errors");
    let outer = folder.write("outer.ron", OUTER);
    let inner = folder.write("inner.ron", INNER);
    let mut watched = watch(&outer);
    folder.write("inner.ron", &INNER.replace("Relay", "\n\nReley"));
    let message = watched.read_again(&outer).unwrap_err();
    assert!(message.contains("inner.ron:4: "), "{message}");
    assert!(message.ends_with("; kept the circuit as it was"), "{message}");
    // It is still watched, and mended.
    assert!(!watched.has_changed());
    assert!(watched.paths().contains(&inner.as_path()));
    folder.write("inner.ron", INNER);
    assert!(watched.has_changed());
    assert!(watched.read_again(&outer).is_ok());
}

#[test]
fn a_built_in_circuit_has_no_files() {
    let watched = watch(Path::new("article"));
    assert!(watched.paths().is_empty());
    assert!(!watched.has_changed());
}
