//! A situation: where everybody stands, which clocks that sets running, and what may happen next.

use kiber_engine::{Place, Stroke, Untimed};

use super::bounds::Bounds;
use super::places::{Marks, marks_in, place_in};
use super::web::Move;
use super::zone::FOREVER;

/// What a clock counts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Since {
    /// Since the coil asked for the move that it waits for or makes.
    Asked,
    /// Since it left its seat.
    Left,
    /// While it is under way: since the coil asked for the opposite.
    Changed,
}

/// A clock of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) member: usize,
    pub(super) since: Since,
    /// The most it may show here.
    pub(super) most: i64,
}

/// A clock, by place, and what it must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guard {
    pub(super) clock: usize,
    pub(super) least: i64,
    pub(super) most: i64,
}

/// A move that may happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TimedMove {
    pub(super) to: Place,
    pub(super) guards: Vec<Guard>,
    /// The clock by which it is due, and what that shows at the nominal time.
    pub(super) nominal: (usize, i64),
}

/// Where everybody stands and what that means.
#[derive(Clone, Debug)]
pub(super) struct Situation {
    pub(super) key: Box<[u64]>,
    pub(super) clocks: Vec<Clock>,
    pub(super) moves: Vec<(Move, TimedMove)>,
    /// Somebody leaves before any time passes.
    pub(super) urgent: bool,
}

impl Marks {
    /// It was asked to go back for as long as it takes before it had arrived, and leaves at once.
    pub(super) const OVERDUE: Self = Self(1);
    /// It left like that, so it arrives later than its time says.
    pub(super) const LATE: Self = Self(2);
}

impl Situation {
    /// What it means that the members stand as the key says; `untimed` stands so.
    pub(super) fn new(key: &[u64], members: &[usize], bounds: &[Bounds], untimed: &Untimed) -> Self {
        let mut situation = Self { key: key.into(), clocks: Vec::new(), moves: Vec::new(), urgent: false };
        for (member, &mechanism) in members.iter().enumerate() {
            let Some(bounds) = bounds.get(mechanism) else { continue };
            if untimed.is_restless(mechanism) {
                situation.member(member, mechanism, bounds, untimed);
            }
        }
        situation
    }

    fn member(&mut self, member: usize, mechanism: usize, bounds: &Bounds, untimed: &Untimed) {
        let place = place_in(&self.key, member);
        let marks = marks_in(&self.key, member);
        let stroke = if bounds.has_travel() { Stroke::Leaves } else { Stroke::Whole };
        if let Some(to) = untimed.destination(mechanism, Stroke::Leaves) {
            let to = if bounds.has_travel() { to } else { untimed.destination(mechanism, Stroke::Whole).unwrap_or(to) };
            let operates = place == Place::RELEASED;
            let (least, most) = bounds.departure(operates);
            let overdue = marks == Marks::OVERDUE;
            self.urgent |= overdue;
            let most = if overdue { FOREVER } else { most };
            let clock = self.clock(member, Since::Asked, most);
            let nominal = if operates { bounds.nominal.operate } else { bounds.nominal.release };
            let nominal = (clock, nominal - bounds.nominal.transfer);
            self.moves.push(((member, stroke), TimedMove { to, guards: vec![Guard { clock, least, most }], nominal }));
            return;
        }
        let Some(to) = untimed.destination(mechanism, Stroke::Arrives) else { return };
        let mut guards = Vec::with_capacity(2);
        if !bounds.by_hand {
            let (least, most) = bounds.whole(to == Place::OPERATED);
            let most = if marks == Marks::LATE { FOREVER } else { most };
            let clock = self.clock(member, Since::Asked, most);
            guards.push(Guard { clock, least, most });
        }
        let (least, most) = bounds.transfer;
        let clock = self.clock(member, Since::Left, most);
        guards.push(Guard { clock, least, most });
        if untimed.destination(mechanism, Stroke::FallsBack).is_some() {
            self.clock(member, Since::Changed, FOREVER);
        }
        let nominal = (clock, bounds.nominal.transfer);
        self.moves.push(((member, Stroke::Arrives), TimedMove { to, guards, nominal }));
    }

    /// Adds a clock; its place, counted from 1.
    fn clock(&mut self, member: usize, since: Since, most: i64) -> usize {
        self.clocks.push(Clock { member, since, most });
        self.clocks.len()
    }

    /// The place of a clock, counted from 1.
    pub(super) fn find(&self, member: usize, since: Since) -> Option<usize> {
        let is = |clock: &Clock| clock.member == member && clock.since == since;
        self.clocks.iter().position(is).map(|at| at + 1)
    }

    /// Whether a member leaves before any time passes.
    pub(super) fn is_overdue(&self, member: usize) -> bool {
        marks_in(&self.key, member) == Marks::OVERDUE
    }

    /// For each clock of this situation, the one of the situation before whose time it goes on with,
    /// when these moves led here.
    pub(super) fn origins(&self, before: &Self, moves: &[Move]) -> Vec<Option<usize>> {
        let origin = |clock: &Clock| {
            let member = clock.member;
            let moved = moves.iter().any(|&(mover, _)| mover == member);
            let was_seated = before.find(member, Since::Left).is_none();
            match (clock.since, moved) {
                // Having left, it makes the move it was asked for; having arrived, it goes on with what was
                // asked of it on the way.
                (Since::Asked, true) if was_seated && self.find(member, Since::Left).is_some() => {
                    before.find(member, Since::Asked)
                }
                (Since::Asked, true) => before.find(member, Since::Changed),
                (Since::Left, true) => None,
                (Since::Changed, true) => None,
                (since, false) => before.find(member, since),
            }
        };
        self.clocks.iter().map(origin).collect()
    }
}
