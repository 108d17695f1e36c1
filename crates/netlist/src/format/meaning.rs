//! What the values of a circuit are: in which order their fields stand, which of them have lines of their
//! own, and how their numbers and texts are written.

use std::borrow::Cow;

use crate::format::tree::{Body, Comment, Item, Value};
use crate::kinds::{Kind, What};
use crate::read::CIRCUIT_FIELDS;
use crate::read::contacts::{CHANGEOVER_FIELDS, COIL_FIELDS, TIMED_FIELDS};
use crate::read::drawing::DRAWING_FIELDS;
use crate::read::roles::ROLE_FIELDS;
use crate::read::wafers::WAFER_FIELDS;
use crate::text::Piece;

/// What a value is in a circuit.
#[derive(Clone, Copy, Debug)]
enum Role {
    /// The value of the whole text.
    Whole,
    /// `Circuit(…)`.
    Circuit,
    /// A map of circuits.
    Circuits,
    /// A map of parts or of models.
    Parts,
    /// `Relay(…)`.
    Part(&'static Kind),
    /// A map of contacts.
    Contacts,
    /// `Make(…)`.
    Contact,
    /// A map of windings.
    Coils,
    /// One winding.
    Coil,
    /// A map of wafers.
    Wafers,
    /// One wafer.
    Wafer,
    /// The rows of the panel.
    Panel,
    /// What the parts of a machine are.
    Roles,
    /// Hints for the drawing.
    Drawing,
    /// A number that may have a fraction, or a range of such numbers.
    Number,
    /// Something else, or something that no circuit has.
    Other,
}

impl Role {
    /// What the value of a field is.
    fn of_field(self, name: &str) -> Self {
        match (self, name) {
            (Self::Circuit, "models" | "parts") => Self::Parts,
            (Self::Circuit, "circuits") => Self::Circuits,
            (Self::Circuit, "panel") => Self::Panel,
            (Self::Circuit, "roles") => Self::Roles,
            (Self::Circuit, "drawing") => Self::Drawing,
            (Self::Coil, "ohms" | "operate_ma") => Self::Number,
            (Self::Part(kind), _) => match kind.field(name).map(|(_, field)| field.what) {
                Some(What::Number(_) | What::OneNumber(_)) => Self::Number,
                Some(What::Contacts(_)) => Self::Contacts,
                Some(What::Coils) => Self::Coils,
                Some(What::Wafers) => Self::Wafers,
                _ => Self::Other,
            },
            (Self::Contact, "early_ms" | "late_ms") => Self::Number,
            (Self::Contact, "contact") => Self::Contact,
            _ => Self::Other,
        }
    }

    /// What the elements of a list and the values of a map are.
    fn of_element(self) -> Self {
        match self {
            Self::Circuits => Self::Circuit,
            Self::Contacts => Self::Contact,
            Self::Coils => Self::Coil,
            Self::Wafers => Self::Wafer,
            Self::Parts | Self::Number => self,
            _ => Self::Other,
        }
    }

    /// What it is, now that its name is known.
    fn named(self, word: &str) -> Self {
        match (self, word) {
            (Self::Whole, "" | "Circuit") => Self::Circuit,
            (Self::Parts, _) => Kind::named(word).map_or(Self::Other, Self::Part),
            _ => self,
        }
    }

    /// The fields in the order in which they are written.
    fn order(self, word: &str) -> Vec<&'static str> {
        match self {
            Self::Circuit => CIRCUIT_FIELDS.to_vec(),
            Self::Part(kind) => kind.fields.iter().map(|field| field.name).collect(),
            Self::Contact if word == "Changeover" => CHANGEOVER_FIELDS.to_vec(),
            Self::Contact if word == "Timed" => TIMED_FIELDS.to_vec(),
            Self::Coil => COIL_FIELDS.to_vec(),
            Self::Wafer => WAFER_FIELDS.to_vec(),
            Self::Roles => ROLE_FIELDS.to_vec(),
            Self::Drawing => DRAWING_FIELDS.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Whether what is in it has lines of its own, however short it is.
    fn is_spread(self) -> bool {
        matches!(
            self,
            Self::Whole | Self::Circuit | Self::Circuits | Self::Parts | Self::Panel | Self::Roles | Self::Drawing
        )
    }
}

/// Brings the whole text into the one way of writing, but for its lines.
pub(super) fn settle(whole: &mut Body<'_>) {
    for item in &mut whole.items {
        settle_value(&mut item.value, Role::Whole);
    }
}

fn settle_value(value: &mut Value<'_>, role: Role) {
    let Some(body) = &mut value.body else {
        value.word = settled_word(std::mem::take(&mut value.word), matches!(role, Role::Number));
        return;
    };
    if value.word == "Some" {
        body.items.iter_mut().for_each(|item| settle_value(&mut item.value, role));
        return;
    }
    let is_map = body.open == b'{';
    // The map of parts is one until a part is found in it.
    let role = if is_map { role } else { role.named(&value.word) };
    body.spread = role.is_spread();
    for item in &mut body.items {
        let inner = match &mut item.key {
            Some(key) if is_map => {
                settle_value(key, Role::Other);
                role.of_element()
            }
            Some(key) => role.of_field(&key.word),
            None => role.of_element(),
        };
        settle_value(&mut item.value, inner);
        // The parts of other texts, such as a rule-book's rules.
        if matches!(role, Role::Whole)
            && let Some(inner) = &mut item.value.body
        {
            inner.spread = inner.open == b'{' && inner.items.len() > 1;
        }
    }
    if !is_map {
        sort_fields(&mut body.items, &role.order(&value.word));
    }
}

/// Puts the fields into order, unless comments would change theirs: those speak of more than one field
/// often enough.
fn sort_fields(items: &mut Vec<Item<'_>>, order: &[&str]) {
    let places: Vec<usize> = items
        .iter()
        .map(|item| {
            let name = item.key.as_ref().map(|key| key.word.as_ref());
            order.iter().position(|field| Some(*field) == name).unwrap_or(order.len())
        })
        .collect();
    if places.is_sorted() {
        return;
    }
    let mut sorted: Vec<usize> = (0..items.len()).collect();
    sorted.sort_by_key(|&index| places.get(index));
    let mut comments: Vec<&Comment<'_>> = Vec::new();
    sorted.iter().filter_map(|&index| items.get(index)).for_each(|item| item.comments(&mut comments));
    if !comments.is_sorted_by_key(|comment| comment.number) {
        return;
    }
    let mut found: Vec<(usize, Item<'_>)> = places.into_iter().zip(std::mem::take(items)).collect();
    found.sort_by_key(|(place, _)| *place);
    items.extend(found.into_iter().map(|(_, item)| item));
}

/// A number, a text or a word as it is written.
fn settled_word(word: Cow<'_, str>, is_number: bool) -> Cow<'_, str> {
    let settled = match word.as_bytes() {
        [b'"' | b'r', ..] => plain_text(&word),
        [b'0'..=b'9' | b'+' | b'-' | b'.', ..] => plain_number(&word, is_number),
        _ => None,
    };
    settled.map_or(word, Cow::Owned)
}

/// The text between plain quotes, if every letter of it can be seen and none needs an escape.
fn plain_text(word: &str) -> Option<String> {
    if word.starts_with('"') && !word.contains('\\') {
        return None;
    }
    let text = Piece::of_text(word).ok()?.string().ok()?;
    let is_seen = |letter: char| letter == '\'' || letter.escape_debug().eq([letter]);
    text.chars().all(is_seen).then(|| format!("\"{text}\""))
}

/// The number as [`print`](crate::print) writes it.
fn plain_number(word: &str, is_number: bool) -> Option<String> {
    let piece = Piece::of_text(word).ok()?;
    let whole = || piece.plain::<i64>().ok().map(|whole| whole.to_string());
    let fraction = || piece.plain::<f64>().ok().filter(|number| number.is_finite());
    match is_number {
        // There is no zero below zero in a circuit.
        true => fraction().map(|number| format!("{:?}", number + 0.0)),
        false => whole().or_else(|| fraction().map(|number| format!("{number:?}"))),
    }
}
