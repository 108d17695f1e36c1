//! `kiber tictactoe solve`: the value, the numbers, and the searches side by side.

use kiber_minimax::tictactoe::{Position, TicTacToe};
use kiber_minimax::{
    ByLevels, Counts, Error, Table, alpha_beta, alpha_beta_with_table, deepening, min_max_of_game, minimax,
};
use serde_json::json;

use super::MOST_POSITIONS;
use super::board::{numbers, outcome, squares, standing};
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::words::{grouped, heading, listed};

/// What one search came to.
struct Search {
    name: &'static str,
    key: &'static str,
    value: Option<i32>,
    nodes: u64,
}

pub(super) fn solve(io: &mut Io<'_>, manner: Manner, position: Position) -> Result<ExitStatus, Problem> {
    let solved = kiber_minimax::solve(&TicTacToe, &position, &mut Table::new(MOST_POSITIONS), |_| false);
    // Nobody stops any of them.
    let problem = |error: Error| Problem::message(error.to_string());
    let mut searches = searches(position).map_err(problem)?;
    let bounds = "value bounds, with a table";
    searches.push(Search { name: bounds, key: "bounds", value: solved.value(), nodes: solved.nodes });
    let counts = Counts::new(&TicTacToe, &position, |_| false).map_err(problem)?;
    let by_result = |result: i32| counts.games_by_result.get(&result).copied().unwrap_or_default() as u64;
    let perft: Vec<u64> = counts.perft.iter().map(|&sequences| sequences as u64).collect();
    if manner.json {
        let searches = searches
            .iter()
            .map(|search| json!({"search": search.key, "value": search.value, "nodes": search.nodes}))
            .collect::<Vec<_>>();
        let report = json!({
            "position": position.to_string(),
            "value": solved.value(),
            "proved": solved.value().is_some(),
            "best": solved.best.map(|best| best.number()),
            "pv": numbers(&solved.line),
            "nodes": solved.nodes,
            "searches": searches,
            "counts": {
                "reachable_positions": counts.positions,
                "terminal_positions": counts.finals,
                "games": counts.games as u64,
                "games_by_result": {"X": by_result(1), "draw": by_result(0), "O": by_result(-1)},
                "perft": perft,
            },
        });
        writeln!(io.output, "{report:#}")?;
        return Ok(ExitStatus::SUCCESS);
    }
    let out = &mut *io.output;
    writeln!(out, "{}\n", heading(&format!("Tic-tac-toe from {position}, {}", standing(position)), manner.color))?;
    let proved = |value| format!("{value:2}, proved: {}", outcome(value));
    writeln!(out, "value      {}", solved.value().map_or("not proved".to_owned(), proved))?;
    if !solved.line.is_empty() {
        writeln!(out, "best play   {}", squares(&solved.line))?;
    }
    let number = |number: u64| grouped(number);
    writeln!(out, "positions   {}, of which {} final", number(counts.positions), number(counts.finals))?;
    let games = [by_result(1), by_result(0), by_result(-1)].map(grouped);
    let [x, draws, o] = games;
    writeln!(out, "games       {}: {x} won by X, {draws} drawn, {o} won by O", number(counts.games as u64))?;
    let perft: Vec<String> = perft.iter().map(|&sequences| grouped(sequences)).collect();
    for (line, text) in listed(&perft, 66).iter().enumerate() {
        writeln!(out, "{:10}  {text}", if line == 0 { "by length" } else { "" })?;
    }
    writeln!(out, "\n{:<28} value  positions visited", "search to the end")?;
    for search in &searches {
        let value = search.value.map_or("?".to_owned(), |value| value.to_string());
        writeln!(out, "{:<28} {value:>5}  {:>17}", search.name, grouped(search.nodes))?;
    }
    Ok(ExitStatus::SUCCESS)
}

/// The searches that find a value to a depth, here to the end.
fn searches(position: Position) -> Result<Vec<Search>, Error> {
    let table = || Table::new(MOST_POSITIONS);
    let never = |_| false;
    let levels = min_max_of_game(&TicTacToe, &position, None, never)?;
    let value = ByLevels::new(&TicTacToe, &position, None).in_game_units(levels.value);
    let plain = minimax(&TicTacToe, &position, None, never)?;
    let pruned = alpha_beta(&TicTacToe, &position, None, never)?;
    let remembered = alpha_beta_with_table(&TicTacToe, &position, None, &mut table(), never)?;
    let deepened = deepening(&TicTacToe, &position, None, &mut table(), never).found;
    let found = |name, key, value, nodes| Search { name, key, value: Some(value), nodes };
    Ok(vec![
        found("the article's MINMAX", "levels", value, levels.nodes),
        found("minimax", "minimax", plain.value, plain.nodes),
        found("alpha-beta", "alpha_beta", pruned.value, pruned.nodes),
        found("alpha-beta with a table", "table", remembered.value, remembered.nodes),
        found("iterative deepening", "deepening", deepened.value, deepened.nodes),
    ])
}
