//! What is wrong with a rule-book: every code, its place and its advice.

use std::collections::BTreeSet;

use kiber_explore::book::{CODES, read};

use super::{circuit, shown};

#[track_caller]
fn findings(source: &str) -> String {
    let reading = read(source, &circuit());
    assert_eq!(reading.book.is_some(), reading.findings.is_empty());
    shown(source, &reading.findings)
}

/// The findings of a condition in a book with variables.
#[track_caller]
fn of_condition(condition: &str) -> String {
    findings(&format!(
        "Rules(vars: {{\"turn\": OneOf([\"person\", \"machine\"]), \"taken\": Range(0, 3)}}, rules: {{}}, properties: {{\"it\":\nNever(\"{condition}\")}})"
    ))
}

/// The findings of a rule's fields in the same book.
#[track_caller]
fn of_rule(fields: &str) -> String {
    findings(&format!(
        "Rules(vars: {{\"turn\": OneOf([\"person\", \"machine\"]), \"taken\": Range(0, 3)}}, counters: [\"losses\"], rules: {{\"it\":\n({fields})}})"
    ))
}

/// A book for each code, in the order of the table.
const PROVOKED: [(&str, &str); 20] = [
    ("book-bad-name", r#"Rules(vars: {"to take": Range(0, 3)}, rules: {})"#),
    ("book-duplicate-name", r#"Rules(rules: {"a": (then: ["press Start"]), "a": ()})"#),
    ("book-name-clash", r#"Rules(vars: {"L1": Range(0, 3)}, rules: {})"#),
    ("book-bad-number", r#"Rules(counters: ["n"], rules: {"a": (add: {"n": -1})})"#),
    ("book-syntax", r#"Rules(rules: {"a": (when: "L1 lit,")})"#),
    ("book-nested-too-deep", DEEP),
    ("book-wrong-kind", r#"Rules(rules: {"a": (when: "count(L1..L3 lit)")})"#),
    ("book-unknown-name", r#"Rules(rules: {"a": (when: "taken > 0")})"#),
    ("book-unknown-value", r#"Rules(vars: {"turn": OneOf(["me", "you"])}, rules: {"a": (when: "turn he")})"#),
    ("book-out-of-range", r#"Rules(vars: {"n": Range(0, 3)}, rules: {"a": (set: {"n": "4"})})"#),
    ("book-unknown-counter", r#"Rules(rules: {"a": (add: {"n": 1})})"#),
    ("book-named-twice", r#"Rules(rules: {"a": (when: "count(L1..L3, L2 lit) = 1")})"#),
    ("book-not-of-a-moment", r#"Rules(rules: {"a": (when: "settled")})"#),
    ("book-bad-braces", r#"Rules(rules: {"a": (then: ["off W{first(L1..L3 lit)}"])})"#),
    ("book-no-action", r#"Rules(rules: {"a": (then: ["expect L1 lit"])})"#),
    ("book-unknown-property", r#"Rules(rules: {}, properties: {"a": Always("L1 lit")})"#),
    ("book-wrong-part", r#"AnyOperator(flip: "Start")"#),
    ("book-unknown-part", r#"AnyOperator(press: "КН3")"#),
    ("book-conflict", r#"Rules(counters: ["n"], rules: AnyOperator(press: "Start"))"#),
    ("book-too-large", LARGE),
];

const DEEP: &str = "forty-one parentheses";
const LARGE: &str = "more rules than there are numbers for";

#[test]
fn each_code_is_provoked_by_a_book() {
    for (code, source) in PROVOKED {
        let source = match source {
            DEEP => format!(r#"Rules(rules: {{"a": (when: "{}L1 lit{}")}})"#, "(".repeat(41), ")".repeat(41)),
            LARGE => {
                let rules: Vec<String> = (0..65_536).map(|number| format!(r#""{number}":()"#)).collect();
                format!("Rules(rules: {{{}}})", rules.join(","))
            }
            other => other.to_owned(),
        };
        let reading = read(&source, &circuit());
        let codes: BTreeSet<&str> = reading.findings.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, BTreeSet::from([code]), "{source:.80}: {:#?}", reading.findings);
    }
    assert!(CODES.iter().map(|code| code.name).eq(PROVOKED.map(|(code, _)| code)), "the table and the books differ");
}

#[test]
fn each_code_is_explained_in_the_documentation_in_the_same_order() {
    let page = include_str!("../../../../docs/rules.md");
    let headings = page.lines().filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`'));
    let headings: Vec<&str> = headings.filter(|heading| heading.starts_with("book-")).collect();
    assert_eq!(headings, CODES.iter().map(|code| code.name).collect::<Vec<_>>());
}

#[test]
fn everything_is_found_at_once() {
    insta::assert_snapshot!(findings(
        r#"Rules(
    tittle: "One of each",
    vars: { "turn": OneOf(["me", "me"]), "V2": Range(0, 3), "turn": Range(1, "2"), "lit": OneOf([]) },
    counters: ["losses", "loss es"],
    rules: {
        "first": (when: "turn my, Р6' operated", then: ["press КН1", "flip L1"], sett: {}),
        "first": (set: {"turm": "1", "V2": "V2 + 5 - 1"}, add: {"loses": 1, "losses": 2.5}),
        "": (then: "press КН1"),
    },
    properties: { "a": Newer("L1 lit"), "b": AtMost("losses"), "c": NoRace(5), "c": Settles("yes"), "d": Never(L1) },
)"#
    ));
}

#[test]
fn unknown_names_in_conditions() {
    insta::assert_snapshot!(of_condition(
        "trun person, L4 lit, L1..L4 off, KH1 free, P6' lit, P7'/3 open, taken operated"
    ));
    insta::assert_snapshot!(of_condition("turn persn, taken 4, taken many, tkaen > 3"));
    insta::assert_snapshot!(of_condition("L1, L2 lit, V1 = 3"));
    insta::assert_snapshot!(of_condition("count(L1..L5 lit) > 0, count(L1..L3) > 0, first(V1 lit) = 1, count() = 1"));
}

#[test]
fn conditions_that_are_not_put_together_rightly() {
    for (condition, expected) in [
        ("", "there is nothing in this text"),
        ("L1 lit and L2 lit", "`and` joins nothing to what stands before it"),
        ("L1 lit || L2 lit", "`||` joins nothing to what stands before it"),
        ("L1 lit L2 lit", "`L2` joins nothing to what stands before it"),
        ("L1 lit or", "something is missing here: the text ends"),
        ("or L1 lit", "there is no variable and no part `or`"),
        ("(L1 lit", "this parenthesis is never closed"),
        ("L1 lit)", "this parenthesis closes nothing"),
        ("()", "something is missing here: there is `)`"),
        ("taken == 3", "an equals sign too many"),
        ("taken * 2 = 4", "`*` joins nothing to what stands before it"),
        ("0 < taken < 3", "this is a condition, and a number was expected"),
        ("taken", "this is a number, and a condition was expected"),
        ("turn, L1 lit", "this is a number, and a condition was expected"),
        ("L1 lit = 1", "this is a condition, and a number was expected"),
        ("taken > 12345678901234", "`12345678901234` is no whole number up to 1000000000000"),
        ("taken > 3.5", "`3.5` is no whole number up to 1000000000000"),
        ("short", "`short` is said of an action, and a condition is about a moment"),
        ("not", "something is missing here: the text ends"),
        ("count(L1 lit, L2 lit) = 1", "`count` takes names and a word"),
    ] {
        let found = read(
            &format!(
                r#"Rules(vars: {{"turn": OneOf(["me"]), "taken": Range(0, 3)}}, rules: {{"a": (when: "{condition}")}})"#
            ),
            &circuit(),
        );
        let messages: Vec<&str> = found.findings.iter().map(|finding| finding.message.as_str()).collect();
        assert_eq!(messages, [expected], "{condition}");
    }
}

#[test]
fn lines_and_what_is_filled_in() {
    insta::assert_snapshot!(of_rule(
        r##"then: ["prss Start", "press L1", "flip V{turn}", "flip V{takn}", "flip V{taken", "flip V}", "flip V{{taken}}",
    "flip V{}", "flip V{taken} for 3", "", "# nothing", "expect L{taken} lit", "off V{first(L1..L3 lit)}", "flip \"V1"]"##
    ));
}

#[test]
fn values_and_ranges() {
    insta::assert_snapshot!(of_rule(
        r#"set: {"taken": "-1", "turn": "nobody"}, add: {"losses": -1}, when: "turn person", then: [press]"#
    ));
    insta::assert_snapshot!(of_rule(
        r#"set: {"taken": "count(L1..L3 lit) + 4", "turn": "2", "taken": "turn person", "own": "1"}"#
    ));
}

#[test]
fn any_operator() {
    insta::assert_snapshot!(findings(
        r#"Rules(title: "x", AnyOperator(flip: "V1..V4, КН1", press: ["Start", "Stop now , КН1", 3, "L1"], hold: yes, turn: "SA1"), vars: {})"#
    ));
    insta::assert_snapshot!(findings(r#"AnyOperator(hold: true)"#));
    insta::assert_snapshot!(findings(r#"AnyOperator(press: "", counters: ["n"], properties: {"it": AtMost("n", 1)})"#));
}

#[test]
fn texts_that_are_no_rule_book() {
    insta::assert_snapshot!(findings(""));
    insta::assert_snapshot!(findings("Circuit(parts: {})"));
    insta::assert_snapshot!(findings("Rules(title: \"a\", properties: {})"));
    insta::assert_snapshot!(findings("Rules(rules: {)"));
    insta::assert_snapshot!(findings("Rules(AnyOperator(press: \"Start\"), properties: {\"a\": Never(\"L1 lit\"})"));
    insta::assert_snapshot!(findings("Rules(rules: AnyOne(press: \"Start\"))"));
    insta::assert_snapshot!(findings("[1, 2]"));
}

/// Escapes and line ends in a text move its words about; each is told where it stands all the same.
#[test]
fn places_in_texts_with_escapes() {
    insta::assert_snapshot!(of_condition(
        r"L1\tlit,\u{20}L4 lit,
        \x4c9 lit"
    ));
}
