//! `kiber list`.

use crate::kiber;

#[test]
fn every_built_in_circuit_with_its_title_and_scripts() {
    let ran = kiber(&["list"]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""));
    for name in ["article", "full-memory", "no-diodes", "race", "buzzer"] {
        assert!(ran.output.lines().any(|line| line.split_whitespace().next() == Some(name)), "{name}");
    }
    assert!(ran.output.contains("The learning automaton of Igoshev and Komsky"));
    assert!(ran.output.contains("scripts: "));
    let long: Vec<&str> = ran.output.lines().filter(|line| line.chars().count() > 80).collect();
    assert_eq!(long, [] as [&str; 0]);
}

#[test]
fn the_json_has_names_titles_and_scripts() {
    let list = kiber(&["list", "--format", "json"]).json();
    let circuits = list["circuits"].as_array().unwrap();
    assert!(circuits.len() > 10);
    for circuit in circuits {
        assert!(circuit["name"].is_string() && circuit["title"] != "" && circuit["scripts"].is_array(), "{circuit}");
    }
}
