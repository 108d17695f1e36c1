//! What the currents of a zone decide: what each coil asks for.

use crate::current::Nanoamps;
use crate::mechanism::Request;
use crate::plan::{Drive, LoadKind, MechanismId, Plan};
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
    operate: Nanoamps,
    release: Nanoamps,
}

impl Coil {
    /// A mechanism whose first winding in the zone is element `first`.
    pub(crate) fn new(plan: &Plan, mechanism: MechanismId, first: u32) -> Self {
        let (operate, release) = match plan.mechanisms[mechanism].drive {
            Drive::Coil { operate, release, .. } => (operate, release),
            Drive::Hand => (Nanoamps(i64::MAX), Nanoamps(0)),
        };
        Self { mechanism, first, windings: 0, plain: false, operate, release }
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
        asks(total, self.operate, self.release)
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

#[inline]
fn asks(current: Nanoamps, operate: Nanoamps, release: Nanoamps) -> Request {
    let strength = current.0.saturating_abs();
    if strength >= operate.0 {
        Request::Operate
    } else if strength < release.0 {
        Request::Release
    } else {
        Request::Nothing
    }
}

/// What a mechanism asks for at the current that its windings sum up to; nothing if it has none.
pub(crate) fn request(plan: &Plan, mechanism: MechanismId, current: Nanoamps) -> Request {
    match plan.mechanisms[mechanism].drive {
        Drive::Coil { operate, release, .. } => asks(current, operate, release),
        Drive::Hand => Request::Nothing,
    }
}

/// What up to 64 coils of a zone ask for, by their place among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    /// Who asks to operate, and who to release.
    operate: u64,
    release: u64,
    /// The zone cannot be solved: a short circuit.
    pub(crate) conflict: bool,
}

impl Decision {
    /// Unlike any real one, so that every request is new when a zone is first solved.
    pub(crate) const UNSOLVED: Self = Self { operate: u64::MAX, release: u64::MAX, conflict: false };
    /// Nobody asks for anything.
    pub(crate) const NOTHING: Self = Self { operate: 0, release: 0, conflict: false };

    #[inline]
    pub(crate) fn request(&self, coil: usize) -> Request {
        if self.operate >> coil & 1 == 1 {
            Request::Operate
        } else if self.release >> coil & 1 == 1 {
            Request::Release
        } else {
            Request::Nothing
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, coil: usize, asks: Request) {
        let bit = 1 << coil;
        self.operate = self.operate & !bit | if asks == Request::Operate { bit } else { 0 };
        self.release = self.release & !bit | if asks == Request::Release { bit } else { 0 };
    }

    /// The coils that ask for something else than they do in another decision.
    #[inline]
    pub(crate) fn differing(&self, other: &Self) -> u64 {
        (self.operate ^ other.operate) | (self.release ^ other.release)
    }
}
