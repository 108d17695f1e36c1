//! `kiber bachet match`: many games of a person against a machine.

use std::io::{self, Write};
use std::time::Duration;

use kiber_bachet::{CutShort, Drawn, Ending, KnowsMemory, Match, Panel, Person, Plan, Played, Point, Rules, Starter};
use kiber_minimax::Random;
use serde_json::{Value, json};

use super::names::{MachineName, PersonName, must_be_able};
use super::seat::Seat;
use super::size::{Size, rules_words};
use super::solve::last_word;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::watch::{Watch, gave_up};
use crate::words::{grouped, grouped_count, heading, listed, wrapped};

/// The most lost games that are told one by one.
const MOST_TOLD: usize = 60;
/// The points of a learning curve: for a person, for a program.
const POINTS: u64 = 10;
const POINTS_FOR_PROGRAMS: u64 = 100;
/// The cells of a bar.
const CELLS: u64 = 40;

/// What was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Series {
    pub(crate) person: PersonName,
    pub(crate) machine: MachineName,
    pub(crate) size: Size,
    pub(crate) games: u64,
    /// How many games are shown move by move.
    pub(crate) shown: u64,
    pub(crate) seed: u64,
    pub(crate) most_time: Option<Duration>,
}

/// What came of it.
struct Report<'a> {
    asked: &'a Series,
    seat: Seat,
    played: Match,
    rules: Rules,
    /// Why there are fewer games.
    stopped: Option<&'static str>,
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Series) -> Result<ExitStatus, Problem> {
    let mut seeds = Random::new(asked.seed);
    let mut seat = Seat::take(io, manner, &asked.machine, asked.size, seeds.bits())?;
    let rules = seat.machine.rules();
    let mut person: Box<dyn Person> = match asked.person {
        PersonName::Draws(opponent) => {
            must_be_able(opponent, rules)?;
            Box::new(Drawn::new(opponent, Random::new(seeds.bits())))
        }
        PersonName::KnowsMemory => Box::new(KnowsMemory::new(seat.known.clone())),
        PersonName::Learner => {
            Box::new(Starter::new(rules).map_err(|error| Problem::message(format!("the learner: {error}")))?)
        }
    };
    let points = if manner.json { POINTS_FOR_PROGRAMS } else { POINTS };
    let plan = Plan { games: asked.games, kept: asked.shown, points: points.min(asked.games) };
    let mut watch = Watch::new(io.errors, manner.progress, asked.most_time);
    let played = Match::play(&mut seat.machine, person.as_mut(), plan, |so_far| {
        watch.show_share(so_far.games, asked.games, || {
            format!("{} games, {} lost by the machine", grouped(so_far.games), grouped(so_far.lost))
        });
        !watch.may_go_on()
    });
    let (_, stopped) = watch.end();
    let played = played.map_err(|broken| Problem::message(format!("{}: {broken}", asked.machine)))?;
    let report = Report { asked, seat, rules, stopped: stopped.filter(|_| played.cut_short.is_some()), played };
    if manner.json {
        writeln!(io.output, "{:#}", report.as_json())?;
    } else {
        report.as_text(io.output, manner.color)?;
    }
    match report.played.cut_short {
        Some(CutShort::Stopped) => {
            let so_far =
                format!("ended after {} of {}", grouped(report.played.games), grouped_count(asked.games, "game"));
            gave_up(io, &so_far, report.stopped.unwrap_or("stopped"))
        }
        Some(CutShort::PersonLeft) | None => Ok(ExitStatus::SUCCESS),
    }
}

impl Report<'_> {
    fn as_text(&self, out: &mut dyn Write, color: bool) -> io::Result<()> {
        let Self { asked, seat, played, .. } = self;
        writeln!(out, "{}\n", heading(&seat.title, color))?;
        paragraph(out, &rules_words(self.rules))?;
        paragraph(out, &format!("Who starts: {}.", asked.person.described()))?;
        if asked.person == PersonName::KnowsMemory && seat.known.is_none() {
            paragraph(out, "Its strategies are not known, so the person plays perfectly and no more than that.")?;
        }
        for (number, game) in played.kept.iter().enumerate() {
            if number == 0 {
                writeln!(out, "\n  game  what they took, the person first")?;
            }
            let mut lead = format!("{:>6}", number + 1);
            for line in wrapped(&told(game), 80 - 8) {
                writeln!(out, "{lead}  {line}")?;
                lead = " ".repeat(6);
            }
        }
        writeln!(out)?;
        let share = |number: u64| match played.games {
            0 => String::new(),
            games => format!(" ({:.1} %)", number as f64 * 100.0 / games as f64),
        };
        writeln!(out, "  games         {}, seed {}", grouped(played.games), asked.seed)?;
        writeln!(out, "  machine won   {}{}", grouped(played.won()), share(played.won()))?;
        let resigned = match played.resigned {
            0 => String::new(),
            resigned => format!(", {} by resignation", grouped(resigned)),
        };
        writeln!(out, "  machine lost  {}{}{resigned}", grouped(played.lost), share(played.lost))?;
        self.losses(out)?;
        self.curve(out)?;
        let remembered = seat.remembered(&played.memory);
        if !remembered.is_empty() {
            writeln!(out, "\nWhat the machine remembers:")?;
            listed(&remembered, 76).iter().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
        Ok(())
    }

    fn losses(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(last) = self.played.last_loss else { return Ok(()) };
        let told: Vec<String> = self.played.losses.iter().take(MOST_TOLD).map(|&game| grouped(game)).collect();
        let mut lead = "  in games      ";
        for line in listed(&told, 80 - 16) {
            writeln!(out, "{lead}{line}")?;
            lead = "                ";
        }
        if self.played.lost > MOST_TOLD as u64 {
            writeln!(out, "{lead}… the last one is game {}", grouped(last))?;
        }
        Ok(())
    }

    /// How many games were lost in each stretch of the match.
    fn curve(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.played.curve.len() < 3 || self.played.lost == 0 {
            return Ok(());
        }
        writeln!(out, "\n  {:>23}  lost by the machine", "games")?;
        let row = |out: &mut dyn Write, from: Point, to: Point| {
            let (games, lost) = (to.games - from.games, to.lost - from.lost);
            // The bar of a single loss can be seen, that of none is none.
            let cells = (u128::from(lost) * u128::from(CELLS)).div_ceil(u128::from(games.max(1)));
            let stretch = match games {
                1 => grouped(to.games),
                _ => format!("{} to {}", grouped(from.games + 1), grouped(to.games)),
            };
            writeln!(
                out,
                "{}",
                format!("  {stretch:>23}  {:>10}  {}", grouped(lost), "#".repeat(cells as usize)).trim_end()
            )
        };
        let mut last = Point { games: 0, lost: 0 };
        for &point in self.played.curve.iter().skip(1) {
            // What comes after the last loss is one stretch.
            if last.lost == self.played.lost {
                break;
            }
            row(out, last, point)?;
            last = point;
        }
        if last.games < self.played.games {
            row(out, last, Point { games: self.played.games, lost: self.played.lost })?;
        }
        Ok(())
    }

    fn as_json(&self) -> Value {
        let Self { asked, seat, played, rules, .. } = self;
        let given_up = seat.given_up(&played.memory);
        json!({
            "machine": asked.machine.to_string(),
            "person": asked.person.to_string(),
            "strategies_known": seat.known.is_some(),
            "seed": asked.seed,
            "objects": rules.objects(),
            "take": rules.most(),
            "last_object": last_word(*rules),
            "games": played.games,
            "machine_won": played.won(),
            "machine_lost": played.lost,
            "resigned": played.resigned,
            "losses": played.losses,
            "last_loss": played.last_loss,
            "curve": played.curve.iter().map(|point| json!({ "games": point.games, "lost": point.lost })).collect::<Vec<_>>(),
            "memory": seat.remembered(&played.memory),
            "given_up": given_up.iter().map(|(position, take)| json!({ "position": position, "take": take })).collect::<Vec<_>>(),
            "shown": played.kept.iter().map(|game| json!({
                "takes": game.turns.iter().map(|turn| json!([turn.person, turn.machine])).collect::<Vec<_>>(),
                "ending": match game.ending {
                    Ending::PersonWon => "person_won",
                    Ending::Resigned => "resigned",
                    Ending::MachineWon => "machine_won",
                },
            })).collect::<Vec<_>>(),
            "stopped": self.stopped,
        })
    }
}

/// A game in a line: `1 1, 1 1, 2 1, 1: the machine lost`.
fn told(game: &Played) -> String {
    let turns: Vec<String> = game
        .turns
        .iter()
        .map(
            |turn| if turn.machine > 0 { format!("{} {}", turn.person, turn.machine) } else { turn.person.to_string() },
        )
        .collect();
    let ending = match game.ending {
        Ending::PersonWon => "the machine lost",
        Ending::Resigned => "the machine resigned",
        Ending::MachineWon => "the machine won",
    };
    format!("{}: {ending}", turns.join(", "))
}

fn paragraph(out: &mut dyn Write, text: &str) -> io::Result<()> {
    wrapped(text, 80).iter().try_for_each(|line| writeln!(out, "{line}"))
}
