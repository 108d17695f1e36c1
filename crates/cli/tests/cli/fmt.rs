//! `kiber fmt`.

use kiber_cli::Terminal;

use crate::{LAMP, Ran, file, kiber, kiber_with, path, without_folder};

/// The circuit of `LAMP` in one line.
fn crowded() -> String {
    let lines: Vec<&str> = LAMP.lines().map(str::trim).collect();
    lines.join("").replace(", ", ",")
}

fn canonical() -> String {
    LAMP.replace(
        r#"[[("S1", "Light"), ("H1", "It is light")]]"#,
        "[\n        [(\"S1\", \"Light\"), (\"H1\", \"It is light\")],\n    ]",
    )
}

fn text_of(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[track_caller]
fn check(args: &[&str], status: u8, output: &str) -> Ran {
    let ran = kiber(&[&["fmt"], args].concat());
    assert_eq!((ran.status, without_folder(&ran.output).as_str()), (status, output), "{ran:?}");
    ran
}

#[test]
fn files_are_written_in_place_and_nothing_is_said() {
    let (one, two) = (file("crowded-1.ron", crowded()), file("crowded-2.ron", canonical()));
    let before = std::fs::metadata(&two).unwrap().modified().unwrap();
    check(&[&one, &two], 0, "");
    assert_eq!((text_of(&one), text_of(&two)), (canonical(), canonical()));
    assert_eq!(std::fs::metadata(&two).unwrap().modified().unwrap(), before, "what is canonical is not written");
    check(&[&one, "--check"], 0, "");
}

#[test]
fn check_lists_what_would_change_and_changes_nothing() {
    let (one, two) = (file("unwritten-1.ron", crowded()), file("unwritten-2.ron", canonical()));
    let three = file("unwritten-3.ron", format!("\u{feff}{}", canonical()));
    check(&["--check", &one, &two, &three], 1, "unwritten-1.ron\nunwritten-3.ron\n");
    assert_eq!(text_of(&one), crowded());
    let report = kiber(&["fmt", "--check", "--format", "json", &one, &two]).json();
    assert_eq!(
        report,
        serde_json::json!({
            "files": [{ "file": one, "changed": true }, { "file": two, "changed": false }],
            "findings": [],
        })
    );
}

#[test]
fn standard_input_goes_to_standard_output() {
    let piped = |args: &[&str]| kiber_with(&[&["fmt", "-"], args].concat(), &crowded(), Terminal::default());
    let ran = piped(&[]);
    assert_eq!((ran.status, ran.output), (0, canonical()));
    let ran = piped(&["--check"]);
    assert_eq!((ran.status, ran.output.as_str()), (1, "standard input\n"));
    assert!(piped(&["--format", "json"]).errors.contains("cannot both go to standard output"));
    assert!(piped(&["my.ron"]).errors.contains("stands alone"));
}

#[test]
fn what_cannot_be_read_is_told_and_stays() {
    let open = file("open.ron", "Circuit(parts: {\n    \"G1\": Source(plus: \"+\",\n})\n");
    let bytes = file("bytes.ron", b"Circuit(parts: {\"\xff\": Wire()})");
    let good = file("beside-open.ron", crowded());
    let ran = check(&[&open, &bytes, &path("none.ron").display().to_string(), &good], 2, "");
    insta::assert_snapshot!(without_folder(&ran.errors));
    assert!(text_of(&open).starts_with("Circuit(parts: {\n    \"G1\""));
    assert_eq!(text_of(&good), canonical(), "the others are written all the same");
    let report = kiber(&["fmt", "--format", "json", &open]);
    assert_eq!((report.status, &report.json()["findings"][0]["code"]), (2, &"ron-syntax".into()));
}

#[test]
fn circuits_with_errors_and_rule_books_are_formatted_too() {
    let wrong = file("wrong-kind.ron", crowded().replace("Button", "Buton"));
    check(&[&wrong], 0, "");
    assert_eq!(text_of(&wrong), canonical().replace("Button", "Buton"));
    let book = file("small.rules.ron", "Rules(properties:{\"settles\":Settles}) // all");
    check(&[&book], 0, "");
    assert_eq!(text_of(&book), "Rules(\n    properties: {\"settles\": Settles},\n)  // all\n");
}

#[test]
fn built_in_circuits_cannot_be_written() {
    let ran = check(&["article"], 2, "");
    assert!(ran.errors.contains("`article` is a built-in circuit"), "{}", ran.errors);
    assert!(check(&["artcle"], 2, "").errors.contains("did you mean `article`?"));
}

#[cfg(unix)]
#[test]
fn a_file_that_may_only_be_read_stays() {
    let locked = file("locked.ron", crowded());
    let mut permissions = std::fs::metadata(&locked).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&locked, permissions).unwrap();
    let ran = check(&[&locked], 2, "");
    assert!(ran.errors.contains("may only be read"), "{}", ran.errors);
    assert_eq!(text_of(&locked), crowded());
    std::fs::remove_file(&locked).unwrap();
}
