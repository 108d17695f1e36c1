//! Margins over scripts: which states are looked at, and which moment is told.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use std::sync::Arc;

use kiber_netlist::Circuit;
use kiber_script::{MarginSurvey, Slimmest, parse};

fn circuit(parts: &str) -> Arc<Circuit> {
    let supply = r#""G1": Source(plus: "+", minus: "-", volts: (21.6, 24.0, 26.4)),"#;
    Arc::new(kiber_netlist::read(&format!("Circuit(title: \"\", parts: {{ {supply} {parts} }})")).circuit.unwrap())
}

fn play(survey: &mut MarginSurvey, circuit: &Circuit, text: &str) {
    let played = survey.play(&parse(text, circuit).0.unwrap());
    assert_eq!((played.failed, played.stopped), (0, None));
}

/// A line for each row: what is asked, the margin, when, in how many states.
fn shown(circuit: &Circuit, rows: &[&Slimmest]) -> Vec<String> {
    let line = |row: &&Slimmest| {
        let (coil, moment) = (&row.coil, &row.moment);
        format!(
            "{} {:?} {:.1} %: script {:?} line {} {:?} at {}, {} states",
            circuit.parts[coil.part].name,
            coil.demand,
            coil.margin() * 1e2,
            moment.script,
            moment.line,
            moment.action,
            moment.at,
            row.states
        )
    };
    rows.iter().map(line).collect()
}

#[test]
fn the_slimmest_moment_of_several_scripts() {
    let circuit = circuit(
        r#""S1": Button(contacts: {"1": Make("+", "a")}), "S2": Button(contacts: {"1": Make("a", "b")}),
        "R1": Resistor(pins: ("a", "b"), ohms: (190.0, 200.0, 210.0)), "K1": Relay(coil: ("b", "-")),"#,
    );
    let mut survey = MarginSurvey::new(Arc::clone(&circuit));
    play(&mut survey, &circuit, "hold S2\npress S1\nexpect K1 released\nfree S2\n");
    let states = survey.states();
    play(&mut survey, &circuit, "# the same through R1\npress S1\n");
    assert!(survey.states() > states);
    let states = survey.states();
    play(&mut survey, &circuit, "press S1\npress S1\nwait 3s\npress S1\n");
    assert_eq!(survey.states(), states);
    let rows = survey.slimmest();
    assert_eq!(
        shown(&circuit, &rows[..2]),
        [
            // 21.6 V over 710 Ω are 30.4 mA, of which 28 are needed, and 7 to hold.
            r#"K1 Operate 8.7 %: script Some(1) line 2 "press S1" at 0, 2 states"#,
            r#"K1 Release 100.0 %: script Some(0) line 2 "press S1" at 8000, 2 states"#,
        ]
    );
}

/// That a capacitor has come to rest is an instant of its own, at which its coil can be judged.
#[test]
fn a_coil_is_judged_when_its_capacitor_rests() {
    let circuit = circuit(
        r#""S1": Button(contacts: {"1": Make("+", "r")}), "R1": Resistor(pins: ("r", "k"), ohms: 100.0),
        "C1": Capacitor(pins: ("k", "-"), farads: 0.0001), "K1": Relay(coil: ("k", "-")),"#,
    );
    let mut survey = MarginSurvey::new(Arc::clone(&circuit));
    play(&mut survey, &circuit, "hold S1\nfree S1\n");
    let rows = shown(&circuit, &survey.slimmest());
    assert!(rows.iter().any(|row| row.starts_with("K1 Hold 414.3 %: script Some(0) line 1")), "{rows:#?}");
    assert_eq!(survey.left_out().count(), 1);
}
