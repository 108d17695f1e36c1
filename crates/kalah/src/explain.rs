//! What a move did, in plain sentences.

use std::cmp::Ordering;

use crate::ending::Ending;
use crate::position::{Position, Side};
use crate::turn::{Capture, Lap, Place, Turn};

fn stones(number: u32) -> String {
    if number == 1 { "1 stone".to_owned() } else { format!("{number} stones") }
}

impl Turn {
    /// What the move did, sentence by sentence: every sowing from where to where, what was captured
    /// pit by pit, whether there is an extra move, how the game ended.
    ///
    /// The same as data are the fields of the turn.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        for (index, lap) in self.laps.iter().enumerate() {
            sentences.push(self.of_lap(lap, index > 0));
        }
        sentences.extend(self.of_captures());
        if self.extra_move {
            sentences.push(format!("{} moves again.", self.side));
        }
        if let (Some(ending), Some(swept)) = (self.ending, &self.swept) {
            sentences.push(self.of_ending(ending, swept));
        }
        sentences
    }

    fn of_lap(&self, lap: &Lap, again: bool) -> String {
        let round = if lap.stones as usize > 2 * self.after.pits() { " all the way round" } else { "" };
        let which = if lap.stones == 1 { "it" } else { "the last" };
        let held = match (lap.last, lap.before) {
            (Place::Kalah(_), _) => String::new(),
            (Place::Pit(..), 0) => ", which was empty".to_owned(),
            (Place::Pit(..), before) => format!(", which held {before}"),
        };
        let Lap { from, last, .. } = lap;
        let what = stones(lap.stones);
        let sows = if again {
            format!("sows on with the {what} of pit {from}")
        } else {
            format!("sows {what} from pit {from}")
        };
        format!("{} {sows}{round}; {which} falls into {last}{held}.", self.side)
    }

    fn of_captures(&self) -> Option<String> {
        let side = self.side;
        let (own, others): (Vec<Capture>, Vec<Capture>) =
            self.captures.iter().copied().partition(|capture| capture.side == side);
        let pits: Vec<String> =
            others.iter().map(|taken| format!("{} from {}", taken.stones, Place::Pit(taken.side, taken.pit))).collect();
        match (pits.split_last(), own.is_empty()) {
            (None, true) => None,
            (None, false) => Some(format!("Nothing lies opposite; {side} takes the stone itself to the kalah.")),
            (Some((one, [])), true) => Some(format!("{side} captures {one}.")),
            (Some((last, pits)), true) => {
                Some(format!("{side} captures {} and {last}: {}.", pits.join(", "), stones(self.captured())))
            }
            (Some(_), false) => Some(format!(
                "{side} captures {} opposite and the stone itself: {}.",
                pits.join(", "),
                stones(self.captured())
            )),
        }
    }

    fn of_ending(&self, ending: Ending, swept: &Position) -> String {
        let outcome = swept.outcome();
        if let Ending::Majority(side) = ending {
            let (own, all) = (swept.kalah(side), swept.total());
            return format!("{side} has {own} of {all} stones, more than half: {outcome}.");
        }
        let taken: Vec<String> = Side::BOTH
            .iter()
            .filter_map(|&side| {
                let left: u32 = self.after.side(side).iter().sum();
                (left > 0).then(|| format!("; {side} takes the {} left", stones(left)))
            })
            .collect();
        let ending = ending.to_string();
        let mut letters = ending.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        format!("{}{}{}: {outcome}.", first.collect::<String>(), letters.as_str(), taken.concat())
    }
}

impl Position {
    /// What the kalahs come to once a board is swept: `South wins 7 to 5`, `a draw, 6 to 6`.
    pub fn outcome(&self) -> String {
        let (south, north) = (self.kalah(Side::South), self.kalah(Side::North));
        match south.cmp(&north) {
            Ordering::Greater => format!("South wins {south} to {north}"),
            Ordering::Less => format!("North wins {north} to {south}"),
            Ordering::Equal => format!("a draw, {south} to {north}"),
        }
    }
}
