//! Persons whose play is a matter of chance and of the position alone.

use std::fmt;
use std::ops::RangeInclusive;

use kiber_minimax::Random;

use crate::rules::{LastObject, Rules};

/// A person who looks at nothing but the objects left.
///
/// What he takes from a position is drawn evenly from a range of takes, so his chances are exact
/// fractions: an exact calculation of how fast a machine learns from him can be built on them.
///
/// ```
/// use kiber_bachet::{Opponent, Rules};
///
/// let weights = |position| Opponent::Perfect.weights(Rules::ARTICLE, position);
/// assert_eq!(weights(7), [(3, 1)]);
/// assert_eq!(weights(8), [(1, 1), (2, 1), (3, 1)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Opponent {
    /// He wins wherever a take wins, and takes at random where none does.
    Perfect,
    /// He wins wherever a take wins, and takes so many where none does, or all there are if there
    /// are fewer.
    PerfectFixed {
        /// What he takes where no take wins; less than 1 counts as 1, too many as the most allowed.
        take: u32,
    },
    /// He takes at random.
    Uniform,
    /// He takes at random, but ends the game when he can win at once: he takes the rest, or leaves
    /// one object where who takes the last one loses.
    TakesRest,
}

impl Opponent {
    /// Every kind, the one of fixed play with 1.
    pub const ALL: [Self; 4] = [Self::Perfect, Self::PerfectFixed { take: 1 }, Self::Uniform, Self::TakesRest];

    /// What he may take from a position: each take of this range, and all with the same chance.
    /// Empty when nothing is left.
    pub fn choices(self, rules: Rules, position: u32) -> RangeInclusive<u32> {
        let all = rules.takes(position);
        let sure = match self {
            Self::Perfect => rules.winning_take(position),
            Self::PerfectFixed { take } => {
                let fixed = take.clamp(1, (*all.end()).max(1));
                Some(rules.winning_take(position).unwrap_or(fixed))
            }
            Self::Uniform => None,
            Self::TakesRest => match rules.last() {
                LastObject::Wins => Some(position),
                LastObject::Loses => position.checked_sub(1),
            },
        };
        match sure.filter(|&take| rules.allows(position, take)) {
            Some(take) => take..=take,
            None => all,
        }
    }

    /// The takes that he may choose from a position, from the least up, each with its weight: its
    /// chance is its weight divided by the sum of all. Empty when nothing is left.
    pub fn weights(self, rules: Rules, position: u32) -> Vec<(u32, u64)> {
        self.choices(rules, position).map(|take| (take, 1)).collect()
    }

    /// Draws what he takes from a position; `None` when nothing is left.
    pub fn draw(self, rules: Rules, position: u32, random: &mut Random) -> Option<u32> {
        let choices = self.choices(rules, position);
        let (first, last) = (*choices.start(), *choices.end());
        let number = u64::from(last.checked_sub(first)?) + 1;
        // A sure take draws nothing, so that the numbers drawn tell of choices alone.
        let drawn = if number == 1 { 0 } else { random.below(number) };
        u32::try_from(drawn).ok().and_then(|drawn| first.checked_add(drawn))
    }
}

/// The name by which commands know him.
impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Perfect => f.write_str("perfect"),
            Self::PerfectFixed { take: 1 } => f.write_str("perfect-fixed"),
            Self::PerfectFixed { take } => write!(f, "perfect-fixed:{take}"),
            Self::Uniform => f.write_str("uniform"),
            Self::TakesRest => f.write_str("takes-rest"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What he may take from the objects of a game turned round or not, from 0 objects up.
    #[track_caller]
    fn check(opponent: Opponent, last: LastObject, expected: &str) {
        let rules = Rules::ARTICLE.with_last(last);
        let shown: Vec<String> = (0..=8)
            .map(|position| {
                let takes = opponent.weights(rules, position);
                takes.iter().map(|(take, _)| take.to_string()).collect::<Vec<_>>().join("")
            })
            .collect();
        assert_eq!(shown.join(" "), expected, "{opponent}");
    }

    #[test]
    fn the_choices_of_every_kind() {
        check(Opponent::Perfect, LastObject::Wins, " 1 2 3 123 1 2 3 123");
        check(Opponent::PerfectFixed { take: 1 }, LastObject::Wins, " 1 2 3 1 1 2 3 1");
        check(Opponent::PerfectFixed { take: 3 }, LastObject::Wins, " 1 2 3 3 1 2 3 3");
        check(Opponent::PerfectFixed { take: 9 }, LastObject::Wins, " 1 2 3 3 1 2 3 3");
        check(Opponent::Uniform, LastObject::Wins, " 1 12 123 123 123 123 123 123");
        check(Opponent::TakesRest, LastObject::Wins, " 1 2 3 123 123 123 123 123");
        check(Opponent::Perfect, LastObject::Loses, " 1 1 2 3 123 1 2 3");
        check(Opponent::PerfectFixed { take: 0 }, LastObject::Loses, " 1 1 2 3 1 1 2 3");
        check(Opponent::TakesRest, LastObject::Loses, " 1 1 2 3 123 123 123 123");
    }

    #[test]
    fn what_is_drawn_is_what_may_be_taken() {
        let mut random = Random::new(1);
        for opponent in Opponent::ALL {
            assert_eq!(opponent.draw(Rules::ARTICLE, 0, &mut random), None);
            for position in 1..=8 {
                let choices = opponent.choices(Rules::ARTICLE, position);
                let mut drawn: Vec<u32> =
                    (0..200).filter_map(|_| opponent.draw(Rules::ARTICLE, position, &mut random)).collect();
                drawn.sort_unstable();
                drawn.dedup();
                assert_eq!(drawn, choices.collect::<Vec<u32>>(), "{opponent} at {position}");
            }
        }
    }

    #[test]
    fn the_greatest_game_is_drawn_from_without_listing_it() {
        let rules = Rules::new(u32::MAX, u32::MAX).unwrap();
        let drawn = Opponent::Uniform.draw(rules, u32::MAX, &mut Random::new(1));
        assert!(drawn.is_some_and(|take| take >= 1), "{drawn:?}");
    }
}
