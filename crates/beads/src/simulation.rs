//! Lessons played out by chance, as a second opinion on the exact chain, or where there is none.

use kiber_minimax::Random;

use crate::contents::Contents;
use crate::lesson::{Lesson, PlayedGame};
use crate::schedule::Outcome;

/// How many lessons to play out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many lessons, each from the same boxes.
    pub lessons: u64,
    /// Give a lesson up after so many games.
    pub most_games: u64,
    /// Play at least so many games of each lesson, even if it is over before, and note how each of them
    /// went.
    pub curve: usize,
}

/// What came of lessons played out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Simulation {
    /// Lessons played.
    pub lessons: u64,
    /// Games until a lesson was over; those given up count with the games they had.
    pub games: Sample,
    /// Games lost until then.
    pub losses: Sample,
    /// Games lost among the first ones of each lesson, as many as the plan's `curve` says, whether the
    /// lesson was over before or not.
    pub early_losses: Sample,
    /// Lessons after which the machine could no longer lose to the teacher.
    pub trained: u64,
    /// Lessons given up before they were over.
    pub given_up: u64,
    /// How the first games went, over all lessons: the first game first.
    pub curve: Vec<Tally>,
    /// The boxes after the last lesson.
    pub contents: Option<Contents>,
}

/// How one game of the lessons went, over all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Lessons in which this game was lost.
    pub lost: u64,
    /// Lessons in which it was drawn.
    pub drawn: u64,
    /// Lessons that were over before it, the machine no longer able to lose.
    pub trained: u64,
}

/// Numbers drawn, and their mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    count: u64,
    sum: u128,
    squares: u128,
}

impl Sample {
    /// Adds a number.
    pub fn add(&mut self, number: u64) {
        self.count += 1;
        self.sum += u128::from(number);
        self.squares += u128::from(number) * u128::from(number);
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 of none.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// Their standard deviation, as an estimate for all numbers that could be drawn; fewer than 2 have none.
    pub fn deviation(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        let (count, mean) = (self.count as f64, self.mean());
        // The squares' mean less the mean's square, with whole sums, so that little is lost.
        let variance = (self.squares as f64 / count - mean * mean).max(0.0) * count / (count - 1.0);
        Some(variance.sqrt())
    }

    /// The standard error of the mean: how far it strays from the true one, typically; fewer than 2
    /// numbers have none.
    pub fn error(&self) -> Option<f64> {
        Some(self.deviation()? / (self.count as f64).sqrt())
    }
}

impl Simulation {
    /// Plays lessons out. `should_stop` is asked before every lesson and after every thousand games,
    /// with the number of lessons done; what was played by then is kept, an unfinished lesson is not.
    pub fn new(
        lesson: &Lesson<'_>,
        start: &Contents,
        plan: Plan,
        random: &mut Random,
        mut should_stop: impl FnMut(u64) -> bool,
    ) -> Self {
        Self::play(lesson, start, plan, random, &mut should_stop)
    }

    /// Where the chance of the next lesson begins: a lesson draws from its own numbers, so that how far it
    /// is played changes no other. The first one is that of a [`Simulation`] from there.
    pub fn of_a_lesson(random: &mut Random) -> Random {
        Random::new(random.bits())
    }

    fn play(
        lesson: &Lesson<'_>,
        start: &Contents,
        plan: Plan,
        random: &mut Random,
        should_stop: &mut dyn FnMut(u64) -> bool,
    ) -> Self {
        let mut simulation = Self { curve: vec![Tally::default(); plan.curve], ..Self::default() };
        let mut game = PlayedGame { outcome: Outcome::Lost, resigned: false, drawn: Vec::new(), positions: Vec::new() };
        let mut tallies = vec![Tally::default(); plan.curve];
        while simulation.lessons < plan.lessons && !should_stop(simulation.lessons) {
            let random = &mut Self::of_a_lesson(random);
            let mut contents = start.clone();
            let mut standing = lesson.standing(&contents);
            let (mut games, mut losses) = (0_u64, 0_u64);
            // After how many games, and how many losses, the lesson was over.
            let mut over = lesson.is_over(standing).then_some((0, 0));
            tallies.fill(Tally::default());
            while (over.is_none() && games < plan.most_games) || games < plan.curve as u64 {
                if games % 1000 == 999 && should_stop(simulation.lessons) {
                    return simulation;
                }
                lesson.play_into(&contents, random, &mut game);
                if let Some(tally) = tallies.get_mut(games as usize) {
                    tally.lost = u64::from(game.outcome == Outcome::Lost);
                    tally.drawn = u64::from(game.outcome == Outcome::Drawn);
                    tally.trained = u64::from(over.is_some() && !standing.can_lose);
                }
                games += 1;
                losses += u64::from(game.outcome == Outcome::Lost);
                // What can happen changes only with the moves that there are.
                if contents.learn(lesson.schedule, game.outcome, &game.drawn) && over.is_none() {
                    standing = lesson.standing(&contents);
                    over = lesson.is_over(standing).then_some((games, losses));
                }
            }
            simulation.early_losses.add(tallies.iter().map(|tally| tally.lost).sum());
            let (games, losses) = over.unwrap_or((games, losses));
            simulation.games.add(games);
            simulation.losses.add(losses);
            simulation.lessons += 1;
            simulation.trained += u64::from(over.is_some() && !standing.can_lose);
            simulation.given_up += u64::from(over.is_none());
            for (sum, tally) in simulation.curve.iter_mut().zip(&tallies) {
                sum.lost += tally.lost;
                sum.drawn += tally.drawn;
                sum.trained += tally.trained;
            }
            simulation.contents = Some(contents);
        }
        simulation
    }
}
