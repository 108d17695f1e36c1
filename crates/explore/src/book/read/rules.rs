//! `rules:`: when, set, then, add.

use kiber_netlist::text::{Piece, Quoted, Reader, Span, listed};

use crate::book::parser::{condition, expression};
use crate::book::read::lines::Lines;
use crate::book::read::names::{check_readable, named_entries};
use crate::book::read::unknown_field;
use crate::book::read::variables::number;
use crate::book::scope::{Names, Scope};
use crate::book::{Condition, Domain, Expression, Line, Rule};

const RULE: &str = r#"(when: "turn person", set: {"turn": "machine"}, then: ["press KN1"])"#;
const RULE_FIELDS: [&str; 4] = ["when", "set", "then", "add"];

/// As many rules as the explorer can number.
pub(crate) const MOST_RULES: usize = 65_535;

/// The rules, in the order of the text.
pub(crate) fn rules<'s>(reader: &mut Reader<'s>, piece: Piece<'s>, names: Names<'_>, counters: &[String]) -> Vec<Rule> {
    let wanted = format!(r#"a map of rules, as in `{{"it moves": {RULE}}}`, or `AnyOperator(…)`"#);
    let mut lines = Lines::default();
    let mut rules = Vec::new();
    for (name, span, piece) in named_entries(reader, piece, &wanted, "rule") {
        check_readable(reader, &name, span, "rule");
        if let Some(rule) = rule(reader, name, piece, names, counters, &mut lines) {
            rules.push(rule);
        }
    }
    rules
}

fn rule<'s>(
    reader: &mut Reader<'s>,
    name: String,
    piece: Piece<'s>,
    names: Names<'_>,
    counters: &[String],
    lines: &mut Lines,
) -> Option<Rule> {
    let wanted = format!("a rule, as in `{RULE}`");
    let record = reader.record(piece, &wanted)?;
    if !matches!(record.name, "" | "Rule") {
        reader.bad_value(piece, &wanted);
        return None;
    }
    let fields = reader.fields(piece, record, RULE)?;
    let fields = reader.once(fields);
    let mut rule = Rule { name, when: Condition::default(), set: Vec::new(), then: Vec::new(), add: Vec::new() };
    for (field, piece) in fields {
        let Some(value) = piece.given() else { continue };
        match field {
            "when" => rule.when = written_condition(reader, value, names).unwrap_or_default(),
            "set" => rule.set = set(reader, value, names),
            "then" => rule.then = then(reader, value, names, lines),
            "add" => rule.add = add(reader, value, counters),
            _ => unknown_field(reader, field, &RULE_FIELDS),
        }
    }
    Some(rule)
}

/// A condition in quotes.
pub(crate) fn written_condition<'s>(reader: &mut Reader<'s>, piece: Piece<'s>, names: Names<'_>) -> Option<Condition> {
    let Ok(words) = Quoted::new(piece, reader.source) else {
        reader.bad_value(piece, r#"a condition in quotes, as in `"L9 lit"`"#);
        return None;
    };
    condition(Scope::new(names, reader, &words))
}

fn set<'s>(reader: &mut Reader<'s>, piece: Piece<'s>, names: Names<'_>) -> Vec<(usize, Expression)> {
    let wanted = r#"a map of new values, as in `{"taken": "taken + 1"}`"#;
    let mut set = Vec::new();
    for (name, span, piece) in named_entries(reader, piece, wanted, "value for the variable") {
        let Some(variable) = names.variable(&name) else {
            let known = names.variables.iter().map(|draft| draft.variable.name.as_str());
            let meant = reader.meant(&name, known, "the variables are");
            reader.error("book-unknown-name", span, format!("there is no variable `{name}`")).help = meant;
            continue;
        };
        let Ok(words) = Quoted::new(piece, reader.source) else {
            reader.bad_value(piece, r#"an expression in quotes, as in `"taken + 1"` or `"0"`"#);
            continue;
        };
        let all = 0..words.text.len();
        let found = reader.findings.len();
        let Some((expression, bounds)) = expression(Scope::new(names, reader, &words), all, Some(variable)) else {
            advise_values(reader, found, names, variable);
            continue;
        };
        check_bounds(reader, reader.place(piece), names, variable, bounds);
        set.push((variable, expression));
    }
    set
}

/// Of a name that is unknown where a value belongs, the values are what was meant.
fn advise_values(reader: &mut Reader<'_>, found: usize, names: Names<'_>, variable: usize) {
    let Some(draft) = names.variables.get(variable) else { return };
    if let Domain::OneOf(values) = &draft.variable.domain
        && let Some(finding) = reader.findings.get_mut(found)
        && finding.code == "book-unknown-name"
        && finding.help.as_ref().is_none_or(|help| !help.starts_with("did you mean"))
    {
        let values: Vec<&str> = values.iter().take(8).map(String::as_str).collect();
        finding.help = Some(format!("`{}` is {}", draft.variable.name, listed(&values, "or")));
    }
}

/// Reports a value that is outside the variable's range whatever the moment.
fn check_bounds(reader: &mut Reader<'_>, at: Span, names: Names<'_>, variable: usize, bounds: (i128, i128)) {
    let Some(draft) = names.variables.get(variable).filter(|draft| draft.whole) else { return };
    let (least, most) = draft.variable.domain.bounds();
    if bounds.1 >= i128::from(least) && bounds.0 <= i128::from(most) {
        return;
    }
    let name = &draft.variable.name;
    let value = if bounds.0 == bounds.1 { bounds.0.to_string() } else { "this".to_owned() };
    let range = match &draft.variable.domain {
        Domain::Range(..) => format!("it goes from {least} to {most}"),
        Domain::OneOf(values) => format!("it has {} values, numbered from 0", values.len()),
    };
    reader.error("book-out-of-range", at, format!("`{name}` can never be {value}: {range}"));
}

fn then<'s>(reader: &mut Reader<'s>, piece: Piece<'s>, names: Names<'_>, lines: &mut Lines) -> Vec<Line> {
    let wanted = r#"a list of script lines, as in `["press KN1"]`"#;
    let Ok(elements) = piece.elements() else {
        reader.bad_value(piece, wanted);
        return Vec::new();
    };
    let mut then = Vec::with_capacity(elements.len());
    for element in elements {
        match Quoted::new(element, reader.source) {
            Ok(words) => then.extend(lines.read(reader, names, &words)),
            Err(_) => {
                reader.bad_value(element, r#"a script line in quotes, as in `"press KN1"`"#);
            }
        }
    }
    then
}

fn add<'s>(reader: &mut Reader<'s>, piece: Piece<'s>, counters: &[String]) -> Vec<(usize, u64)> {
    let wanted = r#"a map of what is added to counters, as in `{"losses": 1}`"#;
    let mut add = Vec::new();
    for (name, span, piece) in named_entries(reader, piece, wanted, "addition to the counter") {
        let counter = counter(reader, &name, span, counters);
        let Some(amount) = number(reader, piece) else { continue };
        match (u64::try_from(amount), counter) {
            (Ok(amount), Some(counter)) => add.push((counter, amount)),
            (Ok(_), None) => {}
            (Err(_), _) => {
                let place = reader.place(piece);
                reader.error("book-bad-number", place, format!("{amount}: a counter never gets smaller")).help =
                    Some("what goes up and down is a variable".to_owned());
            }
        }
    }
    add
}

/// The counter of that name, or a finding.
pub(crate) fn counter(reader: &mut Reader<'_>, name: &str, span: Span, counters: &[String]) -> Option<usize> {
    let found = counters.iter().position(|counter| counter == name);
    if found.is_none() {
        let meant = match counters {
            [] => Some(format!(r#"counters are declared: `counters: ["{name}"]`"#)),
            _ => reader.meant(name, counters.iter().map(String::as_str), "the counters are"),
        };
        reader.error("book-unknown-counter", span, format!("there is no counter `{name}`")).help = meant;
    }
    found
}
