//! New and changed traces, shown one by one; a person says what becomes of each.

use super::comparer::Compared;
use super::suite::{Case, shown};
use super::trial::{Golden, Played, Trial};
use crate::io::Io;
use crate::lines::Lines;
use crate::problem::Problem;
use crate::request::Manner;
use crate::words::indented;

/// The most lines of a new trace that are shown.
const MOST_SHOWN: usize = 40;

/// Asks about each trace that could be written.
pub(super) fn review(io: &mut Io<'_>, manner: Manner, cases: &[Case], trials: &mut [Trial]) -> Result<(), Problem> {
    let of_interest = |trial: &&mut Trial| matches!(trial, Trial::Played(played) if played.may_be_kept());
    let total = trials.iter_mut().filter(of_interest).count();
    let mut number = 0;
    for (case, trial) in cases.iter().zip(trials) {
        let Trial::Played(played) = trial else { continue };
        if !played.may_be_kept() {
            continue;
        }
        number += 1;
        writeln!(io.output, "{number} of {total}: {}", case.name)?;
        show(io, manner, case, played)?;
        match ask(io)? {
            Answer::Accept => played.keep(case),
            Answer::Skip => {}
            Answer::Quit => break,
        }
    }
    Ok(())
}

fn show(io: &mut Io<'_>, manner: Manner, case: &Case, played: &Played) -> Result<(), Problem> {
    let golden = case.golden.as_deref().map(shown).unwrap_or_default();
    match &played.golden {
        Golden::Compared(Compared::Changed(_)) => {
            if let (Some(changes), Some(golden)) = (&played.changes, &case.golden) {
                changes.tell(io.output, golden, manner.color)?;
            }
        }
        Golden::Compared(_) => {
            writeln!(io.output, "  Only the head of {golden} changes: all happens as before.\n")?;
        }
        Golden::Unreadable(why) => writeln!(io.output, "  {golden} cannot be read: {why}\n")?,
        Golden::New | Golden::Without => {
            let mut trace = Vec::new();
            played.ready.write(&mut trace)?;
            let trace = String::from_utf8_lossy(&trace);
            trace.lines().take(MOST_SHOWN).try_for_each(|line| writeln!(io.output, "{}", indented(line)))?;
            match trace.lines().count().checked_sub(MOST_SHOWN).filter(|&more| more > 0) {
                Some(more) => writeln!(io.output, "  … and {more} more lines\n")?,
                None => writeln!(io.output)?,
            }
        }
    }
    Ok(())
}

enum Answer {
    Accept,
    Skip,
    Quit,
}

/// An answer; the end of input is one to quit.
fn ask(io: &mut Io<'_>) -> Result<Answer, Problem> {
    loop {
        write!(io.output, "accept, skip or quit? ")?;
        io.output.flush()?;
        let line = Lines::<()>::plain(io.input).next()?;
        if !io.terminal.input {
            // Nobody has ended the line by typing one.
            writeln!(io.output)?;
        }
        match line.map(|line| line.trim().to_lowercase()).as_deref() {
            Some("a" | "accept") => return Ok(Answer::Accept),
            Some("s" | "skip") => return Ok(Answer::Skip),
            Some("q" | "quit") | None => return Ok(Answer::Quit),
            Some(_) => {
                writeln!(io.output, "a writes this trace, s leaves the file as it is, q leaves this and all others.")?
            }
        }
    }
}
