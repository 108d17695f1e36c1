//! The colours of beads.

use crate::arena::Subject;
use crate::cabinet::{Cabinet, Matchbox};

/// A colour that beads can be had in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeadColor {
    /// What it is called.
    pub name: &'static str,
    /// The colour itself, as SVG writes colours.
    pub shade: &'static str,
}

/// For each square, row by row, the colour that Michie gave it (The Computer Journal 6, 1963, table 1).
const SQUARES: [BeadColor; 9] = [
    color("white", "#ffffff"),
    color("lilac", "#c4a4e0"),
    color("silver", "#c8c8c8"),
    color("black", "#222222"),
    color("gold", "#e6b800"),
    color("green", "#2e9e4f"),
    color("amber", "#f58a1f"),
    color("red", "#d62828"),
    color("pink", "#f7a6c4"),
];

/// For each number of objects taken.
const TAKES: [BeadColor; 12] = [
    color("red", "#d62828"),
    color("yellow", "#f2cf1d"),
    color("blue", "#2463c9"),
    color("green", "#2e9e4f"),
    color("white", "#ffffff"),
    color("black", "#222222"),
    color("amber", "#f58a1f"),
    color("lilac", "#c4a4e0"),
    color("pink", "#f7a6c4"),
    color("silver", "#c8c8c8"),
    color("brown", "#8a5a33"),
    color("turquoise", "#35b8b0"),
];

const fn color(name: &'static str, shade: &'static str) -> BeadColor {
    BeadColor { name, shade }
}

impl Cabinet {
    /// The colour of a bead; `None` where there are more moves than colours, and beads carry numbers.
    pub fn color(&self, bead: usize) -> Option<BeadColor> {
        let (_, chosen) = self.bead(bead)?;
        let colors = match self.arena().subject() {
            Subject::Bachet(rules) if rules.most() as usize > TAKES.len() => &[][..],
            Subject::Bachet(_) => &TAKES[..],
            Subject::TicTacToe => &SQUARES[..],
        };
        colors.get(chosen.name.checked_sub(1)? as usize).copied()
    }

    /// Before which moves of the machine a box may be needed, in Roman numerals: `I-III`.
    pub fn turns_in_roman(&self, matchbox: &Matchbox) -> String {
        let (earliest, latest) = matchbox.turns;
        // A position of Bachet may come at every turn between the two.
        match latest - earliest {
            0 => roman(earliest),
            _ => format!("{}-{}", roman(earliest), roman(latest)),
        }
    }
}

/// A number in Roman numerals; in ordinary ones from 4000 on.
fn roman(mut number: u32) -> String {
    const NUMERALS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if number >= 4000 {
        return number.to_string();
    }
    let mut text = String::new();
    for (value, numeral) in NUMERALS {
        while number >= value {
            text.push_str(numeral);
            number -= value;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roman_numerals() {
        let found = [1, 2, 4, 9, 14, 40, 1999, 4000].map(roman);
        assert_eq!(found, ["I", "II", "IV", "IX", "XIV", "XL", "MCMXCIX", "4000"]);
    }
}
