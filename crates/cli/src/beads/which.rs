//! Which machine: a new one, or one that was kept.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use kiber_bachet::LastObject;
use kiber_beads::{Cabinet, Choice, Learner, Moves, Outcome, Saved, Schedule, Subject};
use kiber_minimax::Player;
use serde_json::{Value, json};

use crate::bachet::{Size, rules_words};
use crate::files::read_string;
use crate::problem::Problem;
use crate::whole_file::WholeFile;
use crate::words::{count, grouped_count, plain};

/// What a machine plays, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameName {
    Bachet,
    Tictactoe,
}

impl GameName {
    pub(super) fn of(subject: Subject) -> Self {
        match subject {
            Subject::Bachet(_) => Self::Bachet,
            Subject::TicTacToe => Self::Tictactoe,
        }
    }

    /// The name by which commands know it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Bachet => "bachet",
            Self::Tictactoe => "tictactoe",
        }
    }
}

/// Which machine was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Which {
    pub(crate) game: Option<GameName>,
    pub(crate) size: Size,
    pub(crate) side: Option<Player>,
    pub(crate) michie: bool,
    pub(crate) schedule: Option<Schedule>,
    pub(crate) load: Option<PathBuf>,
}

impl Which {
    /// The machine, with the games that it has behind it.
    pub(super) fn machine(&self) -> Result<Saved, Problem> {
        match &self.load {
            Some(file) => self.loaded(file),
            None => Ok(Saved { learner: self.new_learner()?, games: 0, lost: 0 }),
        }
    }

    /// The game, with the article's numbers where none were given.
    pub(super) fn subject(&self) -> Result<Subject, Problem> {
        match self.game.unwrap_or(GameName::Bachet) {
            GameName::Bachet if self.michie => {
                Err(Problem::message("--michie is about the boxes of tic-tac-toe; it goes with --game tictactoe"))
            }
            GameName::Bachet => Ok(Subject::Bachet(self.size.rules()?)),
            GameName::Tictactoe if self.size != Size::default() => {
                Err(Problem::message("--objects, --take and --last-loses are about Bachet, not about tic-tac-toe"))
            }
            GameName::Tictactoe => Ok(Subject::TicTacToe),
        }
    }

    /// What becomes of the beads of a new machine.
    pub(super) fn new_schedule(&self) -> Schedule {
        let usual = || match self.game {
            Some(GameName::Tictactoe) => Schedule::menace(),
            Some(GameName::Bachet) | None => Schedule::article(),
        };
        self.schedule.clone().unwrap_or_else(usual)
    }

    fn new_learner(&self) -> Result<Learner, Problem> {
        let subject = self.subject()?;
        let usual = if subject == Subject::TicTacToe { Player::First } else { Player::Second };
        let choice = if self.michie { Choice::Michie } else { Choice::Every };
        let cabinet = Cabinet::new(subject, self.side.unwrap_or(usual), choice).map_err(refused)?;
        Ok(Learner::new(cabinet, self.new_schedule()))
    }

    /// The machine of a file, which must be the one that the other arguments name.
    fn loaded(&self, file: &Path) -> Result<Saved, Problem> {
        let shown = plain(&file.display().to_string());
        let wrong = |why: String| Problem::message(format!("`{shown}`: {why}"));
        let text = read_string(file).map_err(Problem::Message)?;
        let mut saved: Saved = text.parse().map_err(|error: kiber_beads::Error| wrong(error.to_string()))?;
        let cabinet = &saved.learner.cabinet;
        let subject = cabinet.arena().subject();
        let found = GameName::of(subject);
        if let Some(game) = self.game.filter(|&game| game != found) {
            return Err(wrong(format!("its machine plays {}, and --game says {}", found.name(), game.name())));
        }
        match subject {
            Subject::Bachet(rules) => {
                let Size { objects, take, last_loses } = self.size;
                let numbers = [("objects", objects, rules.objects()), ("take", take, rules.most())];
                for (name, asked, found) in numbers {
                    if let Some(asked) = asked.filter(|&asked| asked != found) {
                        return Err(wrong(format!("its machine plays with --{name} {found}, not {asked}")));
                    }
                }
                if last_loses && rules.last() == LastObject::Wins {
                    return Err(wrong("in its game who takes the last object wins, and --last-loses says not".into()));
                }
            }
            Subject::TicTacToe if self.size != Size::default() => {
                return Err(wrong("its machine plays tic-tac-toe; --objects, --take and --last-loses do not".into()));
            }
            Subject::TicTacToe => {}
        }
        if self.michie && cabinet.choice() != Choice::Michie {
            return Err(wrong(format!("its machine has {}, and --michie asks for 287", boxes(cabinet))));
        }
        if self.side.is_some_and(|side| side != cabinet.side()) {
            return Err(wrong(format!("its machine moves {}", side_name(cabinet.side()))));
        }
        if let Some(schedule) = &self.schedule {
            saved.learner.schedule = schedule.clone();
        }
        Ok(saved)
    }
}

/// Keeps a machine.
pub(super) fn save(file: &Path, saved: &Saved) -> Result<(), Problem> {
    write(file, &saved.to_string())
}

/// Writes a whole file.
pub(super) fn write(file: &Path, text: &str) -> Result<(), Problem> {
    let problem = |error: std::io::Error| {
        Problem::message(format!("cannot write `{}`: {error}", plain(&file.display().to_string())))
    };
    let mut whole = WholeFile::create(file)?;
    whole.write_all(text.as_bytes()).map_err(problem)?;
    whole.keep().map_err(problem)
}

/// What the crate refused, as a problem of the command.
pub(super) fn refused(error: kiber_beads::Error) -> Problem {
    Problem::message(error.to_string())
}

/// `first` or `second`.
pub(super) fn side_name(side: Player) -> &'static str {
    match side {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// `7 boxes`.
pub(super) fn boxes(cabinet: &Cabinet) -> String {
    match cabinet.boxes().len() {
        1 => "1 box".to_owned(),
        number => format!("{number} boxes"),
    }
}

/// What a machine is called.
pub(super) fn title(cabinet: &Cabinet) -> String {
    match cabinet.arena().subject() {
        Subject::Bachet(_) => "The matchbox machine for Bachet".to_owned(),
        Subject::TicTacToe => "The matchbox machine for tic-tac-toe".to_owned(),
    }
}

/// What it plays and what it is made of, in sentences.
pub(super) fn described(saved: &Saved) -> String {
    let Learner { cabinet, contents, schedule } = &saved.learner;
    let game = match cabinet.arena().subject() {
        Subject::Bachet(rules) => rules_words(rules),
        Subject::TicTacToe => "Three in a row wins.".to_owned(),
    };
    let past = match saved.games {
        0 => String::new(),
        games => format!(" It has played {}, {} of them lost.", grouped_count(games, "game"), saved.lost),
    };
    format!(
        "{game}\nThe machine moves {} and has {} with {}.{past}\nSchedule {schedule}: {}.",
        side_name(cabinet.side()),
        boxes(cabinet),
        grouped_count(contents.total(), "bead"),
        schedule_words(schedule)
    )
}

/// What becomes of the beads, in words.
fn schedule_words(schedule: &Schedule) -> String {
    let of = match schedule.moves() {
        Moves::Last => "the last move",
        Moves::All => "every move of the game",
    };
    let change = |outcome, after: &str| {
        let change = schedule.change(outcome);
        let beads = count(u64::from(change.unsigned_abs()), "bead");
        match change {
            0 => None,
            1.. => Some(format!("after a {after} {beads} more")),
            _ => Some(format!("after a {after} {beads} less")),
        }
    };
    let changes = [(Outcome::Won, "win"), (Outcome::Drawn, "draw"), (Outcome::Lost, "loss")];
    let changes: Vec<String> = changes.into_iter().filter_map(|(outcome, after)| change(outcome, after)).collect();
    if changes.is_empty() {
        return "nothing ever becomes of the beads".to_owned();
    }
    format!("{}, for {of}", changes.join(", "))
}

/// What a machine is, for programs.
pub(super) fn as_json(saved: &Saved) -> Value {
    let Learner { cabinet, contents, schedule } = &saved.learner;
    let (objects, take, last_loses) = match cabinet.arena().subject() {
        Subject::Bachet(rules) => (Some(rules.objects()), Some(rules.most()), Some(rules.last() == LastObject::Loses)),
        Subject::TicTacToe => (None, None, None),
    };
    json!({
        "game": GameName::of(cabinet.arena().subject()).name(),
        "objects": objects,
        "take": take,
        "last_loses": last_loses,
        "side": side_name(cabinet.side()),
        "schedule": schedule.to_string(),
        "boxes": cabinet.boxes().len(),
        "beads": contents.total(),
        "games": saved.games,
        "lost": saved.lost,
    })
}
