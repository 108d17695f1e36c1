//! What the moves of a position come to, however it was found, and how it is told.

use std::io::{self, Write};

use kiber_kalah::{Evaluation, Kalah, Position, Rules};
use kiber_minimax::{Analysis, Random, analyse};
use serde_json::{Map, Value, json};

use super::wording::{line, signed, verdict};
use crate::words::{count, wrapped};

/// How many positions a search remembers.
const REMEMBERED: usize = 1 << 20;

/// What the moves of a position come to.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    pub(super) rules: Rules,
    pub(super) position: Position,
    /// What one stone counts in the values.
    pub(super) unit: i32,
    /// The value, as South sees it.
    pub(super) value: i32,
    pub(super) proved: bool,
    /// The moves in the order of their pits; none when the game is over.
    pub(super) moves: Vec<Outcome>,
    /// The pits that are as good as any.
    pub(super) best: Vec<usize>,
    /// How many moves deep was searched.
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// Whether it was ended before it was done.
    pub(super) stopped: bool,
}

/// What a move comes to.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) pit: usize,
    pub(super) value: i32,
    pub(super) proved: bool,
    /// How many moves the game takes to its end, this one included, if that is known.
    pub(super) plies: Option<u32>,
    /// This move and the best ones after it.
    pub(super) line: Vec<usize>,
}

impl Outlook {
    /// Looks ahead as far as that, or to the end; `should_stop` may end it after any depth.
    pub(super) fn ahead(
        rules: Rules,
        position: &Position,
        evaluation: Evaluation,
        depth: Option<u32>,
        should_stop: impl FnMut(u64) -> bool,
    ) -> Self {
        let game = Kalah { rules, evaluation };
        let analysis = analyse(&game, position, depth, REMEMBERED, should_stop);
        Self::of(&game, position, &analysis)
    }

    fn of(game: &Kalah, position: &Position, analysis: &Analysis<usize>) -> Self {
        let first = analysis.first();
        let moves = analysis.moves.iter().map(|valued| Outcome {
            pit: valued.chosen,
            value: valued.value,
            proved: valued.proved,
            plies: valued.plies,
            line: valued.line.clone(),
        });
        Self {
            rules: game.rules,
            position: position.clone(),
            unit: game.evaluation.unit(),
            value: first.map_or_else(|| game.value(position), |first| first.value),
            // The best is known for certain when no other move can turn out better.
            proved: analysis.moves.iter().all(|valued| valued.proved)
                || is_won(game, position, first.map(|first| (first.value, first.proved))),
            moves: moves.collect(),
            best: analysis.best().iter().map(|valued| valued.chosen).collect(),
            depth: analysis.depth,
            nodes: analysis.nodes,
            stopped: analysis.stopped,
        }
    }

    /// The best line.
    pub(super) fn pv(&self) -> &[usize] {
        let best = self.best.first();
        self.moves.iter().find(|outcome| Some(&outcome.pit) == best).map_or(&[], |outcome| &outcome.line)
    }

    /// One of the best moves, by chance.
    pub(super) fn choose(&self, random: &mut Random) -> Option<usize> {
        random.choose(&self.best).copied()
    }

    /// A line for each move.
    pub(super) fn write_moves(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "  pit  {:<21}  best play", "value")?;
        for outcome in &self.moves {
            let star = if self.best.contains(&outcome.pit) { '*' } else { ' ' };
            let value = self.in_words(outcome);
            let mut lead = format!("{star} {:>3}  {value:<21}", outcome.pit);
            for piece in wrapped(&line(self.rules, &self.position, &outcome.line), 79 - 30) {
                writeln!(out, "{lead}  {piece}")?;
                lead = " ".repeat(28);
            }
        }
        Ok(())
    }

    /// What a move comes to, in words: `+3`, `South wins in 7`.
    pub(super) fn in_words(&self, outcome: &Outcome) -> String {
        if !outcome.proved {
            return signed(outcome.value, self.unit);
        }
        let plies = outcome.plies.map_or(String::new(), |plies| format!(" in {plies}"));
        format!("{}{plies}", verdict(self.rules, outcome.value, self.unit))
    }

    /// What the position comes to, in a sentence.
    pub(super) fn verdict(&self) -> String {
        if self.proved {
            return format!("{}, proved", verdict(self.rules, self.value, self.unit));
        }
        let value = signed(self.value, self.unit);
        format!("{value} for South, {} ahead", count(self.depth.into(), "move"))
    }

    /// The same for a program.
    pub(super) fn as_json(&self) -> Map<String, Value> {
        let values: Map<String, Value> =
            self.moves.iter().map(|outcome| (outcome.pit.to_string(), json!(outcome.value))).collect();
        let moves = self.moves.iter().map(|outcome| {
            json!({
                "pit": outcome.pit,
                "value": outcome.value,
                "proved": outcome.proved,
                "plies": outcome.plies,
                "line": outcome.line,
            })
        });
        let report = json!({
            "rules": self.rules.name(),
            "position": self.position.to_string(),
            "to_move": self.position.to_move().to_string(),
            "over": self.position.ending(self.rules).map(|ending| ending.to_string()),
            "value": self.value,
            "unit": self.unit,
            "proved": self.proved,
            "best": self.best,
            "move_values": values,
            "moves": moves.collect::<Vec<_>>(),
            "pv": self.pv(),
            "depth": self.depth,
            "nodes": self.nodes,
        });
        match report {
            Value::Object(report) => report,
            _ => Map::new(),
        }
    }
}

/// Whether the best move is proved to be as good as any move can be.
fn is_won(game: &Kalah, position: &Position, best: Option<(i32, bool)>) -> bool {
    use kiber_minimax::Game;
    let bounds = game.bounds(position);
    best.is_some_and(|(value, proved)| {
        let most = if position.to_move() == kiber_kalah::Side::South { *bounds.end() } else { *bounds.start() };
        proved && value == most
    })
}
