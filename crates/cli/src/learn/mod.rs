//! `kiber learn`: what a game-playing machine learns, and the most games it can lose.

mod as_json;
mod as_text;

use std::path::Path;
use std::sync::Arc;

use kiber_automaton::{ArticleGame, Bound, Error, Lesson, Machine, Progress, Walk};
use kiber_explore::GaveUp;
use kiber_netlist::Circuit;

use crate::bounds::Bounds;
use crate::io::{ExitStatus, Io};
use crate::problem::Problem;
use crate::request::Manner;
use crate::source::{circuit_source, load};
use crate::watch::Watch;
use crate::words::{grouped, plain};

/// Everything that is told of a machine.
struct Learned {
    name: String,
    machine: Machine,
    /// None of a machine with other relays than the article's.
    article_game: Option<ArticleGame>,
    lesson: Lesson,
    walk: Walk,
    bound: Bound,
}

impl Learned {
    /// Whether the machine keeps to the rules and learns for good.
    fn learns(&self) -> bool {
        self.bound.worst_case().is_some() && self.bound.unbeatable_always_reached() && self.walk.broken == 0
    }

    fn plays_as_told(&self) -> bool {
        self.article_game.as_ref().is_some_and(ArticleGame::is_as_told)
    }
}

pub(crate) fn learn(io: &mut Io<'_>, manner: Manner, given: &Path, bounds: &Bounds) -> Result<ExitStatus, Problem> {
    let source = circuit_source(given)?;
    let circuit = load(io, manner, &source)?;
    let is_article = source.embedded.is_some_and(|circuit| circuit.name == "article")
        || given.file_name().is_some_and(|name| name == "article.ron");
    let mut watch = Watch::new(io.errors, manner.progress, bounds.most_time);
    let learned = work(&mut watch, source.name, circuit, bounds);
    let (_, stopped) = watch.end();
    let learned = match learned {
        Ok(learned) => learned,
        Err(error) => {
            let Some(why) = no_answer(&error, stopped) else {
                return Err(Problem::message(format!("{}: {error}", given.display())));
            };
            writeln!(io.errors, "error: {}: {why}", plain(&given.display().to_string()))?;
            if manner.json {
                writeln!(io.output, "{:#}", as_json::no_answer(&given.display().to_string(), &why))?;
            }
            return Ok(ExitStatus::FAILED);
        }
    };
    if manner.json {
        writeln!(io.output, "{:#}", as_json::report(&learned))?;
    } else {
        as_text::report(io.output, &learned, manner.color)?;
    }
    let told_right = !is_article || learned.plays_as_told();
    Ok(if learned.learns() && told_right { ExitStatus::SUCCESS } else { ExitStatus::FAILED })
}

/// Why there is no answer about a machine that is one, and what would help; none if it is no machine.
fn no_answer(error: &Error, stopped: Option<&str>) -> Option<String> {
    let text = match (error, stopped) {
        (Error::NotAMachine { .. } | Error::Rules(_) | Error::NoBook { .. }, _) => return None,
        (Error::GaveUp { states, why: GaveUp::Stopped }, Some(stopped)) => {
            format!("given up after {} states: {stopped}", grouped(*states))
        }
        (Error::Stopped { .. }, Some(stopped)) => format!("{error}: {stopped}"),
        _ => error.to_string(),
    };
    let more = match (error, stopped) {
        (Error::GaveUp { why: GaveUp::States(_), .. }, _) => "; --most-states allows more",
        (Error::GaveUp { why: GaveUp::Memory(_), .. }, _) => "; --most-memory allows more",
        (_, Some("out of time")) => "; --most-time allows more",
        _ => "",
    };
    Some(text + more)
}

fn work(watch: &mut Watch<'_>, name: String, circuit: Arc<Circuit>, bounds: &Bounds) -> Result<Learned, Error> {
    let machine = Machine::new(circuit)?;
    let article_game = ArticleGame::new(&machine);
    let walk = Walk::new(&machine, &bounds.options(), |progress| match progress {
        Progress::Exploring(progress) => watch.goes_on(&progress),
        Progress::Counting { states, done } => {
            let (done, states) = (grouped(done as u64), grouped(states as u64));
            watch.show(|| format!("games counted in {done} of {states} memory states"));
            watch.may_go_on()
        }
        _ => watch.may_go_on(),
    })?;
    let lesson = Lesson::new(&machine, || {
        watch.show(|| "the lesson".to_owned());
        !watch.may_go_on()
    })?;
    let bound = Bound::new(&walk);
    Ok(Learned { name, machine, article_game, lesson, walk, bound })
}
