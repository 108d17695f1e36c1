//! The routes by which current comes, or might come, through a load: from a source, through contacts, and back.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use kiber_engine::{Nanoamps, Simulator};
use kiber_netlist::{Id, NetId, PartId, PartKind};

use crate::ways::{Through, Way, Ways};

/// What an open contact costs against a closed one: a route with fewer open contacts comes first, however long it is.
const OPEN: u64 = 10_000;
/// What another load costs that carries current: a way through it is one that current takes, though not the first to tell.
const CARRYING_LOAD: u64 = OPEN / 100;
/// What another load costs that carries none: a way through it comes last.
const LOAD: u64 = 1_000 * OPEN;
/// How many pieces of routes are looked at before the search gives up.
const MOST_PIECES: usize = 100_000;

/// One closed way through a load, from a source's plus through it to the source's minus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// What is passed, in the direction in which a source drives current; sources themselves included, the load is
    /// among them. The first is a source.
    pub steps: Vec<RouteStep>,
}

/// A step of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RouteStep {
    /// What is passed.
    pub through: Through,
    /// Where it is entered.
    pub from: NetId,
    /// Where it is left.
    pub to: NetId,
    /// Whether it lets current through as the circuit stands.
    pub closed: bool,
}

impl Route {
    /// How many contacts are open on the way, or fuses blown, or sources off.
    pub fn open(&self) -> usize {
        self.steps.iter().filter(|step| !step.closed).count()
    }
}

/// The routes through a load, those with the fewest open contacts first and of these the shortest: up to `most`. A
/// way through another load counts as longer than any without, but if that carries current, not as long as one with an
/// open contact. Routes meet no net twice, and pass the pole of a
/// source only to go through that source, from its minus to its plus, or along a wire.
///
/// The search gives up, and tells what it has found, where a circuit has very many ways of nearly the same length.
pub fn routes(simulator: &Simulator, load: Through, most: usize) -> Vec<Route> {
    let ways = Ways::of(simulator);
    let Some(start) = ways.all.iter().position(|way| way.through == load) else { return Vec::new() };
    let search = Search::new(simulator, &ways, start);
    let mut found: Vec<(u64, Route)> = Vec::new();
    for backwards in [false, true] {
        found.extend(search.routes(backwards, most));
    }
    found.sort_by_key(|&(cost, _)| cost);
    let mut routes: Vec<Route> = Vec::new();
    for (_, route) in found {
        if routes.len() < most && !routes.contains(&route) {
            routes.push(route);
        }
    }
    routes
}

/// Where a route has come to: a net, whether by a source, and whether it has passed one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    net: NetId,
    by_source: bool,
    has_source: bool,
}

impl Place {
    fn index(self) -> usize {
        self.net.index() * 4 + usize::from(self.by_source) * 2 + usize::from(self.has_source)
    }
}

/// A piece of a route: where it has come to, by which way, and the piece before.
struct Piece {
    place: Place,
    way: usize,
    before: Option<usize>,
    cost: u64,
}

struct Search<'a> {
    simulator: &'a Simulator,
    ways: &'a Ways,
    start: usize,
    is_pole: Vec<bool>,
}

impl<'a> Search<'a> {
    fn new(simulator: &'a Simulator, ways: &'a Ways, start: usize) -> Self {
        let circuit = simulator.circuit();
        let mut is_pole = vec![false; circuit.nets.len()];
        for part in circuit.parts.rows() {
            if let PartKind::Source(source) = &part.kind {
                for pole in [source.plus, source.minus] {
                    if let Some(known) = is_pole.get_mut(pole.index()) {
                        *known = true;
                    }
                }
            }
        }
        Self { simulator, ways, start, is_pole }
    }

    fn pole(&self, net: NetId) -> bool {
        self.is_pole.get(net.index()).copied().unwrap_or(false)
    }

    fn kind(&self, way: &Way) -> Option<&'a PartKind> {
        let circuit = self.simulator.circuit();
        Some(&circuit.parts.get(way.through.part(circuit)?)?.kind)
    }

    fn is_source(&self, way: &Way) -> bool {
        matches!(self.kind(way), Some(PartKind::Source(_)))
    }

    /// Whether it lets current through as the circuit stands.
    fn is_closed(&self, way: &Way) -> bool {
        let simulator = self.simulator;
        match (way.through, self.kind(way)) {
            (Through::Contact(contact, side), _) => simulator.is_side_closed(contact, side),
            (Through::Part(part), Some(PartKind::Fuse(_))) => !simulator.is_blown(part),
            (Through::Part(part), Some(PartKind::Source(_))) => simulator.source_is_on(part),
            _ => true,
        }
    }

    /// What a way costs from one of its ends; none where it cannot be passed.
    fn cost(&self, number: usize, from: NetId) -> Option<u64> {
        let way = self.ways.all.get(number)?;
        if number == self.start {
            return None;
        }
        let forward = way.ends[0] == from;
        let open = if self.is_closed(way) { 0 } else { OPEN };
        match (way.through, self.kind(way)?) {
            (Through::Winding(part, winding), _) => Some(self.load(part, winding)),
            (Through::Part(part), PartKind::Lamp(_)) => Some(self.load(part, 0)),
            (_, PartKind::Diode(_)) => forward.then_some(1),
            (_, PartKind::Source(_)) => forward.then_some(1 + open),
            (_, PartKind::Wire(_)) => Some(1),
            _ => Some(1 + open),
        }
    }

    fn load(&self, part: PartId, winding: usize) -> u64 {
        if self.simulator.current(part, winding) == Nanoamps(0) { LOAD } else { CARRYING_LOAD }
    }

    /// The places that a way from `place` leads to; a pole is passed only into its source or out of it.
    fn next(&self, place: Place) -> impl Iterator<Item = (usize, Place, u64)> + '_ {
        let must_be_source = self.pole(place.net) && !place.by_source;
        self.ways.at(place.net).filter_map(move |(number, way, to)| {
            let cost = self.cost(number, place.net)?;
            let is_source = self.is_source(way);
            // A wire makes one pole of two.
            if must_be_source && !is_source && !matches!(self.kind(way), Some(PartKind::Wire(_))) {
                return None;
            }
            let next = Place { net: to, by_source: is_source, has_source: place.has_source || is_source };
            Some((number, next, cost))
        })
    }

    /// From each place the least that the rest of a route can cost.
    fn rest(&self, target: NetId) -> Vec<u64> {
        let places = self.is_pole.len() * 4;
        // The ways are gone backwards from where routes end.
        let mut before: Vec<Vec<(Place, u64)>> = (0..places).map(|_| Vec::new()).collect();
        for net in self.simulator.circuit().nets.ids() {
            for (by_source, has_source) in [(false, false), (false, true), (true, true)] {
                let place = Place { net, by_source, has_source };
                for (_, next, cost) in self.next(place) {
                    if let Some(before) = before.get_mut(next.index()) {
                        before.push((place, cost));
                    }
                }
            }
        }
        let mut rest = vec![u64::MAX; places];
        let mut open = BinaryHeap::new();
        for by_source in [false, true] {
            let place = Place { net: target, by_source, has_source: true };
            if self.ends_at(place)
                && let Some(rest) = rest.get_mut(place.index())
            {
                *rest = 0;
                open.push(Reverse((0, place)));
            }
        }
        while let Some(Reverse((cost, place))) = open.pop() {
            if rest.get(place.index()).is_none_or(|&known| known < cost) {
                continue;
            }
            for &(earlier, step) in before.get(place.index()).map_or(&[][..], Vec::as_slice) {
                let total = cost.saturating_add(step);
                if let Some(known) = rest.get_mut(earlier.index())
                    && total < *known
                {
                    *known = total;
                    open.push(Reverse((total, earlier)));
                }
            }
        }
        rest
    }

    /// Whether a route may end where the load begins.
    fn ends_at(&self, place: Place) -> bool {
        place.has_source && (place.by_source || !self.pole(place.net))
    }

    /// The cheapest routes that go through the load in one direction.
    fn routes(&self, backwards: bool, most: usize) -> Vec<(u64, Route)> {
        let Some(way) = self.ways.all.get(self.start) else { return Vec::new() };
        let [mut entered, mut left] = way.ends;
        if backwards {
            std::mem::swap(&mut entered, &mut left);
        }
        let rest = self.rest(entered);
        let least = |place: Place| rest.get(place.index()).copied().unwrap_or(u64::MAX);
        let start = Place { net: left, by_source: false, has_source: false };
        let mut pieces = vec![Piece { place: start, way: self.start, before: None, cost: 0 }];
        let mut open = BinaryHeap::from([Reverse((least(start), 0))]);
        let mut found = Vec::new();
        while let Some(Reverse((_, number))) = open.pop() {
            if found.len() == most || pieces.len() > MOST_PIECES {
                break;
            }
            let Some(piece) = pieces.get(number) else { break };
            let (place, cost) = (piece.place, piece.cost);
            if place.net == entered && self.ends_at(place) {
                found.push((cost, self.route(&pieces, number, [entered, left])));
                continue;
            }
            let next: Vec<_> = self.next(place).collect();
            for (way, place, step) in next {
                let left_to_go = least(place);
                let is_new = place.net == entered || !visits(&pieces, number, place.net);
                if left_to_go < u64::MAX && is_new && (place.net != entered || self.ends_at(place)) {
                    let cost = cost.saturating_add(step);
                    open.push(Reverse((cost.saturating_add(left_to_go), pieces.len())));
                    pieces.push(Piece { place, way, before: Some(number), cost });
                }
            }
        }
        found
    }

    /// The route that ends with a piece, begun anew at its first source.
    fn route(&self, pieces: &[Piece], last: usize, [entered, left]: [NetId; 2]) -> Route {
        let mut steps = Vec::new();
        let mut next = Some(last);
        while let Some(piece) = next.and_then(|number| pieces.get(number)) {
            next = piece.before;
            let from = piece.before.and_then(|before| pieces.get(before)).map_or(entered, |before| before.place.net);
            let to = if piece.before.is_some() { piece.place.net } else { left };
            if let Some(way) = self.ways.all.get(piece.way) {
                steps.push(RouteStep { through: way.through, from, to, closed: self.is_closed(way) });
            }
        }
        steps.reverse();
        let is_source = |step: &RouteStep| {
            let circuit = self.simulator.circuit();
            let part = step.through.part(circuit).and_then(|part| circuit.parts.get(part));
            matches!(part.map(|part| &part.kind), Some(PartKind::Source(_)))
        };
        let first = steps.iter().position(is_source).unwrap_or(0);
        steps.rotate_left(first);
        Route { steps }
    }
}

/// Whether a piece of a route has come by a net.
fn visits(pieces: &[Piece], last: usize, net: NetId) -> bool {
    let mut next = Some(last);
    while let Some(piece) = next.and_then(|number| pieces.get(number)) {
        if piece.place.net == net {
            return true;
        }
        next = piece.before;
    }
    false
}
