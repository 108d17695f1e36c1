//! The cursor moves on by itself: so long, or to the next stop.

use kiber_engine::Micros;
use kiber_script::Step;

use crate::acting::Acted;
use crate::session::{Moment, Session};

/// How far ahead a circuit that does not settle is simulated when time goes on, in microseconds.
const AHEAD: Micros = 1_000_000;

/// Where the cursor came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// It is under way.
    Going,
    /// It is at the end, and the circuit has settled or is as far as it was let.
    AtEnd,
    /// It is at a stop, by its number.
    Stopped(usize),
}

impl Session {
    /// Lets so much time pass for the one who looks on. Where everything has happened and the circuit has not
    /// settled, it goes on, by a deed `wait` of which the cursor sees as much as passes.
    pub fn let_pass(&mut self, span: Micros) -> Passed {
        let mut left = span;
        loop {
            let Some(next) = self.next_moment() else {
                if self.simulator().is_settled() {
                    return Passed::AtEnd;
                }
                match self.begin(&Step::Wait(AHEAD)) {
                    Ok(Acted::Did { stopped: Some(stop), .. }) => return Passed::Stopped(stop),
                    Ok(_) => continue,
                    Err(_) => return Passed::AtEnd,
                }
            };
            let until = self.time_of(next).saturating_sub(self.time());
            if left < until {
                self.past += left;
                self.shown.simulator_mut().wait(left, &mut ());
                return Passed::Going;
            }
            left -= until;
            if let Some(stop) = self.step_to(next) {
                return Passed::Stopped(stop);
            }
        }
    }

    /// Goes on to the next stop, or to the end.
    pub fn run_on(&mut self) -> Passed {
        if self.stops.is_empty() {
            self.go_to(self.last());
            return Passed::AtEnd;
        }
        while let Some(next) = self.next_moment() {
            if let Some(stop) = self.step_to(next) {
                return Passed::Stopped(stop);
            }
        }
        Passed::AtEnd
    }

    /// When a moment is, in microseconds since power-up.
    pub fn time_of(&self, moment: Moment) -> Micros {
        let Some(deed) = self.deeds.get(moment.deed) else { return self.time() };
        deed.start + deed.instants.get(moment.instant).copied().unwrap_or_else(|| deed.end())
    }

    /// Goes to the next moment; the stop at which that is, if it is one.
    fn step_to(&mut self, next: Moment) -> Option<usize> {
        if self.stops.is_empty() {
            self.go_to(next);
            return None;
        }
        let before = self.stops_that_hold();
        self.go_to(next);
        self.stop_reached(&before)
    }
}
