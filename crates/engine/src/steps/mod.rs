//! A zone step by step: a contact that moves costs what it changes, not what there is.
//!
//! The nodes that closed links join are kept as pieces. A link that closes joins two pieces at the
//! cost of the smaller; one that opens is searched from both ends in turn until the smaller side is
//! exhausted or the two sides meet. Only islands that touch a changed piece are solved again, and
//! those that are remembered are not.

mod closed;
mod islands;
mod pieces;
mod search;

use crate::bits::Bits;
use crate::current::Nanoamps;
use crate::solve::SAME_VOLTS;
use crate::zone::{Class, Equations, Rail, Solution, Zone, ZoneSolver};

use self::closed::ClosedLinks;
use self::islands::{End, Islands};
use self::pieces::Pieces;
use self::search::Search;

/// When more than one link in so many moves at once, the zone is solved from nothing.
const ANEW_ABOVE: usize = 4;
/// A piece that the island has no number for yet.
const UNNUMBERED: u32 = u32::MAX;

/// How much of what was solved before may be used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// How many answers may be remembered.
    pub(crate) remembered: usize,
    /// Whether the present currents may not even be taken to start from.
    pub(crate) from_nothing: bool,
}

/// A zone with its pieces and its currents.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    closed: Bits,
    /// The links as the pieces have them, while the moves of an instant are worked in one by one.
    applied: Bits,
    closed_links: ClosedLinks,
    moved: Vec<u32>,
    /// Everything has to be solved again: nothing is known, or potentials changed.
    stale: bool,
    pieces: Pieces,
    search: Search,
    dirty: Vec<u32>,
    /// By item and by piece, the update that last came by.
    visited: Vec<u32>,
    piece_visited: Vec<u32>,
    visit: u32,
    /// By piece, its number within the island that is asked for.
    numbers: Vec<u32>,
    queue: Vec<u32>,
    island: Vec<u32>,
    islands: Islands,
    pub(crate) solution: Solution,
    former: Solution,
    /// The elements whose currents the last update changed.
    pub(crate) changed: Vec<u32>,
}

impl Steps {
    pub(crate) fn new(zone: &Zone, closed: impl Fn(usize) -> bool) -> Self {
        let nodes = zone.nodes as usize;
        let mut bits = Bits::new(zone.links.len());
        for link in (0..zone.links.len()).filter(|&link| closed(link)) {
            bits.flip(link);
        }
        Self {
            applied: Bits::new(zone.links.len()),
            closed: bits,
            closed_links: ClosedLinks::new(zone),
            moved: Vec::new(),
            stale: true,
            pieces: Pieces::default(),
            search: Search::default(),
            dirty: Vec::new(),
            visited: vec![0; zone.items()],
            piece_visited: vec![0; nodes],
            visit: 0,
            numbers: vec![UNNUMBERED; nodes],
            queue: Vec::new(),
            island: Vec::new(),
            islands: Islands::default(),
            solution: Solution::default(),
            former: Solution::default(),
            changed: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn is_closed(&self, link: usize) -> bool {
        self.closed.has(link)
    }

    /// Takes note that a link opened or closed.
    #[inline]
    pub(crate) fn moved(&mut self, link: u32) {
        self.closed.flip(link as usize);
        self.moved.push(link);
    }

    /// Takes note that potentials changed.
    pub(crate) fn forget(&mut self) {
        self.stale = true;
        self.islands.forget();
    }

    /// Forgets the islands that were solved before.
    pub(crate) fn forget_islands(&mut self) {
        self.islands.forget();
    }

    /// Brings the currents up to date; `changed` then lists the elements that have another one.
    #[inline]
    pub(crate) fn update(&mut self, zone: &Zone, rails: &[Rail], solver: &mut ZoneSolver, manner: Manner) {
        self.changed.clear();
        let mut moved = std::mem::take(&mut self.moved);
        let many = moved.len() * ANEW_ABOVE > zone.links.len();
        if self.stale || many || manner.from_nothing || !zone.one_group || self.solution.conflict {
            self.solve_anew(zone, rails, solver);
        } else {
            self.step(zone, rails, solver, manner, &moved);
        }
        moved.clear();
        self.moved = moved;
    }

    fn solve_anew(&mut self, zone: &Zone, rails: &[Rail], solver: &mut ZoneSolver) {
        std::mem::swap(&mut self.solution, &mut self.former);
        let closed = &self.closed;
        solver.solve(zone, rails, |link| closed.has(link), &mut self.solution);
        self.pieces.separate(zone.nodes as usize, zone.rails.len());
        for (index, link) in zone.links.iter().enumerate() {
            let [a, b] = link.ends;
            let is_closed = closed.has(index);
            if is_closed && self.pieces.of(a) != self.pieces.of(b) {
                self.pieces.join(a, b);
            }
            if self.applied.has(index) != is_closed {
                self.applied.flip(index);
                self.closed_links.set(zone, index as u32, is_closed);
            }
        }
        self.stale = false;
        let former = &self.former.currents;
        for (element, current) in self.solution.currents.iter().enumerate() {
            if former.get(element) != Some(current) {
                self.changed.push(element as u32);
            }
        }
    }

    fn step(&mut self, zone: &Zone, rails: &[Rail], solver: &mut ZoneSolver, manner: Manner, moved: &[u32]) {
        self.dirty.clear();
        // Opened first, so that pieces are as small as they can be when others join. A link that
        // moved twice stands as it stood.
        for closes in [false, true] {
            for &link in moved {
                let index = link as usize;
                if self.closed.has(index) != closes || self.applied.has(index) == closes {
                    continue;
                }
                self.applied.flip(index);
                self.closed_links.set(zone, link, closes);
                let ends = zone.links[index].ends;
                if closes {
                    self.close(ends);
                } else {
                    self.open(zone, ends);
                }
            }
        }
        if self.has_conflict(zone, rails) {
            self.solve_anew(zone, rails, solver);
            return;
        }
        self.solve_dirty(zone, rails, &mut solver.equations, manner.remembered);
    }

    /// Whoever has just come to a rail, or left one, has other currents in all that hangs on it; of
    /// a piece without a rail one node is enough to find the island that has to be solved.
    #[inline]
    fn close(&mut self, [a, b]: [u32; 2]) {
        let (piece_a, piece_b) = (self.pieces.of(a), self.pieces.of(b));
        if piece_a == piece_b {
            return;
        }
        match (self.pieces.has_rail(piece_a), self.pieces.has_rail(piece_b)) {
            (true, false) => self.dirty.extend(self.pieces.nodes(b)),
            (false, true) => self.dirty.extend(self.pieces.nodes(a)),
            (false, false) => self.dirty.push(a),
            (true, true) => {}
        }
        self.pieces.join(a, b);
    }

    #[inline]
    fn open(&mut self, zone: &Zone, ends: [u32; 2]) {
        if ends[0] == ends[1] {
            return;
        }
        let Some(part) = self.search.separated(&self.closed_links, &zone.links_at, ends) else { return };
        let had_rail = self.pieces.has_rail(self.pieces.of(ends[0]));
        self.pieces.split(part);
        if !had_rail {
            self.dirty.extend(ends);
            return;
        }
        for end in ends {
            if !self.pieces.has_rail(self.pieces.of(end)) {
                self.dirty.extend(self.pieces.nodes(end));
            }
        }
    }

    fn has_conflict(&self, zone: &Zone, rails: &[Rail]) -> bool {
        let volts = |node: u32| rails[zone.rails[node as usize] as usize].volts;
        self.pieces.several_rails().any(|own| own.iter().any(|&rail| (volts(rail) - volts(own[0])).abs() > SAME_VOLTS))
    }

    fn solve_dirty(&mut self, zone: &Zone, rails: &[Rail], equations: &mut Equations, remembered: usize) {
        self.visit = self.visit.wrapping_add(1);
        if self.visit == 0 {
            self.visited.fill(0);
            self.piece_visited.fill(0);
            self.visit = 1;
        }
        let dirty = std::mem::take(&mut self.dirty);
        for &node in &dirty {
            let Some(rail) = self.pieces.rail_of(self.pieces.of(node)) else {
                self.solve_island(zone, rails, equations, remembered, node);
                continue;
            };
            for &(item, other) in zone.items_at.of(node) {
                if self.visited[item as usize] == self.visit {
                    continue;
                }
                match (self.pieces.rail_of(self.pieces.of(other)), zone.elements.get(item as usize)) {
                    (None, _) => self.solve_island(zone, rails, equations, remembered, other),
                    (Some(far), Some(element)) => {
                        self.visited[item as usize] = self.visit;
                        let volts = |node: u32| rails[zone.rails[node as usize] as usize].volts;
                        let gap = volts(rail) - volts(far);
                        let gap = if element.ends[0] == node { gap } else { -gap };
                        self.set_current(item, Nanoamps::from_amps((gap + element.emf) / element.ohms));
                    }
                    (Some(_), None) => {
                        self.visited[item as usize] = self.visit;
                        self.island.clear();
                        self.queue.clear();
                        self.island.push(item);
                        self.solve_gathered(zone, rails, equations, remembered);
                    }
                }
            }
        }
        self.dirty = dirty;
    }

    /// Gathers all that hangs together with `node`, without crossing a rail, and solves it.
    fn solve_island(&mut self, zone: &Zone, rails: &[Rail], equations: &mut Equations, remembered: usize, node: u32) {
        let mark = &mut self.piece_visited[self.pieces.of(node) as usize];
        if *mark == self.visit {
            return;
        }
        *mark = self.visit;
        self.island.clear();
        self.queue.clear();
        self.queue.push(node);
        let volts = |rail: u32| rails[zone.rails[rail as usize] as usize].volts;
        let mut potential = None;
        let mut lifeless = zone.passive;
        let mut at = 0;
        while let Some(&start) = self.queue.get(at) {
            at += 1;
            for inner in self.pieces.nodes(start) {
                for &(item, other) in zone.items_at.of(inner) {
                    if self.visited[item as usize] == self.visit {
                        continue;
                    }
                    self.visited[item as usize] = self.visit;
                    self.island.push(item);
                    let piece = self.pieces.of(other);
                    if let Some(rail) = self.pieces.rail_of(piece) {
                        let here = volts(rail);
                        lifeless &= *potential.get_or_insert(here) == here;
                        continue;
                    }
                    let mark = &mut self.piece_visited[piece as usize];
                    if *mark != self.visit {
                        *mark = self.visit;
                        self.queue.push(other);
                    }
                }
            }
        }
        if lifeless {
            return self.rest_island(zone);
        }
        self.island.sort_unstable();
        self.solve_gathered(zone, rails, equations, remembered);
    }

    /// What hangs on one potential alone, with nothing in it that drives a current, carries none.
    fn rest_island(&mut self, zone: &Zone) {
        let Self { island, solution, changed, .. } = self;
        for &item in &*island {
            match solution.currents.get_mut(item as usize) {
                Some(current) if current.0 != 0 => {
                    *current = Nanoamps(0);
                    changed.push(item);
                }
                Some(_) => {}
                None => solution.conducting[item as usize - zone.elements.len()] = false,
            }
        }
    }

    /// Solves the island that was gathered, or finds it solved before.
    fn solve_gathered(&mut self, zone: &Zone, rails: &[Rail], equations: &mut Equations, remembered: usize) {
        let to_be_remembered = remembered > 0 && self.islands.begin(self.island.len(), zone);
        if to_be_remembered {
            self.name_island(zone);
            if self.take_remembered(zone) {
                return;
            }
        }
        self.solve_items(zone, rails, equations);
        if to_be_remembered && !self.solution.conflict {
            let answers = self.island.iter().map(|&item| match self.solution.currents.get(item as usize) {
                Some(current) => current.0,
                None => i64::from(self.solution.conducting[item as usize - zone.elements.len()]),
            });
            self.islands.remember(remembered, answers);
        }
    }

    /// Its pieces are numbered as they appear, whatever they are called now.
    fn name_island(&mut self, zone: &Zone) {
        for &node in &self.queue {
            self.numbers[self.pieces.of(node) as usize] = UNNUMBERED;
        }
        let mut count = 0;
        for &item in &self.island {
            let ends = zone.ends(item).map(|node| {
                let piece = self.pieces.of(node);
                if let Some(rail) = self.pieces.rail_of(piece) {
                    return End::Rail(rail);
                }
                let number = &mut self.numbers[piece as usize];
                if *number == UNNUMBERED {
                    *number = count;
                    count += 1;
                }
                End::Piece(*number)
            });
            self.islands.item(item, ends);
        }
    }

    fn take_remembered(&mut self, zone: &Zone) -> bool {
        let Self { islands, island, solution, changed, .. } = self;
        let Some(answers) = islands.find() else { return false };
        for (&item, &answer) in island.iter().zip(answers) {
            match solution.currents.get_mut(item as usize) {
                Some(current) if current.0 != answer => {
                    *current = Nanoamps(answer);
                    changed.push(item);
                }
                Some(_) => {}
                None => solution.conducting[item as usize - zone.elements.len()] = answer != 0,
            }
        }
        true
    }

    fn solve_items(&mut self, zone: &Zone, rails: &[Rail], equations: &mut Equations) {
        equations.start(zone.nodes as usize);
        let volts = |node: u32| rails[zone.rails[node as usize] as usize].volts;
        let island = std::mem::take(&mut self.island);
        for &item in &island {
            let pieces = zone.ends(item).map(|end| self.pieces.of(end));
            let [from, to] = pieces.map(|piece| match self.pieces.rail_of(piece) {
                Some(rail) => Class::Fixed(volts(rail)),
                None => Class::Free(piece),
            });
            let Some(element) = zone.elements.get(item as usize) else {
                let diode = item as usize - zone.elements.len();
                self.solution.conducting[diode] = false;
                if pieces[0] != pieces[1] {
                    equations.diode(diode as u32, &zone.diodes[diode], from, to);
                }
                continue;
            };
            if pieces[0] == pieces[1] {
                self.set_current(item, Nanoamps::from_amps(element.emf / element.ohms));
            } else {
                equations.element(item, element, from, to);
            }
        }
        self.island = island;
        if equations.is_empty() {
            return;
        }
        self.solution.conflict |= !equations.solve();
        for (diode, conducts) in equations.conducting() {
            self.solution.conducting[diode as usize] = conducts;
        }
        if !self.solution.conflict {
            for (element, current) in equations.currents() {
                self.set_current(element, current);
            }
        }
    }

    #[inline]
    fn set_current(&mut self, element: u32, current: Nanoamps) {
        let slot = &mut self.solution.currents[element as usize];
        if *slot != current {
            *slot = current;
            self.changed.push(element);
        }
    }
}
