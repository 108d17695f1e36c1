//! Which path stands beside which: bars short, what belongs together side by side.

use super::element::Sort;
use super::graph::Graph;
use super::order::Role;

/// Sets with more members are long wherever their members stand.
const MOST_MEMBERS: usize = 48;
/// How far a path is tried to either side, and how often all are; of many paths not so far.
const WINDOW: usize = 80;
const PASSES: usize = 6;
const MOST_TRIED: usize = 30_000;

/// What ought to be near each other: the paths at a bar, or those of a sub-circuit.
#[derive(Debug, Default)]
struct Near {
    sets: Vec<(Vec<usize>, i64)>,
    /// The sets that each path is in.
    of_path: Vec<Vec<usize>>,
}

impl Near {
    fn new(graph: &Graph, groups: &[Vec<usize>]) -> Self {
        let mut near = Self { sets: Vec::new(), of_path: vec![Vec::new(); graph.paths.len()] };
        for (node, paths) in graph.nodes.iter().zip(graph.paths_at_nodes()) {
            if !matches!(node.role, Role::Plus | Role::Minus) {
                near.add(paths, 2);
            }
        }
        for paths in groups {
            near.add(paths.clone(), 1);
        }
        near
    }

    fn add(&mut self, mut paths: Vec<usize>, weight: i64) {
        paths.sort_unstable();
        paths.dedup();
        if !(2..=MOST_MEMBERS).contains(&paths.len()) {
            return;
        }
        for &path in &paths {
            if let Some(sets) = self.of_path.get_mut(path) {
                sets.push(self.sets.len());
            }
        }
        self.sets.push((paths, weight));
    }

    fn cost_of(&self, set: usize, position: &[usize]) -> i64 {
        let Some((paths, weight)) = self.sets.get(set) else { return 0 };
        let (mut least, mut most) = (usize::MAX, 0);
        for at in paths.iter().filter_map(|&path| position.get(path)) {
            least = least.min(*at);
            most = most.max(*at);
        }
        weight * most.saturating_sub(least) as i64
    }

    fn cost(&self, paths: &[usize], position: &[usize]) -> i64 {
        let mut sets: Vec<usize> = paths.iter().filter_map(|&path| self.of_path.get(path)).flatten().copied().collect();
        sets.sort_unstable();
        sets.dedup();
        sets.into_iter().map(|set| self.cost_of(set, position)).sum()
    }

    /// As [`Near::cost`] of two paths that stand beside each other, leaving out what both are in: to exchange
    /// them costs nothing there.
    fn cost_of_pair(&self, [one, other]: [usize; 2], position: &[usize]) -> i64 {
        let sets = |path: usize| self.of_path.get(path).map_or(&[][..], Vec::as_slice);
        let alone = |of: usize, without: usize| {
            let others = sets(without);
            let own = sets(of).iter().filter(move |set| others.binary_search(set).is_err());
            own.map(|&set| self.cost_of(set, position)).sum::<i64>()
        };
        alone(one, other) + alone(other, one)
    }
}

/// The order of the paths from left to right. `rank` says where the author wants a path, if anywhere; `groups`
/// are paths that ought to stand together.
pub(crate) fn order(graph: &Graph, rank: &[Option<usize>], groups: &[Vec<usize>]) -> Vec<usize> {
    let near = Near::new(graph, groups);
    let mut search = Search { near, rank, position: vec![0; graph.paths.len()], order: Vec::new() };
    let mut bundles = bundles(graph, rank);
    search.set(bundles.concat());
    search.sort_bundles(&mut bundles, PASSES * 4);
    search.set(bundles.concat());
    for _ in 0..PASSES {
        if !search.sift_all() {
            break;
        }
    }
    search.order
}

struct Search<'s> {
    near: Near,
    rank: &'s [Option<usize>],
    position: Vec<usize>,
    order: Vec<usize>,
}

impl Search<'_> {
    fn set(&mut self, order: Vec<usize>) {
        for (at, &path) in order.iter().enumerate() {
            if let Some(position) = self.position.get_mut(path) {
                *position = at;
            }
        }
        self.order = order;
    }

    /// Whether one has to stay on the left of the other.
    fn is_bound(&self, left: usize, right: usize) -> bool {
        let rank = |path: usize| self.rank.get(path).copied().flatten();
        matches!((rank(left), rank(right)), (Some(left), Some(right)) if left < right)
    }

    /// Exchanges neighbouring bundles while that helps.
    fn sort_bundles(&mut self, bundles: &mut [Vec<usize>], passes: usize) {
        for _ in 0..passes {
            let mut better = false;
            let mut start = 0;
            for at in 1..bundles.len() {
                let [.., left, right] = &mut bundles[..=at] else { continue };
                let bound = left.iter().any(|&left| right.iter().any(|&right| self.is_bound(left, right)));
                let both: Vec<usize> = left.iter().chain(right.iter()).copied().collect();
                let before = self.near.cost(&both, &self.position);
                self.put(start, right.iter().chain(left.iter()).copied());
                if !bound && self.near.cost(&both, &self.position) < before {
                    std::mem::swap(left, right);
                    better = true;
                } else {
                    self.put(start, both.into_iter());
                }
                start += left.len();
            }
            if !better {
                break;
            }
        }
    }

    fn put(&mut self, start: usize, paths: impl Iterator<Item = usize>) {
        for (at, path) in (start..).zip(paths) {
            if let Some(position) = self.position.get_mut(path) {
                *position = at;
            }
            if let Some(place) = self.order.get_mut(at) {
                *place = path;
            }
        }
    }

    /// Moves every path to the best place near its own; whether any moved.
    fn sift_all(&mut self) -> bool {
        let mut moved = false;
        for path in self.order.clone() {
            moved |= self.sift(path);
        }
        moved
    }

    fn sift(&mut self, path: usize) -> bool {
        let Some(&home) = self.position.get(path) else { return false };
        let window = (MOST_TRIED / self.order.len().max(1)).clamp(8, WINDOW);
        let (mut best, mut best_at) = (0, home);
        for step in [-1, 1] {
            let mut cost = 0;
            let mut at = home;
            for _ in 0..window {
                let Some(change) = self.exchange(at, step) else { break };
                at = at.saturating_add_signed(step);
                cost += change;
                if cost < best {
                    (best, best_at) = (cost, at);
                }
            }
            while at != home {
                let back = if at > home { -1 } else { 1 };
                self.swap(at, at.saturating_add_signed(back));
                at = at.saturating_add_signed(back);
            }
        }
        let mut at = home;
        while at != best_at {
            let step = if best_at > at { 1 } else { -1 };
            self.swap(at, at.saturating_add_signed(step));
            at = at.saturating_add_signed(step);
        }
        best_at != home
    }

    /// Exchanges a path with its neighbour; what that costs, or nothing if they are bound to their order.
    fn exchange(&mut self, at: usize, step: isize) -> Option<i64> {
        let with = at.checked_add_signed(step)?;
        let pair = [*self.order.get(at.min(with))?, *self.order.get(at.max(with))?];
        if self.is_bound(pair[0], pair[1]) {
            return None;
        }
        let before = self.near.cost_of_pair(pair, &self.position);
        self.swap(at, with);
        Some(self.near.cost_of_pair(pair, &self.position) - before)
    }

    fn swap(&mut self, at: usize, with: usize) {
        self.order.swap(at, with);
        for place in [at, with] {
            if let Some(position) = self.order.get(place).and_then(|&path| self.position.get_mut(path)) {
                *position = place;
            }
        }
    }
}

/// Every load with what leads to it alone, in the order of the circuit or of its author; sources first.
fn bundles(graph: &Graph, rank: &[Option<usize>]) -> Vec<Vec<usize>> {
    let edges = |path: usize| graph.paths.get(path).into_iter().flatten().filter_map(|&edge| graph.edges.get(edge));
    let key = |path: usize| {
        let has = |sort: Sort| edges(path).any(|edge| edge.sort == sort);
        let class = if has(Sort::Source) {
            0
        } else if has(Sort::Load) {
            1
        } else {
            2
        };
        let load = edges(path).filter(|edge| edge.sort == Sort::Load).map(|edge| edge.part).min();
        let wanted = rank.get(path).copied().flatten();
        (class, wanted.is_none(), wanted, load, edges(path).map(|edge| edge.part).min(), path)
    };
    let mut paths: Vec<usize> = (0..graph.paths.len()).collect();
    paths.sort_by_key(|&path| key(path));
    let at_nodes = graph.paths_at_nodes();
    let mut taken = vec![false; paths.len()];
    let mut bundles = Vec::new();
    for &path in &paths {
        if taken.get(path).copied().unwrap_or(true) {
            continue;
        }
        let mut bundle = Vec::new();
        let mut waiting = vec![path];
        while let Some(path) = waiting.pop() {
            match taken.get_mut(path) {
                Some(taken) if !*taken => *taken = true,
                _ => continue,
            }
            bundle.push(path);
            // What ends at a bar of this path and has no load of its own comes with it.
            for node in edges(path).map(|edge| edge.to) {
                if graph.nodes.get(node).is_some_and(|node| matches!(node.role, Role::Plus | Role::Minus)) {
                    continue;
                }
                for &other in at_nodes.get(node).into_iter().flatten().rev() {
                    let ends_here = edges(other).next_back().is_some_and(|edge| edge.to == node);
                    if ends_here && !edges(other).any(|edge| matches!(edge.sort, Sort::Load | Sort::Source)) {
                        waiting.push(other);
                    }
                }
            }
        }
        bundles.push(bundle);
    }
    bundles
}

impl Graph {
    /// The paths at each node, those that pass it included.
    pub(crate) fn paths_at_nodes(&self) -> Vec<Vec<usize>> {
        let mut at = vec![Vec::new(); self.nodes.len()];
        for (path, edges) in self.paths.iter().enumerate() {
            for edge in edges.iter().filter_map(|&edge| self.edges.get(edge)) {
                for node in [edge.from, edge.to].into_iter().chain(edge.beside) {
                    if let Some(paths) = at.get_mut(node)
                        && paths.last() != Some(&path)
                    {
                        paths.push(path);
                    }
                }
            }
        }
        at
    }
}
