//! What moves: places, and what each request of the drive makes of them.
//!
//! Relay, button and toggle are the same four-place table with different times. A part with other
//! places (a stepper, a polarized relay) is another table, not another branch of the engine.

use kiber_netlist::{Hand, Relay};

use crate::event::Micros;

/// A place of a mechanism, by its number.
///
/// The named places are those of the plain relay; a button and a toggle have the same four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u8);

impl Place {
    /// A relay that rests released, a button that is free, a toggle that is off.
    pub const RELEASED: Place = Place(0);
    /// On its way to operated.
    pub const LEAVING: Place = Place(1);
    /// Operated, pressed, on.
    pub const OPERATED: Place = Place(2);
    /// On its way back.
    pub const RETURNING: Place = Place(3);
}

/// What the drive of a mechanism asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Request {
    /// Nothing: a coil current between release and operate.
    #[default]
    Nothing,
    /// To operate.
    Operate,
    /// To release.
    Release,
}

/// The places of a mechanism in which a side of a contact is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlaceSet(u64);

impl PlaceSet {
    pub(crate) const fn of(places: &[Place]) -> Self {
        let mut set = 0;
        let mut index = 0;
        while index < places.len() {
            set |= 1 << places[index].0;
            index += 1;
        }
        Self(set)
    }

    pub(crate) fn contains(self, place: Place) -> bool {
        self.0 >> place.0 & 1 == 1
    }

    pub(crate) const OPERATED: Self = Self::of(&[Place::OPERATED]);
    pub(crate) const RELEASED: Self = Self::of(&[Place::RELEASED]);
    pub(crate) const NOT_OPERATED: Self = Self::of(&[Place::LEAVING, Place::RELEASED, Place::RETURNING]);
    pub(crate) const NOT_RELEASED: Self = Self::of(&[Place::LEAVING, Place::OPERATED, Place::RETURNING]);
}

/// Leaving a seat: where to, and how long after the request arose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Departure {
    pub(crate) to: Place,
    pub(crate) after: Micros,
}

/// What one place of a mechanism is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaceRule {
    /// It rests here until a request has lasted long enough.
    Seat { on_operate: Option<Departure>, on_release: Option<Departure> },
    /// It is committed and passes on by itself.
    Travel { next: Place, time: Micros },
}

/// The table of a mechanism.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Movement {
    places: [PlaceRule; 4],
}

impl Movement {
    /// The four places of semantics' plain relay, from whole microseconds.
    fn two_seats(operate: Micros, release: Micros, transfer: Micros) -> Self {
        let leave = |to, whole: Micros| Some(Departure { to, after: whole.saturating_sub(transfer) });
        Self {
            places: [
                PlaceRule::Seat { on_operate: leave(Place::LEAVING, operate), on_release: None },
                PlaceRule::Travel { next: Place::OPERATED, time: transfer },
                PlaceRule::Seat { on_operate: None, on_release: leave(Place::RETURNING, release) },
                PlaceRule::Travel { next: Place::RELEASED, time: transfer },
            ],
        }
    }

    /// A relay takes at least a microsecond, so that no circuit can run for ever inside one instant.
    pub(crate) fn of_relay(relay: &Relay) -> Self {
        Self::two_seats(
            micros(relay.operate_ms.nominal).max(1),
            micros(relay.release_ms.nominal).max(1),
            micros(relay.transfer_ms.nominal),
        )
    }

    pub(crate) fn of_hand(hand: &Hand) -> Self {
        let transfer = micros(hand.transfer_ms);
        Self::two_seats(transfer, transfer, transfer)
    }

    /// What tells two tables of this shape apart: the two departures and the travel.
    pub(crate) fn key(&self) -> [Micros; 3] {
        let after = |departure: Option<Departure>| departure.map_or(0, |departure| departure.after);
        let travel = match self.rule(Place::LEAVING) {
            PlaceRule::Travel { time, .. } => time,
            PlaceRule::Seat { .. } => 0,
        };
        [
            after(self.departure(Place::RELEASED, Request::Operate)),
            after(self.departure(Place::OPERATED, Request::Release)),
            travel,
        ]
    }

    pub(crate) fn rule(&self, place: Place) -> PlaceRule {
        // Four places, and a place never leaves its table: the mask only spares a bounds check.
        self.places[(place.0 & 3) as usize]
    }

    /// The departure that `request` calls for from a seat; none while travelling.
    pub(crate) fn departure(&self, place: Place, request: Request) -> Option<Departure> {
        match (self.rule(place), request) {
            (PlaceRule::Seat { on_operate, .. }, Request::Operate) => on_operate,
            (PlaceRule::Seat { on_release, .. }, Request::Release) => on_release,
            _ => None,
        }
    }

    /// The seat in which a journey from `place` ends; `place` itself if it is one.
    pub(crate) fn next_seat(&self, place: Place) -> Place {
        let mut place = place;
        for _ in 0..self.places.len() {
            match self.rule(place) {
                PlaceRule::Travel { next, .. } => place = next,
                PlaceRule::Seat { .. } => break,
            }
        }
        place
    }
}

/// Milliseconds as whole microseconds, the nearest.
pub(crate) fn micros(milliseconds: f64) -> Micros {
    // The reader refuses times that are negative, not finite or above 1e9 ms; `as` saturates anyway.
    (milliseconds * 1e3).round() as Micros
}
