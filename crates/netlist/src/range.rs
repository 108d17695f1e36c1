//! Ranges: `A..B` are two names equal but for one whole number, and every part between exists.

use std::fmt;

use crate::circuit::Circuit;
use crate::ids::PartId;
use crate::near::nearest;

/// Why a name or a range names nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RangeError {
    /// There is no part of that name or label.
    NoSuchPart {
        /// The name looked for.
        name: String,
        /// The names near it, the nearest first.
        near: Vec<String>,
    },
    /// The two ends are not equal but for one whole number.
    NoRange {
        /// The name before the dots.
        first: String,
        /// The name behind them.
        last: String,
    },
    /// A part between the two ends does not exist.
    Gap {
        /// The range as written.
        range: String,
        /// The first name that is missing.
        name: String,
    },
}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPart { name, .. } => write!(f, "there is no part `{name}`"),
            Self::NoRange { first, last } => {
                write!(
                    f,
                    "`{first}` and `{last}` are no ends of a range: they have to be equal but for one whole number"
                )
            }
            Self::Gap { range, name } => write!(f, "the range `{range}` has a gap: there is no part `{name}`"),
        }
    }
}

impl std::error::Error for RangeError {}

impl RangeError {
    /// What was probably meant, if that can be told.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::NoSuchPart { near, .. } if near.is_empty() => None,
            Self::NoSuchPart { near, .. } => {
                let near: Vec<&str> = near.iter().map(String::as_str).collect();
                Some(format!("did you mean {}?", crate::read::reader::listed(&near, "or")))
            }
            Self::NoRange { .. } => Some("a range is written `L1..L8`".to_owned()),
            Self::Gap { .. } => Some("every part of a range has to exist; name the others one by one".to_owned()),
        }
    }
}

impl Circuit {
    /// The parts that a text names, by name or label: one, or a range `A..B` in the order in which
    /// it is written (`L8..L1` counts down).
    ///
    /// A range has two ends equal but for one whole number, and every part between exists.
    ///
    /// # Errors
    ///
    /// No such part, two ends that make no range, or a range with a gap.
    pub fn range(&self, text: &str) -> Result<Vec<PartId>, RangeError> {
        let names = self.parts_by_name.keys().chain(self.parts_by_label.keys()).map(String::as_str);
        range(text, |name| self.part(name), names)
    }
}

/// The parts that `text` names: one, or a range in the order in which it is written (`L8..L1`
/// counts down). `part` looks up a name, `names` are all names, for advice.
pub(crate) fn range<'a, T>(
    text: &str,
    part: impl Fn(&str) -> Option<T>,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<T>, RangeError> {
    let no_such = |name: &str, names| RangeError::NoSuchPart {
        name: name.to_owned(),
        near: nearest(name, names).into_iter().map(str::to_owned).collect(),
    };
    let Some((first, last)) = text.split_once("..") else {
        return part(text).map(|part| vec![part]).ok_or_else(|| no_such(text, names));
    };
    let ends = || (first.to_owned(), last.to_owned());
    if first == last {
        return part(first).map(|part| vec![part]).ok_or_else(|| no_such(first, names));
    }
    let Some(series) = Series::between(first, last) else {
        let (first, last) = ends();
        return Err(RangeError::NoRange { first, last });
    };
    for end in [first, last] {
        if part(end).is_none() {
            return Err(no_such(end, names));
        }
    }
    let mut parts = Vec::new();
    let mut number = series.first;
    loop {
        let name = series.name(number);
        let Some(part) = part(&name) else {
            return Err(RangeError::Gap { range: text.to_owned(), name });
        };
        parts.push(part);
        if number == series.last {
            return Ok(parts);
        }
        number = if series.first < series.last { number + 1 } else { number - 1 };
    }
}

/// Names that differ in one whole number.
struct Series<'t> {
    before: &'t str,
    after: &'t str,
    first: u64,
    last: u64,
    /// Numbers are filled up with zeros to so many digits.
    digits: usize,
}

impl<'t> Series<'t> {
    fn between(first: &'t str, last: &'t str) -> Option<Self> {
        let same = first.bytes().zip(last.bytes()).take_while(|(a, b)| a == b).count();
        // A number that only begins alike (`L1..L10`) belongs to the part that differs.
        let before = first[..first.floor_char_boundary(same)].trim_end_matches(|c: char| c.is_ascii_digit());
        let rests = [&first[before.len()..], &last[before.len()..]];
        let [(first, first_after), (last, last_after)] = rests.map(|rest| {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            rest.split_at(digits)
        });
        if first_after != last_after || first.is_empty() || last.is_empty() {
            return None;
        }
        let padded = [first, last].iter().any(|number| number.len() > 1 && number.starts_with('0'));
        let series = Self {
            before,
            after: first_after,
            first: first.parse().ok()?,
            last: last.parse().ok()?,
            digits: if padded { first.len().min(last.len()) } else { 1 },
        };
        let written = |number: u64, digits: &str| series.number(number) == digits;
        (written(series.first, first) && written(series.last, last)).then_some(series)
    }

    fn number(&self, number: u64) -> String {
        format!("{number:0width$}", width = self.digits)
    }

    fn name(&self, number: u64) -> String {
        format!("{}{}{}", self.before, self.number(number), self.after)
    }
}

#[cfg(test)]
mod tests {
    use super::range;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let names =
            ["L1", "L2", "L3", "L9", "L10", "L11", "K08", "K09", "K10", "P6'", "P7'", "U1A1", "U1A2", "9", "10"];
        let found = range(text, |name| names.iter().find(|known| **known == name), names);
        let shown = match found {
            Ok(names) => names.into_iter().copied().collect::<Vec<_>>().join(" "),
            Err(error) => error.to_string() + &error.help().map(|help| format!("; {help}")).unwrap_or_default(),
        };
        assert_eq!(shown, expected);
    }

    #[test]
    fn names_and_ranges() {
        check("L2", "L2");
        check("L1..L3", "L1 L2 L3");
        check("L3..L1", "L3 L2 L1");
        check("L2..L2", "L2");
        check("P6'..P6'", "P6'");
        check("L9..L11", "L9 L10 L11");
        check("L10..L11", "L10 L11");
        check("K08..K10", "K08 K09 K10");
        check("P6'..P7'", "P6' P7'");
        check("U1A1..U1A2", "U1A1 U1A2");
        check("9..10", "9 10");
    }

    #[test]
    fn what_is_no_range() {
        check("L4", "there is no part `L4`; did you mean `L1`, `L2` or `L3`?");
        check(
            "L1..L9",
            "the range `L1..L9` has a gap: there is no part `L4`; every part of a range has to exist; name the others one by one",
        );
        check(
            "L1..K08",
            "`L1` and `K08` are no ends of a range: they have to be equal but for one whole number; a range is written `L1..L8`",
        );
        check(
            "L1..L99999999999999999999999",
            "`L1` and `L99999999999999999999999` are no ends of a range: they have to be equal but for one whole number; a range is written `L1..L8`",
        );
        check("L1..L999999999", "there is no part `L999999999`");
        check("..", "there is no part ``");
    }
}
