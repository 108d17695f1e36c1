//! Spans of time as a script writes them: `3ms`, `250us`, `1.5 s`.

use std::fmt;

use kiber_engine::Micros;

/// The longest time that one line may ask for: 1,000,000,000 s.
pub(crate) const LONGEST: Micros = 1_000_000_000 * 1_000_000;

/// Why a text is no span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadTime {
    /// Nothing there.
    Missing,
    /// A number alone.
    NoUnit,
    /// A unit that is none of the three.
    UnknownUnit,
    /// No number in front.
    NoNumber,
    /// A comma or another sign where the decimal point belongs.
    NotANumber,
    /// Less than nothing.
    Negative,
    /// A fraction of a microsecond.
    TooFine,
    /// More than the longest.
    TooLong,
}

impl BadTime {
    /// What is wrong, after "the time".
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Missing => "is missing",
            Self::NoUnit => "has no unit",
            Self::UnknownUnit => "has a unit that is not known",
            Self::NoNumber => "does not begin with a number",
            Self::NotANumber => "is not a plain number and a unit",
            Self::Negative => "is negative",
            Self::TooFine => "is finer than a microsecond",
            Self::TooLong => "is longer than 1000000000 s",
        }
    }
}

/// Reads a span of time; blanks may stand between the number and its unit.
pub(crate) fn parse(text: &str) -> Result<Micros, BadTime> {
    let text = text.trim();
    if text.is_empty() {
        return Err(BadTime::Missing);
    }
    if text.starts_with(['-', '−']) {
        return Err(BadTime::Negative);
    }
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end).unwrap_or((text, ""));
    if number.is_empty() {
        return Err(BadTime::NoNumber);
    }
    let decimals = match unit.trim_start() {
        "us" | "µs" | "μs" => 0,
        "ms" => 3,
        "s" => 6,
        "" => return Err(BadTime::NoUnit),
        other if other.chars().all(char::is_alphabetic) && !other.starts_with(['e', 'E']) => {
            return Err(BadTime::UnknownUnit);
        }
        _ => return Err(BadTime::NotANumber),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if whole.is_empty() || fraction.is_empty() || fraction.contains('.') {
        return Err(BadTime::NotANumber);
    }
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > decimals {
        return Err(BadTime::TooFine);
    }
    let digits = whole.bytes().chain(fraction.bytes()).chain(std::iter::repeat_n(b'0', decimals - fraction.len()));
    let mut span: Micros = 0;
    for digit in digits {
        span = span * 10 + Micros::from(digit - b'0');
        if span > LONGEST {
            return Err(BadTime::TooLong);
        }
    }
    Ok(span)
}

/// Shows a span as a script writes it, in the unit that suits it.
pub(crate) struct Span(pub(crate) Micros);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(span) = *self;
        let (unit, per) = match span {
            1..1_000 => ("us", 1),
            _ if span > 0 && span % 1_000_000 == 0 => ("s", 1_000_000),
            _ => ("ms", 1_000),
        };
        write!(f, "{}", span / per)?;
        if span % per != 0 {
            let fraction = format!("{:03}", span % per);
            write!(f, ".{}", fraction.trim_end_matches('0'))?;
        }
        f.write_str(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<Micros, BadTime>) {
        assert_eq!(parse(text), expected, "{text}");
    }

    #[test]
    fn times_are_read_exactly() {
        check("3ms", Ok(3_000));
        check("250us", Ok(250));
        check("250µs", Ok(250));
        check("2 s", Ok(2_000_000));
        check("1.5ms", Ok(1_500));
        check("0.000001s", Ok(1));
        check("1.50000000ms", Ok(1_500));
        check("0ms", Ok(0));
        check("1000000000s", Ok(LONGEST));
    }

    #[test]
    fn what_is_no_time_is_told_apart() {
        check("", Err(BadTime::Missing));
        check("3", Err(BadTime::NoUnit));
        check("3min", Err(BadTime::UnknownUnit));
        check("ms", Err(BadTime::NoNumber));
        check("inf", Err(BadTime::NoNumber));
        check("NaN", Err(BadTime::NoNumber));
        check("1,5ms", Err(BadTime::NotANumber));
        check("1e999ms", Err(BadTime::NotANumber));
        check("1.2.3ms", Err(BadTime::NotANumber));
        check(".5ms", Err(BadTime::NotANumber));
        check("5.ms", Err(BadTime::NotANumber));
        check("-3ms", Err(BadTime::Negative));
        check("0.5us", Err(BadTime::TooFine));
        check("1000000000.001s", Err(BadTime::TooLong));
        check(&format!("{}ms", "9".repeat(400)), Err(BadTime::TooLong));
    }

    #[track_caller]
    fn check_shown(span: Micros, expected: &str) {
        assert_eq!(Span(span).to_string(), expected);
        check(expected, Ok(span));
    }

    #[test]
    fn times_are_shown_in_the_unit_that_suits() {
        check_shown(0, "0ms");
        check_shown(250, "250us");
        check_shown(3_000, "3ms");
        check_shown(1_050, "1.05ms");
        check_shown(2_000_000, "2s");
        check_shown(2_500_000, "2500ms");
        check_shown(LONGEST, "1000000000s");
    }
}
