//! A game from text.

use std::fmt;
use std::str::FromStr;

use super::write::{NO_MOVE, UNFINISHED, result};
use super::{Mistake, Record, RecordError};
use crate::error::Error;
use crate::position::{Position, Side};
use crate::rules::{Rules, Setup};

/// The names of the lines before the moves.
pub(super) const NAMES: [&str; 5] = ["Rules", "Pits", "Stones", "Start", "Result"];

/// Blank lines and what follows `#` say nothing. `Pits` may be missing where there is a `Start`, and
/// so may `Stones`: then any number of stones may lie there.
impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut reader = Reader::default();
        let mut words = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split_once('#').map_or(text, |(text, _)| text).trim_start_matches('\u{feff}');
            match text.split_once(':') {
                Some((name, value)) => reader.header(line, name, value, !words.is_empty())?,
                None => words.extend(words_of(line, text)),
            }
        }
        let end = Word { line: text.lines().count().max(1), column: 1, text: "" };
        let mut record = reader.begin(words.first().unwrap_or(&end))?;
        record.read_moves(&words)?;
        reader.check_result(&record)?;
        Ok(record)
    }
}

/// A word and where it stands.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

impl<'a> Word<'a> {
    fn is_wrong(self, mistake: Mistake) -> RecordError {
        RecordError { line: self.line, column: self.column, mistake }
    }

    /// A part of the word.
    fn part(self, bytes: usize, text: &'a str) -> Self {
        let before = self.text.get(..bytes).unwrap_or_default();
        Self { column: self.column + before.chars().count(), text, ..self }
    }
}

/// What stands in a line between blanks.
fn words_of(line: usize, text: &str) -> impl Iterator<Item = Word<'_>> {
    let whole = Word { line, column: 1, text };
    let mut at = 0;
    text.split(char::is_whitespace).filter_map(move |word| {
        let begins = at;
        at += word.len() + text.get(at + word.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        (!word.is_empty()).then(|| whole.part(begins, word))
    })
}

/// What the lines before the moves say.
#[derive(Default)]
struct Reader<'a> {
    values: [Option<Word<'a>>; NAMES.len()],
}

impl<'a> Reader<'a> {
    fn header(&mut self, line: usize, name: &'a str, value: &'a str, late: bool) -> Result<(), RecordError> {
        let blanks = name.len() - name.trim_start().len();
        let name_at = Word { line, column: 1, text: name }.part(blanks, name.trim());
        let places = NAMES.iter().zip(&mut self.values);
        let Some((&known, place)) = places.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name_at.text))
        else {
            return Err(name_at.is_wrong(Mistake::UnknownName { name: name_at.text.to_owned() }));
        };
        if late {
            return Err(name_at.is_wrong(Mistake::Late { name: known }));
        }
        if place.is_some() {
            return Err(name_at.is_wrong(Mistake::Twice { name: known }));
        }
        let begins = name.chars().count() + 2;
        let blanks = value.len() - value.trim_start().len();
        *place = Some(Word { line, column: begins, text: value }.part(blanks, value.trim()));
        Ok(())
    }

    fn number<N: FromStr>(word: Word<'a>, name: &'static str) -> Result<N, RecordError>
    where
        N::Err: fmt::Debug,
    {
        let found = word.text.to_owned();
        word.text.parse().map_err(|_| word.is_wrong(Mistake::NoNumber { name, found }))
    }

    /// The game before its first move, which stands at `first`.
    fn begin(&self, first: &Word<'_>) -> Result<Record, RecordError> {
        let [rules, pits, stones, start, _] = self.values;
        let missing = |name: &'static str| first.is_wrong(Mistake::Missing { name });
        fn game(word: Word<'_>) -> impl Fn(Error) -> RecordError {
            move |error| word.is_wrong(Mistake::Game(error))
        }
        let rules_at = rules.ok_or_else(|| missing("Rules"))?;
        let rules: Rules = rules_at.text.parse().map_err(game(rules_at))?;
        let each = stones.map(|word| Ok((word, Self::number::<u32>(word, "Stones")?))).transpose()?;
        let Some(start_at) = start else {
            let pits_at = pits.ok_or_else(|| missing("Pits"))?;
            let pits = Self::number(pits_at, "Pits")?;
            let (stones_at, stones) = each.ok_or_else(|| missing("Stones"))?;
            let at = |error: Error| {
                let word = if matches!(error, Error::Pits { .. }) { pits_at } else { stones_at };
                word.is_wrong(Mistake::Game(error))
            };
            return Ok(Record::new(Setup::new(rules, pits, stones).map_err(at)?));
        };
        let start: Position = start_at.text.parse().map_err(|error| match error {
            Error::Notation { column, fault } => {
                let column = start_at.column + column - 1;
                RecordError { column, ..start_at.is_wrong(Mistake::Position(fault)) }
            }
            error => start_at.is_wrong(Mistake::Game(error)),
        })?;
        let pits_wanted = pits.map(|word| Self::number::<usize>(word, "Pits")).transpose()?;
        if let (Some(word), Some(wanted)) = (pits, pits_wanted) {
            let setup = Setup::new(rules, wanted, 1).map_err(game(word))?;
            if wanted != start.pits() {
                return Err(word.is_wrong(Mistake::Game(Error::OtherPits { pits: start.pits(), setup })));
            }
        }
        match each {
            None => Record::from_position(rules, start).map_err(game(start_at)),
            Some((word, stones)) => {
                let setup = Setup::new(rules, start.pits(), stones).map_err(game(word))?;
                Record::of_setup(setup, start).map_err(game(start_at))
            }
        }
    }

    fn check_result(&self, record: &Record) -> Result<(), RecordError> {
        let played = record.swept().map_or_else(|| UNFINISHED.to_owned(), |swept| result(&swept));
        match self.values.last() {
            Some(&Some(word)) if word.text != played => {
                Err(word.is_wrong(Mistake::OtherResult { written: word.text.to_owned(), played }))
            }
            _ => Ok(()),
        }
    }
}

impl Record {
    fn read_moves(&mut self, words: &[Word<'_>]) -> Result<(), RecordError> {
        let mut number = 0;
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let to_move = self.position().to_move();
            if let Some(ending) = self.ending() {
                let position = self.position().clone();
                return Err(word.is_wrong(Mistake::Game(Error::Over { position, ending })));
            }
            if self.last_mover() == Some(to_move) {
                return Err(word.is_wrong(Mistake::Again { side: to_move }));
            }
            if to_move == Side::North && number > 0 {
                self.read_group(word)?;
                continue;
            }
            let (due, found) = (number + 1, || word.text.to_owned());
            if word.text != format!("{due}.") {
                let is_number = word.text.ends_with('.') && word.text != NO_MOVE;
                let mistake = if is_number {
                    Mistake::Number { due, found: found() }
                } else {
                    Mistake::NumberDue { due, found: found() }
                };
                return Err(word.is_wrong(mistake));
            }
            number = due;
            let mut due = || words.next().ok_or_else(|| word.is_wrong(Mistake::NoMove { found: String::new() }));
            let mut group = due()?;
            match (group.text == NO_MOVE, to_move) {
                (true, Side::South) => return Err(group.is_wrong(Mistake::NotSkipped)),
                (false, Side::North) => return Err(group.is_wrong(Mistake::Skipped)),
                (true, Side::North) => group = due()?,
                (false, Side::South) => {}
            }
            self.read_group(group)?;
        }
        Ok(())
    }

    /// Moves in a row by one side.
    fn read_group(&mut self, group: Word<'_>) -> Result<(), RecordError> {
        let side = self.position().to_move();
        let mut at = 0;
        for (index, text) in group.text.split(',').enumerate() {
            let word = group.part(at, text);
            at += text.len() + 1;
            if index > 0 && self.ending().is_none() && self.position().to_move() != side {
                return Err(word.is_wrong(Mistake::NotAgain { side }));
            }
            let pit = text.parse().map_err(|_| word.is_wrong(Mistake::NoMove { found: text.to_owned() }))?;
            self.play(pit).map_err(|error| word.is_wrong(Mistake::Game(error)))?;
        }
        Ok(())
    }
}
