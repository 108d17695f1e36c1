//! The rules of a game, and who wins it.

use std::ops::RangeInclusive;

use crate::error::Error;

/// The rules of a game of Bachet.
///
/// A *position* is the number of objects left, seen by the player who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    objects: u32,
    most: u32,
    last: LastObject,
}

/// What becomes of the player who takes the last object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LastObject {
    /// He wins: the game as it is known.
    #[default]
    Wins,
    /// He loses: the game turned round.
    Loses,
}

impl Rules {
    /// The article's game: eight objects, 1 to 3 at a time, the last one wins.
    pub const ARTICLE: Self = Self { objects: 8, most: 3, last: LastObject::Wins };

    /// The game of so many objects, of which each player takes 1 to `most` in turn.
    ///
    /// # Errors
    /// [`Error::NoObjects`] and [`Error::TakesNothing`] when either number is 0.
    pub fn new(objects: u32, most: u32) -> Result<Self, Error> {
        if objects == 0 {
            return Err(Error::NoObjects);
        }
        if most == 0 {
            return Err(Error::TakesNothing);
        }
        Ok(Self { objects, most, last: LastObject::Wins })
    }

    /// The same game with another rule for the last object.
    pub fn with_last(self, last: LastObject) -> Self {
        Self { last, ..self }
    }

    /// The same game with another number of objects.
    ///
    /// # Errors
    /// [`Error::NoObjects`] for none.
    pub fn with_objects(self, objects: u32) -> Result<Self, Error> {
        if objects == 0 { Err(Error::NoObjects) } else { Ok(Self { objects, ..self }) }
    }

    /// How many objects a game starts with.
    pub fn objects(self) -> u32 {
        self.objects
    }

    /// The most that a move may take.
    pub fn most(self) -> u32 {
        self.most
    }

    /// What becomes of the player who takes the last object.
    pub fn last(self) -> LastObject {
        self.last
    }

    /// What may be taken from a position; empty when nothing is left.
    pub fn takes(self, position: u32) -> RangeInclusive<u32> {
        1..=self.most.min(position)
    }

    /// Whether so many may be taken from a position.
    pub fn allows(self, position: u32, take: u32) -> bool {
        self.takes(position).contains(&take)
    }

    /// Whether the player who is to move wins, if he plays well.
    ///
    /// With nothing left the game is over, and the answer is whether the one who would be next has
    /// won it.
    pub fn is_won(self, position: u32) -> bool {
        u64::from(position) % self.round() != self.lost_remainder()
    }

    /// The one take that wins from a position; `None` if no take does.
    ///
    /// There is never more than one: of the positions that a move can reach only one is lost to the
    /// opponent.
    pub fn winning_take(self, position: u32) -> Option<u32> {
        // One more round keeps the difference from falling below 0.
        let take = (u64::from(position) + self.round() - self.lost_remainder()) % self.round();
        u32::try_from(take).ok().filter(|&take| self.allows(position, take))
    }

    /// The most games that a machine loses which tries every move from 1 up and never again makes one
    /// that it was punished for ([`Strategies::every_move`](crate::Strategies::every_move)); `None` if
    /// there is no limit, because the person wins from the start.
    ///
    /// Every loss switches off a losing move that is tried before the winning one; a move that wins
    /// is never the last one of a lost game. A person can be found who makes the machine try them
    /// all, unless a move takes exactly one, and nothing is left to choose.
    pub fn most_losses(self) -> Option<u64> {
        if self.is_won(self.objects) {
            return None;
        }
        if self.most == 1 {
            return Some(0);
        }
        let tried_in_vain = |position| self.winning_take(position).map_or(self.most.min(position), |take| take - 1);
        Some((1..self.objects).map(|position| u64::from(tried_in_vain(position))).sum())
    }

    /// One more than a move may take: what the better player can make of any move and his answer.
    fn round(self) -> u64 {
        u64::from(self.most) + 1
    }

    /// What a position lost to the player to move leaves when divided by [`Rules::round`].
    fn lost_remainder(self) -> u64 {
        match self.last {
            LastObject::Wins => 0,
            LastObject::Loses => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who wins each position and by which takes, worked out from the end of the game.
    fn by_trying(rules: Rules) -> Vec<(bool, Vec<u32>)> {
        let over = (rules.last() == LastObject::Loses, Vec::new());
        let mut solved = vec![over];
        for position in 1..=rules.objects() {
            let winning: Vec<u32> =
                rules.takes(position).filter(|take| !solved[(position - take) as usize].0).collect();
            solved.push((!winning.is_empty(), winning));
        }
        solved
    }

    #[test]
    fn the_solution_is_that_of_trying_every_move() {
        for last in [LastObject::Wins, LastObject::Loses] {
            for most in 1..=9 {
                let rules = Rules::new(40, most).unwrap().with_last(last);
                for (position, (won, winning)) in (0..).zip(by_trying(rules)) {
                    let said = (rules.is_won(position), Vec::from_iter(rules.winning_take(position)));
                    assert_eq!(said, (won, winning), "position {position} of {rules:?}");
                }
            }
        }
    }

    #[test]
    fn the_articles_game() {
        let rules = Rules::ARTICLE;
        let winning: Vec<Option<u32>> = (0..=8).map(|position| rules.winning_take(position)).collect();
        assert_eq!(winning, [None, Some(1), Some(2), Some(3), None, Some(1), Some(2), Some(3), None]);
    }

    #[test]
    fn numbers_that_make_no_game_and_the_greatest_that_do() {
        assert_eq!(Rules::new(0, 3), Err(Error::NoObjects));
        assert_eq!(Rules::new(8, 0), Err(Error::TakesNothing));
        let greatest = Rules::new(u32::MAX, u32::MAX).unwrap();
        assert_eq!(greatest.winning_take(u32::MAX), Some(u32::MAX));
    }
}
