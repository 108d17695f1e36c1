//! Positions as text: `4,4,4,4,4,4/0 4,4,4,4,4,4/0 S`.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Fault};
use crate::position::{Position, Side};

/// South's pits from his left to his right, a slash and South's kalah; the same for North; `S` or `N`
/// for who is to move. It reads back.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Side::BOTH {
            let pits: Vec<String> = self.side(side).iter().map(ToString::to_string).collect();
            write!(f, "{}/{} ", pits.join(","), self.kalah(side))?;
        }
        write!(f, "{}", self.to_move().letter())
    }
}

/// Blanks may stand around every number and sign; `South` and `north` are as good as `S` and `N`.
impl FromStr for Position {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader { rest: text, column: 1 };
        let mut places = reader.half(Side::South)?;
        let half = places.len();
        let column = reader.skip_blanks();
        let north = reader.half(Side::North)?;
        if north.len() != half {
            let fault = Fault::Uneven { south: half - 1, north: north.len().saturating_sub(1) };
            return Err(Error::Notation { column, fault });
        }
        places.extend(north);
        let to_move = reader.mover()?;
        Self::new(places, to_move)
    }
}

struct Reader<'a> {
    rest: &'a str,
    /// Where `rest` begins in the text, counted in characters from 1.
    column: usize,
}

impl<'a> Reader<'a> {
    fn skip_blanks(&mut self) -> usize {
        self.take_while(char::is_whitespace);
        self.column
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|letter| !wanted(letter)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.column += taken.chars().count();
        taken
    }

    /// What stands next, as messages show it.
    fn found(&self) -> String {
        let ends = |letter: char| letter.is_whitespace() || matches!(letter, ',' | '/');
        let mut letters = self.rest.chars();
        let first = letters.next();
        first.into_iter().chain(letters.take_while(|&letter| !ends(letter)).take(20)).collect()
    }

    fn number(&mut self) -> Result<u32, Error> {
        let column = self.skip_blanks();
        let is_digit = |letter: char| letter.is_ascii_digit();
        let found = self.found();
        let negative = self.rest.strip_prefix(['-', '−']).is_some_and(|rest| rest.starts_with(is_digit));
        let digits = self.take_while(is_digit);
        let fault = match digits.parse() {
            Ok(stones) if stones <= Position::MOST_STONES => return Ok(stones),
            _ if negative => Fault::Negative { found },
            _ if digits.is_empty() => Fault::NoNumber { found },
            _ => Fault::TooMany { found },
        };
        Err(Error::Notation { column, fault })
    }

    /// A side: its pits with commas between, a slash, its kalah.
    fn half(&mut self, side: Side) -> Result<Vec<u32>, Error> {
        let mut places = vec![self.number()?];
        loop {
            let column = self.skip_blanks();
            let sign = self.rest.chars().next();
            if !matches!(sign, Some(',' | '/')) {
                return Err(Error::Notation { column, fault: Fault::NoKalah { side, found: self.found() } });
            }
            self.rest = self.rest.get(1..).unwrap_or_default();
            self.column += 1;
            places.push(self.number()?);
            if sign == Some('/') {
                return Ok(places);
            }
        }
    }

    fn mover(&mut self) -> Result<Side, Error> {
        let column = self.skip_blanks();
        let word = self.found();
        let named = |side: &Side| {
            let name = side.to_string();
            word.eq_ignore_ascii_case(&name) || word.eq_ignore_ascii_case(&side.letter().to_string())
        };
        let Some(&side) = Side::BOTH.iter().find(|side| named(side)) else {
            return Err(Error::Notation { column, fault: Fault::NoSide { found: word } });
        };
        self.take_while(|letter| letter.is_ascii_alphabetic());
        let column = self.skip_blanks();
        if !self.rest.is_empty() {
            return Err(Error::Notation { column, fault: Fault::Rest { found: self.found() } });
        }
        Ok(side)
    }
}
