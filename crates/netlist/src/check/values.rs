//! Values that do not go together.

use std::collections::BTreeSet;

use crate::build::{Models, Resolver};
use crate::check::times::check_times;
use crate::circuit::Quantity;
use crate::finding::Severity;
use crate::kinds::COIL_OHMS;
use crate::read::DraftPart;
use crate::read::reader::Reader;
use crate::schematic::{Value, WrittenContact};

/// Asks each part that could be read, whatever is wrong with the others.
pub(crate) fn check_values(
    reader: &mut Reader<'_>,
    parts: &[DraftPart],
    model_of: &[Option<usize>],
    models: &Models<'_>,
) {
    for values in Resolver::each(parts, model_of, models).filter(Resolver::is_whole) {
        check_needed(reader, &values);
        match values.part.kind().map(|kind| kind.name) {
            Some("Relay" | "DelayRelay" | "Impulse" | "Bistable" | "Polarized" | "Stepper") => {
                check_times(reader, &values);
                check_currents(reader, &values);
                check_sets(reader, &values);
                check_side(reader, &values);
            }
            Some("Lamp") => check_lamp(reader, &values),
            _ => {}
        }
        check_places(reader, &values);
    }
}

fn check_currents(reader: &mut Reader<'_>, values: &Resolver<'_>) {
    // What keeps its place without current has no use for a release current.
    if values.stays() {
        return;
    }
    let (Some(release), Some(operate)) = (values.number("release_ma"), lowest_operate(values)) else {
        return;
    };
    let severity = if release.nominal > operate.nominal {
        Severity::Error
    } else if release.max > operate.min {
        Severity::Warning
    } else {
        return;
    };
    let message = if severity == Severity::Error {
        format!(
            "`{}` releases below {} mA and operates only from {} mA: between them it would do both",
            values.part.name, release.nominal, operate.nominal
        )
    } else {
        format!("at the ends of its ranges `{}` releases at more current than it operates at", values.part.name)
    };
    let finding = reader.report("release-above-operate", severity, values.place("release_ma"), message);
    if values.place("operate_ma") != values.place("release_ma") {
        finding.second = Some((values.place("operate_ma").range(), "the operate current".to_owned()));
    }
    finding.help = Some(
        "the release current is the lower one; unless said otherwise a relay operates at 28 mA and releases at 7 mA"
            .to_owned(),
    );
}

/// The release current is measured against the first winding.
fn lowest_operate(values: &Resolver<'_>) -> Option<Quantity> {
    let first = match values.own("coils") {
        Some(Value::Coils(coils)) => coils.first().and_then(|(_, coil)| coil.operate_ma),
        _ => None,
    };
    first.or_else(|| values.number("operate_ma"))
}

fn check_sets(reader: &mut Reader<'_>, values: &Resolver<'_>) {
    let (Some(sets), Some(Value::Contacts(contacts))) = (values.count("sets"), values.own("contacts")) else {
        return;
    };
    let Some((extra, place)) = contacts.get(sets as usize).zip(values.part.places.contacts.get(sets as usize)) else {
        return;
    };
    let message = format!("`{}` has {} contacts, and such a relay has only {sets}", values.part.name, contacts.len());
    let finding = reader.warning("too-many-contacts", place.name, message);
    finding.label = format!("`{}` is one too many", extra.0);
    finding.second = Some((values.place("sets").range(), "said here".to_owned()));
    finding.help = Some("use a second relay with its coil in parallel, or a model with more contacts".to_owned());
}

/// A polarized relay without a centre cannot stand there.
fn check_side(reader: &mut Reader<'_>, values: &Resolver<'_>) {
    if values.own("state") != Some(&Value::Word("Centre")) || !values.stays() {
        return;
    }
    let message = format!("`{}` cannot stand in the centre: it stays left or right", values.part.name);
    let finding = reader.error("bad-value", values.place("state"), message);
    if values.value("centre").is_some() {
        finding.second = Some((values.place("centre").range(), "said here".to_owned()));
    }
    finding.help = Some("add `centre: true`, or let it stand `Left` or `Right`".to_owned());
}

/// A lamp's resistance is what its volts and amperes make it, so the two have to go together.
fn check_lamp(reader: &mut Reader<'_>, values: &Resolver<'_>) {
    let (Some(volts), Some(amps)) = (values.number("volts"), values.number("amps")) else { return };
    let ohms = volts.nominal / amps.nominal;
    if !COIL_OHMS.admits(ohms) {
        let message = format!("{} V and {} A make a lamp of {ohms} ohms", volts.nominal, amps.nominal);
        reader.error("bad-number", values.place("volts"), message).help =
            Some(format!("it has to be from {} to {} ohms", COIL_OHMS.least, COIL_OHMS.most));
    }
}

/// Values without a default that may stand on the part or in its model.
const NEEDED: [(&str, &str, &str); 7] = [
    ("Resistor", "ohms", "ohms: 1000.0"),
    ("Capacitor", "farads", "farads: 0.001"),
    ("Fuse", "amps", "amps: 1.0"),
    ("DelayRelay", "kind", "kind: OnDelay"),
    ("DelayRelay", "delay_ms", "delay_ms: 500.0"),
    ("Stepper", "places", "places: 11"),
    ("Selector", "places", "places: 3"),
];

fn check_needed(reader: &mut Reader<'_>, values: &Resolver<'_>) {
    let own_kind = values.part.kind().map(|kind| kind.name);
    // A model that does not exist has been reported.
    if values.model.is_none() && values.own("model").is_some() {
        return;
    }
    for (_, field, example) in
        NEEDED.into_iter().filter(|&(kind, field, _)| own_kind == Some(kind) && values.value(field).is_none())
    {
        let message = format!("`{}` has no `{field}`", values.part.name);
        reader.error("missing-field", values.part.places.kind, message).help =
            Some(format!("add it to the part or to its model, as in `{example}`"));
    }
}

/// The most places a switch may have; more than any that was built.
const MOST_PLACES: u32 = 1000;

/// So many stops between their places switches may have; the engine numbers them.
const MOST_STOPS: u64 = 16_000;

/// Each moment at which some contact moves is a stop between two places, and a bounce is two more.
fn check_stops(reader: &mut Reader<'_>, values: &Resolver<'_>, places: u32) {
    let mut moments: BTreeSet<i64> = BTreeSet::from([0]);
    for field in ["off_normal", "interrupter"] {
        let Some(Value::Contacts(contacts)) = values.own(field) else { continue };
        for (_, contact) in contacts {
            if let WrittenContact::Timed { early_ms, late_ms, .. } = contact {
                let later_ms = late_ms.unwrap_or(0.0) - early_ms.unwrap_or(0.0);
                moments.insert((later_ms * 1e3).round() as i64);
            }
        }
    }
    let stops = 2 * u64::from(places) * (3 * moments.len() as u64 + 2);
    if stops > MOST_STOPS {
        let message = format!(
            "`{}` has {places} places and contacts with {} moments: more stops than can be told apart",
            values.part.name,
            moments.len()
        );
        reader.error("bad-number", values.place("places"), message).help =
            Some("give it fewer places, or more of its contacts the same `early_ms` or `late_ms`".to_owned());
    }
}

/// Places of steppers and selectors: how many, where it starts, and no more nets than places.
fn check_places(reader: &mut Reader<'_>, values: &Resolver<'_>) {
    let Some(places) = values.count("places") else { return };
    let name = &values.part.name;
    if !(2..=MOST_PLACES).contains(&places) {
        let message = format!("`{name}` has {places} places");
        reader.error("bad-number", values.place("places"), message).help =
            Some(format!("it has to be from 2 to {MOST_PLACES}"));
        return;
    }
    check_stops(reader, values, places);
    for field in ["state", "start"] {
        let Some(start) = values.count(field).filter(|&start| start >= places) else { continue };
        let message = format!("`{name}` cannot stand at place {start}: its places are 0 to {}", places - 1);
        let finding = reader.error("bad-number", values.place(field), message);
        finding.second = Some((values.place("places").range(), format!("{places} places")));
        finding.help = Some("places count from 0, which is home".to_owned());
    }
    let Some(Value::Wafers(wafers)) = values.own("wafers") else { return };
    for ((wafer, written), spans) in wafers.iter().zip(&values.part.places.wafers) {
        let Some(extra) = spans.nets.get(places as usize) else { continue };
        let count = written.places.len();
        let message = format!("wafer `{wafer}` of `{name}` has {count} nets, and the switch only {places} places");
        let finding = reader.error("too-many-places", *extra, message);
        finding.second = Some((values.place("places").range(), format!("{places} places")));
        finding.help = Some("leave the nets out that no place is for, or give the switch more places".to_owned());
    }
}
