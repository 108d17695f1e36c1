//! Large zones, step by step: a contact that moves costs what it changes, not what there is.
//!
//! The nodes that closed links join are kept as pieces. A link that closes joins two pieces at the
//! cost of the smaller; one that opens is searched from both ends in turn until the smaller side is
//! exhausted or the two sides meet. Only islands that touch a changed piece are solved again.

use std::collections::BTreeMap;

use crate::current::Nanoamps;
use crate::solve::SAME_VOLTS;
use crate::zone::{Class, Equations, Rail, Solution, Zone, ZoneSolver};

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

/// For each node, what is attached to it.
#[derive(Clone, Debug)]
struct Incidence {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Incidence {
    fn new(nodes: usize, ends: impl Iterator<Item = [u32; 2]> + Clone) -> Self {
        let mut starts = vec![0u32; nodes + 1];
        for [a, b] in ends.clone() {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut items = vec![0u32; starts[nodes] as usize];
        let mut next = starts.clone();
        for (item, ends) in ends.enumerate() {
            for node in ends {
                items[next[node as usize] as usize] = item as u32;
                next[node as usize] += 1;
            }
        }
        Self { starts, items }
    }

    fn range(&self, node: u32) -> std::ops::Range<usize> {
        self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize
    }

    fn of(&self, node: u32) -> &[u32] {
        &self.items[self.range(node)]
    }
}

/// The nodes divided into pieces that closed links join.
#[derive(Clone, Debug, Default)]
struct Pieces {
    piece_of: Vec<u32>,
    /// The nodes of a piece in a ring.
    next: Vec<u32>,
    before: Vec<u32>,
    size: Vec<u32>,
    free: Vec<u32>,
    /// The rails of the pieces that have any.
    rails: BTreeMap<u32, Vec<u32>>,
    /// How many pieces have several rails.
    several_rails: usize,
}

impl Pieces {
    fn separate(nodes: usize, rails: usize) -> Self {
        Self {
            piece_of: (0..nodes as u32).collect(),
            next: (0..nodes as u32).collect(),
            before: (0..nodes as u32).collect(),
            size: vec![1; nodes],
            free: Vec::new(),
            rails: (0..rails as u32).map(|rail| (rail, vec![rail])).collect(),
            several_rails: 0,
        }
    }

    fn of(&self, node: u32) -> u32 {
        self.piece_of[node as usize]
    }

    fn has_rail(&self, piece: u32) -> bool {
        self.rails.contains_key(&piece)
    }

    fn set_rails(&mut self, piece: u32, rails: Vec<u32>) {
        let several = rails.len() > 1;
        let before = if rails.is_empty() { self.rails.remove(&piece) } else { self.rails.insert(piece, rails) };
        self.several_rails += usize::from(several);
        self.several_rails -= usize::from(before.is_some_and(|rails| rails.len() > 1));
    }

    fn take_rails(&mut self, piece: u32) -> Vec<u32> {
        let rails = self.rails.get(&piece).cloned().unwrap_or_default();
        self.set_rails(piece, Vec::new());
        rails
    }

    fn nodes(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(node), move |&at| {
            let next = self.next[at as usize];
            (next != node).then_some(next)
        })
    }

    fn splice(&mut self, a: u32, b: u32) {
        let (after_a, after_b) = (self.next[a as usize], self.next[b as usize]);
        self.next[a as usize] = after_b;
        self.before[after_b as usize] = a;
        self.next[b as usize] = after_a;
        self.before[after_a as usize] = b;
    }

    /// Joins the pieces of two nodes, at the cost of the smaller.
    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = if self.size[self.of(a) as usize] >= self.size[self.of(b) as usize] { (a, b) } else { (b, a) };
        let (large, small) = (self.of(a), self.of(b));
        let mut node = b;
        loop {
            self.piece_of[node as usize] = large;
            node = self.next[node as usize];
            if node == b {
                break;
            }
        }
        self.splice(a, b);
        self.size[large as usize] += self.size[small as usize];
        self.free.push(small);
        let added = self.take_rails(small);
        if !added.is_empty() {
            let mut rails = self.take_rails(large);
            rails.extend(added);
            rails.sort_unstable();
            self.set_rails(large, rails);
        }
    }

    /// Makes some nodes of a piece a piece of their own and returns it.
    fn split(&mut self, part: &[u32], rail_count: u32) -> u32 {
        let whole = self.of(part[0]);
        // A piece was given back for every piece that was joined, so there is a free number.
        let new = self.free.pop().unwrap_or(whole);
        for &node in part {
            let (before, next) = (self.before[node as usize], self.next[node as usize]);
            self.next[before as usize] = next;
            self.before[next as usize] = before;
            self.piece_of[node as usize] = new;
        }
        for (at, &node) in part.iter().enumerate() {
            let next = part[(at + 1) % part.len()];
            self.next[node as usize] = next;
            self.before[next as usize] = node;
        }
        self.size[whole as usize] -= part.len() as u32;
        self.size[new as usize] = part.len() as u32;
        let rails = self.take_rails(whole);
        let (mut gone, mut left) = (Vec::new(), Vec::new());
        for rail in rails {
            debug_assert!(rail < rail_count);
            if self.of(rail) == new { gone.push(rail) } else { left.push(rail) }
        }
        self.set_rails(new, gone);
        self.set_rails(whole, left);
        new
    }
}

/// The search from both ends of an opened link.
#[derive(Clone, Debug, Default)]
struct Search {
    mark: Vec<u32>,
    stamp: u32,
    sides: [Side; 2],
}

#[derive(Clone, Debug, Default)]
struct Side {
    reached: Vec<u32>,
    at: usize,
    edge: usize,
}

impl Search {
    /// The side of the opened link that is exhausted first, or none if the ends are still joined.
    fn separated(&mut self, zone: &Zone, closed: &[bool], links: &Incidence, ends: [u32; 2]) -> Option<usize> {
        self.mark.resize(zone.nodes as usize, 0);
        if self.stamp > u32::MAX - 2 {
            self.mark.fill(0);
            self.stamp = 0;
        }
        self.stamp += 2;
        let marks = [self.stamp - 1, self.stamp];
        for side in 0..2 {
            self.mark[ends[side] as usize] = marks[side];
            let Side { reached, at, edge } = &mut self.sides[side];
            reached.clear();
            reached.push(ends[side]);
            *at = 0;
            *edge = links.range(ends[side]).start;
        }
        loop {
            for side in 0..2 {
                let Side { reached, at, edge } = &mut self.sides[side];
                let Some(&node) = reached.get(*at) else { return Some(side) };
                if *edge == links.range(node).end {
                    *at += 1;
                    if let Some(&next) = reached.get(*at) {
                        *edge = links.range(next).start;
                    }
                    continue;
                }
                let link = links.items[*edge] as usize;
                *edge += 1;
                if !closed[link] {
                    continue;
                }
                let [a, b] = zone.links[link].ends;
                let other = if a == node { b } else { a };
                let mark = &mut self.mark[other as usize];
                if *mark == marks[1 - side] {
                    return None;
                }
                if *mark != marks[side] {
                    *mark = marks[side];
                    reached.push(other);
                }
            }
        }
    }
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
        if self.pieces.several_rails > 0 && self.has_conflict(zone, rails) {
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
        let Some(side) = self.search.separated(zone, &self.applied, &self.links_at, ends) else { return };
        let had_rail = self.pieces.has_rail(self.pieces.of(ends[0]));
        let part = std::mem::take(&mut self.search.sides[side].reached);
        self.pieces.split(&part, zone.rails.len() as u32);
        self.search.sides[side].reached = part;
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
        self.pieces.rails.values().any(|own| own.iter().any(|&rail| (volts(rail) - volts(own[0])).abs() > SAME_VOLTS))
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
                let item = self.items_at.items[at];
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
            let [from, to] = pieces.map(|piece| match self.pieces.rails.get(&piece) {
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
