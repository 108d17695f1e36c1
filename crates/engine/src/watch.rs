//! What is told besides the moves: lamps, coils, shorts, overloads.

use std::sync::Arc;

use kiber_netlist::{Id, PartId};

use crate::current::Nanoamps;
use crate::decide::both_driven;
use crate::electricity::level;
use crate::event::{LampLevel, Micros, Short, Sink, What};
use crate::mechanism::Request;
use crate::plan::{Drive, LoadId, LoadKind, MechanismId, Plan, Sense, SourceId};
use crate::simulator::Simulator;

/// A short circuit that was, or still is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortRecord {
    /// Its sources and its path.
    pub short: Arc<Short>,
    /// When it began, in microseconds since power-up.
    pub began: Micros,
    /// How long it lasted; none while it is still there.
    pub lasted: Option<Micros>,
}

/// An overload that was, or still is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverloadRecord {
    /// The source that gives more than its `max_amps`, or the fuse that carries more than its rating.
    pub part: PartId,
    /// What it gave or carried when the overload began.
    pub current: Nanoamps,
    /// When it began, in microseconds since power-up.
    pub began: Micros,
    /// How long it lasted; none while it is still there.
    pub lasted: Option<Micros>,
}

/// Both coils of a bistable relay driven at once, so that it stays, or stayed, where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BothCoilsRecord {
    /// The relay.
    pub part: PartId,
    /// When it began, in microseconds since power-up.
    pub began: Micros,
    /// How long it lasted; none while it still is so.
    pub lasted: Option<Micros>,
}

/// A fuse that has blown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlownRecord {
    /// The fuse.
    pub part: PartId,
    /// When it blew, in microseconds since power-up.
    pub at: Micros,
    /// What it fed, as [`What::Blown`](crate::What::Blown) says it.
    pub fed: Arc<[PartId]>,
}

/// What was told last, to tell only what is new.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    levels: Vec<LampLevel>,
    coils: Vec<CoilSeen>,
    /// Something happened that nobody was told of, so the above is out of date.
    stale: bool,
    limited: Vec<SourceId>,
    has_fuses: bool,
    /// Relays with two coils that ask for opposite things.
    opposed: Vec<MechanismId>,
    /// Currents at which a whole source stands across each load, by its resistance.
    supplies: Vec<Supply>,
    pub(crate) shorts: Vec<ShortRecord>,
    pub(crate) overloads: Vec<OverloadRecord>,
    pub(crate) both_coils: Vec<BothCoilsRecord>,
    pub(crate) blown: Vec<BlownRecord>,
    lamps_due: Vec<LoadId>,
    coils_due: Vec<MechanismId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CoilSeen {
    current: Nanoamps,
    asks: Request,
    partial: bool,
    both: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Supply {
    volts: f64,
    internal_ohms: f64,
}

impl Watch {
    /// Nothing seen yet of a circuit in which mechanisms ask for this.
    pub(crate) fn new(plan: &Plan, asks: &[Request]) -> Self {
        let mut supplies: Vec<Supply> = Vec::new();
        for (_, source) in plan.sources.iter() {
            let supply = Supply { volts: source.volts.abs(), internal_ohms: source.internal_ohms };
            if !supplies.contains(&supply) {
                supplies.push(supply);
            }
        }
        let resting = |&asks: &Request| CoilSeen { current: Nanoamps(0), asks, partial: false, both: false };
        Self {
            levels: vec![LampLevel::Off; plan.loads.len()],
            coils: asks.iter().map(resting).collect(),
            stale: false,
            limited: plan.sources.iter().filter(|(_, source)| source.max.is_some()).map(|(id, _)| id).collect(),
            has_fuses: !plan.fuses.is_empty(),
            opposed: plan
                .mechanisms
                .iter()
                .filter(|(_, mechanism)| matches!(mechanism.drive, Drive::Coil { sense: Sense::SetReset, .. }))
                .map(|(id, _)| id)
                .collect(),
            supplies,
            shorts: Vec::new(),
            overloads: Vec::new(),
            both_coils: Vec::new(),
            blown: Vec::new(),
            lamps_due: Vec::new(),
            coils_due: Vec::new(),
        }
    }

    /// Whether the currents matter even when nobody listens: some source or fuse has a limit, or two
    /// coils may hold each other.
    #[inline]
    pub(crate) fn wants_loads(&self) -> bool {
        !self.limited.is_empty() || self.has_fuses || !self.opposed.is_empty()
    }

    /// Whether a current is neither 0 nor that of a whole source across so many ohms.
    pub(crate) fn is_partial(&self, current: Nanoamps, ohms: f64) -> bool {
        let strength = current.0.saturating_abs();
        strength != 0
            && !self.supplies.iter().any(|supply| {
                let ideal = Nanoamps::from_amps(supply.volts / ohms);
                let real = Nanoamps::from_amps(supply.volts / (ohms + supply.internal_ohms));
                strength == ideal.0 || strength == real.0
            })
    }
}

impl Simulator {
    /// The shorts since [`Simulator::forget_records`], and those still there, in the order in which
    /// they began.
    pub fn short_records(&self) -> &[ShortRecord] {
        &self.watch.shorts
    }

    /// The overloads since [`Simulator::forget_records`], and those still there, in the order in
    /// which they began.
    pub fn overload_records(&self) -> &[OverloadRecord] {
        &self.watch.overloads
    }

    /// The bistable relays both of whose coils were driven since [`Simulator::forget_records`], and
    /// those of which that is so still, in the order in which it began.
    pub fn both_coils_records(&self) -> &[BothCoilsRecord] {
        &self.watch.both_coils
    }

    /// The fuses that have blown since [`Simulator::forget_records`], in that order.
    pub fn blown_records(&self) -> &[BlownRecord] {
        &self.watch.blown
    }

    /// Forgets what is over: shorts, overloads, coils driven against each other, and that fuses blew.
    pub fn forget_records(&mut self) {
        self.watch.shorts.retain(|record| record.lasted.is_none());
        self.watch.overloads.retain(|record| record.lasted.is_none());
        self.watch.both_coils.retain(|record| record.lasted.is_none());
        self.watch.blown.clear();
    }

    /// Another state was put in place: what was told last no longer holds, and what is there now
    /// counts from now.
    pub(crate) fn watch_restored(&mut self) {
        self.watch.stale = true;
        self.watch.shorts.clear();
        self.watch.overloads.clear();
        self.watch.both_coils.clear();
        self.watch.blown.clear();
        self.watch_shorts(&mut ());
        if self.watch.wants_loads() {
            self.compare_sources(&mut ());
            self.compare_opposed();
        }
    }

    /// Tells of shorts that begin or end.
    #[inline]
    pub(crate) fn watch_shorts<S: Sink>(&mut self, sink: &mut S) {
        if self.electricity.standing.is_empty() && self.watch.shorts.is_empty() {
            return;
        }
        self.compare_shorts(sink);
    }

    fn compare_shorts<S: Sink>(&mut self, sink: &mut S) {
        let mut ended = Vec::new();
        for record in self.watch.shorts.iter_mut().filter(|record| record.lasted.is_none()) {
            let same = |short: &&Arc<Short>| short.sources == record.short.sources;
            match self.electricity.standing.iter().find(same) {
                // Another path may have taken over; it is one short all the same.
                Some(short) => record.short = Arc::clone(short),
                None => {
                    let lasted = self.motion.now.saturating_sub(record.began);
                    record.lasted = Some(lasted);
                    ended.push((Arc::clone(&record.short), lasted));
                }
            }
        }
        // In the order of their sources, whichever began first.
        ended.sort_by(|(a, _), (b, _)| a.sources.cmp(&b.sources));
        for (short, lasted) in ended {
            self.tell(sink, || What::ShortEnded(short, lasted));
        }
        for at in 0..self.electricity.standing.len() {
            let short = Arc::clone(&self.electricity.standing[at]);
            let known = |record: &ShortRecord| record.lasted.is_none() && Arc::ptr_eq(&record.short, &short);
            if !self.watch.shorts.iter().any(known) {
                let record = ShortRecord { short: Arc::clone(&short), began: self.motion.now, lasted: None };
                self.watch.shorts.push(record);
                self.tell(sink, || What::ShortBegan(short));
            }
        }
    }

    /// Before somebody listens again: takes note of how things stand, without telling.
    #[inline]
    pub(crate) fn catch_up<S: Sink>(&mut self) {
        if S::WANTS {
            if std::mem::take(&mut self.watch.stale) {
                self.compare_all(&mut ());
            }
        } else {
            self.watch.stale = true;
        }
    }

    /// Tells of lamps, coils and overloads that changed.
    pub(crate) fn watch_loads<S: Sink>(&mut self, sink: &mut S) {
        if S::WANTS {
            if self.changes.everything {
                self.compare_all(sink);
            } else {
                self.compare_changed(sink);
            }
        }
        if self.watch.wants_loads() {
            self.compare_sources(sink);
            self.compare_opposed();
        }
    }

    fn compare_changed<S: Sink>(&mut self, sink: &mut S) {
        let mut lamps = std::mem::take(&mut self.watch.lamps_due);
        let mut coils = std::mem::take(&mut self.watch.coils_due);
        lamps.clear();
        coils.clear();
        for &load in &self.changes.loads {
            match self.plan.loads[load].kind {
                LoadKind::Lamp { .. } => lamps.push(load),
                LoadKind::Winding { mechanism, .. } => coils.push(mechanism),
                _ => {}
            }
        }
        // By part, whatever zone they lie in.
        lamps.sort_unstable();
        lamps.dedup();
        coils.sort_unstable();
        coils.dedup();
        for &mechanism in &coils {
            self.compare_coil(mechanism, sink);
        }
        for &load in &lamps {
            self.compare_lamp(load, sink);
        }
        self.watch.lamps_due = lamps;
        self.watch.coils_due = coils;
    }

    fn compare_all<S: Sink>(&mut self, sink: &mut S) {
        let plan = Arc::clone(&self.plan);
        for (id, mechanism) in plan.mechanisms.iter() {
            if matches!(mechanism.drive, Drive::Coil { .. }) {
                self.compare_coil(id, sink);
            }
        }
        for (id, load) in plan.loads.iter() {
            if matches!(load.kind, LoadKind::Lamp { .. }) {
                self.compare_lamp(id, sink);
            }
        }
    }

    fn compare_lamp<S: Sink>(&mut self, load: LoadId, sink: &mut S) {
        let current = self.electricity.current_alone(load);
        let level = level(&self.plan, load, current);
        if std::mem::replace(&mut self.watch.levels[load.index()], level) != level {
            let part = self.plan.loads[load].part;
            self.tell(sink, || What::Lamp { part, level, current });
        }
    }

    fn compare_coil<S: Sink>(&mut self, mechanism: MechanismId, sink: &mut S) {
        let asks = self.motion.asks[mechanism.index()];
        let currents = self.electricity.drive(&self.plan, mechanism);
        let current = match self.plan.mechanisms[mechanism].drive {
            Drive::Coil { sense: Sense::SetReset, .. } => Nanoamps(currents[0].0.saturating_sub(currents[1].0)),
            Drive::Coil { sense: Sense::StepHome, .. } if asks == Request::Reverse => currents[1],
            _ => currents[0],
        };
        let both = both_driven(&self.plan, mechanism, currents);
        let partial = self.plan.windings(mechanism).any(|winding| self.load_is_partial(winding));
        // A current that has gone on by itself is no news before it decides something.
        let goes_on = self.has_capacitors()
            && self.plan.windings(mechanism).any(|winding| self.electricity.moved_for(winding) > Some(0));
        let seen = CoilSeen { current, asks, partial, both };
        let before = std::mem::replace(&mut self.watch.coils[mechanism.index()], seen);
        let worth_telling = before.asks != seen.asks
            || before.partial != seen.partial
            || (seen.partial && before.current != seen.current && !goes_on);
        if worth_telling {
            let part = self.plan.mechanisms[mechanism].part;
            self.tell(sink, || What::Coil { part, current, asks: seen.asks, partial });
        }
        if before.both != both {
            let part = self.plan.mechanisms[mechanism].part;
            self.tell(sink, || What::BothCoils { part, driven: both });
        }
    }

    /// Notes whose coils begin or end to be driven against each other.
    fn compare_opposed(&mut self) {
        for at in 0..self.watch.opposed.len() {
            let mechanism = self.watch.opposed[at];
            let part = self.plan.mechanisms[mechanism].part;
            let both = both_driven(&self.plan, mechanism, self.electricity.drive(&self.plan, mechanism));
            let now = self.motion.now;
            let open = self.watch.both_coils.iter_mut().find(|record| record.part == part && record.lasted.is_none());
            match (open, both) {
                (None, true) => self.watch.both_coils.push(BothCoilsRecord { part, began: now, lasted: None }),
                (Some(record), false) => record.lasted = Some(now.saturating_sub(record.began)),
                _ => {}
            }
        }
    }

    /// Tells of sources and fuses whose overload begins or ends.
    fn compare_sources<S: Sink>(&mut self, sink: &mut S) {
        if !self.watch.limited.is_empty() {
            let currents = self.source_currents();
            for at in 0..self.watch.limited.len() {
                let source = self.watch.limited[at];
                let (part, max) = (self.plan.sources[source].part, self.plan.sources[source].max);
                let current = currents[source.index()];
                let over = max.is_some_and(|max| current.0.saturating_abs() > max.0);
                self.compare_overload(part, current, over, sink);
            }
        }
        if self.watch.has_fuses {
            let currents = self.fuse_currents();
            for (fuse, current) in self.plan.fuses.ids().zip(currents) {
                let (part, rated) = (self.plan.fuses[fuse].part, self.plan.fuses[fuse].rated);
                self.compare_overload(part, current, current.0.saturating_abs() > rated.0, sink);
            }
        }
    }

    fn compare_overload<S: Sink>(&mut self, part: PartId, current: Nanoamps, over: bool, sink: &mut S) {
        let open = self.watch.overloads.iter().position(|record| record.part == part && record.lasted.is_none());
        match (open, over) {
            (None, true) => {
                self.watch.overloads.push(OverloadRecord { part, current, began: self.motion.now, lasted: None });
                self.tell(sink, || What::OverloadBegan { part, current });
            }
            (Some(record), false) => {
                let lasted = self.motion.now.saturating_sub(self.watch.overloads[record].began);
                self.watch.overloads[record].lasted = Some(lasted);
                self.tell(sink, || What::OverloadEnded { part, lasted });
            }
            _ => {}
        }
    }
}
