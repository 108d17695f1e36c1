//! Learning curves: how the games of a lesson go, one after another.

use std::fmt::Write;

use crate::chain::Chain;
use crate::error::Error;
use crate::simulation::{Simulation, Tally};

/// How the games of a lesson go, from the first one on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    points: Vec<Point>,
    /// Of how many lessons the shares are; `None` for exact chances.
    lessons: Option<u64>,
    end: Option<CurveEnd>,
}

/// What there is after the last game of an exact curve.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveEnd {
    /// The chance that the machine can no longer lose.
    pub trained: f64,
    /// How many beads are left, with which chance; from the fullest boxes to the emptiest.
    pub beads_left: Vec<(u64, f64)>,
}

/// One game of a [`Curve`]. Chances, or shares of the lessons played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// That the game is lost.
    pub lost: f64,
    /// That it is drawn.
    pub drawn: f64,
    /// Games lost up to this one, itself included.
    pub losses: f64,
    /// That the machine can no longer lose when this game begins.
    pub trained: f64,
}

impl Curve {
    /// The exact chances of so many games. `should_stop` is asked before each of them.
    ///
    /// # Errors
    /// [`Error::Stopped`] when `should_stop` says so.
    pub fn exact(chain: &Chain<f64>, games: usize, mut should_stop: impl FnMut(usize) -> bool) -> Result<Self, Error> {
        Self::work_out(chain, games, &mut should_stop)
    }

    fn work_out(chain: &Chain<f64>, games: usize, should_stop: &mut dyn FnMut(usize) -> bool) -> Result<Self, Error> {
        let (mut curve, mut chances, mut losses) = (Self::default(), chain.start(), 0.0);
        for game in 0..games {
            if should_stop(game) {
                return Err(Error::Stopped);
            }
            let (lost, drawn, trained) = chain.next_game(&chances);
            losses += lost;
            curve.points.push(Point { lost, drawn, losses, trained });
            chances = chain.after_a_game(&chances);
        }
        curve.end = Some(CurveEnd { trained: chain.next_game(&chances).2, beads_left: chain.beads_left(&chances) });
        Ok(curve)
    }

    /// The shares of lessons that were played out.
    pub fn played(simulation: &Simulation) -> Self {
        Self::of(&simulation.curve, simulation.lessons)
    }

    /// The shares of so many lessons, from how often each game was lost and drawn.
    pub fn of(tallies: &[Tally], lessons: u64) -> Self {
        let share = |part: u64| part as f64 / lessons.max(1) as f64;
        let mut losses = 0.0;
        let points = tallies.iter().map(|tally| {
            losses += share(tally.lost);
            Point { lost: share(tally.lost), drawn: share(tally.drawn), losses, trained: share(tally.trained) }
        });
        Self { points: points.collect(), lessons: Some(lessons), end: None }
    }

    /// The games, from the first one on.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Of how many lessons the shares are; `None` for exact chances.
    pub fn lessons(&self) -> Option<u64> {
        self.lessons
    }

    /// What there is after the last game; `None` unless the chances are exact.
    pub fn end(&self) -> Option<&CurveEnd> {
        self.end.as_ref()
    }

    /// Whether any game can be drawn.
    pub fn has_draws(&self) -> bool {
        self.points.iter().any(|point| point.drawn > 0.0)
    }

    /// Means of so many games each, the last of what is left; each with the number of its middle game,
    /// counted from 1.
    pub fn means(&self, of: usize) -> Vec<(f64, Point)> {
        let chunks = self.points.chunks(of.max(1)).enumerate();
        let means = chunks.map(|(number, chunk)| {
            let mean = |part: fn(&Point) -> f64| chunk.iter().map(part).sum::<f64>() / chunk.len() as f64;
            let middle = (number * of.max(1)) as f64 + (chunk.len() as f64 + 1.0) / 2.0;
            let point = Point {
                lost: mean(|point| point.lost),
                drawn: mean(|point| point.drawn),
                losses: mean(|point| point.losses),
                trained: mean(|point| point.trained),
            };
            (middle, point)
        });
        means.collect()
    }

    /// The games as comma-separated values with a line of names: `game,lost,drawn,won,losses,trained`,
    /// and the same of lessons played, if there are both.
    pub fn to_csv(&self, played: Option<&Self>) -> String {
        const NAMES: [&str; 5] = ["lost", "drawn", "won", "losses", "trained"];
        let mut text = format!("game,{}", NAMES.join(","));
        if played.is_some() {
            NAMES.iter().for_each(|name| {
                let _ = write!(text, ",played_{name}");
            });
        }
        for (place, point) in self.points.iter().enumerate() {
            let _ = write!(text, "\n{}", place + 1);
            for point in [Some(point), played.and_then(|played| played.points.get(place))].into_iter().flatten() {
                let Point { lost, drawn, losses, trained } = point;
                let won = (1.0 - lost - drawn).max(0.0);
                let _ = write!(text, ",{lost:.6},{drawn:.6},{won:.6},{losses:.6},{trained:.6}");
            }
        }
        text.push('\n');
        text
    }
}
