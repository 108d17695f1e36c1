//! Whole games of small boards: every position that can come about, and who wins in it.

use indexmap::IndexSet;

use crate::position::{Position, Side};
use crate::rules::Rules;

/// How often `should_stop` is asked, in positions.
const OFTEN: usize = 1 << 12;

/// When a game is over, besides by its rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Majority {
    /// As the rules say: by Wetherell's, more than half of all stones end a game at once; by the standard
    /// ones, it goes on to its end.
    #[default]
    AsByTheRules,
    /// By the standard rules, too, a majority ends a game at once, and nothing is swept.
    Ends,
}

/// Every position that can come about from one on, and what the best play of both sides comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reachable {
    /// Different boards, and sides to move on them; those where the game is over included, not swept.
    pub positions: u64,
    /// Those in which South wins,
    pub south_wins: u64,
    /// North wins,
    pub north_wins: u64,
    /// or nobody does, if both play as well as they can.
    pub draws: u64,
    /// South's stones less North's at the end of the game from the first position on, when both try to
    /// make the most of it; after a majority as the board stands then.
    pub margin: i32,
}

impl Reachable {
    /// Goes through every position that can come about from this one on; none when it was stopped.
    ///
    /// `should_stop` is told how many positions were found so far, every few thousand. All of them are
    /// held in memory at once, some hundred bytes each: this is for boards with few stones.
    pub fn new(
        rules: Rules,
        position: &Position,
        majority: Majority,
        mut should_stop: impl FnMut(u64) -> bool,
    ) -> Option<Self> {
        let mut found = IndexSet::from([position.clone()]);
        let mut after: Vec<Vec<usize>> = Vec::new();
        while let Some(position) = found.get_index(after.len()).cloned() {
            if after.len().is_multiple_of(OFTEN) && should_stop(found.len() as u64) {
                return None;
            }
            let pits = if ended(rules, &position, majority).is_some() { Vec::new() } else { position.moves(rules) };
            let next = pits.into_iter().filter_map(|pit| position.after(rules, pit).ok());
            after.push(next.map(|next| found.insert_full(next).0).collect());
        }
        // A move leaves fewer stones in the pits, or brings them nearer to the kalah.
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by_cached_key(|&number| found.get_index(number).map(still_to_go));
        let mut margins = vec![0_i32; found.len()];
        for number in order {
            let (Some(position), Some(after)) = (found.get_index(number), after.get(number)) else { continue };
            let values = after.iter().filter_map(|&after| margins.get(after).copied());
            let best = match position.to_move() {
                Side::South => values.max(),
                Side::North => values.min(),
            };
            let margin = best.or_else(|| ended(rules, position, majority)).unwrap_or_default();
            if let Some(slot) = margins.get_mut(number) {
                *slot = margin;
            }
        }
        let count = |sign| margins.iter().filter(|margin| margin.signum() == sign).count() as u64;
        Some(Self {
            positions: margins.len() as u64,
            south_wins: count(1),
            north_wins: count(-1),
            draws: count(0),
            margin: margins.first().copied().unwrap_or_default(),
        })
    }
}

/// The margin of a game that is over.
fn ended(rules: Rules, position: &Position, majority: Majority) -> Option<i32> {
    let has_majority = |side| position.kalah(side) > position.total() / 2;
    if majority == Majority::Ends && (has_majority(Side::South) || has_majority(Side::North)) {
        return Some(position.margin());
    }
    position.ending(rules).map(|ending| position.swept(ending).margin())
}

/// The stones in the pits, and how many places they are away from their owner's kalah, all together.
fn still_to_go(position: &Position) -> (u32, u64) {
    let mut stones = 0;
    let mut way = 0;
    for side in [Side::South, Side::North] {
        for (places, &held) in (1..).zip(position.side(side).iter().rev()) {
            stones += held;
            way += places * u64::from(held);
        }
    }
    (stones, way)
}
