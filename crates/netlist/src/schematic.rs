//! A circuit as it is written: only what the text gives, in the order of the text.

use crate::circuit::Quantity;
use crate::kinds::Kind;
use crate::read::DraftPart;
use crate::subcircuits::definitions::Definitions;

/// A circuit as it is written: models and parts with only the values that the text gives.
///
/// It is what [`print`](crate::print) writes, and it belongs to the [`Circuit`](crate::Circuit)
/// that was made from it. Sub-circuits of the same file are part of it, those of other files are not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schematic {
    pub(crate) title: String,
    pub(crate) pins: Vec<String>,
    pub(crate) circuits: Vec<(String, Schematic)>,
    pub(crate) models: Vec<(String, Written)>,
    pub(crate) parts: Vec<(String, Written)>,
    pub(crate) panel: Vec<Vec<(String, String)>>,
    pub(crate) roles: Option<WrittenRoles>,
    pub(crate) drawing: Option<WrittenDrawing>,
}

/// A part or a model: its kind and the fields given, in the order of the kind's table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Written {
    pub(crate) kind: &'static Kind,
    pub(crate) fields: Vec<(&'static str, Value)>,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Number(Quantity),
    Flag(bool),
    Count(u32),
    Word(&'static str),
    Text(String),
    Pins([String; 2]),
    ManyPins(Vec<String>),
    Contacts(Vec<(String, WrittenContact)>),
    Coils(Vec<(String, WrittenCoil)>),
    Wafers(Vec<(String, WrittenWafer)>),
    /// The pins of a sub-circuit with the nets they are joined to; nothing where it says `None`.
    Joins(Vec<(String, Option<String>)>),
}

/// A contact.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum WrittenContact {
    Make(String, String),
    Break(String, String),
    Changeover {
        common: String,
        break_side: Option<String>,
        make_side: Option<String>,
        bridging: Option<bool>,
    },
    Left(String, String),
    Right(String, String),
    /// One of the others with a moment of its own.
    Timed {
        contact: Box<WrittenContact>,
        early_ms: Option<f64>,
        late_ms: Option<f64>,
    },
}

/// A wafer of a stepper or a selector.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenWafer {
    pub(crate) common: String,
    /// The net at each place, as far as the text goes; none where it says `None`.
    pub(crate) places: Vec<Option<String>>,
    pub(crate) bridging: Option<bool>,
}

/// A winding among several.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WrittenCoil {
    pub(crate) pins: [String; 2],
    pub(crate) ohms: Option<Quantity>,
    pub(crate) operate_ma: Option<Quantity>,
}

/// `roles:` with the fields given; lists hold names and ranges.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct WrittenRoles {
    pub(crate) names: Vec<(&'static str, Names)>,
    pub(crate) take: Option<u32>,
}

/// `drawing:` with the fields given; lists hold names and ranges.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct WrittenDrawing {
    pub(crate) names: Vec<(&'static str, Names)>,
    pub(crate) width: Option<u32>,
}

/// Names of parts: one name or range, or a list of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Names {
    One(String),
    List(Vec<String>),
}

impl Names {
    /// Each name and range.
    pub(crate) fn all(&self) -> Vec<&String> {
        match self {
            Self::One(name) => vec![name],
            Self::List(names) => names.iter().collect(),
        }
    }
}

impl Schematic {
    /// The first circuit as it is written with all circuits in it; nothing if a part could not be read.
    pub(crate) fn of(definitions: &Definitions) -> Option<Self> {
        let mut inner: Vec<Vec<(String, Schematic)>> = vec![Vec::new(); definitions.all.len()];
        // Circuits come after those they are in, so the last are finished first.
        for (index, definition) in definitions.all.iter().enumerate().rev().filter(|(_, circuit)| circuit.file == 0) {
            let mut circuits = std::mem::take(inner.get_mut(index)?);
            circuits.reverse();
            let draft = &definition.draft;
            let written = |parts: &[DraftPart]| -> Option<Vec<(String, Written)>> {
                parts.iter().map(|part| Some((part.name.clone(), part.written.clone()?))).collect()
            };
            let schematic = Self {
                title: draft.title.clone(),
                pins: draft.pins.iter().flatten().map(|(pin, _)| pin.clone()).collect(),
                models: written(&draft.models)?,
                circuits,
                parts: written(&draft.parts)?,
                panel: draft.panel.clone(),
                roles: draft.roles.clone(),
                drawing: draft.drawing.clone(),
            };
            match definition.parent {
                Some(parent) => inner.get_mut(parent)?.push((definition.name.clone(), schematic)),
                None => return Some(schematic),
            }
        }
        None
    }
}

impl Written {
    /// The value of a field, if the text gives it here.
    pub(crate) fn get(&self, field: &str) -> Option<&Value> {
        self.fields.iter().find(|(name, _)| *name == field).map(|(_, value)| value)
    }

    /// A field that holds text.
    pub(crate) fn text(&self, field: &str) -> Option<&str> {
        match self.get(field) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }
}
