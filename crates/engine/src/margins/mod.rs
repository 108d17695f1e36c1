//! How much is to spare: the worst-case current of every coil, against what the coil must do.
//!
//! Volts and ohms that are given as `(min, nominal, max)` may lie anywhere in their range, each part
//! independently of the others, while the contacts stand as they do. [`Margins`] finds the least and
//! the greatest current that leaves for each coil, and compares it with the worst of its thresholds.
//!
//! # Why corners suffice
//! Kirchhoff's laws give a branch current as a fraction of two polynomials in which every resistance
//! and every electromotive force stands at most to the first power, and whose denominator (a sum over
//! spanning trees) is positive for positive resistances. Held to one value while the others rest, such
//! a fraction only rises or only falls. So the extremes over a box of values lie at its corners, and
//! the weighed sum over the windings of one core, which has the same denominator, is no exception.
//! Loads side by side between the same two nodes count as one value, since the extremes of their
//! common resistance are reached with all of them at their least or all at their greatest.
//!
//! A diode changes the equations where it begins to conduct. If the same diodes conduct at every
//! corner, they do so in the whole box: the conditions for it are polynomials of the same kind, and
//! one that is not negative at any corner of a box is not negative inside. Then the corners suffice as
//! before. If other diodes conduct at other corners, an extreme may lie inside; what is found is what
//! the corners give, and [`CoilMargin::exact`] says that no more is known. The same holds where so many
//! values matter to one coil that not all corners are tried ([`Margins::set_most_corners`]).
//!
//! # Capacitors
//! Margins are those of a steady current. A capacitor that is at its end value lets none through and
//! counts as open; while one charges or discharges, the coils whose current it has a part in are not
//! judged ([`Unjudged::Capacitor`]).
//!
//! # What is asked of a coil
//! It follows from what the nominal values make of the instant: see [`Demand`]. The shares of several
//! windings on one core do not vary, since turns do not; the threshold of the core varies as much as
//! that of its widest winding.

mod demand;
mod extremes;
mod island;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kiber_netlist::{Circuit, Id, PartId, Quantity};

use crate::current::Nanoamps;
use crate::fault::Fault;
use crate::fuses::FuseStatus;
use crate::mechanism::Place;
use crate::network::Network;
use crate::plan::{CapacitorId, Drive, LoadKind, MechanismId, Plan, SourceId};
use crate::simulator::Simulator;
use demand::{Asking, Ranges};
use extremes::{Extremes, Search};
use island::Standing;
pub use values::{Setting, Varied};
use values::{Values, stiffened};

/// What a coil's current must do at an instant so that its armature does what it does nominally.
///
/// An armature under way is committed, and counts as standing where it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Demand {
    /// To make the armature leave its place: a released relay that is to operate needs the greatest
    /// operate current.
    Operate,
    /// To keep it where it is: an operated relay needs the greatest release current, at which another
    /// of its model may let go.
    Hold,
    /// To let it leave: an operated relay must be left with less than the least release current.
    Release,
    /// Not to make it leave: a released relay must be left with less than the least operate current.
    Stay,
}

impl Demand {
    /// Whether the current must reach something; otherwise it must stay below.
    pub fn must_reach(self) -> bool {
        matches!(self, Self::Operate | Self::Hold)
    }
}

/// The current of a coil at an instant, at its worst.
///
/// Of several windings on one core, currents are the sum over the windings, each weighed by the relay's
/// operate current over its own. Where the direction decides nothing, currents are counted positive.
#[derive(Clone, Debug, PartialEq)]
pub struct CoilMargin {
    /// The relay.
    pub part: PartId,
    /// The winding, where each is judged by itself.
    pub winding: Option<usize>,
    /// What its current must do.
    pub demand: Demand,
    /// Whether currents are counted from the second pin to the first: what a polarized relay must reach,
    /// or must not, in that direction.
    pub backwards: bool,
    /// The least current; below 0 it flows against the direction that counts.
    pub least: Nanoamps,
    /// The current at the nominal values.
    pub nominal: Nanoamps,
    /// The greatest current.
    pub greatest: Nanoamps,
    /// What the current must reach, or stay below.
    pub threshold: Nanoamps,
    /// Whether the worst is the worst there is; otherwise it is the worst that was found.
    pub exact: bool,
    /// The values that make the worst current, those with the most influence first. Values that make
    /// no difference are not named.
    pub corner: Vec<Setting>,
}

impl CoilMargin {
    /// The worse end of the range: the least current where it must reach something, else the greatest.
    pub fn worst(&self) -> Nanoamps {
        if self.demand.must_reach() { self.least } else { self.greatest }
    }

    /// How far the worst current is on the right side of the threshold, as a share of it: 0.25 is a
    /// quarter more than it needs, or a quarter less than it may be. Below 0 it may fail.
    pub fn margin(&self) -> f64 {
        let share = self.worst().0 as f64 / self.threshold.0.max(1) as f64 - 1.0;
        if self.demand.must_reach() { share } else { -share }
    }

    /// Whether the worst current is on the wrong side of the threshold; a current that is to stay
    /// below must not reach it.
    pub fn may_fail(&self) -> bool {
        (self.worst() >= self.threshold) != self.demand.must_reach()
    }
}

/// Why a coil is not judged at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unjudged {
    /// At some values a path without resistance joins different voltages, so that no current can be
    /// told: two ideal sources side by side whose ranges differ, for example.
    ShortCircuit,
    /// A capacitor that charges or discharges has a part in its current, which does not stand still.
    Capacitor,
}

/// All coils at an instant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement {
    /// In the order of the circuit.
    pub coils: Vec<CoilMargin>,
    /// Coils that could not be judged, and why.
    pub unjudged: Vec<(PartId, Unjudged)>,
}

/// Judges the coils of one circuit, instant after instant. What was worked out once is kept.
///
/// ```
/// use std::sync::Arc;
/// use kiber_engine::{Demand, Margins, Outcome, Simulator};
///
/// let reading = kiber_netlist::read(r#"Circuit(
///     title: "A coil on a supply that varies",
///     parts: {
///         "G1": Source(plus: "+", minus: "-", volts: (21.6, 24.0, 26.4)),
///         "K1": Relay(coil: ("+", "-"), coil_ohms: (450.0, 500.0, 550.0), operate_ma: (25.0, 28.0, 31.0)),
///     },
/// )"#);
/// let circuit = Arc::new(reading.circuit.ok_or("the circuit has errors")?);
/// let mut simulator = Simulator::new(Arc::clone(&circuit));
/// assert_eq!(simulator.power_up(&mut ()), Outcome::Settled);
///
/// let mut margins = Margins::new(circuit);
/// let judgement = margins.judge(&simulator).ok_or("not seen before")?;
/// let k1 = &judgement.coils[0];
/// assert_eq!(k1.demand, Demand::Hold);
/// assert_eq!(k1.least.to_string(), "39.273 mA"); // 21.6 V over 550 ohms
/// assert_eq!(k1.greatest.to_string(), "58.667 mA"); // 26.4 V over 450 ohms
/// assert!(k1.exact && !k1.may_fail());
/// assert_eq!(margins.judge(&simulator), None); // the same state again
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Margins {
    circuit: Arc<Circuit>,
    plan: Plan,
    values: Values,
    most_corners: u32,
    networks: BTreeMap<Wired, (u32, Network)>,
    seen: BTreeSet<Seen>,
    known: Known,
}

/// Which sources are on, the faults, and how fuses are wired.
type Wired = (Box<[bool]>, Box<[Fault]>, Box<[FuseStatus]>);

/// The number of a network, where its mechanisms stand, and which capacitors are on their way.
type Seen = (u32, Box<[Place]>, Box<[CapacitorId]>);

/// The ranges that were worked out, by all that they follow from.
type Known = BTreeMap<Vec<u32>, Result<Arc<Extremes>, Unjudged>>;

/// How many corners are tried for a coil unless told otherwise.
const CORNERS: u32 = 1 << 10;

impl Margins {
    /// For simulators of this circuit.
    pub fn new(circuit: Arc<Circuit>) -> Self {
        let plan = Plan::new(stiffened(&circuit));
        let values = Values::new(&plan);
        Self {
            circuit,
            plan,
            values,
            most_corners: CORNERS,
            networks: BTreeMap::new(),
            seen: BTreeSet::new(),
            known: BTreeMap::new(),
        }
    }

    /// The most corners to try for one coil. Where there are more, the worst is looked for by changing
    /// one value after another, from several starts, and [`CoilMargin::exact`] is false.
    pub fn set_most_corners(&mut self, corners: u32) {
        self.most_corners = corners;
        self.known.clear();
    }

    /// Whether any value of the circuit that bears on a coil's current or thresholds is given as a range.
    /// Otherwise the worst case is the nominal one.
    pub fn states_ranges(&self) -> bool {
        let varies = |range: Quantity| range.min < range.max;
        let mut thresholds = self.circuit.parts.ids().filter_map(|part| Ranges::of(&self.circuit, part, None));
        self.values.vary() || thresholds.any(|own| varies(own.operate) || varies(own.release))
    }

    /// How many states were judged.
    pub fn states(&self) -> usize {
        self.seen.len()
    }

    /// Judges every coil as the circuit stands, settled or not. None if its contacts, sources, faults and
    /// moving capacitors stood so before.
    pub fn judge(&mut self, simulator: &Simulator) -> Option<Judgement> {
        let fuses = &simulator.fuses;
        let key = (Box::from(&*simulator.source_on), Box::from(&*simulator.faults), Box::from(fuses.as_slice()));
        let Self { plan, networks, .. } = self;
        let next = networks.len() as u32;
        let (number, network) = networks
            .entry(key)
            .or_insert_with(|| (next, Network::new(plan, &simulator.source_on, &simulator.faults, fuses)));
        let charges = &simulator.electricity.charges;
        let moving = plan.capacitors.ids().filter(|&capacitor| charges.of(capacitor).since.is_some()).collect();
        if !self.seen.insert((*number, simulator.motion.places.clone().into(), moving)) {
            return None;
        }
        let mut instant = Instant {
            simulator,
            plan,
            network,
            number: *number,
            values: &self.values,
            most_corners: self.most_corners,
            down: down(simulator),
            zones: BTreeMap::new(),
        };
        let mut judgement = Judgement::default();
        for (mechanism, known) in plan.mechanisms.iter() {
            let Drive::Coil { sense, .. } = known.drive else { continue };
            if simulator.motion.is_stuck(mechanism) {
                continue;
            }
            // The sum of the windings, or each by itself.
            let numbers = if sense.is_double() { 0..2 } else { 0..1 };
            let found: Result<Vec<Arc<Extremes>>, Unjudged> = numbers
                .map(|number| instant.extremes(mechanism, sense.is_double().then_some(number), &mut self.known))
                .collect();
            match found {
                Ok(found) => {
                    let nominal = [0, 1].map(|number| found.get(number).map_or(Nanoamps(0), |own| own.nominal));
                    let seat = plan.movement(mechanism).next_seat(simulator.motion.place(mechanism));
                    let asking = Asking { plan, circuit: &self.circuit, mechanism, seat, nominal };
                    let numbered = found.iter().enumerate();
                    judgement.coils.extend(numbered.flat_map(|(number, extremes)| asking.judge(number, extremes)));
                }
                Err(why) => judgement.unjudged.push((known.part, why)),
            }
        }
        Some(judgement)
    }
}

/// The sources that a short circuit takes down.
fn down(simulator: &Simulator) -> Vec<SourceId> {
    let parts = simulator.electricity.standing.iter().flat_map(|short| short.sources.iter());
    parts.filter_map(|&part| simulator.plan.of_part(part).source).collect()
}

/// A circuit as it stands, while its coils are judged.
struct Instant<'m> {
    simulator: &'m Simulator,
    plan: &'m Plan,
    network: &'m Network,
    /// The number of the network among those that were met.
    number: u32,
    values: &'m Values,
    most_corners: u32,
    down: Vec<SourceId>,
    zones: BTreeMap<u32, Standing<'m>>,
}

impl Instant<'_> {
    /// The range of the weighed sum of a mechanism's currents, or of one winding's by itself.
    fn extremes(
        &mut self,
        mechanism: MechanismId,
        only: Option<usize>,
        known: &mut Known,
    ) -> Result<Arc<Extremes>, Unjudged> {
        // Each winding that can carry a current: its zone, island and element, and its share.
        let mut windings = Vec::new();
        for (number, winding) in self.plan.windings(mechanism).enumerate() {
            let LoadKind::Winding { share, .. } = self.plan.loads[winding].kind else { continue };
            let share = match only {
                Some(only) if only != number => continue,
                Some(_) => 1.0,
                None => share,
            };
            let Some(spot) = self.network.load_place(winding) else { continue };
            let zone = self.zones.entry(spot.zone).or_insert_with(|| {
                let zone = &self.network.zones[spot.zone as usize];
                let electricity = &self.simulator.electricity;
                let closed = |index: usize| electricity.is_closed(zone.links[index].link);
                Standing::new(zone, closed, |capacitor| electricity.charges.of(capacitor).since.is_some())
            });
            if zone.is_unsteady(spot.index) {
                return Err(Unjudged::Capacitor);
            }
            if let Some(island) = zone.island_of(spot.index) {
                windings.push(((spot.zone, island), spot.index, share));
            }
        }
        let islands: BTreeSet<(u32, u32)> = windings.iter().map(|&(island, ..)| island).collect();
        let mut key = vec![self.number, mechanism.index() as u32, only.map_or(0, |only| only as u32 + 1)];
        key.extend(self.down.iter().map(|source| source.index() as u32));
        for &(zone, island) in &islands {
            key.push(u32::MAX);
            key.push(zone);
            if let Some(standing) = self.zones.get(&zone) {
                standing.write_key(island, &mut key);
            }
        }
        if let Some(extremes) = known.get(&key) {
            return extremes.clone();
        }
        let mut search = Search::new(self.plan, self.network, self.values, &self.down);
        for (zone, island) in islands {
            let own = windings.iter().filter(|(at, ..)| *at == (zone, island));
            if let Some(standing) = self.zones.get(&zone) {
                search.add(standing.cut(island), own.map(|&(_, element, share)| (element, share)));
            }
        }
        let found = search.extremes(mechanism, self.most_corners).map(Arc::new);
        known.insert(key, found.clone());
        found
    }
}
