//! A situation: where everybody stands, which clocks that sets running, and what may happen next.

use kiber_engine::{Place, Request, Stroke, Untimed};

use super::bounds::Bounds;
use super::places::{Marks, Packing};
use super::web::Move;
use super::zone::FOREVER;

/// What a clock counts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Since {
    /// Since the coil asked for the move that it waits for or makes.
    Asked,
    /// Since it left its seat, or came to this place of its travel.
    Left,
    /// While it is under way: since the coil asked for what it asks for now, if that leads on from where
    /// it is bound.
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
    /// What is known of the member afterwards.
    pub(super) marks: Marks,
    pub(super) guards: Vec<Guard>,
    /// The clock by which it is due, and what that shows at the nominal time.
    pub(super) nominal: (usize, i64),
}

/// Where everybody stands and what that means.
#[derive(Clone, Debug)]
pub(super) struct Situation {
    pub(super) key: Box<[u64]>,
    packing: Packing,
    /// What each member asks for.
    asks: Box<[Request]>,
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

/// It left slowly, held by a short-circuited winding.
pub(super) const SLOW: Marks = Marks(4);

impl Situation {
    /// What it means that the members stand as the key says; `untimed` stands so.
    pub(super) fn new(key: &[u64], packing: Packing, members: &[usize], bounds: &[Bounds], untimed: &Untimed) -> Self {
        let asks = |&mechanism: &usize| untimed.asks().get(mechanism).copied().unwrap_or_default();
        let mut situation = Self {
            key: key.into(),
            packing,
            asks: members.iter().map(asks).collect(),
            clocks: Vec::new(),
            moves: Vec::new(),
            urgent: false,
        };
        for (member, &mechanism) in members.iter().enumerate() {
            let Some(bounds) = bounds.get(mechanism) else { continue };
            if untimed.is_restless(mechanism) {
                situation.member(member, bounds);
            }
        }
        situation
    }

    fn member(&mut self, member: usize, bounds: &Bounds) {
        let place = self.packing.place_in(&self.key, member);
        let marks = self.packing.marks_in(&self.key, member);
        let asks = self.asks(member);
        if let Some(leaves) = bounds.leaves(place, asks) {
            let (stroke, to) = if leaves.stops { (Stroke::Leaves, leaves.to) } else { (Stroke::Whole, leaves.end) };
            let overdue = marks.has(Marks::OVERDUE);
            self.urgent |= overdue;
            let (least, most) = leaves.after;
            let most = if overdue { FOREVER } else { most };
            let clock = self.clock(member, Since::Asked, most);
            let marks = match (to.is_seat(), overdue) {
                (true, _) => Marks::default(),
                (false, true) => leaves.marks.and(Marks::LATE),
                (false, false) => leaves.marks,
            };
            let nominal = (clock, leaves.nominal);
            let made = TimedMove { to, marks, guards: vec![Guard { clock, least, most }], nominal };
            self.moves.push(((member, stroke), made));
            return;
        }
        let Some(passes) = bounds.passes(place, marks) else { return };
        let mut guards = Vec::with_capacity(2);
        if !bounds.by_hand {
            let (least, most) = passes.asked.unwrap_or((0, FOREVER));
            let most = if marks.has(Marks::LATE) { FOREVER } else { most };
            let clock = self.clock(member, Since::Asked, most);
            guards.push(Guard { clock, least, most });
        }
        let (least, most) = passes.lasts;
        let clock = self.clock(member, Since::Left, most);
        guards.push(Guard { clock, least, most });
        if !bounds.by_hand && bounds.leads_on(place, asks) {
            self.clock(member, Since::Changed, FOREVER);
        }
        let to = passes.to;
        let (stroke, marks) = if to.is_seat() { (Stroke::Arrives, Marks::default()) } else { (Stroke::GoesOn, marks) };
        let nominal = (clock, passes.nominal);
        self.moves.push(((member, stroke), TimedMove { to, marks, guards, nominal }));
    }

    /// What a member asks for.
    pub(super) fn asks(&self, member: usize) -> Request {
        self.asks.get(member).copied().unwrap_or_default()
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
        self.packing.marks_in(&self.key, member).has(Marks::OVERDUE)
    }

    /// For each clock of this situation, the one of the situation before whose time it goes on with,
    /// when these moves led here.
    pub(super) fn origins(&self, before: &Self, moves: &[Move]) -> Vec<Option<usize>> {
        let origin = |clock: &Clock| {
            let member = clock.member;
            let moved = moves.iter().any(|&(mover, _)| mover == member);
            let was_seated = before.find(member, Since::Left).is_none();
            let under_way = self.find(member, Since::Left).is_some();
            // A request counts from when it arose, whatever place the member has come to since.
            let request = before.asks(member) == self.asks(member);
            let asked_before = if was_seated { Since::Asked } else { Since::Changed };
            match clock.since {
                Since::Left if moved => None,
                Since::Left => before.find(member, Since::Left),
                // The move that it makes is the one that it was asked for when it left.
                Since::Asked if under_way => before.find(member, Since::Asked),
                Since::Asked | Since::Changed if request => before.find(member, asked_before),
                Since::Asked | Since::Changed => None,
            }
        };
        self.clocks.iter().map(origin).collect()
    }
}
