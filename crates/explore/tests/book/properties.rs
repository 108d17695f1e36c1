//! What holds for every text: reading never panics, and tells only places that are there.

use kiber_explore::book::{CODES, Moment, Spliced, read};
use kiber_netlist::{Circuit, Finding};
use proptest::prelude::*;

use super::{circuit, powered_up};

/// Everything that has to hold whatever the text is.
#[track_caller]
fn check(text: &str, circuit: &Circuit) {
    let reading = read(text, circuit);
    let known = [CODES, kiber_netlist::CODES, kiber_script::CODES];
    for finding in &reading.findings {
        assert!(known.iter().any(|codes| codes.iter().any(|code| code.name == finding.code)), "{}", finding.code);
        for span in [Some(&finding.span), finding.second.as_ref().map(|(span, _)| span)].into_iter().flatten() {
            assert!(text.get(span.clone()).is_some(), "{finding:?} is not in the text");
        }
    }
    assert_eq!(reading.book.is_none(), reading.findings.iter().any(Finding::is_error), "{:?}", reading.findings);
    let Some(book) = reading.book else { return };
    // Whatever could be read can be worked out, and what is shown reads as the same again.
    let simulator = powered_up();
    let values = book.start_values();
    let moment = Moment { simulator: &simulator, values: &values };
    let (mut after, mut known) = (Vec::new(), Spliced::default());
    for rule in &book.rules {
        rule.when.holds(moment);
        let _ = book.set(rule, moment, &mut after);
        for line in &rule.then {
            let _ = line.at(moment, &mut known);
        }
    }
    for property in &book.properties {
        let shown = property.shown(&book).to_string();
        let vars = text.split_once("vars:").and_then(|(_, rest)| rest.split_once('}')).map_or("{}", |(vars, _)| vars);
        let vars = if vars == "{}" { vars.to_owned() } else { format!("{vars}}}") };
        let again =
            format!("Rules(vars: {vars}, counters: {:?}, rules: {{}}, properties: {{\"it\": {shown}}})", book.counters);
        if let Some(again) = read(&again, circuit).book {
            assert_eq!(again.properties[0].shown(&again).to_string(), shown);
        } else {
            assert_eq!(vars, "", "{again}");
        }
    }
}

const GOOD: &str = r#"Rules(
    title: "it",
    vars: {"turn": OneOf(["me", "you"]), "n": Range(0, 3)},
    counters: ["losses"],
    rules: {
        "a": (when: "turn me, n < 3 or not(count(L1..L3 lit) = 2)", set: {"n": "n + 1", "turn": "you"}, then: ["flip V{n}", "press Start"]),
        "b": (when: "turn you, Stop now free, P6'/1 open", then: ["off V1..V3"], set: {"turn": "me"}, add: {"losses": 2}),
    },
    properties: {"x": Never("L1 lit, L2 lit"), "y": AtMost("losses", 3), "z": Settles, "w": NoRace(2)},
)"#;

/// Pieces that texts are made of.
fn word() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec![
        "L1",
        "L1..L3",
        "V{n}",
        "turn",
        "me",
        "n",
        "-K1",
        "memory",
        "Stop now",
        "lit",
        "off",
        "operated",
        "or",
        "not",
        "(",
        ")",
        ",",
        "=",
        "<",
        "-",
        "+",
        "−",
        "count(",
        "first(",
        "3",
        "9",
        "{",
        "}",
        "\"",
        "..",
        "/1",
        "'",
        " ",
        "  ",
        "\\n",
        "\\u{41}",
        "КН1",
        "at",
        "4",
        "settled",
        "!=",
        "99999999999999999999",
    ])
}

fn words() -> impl Strategy<Value = String> {
    proptest::collection::vec(word(), 0..12).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn words_in_any_order(when in words(), set in words(), then in words(), never in words()) {
        let text = format!(
            r#"Rules(vars: {{"turn": OneOf(["me", "you"]), "n": Range(0, 3)}}, rules: {{"a": (when: "{when}", set: {{"n": "{set}"}}, then: ["{then}"])}}, properties: {{"x": Never("{never}")}})"#
        );
        check(&text, &circuit());
    }

    #[test]
    fn a_good_text_cut_and_mended(start in 0..GOOD.len(), length in 0_usize..40, piece in word()) {
        let start = GOOD.floor_char_boundary(start);
        let end = GOOD.floor_char_boundary((start + length).min(GOOD.len()));
        check(&format!("{}{piece}{}", &GOOD[..start], &GOOD[end..]), &circuit());
    }

    #[test]
    fn any_letters(text in "\\PC{0,60}") {
        check(&text, &circuit());
        check(&format!("Rules(rules: {{\"a\": (when: {text:?}, then: [{text:?}])}})"), &circuit());
        check(&format!("AnyOperator(flip: {text:?})"), &circuit());
    }
}

#[test]
fn the_good_text_is_good() {
    assert_eq!(read(GOOD, &circuit()).findings, []);
    check(GOOD, &circuit());
}

/// Long texts take time in proportion to their length, and none of them overflows a stack.
#[test]
fn long_texts() {
    let circuit = circuit();
    let long = 5_000;
    for when in [
        "not ".repeat(long) + "L1 lit",
        "L1 lit or ".repeat(long) + "L1 lit",
        "L1 lit, ".repeat(long) + "L1 lit",
        "L1 lit, V1 on or ".repeat(long) + "L1 lit",
        "0 = ".to_owned() + &"n + ".repeat(long) + "n",
        "0 = ".to_owned() + &"- ".repeat(long) + "n",
        "0 = ".to_owned() + &"count(L1..L3 lit) + ".repeat(long) + "n",
        "count(".to_owned() + &"L1, ".repeat(long) + "L1 lit) = 0",
        "x, ".repeat(long) + "x",
        "(".repeat(long),
        "x".repeat(long),
        "x ".repeat(long),
    ] {
        let text = format!("Rules(vars: {{\"n\": Range(0, 3)}}, rules: {{\"a\": (when: \"{when}\")}})");
        check(&text, &circuit);
    }
}

/// A book with thousands of variables, rules and properties is read at once as well.
#[test]
fn large_books() {
    let each = |one: fn(usize) -> String| (0..2_000).map(one).collect::<Vec<_>>().join(", ");
    let vars = each(|n| format!("\"v{n}\": Range(0, {n})"));
    let rules = each(|n| {
        format!("\"r{n}\": (when: \"v{n} = 0, L1..L3 lit\", set: {{\"v{n}\": \"v{n} + 0\"}}, then: [\"press Start\"])")
    });
    let properties = each(|n| format!("\"p{n}\": Never(\"v{n} = 1, count(L1..L3 lit) = 0\")"));
    let text = format!("Rules(vars: {{{vars}}}, rules: {{{rules}}}, properties: {{{properties}}})");
    let reading = read(&text, &circuit());
    assert_eq!(reading.findings, []);
    assert_eq!(reading.book.map(|book| (book.rules.len(), book.properties.len())), Some((2_000, 2_000)));
}
