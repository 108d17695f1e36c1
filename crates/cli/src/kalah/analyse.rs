//! `kiber kalah analyse`: what every move comes to.

use std::time::Duration;

use kiber_kalah::{Evaluation, Kalah, Search};
use serde_json::json;

use super::outlook::Outlook;
use super::start::Start;
use super::wording::{ended, title};
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::watch::Watch;
use crate::words::{grouped_count, heading};

/// How many bytes a search has to remember positions in: each move deeper takes twice as many, up to
/// `DEEP` moves.
const REMEMBERED: u64 = 1 << 28;
const DEEP: u32 = 12;

/// What was asked for.
#[derive(Debug, PartialEq)]
pub(crate) struct Analysing {
    pub(crate) start: Start,
    pub(crate) evaluation: Evaluation,
    /// How many moves to look ahead; none for as long as there is time.
    pub(crate) depth: Option<u32>,
    pub(crate) most_time: Option<Duration>,
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Analysing) -> Result<ExitStatus, Problem> {
    let Start { rules, position, .. } = &asked.start;
    let mut watch = Watch::new(io.errors, manner.progress, asked.most_time);
    let game = Kalah { rules: *rules, evaluation: asked.evaluation };
    let depth = asked.depth.unwrap_or(u32::MAX);
    let analysis = Search::new(game, REMEMBERED >> DEEP.saturating_sub(depth)).analyse(position, depth, |nodes| {
        watch.show(|| grouped_count(nodes, "position"));
        !watch.may_go_on()
    });
    let outlook = Outlook::new(game, position, analysis);
    let (_, stopped) = watch.end();
    let stopped = stopped.filter(|_| outlook.analysis.stopped);
    if manner.json {
        let mut report = outlook.as_json();
        report.insert("stopped".to_owned(), json!(stopped));
        writeln!(io.output, "{:#}", serde_json::Value::Object(report))?;
        return Ok(ExitStatus::SUCCESS);
    }
    let out = &mut *io.output;
    writeln!(out, "{}\n", heading(&title(*rules, position), manner.color))?;
    writeln!(out, "{}", position.drawn(*rules, 80))?;
    if let Some(ending) = position.ending(*rules) {
        writeln!(out, "The game is over. {}.", ended(position, ending))?;
        return Ok(ExitStatus::SUCCESS);
    }
    outlook.write_moves(out)?;
    writeln!(out, "\n{}; {} looked at.", outlook.verdict(), grouped_count(outlook.analysis.nodes, "position"))?;
    if let Some(why) = stopped {
        writeln!(out, "Ended there: {why}.")?;
    }
    Ok(ExitStatus::SUCCESS)
}
