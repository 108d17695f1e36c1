//! When a current that moves is next decided otherwise.
//!
//! A decision is where a current stands among cuts: the whole nanoamperes from which on something
//! else is asked, or shines. What is looked for is the first whole microsecond at which the rounded
//! current has passed one, by the very sum that the engine compares.

use std::sync::Arc;

use crate::current::Nanoamps;
use crate::decay::{Course, Decay, Question, first_change};
use crate::decide::WeighedSum;
use crate::event::Micros;

use super::Island;

/// The current of a branch of an island that moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving<'a> {
    pub(super) island: &'a Arc<Island>,
    pub(super) branch: usize,
}

/// A current that takes part in a decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flow<'a> {
    /// How much it counts in the sum.
    pub(crate) share: f64,
    /// What it is now.
    pub(crate) now: Nanoamps,
    /// How it moves, if it does, and for how long it has.
    pub(crate) moving: Option<(Moving<'a>, Micros)>,
}

impl<'a> Flow<'a> {
    fn course(&self) -> Option<(&'a Course, usize, Micros)> {
        let (Moving { island, branch }, elapsed) = self.moving?;
        Some((island.course.as_ref()?, branch, elapsed))
    }
}

/// Rounding of a current, and what a sum of exponentials may be off by, in nanoamperes.
const ROUNDING: f64 = 0.501;

/// How long until the sum of some currents has next passed one of these cuts (a cut is passed by a
/// sum that is at least that); none if that does not happen before their islands change by themselves.
pub(crate) fn next_cut(flows: &[Flow<'_>], cuts: &[i64]) -> Option<Micros> {
    // Time counts from the moment at which the last of their islands began.
    let now = flows.iter().filter_map(|flow| Some(flow.course()?.2)).min()?;
    let mut until = Micros::MAX;
    let mut decay = Decay::default();
    let mut slack = ROUNDING;
    for flow in flows {
        slack += flow.share.abs() * ROUNDING;
        let Some((course, branch, elapsed)) = flow.course() else {
            decay.end += flow.share * flow.now.0 as f64;
            continue;
        };
        until = until.min(course.lasts - elapsed.min(course.lasts) + now);
        decay.add(&course.current_decay(branch), flow.share * 1e9, elapsed - now);
    }
    let sum = |after: Micros| {
        let mut sum = WeighedSum::default();
        for flow in flows {
            let current = match flow.course() {
                Some((course, branch, elapsed)) => Nanoamps::from_amps(course.current(branch, after + (elapsed - now))),
                None => flow.now,
            };
            sum.add(flow.share, current);
        }
        sum.total()
    };
    let thresholds: Vec<f64> = cuts.iter().map(|&cut| cut as f64 - 0.5).collect();
    let question = Question { decay: &decay, thresholds: &thresholds, slack, after: now, until };
    let at = first_change(question, |after| standing(cuts, sum(after)))?;
    Some(at - now)
}

/// How many cuts a current has passed.
pub(crate) fn standing(cuts: &[i64], current: Nanoamps) -> usize {
    cuts.iter().filter(|&&cut| current.0 >= cut).count()
}

/// The cuts of a strength that counts from these currents on, whatever the sign.
pub(crate) fn cuts_of(from: impl IntoIterator<Item = Nanoamps>) -> Vec<i64> {
    let mut cuts: Vec<i64> = Vec::new();
    for Nanoamps(from) in from {
        // From 0 on is everything, and what no current reaches decides nothing.
        if from > 0 && from < i64::MAX {
            cuts.extend([from, 1 - from]);
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}
