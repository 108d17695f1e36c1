//! `kiber beads selfplay`: two machines teach each other.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use kiber_beads::{Cabinet, Choice, Curve, Learner, Lesson, Outcome, Saved, Schedule, SelfPlay, Tally, Teacher};
use kiber_minimax::{Player, Random};
use serde_json::{Value, json};

use super::curves::{CurveTo, Curves};
use super::learn::{paragraph, percent};
use super::which::{Which, as_json, boxes, refused, save, side_name, title};
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::watch::{Watch, gave_up};
use crate::whole_file::can_be_written;
use crate::words::{grouped, grouped_count, heading, plain};

/// What was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    pub(crate) which: Which,
    pub(crate) second_schedule: Option<Schedule>,
    pub(crate) games: u64,
    pub(crate) lessons: u64,
    pub(crate) curve: Option<CurveTo>,
    pub(crate) save: Option<PathBuf>,
    pub(crate) save_second: Option<PathBuf>,
    pub(crate) most_time: Option<Duration>,
    pub(crate) seed: u64,
}

/// What came of it.
struct Report<'a> {
    asked: &'a Table,
    /// The machines after the last lesson.
    first: Saved,
    second: Saved,
    /// Lessons played to their end.
    lessons: u64,
    /// Games won, drawn and lost by the first machine, and resigned by each, over all lessons.
    won: u64,
    drawn: u64,
    lost: u64,
    resigned: [u64; 2],
    curve: Curve,
    curve_file: Option<String>,
    stopped: Option<&'static str>,
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Table) -> Result<ExitStatus, Problem> {
    let files = [asked.save.as_deref(), asked.save_second.as_deref(), asked.curve.as_ref().and_then(CurveTo::file)];
    can_be_written(&files.into_iter().flatten().collect::<Vec<_>>())?;
    let subject = asked.which.subject()?;
    let schedule = asked.which.new_schedule();
    let second_schedule = asked.second_schedule.clone().unwrap_or_else(|| schedule.clone());
    let learner = |side, schedule| {
        Cabinet::new(subject, side, Choice::Every).map(|cabinet| Learner::new(cabinet, schedule)).map_err(refused)
    };
    let start = [learner(Player::First, schedule)?, learner(Player::Second, second_schedule)?];
    let mut watch = Watch::new(io.errors, manner.progress, asked.most_time);
    let mut report = play(asked, start, &mut watch)?;
    let (_, stopped) = watch.end();
    report.stopped = stopped;
    for (file, machine) in [(&asked.save, &report.first), (&asked.save_second, &report.second)] {
        if let Some(file) = file {
            save(file, machine)?;
        }
    }
    report.tell(io, manner)?;
    match stopped {
        Some(why) => gave_up(io, &format!("ended before {} were played", wanted(asked)), why),
        None => Ok(ExitStatus::SUCCESS),
    }
}

fn play<'a>(asked: &'a Table, start: [Learner; 2], watch: &mut Watch<'_>) -> Result<Report<'a>, Problem> {
    let mut random = Random::new(asked.seed);
    let [first, second] = start;
    let mut report = Report {
        asked,
        first: Saved { learner: first.clone(), games: 0, lost: 0 },
        second: Saved { learner: second.clone(), games: 0, lost: 0 },
        lessons: 0,
        won: 0,
        drawn: 0,
        lost: 0,
        resigned: [0, 0],
        curve: Curve::default(),
        curve_file: None,
        stopped: None,
    };
    let mut tallies = vec![Tally::default(); asked.games as usize];
    for lesson in 0..asked.lessons {
        let mut table = SelfPlay::new(first.clone(), second.clone()).map_err(refused)?;
        let (mut lost, mut won) = (0, 0);
        for (game, tally) in tallies.iter_mut().enumerate() {
            if game % 256 == 0 {
                let done = lesson * asked.games + game as u64;
                watch.show_share(done, asked.lessons * asked.games, || format!("{} games", grouped(done)));
                if !watch.may_go_on() {
                    // A lesson cut short counts for nothing.
                    report.finish(&tallies);
                    return Ok(report);
                }
            }
            let played = table.play(&mut random);
            tally.lost += u64::from(played.outcome == Outcome::Lost);
            tally.drawn += u64::from(played.outcome == Outcome::Drawn);
            lost += u64::from(played.outcome == Outcome::Lost);
            won += u64::from(played.outcome == Outcome::Won);
            match played.resigned {
                Some(Player::First) => report.resigned[0] += 1,
                Some(Player::Second) => report.resigned[1] += 1,
                None => {}
            }
        }
        report.lessons += 1;
        report.lost += lost;
        report.won += won;
        report.drawn += asked.games - lost - won;
        let saved = |side, lost| Saved { learner: table.learner(side).clone(), games: asked.games, lost };
        (report.first, report.second) = (saved(Player::First, lost), saved(Player::Second, won));
    }
    report.finish(&tallies);
    Ok(report)
}

impl Report<'_> {
    fn finish(&mut self, tallies: &[Tally]) {
        self.curve = Curve::of(tallies, self.lessons);
    }

    fn tell(&mut self, io: &mut Io<'_>, manner: Manner) -> Result<(), Problem> {
        let curve = std::mem::take(&mut self.curve);
        let curves = Curves {
            title: "Two machines that teach each other".to_owned(),
            main: &curve,
            played: None,
            lost: "lost by the first",
            trains: false,
        };
        let asked = self.asked.curve.as_ref();
        if let Some(to) = asked.filter(|to| **to != CurveTo::Text) {
            self.curve_file = curves.send(to, io.output, manner.json)?;
        }
        if manner.json {
            let curve = asked.is_some_and(|to| *to == CurveTo::Text).then(|| curves.as_json());
            writeln!(io.output, "{:#}", self.as_json(curve))?;
            return Ok(());
        }
        self.as_text(io.output, manner.color)?;
        if let Some(CurveTo::Text) = asked {
            curves.send(&CurveTo::Text, io.output, false)?;
        }
        Ok(())
    }

    fn as_text(&self, out: &mut dyn Write, color: bool) -> io::Result<()> {
        writeln!(out, "{}\n", heading(&title(&self.first.learner.cabinet), color))?;
        for machine in [&self.first, &self.second] {
            let Learner { cabinet, schedule, .. } = &machine.learner;
            let side = side_name(cabinet.side());
            paragraph(out, &format!("The one that moves {side} has {}; schedule {schedule}.", boxes(cabinet)))?;
        }
        let games = self.won + self.drawn + self.lost;
        let lessons = match self.asked.lessons {
            1 => String::new(),
            _ => format!(" in {}", grouped_count(self.lessons, "lesson")),
        };
        writeln!(out, "\n  {:<24}{}{lessons}, seed {}", "games", grouped(games), self.asked.seed)?;
        let share = |number: u64| percent(number as f64 / games.max(1) as f64);
        let rows = [("won by the first", self.won), ("drawn", self.drawn), ("won by the second", self.lost)];
        for (name, number) in rows {
            writeln!(out, "  {name:<24}{:<12}{}", grouped(number), share(number))?;
        }
        for (name, number) in
            [("resigned by the first", self.resigned[0]), ("resigned by the second", self.resigned[1])]
        {
            if number > 0 {
                writeln!(out, "  {name:<24}{}", grouped(number))?;
            }
        }
        writeln!(out)?;
        for machine in [&self.first, &self.second] {
            paragraph(out, &trained_words(&machine.learner))?;
        }
        let kept = [(&self.asked.save, "first"), (&self.asked.save_second, "second")];
        for (file, side) in kept {
            if let Some(file) = file {
                writeln!(out, "\n{}: the machine that moves {side}", plain(&file.display().to_string()))?;
            }
        }
        if let Some(file) = &self.curve_file {
            writeln!(out, "\n{file}: the learning curve")?;
        }
        Ok(())
    }

    fn as_json(&self, curve: Option<Value>) -> Value {
        let machine = |saved: &Saved| {
            let mut value = as_json(saved);
            value["fully_trained"] = json!(is_trained(&saved.learner));
            value
        };
        json!({
            "first": machine(&self.first),
            "second": machine(&self.second),
            "lessons": self.lessons,
            "games": self.won + self.drawn + self.lost,
            "won_by_first": self.won,
            "drawn": self.drawn,
            "won_by_second": self.lost,
            "resigned_by_first": self.resigned[0],
            "resigned_by_second": self.resigned[1],
            "seed": self.asked.seed,
            "curve": curve,
            "curve_file": self.curve_file,
            "saved": self.asked.save.as_ref().map(|file| plain(&file.display().to_string())),
            "saved_second": self.asked.save_second.as_ref().map(|file| plain(&file.display().to_string())),
            "stopped": self.stopped,
        })
    }
}

/// `1,000 games`, or `20 lessons of 1,000 games`.
fn wanted(asked: &Table) -> String {
    let games = grouped_count(asked.games, "game");
    match asked.lessons {
        1 => games,
        lessons => format!("{} of {games}", grouped_count(lessons, "lesson")),
    }
}

fn is_trained(learner: &Learner) -> bool {
    let anyone = Teacher::anyone(learner.cabinet.arena());
    let lesson = Lesson { cabinet: &learner.cabinet, schedule: &learner.schedule, teacher: &anyone };
    !lesson.standing(&learner.contents).can_lose
}

fn trained_words(learner: &Learner) -> String {
    let side = side_name(learner.cabinet.side());
    let first = learner.cabinet.boxes().first();
    let gave_up = first.is_some_and(|first| learner.contents.total_in_box(first) == 0);
    if is_trained(learner) {
        format!("The one that moves {side} is fully trained: no person can win a game from it.")
    } else if gave_up && learner.cabinet.side() == Player::First {
        format!("The one that moves {side} has emptied its first box and resigns every game.")
    } else {
        format!("The one that moves {side} is not fully trained: somebody can still win a game from it.")
    }
}
