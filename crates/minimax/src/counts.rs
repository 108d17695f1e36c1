//! How large a game is: its positions and its games, counted.

use std::collections::BTreeMap;

use hashbrown::{HashMap, HashSet};

use crate::hashing::Fixed;
use crate::visits::Visits;
use crate::{Error, Game};

/// How many positions can be reached and how many games played; [`u128::MAX`] of games stands for
/// that many or more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Different positions, the first one included.
    pub positions: u64,
    /// Of these, the ones in which the game is over.
    pub finals: u64,
    /// Different games, each to its end.
    pub games: u128,
    /// The same by result.
    pub games_by_result: BTreeMap<i32, u128>,
    /// How many sequences of 0, 1, 2, … moves there are; a finished game has no successors.
    pub perft: Vec<u128>,
}

impl Counts {
    /// Counts a game from a position to its end. The positions are held in memory.
    ///
    /// Games are not played one by one: as many lead through a position as lead to it. `should_stop` is
    /// asked at the first position and every 1024th, and told how many there were.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the caller says so.
    pub fn new<G: Game>(
        game: &G,
        start: &G::Position,
        mut should_stop: impl FnMut(u64) -> bool,
    ) -> Result<Self, Error> {
        let mut visits = Visits::new(&mut should_stop);
        let mut counts = Self::default();
        let mut seen: HashSet<G::Position, Fixed> = HashSet::with_hasher(Fixed);
        // The positions after so many moves, and how many ways lead to each.
        let mut level: HashMap<G::Position, u128, Fixed> = HashMap::with_hasher(Fixed);
        level.insert(start.clone(), 1);
        let mut moves = Vec::new();
        while !level.is_empty() {
            let sequences = level.values().fold(0_u128, |sum, &ways| sum.saturating_add(ways));
            counts.perft.push(sequences);
            let mut next = HashMap::with_hasher(Fixed);
            for (position, ways) in level {
                visits.visit()?;
                game.moves(&position, &mut moves);
                if seen.insert(position.clone()) {
                    counts.positions += 1;
                    counts.finals += u64::from(moves.is_empty());
                }
                if moves.is_empty() {
                    counts.games = counts.games.saturating_add(ways);
                    let of_result = counts.games_by_result.entry(game.result(&position)).or_default();
                    *of_result = of_result.saturating_add(ways);
                }
                for &chosen in &moves {
                    let to: &mut u128 = next.entry(game.play(&position, chosen)).or_default();
                    *to = to.saturating_add(ways);
                }
            }
            level = next;
        }
        Ok(counts)
    }
}
