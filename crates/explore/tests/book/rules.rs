//! Rules: their values, their counters, and an operator who keeps none.

use kiber_explore::RuleBook;
use kiber_explore::book::{Moment, read};

use super::{circuit, good, powered_up, shown};

#[test]
fn the_honest_person_reads_for_the_automaton() {
    let automaton = include_str!("../../../../circuits/article/article.ron");
    let automaton = kiber_netlist::read(automaton).circuit.unwrap();
    let source = include_str!("honest.rules.ron");
    let reading = read(source, &automaton);
    assert_eq!(shown(source, &reading.findings), "");
    let book = reading.book.unwrap();
    assert_eq!(book.title, "The honest person");
    assert_eq!((book.variables.len(), book.counters.len()), (3, 1));
    assert_eq!((book.rules.len(), book.properties.len()), (7, 5));
    assert_eq!(book.start_values(), [0, 0, 0]);
    assert_eq!(book.rules[4].add, [(0, 1)]);
    let variables: Vec<String> =
        book.variables.iter().zip([1, 2, 8]).map(|(variable, value)| variable.shown(value).to_string()).collect();
    assert_eq!(variables, ["turn automaton", "taken = 2", "before = 8"]);
}

/// What a rule makes of n = 2, m = 1 and w = second.
#[track_caller]
fn check_set(set: &str, expected: Result<[i64; 3], &str>) {
    let book = good(&format!(
        r#"Rules(vars: {{"n": Range(0, 3), "m": Range(1, -1), "w": OneOf(["first", "second"])}}, rules: {{"it": (set: {{{set}}})}})"#
    ));
    let simulator = powered_up();
    let mut after = vec![7; 9];
    let done = book.set(&book.rules[0], Moment { simulator: &simulator, values: &[2, 1, 1] }, &mut after);
    match expected {
        Ok(values) => assert_eq!((done, after), (Ok(()), values.to_vec())),
        Err(message) => assert_eq!(done.map_err(|error| error.to_string()), Err(message.to_owned())),
    }
}

#[test]
fn new_values_are_all_worked_out_of_the_old_ones() {
    check_set("", Ok([2, 1, 1]));
    check_set(r#""n": "m", "m": "n - 2""#, Ok([1, 0, 1]));
    check_set(r#""w": "first", "n": "count(L1..L3 lit) + m""#, Ok([3, 1, 0]));
    check_set(r#""w": "w - 1""#, Ok([2, 1, 0]));
}

#[test]
fn a_variable_that_leaves_its_range() {
    check_set(r#""n": "n + n""#, Err(r#"the rule "it" would set `n` to 4, and it goes from 0 to 3"#));
    check_set(r#""m": "m - n - 1""#, Err(r#"the rule "it" would set `m` to -2, and it goes from -1 to 1"#));
    check_set(r#""w": "w + 1""#, Err(r#"the rule "it" would set `w` to 2, and it has 2 values, numbered from 0"#));
}

#[test]
fn rules_without_when_may_always_be_used() {
    let book = good(r#"Rules(rules: {"it": (then: ["press Start"]), "never": (when: "0 = 1")})"#);
    let simulator = powered_up();
    let moment = Moment { simulator: &simulator, values: &[] };
    assert!(book.rules[0].when.holds(moment) && book.rules[0].when.is_always());
    assert!(!book.rules[1].when.holds(moment) && !book.rules[1].when.is_always());
}

/// The rules as `name: when`, in order.
fn told(book: &RuleBook) -> Vec<String> {
    book.rules
        .iter()
        .map(|rule| {
            let lines: Vec<String> = rule.then.iter().map(ToString::to_string).collect();
            assert_eq!([rule.name.clone()].as_slice(), lines);
            format!("{}: {}", rule.name, rule.when)
        })
        .collect()
}

#[track_caller]
fn check_operator(source: &str, expected: &[&str]) {
    assert_eq!(told(&good(source)), expected, "{source}");
}

#[test]
fn any_operator_is_ordinary_rules() {
    let plain = ["flip V1: ", "flip V2: ", "press КН1: КН1 free"];
    check_operator(r#"Rules(rules: AnyOperator(flip: "V1..V2", press: "Start"))"#, &plain);
    check_operator(
        r#"Rules(title: "it", AnyOperator(flip: ["V1", "V2"], press: ["КН1"]), properties: {"s": Settles})"#,
        &plain,
    );
    check_operator(r#"Rules(AnyOperator(flip: "V1, V2", press: "КН1", hold: false,),)"#, &plain);
    check_operator(r#"AnyOperator(title: "it", flip: "V1..V2", press: "КН1", properties: {"s": NoShort})"#, &plain);
    check_operator("// all\nAnyOperator(/* AnyOperator */ flip: \"V1..V2\", press: \"КН1\")", &plain);
    check_operator(
        r#"AnyOperator(press: "Stop now", hold: true)"#,
        &["press КН2: КН2 free", "hold КН2: КН2 free", "free КН2: КН2 pressed"],
    );
}

#[test]
fn bare_operators_are_told_where_they_stand() {
    let source = "Rules(title: \"AnyOperator(\", AnyOperator(flip: \"V9\"), properties: {\"s\": Settle})";
    let reading = read(source, &circuit());
    let places: Vec<&str> = reading.findings.iter().map(|finding| &source[finding.span.clone()]).collect();
    assert_eq!(places, ["V9", "Settle"]);
}

#[test]
fn operators_of_programs() {
    let circuit = circuit();
    let [v2, start] = ["V2", "Start"].map(|name| circuit.part(name).unwrap());
    assert_eq!(told(&RuleBook::any_operator(&circuit, &[v2], &[start], false)), ["flip V2: ", "press КН1: КН1 free"]);
    let all = told(&RuleBook::all_hands(&circuit, true));
    assert_eq!(all.len(), 3 + 2 * 3);
    assert_eq!(all[3..6], ["press КН1: КН1 free", "hold КН1: КН1 free", "free КН1: КН1 pressed"]);
}

#[test]
fn conditions_of_operators_hold() {
    let book = RuleBook::all_hands(&circuit(), true);
    let simulator = powered_up();
    let moment = Moment { simulator: &simulator, values: &[] };
    let enabled: Vec<&str> =
        book.rules.iter().filter(|rule| rule.when.holds(moment)).map(|rule| rule.name.as_str()).collect();
    assert_eq!(enabled, ["flip V1", "flip V2", "flip V3", "press КН1", "hold КН1", "press КН2", "hold КН2"]);
}

/// A selector, a stepper, a fuse, and relays that stand elsewhere than released or operated.
fn switchroom() -> kiber_netlist::Circuit {
    let source = r#"Circuit(title: "", parts: {
        "G1": Source(plus: "+", minus: "-"), "S1": Button(contacts: {"1": Make("+", "p")}),
        "SA1": Selector(places: 3, start: 1, wafers: {"a": (common: "+", places: ["l0", "l1", "l2"])}),
        "L0": Lamp(pins: ("l0", "-")), "L1": Lamp(pins: ("l1", "-")), "L2": Lamp(pins: ("l2", "-")),
        "SW1": Stepper(coil: ("p", "-"), places: 4, state: 2, wafers: {"a": (common: "+", places: ["l0", "l1"])}),
        "KI1": Impulse(coil: ("p", "-"), state: Operated, contacts: {"1": Make("+", "l0")}),
        "KP1": Polarized(coil: ("p", "-"), centre: true, contacts: {"1": Left("+", "l1")}),
        "KP2": Polarized(coil: ("p", "-"), state: Right, contacts: {"1": Left("+", "l1")}),
        "KB1": Bistable(coil: ("p", "-"), state: Operated, contacts: {"1": Make("+", "l1")}),
        "F1": Fuse(pins: ("p", "f"), amps: 1.0),
    })"#;
    let reading = kiber_netlist::read(source);
    reading.circuit.unwrap_or_else(|| panic!("{:#?}", reading.findings))
}

#[test]
fn every_kind_has_its_words() {
    let circuit = switchroom();
    let mut simulator = kiber_engine::Simulator::new(std::sync::Arc::new(circuit.clone()));
    let _ = simulator.power_up(&mut ());
    let words = [
        ("SA1 at 1", true),
        ("SA1 at 2", false),
        ("SW1 at 2", true),
        ("SW1 at 0", false),
        ("KI1 operated", true),
        ("KI1 released", false),
        ("KP1 centre", true),
        ("KP1 left", false),
        ("KP2 right", true),
        ("KP2 left", false),
        ("KB1 operated", true),
        ("KB1 released", false),
        ("F1 whole", true),
        ("F1 blown", false),
        ("SA1/a closed", true),
        ("SW1/a closed", false),
        ("count(SA1, SW1 at 2) = 1", true),
        ("first(SA1, SW1 at 2) = 2", true),
        ("left = 0, at 1", true),
    ];
    for (text, holds) in words {
        let source =
            format!(r#"Rules(vars: {{"left": Range(0, 3), "at": Range(1, 3)}}, rules: {{"it": (when: {text:?})}})"#);
        let reading = read(&source, &circuit);
        assert_eq!(shown(&source, &reading.findings), "", "{text}");
        let moment = Moment { simulator: &simulator, values: &[0, 1] };
        assert_eq!(reading.book.unwrap().rules[0].when.holds(moment), holds, "{text}");
    }
}

#[test]
fn selectors_are_turned_to_each_other_place() {
    let circuit = switchroom();
    let turns = ["set SA1 0: not(SA1 at 0)", "set SA1 1: not(SA1 at 1)", "set SA1 2: not(SA1 at 2)"];
    let book = read(r#"AnyOperator(turn: "SA1")"#, &circuit).book.unwrap();
    assert_eq!(told(&book), turns);
    let mut simulator = kiber_engine::Simulator::new(std::sync::Arc::new(circuit.clone()));
    let _ = simulator.power_up(&mut ());
    let moment = Moment { simulator: &simulator, values: &[] };
    assert_eq!(book.rules.iter().map(|rule| rule.when.holds(moment)).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(told(&RuleBook::all_hands(&circuit, false))[1..], turns);
}
