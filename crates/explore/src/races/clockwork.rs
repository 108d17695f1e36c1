//! Levels 1 and 4: every course that a group may take within its times, as a graph of situations with
//! the zones in which their clocks may stand.
//!
//! A zone is entered exactly as the moves before leave it, and two ways to one state are one only if
//! their zones are equal; so every path of the graph is a course that can happen.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use kiber_engine::{Place, Untimed};
use kiber_netlist::PartId;

use super::bounds::Bounds;
use super::groups::Group;
use super::places::{Marks, Packing, hash};
use super::situation::{Guard, Since, Situation};
use super::ties::{Sets, all_sets};
use super::web::{Edge, Move, Space, Web};
use super::zone::Zone;

/// What a set of moves does in a situation, whatever the clocks show.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) moves: Vec<Move>,
    pub(super) guards: Vec<Guard>,
    /// For each clock afterwards, the clock before whose time it goes on with.
    pub(super) origins: Vec<Option<usize>>,
    key: Vec<u64>,
    /// Clocks afterwards that may show more than it takes to leave, or may take.
    pub(super) overdue: Vec<Overdue>,
}

/// A member that has arrived and is asked to go back since it was on its way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overdue {
    pub(super) member: usize,
    /// The clock that shows for how long.
    pub(super) clock: usize,
    /// How soon it may leave, counted by that clock, and how late.
    pub(super) least: i64,
    most: i64,
}

/// The courses that a group may take.
#[derive(Clone, Debug, Default)]
pub(super) struct Clockwork {
    members: Vec<usize>,
    packing: Packing,
    web: Web,
    /// The first fuse that was found to carry too much.
    pub(super) overloaded: Option<PartId>,
    situations: Vec<Situation>,
    courses: Vec<Option<Vec<Course>>>,
    by_key: HashTable<u32>,
    /// By state: its situation and its zone.
    states: Vec<(u32, Zone)>,
    by_zone: HashTable<u32>,
    /// By move of the web: the course of the situation it comes from.
    course_of_edge: Vec<u32>,
    /// How many numbers all zones hold together.
    cells: usize,
}

/// Zones that hold more numbers than this (128 MiB of them) are too many: with many clocks a few hundred
/// thousand states would take all the memory there is.
const MOST_CELLS: usize = 1 << 24;

impl Space for Clockwork {
    fn web(&self) -> &Web {
        &self.web
    }

    fn members(&self) -> &[usize] {
        &self.members
    }

    fn place(&self, state: u32, member: usize) -> Place {
        self.situation(state).map_or(Place::RELEASED, |situation| self.packing.place_in(&situation.key, member))
    }
}

impl Clockwork {
    /// Lets a group run from where it stands, all that is asked of it being asked now. With `ties`,
    /// moves are also made at exactly one instant.
    pub(super) fn explore(
        &mut self,
        untimed: &mut Untimed,
        group: &Group,
        bounds: &[Bounds],
        ties: bool,
        most_states: usize,
    ) {
        let packing = Packing::of(untimed, &group.members, true);
        *self = Self { members: group.members.clone(), packing, ..Self::default() };
        let mut start = vec![0; packing.words(self.members.len())];
        for (member, &mechanism) in self.members.iter().enumerate() {
            packing.set_place(&mut start, member, untimed.places().get(mechanism).copied().unwrap_or_default());
        }
        let situation = self.situation_of(untimed, bounds, &start);
        let clocks = self.situations.first().map_or(0, |situation| situation.clocks.len());
        self.enter(situation, Zone::at_zero(clocks));
        while self.web.looked_at() < self.web.count().min(most_states) && self.cells < MOST_CELLS {
            self.expand(untimed, bounds, ties);
        }
    }

    fn expand(&mut self, untimed: &mut Untimed, bounds: &[Bounds], ties: bool) {
        let state = self.web.looked_at();
        self.web.next_state();
        let Some((situation, zone)) = self.states.get(state).cloned() else { return };
        let courses = match self.courses.get_mut(situation as usize).and_then(Option::take) {
            Some(courses) => courses,
            None => self.courses(untimed, bounds, situation, ties),
        };
        for (number, course) in courses.iter().enumerate() {
            let mut then = zone.clone();
            if !course.guards.iter().all(|guard| then.keep_between(guard.clock, guard.least, guard.most)) {
                continue;
            }
            let then = then.take_over(&course.origins);
            for (key, then) in overdue_or_not(course, self.packing, then) {
                let situation = self.situation_of(untimed, bounds, &key);
                if let Some(to) = self.enter(situation, then) {
                    self.web.push(to, &course.moves);
                    self.course_of_edge.push(number as u32);
                }
            }
        }
        if let Some(slot) = self.courses.get_mut(situation as usize) {
            *slot = Some(courses);
        }
    }

    /// The state in which clocks stand in a zone when a situation begins; none if no time is left then.
    fn enter(&mut self, situation: u32, mut zone: Zone) -> Option<u32> {
        let known = self.situations.get(situation as usize)?;
        if !known.urgent {
            zone.pass();
        }
        for (clock, known) in known.clocks.iter().enumerate() {
            if !zone.keep(clock + 1, 0, known.most) {
                return None;
            }
        }
        let Self { states, by_zone, web, cells, .. } = self;
        let of = |situation: u32, zone: &Zone| {
            hash(std::iter::once(u64::from(situation)).chain(zone.cells().iter().map(|&cell| cell as u64)))
        };
        let same = |&state: &u32| {
            states.get(state as usize).is_some_and(|(other, known)| *other == situation && *known == zone)
        };
        let hash_of = |&state: &u32| states.get(state as usize).map_or(0, |(situation, zone)| of(*situation, zone));
        match by_zone.entry(of(situation, &zone), same, hash_of) {
            Entry::Occupied(found) => Some(*found.get()),
            Entry::Vacant(place) => {
                let new = web.count() as u32;
                place.insert(new);
                *cells += zone.cells().len();
                states.push((situation, zone));
                web.set_count(new as usize + 1);
                Some(new)
            }
        }
    }

    /// The number of a situation, a new one if it was not there before.
    fn situation_of(&mut self, untimed: &mut Untimed, bounds: &[Bounds], key: &[u64]) -> u32 {
        let Self { situations, by_key, .. } = self;
        let same = |&number: &u32| situations.get(number as usize).is_some_and(|known| &*known.key == key);
        let of = |key: &[u64]| hash(key.iter().copied());
        if let Some(&known) = by_key.find(of(key), same) {
            return known;
        }
        self.put(untimed, key);
        if let Some(fuse) = untimed.overloaded() {
            self.overloaded = self.overloaded.or(Some(fuse));
            self.web.leave_out();
        }
        let new = self.situations.len() as u32;
        self.situations.push(Situation::new(key, self.packing, &self.members, bounds, untimed));
        self.courses.push(None);
        let situations = &self.situations;
        self.by_key
            .insert_unique(of(key), new, |&number| situations.get(number as usize).map_or(0, |known| of(&known.key)));
        new
    }

    fn put(&self, untimed: &mut Untimed, key: &[u64]) {
        untimed.put(
            self.members.iter().enumerate().map(|(member, &mechanism)| (mechanism, self.packing.place_in(key, member))),
        );
    }

    /// What may be done in a situation: each move alone and, with `ties`, several at once.
    fn courses(&mut self, untimed: &mut Untimed, bounds: &[Bounds], number: u32, ties: bool) -> Vec<Course> {
        let Some(before) = self.situations.get(number as usize).cloned() else { return Vec::new() };
        let moves: Vec<(Move, usize)> = before.moves.iter().enumerate().map(|(at, &(made, _))| (made, at)).collect();
        let mut sets: Vec<Vec<(Move, usize)>> = moves.iter().map(|&made| vec![made]).collect();
        if ties {
            let Sets { sets: several, whole } = all_sets(&moves);
            sets.extend(several);
            if !whole {
                self.web.leave_out();
            }
        }
        sets.iter().map(|set| self.course(untimed, bounds, &before, set)).collect()
    }

    fn course(&self, untimed: &mut Untimed, bounds: &[Bounds], before: &Situation, set: &[(Move, usize)]) -> Course {
        let moves: Vec<Move> = set.iter().map(|&(made, _)| made).collect();
        let packing = self.packing;
        let mut key = before.key.to_vec();
        let mut guards = Vec::new();
        for &((member, _), at) in set {
            let Some((_, timed)) = before.moves.get(at) else { continue };
            packing.set_marks(&mut key, member, timed.marks);
            packing.set_place(&mut key, member, timed.to);
            guards.extend_from_slice(&timed.guards);
        }
        self.put(untimed, &key);
        // Who is no longer asked to go, or is asked anew, is no longer overdue.
        for (member, &mechanism) in self.members.iter().enumerate() {
            let asks = untimed.asks().get(mechanism).copied().unwrap_or_default();
            let still_asked = untimed.is_restless(mechanism) && asks == before.asks(member);
            if packing.marks_in(&key, member).has(Marks::OVERDUE) && !still_asked {
                packing.set_marks(&mut key, member, Marks::default());
            }
        }
        let after = Situation::new(&key, packing, &self.members, bounds, untimed);
        let origins = after.origins(before, &moves);
        let overdue = after.clocks.iter().zip(1..).filter_map(|(clock, at)| {
            let arrived = moves.iter().any(|&(mover, _)| mover == clock.member);
            let waits = clock.since == Since::Asked && after.find(clock.member, Since::Left).is_none();
            let mut guards = after.moves.iter().flat_map(|(_, timed)| &timed.guards);
            let least = guards.find(|guard| guard.clock == at).map_or(clock.most, |guard| guard.least);
            (arrived && waits && origins.get(at - 1).is_some_and(Option::is_some)).then_some(Overdue {
                member: clock.member,
                clock: at,
                least,
                most: clock.most,
            })
        });
        let overdue = overdue.collect();
        Course { moves, guards, origins, key, overdue }
    }

    pub(super) fn situation(&self, state: u32) -> Option<&Situation> {
        let &(situation, _) = self.states.get(state as usize)?;
        self.situations.get(situation as usize)
    }

    /// The course that a move of the web takes.
    pub(super) fn course_of(&self, edge: &Edge) -> Option<&Course> {
        let number = *self.course_of_edge.get(self.web.number(edge)?)?;
        let &(situation, _) = self.states.get(edge.from as usize)?;
        self.courses.get(situation as usize)?.as_ref()?.get(number as usize)
    }
}

/// After an arrival, a member whose clock shows more than it takes leaves at once: the zone falls into
/// parts, each with its key. Where the clock shows more than it may take and less than it must, both
/// can be; they differ in how long the way back may take, since who was held up arrives later.
fn overdue_or_not(course: &Course, packing: Packing, zone: Zone) -> Vec<(Vec<u64>, Zone)> {
    let mut parts = vec![(course.key.clone(), zone)];
    for &Overdue { member, clock, least, most } in &course.overdue {
        let mut split = Vec::with_capacity(parts.len());
        for (key, zone) in parts {
            let (mut early, mut late) = (zone.clone(), zone);
            if early.keep(clock, 0, most) {
                split.push((key.clone(), early));
            }
            if late.most(clock) > least && late.keep(0, clock, -least) {
                let mut key = key;
                packing.set_marks(&mut key, member, Marks::OVERDUE);
                split.push((key, late));
            }
        }
        parts = split;
    }
    parts
}
