//! A circuit back to text: one part, one model, one row of the panel a line.

use ron::ser::PrettyConfig;
use ron::value::RawValue;
use serde::ser::{Serialize, SerializeMap, SerializeStruct, SerializeStructVariant, SerializeTuple, Serializer};

use crate::circuit::{Circuit, Quantity};
use crate::schematic::{
    Names, Schematic, Value, Written, WrittenCoil, WrittenContact, WrittenDrawing, WrittenRoles, WrittenWafer,
};
use crate::text::piece::options;

/// The circuit as text that [`read`](crate::read) turns into the same circuit again.
///
/// It is the text the circuit was read from, in one way of writing: only the values given there,
/// in a fixed order of fields, one part a line. Comments are lost; notes are kept.
pub fn print(circuit: &Circuit) -> String {
    let mut text = pretty(&circuit.schematic, "\n");
    text.push('\n');
    text
}

/// As text with a line for each part; lines end with `newline`, which may bring an indent.
fn pretty(circuit: &Schematic, newline: &str) -> String {
    let config = PrettyConfig::new()
        .new_line(newline.to_owned())
        .depth_limit(2)
        // Names such as P6' stay as they are.
        .escape_strings(false);
    options().to_string_pretty(&Indented { circuit, newline }, config).unwrap_or_default()
}

/// A circuit whose lines end so.
struct Indented<'a> {
    circuit: &'a Schematic,
    newline: &'a str,
}

impl Serialize for Indented<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Schematic { title, pins, models, circuits, parts, panel, roles, drawing } = self.circuit;
        // A variant, so that the word `Circuit` is written and nothing inside gets a name of its own.
        let mut circuit = serializer.serialize_struct_variant("Text", 0, "Circuit", 7)?;
        if !title.is_empty() {
            circuit.serialize_field("title", title)?;
        }
        if !pins.is_empty() {
            circuit.serialize_field("pins", &Line(pins))?;
        }
        if !models.is_empty() {
            circuit.serialize_field("models", &Map(models))?;
        }
        if !circuits.is_empty() {
            circuit.serialize_field("circuits", &InnerCircuits { circuits, newline: self.newline })?;
        }
        circuit.serialize_field("parts", &Map(parts))?;
        if !panel.is_empty() {
            circuit.serialize_field("panel", panel)?;
        }
        if let Some(roles) = roles {
            circuit.serialize_field("roles", roles)?;
        }
        if let Some(drawing) = drawing {
            circuit.serialize_field("drawing", drawing)?;
        }
        circuit.end()
    }
}

/// RON that has been written already.
fn raw<E: serde::ser::Error>(text: String) -> Result<Box<RawValue>, E> {
    RawValue::from_boxed_ron(text.into_boxed_str()).map_err(E::custom)
}

/// A list in one line, however shallow it stands.
struct Line<'a>(&'a [String]);

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let config = PrettyConfig::new().depth_limit(0).escape_strings(false);
        raw(options().to_string_pretty(self.0, config).unwrap_or_default())?.serialize(serializer)
    }
}

/// Circuits in a circuit, which get lines of their own, too.
struct InnerCircuits<'a> {
    circuits: &'a [(String, Schematic)],
    newline: &'a str,
}

impl Serialize for InnerCircuits<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let newline = format!("{}        ", self.newline);
        let mut map = serializer.serialize_map(Some(self.circuits.len()))?;
        for (name, circuit) in self.circuits {
            map.serialize_entry(name, &raw::<S::Error>(pretty(circuit, &newline))?)?;
        }
        map.end()
    }
}

/// Named things in the order of the text.
struct Map<'a, T>(&'a [(String, T)]);

impl<T: Serialize> Serialize for Map<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut part = serializer.serialize_struct_variant("Part", 0, self.kind.name, self.fields.len())?;
        for (name, value) in &self.fields {
            part.serialize_field(name, value)?;
        }
        part.end()
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(quantity) => quantity.serialize(serializer),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Count(count) => serializer.serialize_u32(*count),
            Self::Word(word) => serializer.serialize_unit_variant("Word", 0, word),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Pins(pins) => pins.serialize(serializer),
            Self::ManyPins(pins) => pins.serialize(serializer),
            Self::Contacts(contacts) => Map(contacts).serialize(serializer),
            Self::Joins(joins) => Map(joins).serialize(serializer),
            Self::Coils(coils) => Map(coils).serialize(serializer),
            Self::Wafers(wafers) => Map(wafers).serialize(serializer),
        }
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.stated_range {
            return serializer.serialize_f64(self.nominal);
        }
        let mut range = serializer.serialize_tuple(3)?;
        for value in [self.min, self.nominal, self.max] {
            range.serialize_element(&value)?;
        }
        range.end()
    }
}

impl Serialize for WrittenContact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let simple = |serializer: S, form: &'static str, nets: [&String; 2]| {
            use serde::ser::SerializeTupleVariant;
            let mut contact = serializer.serialize_tuple_variant("Contact", 0, form, 2)?;
            for net in nets {
                contact.serialize_field(net)?;
            }
            contact.end()
        };
        match self {
            Self::Make(a, b) => simple(serializer, "Make", [a, b]),
            Self::Break(a, b) => simple(serializer, "Break", [a, b]),
            Self::Left(a, b) => simple(serializer, "Left", [a, b]),
            Self::Right(a, b) => simple(serializer, "Right", [a, b]),
            Self::Timed { contact, early_ms, late_ms } => {
                let mut timed = serializer.serialize_struct_variant("Contact", 0, "Timed", 3)?;
                timed.serialize_field("contact", contact)?;
                if let Some(early_ms) = early_ms {
                    timed.serialize_field("early_ms", early_ms)?;
                }
                if let Some(late_ms) = late_ms {
                    timed.serialize_field("late_ms", late_ms)?;
                }
                timed.end()
            }
            Self::Changeover { common, break_side, make_side, bridging } => {
                let mut contact = serializer.serialize_struct_variant("Contact", 0, "Changeover", 4)?;
                contact.serialize_field("common", common)?;
                if let Some(net) = break_side {
                    contact.serialize_field("break", net)?;
                }
                if let Some(net) = make_side {
                    contact.serialize_field("make", net)?;
                }
                if let Some(bridging) = bridging {
                    contact.serialize_field("bridging", bridging)?;
                }
                contact.end()
            }
        }
    }
}

impl Serialize for WrittenWafer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut wafer = serializer.serialize_struct("Wafer", 3)?;
        wafer.serialize_field("common", &self.common)?;
        wafer.serialize_field("places", &self.places.iter().map(Place).collect::<Vec<_>>())?;
        if let Some(bridging) = self.bridging {
            wafer.serialize_field("bridging", &bridging)?;
        }
        wafer.end()
    }
}

/// A place of a wafer: a net, or `None`.
struct Place<'a>(&'a Option<String>);

impl Serialize for Place<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(net) => serializer.serialize_str(net),
            None => serializer.serialize_none(),
        }
    }
}

impl Serialize for WrittenCoil {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut coil = serializer.serialize_struct("Coil", 3)?;
        coil.serialize_field("pins", &self.pins)?;
        if let Some(ohms) = &self.ohms {
            coil.serialize_field("ohms", ohms)?;
        }
        if let Some(operate_ma) = &self.operate_ma {
            coil.serialize_field("operate_ma", operate_ma)?;
        }
        coil.end()
    }
}

impl Serialize for WrittenRoles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut roles = serializer.serialize_struct("Roles", self.names.len() + 1)?;
        for (role, names) in &self.names {
            roles.serialize_field(role, names)?;
        }
        if let Some(take) = &self.take {
            roles.serialize_field("take", take)?;
        }
        roles.end()
    }
}

impl Serialize for WrittenDrawing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut drawing = serializer.serialize_struct("Drawing", self.names.len() + 1)?;
        for (hint, names) in &self.names {
            drawing.serialize_field(hint, names)?;
        }
        if let Some(width) = &self.width {
            drawing.serialize_field("width", width)?;
        }
        drawing.end()
    }
}

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(name) => serializer.serialize_str(name),
            Self::List(names) => names.serialize(serializer),
        }
    }
}
