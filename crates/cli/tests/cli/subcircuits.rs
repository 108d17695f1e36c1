//! Circuits in several files.

use crate::{file, kiber, path, without_folder};

const NOT: &str = r#"Circuit(
    pins: ["+", "-", "in", "out"],
    parts: {
        "K1": Relay(coil: ("in", "-"), contacts: {"1": Break("+", "out")}, note: "turns it round"),
    },
)
"#;

/// A circuit that uses a file twice.
fn twice(used: &str) -> String {
    format!(
        r#"Circuit(
    title: "A button turned round twice",
    parts: {{
        "G1": Source(plus: "+", minus: "-"),
        "S1": Button(contacts: {{"1": Make("+", "a")}}),
        "U1": Use(file: "{used}", pins: {{"+": "+", "-": "-", "in": "a", "out": "b"}}),
        "U2": Use(file: "{used}", pins: {{"+": "+", "-": "-", "in": "b", "out": "h"}}, note: "the second"),
        "H1": Lamp(pins: ("h", "-")),
    }},
)
"#
    )
}

/// A folder of the test's own, empty.
fn folder(name: &str) -> String {
    let folder = path(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("parts")).unwrap();
    name.to_owned()
}

#[test]
fn a_circuit_is_found_beside_the_file_that_names_it() {
    let folder = folder("beside-it");
    file(&format!("{folder}/parts/not.ron"), NOT);
    let main = file(&format!("{folder}/main.ron"), twice("parts/../parts/not.ron"));
    let ran = kiber(&["check", &main]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    insta::assert_snapshot!(without_folder(&ran.output), @"
    beside-it/main.ron: no errors, no warnings; 5 parts, 5 nets, 3 contacts

    Sub-circuits
    ------------
      U1, U2: beside-it/parts/not.ron, 1 part each

    Notes
    -----
      U1.K1:  turns it round
      U2:     the second
      U2.K1:  turns it round

    Left to the defaults
    --------------------
      Lamp, 1 part: volts 24, amps 0.1
      Relay, 2 parts: coil_ohms 500, operate_ma 28, release_ma 7, operate_ms 8,
      release_ms 5, transfer_ms 1
      Source, 1 part: volts 24
    ");
    let report = kiber(&["check", &main, "--format", "json"]).json();
    assert_eq!(report["circuits"][0]["instances"][1]["name"], "U2");
    let script = file(&format!("{folder}/both.script"), "hold S1\nexpect U1.K1 operated, U2.K1 released, H1 lit\n");
    let ran = kiber(&["run", &main, "--script", &script]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
}

#[test]
fn a_mistake_in_another_file_is_told_there_and_with_its_use() {
    let folder = folder("elsewhere");
    file(&format!("{folder}/parts/not.ron"), NOT.replace("\"in\", \"-\"", "\"inn\", \"-\""));
    let main = file(&format!("{folder}/main.ron"), twice("parts/not.ron"));
    let ran = kiber(&["check", &main]);
    assert_eq!(ran.status, 1, "{ran:?}");
    insta::assert_snapshot!(without_folder(&ran.output).split("\n\nwarning[coil").next().unwrap(), @r#"
    warning[pin-without-net]: nothing in `elsewhere/parts/not.ron` touches its pin `in`
     --> elsewhere/parts/not.ron:2:22
      |
    2 |     pins: ["+", "-", "in", "out"],
      |                      ^^^^
      |
     ::: elsewhere/main.ron:6:9
      |
    6 |         "U1": Use(file: "parts/not.ron", pins: {"+": "+", "-": "-", "in": "a", "out": "b"}),
      |         ---- used here as `U1`, and in 1 more place
      |
      = help: did you mean `inn`?
    "#);
    let report = kiber(&["check", &main, "--format", "json"]).json();
    let finding = &report["findings"][0];
    assert!(finding["file"].as_str().unwrap().ends_with("elsewhere/parts/not.ron"), "{finding}");
    assert!(finding["second"]["file"].as_str().unwrap().ends_with("elsewhere/main.ron"), "{finding}");
    assert_eq!((&finding["line"], &finding["second"]["line"]), (&2.into(), &6.into()));
    let ran = kiber(&["run", &main, "--script", &file(&format!("{folder}/none.script"), "")]);
    assert!(ran.errors.contains("parts/not.ron:2:22: warning[pin-without-net]"), "{}", ran.errors);
}

#[test]
fn what_cannot_be_a_circuit_is_refused_and_never_waited_for() {
    let folder = folder("refused");
    std::fs::write(path(&format!("{folder}/parts/bytes.ron")), b"\xff\xfe").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("loop.ron", path(&format!("{folder}/loop.ron"))).unwrap();
    let mut told = String::new();
    for used in ["nowhere.ron", "parts", "", "/etc/hostname", "parts/bytes.ron", "../../../../../dev/null"] {
        let main = file(&format!("{folder}/main.ron"), twice(used));
        let report = kiber(&["check", &main, "--format", "json"]).json();
        let findings = report["findings"].as_array().unwrap();
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(findings[0]["code"], "circuit-not-found");
        told += findings[0]["message"].as_str().unwrap();
        told += "\n";
    }
    insta::assert_snapshot!(told.lines().take(5).collect::<Vec<_>>().join("\n"), @"
    cannot read the file `nowhere.ron`: there is no such file
    cannot read the file `parts`: it is a directory
    cannot read the file ``: the path is empty
    cannot read the file `/etc/hostname`: an absolute path would be another file, or none, on the next machine
    cannot read the file `parts/bytes.ron`: it is no UTF-8 text
    ");
    #[cfg(unix)]
    {
        let main = file(&format!("{folder}/main.ron"), twice("loop.ron"));
        let ran = kiber(&["check", &main]);
        assert!(ran.output.contains("error[circuit-not-found]: cannot read the file `loop.ron`"), "{}", ran.output);
    }
}

#[cfg(unix)]
#[test]
fn a_circle_through_links_ends() {
    let folder = folder("circle");
    let main = file(&format!("{folder}/main.ron"), twice("parts/again.ron"));
    std::os::unix::fs::symlink("../main.ron", path(&format!("{folder}/parts/again.ron"))).unwrap();
    let ran = kiber(&["check", &main]);
    assert!(ran.output.contains("error[circuit-cycle]"), "{}", ran.output);
    assert!(ran.output.contains("main.ron` is inside itself"), "{}", ran.output);
}

#[test]
fn built_in_circuits_find_each_other() {
    let ran = kiber(&["run", "ripple-adder", "--script", "sums"]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{ran:?}");
    let ran = kiber(&["check", "ripple-adder"]);
    assert!(ran.output.contains("F0, F1, F2, F3: full-adder, 4 parts each"), "{}", ran.output);
}
