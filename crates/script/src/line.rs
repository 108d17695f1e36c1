//! One line of a script: text to a step.

use std::ops::Range;

use kiber_engine::Micros;
use kiber_netlist::{Circuit, Finding, PartId, nearest};

use crate::expect::parse_expect;
use crate::names::{Names, quoted};
use crate::order::{cut_order, parse_turns};
use crate::piece::Piece;
use crate::show::{contact_name, part_name};
use crate::step::{Step, Target, Turn, Verb};
use crate::time;
use crate::words::{
    OTHER_ACTIONS, SCRIPT_WORDS, SYNONYMS, VERBS, VERBS_FOR_CONTACTS, a_kind, find, joined, places_of, verb_word,
    verbs_for,
};

/// Parses a single line, as typed at a prompt: a step, or nothing for a blank or a comment.
///
/// # Errors
/// Everything that is wrong with the line. Whether a button can be pressed or freed at this moment
/// is only known when the step is done.
pub fn parse_line(line: &str, circuit: &Circuit) -> Result<Option<Step>, Vec<Finding>> {
    let mut names = Names::new(circuit);
    let parsed = parse_piece(Piece::new(line, 0), &mut names);
    if names.findings.is_empty() { Ok(parsed.map(|parsed| parsed.step)) } else { Err(names.findings) }
}

/// A step, and where each of its targets or claims is written.
pub(crate) struct Parsed {
    pub(crate) step: Step,
    pub(crate) places: Vec<Range<usize>>,
}

/// A line without its line end to a step; nothing for a blank, a comment, or a line with findings.
pub(crate) fn parse_piece(line: Piece<'_>, names: &mut Names<'_>) -> Option<Parsed> {
    let found_before = names.findings.len();
    let line = line.without_comment();
    if line.is_empty() {
        return None;
    }
    if line.text.bytes().filter(|&byte| byte == b'"').count() % 2 == 1 && has_open_quote(line.text) {
        names.error("script-open-quote", line, "a quote is opened and not closed").help =
            Some("quotes stand around the name of a net that is not one plain word: `cut K1 \"net 7\"`".into());
        return None;
    }
    let (word, rest) = line.first_word();
    let parsed = match word.text {
        "wait" => Some(Parsed { step: Step::Wait(time_at(rest, word, names)?), places: Vec::new() }),
        "expect" => parse_expect(rest, word, names),
        "include" | "repeat" => not_alone(word, names),
        word_of_heading if word_of_heading.starts_with("==") => not_alone(word, names),
        other => match find(&VERBS, other) {
            Some(verb) => act(verb, rest, word, names),
            None => unknown_action(word, names),
        },
    };
    parsed.filter(|_| names.findings.len() == found_before)
}

/// What only a whole script can have.
fn not_alone(word: Piece<'_>, names: &mut Names<'_>) -> Option<Parsed> {
    let (message, help) = match word.text {
        "include" => ("`include` is for whole scripts", "write the lines of that file here"),
        "repeat" => ("`repeat` is for whole scripts", "write the line as often as it is to be done"),
        _ => ("a heading is for whole scripts", "here it would name nothing, so leave it out"),
    };
    names.error("script-not-a-line", word, message).help = Some(help.into());
    None
}

fn has_open_quote(text: &str) -> bool {
    let mut quoted = false;
    let mut escaped = false;
    for letter in text.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ => {}
        }
    }
    quoted
}

fn unknown_action(word: Piece<'_>, names: &mut Names<'_>) -> Option<Parsed> {
    let lower = word.text.to_lowercase();
    let known = || VERBS.iter().map(|&(word, _)| word).chain(OTHER_ACTIONS).chain(SCRIPT_WORDS);
    let help = if known().any(|known| known == lower) {
        format!("the words of a script are written in lower case: `{lower}`")
    } else if let Some(ours) = find(&SYNONYMS, &lower) {
        format!("the word for it is `{ours}`")
    } else {
        match nearest(word.text, known()) {
            near if near.is_empty() => {
                format!("the actions are {}", joined(known(), " and "))
            }
            near => format!("did you mean {}?", joined(near.iter().map(|word| format!("`{word}`")), " or ")),
        }
    };
    names.error("script-unknown-action", word, format!("{} is no action", quoted(word.text))).help = Some(help);
    None
}

fn missing_part(verb: Piece<'_>, names: &mut Names<'_>) {
    let help = match verb.text {
        "set" => "name a selector and a place: `set NAME 4`; several with commas between".to_owned(),
        verb => format!("name a part: `{verb} NAME`; several with commas between, or a range `A..B`"),
    };
    names.error("script-missing-part", verb, format!("`{}` what?", verb.text)).help = Some(help);
}

fn act(mut verb: Verb, rest: Piece<'_>, word: Piece<'_>, names: &mut Names<'_>) -> Option<Parsed> {
    if rest.is_empty() {
        missing_part(word, names);
        return None;
    }
    let mut on: Vec<(Target, Piece<'_>)> = Vec::new();
    let mut lasting = None;
    let (rest, order) = match rest.between_commas().find_map(|group| cut_order(group, names)) {
        Some((name, turns)) => {
            let (before, _) = rest.split_at(name.start + name.text.len() - rest.start);
            (before, Some(rest.split_at(turns.start - rest.start).1))
        }
        None => (rest, None),
    };
    let mut groups = rest.between_commas().peekable();
    while let Some(group) = groups.next() {
        let (name, time) = cut_time(group, names);
        if let Some((word, time)) = time {
            if groups.peek().is_some_and(|next| next.text.starts_with(|letter: char| letter.is_ascii_digit()))
                && time.text.bytes().all(|byte| byte.is_ascii_digit())
            {
                // `1,5ms`: a decimal comma, not a list.
                time_at(rest.split_at(time.start - rest.start).1, word, names);
                return None;
            }
            if groups.peek().is_some() {
                names.error("script-bad-time", word, "`for` stands at the end of the line").help =
                    Some("one time is for all parts of the line: `press S1, S2 for 3ms`".into());
            }
            lasting = time_at(time, word, names);
        }
        let name = match verb {
            Verb::Set(_) => {
                let (name, place) = cut_place(name, groups.peek().is_none(), names);
                match place {
                    Some(place) => verb = Verb::Set(place),
                    None if groups.peek().is_none() => return None,
                    None => {}
                }
                name
            }
            _ => name,
        };
        if verb == Verb::Cut || (verb == Verb::Mend && names.exactly(name.text).is_none() && !name.text.contains(".."))
        {
            if let Some(wire) = wire(name, verb, names) {
                on.push((wire, name));
            }
        } else {
            let _ = names.targets(name, &mut |target| on.push((target, name)));
        }
    }
    check_kinds(verb, &on, names);
    check_twice(&on, names);
    let turns = order.map_or_else(Vec::new, |order| parse_turns(order, word, names));
    if order.is_some() && lasting.is_some() {
        names.error("script-bad-order", rest, "`for` and `in order` do not go together").help =
            Some("an order that has times says them move by move: `in order K1 at 6.4ms, K2 at 7ms`".into());
    }
    let mut places: Vec<Range<usize>> = on.iter().map(|(_, at)| at.span()).collect();
    places.extend(turns.iter().map(|(_, at)| at.span()));
    let on = on.into_iter().map(|(target, _)| target).collect();
    let turns: Vec<Turn> = turns.into_iter().map(|(turn, _)| turn).collect();
    let step = Step::Act { verb, on, lasting };
    Some(Parsed { step: if turns.is_empty() { step } else { step.in_order(turns) }, places })
}

/// Cuts a group in front of its `for T`, unless the whole group is a name.
fn cut_time<'a>(group: Piece<'a>, names: &Names<'_>) -> (Piece<'a>, Option<(Piece<'a>, Piece<'a>)>) {
    if names.exactly(group.text).is_some() {
        return (group, None);
    }
    for (name, rest) in group.cuts() {
        let (word, time) = rest.first_word();
        if word.text == "for" {
            return (name, Some((word, time)));
        }
    }
    (group, None)
}

/// Cuts the place off the last group of `set`, and refuses one in the groups before it.
fn cut_place<'a>(group: Piece<'a>, is_last: bool, names: &mut Names<'_>) -> (Piece<'a>, Option<u16>) {
    const HELP: &str = "the place stands behind the names, once for all of them: `set SA1, SA2 4`";
    let (name, word) = group.last_word();
    let is_number = !word.is_empty() && word.text.bytes().all(|byte| byte.is_ascii_digit());
    let has_place = is_last && is_number && names.exactly(name.text).is_some();
    if !has_place && names.exactly(group.text).is_some() {
        if is_last {
            names.error("script-unknown-place", group, "the place is missing").help = Some(HELP.into());
        }
        return (group, None);
    }
    match (is_last, name.is_empty()) {
        (true, true) if is_number => {
            names.error("script-missing-part", group, "the name of a selector is missing").help = Some(HELP.into());
        }
        (true, true) => names.unknown(group),
        (true, false) if is_number => match word.text.parse() {
            Ok(place) => return (name, Some(place)),
            Err(_) => {
                let message = format!("there is no place {}", quoted(word.text));
                names.error("script-unknown-place", word, message).help = place_help(name, names);
            }
        },
        (true, false) if names.exactly(name.text).is_some() => {
            let message = format!("{} is no number of a place", quoted(word.text));
            names.error("script-unknown-place", word, message).help = place_help(name, names);
        }
        (false, false) if is_number && names.exactly(name.text).is_some() => {
            names.error("script-unknown-place", word, "a place stands at the end of the line").help = Some(HELP.into());
            return (name, None);
        }
        (true, false) => names.unknown(group),
        (false, _) => {}
    }
    (group, None)
}

/// Which places the part of that name has.
fn place_help(name: Piece<'_>, names: &Names<'_>) -> Option<String> {
    match names.exactly(name.text)? {
        Target::Part(part) => places_help(part, names.circuit),
        Target::Contact(_) | Target::Wire(..) => None,
    }
}

/// `the places of SA1 are 0 to 3`; nothing of parts that have none.
pub(crate) fn places_help(part: PartId, circuit: &Circuit) -> Option<String> {
    let last = places_of(circuit, part)?.saturating_sub(1);
    Some(format!("the places of {} are 0 to {last}", part_name(circuit, part)))
}

fn time_at(time: Piece<'_>, word: Piece<'_>, names: &mut Names<'_>) -> Option<Micros> {
    match time::parse(time.text) {
        Ok(span) => Some(span),
        Err(why) => {
            let at = if time.is_empty() { word } else { time };
            names.error("script-bad-time", at, format!("the time {}", why.words())).help =
                Some("write a number and `us`, `ms` or `s`: `3ms`, `250us`, `1.5s`".into());
            None
        }
    }
}

/// `K1 b`: a part, and one of its nets. Mending may leave the net out.
fn wire(at: Piece<'_>, verb: Verb, names: &mut Names<'_>) -> Option<Target> {
    if at.is_empty() {
        names.unknown(at);
        return None;
    }
    for (name, net) in at.cuts() {
        if let Some(part) = names.circuit.part(name.text) {
            return names.net_on(part, net).map(|net| Target::Wire(part, net));
        }
    }
    match names.circuit.part(at.text) {
        Some(part) => {
            let help = format!("write the net whose wire is off: `cut {} NET`", part_name(names.circuit, part));
            names.error("script-unknown-net", at, "the net is missing").help = Some(help);
        }
        None => match at.cuts().last() {
            Some((name, _)) if verb == Verb::Cut => names.unknown(name),
            _ => names.unknown(at),
        },
    }
    None
}

fn check_kinds(verb: Verb, on: &[(Target, Piece<'_>)], names: &mut Names<'_>) {
    let mut last_wrong = None;
    for &(target, at) in on {
        let fits: &[Verb] = match target {
            Target::Part(part) => verbs_for(&names.circuit.parts[part].kind),
            Target::Contact(_) => &VERBS_FOR_CONTACTS,
            Target::Wire(..) => &[Verb::Cut, Verb::Mend],
        };
        // One finding a range is enough.
        if !fits.iter().any(|&known| verb_word(known) == verb_word(verb)) && last_wrong != Some(at) {
            last_wrong = Some(at);
            let takes = joined(fits.iter().map(|&verb| format!("`{}`", verb_word(verb))), " and ");
            wrong_kind(at, target, verb_word(verb), &format!("it takes {takes}"), names);
        } else if let (Verb::Set(place), Target::Part(part)) = (verb, target)
            && places_of(names.circuit, part).is_some_and(|places| u32::from(place) >= places)
            && last_wrong != Some(at)
        {
            last_wrong = Some(at);
            let message = format!("{} has no place {place}", part_name(names.circuit, part));
            names.error("script-unknown-place", at, message).help = places_help(part, names.circuit);
        }
    }
}

fn wrong_kind(at: Piece<'_>, target: Target, verb: &str, help: &str, names: &mut Names<'_>) {
    let (name, kind) = match target {
        Target::Part(part) | Target::Wire(part, _) => {
            (part_name(names.circuit, part).to_owned(), a_kind(&names.circuit.parts[part].kind))
        }
        Target::Contact(contact) => (contact_name(names.circuit, contact), "a contact".to_owned()),
    };
    names.error("script-wrong-kind", at, format!("{name} is {kind} and does not take `{verb}`")).help =
        Some(help.to_owned());
}

fn check_twice(on: &[(Target, Piece<'_>)], names: &mut Names<'_>) {
    if on.len() < 2 {
        return;
    }
    let mut sorted: Vec<(Target, usize, Piece<'_>)> =
        on.iter().enumerate().map(|(place, &(target, at))| (target, place, at)).collect();
    sorted.sort_unstable_by_key(|&(target, place, _)| (target, place));
    for pair in sorted.windows(2) {
        if let &[(first, _, first_at), (second, _, second_at)] = pair
            && first == second
        {
            let name = match first {
                Target::Part(part) | Target::Wire(part, _) => part_name(names.circuit, part).to_owned(),
                Target::Contact(contact) => contact_name(names.circuit, contact),
            };
            let finding = names.error("script-named-twice", second_at, format!("{name} is named twice"));
            finding.second = Some((first_at.span(), "first named here".into()));
            return;
        }
    }
}
