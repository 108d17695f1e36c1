//! Relays that cannot influence each other need not be compared: their orders are looked at apart.

use kiber_engine::Untimed;

/// Mechanisms that may influence each other, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// Their numbers, in order.
    pub(super) members: Vec<usize>,
    /// Who influences whom, by place among the members; none if nobody knows.
    pub(super) pairs: Option<Vec<(usize, usize)>>,
}

/// All that may move from here on, in groups that know nothing of each other. One group of all
/// mechanisms if nobody asked for groups, or if a short circuit might join everything.
pub(super) fn groups(untimed: &Untimed, reduce: bool) -> Vec<Group> {
    let everybody = untimed.count();
    let Some(influence) = reduce.then(|| untimed.influence()).flatten() else {
        return vec![Group { members: (0..everybody).collect(), pairs: None }];
    };
    let movers = &influence.movers;
    // The first member of each one's group, by place among the movers.
    let mut first: Vec<usize> = (0..movers.len()).collect();
    let place = |mechanism: usize| movers.binary_search(&mechanism).unwrap_or_default();
    let pairs: Vec<(usize, usize)> = influence.pairs.iter().map(|&(a, b)| (place(a), place(b))).collect();
    let mut more = true;
    while more {
        more = false;
        for &(a, b) in &pairs {
            let least = first[a].min(first[b]);
            more |= first[a] != least || first[b] != least;
            (first[a], first[b]) = (least, least);
        }
    }
    let heads = (0..movers.len()).filter(|&mover| first[mover] == mover);
    heads
        .map(|head| {
            let own: Vec<usize> = (0..movers.len()).filter(|&mover| first[mover] == head).collect();
            let own_place = |mover: usize| own.binary_search(&mover).ok();
            let pairs = pairs.iter().filter_map(|&(a, b)| Some((own_place(a)?, own_place(b)?))).collect();
            Group { members: own.iter().map(|&mover| movers[mover]).collect(), pairs: Some(pairs) }
        })
        .collect()
}
