//! The canonical form: what it looks like, where comments go, what holds for every text.

#![allow(clippy::expect_used, reason = "a test that cannot set up has failed")]

use kiber_netlist::format;
use kiber_netlist::text::{Token, tokens};
use proptest::prelude::*;

mod laws;

use laws::check_format;

/// What the text becomes.
#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(check_format(text).as_deref(), Some(expected));
}

/// What becomes of parts.
#[track_caller]
fn check_parts(parts: &str, expected: &str) {
    let formatted = check_format(&format!("Circuit(parts: {{\n{parts}\n}})")).expect("it is RON");
    let lines = formatted.strip_prefix("Circuit(\n    parts: {\n").and_then(|rest| rest.strip_suffix("    },\n)\n"));
    let lines = lines.unwrap_or(&formatted).lines().map(|line| line.strip_prefix("        ").unwrap_or(line));
    assert_eq!(lines.collect::<Vec<_>>().join("\n"), expected);
}

#[test]
fn one_part_one_model_one_row_a_line() {
    check(
        r#"(drawing:(width:900,order:"H1"),panel:[[("S1","Light")],[]],roles:(won:"H1",lamps:["H1"]),models:{"m":Lamp(amps:1)},title:"t",parts:{"G":Source(minus:"-",plus:"+")})"#,
        r#"(
    title: "t",
    models: {
        "m": Lamp(amps: 1.0),
    },
    parts: {
        "G": Source(plus: "+", minus: "-"),
    },
    panel: [
        [("S1", "Light")],
        [],
    ],
    roles: (
        lamps: ["H1"],
        won: "H1",
    ),
    drawing: (
        order: "H1",
        width: 900,
    ),
)
"#,
    );
    check("Circuit(parts:{},)", "Circuit(\n    parts: {},\n)\n");
}

#[test]
fn a_map_that_does_not_fit_has_an_entry_a_line() {
    check_parts(
        r#""KA": Relay(coil: ("a", "-"), contacts: {"1": Changeover(common: "+", break: "even1", make: "odd1"), "4": Make("+", "g")})"#,
        r#""KA": Relay(coil: ("a", "-"), contacts: {
    "1": Changeover(common: "+", break: "even1", make: "odd1"),
    "4": Make("+", "g"),
}),"#,
    );
}

#[test]
fn fields_have_a_line_each_where_the_last_is_no_map_or_the_others_are_too_long() {
    check_parts(
        r#""V9": Toggle(label: "V9", contacts: {"a": Make("III", "LA"), "b": Make("II", "VP")}, note: "The mains switch: it is off.")"#,
        r#""V9": Toggle(
    label: "V9",
    contacts: {"a": Make("III", "LA"), "b": Make("II", "VP")},
    note: "The mains switch: it is off.",
),"#,
    );
    check_parts(
        r#""K1": Relay(contacts: {"1": Make("+", "t")}, model: "sensor", coils: {"out": (ohms: 1, pins: ("in", "a")), "back": (pins: ("-", "b"), ohms: (1, 1.5, 2e1))})"#,
        r#""K1": Relay(
    model: "sensor",
    coils: {"out": (pins: ("in", "a"), ohms: 1.0), "back": (pins: ("-", "b"), ohms: (1.0, 1.5, 20.0))},
    contacts: {"1": Make("+", "t")},
),"#,
    );
}

#[test]
fn a_line_has_120_letters_and_no_more() {
    let part = |len: usize| format!(r#""H1": Lamp(pins: ("a", "-"), note: "{}")"#, "ж".repeat(len));
    let fits = part(120 - 8 - part(0).len() - 1);
    check_parts(&fits, &format!("{fits},"));
    let long = part(120 - 8 - part(0).len());
    let note = "ж".repeat(120 - 8 - part(0).len());
    check_parts(&long, &format!("\"H1\": Lamp(\n    pins: (\"a\", \"-\"),\n    note: \"{note}\",\n),"));
    // One word alone has nowhere to go.
    let alone = format!("\"W\": ({:?})", "w".repeat(130));
    check_parts(&alone, &format!("{alone},"));
}

#[test]
fn numbers_and_texts_are_written_in_one_way() {
    check_parts(
        r##""G": Source(plus: r"+", minus: "\x2d", volts: 2.40e1, internal_ohms: +1, max_amps: .5, on: true)"##,
        r#""G": Source(plus: "+", minus: "-", volts: 24.0, internal_ohms: 1.0, max_amps: 0.5, on: true),"#,
    );
    check_parts(r#""K": Relay(sets: 0x4, coil_ohms: 1_000)"#, r#""K": Relay(coil_ohms: 1000.0, sets: 4),"#);
    // Where there is more than one good way, or more than can be seen, the text stays.
    for text in [r#""say \"on\"""#, r##"r#"say "on""#"##, r#""a\u{200e}b""#, "\"a\nb\"", r#""a\tb""#] {
        let formatted = format(&format!("(note: {text})")).expect("it is RON");
        assert_eq!(formatted, format!("(\n    note: {text},\n)\n"));
    }
}

#[test]
fn unknown_fields_stand_last_in_their_order() {
    check_parts(
        r#""H": Lamp(wats: 3, pins: ("a", "-"), colour: Red, model: "m")"#,
        r#""H": Lamp(model: "m", pins: ("a", "-"), wats: 3, colour: Red),"#,
    );
}

#[test]
fn comments_stay_with_what_they_are_about() {
    check(
        r#"
// the file


// the circuit
Circuit( // opened
  title: "t", /* behind t */ // and more
  /* before parts */ parts: { /* empty */ "G" /* a */ : /* b */ Source /* c */ (plus: "+" /* d */, /* e */ minus: "-"), // G
    // about H
    "H": // told here
      Lamp(pins: ("a", // left
        "-"), // right
      volts: 24 // at rest
      ),

    /* a block
         of lines */
    "J": Wire(pins: ["a", "b"]), /* end
       of J */
    // the last of the parts
  }
  // after the parts
  , // the comma
  // the end
) // closed

// the very end"#,
        r#"// the file

// the circuit
Circuit(  // opened
    title: "t",  /* behind t */ // and more
    /* before parts */ parts: {
        /* empty */ "G" /* a */: /* b */ Source /* c */ (plus: "+" /* d */, /* e */ minus: "-"),  // G
        // about H
        // told here
        "H": Lamp(
            pins: (
                "a",  // left
                "-",
            ),  // right
            volts: 24.0,  // at rest
        ),

        /* a block
         of lines */
        "J": Wire(pins: ["a", "b"]),  /* end
       of J */
        // the last of the parts
    },
    // after the parts
    // the comma
    // the end
)  // closed

// the very end
"#,
    );
}

#[test]
fn comments_at_the_ends_of_lines_stand_in_one_column() {
    check_parts(
        "\"A\": Wire(pins: [\"a\", \"b\"]), // one\n\"Long\": Wire(pins: [\"a\", \"b\"]), // two\n\n\"C\": Wire(), // three",
        "\"A\": Wire(pins: [\"a\", \"b\"]),     // one\n\"Long\": Wire(pins: [\"a\", \"b\"]),  // two\n\n\"C\": Wire(),  // three",
    );
}

#[test]
fn fields_are_not_put_in_order_over_comments_that_would_change_theirs() {
    check_parts(
        "\"H\": Lamp(/* the supply */ volts: 24.0, /* the wires */ pins: (\"a\", \"-\"))",
        "\"H\": Lamp(/* the supply */ volts: 24.0, /* the wires */ pins: (\"a\", \"-\")),",
    );
    check_parts(
        "\"H\": Lamp(/* the supply */ volts: 24.0, pins: (\"a\", \"-\"))",
        "\"H\": Lamp(pins: (\"a\", \"-\"), /* the supply */ volts: 24.0),",
    );
}

#[test]
fn empty_lines_between_groups_stay_and_are_one() {
    check_parts(
        "\n\n\"A\": Wire(),\n\n\n\n\"B\": Wire(),\n\"C\": Wire(),\n\n// about D\n\n\"D\": Wire(),\n\n",
        "\"A\": Wire(),\n\n\"B\": Wire(),\n\"C\": Wire(),\n\n// about D\n\n\"D\": Wire(),",
    );
}

#[test]
fn marks_headers_and_line_ends_of_other_systems() {
    check(
        "\u{FEFF}#![enable(implicit_some,\r\n// why\r\nunwrap_newtypes)] // header\r\n\r\nCircuit(\r\nparts: {}) // end \r\n",
        "// why\n#![enable(implicit_some, unwrap_newtypes)]  // header\n\nCircuit(\n    parts: {},\n)  // end\n",
    );
    check(
        "#![enable(implicit_some)] /* a */ (parts: Some({}))",
        "#![enable(implicit_some)]\n/* a */ (\n    parts: Some({}),\n)\n",
    );
}

#[test]
fn sub_circuits_are_laid_out_as_circuits() {
    let text = r#"Circuit(parts: {"U1": Use(circuit: "cell")}, circuits: {"cell": Circuit(parts: {"K1": Relay(coil: ("in", "out"))})})"#;
    let formatted = format(text).expect("it is RON");
    let cell = r#"
        "cell": Circuit(
            parts: {
                "K1": Relay(coil: ("in", "out")),
            },
        ),
"#;
    assert!(formatted.contains(cell), "{formatted}");
    check_format(text);
}

#[test]
fn rule_books_keep_the_order_of_their_fields() {
    check(
        r#"Rules(title:"t",vars:{"n":Range(0,3)},rules:{"a":(when:"n 0",then:["press S1"]),"b":(then:["press S2"],when:"n 1")},properties:{"settles":Settles,"r":NoRace(2)})"#,
        r#"Rules(
    title: "t",
    vars: {"n": Range(0, 3)},
    rules: {
        "a": (when: "n 0", then: ["press S1"]),
        "b": (then: ["press S2"], when: "n 1"),
    },
    properties: {
        "settles": Settles,
        "r": NoRace(2),
    },
)
"#,
    );
}

#[test]
fn what_is_no_ron_is_told_as_reading_tells_it() {
    for text in
        ["", "// nothing", "Circuit(", "Circuit(parts: {\"a\": })", "(((", "\"", "(a: 1 2)", &"(".repeat(100_000)]
    {
        assert_eq!(check_format(text), None, "{text:.20}");
    }
}

const GOOD: &str = include_str!("good.ron");
const RELAYS: &str = r#"#![enable(implicit_some)]
Circuit(title: "Ж", models: {"m": Relay(coil_ohms: 500)}, circuits: {"c": Circuit(pins: ["a"], parts: {})}, parts: {
    "G": Source(volts: 24, plus: "+", minus: "-"),
    "K1": Relay(contacts: {"1": Make("+", "a"), "2": Changeover(make: "b", common: "+", bridging: true)}, coil: ("a", "-")),
    "K2": Relay(coils: {"A": (ohms: (1, 2, 3), pins: ("a", "-"))}, contacts: {"1": Timed(early_ms: 1, contact: Make("a", "+"))}),
    "W": Wire(pins: [r"a", "\x62"]),
}, panel: [[("K1", "one"), ("K2", "two")], []])
"#;

/// A text with things put between its tokens, and blanks taken out.
fn salted(text: &'static str) -> impl Strategy<Value = String> {
    let ends: Vec<usize> = tokens(text).map(|(_, place)| place.end).collect();
    let grain = proptest::sample::select(vec![
        " ",
        "\n",
        "\n\n\n",
        "\r\n",
        "// c\n",
        "// d\r\n\r\n",
        "/* e */",
        "/* f */\n",
        "\n/* g\n  h */",
        "/* /* i */ */",
        "\u{2028}",
        "//\n",
        ",",
    ]);
    proptest::collection::vec((proptest::sample::select(ends), grain), 0..12).prop_map(move |mut grains| {
        grains.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
        let mut salted = text.to_owned();
        for (place, grain) in grains {
            salted.insert_str(place, grain);
        }
        salted
    })
}

/// Blanks and comments, or nothing.
fn gap() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        6 => Just(""),
        1 => proptest::sample::select(vec![
            " ", "\n", "\n\n", "/* a */", " /* b */ ", "// c\n", "\n// d\n\n", "/* e */\n", "/* f\n */", "\n\n/* g */",
        ])
    ]
}

/// All that is no blank, comment or comma, sorted, since fields may have been put into order.
fn signs(text: &str) -> Vec<&str> {
    let is_sign = |token: Token| !matches!(token, Token::Blank | Token::Comma | Token::Comment { .. });
    let mut signs: Vec<&str> = tokens(text).filter(|(token, _)| is_sign(*token)).map(|(_, at)| &text[at]).collect();
    signs.sort_unstable();
    signs
}

/// Any RON, with blanks and comments anywhere.
fn value() -> impl Strategy<Value = String> {
    let long = r#""a long text, so that something has to be broken sooner or later""#;
    let words = vec!["1", "-2.50", "a", "\"b\"", "r#\"c\"#", "'('", "()", "None", "\"d\ne\"", "[]", long];
    let word = proptest::sample::select(words).prop_map(String::from);
    word.prop_recursive(4, 24, 5, |inner| {
        let item = (gap(), gap(), gap(), gap(), inner.clone());
        let head = proptest::sample::select(vec!["Circuit(", "Relay(", "Other (", "(", "[", "{"]);
        (head, gap(), proptest::collection::vec(item, 0..5), inner, any::<bool>(), gap()).prop_map(
            |(head, gap, items, key, fields, end)| {
                let is_map = head == "{";
                let names = ["parts", "contacts", "volts", "pins", "title"];
                let items = items.iter().zip(names).map(|((a, b, c, d, value), name)| match (is_map, fields) {
                    (true, true) => format!("{a}{key}{b}:{c}{value}{d}"),
                    (true, false) => format!("{a}\"{name}\"{b}:{c}{value}{d}"),
                    (false, true) if head.ends_with('(') => format!("{a}{name}{b}:{c}{value}{d}"),
                    (false, _) => format!("{a}{value}{b}"),
                });
                let items: Vec<String> = items.collect();
                let close = match head.chars().last() {
                    Some('[') => ']',
                    Some('{') => '}',
                    _ => ')',
                };
                format!("{}{gap}{}{end}{close}", head, items.join(","))
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn comments_anywhere(text in prop_oneof![salted(GOOD), salted(RELAYS), salted(RELAYS)]) {
        check_format(&text);
    }

    #[test]
    fn any_value(text in value()) {
        let formatted = check_format(&text);
        prop_assert!(formatted.is_some(), "{}", text);
        let formatted = formatted.unwrap_or_default();
        let meant = text.replace("-2.50", "-2.5").replace("r#\"c\"#", "\"c\"");
        prop_assert_eq!(signs(&formatted), signs(&meant), "{}\n{}", text, formatted);
    }
}
