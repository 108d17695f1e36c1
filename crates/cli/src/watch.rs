//! Long work: how far it is, on standard error, and what ends it early.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use kiber_explore::Progress;

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::words::grouped;

/// What Ctrl-C does.
static CTRL_C: CtrlC = CtrlC::new();

/// Who waits for Ctrl-C, and whether it was pressed.
struct CtrlC {
    watches: AtomicUsize,
    pressed: AtomicBool,
}

impl CtrlC {
    const fn new() -> Self {
        Self { watches: AtomicUsize::new(0), pressed: AtomicBool::new(false) }
    }

    /// Work begins that a press ends.
    fn begin(&self) {
        self.pressed.store(false, Ordering::Relaxed);
        self.watches.fetch_add(1, Ordering::Relaxed);
    }

    fn end(&self) {
        self.watches.fetch_sub(1, Ordering::Relaxed);
    }

    /// Takes a press; whether it ends the program, and not only the work.
    fn press(&self) -> bool {
        self.pressed.swap(true, Ordering::Relaxed) || self.watches.load(Ordering::Relaxed) == 0
    }
}

/// How long work goes on before it is said how far it is, and how often then.
const FIRST: Duration = Duration::from_millis(500);
const OFTEN: Duration = Duration::from_millis(200);
const WIDTH: usize = 79;

/// Watches long work.
pub(crate) struct Watch<'a> {
    out: &'a mut dyn Write,
    shows: bool,
    began: Instant,
    shown: Option<Instant>,
    until: Option<Instant>,
    stopped: Option<&'static str>,
}

impl<'a> Watch<'a> {
    /// Begins to watch: as long as it does Ctrl-C ends the work, and a second one the program.
    pub(crate) fn new(out: &'a mut dyn Write, shows: bool, most_time: Option<Duration>) -> Self {
        // Where no handler can be set Ctrl-C simply ends the program, as it does elsewhere.
        let _ = ctrlc::try_set_handler(|| {
            if CTRL_C.press() {
                std::process::exit(130);
            }
        });
        CTRL_C.begin();
        let began = Instant::now();
        Self { out, shows, began, shown: None, until: most_time.map(|most| began + most), stopped: None }
    }

    /// Whether the work may go on.
    pub(crate) fn goes_on(&mut self, progress: &Progress) -> bool {
        let Progress { states, open, transitions, .. } = *progress;
        // It is asked after every state, so it looks at the clock only once.
        let (now, began) = (Instant::now(), self.began);
        self.show_at(now, || {
            let rate = transitions as f64 / now.duration_since(began).as_secs_f64().max(1e-3);
            let rate = grouped(rate as u64);
            format!("{} states, {} open; {rate} transitions a second", grouped(states), grouped(open))
        });
        self.may_go_on_at(now)
    }

    /// Shows words, unless that was only just done.
    pub(crate) fn show(&mut self, words: impl FnOnce() -> String) {
        self.show_at(Instant::now(), words);
    }

    /// Shows a bar of how much is done, and words, unless that was only just done.
    pub(crate) fn show_share(&mut self, done: u64, of: u64, words: impl FnOnce() -> String) {
        self.show(|| {
            const CELLS: u128 = 20;
            let share = |whole: u128| u128::from(done.min(of)) * whole / u128::from(of.max(1));
            let full = "#".repeat(share(CELLS) as usize);
            format!("[{full:.<width$}] {:3} %  {}", share(100), words(), width = CELLS as usize)
        });
    }

    fn show_at(&mut self, now: Instant, words: impl FnOnce() -> String) {
        let (last, pause) = self.shown.map_or((self.began, FIRST), |shown| (shown, OFTEN));
        if self.shows && now.duration_since(last) >= pause {
            self.shown = Some(now);
            // What cannot be shown is no reason to stop.
            // The cursor waits at the left, so that the `^C` of a terminal begins no line of its own.
            let _ = write!(self.out, "\r{:WIDTH$}\r", words());
            let _ = self.out.flush();
        }
    }

    pub(crate) fn may_go_on(&mut self) -> bool {
        self.may_go_on_at(Instant::now())
    }

    fn may_go_on_at(&mut self, now: Instant) -> bool {
        if CTRL_C.pressed.load(Ordering::Relaxed) {
            self.stopped = Some("interrupted");
        } else if self.until.is_some_and(|until| now >= until) {
            self.stopped = Some("out of time");
        }
        self.stopped.is_none()
    }

    /// Takes what was shown off the screen; returns how long it took and why it was stopped.
    pub(crate) fn end(self) -> (Duration, Option<&'static str>) {
        if self.shown.is_some() {
            let _ = write!(self.out, "\r{:WIDTH$}\r", "");
        }
        (self.began.elapsed(), self.stopped)
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        CTRL_C.end();
    }
}

/// Says what could not be finished and why, after the report, which holds what is known by then.
pub(crate) fn gave_up(io: &mut Io<'_>, what: &str, why: &str) -> Result<ExitStatus, Problem> {
    // On a terminal, too, the report comes first.
    io.output.flush()?;
    writeln!(io.errors, "{what}: {why}")?;
    Ok(ExitStatus::GAVE_UP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_ends_the_work_and_where_there_is_none_the_program() {
        let ctrl_c = CtrlC::new();
        assert!(ctrl_c.press());
        ctrl_c.begin();
        assert!(!ctrl_c.press());
        assert!(ctrl_c.press());
        ctrl_c.end();
        ctrl_c.begin();
        assert!(!ctrl_c.pressed.load(Ordering::Relaxed));
        ctrl_c.end();
        // The machine has thought, and a prompt waits.
        assert!(ctrl_c.press());
    }
}
