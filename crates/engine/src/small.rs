//! Small zones: the positions of their contacts fit into one key, and answers may be remembered
//! under exactly that key.
//!
//! That makes what is done over and over quick. An answer is only kept when its key is asked for a
//! second time: who looks at every state once would keep what nobody asks for again. Remembering
//! never decides: what is not remembered is solved, and gives the same.

use hashbrown::HashTable;

use crate::current::Nanoamps;
use crate::decide::Decision;
use crate::mechanism::Place;
use crate::plan::{MechanismId, Plan};
use crate::steps::{Manner, Steps};
use crate::zone::{Rail, Solution, Zone, ZoneSolver};

/// A zone whose key would have more bits than this has none.
const KEY_BITS: u32 = 128;
/// What coils decide is kept in words of 64 bits.
const WORD: usize = 64;
/// Keys of up to so many bits index a table; longer ones are hashed.
const TABLE_BITS: u32 = 6;
/// A mechanism with more patterns of closed contacts than this has no field in a key.
const PATTERNS: usize = 64;
const NONE: u32 = u32::MAX;
/// The present answer is that of the steps, not a remembered one.
const STEPPED: u32 = u32::MAX;
/// So many keys that were asked for are known at most.
const ASKED: usize = 1 << 12;

/// How the positions of a zone's contacts are written into its key.
#[derive(Clone, Debug)]
pub(crate) struct Coding {
    bits: u32,
    /// For each link: where its mechanism's pattern stands in the key, and in which it is closed.
    links: Box<[LinkCode]>,
    /// For each mechanism with links here, its field of the key.
    pub(crate) fields: Box<[Field]>,
    /// For each bit of the key, the field it belongs to.
    field_of_bit: Box<[u8]>,
}

#[derive(Clone, Copy, Debug)]
struct LinkCode {
    shift: u8,
    mask: u8,
    /// The patterns in which it is closed.
    closed: u64,
}

/// The field of a mechanism in a zone's key: which pattern of closed contacts each place gives.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) mechanism: MechanismId,
    pub(crate) shift: u8,
    mask: u8,
    /// By place.
    pub(crate) patterns: Box<[u8]>,
    /// Its links are `links.0 .. links.1`.
    links: (u32, u32),
}

impl Coding {
    /// The coding of a zone, or none if the zone is too large for one.
    pub(crate) fn new(plan: &Plan, zone: &Zone) -> Option<Self> {
        if zone.coils.len() > WORD || zone.links.len() > 4 * KEY_BITS as usize {
            return None;
        }
        let mut bits = 0;
        let mut links = Vec::with_capacity(zone.links.len());
        let mut fields = Vec::new();
        let mut field_of_bit = Vec::new();
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
                |place: u16| own.iter().map(move |link| plan.links[link.link].closed_in.contains(Place(place)));
            let places = plan.movement(mechanism).places.len() as u16;
            let mut patterns = Vec::with_capacity(places as usize);
            let mut kinds: Vec<u16> = Vec::new();
            for place in 0..places {
                let known = kinds.iter().position(|&other| closed_at(place).eq(closed_at(other)));
                patterns.push(known.unwrap_or(kinds.len()) as u8);
                if known.is_none() {
                    kinds.push(place);
                    if kinds.len() > PATTERNS {
                        return None;
                    }
                }
            }
            let width = usize::BITS - (kinds.len() - 1).leading_zeros();
            if bits + width > KEY_BITS {
                return None;
            }
            let (shift, mask) = (bits as u8, ((1u32 << width) - 1) as u8);
            for link in own {
                let closed_in = &plan.links[link.link].closed_in;
                let closed = kinds
                    .iter()
                    .enumerate()
                    .filter(|&(_, &place)| closed_in.contains(Place(place)))
                    .fold(0, |set, (pattern, _)| set | 1u64 << pattern);
                links.push(LinkCode { shift, mask, closed });
            }
            field_of_bit.extend((0..width).map(|_| fields.len() as u8));
            fields.push(Field { mechanism, shift, mask, patterns: patterns.into(), links: (start as u32, end as u32) });
            bits += width;
            start = end;
        }
        Some(Self { bits, links: links.into(), fields: fields.into(), field_of_bit: field_of_bit.into() })
    }

    #[inline]
    fn is_closed(&self, key: u128, link: usize) -> bool {
        let code = self.links[link];
        code.closed >> ((key >> code.shift) as u8 & code.mask) & 1 == 1
    }
}

/// What a zone is solved with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) zone: &'a Zone,
    pub(crate) coding: &'a Coding,
    pub(crate) rails: &'a [Rail],
    pub(crate) manner: Manner,
    /// Whether the currents before are asked for afterwards.
    pub(crate) watch: bool,
}

/// The answer before an update.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Former {
    pub(crate) decision: Decision,
    answer: u32,
    /// The currents were put aside, since the steps went on from them.
    aside: bool,
}

/// A small zone with its present key and its remembered answers.
#[derive(Clone, Debug)]
pub(crate) struct SmallZone {
    key: u128,
    present: u32,
    decision: Decision,
    /// How the steps stand: the contacts as they have them, and what that decides.
    steps: Steps,
    stepped_key: u128,
    stepped: Decision,
    /// The remembered answers: what they decide, and the currents. The first `used` are in use.
    decisions: Vec<Decision>,
    solutions: Vec<Solution>,
    used: usize,
    index: Index,
    /// Keys that were asked for, the last for each place, as what is left of their hashes.
    asked: Box<[u32]>,
    aside: Vec<Nanoamps>,
}

#[derive(Clone, Debug)]
enum Index {
    Table(Box<[u32]>),
    /// Keys beside the numbers of their answers, so that a look-up touches one place.
    Hashed(HashTable<(u128, u32)>),
}

impl SmallZone {
    pub(crate) fn new(zone: &Zone, coding: &Coding, place: impl Fn(MechanismId) -> Place) -> Self {
        let mut key = 0;
        for field in &coding.fields {
            let pattern = field.patterns.get(place(field.mechanism).0 as usize).copied().unwrap_or_default();
            key |= u128::from(pattern) << field.shift;
        }
        let index = if coding.bits <= TABLE_BITS {
            Index::Table(vec![NONE; 1 << coding.bits].into())
        } else {
            Index::Hashed(HashTable::new())
        };
        Self {
            key,
            present: STEPPED,
            decision: Decision::UNSOLVED,
            steps: Steps::new(zone, |link| coding.is_closed(key, link)),
            stepped_key: key,
            stepped: Decision::NOTHING,
            decisions: Vec::new(),
            solutions: Vec::new(),
            used: 0,
            index,
            asked: Box::default(),
            aside: Vec::new(),
        }
    }

    /// Takes note that contacts moved: the bits of the key that change.
    #[inline]
    pub(crate) fn moved(&mut self, change: u128) {
        self.key ^= change;
    }

    #[inline]
    pub(crate) fn solution(&self) -> &Solution {
        self.solutions.get(self.present as usize).unwrap_or(&self.steps.solution)
    }

    pub(crate) fn is_closed(&self, coding: &Coding, link: usize) -> bool {
        coding.is_closed(self.key, link)
    }

    /// Takes note that potentials changed: no answer holds any longer.
    pub(crate) fn forget(&mut self) {
        self.forget_answers();
        self.steps.forget();
    }

    /// Forgets the remembered answers, but for the present one.
    fn forget_answers(&mut self) {
        match &mut self.index {
            Index::Table(table) => table.fill(NONE),
            Index::Hashed(hashed) => hashed.clear(),
        }
        self.used = 0;
        if self.present != STEPPED {
            self.decisions.swap(0, self.present as usize);
            self.solutions.swap(0, self.present as usize);
            self.present = 0;
            self.used = 1;
        }
    }

    /// Forgets what is remembered, but for the present answer.
    pub(crate) fn forget_all(&mut self) {
        self.forget_answers();
        self.steps.forget_islands();
    }

    /// Makes the answer for the present key the present one; returns the one that was.
    #[inline]
    pub(crate) fn update(&mut self, given: Given<'_>, solver: &mut ZoneSolver) -> Former {
        let mut former = Former { decision: self.decision, answer: self.present, aside: false };
        let hash = hash(self.key);
        if let Some(known) = self.find(hash) {
            self.present = known;
            self.decision = self.decisions[known as usize];
            return former;
        }
        if given.watch {
            let mut aside = std::mem::take(&mut self.aside);
            aside.clone_from(&self.solution().currents);
            self.aside = aside;
            former.aside = true;
        }
        self.step(given, solver);
        if given.manner.remembered > 0 {
            self.remember(hash, given.manner.remembered);
        }
        former
    }

    fn step(&mut self, given: Given<'_>, solver: &mut ZoneSolver) {
        let Given { plan, zone, coding, rails, manner, .. } = given;
        let mut behind = self.key ^ self.stepped_key;
        while behind != 0 {
            let field = &coding.fields[coding.field_of_bit[behind.trailing_zeros() as usize] as usize];
            behind &= !(u128::from(field.mask) << field.shift);
            let pattern = |key: u128| (key >> field.shift) as u8 & field.mask;
            let patterns = 1u64 << pattern(self.key) | 1u64 << pattern(self.stepped_key);
            for link in field.links.0..field.links.1 {
                // Closed in the one and open in the other.
                let closed = coding.links[link as usize].closed & patterns;
                if closed != 0 && closed != patterns {
                    self.steps.moved(link);
                }
            }
        }
        self.stepped_key = self.key;
        self.steps.update(zone, rails, solver, manner);
        for &element in &self.steps.changed {
            if let Some(coil) = zone.coil_of(element) {
                let asks = zone.coils[coil].asks(plan, zone, &self.steps.solution.currents);
                self.stepped.set(coil, asks);
            }
        }
        self.stepped.conflict = self.steps.solution.conflict;
        self.decision = self.stepped;
        self.present = STEPPED;
    }

    /// Remembers the present answer, if its key was asked for before.
    fn remember(&mut self, hash: u64, capacity: usize) {
        if let Index::Hashed(_) = self.index {
            if self.asked.is_empty() {
                self.asked = vec![0; ASKED].into();
            }
            let left = (hash >> 32) as u32;
            if std::mem::replace(&mut self.asked[hash as usize % ASKED], left) != left {
                return;
            }
        }
        if self.used >= capacity {
            self.forget_answers();
        }
        let new = self.used as u32;
        if self.used == self.solutions.len() {
            self.decisions.push(self.stepped);
            self.solutions.push(self.steps.solution.clone());
        } else {
            self.decisions[self.used] = self.stepped;
            self.solutions[self.used].copy(&self.steps.solution);
        }
        self.used += 1;
        match &mut self.index {
            Index::Table(table) => table[self.key as usize] = new,
            Index::Hashed(hashed) => {
                hashed.insert_unique(hash, (self.key, new), |&(key, _)| self::hash(key));
            }
        }
    }

    pub(crate) fn decision(&self) -> Decision {
        self.decision
    }

    /// The currents before the last update, if they were asked for.
    pub(crate) fn former_currents(&self, former: Former) -> &[Nanoamps] {
        if former.aside {
            return &self.aside;
        }
        &self.solutions.get(former.answer as usize).unwrap_or(&self.steps.solution).currents
    }

    /// Whether the answer before the last update is the present one.
    #[inline]
    pub(crate) fn is_present(&self, former: Former) -> bool {
        former.answer == self.present && !former.aside && self.present != STEPPED
    }

    #[inline]
    fn find(&self, hash: u64) -> Option<u32> {
        match &self.index {
            Index::Table(table) => Some(table[self.key as usize]).filter(|&found| found != NONE),
            Index::Hashed(hashed) => hashed.find(hash, |&(key, _)| key == self.key).map(|&(_, answer)| answer),
        }
    }
}

#[inline]
fn hash(key: u128) -> u64 {
    let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(29);
    let mixed = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 32)
}
