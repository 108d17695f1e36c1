//! Random circuits of every kind of part, and what hands may do to them.

use kiber_engine::{Action, ContactSide, Fault, Simulator};
use kiber_netlist::{ContactForm, ContactId, PartId, PartKind};
use proptest::prelude::*;
use proptest::sample::select;

const NETS: [&str; 8] = ["+", "-", "p", "q", "a", "b", "c", "d"];

fn net() -> impl Strategy<Value = &'static str> {
    select(&NETS[..])
}

/// Two different nets.
fn nets() -> impl Strategy<Value = (&'static str, &'static str)> {
    (net(), net()).prop_filter("two nets", |(a, b)| a != b)
}

/// A map of named things as the format writes it.
fn map(field: &str, rows: &[String]) -> String {
    let rows: Vec<String> = rows.iter().enumerate().map(|(at, row)| format!("\"{at}\": {row}")).collect();
    format!("{field}: {{ {} }}", rows.join(", "))
}

/// A contact, one in three of them with a moment of its own.
fn contact() -> impl Strategy<Value = String> {
    (nets(), net(), 0..4u8, 0..3u8, 1..30u32).prop_map(|((a, b), c, kind, timed, tenths)| {
        let form = match kind {
            0 => format!("Make({a:?}, {b:?})"),
            1 => format!("Break({a:?}, {b:?})"),
            2 => format!("Changeover(common: {a:?}, break: {b:?}, make: {c:?})"),
            _ => format!("Changeover(common: {a:?}, break: {b:?}, make: {c:?}, bridging: true)"),
        };
        match timed {
            0 => form,
            1 => timed_contact(&form, "early_ms", tenths),
            _ => timed_contact(&form, "late_ms", tenths),
        }
    })
}

fn timed_contact(form: &str, moment: &str, tenths: u32) -> String {
    format!("Timed(contact: {form}, {moment}: {:?})", f64::from(tenths) / 10.0)
}

fn contacts() -> impl Strategy<Value = String> {
    prop::collection::vec(contact(), 1..3).prop_map(|contacts| map("contacts", &contacts))
}

/// Contacts of a polarized relay.
fn sides() -> impl Strategy<Value = String> {
    let contact = (nets(), any::<bool>(), 0..20u32).prop_map(|((a, b), left, tenths)| {
        let form = format!("{}({a:?}, {b:?})", if left { "Left" } else { "Right" });
        if tenths % 4 == 0 { timed_contact(&form, "early_ms", tenths + 1) } else { form }
    });
    prop::collection::vec(contact, 1..4).prop_map(|contacts| map("contacts", &contacts))
}

/// Wafers of a switch with so many places.
fn wafers(places: usize) -> impl Strategy<Value = String> {
    let place = prop::option::weighted(0.8, net());
    let wafer =
        (net(), prop::collection::vec(place, 1..=places), any::<bool>()).prop_map(|(common, places, bridging)| {
            let places: Vec<String> = places
                .into_iter()
                .map(|net| net.filter(|&net| net != common).map_or("None".to_owned(), |net| format!("{net:?}")))
                .collect();
            format!("(common: {common:?}, places: [{}], bridging: {bridging})", places.join(", "))
        });
    prop::collection::vec(wafer, 1..3).prop_map(|wafers| map("wafers", &wafers))
}

/// Operate, release and transfer time, and now and then a bounce.
fn times() -> impl Strategy<Value = String> {
    (1..5u32, 1..5u32, 0..3u32, 0..6u32).prop_map(|(operate, release, transfer, bounce)| {
        let bounce = if bounce == 0 { ", bounce_ms: 0.7" } else { "" };
        let transfer = transfer.min(operate).min(release);
        format!("operate_ms: {operate}, release_ms: {release}, transfer_ms: {transfer}{bounce}")
    })
}

/// Parts that were there from the start.
fn plain_part() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => (nets(), contacts(), times()).prop_map(|((a, b), contacts, times)| {
            format!("Relay(coil: ({a:?}, {b:?}), {times}, {contacts})")
        }),
        1 => (nets(), nets(), any::<bool>(), contacts()).prop_map(|((a, b), (c, d), slug, contacts)| {
            let slug = if slug { "shorted_release_ms: 9, " } else { "" };
            format!("Relay(coils: {{ \"A\": (pins: ({a:?}, {b:?})), \"B\": (pins: ({c:?}, {d:?}), operate_ma: 14.0) }}, {slug}{contacts})")
        }),
        2 => (contacts(), 0..3u8, 0..4u8).prop_map(|(contacts, transfer, bounce)| {
            let bounce = if bounce == 0 { "bounce_ms: 1.1, " } else { "" };
            format!("Button(transfer_ms: {transfer}, {bounce}{contacts})")
        }),
        1 => (contacts(), any::<bool>()).prop_map(|(contacts, on)| format!("Toggle(on: {on}, {contacts})")),
        2 => nets().prop_map(|(a, b)| format!("Lamp(pins: ({a:?}, {b:?}))")),
        2 => (nets(), 1..9u32).prop_map(|((a, b), hundreds)| format!("Resistor(pins: ({a:?}, {b:?}), ohms: {hundreds}00)")),
        2 => (nets(), 0..2u8).prop_map(|((a, b), drop)| format!("Diode(anode: {a:?}, cathode: {b:?}, drop_volts: {})", 0.7 * f64::from(drop))),
        1 => (nets(), 4..7i32, 0..3u8, -1..2i8).prop_map(|((a, b), decade, ohms, volts)| {
            let ohms = [0.1, 5.0, 80.0][ohms as usize];
            format!("Capacitor(pins: ({a:?}, {b:?}), farads: 1e-{decade}, series_ohms: {ohms}, volts: {})", 12 * volts)
        }),
        1 => nets().prop_map(|(a, b)| format!("Source(plus: {a:?}, minus: {b:?}, volts: 12, internal_ohms: 40)")),
    ]
}

/// Mechanisms with more to them than two seats and two travels.
fn mechanism() -> impl Strategy<Value = String> {
    let state = select(&["Released", "Operated"][..]);
    let side = select(&["Left", "Centre", "Right"][..]);
    prop_oneof![
        (nets(), nets(), times(), state.clone(), contacts()).prop_map(|((a, b), (c, d), times, state, contacts)| {
            format!("Bistable(set: ({a:?}, {b:?}), reset: ({c:?}, {d:?}), {times}, state: {state}, {contacts})")
        }),
        (nets(), times(), contacts())
            .prop_map(|((a, b), times, contacts)| format!("Bistable(coil: ({a:?}, {b:?}), {times}, {contacts})")),
        (nets(), times(), state, contacts()).prop_map(|((a, b), times, state, contacts)| {
            format!("Impulse(coil: ({a:?}, {b:?}), {times}, state: {state}, {contacts})")
        }),
        (nets(), times(), any::<bool>(), side, sides()).prop_map(|((a, b), times, centre, side, sides)| {
            let side = if centre || side != "Centre" { side } else { "Left" };
            format!("Polarized(coil: ({a:?}, {b:?}), {times}, centre: {centre}, state: {side}, {sides})")
        }),
        (nets(), nets(), times(), sides()).prop_map(|((a, b), (c, d), times, sides)| {
            format!("Polarized(coils: {{ \"A\": (pins: ({a:?}, {b:?})), \"B\": (pins: ({c:?}, {d:?}), operate_ma: 20.0) }}, centre: true, {times}, {sides})")
        }),
        (nets(), any::<bool>(), 3..20u32, contacts()).prop_map(|((a, b), on, delay, contacts)| {
            let kind = if on { "OnDelay" } else { "OffDelay" };
            format!("DelayRelay(kind: {kind}, delay_ms: {delay}, coil: ({a:?}, {b:?}), {contacts})")
        }),
        stepper(),
        (2..6usize, 0..3u8, 0..3u8).prop_flat_map(|(places, transfer, bounce)| {
            let bounce = if bounce == 0 { "bounce_ms: 0.4, " } else { "" };
            (0..places, wafers(places)).prop_map(move |(start, wafers)| {
                format!("Selector(places: {places}, start: {start}, transfer_ms: {transfer}, {bounce}{wafers})")
            })
        }),
        (nets(), 1..20u32, 1..9u32).prop_map(|((a, b), hundredths, blow)| {
            format!("Fuse(pins: ({a:?}, {b:?}), amps: {:?}, blow_ms: {blow})", f64::from(hundredths) / 100.0)
        }),
    ]
}

fn stepper() -> impl Strategy<Value = String> {
    (2..12usize).prop_flat_map(|places| {
        let home = prop::option::of((nets(), 5..15u32));
        let own = || prop::collection::vec(contact(), 0..2);
        let coils = (nets(), home, times());
        (coils, select(&["Operate", "Release"][..]), 0..places, wafers(places), own(), own()).prop_map(
            move |(((a, b), home, times), on, start, wafers, off_normal, interrupter)| {
                let home = home.map_or(String::new(), |((c, d), ms)| format!("home: ({c:?}, {d:?}), home_ms: {ms}, "));
                let (off_normal, interrupter) = (map("off_normal", &off_normal), map("interrupter", &interrupter));
                // Of one name each.
                let (off_normal, interrupter) = (off_normal.replace("\"0\":", "\"n\":"), interrupter.replace("\"0\":", "\"i\":"));
                format!("Stepper(coil: ({a:?}, {b:?}), {home}{times}, places: {places}, on: {on}, state: {start}, {wafers}, {off_normal}, {interrupter})")
            },
        )
    })
}

fn part() -> impl Strategy<Value = String> {
    prop_oneof![3 => plain_part(), 2 => mechanism()].prop_map(fitting)
}

/// The part, its contacts without moments of their own if it has no time for them.
fn fitting(mut part: String) -> String {
    let findings = kiber_netlist::read(&format!("Circuit(parts: {{ \"X\": {part} }})")).findings;
    if findings.iter().any(|finding| finding.code == "moment-too-far") {
        for moment in ["early_ms: ", "late_ms: "] {
            let pieces = part.split(moment).enumerate().map(|(at, piece)| match at {
                0 => piece.to_owned(),
                _ => format!("{moment}0.0{}", piece.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')),
            });
            part = pieces.collect();
        }
    }
    part
}

pub(crate) fn circuit_text() -> impl Strategy<Value = String> {
    (prop::collection::vec(part(), 3..14), any::<bool>()).prop_map(|(parts, second)| {
        let mut text = String::from("\"G1\": Source(plus: \"+\", minus: \"-\", volts: 24),\n");
        if second {
            text += "\"G2\": Source(plus: \"p\", minus: \"q\", volts: 12),\n";
        }
        for (at, part) in parts.iter().enumerate() {
            text += &format!("\"X{at}\": {part},\n");
        }
        text
    })
}

/// So many parts that their zone has no key: groups of them with nets of their own, held together by
/// one net that all have in common.
pub(crate) fn large_circuit_text() -> impl Strategy<Value = String> {
    prop::collection::vec(part(), 150..220).prop_map(|parts| {
        let mut text = String::from("\"G1\": Source(plus: \"+\", minus: \"-\", volts: 24),\n");
        for (at, part) in parts.iter().enumerate() {
            let mut part = part.clone();
            for net in ["a", "b", "c", "p", "q"] {
                part = part.replace(&format!("\"{net}\""), &format!("\"{net}{}\"", at / 6));
            }
            // What joins nets is not to short the supply all the time: it keeps away from minus.
            let joins = |part: &str| part.starts_with("Diode") || part.starts_with("Fuse");
            let from = if joins(&part) { Some(0) } else { part.find("contacts").or(part.find("wafers")) };
            if let Some(from) = from.filter(|_| at % 40 > 0) {
                let rest = part.split_off(from);
                part += &rest.replace("\"-\"", &format!("\"b{}\"", at / 6));
            }
            text += &format!("\"X{at}\": {part},\n");
        }
        text
    })
}

/// Whatever can be done to the `choice`-th part.
pub(crate) fn action(simulator: &Simulator, choice: u32) -> Action {
    let parts: Vec<PartId> = simulator.circuit().parts.ids().collect();
    let part = parts[choice as usize % parts.len()];
    let turn = choice / 64;
    match &simulator.circuit().parts[part].kind {
        PartKind::Button(_) if simulator.is_held(part) => Action::Free(part),
        PartKind::Button(_) => Action::Press(part),
        PartKind::Toggle(_) => Action::Flip(part),
        PartKind::Selector(selector) => Action::Turn(part, (turn % selector.places) as u16),
        PartKind::Fuse(_) if simulator.is_blown(part) => Action::Replace(part),
        PartKind::Source(_) => Action::Source(part, !simulator.source_is_on(part)),
        _ => {
            let contact = simulator.circuit().contacts_of(part).first().copied();
            let fault = match (contact, turn % 4) {
                (Some(contact), 0) => Fault::ContactStuckOpen(contact),
                (Some(contact), 1) => Fault::ContactWelded { contact, side: side(simulator, contact, turn / 8) },
                (Some(_), 2) => Fault::ArmatureStuck(part),
                _ => match simulator.circuit().nets_of(part).first() {
                    Some(&net) => Fault::WireOff(part, net),
                    None => return Action::Source(parts[0], true),
                },
            };
            if simulator.faults().contains(&fault) { Action::Mend(fault) } else { Action::Break(fault) }
        }
    }
}

/// A side on which a contact may be welded.
fn side(simulator: &Simulator, contact: ContactId, choice: u32) -> ContactSide {
    match &simulator.circuit().contacts[contact].form {
        ContactForm::Wafer { places, .. } => ContactSide::Place((choice as usize % places.len()) as u16),
        _ if choice % 2 == 1 => ContactSide::Make,
        _ => ContactSide::Break,
    }
}
