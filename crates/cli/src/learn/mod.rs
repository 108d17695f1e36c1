//! `kiber learn`: what a game-playing machine learns, and the most games it can lose.

mod as_json;
mod as_text;

use std::path::Path;

use kiber_automaton::{ArticleGame, Bound, Error, Lesson, Machine, Progress, Walk};

use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::source::{circuit_source, load};
use crate::words::count;

/// Everything that is told of a machine.
struct Learned {
    name: String,
    machine: Machine,
    article_game: ArticleGame,
    lesson: Lesson,
    walk: Walk,
    bound: Bound,
}

impl Learned {
    /// Whether the machine keeps to the rules and learns for good.
    fn learns(&self) -> bool {
        self.bound.worst_case().is_some() && self.bound.unbeatable_always_reached() && self.walk.broken == 0
    }
}

pub(crate) fn learn(io: &mut Io<'_>, manner: Manner, given: &Path, most_games: u64) -> Result<ExitStatus, Problem> {
    let source = circuit_source(given)?;
    let circuit = load(io, manner, &source)?;
    let is_article = source.embedded.is_some_and(|circuit| circuit.name == "article")
        || given.file_name().is_some_and(|name| name == "article.ron");
    let learned = match work(io, manner, source.name, circuit, most_games) {
        Ok(learned) => learned,
        Err(error @ (Error::Stopped { .. } | Error::NoFirstGame { .. })) => {
            let more = if matches!(error, Error::Stopped { .. }) { "; --most-games allows more" } else { "" };
            writeln!(io.errors, "error: {}: {error}{more}", given.display())?;
            if manner.json {
                writeln!(io.output, "{:#}", as_json::no_answer(&given.display().to_string(), &error))?;
            }
            return Ok(ExitStatus::FAILED);
        }
        Err(error) => return Err(Problem::message(format!("{}: {error}", given.display()))),
    };
    if manner.json {
        writeln!(io.output, "{:#}", as_json::report(&learned))?;
    } else {
        as_text::report(io.output, &learned, manner.color)?;
    }
    let told_right = !is_article || learned.article_game.is_as_told();
    Ok(if learned.learns() && told_right { ExitStatus::SUCCESS } else { ExitStatus::FAILED })
}

fn work(
    io: &mut Io<'_>,
    manner: Manner,
    name: String,
    circuit: std::sync::Arc<kiber_netlist::Circuit>,
    most_games: u64,
) -> Result<Learned, Error> {
    let machine = Machine::new(circuit)?;
    let article_game = ArticleGame::new(&machine);
    let mut asked = 0_u64;
    let mut should_stop = |progress: Progress| {
        asked += 1;
        if manner.progress && asked.is_multiple_of(50) {
            let (done, games) = (progress.done as u64, count(progress.games, "game"));
            // Progress that cannot be shown is no reason to stop.
            let _ = write!(io.errors, "\r{games}, {done} of {} so far", count(progress.states as u64, "memory state"));
            let _ = io.errors.flush();
        }
        progress.games >= most_games
    };
    let walk = Walk::new(&machine, &mut should_stop);
    if manner.progress && asked >= 50 {
        let _ = write!(io.errors, "\r{:70}\r", "");
    }
    let walk = walk?;
    let lesson = Lesson::new(&machine, || false)?;
    let bound = Bound::new(&walk);
    Ok(Learned { name, machine, article_game, lesson, walk, bound })
}
