//! Reading texts: what circuit they give, and what is found in them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use kiber_netlist::{Circuit, Lines, PartKind, Quantity, print, read};

const START_STOP: &str = r#"Circuit(
    title: "Start and stop with a self-holding contact",
    models: {
        "RES-9": Relay(coil_ohms: 500.0, operate_ma: 28.0, release_ma: 7.0, operate_ms: 8.0, release_ms: 5.0, transfer_ms: 1.0),
        "pilot": Lamp(volts: 24.0, amps: 0.1),
    },
    parts: {
        "G1": Source(plus: "+", minus: "-", volts: 24.0),
        "S1": Button(contacts: {"1": Break("+", "a")}),
        "S2": Button(contacts: {"1": Make("a", "b")}),
        "K1": Relay(model: "RES-9", coil: ("b", "-"), contacts: {"1": Make("a", "b"), "2": Changeover(common: "+", break: "h2", make: "h1")}),
        "H1": Lamp(model: "pilot", pins: ("h1", "-")),
        "H2": Lamp(model: "pilot", pins: ("h2", "-")),
    },
    panel: [
        [("S1", "Start"), ("S2", "Stop")],
        [("H1", "Running")],
    ],
)
"#;

/// What is found, a line each: where, the code, what it says.
fn findings(text: &str) -> String {
    let lines = Lines::new(text);
    let shown = read(text).findings.into_iter().map(|finding| {
        let (line, column) = lines.line_and_column(finding.span.start);
        let help = finding.help.map(|help| format!("; {help}")).unwrap_or_default();
        format!("{line}:{column} {}: {}{help}", finding.code, finding.message)
    });
    shown.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn circuit(text: &str) -> Circuit {
    let reading = read(text);
    assert_eq!(findings(text), "");
    reading.circuit.unwrap()
}

/// Reads the parts beside a source that supplies `+` and `-`.
#[track_caller]
fn parts(parts: &str) -> Circuit {
    circuit(&format!(r#"Circuit(parts: {{"G1": Source(plus: "+", minus: "-"), {parts}}})"#))
}

fn relay(circuit: &Circuit, name: &str) -> kiber_netlist::Relay {
    match &circuit.parts[circuit.part(name).unwrap()].kind {
        PartKind::Relay(relay) => relay.clone(),
        kind => panic!("{name} is a {}", kind.name()),
    }
}

#[test]
fn the_example_of_the_format_is_printed_as_it_is_written() {
    assert_eq!(print(&circuit(START_STOP)), START_STOP);
}

#[test]
fn tables_are_in_the_order_of_the_text() {
    let circuit = circuit(START_STOP);
    let names: Vec<&str> = circuit.parts.rows().iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["G1", "S1", "S2", "K1", "H1", "H2"]);
    let nets: Vec<&str> = circuit.nets.rows().iter().map(|net| net.name.as_str()).collect();
    assert_eq!(nets, ["+", "-", "a", "b", "h2", "h1"]);
    let contact = circuit.contact("K1/2").unwrap();
    assert_eq!(circuit.contact_shown(contact), "K1/2");
    assert_eq!(circuit.panel[1][0].caption, "Running");
}

#[test]
fn values_come_from_the_part_or_the_model_or_the_defaults() {
    let circuit = circuit(
        r#"Circuit(
            models: {"m": Relay(coil_ohms: 300.0, operate_ms: (6, 7, 9), transfer_ms: 0.5, sets: 3, ac: false)},
            parts: {
                "G1": Source(plus: "+", minus: "-"),
                "K1": Relay(model: "m", coil: ("+", "-"), coil_ohms: 400),
                "K2": Relay(coils: {"A": (pins: ("+", "-"), ohms: 100.0), "B": (pins: ("-", "+"), operate_ma: 20.0)}),
            },
        )"#,
    );
    let k1 = relay(&circuit, "K1");
    assert_eq!(k1.coils[0].ohms, Quantity::exactly(400.0));
    assert_eq!(k1.operate_ms, Quantity { min: 6.0, nominal: 7.0, max: 9.0, stated_range: true });
    assert_eq!((k1.release_ms.nominal, k1.transfer_ms.nominal, k1.sets), (5.0, 0.5, Some(3)));
    let k2 = relay(&circuit, "K2");
    let coils: Vec<_> = k2.coils.iter().map(|coil| (&*coil.name, coil.ohms.nominal, coil.operate_ma.nominal)).collect();
    assert_eq!(coils, [("A", 100.0, 28.0), ("B", 500.0, 20.0)]);
    let defaults: Vec<_> = circuit
        .defaults_used()
        .iter()
        .map(|used| format!("{} {} {} {} {}", used.kind, used.field, used.value, used.unit, used.parts))
        .collect();
    assert_eq!(
        defaults,
        [
            "Relay coil_ohms 500 ohms 1",
            "Relay operate_ma 28 mA 2",
            "Relay release_ma 7 mA 2",
            "Relay operate_ms 8 ms 1",
            "Relay release_ms 5 ms 2",
            "Relay transfer_ms 1 ms 1",
            "Source volts 24 V 1"
        ]
    );
}

#[test]
fn ways_of_writing_that_mean_the_same() {
    let plain = circuit(START_STOP);
    let same = |text: &str| assert_eq!(circuit(text), plain);
    same(&format!("\u{FEFF}{START_STOP}"));
    same(&format!("#![enable(implicit_some)]\n// for a reader\n{START_STOP}// done"));
    same(&START_STOP.replacen("Circuit(", "(", 1));
    same(&START_STOP.replace("model: \"RES-9\"", "label: None, model: /* ours */ Some(\"RES-9\")"));
    same(&START_STOP.replace('\n', "\r\n"));
    same(&START_STOP.replace("8.0", "8").replace("(\"b\", \"-\")", "[\"b\", \"-\"]"));
    same(&START_STOP.replace("\"S1\"", "r#\"S1\"#").replace("\"pilot\"", "\"\\u{70}ilot\""));
    let diodes = parts(
        r#""R": Resistor(pins: ("a", "-"), ohms: 9), "D1": Diode(pins: ("+", "a")), "D2": Diode(anode: "+", cathode: "a")"#,
    );
    assert_eq!(diodes.parts.rows()[2].kind, diodes.parts.rows()[3].kind);
}

#[test]
fn everything_wrong_is_found_at_once() {
    insta::assert_snapshot!(findings(r#"Circuit(
    titel: "x",
    models: {"m": Lamp(volts: 24.0), "m": Lamp()},
    parts: {
        "G1": Source(plus: "+", minus: "-", volts: "24", on: maybe),
        "K1": Rely(coil: ("+", "-")),
        "K2": Relay(coil: ("+"), operate_ms: -8, model: "n", contacts: {"1": Mke("a", "b"), "2": Make("a")}),
        "K3": Relay(model: "m", coil: ("+", "-"), coil: ("-", "+")),
        "H 1": Lamp(pins: ("+", "-")),
        "H1": 5,
    },
    panel: [[("K9", "?"), ("K1", "exists, although it is wrong")]],
)"#), @r#"
    2:5 unknown-field: a circuit has no field `titel`; did you mean `title`?
    3:38 duplicate-model: two models are named `m`
    5:52 bad-value: expected a number, found text
    5:62 bad-value: expected `true` or `false`, found `maybe`
    6:15 unknown-kind: there is no kind of part `Rely`; did you mean `Relay`? each kind of part by an example:
    Relay(coil: ("a", "-"), contacts: {"1": Make("+", "a")})
    Source(plus: "+", minus: "-", volts: 24.0)
    DelayRelay(kind: OnDelay, delay_ms: 500.0, coil: ("a", "-"))
    Bistable(set: ("a", "-"), reset: ("b", "-"))
    Impulse(coil: ("a", "-"), contacts: {"1": Make("+", "b")})
    Polarized(coil: ("a", "-"), contacts: {"1": Right("+", "b")})
    Stepper(coil: ("a", "-"), places: 11, home: ("b", "-"))
    Button(contacts: {"1": Make("+", "a")})
    Toggle(on: true, contacts: {"1": Make("+", "a")})
    Selector(places: 2, wafers: {"a": (common: "+", places: ["b"])})
    Lamp(pins: ("a", "-"), volts: 24.0, amps: 0.1)
    Resistor(pins: ("a", "-"), ohms: 1000.0)
    Capacitor(pins: ("a", "-"), farads: 0.001)
    Diode(pins: ("anode", "cathode"))
    Fuse(pins: ("+", "a"), amps: 1.0, blow_ms: 50.0)
    Wire(pins: ["a", "b"])
    Use(circuit: "latch", pins: {"in": "a", "out": "b"})
    7:27 bad-value: expected two nets, as in `("a", "b")`, found 1 net
    7:46 bad-number: -8 ms will not do for a time; it has to be from 0.001 to 1000000000 ms
    7:57 unknown-model: there is no model `n`; the models are: `m`
    7:78 unknown-contact-form: there is no form of contact `Mke`; did you mean `Make`?
    7:98 bad-value: expected two nets, as in `Make("a", "b")`, found 1 net
    8:28 wrong-model: the model `m` is a Lamp, and this part is a Relay
    8:51 duplicate-field: the field `coil` is given twice
    9:9 bad-name: the name of this part has a blank in it; scripts and traces use the name as it stands: no blanks and none of , # / { } " . in it
    10:15 bad-value: expected a part, as in `Relay(coil: ("a", "-"))`, found a number
    12:15 panel-unknown-part: the panel names `K9`, and there is no such part; did you mean `K1`, `K2` or `K3`?
    "#);
}

/// Each text with what is found in it.
fn each(texts: &[&str]) -> String {
    texts.iter().map(|text| format!("{text:?}\n{}\n", findings(text))).collect()
}

#[test]
fn text_that_is_no_ron_gives_one_finding() {
    insta::assert_snapshot!(each(&[
        "",
        "Circuit(parts: {)",
        "Circuit(parts: {}",
        "Circuit(parts: {}))",
        "Circuit(parts: {\"G1: Source(plus: \"+\", minus: \"-\")})",
        "Circuit(\n parts: {\"a\n: Source(plus: \"+\", minus: \"-\")}\n)",
        "Circuit(parts: {\"G1\": Source(plus: \"+\" minus: \"-\")})",
        "\u{FEFF}Circuit(\nЧасти {})",
        "Circuit(parts: {\"G1\" Source()})",
        "Circuit(parts: {}) Circuit()",
        "Circuit(parts: {} /* )",
        "Circuit(parts: {}, \0)",
        "Circuit(parts: {\"R1\": Resistor(ohms: 1,5)})",
        "hello world",
    ]), @r#"
    ""
    1:1 ron-syntax: there is no circuit in this text; a circuit is written `Circuit(title: "…", parts: {"G1": Source(plus: "+", minus: "-")})`
    "Circuit(parts: {)"
    1:17 ron-syntax: `)` where `}` was expected; close the `{` with `}` first
    "Circuit(parts: {}"
    1:8 ron-syntax: this `(` is never closed; close it with `)`
    "Circuit(parts: {}))"
    1:19 ron-syntax: `)` closes nothing
    "Circuit(parts: {\"G1: Source(plus: \"+\", minus: \"-\")})"
    1:49 ron-syntax: a quote is missing: this text is never closed, or only by the next quote; names and nets are written on one line, between two quotes: "K1"
    "Circuit(\n parts: {\"a\n: Source(plus: \"+\", minus: \"-\")}\n)"
    2:10 ron-syntax: a quote is missing: this text is never closed, or only by the next quote; names and nets are written on one line, between two quotes: "K1"
    "Circuit(parts: {\"G1\": Source(plus: \"+\" minus: \"-\")})"
    1:40 ron-syntax: expected a comma here
    "\u{feff}Circuit(\nЧасти {})"
    2:7 ron-syntax: expected a comma here
    "Circuit(parts: {\"G1\" Source()})"
    1:22 ron-syntax: expected a colon here, between a name and its value
    "Circuit(parts: {}) Circuit()"
    1:20 ron-syntax: the circuit has ended here, and more follows
    "Circuit(parts: {} /* )"
    1:19 ron-syntax: this comment is never closed; close it with `*/`
    "Circuit(parts: {}, \0)"
    1:20 ron-syntax: this is not RON: expected identifier
    "Circuit(parts: {\"R1\": Resistor(ohms: 1,5)})"
    1:40 ron-syntax: a number with a comma in it; decimals have a point: 24.0
    "hello world"
    1:7 ron-syntax: the circuit has ended here, and more follows
    "#);
}

#[test]
fn text_that_is_no_circuit() {
    insta::assert_snapshot!(each(&[
        "Circuit()",
        "Circuit",
        "()",
        "5",
        "Rules(title: \"x\")",
        "Circuit({})",
        "Circuit(parts: [])",
        "Circuit(parts: {K1: Relay(), 7: Relay(), \"K 1\\0\": Relay(coil: (\"a\\0\", \" b\"))})",
        "Circuit(parts: {}, circuits: {}, pins: [])",
    ]), @r#"
    "Circuit()"
    1:1 missing-field: this circuit has no `parts`; for example `Circuit(title: "…", parts: {"G1": Source(plus: "+", minus: "-")})`
    "Circuit"
    1:1 missing-field: this circuit has no `parts`; for example `Circuit(title: "…", parts: {"G1": Source(plus: "+", minus: "-")})`
    "()"
    1:1 missing-field: this circuit has no `parts`; for example `Circuit(title: "…", parts: {"G1": Source(plus: "+", minus: "-")})`
    "5"
    1:1 bad-value: expected a circuit, as in `Circuit(title: "…", parts: {"G1": Source(plus: "+", minus: "-")})`, found a number
    "Rules(title: \"x\")"
    1:1 bad-value: this is `Rules`, and a circuit was expected; a circuit is written `Circuit(title: "…", parts: {"G1": Source(plus: "+", minus: "-")})`
    "Circuit({})"
    1:1 bad-value: the values in the parentheses need the names of their fields; for example `Circuit(title: "…", parts: {"G1": Source(plus: "+", minus: "-")})`
    "Circuit(parts: [])"
    1:16 bad-value: expected a map of parts, as in `{"K1": Relay(…)}`, found a list
    "Circuit(parts: {K1: Relay(), 7: Relay(), \"K 1\\0\": Relay(coil: (\"a\\0\", \" b\"))})"
    1:17 bad-value: expected a name in quotes, found `K1`
    1:21 missing-field: this Relay has no `coil`; for example `Relay(coil: ("a", "-"), contacts: {"1": Make("+", "a")})`
    1:30 bad-value: expected a name in quotes, found a number
    1:33 missing-field: this Relay has no `coil`; for example `Relay(coil: ("a", "-"), contacts: {"1": Make("+", "a")})`
    1:42 bad-name: the name of this part has a control character in it; scripts and traces use the name as it stands: no blanks and none of , # / { } " . in it
    1:64 bad-name: the name of this net has a control character in it; any text will do that is not empty and has no blanks at its ends
    1:71 bad-name: the name of this net starts or ends with a blank; any text will do that is not empty and has no blanks at its ends
    "Circuit(parts: {}, circuits: {}, pins: [])"
    "#);
}

#[test]
fn nesting_without_end_is_an_error_and_no_overflow() {
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{", "}"), ("Some(", ")"), ("/*", "*/"), ("{\"a\":", "}"), ("(a:", ")")]
    {
        for text in [open.repeat(100_000), open.repeat(100_000) + &close.repeat(100_000)] {
            let reading = read(&format!("Circuit(parts: {text}"));
            assert_eq!(reading.findings.len(), 1, "{open}");
            assert!(reading.circuit.is_none());
        }
    }
}

#[test]
fn absurd_numbers() {
    for number in [
        "inf",
        "-inf",
        "NaN",
        "1e999",
        "-1",
        "0",
        "-0.0",
        "1e-300",
        "99999999999999999999999999",
        "0x10",
        "(1, 2)",
        "(1, NaN, 3)",
        "(1, 2, 1)",
        "true",
        "\"24\"",
        "()",
        "[24.0]",
    ] {
        let text = format!(
            r#"Circuit(parts: {{"G1": Source(plus: "+", minus: "-", volts: {number}), "K1": Relay(coil: ("+", "-"), operate_ms: {number}), "R": Resistor(pins: ("+", "-"), ohms: {number})}})"#
        );
        let reading = read(&text);
        assert!(reading.circuit.is_none(), "{number}");
        assert_eq!(reading.findings.len(), 3, "{number}: {:?}", reading.findings);
        assert!(reading.findings.iter().all(|finding| matches!(finding.code, "bad-number" | "bad-value")), "{number}");
    }
}

#[test]
fn roles_are_the_articles_names_unless_said_otherwise() {
    let lamps = |from: usize| {
        (from..from + 8).map(|n| format!(r#""L{n}": Lamp(pins: ("+", "-")), "V{n}": Toggle(),"#)).collect::<String>()
    };
    let buttons = r#""KN1": Button(), "KN2": Button(), "KN4": Button(), "P1'": Relay(coil: ("+", "-")),"#;
    let machine = parts(&(lamps(1) + buttons));
    let roles = machine.roles.as_ref().unwrap();
    assert_eq!((roles.lamps.len(), roles.toggles.len(), roles.take), (8, 8, 3));
    assert_eq!((roles.memory.as_slice(), roles.reward, roles.won), (&[machine.part("P1'").unwrap()][..], None, None));
    assert_eq!(roles.punish, machine.part("KN2").unwrap());

    assert_eq!(parts(&(lamps(2) + buttons)).roles, None);
    assert_eq!(parts(&lamps(1)).roles, None);

    let other = |roles: &str| {
        format!(r#"Circuit(parts: {{"G1": Source(plus: "+", minus: "-"), {} {buttons}}}, roles: {roles})"#, lamps(2))
    };
    let given = circuit(&other(r#"(lamps: ["L2", "L4..L3"], toggles: "V2..V4", take: 2, memory: [])"#));
    let roles = given.roles.clone().unwrap();
    let names: Vec<&str> = roles.lamps.iter().map(|&part| given.parts[part].name.as_str()).collect();
    assert_eq!((names, roles.take, roles.memory.len()), (vec!["L2", "L4", "L3"], 2, 0));
    insta::assert_snapshot!(findings(&other(r#"(toggles: "V2..V4", take: 0, lamp: "L2")"#)), @"
    1:507 roles-unknown-part: these roles leave out `lamps`, and there is no `L1..L8` to fall back on
    1:533 bad-number: 0 is too few; it has to be 1 or more
    1:536 unknown-field: there is no role `lamp`; did you mean `lamps`?
    ");
    insta::assert_snapshot!(findings(&other(r#"(lamps: ["L2", "L1..L3", "L3..L2"], toggles: "V2..V3", move: "KN9")"#)), @"
    1:522 roles-unknown-part: the role `lamps`: there is no part `L1`; did you mean `G1`, `L2` or `L3`?
    1:532 bad-range: the role `lamps` names `L2` twice
    1:568 roles-unknown-part: the role `move`: there is no part `KN9`; did you mean `KN1`, `KN2` or `KN4`?
    ");
    insta::assert_snapshot!(findings(&other(r#"(toggles: "V2..V4")"#)), @"1:507 roles-unknown-part: these roles leave out `lamps`, and there is no `L1..L8` to fall back on");
}

#[test]
fn hints_for_the_drawing_name_parts() {
    let with = |hints: &str| {
        let parts =
            r#""G1": Source(plus: "+", minus: "-"), "H1": Lamp(pins: ("+", "-")), "H2": Lamp(pins: ("+", "-"))"#;
        format!(r#"Circuit(title: "t", parts: {{{parts}}}, drawing: {hints})"#)
    };
    let circuit = read(&with(r#"(order: ["H2", "G1"], bands: "H1..H2", width: 900)"#)).circuit.unwrap();
    let names = |parts: &[kiber_netlist::PartId]| -> Vec<String> {
        parts.iter().map(|&part| circuit.parts[part].name.clone()).collect()
    };
    assert_eq!(names(&circuit.drawing.order), ["H2", "G1"]);
    assert_eq!(names(&circuit.drawing.bands), ["H1", "H2"]);
    assert_eq!(circuit.drawing.width, Some(900));
    let plain = read(&with("()")).circuit.unwrap();
    assert_eq!((plain.drawing.clone(), plain.fingerprint()), (Default::default(), circuit.fingerprint()));
    assert_eq!(read(&kiber_netlist::print(&circuit)).circuit.as_ref(), Some(&circuit));

    insta::assert_snapshot!(findings(&with(r#"(order: ["H3", "H1", "H1"], rows: 2, width: 3)"#)), @"
    1:145 drawing-unknown-part: the hint `order`: there is no part `H3`; did you mean `H1` or `H2`?
    1:157 bad-range: the hint `order` names a part twice
    1:164 unknown-field: there is no hint `rows` for a drawing; the hints are: `order`, `bands` and `width`
    1:180 bad-number: 3 is too few; it has to be 400 or more
    ");
    insta::assert_snapshot!(findings(&with(r#"(bands: "H1..H9")"#)), @"1:144 drawing-unknown-part: the hint `bands`: there is no part `H9`; did you mean `H1` or `H2`?");
    insta::assert_snapshot!(findings(&with(r#"[1]"#)), @r#"1:136 bad-value: expected hints for the drawing, as in `(order: ["K1", "K3", "H1..H4"], bands: ["H1"], width: 1200)`, found a list"#);
}
