//! The same things done again to a circuit that has changed.

use std::sync::Arc;

use kiber_netlist::Circuit;

use crate::acting::Refused;
use crate::session::Session;
use crate::stop::Stop;

/// What came of doing everything again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reloaded {
    /// How many deeds were done again.
    pub done: usize,
    /// What could not be done any more: the line, and why.
    pub refused: Vec<(String, Refused)>,
    /// Stops that name what is no longer there, or does not do that any more.
    pub stops_lost: Vec<String>,
}

impl Session {
    /// Does everything up to the cursor again with another circuit, as far as it can be done; the cursor then
    /// stands at the end.
    pub fn reload(&mut self, circuit: Arc<Circuit>) -> Reloaded {
        let mut again = Self::with_limits(Arc::clone(&circuit), self.limits);
        let mut reloaded = Reloaded::default();
        for line in self.script().lines() {
            match again.line(line) {
                Ok(_) => reloaded.done += 1,
                Err(refused) => reloaded.refused.push((line.to_owned(), refused)),
            }
        }
        for stop in &self.stops {
            match stop {
                Stop::When { text, .. } => {
                    if again.stop_when(text).is_err() {
                        reloaded.stops_lost.push(text.clone());
                    }
                }
                Stop::Moves(part) => {
                    let name = self.circuit.parts.get(*part).map_or("", |part| part.name.as_str());
                    match circuit.part(name) {
                        Some(part) => again.stop_when_it_moves(part),
                        None => reloaded.stops_lost.push(name.to_owned()),
                    }
                }
            }
        }
        *self = again;
        reloaded
    }
}
