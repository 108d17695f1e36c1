//! Two machines that teach each other.

use kiber_minimax::{Player, Random};

use crate::cabinet::Cabinet;
use crate::contents::Contents;
use crate::error::Error;
use crate::lesson::answer;
use crate::schedule::{Outcome, Schedule};

/// A machine that learns: its boxes, what becomes of its beads, and what is in the boxes.
#[derive(Clone, Debug)]
pub struct Learner {
    /// The boxes.
    pub cabinet: Cabinet,
    /// What becomes of the beads.
    pub schedule: Schedule,
    /// What is in the boxes.
    pub contents: Contents,
}

impl Learner {
    /// A machine that has learned nothing yet.
    pub fn new(cabinet: Cabinet, schedule: Schedule) -> Self {
        let contents = Contents::new(&cabinet, &schedule);
        Self { cabinet, schedule, contents }
    }
}

/// Two machines that play against each other, and both learn.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    first: Learner,
    second: Learner,
    drawn: [Vec<usize>; 2],
}

/// A game between two machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfGame {
    /// What it was for the machine that moved first.
    pub outcome: Outcome,
    /// Who resigned, if one did.
    pub resigned: Option<Player>,
}

impl SelfPlay {
    /// Two machines at one table.
    ///
    /// # Errors
    /// [`Error::OtherMachine`] unless they play the two sides of the same game, and each has its own
    /// beads.
    pub fn new(first: Learner, second: Learner) -> Result<Self, Error> {
        let sides = (first.cabinet.side(), second.cabinet.side());
        let subjects = [&first, &second].map(|learner| learner.cabinet.arena().subject());
        let own = [&first, &second].iter().all(|learner| learner.contents.is_of(&learner.cabinet));
        if sides != (Player::First, Player::Second) || subjects[0] != subjects[1] || !own {
            return Err(Error::OtherMachine);
        }
        Ok(Self { first, second, drawn: [Vec::new(), Vec::new()] })
    }

    /// The machine of a side.
    pub fn learner(&self, player: Player) -> &Learner {
        match player {
            Player::First => &self.first,
            Player::Second => &self.second,
        }
    }

    /// Plays one game, after which both learn.
    pub fn play(&mut self, random: &mut Random) -> SelfGame {
        self.drawn.iter_mut().for_each(Vec::clear);
        let [by_first, by_second] = &mut self.drawn;
        let mut at = 0;
        let (value, resigned) = loop {
            let node = self.first.cabinet.arena().nodes().get(at);
            let Some(player) = node.and_then(|node| node.player) else {
                break (node.map_or(0, |node| node.result), None);
            };
            let (learner, drawn) = match player {
                Player::First => (&self.first, &mut *by_first),
                Player::Second => (&self.second, &mut *by_second),
            };
            match answer(&learner.cabinet, &learner.contents, at, random, drawn) {
                Some(next) => at = next,
                None => break (if player == Player::First { -1 } else { 1 }, Some(player)),
            }
        };
        let outcome = Outcome::of(value);
        self.first.contents.learn(&self.first.schedule, outcome, by_first);
        self.second.contents.learn(&self.second.schedule, Outcome::of(-value), by_second);
        SelfGame { outcome, resigned }
    }
}
