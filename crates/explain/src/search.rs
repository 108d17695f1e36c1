//! The search for the smallest sets of moves.
//!
//! It is exact. Whatever set would do it holds, as long as it is not complete, one more mechanism that
//! touches what hangs together with the subject: were there none, all the rest of the set would change
//! nothing there. So it is enough to try those, set by set, and to solve the currents of each. A bound
//! keeps it short: a pin from which every way to a pole leads through so many open contacts of different
//! mechanisms needs no fewer.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use kiber_engine::{Action, ContactSide, Fault, Place, ShortStep, Simulator, Untimed};
use kiber_netlist::{ContactId, Id, NetId, Part, PartId, PartKind};

use crate::lack::{MOST_SETS, Move, Wanted};
use crate::ways::{Through, Ways};

/// So many sets, those on the way to larger ones included, are looked at before the search is given up as too long.
const MOST_TRIED: usize = 200_000;
/// One move, in the parts in which they are counted.
const MOVE: u32 = 1 << 16;

/// A seat that a mechanism could go to, and what that would close and open.
pub(crate) struct Seat {
    what: Move,
    closes: Vec<(ContactId, ContactSide)>,
    opens: Vec<(ContactId, ContactSide)>,
}

pub(crate) struct Search<'a> {
    simulator: &'a Simulator,
    wanted: Wanted,
    untimed: Untimed,
    ways: Ways,
    /// Whether a side is closed as things stand, by way; of other ways always.
    closed: Vec<bool>,
    /// The ways of a side, in the order of sides.
    by_side: Vec<((ContactId, ContactSide), usize)>,
    /// What each mechanism could do, by part.
    pub(crate) seats: Vec<Vec<Seat>>,
    /// The part of each way, and what closing it costs at the least if its contact is open; by way.
    parts: Vec<(Option<PartId>, Option<u32>)>,
    sources: Vec<SourceAt>,
    pub(crate) found: BTreeSet<Vec<Move>>,
    seen: BTreeSet<Vec<Move>>,
    tried: usize,
    /// Whether the caller wants no more.
    stopped: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(simulator: &'a Simulator, wanted: Wanted) -> Self {
        let mut untimed = Untimed::new(simulator.circuit().clone());
        untimed.stand_as(simulator);
        let ways = Ways::of(simulator);
        let closed = ways.all.iter().map(|way| match way.through {
            Through::Contact(contact, side) => simulator.is_side_closed(contact, side),
            _ => true,
        });
        let closed = closed.collect();
        let mut by_side: Vec<_> = ways
            .all
            .iter()
            .enumerate()
            .filter_map(|(number, way)| match way.through {
                Through::Contact(contact, side) => Some(((contact, side), number)),
                _ => None,
            })
            .collect();
        by_side.sort_unstable();
        let mut search = Self {
            simulator,
            wanted,
            untimed,
            ways,
            closed,
            by_side,
            seats: Vec::new(),
            parts: Vec::new(),
            sources: sources(simulator),
            found: BTreeSet::new(),
            seen: BTreeSet::new(),
            tried: 0,
            stopped: false,
        };
        search.seats = simulator.circuit().parts.ids().map(|part| search.seats_of(part)).collect();
        search.parts = (0..search.ways.all.len()).map(|number| search.part_and_cost(number)).collect();
        search
    }

    fn seats_of(&self, part: PartId) -> Vec<Seat> {
        let simulator = self.simulator;
        if let PartKind::Source(_) = simulator.circuit().parts[part].kind {
            let off = !simulator.source_is_on(part);
            let on = Seat { what: Move::On(part), closes: Vec::new(), opens: Vec::new() };
            return off.then_some(on).into_iter().collect();
        }
        let is_stuck = simulator.faults().contains(&Fault::ArmatureStuck(part));
        let (Some(number), false, false) = (self.untimed.number(part), is_stuck, part == self.wanted.part()) else {
            return Vec::new();
        };
        let now = simulator.place(part);
        let seats = (0..self.untimed.place_count(number)).map(|place| Place(place as u16));
        let seats = seats.filter(|&place| place.is_seat() && place != now).map(|place| {
            let moved = simulator.contacts_moved(part, now, place);
            let stand = simulator.stand_in(part, place);
            Seat { what: Move::To { part, place, stand }, closes: moved.closes, opens: moved.opens }
        });
        // A seat of the armature alone moves none of the contacts that could matter.
        let is_fuse = matches!(simulator.circuit().parts[part].kind, PartKind::Fuse(_));
        seats.filter(|seat| is_fuse || !seat.closes.is_empty() || !seat.opens.is_empty()).collect()
    }

    /// Whether so many sets were tried that it went no further.
    pub(crate) fn gave_up(&self) -> bool {
        self.stopped || self.tried > MOST_TRIED
    }

    /// Finds every set of that many moves, smaller ones having been looked for before.
    pub(crate) fn look_for(&mut self, size: usize, may_go_on: &mut dyn FnMut(usize) -> bool) {
        self.seen.clear();
        let mut open: Vec<Vec<Move>> = vec![Vec::new()];
        while let Some(set) = open.pop() {
            if self.gave_up() || self.found.len() > MOST_SETS {
                return;
            }
            if !may_go_on(self.tried) {
                self.stopped = true;
                return;
            }
            self.tried += 1;
            if set.len() == size {
                if self.would_do(&set) {
                    self.found.insert(set);
                }
                continue;
            }
            for what in self.next_moves(&set, size - set.len()) {
                let mut longer = set.clone();
                let Err(at) = longer.binary_search(&what) else { continue };
                longer.insert(at, what);
                if self.seen.insert(longer.clone()) {
                    open.push(longer);
                }
            }
        }
    }

    /// Whether it would be so after these moves.
    fn would_do(&mut self, set: &[Move]) -> bool {
        let wanted = self.wanted;
        self.after(set, |simulator| wanted.is_so(simulator))
    }

    /// Looks at the circuit after these moves, the currents solved and no time passed.
    fn after<T>(&mut self, set: &[Move], look: impl FnOnce(&Simulator) -> T) -> T {
        let sources: Vec<PartId> =
            set.iter().filter_map(|&what| if let Move::On(part) = what { Some(part) } else { None }).collect();
        let switch = |on: bool| sources.iter().map(|&part| Action::Source(part, on)).collect::<Vec<_>>();
        let places = |there: bool| {
            let place = |what: &Move| match *what {
                Move::To { part, place, .. } => {
                    let place = if there { place } else { self.simulator.place(part) };
                    Some((self.untimed.number(part)?, place))
                }
                Move::On(_) => None,
            };
            set.iter().filter_map(place).collect::<Vec<_>>()
        };
        let (there, back) = (places(true), places(false));
        if !sources.is_empty() {
            // Each of them is there, and off.
            let _ = self.untimed.act(&switch(true));
        }
        self.untimed.put(there);
        let seen = look(self.untimed.simulator());
        self.untimed.put(back);
        if !sources.is_empty() {
            let _ = self.untimed.act(&switch(false));
        }
        seen
    }

    /// The moves one of which belongs to whatever complete set this one begins.
    fn next_moves(&mut self, set: &[Move], budget: usize) -> BTreeSet<Move> {
        let stands = self.stands_after(set);
        let (forth, back) = (self.costs(&stands, true), self.costs(&stands, false));
        let budget = budget as u32 * MOVE;
        let mut moves = self.moves_out_of_shorts(set);
        for pins in self.pins() {
            for [from, to] in [pins, [pins[1], pins[0]]] {
                // Into the first pin from a plus pole, out of the second to a minus pole.
                let (plus, minus) = (forth[from.index()], back[to.index()]);
                if plus.max(minus) > budget {
                    continue;
                }
                if plus > 0 {
                    self.add_touching(&stands, from, Some((&forth, budget)), &mut moves);
                } else if minus > 0 {
                    self.add_touching(&stands, to, Some((&back, budget)), &mut moves);
                } else {
                    pins.iter().for_each(|&pin| self.add_touching(&stands, pin, None, &mut moves));
                }
            }
        }
        moves
    }

    /// The pins of what is wanted: of each winding, or of the lamp.
    fn pins(&self) -> Vec<[NetId; 2]> {
        let part = self.wanted.part();
        let own = |way: &&crate::ways::Way| match way.through {
            Through::Winding(of, _) | Through::Part(of) => of == part,
            Through::Contact(..) => false,
        };
        self.ways.all.iter().filter(own).map(|way| way.ends).collect()
    }

    fn stands_after(&self, set: &[Move]) -> Stands {
        let moved: Vec<PartId> = set.iter().map(|what| what.part()).collect();
        let mut rails = vec![false; self.simulator.circuit().nets.len()];
        // A shorted source is no rail: its poles are joined.
        let are_there = self.simulator.shorts().is_empty();
        for source in self.sources.iter().filter(|source| are_there && source.ideal) {
            if source.is_on || moved.contains(&source.part) {
                rails[source.plus.index()] = true;
                rails[source.minus.index()] = true;
            }
        }
        let mut stands = Stands { closed: self.closed.clone(), moved, rails };
        for what in set {
            let seats = self.seats.get(what.part().index()).map_or(&[][..], Vec::as_slice);
            let Some(seat) = seats.iter().find(|seat| seat.what == *what) else { continue };
            for (sides, closed) in [(&seat.closes, true), (&seat.opens, false)] {
                for number in sides.iter().filter_map(|&side| self.way_of(side)) {
                    stands.closed[number] = closed;
                }
            }
        }
        stands
    }

    fn way_of(&self, side: (ContactId, ContactSide)) -> Option<usize> {
        let at = self.by_side.binary_search_by_key(&side, |&(side, _)| side).ok()?;
        self.by_side.get(at).map(|&(_, number)| number)
    }

    /// How many moves lie between each net and the nearest pole of that sign at the least, in parts of
    /// [`MOVE`]. A mechanism that could close several contacts is shared out among them, so that a way
    /// through all of them costs one move. No way leads across a pole without inner resistance: it stays
    /// where it is.
    fn costs(&self, stands: &Stands, plus: bool) -> Vec<u32> {
        let mut costs = vec![u32::MAX; stands.rails.len()];
        let mut open = BinaryHeap::new();
        for source in &self.sources {
            let is_on = source.is_on || stands.moved.contains(&source.part);
            let pole = if plus { source.plus } else { source.minus };
            let cost = if is_on { 0 } else { MOVE };
            costs[pole.index()] = costs[pole.index()].min(cost);
            open.push((Reverse(cost), pole, true));
        }
        while let Some((Reverse(cost), net, is_pole)) = open.pop() {
            if costs[net.index()] != cost || (!is_pole && stands.rails[net.index()]) {
                continue;
            }
            for (number, way, other) in self.ways.at(net) {
                if !self.may_pass(way.through) {
                    continue;
                }
                let Some(step) = self.step(stands, number, way.through) else { continue };
                if costs[other.index()] > cost.saturating_add(step) {
                    costs[other.index()] = cost.saturating_add(step);
                    open.push((Reverse(cost.saturating_add(step)), other, false));
                }
            }
        }
        costs
    }

    /// Whether a way to a pole may lead through this: not through what is asked about, nor through a source.
    fn may_pass(&self, through: Through) -> bool {
        match through {
            Through::Winding(part, _) => part != self.wanted.part(),
            Through::Part(part) => {
                part != self.wanted.part() && !matches!(self.simulator.circuit().parts[part].kind, PartKind::Source(_))
            }
            Through::Contact(..) => true,
        }
    }

    /// How many moves it costs to pass a way; none if it cannot be passed.
    fn step(&self, stands: &Stands, number: usize, through: Through) -> Option<u32> {
        match through {
            Through::Contact(..) if !stands.closed.get(number).copied().unwrap_or_default() => {
                let &(part, cost) = self.parts.get(number)?;
                cost.filter(|_| part.is_some_and(|part| !stands.moved.contains(&part)))
            }
            Through::Part(part) if self.is_blown(part) && !stands.moved.contains(&part) => Some(MOVE),
            _ => Some(0),
        }
    }

    /// The part of a way, and what closing its contact costs at the least if anything can close it: a move
    /// that closes several costs each its share.
    fn part_and_cost(&self, number: usize) -> (Option<PartId>, Option<u32>) {
        let Some(way) = self.ways.all.get(number) else { return (None, None) };
        let part = way.through.part(self.simulator.circuit());
        let (Some(of), Through::Contact(contact, side)) = (part, way.through) else { return (part, None) };
        let seats = self.seats.get(of.index()).map_or(&[][..], Vec::as_slice);
        let can_close = seats.iter().any(|seat| seat.closes.contains(&(contact, side)));
        let most = seats.iter().map(|seat| seat.closes.len() as u32).max().unwrap_or_default();
        (part, can_close.then(|| MOVE / most.max(1)))
    }

    fn is_blown(&self, part: PartId) -> bool {
        matches!(self.simulator.circuit().parts[part].kind, PartKind::Fuse(_)) && self.simulator.is_blown(part)
    }

    /// The moves that change something at what hangs together with a pin. With costs: only those that
    /// close a contact from which a pole can still be reached within the budget.
    fn add_touching(&self, stands: &Stands, pin: NetId, towards: Option<(&[u32], u32)>, moves: &mut BTreeSet<Move>) {
        let circuit = self.simulator.circuit();
        let mut reached = BTreeSet::from([pin]);
        let mut open = vec![pin];
        while let Some(net) = open.pop() {
            if stands.rails[net.index()] && (net != pin || towards.is_none()) {
                continue;
            }
            for (number, way, other) in self.ways.at(net) {
                let part = self.parts.get(number).and_then(|&(part, _)| part);
                let is_free = part.is_some_and(|part| !stands.moved.contains(&part));
                let may_lead = towards.is_none_or(|(costs, budget)| costs[other.index()].saturating_add(1) <= budget);
                match (way.through, part) {
                    (Through::Contact(contact, side), Some(part)) => {
                        let closed = stands.closed[number];
                        let seats = self.seats.get(part.index()).map_or(&[][..], Vec::as_slice);
                        let changes = |seat: &&Seat| {
                            let sides = if closed { &seat.opens } else { &seat.closes };
                            sides.contains(&(contact, side))
                        };
                        if is_free && (!closed && may_lead || towards.is_none()) {
                            moves.extend(seats.iter().filter(changes).map(|seat| seat.what));
                        }
                        if !closed {
                            continue;
                        }
                    }
                    (Through::Part(part), _) if self.is_blown(part) && !stands.moved.contains(&part) => {
                        if may_lead {
                            let seats = self.seats.get(part.index()).map_or(&[][..], Vec::as_slice);
                            moves.extend(seats.iter().map(|seat| seat.what));
                        }
                        continue;
                    }
                    (Through::Part(part), _) if matches!(circuit.parts[part].kind, PartKind::Source(_)) => {
                        if is_free && !self.simulator.source_is_on(part) {
                            moves.insert(Move::On(part));
                        }
                        continue;
                    }
                    _ if !self.may_pass(way.through) => continue,
                    _ => {}
                }
                if reached.insert(other) {
                    open.push(other);
                }
            }
        }
    }

    /// While a source is shorted it feeds nothing: one of the contacts in the short has to open.
    fn moves_out_of_shorts(&mut self, set: &[Move]) -> BTreeSet<Move> {
        let shorts = self.after(set, |simulator| simulator.shorts().to_vec());
        let contacts = shorts.iter().flat_map(|short| &short.path).filter_map(|step| match *step {
            ShortStep::Contact(contact) => Some(self.simulator.circuit().contacts.get(contact)?.part),
            ShortStep::Part(_) => None,
        });
        let free = contacts.filter(|&part| set.iter().all(|what| what.part() != part));
        free.flat_map(|part| self.seats.get(part.index()).into_iter().flatten()).map(|seat| seat.what).collect()
    }
}

/// The circuit after some moves.
struct Stands {
    closed: Vec<bool>,
    moved: Vec<PartId>,
    /// The poles without inner resistance of sources that are on, by net.
    rails: Vec<bool>,
}

/// A source, and where it is.
struct SourceAt {
    part: PartId,
    plus: NetId,
    minus: NetId,
    is_on: bool,
    ideal: bool,
}

fn sources(simulator: &Simulator) -> Vec<SourceAt> {
    let parts = simulator.circuit().parts.iter();
    let source = |(part, known): (PartId, &Part)| match &known.kind {
        PartKind::Source(source) => Some(SourceAt {
            part,
            plus: source.plus,
            minus: source.minus,
            is_on: simulator.source_is_on(part),
            ideal: source.internal_ohms.nominal == 0.0,
        }),
        _ => None,
    };
    parts.filter_map(source).collect()
}
