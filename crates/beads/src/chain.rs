//! A lesson as a Markov chain over what is in the boxes, solved exactly.

use indexmap::IndexSet;

use crate::contents::Contents;
use crate::error::Error;
use crate::lesson::Lesson;
use crate::number::Number;
use crate::schedule::Outcome;

/// Every content of the boxes that a lesson can come to, and with which chance one game leads from one
/// to the next.
///
/// It can be worked out where beads are only ever taken away: then no content ever comes back once it
/// is left, and everything follows by going through the contents from the emptiest to the fullest,
/// without solving any equations. A game that changes nothing leads from a content to itself.
#[derive(Clone, Debug)]
pub struct Chain<N> {
    states: IndexSet<Contents>,
    rows: Vec<Row<N>>,
    /// The states from the emptiest to the fullest: whatever a state leads to stands before it.
    order: Vec<usize>,
}

/// Up to which product of kinds of beads and moves of a box a content is followed: some seconds at most.
const MOST_WORK: usize = 20_000;

/// What one game makes of one content of the boxes.
#[derive(Clone, Debug)]
struct Row<N> {
    /// The other contents it leads to, by what the game was for the machine.
    to: Vec<(usize, Outcome, N)>,
    /// The chance that a game changes nothing.
    stay: N,
    /// The chance that a game is lost, drawn.
    lost: N,
    drawn: N,
    /// Whether a game can be lost that changes nothing.
    loses_in_vain: bool,
    over: bool,
}

/// How far the search for contents has come, for whoever waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// Contents found.
    pub states: usize,
    /// Contents all of whose games are known.
    pub done: usize,
}

/// What a lesson takes, on average.
///
/// The lesson is over as soon as the machine can no longer lose to the person, or nothing can change
/// the boxes any more. Only games before that count.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected<N> {
    /// Games until the lesson is over; the last of them is the one that ends it.
    pub games: N,
    /// The variance of that number.
    pub variance: N,
    /// Games lost among them.
    pub losses: N,
    /// The chance that the machine can no longer lose when the lesson is over.
    pub trained: N,
}

/// What can happen at the best and at the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extremes {
    /// The contents of the boxes that can be reached.
    pub states: usize,
    /// The fewest losses until nothing can change any more.
    pub fewest_losses: u64,
    /// The most losses, over all games for ever; `None` if there is no limit.
    pub most_losses: Option<u64>,
    /// The most losses that change the boxes.
    pub most_punished: u64,
    /// The contents in which the lesson is over.
    pub ends: usize,
    /// Those in which the machine can no longer lose.
    pub trained_ends: usize,
}

impl<N: Number> Chain<N> {
    /// Follows a lesson from these boxes on. `should_stop` is asked once for every content found.
    ///
    /// # Errors
    /// [`Error::GrowsWithoutEnd`] for a schedule that puts beads in, [`Error::TooLarge`] for a machine with
    /// too many moves, [`Error::TooManyStates`] for more contents than `most_states`, [`Error::OtherMachine`] for boxes of another machine,
    /// [`Error::Stopped`] when `should_stop` says so.
    pub fn new(
        lesson: &Lesson<'_>,
        start: &Contents,
        most_states: usize,
        mut should_stop: impl FnMut(Followed) -> bool,
    ) -> Result<Self, Error> {
        N::follow(lesson, start, most_states, &mut should_stop)
    }

    pub(crate) fn follow(
        lesson: &Lesson<'_>,
        start: &Contents,
        most_states: usize,
        should_stop: &mut dyn FnMut(Followed) -> bool,
    ) -> Result<Self, Error> {
        if !start.is_of(lesson.cabinet) {
            return Err(Error::OtherMachine);
        }
        if !lesson.schedule.only_takes() {
            return Err(Error::GrowsWithoutEnd);
        }
        // What one content takes grows with the ways to lose, and with the moves that lead to each.
        let (kinds, boxes) = (lesson.cabinet.kinds(), lesson.cabinet.boxes().len().max(1));
        if kinds.saturating_mul(kinds / boxes) > MOST_WORK {
            return Err(Error::TooLarge { kinds });
        }
        let mut states = IndexSet::from([start.clone()]);
        let mut rows: Vec<Row<N>> = Vec::new();
        while let Some(contents) = states.get_index(rows.len()).cloned() {
            if should_stop(Followed { states: states.len(), done: rows.len() }) {
                return Err(Error::Stopped);
            }
            rows.push(Row::new(lesson, &contents, rows.len(), &mut states));
            if states.len() > most_states {
                return Err(Error::TooManyStates { most: most_states, contents: start.possibilities() });
            }
        }
        let mut order: Vec<usize> = (0..states.len()).collect();
        order.sort_by_key(|&state| states.get_index(state).map(Contents::total));
        Ok(Self { states, rows, order })
    }

    /// How many contents of the boxes there are.
    pub fn states(&self) -> usize {
        self.rows.len()
    }

    /// The contents in which the lesson is over, and whether the machine can no longer lose then.
    pub fn ends(&self) -> impl Iterator<Item = (&Contents, bool)> + '_ {
        let ends = self.states.iter().zip(&self.rows).filter(|(_, row)| row.over);
        ends.map(|(contents, row)| (contents, row.lost.is_zero()))
    }

    /// What the lesson takes from its start.
    pub fn expected(&self) -> Expected<N> {
        N::expected(self)
    }

    pub(crate) fn work_out(&self) -> Expected<N> {
        let none = || Expected { games: N::zero(), variance: N::zero(), losses: N::zero(), trained: N::zero() };
        // While it is worked out, `variance` holds the mean of the square.
        let mut from: Vec<Expected<N>> = Vec::new();
        from.resize_with(self.rows.len(), none);
        for &state in &self.order {
            let Some(row) = self.rows.get(state) else { continue };
            let mut here = none();
            if row.over {
                here.trained = if row.lost.is_zero() { N::one() } else { N::zero() };
            } else {
                let leave = N::one().minus(&row.stay);
                // Sums over the other contents it leads to.
                for (to, _, chance) in &row.to {
                    let Some(there) = from.get(*to) else { continue };
                    here.games = here.games.plus(&chance.times(&there.games));
                    here.variance = here.variance.plus(&chance.times(&there.variance));
                    here.losses = here.losses.plus(&chance.times(&there.losses));
                    here.trained = here.trained.plus(&chance.times(&there.trained));
                }
                let games = here.games.plus(&N::one()).over(&leave);
                // T = 1 + T', so the mean of T² is 1 + 2 (mean of T') + mean of T'².
                let after = here.games.plus(&row.stay.times(&games));
                here.variance = here.variance.plus(&after.plus(&after)).plus(&N::one()).over(&leave);
                here.losses = here.losses.plus(&row.lost).over(&leave);
                here.trained = here.trained.over(&leave);
                here.games = games;
            }
            if let Some(slot) = from.get_mut(state) {
                *slot = here;
            }
        }
        let mut start = from.first().cloned().unwrap_or_else(none);
        start.variance = start.variance.minus(&start.games.times(&start.games));
        start
    }

    /// The chances of each content of the boxes before any game.
    pub fn start(&self) -> Vec<N> {
        let mut chances = vec![N::zero(); self.rows.len()];
        if let Some(first) = chances.first_mut() {
            *first = N::one();
        }
        chances
    }

    /// The chances of each content after one more game.
    pub fn after_a_game(&self, chances: &[N]) -> Vec<N> {
        let mut after = vec![N::zero(); self.rows.len()];
        for ((state, row), chance) in self.rows.iter().enumerate().zip(chances) {
            if chance.is_zero() {
                continue;
            }
            let mut add = |to: usize, part: &N| {
                if let Some(slot) = after.get_mut(to) {
                    *slot = slot.plus(&chance.times(part));
                }
            };
            add(state, &row.stay);
            row.to.iter().for_each(|(to, _, part)| add(*to, part));
        }
        after
    }

    /// With such chances of each content: that the next game is lost, that it is drawn, and that the
    /// machine can no longer lose and the lesson is over.
    pub fn next_game(&self, chances: &[N]) -> (N, N, N) {
        let sum = |part: &dyn Fn(&Row<N>) -> N| {
            let products = self.rows.iter().zip(chances).filter(|(_, chance)| !chance.is_zero());
            products.fold(N::zero(), |sum, (row, chance)| sum.plus(&chance.times(&part(row))))
        };
        let trained = |row: &Row<N>| if row.over && row.lost.is_zero() { N::one() } else { N::zero() };
        (sum(&|row| row.lost.clone()), sum(&|row| row.drawn.clone()), sum(&trained))
    }

    /// How many beads are left, with which chance; from the fullest boxes to the emptiest.
    pub fn beads_left(&self, chances: &[N]) -> Vec<(u64, N)> {
        let mut left: Vec<(u64, N)> = Vec::new();
        for &state in self.order.iter().rev() {
            let Some((contents, chance)) = self.states.get_index(state).zip(chances.get(state)) else { continue };
            match left.last_mut().filter(|(beads, _)| *beads == contents.total()) {
                Some((_, sum)) => *sum = sum.plus(chance),
                None => left.push((contents.total(), chance.clone())),
            }
        }
        left
    }

    /// What can happen at the best and at the worst. Over every person, if the lesson is given by
    /// [`Teacher::anyone`](crate::Teacher::anyone).
    pub fn extremes(&self) -> Extremes {
        // From each state: the fewest losses, the most of all, and the most that change something.
        let mut from = vec![(0, Some(0), 0); self.rows.len()];
        for &state in &self.order {
            let Some(row) = self.rows.get(state) else { continue };
            let mut fewest: Option<u64> = None;
            let mut most = (!row.loses_in_vain).then_some(0);
            let mut punished = 0;
            for (to, outcome, _) in &row.to {
                let Some(there) = from.get(*to) else { continue };
                let loss = u64::from(*outcome == Outcome::Lost);
                fewest = Some(fewest.map_or(there.0 + loss, |fewest| fewest.min(there.0 + loss)));
                most = most.zip(there.1).map(|(most, after): (u64, u64)| most.max(after + loss));
                punished = punished.max(there.2 + loss);
            }
            if let Some(slot) = from.get_mut(state) {
                *slot = (fewest.unwrap_or(0), most, punished);
            }
        }
        let (fewest_losses, most_losses, most_punished) = from.first().copied().unwrap_or_default();
        let (ends, trained_ends) = self
            .ends()
            .fold((0, 0), |(ends, trained_ends), (_, trained)| (ends + 1, trained_ends + usize::from(trained)));
        Extremes { states: self.rows.len(), fewest_losses, most_losses, most_punished, ends, trained_ends }
    }
}

impl<N: Number> Row<N> {
    fn new(lesson: &Lesson<'_>, contents: &Contents, state: usize, states: &mut IndexSet<Contents>) -> Self {
        let mut row = Self {
            to: Vec::new(),
            stay: N::zero(),
            lost: N::zero(),
            drawn: N::zero(),
            loses_in_vain: false,
            over: lesson.is_over(lesson.standing(contents)),
        };
        lesson.changes(contents, |outcome, after, chance: &N| {
            match outcome {
                Outcome::Lost => row.lost = row.lost.plus(chance),
                Outcome::Drawn => row.drawn = row.drawn.plus(chance),
                Outcome::Won => {}
            }
            let (to, _) = states.insert_full(after);
            if to == state {
                row.stay = row.stay.plus(chance);
                row.loses_in_vain |= outcome == Outcome::Lost;
                return;
            }
            match row.to.iter_mut().find(|(other, by, _)| (*other, *by) == (to, outcome)) {
                Some((_, _, sum)) => *sum = sum.plus(chance),
                None => row.to.push((to, outcome, chance.clone())),
            }
        });
        row
    }
}
