//! Names that mislead, and models that nobody uses.

use std::collections::{BTreeMap, BTreeSet};

use crate::build::{ModelOf, PartNames};
use crate::finding::Severity;
use crate::ids::Id;
use crate::near::fold;
use crate::read::Draft;
use crate::read::reader::Reader;
use crate::text::Span;

pub(crate) fn check_names(reader: &mut Reader<'_>, draft: &Draft, models: &ModelOf, names: &PartNames<'_>) {
    check_look_alikes(reader, "parts", draft.parts.iter().map(|part| (part.name.as_str(), part.places.name)));
    check_labels(reader, draft, names);
    check_unused_models(reader, draft, models);
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

fn check_labels(reader: &mut Reader<'_>, draft: &Draft, names: &PartNames<'_>) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for (index, part) in draft.parts.iter().enumerate() {
        let Some(label) = part.written.as_ref().and_then(|written| written.text("label")) else { continue };
        let place = part.places.field("label").unwrap_or(part.places.name);
        let named = names.by_name.get(label).filter(|id| id.index() != index);
        let named = named.and_then(|id| draft.parts.get(id.index()));
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

fn check_unused_models(reader: &mut Reader<'_>, draft: &Draft, models: &ModelOf) {
    let used: BTreeSet<&str> =
        models.iter().flatten().filter_map(|&model| Some(draft.models.get(model)?.name.as_str())).collect();
    // A part that could not be read, or that names no model there is, may have meant any of them.
    let unsure = draft.parts.iter().zip(models).any(|(part, model)| {
        model.is_none() && part.written.as_ref().is_none_or(|written| written.text("model").is_some())
    });
    if unsure {
        return;
    }
    for model in draft.models.iter().filter(|model| !used.contains(model.name.as_str())) {
        let message = format!("no part is made after the model `{}`", model.name);
        reader.report("unused-model", Severity::Note, model.places.name, message);
    }
}
