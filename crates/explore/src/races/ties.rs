//! What may move at exactly the same instant to another effect than one after another.

use kiber_engine::Place;

use super::groups::Group;
use super::web::Move;

/// Up to so many that could move are combined in every way; of more, pairs and all at once are, and
/// that is not everything.
const FEW: usize = 8;

/// Moves made at one instant.
#[derive(Clone, Debug)]
pub(super) struct Sets<T> {
    pub(super) sets: Vec<Vec<(Move, T)>>,
    /// Whether there are no others.
    pub(super) whole: bool,
}

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
    pub(super) fn sets(&self, moves: &[(Move, Place)]) -> Sets<Place> {
        let mut found = Sets { sets: Vec::new(), whole: true };
        for part in self.parts(moves) {
            let Sets { sets, whole } = all_sets(&part);
            found.sets.extend(sets.into_iter().filter(|set| self.is_knot(set)));
            found.whole &= whole;
        }
        found
    }

    /// The moves in parts, so that every knot is within one of them: whose members influence each other,
    /// at least through others that move.
    fn parts(&self, moves: &[(Move, Place)]) -> Vec<Vec<(Move, Place)>> {
        if moves.len() <= FEW {
            return vec![moves.to_vec()];
        }
        let from: Vec<Vec<bool>> = (0..moves.len())
            .map(|from| {
                let mut reached = vec![false; moves.len()];
                reached_from(moves.len(), from, |a, b| self.influences(moves, a, b))
                    .into_iter()
                    .for_each(|to| reached[to] = true);
                reached
            })
            .collect();
        let together = |a: usize, b: usize| from[a][b] && from[b][a];
        let first = |at: &usize| (0..*at).all(|before| !together(before, *at));
        let part =
            |head: usize| moves.iter().enumerate().filter(move |&(at, _)| together(head, at)).map(|(_, &made)| made);
        (0..moves.len()).filter(first).map(|head| part(head).collect()).collect()
    }

    /// Whether a move of one of these members influences another, as far as is known.
    fn influences(&self, moves: &[(Move, Place)], a: usize, b: usize) -> bool {
        let Some(rows) = &self.influences else { return true };
        let (Some(&((a, _), _)), Some(&((b, _), _))) = (moves.get(a), moves.get(b)) else { return false };
        a == b || rows.get(a).and_then(|row| row.get(b)).copied().unwrap_or(false)
    }

    /// Whether every member of the set influences every other, at least through members of the set.
    fn is_knot(&self, set: &[(Move, Place)]) -> bool {
        let forwards = reached_from(set.len(), 0, |a, b| self.influences(set, a, b));
        let backwards = reached_from(set.len(), 0, |a, b| self.influences(set, b, a));
        forwards.len() == set.len() && backwards.len() == set.len()
    }
}

/// Which of so many can be reached from one of them, itself included.
fn reached_from(count: usize, first: usize, leads: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut reached = vec![first];
    let mut at = 0;
    while let Some(&from) = reached.get(at) {
        at += 1;
        let new: Vec<usize> = (0..count).filter(|to| !reached.contains(to) && leads(from, *to)).collect();
        reached.extend(new);
    }
    reached
}

/// Every set of two moves or more of different members; of many, the pairs and all of them.
pub(super) fn all_sets<T: Copy>(moves: &[(Move, T)]) -> Sets<T> {
    let member = |at: usize| moves.get(at).map(|&((member, _), _)| member);
    let of_bits = |bits: usize| -> Option<Vec<(Move, T)>> {
        let chosen: Vec<usize> = (0..moves.len()).filter(|at| bits >> at & 1 == 1).collect();
        let different = chosen.windows(2).all(|pair| member(pair[0]) != member(pair[1]));
        (chosen.len() > 1 && different).then(|| chosen.iter().filter_map(|&at| moves.get(at).copied()).collect())
    };
    if moves.len() <= FEW {
        return Sets { sets: (3..1usize << moves.len()).filter_map(of_bits).collect(), whole: true };
    }
    let mut sets = Vec::new();
    for (at, &first) in moves.iter().enumerate() {
        let others = moves.iter().skip(at + 1).filter(|other| other.0.0 != first.0.0);
        sets.extend(others.map(|&second| vec![first, second]));
    }
    let mut all: Vec<(Move, T)> = moves.to_vec();
    all.dedup_by_key(|&mut ((member, _), _)| member);
    sets.push(all);
    Sets { sets, whole: false }
}
