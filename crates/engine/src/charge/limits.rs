//! When currents that move pass the limit of a source or the rating of a fuse.
//!
//! These currents follow from those of all loads, and linearly. So each is a sum of exponentials too:
//! one division of the currents for every exponential there is.

use std::sync::Arc;

use kiber_netlist::Id;

use crate::agenda::NEVER;
use crate::current::Nanoamps;
use crate::decay::{Decay, Question, first_change};
use crate::event::Micros;
use crate::plan::LoadId;
use crate::simulator::Simulator;

use super::Island;
use super::alarm::{cuts_of, standing};

/// An island that moves, for how long it has, and by how much it began before the last of them.
struct Moves {
    island: Arc<Island>,
    elapsed: Micros,
    began_earlier: Micros,
}

/// By load: which of the islands that move it is in, and its number there.
type Places = Vec<Option<(usize, usize)>>;

impl Simulator {
    /// Looks for the next instant at which a limit is passed, and wakes then at the latest.
    pub(crate) fn watch_limits(&mut self) {
        if self.limits().is_empty() || !self.electricity.charges.move_on() {
            return;
        }
        let next = self.next_limit().map_or(NEVER, |after| self.motion.now.saturating_add(after));
        self.electricity.alarm = self.electricity.alarm.min(next);
    }

    fn next_limit(&self) -> Option<Micros> {
        let (mut moves, places) = self.moving();
        let now = moves.iter().map(|moves| moves.elapsed).min()?;
        for own in &mut moves {
            own.began_earlier = own.elapsed - now;
        }
        let left = |moves: &Moves| Some(moves.island.course.as_ref()?.lasts.saturating_sub(moves.elapsed));
        let until = now + moves.iter().filter_map(left).min()?;
        let limits = self.limits();
        let mut decays = vec![Decay::default(); limits.len()];
        let at_end = self.limited(|load| self.amps_of(&moves, &places, load, None));
        for (decay, end) in decays.iter_mut().zip(at_end) {
            decay.end = end * 1e9;
        }
        for (number, own) in moves.iter().enumerate() {
            let Some(course) = &own.island.course else { continue };
            for (mode, rate) in course.rates().iter().enumerate() {
                let amounts = self.limited(|load| match places[load.index()] {
                    Some((island, branch)) if island == number => course.amount(branch, mode),
                    _ => 0.0,
                });
                let began_earlier = crate::decay::factor(*rate, own.began_earlier);
                for (decay, amount) in decays.iter_mut().zip(amounts) {
                    decay.term(*rate, amount * 1e9 * began_earlier);
                }
            }
        }
        let first = |(at, (decay, &limit)): (usize, (&Decay, &Nanoamps))| {
            let cuts = cuts_of([Nanoamps(limit.0.saturating_add(1))]);
            let thresholds: Vec<f64> = cuts.iter().map(|&cut| cut as f64 - 0.5).collect();
            let question = Question { decay, thresholds: &thresholds, slack: 1.0, after: now, until };
            first_change(question, |after| {
                let currents = self.limited(|load| self.amps_of(&moves, &places, load, Some(after)));
                standing(&cuts, Nanoamps::from_amps(currents[at]))
            })
        };
        let at = decays.iter().zip(&limits).enumerate().filter_map(first).min()?;
        Some(at - now)
    }

    /// All islands that move, and where each load is among them.
    fn moving(&self) -> (Vec<Moves>, Places) {
        let mut moves: Vec<Moves> = Vec::new();
        let mut places = vec![None; self.plan.loads.len()];
        for (load, place) in self.plan.loads.ids().zip(&mut places) {
            let Some((moving, elapsed)) = self.electricity.moving(load) else { continue };
            let known = moves.iter().position(|own| Arc::ptr_eq(&own.island, moving.island));
            let island = known.unwrap_or(moves.len());
            if known.is_none() {
                moves.push(Moves { island: Arc::clone(moving.island), elapsed, began_earlier: 0 });
            }
            *place = Some((island, moving.branch));
        }
        (moves, places)
    }

    /// The current of a load so long after the last island began, or at the end of all that moves.
    fn amps_of(&self, moves: &[Moves], places: &Places, load: LoadId, after: Option<Micros>) -> f64 {
        let moving = places[load.index()].and_then(|(island, branch)| {
            let own = moves.get(island)?;
            let course = own.island.course.as_ref()?;
            Some(match after {
                Some(after) => course.current(branch, own.began_earlier.saturating_add(after)),
                None => course.current_at_end(branch),
            })
        });
        moving.unwrap_or_else(|| self.electricity.amps(load))
    }
}
