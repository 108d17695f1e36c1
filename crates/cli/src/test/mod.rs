//! `kiber test`: every script with what it expects, and its trace with the one that is kept.

mod arguments;
mod as_json;
mod as_text;
mod changes;
mod comparer;
mod coverage;
mod junit;
mod outcome;
mod review;
mod suite;
mod trial;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::watch::{Watch, gave_up};
use crate::whole_file::{can_be_written, is_same_place};
use crate::words::{count, plain};

pub(crate) use arguments::{Asked, Typed};

use arguments::Keeping;
use as_text::Telling;
use outcome::{Outcome, Tally};
use suite::{Case, Suite};
use trial::{Loaded, Trial};

/// How long to wait for a script before looking at the clock.
const PATIENCE: Duration = Duration::from_millis(100);

pub(crate) fn test(io: &mut Io<'_>, manner: Manner, asked: &Asked) -> Result<ExitStatus, Problem> {
    let suite = Suite::find(asked)?;
    if let Some(junit) = &asked.junit {
        can_be_written(&[junit])?;
        keep_what_is_tested(junit, &suite)?;
    }
    let circuits: Vec<Loaded> = suite.circuits.iter().cloned().map(Loaded::new).collect();
    let (mut trials, stopped) = play_all(io, manner, asked, &suite.cases, &circuits);
    if asked.keeping == Keeping::Asked {
        review::review(io, manner, &suite.cases, &mut trials)?;
    }
    let outcomes: Vec<Outcome> =
        suite.cases.iter().zip(&trials).map(|(case, trial)| Outcome::new(case, &circuits, trial, asked)).collect();
    let tally = Tally::of(&outcomes);
    if let Some(junit) = &asked.junit {
        junit::write(junit, &outcomes, |number| {
            let mut text = Vec::new();
            as_text::detail(&mut text, &suite.cases[number], &trials[number], &outcomes[number], false)?;
            Ok(String::from_utf8_lossy(&text).into_owned())
        })?;
    }
    let covered = asked.coverage.then(|| coverage::of(&circuits, &suite.cases, &trials));
    if manner.json {
        as_text::broken_circuits(io, manner, &circuits)?;
        writeln!(io.output, "{:#}", as_json::report(&outcomes, &suite.left_over, &tally, covered.as_deref()))?;
    } else {
        let telling = Telling { manner, asked, circuits: &circuits, suite: &suite };
        telling.all(io, &trials, &outcomes)?;
        if let Some(covered) = &covered {
            coverage::tell(io.output, covered)?;
        }
        writeln!(io.output, "{}", tally.words())?;
    }
    if let Some(why) = stopped {
        let left = suite.cases.len() - outcomes.len();
        return gave_up(io, &format!("{left} of {} not played", count(suite.cases.len() as u64, "script")), why);
    }
    Ok(tally.status())
}

/// Whether a file for the results is none of those that are tested.
fn keep_what_is_tested(junit: &Path, suite: &Suite) -> Result<(), Problem> {
    let circuits = suite.circuits.iter().map(|circuit| (circuit.0.as_path(), "a circuit"));
    let scripts = suite.cases.iter().map(|case| (case.script.as_path(), "a script"));
    let goldens = suite.cases.iter().filter_map(|case| Some((case.golden.as_deref()?, "the trace of a script")));
    for (kept, what) in circuits.chain(scripts).chain(goldens) {
        if is_same_place(kept, junit) {
            let junit = plain(&junit.display().to_string());
            return Err(Problem::message(format!(
                "cannot write `{junit}`: it is {what}, which the results would replace"
            )));
        }
    }
    Ok(())
}

/// Plays all cases, several at once; what came of them in their order, and why it ended early if it did.
fn play_all(
    io: &mut Io<'_>,
    manner: Manner,
    asked: &Asked,
    cases: &[Case],
    circuits: &[Loaded],
) -> (Vec<Trial>, Option<&'static str>) {
    let mut watch = Watch::new(io.errors, manner.progress, None);
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, results) = channel();
    let mut trials: BTreeMap<usize, Trial> = BTreeMap::new();
    std::thread::scope(|scope| {
        for _ in 0..asked.jobs.min(cases.len()) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(number) else { break };
                    let trial = Trial::of(case, circuits, asked.keeping == Keeping::All, asked.coverage);
                    if sender.send((number, trial)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match results.recv_timeout(PATIENCE) {
                Ok((number, trial)) => drop(trials.insert(number, trial)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            watch.show_share(trials.len() as u64, cases.len() as u64, || {
                format!("{} of {} played", trials.len(), count(cases.len() as u64, "script"))
            });
            // Whoever is at a script yet finishes it.
            if !watch.may_go_on() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    let (_, stopped) = watch.end();
    let stopped = stopped.filter(|_| trials.len() < cases.len());
    // What is behind the first that was not played would be told out of turn.
    let in_turn = trials.into_iter().enumerate().take_while(|(turn, (number, _))| turn == number);
    (in_turn.map(|(_, (_, trial))| trial).collect(), stopped)
}
