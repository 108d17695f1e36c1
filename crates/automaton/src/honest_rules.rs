//! The honest person as a rule-book, for any machine.

use kiber_netlist::{Circuit, PartId};

use crate::error::Error;
use crate::roles::find_roles;

/// Writes the rule-book of the honest person for a machine with roles: what the person does and when,
/// and what has to be true of a machine whoever plays.
///
/// The properties: 1 to `take` lamps at a time, in turn and none of them dim; the right verdict at the
/// end, none before it and none for a resigned game; a new game always possible; every action settles
/// and shorts nothing; and, if `most_losses` is given, at most so many losses.
///
/// # Errors
/// [`Error::NotAMachine`] when the circuit lacks a part for a role, [`Error::NotARange`] when its lamps
/// or toggles cannot be written as a range.
pub fn honest_rules(circuit: &Circuit, most_losses: Option<u64>) -> Result<String, Error> {
    let roles = find_roles(circuit)?;
    let name = |part: PartId| circuit.parts.get(part).map(|part| part.name.as_str()).unwrap_or_default();
    let (lamps, toggles) = (range(circuit, "lamps", &roles.lamps)?, range(circuit, "toggles", &roles.toggles)?);
    let lit = format!("count({lamps} lit)");
    let objects = roles.lamps.len();
    let most = roles.take;
    let [turn, taken, before] = ["turn", "taken", "before"].map(|variable| free_name(circuit, variable));
    let next = next_toggle(&toggles, &format!("first({lamps} lit)"))?;
    let (ask, punish, reset) = (name(roles.move_button), name(roles.punish), name(roles.reset));
    let rewarded = roles.reward.map(|reward| format!(r#", then: ["press {}"]"#, name(reward))).unwrap_or_default();
    let verdicts: Vec<&str> = [roles.won, roles.lost].into_iter().flatten().map(name).collect();

    let mut properties: Vec<(&str, String)> = vec![
        ("takes no more than it may", never(&format!("{turn} automaton, {before} - {lit} > {most}"))),
        (
            "darkens the lamps in turn",
            never(&format!(
                "{lit} > 0, not({turn} person) or {taken} > 0, {lit} + first({lamps} lit) != {}",
                objects + 1
            )),
        ),
        ("no lamp is dim", never(&format!("count({lamps} dim) > 0"))),
    ];
    if !verdicts.is_empty() {
        let any_lit = verdicts.iter().map(|lamp| format!("{lamp} lit")).collect::<Vec<_>>().join(" or ");
        properties.push((
            "no verdict before the end, nor for a resigned game",
            never(&format!("{lit} > 0, not({turn} person) or {taken} > 0, {any_lit}")),
        ));
        properties.push((
            "no verdict in a new game",
            never(&format!("{turn} person, {taken} = 0, {lit} = {objects}, {any_lit}")),
        ));
    }
    if let Some(won) = roles.won.map(name) {
        properties.push((
            "the person is told that he won",
            never(&format!("{turn} person, {taken} > 0, {lit} = 0, {won} off or {won} dim")),
        ));
    }
    if let Some(lost) = roles.lost.map(name) {
        properties.push((
            "the person is told that he lost",
            never(&format!("{turn} automaton, {lit} = 0, {lost} off or {lost} dim")),
        ));
    }
    if let [won, lost] = verdicts[..] {
        properties.push(("never two verdicts", never(&format!("{lit} < {objects}, {won} lit, {lost} lit"))));
    }
    match most_losses {
        None => {}
        // A bound that nothing counts towards would say nothing.
        Some(0) => {
            properties.push(("the person never wins", never(&format!("{turn} person, {taken} > 0, {lit} = 0"))));
            properties.push(("never resigns", never(&format!("{turn} automaton, {lit} = {before}"))));
        }
        Some(most) => properties.push(("learns", format!(r#"AtMost("losses", {most})"#))),
    }
    properties.push((
        "a new game is always possible",
        format!(r#"AlwaysPossible("{turn} person, {taken} = 0, {lit} = {objects}")"#),
    ));
    properties.push(("settles", "Settles".to_string()));
    properties.push(("no short circuit", "NoShort".to_string()));
    let properties: String =
        properties.iter().map(|(name, property)| format!("        \"{name}\": {property},\n")).collect();

    Ok(format!(
        r#"// The honest person: takes 1 to {most} lamps in their order, asks for the automaton's move, punishes it when
// it has lost or resigned, and otherwise lets it be.
Rules(
    title: "The honest person",
    vars: {{
        "{turn}": OneOf(["person", "automaton", "over"]),
        // Lamps that the person has switched off in this turn; lamps lit when the automaton was asked.
        "{taken}": Range(0, {most}),
        "{before}": Range(0, {objects}),
    }},
    counters: ["losses"],
    rules: {{
        "switch off the next lamp": (
            when: "{turn} person, {taken} < {most}, {lit} > 0",
            set: {{"{taken}": "{taken} + 1"}},
            then: ["off {next}"],
        ),
        "the automaton's move": (
            when: "{turn} person, {taken} > 0, {lit} > 0",
            set: {{"{before}": "{lit}", "{taken}": "0", "{turn}": "automaton"}},
            then: ["press {ask}"],
        ),
        "it answered": (
            when: "{turn} automaton, 0 < {lit}, {lit} < {before}",
            set: {{"{turn}": "person", "{before}": "0"}},
        ),
        "it won": (
            when: "{turn} automaton, {lit} = 0",
            set: {{"{turn}": "over", "{before}": "0"}}{rewarded},
        ),
        "it resigned": (
            when: "{turn} automaton, {lit} = {before}",
            set: {{"{turn}": "over", "{before}": "0"}}, add: {{"losses": 1}}, then: ["press {punish}"],
        ),
        "the person won": (
            when: "{turn} person, {taken} > 0, {lit} = 0",
            set: {{"{turn}": "over", "{taken}": "0"}}, add: {{"losses": 1}}, then: ["press {punish}"],
        ),
        "next game": (
            when: "{turn} over",
            set: {{"{turn}": "person"}},
            then: ["press {reset}", "on {toggles}"],
        ),
    }},
    properties: {{
{properties}    }},
)
"#
    ))
}

fn never(condition: &str) -> String {
    format!(r#"Never("{condition}")"#)
}

/// The parts as one range of the circuit.
pub(crate) fn range(circuit: &Circuit, role: &'static str, parts: &[PartId]) -> Result<String, Error> {
    let name = |part: Option<&PartId>| part.and_then(|&part| circuit.parts.get(part)).map(|part| part.name.as_str());
    let (first, last) = (name(parts.first()).unwrap_or_default(), name(parts.last()).unwrap_or_default());
    let range = format!("{first}..{last}");
    match circuit.range(&range) {
        Ok(found) if found == parts => Ok(range),
        Ok(_) => Err(Error::NotARange { role, why: format!("they are not {range} in this order") }),
        Err(error) => Err(Error::NotARange { role, why: error.to_string() }),
    }
}

/// The toggle at a place in a range that counts up: `V{first(L1..L8 lit)}`.
pub(crate) fn next_toggle(toggles: &str, place: &str) -> Result<String, Error> {
    let (first, last) = toggles.split_once("..").unwrap_or((toggles, toggles));
    let not = || Error::NotARange { role: "toggles", why: format!("{toggles} does not count up in plain numbers") };
    let same = first.bytes().zip(last.bytes()).take_while(|(one, other)| one == other).count();
    let start = first.get(..same).ok_or_else(not)?.trim_end_matches(|c: char| c.is_ascii_digit());
    let rest = first.get(start.len()..).ok_or_else(not)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, end) = rest.split_at_checked(digits).ok_or_else(not)?;
    let from: u64 = number.parse().map_err(|_| not())?;
    let to = last.get(start.len()..).and_then(|rest| rest.strip_suffix(end)).and_then(|number| number.parse().ok());
    if from.to_string() != number || to.is_some_and(|to: u64| to < from) {
        return Err(not());
    }
    Ok(match from {
        0 => format!("{start}{{{place} - 1}}{end}"),
        1 => format!("{start}{{{place}}}{end}"),
        _ => format!("{start}{{{place} + {}}}{end}", from - 1),
    })
}

/// A name for a variable that no part has.
pub(crate) fn free_name(circuit: &Circuit, wanted: &str) -> String {
    let mut name = wanted.to_string();
    while circuit.part(&name).is_some() {
        name.push('_');
    }
    name
}
