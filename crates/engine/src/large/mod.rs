//! Large zones, step by step: a contact that moves costs what it changes, not what there is.
//!
//! The nodes that closed links join are kept as pieces. A link that closes joins two pieces at the
//! cost of the smaller; one that opens is searched from both ends in turn until the smaller side is
//! exhausted or the two sides meet. Only islands that touch a changed piece are solved again.

mod pieces;
mod search;

use crate::current::Nanoamps;
use crate::solve::SAME_VOLTS;
use crate::zone::{Class, Equations, Rail, Solution, Zone, ZoneSolver};

use self::pieces::Pieces;
use self::search::{Incidence, Search};

/// When more than one link in so many moves at once, the zone is solved from nothing.
const ANEW_ABOVE: usize = 8;

/// A large zone with its pieces and its currents.
#[derive(Clone, Debug)]
pub(crate) struct LargeZone {
    closed: Vec<bool>,
    /// The links as the pieces have them, while the moves of an instant are worked in one by one.
    applied: Vec<bool>,
    moved: Vec<u32>,
    /// Everything has to be solved again: nothing is known, or potentials changed.
    stale: bool,
    links_at: Incidence,
    /// Elements, and after them the diodes.
    items_at: Incidence,
    pieces: Pieces,
    search: Search,
    dirty: Vec<u32>,
    visited: Vec<u32>,
    piece_visited: Vec<u32>,
    visit: u32,
    queue: Vec<u32>,
    island: Vec<u32>,
    pub(crate) solution: Solution,
    former: Solution,
    /// The elements whose currents the last update changed.
    pub(crate) changed: Vec<u32>,
}

impl LargeZone {
    pub(crate) fn new(zone: &Zone, closed: impl Fn(usize) -> bool) -> Self {
        let nodes = zone.nodes as usize;
        let items = zone.elements.iter().map(|element| element.ends).chain(zone.diodes.iter().map(|diode| diode.ends));
        Self {
            closed: (0..zone.links.len()).map(closed).collect(),
            applied: Vec::new(),
            moved: Vec::new(),
            stale: true,
            links_at: Incidence::new(nodes, zone.links.iter().map(|link| link.ends)),
            items_at: Incidence::new(nodes, items),
            pieces: Pieces::default(),
            search: Search::default(),
            dirty: Vec::new(),
            visited: vec![0; zone.elements.len() + zone.diodes.len()],
            piece_visited: vec![0; nodes],
            visit: 0,
            queue: Vec::new(),
            island: Vec::new(),
            solution: Solution::default(),
            former: Solution::default(),
            changed: Vec::new(),
        }
    }

    pub(crate) fn is_closed(&self, link: usize) -> bool {
        self.closed[link]
    }

    /// Takes note that a link opened or closed.
    pub(crate) fn moved(&mut self, link: u32) {
        self.closed[link as usize] ^= true;
        self.moved.push(link);
    }

    /// Takes note that potentials changed.
    pub(crate) fn forget(&mut self) {
        self.stale = true;
    }

    /// Brings the currents up to date; `changed` then lists the elements that have another one.
    pub(crate) fn update(&mut self, zone: &Zone, rails: &[Rail], solver: &mut ZoneSolver) {
        self.changed.clear();
        // A link that moved twice stands as it stood.
        self.moved.sort_unstable();
        let mut moved = std::mem::take(&mut self.moved);
        let mut kept = 0;
        let mut at = 0;
        while at < moved.len() {
            let run = moved[at..].iter().take_while(|&&link| link == moved[at]).count();
            if run % 2 == 1 {
                moved[kept] = moved[at];
                kept += 1;
            }
            at += run;
        }
        moved.truncate(kept);
        // Opened first, so that pieces are as small as they can be when others join.
        moved.sort_by_key(|&link| self.closed[link as usize]);
        let many = moved.len() * ANEW_ABOVE > zone.links.len();
        if self.stale || many || !zone.one_group || self.solution.conflict {
            self.solve_anew(zone, rails, solver);
        } else {
            self.step(zone, rails, solver, &moved);
        }
        moved.clear();
        self.moved = moved;
    }

    fn solve_anew(&mut self, zone: &Zone, rails: &[Rail], solver: &mut ZoneSolver) {
        std::mem::swap(&mut self.solution, &mut self.former);
        let closed = &self.closed;
        solver.solve(zone, rails, |link| closed[link], &mut self.solution);
        self.pieces = Pieces::separate(zone.nodes as usize, zone.rails.len());
        for (link, &closed) in zone.links.iter().zip(&self.closed) {
            let [a, b] = link.ends;
            if closed && self.pieces.of(a) != self.pieces.of(b) {
                self.pieces.join(a, b);
            }
        }
        self.stale = false;
        self.applied.clone_from(&self.closed);
        let former = &self.former.currents;
        for (element, current) in self.solution.currents.iter().enumerate() {
            if former.get(element) != Some(current) {
                self.changed.push(element as u32);
            }
        }
    }

    fn step(&mut self, zone: &Zone, rails: &[Rail], solver: &mut ZoneSolver, moved: &[u32]) {
        self.dirty.clear();
        for &link in moved {
            let [a, b] = zone.links[link as usize].ends;
            let closes = self.closed[link as usize];
            self.applied[link as usize] = closes;
            if closes {
                self.close(a, b);
            } else {
                self.open(zone, [a, b]);
            }
        }
        if self.pieces.some_have_several_rails() && self.has_conflict(zone, rails) {
            self.solve_anew(zone, rails, solver);
            return;
        }
        self.solve_dirty(zone, rails, &mut solver.equations);
    }

    /// Whoever has just come to a rail, or left one, has other currents in all that hangs on it; of
    /// a piece without a rail one node is enough to find the island that has to be solved.
    fn close(&mut self, a: u32, b: u32) {
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

    fn open(&mut self, zone: &Zone, ends: [u32; 2]) {
        if ends[0] == ends[1] {
            return;
        }
        let Some(part) = self.search.separated(zone, &self.applied, &self.links_at, ends) else { return };
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
        self.pieces.rails().any(|own| own.iter().any(|&rail| (volts(rail) - volts(own[0])).abs() > SAME_VOLTS))
    }

    fn solve_dirty(&mut self, zone: &Zone, rails: &[Rail], equations: &mut Equations) {
        self.visit = self.visit.wrapping_add(1);
        if self.visit == 0 {
            self.visited.fill(0);
            self.piece_visited.fill(0);
            self.visit = 1;
        }
        let mut dirty = std::mem::take(&mut self.dirty);
        dirty.sort_unstable();
        dirty.dedup();
        for &node in &dirty {
            let piece = self.pieces.of(node);
            if !self.pieces.has_rail(piece) {
                self.solve_island(zone, rails, equations, node);
                continue;
            }
            for at in self.items_at.range(node) {
                let item = self.items_at.item(at);
                if self.visited[item as usize] == self.visit {
                    continue;
                }
                let [a, b] = ends(zone, item);
                match [a, b].into_iter().find(|&end| !self.pieces.has_rail(self.pieces.of(end))) {
                    Some(inner) => self.solve_island(zone, rails, equations, inner),
                    None => {
                        self.visited[item as usize] = self.visit;
                        self.island.clear();
                        self.island.push(item);
                        self.solve_items(zone, rails, equations);
                    }
                }
            }
        }
        self.dirty = dirty;
    }

    /// Gathers all that hangs together with `node`, without crossing a rail, and solves it.
    fn solve_island(&mut self, zone: &Zone, rails: &[Rail], equations: &mut Equations, node: u32) {
        self.island.clear();
        self.queue.clear();
        let mark = &mut self.piece_visited[self.pieces.of(node) as usize];
        if *mark == self.visit {
            return;
        }
        *mark = self.visit;
        self.queue.push(node);
        let mut at = 0;
        while let Some(&start) = self.queue.get(at) {
            at += 1;
            for inner in self.pieces.nodes(start) {
                for &item in self.items_at.of(inner) {
                    if self.visited[item as usize] == self.visit {
                        continue;
                    }
                    self.visited[item as usize] = self.visit;
                    self.island.push(item);
                    for end in ends(zone, item) {
                        let piece = self.pieces.of(end);
                        let mark = &mut self.piece_visited[piece as usize];
                        if *mark != self.visit && !self.pieces.has_rail(piece) {
                            *mark = self.visit;
                            self.queue.push(end);
                        }
                    }
                }
            }
        }
        self.island.sort_unstable();
        self.solve_items(zone, rails, equations);
    }

    fn solve_items(&mut self, zone: &Zone, rails: &[Rail], equations: &mut Equations) {
        equations.start(zone.nodes as usize);
        let volts = |node: u32| rails[zone.rails[node as usize] as usize].volts;
        let island = std::mem::take(&mut self.island);
        for &item in &island {
            let pieces = ends(zone, item).map(|end| self.pieces.of(end));
            let [from, to] = pieces.map(|piece| match self.pieces.rails_of(piece) {
                Some(own) => Class::Fixed(volts(own[0])),
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
            let known = match (from, to) {
                _ if pieces[0] == pieces[1] => Some(0.0),
                (Class::Fixed(from), Class::Fixed(to)) => Some(from - to),
                _ => None,
            };
            match known {
                Some(volts) => {
                    let current = Nanoamps::from_amps((volts + element.emf) / element.ohms);
                    self.set_current(item, current);
                }
                None => equations.element(item, element, from, to),
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

    fn set_current(&mut self, element: u32, current: Nanoamps) {
        let slot = &mut self.solution.currents[element as usize];
        if *slot != current {
            *slot = current;
            self.changed.push(element);
        }
    }
}

/// The ends of an item: an element, or after the elements a diode.
fn ends(zone: &Zone, item: u32) -> [u32; 2] {
    let item = item as usize;
    zone.elements.get(item).map_or_else(|| zone.diodes[item - zone.elements.len()].ends, |element| element.ends)
}
