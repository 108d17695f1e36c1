//! A clock for which every operation of every mechanism takes a time of its own, drawn by lot; and a
//! check whether given times may be.

use std::sync::Arc;

use kiber_engine::{Action, Mechanics, Place, Request, Simulator, Stroke, Untimed};
use kiber_netlist::{Circuit, PartKind, Quantity, RelayAction};
use kiber_script::Turn;

use crate::dice::Dice;

/// The least and the most of a time, in microseconds.
type Span = [i64; 2];

/// A way from seat to seat.
#[derive(Clone, Debug)]
struct Course {
    /// The places on the way and how long it stays there.
    places: Vec<(Place, Span)>,
    end: Place,
    /// The time as a whole, if that is told, and how many of the places it takes.
    whole: Option<(Span, usize)>,
    /// How long after the request it leaves, if the time as a whole is not told.
    leaves: Span,
}

impl Course {
    /// How long it takes from a place of it on to the end of its time as a whole.
    fn rest(&self, from: usize) -> Span {
        let until = self.whole.map_or(0, |(_, until)| until);
        let own = self.places.get(from..until).unwrap_or_default();
        own.iter().fold([0, 0], |sum, (_, span)| [sum[0] + span[0], sum[1] + span[1]])
    }

    /// The first and the last moment after the request at which it leaves.
    fn departure(&self) -> Span {
        let Some((whole, _)) = self.whole else { return self.leaves };
        let rest = self.rest(0);
        [(whole[0] - rest[1]).max(0), (whole[1] - rest[0]).max(0)]
    }
}

/// A mechanism and how far its times may vary.
struct Timed {
    mechanics: Mechanics,
    kind: PartKind,
    tolerance: f64,
}

impl Timed {
    fn all(circuit: &Circuit, untimed: &Untimed, tolerance: f64) -> Vec<Self> {
        let of = |mechanism: usize| {
            let part = untimed.part(mechanism).unwrap();
            let kind = circuit.parts[part].kind.clone();
            Self { mechanics: Mechanics::of(circuit, part).unwrap(), kind, tolerance }
        };
        (0..untimed.count()).map(of).collect()
    }

    fn by_hand(&self) -> bool {
        !matches!(self.kind, PartKind::Relay(_) | PartKind::Stepper(_))
    }

    fn span(&self, time: Quantity) -> Span {
        let (least, most) = match time.stated_range {
            true => (time.min, time.max),
            false => (time.nominal * (1.0 - self.tolerance), time.nominal * (1.0 + self.tolerance)),
        };
        [least, most].map(|milliseconds| (milliseconds * 1e3).round() as i64)
    }

    fn transfer(&self) -> Quantity {
        match &self.kind {
            PartKind::Relay(relay) => relay.transfer_ms,
            PartKind::Stepper(stepper) => stepper.transfer_ms,
            PartKind::Button(hand) | PartKind::Toggle(hand) => Quantity::exactly(hand.transfer_ms),
            PartKind::Selector(selector) => Quantity::exactly(selector.transfer_ms),
            _ => panic!("it does not move"),
        }
    }

    /// The time of a way as a whole, and whether it is a stepper's way home.
    fn whole(&self, seat: Place, asks: Request) -> (Option<Quantity>, bool) {
        let number = seat.0 / 2;
        match &self.kind {
            PartKind::Relay(relay) => {
                let outwards = match relay.action {
                    RelayAction::Polarized { centre: true, .. } => number == 1,
                    RelayAction::Polarized { .. } => true,
                    _ => number.is_multiple_of(2),
                };
                let slow = relay.shorted_release_ms.filter(|_| asks == Request::Reverse);
                let back = slow.filter(|slow| slow.nominal > relay.release_ms.nominal).unwrap_or(relay.release_ms);
                (Some(if outwards { relay.operate_ms } else { back }), false)
            }
            PartKind::Stepper(stepper) => match (number % 2, asks) {
                (0, Request::Reverse) => (None, true),
                (0, _) => (Some(stepper.operate_ms), false),
                _ => (Some(stepper.release_ms), false),
            },
            _ => (None, false),
        }
    }

    fn course(&self, seat: Place, asks: Request) -> Option<Course> {
        let (first, after) = self.mechanics.departure(seat, asks)?;
        let after = after as i64;
        let mut nominal = Vec::new();
        let mut end = first;
        while let Some((next, time)) = self.mechanics.passage(end) {
            nominal.push((end, time as i64));
            end = next;
        }
        let (whole, homing) = self.whole(seat, asks);
        let share = |time: i64, factors: [f64; 2]| factors.map(|factor| (time as f64 * factor).round() as i64);
        let by = |time: i64| share(time, [1.0 - self.tolerance, 1.0 + self.tolerance]);
        let transfer = (self.transfer().nominal * 1e3).round() as i64;
        let plain = matches!(nominal[..], [(_, time)] if time == transfer);
        let mut leaves = [0, 0];
        let lasts = |time: i64| match &self.kind {
            PartKind::Stepper(stepper) if homing => {
                let home = stepper.home_ms.nominal * 1e3;
                let left = home - after as f64;
                share(
                    time,
                    [1.0 - self.tolerance, 1.0 + self.tolerance]
                        .map(|factor| (home * factor - after as f64).max(0.0) / left),
                )
            }
            _ if plain => self.span(self.transfer()),
            _ => by(time),
        };
        let places: Vec<(Place, Span)> = nominal.iter().map(|&(place, time)| (place, lasts(time))).collect();
        if let (PartKind::Stepper(stepper), true) = (&self.kind, homing) {
            let (operate, transfer) = (self.span(stepper.operate_ms), self.span(stepper.transfer_ms));
            let earlier = after - ((stepper.operate_ms.nominal - stepper.transfer_ms.nominal) * 1e3).round() as i64;
            leaves = [operate[0] - transfer[1], operate[1] - transfer[0]].map(|time| (time.max(0) + earlier).max(0));
        }
        let whole = whole.map(|whole| {
            let nominally = (whole.nominal * 1e3).round() as i64;
            let passed = |count: usize| after + nominal[..count].iter().map(|&(_, time)| time).sum::<i64>();
            let until = (0..nominal.len()).find(|&count| !plain && passed(count) >= nominally);
            (self.span(whole), until.unwrap_or(nominal.len()))
        });
        Some(Course { places, end, whole, leaves })
    }

    /// The way on which a place lies, and the how manieth it is there.
    fn course_through(&self, place: Place) -> Option<(Course, usize)> {
        let seats = (0..self.mechanics.places() as u16).map(Place).filter(|place| place.is_seat());
        let asked = [Request::Operate, Request::Release, Request::Reverse];
        let mut courses = seats.flat_map(|seat| asked.map(|asks| self.course(seat, asks))).flatten();
        courses.find_map(|course| {
            let at = course.places.iter().position(|&(other, _)| other == place)?;
            Some((course, at))
        })
    }
}

fn draw(dice: &mut Dice, [least, most]: Span) -> i64 {
    match dice.below(4) {
        0 => least,
        1 => most,
        _ => least + dice.below((most - least + 1).max(1) as usize) as i64,
    }
}

/// What is drawn for one operation: when it moves next, and how long it stays in the places after that.
#[derive(Clone, Debug)]
struct Drawn {
    due: i64,
    stays: Vec<i64>,
    end: Place,
}

/// Draws the times of a way that is asked for since a moment.
fn drawn(dice: &mut Dice, course: &Course, asked: i64, reached: i64) -> Drawn {
    let mut tries = 0;
    loop {
        tries += 1;
        let mut stays: Vec<i64> = course.places.iter().map(|&(_, span)| draw(dice, span)).collect();
        let after = match course.whole {
            None => draw(dice, course.leaves),
            Some((span, until)) => {
                let whole = draw(dice, span);
                let travel: i64 = stays[..until].iter().sum();
                if whole < travel && tries < 20 {
                    continue;
                }
                if whole < travel {
                    stays = course.places.iter().map(|&(_, span)| span[0]).collect();
                }
                (whole - stays[..until].iter().sum::<i64>()).max(0)
            }
        };
        return Drawn { due: (asked + after).max(reached), stays, end: course.end };
    }
}

/// Lets things take their course after an action, by lot. Where it rests; none if it does not within
/// so many moves.
pub(crate) fn by_lot(
    untimed: &mut Untimed,
    from: &Simulator,
    actions: &[Action],
    tolerance: f64,
    dice: &mut Dice,
    most: usize,
) -> Option<Vec<Place>> {
    let circuit = Arc::clone(from.circuit());
    untimed.stand_as(from);
    untimed.act(actions).unwrap();
    let all = Timed::all(&circuit, untimed, tolerance);
    let count = untimed.count();
    let mut now = 0;
    let mut asks: Vec<Request> = untimed.asks().to_vec();
    let mut asked = vec![0; count];
    let mut reached = vec![0; count];
    let mut due: Vec<Option<Drawn>> = vec![None; count];
    for _ in 0..most {
        for mechanism in 0..count {
            let (own, place, request) = (&all[mechanism], untimed.places()[mechanism], untimed.asks()[mechanism]);
            let anew = request != asks[mechanism];
            if anew {
                (asks[mechanism], asked[mechanism]) = (request, now);
            }
            if place.is_seat() && (anew || !untimed.is_restless(mechanism)) {
                due[mechanism] = None;
            }
            if due[mechanism].is_some() || !untimed.is_restless(mechanism) {
                continue;
            }
            due[mechanism] = if place.is_seat() {
                let since = if own.by_hand() { reached[mechanism] } else { asked[mechanism] };
                own.course(place, request).map(|course| drawn(dice, &course, since, reached[mechanism]))
            } else {
                // A hand that has left already.
                own.course_through(place).map(|(course, at)| {
                    let mut stays: Vec<i64> = course.places[at..].iter().map(|&(_, span)| draw(dice, span)).collect();
                    Drawn { due: now + stays.remove(0), stays, end: course.end }
                })
            };
        }
        let Some(next) = due.iter().flatten().map(|drawn| drawn.due).min() else {
            return Some(untimed.places().to_vec());
        };
        now = next;
        let mut moves = Vec::new();
        for mechanism in 0..count {
            let Some(drawn) = due[mechanism].take_if(|drawn| drawn.due == now) else { continue };
            let mut stays = drawn.stays.as_slice();
            let mut place = match untimed.places()[mechanism].is_seat() {
                true => untimed.destination(mechanism, Stroke::Leaves).unwrap(),
                false => all[mechanism].mechanics.passage(untimed.places()[mechanism]).unwrap().0,
            };
            // A place where it stays for no time is passed.
            while let ([0, rest @ ..], false) = (stays, place.is_seat()) {
                (stays, place) = (rest, all[mechanism].mechanics.passage(place).unwrap().0);
            }
            if let ([stays_for, rest @ ..], false) = (stays, place.is_seat()) {
                due[mechanism] = Some(Drawn { due: now + stays_for, stays: rest.to_vec(), end: drawn.end });
            } else {
                assert_eq!(place, drawn.end);
            }
            reached[mechanism] = now;
            moves.push((mechanism, place));
        }
        untimed.put(moves);
    }
    None
}

/// A way that is being made.
#[derive(Clone, Debug)]
struct Made {
    course: Course,
    /// Which of its places it is in, and since when.
    at: usize,
    entered: i64,
    asked: i64,
    /// It was held up, so it may arrive later.
    late: bool,
}

/// Whether moves at these times may be: what is wrong with them, if not.
pub(crate) fn refused(from: &Simulator, actions: &[Action], tolerance: f64, turns: &[Turn]) -> Option<String> {
    let circuit = Arc::clone(from.circuit());
    let mut untimed = Untimed::new(Arc::clone(&circuit));
    untimed.stand_as(from);
    untimed.act(actions).unwrap();
    let all = Timed::all(&circuit, &untimed, tolerance);
    let count = untimed.count();
    let mut asks: Vec<Request> = untimed.asks().to_vec();
    let (mut asked, mut reached) = (vec![0i64; count], vec![0i64; count]);
    let under_way = |mechanism: usize| {
        let (course, at) = all[mechanism].course_through(untimed.places()[mechanism])?;
        Some(Made { course, at, entered: 0, asked: 0, late: true })
    };
    let mut made: Vec<Option<Made>> = (0..count).map(under_way).collect();
    let mut now = 0;
    let mut at = 0;
    while at < turns.len() {
        let together = 1 + turns[at + 1..].iter().take_while(|turn| turn.together).count();
        let then = i64::try_from(turns[at].at?).unwrap();
        if then < now {
            return Some(format!("turn {at} goes back in time"));
        }
        now = then;
        // Nobody has missed the last moment.
        for mechanism in 0..count {
            let place = untimed.places()[mechanism];
            let last = match (&made[mechanism], untimed.is_restless(mechanism)) {
                (_, false) => continue,
                (Some(made), true) => made.entered + made.course.places[made.at].1[1],
                (None, true) => {
                    let since = if all[mechanism].by_hand() { reached[mechanism] } else { asked[mechanism] };
                    let course = all[mechanism].course(place, asks[mechanism]).unwrap();
                    (since + course.departure()[1]).max(reached[mechanism])
                }
            };
            if now > last {
                return Some(format!("turn {at} at {now}: {mechanism} was to move at {last}"));
            }
        }
        let mut moves = Vec::new();
        for turn in &turns[at..at + together] {
            let mechanism = untimed.number(turn.part)?;
            let place = untimed.places()[mechanism];
            let Some(to) = untimed.destination(mechanism, turn.stroke) else {
                return Some(format!("turn {at}: {mechanism} cannot move"));
            };
            match (turn.stroke, made[mechanism].take()) {
                (Stroke::Leaves | Stroke::Whole, None) => {
                    let since = if all[mechanism].by_hand() { reached[mechanism] } else { asked[mechanism] };
                    let course = all[mechanism].course(place, asks[mechanism]).unwrap();
                    if turn.stroke == Stroke::Whole && course.places.iter().any(|(_, span)| span[1] > 0) {
                        return Some(format!("turn {at}: {mechanism} takes its time"));
                    }
                    let least = (since + course.departure()[0]).max(reached[mechanism]);
                    if now < least {
                        return Some(format!("turn {at} at {now}: {mechanism} leaves no sooner than {least}"));
                    }
                    let late = now == reached[mechanism];
                    made[mechanism] = (turn.stroke == Stroke::Leaves).then_some(Made {
                        course,
                        at: 0,
                        entered: now,
                        asked: since,
                        late,
                    });
                }
                (Stroke::GoesOn | Stroke::Arrives, Some(way)) => {
                    let (stays, all) = (now - way.entered, now - way.asked);
                    let span = way.course.places[way.at].1;
                    let kept = way.course.whole.is_none_or(|(whole, until)| {
                        let rest = way.course.rest(way.at + 1);
                        let early = all >= whole[0] - rest[1];
                        way.at >= until || early && (all <= whole[1] - rest[0] || way.late)
                    });
                    if stays < span[0] || stays > span[1] || !(kept || way.late) {
                        return Some(format!("turn {at} at {now}: {mechanism} goes on after {stays}, {all} in all"));
                    }
                    if turn.stroke == Stroke::GoesOn {
                        made[mechanism] = Some(Made { at: way.at + 1, entered: now, ..way });
                    }
                }
                _ => return Some(format!("turn {at}: {:?} with times", turn.stroke)),
            }
            reached[mechanism] = now;
            moves.push((mechanism, to));
        }
        untimed.put(moves);
        for mechanism in 0..count {
            let request = untimed.asks()[mechanism];
            if request != asks[mechanism] {
                (asks[mechanism], asked[mechanism]) = (request, now);
            }
        }
        at += together;
    }
    None
}
