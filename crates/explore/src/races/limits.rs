//! How far the times would have to change: the widest tolerance that is clean, and the nearest limit.

use kiber_engine::Simulator;
use kiber_netlist::PartId;
use kiber_script::Prepared;

use super::bounds::{Bounds, Span};
use super::{Judge, Judgement, Level, Race};

/// Which of a relay's times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Time {
    /// The operate time.
    Operate,
    /// The release time.
    Release,
    /// The transfer time.
    Transfer,
}

/// One limit of one relay, and what it would have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The relay.
    pub part: PartId,
    /// Which of its times.
    pub time: Time,
    /// Whether it is the most the time may be; otherwise it is the least.
    pub most: bool,
    /// What it is, in microseconds.
    pub is: u64,
    /// What would do, in microseconds: the nearest that makes the action clean.
    pub needed: u64,
}

/// How near an action is to being clean at level 4.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// The widest tolerance at which it is clean, of times given as one number; none if it is not
    /// clean even at nominal times.
    pub tolerance: Option<f64>,
    /// The single limit of a relay that needs to change least, if one alone makes it clean.
    pub nearest: Option<Limit>,
}

/// Tolerances are told in thousandths.
const STEPS: u32 = 1_000;

impl Judge {
    /// How near a step that is critical at level 4 is to being clean. It judges the step many times over,
    /// so it is for findings that are told, not for every one.
    pub fn limits(&mut self, from: &Simulator, step: &Prepared, race: &Race) -> Limits {
        if self.question.level != Level::Times {
            return Limits::default();
        }
        let most = (self.question.tolerance.clamp(0.0, 1.0) * f64::from(STEPS)).floor() as u32;
        Limits { tolerance: self.widest(from, step, most), nearest: self.nearest_limit(from, step, race) }
    }

    /// What times would make of a race found at any level, by a judge of level 4: of one found there the
    /// limits, of any other the widest tolerance at which times keep it away.
    pub fn limits_of(&mut self, from: &Simulator, step: &Prepared, race: &Race) -> Limits {
        match race.level {
            Level::Times => self.limits(from, step, race),
            _ => Limits { tolerance: self.widest_tolerance(from, step), nearest: None },
        }
    }

    /// The widest tolerance, up to 100 %, at which a step is clean at level 4; none if it is not clean
    /// even at nominal times. Times given as `(min, nominal, max)` stay as they are.
    pub fn widest_tolerance(&mut self, from: &Simulator, step: &Prepared) -> Option<f64> {
        if self.question.level != Level::Times {
            return None;
        }
        self.widest(from, step, STEPS)
    }

    fn widest(&mut self, from: &Simulator, step: &Prepared, most: u32) -> Option<f64> {
        let usual = (self.question.tolerance, std::mem::take(&mut self.bounds));
        let widest = last_that_holds(0, i64::from(most), |thousandths| {
            self.question.tolerance = thousandths as f64 / f64::from(STEPS);
            self.bounds = self.bounds_of_all();
            self.step(from, step) == Judgement::Clean
        });
        (self.question.tolerance, self.bounds) = usual;
        widest.map(|thousandths| thousandths as f64 / f64::from(STEPS))
    }

    fn nearest_limit(&mut self, from: &Simulator, step: &Prepared, race: &Race) -> Option<Limit> {
        // Whoever moves in either order may have a say in it.
        let turns = race.orders.iter().flat_map(|order| order.turns.iter().chain(&order.round));
        let mut parts: Vec<PartId> = turns.map(|turn| turn.part).collect();
        parts.sort_unstable();
        parts.dedup();
        let mut nearest: Option<Limit> = None;
        for part in parts {
            for time in [Time::Operate, Time::Release, Time::Transfer] {
                for most in [false, true] {
                    let found = self.limit(from, step, (part, time, most));
                    // What is a small change of a long time is a large one of a short time.
                    let change = |limit: &Limit| limit.is.abs_diff(limit.needed) as f64 / limit.is.max(1) as f64;
                    if let Some(found) = found
                        && nearest.is_none_or(|nearest| change(&found) < change(&nearest))
                    {
                        nearest = Some(found);
                    }
                }
            }
        }
        nearest
    }

    /// The least change of one limit, at most to the nominal time, that makes the step clean.
    fn limit(&mut self, from: &Simulator, step: &Prepared, which: (PartId, Time, bool)) -> Option<Limit> {
        let (part, time, most) = which;
        let mechanism = self.untimed.number(part)?;
        let usual = self.bounds.get(mechanism)?.clone();
        let nominal = match time {
            Time::Operate => usual.nominal.operate,
            Time::Release => usual.nominal.release,
            Time::Transfer => usual.nominal.transfer,
        };
        let span = *span_of(&mut usual.clone(), time);
        let is = if most { span.1 } else { span.0 };
        if is == nominal || usual.by_hand {
            return None;
        }
        let direction = if most { -1 } else { 1 };
        // From the nominal time outwards for as long as it is clean.
        let room = (nominal - is).abs();
        let held = last_that_holds(0, room - 1, |outwards| {
            let mut bounds = usual.clone();
            let span = span_of(&mut bounds, time);
            let limit = nominal - direction * outwards;
            *span = if most { (span.0, limit) } else { (limit, span.1) };
            if let Some(slot) = self.bounds.get_mut(mechanism) {
                *slot = bounds;
            }
            self.step(from, step) == Judgement::Clean
        });
        if let Some(slot) = self.bounds.get_mut(mechanism) {
            *slot = usual;
        }
        let needed = nominal - direction * held?;
        Some(Limit { part, time, most, is: is.unsigned_abs(), needed: needed.unsigned_abs() })
    }

    /// How long each mechanism may take by the question.
    pub(super) fn bounds_of_all(&self) -> Vec<Bounds> {
        let circuit = self.untimed.circuit();
        let mechanisms = 0..self.untimed.count();
        mechanisms.map(|mechanism| Bounds::of(circuit, self.untimed.part(mechanism), &self.question)).collect()
    }
}

fn span_of(bounds: &mut Bounds, time: Time) -> &mut Span {
    match time {
        Time::Operate => &mut bounds.operate,
        Time::Release => &mut bounds.release,
        Time::Transfer => &mut bounds.transfer,
    }
}

/// The greatest number from `first` to `last` of which something holds that holds of all below it too.
fn last_that_holds(first: i64, last: i64, mut holds: impl FnMut(i64) -> bool) -> Option<i64> {
    if last < first || !holds(first) {
        return None;
    }
    let (mut held, mut failed) = (first, last + 1);
    while failed - held > 1 {
        let middle = held + (failed - held) / 2;
        if holds(middle) {
            held = middle;
        } else {
            failed = middle;
        }
    }
    Some(held)
}
