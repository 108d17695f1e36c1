//! How fast time goes on, and the clock.

use std::time::Duration;

use kiber_session::Passed;

use super::state::Screen;

/// How fast time goes on after something was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// To the end, without a pause.
    AtOnce,
    /// So many times slower than real time.
    Slowed(u32),
}

impl Pace {
    pub(super) const REAL: Self = Self::Slowed(1);

    /// The next one round.
    pub(super) fn next(self) -> Self {
        match self {
            Self::AtOnce => Self::REAL,
            Self::Slowed(1) => Self::Slowed(10),
            Self::Slowed(10) => Self::Slowed(100),
            Self::Slowed(100) => Self::Slowed(1000),
            Self::Slowed(_) => Self::AtOnce,
        }
    }

    pub(super) fn words(self) -> String {
        match self {
            Self::AtOnce => "at once".to_owned(),
            Self::Slowed(1) => "real speed".to_owned(),
            Self::Slowed(slower) => format!("1/{slower} speed"),
        }
    }
}

impl Screen {
    /// So much real time has passed. Whether time goes on, and when to be told again.
    pub(super) fn tick(&mut self, elapsed: Duration) {
        let (true, Pace::Slowed(slower)) = (self.is_running, self.pace) else { return };
        let elapsed = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX).saturating_add(self.left_over);
        let nanos = 1000 * u64::from(slower.max(1));
        self.left_over = elapsed % nanos;
        let before = self.moment();
        let actions = self.session.deeds().len();
        let passed = self.session.let_pass(elapsed / nanos);
        // Time that went on by itself is an action too.
        self.is_unsaved |= self.session.deeds().len() > actions;
        match passed {
            Passed::Going => {}
            Passed::Stopped(stop) => {
                self.is_running = false;
                self.say_stopped(stop);
            }
            Passed::AtEnd => {
                self.is_running = false;
                self.say_what_happened();
            }
        }
        if self.moment() != before || !self.is_running {
            self.refresh();
        }
    }

    /// Lets time go on, or halts it.
    pub(super) fn run_or_halt(&mut self) {
        if self.is_running {
            self.is_running = false;
            self.say("halted; r goes on, . goes one instant on");
            return;
        }
        if !self.has_more_to_run() {
            self.say("nothing is left to run: this is the end of what was done");
            return;
        }
        match self.pace {
            Pace::Slowed(_) => {
                self.is_running = true;
                self.left_over = 0;
                self.say("running; r halts");
            }
            Pace::AtOnce if self.session.here() == self.session.last() => {
                self.say_end();
            }
            Pace::AtOnce => match self.session.run_on() {
                Passed::Stopped(stop) => self.say_stopped(stop),
                Passed::Going | Passed::AtEnd => self.say_what_happened(),
            },
        }
    }

    /// Nothing more was done than what is seen now.
    pub(super) fn say_end(&mut self) {
        match self.pace {
            _ if self.session.simulator().is_settled() => self.say("this is the end of what was done"),
            Pace::AtOnce => self.say("it still moves: type `wait 1s`, or choose a speed with s and let it run with r"),
            Pace::Slowed(_) => self.say("this is the end of what was done; it still moves: r runs on"),
        }
    }
}
