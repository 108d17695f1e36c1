//! `kiber new`.

use std::fs;
use std::path::PathBuf;

use crate::{Ran, kiber, path, without_folder};

/// A folder of the test's own with nothing in it.
fn empty_folder(name: &str) -> PathBuf {
    let folder = path(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn new_in(folder: &std::path::Path, name: &str, more: &[&str]) -> Ran {
    kiber(&[&["new", name, "--dir", folder.to_str().unwrap()], more].concat())
}

#[test]
fn a_new_circuit_has_no_findings_and_its_script_passes() {
    let folder = empty_folder("new-circuits");
    let ran = new_in(&folder, "motor-starter", &[]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    insta::assert_snapshot!(without_folder(&ran.output), @r"
    new-circuits/motor-starter/ has a circuit and a script that passes. Next:
      kiber check new-circuits/motor-starter/motor-starter.ron
      kiber run new-circuits/motor-starter/motor-starter.ron --script new-circuits/motor-starter/motor-starter.script
      kiber step new-circuits/motor-starter/motor-starter.ron
    ");
    // The commands do as they are told.
    for line in ran.output.lines().skip(1) {
        let args: Vec<&str> = line.split_whitespace().skip(1).collect();
        let ran = kiber(&args);
        assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{line}: {ran:?}");
    }
    let circuit = folder.join("motor-starter/motor-starter.ron").into_os_string().into_string().unwrap();
    let report = kiber(&["check", &circuit, "--format", "json"]).json();
    assert_eq!(
        (&report["findings"], &report["circuits"][0]["title"]),
        (&serde_json::json!([]), &"Motor starter".into())
    );
    let script = circuit.replace(".ron", ".script");
    let report = kiber(&["run", &circuit, "--script", &script, "--format", "json"]).json();
    assert_eq!(report["expectations"]["failed"], 0);
    assert!(report["expectations"]["passed"].as_u64() >= Some(5), "{report}");
    assert_eq!(report["shorts"], serde_json::json!([]));
    assert_eq!(kiber(&["fmt", "--check", &circuit]).status, 0, "it is in canonical form");
}

#[test]
fn the_json_names_both_files() {
    let folder = empty_folder("new-json");
    let report = new_in(&folder, "Реле_7", &["--format", "json"]).json();
    let to = |ending: &str| folder.join(format!("Реле_7/Реле_7.{ending}")).into_os_string().into_string().unwrap();
    assert_eq!(report, serde_json::json!({ "circuit": to("ron"), "script": to("script") }));
}

#[test]
fn nothing_is_written_over() {
    let folder = empty_folder("new-there");
    assert_eq!(new_in(&folder, "one", &[]).status, 0);
    let circuit = folder.join("one/one.ron");
    fs::write(&circuit, "mine").unwrap();
    fs::write(folder.join("two"), "mine").unwrap();
    fs::create_dir(folder.join("three")).unwrap();
    fs::create_dir(folder.join("four")).unwrap();
    fs::write(folder.join("four/notes"), "mine").unwrap();
    let refused = |name: &str| {
        let ran = new_in(&folder, name, &[]);
        assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
        without_folder(&ran.errors)
    };
    insta::assert_snapshot!(refused("one"), @"error: `new-there/one` is there already, with `one.ron` and `one.script` in it; nothing is written");
    insta::assert_snapshot!(refused("two"), @"error: `new-there/two` is there already, and is no folder; nothing is written");
    insta::assert_snapshot!(refused("four"), @"error: `new-there/four` is there already, with `notes` in it; nothing is written");
    assert_eq!(fs::read_to_string(circuit).unwrap(), "mine");
    assert_eq!(fs::read_dir(folder.join("four")).unwrap().count(), 1);
    assert_eq!(new_in(&folder, "three", &[]).status, 0, "an empty folder will do");
}

#[track_caller]
fn check_refused(name: &str, expected: &str) {
    let ran = kiber(&["new", "--dir", "/nowhere/at/all", "--", name]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
    assert!(ran.errors.contains(expected), "{}", ran.errors);
}

#[test]
fn names_are_such_as_files_and_commands_can_have() {
    check_refused("", "a letter at least");
    check_refused("my.ron", "without its ending: `my`");
    check_refused("a/b", "no path");
    check_refused("..", "`.` will not do");
    check_refused("two words", "a blank will not do");
    check_refused("K1#2", "`#` will not do");
    check_refused("-x", "begins with a letter");
    check_refused("good", "cannot make the folder");
}
