//! A game at the prompt, move by move.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use kiber_kalah::{Engine, Kalah, Record, Seated, Side, Turn};
use kiber_minimax::Random;
use kiber_netlist::nearest;

use super::super::outlook::Outlook;
use super::super::wording::ended;
use super::Sitting;
use super::words::{WORDS, rules};
use crate::files::read_string;
use crate::watch::Watch;
use crate::whole_file::WholeFile;
use crate::words::{plain, repeated, wrapped};

/// How far hints look where the machine moves at random.
const HINTS_AHEAD: u32 = 8;
/// How many bytes each has to remember positions in.
const REMEMBERED: u64 = 1 << 25;

/// What a person sees who waits for the machine.
const THINKING: &str = "thinking (Ctrl-C: the best move so far)";

/// A game, or one after the other, with a person.
pub(super) struct Session {
    pub(super) record: Record,
    /// The side the person plays; none for both.
    pub(super) you: Option<Side>,
    pub(super) machine: Engine,
    /// The machine at the board, and the one that gives hints.
    pub(super) seated: Seated,
    pub(super) hints: Seated,
    pub(super) most_time: Option<Duration>,
    pub(super) random: Random,
    /// Whether somebody sees how far the machine has come.
    pub(super) progress: bool,
}

impl Session {
    /// A game with a machine.
    pub(super) fn new(record: Record, asked: &Sitting, progress: bool) -> Self {
        let Sitting { you, machine, most_time, seed, .. } = *asked;
        let (seated, hints) = engines(machine, &record);
        Self { record, you, machine, seated, hints, most_time, random: Random::new(seed), progress }
    }

    /// Goes on with another game.
    fn take(&mut self, record: Record) {
        (self.seated, self.hints) = engines(self.machine, &record);
        self.record = record;
    }

    /// Lets the machine begin where it has to, and shows the board.
    pub(super) fn begin(&mut self, out: &mut dyn Write, errors: &mut dyn Write) -> io::Result<()> {
        self.machine_moves(out, errors)?;
        self.show(out)
    }

    /// Does a line; whether to go on.
    pub(super) fn line(&mut self, line: &str, out: &mut dyn Write, errors: &mut dyn Write) -> io::Result<bool> {
        let typed = line.trim();
        let (word, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => {}
            ("quit" | "exit", "") => return Ok(false),
            ("help" | "?", "") => {
                for (word, meaning) in WORDS {
                    writeln!(out, "  {word:10} {meaning}")?;
                }
            }
            ("rules", "") => say(out, rules(self.record.rules()))?,
            ("board", "") => self.show(out)?,
            ("hint", "") => self.hint(out, errors)?,
            ("analyse" | "analyze" | "moves", "") => self.analyse(out, errors)?,
            ("undo" | "back", "") => self.undo(out)?,
            ("explain" | "why", "") => match self.record.last_turn() {
                Some(turn) => tell(out, &turn)?,
                None => say(out, "no move has been made yet")?,
            },
            ("game" | "record", "") => self.record.to_string().lines().try_for_each(|line| say_as_is(out, line))?,
            ("save", file) => match self.save(file) {
                Ok(()) => say(out, &format!("written to {file}"))?,
                Err(why) => say(out, &why)?,
            },
            ("load", file) => match read(Path::new(file)) {
                Ok(record) => {
                    self.take(record);
                    self.begin(out, errors)?;
                }
                Err(why) => say(out, &why)?,
            },
            ("new", "") => {
                while self.record.undo().is_some() {}
                self.begin(out, errors)?;
            }
            ("swap", "") => match self.you {
                Some(side) => {
                    self.you = Some(side.other());
                    say(out, &format!("you are {} now", side.other()))?;
                    self.begin(out, errors)?;
                }
                None => say(out, "both sides are yours already")?,
            },
            _ => self.moves(typed, out, errors)?,
        }
        Ok(true)
    }

    /// Plays the pits that were typed.
    fn moves(&mut self, typed: &str, out: &mut dyn Write, errors: &mut dyn Write) -> io::Result<()> {
        let words = typed.split([',', ' ', '\t']).filter(|word| !word.is_empty());
        let Ok(pits) = words.map(str::parse::<usize>).collect::<Result<Vec<usize>, _>>() else {
            return say(out, &self.not_understood(typed));
        };
        if pits.is_empty() {
            return say(out, &self.not_understood(typed));
        }
        let side = self.record.position().to_move();
        for (index, &pit) in pits.iter().enumerate() {
            if index > 0 && self.record.ending().is_none() && self.record.position().to_move() != side {
                let made = pits.get(index - 1).copied().unwrap_or_default();
                say(out, &format!("{made} gave no extra move: what was typed after it was not played"))?;
                break;
            }
            match self.record.play(pit) {
                Ok(turn) => tell(out, &turn)?,
                Err(_) if self.record.ending().is_some() => return say(out, &self.over()),
                Err(error) => return say(out, &error.to_string()),
            }
        }
        self.machine_moves(out, errors)?;
        self.show(out)
    }

    /// The machine makes its moves, as long as it is to move.
    fn machine_moves(&mut self, out: &mut dyn Write, errors: &mut dyn Write) -> io::Result<()> {
        let Some(you) = self.you else { return Ok(()) };
        while self.record.ending().is_none() && self.record.position().to_move() != you {
            let Some(pit) = self.choice(errors) else { break };
            let Ok(turn) = self.record.play(pit) else { break };
            writeln!(out, "The machine plays {pit}.")?;
            tell(out, &turn)?;
        }
        Ok(())
    }

    fn choice(&mut self, errors: &mut dyn Write) -> Option<usize> {
        let mut watch = Watch::new(errors, self.progress, self.most_time);
        let choice = self.seated.choose(self.record.position(), &mut self.random, |_| {
            watch.show(|| THINKING.to_owned());
            !watch.may_go_on()
        });
        watch.end();
        choice.map(|(pit, _)| pit)
    }

    /// What the moves come to as far as the machine looks.
    fn outlook(&mut self, errors: &mut dyn Write) -> Outlook {
        let (rules, position) = (self.record.rules(), self.record.position());
        let mut watch = Watch::new(errors, self.progress, self.most_time);
        let analysis = self.hints.analyse(position, |_| {
            watch.show(|| THINKING.to_owned());
            !watch.may_go_on()
        });
        watch.end();
        Outlook::new(Kalah { rules, evaluation: self.machine.evaluation }, position, analysis)
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let position = self.record.position();
        writeln!(out, "\n{}", position.drawn(self.record.rules(), 80))?;
        if self.record.ending().is_some() {
            return say(out, &self.over());
        }
        let side = position.to_move();
        let pits: Vec<String> = position.moves(self.record.rules()).iter().map(ToString::to_string).collect();
        say(out, &format!("your move ({side}): {}", pits.join(" ")))
    }

    /// How the game ended, and what can be typed now.
    fn over(&self) -> String {
        let ended = match self.record.ending() {
            Some(ending) => ended(self.record.position(), ending),
            None => return "the game goes on".to_owned(),
        };
        format!("the game is over. {ended}. `new`, `undo`, `game`, `help` or `quit`?")
    }

    fn hint(&mut self, out: &mut dyn Write, errors: &mut dyn Write) -> io::Result<()> {
        let outlook = self.outlook(errors);
        match outlook.first() {
            None => say(out, &self.over()),
            Some(first) if first.is_proved() => say(out, &format!("{}: {}", first.pit, outlook.in_words(first))),
            Some(first) => {
                let (value, depth) = (outlook.in_words(first), outlook.analysis.depth);
                say(out, &format!("{}: {value} for South, looking {depth} ahead", first.pit))
            }
        }
    }

    fn analyse(&mut self, out: &mut dyn Write, errors: &mut dyn Write) -> io::Result<()> {
        if self.record.ending().is_some() {
            return say(out, &self.over());
        }
        let outlook = self.outlook(errors);
        outlook.write_moves(out)?;
        say(out, &format!("{}; values as South sees them", outlook.verdict()))
    }

    /// Goes back to where the person was to move before.
    fn undo(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let is_yours = |side: Side| self.you.is_none_or(|you| you == side);
        let Some(back) =
            self.record.moves_by_side().map(|(side, _)| side).collect::<Vec<_>>().into_iter().rev().position(is_yours)
        else {
            return say(out, "there is no move of yours to take back");
        };
        for _ in 0..=back {
            self.record.undo();
        }
        self.show(out)
    }

    fn save(&self, file: &str) -> Result<(), String> {
        if file.is_empty() {
            return Err("save it where? `save my.kalah`".to_owned());
        }
        let cannot = |error: io::Error| format!("cannot write `{file}`: {error}");
        let mut whole = WholeFile::create(Path::new(file)).map_err(|problem| problem.to_string())?;
        whole.write_all(self.record.to_string().as_bytes()).map_err(cannot)?;
        whole.keep().map_err(cannot)
    }

    fn not_understood(&self, typed: &str) -> String {
        let word = typed.split_whitespace().next().unwrap_or_default().to_lowercase();
        let words = WORDS.iter().skip(2).map(|&(word, _)| word.split(' ').next().unwrap_or(word));
        if let Some(meant) = nearest(&word, words).first() {
            return format!("`{}` is no word here; did you mean `{meant}`?", repeated(typed));
        }
        let can = if self.record.ending().is_some() {
            self.over()
        } else {
            let moves = self.record.position().moves(self.record.rules());
            let pits: Vec<String> = moves.iter().map(ToString::to_string).collect();
            format!("type the number of a pit ({}), or `help`", pits.join(" "))
        };
        format!("`{}` is no move and no word: {can}", repeated(typed))
    }
}

/// The machine at the board, and the one that gives hints: the same, unless it moves at random.
fn engines(machine: Engine, record: &Record) -> (Seated, Seated) {
    let depth = if machine.depth == 0 { HINTS_AHEAD } else { machine.depth };
    let seated = |engine: Engine| engine.seated(record.rules(), REMEMBERED);
    (seated(machine), seated(Engine { depth, ..machine }))
}

/// Reads a game from a file.
pub(super) fn read(path: &Path) -> Result<Record, String> {
    if path.as_os_str().is_empty() {
        return Err("load it from where? `load my.kalah`".to_owned());
    }
    read_string(path)?.parse().map_err(|error| format!("{}: {error}", path.display()))
}

/// What a move did.
fn tell(out: &mut dyn Write, turn: &Turn) -> io::Result<()> {
    turn.sentences().iter().try_for_each(|sentence| say(out, sentence))
}

fn say(out: &mut dyn Write, text: &str) -> io::Result<()> {
    wrapped(&plain(text), 78).iter().try_for_each(|line| say_as_is(out, line))
}

fn say_as_is(out: &mut dyn Write, line: &str) -> io::Result<()> {
    writeln!(out, "{}", format!("  {line}").trim_end())
}
