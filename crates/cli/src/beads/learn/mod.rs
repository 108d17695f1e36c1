//! `kiber beads learn`: how long it takes, exactly and played out.

mod as_json;
mod as_text;

pub(super) use as_text::{paragraph, percent};

use std::path::PathBuf;
use std::time::Duration;

use kiber_bachet::Opponent;
use kiber_beads::{
    Chain, Contents, Curve, Error, Expected, Extremes, Learner, Lesson, Plan, Saved, Simulation, Subject, Teacher,
    losses_from_start,
};
use kiber_minimax::Random;
use num_rational::BigRational;

use super::curves::{CurveTo, Curves};
use super::next::Next;
use super::which::{Which, save};
use crate::bachet::must_be_able;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::watch::{Watch, gave_up};
use crate::whole_file::can_be_written;
use crate::words::{grouped, plain};

/// Contents up to which expectations are worked out in fractions as well.
const FRACTIONS_TO: usize = 2_000;
/// A lesson without an end of its own is given up after so many games.
const MOST_GAMES: u64 = 10_000;
/// A lesson of tic-tac-toe, which may go on and on.
const TICTACTOE_GAMES: u64 = 500;

/// What was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Learning {
    pub(crate) which: Which,
    pub(crate) opponent: Opponent,
    pub(crate) games: Option<u64>,
    pub(crate) lessons: Option<u64>,
    pub(crate) curve: Option<CurveTo>,
    pub(crate) save: Option<PathBuf>,
    /// None for what fits into a usual share of memory.
    pub(crate) most_states: Option<usize>,
    pub(crate) most_time: Option<Duration>,
    pub(crate) seed: u64,
}

/// What came of it.
struct Report<'a> {
    asked: &'a Learning,
    /// The machine as the lessons begin.
    saved: Saved,
    /// The next game, exactly.
    chances: Next,
    everyone: Everyone,
    taught: Result<Taught, Error>,
    played: Simulation,
    /// After how many games a lesson was given up.
    most_games: u64,
    curve: Option<Curve>,
    /// Where the curve was sent.
    curve_file: Option<String>,
    /// What was kept, and where.
    kept: Option<(String, Saved)>,
    stopped: Option<&'static str>,
}

/// What can happen, whoever teaches.
enum Everyone {
    /// Every lesson was followed.
    Followed(Extremes),
    /// It is known without following them, since they are too many.
    Argued(u64, Error),
    Unknown(Error),
}

/// What one teacher takes, exactly.
struct Taught {
    states: usize,
    extremes: Extremes,
    expected: Expected<f64>,
    /// Worked out for programs only, since they are long.
    fractions: Option<Expected<BigRational>>,
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Learning) -> Result<ExitStatus, Problem> {
    let curve = asked.curve.as_ref().and_then(CurveTo::file);
    can_be_written(&asked.save.as_deref().into_iter().chain(curve).collect::<Vec<_>>())?;
    let saved = asked.which.machine()?;
    let Learner { cabinet, schedule, contents } = &saved.learner;
    let subject = cabinet.arena().subject();
    match (subject, asked.opponent) {
        (Subject::Bachet(rules), opponent) => must_be_able(opponent, rules)?,
        (Subject::TicTacToe, Opponent::PerfectFixed { take: 2.. }) => {
            return Err(Problem::message(
                "`perfect-fixed:N` is about Bachet, where a move takes objects; for tic-tac-toe type `perfect-fixed`",
            ));
        }
        (Subject::TicTacToe, _) => {}
    }
    let teacher = Teacher::new(cabinet.arena(), asked.opponent);
    let lesson = Lesson { cabinet, schedule, teacher: &teacher };
    let mut watch = Watch::new(io.errors, manner.progress, asked.most_time);

    let most_states = asked.most_states.unwrap_or_else(|| usual_states(cabinet.kinds()));
    let everyone = everyone(&saved.learner, most_states, &mut watch);
    let chain = follow::<f64>(&lesson, contents, most_states, &mut watch);
    let length = curve_length(asked, subject, chain.as_ref().ok());
    let exact = chain.as_ref().ok().map(|chain| {
        Curve::exact(chain, length, |game| {
            watch.show_share(game as u64, length as u64, || "games of the exact curve".to_owned());
            !watch.may_go_on()
        })
    });
    let taught = chain.map(|chain| taught(&lesson, contents, &chain, manner.json, &mut watch));
    let most_games = most_games(asked, subject);
    let played = play(
        &lesson,
        contents,
        asked,
        Plan { lessons: lessons(asked, subject), most_games, curve: length },
        &mut watch,
    );
    let (_, stopped) = watch.end();

    let kept = asked.save.as_ref().map(|file| {
        let kept = one_lesson(&lesson, &saved, asked);
        save(file, &kept).map(|()| (plain(&file.display().to_string()), kept))
    });
    let kept = kept.transpose()?;
    let mut report = Report {
        asked,
        chances: Next::of(&lesson, contents),
        everyone,
        taught,
        curve: exact.and_then(Result::ok),
        curve_file: None,
        kept,
        stopped,
        played,
        most_games,
        saved: saved.clone(),
    };
    report.tell(io, manner)?;
    match stopped {
        Some(why) => gave_up(io, "ended before all was worked out", why),
        None => Ok(ExitStatus::SUCCESS),
    }
}

impl Report<'_> {
    /// The games lost, exactly, among those that were asked for.
    fn exact_losses(&self) -> Option<f64> {
        self.asked.games?;
        self.curve.as_ref()?.points().last().map(|point| point.losses)
    }

    fn tell(&mut self, io: &mut Io<'_>, manner: Manner) -> Result<(), Problem> {
        let played = Curve::played(&self.played);
        let curves = Curves {
            title: format!("{}, taught by {}", super::which::title(&self.saved.learner.cabinet), self.asked.opponent),
            main: self.curve.as_ref().unwrap_or(&played),
            played: self.curve.as_ref().map(|_| &played),
            lost: "lost",
            trains: true,
        };
        let asked = self.asked.curve.as_ref();
        // A file is written before anything is said; a chart comes last.
        if let Some(to) = asked.filter(|to| **to != CurveTo::Text) {
            let file = curves.send(to, io.output, manner.json)?;
            self.curve_file = file;
        }
        if manner.json {
            let curve = asked.is_some_and(|to| *to == CurveTo::Text).then(|| curves.as_json());
            let value = self.as_json(curve);
            writeln!(io.output, "{value:#}")?;
            return Ok(());
        }
        self.as_text(io.output, manner.color)?;
        if let Some(CurveTo::Text) = asked {
            curves.send(&CurveTo::Text, io.output, false)?;
        }
        Ok(())
    }
}

/// How many contents are followed at most when nothing is said: as many as fit into a GiB.
fn usual_states(kinds: usize) -> usize {
    const MOST: usize = 300_000;
    const BYTES: usize = 1 << 30;
    // A count of each kind of bead, and about as much for where the games from there lead.
    let of_a_state = 128 + 8 * kinds;
    MOST.min(BYTES / of_a_state)
}

/// Follows every lesson of every teacher, or tells what is known without.
fn everyone(learner: &Learner, most_states: usize, watch: &mut Watch<'_>) -> Everyone {
    let Learner { cabinet, schedule, contents } = learner;
    let anyone = Teacher::anyone(cabinet.arena());
    let lesson = Lesson { cabinet, schedule, teacher: &anyone };
    match follow::<f64>(&lesson, contents, most_states, watch) {
        Ok(chain) => Everyone::Followed(chain.extremes()),
        Err(error) => {
            let is_new = *contents == Contents::new(cabinet, schedule);
            match losses_from_start(cabinet, schedule).filter(|_| is_new) {
                Some(losses) => Everyone::Argued(losses, error),
                None => Everyone::Unknown(error),
            }
        }
    }
}

fn follow<N: kiber_beads::Number>(
    lesson: &Lesson<'_>,
    contents: &Contents,
    most_states: usize,
    watch: &mut Watch<'_>,
) -> Result<Chain<N>, Error> {
    Chain::new(lesson, contents, most_states, |found| {
        watch.show(|| {
            let (states, done) = (grouped(found.states as u64), grouped(found.done as u64));
            format!("{states} contents of the boxes found, {done} followed")
        });
        !watch.may_go_on()
    })
}

/// How many games of a learning curve are worked out.
fn curve_length(asked: &Learning, subject: Subject, chain: Option<&Chain<f64>>) -> usize {
    let usual = || match subject {
        Subject::TicTacToe => TICTACTOE_GAMES,
        // Without a curve the first game is enough.
        Subject::Bachet(_) if asked.curve.is_none() => 1,
        Subject::Bachet(_) => {
            let expected = chain.map_or(50.0, |chain| chain.expected().games);
            ((expected / 5.0).ceil() * 10.0).clamp(10.0, 1_000.0) as u64
        }
    };
    asked.games.unwrap_or_else(usual) as usize
}

fn taught(
    lesson: &Lesson<'_>,
    contents: &Contents,
    chain: &Chain<f64>,
    in_fractions: bool,
    watch: &mut Watch<'_>,
) -> Taught {
    let mut exact = || follow::<BigRational>(lesson, contents, FRACTIONS_TO, watch).ok();
    let fractions =
        if in_fractions && chain.states() <= FRACTIONS_TO { exact().map(|chain| chain.expected()) } else { None };
    Taught { states: chain.states(), extremes: chain.extremes(), expected: chain.expected(), fractions }
}

/// How many lessons are played out.
fn lessons(asked: &Learning, subject: Subject) -> u64 {
    asked.lessons.unwrap_or(match subject {
        Subject::Bachet(_) => 100_000,
        Subject::TicTacToe => 100,
    })
}

/// After how many games a lesson ends that is not over.
fn most_games(asked: &Learning, subject: Subject) -> u64 {
    asked.games.unwrap_or(match subject {
        Subject::Bachet(_) => MOST_GAMES,
        Subject::TicTacToe => TICTACTOE_GAMES,
    })
}

fn play(lesson: &Lesson<'_>, contents: &Contents, asked: &Learning, plan: Plan, watch: &mut Watch<'_>) -> Simulation {
    Simulation::new(lesson, contents, plan, &mut Random::new(asked.seed), |done| {
        watch.show_share(done, plan.lessons, || format!("{} of {} lessons", grouped(done), grouped(plan.lessons)));
        !watch.may_go_on()
    })
}

/// The machine after one lesson more, of as many games as were asked for, or until it is over.
fn one_lesson(lesson: &Lesson<'_>, saved: &Saved, asked: &Learning) -> Saved {
    let mut kept = saved.clone();
    // The first of the lessons that are played out.
    let mut random = Simulation::of_a_lesson(&mut Random::new(asked.seed));
    for _ in 0..most_games(asked, lesson.cabinet.arena().subject()) {
        let contents = &mut kept.learner.contents;
        if asked.games.is_none() && lesson.is_over(lesson.standing(contents)) {
            break;
        }
        let game = lesson.play(contents, &mut random);
        contents.learn(lesson.schedule, game.outcome, &game.drawn);
        kept.games += 1;
        kept.lost += u64::from(game.outcome == kiber_beads::Outcome::Lost);
    }
    kept
}
