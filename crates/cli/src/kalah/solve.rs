//! `kiber kalah solve`: who wins when both play as well as can be.

use std::path::PathBuf;

use super::outlook::Outlook;
use super::start::Start;
use super::wording::{ended, title};
use crate::bounds::Bounds;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::watch::Watch;
use crate::words::{grouped_count, heading};

/// What was asked for.
#[derive(Debug, PartialEq)]
pub(crate) struct Solving {
    pub(crate) start: Start,
    pub(crate) bounds: Bounds,
    /// A file with an endgame table, read or written.
    pub(crate) table: Option<PathBuf>,
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Solving) -> Result<ExitStatus, Problem> {
    let Start { rules, position, .. } = &asked.start;
    let mut watch = Watch::new(io.errors, manner.progress, asked.bounds.most_time);
    let outlook = Outlook::ahead(*rules, position, kiber_kalah::Evaluation::Chapter, None, |nodes| {
        watch.show(|| grouped_count(nodes, "position"));
        !watch.may_go_on()
    });
    let (_, stopped) = watch.end();
    let stopped = stopped.filter(|_| outlook.stopped);
    if manner.json {
        let mut report = outlook.as_json();
        report.insert("stopped".to_owned(), serde_json::json!(stopped));
        writeln!(io.output, "{:#}", serde_json::Value::Object(report))?;
    } else {
        let out = &mut *io.output;
        writeln!(out, "{}\n", heading(&title(*rules, position), manner.color))?;
        writeln!(out, "{}", position.drawn(*rules, 80))?;
        match position.ending(*rules) {
            Some(ending) => writeln!(out, "The game is over. {}.", ended(position, ending))?,
            None => outlook.write_moves(out)?,
        }
        writeln!(out, "\n{}; {} looked at.", outlook.verdict(), grouped_count(outlook.nodes, "position"))?;
    }
    let Some(why) = stopped else { return Ok(ExitStatus::SUCCESS) };
    writeln!(io.errors, "ended before it was proved: {why}")?;
    Ok(ExitStatus::GAVE_UP)
}
