//! Parts and models: the kind, and each field by the kind's table.

use crate::circuit::Quantity;
use crate::kinds::{Field, KINDS, Kind, Place, What};
use crate::near::nearest;
use crate::read::places::PartPlaces;
use crate::read::reader::{NameRule, Reader, listed};
use crate::schematic::{Value, Written};
use crate::text::{Piece, Span};

/// Whether a part or a model is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum As {
    Part,
    Model,
}

impl<'s> Reader<'s> {
    /// A part or a model, as far as it can be read: at least its kind.
    pub(crate) fn part(&mut self, piece: Piece<'s>, role: As, places: &mut PartPlaces) -> Option<Written> {
        let example = r#"Relay(coil: ("a", "-"))"#;
        let piece = piece.given()?;
        let record = self.record(piece, &format!("a part, as in `{example}`"))?;
        if record.name.is_empty() {
            let span = self.place(piece);
            self.error("bad-value", span, "the kind of part is missing before the parenthesis").help =
                Some(format!("for example `{example}`"));
            return None;
        }
        places.kind = self.source.span_of(record.name);
        let kind = self.kind(record.name, places.kind)?;
        let fields = self.fields(piece, record, kind.example).unwrap_or_default();
        let fields = self.once(fields);
        let mut all_known = true;
        let mut values: Vec<(usize, &'static str, Value, PartPlaces)> = Vec::with_capacity(fields.len());
        for (name, piece) in fields {
            let Some((row, field)) = self.field(kind, name, role) else {
                all_known = false;
                continue;
            };
            let Some(piece) = piece.given() else { continue };
            places.fields.push((field.name, self.place(piece)));
            let mut inside = PartPlaces::default();
            if let Some(value) = self.value(field, piece, &mut inside) {
                values.push((row, field.name, value, inside));
            }
        }
        // The text may give `reset` before `set`; what is inside them goes by the kind's table as well.
        values.sort_by_key(|&(row, _, _, _)| row);
        let mut written = Written { kind, fields: Vec::with_capacity(values.len()) };
        for (_, name, value, inside) in values {
            written.fields.push((name, value));
            places.add_inside(inside);
        }
        // A field that is only misspelt would be reported twice, as unknown and as missing.
        if role == As::Part && all_known {
            self.complete(&written, places);
        }
        Some(written)
    }

    fn kind(&mut self, name: &str, span: Span) -> Option<&'static Kind> {
        if let Some(kind) = Kind::named(name) {
            return Some(kind);
        }
        let help = self.kinds_by_example(name);
        self.error("unknown-kind", span, format!("there is no kind of part `{name}`")).help = Some(help);
        None
    }

    /// What was meant by the name of a kind that there is not, the first time with a line for each
    /// kind, the nearest first.
    fn kinds_by_example(&mut self, name: &str) -> String {
        let near = nearest(name, KINDS.iter().map(|kind| kind.name));
        let meant = near.first().map(|_| format!("did you mean {}?", listed(&near, "or")));
        if std::mem::replace(&mut self.kinds_listed, true) {
            let first = near.first().and_then(|near| Kind::named(near));
            return match (meant, first) {
                (Some(meant), Some(kind)) => format!("{meant} for example `{}`", kind.example),
                _ => "the first such finding shows each kind of part by an example".to_owned(),
            };
        }
        let mut kinds: Vec<&Kind> = KINDS.iter().collect();
        kinds.sort_by_key(|kind| near.iter().position(|near| *near == kind.name).unwrap_or(near.len()));
        let examples: Vec<&str> = kinds.iter().map(|kind| kind.example).collect();
        let meant = meant.map(|meant| meant + " ").unwrap_or_default();
        format!("{meant}each kind of part by an example:\n{}", examples.join("\n"))
    }

    fn field(&mut self, kind: &'static Kind, name: &'s str, role: As) -> Option<(usize, &'static Field)> {
        let span = self.source.span_of(name);
        let allowed = |field: &Field| role == As::Part || field.place == Place::Either;
        match kind.field(name) {
            Some((row, field)) if allowed(field) => return Some((row, field)),
            Some(_) => {
                self.error("unknown-field", span, format!("`{name}` belongs to a part, not to a model"));
                return None;
            }
            None => {}
        }
        let names: Vec<&str> = kind.fields.iter().filter(|field| allowed(field)).map(|field| field.name).collect();
        let what = format!("the fields of {} are", if role == As::Part { kind.name } else { "such a model" });
        let meant = self.meant(name, names, &what);
        self.error("unknown-field", span, format!("a {} has no field `{name}`", kind.name)).help = meant;
        None
    }

    fn value(&mut self, field: &'static Field, piece: Piece<'s>, places: &mut PartPlaces) -> Option<Value> {
        Some(match field.what {
            What::Net => Value::Text(self.net(piece)?.0),
            What::Pins => {
                let (pins, spans) = self.pins(piece)?;
                places.pins.extend(spans);
                Value::Pins(pins)
            }
            What::ManyPins => {
                let (pins, spans) = self.many_pins(piece)?;
                places.pins.extend(spans);
                Value::ManyPins(pins)
            }
            What::Number(limits) => Value::Number(self.quantity(piece, &limits)?),
            What::OneNumber(limits) => Value::Number(Quantity::exactly(self.one_number(piece, &limits)?)),
            What::Flag => Value::Flag(self.flag(piece)?),
            What::Count => Value::Count(self.count(piece, 0)?),
            What::Word(words) => Value::Word(self.word(piece, words)?),
            What::Text => Value::Text(self.text(piece)?),
            What::Circuit => Value::Text(self.name(piece, NameRule::Circuit)?),
            What::Joins => {
                let (joins, spans) = self.joins(piece)?;
                places.joins = spans;
                Value::Joins(joins)
            }
            What::Model => Value::Text(self.name(piece, NameRule::Model)?),
            What::Contacts(forms) => {
                let (contacts, spans) = self.contacts(piece, forms)?;
                places.contacts.extend(spans);
                Value::Contacts(contacts)
            }
            What::Wafers => {
                let (wafers, spans) = self.wafers(piece)?;
                places.wafers = spans;
                Value::Wafers(wafers)
            }
            What::Coils => {
                let (coils, spans) = self.coils(piece)?;
                places.coils = spans;
                Value::Coils(coils)
            }
        })
    }

    /// Reports fields that have to be there and are not, and fields that exclude each other.
    fn complete(&mut self, written: &Written, places: &PartPlaces) {
        let kind = written.kind;
        let given = |name: &str| places.field(name).is_some();
        let missing: Vec<&str> = kind
            .fields
            .iter()
            .filter(|field| field.place == Place::Required && !given(field.name))
            .map(|field| field.name)
            .collect();
        let missing = match kind.name {
            "Relay" | "DelayRelay" | "Polarized" if !given("coil") && !given("coils") => vec!["coil"],
            "Use" if !given("circuit") && !given("file") => vec!["circuit"],
            "Bistable" if given("coil") => Vec::new(),
            "Bistable" => ["set", "reset"].into_iter().filter(|&coil| !given(coil)).collect(),
            "Diode" if !given("pins") && !given("anode") && !given("cathode") => vec!["pins"],
            "Diode" if !given("pins") && !given("anode") => vec!["anode"],
            "Diode" if !given("pins") && !given("cathode") => vec!["cathode"],
            _ => missing,
        };
        if !missing.is_empty() {
            let message = format!("this {} has no {}", kind.name, listed(&missing, "and no"));
            self.error("missing-field", places.kind, message).help = Some(format!("for example `{}`", kind.example));
        }
        for (one, other) in
            [("coil", "coils"), ("coil", "set"), ("coil", "reset"), ("pins", "anode"), ("pins", "cathode")]
        {
            if let (Some(first), Some(second)) = (places.field(one), places.field(other)) {
                let message = format!("`{one}` and `{other}` say the same thing in two ways");
                let finding = self.error("conflicting-fields", second, message);
                finding.second = Some((first.range(), format!("`{one}` is given here")));
                finding.help = Some("leave one of them out".to_owned());
            }
        }
    }
}
