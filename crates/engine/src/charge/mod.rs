//! What capacitors hold, and how that goes on.
//!
//! A capacitor rests at a whole number of microvolts, or it moves from such a number on since a
//! moment; that a diode changes over on the way changes nothing in that. The capacitors of an island
//! move and rest together. While they rest they let no current
//! through; what rounding leaves of a voltage drives nothing.

mod alarm;
mod island;
mod limits;
mod solving;
mod stored;
mod watched;

use std::sync::Arc;

use kiber_netlist::Id;

use crate::event::Micros;
use crate::plan::{CapacitorId, Plan};

use self::island::Island;
pub(crate) use self::stored::StoredZone;
pub(crate) use self::watched::{Watched, all_watched};

/// What a capacitor holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Held {
    /// The voltage of its first pin against its second: while it rests, or when it began to move.
    pub(crate) microvolts: i64,
    /// Since when it moves; none while it rests.
    pub(crate) since: Option<Micros>,
    /// Its island, and its number there. None before it is first solved, and where it hangs on
    /// nothing that could carry a current.
    pub(crate) island: Option<(Arc<Island>, u32)>,
}

impl Held {
    /// The voltage at an instant.
    pub(crate) fn volts(&self, now: Micros) -> f64 {
        match (self.since, &self.island) {
            (Some(since), Some((island, store))) => match &island.course {
                Some(course) => {
                    course.voltage(*store as usize, now.wrapping_sub(since).saturating_sub(island.begins_after))
                }
                None => self.resting(),
            },
            _ => self.resting(),
        }
    }

    fn resting(&self) -> f64 {
        self.microvolts as f64 / 1e6
    }

    /// How long until its island stops going on as it does.
    fn lasts(&self, now: Micros) -> Option<Micros> {
        let island = &self.island.as_ref()?.0;
        let ends_after = island.begins_after.saturating_add(island.course.as_ref()?.lasts);
        Some(ends_after.saturating_sub(now.wrapping_sub(self.since?)))
    }

    /// Whether it goes on as another does: in the same island, and since the same moment.
    fn goes_as(&self, other: &Self) -> bool {
        let same = match (&self.island, &other.island) {
            (Some((one, _)), Some((other, _))) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        same && self.since == other.since
    }
}

/// Volts as whole microvolts, the nearest.
pub(crate) fn microvolts(volts: f64) -> i64 {
    (volts * 1e6).round() as i64
}

/// What all capacitors of a circuit hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Charges {
    pub(crate) now: Micros,
    /// By capacitor, as the solving that goes on has it.
    held: Vec<Held>,
    /// By capacitor, as the last solving left it: what every attempt to solve an instant begins with.
    before: Vec<Held>,
    /// What is held was put in place from a state: it goes on as it did.
    adopt: bool,
}

impl Charges {
    pub(crate) fn new(plan: &Plan) -> Self {
        let held: Vec<Held> = plan
            .capacitors
            .iter()
            .map(|(_, capacitor)| Held { microvolts: microvolts(capacitor.volts_at_start), ..Held::default() })
            .collect();
        Self { now: 0, before: held.clone(), held, adopt: false }
    }

    /// Whether there are no capacitors.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// By capacitor.
    pub(crate) fn all(&self) -> &[Held] {
        &self.held
    }

    pub(crate) fn of(&self, capacitor: CapacitorId) -> &Held {
        &self.held[capacitor.index()]
    }

    /// How long an island has moved.
    fn elapsed(&self, island: &Island) -> Micros {
        let first = island.first();
        let since = self.held[first.index()].since;
        since.map_or(0, |since| self.now.wrapping_sub(since).saturating_sub(island.begins_after))
    }

    /// Whether some capacitor is on its way to another voltage.
    #[inline]
    pub(crate) fn move_on(&self) -> bool {
        self.held.iter().any(|held| held.since.is_some())
    }

    /// Begins to solve an instant; `adopt` goes on with what was put in place.
    pub(crate) fn begin(&mut self, adopt: bool) {
        self.adopt |= adopt;
    }

    /// The instant is solved. Lists the capacitors that go otherwise than before.
    pub(crate) fn end(&mut self, changed: &mut Vec<CapacitorId>) {
        for (index, (held, before)) in self.held.iter().zip(&mut self.before).enumerate() {
            if !held.goes_as(before) || held.microvolts != before.microvolts {
                changed.push(CapacitorId::from_index(index));
                before.clone_from(held);
            }
        }
        self.adopt = false;
    }

    /// Puts a voltage in place: one it rests at, or has moved from for so long.
    fn put(&mut self, capacitor: usize, microvolts: i64, since: Option<Micros>) {
        let held = Held { microvolts, since, island: None };
        self.before[capacitor] = held.clone();
        self.held[capacitor] = held;
    }

    /// The clock shows another time; everything stands to it as before.
    pub(crate) fn set_clock(&mut self, now: Micros) {
        self.pass_over(now.wrapping_sub(self.now));
    }

    /// Lets time pass in which everything came round to what it is.
    pub(crate) fn pass_over(&mut self, span: Micros) {
        self.now = self.now.wrapping_add(span);
        for held in self.held.iter_mut().chain(&mut self.before) {
            held.since = held.since.map(|since| since.wrapping_add(span));
        }
    }

    /// The capacitors whose islands stop going on as they do now.
    fn ending(&self) -> impl Iterator<Item = usize> + '_ {
        let due = |held: &Held| held.lasts(self.now) == Some(0);
        self.held.iter().enumerate().filter(move |(_, held)| due(held)).map(|(index, _)| index)
    }

    /// How long until the first island stops going on as it does.
    fn next_end(&self) -> Option<Micros> {
        self.held.iter().filter_map(|held| held.lasts(self.now)).min()
    }
}
