//! `kiber kalah match`: engine against engine.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use kiber_kalah::{Contest, Engine, Evaluation, Played, Position, Score, Setup};
use kiber_netlist::nearest;
use serde_json::json;

use super::wording::title;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::watch::{Watch, gave_up};
use crate::words::{grouped, grouped_count, heading};

/// An engine as typed: `chapter`, `better:6`, `random`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineName {
    /// How it judges; none for one that moves at random.
    evaluation: Option<Evaluation>,
    depth: Option<u32>,
}

/// The deepest that an engine may look.
pub(crate) const MOST_DEPTH: u32 = 100;

impl FromStr for EngineName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("an engine is chapter, better or random, and may say how far it looks, 1 to {MOST_DEPTH}: better:6")
        };
        let (name, depth) = match text.split_once(':') {
            Some((name, depth)) => (name, Some(depth.parse().map_err(|_| wrong())?)),
            None => (text, None),
        };
        if depth.is_some_and(|depth| depth == 0 || depth > MOST_DEPTH) {
            return Err(wrong());
        }
        if name == "random" && depth.is_none() {
            return Ok(Self { evaluation: None, depth });
        }
        let evaluation = Evaluation::ALL.into_iter().find(|evaluation| evaluation.name() == name);
        let evaluation = evaluation.ok_or_else(|| match nearest(name, ["chapter", "better", "random"]).first() {
            Some(near) => format!("no such engine; did you mean `{near}`?"),
            None => wrong(),
        })?;
        Ok(Self { evaluation: Some(evaluation), depth })
    }
}

impl EngineName {
    pub(super) fn engine(self, depth: u32) -> Engine {
        match self.evaluation {
            None => Engine { evaluation: Evaluation::Chapter, depth: 0 },
            Some(evaluation) => Engine { evaluation, depth: self.depth.unwrap_or(depth) },
        }
    }
}

/// An engine in words.
pub(super) struct Named(pub(super) Engine);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Engine { depth: 0, .. } => f.write_str("random"),
            Engine { evaluation, depth } => write!(f, "{evaluation}:{depth}"),
        }
    }
}

/// What was asked for.
#[derive(Debug, PartialEq)]
pub(crate) struct Series {
    pub(crate) setup: Setup,
    pub(crate) engines: [Engine; 2],
    /// How many pairs of games.
    pub(crate) pairs: u64,
    /// How many moves chance makes at the beginning.
    pub(crate) opening: usize,
    /// How many games are shown.
    pub(crate) shown: u64,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) most_time: Option<Duration>,
}

pub(super) fn run(io: &mut Io<'_>, manner: Manner, asked: &Series) -> Result<ExitStatus, Problem> {
    let contest = Contest { setup: asked.setup, engines: asked.engines, opening: asked.opening, seed: asked.seed };
    let [south, north] = asked.engines.map(Named);
    let mut watch = Watch::new(io.errors, manner.progress, asked.most_time);
    let mut score = Score::default();
    let mut by_seat = [Score::default(); 2];
    let mut shown: Vec<Played> = Vec::new();
    let games = 2 * asked.pairs;
    play_all(&contest, asked, &mut watch, |pair, watch| {
        for (played, seat) in pair.iter().zip(&mut by_seat) {
            score.count(played);
            seat.count(played);
            if (shown.len() as u64) < asked.shown {
                shown.push(played.clone());
            }
        }
        watch.show_share(score.games(), games, || standing(&score));
    })?;
    let (time, stopped) = watch.end();
    let stopped = stopped.filter(|_| score.games() < games);
    if manner.json {
        let counted = |score: &Score| json!({"wins": score.wins, "draws": score.draws, "losses": score.losses, "margin": score.margin});
        let [as_south, as_north] = &by_seat;
        let report = json!({
            "rules": asked.setup.rules().name(),
            "pits": asked.setup.pits(),
            "stones": asked.setup.stones(),
            "south": south.to_string(),
            "north": north.to_string(),
            "games": games,
            "played": score.games(),
            "opening": asked.opening,
            "seed": asked.seed,
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "share": score.share(),
            "error": score.error(),
            "margin": score.margin,
            "as_south": counted(as_south),
            "as_north": counted(as_north),
            "nodes": score.nodes,
            "shown": shown.iter().map(|played| played.record.to_string()).collect::<Vec<_>>(),
            "stopped": stopped,
        });
        writeln!(io.output, "{report:#}")?;
    } else {
        let out = &mut *io.output;
        writeln!(out, "{}\n", heading(&title(asked.setup.rules(), &Position::start(asked.setup)), manner.color))?;
        for (played, number) in shown.iter().zip(1_u64..) {
            let (first, second) = (&south, &north);
            let seats = if played.first == kiber_kalah::Side::South { (first, second) } else { (second, first) };
            writeln!(out, "# Game {number}: South {}, North {}\n{}", seats.0, seats.1, played.record)?;
        }
        let opening = asked.opening;
        writeln!(out, "{south} against {north}, {}, seed {}", grouped_count(score.games(), "game"), asked.seed)?;
        writeln!(out, "in pairs: the same {opening} random moves first, and the seats changed.\n")?;
        writeln!(
            out,
            "{:12} {:>9} {:>9} {:>9} {:>9}  {:>12}",
            south.to_string(),
            "won",
            "drawn",
            "lost",
            "points",
            "mean margin"
        )?;
        let [as_south, as_north] = &by_seat;
        for (name, score) in [("as South", as_south), ("as North", as_north), ("together", &score)] {
            let mean = score.margin as f64 / score.games().max(1) as f64;
            writeln!(
                out,
                "{name:12} {:>9} {:>9} {:>9} {:>9}  {mean:>+12.2}",
                grouped(score.wins),
                grouped(score.draws),
                grouped(score.losses),
                rounded(score.share()),
            )?;
        }
        writeln!(out, "\n{}", judgement(&score, &south, &north))?;
        let [souths, norths] = score.nodes.map(|nodes| grouped(nodes / score.games().max(1)));
        writeln!(out, "Positions looked at in a game: {south} {souths}, {north} {norths}.")?;
        // Time is told only where somebody sees it: reports can be compared.
        if io.terminal.output {
            writeln!(out, "It took {:.1} s.", time.as_secs_f64())?;
        }
    }
    let Some(why) = stopped else { return Ok(ExitStatus::SUCCESS) };
    gave_up(io, &format!("ended after {} of {}", grouped(score.games()), grouped_count(games, "game")), why)
}

fn standing(score: &Score) -> String {
    format!(
        "{}: {} won, {} drawn, {} lost",
        grouped_count(score.games(), "game"),
        score.wins,
        score.draws,
        score.losses
    )
}

/// A share in percent, with one place.
fn rounded(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// What the score says of the engines.
fn judgement(score: &Score, south: &Named, north: &Named) -> String {
    let (share, error) = (score.share(), score.error());
    let points = format!("{south} makes {} of the points, +/- {} (95 %)", rounded(share), rounded(error));
    let better = if share - error > 0.5 {
        format!("{south} is better")
    } else if share + error < 0.5 {
        format!("{north} is better")
    } else {
        "no difference is proved".to_owned()
    };
    format!("{points}: {better}.")
}

/// How long to wait for a game before looking whether to go on.
const PATIENCE: Duration = Duration::from_millis(50);

/// Plays all pairs with so many threads and counts them in order, whoever is done first.
fn play_all(
    contest: &Contest,
    asked: &Series,
    watch: &mut Watch<'_>,
    mut count: impl FnMut(&[Played; 2], &mut Watch<'_>),
) -> Result<(), Problem> {
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..asked.threads {
            let (next, stop, send) = (&next, &stop, send.clone());
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= asked.pairs || stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let pair = contest.pair(number, |_| stop.load(Ordering::Relaxed));
                    // Nobody listens any more when the match has been ended.
                    if send.send((number, pair)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let (mut early, mut due) = (BTreeMap::new(), 0);
        let played = loop {
            match receive.recv_timeout(PATIENCE) {
                Ok((number, Ok(Some(pair)))) => {
                    early.insert(number, pair);
                    while let Some(pair) = early.remove(&due) {
                        count(&pair, watch);
                        due += 1;
                    }
                }
                Ok((_, Ok(None))) | Err(RecvTimeoutError::Timeout) => {}
                Ok((_, Err(error))) => break Err(Problem::message(error.to_string())),
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            if due < asked.pairs && !watch.may_go_on() {
                break Ok(());
            }
        };
        stop.store(true, Ordering::Relaxed);
        played
    })
}
