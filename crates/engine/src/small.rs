//! Small zones: the positions of their contacts fit into one key, and answers may be remembered
//! under exactly that key.
//!
//! Remembering never decides: what is not remembered is solved, and gives the same.

use hashbrown::HashTable;

use crate::current::Nanoamps;
use crate::mechanism::{Place, Request};
use crate::plan::{Drive, LoadKind, MechanismId, Plan};
use crate::zone::{Rail, Solution, Zone, ZoneSolver};

/// A zone whose key would have more bits than this is solved step by step instead.
const KEY_BITS: u32 = 128;
/// Driven mechanisms and lamps are kept in words of 64 bits.
const WORD: usize = 64;
/// Keys of up to so many bits index a table; longer ones are hashed.
const TABLE_BITS: u32 = 6;
const NONE: u32 = u32::MAX;

/// How the positions of a zone's contacts are written into its key.
#[derive(Clone, Debug)]
pub(crate) struct Coding {
    bits: u32,
    /// For each link: where its mechanism's pattern stands in the key, and in which it is closed.
    links: Box<[LinkCode]>,
    /// For each mechanism with links here, its field of the key.
    pub(crate) fields: Box<[Field]>,
}

#[derive(Clone, Copy, Debug)]
struct LinkCode {
    shift: u8,
    mask: u8,
    closed: u8,
}

/// The field of a mechanism in a zone's key: which pattern of closed contacts each place gives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) mechanism: MechanismId,
    pub(crate) shift: u8,
    pub(crate) patterns: [u8; 4],
}

impl Coding {
    /// The coding of a zone, or none if the zone is too large for one.
    pub(crate) fn new(plan: &Plan, zone: &Zone) -> Option<Self> {
        if zone.driven.len() > WORD || zone.lamps.len() > WORD || zone.links.len() > 4 * KEY_BITS as usize {
            return None;
        }
        let mut coding = Self { bits: 0, links: Box::default(), fields: Box::default() };
        let mut links = Vec::with_capacity(zone.links.len());
        let mut fields = Vec::new();
        let mut start = 0;
        // Links of one mechanism follow each other in the tables.
        while start < zone.links.len() {
            let mechanism = plan.links[zone.links[start].link].mechanism;
            let same =
                |index: usize| zone.links.get(index).is_some_and(|link| plan.links[link.link].mechanism == mechanism);
            let mut end = start;
            while same(end) {
                end += 1;
            }
            let own = &zone.links[start..end];
            let closed_at =
                |place: u8| own.iter().map(move |link| plan.links[link.link].closed_in.contains(Place(place)));
            let mut patterns = [0u8; 4];
            let mut kinds: Vec<u8> = Vec::new();
            for place in 0..4u8 {
                let known = kinds.iter().position(|&other| closed_at(place).eq(closed_at(other)));
                patterns[place as usize] = known.unwrap_or(kinds.len()) as u8;
                if known.is_none() {
                    kinds.push(place);
                }
            }
            let width = usize::BITS - (kinds.len() - 1).leading_zeros();
            if coding.bits + width > KEY_BITS {
                return None;
            }
            let (shift, mask) = (coding.bits as u8, ((1u32 << width) - 1) as u8);
            for link in own {
                let closed_in = plan.links[link.link].closed_in;
                let closed = kinds
                    .iter()
                    .enumerate()
                    .filter(|&(_, &place)| closed_in.contains(Place(place)))
                    .fold(0, |set, (pattern, _)| set | 1 << pattern);
                links.push(LinkCode { shift, mask, closed });
            }
            fields.push(Field { mechanism, shift, patterns });
            coding.bits += width;
            start = end;
        }
        coding.links = links.into();
        coding.fields = fields.into();
        Some(coding)
    }

    fn is_closed(&self, key: u128, link: usize) -> bool {
        let code = self.links[link];
        code.closed >> ((key >> code.shift) as u8 & code.mask) & 1 == 1
    }
}

/// What the currents of a zone decide, by place in its `driven`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    /// Who asks to operate, and who to release.
    pub(crate) operate: u64,
    pub(crate) release: u64,
    /// The zone cannot be solved: a short circuit.
    pub(crate) conflict: bool,
}

impl Decision {
    /// Unlike any real one, so that every request is new when a zone is first solved.
    const UNSOLVED: Self = Self { operate: u64::MAX, release: u64::MAX, conflict: false };

    pub(crate) fn request(&self, driven: usize) -> Request {
        if self.operate >> driven & 1 == 1 {
            Request::Operate
        } else if self.release >> driven & 1 == 1 {
            Request::Release
        } else {
            Request::Nothing
        }
    }

    fn new(plan: &Plan, zone: &Zone, solution: &Solution) -> Self {
        let mut decision = Self { operate: 0, release: 0, conflict: solution.conflict };
        let mut element = 0;
        for (driven, &mechanism) in zone.driven.iter().enumerate() {
            // The sum over the windings that are here; a mechanism with others elsewhere is summed
            // by whoever sees all zones.
            let mut sum = WeighedSum::default();
            let mut begun = false;
            while element < zone.elements.len() {
                match plan.loads[zone.elements[element].load].kind {
                    LoadKind::Winding { mechanism: other, share } if other == mechanism => {
                        sum.add(share, solution.currents[element]);
                        begun = true;
                    }
                    _ if begun => break,
                    _ => {}
                }
                element += 1;
            }
            let current = sum.total();
            match request(plan, mechanism, current) {
                Request::Operate => decision.operate |= 1 << driven,
                Request::Release => decision.release |= 1 << driven,
                Request::Nothing => {}
            }
        }
        decision
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

/// What a coil asks for at a current.
pub(crate) fn request(plan: &Plan, mechanism: MechanismId, current: Nanoamps) -> Request {
    let strength = current.0.saturating_abs();
    match plan.mechanisms[mechanism].drive {
        Drive::Coil { operate, .. } if strength >= operate.0 => Request::Operate,
        Drive::Coil { release, .. } if strength < release.0 => Request::Release,
        _ => Request::Nothing,
    }
}

/// What a zone is solved with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) zone: &'a Zone,
    pub(crate) coding: &'a Coding,
    pub(crate) rails: &'a [Rail],
    /// How many answers may be remembered.
    pub(crate) capacity: usize,
}

/// The answer before an update.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Former(u32);

/// A small zone with its present key and its remembered answers.
#[derive(Clone, Debug)]
pub(crate) struct SmallZone {
    key: u128,
    present: u32,
    /// The answers: what they decide, and the currents.
    decisions: Vec<Decision>,
    solutions: Vec<Solution>,
    index: Index,
}

#[derive(Clone, Debug)]
enum Index {
    Table(Box<[u32]>),
    /// Keys beside the numbers of their answers, so that a look-up touches one place.
    Hashed(HashTable<(u128, u32)>),
}

impl SmallZone {
    pub(crate) fn new(coding: &Coding, place: impl Fn(MechanismId) -> Place) -> Self {
        let mut key = 0;
        for field in &coding.fields {
            key |= u128::from(field.patterns[place(field.mechanism).0 as usize]) << field.shift;
        }
        let index = if coding.bits <= TABLE_BITS {
            Index::Table(vec![NONE; 1 << coding.bits].into())
        } else {
            Index::Hashed(HashTable::new())
        };
        let (decisions, solutions) = (vec![Decision::UNSOLVED], vec![Solution::default()]);
        Self { key, present: 0, decisions, solutions, index }
    }

    /// Takes note that contacts moved: the bits of the key that change.
    #[inline]
    pub(crate) fn moved(&mut self, change: u128) {
        self.key ^= change;
    }

    pub(crate) fn solution(&self) -> &Solution {
        &self.solutions[self.present as usize]
    }

    pub(crate) fn is_closed(&self, coding: &Coding, link: usize) -> bool {
        coding.is_closed(self.key, link)
    }

    /// Forgets everything but the present answer, which stays to be compared with the next.
    pub(crate) fn forget(&mut self) {
        match &mut self.index {
            Index::Table(table) => table.fill(NONE),
            Index::Hashed(hashed) => hashed.clear(),
        }
        let present = self.present as usize;
        self.decisions.swap(0, present);
        self.solutions.swap(0, present);
        self.decisions.truncate(1);
        self.solutions.truncate(1);
        self.present = 0;
    }

    /// Makes the answer for the present key the present one; returns the one that was.
    #[inline]
    pub(crate) fn update(&mut self, given: Given<'_>, solver: &mut ZoneSolver) -> Former {
        let former = self.present;
        if let Some(known) = self.find() {
            self.present = known;
            return Former(former);
        }
        self.solve(given, solver)
    }

    fn solve(&mut self, given: Given<'_>, solver: &mut ZoneSolver) -> Former {
        let Given { plan, zone, coding, rails, capacity } = given;
        // Without remembering there are two answers in turn: the present one and the one before.
        if self.solutions.len() > capacity.max(1) && capacity > 0 {
            self.forget();
        }
        let former = self.present;
        let new = if capacity == 0 { 1 - former.min(1) } else { self.solutions.len() as u32 };
        if new as usize == self.solutions.len() {
            self.decisions.push(Decision::UNSOLVED);
            self.solutions.push(Solution::default());
        }
        let solution = &mut self.solutions[new as usize];
        let key = self.key;
        solver.solve(zone, rails, |link| coding.is_closed(key, link), solution);
        self.decisions[new as usize] = Decision::new(plan, zone, solution);
        if capacity > 0 {
            self.insert(new);
        }
        self.present = new;
        Former(former)
    }

    pub(crate) fn decision(&self) -> Decision {
        self.decisions[self.present as usize]
    }

    /// What was decided before the last update, and the currents then.
    pub(crate) fn former(&self, former: Former) -> (Decision, &Solution) {
        (self.decisions[former.0 as usize], &self.solutions[former.0 as usize])
    }

    pub(crate) fn is_present(&self, former: Former) -> bool {
        former.0 == self.present
    }

    fn find(&self) -> Option<u32> {
        match &self.index {
            Index::Table(table) => Some(table[self.key as usize]).filter(|&found| found != NONE),
            Index::Hashed(hashed) => {
                hashed.find(hash(self.key), |&(key, _)| key == self.key).map(|&(_, answer)| answer)
            }
        }
    }

    fn insert(&mut self, new: u32) {
        match &mut self.index {
            Index::Table(table) => table[self.key as usize] = new,
            Index::Hashed(hashed) => {
                hashed.insert_unique(hash(self.key), (self.key, new), |&(key, _)| hash(key));
            }
        }
    }
}

fn hash(key: u128) -> u64 {
    let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
    let mixed = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 32)
}
