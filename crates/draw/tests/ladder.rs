//! From the lines of a drawing alone the circuit comes out again, for every circuit of the library and for
//! random ones, and nothing lies on anything else.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test that cannot set up has failed")]
#![allow(clippy::disallowed_methods, reason = "the library's circuits are files")]

mod common;
mod rebuilt;

use std::collections::BTreeSet;

use common::circuits;
use kiber_draw::Live;
use kiber_draw::ladder::{Drawing, Options, ReferenceKind, Says, Symbols, What};
use kiber_netlist::{Circuit, ContactForm, PartKind};
use proptest::prelude::*;

/// Checks a drawing of a circuit in every way.
fn check(circuit: &Circuit, options: &Options) -> Result<Drawing, String> {
    let drawing = Drawing::new(circuit, options);
    rebuilt::check_nets(circuit, &drawing)?;
    rebuilt::check_room(circuit, &drawing)?;
    check_complete(circuit, &drawing)?;
    check_references(circuit, &drawing)?;
    Ok(drawing)
}

/// Every contact side and every part is drawn once, or named as left out.
fn check_complete(circuit: &Circuit, drawing: &Drawing) -> Result<(), String> {
    let mut drawn: Vec<String> = drawing
        .symbols
        .iter()
        .flat_map(|symbol| match symbol.what {
            What::Changeover(contact) => vec![format!("{contact:?} Break"), format!("{contact:?} Make")],
            What::Side(contact, side) => vec![format!("{contact:?} {side:?}")],
            other => vec![format!("{other:?}")],
        })
        .collect();
    let mut wanted: Vec<String> = Vec::new();
    for (contact, row) in circuit.contacts.iter() {
        let side = |side: String| format!("{contact:?} {side}");
        match &row.form {
            ContactForm::Break(..) => wanted.push(side("Break".into())),
            ContactForm::Make(..) | ContactForm::Left(..) | ContactForm::Right(..) => wanted.push(side("Make".into())),
            ContactForm::Changeover { break_side, make_side, .. } => {
                wanted.extend(break_side.map(|_| side("Break".into())));
                wanted.extend(make_side.map(|_| side("Make".into())));
            }
            ContactForm::Wafer { places, .. } => {
                let wired = places.iter().enumerate().filter(|(_, net)| net.is_some());
                wanted.extend(wired.map(|(place, _)| side(format!("Place({place})"))));
            }
        }
    }
    for (part, row) in circuit.parts.iter() {
        match &row.kind {
            PartKind::Relay(_) | PartKind::Stepper(_) => {
                wanted.extend((0..row.kind.coils().count()).map(|coil| format!("{:?}", What::Winding(part, coil))));
            }
            PartKind::Wire(wire) => {
                wanted.extend((1..wire.pins.len()).map(|pin| format!("{:?}", What::Link(part, pin - 1))));
            }
            PartKind::Button(_) | PartKind::Toggle(_) | PartKind::Selector(_) => {}
            _ => wanted.push(format!("{:?}", What::Part(part))),
        }
    }
    drawn.sort();
    wanted.sort();
    if drawn == wanted { Ok(()) } else { Err(format!("drawn {drawn:?}\nwanted {wanted:?}")) }
}

/// Under the coil of every relay stands each of its contacts with the path in which it is.
fn check_references(circuit: &Circuit, drawing: &Drawing) -> Result<(), String> {
    let mut wanted = BTreeSet::new();
    for symbol in &drawing.symbols {
        let (contact, kind) = match symbol.what {
            What::Changeover(contact) => (contact, ReferenceKind::Changeover),
            What::Side(contact, kiber_engine::ContactSide::Make) => (contact, ReferenceKind::Make),
            What::Side(contact, kiber_engine::ContactSide::Break) => (contact, ReferenceKind::Break),
            What::Side(contact, kiber_engine::ContactSide::Place(place)) => (contact, ReferenceKind::Place(place)),
            _ => continue,
        };
        let part = &circuit.parts[circuit.contacts[contact].part];
        if part.kind.coils().next().is_some() {
            wanted.insert((contact, kind, symbol.path));
        }
    }
    let given: BTreeSet<_> =
        drawing.references.iter().map(|reference| (reference.contact, reference.kind, reference.path)).collect();
    if given != wanted || given.len() != drawing.references.len() {
        return Err(format!("references {given:?}\nwanted {wanted:?}"));
    }
    // The number of a path stands above its symbols.
    for symbol in &drawing.symbols {
        let number = drawing.texts.iter().find(|text| text.says == Says::Path(symbol.path));
        let x = number.map(|text| text.at.x).ok_or("a path without a number")?;
        if symbol.pins.iter().all(|pin| pin.x != x) {
            return Err(format!("{:?} does not stand in path {}", symbol.what, symbol.path));
        }
    }
    Ok(())
}

#[test]
fn every_circuit_of_the_library_can_be_read_off_its_drawing() {
    let circuits = circuits();
    assert_eq!(circuits.len(), 61);
    for (name, circuit) in circuits {
        for symbols in [Symbols::Iec, Symbols::Russian] {
            for width in [400, 900, 1600, 100_000] {
                let options = Options { width: Some(width), symbols };
                if let Err(problem) = check(&circuit, &options) {
                    panic!("{name} at {width}, {symbols:?}: {problem}");
                }
            }
        }
    }
}

#[test]
fn the_automaton_fits_a_landscape_page() {
    let (_, circuit) = circuits().into_iter().find(|(name, _)| name == "article").unwrap();
    let drawing = Drawing::new(&circuit, &Options::default());
    // As much as an A3 sheet has at 96 pixels an inch, or nearly.
    assert!(drawing.width <= 1600 && drawing.height <= 1200, "{} × {}", drawing.width, drawing.height);
    insta::assert_snapshot!(format!("{} paths, {} symbols", drawing.paths, drawing.symbols.len()), @"52 paths, 115 symbols");
}

/// A circuit of random parts on few nets, so that all shapes come up.
fn any_circuit() -> impl Strategy<Value = Circuit> {
    let net = || (0..9usize).prop_map(|net| ["+", "-", "a", "b", "c", "d", "e", "f", "p"][net]);
    let contact = (0..5u8, net(), net(), net()).prop_map(|(form, one, two, three)| match form {
        0 | 1 => format!(r#"Make("{one}", "{two}")"#),
        2 => format!(r#"Break("{one}", "{two}")"#),
        3 => format!(r#"Changeover(common: "{one}", break: "{two}", make: "{three}")"#),
        _ => format!(r#"Changeover(common: "{one}", make: "{two}")"#),
    });
    let contacts = proptest::collection::vec(contact, 0..4).prop_map(|contacts| {
        let contacts: Vec<String> =
            contacts.iter().enumerate().map(|(number, contact)| format!(r#""{number}": {contact}"#)).collect();
        format!("contacts: {{{}}}", contacts.join(", "))
    });
    let part = (0..9u8, net(), net(), net(), contacts).prop_map(|(kind, one, two, three, contacts)| match kind {
        0..=2 => format!(r#"Relay(coil: ("{one}", "{two}"), {contacts})"#),
        3 => format!(r#"Button({contacts})"#),
        4 => format!(r#"Lamp(pins: ("{one}", "{two}"))"#),
        5 => format!(r#"Diode(pins: ("{one}", "{two}"))"#),
        6 => format!(r#"Wire(pins: ["{one}", "{two}", "{three}"])"#),
        7 => format!(r#"Source(plus: "{one}", minus: "{two}")"#),
        _ => format!(r#"Selector(places: 3, wafers: {{"a": (common: "{one}", places: ["{two}", None, "{three}"])}})"#),
    });
    proptest::collection::vec(part, 1..14).prop_filter_map("no circuit", |parts| {
        let parts: Vec<String> = parts.iter().enumerate().map(|(n, part)| format!(r#""X{n}": {part}"#)).collect();
        let text = format!(r#"Circuit(title: "Random", parts: {{{}}})"#, parts.join(", "));
        kiber_netlist::read(&text).circuit
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn any_circuit_can_be_read_off_its_drawing(circuit in any_circuit(), width in 400..1200u32) {
        for symbols in [Symbols::Iec, Symbols::Russian] {
            let result = check(&circuit, &Options { width: Some(width), symbols });
            prop_assert!(result.is_ok(), "{}", result.unwrap_err());
        }
    }
}

/// The drawing of these parts on 24 V after a script, without its style.
fn svg_of(parts: &str, script: Option<&str>) -> String {
    let (circuit, _) = common::play(parts, "");
    let drawing = check(&circuit, &Options::default()).unwrap();
    let Some(script) = script else { return drawing.svg_without_style(None) };
    let script = kiber_script::parse(script, &circuit).0.unwrap();
    let mut player = kiber_script::Player::power_up(circuit, &mut ());
    player.play(&script, &mut ());
    drawing.svg_without_style(Some(&Live::of(player.simulator())))
}

/// Checks that these pieces stand in a picture.
#[track_caller]
fn check_has(svg: &str, pieces: &[&str]) {
    for piece in pieces {
        assert!(svg.contains(piece), "no {piece} in\n{svg}");
    }
}

const HOLD: &str = r#""S1": Button(contacts: {"1": Make("+", "a")}),
    "K1": Relay(coil: ("a", "-"), contacts: {"1": Make("+", "a"), "2": Changeover(common: "+", break: "l", make: "m")}),
    "H1": Lamp(pins: ("l", "-")), "H2": Lamp(pins: ("m", "-")),"#;

#[test]
fn without_a_state_everything_is_at_rest() {
    let svg = svg_of(HOLD, None);
    check_has(
        &svg,
        &[
            r#"<g class="contact rests-open" data-contact="0" data-side="make"><title>S1/1 make</title>"#,
            r#"<g class="contact rests-closed" data-contact="2" data-side="break">"#,
            r#"<g class="part relay" data-part="2"><title>relay K1, 500 Ω, operates at 28 mA</title>"#,
            r#"<path class="wire" data-net="2" d="#,
            r#"<circle class="joint" data-net="0" "#,
        ],
    );
    for state in [" current", " plus", " closed", " operated"] {
        assert!(!svg.contains(&format!("{state}\"")), "{state}");
    }
}

#[test]
fn a_state_is_classes() {
    check_has(
        &svg_of(HOLD, Some("press S1")),
        &[
            r#"<g class="contact rests-open open" data-contact="0" data-side="make">"#,
            r#"<g class="contact rests-open closed current" data-contact="1" data-side="make">"#,
            r#"<g class="contact rests-closed open" data-contact="2" data-side="break">"#,
            r#"<g class="contact rests-open closed current" data-contact="2" data-side="make">"#,
            r#"<g class="part relay operated current" data-part="2">"#,
            r#"<g class="part lamp lit current" data-part="4">"#,
            r#"<path class="wire plus current" data-net="2" d="#,
            r#"<path class="wire minus" data-net="3" d="#,
        ],
    );
}

#[test]
fn of_two_windings_only_the_one_with_current_is_live() {
    let svg = svg_of(
        r#""K1": Relay(coils: {"A": (pins: ("+", "a")), "B": (pins: ("+", "b"))}),
           "S1": Button(contacts: {"1": Make("a", "-"), "2": Make("b", "-")}), "S2": Button(contacts: {"1": Make("b", "-")}),"#,
        Some("hold S2"),
    );
    check_has(
        &svg,
        &[
            r#"<g class="part relay operated" data-part="1" data-winding="0">"#,
            r#"<g class="part relay operated current" data-part="1" data-winding="1">"#,
        ],
    );
}

#[test]
fn names_are_safe_and_windings_are_told_apart() {
    let svg = svg_of(
        r#""A&B": Bistable(label: "<K>", set: ("+", "a"), reset: ("+", "b"), contacts: {"1": Make("+", "a")}),
           "S1": Button(contacts: {"1": Make("a", "-"), "2": Make("b", "-")}), "S2": Button(),"#,
        Some("hold S1"),
    );
    check_has(&svg, &["&lt;K&gt; set", "&lt;K&gt; reset", r#"data-winding="1""#, "Not wired: S2"]);
    assert!(!svg.contains("<K>"));
}

/// The names of the loads from left to right, a line a band.
fn loads(parts: &str, hints: &str) -> String {
    let source = format!(
        r#"Circuit(title: "Test", parts: {{"G1": Source(plus: "+", minus: "-"), {parts}}}, drawing: ({hints}))"#
    );
    let reading = kiber_netlist::read(&source);
    let circuit = reading.circuit.unwrap_or_else(|| panic!("{:?}", reading.findings));
    let drawing = check(&circuit, &Options::default()).unwrap();
    let mut found: Vec<(i32, i32, &str)> = Vec::new();
    for text in &drawing.texts {
        if let Says::Name(What::Part(part)) = text.says
            && let PartKind::Lamp(_) = circuit.parts[part].kind
        {
            found.push((text.at.y, text.at.x, &text.words));
        }
    }
    found.sort_unstable();
    let bands = found.chunk_by(|one, other| one.0 == other.0);
    let names = bands.map(|band| band.iter().map(|(_, _, name)| *name).collect::<Vec<_>>().join(" "));
    names.collect::<Vec<_>>().join(" | ")
}

#[test]
fn hints_say_what_stands_where() {
    let lamps: Vec<String> = (1..=6).map(|n| format!(r#""H{n}": Lamp(pins: ("+", "-"))"#)).collect();
    let lamps = lamps.join(", ");
    for (hints, expected) in [
        ("", "H1 H2 H3 H4 H5 H6"),
        (r#"order: ["H4", "H2", "H6"]"#, "H4 H2 H6 H1 H3 H5"),
        (r#"order: "H5..H6""#, "H5 H6 H1 H2 H3 H4"),
        (r#"bands: ["H3", "H5"]"#, "H1 H2 | H3 H4 | H5 H6"),
        (r#"order: ["H6"], bands: ["H1"]"#, "H6 | H1 H2 H3 H4 H5"),
    ] {
        assert_eq!(loads(&lamps, hints), expected, "{hints}");
    }
}

#[test]
fn a_width_in_the_circuit_folds_it_and_the_caller_has_the_last_word() {
    let lamps: Vec<String> = (1..=20).map(|n| format!(r#""H{n}": Lamp(pins: ("+", "-"))"#)).collect();
    let source = format!(
        r#"Circuit(title: "", parts: {{"G1": Source(plus: "+", minus: "-"), {}}}, drawing: (width: 500))"#,
        lamps.join(", ")
    );
    let circuit = kiber_netlist::read(&source).circuit.unwrap();
    let width = |width| check(&circuit, &Options { width, ..Options::default() }).unwrap().width;
    let (own, wider) = (width(None), width(Some(2000)));
    assert!(own <= 500 && wider > 500, "{own}, {wider}");
}
