//! `properties:`

use kiber_netlist::text::{Body, Piece, Reader, Record};

use crate::book::read::names::{check_readable, named_entries};
use crate::book::read::rules::{counter, written_condition};
use crate::book::read::variables::number;
use crate::book::scope::Names;
use crate::book::{Property, PropertyKind};
use crate::races::Level;

const KINDS: [&str; 8] =
    ["Never", "AtMost", "AlwaysPossible", "Eventually", "Unreachable", "Settles", "NoShort", "NoRace"];

/// The properties, in the order of the text.
pub(crate) fn properties<'s>(
    reader: &mut Reader<'s>,
    piece: Piece<'s>,
    names: Names<'_>,
    counters: &[String],
) -> Vec<Property> {
    let wanted = r#"a map of properties, as in `{"never both": Never("L9 lit, L10 lit")}`"#;
    let mut properties = Vec::new();
    for (name, span, piece) in named_entries(reader, piece, wanted, "property") {
        check_readable(reader, &name, span, "property");
        let Some(record) = reader.record(piece, r#"a property, as in `Never("L9 lit, L10 lit")` or `Settles`"#) else {
            continue;
        };
        if let Some(kind) = kind(reader, piece, record, names, counters) {
            properties.push(Property { name, kind });
        }
    }
    properties
}

fn kind<'s>(
    reader: &mut Reader<'s>,
    piece: Piece<'s>,
    record: Record<'s>,
    names: Names<'_>,
    counters: &[String],
) -> Option<PropertyKind> {
    let elements = match record.body {
        Body::Bare => Vec::new(),
        Body::Elements(elements) => elements,
        Body::Fields(_) => {
            reader.bad_value(piece, "a property without names in its parentheses, as in `AtMost(\"losses\", 6)`");
            return None;
        }
    };
    let mut condition = |make: fn(_) -> PropertyKind| match elements[..] {
        [text] => written_condition(reader, text, names).map(make),
        _ => {
            let wanted = format!(r#"one condition, as in `{}("L9 lit, L10 lit")`"#, record.name);
            reader.bad_value(piece, &wanted);
            None
        }
    };
    match record.name {
        "Never" => condition(PropertyKind::Never),
        "AlwaysPossible" => condition(PropertyKind::AlwaysPossible),
        "Eventually" => condition(PropertyKind::Eventually),
        "Unreachable" => condition(PropertyKind::Unreachable),
        "AtMost" => at_most(reader, piece, &elements, counters),
        "NoRace" => no_race(reader, piece, &elements),
        name @ ("Settles" | "NoShort") => {
            if !elements.is_empty() {
                reader.bad_value(piece, &format!("`{name}`, which takes nothing"));
                return None;
            }
            Some(if name == "Settles" { PropertyKind::Settles } else { PropertyKind::NoShort })
        }
        other => {
            let span = if other.is_empty() { reader.place(piece) } else { reader.source.span_of(other) };
            let meant = reader.meant(other, KINDS, "the properties are");
            let message = match other {
                "" => "this property has no kind".to_owned(),
                other => format!("there is no property `{other}`"),
            };
            reader.error("book-unknown-property", span, message).help = meant;
            None
        }
    }
}

fn at_most<'s>(
    reader: &mut Reader<'s>,
    piece: Piece<'s>,
    elements: &[Piece<'s>],
    counters: &[String],
) -> Option<PropertyKind> {
    let &[name, most] = elements else {
        reader.bad_value(piece, r#"a counter and a number, as in `AtMost("losses", 6)`"#);
        return None;
    };
    let span = reader.place(name);
    let counter = reader.text(name).and_then(|name| counter(reader, &name, span, counters));
    let most = match number(reader, most)? {
        negative @ ..0 => {
            let place = reader.place(most);
            reader.error("book-bad-number", place, format!("{negative}: a counter is never below 0"));
            return None;
        }
        most => most.unsigned_abs(),
    };
    Some(PropertyKind::AtMost { counter: counter?, most })
}

fn no_race<'s>(reader: &mut Reader<'s>, piece: Piece<'s>, elements: &[Piece<'s>]) -> Option<PropertyKind> {
    const WANTED: &str = "a level, as in `NoRace(2)`: 1 nominal times, 2 armature order, 3 contact overlap, 4 times";
    let &[level] = elements else {
        reader.bad_value(piece, WANTED);
        return None;
    };
    let level = match level.plain::<u8>() {
        Ok(1) => Level::Nominal,
        Ok(2) => Level::Order,
        Ok(3) => Level::Overlap,
        Ok(4) => Level::Times,
        _ => {
            reader.bad_value(level, WANTED);
            return None;
        }
    };
    Some(PropertyKind::NoRace(level))
}
