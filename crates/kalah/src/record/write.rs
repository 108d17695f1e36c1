//! A game as text.

use std::fmt;

use super::Record;
use crate::position::{Position, Side};

/// Lines `Name: value` say what is played and from where, numbered lines the moves: South's and North's, a
/// blank between. Moves in a row by one side stand together, `3,6`. It reads back.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Rules: {}\nPits: {}", self.rules, self.start.pits())?;
        if let Some(stones) = self.stones {
            writeln!(f, "Stones: {stones}")?;
        }
        if !self.starts_as_usual() {
            writeln!(f, "Start: {}", self.start)?;
        }
        match self.swept() {
            Some(swept) => writeln!(f, "Result: {}", result(&swept))?,
            None => writeln!(f, "Result: {UNFINISHED}")?,
        }
        if self.played.is_empty() { Ok(()) } else { write!(f, "\n{}", self.moves_text()) }
    }
}

/// The result of a game that is not over.
pub(super) const UNFINISHED: &str = "unfinished";
/// What stands for South's move where a game begins with North's.
pub(super) const NO_MOVE: &str = "...";

/// South's stones and North's at the end.
pub(super) fn result(swept: &Position) -> String {
    format!("{}-{}", swept.kalah(Side::South), swept.kalah(Side::North))
}

impl Record {
    fn starts_as_usual(&self) -> bool {
        let is_full = |&side: &Side| self.start.side(side).iter().all(|&stones| Some(stones) == self.stones);
        let kalahs_are_empty = Side::BOTH.iter().all(|&side| self.start.kalah(side) == 0);
        Side::BOTH.iter().all(is_full) && kalahs_are_empty && self.start.to_move() == Side::South
    }

    /// The moves with their numbers, a line for each turn of South and the answer to it.
    pub fn moves_text(&self) -> String {
        let mut text = String::new();
        let mut number = 0;
        let mut last = None;
        for (side, pit) in self.moves_by_side() {
            match (last, side) {
                (Some(last), side) if last == side => text.push_str(&format!(",{pit}")),
                (Some(_), Side::North) => text.push_str(&format!(" {pit}")),
                (_, Side::South) => {
                    number += 1;
                    let feed = if last.is_some() { "\n" } else { "" };
                    text.push_str(&format!("{feed}{number}. {pit}"));
                }
                (None, Side::North) => {
                    number += 1;
                    text.push_str(&format!("{number}. {NO_MOVE} {pit}"));
                }
            }
            last = Some(side);
        }
        if last.is_some() {
            text.push('\n');
        }
        text
    }
}
