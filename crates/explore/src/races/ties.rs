//! What may move at exactly the same instant to another effect than one after another.

use kiber_engine::Place;

use super::groups::Group;
use super::web::Move;

/// Up to so many that could move are combined in every way; of more, pairs and all at once are.
const FEW: usize = 8;

/// Finds the sets of moves whose tie matters.
#[derive(Clone, Debug)]
pub(super) struct Ties {
    /// Whether one member influences another: by place of the first, a row of places.
    influences: Option<Vec<Vec<bool>>>,
}

impl Ties {
    pub(super) fn new(group: &Group) -> Self {
        let influences = group.pairs.as_ref().map(|pairs| {
            let mut rows = vec![vec![false; group.members.len()]; group.members.len()];
            for &(a, b) in pairs {
                if let Some(cell) = rows.get_mut(a).and_then(|row| row.get_mut(b)) {
                    *cell = true;
                }
            }
            rows
        });
        Self { influences }
    }

    /// The sets of moves that could be made at one instant to another effect on the places than in some
    /// order: sets in which each is hindered or helped by each other, at least through others. In all
    /// other sets the influenced can go first.
    pub(super) fn sets(&mut self, moves: &[(Move, Place)]) -> Vec<Vec<(Move, Place)>> {
        let sets = all_sets(moves);
        sets.into_iter().filter(|set| self.is_knot(set)).collect()
    }

    /// Whether every member of the set influences every other, at least through members of the set.
    fn is_knot(&self, set: &[(Move, Place)]) -> bool {
        let Some(rows) = &self.influences else { return true };
        let influences = |a: usize, b: usize| {
            let (Some(&((a, _), _)), Some(&((b, _), _))) = (set.get(a), set.get(b)) else { return false };
            rows.get(a).and_then(|row| row.get(b)).copied().unwrap_or(false)
        };
        reaches_all(set.len(), influences) && reaches_all(set.len(), |a, b| influences(b, a))
    }
}

/// Whether all of so many can be reached from the first.
fn reaches_all(count: usize, leads: impl Fn(usize, usize) -> bool) -> bool {
    let mut reached = vec![0];
    let mut at = 0;
    while let Some(&from) = reached.get(at) {
        at += 1;
        let new: Vec<usize> = (0..count).filter(|to| !reached.contains(to) && leads(from, *to)).collect();
        reached.extend(new);
    }
    reached.len() == count
}

/// Every set of two moves or more of different members; of many, the pairs and all of them.
pub(super) fn all_sets<T: Copy>(moves: &[(Move, T)]) -> Vec<Vec<(Move, T)>> {
    let member = |at: usize| moves.get(at).map(|&((member, _), _)| member);
    let of_bits = |bits: usize| -> Option<Vec<(Move, T)>> {
        let chosen: Vec<usize> = (0..moves.len()).filter(|at| bits >> at & 1 == 1).collect();
        let different = chosen.windows(2).all(|pair| member(pair[0]) != member(pair[1]));
        (chosen.len() > 1 && different).then(|| chosen.iter().filter_map(|&at| moves.get(at).copied()).collect())
    };
    if moves.len() <= FEW {
        return (3..1usize << moves.len()).filter_map(of_bits).collect();
    }
    let mut sets = Vec::new();
    for (at, &first) in moves.iter().enumerate() {
        let others = moves.iter().skip(at + 1).filter(|other| other.0.0 != first.0.0);
        sets.extend(others.map(|&second| vec![first, second]));
    }
    let mut all: Vec<(Move, T)> = moves.to_vec();
    all.dedup_by_key(|&mut ((member, _), _)| member);
    sets.push(all);
    sets
}
