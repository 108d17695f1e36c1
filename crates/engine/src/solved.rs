//! The zones of a circuit with their present answers.
//!
//! A zone that drives no coil and can short no source decides nothing: nobody needs its currents
//! before somebody looks at a lamp. While nobody listens it is left behind, and catches up when it is
//! looked at.
//!
//! A zone with capacitors is of a kind of its own: its currents go on by themselves.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::charge::{Charges, StoredZone};
use crate::current::Nanoamps;
use crate::electricity::Changes;
use crate::mechanism::{Place, Request};
use crate::plan::{MechanismId, Plan};
use crate::small::{Coding, Given, SmallZone};
use crate::steps::{Manner, Steps};
use crate::wiring::Wiring;
use crate::zone::{Rail, Solution, Zone, ZoneSolver};

/// A zone with its present answer.
#[derive(Clone, Debug)]
pub(crate) enum Solved {
    Small(Box<SmallZone>),
    Large(Box<LargeZone>),
    Stored(Box<StoredZone>),
}

/// A zone without a key.
#[derive(Clone, Debug)]
pub(crate) struct LargeZone {
    steps: Steps,
    /// What its coils ask for; none before it is first solved.
    asks: Box<[Option<Request>]>,
}

impl Solved {
    fn new(plan: &Plan, zone: &Zone, coding: Option<&Coding>, place: impl Fn(MechanismId) -> Place) -> Self {
        match coding {
            Some(coding) => Self::Small(Box::new(SmallZone::new(zone, coding, place))),
            None => {
                let closed = |index: usize| {
                    let link = &plan.links[zone.links[index].link];
                    link.closed_in.contains(place(link.mechanism))
                };
                if !zone.stores.is_empty() {
                    return Self::Stored(Box::new(StoredZone::new(zone, closed)));
                }
                let asks = vec![None; zone.coils.len()].into();
                Self::Large(Box::new(LargeZone { steps: Steps::new(zone, closed), asks }))
            }
        }
    }

    pub(crate) fn solution(&self) -> &Solution {
        match self {
            Self::Small(small) => small.solution(),
            Self::Large(large) => &large.steps.solution,
            Self::Stored(stored) => stored.solution(),
        }
    }

    fn is_closed(&self, coding: Option<&Coding>, link: usize) -> bool {
        match (self, coding) {
            (Self::Small(small), Some(coding)) => small.is_closed(coding, link),
            (Self::Large(large), _) => large.steps.is_closed(link),
            (Self::Stored(stored), _) => stored.is_closed(link),
            (Self::Small(_), None) => false,
        }
    }

    /// Takes note that potentials changed.
    pub(crate) fn forget(&mut self) {
        match self {
            Self::Small(small) => small.forget(),
            Self::Large(large) => large.steps.forget(),
            Self::Stored(_) => {}
        }
    }

    fn forget_answers(&mut self) {
        match self {
            Self::Small(small) => small.forget_all(),
            Self::Large(large) => large.steps.forget_islands(),
            Self::Stored(_) => {}
        }
    }

    /// Takes note that the contacts of a small zone moved: the bits of its key that change.
    #[inline]
    pub(crate) fn key_moved(&mut self, change: u128) {
        if let Self::Small(small) = self {
            small.moved(change);
        }
    }

    /// Takes note that a link of a zone without a key moved.
    #[inline]
    pub(crate) fn link_moved(&mut self, link: u32) {
        match self {
            Self::Large(large) => large.steps.moved(link),
            Self::Stored(stored) => stored.moved(link),
            Self::Small(_) => {}
        }
    }
}

/// A zone, solved at once or when it is looked at.
#[derive(Clone, Debug)]
pub(crate) enum ZoneState {
    Live(Solved),
    Idle(Box<Idle>),
}

impl ZoneState {
    pub(crate) fn new(plan: &Plan, wiring: &Wiring, number: usize, place: impl Fn(MechanismId) -> Place) -> Self {
        let zone = &wiring.network.zones[number];
        let solved = Solved::new(plan, zone, wiring.codings[number].as_ref(), place);
        if wiring.idle[number] {
            Self::Idle(Box::new(Idle::new(solved, zone.elements.len())))
        } else {
            Self::Live(solved)
        }
    }

    /// The zone, of an idle one as it was last solved.
    #[inline]
    pub(crate) fn solved(&mut self) -> &mut Solved {
        match self {
            Self::Live(solved) => solved,
            Self::Idle(idle) => &mut idle.own().solved,
        }
    }

    pub(crate) fn forget_answers(&mut self) {
        self.solved().forget_answers();
    }

    /// Leaves it behind, if it is idle; otherwise false.
    #[inline]
    pub(crate) fn leave_behind(&mut self) -> bool {
        let Self::Idle(idle) = self else { return false };
        idle.own().behind = true;
        true
    }

    /// Takes note that it was solved.
    #[inline]
    pub(crate) fn caught_up(&mut self) {
        if let Self::Idle(idle) = self {
            idle.own().behind = false;
        }
    }

    pub(crate) fn is_closed(&self, coding: Option<&Coding>, link: usize) -> bool {
        match self {
            Self::Live(solved) => solved.is_closed(coding, link),
            Self::Idle(idle) => lock(&idle.zone).solved.is_closed(coding, link),
        }
    }

    /// The zone, if it has capacitors.
    #[inline]
    pub(crate) fn stored(&self) -> Option<&StoredZone> {
        match self {
            Self::Live(Solved::Stored(stored)) => Some(stored),
            _ => None,
        }
    }

    /// The current of an element.
    #[inline]
    pub(crate) fn current(&self, number: u32, present: Present<'_>, element: usize, charges: &Charges) -> Nanoamps {
        match self {
            Self::Live(Solved::Stored(stored)) => stored.current(element, charges),
            Self::Live(solved) => solved.solution().currents.get(element).copied().unwrap_or_default(),
            Self::Idle(idle) => idle.current(number, present, element),
        }
    }

    /// As [`ZoneState::current`], of a zone that nobody else can look at.
    #[inline]
    pub(crate) fn current_alone(
        &mut self,
        number: u32,
        present: Present<'_>,
        element: usize,
        charges: &Charges,
    ) -> Nanoamps {
        let solution = match self {
            Self::Live(Solved::Stored(stored)) => return stored.current(element, charges),
            Self::Live(solved) => solved.solution(),
            Self::Idle(idle) => idle.own().catch_up(number, present),
        };
        solution.currents.get(element).copied().unwrap_or_default()
    }

    /// Whether a diode conducts; an idle zone has none.
    pub(crate) fn conducts(&self, diode: usize) -> bool {
        match self {
            Self::Live(solved) => solved.solution().conducting.get(diode).copied().unwrap_or_default(),
            Self::Idle(_) => false,
        }
    }
}

/// A zone that decides nothing. Many may look at it at once; the first of them brings it up to date.
#[derive(Debug)]
pub(crate) struct Idle {
    zone: Mutex<IdleZone>,
    /// Its currents to be looked at, if they are not out of date.
    shown: Box<[AtomicI64]>,
    out_of_date: AtomicBool,
}

#[derive(Clone, Debug)]
struct IdleZone {
    solved: Solved,
    /// Contacts moved since it was last solved.
    behind: bool,
    solver: ZoneSolver,
    /// Nobody's: what it changes decides nothing.
    changes: Changes,
}

impl Clone for Idle {
    fn clone(&self) -> Self {
        Self::of(lock(&self.zone).clone(), self.shown.len())
    }
}

/// A zone that a panic left half solved is no worse than any other: what is asked of it is asked again.
fn lock(zone: &Mutex<IdleZone>) -> MutexGuard<'_, IdleZone> {
    zone.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Idle {
    fn new(solved: Solved, elements: usize) -> Self {
        let (solver, changes) = (ZoneSolver::default(), Changes::default());
        Self::of(IdleZone { solved, behind: false, solver, changes }, elements)
    }

    fn of(zone: IdleZone, elements: usize) -> Self {
        let shown = (0..elements).map(|_| AtomicI64::new(0)).collect();
        Self { zone: Mutex::new(zone), shown, out_of_date: AtomicBool::new(true) }
    }

    /// The zone, to be changed.
    #[inline]
    fn own(&mut self) -> &mut IdleZone {
        *self.out_of_date.get_mut() = true;
        self.zone.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn current(&self, number: u32, present: Present<'_>, element: usize) -> Nanoamps {
        if self.out_of_date.load(Ordering::Acquire) {
            self.show(number, present);
        }
        Nanoamps(self.shown.get(element).map_or(0, |current| current.load(Ordering::Relaxed)))
    }

    #[cold]
    fn show(&self, number: u32, present: Present<'_>) {
        let mut zone = lock(&self.zone);
        for (shown, current) in self.shown.iter().zip(&zone.catch_up(number, present).currents) {
            shown.store(current.0, Ordering::Relaxed);
        }
        self.out_of_date.store(false, Ordering::Release);
    }
}

impl IdleZone {
    #[inline]
    fn catch_up(&mut self, number: u32, present: Present<'_>) -> &Solution {
        let Self { solved, behind, solver, changes } = self;
        if std::mem::take(behind) {
            changes.clear();
            Update { present, solver, watch: false, changes }.zone(number, solved);
        }
        solved.solution()
    }
}

/// What all zones are solved with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Present<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) wiring: &'a Wiring,
    pub(crate) rails: &'a [Rail],
    pub(crate) manner: Manner,
}

/// What bringing a zone up to date takes, besides the zone.
pub(crate) struct Update<'a> {
    pub(crate) present: Present<'a>,
    pub(crate) solver: &'a mut ZoneSolver,
    pub(crate) watch: bool,
    pub(crate) changes: &'a mut Changes,
}

impl Update<'_> {
    /// Brings a zone up to date; true if it cannot be solved because of a short circuit. None for a zone
    /// with capacitors, which needs to know what these hold.
    #[inline]
    pub(crate) fn zone(&mut self, number: u32, solved: &mut Solved) -> Option<bool> {
        match (solved, &self.present.wiring.codings[number as usize]) {
            (Solved::Small(small), Some(coding)) => Some(self.small(number, coding, small)),
            (Solved::Large(large), _) => Some(self.large(number, large)),
            (Solved::Small(_), None) => Some(false),
            (Solved::Stored(_), _) => None,
        }
    }

    #[inline]
    fn small(&mut self, number: u32, coding: &Coding, small: &mut SmallZone) -> bool {
        let Self { present: Present { plan, wiring, rails, manner }, solver, watch, changes } = self;
        let zone = &wiring.network.zones[number as usize];
        let former = small.update(Given { plan, zone, coding, rails, manner: *manner, watch: *watch }, solver);
        let new = small.decision();
        if small.is_present(former) {
            return new.conflict;
        }
        if !zone.coils.is_empty() {
            let split = &wiring.split[number as usize];
            let known = u64::MAX >> (64 - zone.coils.len());
            let mut differing = new.differing(&former.decision) & known & !split.first_word();
            while differing != 0 {
                let coil = differing.trailing_zeros() as usize;
                differing &= differing - 1;
                changes.requests.push((zone.coils[coil].mechanism, new.request(coil)));
            }
            if split.first_word() != 0 {
                let own = zone.coils.iter().enumerate().filter(|&(coil, _)| split.has(coil));
                changes.touched.extend(own.map(|(_, coil)| coil.mechanism));
            }
        }
        if *watch {
            let (new, old): (&[Nanoamps], _) = (&small.solution().currents, small.former_currents(former));
            for (index, element) in zone.elements.iter().enumerate() {
                if old.get(index).copied().unwrap_or_default() != new[index] {
                    changes.loads.push(element.load);
                }
            }
        }
        new.conflict
    }

    fn large(&mut self, number: u32, large: &mut LargeZone) -> bool {
        let Self { present: Present { plan, wiring, rails, manner }, solver, watch, changes } = self;
        let zone = &wiring.network.zones[number as usize];
        let split = &wiring.split[number as usize];
        let LargeZone { steps, asks } = large;
        steps.update(zone, rails, solver, *manner);
        for &element in &steps.changed {
            if *watch {
                changes.loads.push(zone.elements[element as usize].load);
            }
            let Some(coil) = zone.coil_of(element) else { continue };
            let mechanism = zone.coils[coil].mechanism;
            if split.has(coil) {
                changes.touched.push(mechanism);
                continue;
            }
            let new = zone.coils[coil].asks(plan, zone, &steps.solution.currents);
            if asks[coil].replace(new) != Some(new) {
                changes.requests.push((mechanism, new));
            }
        }
        steps.solution.conflict
    }
}
