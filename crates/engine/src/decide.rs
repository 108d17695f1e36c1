//! What the currents of a zone decide: what each coil asks for.

use crate::current::Nanoamps;
use crate::mechanism::Request;
use crate::plan::{Drive, LoadKind, MechanismId, Plan, Sense};
use crate::zone::Zone;

/// A mechanism with windings in a zone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coil {
    pub(crate) mechanism: MechanismId,
    /// Its windings are the elements from here on; a mechanism with others elsewhere is summed by
    /// whoever sees all zones.
    first: u32,
    windings: u32,
    /// Whether it has a single winding here, whose current counts as it is.
    plain: bool,
    thresholds: Thresholds,
}

/// From which currents a mechanism asks for what.
#[derive(Clone, Copy, Debug)]
struct Thresholds {
    operate: Nanoamps,
    release: Nanoamps,
    sense: Sense,
}

impl Coil {
    /// A mechanism whose first winding in the zone is element `first`.
    pub(crate) fn new(plan: &Plan, mechanism: MechanismId, first: u32) -> Self {
        Self { mechanism, first, windings: 0, plain: false, thresholds: thresholds(plan, mechanism) }
    }

    /// One more winding, the element after those there are.
    pub(crate) fn add_winding(&mut self, share: f64) {
        self.windings += 1;
        self.plain = self.windings == 1 && share == 1.0;
    }

    /// What it asks for at the currents of the zone's elements.
    #[inline]
    pub(crate) fn asks(&self, plan: &Plan, zone: &Zone, currents: &[Nanoamps]) -> Request {
        let first = self.first as usize;
        if self.thresholds.sense.is_double() {
            let own = |winding: usize| {
                if winding < self.windings as usize { currents[first + winding] } else { Nanoamps(0) }
            };
            return asks([own(0), own(1)], self.thresholds);
        }
        let total = if self.plain {
            currents[first]
        } else {
            let mut sum = WeighedSum::default();
            let own = first..first + self.windings as usize;
            for (element, &current) in zone.elements[own.clone()].iter().zip(&currents[own]) {
                if let LoadKind::Winding { share, .. } = plan.loads[element.load].kind {
                    sum.add(share, current);
                }
            }
            sum.total()
        };
        asks([total, Nanoamps(0)], self.thresholds)
    }
}

/// The sum over the windings of a relay, each weighed by the relay's operate current over its own.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WeighedSum {
    /// What windings without a weight of their own carry: whole nanoamperes, as they are.
    plain: i64,
    weighed: f64,
}

impl WeighedSum {
    #[inline]
    pub(crate) fn add(&mut self, share: f64, current: Nanoamps) {
        if share == 1.0 {
            self.plain = self.plain.saturating_add(current.0);
        } else {
            self.weighed += share * current.0 as f64;
        }
    }

    #[inline]
    pub(crate) fn total(self) -> Nanoamps {
        if self.weighed == 0.0 {
            return Nanoamps(self.plain);
        }
        Nanoamps(self.plain.saturating_add(self.weighed.round_ties_even() as i64))
    }
}

fn thresholds(plan: &Plan, mechanism: MechanismId) -> Thresholds {
    match plan.mechanisms[mechanism].drive {
        Drive::Coil { operate, release, sense, .. } => Thresholds { operate, release, sense },
        _ => Thresholds { operate: Nanoamps(i64::MAX), release: Nanoamps(0), sense: Sense::Neutral },
    }
}

/// What is asked at the sum of the windings, or at the two currents that are judged each by itself.
#[inline]
fn asks([first, second]: [Nanoamps; 2], Thresholds { operate, release, sense }: Thresholds) -> Request {
    let neutral = |current: Nanoamps| {
        let strength = current.0.saturating_abs();
        if strength >= operate.0 {
            Request::Operate
        } else if strength < release.0 {
            Request::Release
        } else {
            Request::Nothing
        }
    };
    let drives = |current: Nanoamps| current.0.saturating_abs() >= operate.0;
    match sense {
        Sense::Neutral => neutral(first),
        Sense::TwoWays | Sense::ThreeWays => match (neutral(first), first.0 > 0) {
            (Request::Operate, true) => Request::Operate,
            (Request::Operate, false) if sense == Sense::ThreeWays => Request::Reverse,
            (Request::Operate, false) => Request::Release,
            (Request::Release, _) if sense == Sense::ThreeWays => Request::Release,
            _ => Request::Nothing,
        },
        Sense::SetReset => match (drives(first), drives(second)) {
            (true, false) => Request::Operate,
            (false, true) => Request::Release,
            _ => Request::Nothing,
        },
        Sense::StepHome if drives(second) => Request::Reverse,
        Sense::StepHome => neutral(first),
    }
}

/// What a mechanism asks for at the current that its windings sum up to, or at those of its two
/// windings where they are judged each by itself; nothing if it has none.
pub(crate) fn request(plan: &Plan, mechanism: MechanismId, currents: [Nanoamps; 2]) -> Request {
    match plan.mechanisms[mechanism].drive {
        Drive::Coil { .. } => asks(currents, thresholds(plan, mechanism)),
        _ => Request::Nothing,
    }
}

/// Whether both windings of a mechanism are driven that ask for opposite things.
pub(crate) fn both_driven(plan: &Plan, mechanism: MechanismId, [first, second]: [Nanoamps; 2]) -> bool {
    let Thresholds { operate, sense, .. } = thresholds(plan, mechanism);
    sense == Sense::SetReset && [first, second].iter().all(|current| current.0.saturating_abs() >= operate.0)
}

/// What up to 64 coils of a zone ask for, by their place among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    /// Who asks to operate, who to release, and who to go the other way.
    operate: u64,
    release: u64,
    reverse: u64,
    /// The zone cannot be solved: a short circuit.
    pub(crate) conflict: bool,
}

impl Decision {
    /// Unlike any real one, so that every request is new when a zone is first solved.
    pub(crate) const UNSOLVED: Self = Self { operate: u64::MAX, release: u64::MAX, reverse: u64::MAX, conflict: false };
    /// Nobody asks for anything.
    pub(crate) const NOTHING: Self = Self { operate: 0, release: 0, reverse: 0, conflict: false };

    #[inline]
    pub(crate) fn request(&self, coil: usize) -> Request {
        if self.operate >> coil & 1 == 1 {
            Request::Operate
        } else if self.release >> coil & 1 == 1 {
            Request::Release
        } else if self.reverse >> coil & 1 == 1 {
            Request::Reverse
        } else {
            Request::Nothing
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, coil: usize, asks: Request) {
        let bit = 1 << coil;
        self.operate = self.operate & !bit | if asks == Request::Operate { bit } else { 0 };
        self.release = self.release & !bit | if asks == Request::Release { bit } else { 0 };
        self.reverse = self.reverse & !bit | if asks == Request::Reverse { bit } else { 0 };
    }

    /// The coils that ask for something else than they do in another decision.
    #[inline]
    pub(crate) fn differing(&self, other: &Self) -> u64 {
        (self.operate ^ other.operate) | (self.release ^ other.release) | (self.reverse ^ other.reverse)
    }
}
