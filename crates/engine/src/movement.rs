//! The tables of all kinds of part, made from how their seats follow each other and from when their
//! contacts move on the way.
//!
//! A *course* leads from one seat to the next. It takes a whole time from the request to the arrival;
//! the last part of that, the transfer, is the travel of the contacts. A contact opens as the travel
//! begins and closes as it ends; a bridging one closes first and opens last. One with a moment of its
//! own moves earlier or later by so much, mirrored on the way back, since it is its place along the
//! travel that differs. Every moment at which some contact moves ends one place and begins another.

use kiber_netlist::{
    Circuit, ContactForm, ContactId, Follows, Fuse, Hand, NetId, PartId, PartKind, Relay, RelayAction, Selector,
    Stepper, StepsOn,
};

use crate::event::Micros;
use crate::mechanism::{Departure, Movement, Place, PlaceRule, PlaceSet, Request, Stand, micros};

/// A side of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContactSide {
    /// The break side: of a break contact or a change-over.
    Break,
    /// The make side: of a make contact or a change-over; the contact of a polarized relay.
    Make,
    /// Of a wafer: from its wiper to this place.
    Place(u16),
}

/// How a part moves: its places, what they mean, and in which of them each side of its contacts is
/// closed.
#[derive(Clone, Debug)]
pub struct Mechanics {
    pub(crate) movement: Movement,
    pub(crate) start: Place,
    pub(crate) sides: Vec<Side>,
}

/// A side of a contact with the places in which it is closed.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub(crate) contact: ContactId,
    pub(crate) side: ContactSide,
    pub(crate) ends: [NetId; 2],
    pub(crate) closed_in: PlaceSet,
}

impl Mechanics {
    /// The mechanism of a part; none for parts in which nothing moves.
    pub fn of(circuit: &Circuit, part: PartId) -> Option<Self> {
        let (frame, bounce_ms) = match &circuit.parts.get(part)?.kind {
            PartKind::Relay(relay) => (relay_frame(relay), relay.bounce_ms),
            PartKind::Stepper(stepper) => (stepper_frame(stepper), stepper.bounce_ms),
            PartKind::Button(hand) | PartKind::Toggle(hand) => (hand_frame(hand), hand.bounce_ms),
            PartKind::Selector(selector) => (selector_frame(selector), selector.bounce_ms),
            PartKind::Fuse(fuse) => (fuse_frame(fuse), 0.0),
            _ => return None,
        };
        let mut sides = Vec::new();
        for &contact in circuit.contacts_of(part) {
            add_sides(circuit, contact, &mut sides);
        }
        Some(frame.build(sides, micros(bounce_ms) as Moment))
    }

    /// What a place means.
    pub fn stand(&self, place: Place) -> Stand {
        self.movement.stand(place)
    }

    /// The ways from each seat to the next ones, place by place and with both seats; in the order of the
    /// seats from which they begin.
    pub fn courses(&self) -> Vec<Vec<Place>> {
        let mut courses = Vec::new();
        for seat in (0..self.movement.seats).map(Place::seat) {
            let requests = [Request::Operate, Request::Release, Request::Reverse];
            let mut firsts: Vec<Place> = Vec::new();
            for departure in requests.into_iter().filter_map(|asks| self.movement.departure(seat, asks)) {
                if !firsts.contains(&departure.to) {
                    firsts.push(departure.to);
                }
            }
            for first in firsts {
                let mut course = vec![seat, first];
                let mut last = first;
                while let PlaceRule::Travel { next, .. } = self.movement.rule(last)
                    && course.len() <= self.movement.places.len()
                {
                    course.push(next);
                    last = next;
                }
                courses.push(course);
            }
        }
        courses
    }

    /// How a request makes it leave a seat: to which place, and how long after the request arose. None
    /// if it does not.
    pub fn departure(&self, seat: Place, request: Request) -> Option<(Place, Micros)> {
        self.movement.departure(seat, request).map(|Departure { to, after }| (to, after))
    }

    /// Where it goes from a place between seats, and after how long; none if it is no such place.
    pub fn passage(&self, place: Place) -> Option<(Place, Micros)> {
        match self.movement.rule(place) {
            PlaceRule::Travel { next, time } => Some((next, time)),
            PlaceRule::Seat { .. } => None,
        }
    }

    /// How many places there are, those between seats included.
    pub fn places(&self) -> usize {
        self.movement.places.len()
    }

    /// The place in which it stands at power-up.
    pub fn start(&self) -> Place {
        self.start
    }

    /// The sides of its contacts, and whether each is closed in a place; in the order of the circuit, of
    /// a change-over the break side first.
    pub fn closed(&self, place: Place) -> impl Iterator<Item = (ContactId, ContactSide, bool)> + '_ {
        self.sides.iter().map(move |side| (side.contact, side.side, side.closed_in.contains(place)))
    }

    /// The sides of the part's contacts and the two nets that each joins; in the order of the circuit, of
    /// a change-over the break side first and from `common`, of a wafer the places that are wired.
    pub fn sides(&self) -> impl Iterator<Item = (ContactId, ContactSide, [NetId; 2])> + '_ {
        self.sides.iter().map(|side| (side.contact, side.side, side.ends))
    }

    /// The sides of contacts that close or open from one place to another, and whether they close; in
    /// the order of the circuit, of a change-over the break side first.
    pub fn moved(&self, from: Place, to: Place) -> impl Iterator<Item = (ContactId, ContactSide, bool)> + '_ {
        self.sides.iter().filter_map(move |side| {
            let (before, after) = (side.closed_in.contains(from), side.closed_in.contains(to));
            (before != after).then_some((side.contact, side.side, after))
        })
    }
}

/// A time within a course, from the nominal beginning of the travel; early contacts come before it.
type Moment = i64;

/// Which requests set a mechanism out on a course.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    operate: bool,
    release: bool,
    reverse: bool,
}

impl Asked {
    const OPERATE: Self = Self { operate: true, release: false, reverse: false };
    const RELEASE: Self = Self { operate: false, release: true, reverse: false };
    const REVERSE: Self = Self { operate: false, release: false, reverse: true };
}

/// The way from one seat to another.
#[derive(Clone, Copy, Debug)]
struct Course {
    from: usize,
    to: usize,
    asked: Asked,
    /// From the request to the arrival.
    whole: Micros,
    /// The travel of wipers, the last part of it.
    travel: Micros,
    /// The travel of what is no wiper, the last part of that.
    transfer: Micros,
    /// Whether wipers leave all places at once, bridging or not.
    lifts: bool,
    /// How long it takes when it is asked to reverse instead, if that is longer.
    slow: Option<Micros>,
}

impl Course {
    fn new(from: usize, to: usize, asked: Asked, whole: Micros, transfer: Micros) -> Self {
        Self { from, to, asked, whole, travel: transfer, transfer, lifts: false, slow: None }
    }
}

/// Seats and courses, before contacts divide the travels into places.
struct Frame {
    seats: Vec<Stand>,
    courses: Vec<Course>,
    /// Seats from which a request to reverse sets out on the last course.
    homing: Vec<usize>,
    start: usize,
    leaps: bool,
}

impl Frame {
    fn new(seats: Vec<Stand>, courses: Vec<Course>, start: usize) -> Self {
        Self { seats, courses, homing: Vec::new(), start, leaps: false }
    }
}

/// A relay takes at least a microsecond, so that no circuit can run for ever inside one instant.
fn at_least_one(milliseconds: f64) -> Micros {
    micros(milliseconds).max(1)
}

fn relay_frame(relay: &Relay) -> Frame {
    let (operate, release) = (at_least_one(relay.operate_ms.nominal), at_least_one(relay.release_ms.nominal));
    let transfer = micros(relay.transfer_ms.nominal);
    let slow = relay.shorted_release_ms.map(|shorted| at_least_one(shorted.nominal));
    let to_and_fro = |back: Micros| {
        let back = Course { slow, ..Course::new(1, 0, Asked::RELEASE, back, transfer) };
        vec![Course::new(0, 1, Asked::OPERATE, operate, transfer), back]
    };
    let two_seats = |other: u16, start: bool, back: Micros| {
        Frame::new(vec![Stand::at(0), Stand::at(other)], to_and_fro(back), usize::from(start))
    };
    match relay.action {
        RelayAction::Neutral | RelayAction::OnDelay | RelayAction::OffDelay => two_seats(1, false, release),
        RelayAction::Bistable { operated } => two_seats(1, operated, release),
        RelayAction::Polarized { centre: false, start } => two_seats(2, start == kiber_netlist::Side::Right, operate),
        RelayAction::Polarized { centre: true, start } => {
            let (left, middle, right) = (0, 1, 2);
            let inwards = |towards: Asked| Asked { release: true, ..towards };
            Frame::new(
                [0, 1, 2].map(Stand::at).to_vec(),
                vec![
                    Course::new(middle, right, Asked::OPERATE, operate, transfer),
                    Course::new(right, middle, inwards(Asked::REVERSE), release, transfer),
                    Course::new(middle, left, Asked::REVERSE, operate, transfer),
                    Course::new(left, middle, inwards(Asked::OPERATE), release, transfer),
                ],
                start as usize,
            )
        }
        RelayAction::Impulse { operated } => {
            ratchet(2, StepsOn::Operate, usize::from(operated), [operate, release, transfer])
        }
    }
}

/// A ring of positions, each with a seat at rest and a seat with the armature pulled.
fn ratchet(positions: u32, steps_on: StepsOn, start: usize, [operate, release, transfer]: [Micros; 3]) -> Frame {
    let mut seats = Vec::new();
    let mut courses = Vec::new();
    for position in 0..positions {
        let next = (position + 1) % positions;
        let pulled_at = if steps_on == StepsOn::Operate { next } else { position };
        seats.push(Stand::at(position as u16));
        seats.push(Stand { pulled: true, ..Stand::at(pulled_at as u16) });
        let (rest, pulled, rest_of_next) = (2 * position as usize, 2 * position as usize + 1, 2 * next as usize);
        let back = Asked { reverse: true, ..Asked::RELEASE };
        courses.push(Course::new(rest, pulled, Asked::OPERATE, operate, transfer));
        courses.push(Course::new(pulled, rest_of_next, back, release, transfer));
    }
    Frame::new(seats, courses, 2 * start)
}

fn stepper_frame(stepper: &Stepper) -> Frame {
    let (operate, release) = (at_least_one(stepper.operate_ms.nominal), at_least_one(stepper.release_ms.nominal));
    let transfer = micros(stepper.transfer_ms.nominal);
    let mut frame = ratchet(stepper.places, stepper.steps_on, stepper.start as usize, [operate, release, transfer]);
    if stepper.home.is_some() {
        // The home magnet lifts the pawl as fast as the other steps; then the spring takes its time.
        let whole = at_least_one(stepper.home_ms.nominal);
        let travel = whole.saturating_sub(operate.saturating_sub(transfer));
        frame.courses.push(Course {
            travel,
            transfer: transfer.min(travel),
            lifts: true,
            ..Course::new(2, 0, Asked::default(), whole, transfer)
        });
        if stepper.steps_on == StepsOn::Release {
            // A pulled armature falls back past the lifted pawl.
            for position in 0..stepper.places as usize {
                let (rest, pulled) = (2 * position, 2 * position + 1);
                frame.courses.push(Course::new(pulled, rest, Asked::REVERSE, release, transfer));
            }
        }
        frame.homing = (1..stepper.places as usize).map(|position| 2 * position).collect();
    }
    frame
}

fn hand_frame(hand: &Hand) -> Frame {
    let transfer = micros(hand.transfer_ms);
    let courses = vec![
        Course::new(0, 1, Asked::OPERATE, transfer, transfer),
        Course::new(1, 0, Asked::RELEASE, transfer, transfer),
    ];
    Frame::new(vec![Stand::at(0), Stand::at(1)], courses, usize::from(hand.on))
}

fn selector_frame(selector: &Selector) -> Frame {
    let transfer = micros(selector.transfer_ms);
    let places = selector.places as usize;
    let courses = (1..places)
        .flat_map(|place| {
            [
                Course::new(place - 1, place, Asked::OPERATE, transfer, transfer),
                Course::new(place, place - 1, Asked::REVERSE, transfer, transfer),
            ]
        })
        .collect();
    let seats = (0..places).map(|place| Stand::at(place as u16)).collect();
    let leaps = transfer == 0 && micros(selector.bounce_ms) == 0;
    Frame { leaps, ..Frame::new(seats, courses, selector.start as usize) }
}

fn fuse_frame(fuse: &Fuse) -> Frame {
    let courses = vec![Course::new(0, 1, Asked::OPERATE, at_least_one(fuse.blow_ms), 0)];
    Frame::new(vec![Stand::at(0), Stand::at(1)], courses, 0)
}

/// When a side is closed, by the seat.
#[derive(Clone, Copy, Debug)]
enum Closed {
    At(u16),
    NotAt(u16),
    Pulled(bool),
}

impl Closed {
    fn at(self, stand: Stand) -> bool {
        match self {
            Self::At(position) => stand.at == position,
            Self::NotAt(position) => stand.at != position,
            Self::Pulled(pulled) => stand.pulled == pulled,
        }
    }
}

/// A side of a contact and how it moves.
#[derive(Clone, Copy, Debug)]
struct SideRule {
    contact: ContactId,
    side: ContactSide,
    ends: [NetId; 2],
    closed: Closed,
    bridging: bool,
    /// How much later it moves while its part operates.
    later: Moment,
}

fn add_sides(circuit: &Circuit, id: ContactId, sides: &mut Vec<SideRule>) {
    let contact = &circuit.contacts[id];
    let (operated, released) = match contact.follows {
        Follows::Main => (Closed::At(1), Closed::At(0)),
        Follows::OffNormal => (Closed::NotAt(0), Closed::At(0)),
        Follows::Interrupter => (Closed::Pulled(true), Closed::Pulled(false)),
    };
    // The reader refuses moments beyond a million seconds.
    let later = (contact.later_ms * 1e3).round() as Moment;
    let mut add = |side: ContactSide, ends: [NetId; 2], closed: Closed, bridging: bool| {
        sides.push(SideRule { contact: id, side, ends, closed, bridging, later });
    };
    match &contact.form {
        ContactForm::Make(a, b) => add(ContactSide::Make, [*a, *b], operated, false),
        ContactForm::Break(a, b) => add(ContactSide::Break, [*a, *b], released, false),
        ContactForm::Changeover { common, break_side, make_side, bridging } => {
            if let Some(net) = break_side {
                add(ContactSide::Break, [*common, *net], released, *bridging);
            }
            if let Some(net) = make_side {
                add(ContactSide::Make, [*common, *net], operated, *bridging);
            }
        }
        ContactForm::Left(a, b) => add(ContactSide::Make, [*a, *b], Closed::At(0), false),
        ContactForm::Right(a, b) => add(ContactSide::Make, [*a, *b], Closed::At(2), false),
        ContactForm::Wafer { common, places, bridging } => {
            for (place, net) in places.iter().enumerate() {
                if let Some(net) = net {
                    add(ContactSide::Place(place as u16), [*common, *net], Closed::At(place as u16), *bridging);
                }
            }
        }
    }
}

impl SideRule {
    /// When it opens or closes on a course, and at which moments; nothing if it stays as it is.
    fn moves(&self, course: &Course, from: Stand, to: Stand, bounce: Moment) -> Vec<(Moment, bool)> {
        let closes = match (self.closed.at(from), self.closed.at(to)) {
            (false, true) => true,
            (true, false) => false,
            _ => return Vec::new(),
        };
        let is_wafer = matches!(self.side, ContactSide::Place(_));
        let end = course.travel as Moment;
        let begin = if is_wafer { 0 } else { end - course.transfer as Moment };
        let bridges = self.bridging && !course.lifts;
        let nominal = if closes == bridges { begin } else { end };
        // A make operates by closing, a break by opening; on the way back it is the other way round.
        let forwards = closes == (self.side != ContactSide::Break);
        let moment = if forwards { nominal + self.later } else { nominal - self.later };
        if closes && bounce > 0 {
            vec![(moment, true), (moment + bounce / 2, false), (moment + bounce, true)]
        } else {
            vec![(moment, closes)]
        }
    }
}

impl Frame {
    fn build(self, rules: Vec<SideRule>, bounce: Moment) -> Mechanics {
        let Self { seats, courses, homing, start, leaps } = self;
        let mut table = Table::new(seats.len(), courses.len(), rules.len());
        for (number, &stand) in seats.iter().enumerate() {
            let place = Place::seat(number);
            table.set_stand(place, stand);
            for (closed_in, rule) in table.closed_in.iter_mut().zip(&rules) {
                if rule.closed.at(stand) {
                    closed_in.push(place);
                }
            }
        }
        for (number, course) in courses.iter().enumerate() {
            let (Some(&from), Some(&to)) = (seats.get(course.from), seats.get(course.to)) else { continue };
            let departure = table.lay(number, course, [from, to], &rules, bounce);
            let set = |table: &mut Table, seat: usize, asked: Asked, departure: Departure| {
                if let Some(PlaceRule::Seat { on_operate, on_release, on_reverse }) =
                    table.places.get_mut(Place::seat(seat).0 as usize)
                {
                    for (slot, asked) in
                        [(on_operate, asked.operate), (on_release, asked.release), (on_reverse, asked.reverse)]
                    {
                        if asked {
                            *slot = Some(departure);
                        }
                    }
                }
            };
            set(&mut table, course.from, course.asked, departure);
            if let Some(slow) = course.slow {
                let later = slow.saturating_sub(course.whole);
                let departure = Departure { after: departure.after.saturating_add(later), ..departure };
                set(&mut table, course.from, Asked::REVERSE, departure);
            }
            if course.lifts {
                for &seat in &homing {
                    set(&mut table, seat, Asked::REVERSE, departure);
                }
            }
        }
        let sides = rules
            .iter()
            .zip(table.closed_in)
            .map(|(rule, closed_in)| Side {
                contact: rule.contact,
                side: rule.side,
                ends: rule.ends,
                closed_in: PlaceSet::of(closed_in),
            })
            .collect();
        let movement = Movement::new(table.places, table.stands, seats.len(), leaps);
        Mechanics { movement, start: Place::seat(start), sides }
    }
}

/// So many places between seats may be numbered: a place has 15 bits, since a state keeps one more beside it.
const MOST_BETWEEN_SEATS: usize = 16_000;

/// A table while it is laid out.
struct Table {
    places: Vec<PlaceRule>,
    stands: Vec<Stand>,
    /// By side.
    closed_in: Vec<Vec<Place>>,
    /// How many places between seats there are.
    travels: usize,
}

impl Table {
    /// The first place of each course has the course's number, so that a relay leaves through 1 and
    /// returns through 3 whatever its contacts do.
    fn new(seats: usize, courses: usize, sides: usize) -> Self {
        Self { places: Vec::new(), stands: Vec::new(), closed_in: vec![Vec::new(); sides], travels: courses }
            .with_seats(seats)
    }

    fn with_seats(mut self, seats: usize) -> Self {
        for seat in 0..seats {
            self.set_stand(Place::seat(seat), Stand::default());
        }
        self
    }

    fn make_room(&mut self, place: Place) {
        let length = place.0 as usize + 1;
        if self.places.len() < length {
            self.places.resize(length, PlaceRule::Seat { on_operate: None, on_release: None, on_reverse: None });
            self.stands.resize(length, Stand::default());
        }
    }

    fn set_stand(&mut self, place: Place, stand: Stand) {
        self.make_room(place);
        self.stands[place.0 as usize] = stand;
    }

    /// Lays out the places of a course, and says how it begins.
    fn lay(
        &mut self,
        number: usize,
        course: &Course,
        [from, to]: [Stand; 2],
        rules: &[SideRule],
        bounce: Moment,
    ) -> Departure {
        let moves: Vec<Vec<(Moment, bool)>> = rules.iter().map(|rule| rule.moves(course, from, to, bounce)).collect();
        let travel = course.travel as Moment;
        let mut moments: Vec<Moment> = moves.iter().flatten().map(|&(moment, _)| moment).chain([0, travel]).collect();
        moments.sort_unstable();
        moments.dedup();
        let stand = Stand {
            at: if course.lifts { to.at } else { from.at },
            towards: (from.at != to.at || course.lifts).then_some(to.at),
            pulled: from.pulled || to.pulled,
        };
        // Places have numbers of 15 bits. A switch with so many places and so many contacts that move at
        // moments of their own travels without stops from there on.
        if self.travels + moments.len() > MOST_BETWEEN_SEATS {
            let last = moments.len() - 1;
            moments.swap(1.min(last), last);
            moments.truncate(2);
        }
        let begin = moments[0];
        let mut place = Place::between(number);
        let first = place;
        if moments.len() == 1 {
            moments.push(begin);
        }
        for (stop, pair) in moments.windows(2).enumerate() {
            let is_last = stop + 2 == moments.len();
            let next = if is_last {
                Place::seat(course.to)
            } else {
                self.travels += 1;
                Place::between(self.travels - 1)
            };
            self.set_stand(place, stand);
            self.places[place.0 as usize] = PlaceRule::Travel { next, time: (pair[1] - pair[0]) as Micros };
            for ((rule, moves), closed_in) in rules.iter().zip(&moves).zip(&mut self.closed_in) {
                let was = rule.closed.at(from);
                let closed = if pair[0] == pair[1] {
                    // Between its sides, however short that is.
                    was && rule.closed.at(to) || rule.bridging && (was || rule.closed.at(to))
                } else {
                    moves.iter().rev().find(|(moment, _)| *moment <= pair[0]).map_or(was, |&(_, closed)| closed)
                };
                if closed {
                    closed_in.push(place);
                }
            }
            place = next;
        }
        let travel_begins = course.whole as Moment - travel;
        // A hand begins with the earliest contact; a coil has the time for it, as the reader sees to.
        Departure { to: first, after: (travel_begins + begin).max(0) as Micros }
    }
}
