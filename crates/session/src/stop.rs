//! Stops: where the cursor is to stand still.

use kiber_engine::{Event, What};
use kiber_netlist::PartId;
use kiber_script::{Claim, Happening, Step, parse_line};

use crate::acting::Refused;
use crate::session::{Moment, Session};

/// Where the cursor stands still when time goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// When all this comes to hold, that did not hold before.
    When {
        /// As a script would expect it: `P8' operated`.
        text: String,
        /// The same, understood.
        claims: Vec<Claim>,
    },
    /// When this part moves, or is worked by a hand, or a lamp becomes brighter or darker.
    Moves(PartId),
}

impl Session {
    /// Adds a stop: when all this comes to hold; words of `expect`, several joined by commas.
    ///
    /// # Errors
    /// When it is not understood.
    pub fn stop_when(&mut self, condition: &str) -> Result<(), Refused> {
        let text = condition.trim();
        let text = text.strip_prefix("expect ").unwrap_or(text).trim();
        match parse_line(&format!("expect {text}"), &self.circuit).map_err(Refused::Findings)? {
            Some(Step::Expect(claims)) => {
                let is_about_all = |claim: &Claim| matches!(claim, Claim::Circuit(Happening::Oscillating));
                if claims.iter().any(is_about_all) {
                    let message = "a circuit is seen to oscillate only once the action is over; name a part instead";
                    return Err(Refused::Now(message.to_owned()));
                }
                let shown = Step::Expect(claims.clone()).shown(&self.circuit).to_string();
                let text = shown.strip_prefix("expect ").unwrap_or(&shown).to_owned();
                self.stops.push(Stop::When { text, claims });
                Ok(())
            }
            _ => Err(Refused::Now("stop when what? For example `K1 operated`".to_owned())),
        }
    }

    /// Adds a stop: whenever this part moves.
    pub fn stop_when_it_moves(&mut self, part: PartId) {
        self.stops.push(Stop::Moves(part));
    }

    /// The stops there are.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }

    /// Takes a stop away.
    pub fn remove_stop(&mut self, number: usize) {
        if number < self.stops.len() {
            self.stops.remove(number);
        }
    }

    /// Of each stop, whether its condition holds where the cursor is.
    pub(crate) fn stops_that_hold(&mut self) -> Vec<bool> {
        let Self { stops, shown, .. } = self;
        let mut holds = |claim: &Claim| match claim {
            // Of what happened since an action began, a moment in its middle knows only what is there now.
            Claim::Circuit(Happening::Short) => !shown.simulator().shorts().is_empty(),
            claim => shown.holds(claim).is_ok(),
        };
        stops
            .iter()
            .map(|stop| match stop {
                Stop::When { claims, .. } => claims.iter().all(&mut holds),
                Stop::Moves(_) => false,
            })
            .collect()
    }

    /// The stop that is reached where the cursor is, when of each stop this held one moment before.
    pub(crate) fn stop_reached(&mut self, before: &[bool]) -> Option<usize> {
        let now = self.stops_that_hold();
        let comes_to_hold = now.iter().zip(before).position(|(&now, &before)| now && !before);
        comes_to_hold.or_else(|| self.stop_that_moves(self.here))
    }

    /// The stop at a part that moves at this moment.
    pub(crate) fn stop_that_moves(&self, moment: Moment) -> Option<usize> {
        let at = self.time_of(moment);
        let events = self.events(moment.deed);
        let first = events.partition_point(|event| event.at < at);
        let moves: Vec<PartId> =
            events.iter().skip(first).take_while(|event| event.at == at).filter_map(who_moves).collect();
        self.stops.iter().position(|stop| matches!(stop, Stop::Moves(part) if moves.contains(part)))
    }
}

/// The part that an event is about, if it moves or is seen to change.
fn who_moves(event: &Event) -> Option<PartId> {
    match event.what {
        What::Moved { part, .. } | What::Hand { part, .. } | What::Lamp { part, .. } => Some(part),
        What::Turned { part, .. } | What::Source { part, .. } => Some(part),
        What::Blown { part, .. } | What::Replaced { part } => Some(part),
        _ => None,
    }
}
