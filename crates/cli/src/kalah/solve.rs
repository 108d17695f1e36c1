//! `kiber kalah solve`: who wins when both play as well as can be.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ValueEnum;
use kiber_kalah::{EndgameTable, Goal, Means, Position, Rules, Side, Solution, check_memory, solve};
use serde_json::{Map, Value, json};

use super::start::Start;
use super::table::{Table, table};
use super::wording::{ended, line, signed, title, verdict};
use crate::bounds::Bounds;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::watch::{Watch, gave_up};
use crate::words::{count, grouped_count, heading, wrapped};

/// What is to be proved, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Proving {
    /// Who wins
    Winner,
    /// By how much
    Value,
    /// The same for every move
    Moves,
}

/// What was asked for.
#[derive(Debug, PartialEq)]
pub(crate) struct Solving {
    pub(crate) start: Start,
    /// None for whatever does not take too long.
    pub(crate) proving: Option<Proving>,
    pub(crate) bounds: Bounds,
    /// A file with an endgame table, read or written.
    pub(crate) table: Option<PathBuf>,
}

/// How many bytes are used when nothing is said.
const USUAL_BYTES: u64 = 2048 << 20;
/// Up to so many positions of the pits every move is solved when nothing is said.
const FEW_POSITIONS: u64 = 100_000_000;

/// What came of it.
struct Report<'a> {
    rules: Rules,
    position: &'a Position,
    goal: Goal,
    solution: Solution,
    table: Option<Table>,
    threads: usize,
    stopped: Option<&'static str>,
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Solving) -> Result<ExitStatus, Problem> {
    let Start { rules, position, .. } = &asked.start;
    let Bounds { threads, most_time, .. } = asked.bounds;
    let most_bytes = asked.bounds.most_bytes.unwrap_or(USUAL_BYTES);
    let problem = |error: kiber_kalah::Error| match error {
        kiber_kalah::Error::NoMemory { .. } => Problem::message(format!("{error} with --most-memory")),
        _ => Problem::message(error.to_string()),
    };
    // No table is built for a game that cannot be solved.
    check_memory(position, most_bytes).map_err(problem)?;
    let mut watch = Watch::new(io.errors, manner.progress, most_time);
    let table = table(*rules, position, asked.table.as_deref(), asked.bounds, most_bytes / 2, &mut watch)?;
    let most_bytes = most_bytes - table.as_ref().map_or(0, Table::positions).min(most_bytes);
    let goal = goal(asked.proving, position);
    let means = Means { goal, table: table.as_ref().map(|table| &table.table), threads, most_bytes, guess: 0 };
    let solution = solve(*rules, position, &means, |nodes| {
        watch.show(|| format!("{} by this thread", grouped_count(nodes, "position")));
        !watch.may_go_on()
    });
    let (_, stopped) = watch.end();
    let solution = solution.map_err(problem)?;
    let stopped = stopped.filter(|_| solution.stopped);
    let report = Report { rules: *rules, position, goal, solution, table, threads, stopped };
    if manner.json {
        writeln!(io.output, "{:#}", report.as_json())?;
    } else {
        report.as_text(io.output, manner.color)?;
    }
    let Some(why) = stopped else { return Ok(ExitStatus::SUCCESS) };
    if is_proved(&report.solution, goal) {
        io.output.flush()?;
        writeln!(io.errors, "all is proved that was asked for; ended before the best play was found: {why}")?;
        return Ok(ExitStatus::SUCCESS);
    }
    gave_up(io, "ended before all was proved", why)
}

fn goal(proving: Option<Proving>, position: &Position) -> Goal {
    match proving {
        Some(Proving::Winner) => Goal::Winner,
        Some(Proving::Value) => Goal::Value,
        Some(Proving::Moves) => Goal::EveryMove,
        None => {
            let in_pits = position.total() - position.kalah(Side::South) - position.kalah(Side::North);
            let positions = EndgameTable::positions(position.pits(), in_pits);
            if positions.is_some_and(|positions| positions <= FEW_POSITIONS) { Goal::EveryMove } else { Goal::Value }
        }
    }
}

/// Whether what was asked for is proved.
fn is_proved(solution: &Solution, goal: Goal) -> bool {
    match goal {
        Goal::Winner => solution.winner().is_some(),
        Goal::Value => solution.value().is_some(),
        Goal::EveryMove => solution.value().is_some() && solution.moves.iter().all(|solved| solved.value().is_some()),
    }
}

impl Report<'_> {
    fn as_text(&self, out: &mut dyn Write, color: bool) -> io::Result<()> {
        let Self { rules, position, solution, .. } = self;
        writeln!(out, "{}\n", heading(&title(*rules, position), color))?;
        writeln!(out, "{}", position.drawn(*rules, 80))?;
        if let Some(ending) = position.ending(*rules) {
            return writeln!(out, "The game is over. {}.", ended(position, ending));
        }
        writeln!(out, "{}", self.verdict())?;
        if !solution.line.is_empty() {
            let line = line(*rules, position, &solution.line);
            for (number, piece) in wrapped(&line, 66).iter().enumerate() {
                writeln!(out, "{:11}{piece}", if number == 0 { "Best play:" } else { "" })?;
            }
        } else if let Some(best) = solution.best.filter(|_| solution.winner().is_some()) {
            writeln!(out, "By pit {best}.")?;
        }
        if self.goal == Goal::EveryMove {
            writeln!(out, "\n  pit  stones more for South at the end")?;
            for solved in &solution.moves {
                let star = if is_best(solution, &solved.bounds, position.to_move()) { '*' } else { ' ' };
                writeln!(out, "{star} {:>3}  {}", solved.pit, between(&solved.bounds))?;
            }
        }
        let table = self.table.as_ref().map_or(String::new(), |table| {
            let stones = count(table.table.stones().into(), "stone");
            let positions = grouped_count(table.positions(), "position");
            format!(" Endgame table: up to {stones} in the pits, {positions}.")
        });
        let nodes = grouped_count(solution.nodes, "position");
        writeln!(out)?;
        wrapped(&format!("{nodes} looked at.{table}"), 80).iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    /// What is proved, in a sentence or two.
    fn verdict(&self) -> String {
        let Solution { bounds, .. } = &self.solution;
        match (self.solution.value(), self.solution.winner()) {
            (Some(value), _) => {
                let played_on = match self.rules {
                    Rules::Wetherell if value != 0 => format!(" ({} if all stones are played)", signed(value, 1)),
                    _ => String::new(),
                };
                format!("Proved: {}{played_on}.", verdict(self.rules, value, 1))
            }
            (None, Some(0)) => "Proved: a draw.".to_owned(),
            (None, Some(winner)) => {
                let side = if winner > 0 { Side::South } else { Side::North };
                format!("Proved: {side} wins. South's stones less North's: {}.", between(bounds))
            }
            (None, None) => format!("Not proved who wins. South's stones less North's: {}.", between(bounds)),
        }
    }

    fn as_json(&self) -> Value {
        let Self { rules, position, solution, .. } = self;
        let values: Map<String, Value> =
            solution.moves.iter().filter_map(|solved| Some((solved.pit.to_string(), json!(solved.value()?)))).collect();
        let bounds = |bounds: &RangeInclusive<i32>| json!([bounds.start(), bounds.end()]);
        let moves = solution
            .moves
            .iter()
            .map(|solved| json!({"pit": solved.pit, "value": solved.value(), "bounds": bounds(&solved.bounds)}));
        json!({
            "rules": rules.name(),
            "position": position.to_string(),
            "to_move": position.to_move().to_string(),
            "over": position.ending(*rules).map(|ending| ending.to_string()),
            "value": solution.value(),
            "winner": solution.winner().map(|winner| match winner {
                0 => "nobody".to_owned(),
                1 => Side::South.to_string(),
                _ => Side::North.to_string(),
            }),
            "proved": is_proved(solution, self.goal),
            "bounds": bounds(&solution.bounds),
            "best": solution.best,
            "move_values": values,
            "moves": moves.collect::<Vec<_>>(),
            "pv": solution.line,
            "nodes": solution.nodes,
            "threads": self.threads,
            "table": self.table.as_ref().map(Table::as_json),
            "stopped": self.stopped,
        })
    }
}

/// Whether a move is known to be as good as any.
fn is_best(solution: &Solution, bounds: &RangeInclusive<i32>, to_move: Side) -> bool {
    solution.value().is_some_and(|value| match to_move {
        Side::South => *bounds.start() >= value,
        Side::North => *bounds.end() <= value,
    })
}

/// `+4`, or `-2 to +6`.
fn between(bounds: &RangeInclusive<i32>) -> String {
    let (least, most) = (*bounds.start(), *bounds.end());
    if least == most { signed(least, 1) } else { format!("{} to {}", signed(least, 1), signed(most, 1)) }
}

#[cfg(test)]
mod tests {
    use kiber_kalah::SolvedMove;

    use super::*;

    #[test]
    fn proved_is_what_was_asked_for() {
        let solved = |pit, bounds| SolvedMove { pit, bounds };
        let mut solution = Solution {
            bounds: 2..=2,
            moves: vec![solved(1, 2..=2), solved(2, -4..=0)],
            best: Some(1),
            line: Vec::new(),
            nodes: 0,
            stopped: true,
            questions: Vec::new(),
        };
        let proved =
            |solution: &Solution| [Goal::Winner, Goal::Value, Goal::EveryMove].map(|goal| is_proved(solution, goal));
        // The value is proved, but not the second move's.
        assert_eq!(proved(&solution), [true, true, false]);
        solution.moves = vec![solved(1, 2..=2), solved(2, -4..=-4)];
        assert_eq!(proved(&solution), [true; 3]);
        solution.bounds = 2..=6;
        assert_eq!(proved(&solution), [true, false, false]);
        solution.bounds = 0..=6;
        assert_eq!(proved(&solution), [false; 3]);
    }
}
