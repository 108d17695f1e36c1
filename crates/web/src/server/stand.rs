//! One machine of the server: who looks at it, and whose turn it is to work it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, broadcast};

use crate::bench::Bench;
use crate::protocol::Description;

use super::answer::Problem;

/// So many events may wait for a page that is slow; then its stream ends, and it asks for everything anew.
const EVENTS: usize = 32;

/// Something that a page is told without asking.
#[derive(Clone, Debug)]
pub(super) enum Told {
    /// The circuit's file has changed.
    Changed,
    /// Something was done, as JSON.
    Appended(String),
    /// The machine was put away.
    Gone,
}

impl Told {
    /// The name of the event, and its data.
    pub(super) fn event(&self) -> (&'static str, &str) {
        match self {
            Self::Changed => ("changed", "{}"),
            Self::Appended(json) => ("appended", json),
            Self::Gone => ("gone", "{}"),
        }
    }
}

/// A machine with what is known of it.
#[derive(Debug)]
pub(super) struct Worked {
    pub(super) bench: Bench,
    pub(super) description: Description,
}

/// A machine and whoever looks at it.
#[derive(Debug)]
pub(super) struct Stand {
    pub(super) id: String,
    /// The circuit that was asked for by name; none is the one that the server was given.
    pub(super) circuit: Option<String>,
    /// Whoever has the machine works it alone.
    pub(super) worked: Arc<tokio::sync::Mutex<Worked>>,
    /// Places for those who wait for it.
    pub(super) waiting: Arc<Semaphore>,
    /// Places for questions that are being answered.
    pub(super) asking: Arc<Semaphore>,
    told: broadcast::Sender<Told>,
    seen: Mutex<Seen>,
    /// Whether a request has made it panic.
    broken: AtomicBool,
}

/// Who looks at a machine, and since when nobody does.
#[derive(Clone, Copy, Debug)]
struct Seen {
    streams: usize,
    used: Instant,
    /// When the last page went, until something is done about it.
    left: Option<Instant>,
}

impl Stand {
    pub(super) fn new(id: String, circuit: Option<String>, worked: Worked, waiting: usize) -> Self {
        Self {
            id,
            circuit,
            worked: Arc::new(tokio::sync::Mutex::new(worked)),
            waiting: Arc::new(Semaphore::new(waiting)),
            asking: Arc::new(Semaphore::new(waiting)),
            told: broadcast::Sender::new(EVENTS),
            seen: Mutex::new(Seen { streams: 0, used: Instant::now(), left: None }),
            broken: AtomicBool::new(false),
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody asked for it.
    pub(super) fn used(&self) {
        self.seen().used = Instant::now();
    }

    /// When somebody last asked for it or looked at it; now, if somebody does.
    pub(super) fn last_used(&self) -> Instant {
        let seen = self.seen();
        if seen.streams > 0 { Instant::now() } else { seen.used }
    }

    /// When it was last asked for, whether or not somebody looks at it.
    pub(super) fn last_asked(&self) -> Instant {
        self.seen().used
    }

    pub(super) fn is_watched(&self) -> bool {
        self.seen().streams > 0
    }

    /// Whether its page went so long ago and has not come back; says so once.
    pub(super) fn was_left(&self, grace: Duration) -> bool {
        let mut seen = self.seen();
        let is_left = seen.streams == 0 && seen.left.is_some_and(|left| left.elapsed() >= grace);
        if is_left {
            seen.left = None;
        }
        is_left
    }

    /// Tells all pages that look at it.
    pub(super) fn tell(&self, told: Told) {
        // Nobody listening is no failure.
        let _ = self.told.send(told);
    }

    pub(super) fn break_down(&self) {
        self.broken.store(true, Ordering::Relaxed);
        self.tell(Told::Gone);
    }

    pub(super) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// A page begins to look at it.
    pub(super) fn look(self: &Arc<Self>, most: usize) -> Result<Look, Problem> {
        let mut seen = self.seen();
        if seen.streams >= most {
            return Err(Problem::busy("too many pages look at this machine"));
        }
        seen.streams += 1;
        seen.left = None;
        drop(seen);
        Ok(Look { events: self.told.subscribe(), stand: Arc::clone(self) })
    }
}

/// A page that looks at a machine, for as long as this is kept.
#[derive(Debug)]
pub(super) struct Look {
    pub(super) events: broadcast::Receiver<Told>,
    stand: Arc<Stand>,
}

impl Drop for Look {
    fn drop(&mut self) {
        let mut seen = self.stand.seen();
        seen.streams = seen.streams.saturating_sub(1);
        seen.used = Instant::now();
        if seen.streams == 0 {
            seen.left = Some(seen.used);
        }
    }
}
