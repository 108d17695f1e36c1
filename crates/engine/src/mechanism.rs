//! What moves: places, and what each request of the drive makes of them.
//!
//! Relay, stepper, selector, fuse and button are tables of this one kind. A part with other places is
//! another table, not another branch of the engine.

use std::sync::Arc;

use crate::agenda::NEVER;
use crate::event::Micros;

/// A place of a mechanism, by its number.
///
/// Even places are seats, in which it rests; odd ones are passed through. The named places are those
/// of a part with two seats: relay, button, toggle. What a place means in others is said by
/// [`Stand`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u16);

impl Place {
    /// A relay that rests released, a button that is free, a toggle that is off.
    pub const RELEASED: Place = Place(0);
    /// On its way to operated.
    pub const LEAVING: Place = Place(1);
    /// Operated, pressed, on.
    pub const OPERATED: Place = Place(2);
    /// On its way back.
    pub const RETURNING: Place = Place(3);

    /// The seat of that number.
    pub(crate) fn seat(number: usize) -> Self {
        Self(2 * number as u16)
    }

    /// The place between seats of that number.
    pub(crate) fn between(number: usize) -> Self {
        Self(2 * number as u16 + 1)
    }

    /// Whether a mechanism can rest here.
    #[inline]
    pub fn is_seat(self) -> bool {
        self.0 & 1 == 0
    }
}

/// What a place means: where the contacts stand.
///
/// Positions count from 0: released and operated; left, centre and right; the places of a switch;
/// whole and blown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stand {
    /// The position in which the contacts stand, or from which they are on their way.
    pub at: u16,
    /// The position to which they are on their way.
    pub towards: Option<u16>,
    /// Of a stepper or an impulse relay, whose armature moves besides its contacts: whether that is
    /// operated, or on its way.
    pub pulled: bool,
}

impl Stand {
    /// At rest in a position.
    pub fn at(position: u16) -> Self {
        Self { at: position, ..Self::default() }
    }

    /// Whether the contacts rest in that position.
    pub fn is_at(&self, position: u16) -> bool {
        self.at == position && self.towards.is_none()
    }
}

/// What the drive of a mechanism asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Request {
    /// Nothing: a coil current between release and operate.
    #[default]
    Nothing,
    /// To operate; of a polarized relay, to go right; of a selector, to go up.
    Operate,
    /// To release; of a polarized relay, to go back to the centre.
    Release,
    /// To go the other way: a polarized relay left, a selector down, a stepper home. Of a relay with a
    /// winding that is short-circuited, to release slowly.
    Reverse,
}

/// The places of a mechanism in which a side of a contact is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlaceSet {
    /// Of the first 64.
    Few(u64),
    /// Of any, 64 a word.
    Many(Arc<[u64]>),
}

impl PlaceSet {
    pub(crate) fn of(places: impl IntoIterator<Item = Place>) -> Self {
        let mut words = vec![0u64];
        for Place(place) in places {
            let (word, bit) = (place as usize / 64, place % 64);
            if words.len() <= word {
                words.resize(word + 1, 0);
            }
            words[word] |= 1 << bit;
        }
        match words[..] {
            [few] => Self::Few(few),
            _ => Self::Many(words.into()),
        }
    }

    #[inline]
    pub(crate) fn contains(&self, place: Place) -> bool {
        let (word, bit) = (place.0 as usize / 64, place.0 % 64);
        match self {
            Self::Few(set) => word == 0 && set >> bit & 1 == 1,
            Self::Many(words) => words.get(word).is_some_and(|set| set >> bit & 1 == 1),
        }
    }
}

/// Leaving a seat: where to, and how long after the request arose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Departure {
    pub(crate) to: Place,
    pub(crate) after: Micros,
}

/// What one place of a mechanism is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PlaceRule {
    /// It rests here until a request has lasted long enough.
    Seat { on_operate: Option<Departure>, on_release: Option<Departure>, on_reverse: Option<Departure> },
    /// It is committed and passes on by itself.
    Travel { next: Place, time: Micros },
}

/// The table of a mechanism.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Movement {
    pub(crate) places: Box<[PlaceRule]>,
    /// What the rules come to, by place and request.
    onward: Box<[[Onward; 4]]>,
    pub(crate) stands: Box<[Stand]>,
    pub(crate) seats: usize,
    /// Whether a hand takes it from any seat to any other in one move.
    pub(crate) leaps: bool,
}

/// What is next for a mechanism in a place that asks for something, as the clock needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Onward {
    /// How long it stays: from a seat, how long after the request it leaves, [`NEVER`] if it does not;
    /// between seats, how long from when it came there.
    pub(crate) after: Micros,
    /// Where it is next. A travel without time is no stop on the way. From a seat that it does not leave,
    /// the seat itself.
    pub(crate) to: Place,
}

impl Movement {
    pub(crate) fn new(places: Vec<PlaceRule>, stands: Vec<Stand>, seats: usize, leaps: bool) -> Self {
        let mut movement = Self { places: places.into(), onward: Box::default(), stands: stands.into(), seats, leaps };
        let every = [Request::Nothing, Request::Operate, Request::Release, Request::Reverse];
        let numbers = 0..movement.places.len() as u16;
        movement.onward =
            numbers.map(|number| every.map(|request| movement.work_out(Place(number), request))).collect();
        movement
    }

    fn work_out(&self, place: Place, request: Request) -> Onward {
        let (mut to, after) = match (self.rule(place), self.departure(place, request)) {
            (PlaceRule::Travel { next, time }, _) => (next, time),
            (_, Some(Departure { to, after })) => (to, after),
            (_, None) => return Onward { after: NEVER, to: place },
        };
        for _ in 0..self.places.len() {
            let PlaceRule::Travel { next, time: 0 } = self.rule(to) else { break };
            to = next;
        }
        Onward { after, to }
    }

    /// What is next in a place; a place that is none of its own is left for no request.
    #[inline]
    pub(crate) fn onward(&self, place: Place, request: Request) -> Onward {
        match self.onward.get(place.0 as usize) {
            Some(known) => known[request as usize],
            None => Onward { after: NEVER, to: place },
        }
    }

    /// What a place is; one that is none of its own is a seat that nothing leaves.
    #[inline]
    pub(crate) fn rule(&self, place: Place) -> PlaceRule {
        const NOWHERE: PlaceRule = PlaceRule::Seat { on_operate: None, on_release: None, on_reverse: None };
        self.places.get(place.0 as usize).copied().unwrap_or(NOWHERE)
    }

    /// What a place means; a place that is none of its own means the first.
    pub(crate) fn stand(&self, place: Place) -> Stand {
        self.stands.get(place.0 as usize).copied().unwrap_or_default()
    }

    /// The departure that `request` calls for from a seat; none while travelling.
    #[inline]
    pub(crate) fn departure(&self, place: Place, request: Request) -> Option<Departure> {
        match (self.rule(place), request) {
            (PlaceRule::Seat { on_operate, .. }, Request::Operate) => on_operate,
            (PlaceRule::Seat { on_release, .. }, Request::Release) => on_release,
            (PlaceRule::Seat { on_reverse, .. }, Request::Reverse) => on_reverse,
            _ => None,
        }
    }

    /// From a seat on, if one and the same request leads further: the longest that a seat on the way is
    /// left after the request arose.
    pub(crate) fn longest_wait(&self, seat: Place, request: Request) -> Option<Micros> {
        let mut seat = seat;
        let mut longest = None;
        for _ in 0..self.seats {
            let Some(Departure { to, after }) = self.departure(seat, request) else { break };
            longest = longest.max(Some(after));
            seat = self.next_seat(to);
        }
        longest
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
