//! Values that do not go together.

use crate::build::{ModelOf, Resolver};
use crate::circuit::Quantity;
use crate::finding::Severity;
use crate::kinds::COIL_OHMS;
use crate::read::Draft;
use crate::read::reader::Reader;
use crate::schematic::Value;

/// Asks each part that could be read, whatever is wrong with the others.
pub(crate) fn check_values(reader: &mut Reader<'_>, draft: &Draft, models: &ModelOf) {
    for index in 0..draft.parts.len() {
        let Some(values) = Resolver::new(draft, models, index).filter(Resolver::is_whole) else { continue };
        match values.part.kind().map(|kind| kind.name) {
            Some("Relay") => {
                check_times(reader, &values);
                check_currents(reader, &values);
                check_sets(reader, &values);
            }
            Some("Lamp") => check_lamp(reader, &values),
            Some("Resistor") => check_resistor(reader, &values),
            _ => {}
        }
    }
}

fn check_times(reader: &mut Reader<'_>, values: &Resolver<'_>) {
    let [Some(operate), Some(release), Some(transfer)] =
        ["operate_ms", "release_ms", "transfer_ms"].map(|field| values.number(field))
    else {
        return;
    };
    let (shorter, field, word) = if operate.nominal <= release.nominal {
        (operate, "operate_ms", "operate")
    } else {
        (release, "release_ms", "release")
    };
    let severity = if transfer.nominal > shorter.nominal {
        Severity::Error
    } else if transfer.max > operate.min.min(release.min) {
        Severity::Warning
    } else {
        return;
    };
    let message = if severity == Severity::Error {
        format!(
            "`{}` travels for {} ms, longer than its {word} time of {} ms",
            values.part.name, transfer.nominal, shorter.nominal
        )
    } else {
        format!("at the ends of its ranges `{}` travels longer than it takes to operate or release", values.part.name)
    };
    let finding = reader.report("transfer-too-long", severity, values.place("transfer_ms"), message);
    if values.place(field) != values.place("transfer_ms") {
        finding.second = Some((values.place(field).range(), format!("the {word} time")));
    }
    finding.help = Some(if values.value("transfer_ms").is_some() {
        "the travel is the last part of the operate time and of the release time, and cannot be longer".to_owned()
    } else {
        format!(
            "the travel takes 1 ms unless said otherwise: add `transfer_ms: {:?}` or less",
            shorter.nominal.min(operate.nominal)
        )
    });
}

fn check_currents(reader: &mut Reader<'_>, values: &Resolver<'_>) {
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

fn check_resistor(reader: &mut Reader<'_>, values: &Resolver<'_>) {
    if values.number("ohms").is_none() && values.model.is_some() == values.own("model").is_some() {
        let message = format!("`{}` has no resistance", values.part.name);
        reader.error("missing-field", values.part.places.kind, message).help =
            Some("add `ohms`, as in `ohms: 1000.0`, to the part or to its model".to_owned());
    }
}
