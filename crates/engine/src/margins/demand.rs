//! What is asked of the currents that a mechanism judges.

use kiber_netlist::{Circuit, PartId, PartKind, Quantity};

use super::extremes::{Extremes, Strength};
use super::{CoilMargin, Demand};
use crate::current::Nanoamps;
use crate::decide::request;
use crate::mechanism::Place;
use crate::plan::{Drive, MechanismId, Plan};

/// A current between thresholds, by its direction: from at least the operate current backwards to at
/// least the operate current forwards.
const REGIONS: usize = 5;

/// A mechanism, the seat that it stands in or travels to, and its currents at the nominal values.
pub(super) struct Asking<'p> {
    pub(super) plan: &'p Plan,
    pub(super) circuit: &'p Circuit,
    pub(super) mechanism: MechanismId,
    pub(super) seat: Place,
    /// Of the sum of the windings, or of both where each is judged by itself.
    pub(super) nominal: [Nanoamps; 2],
}

impl Asking<'_> {
    /// What the current of that number must reach, and what it must stay below, so that the mechanism
    /// does what it does at the nominal values: leaves for where it leaves, or stays. The other current is
    /// taken at its nominal value.
    pub(super) fn judge(&self, number: usize, extremes: &Extremes) -> Vec<CoilMargin> {
        let known = &self.plan.mechanisms[self.mechanism];
        let Drive::Coil { operate, release, sense, .. } = known.drive else { return Vec::new() };
        let winding = sense.is_double().then_some(number);
        let Some(ranges) = Ranges::of(self.circuit, known.part, winding) else { return Vec::new() };
        let effects = self.effects(number, operate, release);
        let at_now = region(self.nominal[number], operate, release);
        let leaves = effects[at_now].is_some();
        let mut margins = Vec::new();
        let mut add = |demand: Demand, threshold: f64, strength: Strength<'_>| {
            let corner = if demand.must_reach() { strength.least_at } else { strength.greatest_at };
            margins.push(CoilMargin {
                part: known.part,
                winding,
                demand,
                backwards: strength.backwards,
                least: strength.least,
                nominal: strength.nominal,
                greatest: strength.greatest,
                threshold: Nanoamps::from_amps(threshold / 1e3),
                exact: extremes.exact,
                corner: corner.to_vec(),
            });
        };
        let (reach, stay_below) =
            if leaves { (Demand::Operate, Demand::Release) } else { (Demand::Hold, Demand::Stay) };
        let last = REGIONS - 1;
        let same = |at: &usize| effects[*at] == effects[at_now];
        if sense.has_direction() {
            // The regions around the present one in which it does the same.
            let low = (0..at_now).rev().take_while(same).last().unwrap_or(at_now);
            let high = (at_now + 1..=last).take_while(same).last().unwrap_or(at_now);
            match low {
                4 => add(reach, ranges.operate.max, extremes.towards(false)),
                3 => add(reach, ranges.release.max, extremes.towards(false)),
                2 => add(stay_below, ranges.release.min, extremes.towards(true)),
                1 => add(stay_below, ranges.operate.min, extremes.towards(true)),
                _ => {}
            }
            match high {
                0 => add(reach, ranges.operate.max, extremes.towards(true)),
                1 => add(reach, ranges.release.max, extremes.towards(true)),
                2 => add(stay_below, ranges.release.min, extremes.towards(false)),
                3 => add(stay_below, ranges.operate.min, extremes.towards(false)),
                _ => {}
            }
        } else {
            // One direction is as good as the other: regions by strength alone.
            let at_now = at_now.max(last - at_now);
            let low = (last / 2..at_now).rev().take_while(same).last().unwrap_or(at_now);
            let high = (at_now + 1..=last).take_while(same).last().unwrap_or(at_now);
            match low {
                4 => add(reach, ranges.operate.max, extremes.strength()),
                3 => add(reach, ranges.release.max, extremes.strength()),
                _ => {}
            }
            match high {
                2 => add(stay_below, ranges.release.min, extremes.strength()),
                3 => add(stay_below, ranges.operate.min, extremes.strength()),
                _ => {}
            }
        }
        margins
    }

    /// Where the mechanism leaves for with the current of that number in each region.
    fn effects(&self, number: usize, operate: Nanoamps, release: Nanoamps) -> [Option<Place>; REGIONS] {
        let movement = self.plan.movement(self.mechanism);
        let between = release.0.min(operate.0.saturating_sub(1)).max(0);
        // Where there is nothing below the release current, all that is below the operate current is one.
        let still = if release.0 > 0 { 0 } else { between };
        [-operate.0, -between, still, between, operate.0].map(|current| {
            let mut currents = self.nominal;
            currents[number] = Nanoamps(current);
            movement.departure(self.seat, request(self.plan, self.mechanism, currents)).map(|departure| departure.to)
        })
    }
}

fn region(current: Nanoamps, operate: Nanoamps, release: Nanoamps) -> usize {
    let strength = current.0.saturating_abs();
    match (strength >= operate.0, strength >= release.0, current.0 < 0) {
        (true, _, true) => 0,
        (false, true, true) => 1,
        (false, false, _) => 2,
        (false, true, false) => 3,
        (true, _, false) => 4,
    }
}

/// The ranges of what a mechanism's current is compared with, in milliamperes.
pub(super) struct Ranges {
    pub(super) operate: Quantity,
    pub(super) release: Quantity,
}

impl Ranges {
    /// Those of a part that currents move: of its windings together, or of one.
    pub(super) fn of(circuit: &Circuit, part: PartId, winding: Option<usize>) -> Option<Self> {
        let kind = &circuit.parts.get(part)?.kind;
        let (operate, release) = match kind {
            PartKind::Relay(relay) => (relay.operate_ma, relay.release_ma),
            PartKind::Stepper(stepper) => (stepper.coil.operate_ma, stepper.release_ma),
            _ => return None,
        };
        let (mut least, mut most) = (1.0f64, 1.0f64);
        for (number, coil) in kind.coils().enumerate() {
            if winding.is_none_or(|winding| winding == number) {
                least = least.min(coil.operate_ma.min / coil.operate_ma.nominal);
                most = most.max(coil.operate_ma.max / coil.operate_ma.nominal);
            }
        }
        let nominal = operate.nominal;
        Some(Self { operate: Quantity { min: nominal * least, max: nominal * most, ..operate }, release })
    }
}
