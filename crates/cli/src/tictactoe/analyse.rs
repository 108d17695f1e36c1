//! `kiber tictactoe analyse`: what every move comes to.

use std::io::{self, Write};

use kiber_minimax::tictactoe::{Position, Square, TicTacToe};
use kiber_minimax::{Analysis, Game, ValuedMove};
use serde_json::{Map, Value, json};

use super::MOST_POSITIONS;
use super::board::{drawn, numbers, outcome, squares, standing};
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::words::{count, grouped_count, heading};

/// Every move, valued to the end.
pub(super) fn analysis(position: Position) -> Analysis<Square> {
    kiber_minimax::analyse(&TicTacToe, &position, None, MOST_POSITIONS, |_| false)
}

pub(super) fn analyse(io: &mut Io<'_>, manner: Manner, position: Position) -> Result<ExitStatus, Problem> {
    let analysis = analysis(position);
    if manner.json {
        writeln!(io.output, "{:#}", report(position, &analysis))?;
        return Ok(ExitStatus::SUCCESS);
    }
    let out = &mut *io.output;
    writeln!(out, "{}\n", heading(&format!("{position}, {}", standing(position)), manner.color))?;
    writeln!(out, "{}", drawn(position, manner.color))?;
    if position.is_over() {
        writeln!(out, "The game is over: {}.", standing(position))?;
        return Ok(ExitStatus::SUCCESS);
    }
    write_moves(out, &analysis)?;
    writeln!(out, "\n* as good as any: the sooner win, the later loss. {}", visited(&analysis))?;
    Ok(ExitStatus::SUCCESS)
}

/// A line for each move.
pub(super) fn write_moves(out: &mut dyn Write, analysis: &Analysis<Square>) -> io::Result<()> {
    let best = analysis.best();
    writeln!(out, "  move  value   plies  best play")?;
    for valued in &analysis.moves {
        let star = if best.contains(&valued) { '*' } else { ' ' };
        let plies = valued.plies.map_or("?".to_owned(), |plies| plies.to_string());
        let (value, line) = (outcome(valued.value), squares(&valued.line));
        writeln!(out, "{star} {:>4}  {value:6}  {plies:>5}  {line}", valued.chosen)?;
    }
    Ok(())
}

/// What a move comes to, in words.
pub(super) fn in_words(valued: &ValuedMove<Square>) -> String {
    let plies = valued.plies.map_or(String::new(), |plies| format!(" in {}", count(plies.into(), "move")));
    format!("{}{plies}", outcome(valued.value))
}

fn visited(analysis: &Analysis<Square>) -> String {
    format!("{} visited.", grouped_count(analysis.nodes, "position"))
}

fn report(position: Position, analysis: &Analysis<Square>) -> Value {
    let first = analysis.first();
    let value = first.map_or_else(|| TicTacToe.result(&position), |first| first.value);
    let values: Map<String, Value> =
        analysis.moves.iter().map(|valued| (valued.chosen.to_string(), json!(valued.value))).collect();
    let moves = analysis.moves.iter().map(|valued| {
        json!({
            "move": valued.chosen.number(),
            "value": valued.value,
            "proved": valued.proved,
            "plies": valued.plies,
            "line": numbers(&valued.line),
        })
    });
    json!({
        "position": position.to_string(),
        "to_move": position.to_move().map(|mark| mark.to_string()),
        "value": value,
        "proved": analysis.moves.iter().all(|valued| valued.proved),
        "best": analysis.best().iter().map(|valued| valued.chosen.number()).collect::<Vec<_>>(),
        "move_values": values,
        "moves": moves.collect::<Vec<_>>(),
        "pv": first.map_or(Vec::new(), |first| numbers(&first.line)),
        "nodes": analysis.nodes,
    })
}
