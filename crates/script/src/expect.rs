//! What a script expects: text to claims.

use kiber_netlist::nearest;

use crate::line::{Parsed, places_help};
use crate::names::{Names, quoted};
use crate::piece::Piece;
use crate::show::{contact_name, part_name};
use crate::step::{Claim, Condition, Step, Target};
use crate::words::{
    CONDITIONS, CONTACT_WORDS, HAPPENINGS, a_kind, condition, condition_word, conditions_for, find, joined, place_in,
    places_of,
};

/// Parses what follows the word `expect`.
pub(crate) fn parse_expect(rest: Piece<'_>, word: Piece<'_>, names: &mut Names<'_>) -> Option<Parsed> {
    if rest.is_empty() {
        names.error("script-missing-word", word, "`expect` what?").help = Some(
            "write a part and a word, `expect P1 operated, L3 lit`, or one of `settled`, `oscillating`, `short`".into(),
        );
        return None;
    }
    let mut claims = Vec::new();
    let mut places = Vec::new();
    for group in rest.between_commas() {
        parse_group(group, &mut claims, names);
        places.resize(claims.len(), group.span());
    }
    Some(Parsed { step: Step::Expect(claims), places })
}

fn parse_group(group: Piece<'_>, claims: &mut Vec<Claim>, names: &mut Names<'_>) {
    if group.is_empty() {
        names.error("script-missing-word", group, "something is missing beside this comma").help =
            Some("several expectations are joined by single commas".into());
        return;
    }
    let (mut name, word) = group.last_word();
    if name.is_empty() {
        match find(&HAPPENINGS, word.text) {
            Some(happening) => claims.push(Claim::Circuit(happening)),
            None => missing_word(word, names),
        }
        return;
    }
    // `at 4`: a place is two words.
    let (before, at) = name.last_word();
    let mut word = word;
    let has_places = |names: &Names<'_>| matches!(names.exactly(before.text), Some(Target::Part(part)) if places_of(names.circuit, part).is_some());
    let is_place = word.text.bytes().all(|byte| byte.is_ascii_digit()) || has_places(names);
    if at.text == "at" && names.exactly(name.text).is_none() && is_place {
        word = group.split_at(at.start - group.start).1;
        name = before;
        if name.is_empty() {
            names.unknown(name);
            return;
        }
    }
    if names.exactly(name.text).is_none() && names.exactly(group.text).is_some() {
        return missing_word(group, names);
    }
    let mut targets = Vec::new();
    let before = names.findings.len();
    if names.targets(name, &mut |target| targets.push(target)).is_none() {
        return not_joined(group, before, names);
    }
    for target in targets {
        match claim(target, word.text, names) {
            Some(claim) => claims.push(claim),
            // One finding a range is enough.
            None => return wrong_word(target, word, names),
        }
    }
}

/// Says of what was found since `before` that a comma is missing, where that is what it is.
fn not_joined(group: Piece<'_>, before: usize, names: &mut Names<'_>) {
    const HELP: &str = "commas join what is expected: `expect P1 operated, L3 lit, settled`";
    let (first, rest) = group.first_word();
    if find(&HAPPENINGS, first.text).is_some() && names.exactly(first.text).is_none() {
        names.findings.truncate(before);
        let message = format!("{} belongs to nothing", quoted(rest.text));
        names.error("script-extra-words", rest, message).help = Some(HELP.into());
    } else if let Some(finding) = names.findings.get_mut(before)
        && finding.code == "script-extra-words"
    {
        finding.help = Some(HELP.into());
    }
}

fn claim(target: Target, word: &str, names: &Names<'_>) -> Option<Claim> {
    match target {
        Target::Part(part) => {
            let condition = condition(word)?;
            let fits = match condition {
                Condition::At(place) => places_of(names.circuit, part).is_some_and(|places| u32::from(place) < places),
                other => conditions_for(&names.circuit.parts[part].kind).contains(&other),
            };
            fits.then_some(Claim::Part(part, condition))
        }
        Target::Contact(contact) => Some(Claim::Contact(contact, find(&CONTACT_WORDS, word)?)),
        Target::Wire(..) => None,
    }
}

fn missing_word(name: Piece<'_>, names: &mut Names<'_>) {
    let mut found = None;
    if names
        .targets(name, &mut |target| {
            found.get_or_insert(target);
        })
        .is_none()
    {
        // Nothing is called that: perhaps a word about the whole circuit is misspelt.
        let near = nearest(name.text, HAPPENINGS.iter().map(|&(word, _)| word));
        if let (Some(finding), [near, ..]) = (names.findings.last_mut(), near.as_slice()) {
            finding.code = "script-unknown-word";
            finding.message = format!("{} is no part and no word", quoted(name.text));
            finding.help = Some(format!("did you mean `{near}`?"));
        }
        return;
    }
    if let Some(target) = found {
        let help = format!("say what is expected of it: {}", fitting(target, names));
        names.error("script-missing-word", name, format!("{} needs a word", quoted(name.text))).help = Some(help);
    }
}

fn wrong_word(target: Target, word: Piece<'_>, names: &mut Names<'_>) {
    if let Target::Part(part) = target
        && places_of(names.circuit, part).is_some()
        && let Some(place) = place_in(word.text)
    {
        let message = format!("{} has no place {place}", part_name(names.circuit, part));
        names.error("script-unknown-place", word, message).help = places_help(part, names.circuit);
        return;
    }
    let known = find(&CONDITIONS, word.text).is_some()
        || find(&CONTACT_WORDS, word.text).is_some()
        || find(&HAPPENINGS, word.text).is_some()
        || place_in(word.text).is_some();
    let fitting = fitting(target, names);
    if known {
        let kind = match target {
            Target::Part(part) | Target::Wire(part, _) => {
                format!("{} is {}", part_name(names.circuit, part), a_kind(&names.circuit.parts[part].kind))
            }
            Target::Contact(contact) => format!("{} is a contact", contact_name(names.circuit, contact)),
        };
        let message = format!("{kind}, which is never `{}`", word.text);
        names.error("script-wrong-word", word, message).help = Some(fitting);
        return;
    }
    let is_number = !word.text.is_empty() && word.text.bytes().all(|byte| byte.is_ascii_digit());
    if let Target::Part(part) = target
        && is_number
        && places_of(names.circuit, part).is_some()
    {
        let message = format!("{} is no word for what is expected", quoted(word.text));
        names.error("script-unknown-word", word, message).help = Some(format!("did you mean `at {}`?", word.text));
        return;
    }
    let words = CONDITIONS.iter().map(|&(word, _)| word).chain(CONTACT_WORDS.iter().map(|&(word, _)| word));
    let help = match nearest(word.text, words).first() {
        Some(near) => format!("did you mean `{near}`? {fitting}"),
        None => fitting,
    };
    let message = format!("{} is no word for what is expected", quoted(word.text));
    names.error("script-unknown-word", word, message).help = Some(help);
}

/// The words that fit, as a sentence.
fn fitting(target: Target, names: &Names<'_>) -> String {
    let part = match target {
        Target::Contact(_) => return "a contact is `open` or `closed`".into(),
        Target::Part(part) | Target::Wire(part, _) => &names.circuit.parts[part],
    };
    let kind = a_kind(&part.kind);
    if let Target::Part(part) = target
        && let Some(places) = places_of(names.circuit, part)
    {
        return format!("{kind} is `at` a place: `at 0` to `at {}`", places.saturating_sub(1));
    }
    let words = conditions_for(&part.kind).iter().map(|&condition| format!("`{}`", condition_word(condition)));
    match joined(words, " or ") {
        words if words.is_empty() => format!("nothing can be expected of {kind}"),
        words => format!("{kind} is {words}"),
    }
}
