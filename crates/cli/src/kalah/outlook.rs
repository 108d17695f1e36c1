//! What the moves of a position come to as far as was looked ahead, and how it is told.

use std::io::{self, Write};

use kiber_kalah::{Analysis, Kalah, MoveValue, Position, Rules, Side};
use kiber_minimax::Game;
use serde_json::{Map, Value, json};

use super::wording::{line, signed, verdict};
use crate::words::{count, wrapped};

/// What the moves of a position come to.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    pub(super) game: Kalah,
    pub(super) position: Position,
    pub(super) analysis: Analysis,
    /// The value, as South sees it.
    pub(super) value: i32,
    pub(super) proved: bool,
    /// The pits that are as good as any.
    pub(super) best: Vec<usize>,
}

impl Outlook {
    pub(super) fn new(game: Kalah, position: &Position, analysis: Analysis) -> Self {
        let first = analysis.first();
        let value = first.map_or_else(|| game.value(position), |first| first.value);
        let bounds = game.bounds(position);
        let most = if position.to_move() == Side::South { *bounds.end() } else { *bounds.start() };
        // A move that is as good as any can be is enough; else all have to be known.
        let is_best = first.is_some_and(|first| first.is_proved() && first.value == most);
        let proved = is_best || analysis.moves.iter().all(MoveValue::is_proved);
        let best = analysis.best().iter().map(|valued| valued.pit).collect();
        Self { game, position: position.clone(), value, proved, best, analysis }
    }

    /// The first of the best moves; none when the game is over.
    pub(super) fn first(&self) -> Option<&MoveValue> {
        self.analysis.first()
    }

    /// A line for each move.
    pub(super) fn write_moves(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "  pit  {:<21}  best play", "value")?;
        for valued in &self.analysis.moves {
            let star = if self.best.contains(&valued.pit) { '*' } else { ' ' };
            let value = self.in_words(valued);
            let mut lead = format!("{star} {:>3}  {value:<21}", valued.pit);
            for piece in wrapped(&line(self.game.rules, &self.position, &valued.line), 79 - 30) {
                writeln!(out, "{lead}  {piece}")?;
                lead = " ".repeat(28);
            }
        }
        Ok(())
    }

    /// What a move comes to, in words: `+3`, `South wins in 7`.
    pub(super) fn in_words(&self, valued: &MoveValue) -> String {
        let (Kalah { rules, evaluation }, value) = (self.game, valued.value);
        match valued.proved_at {
            None => signed(value, evaluation.unit()),
            // There a value is proved when a game is won, which takes so many moves.
            Some(depth) if rules == Rules::Wetherell && value != 0 => {
                format!("{} in {depth}", verdict(rules, value, evaluation.unit()))
            }
            Some(_) => verdict(rules, value, evaluation.unit()),
        }
    }

    /// What the position comes to, in a sentence.
    pub(super) fn verdict(&self) -> String {
        let unit = self.game.evaluation.unit();
        if self.proved {
            return format!("{}, proved", verdict(self.game.rules, self.value, unit));
        }
        format!("{} for South, {} ahead", signed(self.value, unit), count(self.analysis.depth.into(), "move"))
    }

    /// The same for a program.
    pub(super) fn as_json(&self) -> Map<String, Value> {
        let Self { game: Kalah { rules, evaluation }, position, analysis, .. } = self;
        let values: Map<String, Value> =
            analysis.moves.iter().map(|valued| (valued.pit.to_string(), json!(valued.value))).collect();
        let moves = analysis.moves.iter().map(|valued| {
            json!({
                "pit": valued.pit,
                "value": valued.value,
                "proved": valued.is_proved(),
                "proved_at": valued.proved_at,
                "line": valued.line,
            })
        });
        let report = json!({
            "rules": rules.name(),
            "position": position.to_string(),
            "to_move": position.to_move().to_string(),
            "over": position.ending(*rules).map(|ending| ending.to_string()),
            "evaluation": evaluation.name(),
            "unit": evaluation.unit(),
            "value": self.value,
            "proved": self.proved,
            "best": self.best,
            "move_values": values,
            "moves": moves.collect::<Vec<_>>(),
            "pv": self.first().map_or(&[][..], |first| &first.line),
            "depth": analysis.depth,
            "nodes": analysis.nodes,
        });
        match report {
            Value::Object(report) => report,
            _ => Map::new(),
        }
    }
}
