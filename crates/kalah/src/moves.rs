//! The moves: what may be played, and how the stones go round.

use crate::error::Error;
use crate::position::{Position, Side};
use crate::rules::Rules;

/// What happens in a move, in order; places are indices into [`Position::places`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// All stones of a pit were sown, the last of them into a place that held so many before.
    Sown { from: usize, stones: u32, last: usize, before: u32 },
    /// The stones of a pit went to the mover's kalah.
    Captured { from: usize, stones: u32 },
}

impl Position {
    /// The pits that may be moved from, numbered from 1 from the mover's left to his right; none
    /// exactly when the game is over.
    pub fn moves(&self, rules: Rules) -> Vec<usize> {
        if self.ending(rules).is_some() { Vec::new() } else { self.filled().collect() }
    }

    /// The mover's pits that hold stones.
    fn filled(&self) -> impl Iterator<Item = usize> {
        self.side(self.to_move()).iter().zip(1..).filter(|&(&stones, _)| stones > 0).map(|(_, pit)| pit)
    }

    /// The position after a move, without a word about how it came about.
    ///
    /// The stones of a game that is over then still lie in their pits.
    ///
    /// # Errors
    /// Those of [`Position::play`].
    pub fn after(&self, rules: Rules, pit: usize) -> Result<Self, Error> {
        self.moved(rules, pit, &mut |_| {})
    }

    /// The position after a move that is told step by step.
    pub(crate) fn moved(&self, rules: Rules, pit: usize, tell: &mut impl FnMut(Step)) -> Result<Self, Error> {
        let side = self.to_move();
        if pit == 0 || pit > self.pits() {
            return Err(Error::NoSuchPit { pit, pits: self.pits() });
        }
        if let Some(ending) = self.ending(rules) {
            return Err(Error::Over { position: self.clone(), ending });
        }
        if self.side(side).get(pit - 1) == Some(&0) {
            return Err(Error::EmptyPit { side, pit, playable: self.filled().collect() });
        }
        let mut board = Board::new(self.places().to_vec(), side);
        let from = board.own + pit - 1;
        let goes_on = match rules {
            Rules::Wetherell => {
                board.wetherell(from, tell);
                false
            }
            Rules::Standard => board.standard(from, false, tell),
            Rules::StandardEmptyCapture => board.standard(from, true, tell),
        };
        Ok(Self::known(board.places, if goes_on { side } else { side.other() }))
    }
}

/// A board while the stones go round, as its mover sees it.
///
/// All places it is asked for lie on it: the callers start from one of the mover's pits, and [`Board::next`] goes round.
struct Board {
    places: Vec<u32>,
    pits: usize,
    /// The mover's first pit, and the other's.
    own: usize,
    others: usize,
}

impl Board {
    fn new(places: Vec<u32>, side: Side) -> Self {
        let half = places.len() / 2;
        let (own, others) = match side {
            Side::South => (0, half),
            Side::North => (half, 0),
        };
        Self { places, pits: half - 1, own, others }
    }

    fn own_kalah(&self) -> usize {
        self.own + self.pits
    }

    fn is_own_pit(&self, place: usize) -> bool {
        (self.own..self.own_kalah()).contains(&place)
    }

    fn is_others_pit(&self, place: usize) -> bool {
        (self.others..self.others + self.pits).contains(&place)
    }

    /// The place that is sown after this one: all but the other's kalah.
    fn next(&self, place: usize) -> usize {
        let round = |place: usize| if place == self.places.len() { 0 } else { place };
        let next = round(place + 1);
        if next == self.others + self.pits { round(next + 1) } else { next }
    }

    /// Sows a pit; returns where the last stone fell and what lay there before.
    fn sow(&mut self, from: usize, tell: &mut impl FnMut(Step)) -> (usize, u32, u32) {
        let stones = std::mem::take(&mut self.places[from]);
        let (mut last, mut before) = (from, 0);
        for _ in 0..stones {
            last = self.next(last);
            before = self.places[last];
            self.places[last] += 1;
        }
        tell(Step::Sown { from, stones, last, before });
        (last, before, stones)
    }

    fn capture(&mut self, from: usize, tell: &mut impl FnMut(Step)) {
        let stones = std::mem::take(&mut self.places[from]);
        let kalah = self.own_kalah();
        self.places[kalah] += stones;
        tell(Step::Captured { from, stones });
    }

    fn wetherell(&mut self, mut from: usize, tell: &mut impl FnMut(Step)) {
        // Every sowing that leads to another one passes the own kalah, so there is an end to it.
        let mut last = loop {
            let (last, before, stones) = self.sow(from, tell);
            let was_abroad = from + stones as usize > self.own_kalah();
            if !(self.is_own_pit(last) && before > 0 && was_abroad) {
                break last;
            }
            from = last;
        };
        while self.is_others_pit(last) && matches!(self.places[last], 2 | 3) {
            self.capture(last, tell);
            let Some(pit_before) = last.checked_sub(1) else { break };
            last = pit_before;
        }
    }

    /// Returns whether the mover moves again.
    fn standard(&mut self, from: usize, empty_capture: bool, tell: &mut impl FnMut(Step)) -> bool {
        let (last, before, _) = self.sow(from, tell);
        if self.is_own_pit(last) && before == 0 {
            let opposite = self.others + self.pits - 1 - (last - self.own);
            if self.places[opposite] > 0 {
                self.capture(opposite, tell);
                self.capture(last, tell);
            } else if empty_capture {
                self.capture(last, tell);
            }
        }
        last == self.own_kalah()
    }
}
