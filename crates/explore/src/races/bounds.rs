//! How long each mechanism may take: for the times of a part, when it leaves a seat and how long it
//! stays in each place of its travel.

use std::sync::Arc;

use kiber_engine::{Mechanics, Place, Request};
use kiber_netlist::{Circuit, PartId, PartKind, Quantity, Relay, RelayAction, Stepper};

use super::places::Marks;
use super::situation::SLOW;
use super::zone::FOREVER;
use super::{Level, Question};

/// The least and the most of a time, in microseconds.
pub(super) type Span = (i64, i64);

/// The times of a mechanism.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) operate: Span,
    pub(super) release: Span,
    pub(super) transfer: Span,
    /// What the times are nominally.
    pub(super) nominal: Nominal,
    /// Whether a hand moves it, at once but for the transfer.
    pub(super) by_hand: bool,
    /// Of a relay with a winding that may be short-circuited: its release time while it is.
    slow: Span,
    /// Of a stepper with a home coil: how long the way home takes.
    home: Span,
    /// How far moments that stand on no time of the part may vary, as a share of them.
    tolerance: f64,
    courses: Arc<[Course]>,
    /// How many places it has.
    places: usize,
}

/// The nominal times of a mechanism, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Nominal {
    pub(super) operate: i64,
    pub(super) release: i64,
    pub(super) transfer: i64,
    slow: i64,
    home: i64,
}

/// Which time of a part a course takes as a whole, from the request to the arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whole {
    Operate,
    Release,
    /// The release with a short-circuited winding.
    Slow,
    /// A stepper's way home: it leaves as soon as it would to step.
    Home,
    /// A hand needs no time but the transfer.
    Hand,
}

/// How a request leads from a seat to the next.
#[derive(Clone, Debug, PartialEq)]
struct Course {
    seat: Place,
    asks: Request,
    whole: Whole,
    /// How long after the request it leaves, nominally.
    after: i64,
    /// The places between the seats, and how long it stays in each, nominally.
    places: Vec<(Place, i64)>,
    end: Place,
    /// How many of the places it has passed when its time as a whole is over; after that, late contacts
    /// move.
    until_arrival: usize,
}

/// How a mechanism leaves a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaves {
    /// The first place on the way, and the seat it leads to.
    pub(super) to: Place,
    pub(super) end: Place,
    /// Whether it is ever met between the seats.
    pub(super) stops: bool,
    /// How long after the request.
    pub(super) after: Span,
    pub(super) nominal: i64,
    /// What has to be known of it on the way.
    pub(super) marks: Marks,
}

/// How a mechanism goes on from a place between seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Passes {
    pub(super) to: Place,
    /// How long it stays there.
    pub(super) lasts: Span,
    pub(super) nominal: i64,
    /// How long after the request that it left by, as far as that matters here.
    pub(super) asked: Option<Span>,
}

impl Bounds {
    /// The times of a part; at level 1 the nominal ones alone.
    pub(super) fn of(circuit: &Circuit, part: Option<PartId>, question: &Question) -> Self {
        let tolerance = if question.level == Level::Nominal { 0.0 } else { question.tolerance.max(0.0) };
        let span = |quantity: Quantity| match question.level {
            Level::Nominal => (micros(quantity.nominal), micros(quantity.nominal)),
            _ if quantity.stated_range => (micros(quantity.min), micros(quantity.max)),
            _ => {
                let least = quantity.nominal * (1.0 - tolerance).max(0.0);
                (micros(least), micros(quantity.nominal * (1.0 + tolerance)))
            }
        };
        // The engine gives a relay a microsecond at least.
        let whole = |quantity: Quantity| {
            let (least, most) = span(quantity);
            (least.max(1), most.max(1))
        };
        let nominal = |operate: Quantity, release: Quantity, transfer: Quantity| Nominal {
            operate: micros(operate.nominal).max(1),
            release: micros(release.nominal).max(1),
            transfer: micros(transfer.nominal),
            ..Nominal::default()
        };
        let kind = part.and_then(|part| circuit.parts.get(part)).map(|part| &part.kind);
        let still = Self {
            operate: (0, 0),
            release: (0, 0),
            transfer: (0, 0),
            nominal: Nominal::default(),
            by_hand: true,
            slow: (0, 0),
            home: (0, 0),
            tolerance,
            courses: Arc::new([]),
            places: 0,
        };
        let by_hand = |transfer_ms: f64| {
            let transfer = span(Quantity::exactly(transfer_ms));
            let nominal = micros(transfer_ms);
            let nominal = Nominal { operate: nominal, release: nominal, transfer: nominal, ..Nominal::default() };
            Self { operate: transfer, release: transfer, transfer, nominal, ..still.clone() }
        };
        let mut bounds = match kind {
            Some(PartKind::Relay(relay)) => Self {
                operate: whole(relay.operate_ms),
                release: whole(relay.release_ms),
                transfer: span(relay.transfer_ms),
                slow: relay.shorted_release_ms.map_or((0, 0), whole),
                nominal: Nominal {
                    slow: relay.shorted_release_ms.map_or(0, |slow| micros(slow.nominal)),
                    ..nominal(relay.operate_ms, relay.release_ms, relay.transfer_ms)
                },
                by_hand: false,
                ..still
            },
            Some(PartKind::Stepper(stepper)) => Self {
                operate: whole(stepper.operate_ms),
                release: whole(stepper.release_ms),
                transfer: span(stepper.transfer_ms),
                home: whole(stepper.home_ms),
                nominal: Nominal {
                    home: micros(stepper.home_ms.nominal).max(1),
                    ..nominal(stepper.operate_ms, stepper.release_ms, stepper.transfer_ms)
                },
                by_hand: false,
                ..still
            },
            Some(PartKind::Button(hand) | PartKind::Toggle(hand)) => by_hand(hand.transfer_ms),
            Some(PartKind::Selector(selector)) => by_hand(selector.transfer_ms),
            _ => return still,
        };
        if let Some((mechanics, kind)) = part.and_then(|part| Mechanics::of(circuit, part)).zip(kind) {
            bounds.courses = bounds.courses_of(&mechanics, kind).into();
            bounds.places = mechanics.places();
        }
        bounds
    }

    fn courses_of(&self, mechanics: &Mechanics, kind: &PartKind) -> Vec<Course> {
        let mut courses = Vec::new();
        for seat in (0..mechanics.places() as u16).map(Place).filter(|place| place.is_seat()) {
            for asks in [Request::Operate, Request::Release, Request::Reverse] {
                let Some((first, after)) = mechanics.departure(seat, asks) else { continue };
                let mut places = Vec::new();
                let mut end = first;
                while let Some((next, time)) = mechanics.passage(end)
                    && places.len() < mechanics.places()
                {
                    places.push((end, time as i64));
                    end = next;
                }
                let whole = whole_of(kind, seat, asks);
                let mut course = Course { seat, asks, whole, after: after as i64, places, end, until_arrival: 0 };
                course.until_arrival = course.arrival(self.nominal_whole(whole), self.nominal.transfer);
                courses.push(course);
            }
        }
        courses
    }

    fn nominal_whole(&self, whole: Whole) -> Option<i64> {
        match whole {
            Whole::Operate => Some(self.nominal.operate),
            Whole::Release => Some(self.nominal.release),
            Whole::Slow => Some(self.nominal.slow.max(self.nominal.release)),
            Whole::Home | Whole::Hand => None,
        }
    }

    /// Whether its travel may take time though nominally it takes none, and contacts have moments of
    /// their own beside it: those stand in no order then.
    pub(super) fn is_muddled(&self) -> bool {
        let beside = |course: &Course| !course.is_plain(self.nominal.transfer);
        self.nominal.transfer == 0 && self.transfer.1 > 0 && self.courses.iter().any(beside)
    }

    /// How it leaves a seat when that is asked of it.
    pub(super) fn leaves(&self, seat: Place, asks: Request) -> Option<Leaves> {
        let course = self.courses.iter().find(|course| course.seat == seat && course.asks == asks)?;
        let &(first, _) = course.places.first()?;
        let after = match course.whole {
            Whole::Hand => (0, 0),
            Whole::Home => {
                // As a step does, whatever the rest of the way takes; early contacts still sooner.
                let earlier = course.after - (self.nominal.operate - self.nominal.transfer);
                let (least, most) = less(self.operate, self.transfer);
                ((least + earlier).max(0), (most + earlier).max(0))
            }
            Whole::Operate | Whole::Release | Whole::Slow => {
                less(self.span_of(course.whole), self.sum(course, 0..course.until_arrival))
            }
        };
        let marks = if course.whole == Whole::Slow { SLOW } else { Marks::default() };
        let stops = self.stops_on(course);
        Some(Leaves { to: first, end: course.end, stops, after, nominal: course.after, marks })
    }

    /// How it goes on from a place between its seats, having left with these marks.
    pub(super) fn passes(&self, place: Place, marks: Marks) -> Option<Passes> {
        let through = |course: &&Course| course.places.iter().any(|&(other, _)| other == place);
        let mut courses = self.courses.iter().filter(through);
        let slowly = marks.has(SLOW);
        let course =
            courses.clone().find(|course| (course.whole == Whole::Slow) == slowly).or_else(|| courses.next())?;
        let at = course.places.iter().position(|&(other, _)| other == place)?;
        let &(_, nominal) = course.places.get(at)?;
        let to = course.places.get(at + 1).map_or(course.end, |&(next, _)| next);
        let bound = !matches!(course.whole, Whole::Hand | Whole::Home) && at < course.until_arrival;
        let asked = bound.then(|| {
            // Neither too early nor too late to arrive in time.
            let whole = self.span_of(course.whole);
            let (least, most) = less(whole, self.sum(course, at + 1..course.until_arrival));
            let until_now = self.sum(course, 0..at + 1);
            let earliest = less(whole, self.sum(course, 0..course.until_arrival));
            (least, most.max(earliest.1 + until_now.0))
        });
        Some(Passes { to, lasts: self.lasts(course, nominal), nominal, asked })
    }

    /// Whether a request that lasts leads on from the seat to which a travel leads.
    pub(super) fn leads_on(&self, place: Place, asks: Request) -> bool {
        let through = |course: &&Course| course.places.iter().any(|&(other, _)| other == place);
        let end = self.courses.iter().find(through).map(|course| course.end);
        end.is_some_and(|end| self.courses.iter().any(|course| course.seat == end && course.asks == asks))
    }

    /// By place, whether it may be met there between its seats.
    pub(super) fn stops(&self) -> Vec<bool> {
        let mut stops = vec![false; self.places];
        for course in self.courses.iter().filter(|course| self.stops_on(course)) {
            for &(place, _) in &course.places {
                if let Some(stops) = stops.get_mut(usize::from(place.0)) {
                    *stops = true;
                }
            }
        }
        stops
    }

    fn stops_on(&self, course: &Course) -> bool {
        course.places.iter().any(|&(_, nominal)| self.lasts(course, nominal).1 > 0)
    }

    /// How long it stays in a place of a course, by how long it does nominally.
    fn lasts(&self, course: &Course, nominal: i64) -> Span {
        match course.whole {
            // What is left of the way home once it has left.
            Whole::Home if self.nominal.home > course.after => {
                let left = |whole: i64| (whole - course.after).max(0);
                share(nominal, (left(self.home.0), left(self.home.1)), left(self.nominal.home))
            }
            _ if course.is_plain(self.nominal.transfer) => self.transfer,
            _ if self.nominal.transfer > 0 => share(nominal, self.transfer, self.nominal.transfer),
            _ => {
                let part = |factor: f64| (nominal as f64 * factor.max(0.0)).round() as i64;
                (part(1.0 - self.tolerance), part(1.0 + self.tolerance))
            }
        }
    }

    /// How long it stays in some places of a course together.
    fn sum(&self, course: &Course, places: std::ops::Range<usize>) -> Span {
        let own = course.places.get(places).unwrap_or_default();
        own.iter().fold((0, 0), |sum, &(_, nominal)| {
            let (least, most) = self.lasts(course, nominal);
            (sum.0 + least, sum.1 + most)
        })
    }

    fn span_of(&self, whole: Whole) -> Span {
        match whole {
            Whole::Operate => self.operate,
            Whole::Release => self.release,
            Whole::Slow => (self.slow.0.max(self.release.0), self.slow.1.max(self.release.1)),
            Whole::Home | Whole::Hand => (0, FOREVER),
        }
    }
}

impl Course {
    /// Whether all contacts move as the travel begins and as it ends.
    fn is_plain(&self, transfer: i64) -> bool {
        matches!(self.places[..], [(_, time)] if time == transfer)
    }

    /// After how many of its places its nominal time as a whole is over.
    fn arrival(&self, whole: Option<i64>, transfer: i64) -> usize {
        let Some(whole) = whole.filter(|_| !self.is_plain(transfer)) else { return self.places.len() };
        let mut passed = self.after;
        let over = self.places.iter().position(|&(_, time)| {
            let is_over = passed >= whole;
            passed += time;
            is_over
        });
        over.unwrap_or(self.places.len())
    }
}

/// What is left of a time when the last part of it has another.
fn less(whole: Span, part: Span) -> Span {
    ((whole.0 - part.1).max(0), (whole.1 - part.0).max(0))
}

/// A time that takes its share of another's tolerance.
fn share(nominal: i64, (least, most): Span, of: i64) -> Span {
    // Times are below 2⁵⁰ µs, so the product fits twice as many bits.
    let part =
        |other: i64| ((i128::from(nominal) * i128::from(other) + i128::from(of / 2)) / i128::from(of.max(1))) as i64;
    (part(least), part(most))
}

/// Which of its times a part takes on the way from a seat.
fn whole_of(kind: &PartKind, seat: Place, asks: Request) -> Whole {
    let number = seat.0 / 2;
    match kind {
        PartKind::Relay(relay) => relay_whole(relay, number, asks),
        PartKind::Stepper(stepper) => stepper_whole(stepper, number, asks),
        _ => Whole::Hand,
    }
}

fn relay_whole(relay: &Relay, seat: u16, asks: Request) -> Whole {
    let operates = match relay.action {
        RelayAction::Neutral | RelayAction::OnDelay | RelayAction::OffDelay | RelayAction::Bistable { .. } => seat == 0,
        RelayAction::Impulse { .. } => seat.is_multiple_of(2),
        RelayAction::Polarized { centre: false, .. } => true,
        // Outwards from the centre.
        RelayAction::Polarized { centre: true, .. } => seat == 1,
    };
    match asks {
        _ if operates => Whole::Operate,
        Request::Reverse if relay.shorted_release_ms.is_some() => Whole::Slow,
        _ => Whole::Release,
    }
}

fn stepper_whole(stepper: &Stepper, seat: u16, asks: Request) -> Whole {
    match (seat % 2, asks) {
        (0, Request::Reverse) if stepper.home.is_some() => Whole::Home,
        (0, _) => Whole::Operate,
        _ => Whole::Release,
    }
}

/// Milliseconds as whole microseconds, the nearest.
fn micros(milliseconds: f64) -> i64 {
    (milliseconds * 1e3).round() as i64
}
