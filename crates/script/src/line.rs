//! One line of a script: text to a step.

use std::ops::Range;

use kiber_engine::Micros;
use kiber_netlist::{Circuit, Finding, nearest};

use crate::expect::parse_expect;
use crate::names::{Names, quoted};
use crate::order::{cut_order, parse_turns};
use crate::piece::Piece;
use crate::show::{contact_name, part_name};
use crate::step::{Step, Target, Turn, Verb};
use crate::time;
use crate::words::{
    OTHER_ACTIONS, SYNONYMS, VERBS, VERBS_FOR_CONTACTS, VERBS_OF_NO_PART, a_kind, find, joined, verbs_for, word_of,
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
        "set" => {
            let (name, _) = rest.last_word();
            refuse_kind(if name.is_empty() { rest } else { name }, word, "selector", names)
        }
        "replace" => refuse_kind(rest, word, "fuse", names),
        other => match find(&VERBS, other) {
            Some(verb) => act(verb, rest, word, names),
            None => unknown_action(word, names),
        },
    };
    parsed.filter(|_| names.findings.len() == found_before)
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
    let known = || VERBS.iter().map(|&(word, _)| word).chain(OTHER_ACTIONS);
    let help = if known().any(|known| known == lower) {
        format!("the words of a script are written in lower case: `{lower}`")
    } else if let Some(ours) = find(&SYNONYMS, &lower) {
        format!("the word for it is `{ours}`")
    } else {
        match nearest(word.text, known()) {
            near if near.is_empty() => {
                let of_some_part = known().filter(|word| !VERBS_OF_NO_PART.contains(word));
                format!("the actions are {}", joined(of_some_part, " and "))
            }
            near => format!("did you mean {}?", joined(near.iter().map(|word| format!("`{word}`")), " or ")),
        }
    };
    names.error("script-unknown-action", word, format!("{} is no action", quoted(word.text))).help = Some(help);
    None
}

/// An action for parts that no circuit has yet: says what the named part is instead.
fn refuse_kind(name: Piece<'_>, verb: Piece<'_>, kind: &str, names: &mut Names<'_>) -> Option<Parsed> {
    if name.is_empty() {
        missing_part(verb, names);
        return None;
    }
    let part = names.part(name)?;
    wrong_kind(name, Target::Part(part), verb.text, &format!("only a {kind} takes `{}`", verb.text), names);
    None
}

fn missing_part(verb: Piece<'_>, names: &mut Names<'_>) {
    names.error("script-missing-part", verb, format!("`{}` what?", verb.text)).help =
        Some(format!("name a part: `{} NAME`; several with commas between, or a range `A..B`", verb.text));
}

fn act(verb: Verb, rest: Piece<'_>, word: Piece<'_>, names: &mut Names<'_>) -> Option<Parsed> {
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
        if !fits.contains(&verb) && last_wrong != Some(at) {
            last_wrong = Some(at);
            let takes = joined(fits.iter().map(|&verb| format!("`{}`", word_of(&VERBS, verb))), " and ");
            wrong_kind(at, target, word_of(&VERBS, verb), &format!("it takes {takes}"), names);
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
