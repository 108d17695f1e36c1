//! `kiber kalah perft`: how many sequences of moves there are.

use std::time::Duration;

use kiber_kalah::perft;
use serde_json::json;

use super::start::Start;
use super::wording::title;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::watch::{Watch, gave_up};
use crate::words::{count, grouped, grouped_count, heading};

/// What was asked for.
#[derive(Debug, PartialEq)]
pub(crate) struct Counting {
    pub(crate) start: Start,
    pub(crate) depth: u32,
    pub(crate) most_time: Option<Duration>,
}

/// `8 moves: 568,828 sequences; for 9: 1,245,184 positions looked at`.
fn progress(depth: u32, so_far: u64, looked_at: u64) -> String {
    let counted = depth
        .checked_sub(1)
        .map(|before| format!("{}: {}; ", count(before.into(), "move"), grouped_count(so_far, "sequence")));
    format!("{}for {depth}: {} looked at", counted.unwrap_or_default(), grouped_count(looked_at, "position"))
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Counting) -> Result<ExitStatus, Problem> {
    let Start { rules, position, .. } = &asked.start;
    let mut watch = Watch::new(io.errors, manner.progress, asked.most_time);
    let mut counts = Vec::new();
    // Depth by depth, so that there is something to show when time is up.
    for depth in 0..=asked.depth {
        let so_far = counts.last().map_or(0, |&number| number);
        match perft(*rules, position, depth, |looked_at| {
            // Nobody knows how many there will be.
            watch.show(|| progress(depth, so_far, looked_at));
            !watch.may_go_on()
        }) {
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
    gave_up(io, &format!("ended before {} moves were counted", asked.depth), why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_what_is_counted_by_then() {
        assert_eq!(progress(9, 568_828, 1_245_184), "8 moves: 568,828 sequences; for 9: 1,245,184 positions looked at");
        assert_eq!(progress(2, 6, 65_536), "1 move: 6 sequences; for 2: 65,536 positions looked at");
        assert_eq!(progress(0, 0, 65_536), "for 0: 65,536 positions looked at");
    }
}
