//! Sub-circuits as written: the circuits in a circuit, their pins, and what a use of one joins.

use std::collections::VecDeque;

use crate::kinds::USE;
use crate::read::reader::{NameRule, Reader};
use crate::read::{CIRCUIT, Draft, DraftPart};
use crate::schematic::Value;
use crate::text::{Piece, Span};

const CIRCUITS: &str = r#"{"half-adder": Circuit(pins: ["a", "b"], parts: {…})}"#;
const JOINS: &str = r#"{"a": "x", "b": "y"}"#;

/// A circuit of a text: the whole of it, or one of its sub-circuits.
#[derive(Debug)]
pub(crate) struct ReadCircuit {
    /// Nothing if it is no circuit at all.
    pub(crate) draft: Option<Draft>,
    /// Its name and where that stands; the circuit of the text has none.
    pub(crate) name: Option<(String, Span)>,
    /// The circuit around it, earlier in the list.
    pub(crate) parent: Option<usize>,
    /// The whole of it in the text.
    pub(crate) region: Span,
}

/// A sub-circuit that is still to be read.
pub(crate) struct Inner<'s> {
    pub(crate) name: String,
    pub(crate) place: Span,
    pub(crate) piece: Piece<'s>,
}

/// The pins of a sub-circuit in use with what they are joined to, and the places of both.
type Joins = (Vec<(String, Option<String>)>, Vec<[Span; 2]>);

impl<'s> Reader<'s> {
    /// Every circuit of a text, outer ones before those in them; none if the text is no RON.
    pub(crate) fn circuits(&mut self, text: &'s str) -> Vec<ReadCircuit> {
        let Some(piece) = self.whole(text, "circuit", CIRCUIT) else { return Vec::new() };
        let mut read = Vec::new();
        let mut waiting = VecDeque::from([(None, None, piece)]);
        while let Some((parent, name, piece)) = waiting.pop_front() {
            let region = self.place(piece);
            let (draft, inner) = match self.circuit(piece, parent.is_some()) {
                Some((draft, inner)) => (Some(draft), inner),
                None => (None, Vec::new()),
            };
            let this = read.len();
            waiting.extend(inner.into_iter().map(|inner| (Some(this), Some((inner.name, inner.place)), inner.piece)));
            read.push(ReadCircuit { draft, name, parent, region });
        }
        read
    }

    /// `circuits:`, looked into later.
    pub(crate) fn inner_circuits(&mut self, piece: Piece<'s>) -> Vec<Inner<'s>> {
        let wanted = format!("a map of sub-circuits, as in `{CIRCUITS}`");
        let entries = self.named_entries(piece, &wanted, NameRule::Circuit, "duplicate-circuit");
        entries.into_iter().flatten().map(|(name, place, piece)| Inner { name, place, piece }).collect()
    }

    /// `pins:` of a circuit; nothing if they could not be read.
    pub(crate) fn circuit_pins(&mut self, piece: Piece<'s>) -> Option<Vec<(String, Span)>> {
        let Ok(elements) = piece.elements() else {
            self.bad_value(piece, r#"the nets that lead out of the circuit, as in `["a", "b"]`"#);
            return None;
        };
        let mut pins: Vec<(String, Span)> = Vec::with_capacity(elements.len());
        let mut seen = std::collections::BTreeMap::new();
        let mut whole = true;
        for element in elements {
            let Some(name) = self.name(element, NameRule::Pin) else {
                whole = false;
                continue;
            };
            let place = self.place(element);
            if let Some(first) = seen.insert(name.clone(), place) {
                self.error("duplicate-pin", place, format!("two pins are named `{name}`")).second =
                    Some((first.range(), "first named here".to_owned()));
                continue;
            }
            pins.push((name, place));
        }
        whole.then_some(pins)
    }

    /// `pins:` of a use: `{"a": "x", "b": None}`.
    pub(crate) fn joins(&mut self, piece: Piece<'s>) -> Option<Joins> {
        let wanted = format!("a map from pins of the sub-circuit to nets, as in `{JOINS}`");
        let before = self.findings.len();
        let entries = self.named_entries(piece, &wanted, NameRule::Pin, "duplicate-pin")?;
        let (mut joins, mut places) = (Vec::with_capacity(entries.len()), Vec::with_capacity(entries.len()));
        for (pin, place, piece) in entries {
            let net = piece.given().and_then(|net| self.net(net)).map(|(net, _)| net);
            joins.push((pin, net));
            places.push([place, self.place(piece)]);
        }
        (self.findings.len() == before).then_some((joins, places))
    }
}

impl DraftPart {
    /// Whether the part stands for those of a sub-circuit.
    pub(crate) fn is_use(&self) -> bool {
        self.kind().is_some_and(|kind| kind.name == USE)
    }

    /// The pins that a use joins, with the nets and with the places of both.
    pub(crate) fn joins(&self) -> impl Iterator<Item = (&str, Option<&str>, [Span; 2])> {
        let joins = match self.written.as_ref().and_then(|written| written.get("pins")) {
            Some(Value::Joins(joins)) if self.is_use() => joins.as_slice(),
            _ => &[],
        };
        let joins = joins.iter().zip(&self.places.joins);
        joins.map(|((pin, net), &places)| (pin.as_str(), net.as_deref(), places))
    }
}
