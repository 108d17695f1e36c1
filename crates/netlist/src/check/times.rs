//! Times that do not go together: the travel, delays, moments of contacts, bounce, the way home.

use crate::build::Resolver;
use crate::circuit::Quantity;
use crate::finding::Severity;
use crate::read::reader::Reader;
use crate::schematic::{Value, WrittenContact};

pub(crate) fn check_times(reader: &mut Reader<'_>, values: &Resolver<'_>) {
    check_delay(reader, values);
    let Some(times) = Times::of(values) else { return };
    check_transfer(reader, values, &times);
    check_bounce(reader, values, &times);
    check_home(reader, values, &times);
    check_moments(reader, values, &times);
}

/// How long a part takes to operate and to move back, and the travel inside those.
struct Times {
    /// The fields that the first two come from, which may be one.
    fields: [&'static str; 2],
    operate: Quantity,
    release: Quantity,
    transfer: Quantity,
}

impl Times {
    fn of(values: &Resolver<'_>) -> Option<Self> {
        let fields = values.times();
        let [operate, release] = fields.map(|field| values.number(field));
        Some(Self { fields, operate: operate?, release: release?, transfer: values.number("transfer_ms")? })
    }

    /// The shorter of the two, with its field.
    fn shorter(&self) -> (Quantity, &'static str) {
        let [operate, release] = self.fields;
        if self.operate.nominal <= self.release.nominal { (self.operate, operate) } else { (self.release, release) }
    }
}

/// `operate_ms` as people say it.
fn spoken(field: &str) -> &'static str {
    match field {
        "operate_ms" => "operate time",
        "release_ms" => "release time",
        "shorted_release_ms" => "release time with a winding shorted",
        _ => "delay",
    }
}

/// The delay of a delay relay stands in place of a time that must not be given as well.
fn check_delay(reader: &mut Reader<'_>, values: &Resolver<'_>) {
    let replaced = match values.value("kind") {
        Some(Value::Word("OnDelay")) => "operate_ms",
        Some(Value::Word("OffDelay")) => "release_ms",
        _ => return,
    };
    if values.value(replaced).is_none() || values.value("delay_ms").is_none() {
        return;
    }
    let message = format!("the delay of `{}` stands in place of its `{replaced}`", values.part.name);
    let finding = reader.error("conflicting-fields", values.place(replaced), message);
    finding.second = Some((values.place("delay_ms").range(), "the delay".to_owned()));
    finding.help = Some(format!("leave `{replaced}` out"));
}

fn check_transfer(reader: &mut Reader<'_>, values: &Resolver<'_>, times: &Times) {
    let transfer = times.transfer;
    let (mut shorter, mut field) = times.shorter();
    let mut least = times.operate.min.min(times.release.min);
    if let Some(shorted) = values.number("shorted_release_ms") {
        least = least.min(shorted.min);
        if shorted.nominal < shorter.nominal {
            (shorter, field) = (shorted, "shorted_release_ms");
        }
    }
    let severity = if transfer.nominal > shorter.nominal {
        Severity::Error
    } else if transfer.max > least {
        Severity::Warning
    } else {
        return;
    };
    let message = if severity == Severity::Error {
        format!(
            "`{}` travels for {} ms, longer than its {} of {} ms",
            values.part.name,
            transfer.nominal,
            spoken(field),
            shorter.nominal
        )
    } else {
        format!("at the ends of its ranges `{}` travels longer than it takes to operate or release", values.part.name)
    };
    let finding = reader.report("transfer-too-long", severity, values.place("transfer_ms"), message);
    if values.place(field) != values.place("transfer_ms") {
        finding.second = Some((values.place(field).range(), format!("the {}", spoken(field))));
    }
    finding.help = Some(if values.value("transfer_ms").is_some() {
        "the travel is the last part of the operate time and of the release time, and cannot be longer".to_owned()
    } else {
        format!("the travel takes 1 ms unless said otherwise: add `transfer_ms: {:?}` or less", shorter.nominal)
    });
}

/// A contact that bounces for longer than its armature takes is a slip of the unit.
fn check_bounce(reader: &mut Reader<'_>, values: &Resolver<'_>, times: &Times) {
    let Some(bounce) = values.number("bounce_ms") else { return };
    let (shorter, field) = times.shorter();
    if bounce.nominal <= shorter.nominal {
        return;
    }
    let message = format!(
        "the contacts of `{}` bounce for {} ms, longer than its {} of {} ms",
        values.part.name,
        bounce.nominal,
        spoken(field),
        shorter.nominal
    );
    let finding = reader.warning("bounce-too-long", values.place("bounce_ms"), message);
    if values.value(field).is_some() {
        finding.second = Some((values.place(field).range(), format!("the {}", spoken(field))));
    }
    finding.help = Some("contacts of relays bounce for a millisecond or two".to_owned());
}

/// A stepper that is home before its home magnet has let go of the wipers.
fn check_home(reader: &mut Reader<'_>, values: &Resolver<'_>, times: &Times) {
    let Some(home) = values.number("home_ms").filter(|_| values.own("home").is_some()) else { return };
    let needed = micros(times.operate.nominal) - micros(times.transfer.nominal);
    if micros(home.nominal) >= needed {
        return;
    }
    let message = format!(
        "`{}` is to be home {} ms after the current came, and its home magnet takes {} ms to let the wipers go",
        values.part.name,
        home.nominal,
        milliseconds(needed)
    );
    let finding = reader.error("home-too-short", values.place("home_ms"), message);
    if values.value("operate_ms").is_some() {
        finding.second =
            Some((values.place("operate_ms").range(), "the magnet takes this, less the travel".to_owned()));
    }
    finding.help =
        Some("`home_ms` is the whole time, from the start of the current until the wipers are home".to_owned());
}

/// Contacts with a moment of their own that would have to move before anything is asked of their part.
fn check_moments(reader: &mut Reader<'_>, values: &Resolver<'_>, times: &Times) {
    let [operate, release, transfer] = [times.operate, times.release, times.transfer].map(|time| micros(time.nominal));
    let [operate_field, release_field] = times.fields;
    let steps_on_release = values.value("on") == Some(&Value::Word("Release"));
    let mut places = values.part.places.contacts.iter();
    for map in ["contacts", "off_normal", "interrupter"] {
        let Some(Value::Contacts(contacts)) = values.own(map) else { continue };
        // What a ratchet moves, it moves both ways on one stroke.
        let (there, there_field, back, back_field) = match values.part.kind().map(|kind| kind.name) {
            Some("Stepper") if map == "off_normal" && steps_on_release => {
                (release, release_field, release, release_field)
            }
            Some("Stepper") if map == "off_normal" => (operate, operate_field, operate, operate_field),
            Some("Impulse") => (operate, operate_field, operate, operate_field),
            _ => (operate, operate_field, release, release_field),
        };
        for ((name, contact), place) in contacts.iter().zip(places.by_ref()) {
            let WrittenContact::Timed { contact, early_ms, late_ms } = contact else { continue };
            let moments = nominal_moments(contact, transfer);
            let (how, ms, room, field) = match (early_ms, late_ms) {
                (Some(early), _) => {
                    ("early", *early, moments.iter().map(|moment| there - transfer + moment).min(), there_field)
                }
                (_, Some(late)) => ("late", *late, moments.iter().map(|moment| back - moment).min(), back_field),
                _ => continue,
            };
            let Some(room) = room.filter(|&room| micros(ms) > room) else { continue };
            let part = &values.part.name;
            let when = if how == "early" {
                format!("before `{part}` is asked to move at all")
            } else {
                format!("and on the way back it would move before `{part}` is asked to")
            };
            let finding =
                reader.error("moment-too-far", place.name, format!("`{part}/{name}` is to move {ms} ms {how}, {when}"));
            if values.value(field).is_some() {
                finding.second = Some((values.place(field).range(), format!("the {}", spoken(field))));
            }
            let room = milliseconds(room);
            finding.help = Some(if how == "early" {
                format!("without `early_ms` it moves {room} ms after it is asked to; it cannot be earlier than that")
            } else {
                format!(
                    "what is late on the way there is early on the way back, where it moves {room} ms after it is asked \
                     to; it cannot be later than that"
                )
            });
        }
    }
}

/// When the sides of a contact move, in microseconds after the travel to operate begins.
fn nominal_moments(contact: &WrittenContact, transfer: i64) -> Vec<i64> {
    match contact {
        WrittenContact::Break(..) => vec![0],
        WrittenContact::Changeover { break_side, make_side, bridging, .. } => {
            let (breaks, makes) = if bridging.unwrap_or(false) { (transfer, 0) } else { (0, transfer) };
            let sides = [break_side.as_ref().map(|_| breaks), make_side.as_ref().map(|_| makes)];
            sides.into_iter().flatten().collect()
        }
        _ => vec![transfer],
    }
}

/// Whole microseconds, in which the times of circuits are compared.
fn micros(milliseconds: f64) -> i64 {
    (milliseconds * 1e3).round() as i64
}

fn milliseconds(micros: i64) -> f64 {
    micros as f64 / 1e3
}
