//! `kiber draw`.

use crate::{Ran, file, kiber, path, without_folder};

/// Refused with status 2 and these words.
#[track_caller]
fn check_refused(args: &[&str], words: &str) {
    let ran = kiber(&[&["draw"], args].concat());
    assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{ran:?}");
    assert!(ran.errors.contains(words), "{}", ran.errors);
}

#[track_caller]
fn drawn(args: &[&str]) -> String {
    let Ran { status, output, errors } = kiber(&[&["draw"], args].concat());
    assert_eq!((status, errors.as_str()), (0, ""), "{args:?}");
    output
}

#[test]
fn a_drawing_goes_into_a_file_or_to_standard_output() {
    let picture = path("draw-self-hold.svg");
    assert_eq!(drawn(&["self-hold", "-o", picture.to_str().unwrap()]), "");
    let svg = std::fs::read_to_string(picture).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!(drawn(&["self-hold", "-o", "-"]), svg);
}

#[test]
fn a_script_shows_what_is_live_at_its_end_or_after_a_line() {
    let script = file("draw-moment.script", "press SET\npress BREAK\n");
    let operated = |args: &[&str]| {
        let svg = drawn(&[&["self-hold", "-o", "-"], args].concat());
        svg.contains(r#"<g class="part relay operated current""#)
    };
    assert!(operated(&["--script", &script, "--line", "1"]));
    assert!(!operated(&["--script", &script]) && !operated(&[]));
}

#[test]
fn older_symbols_and_a_width() {
    let russian = drawn(&["half-adder-twice", "-o", "-", "--symbols", "russian"]);
    assert_ne!(russian, drawn(&["half-adder-twice", "-o", "-"]));
    let width = |svg: &str| -> f64 {
        let (_, rest) = svg.split_once(" width=\"").unwrap();
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    assert!(width(&drawn(&["article", "-o", "-"])) > 1000.0);
    assert!(width(&drawn(&["article", "-o", "-", "--width", "800"])) <= 800.0);
}

#[test]
fn the_wiring_list() {
    insta::assert_snapshot!(drawn(&["self-hold", "--table", "wiring"]), @"
    net,pins,part,label,terminal,kind
    +,4,G1,,plus,source
    +,4,S1,SET,1 a,button
    +,4,S2,BREAK,1 a,button
    +,4,K1,,2 a,relay
    -,3,G1,,minus,source
    -,3,K1,,coil -,relay
    -,3,H1,,2,lamp
    a,3,S1,SET,1 b,button
    a,3,K1,,coil +,relay
    a,3,K1,,1 b,relay
    h,2,S2,BREAK,1 b,button
    h,2,K1,,1 a,relay
    l,2,K1,,2 b,relay
    l,2,H1,,1,lamp
    ");
}

#[test]
fn the_table_of_relays() {
    insta::assert_snapshot!(drawn(&["self-hold", "--table", "relays"]), @"
    part,label,kind,item,form,net_1,net_2,net_3,ohms,operate_ma,path
    S1,SET,button,1,make,+,a,,,,2
    S2,BREAK,button,1,break,+,h,,,,3
    K1,,relay,coil,coil,a,-,,500,28,2
    K1,,relay,1,make,h,a,,,,3
    K1,,relay,2,make,+,l,,,,4
    ");
}

#[test]
fn both_tables_with_a_line_between() {
    let both = drawn(&["self-hold", "--table"]);
    let (wiring, relays) = (drawn(&["self-hold", "--table", "wiring"]), drawn(&["self-hold", "--table", "relays"]));
    assert_eq!(both, format!("{wiring}\n{relays}"));
    let table = path("draw-tables.csv");
    assert_eq!(drawn(&["self-hold", "--table", "-o", table.to_str().unwrap()]), "");
    assert_eq!(std::fs::read_to_string(table).unwrap(), both);
}

#[test]
fn what_cannot_be_drawn_is_said() {
    check_refused(&["self-hold"], "where to? type -o self-hold.svg, or -o - for standard output");
    check_refused(&["self-hold", "-o", "picture.png"], "picture.svg");
    check_refused(&["self-hold", "-o", "-", "--line", "3"], "--script");
    check_refused(&["self-hold", "-o", "-", "--width", "3"], "400..=100000");
    check_refused(&["self-hold", "--table", "--script", "how-short"], "cannot be used with");
    check_refused(&["self-hold", "-o", "-", "--script", "no-such"], "no-such");
    check_refused(&["self-hold", "-o", "-", "--script", "how-short", "--line", "9000"], "the last line of");
    check_refused(&["nowhere.ron", "-o", "-"], "nowhere.ron");
    let ran = kiber(&["--format", "json", "draw", "self-hold", "-o", "-"]);
    assert!(ran.status == 2 && ran.errors.contains("a drawing is a picture"), "{ran:?}");
}

#[test]
fn neither_circuit_nor_script_is_written_over() {
    let text = r#"Circuit(title: "", parts: {"G1": Source(plus: "+", minus: "-"), "H1": Lamp(pins: ("+", "-"))})"#;
    let circuit = file("draw-over.svg", text);
    let ran = kiber(&["draw", &circuit, "-o", &circuit]);
    assert_eq!(ran.status, 2);
    assert!(without_folder(&ran.errors).contains("it is the circuit or the script"), "{}", ran.errors);
    assert_eq!(std::fs::read_to_string(circuit).unwrap(), text);
}
