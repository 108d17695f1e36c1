//! Sub-circuits: written out with names of their own, from this file and from others.

#![allow(clippy::unwrap_used, reason = "a test that cannot set up has failed")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use kiber_netlist::{Files, Reading, beside, line_and_column, print, read, read_with};

/// Files that live in the test, and how often each was asked for.
#[derive(Default)]
struct Shelf {
    texts: BTreeMap<String, String>,
    asked: Vec<String>,
}

impl Files for Shelf {
    fn locate(&mut self, path: &str, from: &str) -> Result<String, String> {
        Ok(beside(from, path))
    }

    fn text(&mut self, file: &str) -> Result<String, String> {
        self.asked.push(file.to_owned());
        self.texts.get(file).cloned().ok_or_else(|| "there is no such file".to_owned())
    }
}

/// Every finding with its places, the second and further ones behind it.
fn told(text: &str, reading: &Reading) -> String {
    let place = |file: usize, byte: usize| {
        let (name, text) = reading.file(file).map_or(("", text), |file| (file.name.as_str(), file.text.as_str()));
        let (line, column) = line_and_column(text, byte);
        format!("{name}{}{line}:{column}", if name.is_empty() { "" } else { ":" })
    };
    let mut told = String::new();
    for finding in &reading.findings {
        told += &format!("{} {}: {}", place(finding.file, finding.span.start), finding.code, finding.message);
        if let Some((span, why)) = &finding.second {
            told += &format!("\n   {} {why}", place(finding.second_file, span.start));
        }
        for more in &finding.more {
            told += &format!("\n   {} {}", place(more.file, more.span.start), more.why);
        }
        told += "\n";
    }
    told
}

/// What is found in a text that leads to files.
fn found(text: &str, files: &[(&str, &str)]) -> String {
    let texts = files.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect();
    let mut shelf = Shelf { texts, asked: Vec::new() };
    let reading = read_with(text, "main.ron", &mut shelf);
    let mut once = shelf.asked.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), shelf.asked.len(), "each file is asked for once: {:?}", shelf.asked);
    if let Some(circuit) = &reading.circuit {
        let printed = print(circuit);
        assert_eq!(read_with(&printed, "main.ron", &mut shelf).circuit.as_ref(), Some(circuit), "{printed}");
    }
    told(text, &reading)
}

/// The parts with their nets, as people see them.
#[track_caller]
fn parts(text: &str) -> String {
    let reading = read(text);
    assert_eq!(told(text, &reading), "");
    let circuit = reading.circuit.unwrap();
    assert_eq!(read(&print(&circuit)).circuit.as_ref(), Some(&circuit), "{}", print(&circuit));
    let parts = circuit.parts.iter().map(|(id, part)| {
        let nets: Vec<&str> = circuit.nets_of(id).into_iter().map(|net| circuit.nets[net].name.as_str()).collect();
        let shown = if part.shown() == part.name { String::new() } else { format!(" ({})", part.shown()) };
        format!("{}{shown}: {}\n", part.name, nets.join(" "))
    });
    parts.collect()
}

const SUPPLY: &str = r#""G1": Source(plus: "+", minus: "-"), "S1": Button(contacts: {"1": Make("+", "a")}),"#;
/// A relay and its repeater, with a net and names that are used outside, too.
const TWICE: &str = r#"Circuit(pins: ["+", "-", "a", "b"], parts: {
    "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "x")}),
    "S1": Button(contacts: {"1": Make("+", "x")}),
    "K2": Relay(coil: ("x", "-"), contacts: {"1": Make("+", "b")}),
})"#;

#[test]
fn the_same_name_inside_two_instances_and_outside_is_three_things() {
    let text = format!(
        r#"Circuit(circuits: {{"twice": {TWICE}}}, parts: {{{SUPPLY}
        "U1": Use(circuit: "twice", pins: {{"+": "+", "-": "-", "a": "a", "b": "x"}}),
        "U2": Use(circuit: "twice", pins: {{"+": "+", "-": "-", "a": "x", "b": "K1"}}),
        "K1": Relay(coil: ("K1", "-"))}})"#
    );
    assert_snapshot!(parts(&text), @"
    G1: + -
    S1: + a
    U1.K1: a - + U1.x
    U1.S1: + U1.x
    U1.K2: U1.x - + x
    U2.K1: x - + U2.x
    U2.S1: + U2.x
    U2.K2: U2.x - + K1
    K1: K1 -
    ");
    let circuit = read(&text).circuit.unwrap();
    let instances: Vec<_> =
        circuit.instances.iter().map(|instance| (instance.name.as_str(), instance.parts.clone())).collect();
    assert_eq!(instances, [("U1", 2..5), ("U2", 5..8)]);
    assert_eq!(circuit.range("U1.K1..U1.K2").unwrap().len(), 2);
    assert!(circuit.contact("U2.K1/1").is_some() && circuit.net("U2.x").is_some());
}

#[test]
fn models_and_circuits_come_from_inside_or_else_from_around() {
    let text = format!(
        r#"Circuit(
        models: {{"M": Relay(coil_ohms: 100.0), "N": Relay(coil_ohms: 200.0)}},
        circuits: {{
            "in": Circuit(pins: ["+", "-"], parts: {{"K": Relay(model: "N", coil: ("+", "-"))}}),
            "out": Circuit(pins: ["+", "-"],
                models: {{"M": Relay(coil_ohms: 300.0)}},
                circuits: {{"in": Circuit(pins: ["p", "n"], parts: {{"L": Relay(model: "M", coil: ("p", "n"))}})}},
                parts: {{
                    "K": Relay(model: "M", coil: ("+", "-"), label: "inner"),
                    "U": Use(circuit: "in", label: "deep", pins: {{"p": "+", "n": "-"}}),
                }}),
        }},
        parts: {{{SUPPLY} "K": Relay(model: "M", coil: ("a", "-")),
            "U": Use(circuit: "in", pins: {{"+": "a", "-": "-"}}),
            "V": Use(circuit: "out", label: "the other", pins: {{"+": "a", "-": "-"}})}})"#
    );
    assert_snapshot!(parts(&text), @"
    G1: + -
    S1: + a
    K: a -
    U.K: a -
    V.K (the other.inner): a -
    V.U.L (the other.deep.L): a -
    ");
    let circuit = read(&text).circuit.unwrap();
    let ohms: Vec<f64> =
        circuit.parts.rows().iter().flat_map(|part| part.kind.coils()).map(|coil| coil.ohms.nominal).collect();
    assert_eq!(ohms, [100.0, 200.0, 300.0, 300.0]);
    assert_eq!(circuit.instance("the other.deep").unwrap().name, "V.U");
}

#[test]
fn panel_and_roles_reach_inside() {
    let text = format!(
        r#"Circuit(circuits: {{"twice": {TWICE}}}, parts: {{{SUPPLY}
        "U1": Use(circuit: "twice", pins: {{"+": "+", "-": "-", "a": "a", "b": None}})}},
        panel: [[("U1.S1", "Go"), ("U1.S2", "No"), ("U2.S1", "Nowhere")]])"#
    );
    assert_snapshot!(found(&text, &[]), @"
    7:36 panel-unknown-part: the panel names `U1.S2`, and there is no such part
    7:53 panel-unknown-part: the panel names `U2.S1`, and there is no such part
    ");
    // What is inside a circuit that was not found is not known.
    assert_snapshot!(found(&text.replace("circuit: \"twice\"", "circuit: \"thrice\""), &[]), @"
    6:28 unknown-circuit: there is no sub-circuit `thrice`
    7:53 panel-unknown-part: the panel names `U2.S1`, and there is no such part
    ");
}

#[test]
fn one_mistake_inside_is_told_once_with_both_places() {
    let wiring = r#"Circuit(pins: ["+", "-", "a", "b"], parts: {
        "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "b"), "2": Make("+", "oops")}),
        "K2": Relay(coil: ("nowhere", "-")),
    })"#;
    let uses: String = (1..=4)
        .map(|n| {
            format!(
                "    \"U{n}\": Use(circuit: \"c\", pins: {{\"+\": \"+\", \"-\": \"-\", \"a\": \"a\", \"b\": \"a\"}}),\n"
            )
        })
        .collect();
    let text = format!("Circuit(circuits: {{\"c\": {wiring}}}, parts: {{{SUPPLY}\n{uses}}})");
    assert_snapshot!(found(&text, &[]), @"
    2:86 single-pin-net: nothing else is on the net `U1.oops`
       5:5 used here as `U1`, and 3 more like it
    3:28 coil-end-nowhere: the coil of `U1.K2` has an end that leads nowhere
       5:5 used here as `U1`, and 3 more like it
    ");
    // Mistakes of the text, too.
    let text = text.replace("Make(\"+\", \"oops\")", "Moke()").replace("K2\": Relay(", "K1\": Relay(operate_ms: -1,");
    assert_snapshot!(found(&text, &[]), @"
    2:76 unknown-contact-form: there is no form of contact `Moke`
       5:5 used here as `U1`, and in 3 more places
    3:9 duplicate-part: two parts are named `K1`
       2:9 first named here
       5:5 used here as `U1`, and in 3 more places
    3:33 bad-number: -1 ms will not do for a time
       5:5 used here as `U1`, and in 3 more places
    ");
}

#[test]
fn a_net_that_only_a_pin_touches_is_told_at_the_pin() {
    let text = format!(
        r#"Circuit(circuits: {{"twice": {TWICE}}}, parts: {{{SUPPLY}
        "U1": Use(circuit: "twice", pins: {{"+": "+", "-": "-", "a": "A", "b": None}}),
        "U2": Use(circuit: "twice", pins: {{"+": "+", "-": "-", "a": "a", "b": "lone"}})}})"#
    );
    assert_snapshot!(found(&text, &[]), @"
    6:69 single-pin-net: nothing else is on the net `A`
    7:79 single-pin-net: nothing else is on the net `lone`
    ");
}

#[test]
fn nothing_feeds_an_instance() {
    let text = format!(
        r#"Circuit(circuits: {{"twice": {TWICE}}}, parts: {{{SUPPLY} "H1": Lamp(pins: ("a", "-")),
        "U1": Use(circuit: "twice", pins: {{"+": "p", "-": "m", "a": "p", "b": "m"}})}})"#
    );
    assert_snapshot!(found(&text, &[]), @"
    2:5 unreachable-supply: no current can ever reach `U1.K1` and `U1.K2`, not even with every contact closed
       6:9 used here as `U1`
    ");
}

#[test]
fn files_are_relative_to_the_file_that_names_them() {
    let main = format!(
        r#"Circuit(parts: {{{SUPPLY}
        "U1": Use(file: "lib/outer.ron", pins: {{"+": "+", "-": "-", "a": "a"}}),
        "U2": Use(file: "lib/../lib/outer.ron", pins: {{"+": "+", "-": "-", "a": "a"}}),
        "U3": Use(file: "lib/twice.ron", circuit: "again", pins: {{"x": "a", "y": "-"}})}})"#
    );
    let outer = r#"Circuit(title: "outer", pins: ["+", "-", "a"], parts: {
        "U1": Use(file: "twice.ron", pins: {"+": "+", "-": "-", "a": "a", "b": "b"}),
        "H1": Lamp(pins: ("b", "-"), note: "inside")}, panel: [[("H1", "not shown")]])"#;
    let twice = TWICE.replacen(
        "parts:",
        r#"circuits: {"again": Circuit(pins: ["x", "y"], parts: {"H": Lamp(pins: ("x", "y"))})}, parts:"#,
        1,
    );
    let files = [("lib/outer.ron", outer), ("lib/twice.ron", &twice)];
    assert_snapshot!(found(&main, &files), @"");
    let broken = outer.replace("\"b\", \"-\"", "\"q\", \"-\"");
    assert_snapshot!(found(&main, &[("lib/outer.ron", &broken), files[1]]), @"
    lib/outer.ron:2:80 single-pin-net: nothing else is on the net `b`
       2:9 used here as `U1`, and in 1 more place
    lib/outer.ron:3:27 single-pin-net: nothing else is on the net `U1.q`
       2:9 used here as `U1`, and 1 more like it
    ");
    let unread = twice.replace("Relay(", "Rellay(").replacen("parts", "ports", 1);
    assert_snapshot!(found(&main, &[files[0], ("lib/twice.ron", &unread)]), @"
    lib/twice.ron:1:57 missing-field: this circuit has no `parts`
       4:9 used here as `U3`
    lib/twice.ron:1:83 unknown-field: a circuit has no field `ports`
       4:9 used here as `U3`
    lib/twice.ron:2:11 unknown-kind: there is no kind of part `Rellay`
       lib/outer.ron:2:9 used here as `U1`
       2:9 used here as `U1`, and in 1 more place
    lib/twice.ron:4:11 unknown-kind: there is no kind of part `Rellay`
       lib/outer.ron:2:9 used here as `U1`
       2:9 used here as `U1`, and in 1 more place
    ");
    assert_snapshot!(found(&main, &[files[0]]), @"4:25 circuit-not-found: cannot read the file `lib/twice.ron`: there is no such file");
    assert_snapshot!(found(&main, &[("lib/outer.ron", "Circuit(parts: {"), files[1]]), @"
    lib/outer.ron:1:16 ron-syntax: this `{` is never closed
       lib/outer.ron:1:17 the text ends here
       2:9 used here as `U1`, and in 1 more place
    ");
}

#[test]
fn a_circuit_inside_itself() {
    let itself =
        r#"Circuit(circuits: {"a": Circuit(parts: {"U": Use(circuit: "a")})}, parts: {"U": Use(circuit: "a")})"#;
    assert_snapshot!(found(itself, &[]), @"
    1:41 circuit-cycle: `a` is inside itself: `a` → `a`
       1:20 `a` is described here
    ");
    let main = r#"Circuit(parts: {"U1": Use(file: "x/a.ron")})"#;
    let a = r#"Circuit(parts: {"U2": Use(file: "b.ron"), "K": Relay(coil: ("p", "q"))})"#;
    let b = r#"Circuit(parts: {"U3": Use(file: "../main.ron"), "U4": Use(file: "./a.ron")})"#;
    assert_snapshot!(found(main, &[("x/a.ron", a), ("x/b.ron", b)]), @"
    x/b.ron:1:17 circuit-cycle: `main.ron` is inside itself: `main.ron` → `x/a.ron` → `x/b.ron` → `main.ron`
       1:17 `main.ron` uses `x/a.ron` here
    x/b.ron:1:49 circuit-cycle: `x/a.ron` is inside itself: `x/a.ron` → `x/b.ron` → `x/a.ron`
       x/a.ron:1:17 `x/a.ron` uses `x/b.ron` here
    ");
}

#[test]
fn growth_without_end_is_refused_at_once() {
    let level = |n: usize, uses: usize| {
        let uses: String = (0..uses).map(|u| format!("\"U{u}\": Use(circuit: \"{}\"),", n - 1)).collect();
        format!("\"{n}\": Circuit(parts: {{{uses}}}),")
    };
    let tower = |height: usize, uses: usize| {
        let levels: String = (1..=height).map(|n| level(n, uses)).collect();
        format!(
            "Circuit(circuits: {{\"0\": Circuit(parts: {{\"H\": Lamp(pins: (\"a\", \"b\"))}}), {levels}}}, \
             parts: {{\"U\": Use(circuit: \"{height}\")}})"
        )
    };
    let codes = |text: &str| read(text).findings.into_iter().map(|finding| finding.code).collect::<Vec<_>>();
    assert_eq!(codes(&tower(70, 2)), ["too-many-parts"]);
    assert_eq!(codes(&tower(30, 3)), ["too-many-parts"]);
    assert_eq!(codes(&tower(2000, 1)), ["nested-too-deep"]);
    // An empty circuit multiplies, too.
    assert_eq!(codes(&tower(30, 3).replace("\"H\": Lamp(pins: (\"a\", \"b\"))", "")), ["too-many-parts"]);
    assert_eq!(codes(&tower(90, 1)), ["no-source", "single-pin-net", "single-pin-net"]);
    let big = tower(12, 2);
    assert_eq!(read(&big).circuit.unwrap().parts.len(), 4096);
}

#[test]
fn what_may_be_written() {
    let text = r#"Circuit(pins: ["x", "x", 3], circuits: {
        "c": Circuit(pins: "p", parts: {}, panel: []),
        " d": Circuit(pins: [], parts: {}),
        "e": Relay(),
    }, models: {"m": Use(circuit: "c")}, parts: {
        "U.1": Use(circuit: "c", pins: {"a": 1}),
        "U2": Use(pins: ["a"]),
        "U3": Use(circuit: " d", pins: {"a": "b"}, volts: 3),
        "U4": Use(circuit: "e", pins: {"a": "b"}),
    })"#;
    assert_snapshot!(found(text, &[]), @r#"
    1:21 duplicate-pin: two pins are named `x`
       1:16 first named here
    1:26 bad-value: expected a name in quotes, found a number
    2:28 bad-value: expected the nets that lead out of the circuit, as in `["a", "b"]`, found text
       6:9 used here as `U.1`
    2:44 unknown-field: a sub-circuit has no `panel`
       6:9 used here as `U.1`
    3:9 bad-name: the name of this sub-circuit starts or ends with a blank
    4:14 bad-value: this is `Relay`, and a circuit was expected
       9:9 used here as `U4`
    5:17 unused-model: no part is made after the model `m`
    5:26 unknown-field: `circuit` belongs to a part, not to a model
    6:9 bad-name: the name of this part has a `.` in it
    6:46 bad-value: expected a name in quotes, found a number
    7:15 missing-field: this Use has no `circuit`
    7:25 bad-value: expected a map from pins of the sub-circuit to nets, as in `{"a": "x", "b": "y"}`, found a list
    8:28 bad-name: the name of this sub-circuit starts or ends with a blank
    8:52 unknown-field: a Use has no field `volts`
    "#);
}

#[test]
fn a_circuit_with_pins_is_a_piece_of_others() {
    let piece = r#"Circuit(pins: ["+", "-", "a", "b"], parts: {
        "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "b"), "2": Make("a", "c")}),
    })"#;
    assert_snapshot!(found(piece, &[]), @"2:86 single-pin-net: nothing else is on the net `c`");
}
