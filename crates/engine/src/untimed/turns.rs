//! Moves told from outside in a running circuit: who moves next, whatever the clock says.

use std::fmt;

use kiber_netlist::{Id, PartId};

use super::Stroke;
use crate::agenda::NEVER;
use crate::event::{Micros, Sink, What};
use crate::mechanism::{Place, PlaceRule};
use crate::motion::towards;
use crate::plan::{Drive, MechanismId};
use crate::simulator::Simulator;

/// Why a part cannot take its turn. Nothing has happened then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnError {
    /// The part has nothing that moves.
    NoMechanism(PartId),
    /// Its armature is stuck.
    Stuck(PartId),
    /// Its coil does not ask it to move.
    NotAsked(PartId),
    /// It stands between its contacts, so it cannot leave.
    UnderWay(PartId),
    /// It stands at rest, so it cannot go on, arrive or fall back.
    AtRest(PartId),
    /// It is under way, and no contact of it moves before it arrives.
    NothingBetween(PartId),
    /// It is under way and its coil has not changed its mind, so it does not fall back.
    Committed(PartId),
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMechanism(_) => "the part has nothing that moves",
            Self::Stuck(_) => "its armature is stuck",
            Self::NotAsked(_) => "nothing asks it to move",
            Self::UnderWay(_) => "it is under way, so it cannot leave",
            Self::AtRest(_) => "it is at rest, so it cannot go on, arrive or fall back",
            Self::NothingBetween(_) => "no contact of it moves before it arrives",
            Self::Committed(_) => "it is still asked to go on, so it does not fall back",
        })
    }
}

impl std::error::Error for TurnError {}

impl Simulator {
    /// These parts take their turns now, together: their contacts move, then the currents are solved
    /// once. Nothing else moves and no time passes.
    ///
    /// # Errors
    /// If one of them is not asked to; then nothing has happened.
    pub fn take_turns<S: Sink>(&mut self, turns: &[(PartId, Stroke)], sink: &mut S) -> Result<(), TurnError> {
        let mut moves = Vec::with_capacity(turns.len());
        for &(part, stroke) in turns {
            moves.push(self.turn(part, stroke)?);
        }
        self.catch_up::<S>();
        for (mechanism, from, to) in moves {
            self.motion.places[mechanism.index()] = to;
            self.electricity.moved(&self.plan, mechanism, from, to);
            if let Drive::Turned = self.plan.mechanisms[mechanism].drive
                && to.is_seat()
            {
                // Turned further, or there.
                let goal = self.motion.goal(mechanism);
                self.motion.set_asks(mechanism, towards(to, goal));
            }
            self.make_appointment(mechanism, to);
            let part = self.plan.mechanisms[mechanism].part;
            self.tell(sink, || What::Moved { part, from, to });
        }
        self.solve(sink);
        Ok(())
    }

    /// Lets time pass in which nothing moves, whatever is due; what was due in it is due at its end.
    pub fn stand_still(&mut self, span: Micros) {
        let now = self.motion.now.saturating_add(span);
        self.go_to(now);
        for mechanism in self.motion.agenda.pending() {
            if self.motion.agenda.due(mechanism) < now {
                self.motion.agenda.set(mechanism, now);
            }
        }
    }

    fn turn(&self, part: PartId, stroke: Stroke) -> Result<(MechanismId, Place, Place), TurnError> {
        let mechanism = self.plan.of_part(part).mechanism.ok_or(TurnError::NoMechanism(part))?;
        if self.motion.is_stuck(mechanism) {
            return Err(TurnError::Stuck(part));
        }
        let movement = self.plan.movement(mechanism);
        let (place, asks) = (self.motion.place(mechanism), self.motion.asks[mechanism.index()]);
        match stroke.destination(movement, place, asks) {
            Some(to) => Ok((mechanism, place, to)),
            None => Err(match (movement.rule(place), stroke) {
                (PlaceRule::Seat { .. }, Stroke::GoesOn | Stroke::Arrives | Stroke::FallsBack) => {
                    TurnError::AtRest(part)
                }
                (PlaceRule::Seat { .. }, _) => TurnError::NotAsked(part),
                (PlaceRule::Travel { .. }, Stroke::Leaves) => TurnError::UnderWay(part),
                (PlaceRule::Travel { .. }, Stroke::GoesOn) => TurnError::NothingBetween(part),
                (PlaceRule::Travel { .. }, _) => TurnError::Committed(part),
            }),
        }
    }

    /// When a mechanism that has just come to `place` goes on by itself.
    pub(super) fn make_appointment(&mut self, mechanism: MechanismId, place: Place) {
        let movement = self.plan.movement(mechanism);
        let index = mechanism.index();
        let now = self.motion.now;
        let due = match movement.rule(place) {
            PlaceRule::Travel { time, .. } => now.saturating_add(time),
            PlaceRule::Seat { .. } => movement.departure(place, self.motion.asks[index]).map_or(NEVER, |departure| {
                now.saturating_add(departure.after.saturating_sub(self.motion.asked_for(mechanism)))
            }),
        };
        self.motion.agenda.set(mechanism, due);
    }
}
