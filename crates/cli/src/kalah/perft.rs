//! `kiber kalah perft`: how many sequences of moves there are.

use std::time::Duration;

use kiber_kalah::perft;
use serde_json::json;

use super::start::Start;
use super::wording::title;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::watch::Watch;
use crate::words::{grouped, heading};

/// What was asked for.
#[derive(Debug, PartialEq)]
pub(crate) struct Counting {
    pub(crate) start: Start,
    pub(crate) depth: u32,
    pub(crate) most_time: Option<Duration>,
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Counting) -> Result<ExitStatus, Problem> {
    let Start { rules, position, .. } = &asked.start;
    let mut watch = Watch::new(io.errors, manner.progress, asked.most_time);
    let mut counts = Vec::new();
    // Depth by depth, so that there is something to show when time is up.
    for depth in 0..=asked.depth {
        watch.show(|| format!("{depth} moves deep"));
        match perft(*rules, position, depth, || !watch.may_go_on()) {
            Some(all) => counts = all,
            None => break,
        }
        if counts.last() == Some(&0) {
            counts.resize(asked.depth as usize + 1, 0);
            break;
        }
    }
    let (_, stopped) = watch.end();
    let stopped = stopped.filter(|_| counts.len() <= asked.depth as usize);
    if manner.json {
        let report = json!({
            "rules": rules.name(),
            "position": position.to_string(),
            "depth": asked.depth,
            "counts": counts,
            "stopped": stopped,
        });
        writeln!(io.output, "{report:#}")?;
    } else {
        writeln!(io.output, "{}\n", heading(&title(*rules, position), manner.color))?;
        writeln!(io.output, "{:>5}  {:>26}", "moves", "sequences of so many moves")?;
        for (depth, &number) in counts.iter().enumerate() {
            writeln!(io.output, "{depth:>5}  {:>26}", grouped(number))?;
        }
    }
    let Some(why) = stopped else { return Ok(ExitStatus::SUCCESS) };
    // The report comes first, on a terminal, too.
    io.output.flush()?;
    writeln!(io.errors, "ended before {} moves were counted: {why}", asked.depth)?;
    Ok(ExitStatus::GAVE_UP)
}
