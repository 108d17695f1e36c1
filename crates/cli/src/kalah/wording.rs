//! Kalah in words and figures.

use kiber_kalah::{Ending, Position, Rules, Side};

use crate::words::{count, grouped_count};

/// `Kalah by Wetherell's rules, 6 pits a side, 48 stones`.
pub(super) fn title(rules: Rules, position: &Position) -> String {
    let pits = count(position.pits() as u64, "pit");
    let stones = grouped_count(position.total().into(), "stone");
    format!("Kalah by {}, {pits} a side, {stones}", rules_words(rules))
}

pub(super) fn rules_words(rules: Rules) -> &'static str {
    match rules {
        Rules::Wetherell => "Wetherell's rules",
        Rules::Standard => "the standard rules",
        Rules::StandardEmptyCapture => "the standard rules with empty capture",
    }
}

/// Moves as a record writes them: `3,6 2`, moves in a row by one side joined.
pub(super) fn line(rules: Rules, position: &Position, moves: &[usize]) -> String {
    let mut text = String::new();
    let mut position = position.clone();
    let mut last = None;
    for &pit in moves {
        let side = position.to_move();
        let joint = match last {
            None => "",
            Some(last) if last == side => ",",
            Some(_) => " ",
        };
        text.push_str(&format!("{joint}{pit}"));
        last = Some(side);
        match position.after(rules, pit) {
            Ok(after) => position = after,
            Err(_) => break,
        }
    }
    text
}

/// A value as South sees it, counted in units of which a stone is so many: `+3`, `-1.25`.
pub(super) fn signed(value: i32, unit: i32) -> String {
    if value == 0 {
        "0".to_owned()
    } else if unit == 1 {
        format!("{value:+}")
    } else {
        format!("{:+.2}", f64::from(value) / f64::from(unit))
    }
}

/// The true value of a position, to South: `South wins`, `South wins by 4`, `a draw`.
pub(super) fn verdict(rules: Rules, value: i32, unit: i32) -> String {
    let side = match value.signum() {
        0 => return "a draw".to_owned(),
        1 => Side::South,
        _ => Side::North,
    };
    match rules {
        // There only winning counts.
        Rules::Wetherell => format!("{side} wins"),
        Rules::Standard | Rules::StandardEmptyCapture => format!("{side} wins by {}", value.abs() / unit),
    }
}

/// How a game has ended: `South has no stone left in the pits: North wins 28 to 20`.
pub(super) fn ended(position: &Position, ending: Ending) -> String {
    format!("{ending}: {}", position.swept(ending).outcome())
}
