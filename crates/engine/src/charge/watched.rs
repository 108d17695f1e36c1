//! The instants at which currents that move decide something: the alarms of a circuit.

use crate::agenda::NEVER;
use crate::current::Nanoamps;
use crate::electricity::{Changes, Electricity};
use crate::event::Micros;
use crate::plan::{Drive, LoadId, LoadKind, MechanismId, Plan};
use crate::wiring::Wiring;

use super::alarm::{Flow, Moving, cuts_of, next_cut};

/// A decision that hangs on currents of zones with capacitors.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    what: Decides,
    /// The loads whose currents are summed, each with its share.
    loads: Vec<(f64, LoadId)>,
    zones: Vec<u32>,
    cuts: Vec<i64>,
    /// When it is next decided otherwise.
    at: Micros,
}

/// Who decides something.
#[derive(Clone, Copy, Debug)]
enum Decides {
    Mechanism(MechanismId),
    Lamp,
}

/// All decisions that zones with capacitors have a part in.
pub(crate) fn all_watched(plan: &Plan, wiring: &Wiring) -> Vec<Watched> {
    let mut all = Vec::new();
    if plan.capacitors.is_empty() {
        return all;
    }
    let mut watch = |what: Decides, loads: Vec<(f64, LoadId)>, cuts: Vec<i64>| {
        let mut zones: Vec<u32> =
            loads.iter().filter_map(|&(_, load)| Some(wiring.network.load_place(load)?.zone)).collect();
        zones.sort_unstable();
        zones.dedup();
        if zones.iter().any(|&zone| !wiring.network.zones[zone as usize].stores.is_empty()) {
            all.push(Watched { what, loads, zones, cuts, at: NEVER });
        }
    };
    for (id, mechanism) in plan.mechanisms.iter() {
        let Drive::Coil { operate, release, sense, .. } = mechanism.drive else { continue };
        let cuts = cuts_of([operate, release]);
        let windings = plan.windings(id);
        if sense.is_double() {
            for winding in windings {
                watch(Decides::Mechanism(id), vec![(1.0, winding)], cuts.clone());
            }
            continue;
        }
        let share = |winding: LoadId| match plan.loads[winding].kind {
            LoadKind::Winding { share, .. } => share,
            _ => 0.0,
        };
        watch(Decides::Mechanism(id), windings.map(|winding| (share(winding), winding)).collect(), cuts);
    }
    for (id, load) in plan.loads.iter() {
        if let LoadKind::Lamp { dim, lit } = load.kind {
            watch(Decides::Lamp, vec![(1.0, id)], cuts_of([dim, lit]));
        }
    }
    all
}

impl Electricity {
    /// Begins to solve an instant. What has moved to its end is to be solved again.
    pub(crate) fn begin(&mut self, plan: &Plan, now: Micros) {
        self.charges.now = now;
        self.charges.begin(self.restored);
        let ending: Vec<usize> = self.charges.ending().collect();
        for capacitor in ending {
            let load = plan.capacitors.rows()[capacitor].load;
            if let Some(spot) = self.wiring.network.load_place(load) {
                self.mark(spot.zone);
            }
        }
    }

    /// The instant is solved: takes note of what is decided otherwise, and when something will be.
    pub(crate) fn end(&mut self, plan: &Plan, watch: bool, changes: &mut Changes) {
        let now = self.charges.now;
        self.charges.end(&mut changes.capacitors);
        let mut watched = std::mem::take(&mut self.watched);
        for own in &mut watched {
            let due = own.at <= now;
            if due {
                if let Decides::Mechanism(mechanism) = own.what {
                    changes.touched.push(mechanism);
                }
                if watch {
                    changes.loads.extend(own.loads.iter().map(|&(_, load)| load));
                }
            }
            // Of windings in other zones than those, it is told that they may matter.
            let elsewhere = matches!(own.what, Decides::Mechanism(id) if changes.touched.contains(&id));
            let anew = changes.everything || elsewhere || own.zones.iter().any(|zone| self.updated.contains(zone));
            if due || anew {
                own.at = self.next_decision(own).map_or(NEVER, |after| now.saturating_add(after));
            }
        }
        let decisions = watched.iter().map(|own| own.at).min().unwrap_or(NEVER);
        let ends = self.charges.next_end().map_or(NEVER, |after| now.saturating_add(after));
        self.alarm = decisions.min(ends);
        self.watched = watched;
        self.updated.clear();
        debug_assert!(self.alarm > now, "{plan:?}");
    }

    /// Lets time pass in which everything came round to what it is.
    pub(crate) fn pass_over(&mut self, span: Micros) {
        self.charges.pass_over(span);
        self.alarm = self.alarm.saturating_add(span);
        for watched in &mut self.watched {
            watched.at = watched.at.saturating_add(span);
        }
    }

    fn next_decision(&self, watched: &Watched) -> Option<Micros> {
        let flow = |&(share, load): &(f64, LoadId)| Flow { share, now: self.current(load), moving: self.moving(load) };
        let flows: Vec<Flow<'_>> = watched.loads.iter().map(flow).collect();
        next_cut(&flows, &watched.cuts)
    }

    /// Whether the current of a load is on its way to another.
    #[inline]
    pub(crate) fn moves(&self, load: LoadId) -> bool {
        self.moved_for(load).is_some()
    }

    /// For how long the current of a load has been on its way, if it is.
    #[inline]
    pub(crate) fn moved_for(&self, load: LoadId) -> Option<Micros> {
        if self.charges.is_empty() {
            return None;
        }
        Some(self.moving(load)?.1)
    }

    /// How the current of a load moves, and for how long it has, if it does.
    pub(super) fn moving(&self, load: LoadId) -> Option<(Moving<'_>, Micros)> {
        let spot = self.wiring.network.load_place(load)?;
        let moving = self.zones[spot.zone as usize].stored()?.moving(spot.index as usize)?;
        Some((moving, self.charges.elapsed(moving.island)))
    }

    /// The current of a load in amperes: of one that moves as it is before it is rounded.
    pub(crate) fn amps(&self, load: LoadId) -> f64 {
        let moving = self.wiring.network.load_place(load).and_then(|spot| {
            let stored = self.zones[spot.zone as usize].stored()?;
            stored.amps(spot.index as usize, &self.charges)
        });
        moving.unwrap_or_else(|| {
            let Nanoamps(nano) = self.current(load);
            nano as f64 * 1e-9
        })
    }

    /// Puts a voltage on a capacitor: one it rests at, or has moved from since a moment.
    pub(crate) fn charge(&mut self, plan: &Plan, capacitor: usize, microvolts: i64, since: Option<Micros>) {
        self.charges.put(capacitor, microvolts, since);
        if let Some(spot) = self.wiring.network.load_place(plan.capacitors.rows()[capacitor].load) {
            self.mark(spot.zone);
        }
    }
}
