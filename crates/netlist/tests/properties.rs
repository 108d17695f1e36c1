//! What holds for every text: reading never panics, and what is printed reads back the same.

use kiber_netlist::{CODES, Finding, print, read};
use proptest::prelude::*;

mod laws;

/// Everything that has to hold whatever the text is.
#[track_caller]
fn check(text: &str) {
    laws::check_format(text);
    let reading = read(text);
    for finding in &reading.findings {
        assert!(CODES.iter().any(|code| code.name == finding.code), "unknown code {}", finding.code);
        let second = finding.second.iter().map(|(span, _)| span);
        let more = finding.more.iter().map(|more| &more.span);
        for span in std::iter::once(&finding.span).chain(second).chain(more) {
            assert!(text.get(span.clone()).is_some(), "{finding:?} is not in the text");
        }
    }
    assert_eq!(reading.circuit.is_none(), reading.findings.iter().any(Finding::is_error), "{:?}", reading.findings);
    if let Some(circuit) = reading.circuit {
        let printed = print(&circuit);
        let again = read(&printed);
        assert_eq!(again.circuit.as_ref(), Some(&circuit), "{:?}\n{printed}", again.findings);
        assert_eq!(print(&circuit), printed);
    }
}

const GOOD: &str = include_str!("good.ron");

/// A name of the letters people use, and of those that need care in quotes.
fn name() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            proptest::char::range('A', 'Z'),
            proptest::char::range('а', 'я'),
            proptest::sample::select(vec![
                '\'', '′', '\\', '0', '7', '_', '-', '+', '(', 'é', '\u{301}', '電', ':', '`'
            ]),
        ],
        1..6,
    )
    .prop_map(|letters| letters.into_iter().collect())
}

/// Text for people and nets: blanks and quotes, too.
fn text() -> impl Strategy<Value = String> {
    (name(), proptest::sample::select(vec!["", " ", "\"", "#", "\"#", ", ", "//", "/*", "\\\"", "Some("]), name())
        .prop_map(|(a, between, b)| a + between + &b)
}

fn net() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("+".to_owned()),
        Just("-".to_owned()),
        proptest::sample::select(vec!["a", "b", "c"]).prop_map(String::from),
        text()
    ]
    .prop_map(|net| format!("{net:?}"))
}

fn number(least: f64, most: f64) -> impl Strategy<Value = String> {
    // What is almost nothing is refused; 0 is not, where it may stand.
    let value = (least..most).prop_map(move |value| if least == 0.0 && value < 0.001 { 0.0 } else { value });
    (value, 0..3).prop_map(move |(value, way)| match way {
        0 => format!("{value:?}"),
        1 => format!("({least:?}, {value:?}, {most:?})"),
        _ => format!("{}", most as u32),
    })
}

fn plain_contact() -> impl Strategy<Value = String> {
    prop_oneof![
        (net(), net()).prop_map(|(a, b)| format!("Make({a}, {b})")),
        (net(), net()).prop_map(|(a, b)| format!("Break({a}, {b},)")),
        (net(), net()).prop_map(|(a, b)| format!("Changeover(common: {a}, make: {b})")),
        (net(), net(), net(), any::<bool>())
            .prop_map(|(a, b, c, d)| format!("Changeover(make: {a}, break: {b}, common: {c}, bridging: {d})")),
    ]
}

/// Any of those, some with a moment of their own for which every part has time.
fn contact() -> impl Strategy<Value = String> {
    (plain_contact(), 0..4, number(0.0, 0.5)).prop_map(|(contact, way, ms)| match way {
        0 if !ms.starts_with('(') => format!("Timed(contact: {contact}, early_ms: {ms})"),
        1 if !ms.starts_with('(') => format!("Timed(late_ms: {ms}, contact: {contact})"),
        _ => contact,
    })
}

/// A contact of a polarized relay.
fn side() -> impl Strategy<Value = String> {
    (net(), net(), proptest::sample::select(vec!["Left", "Right"])).prop_map(|(a, b, side)| format!("{side}({a}, {b})"))
}

fn contacts() -> impl Strategy<Value = String> {
    map_of(contact())
}

/// Wafers with three nets at most.
fn wafers() -> impl Strategy<Value = String> {
    let place = prop_oneof![net(), Just("None".to_owned())];
    let places = proptest::collection::vec(place, 0..4);
    map_of((net(), places, proptest::option::of(any::<bool>())).prop_map(|(common, places, bridging)| {
        let bridging = bridging.map(|bridging| format!(", bridging: {bridging}")).unwrap_or_default();
        format!("(places: [{}], common: {common}{bridging})", places.join(", "))
    }))
}

fn map_of(entry: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    proptest::collection::vec(entry, 0..4).prop_map(|contacts| {
        let contacts = contacts.iter().enumerate().map(|(index, contact)| format!("\"{}\": {contact}", index + 1));
        format!("{{{}}}", contacts.collect::<Vec<_>>().join(", "))
    })
}

/// The same of a part that keeps its place, or moves by the step.
fn part_of_a_relay_room() -> impl Strategy<Value = (&'static str, Vec<String>)> {
    let word = proptest::sample::select::<&str>;
    let two = || (net(), net()).prop_map(|(a, b)| format!("({a}, {b})"));
    prop_oneof![
        (two(), number(1.5, 900.0), word(vec!["OnDelay", "OffDelay"]), contacts()).prop_map(
            |(coil, ms, kind, contacts)| (
                "DelayRelay",
                vec![
                    format!("coil: {coil}"),
                    format!("delay_ms: {ms}"),
                    format!("kind: {kind}"),
                    format!("contacts: {contacts}")
                ]
            )
        ),
        (two(), two(), word(vec!["Released", "Operated"]), contacts()).prop_map(|(set, reset, state, contacts)| (
            "Bistable",
            vec![
                format!("set: {set}"),
                format!("reset: {reset}"),
                format!("state: {state}"),
                format!("contacts: {contacts}")
            ]
        )),
        (two(), any::<bool>(), number(0.0, 2.0), contacts()).prop_map(|(coil, impulse, bounce, contacts)| (
            if impulse { "Impulse" } else { "Bistable" },
            vec![format!("coil: {coil}"), format!("bounce_ms: {bounce}"), format!("contacts: {contacts}")]
        )),
        (two(), word(vec!["Left", "Centre", "Right"]), map_of(side())).prop_map(|(coil, state, contacts)| (
            "Polarized",
            vec![
                format!("coil: {coil}"),
                "centre: true".to_owned(),
                format!("state: {state}"),
                format!("contacts: {contacts}")
            ]
        )),
        (two(), two(), 3..9u32, word(vec!["Operate", "Release"]), wafers(), contacts(), contacts()).prop_map(
            |(coil, home, places, on, wafers, off_normal, interrupter)| (
                "Stepper",
                vec![
                    format!("coil: {coil}"),
                    format!("home: {home}"),
                    format!("places: {places}"),
                    format!("state: {}", places - 1),
                    format!("on: {on}"),
                    format!("interrupter: {interrupter}"),
                    format!("wafers: {wafers}"),
                    format!("off_normal: {off_normal}"),
                ]
            )
        ),
        (3..9u32, number(0.0, 30.0), wafers()).prop_map(|(places, ms, wafers)| (
            "Selector",
            vec![
                format!("places: {places}"),
                format!("start: {}", places - 3),
                format!("transfer_ms: {ms}"),
                format!("wafers: {wafers}")
            ]
        )),
        (two(), number(1e-6, 1.0), -9.0..9.0).prop_map(|(pins, farads, volts)| (
            "Capacitor",
            vec![format!("pins: {pins}"), format!("farads: {farads}"), format!("volts: {volts:?}")]
        )),
        (two(), number(0.1, 9.0), number(1.0, 90.0)).prop_map(|(pins, amps, ms)| (
            "Fuse",
            vec![format!("pins: {pins}"), format!("amps: {amps}"), format!("blow_ms: {ms}")]
        )),
    ]
}

/// A part with some of its fields, in some order.
fn part() -> impl Strategy<Value = String> {
    let fields = prop_oneof![
        (net(), net(), number(1.0, 50.0), number(0.1, 9.0), any::<bool>()).prop_map(
            |(plus, minus, volts, ohms, on)| (
                "Source",
                vec![
                    format!("plus: {plus}"),
                    format!("minus: {minus}"),
                    format!("volts: {volts}"),
                    format!("internal_ohms: {ohms}"),
                    format!("on: {on}"),
                ]
            )
        ),
        (net(), net(), number(100.0, 900.0), number(1.5, 9.0), contacts()).prop_map(|(a, b, ohms, ms, contacts)| (
            "Relay",
            vec![
                format!("coil: ({a}, {b})"),
                format!("coil_ohms: {ohms}"),
                format!("operate_ms: {ms}"),
                format!("contacts: {contacts}"),
            ]
        )),
        (net(), net(), net(), number(8.0, 30.0), contacts()).prop_map(|(a, b, c, ma, contacts)| (
            "Relay",
            vec![
                format!("coils: {{\"A\": (pins: ({a}, {b}), operate_ma: {ma}), \"Б'\": (ohms: 7, pins: ({b}, {c}))}}"),
                format!("contacts: {contacts}"),
                "contact_amps: 2.50".to_owned(),
                "sets: 2".to_owned(),
            ]
        )),
        (contacts(), number(0.0, 3.0))
            .prop_map(|(contacts, ms)| ("Button", vec![format!("contacts: {contacts}"), format!("transfer_ms: {ms}")])),
        (contacts(), any::<bool>())
            .prop_map(|(contacts, on)| ("Toggle", vec![format!("contacts: {contacts}"), format!("on: {on}")])),
        (net(), net(), number(1.0, 50.0)).prop_map(|(a, b, volts)| (
            "Lamp",
            vec![format!("pins: ({a}, {b})"), format!("volts: {volts}"), "model: Some(\"pilot\")".to_owned()]
        )),
        (net(), net(), number(1.0, 1e9))
            .prop_map(|(a, b, ohms)| ("Resistor", vec![format!("ohms: {ohms}"), format!("pins: ({a}, {b})")])),
        (net(), net(), number(0.0, 1.0)).prop_map(|(a, b, drop)| (
            "Diode",
            vec![format!("anode: {a}"), format!("cathode: {b}"), format!("drop_volts: {drop}")]
        )),
        (net(), net()).prop_map(|(a, b)| ("Diode", vec![format!("pins: ({a}, {b})")])),
        (net(), net(), net()).prop_map(|(a, b, c)| ("Wire", vec![format!("pins: [{a}, {b}, {c}]")])),
    ];
    let fields = prop_oneof![fields, part_of_a_relay_room()];
    (fields, proptest::option::of(text()), proptest::option::of(text()), any::<bool>()).prop_map(
        |((kind, mut fields), label, note, turn)| {
            fields.extend(label.map(|label| format!("label: {label:?}")));
            fields.extend(note.map(|note| format!("note: {note:?}")));
            if turn {
                fields.reverse();
            }
            format!("{kind}({})", fields.join(", "))
        },
    )
}

/// The parts of a circuit with names of their own, as text, and the first of the names.
fn parts() -> impl Strategy<Value = (String, String)> {
    proptest::collection::vec((name(), part()), 1..8).prop_map(|parts| {
        let names: Vec<String> = parts.iter().enumerate().map(|(index, (name, _))| format!("{name}{index}")).collect();
        let lines = names.iter().zip(&parts).map(|(name, (_, part))| format!("    {name:?}: {part}, // {name:?}\n"));
        (lines.collect(), names[0].clone())
    })
}

/// A use of a sub-circuit with the pins `+`, `a` and `b`, some of them joined.
fn joins() -> impl Strategy<Value = String> {
    let pin = |pin: &'static str| {
        let net = prop_oneof![net(), net().prop_map(|net| format!("Some({net})")), Just("None".to_owned())];
        proptest::option::of(net).prop_map(move |net| net.map(|net| format!("{pin:?}: {net}")))
    };
    let note = proptest::option::of(text().prop_map(|note| format!(", note: {note:?}")));
    (pin("b"), pin("+"), pin("a"), note).prop_map(|(b, plus, a, note)| {
        let pins: Vec<String> = [b, plus, a].into_iter().flatten().collect();
        format!("pins: {{{}}}{}", pins.join(", "), note.unwrap_or_default())
    })
}

/// Sub-circuits, each perhaps with another inside and with uses of that and of the one before it.
fn sub_circuits() -> impl Strategy<Value = Vec<(String, String)>> {
    let one = (name(), parts(), proptest::option::of(parts()), joins(), joins());
    proptest::collection::vec(one, 0..3).prop_map(|circuits| {
        let mut named: Vec<(String, String)> = Vec::new();
        for (index, (name, (parts, _), inner, first, second)) in circuits.into_iter().enumerate() {
            let mut text = String::from("Circuit(pins: [\"a\", \"b\", \"+\"], ");
            let mut uses = String::new();
            if let Some((inner, _)) = inner {
                text += &format!("circuits: {{\"in\": Circuit(pins: [\"+\", \"a\", \"b\"], parts: {{{inner}}})}}, ");
                uses += &format!("\"Uin\": Use(circuit: \"in\", {first}), ");
            }
            if let Some((before, _)) = named.last() {
                uses += &format!("\"Ub\": Use({second}, circuit: {before:?}), ");
            }
            named.push((format!("{name}{index}"), format!("{text}parts: {{{parts}{uses}}})")));
        }
        named
    })
}

fn circuit() -> impl Strategy<Value = String> {
    (text(), parts(), any::<bool>(), sub_circuits(), joins(), joins()).prop_map(
        |(title, (parts, first), panel, circuits, one, other)| {
            let mut text = format!("Circuit(title: {title:?}, models: {{\"pilot\": Lamp(amps: 0.1)}}, circuits: {{\n");
            for (name, circuit) in &circuits {
                text += &format!("    {name:?}: {circuit},\n");
            }
            text += &format!("}}, parts: {{\n{parts}");
            if let Some((name, _)) = circuits.last() {
                text += &format!("    \"Ux\": Use(circuit: {name:?}, {one}),\n");
                text += &format!("    \"Uy\": Use(circuit: {name:?}, {other}),\n");
            }
            text += "}";
            if panel {
                text += &format!(", panel: [[({first:?}, {title:?})], []]");
            }
            text + ")"
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_circuits_read_back_the_same(text in circuit()) {
        let reading = read(&text);
        let errors: Vec<&Finding> = reading.findings.iter().filter(|finding| finding.is_error()).collect();
        prop_assert!(errors.is_empty(), "{errors:?}\n{text}");
        check(&text);
    }

    #[test]
    fn any_text(text in ".{0,200}") {
        check(&text);
    }

    #[test]
    fn any_soup_of_tokens(tokens in proptest::collection::vec(proptest::sample::select(vec![
        "(", ")", "[", "]", "{", "}", ",", ":", "\"", "'", "r#", "//", "/*", "*/", "\n", "\\", "Circuit", "parts", "\"a\"",
        "Relay", "Make", "1", "-", "..", "Some", "None", "inf", "é", "\u{FEFF}", "#![enable(implicit_some)]",
    ]), 0..60)) {
        check(&tokens.concat());
    }

    #[test]
    fn truncated(at in 0..GOOD.len()) {
        let at = (0..=at).rev().find(|&at| GOOD.is_char_boundary(at)).unwrap_or(0);
        check(&GOOD[..at]);
    }

    #[test]
    fn with_a_piece_replaced(from in 0..GOOD.len(), len in 0_usize..30, piece in prop_oneof![
        proptest::sample::select(vec!["", "(", ")", "\"", ",", "-1", "1e999", "NaN", "inf", "\0", "Some(", "999999999999999999999999", "0x10"])
            .prop_map(String::from),
        ".{0,8}",
    ]) {
        let start = (0..=from).rev().find(|&at| GOOD.is_char_boundary(at)).unwrap_or(0);
        let end = ((start + len).min(GOOD.len())..=GOOD.len()).find(|&at| GOOD.is_char_boundary(at)).unwrap_or(GOOD.len());
        check(&format!("{}{piece}{}", &GOOD[..start], &GOOD[end..]));
    }
}
