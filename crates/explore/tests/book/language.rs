//! What conditions and expressions mean.

use kiber_explore::PropertyKind;
use kiber_explore::book::Moment;

use super::{good, powered_up};

const VARS: &str = r#"vars: {"turn": OneOf(["person", "machine", "over"]), "taken": Range(0, 3), "left": Range(8, 0), "deep": Range(-5, 5)},"#;

/// Whether a condition holds after power-up: person's turn, taken 0, left 8, deep -5; V1 and V3 are on,
/// so are L1 and L3; lamp 9 is dim; -K1 has operated.
#[track_caller]
fn check(condition: &str, expected: bool) {
    let book = good(&format!(r#"Rules({VARS} rules: {{}}, properties: {{"it": Never("{condition}")}})"#));
    let simulator = powered_up();
    let values = [0, 0, 8, -5];
    assert_eq!(book.start_values(), values);
    let PropertyKind::Never(read) = &book.properties[0].kind else { panic!("it is a Never") };
    assert_eq!(read.holds(Moment { simulator: &simulator, values: &values }), expected, "{condition}");
}

/// The value of an expression at the same moment.
#[track_caller]
fn check_value(expression: &str, expected: i64) {
    let book = good(&format!(r#"Rules({VARS} rules: {{"it": (set: {{"deep": "{expression}"}})}})"#));
    let simulator = powered_up();
    let (_, read) = &book.rules[0].set[0];
    assert_eq!(read.value(Moment { simulator: &simulator, values: &[0, 2, 8, -5] }), expected, "{expression}");
}

#[test]
fn words_of_scripts() {
    check("L1 lit", true);
    check("L2 lit", false);
    check("L2 off", true);
    check("9 dim", true);
    check("V1 on", true);
    check("V1 off", false);
    check("G1 on", true);
    check("КН1 free", true);
    check("КН1 pressed", false);
    check("P6' operated", false);
    check("P6' released", true);
    check("-K1 operated", true);
    check("P6'/1 open", true);
    check("P6'/2 closed", false);
    check("P7'/1 closed", true);
}

#[test]
fn labels_and_ranges() {
    check("memory released", true);
    check("Start free, Stop now free", true);
    check("memory/1 open", true);
    check("L1..L3 lit", false);
    check("V3..V1 on", false);
    check("P6'..P7' released", true);
    check("P6'/1 .. P6'/2 open", true);
}

#[test]
fn variables_and_their_values() {
    check("turn person", true);
    check("turn over", false);
    check("turn = person", true);
    check("turn != over", true);
    check("turn = machine", false);
    check("taken 0", true);
    check("left 8", true);
    check("left = 8, taken = 0", true);
    check("deep = -5", true);
    check("deep = −5", true);
}

#[test]
fn comparisons() {
    for (sign, holds) in
        [("=", false), ("!=", true), ("<", true), ("<=", true), (">", false), (">=", false), ("≤", true)]
    {
        check(&format!("taken {sign} 3"), holds);
        check(&format!("count(L1..L3 lit) {sign} 5"), holds);
        check(&format!("0 - count(L1..L3 lit) {sign} 0"), holds);
        check(&format!("1 - taken {sign} left - 3"), holds);
    }
    for (sign, holds) in [("=", true), ("!=", false), ("<", false), ("<=", true), (">", false), (">=", true)] {
        check(&format!("count(L1..L3 lit) {sign} 2"), holds);
        check(&format!("2 {sign} count(L1..L3 lit)"), holds);
        check(&format!("count(L1..L3 lit) {sign} count(V1..V3 on)"), holds);
    }
    check("0 < count(L1..L3 lit), count(L1..L3 lit) < left", true);
    check("left - (taken + 1) = 7", true);
    check("left-taken=8", true);
    check("-(deep) = 5", true);
    check("-deep - -1 = 6", true);
    check("2 = 1 + 1", true);
    check("count(L1..L3 lit) > -1", true);
    check("count(L1..L3 lit) < -1", false);
}

#[test]
fn not_binds_before_or_and_or_before_the_comma() {
    // The second is not so; where the parentheses are decides.
    check("L1 lit, L2 lit or L3 lit", true);
    check("L2 lit, L1 lit or L3 lit", false);
    check("(L2 lit, L1 lit) or L3 lit", true);
    check("L3 lit or L1 lit, L2 lit", false);
    check("L3 lit or (L1 lit, L2 lit)", true);
    check("not(L2 lit) or L2 lit", true);
    check("not(L1 lit or L2 lit)", false);
    check("not(L1 lit, L2 lit)", true);
    check("not L2 lit, L1 lit", true);
    check("not not L1 lit", true);
    check("not taken = 3, L1 lit", true);
    check("not(not(L2 lit or not(L1 lit)))", false);
    check("L2 lit or L2 lit or L2 lit or L1 lit", true);
    check("not(L2 lit or (L2 dim, L1 lit)), L1 lit", true);
}

#[test]
fn counts_and_firsts() {
    check_value("count(L1..L3 lit)", 2);
    check_value("count(L2 lit)", 0);
    check_value("count(L1, L2..L3 lit)", 2);
    check_value("count(P6', P7', -K1 operated)", 1);
    check_value("count(Start, Stop now free)", 2);
    check_value("first(L1..L3 lit)", 1);
    check_value("first(L1..L3 off)", 2);
    check_value("first(L2..L1 lit)", 2);
    check_value("first(L1..L3 dim)", 0);
    check_value("first(P6'/1, P6'/2, P7'/1 closed)", 3);
}

#[test]
fn sums() {
    check_value("0", 0);
    check_value("-3", -3);
    check_value("taken + 1", 3);
    check_value("taken - 1 - 1", 0);
    check_value("taken - (1 - 1)", 2);
    check_value("left − count(L1..L3 lit)−taken", 4);
    check_value("-(taken - (left - (deep + 8)))", 3);
    check_value("taken\n  + 1", 3);
}

#[test]
fn conditions_are_shown_as_they_are_written() {
    let book = good(
        r#"Rules(vars: {"n": Range(0, 9)}, counters: ["losses"], rules: {}, properties: {
            "a": Never("L1 lit,
                        n  =  3"),
            "b": AtMost("losses", 6),
            "c": Settles(),
            "d": NoRace(3),
            "e": Unreachable("memory operated"),
        })"#,
    );
    let shown: Vec<String> = book.properties.iter().map(|property| property.shown(&book).to_string()).collect();
    assert_eq!(
        shown,
        [
            r#"Never("L1 lit, n = 3")"#,
            r#"AtMost("losses", 6)"#,
            "Settles",
            "NoRace(3)",
            r#"Unreachable("memory operated")"#
        ]
    );
}

/// Values and numbers that are called like parts.
#[test]
fn names_of_parts_that_are_something_else_here() {
    let book = good(
        r#"Rules(vars: {"lamp": OneOf(["L1", "first"]), "n": Range(9, 20)}, rules: {"it": (
            when: "lamp L1, lamp = L1, n = 9 or 9 lit, count(L1..L3 lit) < 9 or(9 lit), 9 dim",
            set: {"lamp": "first", "n": "9 + 1"},
        )})"#,
    );
    let simulator = powered_up();
    let moment = Moment { simulator: &simulator, values: &[0, 9] };
    assert!(book.rules[0].when.holds(moment));
    let set: Vec<i64> = book.rules[0].set.iter().map(|(_, value)| value.value(moment)).collect();
    assert_eq!(set, [1, 10]);
}

#[track_caller]
fn check_first(condition: &str, expected: Option<&str>) {
    let book = good(&format!(r#"Rules({VARS} rules: {{}}, properties: {{"it": Never("{condition}")}})"#));
    let PropertyKind::Never(read) = &book.properties[0].kind else { panic!("it is a Never") };
    let first = read.first_term();
    assert_eq!(first.as_ref().map(ToString::to_string).as_deref(), expected);
    if let Some(first) = first {
        let simulator = powered_up();
        let moment = Moment { simulator: &simulator, values: &[0, 0, 8, -5] };
        // Of these examples every first term holds and the whole does not.
        assert!(first.holds(moment) && !read.holds(moment), "{condition}");
    }
}

#[test]
fn the_first_of_several_terms() {
    check_first("turn over", None);
    check_first("(turn over, L1 lit)", None);
    check_first("turn person, L1 off, L2 off", Some("turn person"));
    check_first("L2 lit or L1 lit, L2 lit", Some("L2 lit or L1 lit"));
    check_first("not(L2 lit, L1 lit), L2 lit", Some("not(L2 lit, L1 lit)"));
    check_first("count(L1, L3 lit) = 2, L2 lit", Some("count(L1, L3 lit) = 2"));
}
