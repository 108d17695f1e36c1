//! The exact solution of a game: what every position and every move is worth.

use crate::rules::{LastObject, Rules};

/// What a position or a move is worth to the player who is to move, if both play well: who wins, and
/// when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value {
    /// Whether this player wins.
    pub wins: bool,
    /// How many moves of both players together the game lasts from here, the first one being this
    /// player's.
    ///
    /// The winner cannot hurry and the loser cannot put it off: a position is won by one take alone,
    /// and that take makes up one round with whatever the loser took.
    pub moves: u64,
}

/// A move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// How many objects it takes.
    pub take: u32,
    /// What it is worth to the player who makes it, this move counted.
    pub value: Value,
}

impl Rules {
    /// What a position is worth to the player who is to move in it.
    ///
    /// Two moves make a round of K + 1 objects. A player who has lost comes to the last round's end
    /// after whole rounds, or after whole rounds and the forced last object; a player who wins makes
    /// one move more to put the other there.
    pub fn value(self, position: u32) -> Value {
        let round = u64::from(self.most()) + 1;
        let wins = self.is_won(position);
        let rest = match self.last() {
            LastObject::Wins => 0,
            LastObject::Loses => 1,
        };
        if position == 0 {
            return Value { wins, moves: 0 };
        }
        // The objects that the losing side finds before it, now or after the winning take.
        let before_loser = u64::from(position) - u64::from(self.winning_take(position).unwrap_or(0));
        let rounds = before_loser.saturating_sub(rest) / round;
        Value { wins, moves: 2 * rounds + rest + u64::from(wins) }
    }

    /// What each take from a position is worth, from the least up; none when the game is over.
    pub fn move_values(self, position: u32) -> impl Iterator<Item = MoveValue> {
        self.takes(position).map(move |take| {
            let after = self.value(position - take);
            MoveValue { take, value: Value { wins: !after.wins, moves: after.moves + 1 } }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values from the end of the game up, each by trying every move: the winner as soon as may
    /// be, the loser as late.
    fn by_trying(rules: Rules) -> Vec<Value> {
        let mut values = vec![Value { wins: rules.last() == LastObject::Loses, moves: 0 }];
        for position in 1..=rules.objects() {
            let after = rules.takes(position).map(|take| values[(position - take) as usize]);
            let mine: Vec<Value> = after.map(|after| Value { wins: !after.wins, moves: after.moves + 1 }).collect();
            let won = mine.iter().filter(|value| value.wins).min_by_key(|value| value.moves);
            let best = won.or_else(|| mine.iter().max_by_key(|value| value.moves)).unwrap();
            values.push(*best);
        }
        values
    }

    #[test]
    fn the_formula_is_what_trying_every_move_finds() {
        for last in [LastObject::Wins, LastObject::Loses] {
            for most in 1..=6 {
                let rules = Rules::new(30, most).unwrap().with_last(last);
                for (position, value) in (0..).zip(by_trying(rules)) {
                    assert_eq!(rules.value(position), value, "position {position} of {rules:?}");
                }
            }
        }
    }

    #[test]
    fn the_moves_of_a_position_are_valued() {
        let values = |rules: Rules, position: u32| {
            let all: Vec<String> = rules
                .move_values(position)
                .map(|one| format!("{}{}{}", one.take, if one.value.wins { "+" } else { "-" }, one.value.moves))
                .collect();
            all.join(" ")
        };
        assert_eq!(values(Rules::ARTICLE, 7), "1-4 2-4 3+3");
        assert_eq!(values(Rules::ARTICLE, 8), "1-4 2-4 3-4");
        assert_eq!(values(Rules::ARTICLE, 2), "1-2 2+1");
        assert_eq!(values(Rules::ARTICLE, 0), "");
        assert_eq!(values(Rules::ARTICLE.with_last(LastObject::Loses), 2), "1+2 2-1");
    }

    #[test]
    fn the_greatest_game_is_valued_without_playing_it() {
        let rules = Rules::new(u32::MAX, 1).unwrap();
        assert_eq!(rules.value(u32::MAX), Value { wins: true, moves: u64::from(u32::MAX) });
    }
}
