//! `kiber wear`.

use crate::{Ran, file, kiber, without_folder};

/// The report on a relay rated for so much that switches a lamp of 0.1 A, with these options.
#[track_caller]
fn wear(name: &str, rated: &str, args: &[&str]) -> Ran {
    let circuit = format!(
        r#"Circuit(title: "", parts: {{
            "G1": Source(plus: "+", minus: "-", volts: 24.0),
            "S1": Button(contacts: {{"1": Make("+", "a")}}),
            "K1": Relay({rated}coil: ("a", "-"), contacts: {{"1": Make("+", "b"), "2": Changeover(common: "+", break: "c")}}),
            "H1": Lamp(pins: ("b", "-")), "H2": Lamp(pins: ("c", "-")),
        }})"#
    );
    let circuit = file(&format!("wear-{name}.ron"), circuit);
    let script = file(&format!("wear-{name}.script"), "press S1\npress S1\n");
    kiber(&[&["wear", &circuit, "--script", &script], args].concat())
}

#[test]
fn what_is_over_its_rating_comes_first() {
    let ran = wear("over", "contact_amps: 0.08, ", &[]);
    assert_eq!((ran.status, ran.errors.as_str()), (1, ""));
    insta::assert_snapshot!(without_folder(&ran.output), @"
    Over their rating
    -----------------
      K1/1 switched 100 mA, and is rated for 0.08 A (125 %); wear-over.script:1, at
        8.000 ms
      K1/2 break switched 100 mA, and is rated for 0.08 A (125 %);
        wear-over.script:1, at 7.000 ms

    Contacts, the highest load first
    --------------------------------
      contact     closed  opened  made  broke  switched  carried   load
      K1/1             2       2     2      2    100 mA   100 mA  125 %
      K1/2 break       2       2     2      2    100 mA   100 mA  125 %
      S1/1             2       2     2      2     48 mA    48 mA      -

    Operations, the most first
    --------------------------
             2  S1, K1

    Largest currents
    ----------------
      G1  source  148 mA  wear-over.script:1 press S1, 0.000 ms
      K1  relay    48 mA  wear-over.script:1 press S1, 0.000 ms
      H1  lamp    100 mA  wear-over.script:1 press S1, 8.000 ms
      H2  lamp    100 mA  wear-over.script, power-up, 0.000 ms

    Counted in wear-over.script.
    2 contacts over the rating.
    ");
}

#[test]
fn within_its_rating_or_without_one() {
    let ran = wear("within", "contact_amps: 2.0, ", &[]);
    assert_eq!(ran.status, 0);
    assert!(ran.output.ends_with("All contacts with a rating are within it (2 of 3).\n"), "{}", ran.output);
    let ran = wear("without", "", &[]);
    assert_eq!(ran.status, 0);
    assert!(ran.output.ends_with("No contact has a rating (contact_amps), so none is judged.\n"), "{}", ran.output);
}

#[test]
fn tables_for_programs() {
    let report = wear("json", "contact_amps: 0.08, ", &["--format", "json"]).json();
    let first = &report["contacts"][0];
    assert_eq!((&first["contact"], &first["load"], &first["over"]), (&"K1/1".into(), &1.25.into(), &true.into()));
    assert_eq!((&report["over"], &report["parts"][1]["operations"]), (&true.into(), &2.into()));
    assert_eq!(report["currents"][0]["amps"], 0.148);
    let csv = |name: &str, table: &str| {
        let text = without_folder(&wear(name, "contact_amps: 0.08, ", &["--csv", table]).output);
        text.lines().take(2).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!([csv("csv-1", "contacts"), csv("csv-2", "parts"), csv("csv-3", "currents")].join("\n"), @"
    contact,closed,opened,made,broke,shorted,switched_amps,carried_amps,rated_amps,load
    K1/1,2,2,2,2,0,0.1,0.1,0.08,1.25
    part,kind,operations
    S1,button,2
    part,kind,amps,script,line,action,time_ms
    G1,source,0.148,wear-csv-3.script,1,press S1,0.000
    ");
    assert_eq!(wear("both", "", &["--csv", "parts", "--format", "json"]).status, 2);
}

#[test]
fn all_scripts_beside_a_circuit_are_played() {
    let ran = kiber(&["wear", "self-hold"]);
    assert_eq!(ran.status, 0);
    assert!(ran.output.contains("Counted in 2 scripts: how-short.script, set-and-break.script."), "{}", ran.output);
    assert!(ran.output.lines().all(|line| line.chars().count() <= 80), "{}", ran.output);
    assert_eq!(kiber(&["wear", "self-hold", "--script", "no-such"]).status, 2);
}
