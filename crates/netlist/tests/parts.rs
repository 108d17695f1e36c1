//! Every kind of part beyond relay, hand and load: what its fields give, and what is wrong in them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set up has failed")]

use kiber_netlist::{
    Circuit, ContactForm, Follows, PartKind, Quantity, Relay, RelayAction, Selector, Side, Stepper, StepsOn, print,
    read,
};

/// The part `X`, beside others; printed, it reads back the same.
#[track_caller]
fn circuit(part: &str) -> Circuit {
    let text = format!(
        r#"Circuit(
            models: {{
                "slow": DelayRelay(kind: OffDelay, delay_ms: 300.0, operate_ms: 9.0),
                "telegraph": Polarized(centre: true, release_ma: 4.0),
                "uniselector": Stepper(places: 4, on: Release, transfer_ms: 2.0, bounce_ms: 0.5),
            }},
            parts: {{"X": {part}}},
        )"#
    );
    let reading = read(&text);
    let errors: Vec<_> = reading.findings.iter().filter(|finding| finding.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let circuit = reading.circuit.unwrap();
    assert_eq!(read(&print(&circuit)).circuit.as_ref(), Some(&circuit));
    circuit
}

#[track_caller]
fn kind(part: &str) -> PartKind {
    circuit(part).parts.rows()[0].kind.clone()
}

#[track_caller]
fn relay(part: &str) -> Relay {
    match kind(part) {
        PartKind::Relay(relay) => relay,
        kind => panic!("a {}", kind.name()),
    }
}

#[track_caller]
fn stepper(part: &str) -> Stepper {
    match kind(part) {
        PartKind::Stepper(stepper) => stepper,
        kind => panic!("a {}", kind.name()),
    }
}

#[track_caller]
fn selector(part: &str) -> Selector {
    match kind(part) {
        PartKind::Selector(selector) => selector,
        kind => panic!("a {}", kind.name()),
    }
}

fn ms(value: f64) -> Quantity {
    Quantity::exactly(value)
}

/// The codes of the errors in a part, each with the text it marks.
#[track_caller]
fn check(part: &str, expected: &[&str]) {
    let text = format!(r#"Circuit(parts: {{"X": {part}}})"#);
    let findings = read(&text).findings;
    let found: Vec<String> = findings
        .iter()
        .filter(|finding| finding.is_error())
        .map(|finding| format!("{} {}", finding.code, &text[finding.span.clone()]))
        .collect();
    assert_eq!(found, expected, "{findings:#?}");
}

#[test]
fn how_a_relay_answers_its_coil() {
    let action = |part: &str| relay(part).action;
    let polarized = |centre, start| RelayAction::Polarized { centre, start };
    assert_eq!(action(r#"Relay(coil: ("a", "b"))"#), RelayAction::Neutral);
    assert_eq!(action(r#"Bistable(coil: ("a", "b"))"#), RelayAction::Bistable { operated: false });
    assert_eq!(action(r#"Bistable(coil: ("a", "b"), state: Operated)"#), RelayAction::Bistable { operated: true });
    assert_eq!(action(r#"Impulse(coil: ("a", "b"), state: "Operated")"#), RelayAction::Impulse { operated: true });
    assert_eq!(action(r#"Impulse(coil: ("a", "b"), state: Released)"#), RelayAction::Impulse { operated: false });
    assert_eq!(action(r#"Polarized(coil: ("a", "b"))"#), polarized(false, Side::Left));
    assert_eq!(action(r#"Polarized(coil: ("a", "b"), state: Right)"#), polarized(false, Side::Right));
    assert_eq!(action(r#"Polarized(coil: ("a", "b"), centre: true)"#), polarized(true, Side::Centre));
    assert_eq!(action(r#"Polarized(model: "telegraph", coil: ("a", "b"), state: Left)"#), polarized(true, Side::Left));
    assert_eq!(
        action(r#"Polarized(model: "telegraph", coil: ("a", "b"), centre: false)"#),
        polarized(false, Side::Left)
    );
}

#[test]
fn coils_come_in_their_own_order() {
    let coils = |part: &str| {
        let circuit = circuit(part);
        let nets = |coil: &kiber_netlist::Coil| [coil.plus, coil.minus].map(|net| circuit.nets[net].name.clone());
        let coils = circuit.parts.rows()[0].kind.coils();
        coils.map(|coil| format!("{} {}", coil.name, nets(coil).concat())).collect::<Vec<_>>()
    };
    assert_eq!(coils(r#"Bistable(reset: ("c", "d"), set: ("a", "b"))"#), ["set ab", "reset cd"]);
    assert_eq!(coils(r#"Bistable(coil: ("a", "b"))"#), [" ab"]);
    assert_eq!(coils(r#"Stepper(places: 2, home: ("c", "d"), coil: ("a", "b"))"#), [" ab", "home cd"]);
    assert_eq!(coils(r#"Polarized(coils: {"B": (pins: ("c", "d")), "A": (pins: ("a", "b"))})"#), ["B cd", "A ab"]);
}

#[test]
fn a_delay_stands_in_place_of_a_time() {
    let times = |part: &str| {
        let relay = relay(part);
        (relay.action, relay.operate_ms.nominal, relay.release_ms.nominal)
    };
    let on = r#"DelayRelay(kind: OnDelay, delay_ms: 500.0, coil: ("a", "b"))"#;
    assert_eq!(times(on), (RelayAction::OnDelay, 500.0, 5.0));
    assert_eq!(times(r#"DelayRelay(model: "slow", coil: ("a", "b"))"#), (RelayAction::OffDelay, 9.0, 300.0));
    // The times that do not hold are no defaults that anybody relies on.
    let defaults = |part: &str| {
        let used = circuit(part).defaults_used();
        used.iter().map(|used| used.field).filter(|field| field.ends_with("_ms")).collect::<Vec<_>>()
    };
    assert_eq!(defaults(on), ["release_ms", "transfer_ms"]);
    assert_eq!(defaults(r#"Polarized(coil: ("a", "b"))"#), ["operate_ms", "transfer_ms"]);
    assert_eq!(defaults(r#"Stepper(coil: ("a", "b"), places: 3)"#), ["operate_ms", "release_ms", "transfer_ms"]);
}

#[test]
fn what_stays_has_no_release_current() {
    assert_eq!(relay(r#"Bistable(coil: ("a", "b"))"#).release_ma, ms(0.0));
    assert_eq!(relay(r#"Polarized(coil: ("a", "b"), release_ma: 5.0)"#).release_ma, ms(0.0));
    assert_eq!(relay(r#"Polarized(model: "telegraph", coil: ("a", "b"))"#).release_ma, ms(4.0));
    let right = relay(r#"Polarized(coil: ("a", "b"), operate_ms: 3.0)"#);
    assert_eq!((right.operate_ms, right.release_ms), (ms(3.0), ms(3.0)));
}

#[test]
fn steppers_and_their_contacts() {
    let text = r#"Stepper(
        model: "uniselector", coil: ("a", "b"), state: 3, home: ("c", "b"), home_ms: 25.0,
        interrupter: {"1": Break("i", "j")}, off_normal: {"1": Make("o", "p"), "2": Break("o", "q")},
        wafers: {"w": (common: "c", places: ["n0", None, "n2"], bridging: true), "v": (common: "d", places: [])},
    )"#;
    let whole = stepper(text);
    assert_eq!((whole.places, whole.start, whole.steps_on), (4, 3, StepsOn::Release));
    assert_eq!((whole.transfer_ms, whole.home_ms, whole.bounce_ms), (ms(2.0), ms(25.0), 0.5));
    let circuit = circuit(text);
    let contacts = whole.contacts.iter().map(|&contact| &circuit.contacts[contact]);
    let names: Vec<_> = contacts.clone().map(|contact| (contact.name.as_str(), contact.follows)).collect();
    let (main, off_normal) = (Follows::Main, Follows::OffNormal);
    assert_eq!(
        names,
        [
            ("w", main),
            ("v", main),
            ("off_normal:1", off_normal),
            ("off_normal:2", off_normal),
            ("interrupter:1", Follows::Interrupter)
        ]
    );
    assert_eq!(
        circuit.contact("X/off_normal:2").map(|contact| circuit.contact_shown(contact)).unwrap(),
        "X/off_normal:2"
    );
    let [wafer, ..] = contacts.map(|contact| &contact.form).collect::<Vec<_>>()[..] else { panic!() };
    let net = |name: &str| circuit.net(name).unwrap();
    let places = vec![Some(net("n0")), None, Some(net("n2"))];
    assert_eq!(*wafer, ContactForm::Wafer { common: net("c"), places, bridging: true });
    let plain = stepper(r#"Stepper(coil: ("a", "b"), places: 2)"#);
    assert_eq!((plain.start, plain.steps_on, plain.home, plain.home_ms), (0, StepsOn::Operate, None, ms(40.0)));
}

#[test]
fn selectors() {
    let turned = selector(
        r#"Selector(places: 3, start: 2, transfer_ms: 20.0, bounce_ms: 2.0, wafers: {"a": (common: "c", places: ["x"]), "b": (common: "d", places: ["y"])})"#,
    );
    let Selector { places, start, transfer_ms, bounce_ms, contacts } = turned;
    assert_eq!((places, start, transfer_ms, bounce_ms, contacts.len()), (3, 2, 20.0, 2.0, 2));
    assert_eq!(selector("Selector(places: 2)").start, 0);
}

#[test]
fn capacitors_and_fuses() {
    let PartKind::Capacitor(capacitor) =
        kind(r#"Capacitor(pins: ("a", "b"), farads: (0.8e-3, 1e-3, 1.2e-3), volts: -6)"#)
    else {
        panic!()
    };
    assert_eq!((capacitor.farads.max, capacitor.series_ohms, capacitor.volts), (1.2e-3, ms(0.1), -6.0));
    let PartKind::Fuse(fuse) = kind(r#"Fuse(pins: ("a", "b"), amps: 0.5)"#) else { panic!() };
    assert_eq!((fuse.amps, fuse.blow_ms, fuse.short_ohms), (0.5, 50.0, 0.01));
}

#[test]
fn contacts_with_a_moment_of_their_own() {
    let circuit = circuit(
        r#"Relay(coil: ("a", "b"), bounce_ms: 1.5, contacts: {
            "1": Timed(contact: Make("c", "d"), early_ms: 0.5),
            "2": Timed(late_ms: 0.25, contact: Changeover(common: "c", make: "d", bridging: true)),
            "3": Break("c", "d"),
        })"#,
    );
    let later: Vec<f64> = circuit.contacts.rows().iter().map(|contact| contact.later_ms).collect();
    assert_eq!(later, [-0.5, 0.25, 0.0]);
    assert!(matches!(circuit.contacts.rows()[1].form, ContactForm::Changeover { bridging: true, .. }));
    let PartKind::Relay(relay) = &circuit.parts.rows()[0].kind else { panic!() };
    assert_eq!(relay.bounce_ms, 1.5);
}

#[test]
fn what_is_left_out() {
    check(r#"Bistable(set: ("a", "b"))"#, &["missing-field Bistable"]);
    check("Impulse()", &["missing-field Impulse"]);
    check(r#"DelayRelay(coil: ("a", "b"))"#, &["missing-field DelayRelay", "missing-field DelayRelay"]);
    check(r#"Stepper(coil: ("a", "b"))"#, &["missing-field Stepper"]);
    check("Selector()", &["missing-field Selector"]);
    check(r#"Capacitor(pins: ("a", "b"))"#, &["missing-field Capacitor"]);
    check(r#"Fuse(pins: ("a", "b"))"#, &["missing-field Fuse"]);
    check(r#"Selector(places: 2, wafers: {"a": (places: ["x"])})"#, &[r#"missing-field (places: ["x"])"#]);
    check(r#"Button(contacts: {"1": Timed(contact: Make("a", "b"))})"#, &["missing-field Timed"]);
    check(r#"Button(contacts: {"1": Timed(early_ms: 1.0)})"#, &["missing-field Timed"]);
}

#[test]
fn what_is_said_twice() {
    check(
        r#"Bistable(set: ("a", "b"), reset: ("c", "b"), coil: ("a", "b"))"#,
        &[r#"conflicting-fields ("a", "b")"#, r#"conflicting-fields ("c", "b")"#],
    );
    check(
        r#"DelayRelay(kind: OffDelay, delay_ms: 9.0, release_ms: 8.0, coil: ("a", "b"))"#,
        &["conflicting-fields 8.0"],
    );
    check(
        r#"Button(contacts: {"1": Timed(contact: Make("a", "b"), early_ms: 1.0, late_ms: 2.0)})"#,
        &["conflicting-fields 2.0"],
    );
    check(
        r#"Selector(places: 2, wafers: {"a": (common: "c", places: []), "a": (common: "c", places: [])})"#,
        &[r#"duplicate-contact "a""#],
    );
    check(
        r#"Stepper(coil: ("a", "b"), places: 2, wafers: {"off_normal:1": (common: "c", places: [])}, off_normal: {"1": Make("a", "b")})"#,
        &[r#"bad-name "off_normal:1""#],
    );
}

#[test]
fn words_and_numbers_that_will_not_do() {
    check(r#"Impulse(coil: ("a", "b"), state: Left)"#, &["bad-value Left"]);
    check(r#"Polarized(coil: ("a", "b"), state: Centre)"#, &["bad-value Centre"]);
    check(r#"Polarized(coil: ("a", "b"), centre: true, state: Centre)"#, &[]);
    check(r#"DelayRelay(kind: Off, delay_ms: 9.0, coil: ("a", "b"))"#, &["bad-value Off"]);
    check(r#"Stepper(coil: ("a", "b"), places: 1)"#, &["bad-number 1"]);
    check(r#"Stepper(coil: ("a", "b"), places: 3, state: 3)"#, &["bad-number 3"]);
    let moments = |count: usize| {
        let contacts: Vec<String> = (0..count)
            .map(|index| format!(r#""{index}": Timed(contact: Make("x", "y"), late_ms: 0.{:03})"#, index + 1))
            .collect();
        format!(r#"Stepper(coil: ("+", "-"), places: 1000, interrupter: {{{}}})"#, contacts.join(", "))
    };
    check(&moments(1), &[]);
    check(&moments(2), &["bad-number 1000"]);
    check("Selector(places: 1001)", &["bad-number 1001"]);
    check("Selector(places: 3, start: 7)", &["bad-number 7"]);
    check("Selector(places: 2.5)", &["bad-number 2.5"]);
    check(r#"Selector(places: 2, wafers: {"a": (common: "c", places: ["x", "y", "z"])})"#, &[r#"too-many-places "z""#]);
    check(r#"Selector(places: 2, wafers: {"a": (common: "c", places: "x")})"#, &[r#"bad-value "x""#]);
    check(
        r#"Selector(places: 2, wafers: {"a": (common: "c", places: ["x"], bridge: true)})"#,
        &["unknown-field bridge"],
    );
    check(r#"Capacitor(pins: ("a", "b"), farads: 0.0)"#, &["bad-number 0.0"]);
    check(r#"Capacitor(pins: ("a", "b"), farads: 1.0, series_ohms: 0.0)"#, &["bad-number 0.0"]);
    check(r#"Fuse(pins: ("a", "b"), amps: 1.0, blow_ms: 0.0)"#, &["bad-number 0.0"]);
    check(r#"Button(contacts: {"1": Timed(contact: Make("a", "b"), early_ms: -1.0)})"#, &["bad-number -1.0"]);
}

#[test]
fn forms_of_contact_where_they_do_not_belong() {
    check(r#"Button(contacts: {"1": Left("a", "b")})"#, &["unknown-contact-form Left"]);
    check(
        r#"Polarized(coil: ("a", "b"), contacts: {"1": Changeover(common: "a", make: "b")})"#,
        &["unknown-contact-form Changeover"],
    );
    check(r#"Polarized(coil: ("a", "b"), contacts: {"1": Timed(contact: Right("a", "b"), late_ms: 0.5)})"#, &[]);
    check(
        r#"Button(contacts: {"1": Timed(contact: Timed(contact: Make("a", "b"), early_ms: 1.0), early_ms: 1.0)})"#,
        &["unknown-contact-form Timed"],
    );
}

/// Where each side of a contact can be early or late, to the microsecond.
#[test]
fn moments_that_there_is_time_for() {
    let timed = |kind: &str, contact: &str, moment: &str| {
        format!(r#"{kind}, operate_ms: 8.0, release_ms: 5.0, contacts: {{"1": Timed(contact: {contact}, {moment})}})"#)
    };
    let most = |kind: &str, contact: &str, field: &str, most: f64| {
        check(&timed(kind, contact, &format!("{field}: {most:?}")), &[]);
        check(&timed(kind, contact, &format!("{field}: {:?}", most + 0.001)), &[r#"moment-too-far "1""#]);
    };
    let relay = r#"Relay(coil: ("a", "b")"#;
    let (make, break_) = (r#"Make("a", "b")"#, r#"Break("a", "b")"#);
    most(relay, make, "early_ms", 8.0);
    most(relay, make, "late_ms", 4.0);
    most(relay, break_, "early_ms", 7.0);
    most(relay, break_, "late_ms", 5.0);
    let both = |bridging: bool| format!(r#"Changeover(common: "a", break: "b", make: "c", bridging: {bridging})"#);
    most(relay, &both(false), "early_ms", 7.0);
    most(relay, &both(true), "late_ms", 4.0);
    let bridging_make = r#"Changeover(common: "a", make: "c", bridging: true)"#;
    most(relay, bridging_make, "early_ms", 7.0);
    most(relay, bridging_make, "late_ms", 5.0);
    // The contacts of an impulse relay move both ways as it operates.
    most(r#"Impulse(coil: ("a", "b")"#, make, "late_ms", 7.0);
    most(r#"Polarized(coil: ("a", "b")"#, r#"Left("a", "b")"#, "late_ms", 7.0);
    most(r#"Polarized(centre: true, coil: ("a", "b")"#, r#"Left("a", "b")"#, "late_ms", 4.0);
    let stepper = |on: &str, map: &str, late: f64| {
        format!(
            r#"Stepper(coil: ("a", "b"), places: 3, on: {on}, interrupter: {{}}, {map}: {{"1": Timed(contact: Make("a", "b"), late_ms: {late:?})}})"#
        )
    };
    check(&stepper("Operate", "off_normal", 7.0), &[]);
    check(&stepper("Operate", "off_normal", 7.001), &[r#"moment-too-far "1""#]);
    check(&stepper("Release", "off_normal", 4.001), &[r#"moment-too-far "1""#]);
}

#[test]
fn times_that_there_is_no_time_for() {
    let home = |ms: f64| format!(r#"Stepper(coil: ("a", "b"), places: 3, home: ("c", "b"), home_ms: {ms:?})"#);
    check(&home(7.0), &[]);
    check(&home(6.999), &["home-too-short 6.999"]);
    check(r#"Stepper(coil: ("a", "b"), places: 3, home_ms: 2.0)"#, &[]);
    check(r#"DelayRelay(kind: OnDelay, delay_ms: 0.5, coil: ("a", "b"))"#, &["transfer-too-long DelayRelay"]);
    check(r#"Polarized(release_ms: 0.5, coil: ("a", "b"))"#, &[]);
    check(r#"Relay(shorted_release_ms: 0.5, coil: ("a", "b"))"#, &["transfer-too-long Relay"]);
    check(r#"Polarized(release_ma: 50.0, coil: ("a", "b"))"#, &[]);
    check(r#"Polarized(release_ma: 50.0, centre: true, coil: ("a", "b"))"#, &["release-above-operate 50.0"]);
    check(r#"Stepper(release_ma: 50.0, places: 2, coil: ("a", "b"))"#, &["release-above-operate 50.0"]);
}

/// The rating of each contact of a circuit with these models and parts.
#[track_caller]
fn check_ratings(models: &str, parts: &str, expected: &[(&str, Option<f64>)]) {
    let text = format!(r#"Circuit(models: {{{models}}}, parts: {{{parts}}})"#);
    let circuit = read(&text).circuit.unwrap();
    let found: Vec<(String, Option<f64>)> = circuit
        .contacts
        .iter()
        .map(|(id, contact)| (circuit.contact_shown(id).to_string(), contact.rated_amps))
        .collect();
    let found: Vec<(&str, Option<f64>)> = found.iter().map(|(name, rated)| (name.as_str(), *rated)).collect();
    assert_eq!(found, expected);
}

#[test]
fn contacts_have_the_rating_of_their_part_or_its_model() {
    let relay = |fields: &str| {
        format!(r#"Relay({fields} coil: ("a", "-"), contacts: {{"1": Make("+", "a"), "2": Break("+", "b")}}),"#)
    };
    check_ratings(
        "\"R\": Relay(contact_amps: 2.0)",
        &format!(
            r#""K1": {} "K2": {} "K3": {} "SA1": Selector(places: 2, contact_amps: 6, wafers: {{"w": (common: "+", places: ["a"])}}),
            "N1": Stepper(coil: ("a", "-"), places: 3, contact_amps: 0.5, off_normal: {{"1": Make("+", "c")}})"#,
            relay("model: \"R\","),
            relay("model: \"R\", contact_amps: 0.1,"),
            relay(""),
        ),
        &[
            ("K1/1", Some(2.0)),
            ("K1/2", Some(2.0)),
            ("K2/1", Some(0.1)),
            ("K2/2", Some(0.1)),
            ("K3/1", None),
            ("K3/2", None),
            ("SA1/w", Some(6.0)),
            ("N1/off_normal:1", Some(0.5)),
        ],
    );
}

#[test]
fn a_rating_is_one_number_above_nothing() {
    let message = |value: &str| {
        let text = format!(r#"Circuit(parts: {{"S1": Button(contact_amps: {value}, contacts: {{}})}})"#);
        let finding = read(&text).findings.remove(0);
        format!("{}: {}; {}", finding.code, finding.message, finding.help.unwrap_or_default())
    };
    insta::assert_snapshot!(
        ["0", "-2.0", "(1.0, 2.0, 3.0)", "many"].map(message).join("\n"), @"
    bad-number: 0 A will not do for a current; it has to be from 0.000000001 to 1000000 A
    bad-number: -2.0 A will not do for a current; it has to be from 0.000000001 to 1000000 A
    bad-value: expected one number, found something in parentheses; a rating is one number: it does not vary from part to part
    bad-value: expected a number, found `many`;
    ");
}
