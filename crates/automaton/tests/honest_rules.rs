//! The honest person's rule-book, written for any machine.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use kiber_automaton::{Embedded, Error, generate_bachet, honest_rules};
use kiber_netlist::Circuit;

fn read(source: &str) -> Circuit {
    let reading = kiber_netlist::read(source);
    reading.circuit.unwrap_or_else(|| panic!("{:?}", reading.findings))
}

fn article_with(piece: &str, instead: &str) -> Circuit {
    let source = Embedded::find("article").unwrap().source;
    assert!(source.contains(piece), "the article has no `{piece}`");
    read(&source.replace(piece, instead))
}

#[test]
fn the_book_for_the_article() {
    let article = read(Embedded::find("article").unwrap().source);
    insta::assert_snapshot!(honest_rules(&article, Some(6)).unwrap());
}

/// The line of a book that has this piece in it.
#[track_caller]
fn line(book: &str, piece: &str) -> String {
    let found = book.lines().find(|line| line.contains(piece));
    found.unwrap_or_else(|| panic!("no `{piece}` in {book}")).trim().to_string()
}

#[test]
fn the_book_keeps_to_what_the_machine_has() {
    let small = read(&generate_bachet(5, 2).unwrap());
    let book = honest_rules(&small, None).unwrap();
    insta::assert_snapshot!(line(&book, "takes no more"), @r#""takes no more than it may": Never("turn automaton, before - count(L1..L5 lit) > 2"),"#);
    assert!(!book.contains("learns"), "no bound is known, and none is claimed");
    let unbeatable = honest_rules(&small, Some(0)).unwrap();
    assert!(!unbeatable.contains("AtMost") && unbeatable.contains("never resigns"), "{unbeatable}");
    let source = Embedded::find("article").unwrap().source;
    let plain = read(&source.replace(r#"reward: "KN3","#, "").replace("KN3", "K3"));
    let plain = honest_rules(&plain, None).unwrap();
    assert!(!plain.contains("K3"), "{plain}");
}

#[test]
fn toggles_may_be_numbered_from_anywhere() {
    let book = |first: i32| {
        let mut source = Embedded::find("article").unwrap().source.replace("\"V9\"", "\"mains\"");
        for toggle in (1..=8).rev() {
            let renamed = format!("\"S{}A\"", toggle + first - 1);
            source = source.replace(&format!("\"V{toggle}\""), &renamed);
        }
        source = source.replace("\"V1..V8\"", &format!("\"S{first}A..S{}A\"", first + 7));
        line(&honest_rules(&read(&source), None).unwrap(), "[\"off ")
    };
    insta::assert_snapshot!(book(1), @r#"then: ["off S{first(L1..L8 lit)}A"],"#);
    insta::assert_snapshot!(book(0), @r#"then: ["off S{first(L1..L8 lit) - 1}A"],"#);
    insta::assert_snapshot!(book(5), @r#"then: ["off S{first(L1..L8 lit) + 4}A"],"#);
}

#[test]
fn a_part_called_turn_leaves_the_variable_another_name() {
    let circuit = article_with("\"KN3\"", "\"turn\"");
    let book = honest_rules(&circuit, None).unwrap();
    insta::assert_snapshot!(line(&book, "OneOf"), @r#""turn_": OneOf(["person", "automaton", "over"]),"#);
    insta::assert_snapshot!(line(&book, "press turn"), @r#"set: {"turn_": "over", "before": "0"}, then: ["press turn"],"#);
}

#[test]
fn what_makes_no_book_says_why() {
    let error = |circuit: &Circuit| honest_rules(circuit, None).unwrap_err().to_string();
    let mixed = article_with(r#"lamps: "L1..L8""#, r#"lamps: ["L1..L6", "L8", "L7"]"#);
    insta::assert_snapshot!(error(&mixed), @"the lamps cannot be named by one range: they are not L1..L7 in this order");
    let down = article_with(r#"toggles: "V1..V8""#, r#"toggles: "V8..V1""#);
    insta::assert_snapshot!(error(&down), @"the toggles cannot be named by one range: V8..V1 does not count up in plain numbers");
    let lamp = read(r#"Circuit(parts: {"G1": Source(plus: "+", minus: "-"), "H1": Lamp(pins: ("+", "-"))})"#);
    assert!(matches!(honest_rules(&lamp, None), Err(Error::NotAMachine { .. })));
}
