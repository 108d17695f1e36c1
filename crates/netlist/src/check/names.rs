//! Names that mislead, and models that nobody uses.

use std::collections::{BTreeMap, BTreeSet};

use crate::build::{Models, PartNames};
use crate::finding::Severity;
use crate::ids::Id;
use crate::near::fold;
use crate::read::DraftPart;
use crate::read::reader::Reader;
use crate::subcircuits::definitions::Definitions;
use crate::text::Span;

/// Asks each circuit by itself; names in one and in another never meet.
pub(crate) fn check_names(reader: &mut Reader<'_>, definitions: &Definitions, models: &Models<'_>) {
    for definition in &definitions.all {
        let parts = &definition.draft.parts;
        check_look_alikes(reader, "parts", parts.iter().map(|part| (part.name.as_str(), part.places.name)));
        check_labels(reader, parts);
    }
    check_unused_models(reader, definitions, models);
}

/// Reports each name that looks like an earlier one and is another.
pub(crate) fn check_look_alikes<'n>(
    reader: &mut Reader<'_>,
    what: &str,
    names: impl Iterator<Item = (&'n str, Span)> + Clone,
) {
    // Plain Latin names cannot be mistaken for each other.
    if names.clone().all(|(name, _)| name.is_ascii() && !name.contains('`')) {
        return;
    }
    let mut seen: BTreeMap<Vec<char>, (&str, Span)> = BTreeMap::new();
    for (name, place) in names {
        let (first, first_place) = *seen.entry(fold(name)).or_insert((name, place));
        // `a` and `A` are told apart at a glance.
        if first == name || first.to_lowercase() == name.to_lowercase() {
            continue;
        }
        let odd = name.chars().zip(first.chars()).find(|(here, there)| here != there);
        let message = format!("`{name}` looks like another of the {what} and is not the same");
        let finding = reader.warning("look-alike-names", place, message);
        finding.second = Some((first_place.range(), format!("`{first}` is named here")));
        finding.help = odd.map(|(here, there)| {
            let (here_is, there_is) = (script(here), script(there));
            format!("this one has `{here}` ({here_is}), the other `{there}` ({there_is}); write them alike if one thing is meant")
        });
    }
}

fn script(letter: char) -> &'static str {
    match letter {
        'а'..='я' | 'А'..='Я' | 'ё' | 'Ё' | 'і' | 'І' | 'ј' | 'Ј' | 'ѕ' | 'Ѕ' => "Cyrillic",
        letter if letter.is_ascii_alphabetic() => "Latin",
        letter if letter.is_ascii_digit() => "a digit",
        _ => "a sign",
    }
}

fn check_labels(reader: &mut Reader<'_>, parts: &[DraftPart]) {
    let none = BTreeSet::new();
    let names = PartNames::of(parts, &none);
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for (index, part) in parts.iter().enumerate() {
        let Some(label) = part.written.as_ref().and_then(|written| written.text("label")) else { continue };
        let place = part.places.field("label").unwrap_or(part.places.name);
        let named = names.by_name.get(label).filter(|id| id.index() != index);
        let named = named.and_then(|id| parts.get(id.index()));
        let (other, why) = match (named, seen.get(label)) {
            (Some(other), _) => (other.places.name, "a part of that name is here"),
            (None, Some(&other)) => (other, "the same label is here"),
            (None, None) => {
                seen.insert(label, place);
                continue;
            }
        };
        let finding = reader.warning("label-clash", place, format!("the label `{label}` stands for another part, too"));
        finding.second = Some((other.range(), why.to_owned()));
        finding.help = Some("commands take names and labels, so each should mean one part".to_owned());
    }
}

fn check_unused_models(reader: &mut Reader<'_>, definitions: &Definitions, models: &Models<'_>) {
    // A part that could not be read, or that names no model there is, may have meant any of them.
    let unsure = definitions.all.iter().enumerate().any(|(index, definition)| {
        definition.draft.parts.iter().zip(models.of(index)).any(|(part, model)| {
            model.is_none() && part.written.as_ref().is_none_or(|written| written.text("model").is_some())
        })
    });
    if unsure {
        return;
    }
    // What another file describes may be for others.
    let in_text = |definition: usize| definitions.all.get(definition).is_some_and(|definition| definition.file == 0);
    for (_, model) in models.unused().filter(|&(definition, _)| in_text(definition)) {
        let message = format!("no part is made after the model `{}`", model.name);
        reader.report("unused-model", Severity::Note, model.places.name, message);
    }
}
