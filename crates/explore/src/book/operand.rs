//! Single operands of a condition or an expression: names with their words, variables, counts,
//! numbers.

use std::ops::Range;

use kiber_netlist::nearest;
use kiber_netlist::text::listed;

use crate::book::Domain;
use crate::book::condition::Leaf;
use crate::book::lexer::{Joint, Start};
use crate::book::parser::{Operand, Parser, Value};
use crate::book::sum::{Quantity, Sum};
use crate::book::words::{LARGEST, is_about_the_past, is_word};

impl Parser<'_, '_, '_> {
    /// The operand that begins so; nothing, and a finding, where no operand can begin.
    pub(crate) fn operand(&mut self, start: Start, range: Range<usize>) -> Option<Operand> {
        let value = match start {
            Start::Name => self.named(&range),
            Start::Word => self.word(&range),
            Start::Count | Start::First => self.counted(start == Start::First, &range)?,
            Start::Number(number) => match number.filter(|&number| number <= LARGEST) {
                Some(number) => Value::Number(Sum::constant(number)),
                None => {
                    let message = format!("`{}` is no whole number up to {LARGEST}", self.lexer.text(&range));
                    self.scope.error("book-bad-number", range.clone(), message);
                    Value::Broken
                }
            },
            Start::End | Start::Other | Start::Open | Start::Not | Start::Minus => {
                self.missing(range);
                return None;
            }
        };
        // A broken term is told of once, whatever else is in it.
        if matches!(value, Value::Broken) {
            self.skip_term();
        }
        Some(Operand { value, range: range.start..self.lexer.skip_blanks().max(range.end) }.trimmed(self))
    }

    fn missing(&mut self, at: Range<usize>) {
        let found = self.lexer.text(&at);
        if self.scope.words.text.trim().is_empty() {
            self.scope.error("book-syntax", at, "there is nothing in this text");
        } else if found == "=" {
            self.scope.error("book-syntax", at, "an equals sign too many").help =
                Some("equal is `=`, at most `<=`, at least `>=`, different `!=`".to_owned());
        } else {
            let what = if found.is_empty() { "the text ends".to_owned() } else { format!("there is `{found}`") };
            self.scope.error("book-syntax", at, format!("something is missing here: {what}")).help =
                Some("a term is `L9 lit`, `VARIABLE VALUE` or a comparison".to_owned());
        }
    }

    /// A part, a contact or a range, and the word that is said of it.
    fn named(&mut self, name: &Range<usize>) -> Value {
        let mut after = self.lexer;
        // A value may be called like a part, since a part alone says nothing.
        if after.word().is_none()
            && let Some(value) = self.meant_value(self.lexer.text(name))
        {
            return Value::Number(Sum::constant(value));
        }
        let word = self.state_word(name.end);
        match self.scope.facts(std::slice::from_ref(name), word) {
            Some(facts) => Value::Truth(self.leaf(Leaf::Facts(facts))),
            None => Value::Broken,
        }
    }

    /// The word behind a name, `at 4` included; nothing has no length.
    fn state_word(&mut self, behind: usize) -> Range<usize> {
        let word = self.lexer.word().unwrap_or(behind..behind);
        if self.lexer.text(&word) == "at"
            && let Some(place) = self.lexer.word()
        {
            return word.start..place.end;
        }
        word
    }

    /// A word that is no name: a variable, with its value perhaps, or a value, or a mistake.
    fn word(&mut self, range: &Range<usize>) -> Value {
        let word = self.lexer.text(range);
        if let Some(variable) = self.scope.names.variable(word) {
            return self.variable(variable, range);
        }
        if let Some(value) = self.meant_value(word) {
            return Value::Number(Sum::constant(value));
        }
        let mut after = self.lexer;
        let next = after.word();
        if let Some(next) = next.filter(|next| is_word(after.text(next))) {
            // As a part it is unknown, and what is near is told as in scripts.
            self.lexer.word();
            if self.scope.facts(std::slice::from_ref(range), next).is_none() {
                return Value::Broken;
            }
        }
        self.unknown(range);
        Value::Broken
    }

    fn variable(&mut self, variable: usize, range: &Range<usize>) -> Value {
        let quantity = || Value::Number(Sum::of(Quantity::Variable(variable as u32)));
        let Some(draft) = self.scope.names.variables.get(variable) else { return quantity() };
        let mut after = self.lexer;
        let Some(next) = after.word() else { return quantity() };
        let word = after.text(&next);
        if !word.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_') {
            return quantity();
        }
        self.lexer = after;
        if !draft.whole {
            return Value::Broken;
        }
        let value = self.value_named(variable, word).or_else(|| match draft.variable.domain {
            Domain::Range(..) => word.parse().ok().filter(|number| (0..=LARGEST).contains(number)),
            Domain::OneOf(_) => None,
        });
        let (least, most) = draft.variable.domain.bounds();
        match value {
            Some(value) if (least..=most).contains(&value) => {
                Value::Truth(self.leaf(Leaf::Value { variable: variable as u32, value }))
            }
            Some(value) => {
                let name = &draft.variable.name;
                let message = format!("`{name}` is never {value}: it goes from {least} to {most}");
                self.scope.error("book-out-of-range", next, message);
                Value::Broken
            }
            None => {
                self.unknown_value(variable, range, next);
                Value::Broken
            }
        }
    }

    /// The number of a value of the variable that is compared or set here.
    fn meant_value(&self, name: &str) -> Option<i64> {
        [self.compared, self.meant].into_iter().flatten().find_map(|variable| self.value_named(variable, name))
    }

    /// The number of a value of a variable, by its name.
    fn value_named(&self, variable: usize, name: &str) -> Option<i64> {
        match &self.scope.names.variables.get(variable)?.variable.domain {
            Domain::OneOf(values) => values.iter().position(|value| value == name).map(|place| place as i64),
            Domain::Range(..) => None,
        }
    }

    fn unknown_value(&mut self, variable: usize, name: &Range<usize>, value: Range<usize>) {
        let (name, word) = (self.lexer.text(name), self.lexer.text(&value));
        let Some(draft) = self.scope.names.variables.get(variable) else { return };
        let help = match &draft.variable.domain {
            Domain::OneOf(values) => {
                let values: Vec<&str> = values.iter().map(String::as_str).collect();
                match nearest(word, values.iter().copied()).as_slice() {
                    [] => format!("it is {}", listed(&values, "or")),
                    near => format!("did you mean {}?", listed(near, "or")),
                }
            }
            Domain::Range(least, most) => format!("it is a whole number from {least} to {most}"),
        };
        self.scope.error("book-unknown-value", value, format!("`{name}` is never `{word}`")).help = Some(help);
    }

    fn unknown(&mut self, range: &Range<usize>) {
        let word = self.lexer.text(range);
        if is_about_the_past(word) {
            let message = format!("`{word}` is said of an action, and a condition is about a moment");
            self.scope.error("book-not-of-a-moment", range.clone(), message).help =
                Some("the properties `Settles` and `NoShort` ask for it".to_owned());
            return;
        }
        let circuit = self.scope.names.circuit;
        let parts = circuit.parts.rows().iter();
        let parts = parts.flat_map(|part| std::iter::once(part.name.as_str()).chain(part.label.as_deref()));
        let drafts = self.scope.names.variables;
        let variables = drafts.iter().map(|draft| draft.variable.name.as_str());
        let all: Vec<&str> = variables.chain(parts).collect();
        let help = self.scope.reader.meant(word, all, "there are");
        let message = format!("there is no variable and no part `{word}`");
        self.scope.error("book-unknown-name", range.clone(), message).help = help;
    }

    /// `count(A..B word)` or `first(A..B word)`, from behind its word.
    fn counted(&mut self, first: bool, function: &Range<usize>) -> Option<Value> {
        let (_, open) = self.lexer.start();
        let mut names = Vec::new();
        loop {
            let from = self.lexer.skip_blanks();
            let Some(name) = self.lexer.name() else {
                self.no_arguments(function, from..from);
                return None;
            };
            names.push(name);
            let mut after = self.lexer;
            if after.joint().0 != Joint::Comma {
                break;
            }
            self.lexer = after;
        }
        let behind = names.last().map_or(open.end, |name| name.end);
        let word = self.state_word(behind);
        let (joint, at) = self.lexer.joint();
        if joint != Joint::Close {
            self.no_arguments(function, at);
            return None;
        }
        let Some(facts) = self.scope.facts(&names, word) else {
            return Some(Value::Broken);
        };
        if names.len() > 1 && self.scope.has_twice(facts) {
            let all = names.first().map_or(open.end, |name| name.start)..behind;
            self.scope.error("book-named-twice", all, "a part is named twice, and would be counted twice");
            return Some(Value::Broken);
        }
        Some(Value::Number(Sum::of(if first { Quantity::First(facts) } else { Quantity::Count(facts) })))
    }

    fn no_arguments(&mut self, function: &Range<usize>, at: Range<usize>) {
        let name = self.lexer.text(function);
        let message = format!("`{name}` takes names and a word");
        self.scope.error("book-syntax", at, message).help = Some(format!("write `{name}(L1..L8 lit)`"));
    }

    /// Goes on at the comma, `or` or closing parenthesis behind a term.
    fn skip_term(&mut self) {
        let mut depth = 0_usize;
        loop {
            let before = self.lexer;
            let (joint, range) = self.lexer.joint();
            match joint {
                Joint::End => return,
                Joint::Comma | Joint::Or if depth == 0 => {
                    self.lexer = before;
                    return;
                }
                Joint::Close if depth == 0 => {
                    self.lexer = before;
                    return;
                }
                Joint::Close => depth -= 1,
                Joint::Other => {
                    if self.lexer.text(&range).starts_with('(') {
                        depth += 1;
                    }
                    self.lexer.go_to(range.end.max(range.start + 1));
                }
                _ => {}
            }
        }
    }
}

impl Operand {
    /// Without blanks at its end.
    fn trimmed(self, parser: &Parser<'_, '_, '_>) -> Self {
        let text = parser.lexer.text(&self.range).trim_end();
        Self { range: self.range.start..self.range.start + text.len(), ..self }
    }
}
