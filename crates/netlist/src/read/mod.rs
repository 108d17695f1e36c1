//! From text to drafts: each circuit as far as it can be read, the places of everything in it, and
//! every finding on the way.

pub(crate) mod circuits;
pub(crate) mod contacts;
pub(crate) mod drawing;
mod parts;
pub(crate) mod places;
pub(crate) mod reader;
pub(crate) mod reading;
pub(crate) mod roles;
mod values;
pub(crate) mod wafers;
mod whole;

use crate::kinds::Kind;
use crate::read::circuits::Inner;
use crate::read::parts::As;
use crate::read::places::{NamesPlaces, PartPlaces};
use crate::read::reader::NameRule;
use crate::schematic::{Written, WrittenDrawing, WrittenRoles};
use crate::text::{Piece, Reader, Span};

pub(crate) const CIRCUIT: &str = r#"Circuit(title: "…", parts: {"G1": Source(plus: "+", minus: "-")})"#;
/// The fields of a circuit, in the order of printing.
pub(crate) const CIRCUIT_FIELDS: [&str; 8] =
    ["title", "pins", "models", "circuits", "parts", "panel", "roles", "drawing"];

/// A circuit as far as it could be read.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) title: String,
    /// The nets that lead out of it, with their places; nothing if they could not be read.
    pub(crate) pins: Option<Vec<(String, Span)>>,
    pub(crate) models: Vec<DraftPart>,
    pub(crate) parts: Vec<DraftPart>,
    pub(crate) panel: Vec<Vec<(String, String)>>,
    pub(crate) roles: Option<WrittenRoles>,
    pub(crate) panel_places: Vec<Vec<Span>>,
    pub(crate) roles_places: NamesPlaces,
    pub(crate) drawing: Option<WrittenDrawing>,
    pub(crate) drawing_places: NamesPlaces,
}

/// A part or a model with its places; what is wrong with it leaves the name usable.
#[derive(Clone, Debug)]
pub(crate) struct DraftPart {
    pub(crate) name: String,
    /// What could be read, at least the kind.
    pub(crate) written: Option<Written>,
    /// Whether nothing is wrong with it.
    pub(crate) whole: bool,
    pub(crate) places: PartPlaces,
}

impl DraftPart {
    pub(crate) fn kind(&self) -> Option<&'static Kind> {
        self.written.as_ref().map(|written| written.kind)
    }
}

impl<'s> Reader<'s> {
    /// A circuit as far as it can be read, and the circuits in it, which are left for later; nothing
    /// if it is no circuit at all. Only the outermost has a front and plays a game.
    fn circuit(&mut self, piece: Piece<'s>, is_inner: bool) -> Option<(Draft, Vec<Inner<'s>>)> {
        let record = self.record(piece, &format!("a circuit, as in `{CIRCUIT}`"))?;
        let word = self.source.span_of(record.name);
        if !matches!(record.name, "" | "Circuit") {
            let message = format!("this is `{}`, and a circuit was expected", record.name);
            self.error("bad-value", word, message).help = Some(format!("a circuit is written `{CIRCUIT}`"));
            return None;
        }
        let fields = self.fields(piece, record, CIRCUIT)?;
        let fields = self.once(fields);
        let mut draft = Draft { pins: Some(Vec::new()), ..Draft::default() };
        let mut inner = Vec::new();
        let mut has_parts = false;
        for (name, piece) in fields {
            has_parts |= name == "parts";
            let Some(piece) = piece.given() else { continue };
            match name {
                "title" => draft.title = self.text(piece).unwrap_or_default(),
                "pins" => draft.pins = self.circuit_pins(piece),
                "circuits" => inner = self.inner_circuits(piece),
                "models" => draft.models = self.parts(piece, As::Model),
                "parts" => draft.parts = self.parts(piece, As::Part),
                "panel" | "roles" | "drawing" if is_inner => self.outermost_only(name),
                "panel" => self.panel(piece, &mut draft),
                "roles" => self.roles(piece, &mut draft),
                "drawing" => self.drawing(piece, &mut draft),
                _ => self.unknown_circuit_field(name),
            }
        }
        if !has_parts {
            let place = if word.range().is_empty() { self.place(piece) } else { word };
            self.error("missing-field", place, "this circuit has no `parts`").help =
                Some(format!("for example `{CIRCUIT}`"));
        }
        Some((draft, inner))
    }

    fn outermost_only(&mut self, name: &'s str) {
        let span = self.source.span_of(name);
        self.error("unknown-field", span, format!("a sub-circuit has no `{name}`")).help =
            Some(format!("`{name}` belongs to the circuit around it, where its parts have names such as `U1.S1`"));
    }

    fn unknown_circuit_field(&mut self, name: &'s str) {
        let span = self.source.span_of(name);
        let meant = self.meant(name, CIRCUIT_FIELDS, "the fields of a circuit are");
        self.error("unknown-field", span, format!("a circuit has no field `{name}`")).help = meant;
    }

    fn parts(&mut self, piece: Piece<'s>, role: As) -> Vec<DraftPart> {
        let (wanted, rule, duplicate) = match role {
            As::Part => (r#"a map of parts, as in `{"K1": Relay(…)}`"#, NameRule::Part, "duplicate-part"),
            As::Model => (r#"a map of models, as in `{"RES-9": Relay(…)}`"#, NameRule::Model, "duplicate-model"),
        };
        let Some(entries) = self.named_entries(piece, wanted, rule, duplicate) else {
            return Vec::new();
        };
        let mut parts = Vec::with_capacity(entries.len());
        for (name, span, piece) in entries {
            let mut places = PartPlaces { name: span, kind: span, ..PartPlaces::default() };
            let before = self.findings.len();
            let written = self.part(piece, role, &mut places);
            let whole = self.findings.len() == before;
            parts.push(DraftPart { name, written, whole, places });
        }
        parts
    }
}
