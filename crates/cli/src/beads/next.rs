//! The chances of the next game: in fractions, unless the machine is so large that they would be endless.

use kiber_beads::{Chances, Contents, Lesson, Number};
use num_rational::BigRational;
use serde_json::{Value, json};

use super::learn::percent;

/// Up to how many kinds of beads chances are worked out in fractions.
const FRACTIONS_TO: usize = 2_000;

/// A chance.
pub(super) enum Chance {
    Exact(BigRational),
    /// To the precision of floating-point numbers.
    Rounded(f64),
}

/// What the next game can come to for the machine.
pub(super) struct Next {
    pub(super) won: Chance,
    pub(super) drawn: Chance,
    pub(super) lost: Chance,
}

impl Next {
    pub(super) fn of(lesson: &Lesson<'_>, contents: &Contents) -> Self {
        if lesson.cabinet.kinds() <= FRACTIONS_TO {
            let Chances { won, drawn, lost } = lesson.chances(contents);
            Self { won: Chance::Exact(won), drawn: Chance::Exact(drawn), lost: Chance::Exact(lost) }
        } else {
            let Chances { won, drawn, lost } = lesson.chances(contents);
            Self { won: Chance::Rounded(won), drawn: Chance::Rounded(drawn), lost: Chance::Rounded(lost) }
        }
    }
}

impl Chance {
    /// `131/243 = 53.909 %`, or the percentage alone where the fraction is long.
    pub(super) fn words(&self) -> String {
        let exact = match self {
            Self::Rounded(share) => return percent(*share),
            Self::Exact(exact) => exact,
        };
        let (fraction, percent) = (exact.to_string(), percent(exact.to_f64()));
        match fraction.len() {
            // 0 and 1 say no more than their percentages.
            2..=7 => format!("{fraction} = {percent}"),
            _ => percent,
        }
    }

    /// The fraction, or a number where there is none.
    pub(super) fn to_json(&self) -> Value {
        match self {
            Self::Exact(exact) => json!(exact.to_string()),
            Self::Rounded(share) => json!(share),
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        match self {
            Self::Exact(exact) => Number::is_zero(exact),
            Self::Rounded(share) => Number::is_zero(share),
        }
    }
}
